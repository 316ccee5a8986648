/*
 * The continuous motion under forces that do not pull and have no closed form: fourth-order Runge–Kutta with steps
 * so small that kinks of the force do not matter.
 */
#include <math.h>

#include "engine/numbers.h"

/* steps per undamped contact; a kink costs the square of a step: 1e-7 of e */
enum { STEPS = 4000 };

/* none of these forces has a memory */
static const thud_engine_memory NOTHING = {0};

static void derivative(const thud_engine_numbers *a, const double *y, double *slope) {
    slope[0] = y[1];
    slope[1] = -thud_engine_force(a, &NOTHING, y[0], y[1]) / a->mass;
}

static void advance(const thud_engine_numbers *a, double h, double *y) {
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    double slope[2] = {0, 0}, sum[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        double here[2] = {y[0] + at[i] * h * slope[0], y[1] + at[i] * h * slope[1]};
        derivative(a, here, slope);
        for (int j = 0; j < 2; j++) sum[j] += weight[i] * slope[j];
    }
    for (int j = 0; j < 2; j++) y[j] += h * sum[j];
}

double thud_engine_continuous(const thud_engine_numbers *a, double *contact_time, double *max_penetration) {
    double length = pow(a->mass * a->speed * a->speed / a->stiffness, 1 / (a->n + 1));
    /* the edge of contact counts as inside: start slightly inside */
    double h = 3 * length / a->speed / STEPS, y[2] = {1e-12 * length, a->speed}, largest = 0, time = 0;
    for (int i = 0; i < 400 * STEPS; i++) {
        advance(a, h, y);
        time += h;
        largest = fmax(largest, y[0]);
        double force = thud_engine_force(a, &NOTHING, y[0], y[1]);
        if (y[1] >= 0 || force > 0) continue;
        if (contact_time) *contact_time = time;
        if (max_penetration) *max_penetration = largest;
        return -y[1] / a->speed; /* the force is zero from here on, and nearly zero in the step before */
    }
    return NAN;
}
