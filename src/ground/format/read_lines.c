/*
 * Plain text with several accelerations in each line, one series row by row, as many programs write it; the last
 * row may be shorter. A file with several components looks the same, so the format is recognised only in clear
 * cases, and the reader reports its choice.
 */
#include "ground/read/columns.h"
#include "ground/read/format.h"
#include "ground/read/rows.h"
#include "ground/text/line.h"

enum { FEWEST = 5 }; /* a time, three components and another column make at most four; wrapped lines have more */

/* true if the rows after the first have as many numbers, and no row begins with a time */
static bool is_wrapped(const thud_layout *parts) {
    thud_span rest = parts->data, line;
    thud_number number;
    double last = 0;
    bool falls = false, shorter = false;
    for (size_t row = 0, columns; thud_line_next(&rest, &line); row++) {
        const thud_row_kind kind = thud_row_look(line, parts->point, &columns);
        if (kind == THUD_ROW_BLANK || kind == THUD_ROW_COMMENT) continue;
        if (kind != THUD_ROW_NUMBERS) return falls && thud_row_is_end(line);
        if (shorter || columns > parts->columns) return false;
        shorter = columns < parts->columns;
        const char *at = thud_row_skip(line.at, line.end, parts->point);
        if (thud_number_read(at, line.end, parts->point, &number) != THUD_NUMBER_FINE) return false;
        falls = falls || (row > 0 && number.value <= last);
        last = number.value;
    }
    return falls;
}

static bool recognise(thud_span text) {
    thud_layout parts;
    thud_record_column columns[THUD_COLUMNS_NAMED];
    return thud_layout_find(text, &parts) && parts.columns >= FEWEST &&
           !thud_columns_find(parts.header, parts.columns, columns) && is_wrapped(&parts);
}

static bool read_line(thud_reader *reader, thud_span line, size_t columns, size_t *count) {
    const char *at = thud_row_skip(line.at, line.end, reader->point);
    for (*count = 0; !thud_row_over(at, line.end); ++*count) {
        thud_number number;
        if (*count == columns)
            return thud_reader_fail(reader, at, "more than the %zu numbers of the first row", columns);
        if (!thud_reader_number(reader, &at, 0, &number) || !thud_reader_room(reader, false)) return false;
        reader->values[reader->count++] = number.value;
        at = thud_row_skip(at, line.end, reader->point);
    }
    return true;
}

/* all numbers of all lines, row by row; a short row in the middle has lost some */
static bool read_all(thud_reader *reader, const thud_layout *parts) {
    thud_span rest = parts->data, line;
    const char *short_row = NULL;
    size_t count;
    reader->data = rest.at;
    while (thud_line_next(&rest, &line)) {
        if (thud_row_is_end(line)) {
            thud_rows_after_end(reader, rest.at);
            return true;
        }
        line = thud_span_trim(line);
        if (thud_row_over(line.at, line.end)) continue;
        if (short_row)
            return thud_reader_fail(reader, short_row, "fewer numbers than the %zu of the first row",
                                    parts->columns);
        if (!read_line(reader, line, parts->columns, &count)) return false;
        if (count < parts->columns) short_row = line.at;
    }
    return true;
}

static bool read_lines(thud_reader *reader) {
    thud_layout parts;
    if (!thud_table_begin(reader, &parts)) return false;
    if (reader->options->channel) { /* there is one, without a name */
        (void)thud_reader_channel(reader, (thud_span){reader->text.at, reader->text.at});
        if (!thud_reader_channel_found(reader)) return false;
    }
    const thud_span step = thud_header_step(parts.header);
    if (step.at < step.end && !thud_reader_step(reader, step, &reader->step)) return false;
    if (!reader->options->format)
        thud_reader_warn(reader, parts.data.at, "the %zu numbers of each row are read as one series, row by row",
                         parts.columns);
    return read_all(reader, &parts);
}

const thud_motion_format thud_format_lines = {
    .name = "lines",
    .description = "text with several accelerations in each line",
    .recognise = recognise,
    .read = read_lines,
};
