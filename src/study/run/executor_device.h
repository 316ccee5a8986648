/*
 * Cases by the thousand on a device, prepared and taken apart by as many threads as there are jobs, while the
 * calling thread writes; and on these threads those that its kernels do not cover or decline.
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
    const struct thud_device_driver *driver; /* that of OpenCL, unless a test has another */
    size_t batch;                            /* cases; 0: as many as suit the study */
    struct thud_device_lanes *lanes;         /* that outlive a run, with their kernels; NULL: it has its own */
} thud_device_executor;

thud_device_executor thud_device_executor_on(size_t device, thud_device_tally *tally);

/* Whether a study of this kind and size is run faster by kernels on the cores than by the library on as many. */
bool thud_device_wins_on_cores(const thud_study *study, size_t jobs);

#endif
