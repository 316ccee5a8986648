/* Damping in SI units from a restitution, for checked options. */
#include "impact/damping.h"

#include <math.h>

#include "impact/general.h"
#include "impact/scale.h"

static thud_impact_options at_its_speed(const thud_impact_options *o) {
    thud_impact_options at = *o;
    if (o->restitution_speed > 0) at.speed = o->restitution_speed;
    return at;
}

thud_status thud_damping_at(const thud_impact_options *o, double chi, double *damping) {
    /* cannot underflow: χ of a damper is above 1e-17, and sizes lie between 1e-100 and 1e100 (impact/check.c) */
    thud_impact_options at = at_its_speed(o);
    double value = thud_scale_damping(&at, chi);
    if (!(value < INFINITY)) return THUD_ERROR_OVERFLOW;
    *damping = value;
    return THUD_OK;
}

thud_status thud_impact_damping(const thud_impact_options *o, thud_damping source, double *damping) {
    if (source == THUD_DAMPING_GIVEN) {
        *damping = o->damping_value;
        return THUD_OK;
    }
    const bool exact = source == THUD_DAMPING_EXACT || !thud_law_has_rule(o->law);
    if (o->law->structure->kind == THUD_FORCE_GENERAL && exact) {
        thud_impact_options at = at_its_speed(o);
        return thud_general_damping(&at, damping);
    }
    double chi;
    thud_status status = thud_law_scaled_damping(o->law, o->restitution, o->exponent, o->separation, source, &chi);
    return status == THUD_OK ? thud_damping_at(o, chi, damping) : status;
}
