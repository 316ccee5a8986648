/*
 * Checks a question to the table of simulators.
 */
#include <math.h>

#include "base/error.h"
#include "engine/recipe.h"

/* within this range no power of a value overflows or underflows */
static bool sensible(double value) { return value >= 1e-60 && value <= 1e60; }

static thud_status check_number(thud_error *error, const char *subject, double value) {
    return sensible(value) ? THUD_OK
                           : thud_error_argument(error, subject, value, "must lie between 1e-60 and 1e60");
}

static thud_status check_optional(thud_error *error, const char *subject, double value) {
    return isnan(value) ? THUD_OK : check_number(error, subject, value);
}

static thud_status check_masses(const thud_engine_options *o, thud_error *error) {
    if (isinf(o->mass1) && isinf(o->mass2))
        return thud_error_argument(
            error, "mass2", o->mass2,
            "must be finite if the other is infinite: one of the bodies must be able to move");
    if (!(isinf(o->mass1) && o->mass1 > 0) && check_number(error, "mass1", o->mass1) != THUD_OK)
        return THUD_ERROR_ARGUMENT;
    if (!(isinf(o->mass2) && o->mass2 > 0) && check_number(error, "mass2", o->mass2) != THUD_OK)
        return THUD_ERROR_ARGUMENT;
    return THUD_OK;
}

/* exactly one of stiffness, contact time and penetration; none for jumps */
static thud_status check_scale(const thud_engine_options *o, thud_error *error) {
    int given = !isnan(o->stiffness) + !isnan(o->duration) + !isnan(o->overlap);
    if (o->model->recipe->form == THUD_FORM_JUMP)
        return given == 0 ? THUD_OK
                          : thud_error_argument(error, "stiffness", o->stiffness,
                                                "cannot be given: velocities jump in this model");
    if (given != 1)
        return thud_error_argument(error, "stiffness", NAN,
                                   "must be given, or duration, or overlap; exactly one of the three");
    if (check_optional(error, "stiffness", o->stiffness) != THUD_OK ||
        check_optional(error, "duration", o->duration) != THUD_OK ||
        check_optional(error, "overlap", o->overlap) != THUD_OK)
        return THUD_ERROR_ARGUMENT;
    return THUD_OK;
}

static thud_status check_switches(const thud_engine_options *o, thud_error *error) {
    const thud_engine_recipe *recipe = o->model->recipe;
    if (o->limited && recipe->limit != THUD_LIMIT_SWITCH)
        return thud_error_argument(error, "limited", NAN,
                                   "is for models with a switch that keeps the force from pulling");
    if (o->for_step && (recipe->form == THUD_FORM_JUMP || recipe->form == THUD_FORM_TWO_SLOPES ||
                        recipe->form == THUD_FORM_TWO_STIFFNESSES))
        return thud_error_argument(error, "for_step", NAN, "is for models with a damper");
    if (o->usual && !recipe->usual && recipe->form != THUD_FORM_TWO_SLOPES)
        return thud_error_argument(error, "usual", NAN, "is for models with a usual formula");
    return THUD_OK;
}

thud_status thud_engine_check(const thud_engine_options *o, thud_error *error) {
    if (!o || !o->engine || !o->model) return thud_error_argument(error, "model", NAN, "must be a contact model");
    if (!(o->restitution > 0 && o->restitution <= 1))
        return thud_error_argument(error, "restitution", o->restitution, "must be above 0 and at most 1");
    if (check_masses(o, error) != THUD_OK || check_number(error, "speed", o->speed) != THUD_OK ||
        check_number(error, "error", o->error) != THUD_OK ||
        check_optional(error, "radius", o->radius) != THUD_OK ||
        check_optional(error, "step", o->step) != THUD_OK || check_scale(o, error) != THUD_OK)
        return THUD_ERROR_ARGUMENT;
    if (o->model->recipe->needs_radius && isnan(o->radius))
        return thud_error_argument(error, "radius", NAN,
                                   "must be given, because this model derives stiffness from it");
    return check_switches(o, error);
}
