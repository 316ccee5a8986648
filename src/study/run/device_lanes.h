/*
 * A device for many threads: each has lanes of its own, one for every shape of cases that it meets, which share the
 * kernels that were built for it. What the device cannot do is decided here, for all: batches are halved while it
 * has too little memory for them, it is opened anew once when it fails, and then it is given up.
 */
#ifndef THUD_STUDY_DEVICE_LANES_H
#define THUD_STUDY_DEVICE_LANES_H

#include <pthread.h>
#include <stdatomic.h>

#include "device/opencl.h"

/* What is asked of a device; tests have one that fails. */
typedef struct thud_device_driver {
    thud_status (*open)(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error);
    thud_status (*share)(thud_device *of, thud_device **device, thud_error *error);
    thud_status (*run)(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                       thud_error *error);
    void (*close)(thud_device *device);
} thud_device_driver;

extern const thud_device_driver thud_device_driver_opencl;

enum { THUD_LANES_SHAPES = 16 };

/* Devices by shape; the one that was used longest ago makes way. */
typedef struct thud_lane_list {
    struct {
        thud_case_shape shape;
        thud_device *device;
        size_t touched;
    } list[THUD_LANES_SHAPES];
    size_t count, touches;
    size_t generation; /* of the device that they are of */
} thud_lane_list;

typedef struct thud_device_lanes {
    const thud_device_driver *driver;
    size_t device;
    pthread_mutex_t mutex;
    thud_lane_list roots;
    atomic_size_t limit; /* cases of a batch */
    atomic_bool lost;
    thud_error error;  /* why it was lost, or opened anew */
    size_t generation; /* counts how often it was opened anew */
} thud_device_lanes;

bool thud_device_lanes_init(thud_device_lanes *lanes, const thud_device_driver *driver, size_t device,
                            size_t limit);
void thud_device_lanes_clear(thud_device_lanes *lanes);

typedef enum thud_lane_outcome {
    THUD_LANE_RAN,
    THUD_LANE_SMALLER, /* lanes->limit is less than it was: try again with that */
    THUD_LANE_AGAIN,   /* the device was opened anew: try again */
    THUD_LANE_LOST,    /* the cases are for the cores */
} thud_lane_outcome;

/* Runs the first `cases` of the arrays in a lane of the calling thread, whose list `own` is. */
thud_lane_outcome thud_device_lanes_run(thud_device_lanes *lanes, thud_lane_list *own, thud_batch_arrays *arrays,
                                        size_t cases, double tolerance);

/* Closes what a thread has. */
void thud_device_lanes_leave(thud_device_lanes *lanes, thud_lane_list *own);

#endif
