/* Damping in SI units from a restitution, for checked options. */
#include "calibrate/damping.h"

#include <math.h>

#include "impact/scale.h"

thud_status thud_damping_at(const thud_impact_options *o, double chi, double *damping) {
    /* it cannot vanish: χ of a damper is above 1e-17, and sizes lie between 1e-100 and 1e100 (impact/check.c) */
    thud_impact_options at = *o;
    if (o->restitution_speed > 0) at.speed = o->restitution_speed;
    double value = thud_scale_damping(&at, chi);
    if (!(value < INFINITY)) return THUD_ERROR_OVERFLOW;
    *damping = value;
    return THUD_OK;
}

thud_status thud_damping_from(const thud_impact_options *o, thud_damping source, double *damping) {
    double chi;
    thud_status status = thud_law_scaled_damping(o->law, o->restitution, o->exponent, o->separation, source, &chi);
    return status == THUD_OK ? thud_damping_at(o, chi, damping) : status;
}
