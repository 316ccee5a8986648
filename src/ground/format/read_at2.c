/*
 * PEER strong-motion database, acceleration: a few lines of text, one with the number of samples and the step, the
 * samples in g. The line is not always the fourth, and reads
 *
 *     NPTS=   7999, DT=   .0050 SEC,     NPTS=  1559, dt= .02     2000  .0200  NPTS, DT
 */
#include "ground/read/format.h"

enum { HEADER_LINES = 12 };

/* not in a comment, which files of columns have */
static bool is_count_line(thud_span line) {
    const bool comment = thud_span_begins(line, "#") || thud_span_begins(line, "%");
    return !comment && thud_span_find(line, "NPTS") && thud_span_find(line, "DT");
}

/* removes the lines up to the one with the count from the text; false if there is none near the top */
static bool find_count_line(thud_span *text, thud_span *line) {
    for (int i = 0; i < HEADER_LINES && thud_line_next(text, line); i++)
        if (is_count_line(*line)) return true;
    return false;
}

static bool recognise(thud_span text) {
    thud_span line;
    return find_count_line(&text, &line);
}

/* VT2 and DT2 files differ only in this */
static const char *other_quantity(thud_span line) {
    if (thud_span_find(line, "ACCEL")) return NULL;
    if (thud_span_find(line, "VELOCITY TIME")) return "velocities";
    if (thud_span_find(line, "DISPLACEMENT TIME")) return "displacements";
    return NULL;
}

/* the first line of PEER's own files names only the database */
static bool is_letterhead(thud_span line) {
    return thud_span_begins(line, "PEER ") || thud_span_begins(line, "PACIFIC ENGINEERING");
}

/* the lines above the count: the title, and the unit if it is named; PEER's is g */
static bool read_titles(thud_reader *reader, thud_span count_line) {
    thud_span rest = {reader->text.at, count_line.at}, line;
    thud_motion_info *info = reader->info;
    reader->unit = thud_unit_g;
    while (thud_line_next(&rest, &line)) {
        const char *other = other_quantity(line);
        if (other) return thud_reader_fail(reader, line.at, "the file holds %s, not accelerations", other);
        (void)thud_acceleration_unit_begins(thud_span_after(line, "UNITS OF"), &reader->unit);
        if (!*info->title && !is_letterhead(line)) thud_span_copy(line, info->title, sizeof info->title);
    }
    return true;
}

/* numbers after their names if there is an equals sign, otherwise the first two numbers */
static bool read_count_line(thud_reader *reader, thud_span line, size_t *count) {
    thud_span number = line, step = thud_span_after(line, "DT");
    if (thud_span_find(line, "=")) {
        number = thud_span_after(line, "NPTS");
    } else {
        thud_number first;
        if (thud_reader_find_number(line, &first)) step = (thud_span){first.end, line.end};
    }
    return thud_reader_count(reader, number, count) && thud_reader_step(reader, step, &reader->step);
}

static bool read_at2(thud_reader *reader) {
    thud_span rest = reader->text, line;
    size_t count = 0;
    if (!find_count_line(&rest, &line))
        return thud_reader_fail(reader, reader->text.at, "no line with NPTS and DT near the top");
    if (reader->options->channel) { /* there is one, without a name */
        (void)thud_reader_channel(reader, (thud_span){line.at, line.at});
        if (!thud_reader_channel_found(reader)) return false;
    }
    if (!read_titles(reader, line) || !read_count_line(reader, line, &count)) return false;
    const char *at = rest.at;
    if (!thud_reader_series(reader, &at, count, 0)) return false;
    thud_reader_rest(reader, at, true);
    return true;
}

const thud_motion_format thud_format_at2 = {
    .name = "at2",
    .description = "PEER strong-motion database, AT2",
    .recognise = recognise,
    .read = read_at2,
};
