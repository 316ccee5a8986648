/*
 * CSMIP (California), volumes 1 and 2: a block per channel with a line before the accelerations that tells what
 * they are; velocities and displacements follow in blocks of their own. Where volume 1 has no such line, as in
 * records from film and in those of RENADIC (Chile), the samples are pairs of time and acceleration.
 *
 *     12000 points of accel data equally spaced at  .005 sec, in cm/sec2. (8f10.6)
 *      3251 POINTS OF ACCEL DATA EQUALLY SPACED AT  .020 SEC.  (UNITS: CM/SEC/SEC)
 *     13200 Accelerogram points at 200 pts/sec in units of g .      Format: (8f9.6)
 */
#include "ground/format/volume1.h"
#include "ground/read/format.h"

enum { USUAL_WIDTH = 10 };

/* what was found before the data of a channel; empty if missing */
typedef struct channel {
    thud_span station;
    thud_span name;
    thud_span peak;
    thud_span data_line;
    const char *data;
    bool paired; /* there is no data line; the samples are pairs */
    bool has_header;
    bool is_second; /* volume 2 */
    thud_volume1 header;
} channel;

static bool is_title(thud_span line) { return thud_span_find(line, "corrected accelerogram") != NULL; }

static bool recognise(thud_span text) {
    thud_span first, second;
    if (!thud_line_next(&text, &first) || !thud_line_next(&text, &second)) return false;
    return is_title(first) && (thud_span_find(first, "uncorrected") || is_title(second));
}

static bool is_data_line(thud_span line) {
    return thud_span_find(line, "points of accel data") || thud_span_find(line, "accelerogram points at");
}

/*
 * The header of volume 1 begins with this title; the text after it shows whether samples are pairs. Below the
 * title of volume 2 the old header remains, without its samples.
 */
static void look_at_title(thud_span line, thud_span rest, channel *c) {
    thud_span next;
    const bool first = thud_span_find(line, "uncorrected") && !c->is_second;
    c->is_second = !thud_span_find(line, "uncorrected");
    c->has_header = first && thud_volume1_take((thud_span){line.at, rest.end}, &c->header);
    if (!c->has_header) return;
    rest.at = c->header.data;
    c->paired = thud_line_next(&rest, &next) && !is_data_line(next);
}

static void look_at(thud_span line, channel *c) {
    if (thud_span_begins(line, "Chan")) c->name = thud_span_before(thud_span_after(line, ":"), "(");
    if (thud_span_begins(line, "Station")) c->station = line;
    if (thud_span_begins(line, "Peak acceleration")) c->peak = thud_span_after(line, "=");
}

/* visits all blocks, to know their channels, and keeps the headers of the requested one */
static bool find_channel(thud_reader *reader, channel *found) {
    thud_span rest = reader->text, line;
    const thud_span nothing = {rest.at, rest.at};
    channel c = {.station = nothing, .name = nothing, .peak = nothing, .data_line = nothing};
    while (thud_line_next(&rest, &line)) {
        look_at(line, &c);
        if (is_title(line)) look_at_title(line, rest, &c);
        if (!is_data_line(line) && !(c.paired && rest.at == c.header.data)) continue;
        c.data_line = line;
        c.data = rest.at;
        if (thud_reader_channel(reader, c.name)) *found = c;
        c.name = c.peak = nothing;
        c.paired = c.has_header = false;
    }
    if (reader->info->channel_count == 0)
        return thud_reader_fail(
            reader, reader->text.at,
            "no line such as '12000 points of accel data equally spaced at .005 sec, in cm/sec2'");
    return thud_reader_channel_found(reader);
}

static bool read_step(thud_reader *reader, thud_span line) {
    const thud_span rate = thud_span_after(line, "points at");
    if (thud_span_blank(rate)) return thud_reader_step(reader, thud_span_after(line, "spaced at"), &reader->step);
    if (!thud_reader_step(reader, rate, &reader->step)) return false;
    reader->step = 1 / reader->step; /* "200 pts/sec" */
    return true;
}

/* stays unknown if the line does not say; an option may give it */
static void read_unit(thud_reader *reader, thud_span line) {
    static const char *const before[] = {"in units of", "units:", "sec, in"};
    for (size_t i = 0; i < sizeof before / sizeof before[0]; i++)
        (void)thud_acceleration_unit_begins(thud_span_after(line, before[i]), &reader->unit);
}

/* "(8f10.6)", which may be missing */
static size_t width_of(thud_span line) {
    const thud_fortran_format format = thud_reader_format(line);
    return format.width > 0 ? format.width : USUAL_WIDTH;
}

static void read_title(thud_reader *reader) {
    thud_span rest = reader->text, line = rest;
    for (int i = 0; i < 3; i++) (void)thud_line_next(&rest, &line);
    thud_span_copy(line, reader->info->title, sizeof reader->info->title);
}

static bool read_spaced(thud_reader *reader, const channel *c, const char **at) {
    size_t count;
    if (!read_step(reader, c->data_line) || !thud_reader_count(reader, c->data_line, &count)) return false;
    *at = c->data;
    return thud_reader_series(reader, at, count, width_of(c->data_line));
}

static bool read_csmip(thud_reader *reader) {
    channel c = {.data = reader->text.at};
    if (!find_channel(reader, &c)) return false;
    read_title(reader);
    thud_span_copy(c.station, reader->info->station, sizeof reader->info->station);
    read_unit(reader, c.data_line);
    if (c.has_header) thud_volume1_unit(reader, &c.header);
    if (c.has_header) thud_volume1_peak(reader, &c.header);
    thud_reader_peak(reader, c.peak);
    const char *at;
    if (c.paired ? !thud_volume1_pairs(reader, &c.header, &at) : !read_spaced(reader, &c, &at)) return false;
    thud_reader_rest(reader, at, false);
    return true;
}

const thud_motion_format thud_format_csmip = {
    .name = "csmip",
    .description = "CSMIP, volumes 1 and 2",
    .recognise = recognise,
    .read = read_csmip,
};
