/*
 * Columns of measurements: identified by their names, converted to SI units by the units in brackets. The rows are
 * read like those of ground motions.
 */
#include <thud/identify.h>
#include <thud/quantity.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "ground/bytes.h"
#include "ground/read/columns.h"
#include "ground/read/rows.h"
#include "ground/text/line.h"

static const size_t NONE = THUD_ROWS_NO_TIME;

/* names of columns; of two with the same beginning the longer comes first */
static const char *const FORCE_NAMES[] = {"force", "load", "f", NULL};
static const char *const PENETRATION_NAMES[] = {"penetration", "indentation", "displacement", "delta", "δ", NULL};
static const char *const ACCELERATION_NAMES[] = {"acceleration", "acc", "accel", "a", NULL};
static const char *const DROP_NAMES[] = {"drop", "drop height", "h0", "height", NULL};
static const char *const REBOUND_NAMES[] = {"rebound", "rebound height", "h1", NULL};

static const char *const LOAD_NAMES[] = {"load", "force", "weight", "f", NULL};
static const char *const DEFLECTION_NAMES[] = {"deflection", "displacement", "x", NULL};
static const char *const FREQUENCY_NAMES[] = {"frequency", "freq", NULL};
static const char *const REAL_NAMES[] = {"real", "re", "real part", NULL};
static const char *const IMAGINARY_NAMES[] = {"imaginary", "imag", "im", "imaginary part", NULL};
static const char *const MAGNITUDE_NAMES[] = {"magnitude", "mag", "modulus", "amplitude", NULL};
static const char *const PHASE_NAMES[] = {"phase", "angle", NULL};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct table {
    thud_reader reader;
    thud_layout layout;
    bool named;
    thud_record_column columns[THUD_COLUMNS_NAMED];
    char *assumed; /* field of the measurement */
} table;

/* the first column with one of the names; NONE if there is none */
static size_t find(const table *t, const char *const *names) {
    for (size_t i = 0; t->named && i < t->layout.columns; i++)
        for (size_t k = 0; names[k]; k++)
            if (thud_span_equals(t->columns[i].name, names[k])) return i;
    return NONE;
}

/* the same for times, if columns have names */
static size_t find_time(const table *t) {
    for (size_t i = 0; i < t->layout.columns; i++)
        if (thud_column_is_time(&t->columns[i])) return i;
    return NONE;
}

static bool same_dimension(thud_dimension a, thud_dimension b) {
    return a.mass == b.mass && a.length == b.length && a.time == b.time;
}

/* records the SI unit assumed for columns without one, once per kind */
static void assume(table *t, thud_dimension dimension) {
    const struct {
        thud_dimension dimension;
        const char *text;
    } units[] = {{THUD_DIMENSION_TIME, "times in s"},
                 {THUD_DIMENSION_FORCE, "forces in N"},
                 {THUD_DIMENSION_LENGTH, "lengths in m"},
                 {THUD_DIMENSION_ACCELERATION, "accelerations in m/s²"},
                 {THUD_DIMENSION_FREQUENCY, "frequencies in Hz"}};
    const size_t size = sizeof((thud_measurement *)0)->assumed;
    for (size_t i = 0; i < COUNT(units); i++) {
        if (!same_dimension(units[i].dimension, dimension) || strstr(t->assumed, units[i].text)) continue;
        size_t used = strlen(t->assumed);
        snprintf(t->assumed + used, size - used, "%s%s", used ? ", " : "", units[i].text);
    }
}

/* a column by the dimension of its unit, whatever language its name is in; NONE when there is none */
static size_t find_unit(const table *t, thud_dimension dimension) {
    for (size_t i = 0; t->named && i < t->layout.columns; i++) {
        thud_acceleration_unit acceleration;
        double scale;
        char text[64] = "1 ";
        if (thud_span_blank(t->columns[i].unit)) continue;
        if (same_dimension(dimension, THUD_DIMENSION_ACCELERATION) &&
            thud_acceleration_unit_is(t->columns[i].unit, &acceleration))
            return i;
        thud_span_copy(t->columns[i].unit, text + 2, sizeof text - 2);
        if (thud_quantity_parse(text, dimension, &scale, NULL) == THUD_OK) return i;
    }
    return NONE;
}

