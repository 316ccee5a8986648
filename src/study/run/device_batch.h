/*
 * Cases of one thread on their way through a device: gathered by shape, packed, run, and handed on as results, in
 * the order in which they were taken or not. What the kernels do not cover or decline, and everything when the
 * device is lost, is run here by the library: nothing is lost, and nothing approximated without a word.
 */
#ifndef THUD_STUDY_DEVICE_BATCH_H
#define THUD_STUDY_DEVICE_BATCH_H

#include "study/run/device_lanes.h"
#include "study/run/executor_device.h"

/* What a thread needs of the sweep around it. */
typedef struct thud_device_batcher thud_device_batcher;

typedef struct thud_batch_around {
    const thud_study *study;
    thud_device_lanes *lanes;
    const char *device_name, *core_name; /* of executors, for the rows */
    void *context;
    bool (*go_on)(void *context); /* false: drop what runs */
    thud_status (*keep)(void *context, const thud_case_result *result);
} thud_batch_around;

/* The structure must outlive the batcher. */
thud_status thud_device_batcher_create(const thud_batch_around *around, thud_device_batcher **batcher);
void thud_device_batcher_free(thud_device_batcher *batcher);

/* Runs all these cases. THUD_ERROR_STOPPED when `go_on` or `keep` says so. */
thud_status thud_device_batcher_run(thud_device_batcher *batcher, const size_t *cases, size_t count);

/* Who ran how many. */
const thud_device_tally *thud_device_batcher_tally(const thud_device_batcher *batcher);

#endif
