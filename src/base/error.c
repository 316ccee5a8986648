/*
 * Fills in thud_error, the one object that describes an error.
 */
#include "base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"

static void set(thud_error *error, thud_status status, const char *format, va_list arguments) {
    if (!error) return;
    *error = (thud_error){.status = status, .value = NAN};
    thud_print_list(error->text, sizeof error->text, format, arguments);
}

thud_status thud_error_set(thud_error *error, thud_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set(error, status, format, arguments);
    va_end(arguments);
    return status;
}

thud_status thud_error_about(thud_error *error, thud_status status, const char *subject, double value,
                             const char *reason) {
    if (!error) return status;
    char given[48] = "";
    if (!isnan(value)) thud_print(given, sizeof given, "(%.6g given) ", value);
    thud_error_set(error, status, "%s%s%s%s", subject ? subject : "", subject ? " " : "", given,
                   reason ? reason : thud_status_text(status));
    error->subject = subject;
    error->value = value;
    return status;
}

const char *thud_error_reason(const thud_error *error) {
    const char *reason = error->subject ? error->text + strlen(error->subject) + 1 : error->text;
    return isnan(error->value) ? reason : strchr(reason, ')') + 2;
}

thud_status thud_error_argument(thud_error *error, const char *subject, double value, const char *reason) {
    return thud_error_about(error, THUD_ERROR_ARGUMENT, subject, value, reason);
}

thud_status thud_error_status(thud_error *error, thud_status status) {
    return thud_error_set(error, status, "%s", thud_status_text(status));
}

thud_status thud_error_memory(thud_error *error) { return thud_error_status(error, THUD_ERROR_MEMORY); }

bool thud_fail(thud_error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    set(error, THUD_ERROR_FILE, format, arguments);
    va_end(arguments);
    return false;
}

bool thud_fail_memory(thud_error *error) {
    thud_error_set(error, THUD_ERROR_MEMORY, "out of memory");
    return false;
}

bool thud_fail_with(thud_error *error, thud_status status, const char *text) {
    thud_error_set(error, status, "%s", text);
    return false;
}
