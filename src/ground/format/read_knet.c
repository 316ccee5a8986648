/*
 * K-NET and KiK-net (NIED, Japan): 17 lines of header, the values from column 19 on, then counts of the recorder.
 *
 * Labels vary, lines do not. A count times the scale factor "3920(gal)/6182761" is an acceleration; the recorder's
 * offset is removed with the mean. The 15 s that the record time is late concern the clock, not the motion.
 */
#include "ground/read/format.h"

enum { HEADER_LINES = 17, VALUE_COLUMN = 18 };

/* lines of the header, from 0 */
enum { ORIGIN_TIME = 0, STATION_CODE = 5, FREQUENCY = 10, DURATION = 11, DIRECTION = 12, SCALE = 13, PEAK = 14 };

/* removes the header from the text */
static bool take_header(thud_span *text, thud_span lines[HEADER_LINES]) {
    for (int i = 0; i < HEADER_LINES; i++)
        if (!thud_line_next(text, &lines[i])) return false;
    return true;
}

static bool recognise(thud_span text) {
    thud_span lines[HEADER_LINES];
    return take_header(&text, lines) && thud_span_begins(lines[ORIGIN_TIME], "Origin Time") &&
           thud_span_find(lines[SCALE], "Scale");
}

static thud_span value_of(thud_span line) {
    return thud_span_trim(thud_span_field(line, VALUE_COLUMN, (size_t)(line.end - line.at)));
}

/* "3920(gal)/6182761": gal per counts */
static bool read_scale(thud_reader *reader, thud_span value) {
    thud_number up, down;
    thud_acceleration_unit unit;
    if (!thud_reader_find_number(value, &up) || !thud_reader_find_number(thud_span_after(value, "/"), &down) ||
        !thud_acceleration_unit_begins(thud_span_after(value, "("), &unit) || !(up.value > 0) || !(down.value > 0))
        return thud_reader_fail(reader, value.at, "expected a scale factor such as 3920(gal)/6182761");
    reader->unit = unit;
    reader->scale_up = up.value;
    reader->scale_down = down.value;
    return true;
}

/* the header does not give the number of samples: seconds times samples per second */
static bool read_count(thud_reader *reader, thud_span frequency, thud_span duration, size_t *count) {
    thud_number hertz, seconds;
    if (!thud_reader_find_number(frequency, &hertz) || !(hertz.value > 0))
        return thud_reader_fail(reader, frequency.at, "expected a sampling frequency, above 0");
    if (!thud_reader_find_number(duration, &seconds) || !(seconds.value * hertz.value >= 2) ||
        seconds.value * hertz.value > 1e15)
        return thud_reader_fail(reader, duration.at, "expected a duration of at least two samples");
    reader->step = 1 / hertz.value;
    *count = (size_t)(seconds.value * hertz.value + 0.5);
    return true;
}

static bool read_knet(thud_reader *reader) {
    thud_span rest = reader->text, lines[HEADER_LINES];
    thud_motion_info *info = reader->info;
    size_t count = 0;
    if (!take_header(&rest, lines))
        return thud_reader_fail(reader, reader->text.end, "the file ends within the %d lines of its header",
                                HEADER_LINES);
    thud_span_copy(value_of(lines[ORIGIN_TIME]), info->title, sizeof info->title);
    thud_span_copy(value_of(lines[STATION_CODE]), info->station, sizeof info->station);
    (void)thud_reader_channel(reader, value_of(lines[DIRECTION]));
    if (!thud_reader_channel_found(reader) ||
        !read_count(reader, value_of(lines[FREQUENCY]), value_of(lines[DURATION]), &count) ||
        !read_scale(reader, value_of(lines[SCALE])))
        return false;
    thud_reader_peak(reader, value_of(lines[PEAK]));
    reader->has_offset = true;
    const char *at = rest.at;
    if (!thud_reader_series(reader, &at, count, 0)) return false;
    thud_reader_rest(reader, at, true);
    return true;
}

const thud_motion_format thud_format_knet = {
    .name = "knet",
    .description = "K-NET and KiK-net, NIED",
    .recognise = recognise,
    .read = read_knet,
};
