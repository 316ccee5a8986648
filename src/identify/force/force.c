/* Fits a contact law to a force history, and evaluates the fitted history. */
#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/force/fit.h"
#include "identify/force/reading.h"
#include "numeric/constant.h"

thud_force_options thud_force_options_default(const thud_law *law, double mass) {
    return (thud_force_options){.law = law, .mass = mass, .exponent = NAN};
}

thud_status thud_fit_impact(const thud_fit_task *task, thud_force_fit *fit) {
    thud_fit_found found;
    thud_status status = thud_fit_search(task, &found);
    if (status != THUD_OK) return status;
    if (!task->rough) status = thud_fit_correlate(&found);
    if (status == THUD_OK && thud_fit_asks_for_filter(task, &found.noise))
        status = thud_fit_look_for_filter(task, &found);
    if (status == THUD_OK) status = thud_fit_find_errors(task, &found);
    if (status == THUD_OK) status = thud_fit_conclude(task, &found, fit);
    thud_fit_model_free(&found.model);
    return status;
}

thud_status thud_fit_check_sizes(const thud_force_options *o, thud_error *error) {
    if (!(o->mass >= 1e-100 && o->mass <= 1e100))
        return thud_error_argument(error, "mass", o->mass, "must lie between 1e-100 and 1e100");
    if (o->speed != 0 && !(o->speed >= 1e-100 && o->speed <= 1e100))
        return thud_error_argument(error, "speed", o->speed,
                                   "must lie between 1e-100 and 1e100, or be 0 if it is unknown");
    return THUD_OK;
}

static thud_status check(const thud_force_record *record, size_t impact, const thud_force_options *o,
                         thud_error *error) {
    if (!record || !o || impact >= record->impact_count)
        return thud_error_argument(error, "impact", (double)impact, "is not in the record");
    thud_status status = thud_fit_check_sizes(o, error);
    if (status == THUD_OK) status = thud_fit_check_filter(record, o, error);
    if (status != THUD_OK) return status;
    if (!o->law || o->law->structure->kind == THUD_FORCE_IMPULSIVE)
        return thud_error_argument(error, "law", NAN, "must be one with a force history");
    if (o->law->structure->kind == THUD_FORCE_GENERAL)
        return thud_error_argument(error, "law", NAN, "is a general structure, which cannot be fitted");
    if (isnan(o->exponent)) return THUD_OK;
    thud_impact_options trial = thud_impact_options_default(o->law);
    trial.exponent = o->exponent;
    trial.separation = o->separation;
    return thud_impact_check(&trial, error);
}

thud_status thud_identify_force(const thud_force_record *record, size_t impact, const thud_force_options *options,
                                thud_force_fit *fit, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!fit) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = check(record, impact, options, error);
    if (status != THUD_OK) return status;
    thud_fit_task task = {
        record, &record->impacts[impact], options, thud_fit_units_of(&record->impacts[impact]), false, 0, 0};
    thud_force_fit found;
    status = thud_fit_impact(&task, &found);
    if (status != THUD_OK)
        return thud_error_about(error, status, "the samples", NAN,
                                status == THUD_ERROR_ACCURACY ? "do not determine the parameters of this law"
                                                              : NULL);
    *fit = found;
    return THUD_OK;
}

thud_status thud_force_predict(const thud_force_fit *fit, const double *times, size_t count, double *forces) {
    THUD_PLAIN_ENVIRONMENT;
    if (!fit || !times || !forces) return THUD_ERROR_ARGUMENT;
    double *instants = malloc((count ? count : 1) * sizeof *instants);
    if (!instants) return THUD_ERROR_MEMORY;
    double k = fit->stiffness.value, v = fit->speed.value, n = fit->exponent.value, c = fit->damping.value;
    double length = pow(fit->mass * v * v / k, 1 / (n + 1)), time = length / v, force = fit->mass * v / time;
    double p = thud_law_damper_exponent(fit->law, n);
    thud_shape shape = {.law = fit->law, .separation = fit->separation, .n = n};
    if (fit->law->structure->kind == THUD_FORCE_BILINEAR) shape.damper = log(c / k);
    if (fit->law->structure->kind == THUD_FORCE_VISCOUS) shape.damper = c * pow(length, p + 1) / (fit->mass * v);
    shape.filter_order = fit->filter_order;
    shape.corner = 2 * THUD_PI * fit->corner.value * time;
    for (size_t i = 0; i < count; i++) instants[i] = (times[i] - fit->begin.value) / time;
    thud_shape_facts facts;
    thud_status status = thud_reading_sample(&shape, instants, count, forces, NULL, NULL, &facts);
    for (size_t i = 0; status == THUD_OK && i < count; i++) forces[i] = fit->offset.value + force * forces[i];
    free(instants);
    return status;
}
