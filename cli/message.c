/* Error messages: one line on stderr, and the matching exit status. */
#include "cli/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/print.h"
#include "base/text.h"

/* the start of the character at `index`, so that none is cut in two */
static size_t whole_characters(const char *text, size_t index) {
    while (index > 0 && ((unsigned char)text[index] & 0xc0) == 0x80) index--;
    return index;
}

/* shortens the middle of a long word of the user; the reason is at the end */
static void print_shortened(const char *kind, const char *text) {
    enum { HEAD = 400, TAIL = 400 };
    size_t length = strlen(text);
    if (length <= HEAD + TAIL) {
        fprintf(stderr, "thud: %s: %s\n", kind, text);
        return;
    }
    size_t head = whole_characters(text, HEAD), tail = whole_characters(text, length - TAIL);
    fprintf(stderr, "thud: %s: %.*s…%s\n", kind, (int)head, text, text + tail);
}

/* user text can contain line feeds; the message stays on one line */
static void print_line(const char *kind, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = thud_print_list(NULL, 0, format, arguments);
    char *line = length < 0 ? NULL : malloc((size_t)length + 1);
    if (line) {
        thud_print_list(line, (size_t)length + 1, format, again);
        thud_printable_make(line);
        print_shortened(kind, line);
    } else {
        fprintf(stderr, "thud: error: out of memory\n");
    }
    va_end(again);
    free(line);
}

int usage_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("error", format, arguments);
    va_end(arguments);
    return EXIT_USAGE;
}

int work_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("error", format, arguments);
    va_end(arguments);
    return EXIT_FAILED;
}

void warn(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("warning", format, arguments);
    va_end(arguments);
}

void file_message(const char *path, size_t line, size_t column, const char *kind, const char *text) {
    char message[2048];
    if (line > 0) snprintf(message, sizeof message, "%.1600s:%zu:%zu: %s: %s", path, line, column, kind, text);
    else snprintf(message, sizeof message, "%.1600s: %s: %s", path, kind, text);
    thud_printable_make(message);
    fprintf(stderr, "%s\n", message);
}

/* a result that overflows comes from absurd input, not from an error of the computation */
bool is_bad_input(thud_status status) {
    return status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_SYNTAX || status == THUD_ERROR_DIMENSION ||
           status == THUD_ERROR_UNREACHABLE || status == THUD_ERROR_OVERFLOW || status == THUD_ERROR_MISMATCH ||
           status == THUD_ERROR_IN_USE;
}

/* "flores: restitution (1.5 given) must be above 0 and at most 1" */
int library_error(const char *model, const thud_error *error) {
    int (*report)(const char *, ...) = is_bad_input(error->status) ? usage_error : work_error;
    /* errors without their own sentence, such as lack of memory, use the text of the status */
    const char *text = *error->text ? error->text : thud_status_text(error->status);
    return report("%s%s%s", model ? model : "", model ? ": " : "", text);
}

int status_error(const char *subject, thud_status status) {
    thud_error error;
    thud_error_status(&error, status);
    return library_error(subject, &error);
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
