/*
 * USGS SMC: 11 lines of text, 6 of integers (8I10), 10 of reals (5E15.7), comments that begin with |, then the data
 * in columns of 10 that may touch each other (8(1PE10.4E1)); accelerations in cm/s².
 *
 * Without a sampling rate the data are pairs of time and acceleration, as digitised.
 */
#include <math.h>

#include "ground/format/volume1.h"
#include "ground/read/format.h"

enum {
    TEXT_LINES = 11,
    INTEGER_LINES = 6,
    REAL_LINES = 10,
    LINES = TEXT_LINES + INTEGER_LINES + REAL_LINES,
    INTEGERS = 8, /* per line */
    REALS = 5,
    INTEGER_WIDTH = 10,
    REAL_WIDTH = 15,
    DATA_WIDTH = 10,
};

/* numbers of the headers, from 1 */
enum { COMMENTS = 16, SAMPLES = 17, NO_REAL = 1, SAMPLING_RATE = 2, MAXIMUM = 30, MINIMUM = 32 };

static bool take_lines(thud_span *text, thud_span lines[LINES]) {
    for (int i = 0; i < LINES; i++)
        if (!thud_line_next(text, &lines[i])) return false;
    return true;
}

static thud_span integer_header(const thud_span lines[LINES], int number) {
    return thud_span_field(lines[TEXT_LINES + (number - 1) / INTEGERS],
                           (size_t)((number - 1) % INTEGERS) * INTEGER_WIDTH, INTEGER_WIDTH);
}

static thud_span real_header(const thud_span lines[LINES], int number) {
    return thud_span_field(lines[TEXT_LINES + INTEGER_LINES + (number - 1) / REALS],
                           (size_t)((number - 1) % REALS) * REAL_WIDTH, REAL_WIDTH);
}

static bool recognise(thud_span text) {
    thud_span lines[LINES];
    thud_number first, second;
    if (!take_lines(&text, lines) || !thud_span_begins(lines[1], "*")) return false;
    return thud_reader_find_number(integer_header(lines, 1), &first) &&
           thud_reader_find_number(real_header(lines, NO_REAL), &second) &&
           (thud_span_find(lines[0], "ACCELEROGRAM") || thud_span_find(lines[0], "VELOCITY") ||
            thud_span_find(lines[0], "DISPLACEMENT") || thud_span_begins(lines[0], "*"));
}

static bool read_texts(thud_reader *reader, const thud_span lines[LINES]) {
    thud_motion_info *info = reader->info;
    if (!thud_span_find(lines[0], "ACCELEROGRAM"))
        return thud_reader_fail(reader, lines[0].at,
                                "expected an accelerogram, found something else in the first line");
    thud_span_copy(lines[3], info->title, sizeof info->title);
    thud_span_copy(thud_span_before(thud_span_after(lines[5], "="), "component="), info->station,
                   sizeof info->station);
    (void)thud_reader_channel(reader, thud_span_after(lines[5], "component="));
    return thud_reader_channel_found(reader);
}

/* the value of a real header; NAN if it equals header 1, the mark for missing values */
static double real_value(const thud_span lines[LINES], int number) {
    thud_number value, nothing;
    if (!thud_reader_find_number(real_header(lines, number), &value)) return NAN;
    if (thud_reader_find_number(real_header(lines, NO_REAL), &nothing) && value.value == nothing.value) return NAN;
    return value.value;
}

static void read_peak(thud_reader *reader, const thud_span lines[LINES]) {
    const double maximum = real_value(lines, MAXIMUM), minimum = real_value(lines, MINIMUM);
    if (isnan(maximum) || isnan(minimum)) return;
    thud_reader_peak(reader, real_header(lines, fabs(maximum) >= fabs(minimum) ? MAXIMUM : MINIMUM));
}

/* as many lines as the header says, while they begin with | */
static void skip_comments(thud_reader *reader, const thud_span lines[LINES], thud_span *rest) {
    thud_number comments;
    if (!thud_reader_find_number(integer_header(lines, COMMENTS), &comments)) return;
    for (double i = 0; i < comments.value; i++) {
        thud_span after = *rest, line;
        if (!thud_line_next(&after, &line)) return;
        if (!thud_span_begins(line, "|")) {
            thud_reader_warn(reader, line.at, "%.0f comments; the header says %.0f", i, comments.value);
            return;
        }
        *rest = after;
    }
}

static bool read_data(thud_reader *reader, const thud_span lines[LINES], const char *at) {
    const double rate = real_value(lines, SAMPLING_RATE);
    size_t count = 0;
    if (!thud_reader_count(reader, integer_header(lines, SAMPLES), &count) ||
        !thud_reader_series(reader, &at, count, DATA_WIDTH))
        return false;
    thud_reader_rest(reader, at, true);
    if (rate > 0) reader->step = 1 / rate;
    else if (!thud_pairs_split(reader)) return false;
    return true;
}

static bool read_smc(thud_reader *reader) {
    thud_span rest = reader->text, lines[LINES];
    if (!take_lines(&rest, lines))
        return thud_reader_fail(reader, reader->text.end, "the file ends within the %d lines of its header", LINES);
    reader->unit = thud_unit_cm;
    if (!read_texts(reader, lines)) return false;
    skip_comments(reader, lines, &rest);
    read_peak(reader, lines);
    return read_data(reader, lines, rest.at);
}

const thud_motion_format thud_format_smc = {
    .name = "smc",
    .description = "USGS SMC",
    .recognise = recognise,
    .read = read_smc,
};
