/* The results of a study as CSV. */

#include "report/study/export.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/study/nonfinite.h"
#include "report/text/csv.h"
#include "report/text/file.h"

static void write_name(FILE *stream, const thud_column *column) {
    char unit[80] = "";
    if (*column->unit) snprintf(unit, sizeof unit, " [%.64s]", column->unit);
    fputc(',', stream);
    thud_csv_text(stream, column->name, unit);
}

static void write_names(FILE *stream, const thud_columns *columns, bool results) {
    for (size_t i = 0; i < columns->count; i++)
        if ((columns->list[i].kind == THUD_COLUMN_RESULT) == results) write_name(stream, &columns->list[i]);
}

static void write_head(FILE *stream, const thud_columns *columns, bool times) {
    fputs("case", stream);
    write_names(stream, columns, false);
    fputs(",status,reason", stream);
    if (times) fputs(",wall_seconds [s],executor", stream);
    write_names(stream, columns, true);
    fputc('\n', stream);
}

static void write_text(FILE *stream, const char *text) {
    fputc(',', stream);
    if (text) thud_csv_text(stream, text, "");
}

static void write_cells(FILE *stream, const thud_results *reader, bool results) {
    const thud_columns *columns = thud_results_columns(reader);
    for (size_t i = 0; i < columns->count; i++) {
        thud_column_kind kind = columns->list[i].kind;
        if ((kind == THUD_COLUMN_RESULT) != results) continue;
        if (kind == THUD_COLUMN_TEXT || kind == THUD_COLUMN_LABEL) write_text(stream, thud_results_text(reader, i));
        else thud_csv_number(stream, thud_results_number(reader, i));
    }
}

static void write_row(FILE *stream, const thud_results *reader, const thud_results_row *row, bool times) {
    fprintf(stream, "%zu", row->case_index);
    write_cells(stream, reader, false);
    write_text(stream, row->status);
    write_text(stream, row->reason);
    if (times) thud_csv_number(stream, row->wall_seconds);
    if (times) write_text(stream, row->executor);
    write_cells(stream, reader, true);
    fputc('\n', stream);
}

bool thud_export_csv(thud_results *reader, const thud_error *note, const char *path, bool times,
                     thud_error *failure) {
    thud_output output;
    thud_results_row row;
    thud_nonfinite nonfinite = {0};
    bool found = true;
    thud_status status = THUD_OK;
    if (!thud_output_open(&output, path, failure)) return false;
    write_head(output.stream, thud_results_columns(reader), times);
    while (found && !ferror(output.stream)) {
        if ((status = thud_results_next(reader, &row, &found)) != THUD_OK) {
            thud_output_abort(&output);
            return thud_fail_with(failure, status, note->text);
        }
        if (found) {
            thud_nonfinite_row(&nonfinite, reader, &row);
            write_row(output.stream, reader, &row, times);
        }
    }
    if (!thud_output_commit(&output, failure)) return false;
    thud_nonfinite_describe(&nonfinite, failure);
    return true;
}
