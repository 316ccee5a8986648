#include "base/blame.h"

#include <math.h>

thud_status thud_blame(thud_error *error, const char *subject, double value, const char *reason) {
    if (error)
        *error = (thud_error){.status = THUD_ERROR_ARGUMENT, .subject = subject, .reason = reason, .value = value};
    return THUD_ERROR_ARGUMENT;
}

thud_status thud_blame_memory(thud_error *error) {
    if (error) *error = (thud_error){.status = THUD_ERROR_MEMORY, .value = NAN};
    return THUD_ERROR_MEMORY;
}
