/* thud sweep --executor opencl: on which device, and who ran how many cases in the end. */
#include "cli/study/study_parts.h"

#include <stdio.h>
#include <string.h>

#include <thud/device.h>

#include "cli/message.h"

int sweep_device_choose(const cli_options *options, sweep_device *device) {
    const char *name = option_value(options, "executor");
    size_t number = 0, count;
    *device = (sweep_device){.is_chosen = name && strcmp(name, "opencl") == 0};
    if (name && !device->is_chosen && strcmp(name, "cores") != 0)
        return usage_error("--executor is cores or opencl, not '%s'", name);
    if (!device->is_chosen && option_given(options, "device"))
        return usage_error("--device needs --executor opencl");
    if (!device->is_chosen) return EXIT_DONE;
    count = thud_device_count();
    if (count == 0) return usage_error("--executor opencl: there is no device; thud devices tells what it takes");
    if (option_given(options, "device") && !option_count(options, "device", 0, count - 1, &number))
        return EXIT_USAGE;
    device->executor = thud_device_executor_on(number, &device->tally);
    return EXIT_DONE;
}

void sweep_device_report(const sweep_device *device) {
    const thud_device_tally *tally = &device->tally;
    thud_device_info info;
    if (!device->is_chosen || thud_device_at(device->executor.device, &info) != THUD_OK) return;
    if (tally->error.status != THUD_OK) warn("%s", tally->error.text);
    fprintf(stderr, "thud: %zu cases on %s, %zu on the cores%s%s%s\n", tally->on_device, info.name, tally->on_cores,
            tally->reason ? " (" : "", tally->reason ? tally->reason : "", tally->reason ? ")" : "");
}
