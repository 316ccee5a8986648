#include "base/blame.h"

#include <math.h>
#include <stddef.h>

thud_status thud_blame_status(thud_error *error, thud_status status, const char *subject, double value,
                              const char *reason) {
    if (error) *error = (thud_error){.status = status, .subject = subject, .reason = reason, .value = value};
    return status;
}

thud_status thud_blame(thud_error *error, const char *subject, double value, const char *reason) {
    return thud_blame_status(error, THUD_ERROR_ARGUMENT, subject, value, reason);
}

thud_status thud_blame_memory(thud_error *error) {
    return thud_blame_status(error, THUD_ERROR_MEMORY, NULL, NAN, NULL);
}
