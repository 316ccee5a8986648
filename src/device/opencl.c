/*
 * OpenCL, loaded on first use: neither the library's build nor programs that do not use it need OpenCL.
 */
#define _XOPEN_SOURCE 700 /* pthread_once */
#define CL_TARGET_OPENCL_VERSION 120
#include "device/opencl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "base/error.h"

/* ---- the library ---- */

#define FUNCTIONS(X)                                                                                               \
    X(clGetPlatformIDs)                                                                                            \
    X(clGetPlatformInfo)                                                                                           \
    X(clGetDeviceIDs)                                                                                              \
    X(clGetDeviceInfo)                                                                                             \
    X(clCreateContext)                                                                                             \
    X(clRetainContext)                                                                                             \
    X(clRetainProgram)                                                                                             \
    X(clCreateCommandQueue)                                                                                        \
    X(clCreateProgramWithSource)                                                                                   \
    X(clBuildProgram)                                                                                              \
    X(clGetProgramBuildInfo)                                                                                       \
    X(clCreateKernel)                                                                                              \
    X(clSetKernelArg)                                                                                              \
    X(clCreateBuffer)                                                                                              \
    X(clEnqueueWriteBuffer)                                                                                        \
    X(clEnqueueReadBuffer)                                                                                         \
    X(clEnqueueNDRangeKernel)                                                                                      \
    X(clFinish)                                                                                                    \
    X(clReleaseMemObject)                                                                                          \
    X(clReleaseKernel)                                                                                             \
    X(clReleaseProgram)                                                                                            \
    X(clReleaseCommandQueue)                                                                                       \
    X(clReleaseContext)

enum { DEVICES = 32 };

static struct {
#define X(name) __typeof__(name) *name;
    FUNCTIONS(X)
#undef X
    cl_device_id devices[DEVICES];
    size_t count;
} cl;

static void *open_library(void) {
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    return library ? library : dlopen("libOpenCL.so", RTLD_NOW | RTLD_LOCAL);
}

