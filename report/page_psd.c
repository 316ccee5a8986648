/*
 * Power spectral densities of the histories of a run, by Welch's method (thud_motion_psd): the same for any
 * quantity, unit²/Hz.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "report/page_history.h"
#include "report/page_numbers.h"

enum { LEAST_ROWS = 16, LONGEST_SEGMENT = 2048, MOST_SERIES = 90 };

/* s between rows; 0 where they are not evenly spaced */
static double even_step(const double *times, size_t rows) {
    double step = rows > 1 ? (times[rows - 1] - times[0]) / (double)(rows - 1) : 0;
    for (size_t i = 1; i < rows; i++)
        if (!(fabs(times[i] - times[0] - step * (double)i) <= 1e-6 * step)) return 0;
    return step;
}

static bool all_finite(const double *values, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

/* at least eight segments by the library's own choice; longer ones than a page can show are cut */
static thud_status find_density(const thud_motion *motion, thud_psd **psd) {
    thud_error error;
    size_t longest = motion->count > 16 * (size_t)LONGEST_SEGMENT ? LONGEST_SEGMENT : 0;
    return thud_motion_psd(motion, longest, psd, &error);
}

static bool add_series(thud_json *json, const thud_history_column *column, const double *values, size_t rows,
                       double step) {
    thud_motion *motion = thud_motion_create(rows, step);
    thud_psd *psd = NULL;
    if (!motion) return false;
    memcpy(motion->acceleration, values, rows * sizeof *values);
    thud_status status = find_density(motion, &psd);
    bool good = status != THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        thud_json_begin_object(json);
        thud_json_member_string(json, "name", column->name);
        thud_json_member_string(json, "quantity", column->quantity);
        thud_json_member_string(json, "unit", column->unit);
        thud_json_member_number(json, "resolution", psd->resolution);
        thud_json_member_number(json, "segments", (double)psd->segment_count);
        good = thud_page_floats(json, "data", psd->density, psd->count);
        thud_json_end_object(json);
    }
    thud_psd_free(psd);
    thud_motion_free(motion);
    return good;
}

bool thud_page_add_psd(thud_page *page, const thud_csv_table *history, thud_failure *failure) {
    thud_json json;
    double step = even_step(thud_csv_column(history, 0), history->rows);
    bool possible = step > 0 && history->rows >= LEAST_ROWS, good = true;
    if (!thud_page_begin(page, &json, failure)) return false;
    thud_json_begin_object(&json);
    if (!possible)
        thud_json_member_string(&json, "why",
                                step > 0 ? "the history is too short"
                                         : "the rows of the history are not evenly spaced in time");
    thud_json_key(&json, "series");
    thud_json_begin_array(&json);
    size_t most = history->columns < MOST_SERIES ? history->columns : MOST_SERIES;
    for (size_t i = 1; i < most && possible && good; i++) {
        thud_history_column column = thud_history_column_of(history->heads[i]);
        const double *values = thud_csv_column(history, i);
        if (column.name && strcmp(column.quantity, "force") != 0 && all_finite(values, history->rows))
            good = add_series(&json, &column, values, history->rows, step);
        free(column.name);
    }
    thud_json_end_array(&json);
    thud_json_end_object(&json);
    return good ? thud_page_end(page, &json, "psd", failure) : thud_failure_memory(failure);
}
