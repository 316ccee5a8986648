/*
 * thud devices: lists devices that can run studies in addition to the cores.
 */
#include <stdio.h>

#include <thud/device.h>

#include "cli/command.h"
#include "cli/message.h"
#include "report/text/json.h"
#include "report/text/print.h"

static const cli_option option_table[] = {
    {"json", NULL, "one JSON object on stdout"},
};

static void print_json(void) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{devices: [");
    thud_device_info device;
    for (size_t i = 0; thud_device_at(i, &device) == THUD_OK; i++) {
        thud_json_write(&json,
                        "{name: %s, driver: %s, kind: %s, double_precision: %d, memory_bytes: %g, units: %g}",
                        device.name, device.driver, device.is_gpu ? "gpu" : "cpu", device.has_doubles,
                        (double)device.memory, (double)device.units);
    }
    thud_json_write(&json, "]}\n");
}

static void print_list(void) {
    thud_device_info device;
    if (thud_device_count() == 0) {
        printf("no devices: studies run on the CPU cores\n"
               "A GPU needs its maker's OpenCL driver; pocl-opencl-icd is one for CPUs\n");
        return;
    }
    for (size_t i = 0; thud_device_at(i, &device) == THUD_OK; i++)
        thud_print_to(stdout, "%zu  %s  %s, %zu %s, %.1f GB%s\n", i, device.is_gpu ? "GPU" : "CPU", device.name,
                      device.units, device.is_gpu ? "multiprocessors" : "cores", 1e-9 * (double)device.memory,
                      device.has_doubles ? "" : "; no double precision: unsuitable for studies");
}

static int run(const cli_options *options) {
    if (options_limit_words(options, 0) != EXIT_DONE) return EXIT_USAGE;
    if (option_given(options, "json")) print_json();
    else print_list();
    return EXIT_DONE;
}

const cli_command command_devices = {
    .name = "devices",
    .synopsis = "[--json]",
    .summary = "List the devices that can run studies",
    .details = "Devices are GPUs, and CPUs with an OpenCL driver. Their numbers are those of thud sweep --device.\n"
               "JSON: devices with name, driver, kind, double_precision, memory_bytes and units.",
    .examples = "  thud devices\n"
                "  thud devices --json\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