/* one unit of the column in SI units; without a unit it is taken as SI, which is noted */
static bool scale_of(table *t, size_t column, thud_dimension dimension, double *scale) {
    *scale = 1;
    if (column == NONE) return true;
    if (!t->named || thud_span_blank(t->columns[column].unit)) {
        assume(t, dimension);
        return true;
    }
    thud_span unit = t->columns[column].unit;
    thud_acceleration_unit acceleration;
    if (dimension.length == 1 && dimension.time == -2 && dimension.mass == 0 &&
        thud_acceleration_unit_is(unit, &acceleration)) {
        *scale = acceleration.up / acceleration.down;
        return true;
    }
    char text[64] = "1 ";
    thud_error error = {.text = "another unit"};
    thud_span_copy(unit, text + 2, sizeof text - 2);
    if (strcmp(text + 2, "sec") == 0) text[3] = '\0';
    if (strcmp(text + 2, "msec") == 0) text[4] = '\0';
    if (thud_quantity_parse(text, dimension, scale, &error) == THUD_OK) return true;
    return thud_reader_fail(&t->reader, unit.at, "the unit of the column: expected %s", error.text);
}

/* reads one or two columns; the caller owns the result */
static bool read_columns(table *t, size_t time, size_t value, double **times, double **values) {
    thud_reader *r = &t->reader;
    thud_rows rows = {.columns = t->layout.columns, .time = time, .value = value == NONE ? time : value};
    r->count = r->capacity = 0;
    r->values = r->times = NULL;
    bool good = thud_rows_read(r, t->layout.data, &rows);
    if (good && values) *values = r->values;
    else free(r->values);
    if (good && times) *times = r->times;
    else free(r->times);
    r->values = r->times = NULL;
    return good;
}

static void multiply(double *values, size_t count, double factor) {
    for (size_t i = 0; values && i < count; i++) values[i] *= factor;
}

/* a time and one or two values, the second a length; each but one may be NONE */
static bool read_series(table *t, thud_measurement *m, size_t time, size_t value, thud_dimension dimension,
                        size_t second) {
    double per_time, per_value, per_second;
    if (!scale_of(t, time, THUD_DIMENSION_TIME, &per_time) || !scale_of(t, value, dimension, &per_value) ||
        !scale_of(t, second, THUD_DIMENSION_LENGTH, &per_second))
        return false;
    if (!read_columns(t, time, value, &m->time, value == NONE ? NULL : &m->value)) return false;
    m->count = t->reader.count;
    if (second != NONE && !read_columns(t, NONE, second, NULL, &m->second)) return false;
    multiply(m->time, m->count, per_time);
    multiply(m->value, m->count, per_value);
    multiply(m->second, m->count, per_second);
    return true;
}

/* ---- Structures: load tests and transfer functions ---- */

/* the kind of response of a column, by its unit, and that unit in SI units */
static bool response_of(table *t, size_t column, thud_transfer_kind *response, double *scale) {
    static const struct {
        thud_transfer_kind response;
        thud_dimension dimension;
    } kinds[] = {{THUD_TRANSFER_RECEPTANCE, {-1, 0, 2, 0}},
                 {THUD_TRANSFER_MOBILITY, {-1, 0, 1, 0}},
                 {THUD_TRANSFER_ACCELERANCE, {-1, 0, 0, 0}}};
    thud_span unit = t->columns[column].unit;
    char text[64] = "1 ";
    *scale = 1;
    *response = THUD_TRANSFER_TRANSMISSIBILITY;
    if (thud_span_equals(unit, "-") || thud_span_equals(unit, "–") || thud_span_equals(unit, "1")) return true;
    thud_span_copy(unit, text + 2, sizeof text - 2);
    for (size_t i = 0; i < COUNT(kinds) && !thud_span_blank(unit); i++)
        if (thud_quantity_parse(text, kinds[i].dimension, scale, NULL) == THUD_OK) {
            *response = kinds[i].response;
            return true;
        }
    return thud_reader_fail(&t->reader, t->columns[column].name.at,
                            "the unit of the column decides the quantity: [m/N], [m/s/N], [m/s^2/N], or [-] for "
                            "accelerations relative to the base");
}

