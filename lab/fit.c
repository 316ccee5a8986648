/* Measurements become parameters of a contact: what thud identify does with a file of forces or of bounces. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"

thud_status lab_measure(lab_desk *desk, const char *text, size_t size) {
    thud_measurement *measurement;
    thud_error error = {0};
    thud_status status = thud_measurement_parse(text, size, THUD_MEASUREMENT_ANY, &measurement, &error);
    if (status != THUD_OK) return lab_fail_error(desk, status, &error);
    thud_measurement_free(desk->measurement);
    desk->measurement = measurement;
    return THUD_OK;
}

int lab_measured_kind(const lab_desk *desk) { return desk->measurement ? (int)desk->measurement->kind : -1; }

size_t lab_measured_count(const lab_desk *desk) { return desk->measurement ? desk->measurement->count : 0; }

const double *lab_measured_times(const lab_desk *desk) {
    return desk->measurement ? desk->measurement->time : NULL;
}

const double *lab_measured_values(const lab_desk *desk) {
    return desk->measurement ? desk->measurement->value : NULL;
}

const char *lab_measured_units(const lab_desk *desk) { return desk->measurement ? desk->measurement->assumed : ""; }

const char *lab_fit_names(const lab_desk *desk, size_t row) {
    return desk->ranking && row < desk->ranking->count ? desk->ranking->rows[row].names : "";
}

static double *put(double *at, thud_estimate estimate) {
    at[0] = estimate.value;
    at[1] = estimate.error;
    return at + 2;
}

static size_t number_of(const thud_law *law) {
    size_t i = 0;
    while (i < thud_law_count() && thud_law_at(i) != law) i++;
    return i;
}

static bool keep_fit(lab_desk *desk, const thud_force_fit *f, double difference, double weight) {
    double *row = lab_list_add(&desk->fits, LAB_FIT_COLUMNS);
    if (!row) return false;
    *row++ = (double)number_of(f->law);
    row = put(row, f->stiffness);
    row = put(row, f->damping);
    row = put(row, f->exponent);
    row = put(row, f->speed);
    row = put(row, f->restitution);
    row = put(row, f->contact_time);
    *row++ = f->residual;
    *row++ = f->r_squared;
    *row++ = difference;
    *row++ = weight;
    *row++ = (double)f->separation;
    return true;
}

static size_t largest_impact(const thud_force_record *record) {
    size_t largest = 0;
    for (size_t i = 1; i < record->impact_count; i++)
        if (record->impacts[i].peak > record->impacts[largest].peak) largest = i;
    return largest;
}

/* the law of the first row, fitted by itself, and its force where the impact was measured */
static thud_status keep_best(lab_desk *desk, const thud_force_record *record, size_t impact,
                             thud_force_options options) {
    thud_force_fit fit;
    thud_error error = {0};
    options.law = desk->ranking->rows[0].fit.law;
    options.separation = desk->ranking->rows[0].fit.separation;
    thud_status status = thud_identify_force(record, impact, &options, &fit, &error);
    if (status != THUD_OK) return lab_fail_error(desk, status, &error);
    const thud_force_impact *at = &record->impacts[impact];
    size_t count = at->last - at->first;
    double *course = lab_list_add(&desk->course, 2 * count);
    if (!course || !keep_fit(desk, &fit, 0, desk->ranking->rows[0].weight)) return THUD_ERROR_MEMORY;
    memcpy(course, record->time + at->first, count * sizeof *course);
    return thud_force_predict(&fit, course, count, course + count);
}

static thud_status rank(lab_desk *desk, const thud_force_record *record, double mass) {
    thud_error error = {0};
    thud_force_options options = thud_force_options_default(thud_law_at(0), mass);
    options.law = NULL;
    options.separation = THUD_SEPARATION_DEFAULT;
    options.exponent = (double)NAN;
    const size_t impact = largest_impact(record);
    thud_status status = thud_identify_rank(record, impact, &options, desk->ranking, &error);
    if (status != THUD_OK) {
        desk->ranking->count = 0;
        return lab_fail_error(desk, status, &error);
    }
    status = keep_best(desk, record, impact, options);
    for (size_t i = 0; i < desk->ranking->count && status == THUD_OK; i++) {
        const thud_rank_row *row = &desk->ranking->rows[i];
        if (!keep_fit(desk, &row->fit, row->difference, row->weight)) status = THUD_ERROR_MEMORY;
    }
    return status;
}

thud_status lab_fit_force(lab_desk *desk, double mass) {
    const thud_measurement *m = desk->measurement;
    thud_error error = {0};
    thud_force_record *record;
    desk->fits.count = desk->course.count = 0;
    if (!m || m->kind != THUD_MEASUREMENT_FORCE) return lab_fail(desk, THUD_ERROR_ARGUMENT, "there are no forces");
    if (!(mass > 0 && mass <= 1e100)) return lab_fail(desk, THUD_ERROR_ARGUMENT, "the mass must be above zero");
    if (!desk->ranking) desk->ranking = malloc(sizeof *desk->ranking);
    if (!desk->ranking) return lab_fail(desk, THUD_ERROR_MEMORY, "there is not enough memory");
    desk->ranking->count = 0;
    thud_status status = thud_force_record_create(m->time, m->value, m->count, &record, &error);
    if (status != THUD_OK) return lab_fail_error(desk, status, &error);
    status = rank(desk, record, mass);
    thud_force_record_free(record);
    return status;
}

size_t lab_fit_count(const lab_desk *desk) { return desk->fits.count / LAB_FIT_COLUMNS; }

const double *lab_fits(const lab_desk *desk) { return desk->fits.numbers; }

size_t lab_fit_course_count(const lab_desk *desk) { return desk->course.count / 2; }

const double *lab_fit_course(const lab_desk *desk) { return desk->course.numbers; }

thud_status lab_fit_bounces(lab_desk *desk) {
    const thud_measurement *m = desk->measurement;
    thud_error error = {0};
    thud_bounces *found;
    desk->fits.count = desk->course.count = 0;
    if (!m || m->kind != THUD_MEASUREMENT_BOUNCES)
        return lab_fail(desk, THUD_ERROR_ARGUMENT, "there are no bounces");
    const thud_bounce_options options = thud_bounce_options_default();
    thud_status status = thud_identify_bounces(m->time, m->count, &options, &found, &error);
    if (status != THUD_OK) return lab_fail_error(desk, status, &error);
    double *at = lab_list_add(&desk->course, LAB_BOUNCES_HEAD + LAB_BOUNCE_COLUMNS * found->count);
    if (at) {
        at = put(at, found->restitution);
        *at++ = found->has_law;
        at = put(at, found->law.a);
        at = put(at, found->law.b);
        *at++ = (double)found->count;
        for (size_t i = 0; i < found->count; i++) {
            *at++ = found->bounces[i].speed;
            *at++ = found->bounces[i].restitution;
            *at++ = found->bounces[i].error;
        }
    }
    thud_bounces_free(found);
    return at ? THUD_OK : lab_fail(desk, THUD_ERROR_MEMORY, "there is not enough memory");
}
