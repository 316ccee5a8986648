/* Build without OpenCL headers: there are no devices. */
#include "base/error.h"
#include "device/opencl.h"

size_t thud_device_count(void) { return 0; }

thud_status thud_device_at(size_t index, thud_device_info *info) {
    (void)index;
    (void)info;
    return THUD_ERROR_ARGUMENT;
}

thud_status thud_device_open(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error) {
    (void)index;
    (void)shape;
    *device = NULL;
    return thud_error_set(error, THUD_ERROR_UNSUPPORTED, "thud was built without OpenCL");
}

void thud_device_close(thud_device *device) { (void)device; }

thud_status thud_device_run(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                            thud_error *error) {
    (void)device;
    (void)arrays;
    (void)cases;
    (void)tolerance;
    return thud_error_set(error, THUD_ERROR_UNSUPPORTED, "thud was built without OpenCL");
}

thud_status thud_device_share(thud_device *of, thud_device **device, thud_error *error) {
    (void)of;
    *device = NULL;
    return thud_error_set(error, THUD_ERROR_UNSUPPORTED, "this thud was built without OpenCL");
}