/* converts magnitude and phase to real and imaginary parts */
static bool unroll(table *t, thud_measurement *m, size_t phase) {
    double per_phase;
    if (thud_span_blank(t->columns[phase].unit))
        return thud_reader_fail(&t->reader, t->columns[phase].name.at, "a phase needs its unit, [deg] or [rad]");
    if (!scale_of(t, phase, THUD_DIMENSION_ANGLE, &per_phase)) return false;
    for (size_t i = 0; i < m->count; i++) {
        double magnitude = m->value[i], angle = per_phase * m->second[i];
        m->value[i] = magnitude * cos(angle);
        m->second[i] = magnitude * sin(angle);
    }
    return true;
}

/* a column by its name, or by its position if columns have no names */
static bool choose(table *t, const char *const *names, size_t place, size_t *column) {
    *column = t->named ? find(t, names) : place < t->layout.columns ? place : NONE;
    if (*column != NONE) return true;
    return thud_reader_fail(&t->reader,
                            t->layout.header.at < t->layout.header.end ? t->layout.header.at : t->layout.data.at,
                            "no column '%s' among the %zu of the file", names[0], t->layout.columns);
}

/* a column by its name, by its unit, or by its place where columns have none */
static bool choose_measured(table *t, const char *const *names, thud_dimension dimension, size_t *column) {
    *column = find(t, names);
    if (*column == NONE) *column = find_unit(t, dimension);
    return *column != NONE || choose(t, names, 1, column);
}

static bool read_transfer(table *t, thud_measurement *m) {
    size_t frequency, first, second;
    double per_frequency, scale;
    bool polar = find(t, REAL_NAMES) == NONE && find(t, MAGNITUDE_NAMES) != NONE;
    if (!t->named)
        return thud_reader_fail(&t->reader, t->layout.data.at,
                                "a transfer function needs a line that names its columns, with units in brackets");
    if (!choose(t, FREQUENCY_NAMES, 0, &frequency) ||
        !(polar ? choose(t, MAGNITUDE_NAMES, 1, &first) && choose(t, PHASE_NAMES, 2, &second)
                : choose(t, REAL_NAMES, 1, &first) && choose(t, IMAGINARY_NAMES, 2, &second)) ||
        !scale_of(t, frequency, THUD_DIMENSION_FREQUENCY, &per_frequency) ||
        !response_of(t, first, &m->response, &scale) || !read_columns(t, NONE, frequency, NULL, &m->time))
        return false;
    m->count = t->reader.count;
    if (!read_columns(t, NONE, first, NULL, &m->value) || !read_columns(t, NONE, second, NULL, &m->second))
        return false;
    multiply(m->time, m->count, per_frequency);
    if (polar && !unroll(t, m, second)) return false;
    multiply(m->value, m->count, scale);
    multiply(m->second, m->count, scale);
    return true;
}

/* the kind of measurement, if the caller does not specify it */
static thud_measurement_kind kind_of(const table *t) {
    if (t->layout.columns == 1) return THUD_MEASUREMENT_BOUNCES;
    if (find(t, FREQUENCY_NAMES) != NONE) return THUD_MEASUREMENT_TRANSFER;
    bool loads = find(t, LOAD_NAMES) != NONE && find_time(t) == NONE;
    if (loads && find(t, DEFLECTION_NAMES) != NONE) return THUD_MEASUREMENT_STATIC;
    if (!t->named || find(t, FORCE_NAMES) != NONE) return THUD_MEASUREMENT_FORCE;
    if (find(t, REBOUND_NAMES) != NONE) return THUD_MEASUREMENT_HEIGHTS;
    if (find(t, ACCELERATION_NAMES) != NONE) return THUD_MEASUREMENT_ACCELERATION;
    if (find_unit(t, THUD_DIMENSION_FORCE) != NONE) return THUD_MEASUREMENT_FORCE;
    if (find_unit(t, THUD_DIMENSION_ACCELERATION) != NONE) return THUD_MEASUREMENT_ACCELERATION;
    return find_time(t) != NONE ? THUD_MEASUREMENT_BOUNCES : THUD_MEASUREMENT_FORCE;
}

