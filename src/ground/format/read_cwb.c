/*
 * Central Weather Bureau, Taiwan: lines "#Key: value", then rows of the time and three accelerations, in the order
 * of
 *
 *     #DataSequence: Time U(+); N(+); E(+)
 */
#include "ground/read/format.h"
#include "ground/read/rows.h"

enum { WIDTH = 10 };

static bool is_header(thud_span line) { return thud_span_blank(line) || *line.at == '#'; }

/* removes the header from the text */
static thud_span take_header(thud_span *text) {
    thud_span before = *text, line;
    const char *start = text->at;
    while (thud_line_next(text, &line) && is_header(line)) before = *text;
    *text = before;
    return (thud_span){start, before.at};
}

/* the text after a key; empty if the header does not have it */
static thud_span value_of(thud_span header, const char *key) {
    thud_span line;
    while (thud_line_next(&header, &line))
        if (thud_span_begins(line, key)) return thud_span_after(line, key);
    return (thud_span){header.end, header.end};
}

static bool recognise(thud_span text) {
    const thud_span header = take_header(&text);
    return !thud_span_blank(value_of(header, "#SampleRate(Hz):")) &&
           !thud_span_blank(value_of(header, "#AmplitudeUnit:"));
}

/* "Time U(+); N(+); E(+)": names the columns after the time, and finds the requested one */
static bool choose_column(thud_reader *reader, thud_span sequence, thud_rows *rows) {
    thud_span rest = thud_span_after(sequence, "Time");
    for (rows->columns = 1; !thud_span_blank(rest); rows->columns++) {
        const thud_span name = thud_span_before(thud_span_before(rest, ";"), "(");
        if (thud_reader_channel(reader, name)) rows->value = rows->columns;
        rest = thud_span_after(rest, ";");
    }
    if (rows->columns == 1) return thud_reader_fail(reader, sequence.at, "expected '#DataSequence: Time U(+); …'");
    return thud_reader_channel_found(reader);
}

/* "#AmplitudeMAX. N:    1.256~   -2.273": the larger of the two */
static void read_peak(thud_reader *reader, thud_span header) {
    thud_span line;
    thud_number high, low;
    while (thud_line_next(&header, &line)) {
        const thud_span name = thud_span_after(line, "#AmplitudeMAX.");
        if (!thud_span_equals(thud_span_trim(thud_span_before(name, ":")), reader->info->channel)) continue;
        const thud_span range = thud_span_after(name, ":"), end = thud_span_after(range, "~");
        if (thud_reader_find_number(range, &high) && thud_reader_find_number(end, &low))
            thud_reader_peak(reader, -low.value > high.value ? end : range);
    }
}

/* seconds times samples per second; compared with the file after reading */
static void read_count(thud_reader *reader, thud_span header) {
    thud_number seconds;
    if (thud_reader_find_number(value_of(header, "#RecordLength(sec):"), &seconds) && seconds.value > 0 &&
        seconds.value / reader->step < 1e15)
        reader->info->header_count = (size_t)(seconds.value / reader->step + 0.5);
}

static bool read_cwb(thud_reader *reader) {
    thud_span rest = reader->text;
    const thud_span header = take_header(&rest);
    thud_motion_info *info = reader->info;
    thud_rows rows = {.width = WIDTH};
    double rate;
    thud_span_copy(value_of(header, "#Origin Time(GMT+08):"), info->title, sizeof info->title);
    thud_span_copy(value_of(header, "#StationCode:"), info->station, sizeof info->station);
    (void)thud_acceleration_unit_begins(value_of(header, "#AmplitudeUnit:"), &reader->unit);
    if (!choose_column(reader, value_of(header, "#DataSequence:"), &rows) ||
        !thud_reader_step(reader, value_of(header, "#SampleRate(Hz):"), &rate))
        return false;
    reader->step = 1 / rate;
    read_count(reader, header);
    read_peak(reader, header);
    return thud_rows_read(reader, rest, &rows);
}

const thud_motion_format thud_format_cwb = {
    .name = "cwb",
    .description = "Central Weather Bureau, Taiwan",
    .recognise = recognise,
    .read = read_cwb,
};
