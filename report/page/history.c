/* The history of a run and its power spectral densities, within the limits of a page. */
#define _POSIX_C_SOURCE 200809L /* strndup */

#include "report/page/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

/* limit for histories on a page, in numbers of seven digits: 2.7 MB */
enum { NUMBERS = 500000, MOST_POINTS = 12000, LEAST_POINTS = 256, MOST_COLUMNS = NUMBERS / LEAST_POINTS - 1 };

/* longer names first, so that "angular velocity" is not taken for "velocity" */
static const struct {
    const char *quantity, *unit;
} QUANTITIES[] = {
    {"angular acceleration", "rad/s²"},
    {"angular velocity", "rad/s"},
    {"displacement", "m"},
    {"acceleration", "m/s²"},
    {"velocity", "m/s"},
    {"angle", "rad"},
    {"link force", "N"},
    {"force", "N"},
    {"deformation", "m"},
};

/* signals that are watched have a name and a unit; a plot for each unit */
static const struct {
    const char *quantity, *unit;
} SIGNALS[] = {
    {"signals in m", "m"}, {"signals in m/s", "m/s"}, {"signals in m/s²", "m/s²"},
    {"signals in N", "N"}, {"signals, relative", ""},
};

thud_history_column thud_history_column_of(const char *head) {
    for (size_t i = 0; i < sizeof QUANTITIES / sizeof QUANTITIES[0]; i++) {
        char ending[64];
        int length = snprintf(ending, sizeof ending, " %s [%s]", QUANTITIES[i].quantity, QUANTITIES[i].unit);
        size_t size = strlen(head);
        if (size < (size_t)length || strcmp(head + size - (size_t)length, ending) != 0) continue;
        return (thud_history_column){strndup(head, size - (size_t)length), QUANTITIES[i].quantity,
                                     QUANTITIES[i].unit};
    }
    for (size_t i = 0; i < sizeof SIGNALS / sizeof SIGNALS[0]; i++) {
        char ending[32];
        int length = snprintf(ending, sizeof ending, " [%s]", SIGNALS[i].unit);
        size_t size = strlen(head);
        if (size < (size_t)length || strcmp(head + size - (size_t)length, ending) != 0) continue;
        return (thud_history_column){strndup(head, size - (size_t)length), SIGNALS[i].quantity, SIGNALS[i].unit};
    }
    return (thud_history_column){0};
}

/* bodies and rods have spectra */
static bool has_spectrum(const char *quantity) {
    return !strstr(quantity, "force") && !strstr(quantity, "signals") && strcmp(quantity, "deformation") != 0;
}

/* row at which a stretch begins */
static size_t border(size_t rows, size_t stretches, size_t index) {
    return (size_t)((double)rows * (double)index / (double)stretches);
}

size_t thud_page_thin(const double *column, size_t rows, size_t capacity, double *shown) {
    if (rows <= capacity) {
        memcpy(shown, column, rows * sizeof *shown);
        return rows;
    }
    for (size_t i = 0; i < capacity / 2; i++) {
        size_t end = border(rows, capacity / 2, i + 1), least = border(rows, capacity / 2, i), most = least;
        for (size_t row = least + 1; row < end; row++) {
            if (column[row] < column[least] || isnan(column[least])) least = row;
            if (column[row] > column[most] || isnan(column[most])) most = row;
        }
        shown[2 * i] = column[least < most ? least : most];
        shown[2 * i + 1] = column[least < most ? most : least];
    }
    return capacity / 2 * 2;
}

size_t thud_page_thin_times(const double *times, size_t rows, size_t capacity, double *shown) {
    if (rows <= capacity) return thud_page_thin(times, rows, capacity, shown);
    for (size_t i = 0; i < capacity / 2; i++) {
        size_t first = border(rows, capacity / 2, i), next = border(rows, capacity / 2, i + 1);
        shown[2 * i] = times[first];
        shown[2 * i + 1] = times[(first + next) / 2];
    }
    return capacity / 2 * 2;
}

static bool add_column(thud_json *json, const thud_csv_table *history, size_t index, size_t capacity,
                       double *shown) {
    thud_history_column column = thud_history_column_of(history->heads[index]);
    if (!column.quantity) return true; /* somebody's own */
    bool good = column.name != NULL;
    thud_json_write(json, "{");
    if (good) thud_json_write(json, "name: %s", column.name);
    thud_json_write(json, "quantity: %s, unit: %s", column.quantity, column.unit);
    size_t count = thud_page_thin(thud_csv_column(history, index), history->rows, capacity, shown);
    good = good && thud_page_floats(json, "data", shown, count);
    thud_json_write(json, "}");
    free(column.name);
    return good;
}

static size_t capacity_for(size_t columns) {
    size_t capacity = NUMBERS / (columns + 1) / 2 * 2;
    return capacity > MOST_POINTS ? MOST_POINTS : capacity < LEAST_POINTS ? LEAST_POINTS : capacity;
}

bool thud_page_add_history(thud_page *page, const thud_csv_table *history, thud_error *failure) {
    size_t columns = history->columns < MOST_COLUMNS ? history->columns : MOST_COLUMNS,
           capacity = capacity_for(columns);
    double *shown = malloc((capacity + 2) * sizeof *shown);
    thud_json json;
    if (!shown || !thud_page_begin(page, &json, failure)) {
        free(shown);
        return thud_fail_memory(failure);
    }
    thud_json_write(&json, "{rows: %g, columns_left_out: %g", (double)history->rows,
                    (double)(history->columns - columns));
    size_t count = thud_page_thin_times(thud_csv_column(history, 0), history->rows, capacity, shown);
    thud_json_write(&json, "shown: %g", (double)count);
    bool good = thud_page_floats(&json, "time", shown, count);
    thud_json_write(&json, "columns: [");
    for (size_t i = 1; i < columns && good; i++) good = add_column(&json, history, i, capacity, shown);
    thud_json_write(&json, "]}");
    free(shown);
    return good ? thud_page_end(page, &json, "history", failure) : thud_fail_memory(failure);
}

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

/* at least eight segments, as chosen by the library; longer densities are cut */
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
        thud_json_write(json, "{name: %s, quantity: %s, unit: %s, resolution: %g, segments: %g", column->name,
                        column->quantity, column->unit, psd->resolution, (double)psd->segment_count);
        good = thud_page_floats(json, "data", psd->density, psd->count);
        thud_json_write(json, "}");
    }
    thud_psd_free(psd);
    thud_motion_free(motion);
    return good;
}

bool thud_page_add_psd(thud_page *page, const thud_csv_table *history, thud_error *failure) {
    thud_json json;
    double step = even_step(thud_csv_column(history, 0), history->rows);
    bool possible = step > 0 && history->rows >= LEAST_ROWS, good = true;
    if (!thud_page_begin(page, &json, failure)) return false;
    thud_json_write(&json, "{");
    if (!possible)
        thud_json_write(&json, "why: %s",
                        step > 0 ? "the history is too short"
                                 : "the rows of the history are not evenly spaced in time");
    thud_json_write(&json, "series: [");
    size_t most = history->columns < MOST_SERIES ? history->columns : MOST_SERIES;
    for (size_t i = 1; i < most && possible && good; i++) {
        thud_history_column column = thud_history_column_of(history->heads[i]);
        const double *values = thud_csv_column(history, i);
        if (column.name && has_spectrum(column.quantity) && all_finite(values, history->rows))
            good = add_series(&json, &column, values, history->rows, step);
        free(column.name);
    }
    thud_json_write(&json, "]}");
    return good ? thud_page_end(page, &json, "psd", failure) : thud_fail_memory(failure);
}