static bool choose_time(table *t, size_t *column) {
    *column = t->named ? find_time(t) : 0;
    if (*column == NONE && t->layout.columns == 1) *column = 0;
    return *column != NONE ||
           thud_reader_fail(&t->reader, t->layout.header.at,
                            "no column 'time' in the file: the line before the numbers names them, as in "
                            "'time [s],force [N]'");
}

static bool read_kind(table *t, thud_measurement *m) {
    size_t time, value, second = NONE;
    switch (m->kind) {
    case THUD_MEASUREMENT_HEIGHTS:
        return choose(t, DROP_NAMES, 0, &value) && choose(t, REBOUND_NAMES, 1, &second) &&
               read_series(t, m, NONE, value, THUD_DIMENSION_LENGTH, second);
    case THUD_MEASUREMENT_STATIC:
        return choose(t, LOAD_NAMES, 0, &value) && choose(t, DEFLECTION_NAMES, 1, &second) &&
               read_series(t, m, NONE, value, THUD_DIMENSION_FORCE, second);
    case THUD_MEASUREMENT_TRANSFER: return read_transfer(t, m);
    case THUD_MEASUREMENT_BOUNCES:
        return choose_time(t, &time) && read_series(t, m, time, NONE, THUD_DIMENSION_TIME, NONE);
    case THUD_MEASUREMENT_ACCELERATION:
        return choose_time(t, &time) &&
               choose_measured(t, ACCELERATION_NAMES, THUD_DIMENSION_ACCELERATION, &value) &&
               read_series(t, m, time, value, THUD_DIMENSION_ACCELERATION, NONE);
    default:
        if (t->layout.columns < 2)
            return thud_reader_fail(&t->reader, t->layout.data.at,
                                    "expected a time and a force in each row, found one number");
        second = find(t, PENETRATION_NAMES);
        return choose_time(t, &time) && choose_measured(t, FORCE_NAMES, THUD_DIMENSION_FORCE, &value) &&
               read_series(t, m, time, value, THUD_DIMENSION_FORCE, second);
    }
}

static bool read_table(table *t, thud_measurement_kind asked, thud_measurement *m) {
    thud_reader *r = &t->reader;
    if (!thud_reader_trim(r)) return false;
    if (!thud_layout_find(r->text, &t->layout))
        return thud_reader_fail(r, r->text.at, "no row of numbers in the file");
    if (t->layout.columns > THUD_COLUMNS_NAMED)
        return thud_reader_fail(r, t->layout.data.at,
                                "%zu columns, but at most %d named ones can be read: remove some",
                                t->layout.columns, THUD_COLUMNS_NAMED);
    r->point = t->layout.point;
    t->named = thud_columns_find(t->layout.header, t->layout.columns, t->columns);
    t->assumed = m->assumed;
    m->kind = asked == THUD_MEASUREMENT_ANY ? kind_of(t) : asked;
    size_t column;
    thud_line_place(r->text, t->layout.data.at, &m->line, &column);
    return read_kind(t, m);
}

void thud_measurement_free(thud_measurement *m) {
    if (!m) return;
    free(m->time);
    free(m->value);
    free(m->second);
    free(m);
}

thud_status thud_measurement_parse(const char *text, size_t size, thud_measurement_kind asked,
                                   thud_measurement **measurement, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!measurement || (!text && size > 0)) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (!text) text = "";
    const thud_motion_options usual = thud_motion_options_default();
    thud_motion_info *info = calloc(1, sizeof *info);
    thud_measurement *made = calloc(1, sizeof *made);
    table t = {.reader = {.text = {text, text + size}, .options = &usual, .info = info, .point = '.'}};
    if (!info || !made) {
        t.reader.status = thud_error_set(error, THUD_ERROR_MEMORY, "there is not enough memory for the file");
    } else if (!read_table(&t, asked, made) && error) {
        *error = info->error;
    }
    if (t.reader.status == THUD_OK) *measurement = made;
    else thud_measurement_free(made);
    free(info);
    return t.reader.status;
}

thud_status thud_measurement_read(const char *path, thud_measurement_kind asked, thud_measurement **measurement,
                                  thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!path || !measurement) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_bytes bytes = {0};
    thud_status status = thud_bytes_load_or_input(path, &bytes, error);
    if (status == THUD_OK) status = thud_measurement_parse(bytes.data, bytes.size, asked, measurement, error);
    free(bytes.data);
    return status;
}
