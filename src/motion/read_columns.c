/*
 * Plain text: rows of a time and accelerations, or accelerations alone at equal steps. Separators are blanks, tabs,
 * commas or semicolons; lines that begin with #, % or ! are comments; with semicolons, tabs or blanks between them
 * numbers may have decimal commas.
 */
#include <string.h>

#include "motion/columns.h"
#include "motion/format.h"
#include "motion/layout.h"
#include "motion/rows.h"

static bool recognise_rows(thud_span text) {
    thud_layout parts;
    return thud_layout_find(text, &parts) && parts.columns > 1;
}

static bool recognise_values(thud_span text) {
    thud_layout parts;
    return thud_layout_find(text, &parts) && parts.columns == 1;
}

/* the first line that tells no step or unit, and is not the names of columns, right above the numbers */
static void read_title(thud_reader *reader, thud_span header) {
    thud_span line;
    size_t numbers;
    while (!*reader->info->title && thud_line_next(&header, &line)) {
        const bool last = header.at == header.end;
        if (last && thud_row_look(line, '.', &numbers) == THUD_ROW_TEXT) return;
        if (!thud_span_blank(thud_header_step(line)) || !thud_span_blank(thud_header_unit(line))) continue;
        while (line.at < line.end && *line.at && strchr("#%!/ \t", *line.at)) line.at++;
        thud_span_copy(line, reader->info->title, sizeof reader->info->title);
    }
}

/* takes the text apart, and reads what the header says in words */
static bool begin(thud_reader *reader, thud_layout *parts) {
    if (!thud_layout_find(reader->text, parts))
        return thud_reader_fail(reader, reader->text.at, "no row of numbers in the file");
    reader->point = parts->point;
    read_title(reader, parts->header);
    (void)thud_acceleration_unit_begins(thud_header_unit(parts->header), &reader->unit);
    return true;
}

/* milliseconds become seconds */
static bool scale_times(thud_reader *reader, thud_span unit) {
    static const char *const seconds[] = {"s", "sec", "second", "seconds", ""};
    for (size_t i = 0; i < sizeof seconds / sizeof seconds[0]; i++)
        if (thud_span_equals(unit, seconds[i])) return true;
    if (!thud_span_equals(unit, "ms") && !thud_span_equals(unit, "msec"))
        return thud_reader_fail(reader, unit.at, "expected times in s or ms");
    for (size_t i = 0; i < reader->count; i++) reader->times[i] /= 1000;
    reader->time_place -= 3;
    return true;
}

static void find_time(const thud_column *columns, thud_rows *rows) {
    for (size_t i = rows->columns; i > 0; i--)
        if (thud_column_is_time(&columns[i - 1])) rows->time = i - 1;
}

/* the column of the channel that is asked for; all but the time are channels */
static bool choose_value(thud_reader *reader, const thud_column *columns, bool named, thud_rows *rows) {
    for (size_t i = 0; i < rows->columns; i++) {
        const thud_span name = named ? columns[i].name : (thud_span){reader->text.at, reader->text.at};
        if (i != rows->time && thud_reader_channel(reader, name)) rows->value = i;
    }
    if (!thud_reader_channel_found(reader)) return false;
    if (named) (void)thud_acceleration_unit_is(columns[rows->value].unit, &reader->unit);
    return true;
}

static bool read_rows(thud_reader *reader) {
    thud_layout parts;
    thud_column columns[THUD_COLUMNS_NAMED];
    if (!begin(reader, &parts)) return false;
    if (parts.columns < 2)
        return thud_reader_fail(reader, parts.data.at,
                                "expected a time and an acceleration in each row, found one number");
    const bool named = thud_columns_find(parts.header, parts.columns, columns);
    thud_rows rows = {.columns = parts.columns};
    if (named) find_time(columns, &rows);
    if (!choose_value(reader, columns, named, &rows) || !thud_rows_read(reader, parts.data, &rows)) return false;
    return !named || scale_times(reader, columns[rows.time].unit);
}

/* all numbers of all lines, row by row */
static bool read_all(thud_reader *reader, thud_span data) {
    thud_span line;
    reader->data = data.at;
    while (thud_line_next(&data, &line)) {
        const char *at = thud_row_skip(line.at, line.end, reader->point);
        while (!thud_row_over(at, line.end)) {
            thud_number number;
            if (!thud_reader_number(reader, &at, 0, &number) || !thud_reader_room(reader, false)) return false;
            reader->values[reader->count++] = number.value;
            at = thud_row_skip(at, line.end, reader->point);
        }
    }
    return true;
}

/* one column of several when a channel is asked for, else all numbers */
static bool read_values(thud_reader *reader) {
    thud_layout parts;
    thud_column columns[THUD_COLUMNS_NAMED];
    if (!begin(reader, &parts)) return false;
    const bool several = reader->options->channel && parts.columns > 1;
    thud_rows rows = {.columns = several ? parts.columns : 1, .time = THUD_ROWS_NO_TIME};
    const bool named = thud_columns_find(parts.header, rows.columns, columns);
    const thud_span step = thud_header_step(parts.header);
    if (!choose_value(reader, columns, named, &rows)) return false;
    if (step.at < step.end && !thud_reader_step(reader, step, &reader->step)) return false;
    return several ? thud_rows_read(reader, parts.data, &rows) : read_all(reader, parts.data);
}

const thud_motion_format thud_format_two_column = {"two-column", "text or CSV with times and accelerations",
                                                   recognise_rows, read_rows};
const thud_motion_format thud_format_one_column = {"one-column", "text with accelerations at equal steps",
                                                   recognise_values, read_values};
