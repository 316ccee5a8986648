/*
 * Devices that can run cases of studies: GPUs, and CPUs with an OpenCL driver. OpenCL is loaded on first use;
 * without it there are no devices.
 *
 *     thud_device_info device;
 *     for (size_t i = 0; thud_device_at(i, &device) == THUD_OK; i++) puts(device.name);
 */
#ifndef THUD_DEVICE_H
#define THUD_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_device_info {
    char name[128], driver[128];
    bool is_gpu;
    bool has_doubles; /* supports double precision, which the kernels need */
    size_t memory;    /* bytes */
    size_t units;     /* compute units: cores, or multiprocessors */
} thud_device_info;

/* The number of devices. */
THUD_API size_t thud_device_count(void);

/* Returns THUD_ERROR_ARGUMENT when there is no such device. */
THUD_API thud_status thud_device_at(size_t index, thud_device_info *info);

#ifdef __cplusplus
}
#endif
#endif
