/*
 * Contact forces of simulators.
 */
#include "engine/numbers.h"

#include <math.h>

/* pow() is slow, and simulators use these exponents */
static double power(double x, double exponent) {
    if (exponent == 0) return 1;
    if (exponent == 1) return x;
    if (exponent == 0.5) return sqrt(x);
    if (exponent == 1.5) return x * sqrt(x);
    if (exponent == 0.25) return sqrt(sqrt(x));
    return pow(x, exponent);
}

/* k δⁿ + c δᵖ δ̇ */
static double viscous(const thud_engine_numbers *a, double damping, double penetration, double rate) {
    double spring = a->stiffness * power(penetration, a->n);
    if (a->approach_only && rate <= 0) return spring;
    return spring + damping * power(penetration, a->p) * rate;
}

/* c = χ k/v with the speed of the first step inside, which is then kept */
static double late_damping(const thud_engine_numbers *a, const thud_engine_memory *memory, double rate) {
    if (memory->inside) return memory->damping;
    return rate > 0 ? a->damping * a->speed / rate : 0;
}

/* the damper bounded by the spring, so that the force neither pulls nor starts with a jump */
static double bounded(const thud_engine_numbers *a, double penetration, double rate) {
    double spring = a->stiffness * power(penetration, a->n), damper = a->damping * rate;
    return spring + fmax(-spring, fmin(damper, spring));
}

/* increments from the last accepted step, also from outside the contact, as in the source */
static double two_slopes(const thud_engine_numbers *a, const thud_engine_memory *memory, double penetration) {
    double first = a->stiffness, second = a->damping;
    double force = memory->force + first * (penetration - memory->penetration);
    if (penetration > memory->penetration) return fmin(force, first * a->yield + second * (penetration - a->yield));
    return fmax(force, second * penetration);
}

/* the share of the reference acceleration in the soft constraint: a spline from the first value to the second */
static double impedance(const double *d, double penetration) {
    if (d[0] == d[1] || d[2] <= 0) return 0.5 * (d[0] + d[1]);
    double x = penetration / d[2], middle = d[3], exponent = d[4];
    if (x >= 1) return d[1];
    double y = x <= middle ? pow(x, exponent) / pow(middle, exponent - 1)
                           : 1 - pow(1 - x, exponent) / pow(1 - middle, exponent - 1);
    return d[0] + (exponent == 1 ? x : y) * (d[1] - d[0]);
}

static double soft(const thud_engine_numbers *a, double penetration, double rate) {
    double share = impedance(a->impedance, penetration) / a->impedance[1];
    return share * (a->damping * rate + share * a->stiffness * penetration);
}

double thud_engine_force(const thud_engine_numbers *a, const thud_engine_memory *memory, double penetration,
                         double rate) {
    if (penetration <= 0) return 0;
    double force = 0;
    switch (a->form) {
    case THUD_FORM_POWER: force = viscous(a, a->damping, penetration, rate); break;
    case THUD_FORM_LATE: force = viscous(a, late_damping(a, memory, rate), penetration, rate); break;
    case THUD_FORM_BOUNDED: force = bounded(a, penetration, rate); break;
    case THUD_FORM_TWO_SLOPES: force = two_slopes(a, memory, penetration); break;
    case THUD_FORM_TWO_STIFFNESSES:
    case THUD_FORM_GENERAL: break; /* nothing is stepped */
    case THUD_FORM_SOFT: force = soft(a, penetration, rate); break;
    case THUD_FORM_JUMP: break;
    }
    return a->limited && force < 0 ? 0 : force;
}

void thud_engine_remember(const thud_engine_numbers *a, thud_engine_memory *memory, double penetration,
                          double rate) {
    memory->force = thud_engine_force(a, memory, penetration, rate);
    if (a->form == THUD_FORM_LATE && penetration > 0) memory->damping = late_damping(a, memory, rate);
    memory->inside = penetration > 0;
    memory->penetration = penetration;
}
