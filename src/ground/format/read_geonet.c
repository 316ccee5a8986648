/*
 * GeoNet (GNS Science, New Zealand), V1A and V2A: a block per component of 16 lines of text, 4 of integers, 6 of
 * reals, all in columns of 8, and ten accelerations per line in mm/s²; in V2A velocities and displacements follow.
 */
#include "ground/read/format.h"

enum { TEXT_LINES = 16, NUMBER_LINES = 10, LINES = TEXT_LINES + NUMBER_LINES, WIDTH = 8 };

/* lines of a block, from 0 */
enum { SITE = 1, SITE_NAME = 2, EVENT = 6, POINTS = 9, COMPONENT = 12, PEAK = 13 };

/* the line of the step, and its column */
enum { STEP_LINE = TEXT_LINES + 6, STEP_COLUMN = 5 };

static bool begins_block(thud_span line) {
    return thud_span_find(line, "accelerogram") && thud_span_find(line, "GNS Science");
}

static bool recognise(thud_span text) {
    thud_span line;
    return thud_line_next(&text, &line) && begins_block(line);
}

/* removes the headers of a block, which begins with the text */
static bool take_headers(thud_span *text, thud_span lines[LINES]) {
    for (int i = 0; i < LINES; i++)
        if (!thud_line_next(text, &lines[i])) return false;
    return true;
}

/* "Component S16W  Longitudinal Accelerometer Axis" → S16W */
static thud_span component(thud_span block) {
    thud_span lines[LINES];
    if (!take_headers(&block, lines)) return (thud_span){block.at, block.at};
    const thud_span name = thud_span_trim(thud_span_after(lines[COMPONENT], "Component"));
    return thud_span_before(name, " ");
}

/* the block of the requested component */
static bool find_block(thud_reader *reader, thud_span *block) {
    thud_span rest = reader->text, line;
    while (thud_line_next(&rest, &line)) {
        const thud_span here = {line.at, rest.end};
        if (begins_block(line) && thud_reader_channel(reader, component(here))) *block = here;
    }
    return thud_reader_channel_found(reader);
}

static bool read_headers(thud_reader *reader, const thud_span lines[LINES], size_t *count) {
    thud_motion_info *info = reader->info;
    thud_span_copy(lines[EVENT], info->title, sizeof info->title);
    thud_span_copy(lines[SITE_NAME], info->station, sizeof info->station);
    thud_reader_peak(reader, thud_span_after(lines[PEAK], "Peak"));
    reader->unit = thud_unit_mm;
    return thud_reader_count(reader, thud_span_after(lines[POINTS], "points"), count) &&
           thud_reader_step(reader, thud_span_field(lines[STEP_LINE], STEP_COLUMN * WIDTH, WIDTH), &reader->step);
}

static bool read_geonet(thud_reader *reader) {
    thud_span block = reader->text, lines[LINES];
    size_t count = 0;
    if (!find_block(reader, &block)) return false;
    if (!take_headers(&block, lines))
        return thud_reader_fail(reader, block.end, "the file ends within the %d lines of a header", LINES);
    const char *at = block.at;
    if (!read_headers(reader, lines, &count) || !thud_reader_series(reader, &at, count, WIDTH)) return false;
    if (thud_span_find(lines[0], "Uncorrected")) thud_reader_rest(reader, at, false); /* no velocities follow */
    return true;
}

const thud_motion_format thud_format_geonet = {
    .name = "geonet",
    .description = "GeoNet V1A and V2A",
    .recognise = recognise,
    .read = read_geonet,
};
