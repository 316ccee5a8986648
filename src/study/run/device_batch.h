/*
 * Passes the cases of one thread through a device: gathers them by shape, packs and runs them, and returns the
 * results in any order. The library runs here what the kernels do not cover or decline, and everything if the
 * device is lost.
 */
#ifndef THUD_STUDY_DEVICE_BATCH_H
#define THUD_STUDY_DEVICE_BATCH_H

#include "study/run/device_lanes.h"
#include "study/run/executor_device.h"

/* What a thread needs from the sweep. */
typedef struct thud_device_batcher thud_device_batcher;

typedef struct thud_batch_around {
    const thud_study *study;
    thud_device_lanes *lanes;
    const char *device_name, *core_name; /* names of executors for the rows */
    void *context;
    bool (*go_on)(void *context); /* false: drop running cases */
    thud_status (*keep)(void *context, const thud_case_result *result);
} thud_batch_around;

/* The structure must outlive the batcher. */
thud_status thud_device_batcher_create(const thud_batch_around *around, thud_device_batcher **batcher);
void thud_device_batcher_free(thud_device_batcher *batcher);

/* Runs all these cases. THUD_ERROR_STOPPED if `go_on` or `keep` returned false. */
thud_status thud_device_batcher_run(thud_device_batcher *batcher, const size_t *cases, size_t count);

/* How many cases each executor ran. */
const thud_device_tally *thud_device_batcher_tally(const thud_device_batcher *batcher);

#endif
