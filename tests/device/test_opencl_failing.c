/*
 * OpenCL that fails: a driver that only pretends stands in for it, each of whose functions fails in turn. What
 * cannot be done has a status and words, and every object of the driver is given back once, whatever went before; a
 * driver that is not there, lacks a function or has no device is none.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

#include "device/opencl.h"
#include "suite.h"

/* ---- the driver ---- */

static struct {
    bool missing;      /* no library */
    const char *lacks; /* a function that it has not */
    cl_uint platforms; /* that it says it has, */
    cl_uint devices;   /* and of each */
    bool no_platforms, no_doubles;
    const char *log;
    char options[200]; /* of the last compilation */
} driver;

static size_t calls, fails_at; /* fails_at 0: none does */
static cl_int error = CL_OUT_OF_HOST_MEMORY;
static long alive;    /* objects that are to be given back */
static double answer; /* what results come to */

static bool fails(void) { return fails_at > 0 && ++calls == fails_at; }

/* an object that is made, or not */
static void *object(cl_int *status) {
    static char place;
    const bool failed = fails();
    if (status) *status = failed ? error : CL_SUCCESS;
    if (failed) return NULL;
    alive++;
    return &place;
}

static cl_int done(void) { return fails() ? error : CL_SUCCESS; }

static cl_int keep(void) {
    if (fails()) return error;
    alive++;
    return CL_SUCCESS;
}

static cl_int give_back(void) {
    alive--;
    return CL_SUCCESS;
}

static cl_int platform_ids(cl_uint room, cl_platform_id *ids, cl_uint *count) {
    static char places[16];
    if (driver.no_platforms) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < room && i < driver.platforms; i++) ids[i] = (cl_platform_id)(void *)&places[i];
    *count = driver.platforms;
    return CL_SUCCESS;
}

static cl_int device_ids(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id *ids,
                         cl_uint *count) {
    static char places[64];
    (void)platform;
    if (type == CL_DEVICE_TYPE_CPU) return CL_DEVICE_NOT_FOUND;
    for (cl_uint i = 0; i < room && i < driver.devices; i++) ids[i] = (cl_device_id)(void *)&places[i];
    *count = driver.devices;
    return CL_SUCCESS;
}

static cl_int device_info(cl_device_id device, cl_device_info what, size_t size, void *value, size_t *length) {
    (void)device, (void)length;
    const cl_device_fp_config doubles = driver.no_doubles ? 0 : CL_FP_FMA;
    const cl_ulong memory = 1 << 20;
    if (what == CL_DRIVER_VERSION) return CL_INVALID_VALUE; /* it has none */
    if (what == CL_DEVICE_NAME) snprintf(value, size, "Pretender");
    if (what == CL_DEVICE_DOUBLE_FP_CONFIG) memcpy(value, &doubles, size);
    if (what == CL_DEVICE_GLOBAL_MEM_SIZE) memcpy(value, &memory, size);
    return CL_SUCCESS;
}

static cl_context make_context(const cl_context_properties *p, cl_uint n, const cl_device_id *d,
                               void (*hear)(const char *, const void *, size_t, void *), void *data,
                               cl_int *status) {
    (void)p, (void)n, (void)d, (void)hear, (void)data;
    return object(status);
}

static cl_command_queue make_queue(cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *status) {
    (void)c, (void)d, (void)p;
    return object(status);
}

static cl_program make_program(cl_context c, cl_uint n, const char **texts, const size_t *sizes, cl_int *status) {
    (void)c, (void)sizes;
    for (cl_uint i = 0; i < n; i++) ck_assert_uint_gt(strlen(texts[i]), 0);
    ck_assert_uint_gt(n, 0);
    return object(status);
}

static cl_int build_program(cl_program p, cl_uint n, const cl_device_id *d, const char *options,
                            void (*hear)(cl_program, void *), void *data) {
    (void)p, (void)n, (void)d, (void)hear, (void)data;
    snprintf(driver.options, sizeof driver.options, "%s", options);
    return driver.log ? CL_BUILD_PROGRAM_FAILURE : done();
}

