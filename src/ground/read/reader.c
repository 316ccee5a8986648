/* State of reading a file: its text, the options, and the results so far. */
#include "ground/read/reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"

static void place(const thud_reader *reader, const char *where, thud_error *error) {
    if (!reader->binary) {
        thud_line_place(reader->text, where, &error->line, &error->column);
        return;
    }
    error->line = 1;
    error->column = (size_t)(where - reader->text.at) + 1;
}

static void write_at(const thud_reader *reader, const char *where, thud_status status, thud_error *error,
                     const char *format, va_list arguments) {
    *error = (thud_error){.status = status, .value = NAN};
    thud_print_list(error->text, sizeof error->text, format, arguments);
    place(reader, where, error);
}

bool thud_reader_fail(thud_reader *reader, const char *where, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    reader->status = THUD_ERROR_SYNTAX;
    write_at(reader, where, reader->status, &reader->info->error, format, arguments);
    va_end(arguments);
    return false;
}

bool thud_reader_fail_memory(thud_reader *reader) {
    reader->status =
        thud_error_set(&reader->info->error, THUD_ERROR_MEMORY, "there is not enough memory for the file");
    return false;
}

bool thud_reader_fail_option(thud_reader *reader, const char *option, const char *value, const char *expected) {
    reader->status = thud_error_set(&reader->info->error, THUD_ERROR_ARGUMENT, "%s '%.60s': expected %s", option,
                                    value, expected);
    reader->info->error.subject = option;
    return false;
}

void thud_reader_warn(thud_reader *reader, const char *where, const char *format, ...) {
    thud_motion_info *info = reader->info;
    if (info->warning_count < THUD_MOTION_WARNING_LIMIT) {
        va_list arguments;
        va_start(arguments, format);
        write_at(reader, where, THUD_OK, &info->warnings[info->warning_count], format, arguments);
        va_end(arguments);
    }
    info->warning_count++;
}

bool thud_reader_trim(thud_reader *reader) {
    thud_span *text = &reader->text;
    if (thud_span_begins(*text, "\xEF\xBB\xBF")) text->at += 3;
    if (text->at < text->end && text->end[-1] == 0x1a) text->end--;
    if (thud_span_begins(*text, "\xFF\xFE") || thud_span_begins(*text, "\xFE\xFF"))
        return thud_reader_fail(reader, text->at, "the file is UTF-16; save it as UTF-8 or ASCII");
    if (text->at == text->end) return thud_reader_fail(reader, text->at, "the file is empty");
    return true;
}

static bool grow(double **array, size_t count) {
    double *larger = realloc(*array, count * sizeof **array);
    if (!larger) return false;
    *array = larger;
    return true;
}

bool thud_reader_reserve(thud_reader *reader, size_t count, bool with_times) {
    if (count <= reader->capacity) return true;
    /* a number has at least one byte */
    const size_t most = (size_t)(reader->text.end - reader->text.at) + 1;
    if (count > most && !reader->binary) count = most;
    if (!grow(&reader->values, count) || (with_times && !grow(&reader->times, count)))
        return thud_reader_fail_memory(reader);
    reader->capacity = count;
    return true;
}

bool thud_reader_room(thud_reader *reader, bool with_times) {
    if (reader->count < reader->capacity) return true;
    return thud_reader_reserve(reader, reader->count < 512 ? 1024 : 2 * reader->count, with_times);
}

static bool is_separator(const thud_reader *reader, char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == ';' || (c == ',' && reader->point != ',');
}

const char *thud_reader_skip(const thud_reader *reader, const char *at, const char *end) {
    while (at < end && is_separator(reader, *at)) at++;
    return at;
}

/* the kind of text here, for messages; the content of unknown files is not shown */
static const char *kind_at(const thud_reader *reader, const char *at) {
    if (at == reader->text.end) return "the end of the file";
    if (*at == '\n' || *at == '\r') return "the end of the line";
    if ((unsigned char)*at < ' ' || *at == 0x7f) return "a control character";
    return thud_number_begins(*at) ? "text that begins like a number" : "text";
}

static bool fail_number(thud_reader *reader, const char *at, thud_number_fault fault) {
    switch (fault) {
    case THUD_NUMBER_STARS:
        return thud_reader_fail(reader, at, "asterisks instead of a number: it did not fit into its field");
    case THUD_NUMBER_NOT_ONE:
        return thud_reader_fail(reader, at, "expected a finite number, found '%.3s'",
                                *at == '-' || *at == '+' ? at + 1 : at);
    case THUD_NUMBER_TOO_LARGE: return thud_reader_fail(reader, at, "the number is too large for a double");
    default: return thud_reader_fail(reader, at, "expected a number, found %s", kind_at(reader, at));
    }
}

/* whether a number may end here: before a separator, or before the sign of the next packed number */
static bool ends(const thud_reader *reader, const char *at) {
    const char *end = reader->text.end;
    if (at == end || is_separator(reader, *at)) return true;
    return (*at == '-' || *at == '+') && at + 1 < end && thud_number_begins(at[1]);
}

