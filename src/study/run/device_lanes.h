/*
 * A device shared by many threads. Each has its own lanes, one for every shape of cases, with common kernels.
 * Failures are handled here for all: batches are halved while the device has too little memory, it is reopened
 * once after a failure, and then given up.
 */
#ifndef THUD_STUDY_DEVICE_LANES_H
#define THUD_STUDY_DEVICE_LANES_H

#include <pthread.h>
#include <stdatomic.h>

#include "device/opencl.h"

/* Functions of a device; tests use one that fails. */
typedef struct thud_device_driver {
    thud_status (*open)(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error);
    thud_status (*share)(thud_device *of, thud_device **device, thud_error *error);
    thud_status (*run)(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                       thud_error *error);
    void (*close)(thud_device *device);
} thud_device_driver;

extern const thud_device_driver thud_device_driver_opencl;

enum { THUD_LANES_SHAPES = 16 };

/* Devices by shape; the least recently used is replaced. */
typedef struct thud_lane_list {
    struct {
        thud_case_shape shape;
        thud_device *device;
        size_t touched;
    } list[THUD_LANES_SHAPES];
    size_t count, touches;
    size_t generation; /* generation of their device */
} thud_lane_list;

typedef struct thud_device_lanes {
    const thud_device_driver *driver;
    size_t device;
    pthread_mutex_t mutex;
    thud_lane_list roots;
    atomic_size_t limit; /* cases of a batch */
    atomic_bool lost;
    thud_error error;  /* why it was lost or reopened */
    size_t generation; /* counts how often it was reopened */
} thud_device_lanes;

bool thud_device_lanes_init(thud_device_lanes *lanes, const thud_device_driver *driver, size_t device,
                            size_t limit);
void thud_device_lanes_clear(thud_device_lanes *lanes);

typedef enum thud_lane_outcome {
    THUD_LANE_RAN,
    THUD_LANE_SMALLER, /* lanes->limit is smaller now: try again with it */
    THUD_LANE_AGAIN,   /* the device was reopened: try again */
    THUD_LANE_LOST,    /* the cases are for the cores */
} thud_lane_outcome;

/* Runs the first `cases` of the arrays in a lane of the calling thread, whose list is `own`. */
thud_lane_outcome thud_device_lanes_run(thud_device_lanes *lanes, thud_lane_list *own, thud_batch_arrays *arrays,
                                        size_t cases, double tolerance);

/* Closes all lanes of a thread. */
void thud_device_lanes_leave(thud_device_lanes *lanes, thud_lane_list *own);

#endif