static bool find_functions(void *library) {
    bool all = true;
    void *found;
    /* ISO C cannot convert an object pointer to a function; POSIX defines it */
#define X(name)                                                                                                    \
    found = dlsym(library, #name);                                                                                 \
    memcpy(&cl.name, &found, sizeof found);                                                                        \
    all = all && found;
    FUNCTIONS(X)
#undef X
    return all;
}

/* GPUs first */
static void find_devices(cl_device_type type) {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    if (cl.clGetPlatformIDs(16, platforms, &count) != CL_SUCCESS) return;
    for (cl_uint i = 0; i < count && i < 16; i++) {
        cl_uint found = 0;
        cl_uint left = (cl_uint)(DEVICES - cl.count);
        if (left == 0 || cl.clGetDeviceIDs(platforms[i], type, left, cl.devices + cl.count, &found) != CL_SUCCESS)
            continue;
        cl.count += found < left ? found : left;
    }
}

static void load(void) {
    void *library = open_library();
    if (!library || !find_functions(library)) return;
    find_devices(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR);
    find_devices(CL_DEVICE_TYPE_CPU);
}

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

size_t thud_device_count(void) {
    pthread_once(&loaded, load);
    return cl.count;
}

static void text_of(cl_device_id device, cl_device_info what, char *text, size_t size) {
    if (cl.clGetDeviceInfo(device, what, size, text, NULL) != CL_SUCCESS) *text = 0;
    text[size - 1] = 0;
}

thud_status thud_device_at(size_t index, thud_device_info *info) {
    if (!info || index >= thud_device_count()) return THUD_ERROR_ARGUMENT;
    cl_device_id device = cl.devices[index];
    cl_device_type type = 0;
    cl_ulong memory = 0;
    cl_uint units = 0;
    cl_device_fp_config doubles = 0;
    *info = (thud_device_info){0};
    text_of(device, CL_DEVICE_NAME, info->name, sizeof info->name);
    text_of(device, CL_DRIVER_VERSION, info->driver, sizeof info->driver);
    cl.clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    cl.clGetDeviceInfo(device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    cl.clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    cl.clGetDeviceInfo(device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof doubles, &doubles, NULL);
    info->is_gpu = (type & CL_DEVICE_TYPE_CPU) == 0;
    info->memory = (size_t)memory;
    info->units = units;
    info->has_doubles = doubles != 0;
    return THUD_OK;
}

/* ---- one device, one shape ---- */

struct thud_device {
    cl_device_id id;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    int lanes;  /* threads of a work-group */
    int shared; /* lanes that share a case */
};

void thud_device_close(thud_device *device) {
    if (!device) return;
    if (device->kernel) cl.clReleaseKernel(device->kernel);
    if (device->program) cl.clReleaseProgram(device->program);
    if (device->queue) cl.clReleaseCommandQueue(device->queue);
    if (device->context) cl.clReleaseContext(device->context);
    free(device);
}

/* the first line of the compiler's errors */
static void explain(const thud_device *device, thud_error *error) {
    char log[2000] = "";
    cl.clGetProgramBuildInfo(device->program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    log[sizeof log - 1] = 0;
    log[strcspn(log, "\n")] = 0;
    thud_error_set(error, THUD_ERROR_UNSUPPORTED, "the device's compiler does not take the kernels: %.200s", log);
}

/*
 * Threads of a work-group. With one body, each thread has a case, and the threads wait for each other: on an H200
 * groups of 128 are 1.3 times as fast as threads that do not wait, and groups of 64 and 256 are slower. With
 * several bodies a thread has a case if its state fits near the thread. Beyond that a GPU has threads to spare: on
 * an H200 one thread per case is 5.5 times as fast for two bodies, and 32 threads are 8.5 times as fast for
 * twenty; values in between are estimates.
 */
enum { CASES_OF_GROUP = 128, BODIES_OF_THREAD = 5 };

static int lanes_for(const thud_device *device, const thud_case_shape *shape) {
    cl_device_type type = 0;
    if (shape->lanes > 0) return shape->lanes;
    cl.clGetDeviceInfo(device->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (type & CL_DEVICE_TYPE_CPU) return 1;
    if (shape->stops != THUD_STOPS_NONE) return CASES_OF_GROUP;
    return shape->bodies > BODIES_OF_THREAD ? THUD_DEVICE_LANES : 1;
}

static thud_status build(thud_device *device, const thud_case_shape *shape, thud_error *error) {
    char options[160];
    cl_int status;
    const char *const *texts = shape->stops != THUD_STOPS_NONE ? thud_kernels_of_one_body : thud_kernels_general;
    cl_uint count = 0;
    while (texts[count]) count++;
    device->lanes = lanes_for(device, shape);
    device->shared = shape->stops == THUD_STOPS_NONE ? device->lanes : 1;
    int used = snprintf(options, sizeof options, "-DLANES=%d -DCONTACTS=%d ", device->lanes, shape->contacts);
    char *more = options + used;
    size_t left = sizeof options - (size_t)used;
    if (shape->stops == THUD_STOPS_RIGID || shape->stops == THUD_STOPS_BILINEAR)
        snprintf(more, left, "-D%s%s", shape->stops == THUD_STOPS_RIGID ? "RIGID" : "BILINEAR",
                 shape->sine ? " -DSINE" : "");
    else if (shape->stops == THUD_STOPS_SMOOTH)
        snprintf(more, left, "-DROOT=%d -DSPRING=%d -DDAMPER=%d", shape->root, shape->spring, shape->damper);
    else used += snprintf(more, left, "-DBODIES=%d -DENTRIES=%d", shape->bodies, shape->entries);
    if (shape->links > 0) snprintf(options + used, sizeof options - (size_t)used, " -DLINKS=%d", shape->links);
    device->program =
        cl.clCreateProgramWithSource(device->context, count, (const char **)(uintptr_t)texts, NULL, &status);
    if (status != CL_SUCCESS) return thud_error_memory(error);
    if (cl.clBuildProgram(device->program, 1, &device->id, options, NULL, NULL) != CL_SUCCESS) {
        explain(device, error);
        return THUD_ERROR_UNSUPPORTED;
    }
    device->kernel = cl.clCreateKernel(device->program, "run_cases", &status);
    return status == CL_SUCCESS ? THUD_OK : thud_error_memory(error);
}

thud_status thud_device_open(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error) {
    thud_device_info info;
    *device = NULL;
    if (thud_device_at(index, &info) != THUD_OK)
        return thud_error_set(error, THUD_ERROR_UNSUPPORTED,
                              "there is no device %zu: thud devices lists what is there", index);
    if (!info.has_doubles)
        return thud_error_set(error, THUD_ERROR_UNSUPPORTED, "device %zu, %s, has no double precision", index,
                              info.name);
    thud_device *d = calloc(1, sizeof *d);
    if (!d) return thud_error_memory(error);
    cl_int status;
    d->id = cl.devices[index];
    d->context = cl.clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
    if (d->context) d->queue = cl.clCreateCommandQueue(d->context, d->id, 0, &status);
    thud_status built = d->queue ? build(d, shape, error)
                                 : thud_error_set(error, THUD_ERROR_UNSUPPORTED, "device %zu, %s, cannot be used",
                                                  index, info.name);
    if (built == THUD_OK) *device = d;
    else thud_device_close(d);
    return built;
}

thud_status thud_device_share(thud_device *of, thud_device **device, thud_error *error) {
    thud_device *d = calloc(1, sizeof *d);
    cl_int status;
    *device = NULL;
    if (!d) return thud_error_memory(error);
    d->id = of->id;
    d->lanes = of->lanes;
    d->shared = of->shared;
    if (cl.clRetainContext(of->context) == CL_SUCCESS) d->context = of->context;
    if (cl.clRetainProgram(of->program) == CL_SUCCESS) d->program = of->program;
    if (d->context) d->queue = cl.clCreateCommandQueue(d->context, d->id, 0, &status);
    if (d->queue && d->program) d->kernel = cl.clCreateKernel(d->program, "run_cases", &status);
    if (d->kernel) *device = d;
    else thud_device_close(d);
    return *device ? THUD_OK : thud_error_memory(error);
}

/* ---- a batch ---- */

enum { BUFFERS = 10 };

/* an array of the batch on the device; `out`: results */
typedef struct {
    void *host;
    size_t bytes;
    cl_mem memory;
} buffer;

static bool make_buffer(const thud_device *device, buffer *b, bool out) {
    cl_int status;
    size_t bytes = b->bytes > 0 ? b->bytes : 8;
    b->memory =
        cl.clCreateBuffer(device->context, out ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY, bytes, NULL, &status);
    if (status != CL_SUCCESS) return false;
    if (out || b->bytes == 0) return true;
    return cl.clEnqueueWriteBuffer(device->queue, b->memory, CL_FALSE, 0, b->bytes, b->host, 0, NULL, NULL) ==
           CL_SUCCESS;
}

static bool set_arguments(const thud_device *device, const thud_batch_arrays *a, size_t count, double tolerance,
                          const buffer *buffers) {
    cl_int cases = (cl_int)a->cases, first = (cl_int)count;
    bool set = cl.clSetKernelArg(device->kernel, 0, sizeof cases, &cases) == CL_SUCCESS &&
               cl.clSetKernelArg(device->kernel, 1, sizeof first, &first) == CL_SUCCESS &&
               cl.clSetKernelArg(device->kernel, 2, sizeof tolerance, &tolerance) == CL_SUCCESS;
    for (cl_uint i = 0; i < BUFFERS && set; i++)
        set = cl.clSetKernelArg(device->kernel, 3 + i, sizeof buffers[i].memory, &buffers[i].memory) == CL_SUCCESS;
    return set;
}

/* buffers are allocated on first use, so lack of memory shows only then */
static bool is_short_of_memory(cl_int status) {
    return status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_RESOURCES ||
           status == CL_OUT_OF_HOST_MEMORY;
}

thud_status thud_device_run(thud_device *device, thud_batch_arrays *a, size_t cases, double tolerance,
                            thud_error *error) {
    const thud_case_shape *s = &a->shape;
    int place[2 * THUD_DEVICE_BODIES * THUD_DEVICE_BODIES], pair[2 * THUD_DEVICE_PAIRS];
    memcpy(place, s->place, sizeof place);
    memcpy(pair, s->pair, sizeof pair);
    const size_t number = sizeof(double), integer = sizeof(int);
    buffer buffers[BUFFERS] = {
        {a->numbers, thud_shape_case_numbers(s) * a->cases * number, NULL},
        {a->flags, (size_t)s->contacts * a->cases * integer, NULL},
        {a->choices, 2 * a->cases * integer, NULL},
        {a->structures, a->structure_count * thud_shape_structure_numbers(s) * number, NULL},
        {place, 2 * (size_t)s->entries * integer, NULL},
        {pair, 2 * (size_t)(s->contacts + s->links) * integer, NULL},
        {a->samples, a->sample_count * number, NULL},
        {a->records, 2 * a->record_count * integer, NULL},
        {a->steps, 3 * a->record_count * number, NULL},
        {a->results, thud_shape_result_numbers(s) * a->cases * number, NULL},
    };
    bool ready = true;
    for (int i = 0; i < BUFFERS && ready; i++) ready = make_buffer(device, &buffers[i], i == BUFFERS - 1);
    ready = ready && set_arguments(device, a, cases, tolerance, buffers);
    cl_int status = CL_SUCCESS;
    size_t lanes = (size_t)device->lanes, groups = (cases * (size_t)device->shared + lanes - 1) / lanes;
    size_t threads = lanes * groups;
    if (ready)
        status = cl.clEnqueueNDRangeKernel(device->queue, device->kernel, 1, NULL, &threads,
                                           lanes > 1 ? &lanes : NULL, 0, NULL, NULL);
    if (ready && status == CL_SUCCESS)
        status = cl.clEnqueueReadBuffer(device->queue, buffers[BUFFERS - 1].memory, CL_TRUE, 0,
                                        buffers[BUFFERS - 1].bytes, a->results, 0, NULL, NULL);
    cl.clFinish(device->queue);
    for (int i = 0; i < BUFFERS; i++)
        if (buffers[i].memory) cl.clReleaseMemObject(buffers[i].memory);
    if (!ready || is_short_of_memory(status)) return thud_error_memory(error);
    return status == CL_SUCCESS ? THUD_OK
                                : thud_error_set(error, THUD_ERROR_ACCURACY, "the device has failed (%d)", status);
}
