#include "message.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* user text can hold line feeds; the message stays on one line */
static void print_line(const char *format, va_list arguments) {
    char line[2048];
    vsnprintf(line, sizeof line, format, arguments);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    fprintf(stderr, "thud: error: %s\n", line);
}

int usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line(format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int work_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line(format, arguments);
    va_end(arguments);
    return EXIT_FAILED;
}

static bool is_bad_input(thud_status status) {
    return status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_SYNTAX || status == THUD_ERROR_DIMENSION ||
           status == THUD_ERROR_UNREACHABLE;
}

int library_error(const thud_error *error) {
    const char *subject = error->subject ? error->subject : "";
    const char *reason = error->reason ? error->reason : thud_status_text(error->status);
    const char *colon = error->subject ? ": " : "";
    char value[40] = "";
    if (!isnan(error->value)) snprintf(value, sizeof value, " = %.6g", error->value);
    int (*report)(const char *, ...) = is_bad_input(error->status) ? usage_error : work_error;
    return report("%s%s%s%s", subject, value, colon, reason);
}

int finish_stdout(int status) {
    errno = 0;
    bool failed = ferror(stdout) != 0;
    failed = fflush(stdout) != 0 || failed;
    if (failed && status == EXIT_DONE)
        return work_error("cannot write to standard output: %s",
                          errno ? strerror(errno) : "an earlier write failed");
    return status;
}
