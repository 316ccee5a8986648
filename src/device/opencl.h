/*
 * A device with the kernels of one shape, and batches run on it.
 */
#ifndef THUD_DEVICE_OPENCL_H
#define THUD_DEVICE_OPENCL_H

#include <thud/device.h>

#include "device/pack.h"

typedef struct thud_device thud_device;

/* Builds the kernels for the shape on a device. THUD_ERROR_UNSUPPORTED: there is no OpenCL, no such device, or it
 * has no double precision or no compiler that takes the kernels; `error` says which. */
thud_status thud_device_open(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error);
void thud_device_close(thud_device *device);

/* The same kernels on the same device, for another thread: batches of the two may run at a time. Either may be
 * closed first. */
thud_status thud_device_share(thud_device *of, thud_device **device, thud_error *error);

/* Runs the first `cases` of the arrays; their results are in the arrays afterwards. THUD_ERROR_MEMORY when the
 * device has too little for them: fewer may do. */
thud_status thud_device_run(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                            thud_error *error);

/* The texts of the kernels, in the order in which they are compiled, up to NULL; generated from kernel/ when this
 * is built. */
extern const char *const thud_kernels_general[], *const thud_kernels_of_one_body[];

#endif
