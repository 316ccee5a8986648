/*
 * Runs cases on a device, thousands at a time. As many threads as there are jobs prepare and unpack them, and run
 * those that the kernels do not cover or decline; the calling thread writes.
 *
 *     thud_device_tally tally;
 *     thud_device_executor device = thud_device_executor_on(0, &tally);
 *     options.executor = &device.executor;
 */
#ifndef THUD_STUDY_EXECUTOR_DEVICE_H
#define THUD_STUDY_EXECUTOR_DEVICE_H

#include "study/run/executor.h"

struct thud_device_driver;

typedef struct thud_device_executor {
    thud_executor executor;
    size_t device;
    thud_device_tally *tally;
    const struct thud_device_driver *driver; /* OpenCL, or another one in tests */
    size_t batch;                            /* cases; 0: as many as suit the study */
    struct thud_device_lanes *lanes;         /* lanes that outlive a run, with their kernels; NULL: its own */
} thud_device_executor;

thud_device_executor thud_device_executor_on(size_t device, thud_device_tally *tally);

/* Whether kernels on the cores run a study of this kind and size faster than the library on the same cores. */
bool thud_device_wins_on_cores(const thud_study *study, size_t jobs);

#endif
