/*
 * ESM and ITACA, format DYNA: some 64 lines `KEY: value`, then one sample per line.
 */
#include <string.h>

#include "ground/read/format.h"

static bool is_key_line(thud_span line) {
    return line.at < line.end && *line.at >= 'A' && *line.at <= 'Z' && thud_span_find(line, ":");
}

static bool recognise(thud_span text) {
    thud_span line;
    if (!thud_line_next(&text, &line) || !thud_span_begins(line, "EVENT_NAME:")) return false;
    while (thud_line_next(&text, &line) && is_key_line(line))
        if (thud_span_begins(line, "SAMPLING_INTERVAL_S:")) return true;
    return false;
}

/* the value of a key; empty when the header does not have it */
static thud_span value_of(thud_span header, const char *key) {
    thud_span line;
    while (thud_line_next(&header, &line))
        if (thud_span_begins(line, key) && thud_span_begins(thud_span_after(line, key), ":"))
            return thud_span_trim(thud_span_after(line, ":"));
    return (thud_span){header.end, header.end};
}

static bool read_unit(thud_reader *reader, thud_span header) {
    const thud_span type = value_of(header, "DATA_TYPE"), unit = value_of(header, "UNITS");
    if (type.at < type.end && !thud_span_find(type, "ACCELERATION"))
        return thud_reader_fail(reader, type.at, "the file does not hold accelerations");
    if (unit.at < unit.end && !thud_acceleration_unit_is(unit, &reader->unit) && !reader->options->unit)
        return thud_reader_fail(reader, unit.at, "expected a unit of acceleration, as in cm/s^2");
    return true;
}

static bool read_header(thud_reader *reader, thud_span header, size_t *count) {
    thud_motion_info *info = reader->info;
    thud_span channel = value_of(header, "STREAM");
    if (thud_span_blank(channel)) channel = value_of(header, "COMPONENT"); /* in older files */
    thud_span_copy(value_of(header, "EVENT_NAME"), info->title, sizeof info->title);
    thud_span_copy(value_of(header, "STATION_CODE"), info->station, sizeof info->station);
    (void)thud_reader_channel(reader, channel);
    if (!thud_reader_channel_found(reader) || !read_unit(reader, header)) return false;
    if (strcmp(reader->unit.name, thud_unit_cm.name) == 0) thud_reader_peak(reader, value_of(header, "PGA_CM/S^2"));
    return thud_reader_step(reader, value_of(header, "SAMPLING_INTERVAL_S"), &reader->step) &&
           thud_reader_count(reader, value_of(header, "NDATA"), count);
}

static bool read_esm(thud_reader *reader) {
    thud_span rest = reader->text, line = rest;
    const char *at = rest.at;
    while (thud_line_next(&rest, &line) && is_key_line(line)) at = rest.at;
    size_t count = 0;
    if (!read_header(reader, (thud_span){reader->text.at, at}, &count) ||
        !thud_reader_series(reader, &at, count, 0))
        return false;
    thud_reader_rest(reader, at, true);
    return true;
}

const thud_motion_format thud_format_esm = {
    .name = "esm",
    .description = "ESM and ITACA, DYNA",
    .recognise = recognise,
    .read = read_esm,
};
