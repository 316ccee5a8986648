/*
 * Plain text: rows of a time and accelerations, or accelerations alone at equal steps. Separators are spaces,
 * tabs, commas or semicolons. Lines that begin with #, % or ! are comments. Numbers may have decimal commas if
 * semicolons, tabs or spaces separate them.
 */
#include "ground/read/columns.h"
#include "ground/read/format.h"
#include "ground/read/rows.h"
#include "ground/text/line.h"

static bool recognise_rows(thud_span text) {
    thud_layout parts;
    return thud_layout_find(text, &parts) && parts.columns > 1;
}

static bool recognise_values(thud_span text) {
    thud_layout parts;
    return thud_layout_find(text, &parts) && parts.columns == 1;
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

static void find_time(const thud_record_column *columns, thud_rows *rows) {
    for (size_t i = rows->columns; i > 0; i--)
        if (thud_column_is_time(&columns[i - 1])) rows->time = i - 1;
}

/* the column of the requested channel; all columns except the time are channels */
static bool choose_value(thud_reader *reader, const thud_record_column *columns, bool named, thud_rows *rows) {
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
    thud_record_column columns[THUD_COLUMNS_NAMED];
    if (!thud_table_begin(reader, &parts)) return false;
    if (parts.columns < 2)
        return thud_reader_fail(reader, parts.data.at,
                                "expected a time and an acceleration in each row, found one number");
    const bool named = thud_columns_find(parts.header, parts.columns, columns);
    thud_rows rows = {.columns = parts.columns};
    if (named) find_time(columns, &rows);
    if (!choose_value(reader, columns, named, &rows) || !thud_rows_read(reader, parts.data, &rows)) return false;
    return !named || scale_times(reader, columns[rows.time].unit);
}

/* one number in each row, or the requested column; several would be components */
static bool read_values(thud_reader *reader) {
    thud_layout parts;
    thud_record_column columns[THUD_COLUMNS_NAMED];
    if (!thud_table_begin(reader, &parts)) return false;
    if (parts.columns > 1 && !reader->options->channel)
        return thud_reader_fail(reader, parts.data.at,
                                "%zu numbers in a row: choose a column with the option channel, or the format "
                                "lines if all are samples of one series",
                                parts.columns);
    thud_rows rows = {.columns = parts.columns, .time = THUD_ROWS_NO_TIME};
    const bool named = thud_columns_find(parts.header, rows.columns, columns);
    const thud_span step = thud_header_step(parts.header);
    if (!choose_value(reader, columns, named, &rows)) return false;
    if (step.at < step.end && !thud_reader_step(reader, step, &reader->step)) return false;
    return thud_rows_read(reader, parts.data, &rows);
}

const thud_motion_format thud_format_two_column = {
    .name = "two-column",
    .description = "text or CSV with times and accelerations",
    .recognise = recognise_rows,
    .read = read_rows,
};
const thud_motion_format thud_format_one_column = {
    .name = "one-column",
    .description = "text with accelerations at equal steps",
    .recognise = recognise_values,
    .read = read_values,
};
