/* Conversion between SI units and the dimensionless frame of one impact. */
#include "impact/scale.h"

#include <math.h>

static double length_of(const thud_impact_options *o) {
    double ratio = o->mass / o->stiffness;
    if (o->exponent == 1) return o->speed * sqrt(ratio);
    return pow(ratio * o->speed * o->speed, 1 / (o->exponent + 1));
}

/* m v/L^(p+1), by roots and products if the power allows it: faster, and exact to the last bits */
static double damping_unit(const thud_impact_options *o) {
    double n = o->exponent, p = thud_law_damper_exponent(o->law, n);
    if (p == n) return o->stiffness / o->speed;
    if (p == (n - 1) / 2) return sqrt(o->stiffness) * sqrt(o->mass);
    if (o->law->structure->loss_unit) {
        const thud_dimension d = o->law->structure->loss_dimension;
        return pow(length_of(o), d.length) * pow(length_of(o) / o->speed, d.time) * pow(o->mass, d.mass);
    }
    if (p == 0) return o->mass * o->speed * pow(o->stiffness / (o->mass * o->speed * o->speed), 1 / (n + 1));
    return isnan(p) ? 0 : o->mass * o->speed / pow(length_of(o), p + 1);
}

thud_scale thud_scale_of(const thud_impact_options *o) {
    double length = length_of(o);
    return (thud_scale){
        .length = length,
        .time = length / o->speed,
        .force = o->mass * o->speed / length * o->speed,
        .damping = damping_unit(o),
    };
}

double thud_scale_damping(const thud_impact_options *o, double chi) {
    return chi * (o->law->structure->kind == THUD_FORCE_BILINEAR ? o->stiffness : damping_unit(o));
}