static cl_int build_info(cl_program p, cl_device_id d, cl_program_build_info what, size_t size, void *value,
                         size_t *length) {
    (void)p, (void)d, (void)what, (void)length;
    if (driver.log) snprintf(value, size, "%s", driver.log);
    return CL_SUCCESS;
}

static cl_kernel make_kernel(cl_program p, const char *name, cl_int *status) {
    (void)p;
    ck_assert_str_eq(name, "run_cases");
    return object(status);
}

static cl_mem make_buffer(cl_context c, cl_mem_flags f, size_t size, void *host, cl_int *status) {
    (void)c, (void)f, (void)host;
    ck_assert_uint_gt(size, 0); /* the standard has no empty buffers */
    return object(status);
}

static cl_int set_argument(cl_kernel k, cl_uint i, size_t n, const void *v) {
    (void)k, (void)i, (void)n, (void)v;
    return done();
}

static cl_int write_buffer(cl_command_queue q, cl_mem m, cl_bool b, size_t from, size_t size, const void *host,
                           cl_uint n, const cl_event *w, cl_event *e) {
    (void)q, (void)m, (void)b, (void)from, (void)n, (void)w, (void)e;
    ck_assert(size > 0 && host);
    return done();
}

static cl_int read_buffer(cl_command_queue q, cl_mem m, cl_bool b, size_t from, size_t size, void *host, cl_uint n,
                          const cl_event *w, cl_event *e) {
    (void)q, (void)m, (void)from, (void)n, (void)w, (void)e;
    ck_assert(b == CL_TRUE);
    const cl_int status = done();
    for (size_t i = 0; status == CL_SUCCESS && i < size / sizeof(double); i++) ((double *)host)[i] = answer;
    return status;
}

static cl_int run_kernel(cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g,
                         const size_t *l, cl_uint n, const cl_event *w, cl_event *e) {
    (void)q, (void)k, (void)d, (void)o, (void)g, (void)l, (void)n, (void)w, (void)e;
    return done();
}

static cl_int retain_context(cl_context c) { return (void)c, keep(); }
static cl_int retain_program(cl_program p) { return (void)p, keep(); }
static cl_int finish(cl_command_queue q) { return (void)q, CL_SUCCESS; }
static cl_int release_context(cl_context c) { return (void)c, give_back(); }
static cl_int release_program(cl_program p) { return (void)p, give_back(); }
static cl_int release_kernel(cl_kernel k) { return (void)k, give_back(); }
static cl_int release_queue(cl_command_queue q) { return (void)q, give_back(); }
static cl_int release_buffer(cl_mem m) { return (void)m, give_back(); }

/* by the names that the library asks for */
static void *function(const char *name) {
    static const struct {
        const char *name;
        void (*function)(void);
    } functions[] = {
#define F(name, own) {#name, (void (*)(void))(own)}
        F(clGetPlatformIDs, platform_ids),
        F(clGetPlatformInfo, finish),
        F(clGetDeviceIDs, device_ids),
        F(clGetDeviceInfo, device_info),
        F(clCreateContext, make_context),
        F(clRetainContext, retain_context),
        F(clRetainProgram, retain_program),
        F(clCreateCommandQueue, make_queue),
        F(clCreateProgramWithSource, make_program),
        F(clBuildProgram, build_program),
        F(clGetProgramBuildInfo, build_info),
        F(clCreateKernel, make_kernel),
        F(clSetKernelArg, set_argument),
        F(clCreateBuffer, make_buffer),
        F(clEnqueueWriteBuffer, write_buffer),
        F(clEnqueueReadBuffer, read_buffer),
        F(clEnqueueNDRangeKernel, run_kernel),
        F(clFinish, finish),
        F(clReleaseMemObject, release_buffer),
        F(clReleaseKernel, release_kernel),
        F(clReleaseProgram, release_program),
        F(clReleaseCommandQueue, release_queue),
        F(clReleaseContext, release_context),
    };
    void *found = NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0) memcpy(&found, &functions[i].function, sizeof found);
    ck_assert_msg(found, "%s", name);
    return found;
}

void *__wrap_dlopen(const char *name, int flags);
void *__wrap_dlsym(void *library, const char *name);
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

void *__wrap_dlopen(const char *name, int flags) {
    (void)flags;
    ck_assert_msg(strncmp(name, "libOpenCL.so", 12) == 0, "%s", name);
    return driver.missing ? NULL : (void *)&driver;
}

