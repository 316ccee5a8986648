/*
 * thud sweep --executor opencl: on which device, and who ran how many cases in the end.
 */
#ifndef THUD_CLI_SWEEP_DEVICE_H
#define THUD_CLI_SWEEP_DEVICE_H

#include "cli/options.h"
#include "study/run/executor_device.h"

typedef struct sweep_device {
    thud_device_executor executor;
    thud_device_tally tally;
    bool is_chosen;
} sweep_device;

/* Reads --executor and --device. Returns an exit status. */
int sweep_device_choose(const cli_options *options, sweep_device *device);

/* Says on stderr what ran where. */
void sweep_device_report(const sweep_device *device);

#endif
