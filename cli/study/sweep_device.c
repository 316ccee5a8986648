/* thud sweep --executor opencl: the device, and how many cases each executor ran. */
#include "cli/study/study_parts.h"

#include <stdio.h>
#include <string.h>

#include <thud/device.h>

#include "cli/message.h"

/* number of cases above which a GPU pays off: below, its driver and compiler take longer to start than the cores
 * need for all cases (docs/scale.md) */
enum { AUTO_FROM = 200000 };

/* the first GPU, or CPU, with double precision; false if there is none */
static bool find(bool gpu, size_t *number) {
    thud_device_info info;
    for (*number = 0; thud_device_at(*number, &info) == THUD_OK; ++*number)
        if (info.is_gpu == gpu && info.has_doubles) return true;
    return false;
}

/* a GPU for many cases; otherwise kernels on the cores if these are faster than the library. Drivers are loaded
 * last, because that takes longer than a small study */
static bool choose_by_itself(const thud_study *study, size_t jobs, size_t *number) {
    if (thud_study_case_count(study) >= AUTO_FROM && find(true, number)) return true;
    return thud_device_wins_on_cores(study, jobs) && !find(true, number) && find(false, number);
}

static int choose_number(const cli_options *options, size_t *number) {
    const size_t count = thud_device_count();
    if (count == 0) return usage_error("--executor opencl: there is no device; see thud devices");
    if (option_given(options, "device") && !option_count(options, "device", 0, count - 1, number))
        return EXIT_USAGE;
    return EXIT_DONE;
}

static bool has_closest(const thud_study *study) {
    for (size_t i = 0; i < thud_study_result_count(study); i++) {
        const char *dot = strrchr(thud_study_result_name(study, i), '.');
        if (dot && strcmp(dot, ".closest_approach") == 0) return true;
    }
    return false;
}

int sweep_device_choose(const cli_options *options, const thud_study *study, size_t jobs, sweep_device *device) {
    const char *given = option_value(options, "executor"), *name = given ? given : "auto";
    const bool automatic = strcmp(name, "auto") == 0, wanted = strcmp(name, "opencl") == 0;
    size_t number = 0;
    *device = (sweep_device){0};
    if (!automatic && !wanted && strcmp(name, "cores") != 0)
        return usage_error("--executor is auto, cores or opencl, not '%s'", name);
    if (!wanted && option_given(options, "device")) return usage_error("--device needs --executor opencl");
    if (wanted && choose_number(options, &number) != EXIT_DONE) return EXIT_USAGE;
    device->is_chosen = wanted || (automatic && choose_by_itself(study, jobs, &number));
    device->has_closest = has_closest(study);
    if (device->is_chosen) device->executor = thud_device_executor_on(number, &device->tally);
    return EXIT_DONE;
}

void sweep_device_report(const sweep_device *device) {
    const thud_device_tally *tally = &device->tally;
    thud_device_info info;
    if (!device->is_chosen || thud_device_at(device->executor.device, &info) != THUD_OK) return;
    if (tally->error.status != THUD_OK) warn("%s", tally->error.text);
    fprintf(stderr, "thud: %zu cases on %s, %zu on the cores%s%s%s\n", tally->on_device, info.name, tally->on_cores,
            tally->reason ? " (" : "", tally->reason ? tally->reason : "", tally->reason ? ")" : "");
    if (tally->on_device > 0 && device->has_closest)
        fputs("thud: cases that a device ran have no closest_approach; --executor cores gives it\n", stderr);
}
