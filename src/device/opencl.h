/*
 * A device with the kernels of one shape, which runs batches of cases.
 */
#ifndef THUD_DEVICE_OPENCL_H
#define THUD_DEVICE_OPENCL_H

#include <thud/device.h>

#include "device/pack.h"

typedef struct thud_device thud_device;

/* Builds the kernels for a shape on a device. THUD_ERROR_UNSUPPORTED: there is no OpenCL or no such device, or it
 * lacks double precision or a suitable compiler; `error` says which. */
thud_status thud_device_open(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error);
void thud_device_close(thud_device *device);

/* The same kernels on the same device, for another thread: batches of the two may run concurrently. Either may be
 * closed first. */
thud_status thud_device_share(thud_device *of, thud_device **device, thud_error *error);

/* Runs the first `cases` of the arrays and stores their results in them. THUD_ERROR_MEMORY if the device has too
 * little memory: fewer cases may fit. */
thud_status thud_device_run(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                            thud_error *error);

/* The texts of the kernels, in compilation order, up to NULL; generated from kernel/ by the build. */
extern const char *const thud_kernels_general[], *const thud_kernels_of_one_body[];

#endif
