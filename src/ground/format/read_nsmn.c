/*
 * National Strong-Motion Network of Turkey: lines "KEY : value", a line with the names of the components, then rows
 * of one acceleration for each, in gal.
 *
 *     NUMBER OF DATA          : 28683
 *     SAMPLING INTERVAL (sec) : 0.01
 *     RAW PGA VALUES (gal)    : (N-S) 13.200332 (E-W) 12.163827 (U-D) 9.840572
 *            N-S          E-W          U-D
 */
#include <string.h>

#include "ground/read/format.h"
#include "ground/read/rows.h"
#include "ground/text/line.h"

static bool recognise(thud_span text) {
    thud_span line;
    return thud_line_next(&text, &line) && thud_span_begins(line, "STRONG GROUND MOTION RECORDS OF TURK");
}

static thud_span value_of(thud_span header, const char *key) {
    thud_span line;
    while (thud_line_next(&header, &line))
        if (thud_span_begins(line, key)) return thud_span_trim(thud_span_after(line, ":"));
    return (thud_span){header.end, header.end};
}

/* the line right above the numbers */
static thud_span last_line(thud_span header) {
    thud_span line, last = {header.end, header.end};
    while (thud_line_next(&header, &line))
        if (!thud_span_blank(line)) last = line;
    return thud_span_trim(last);
}

/* removes a word from the line */
static thud_span take_word(thud_span *line) {
    *line = thud_span_trim(*line);
    const thud_span word = thud_span_before(*line, " ");
    line->at = word.end;
    return word;
}

static bool choose_column(thud_reader *reader, thud_span names, thud_rows *rows) {
    for (size_t i = 0; i < rows->columns; i++)
        if (thud_reader_channel(reader, take_word(&names))) rows->value = i;
    return thud_reader_channel_found(reader);
}

/* "(N-S) 13.200332 (E-W) …", by the name of the channel */
static void read_peak(thud_reader *reader, thud_span peaks) {
    char name[sizeof reader->info->channel + 2] = "(";
    thud_span_copy((thud_span){reader->info->channel, reader->info->channel + strlen(reader->info->channel)},
                   name + 1, sizeof name - 2);
    name[strlen(name)] = ')';
    thud_reader_peak(reader, thud_span_before(thud_span_after(peaks, name), "("));
}

static bool read_nsmn(thud_reader *reader) {
    thud_motion_info *info = reader->info;
    thud_layout parts;
    if (!thud_layout_find(reader->text, &parts))
        return thud_reader_fail(reader, reader->text.at, "no row of numbers in the file");
    thud_rows rows = {.columns = parts.columns, .time = THUD_ROWS_NO_TIME};
    thud_span_copy(value_of(parts.header, "EARTHQUAKE DATE"), info->title, sizeof info->title);
    thud_span_copy(value_of(parts.header, "PLACE"), info->station, sizeof info->station);
    reader->unit = (thud_acceleration_unit){"gal", 1, 100};
    if (!choose_column(reader, last_line(parts.header), &rows) ||
        !thud_reader_step(reader, value_of(parts.header, "SAMPLING INTERVAL"), &reader->step) ||
        !thud_reader_count(reader, value_of(parts.header, "NUMBER OF DATA"), &info->header_count))
        return false;
    read_peak(reader, value_of(parts.header, "RAW PGA VALUES"));
    return thud_rows_read(reader, parts.data, &rows);
}

const thud_motion_format thud_format_nsmn = {
    .name = "nsmn",
    .description = "National Strong-Motion Network, Turkey",
    .recognise = recognise,
    .read = read_nsmn,
};