/* the field of `width` columns that contains a byte; empty if the line has no such columns */
static thud_span field_around(const thud_reader *reader, const char *at, size_t width) {
    enum { LONGEST_LINE = 4096 }; /* far more than Fortran writes; it bounds the search backwards */
    const char *start = at;
    while (start > reader->text.at && start[-1] != '\n' && start[-1] != '\r' && at - start < LONGEST_LINE) start--;
    start += (size_t)(at - start) / width * width;
    thud_span rest = {start, reader->text.end}, line;
    if (!thud_line_next(&rest, &line)) return rest;
    return thud_span_field(line, 0, width);
}

/* a number that touches the next one, by the columns of the file */
static bool read_field(thud_reader *reader, const char **at, size_t width, thud_number *number) {
    if (width > 0) {
        const thud_span field = thud_span_trim(field_around(reader, *at, width));
        const bool whole = thud_number_read(field.at, field.end, reader->point, number) == THUD_NUMBER_FINE &&
                           number->end == field.end;
        if (whole && field.at >= *at) {
            *at = number->end;
            return true;
        }
    }
    return thud_reader_fail(reader, *at, "expected a number, found %s", kind_at(reader, *at));
}

bool thud_reader_number(thud_reader *reader, const char **at, size_t width, thud_number *number) {
    const thud_number_fault fault = thud_number_read(*at, reader->text.end, reader->point, number);
    if (fault != THUD_NUMBER_FINE) return fail_number(reader, *at, fault);
    /* whole numbers touch without a mark; others have one point each */
    const size_t length = (size_t)(number->end - *at);
    const bool too_wide = width > 0 && length > width && !memchr(*at, reader->point, length);
    if (too_wide || !ends(reader, number->end)) return read_field(reader, at, width, number);
    *at = number->end;
    return true;
}

/* text that is not even a bad number: the samples are over */
static bool is_text(const thud_reader *reader, const char *at) {
    thud_number number;
    return !thud_number_begins(*at) &&
           thud_number_read(at, reader->text.end, reader->point, &number) == THUD_NUMBER_MISSING;
}

static bool fail_short(thud_reader *reader, const char *at, size_t count) {
    const size_t each = reader->paired ? 2 : 1, found = reader->count / each;
    count /= each;
    if (at == reader->text.end)
        return thud_reader_fail(reader, at, "the file ends after %zu samples; its header says %zu", found, count);
    return thud_reader_fail(reader, at, "expected sample %zu of the header's %zu, found %s", found + 1, count,
                            kind_at(reader, at));
}

/*
 * Whether a number begins a line that continues with a word. "12000 points of velocity" is not a sample, even if a
 * header counts one too many.
 */
static bool begins_text_line(const thud_reader *reader, const char *number, const char *behind) {
    const char *at = number, *end = reader->text.end;
    while (at > reader->text.at && (at[-1] == ' ' || at[-1] == '\t')) at--;
    if (at > reader->text.at && at[-1] != '\n' && at[-1] != '\r') return false;
    while (behind < end && (*behind == ' ' || *behind == '\t')) behind++;
    return behind < end && ((*behind >= 'a' && *behind <= 'z') || (*behind >= 'A' && *behind <= 'Z'));
}

bool thud_reader_series(thud_reader *reader, const char **at, size_t count, size_t width) {
    const char *end = reader->text.end;
    reader->info->header_count = count;
    reader->data = thud_reader_skip(reader, *at, end);
    /* numbers have at least two bytes with their separator, whatever count a header gives */
    const size_t likely = (size_t)(end - reader->data) / 2 + 1;
    if (!thud_reader_reserve(reader, count < likely ? count : likely, false)) return false;
    const char *last = *at;
    while (reader->count < count) {
        *at = last = thud_reader_skip(reader, *at, end);
        if (*at == end || is_text(reader, *at)) return fail_short(reader, *at, count);
        thud_number number;
        if (!thud_reader_number(reader, at, width, &number) || !thud_reader_room(reader, false)) return false;
        reader->values[reader->count++] = number.value;
    }
    /* earlier numbers were followed by a word, so they were not samples */
    if (!begins_text_line(reader, last, *at)) return true;
    reader->count--;
    return fail_short(reader, last, count);
}

/* the number of numbers in a line; 0 if it contains anything else */
static size_t numbers_in(const thud_reader *reader, thud_span line) {
    size_t count = 0;
    const char *at = thud_reader_skip(reader, line.at, line.end);
    for (thud_number number; at < line.end; at = thud_reader_skip(reader, number.end, line.end), count++)
        if (thud_number_read(at, line.end, reader->point, &number) != THUD_NUMBER_FINE) return 0;
    return count;
}

/* in all lines of numbers from here on */
static size_t count_numbers(const thud_reader *reader, const char *at) {
    thud_span rest = {at, reader->text.end}, line;
    size_t count = 0;
    while (thud_line_next(&rest, &line)) {
        const size_t more = numbers_in(reader, line);
        if (more == 0 && !thud_span_blank(line)) break;
        count += more;
    }
    return count;
}

void thud_reader_rest(thud_reader *reader, const char *at, bool text_too) {
    /* some files are padded with zero bytes */
    while (at < reader->text.end && (is_separator(reader, *at) || *at == '\0')) at++;
    if (at == reader->text.end) return;
    const size_t more = count_numbers(reader, at);
    if (more > 0)
        thud_reader_warn(reader, at, "%zu more numbers than the %zu samples of the header; they are ignored", more,
                         reader->count);
    else if (text_too)
        thud_reader_warn(reader, at, "%s follows the last sample and is ignored", kind_at(reader, at));
}
