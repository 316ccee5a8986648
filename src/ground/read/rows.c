/* Rows of numbers: a time and one or more accelerations per line. */
#include "ground/read/rows.h"

#include <stdint.h>
#include <string.h>

const char *thud_row_skip(const char *at, const char *end, char point) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == ';' || (*at == ',' && point != ','))) at++;
    return at;
}

bool thud_row_over(const char *at, const char *end) {
    return at == end || *at == '#' || *at == '%' || *at == '!' || (end - at >= 2 && at[0] == '/' && at[1] == '/');
}

thud_row_kind thud_row_look(thud_span line, char point, size_t *columns) {
    *columns = 0;
    line = thud_span_trim(line);
    if (line.at == line.end) return THUD_ROW_BLANK;
    if (thud_row_over(line.at, line.end)) return THUD_ROW_COMMENT;
    for (const char *at = thud_row_skip(line.at, line.end, point); !thud_row_over(at, line.end); ++*columns) {
        thud_number number;
        if (thud_number_read(at, line.end, point, &number) != THUD_NUMBER_FINE) return THUD_ROW_TEXT;
        at = thud_row_skip(number.end, line.end, point);
        /* a letter right after it makes it a word */
        const bool apart = at > number.end || thud_row_over(at, line.end) || *at == '-' || *at == '+';
        if (!apart) return THUD_ROW_TEXT;
    }
    return *columns > 0 ? THUD_ROW_NUMBERS : THUD_ROW_TEXT;
}

bool thud_row_is_end(thud_span line) {
    static const char *const words[] = {"end", "end data", "end of data", "end-of-data"};
    const char *const signs = "*-=/&_. \t";
    while (line.at < line.end && *line.at && strchr(signs, *line.at)) line.at++;
    while (line.at < line.end && line.end[-1] && strchr(signs, line.end[-1])) line.end--;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (thud_span_equals(line, words[i])) return true;
    return false;
}

void thud_rows_after_end(thud_reader *reader, const char *at) {
    const char *end = reader->text.end;
    while (at < end && (*at == '\0' || strchr(" \t\r\n", *at))) at++;
    if (at < end) thud_reader_warn(reader, at, "text after the end of the data is ignored");
}

static bool take_time(thud_reader *reader, double time, const char *where) {
    reader->times[reader->count] = time;
    if (reader->count == 0 || time > reader->times[reader->count - 1]) return true;
    return thud_reader_fail(reader, where, "time %.9g is not later than %.9g in the row before", time,
                            reader->times[reader->count - 1]);
}

/* the finest last digit among the latest times, which are the largest */
typedef struct recent_place {
    int64_t last, now;
    unsigned rows;
} recent_place;

static void note_place(recent_place *recent, int64_t place) {
    if (recent->rows++ % 16 == 0) {
        recent->last = recent->now;
        recent->now = place;
    }
    if (place < recent->now) recent->now = place;
}

static bool read_row(thud_reader *reader, thud_span line, const thud_rows *rows, recent_place *recent) {
    const bool timed = rows->time != THUD_ROWS_NO_TIME;
    const char *at = line.at;
    if (!thud_reader_room(reader, timed)) return false;
    for (size_t i = 0; i < rows->columns; i++) {
        at = thud_row_skip(at, line.end, reader->point);
        if (thud_row_over(at, line.end))
            return thud_reader_fail(reader, at, "%zu numbers in this row, %zu in the first", i, rows->columns);
        thud_number number;
        const char *start = at;
        if (!thud_reader_number(reader, &at, rows->width, &number)) return false;
        if (i == rows->value) reader->values[reader->count] = number.value;
        if (i != rows->time) continue;
        if (!take_time(reader, number.value, start)) return false;
        note_place(recent, number.place);
    }
    at = thud_row_skip(at, line.end, reader->point);
    if (!thud_row_over(at, line.end))
        return thud_reader_fail(reader, at, "more than the %zu numbers of the first row", rows->columns);
    reader->count++;
    return true;
}

bool thud_rows_read(thud_reader *reader, thud_span text, const thud_rows *rows) {
    thud_span line;
    recent_place recent = {INT64_MAX, INT64_MAX, 0};
    reader->data = text.at;
    while (thud_line_next(&text, &line)) {
        if (thud_row_is_end(line)) {
            thud_rows_after_end(reader, text.at);
            break;
        }
        if (!thud_row_over(thud_span_trim(line).at, thud_span_trim(line).end) &&
            !read_row(reader, line, rows, &recent))
            return false;
    }
    reader->time_place = recent.last < recent.now ? recent.last : recent.now;
    return true;
}
