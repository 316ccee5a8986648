/*
 * What most people write: the classical Runge–Kutta method with a fixed step, the contact force switched on and
 * off by the sign of the gap at every evaluation.
 */
#include "rival_rk4.h"

#include <math.h>

typedef struct deck {
    double damping, square; /* c/m and k/m of the structure */
    double gap, stiffness;  /* k/m of a stop */
    double resistance[2];   /* c/m of the stops, from the speed when each was met */
} deck;

static double acceleration(const deck *d, double ground, double x, double v) {
    double a = -ground - d->damping * v - d->square * x;
    double right = x - d->gap, left = -x - d->gap;
    if (right > 0) a -= right * sqrt(right) * (d->stiffness + d->resistance[0] * v);
    else if (left > 0) a += left * sqrt(left) * (d->stiffness - d->resistance[1] * v);
    return a;
}

static void step(const deck *d, double h, double g0, double g1, double *x, double *v) {
    double gm = 0.5 * (g0 + g1);
    double v1 = *v, a1 = acceleration(d, g0, *x, v1);
    double v2 = *v + 0.5 * h * a1, a2 = acceleration(d, gm, *x + 0.5 * h * v1, v2);
    double v3 = *v + 0.5 * h * a2, a3 = acceleration(d, gm, *x + 0.5 * h * v2, v3);
    double v4 = *v + h * a3, a4 = acceleration(d, g1, *x + h * v3, v4);
    *x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

void rival_rk4_deck(const run_case *which, double chi, int parts, double *trace) {
    double mass = which->mass[0], h = which->interval / parts, x = which->displacement[0], v = 0;
    const run_contact *stop = &which->contact[0];
    deck d = {.damping = which->link[0].damping / mass,
              .square = which->link[0].stiffness / mass,
              .gap = stop->gap,
              .stiffness = stop->stiffness / mass};
    const double *ground = which->ground->acceleration;
    for (int i = 0; i < which->points; i++) {
        bool inside = (size_t)i + 1 < which->ground->count;
        double a = inside ? ground[i] : 0, slope = inside ? (ground[i + 1] - a) / parts : 0;
        for (int k = 0; k < parts; k++) {
            double before = x;
            step(&d, h, a + slope * k, a + slope * (k + 1), &x, &v);
            if (fabs(x) > d.gap && fabs(before) <= d.gap) d.resistance[x < 0] = chi * d.stiffness / fabs(v);
        }
        *trace++ = x;
        *trace++ = v;
    }
}