void *__wrap_dlsym(void *library, const char *name) {
    ck_assert_ptr_eq(library, &driver);
    return driver.lacks && strcmp(driver.lacks, name) == 0 ? NULL : function(name);
}

void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }

/* ---- batches ---- */

static const thud_case_shape SHAPES[] = {
    {.bodies = 2, .contacts = 1, .entries = 4, .place = {0, 0, 1, 1, 0, 1, 0, 1}, .pair = {0, 1}},
    {.bodies = 1,
     .contacts = 2,
     .entries = 1,
     .pair = {0, 0, -1, -1},
     .stops = THUD_STOPS_SMOOTH,
     .root = 2,
     .spring = 3,
     .damper = 3},
    {.bodies = 1, .contacts = 1, .entries = 1, .pair = {0, -1}, .stops = THUD_STOPS_RIGID},
    {.bodies = 2,
     .contacts = 1,
     .entries = 4,
     .links = 2,
     .place = {0, 0, 1, 1, 0, 1, 0, 1},
     .pair = {0, 1, -1, 0, 0, 1}},
};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0], CASES = 3 };

/* opened, shared with another thread, and a batch run by each */
static thud_status run_all(thud_batch_arrays *arrays, thud_error *why) {
    thud_device *device = NULL, *other = NULL;
    thud_status status = thud_device_open(0, &arrays->shape, &device, why);
    if (status == THUD_OK) status = thud_device_share(device, &other, why);
    if (status == THUD_OK) status = thud_device_run(device, arrays, CASES, 1e-9, why);
    thud_device_close(device);
    if (status == THUD_OK) status = thud_device_run(other, arrays, CASES, 1e-9, why);
    thud_device_close(other);
    return status;
}

static thud_batch_arrays *arrays_of(const thud_case_shape *shape) {
    thud_batch_arrays *arrays = NULL;
    ck_assert_int_eq(thud_batch_arrays_create(shape, CASES, &arrays), THUD_OK);
    return arrays;
}

START_TEST(every_call_may_fail) {
    thud_batch_arrays *arrays = arrays_of(&SHAPES[_i % SHAPE_COUNT]);
    size_t number = 1;
    driver.platforms = driver.devices = 1;
    error = _i / SHAPE_COUNT ? CL_INVALID_OPERATION : CL_OUT_OF_HOST_MEMORY;
    answer = 7;
    for (;; number++) {
        thud_error why = {0};
        calls = 0;
        fails_at = number;
        const thud_status status = run_all(arrays, &why);
        fails_at = 0;
        ck_assert_msg(alive == 0, "call %zu: %ld objects are kept", number, alive);
        if (calls < number) {
            ck_assert_int_eq(status, THUD_OK);
            break;
        }
        /* what fails for another reason than memory says which, once the batch is on its way */
        ck_assert_msg(status == THUD_ERROR_MEMORY || status == THUD_ERROR_UNSUPPORTED ||
                          status == THUD_ERROR_ACCURACY,
                      "call %zu: status %d", number, status);
        ck_assert_msg(status != THUD_ERROR_ACCURACY ||
                          (error == CL_INVALID_OPERATION && strcmp(why.text, "the device has failed (-59)") == 0),
                      "call %zu: %s", number, why.text);
        ck_assert_msg(*why.text, "call %zu: not a word", number);
    }
    ck_assert_uint_gt(number, 40); /* ten buffers and thirteen arguments, twice */
    const size_t results = thud_shape_result_numbers(&arrays->shape) * CASES;
    for (size_t i = 0; i < results; i++) ck_assert_double_eq(arrays->results[i], 7);
    thud_batch_arrays_free(arrays);
}
END_TEST

