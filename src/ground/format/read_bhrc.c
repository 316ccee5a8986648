/*
 * Building and Housing Research Center, Iran, volume 1: a block for each of the components L, V and T with the
 * header of volume 1, then ten accelerations per line at equal steps, up to "/&". The sampling rate is real number
 * 7, the first of the second line, which is cut after five; it agrees with the stated duration.
 */
#include <math.h>

#include "ground/format/volume1.h"
#include "ground/read/format.h"

enum {
    RATE_LINE = THUD_VOLUME1_REALS + 1,
    DURATION_LINE = 10,
    ORIGIN_LINE = 2,
    COMPONENT_LINE = 6,
    STATION_LINE = 7,
    WIDTH = 13
};

static bool begins_block(thud_span line) { return thud_span_begins(line, "* VOL1DS FILE"); }

static bool recognise(thud_span text) {
    thud_span line;
    return thud_line_next(&text, &line) && begins_block(line);
}

/* "COMP L1" */
static thud_span component(thud_span text) {
    thud_volume1 block;
    if (!thud_volume1_take(text, &block)) return (thud_span){text.at, text.at};
    return thud_span_after(block.lines[COMPONENT_LINE], "COMP");
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

/* the rate, if samples and duration agree with it; otherwise from those two */
static bool read_step(thud_reader *reader, const thud_volume1 *block, size_t count) {
    const thud_span rate_at = thud_span_field(block->lines[RATE_LINE], 0, WIDTH);
    thud_number rate, duration;
    const bool has_rate = thud_reader_find_number(rate_at, &rate) && rate.value > 0;
    const bool has_duration =
        thud_reader_find_number(thud_span_after(block->lines[DURATION_LINE], "DURATION"), &duration) &&
        duration.value > 0;
    if (!has_rate && !has_duration)
        return thud_reader_fail(reader, rate_at.at, "expected a sampling rate or a duration above 0");
    /* the samples last from count - 1 to count steps, depending on the convention */
    if (has_rate && has_duration && fabs((double)count / rate.value - duration.value) > 1.5 / rate.value)
        thud_reader_warn(reader, rate_at.at, "%zu samples at %g Hz do not last the %g s of the header", count,
                         rate.value, duration.value);
    reader->step = has_rate ? 1 / rate.value : duration.value / (double)count;
    return true;
}

static bool read_bhrc(thud_reader *reader) {
    thud_span text = reader->text;
    thud_volume1 block;
    size_t count;
    if (!find_block(reader, &text)) return false;
    if (!thud_volume1_take(text, &block))
        return thud_reader_fail(reader, text.at, "no header of %d lines with the number of points in it",
                                THUD_VOLUME1_LINES);
    thud_span_copy(thud_span_after(block.lines[ORIGIN_LINE], ":"), reader->info->title, sizeof reader->info->title);
    thud_span_copy(thud_span_before(block.lines[STATION_LINE], " Station"), reader->info->station,
                   sizeof reader->info->station);
    thud_volume1_unit(reader, &block);
    const char *at = block.data;
    if (!thud_volume1_count(reader, &block, &count) || !read_step(reader, &block, count) ||
        !thud_reader_series(reader, &at, count, WIDTH))
        return false;
    thud_reader_rest(reader, at, false);
    return true;
}

const thud_motion_format thud_format_bhrc = {
    .name = "bhrc",
    .description = "BHRC, Iran, volume 1",
    .recognise = recognise,
    .read = read_bhrc,
};
