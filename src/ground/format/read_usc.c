/*
 * University of Southern California, one channel per file. Volume 1 has pairs of time and acceleration as
 * digitised, in g/10. Volume 2 has the text of volume 1 below its own title, and the accelerations after a line
 * such as
 *
 *     1887 POINTS OF ACC DATA EQUALLY SPACED AT   .020 SEC.  IN UNITS CM/SEC/SEC
 *
 * Velocities and displacements follow. Texts are 72 columns wide, followed by their length.
 */
#include "ground/format/volume1.h"
#include "ground/read/format.h"

enum { TEXT_WIDTH = 72, DATA_WIDTH = 10 };

static bool is_first_volume(thud_span line) {
    return thud_span_begins(line, "FILE") && thud_span_find(line, "UNCORRECTED ACCELEROGRAM DATA OF VOL");
}

static bool recognise(thud_span text) {
    thud_span first, second;
    if (!thud_line_next(&text, &first) || !thud_line_next(&text, &second)) return false;
    return is_first_volume(first) || (thud_span_begins(first, "CORRECTED ACCELEROGRAM") && is_first_volume(second));
}

static bool read_texts(thud_reader *reader, thud_span text) {
    thud_motion_info *info = reader->info;
    thud_span line, name = {text.at, text.at};
    for (int i = 0; i < THUD_VOLUME1_TEXTS + 1 && thud_line_next(&text, &line); i++) {
        line = thud_span_field(line, 0, TEXT_WIDTH);
        if (thud_span_begins(line, "COMP ")) name = thud_span_after(line, "COMP ");
        if (thud_span_begins(line, "STATION ")) thud_span_copy(line, info->station, sizeof info->station);
        if (!*info->title && thud_span_find(line, "EARTHQUAKE"))
            thud_span_copy(line, info->title, sizeof info->title);
    }
    (void)thud_reader_channel(reader, name);
    return thud_reader_channel_found(reader);
}

/* removes the lines up to the description of the data from the text */
static bool find_data_line(thud_span *text, thud_span *peak, thud_span *line) {
    while (thud_line_next(text, line)) {
        if (thud_span_begins(*line, "PEAK ACCELERATION")) *peak = thud_span_after(*line, "=");
        if (thud_span_find(*line, "POINTS OF ACC DATA")) return true;
    }
    return false;
}

/* "-6.86900 CMS/SEC/SEC AT": the unit of the peak is that of the data, which old files do not repeat */
static void read_peak_unit(thud_reader *reader, thud_span peak) {
    thud_number number;
    if (thud_reader_find_number(peak, &number))
        (void)thud_acceleration_unit_begins((thud_span){number.end, peak.end}, &reader->unit);
}

static bool read_second(thud_reader *reader, const char **at) {
    thud_span rest = reader->text, line, peak = {rest.end, rest.end};
    size_t count;
    if (!find_data_line(&rest, &peak, &line))
        return thud_reader_fail(reader, reader->text.end,
                                "no line such as '1887 POINTS OF ACC DATA EQUALLY SPACED …'");
    if (!thud_acceleration_unit_begins(thud_span_after(line, "IN UNITS"), &reader->unit))
        read_peak_unit(reader, peak);
    thud_reader_peak(reader, peak);
    if (!thud_reader_count(reader, line, &count) ||
        !thud_reader_step(reader, thud_span_after(line, "SPACED AT"), &reader->step))
        return false;
    *at = rest.at;
    return thud_reader_series(reader, at, count, DATA_WIDTH);
}

static bool read_first(thud_reader *reader, const char **at) {
    thud_volume1 block;
    if (!thud_volume1_take(reader->text, &block))
        return thud_reader_fail(reader, reader->text.at, "no header of %d lines with the number of points in it",
                                THUD_VOLUME1_LINES);
    thud_volume1_unit(reader, &block);
    thud_volume1_peak(reader, &block);
    return thud_volume1_pairs(reader, &block, at);
}

static bool read_usc(thud_reader *reader) {
    thud_span rest = reader->text, first = rest;
    const char *at;
    (void)thud_line_next(&rest, &first);
    if (!read_texts(reader, reader->text)) return false;
    if (!is_first_volume(first)) return read_second(reader, &at); /* velocities follow */
    if (!read_first(reader, &at)) return false;
    thud_reader_rest(reader, at, false);
    return true;
}

const thud_motion_format thud_format_usc = {
    .name = "usc",
    .description = "University of Southern California, volumes 1 and 2",
    .recognise = recognise,
    .read = read_usc,
};
