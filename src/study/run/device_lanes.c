/* A device for many threads. */
#include "study/run/device_lanes.h"

const thud_device_driver thud_device_driver_opencl = {thud_device_open, thud_device_share, thud_device_run,
                                                      thud_device_close};

/* fewer cases than that are no work for a device */
enum { LEAST = 16, TRIES = 1 };

bool thud_device_lanes_init(thud_device_lanes *lanes, const thud_device_driver *driver, size_t device,
                            size_t limit) {
    *lanes = (thud_device_lanes){.driver = driver, .device = device};
    atomic_init(&lanes->limit, limit);
    atomic_init(&lanes->lost, false);
    return pthread_mutex_init(&lanes->mutex, NULL) == 0;
}

static void close_all(const thud_device_lanes *lanes, thud_lane_list *list) {
    for (size_t i = 0; i < list->count; i++) lanes->driver->close(list->list[i].device);
    list->count = 0;
}

void thud_device_lanes_clear(thud_device_lanes *lanes) {
    close_all(lanes, &lanes->roots);
    pthread_mutex_destroy(&lanes->mutex);
}

void thud_device_lanes_leave(thud_device_lanes *lanes, thud_lane_list *own) { close_all(lanes, own); }

static thud_device *find(thud_lane_list *list, const thud_case_shape *shape) {
    for (size_t i = 0; i < list->count; i++)
        if (thud_shape_is(&list->list[i].shape, shape)) {
            list->list[i].touched = ++list->touches;
            return list->list[i].device;
        }
    return NULL;
}

static void add(const thud_device_lanes *lanes, thud_lane_list *list, const thud_case_shape *shape,
                thud_device *device) {
    size_t at = list->count;
    if (at == THUD_LANES_SHAPES) {
        at = 0;
        for (size_t i = 1; i < list->count; i++)
            if (list->list[i].touched < list->list[at].touched) at = i;
        lanes->driver->close(list->list[at].device);
    } else {
        list->count++;
    }
    list->list[at].shape = *shape;
    list->list[at].device = device;
    list->list[at].touched = ++list->touches;
}

/* ---- under the lock ---- */

/* the lane of a thread for a shape; kernels are built once for all threads */
static thud_status find_lane(thud_device_lanes *lanes, thud_lane_list *own, const thud_case_shape *shape,
                             thud_device **lane, thud_error *error) {
    if (own->generation != lanes->generation) close_all(lanes, own);
    own->generation = lanes->generation;
    *lane = find(own, shape);
    if (*lane) return THUD_OK;
    thud_device *root = find(&lanes->roots, shape);
    if (!root) {
        const thud_status status = lanes->driver->open(lanes->device, shape, &root, error);
        if (status != THUD_OK) return status;
        add(lanes, &lanes->roots, shape, root);
    }
    const thud_status status = lanes->driver->share(root, lane, error);
    if (status == THUD_OK) add(lanes, own, shape, *lane);
    return status;
}

/* decides about a failure, once for all threads that meet it */
static thud_lane_outcome judge(thud_device_lanes *lanes, size_t cases, size_t generation, thud_status status,
                               const thud_error *error) {
    const size_t limit = atomic_load(&lanes->limit);
    if (atomic_load(&lanes->lost)) return THUD_LANE_LOST;
    if (status == THUD_ERROR_MEMORY && cases / 2 >= LEAST) {
        if (cases / 2 < limit) atomic_store(&lanes->limit, cases / 2);
        return THUD_LANE_SMALLER;
    }
    /* another thread has already handled it */
    if (generation != lanes->generation) return THUD_LANE_AGAIN;
    lanes->error = *error;
    if (lanes->error.status == THUD_OK) lanes->error.status = status;
    /* a device or a shape that cannot be opened is not tried again */
    if (status != THUD_ERROR_UNSUPPORTED && lanes->generation < TRIES) {
        close_all(lanes, &lanes->roots);
        lanes->generation++;
        return THUD_LANE_AGAIN;
    }
    atomic_store(&lanes->lost, true);
    return THUD_LANE_LOST;
}

/* ---- a batch ---- */

thud_lane_outcome thud_device_lanes_run(thud_device_lanes *lanes, thud_lane_list *own, thud_batch_arrays *arrays,
                                        size_t cases, double tolerance) {
    thud_device *lane = NULL;
    thud_error error = {0};
    if (atomic_load(&lanes->lost)) return THUD_LANE_LOST;
    pthread_mutex_lock(&lanes->mutex);
    const size_t generation = lanes->generation;
    thud_status status = find_lane(lanes, own, &arrays->shape, &lane, &error);
    pthread_mutex_unlock(&lanes->mutex);
    /* lanes run concurrently: one copies while another computes */
    if (status == THUD_OK) status = lanes->driver->run(lane, arrays, cases, tolerance, &error);
    if (status == THUD_OK) return THUD_LANE_RAN;
    pthread_mutex_lock(&lanes->mutex);
    const thud_lane_outcome outcome = judge(lanes, cases, generation, status, &error);
    pthread_mutex_unlock(&lanes->mutex);
    return outcome;
}
