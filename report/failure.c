/* One sentence about what failed. */

#include "report/failure.h"

#include <stdarg.h>
#include <stdio.h>

bool thud_failure_set(thud_failure *failure, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure->text, sizeof failure->text, format, arguments);
    va_end(arguments);
    failure->bad_input = false;
    return false;
}

bool thud_failure_from(thud_failure *failure, thud_status status, const char *text) {
    thud_failure_set(failure, "%s", text);
    failure->bad_input = status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_SYNTAX ||
                         status == THUD_ERROR_IN_USE || status == THUD_ERROR_MISMATCH;
    return false;
}

bool thud_failure_memory(thud_failure *failure) { return thud_failure_set(failure, "out of memory"); }