/* what the kernels are compiled with follows from the shape */
START_TEST(options_of_the_compiler) {
    static const char *const expected[] = {
        "-DLANES=1 -DCONTACTS=1 -DBODIES=2 -DENTRIES=4", "-DLANES=128 -DCONTACTS=2 -DROOT=2 -DSPRING=3 -DDAMPER=3",
        "-DLANES=128 -DCONTACTS=1 -DRIGID", "-DLANES=1 -DCONTACTS=1 -DBODIES=2 -DENTRIES=4 -DLINKS=2"};
    thud_device *device = NULL;
    driver.platforms = driver.devices = 1;
    ck_assert_int_eq(thud_device_open(0, &SHAPES[_i], &device, NULL), THUD_OK);
    ck_assert_str_eq(driver.options, expected[_i]);
    thud_device_close(device);
    ck_assert_int_eq(alive, 0);
}
END_TEST

/* a GPU runs a case of many bodies by many threads, one of few by one */
START_TEST(lanes_of_a_case) {
    thud_device *device = NULL;
    driver.platforms = driver.devices = 1;
    for (int bodies = 5; bodies <= 6; bodies++) {
        const thud_case_shape shape = {.bodies = bodies, .contacts = 1, .entries = bodies};
        ck_assert_int_eq(thud_device_open(0, &shape, &device, NULL), THUD_OK);
        ck_assert_ptr_nonnull(strstr(driver.options, bodies == 5 ? "-DLANES=1 " : "-DLANES=32 "));
        ck_assert_int_eq(strstr(driver.options, "-DLANES=1 ") != NULL, bodies == 5);
        thud_device_close(device);
    }
    ck_assert_int_eq(alive, 0);
}
END_TEST

START_TEST(kernels_that_it_does_not_take) {
    thud_device *device = NULL;
    thud_error why;
    driver.platforms = driver.devices = 1;
    driver.log = "line 3: no such thing\nand more\n";
    ck_assert_int_eq(thud_device_open(0, &SHAPES[0], &device, &why), THUD_ERROR_UNSUPPORTED);
    ck_assert_str_eq(why.text, "the device's compiler does not take the kernels: line 3: no such thing");
    ck_assert_ptr_null(device);
    ck_assert_int_eq(alive, 0);
}
END_TEST

START_TEST(without_double_precision) {
    thud_device *device = NULL;
    thud_device_info info;
    thud_error why;
    driver.platforms = driver.devices = 1;
    driver.no_doubles = true;
    ck_assert_int_eq(thud_device_at(0, &info), THUD_OK);
    ck_assert(!info.has_doubles && info.is_gpu && info.memory == 1 << 20);
    ck_assert_str_eq(info.driver, "");
    ck_assert_int_eq(thud_device_at(0, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_device_open(0, &SHAPES[0], &device, &why), THUD_ERROR_UNSUPPORTED);
    ck_assert_str_eq(why.text, "device 0, Pretender, has no double precision");
}
END_TEST

/* no library, one that lacks a function, one without a platform, without a device; and more than there is place for
 */
START_TEST(drivers_that_are_none) {
    static const char *const lacks[] = {"clGetPlatformIDs", "clRetainProgram", "clReleaseContext"};
    thud_device *device = NULL;
    thud_error why;
    driver.platforms = driver.devices = 1;
    size_t expected = 0;
    if (_i < 3) driver.lacks = lacks[_i];
    if (_i == 3) driver.missing = true;
    if (_i == 4) driver.no_platforms = true;
    if (_i == 5) driver.platforms = 0;
    if (_i == 6) driver.devices = 0;
    if (_i == 7) driver.devices = 40, expected = 32;
    if (_i == 8) driver.platforms = 20, driver.devices = 3, expected = 32;
    ck_assert_uint_eq(thud_device_count(), expected);
    ck_assert_int_eq(thud_device_open(expected, &SHAPES[0], &device, &why), THUD_ERROR_UNSUPPORTED);
    ck_assert_msg(strstr(why.text, "thud devices lists what is there"), "%s", why.text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("OpenCL that fails"); /* each in a process of its own: drivers are loaded once */
    tcase_add_loop_test(tests, every_call_may_fail, 0, 2 * SHAPE_COUNT);
    tcase_add_loop_test(tests, options_of_the_compiler, 0, SHAPE_COUNT);
    tcase_add_test(tests, lanes_of_a_case);
    tcase_add_test(tests, kernels_that_it_does_not_take);
    tcase_add_test(tests, without_double_precision);
    tcase_add_loop_test(tests, drivers_that_are_none, 0, 9);
    return run_suite("OpenCL that fails", tests);
}
