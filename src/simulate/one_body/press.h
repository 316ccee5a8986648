/*
 * One body pressed against one stop by f = k δⁿ + c δⁿ δ̇ until δ = 0 again: the contacts of decks, drop tests and
 * most studies, written out. Everything is per unit of mass, and the direction of approach is positive.
 */
#ifndef THUD_SIMULATE_PRESS_H
#define THUD_SIMULATE_PRESS_H

#include <math.h>

#include "simulate/event.h"
#include "simulate/one_body/pair.h"
#include "simulate/series/series_terms.h"
#include "simulate/simulation.h"

/* What does not change while the contact lasts. */
typedef struct thud_press {
    thud_touch *touch;
    double side, gap;          /* +1: the stop is above the body; m */
    double stiffness, damping; /* 1/s², 1/s: of the structure */
    double spring, drag;       /* of the contact: f = (spring + drag δ̇) δⁿ, m/s² */
    double n;
    double room;    /* m: the penetration at which another contact closes */
    double slowest; /* m/s: with δ̇ above it the force does not pull; −INFINITY where it may */
    double tolerance;
    double near; /* relative: the last step of a search that leaves out the cube of it */
} thud_press;

/* The state at an instant. */
typedef struct thud_press_instant {
    double x, v;
    double depth, rate; /* m, m/s: of the contact */
    double u;           /* δⁿ */
    double force, jerk; /* m/s², m/s³: of the contact, and its slope */
    double a, slope;    /* m/s², m/s³: absolute acceleration, and its slope */
} thud_press_instant;

/* A step as series of s, 0 to 1 over the length they were made for. */
typedef struct thud_press_course {
    thud_pair motion[THUD_SERIES_WIDTH]; /* δ or its root, and δ̇ */
    double f[THUD_SERIES_WIDTH];
    double pull[THUD_SERIES_WIDTH]; /* absolute acceleration towards the stop */
    int order;                      /* of δ̇; f and pull end one before */
    double end;                     /* s at which the step ends, 1 at most */
    double bend;                    /* Σ |coefficients of δ̇| from the first on */
    double turn;                    /* Σ k (k − 1) |coefficients of f|: no second derivative is larger */
    double sway;                    /* m: as far as δ may be from a straight line between its ends */
} thud_press_course;

bool thud_press_fits(const thud_simulation *simulation);

thud_press thud_press_of(const thud_simulation *simulation);

/* `root` is δⁿ⁻¹. */
static inline thud_press_instant thud_press_at(const thud_press *p, double gravity, double x, double v,
                                               double depth, double root, double ground) {
    double rate = p->side * v, u = depth * root, stiff = p->spring + p->drag * rate, force = stiff * u;
    double a = gravity - (p->stiffness * x + p->damping * v) - p->side * force, relative = a - ground;
    double jerk = p->n * root * rate * stiff + p->drag * u * p->side * relative;
    double slope = -(p->stiffness * v + p->damping * relative) - p->side * jerk;
    return (thud_press_instant){x, v, depth, rate, u, force, jerk, a, slope};
}

/* k (k − 1), for second derivatives */
static const double THUD_PRESS_TURN[THUD_SERIES_WIDTH] = {
    0,   0,   2,   6,   12,  20,  30,  42,  56,  72,  90,  110, 132, 156, 182,
    210, 240, 272, 306, 342, 380, 420, 462, 506, 552, 600, 650, 702, 756, 812,
};

/*
 * Raises a peak to the largest |value| of a series, every `stride`-th number, between 0 and `end`. `from` and `to`
 * are its values there, the slopes its slopes up to a factor above zero. Of the last step of a search, `near` at
 * most and relative to the end, it leaves the cube.
 */
void thud_press_raise(double *peak, const double *c, int stride, int order, double end, double from, double to,
                      double slope0, double slope1, double near);

/* Two series, every stride-th number of each, at up to 8 points: side by side, so that none waits for another.
 * Strides and the number of points are known when this is compiled. */
static inline void thud_press_values(const double *a, int stride_a, const double *b, int stride_b, int order,
                                     const double *at, int points, double *value_a, double *value_b) {
    for (int g = 0; g < points; g++) {
        value_a[g] = a[order * stride_a];
        value_b[g] = b[order * stride_b];
    }
    for (int k = order - 1; k >= 0; k--)
        for (int g = 0; g < points; g++) {
            value_a[g] = value_a[g] * at[g] + a[k * stride_a];
            value_b[g] = value_b[g] * at[g] + b[k * stride_b];
        }
}

/* What is largest at an instant: where a way begins and where it ends. */
void thud_press_book_instant(thud_simulation *simulation, const thud_press *press, const thud_press_instant *at);

/* Largest values between two instants, and of speed and acceleration at them; `pace`: dt/ds at both. The first of
 * `motion` is δ, or its root when by_root.
 */
void thud_press_book_peaks(thud_simulation *simulation, const thud_press *press, const thud_press_instant *from,
                           const thud_press_instant *to, const thud_press_course *course, const double *ground,
                           const double *pace, bool by_root);

/* Energy that went into the dampers of structure and contact, ∫ δ̇² dt and ∫ δⁿ δ̇² dt, and ∫ f dt. */
void thud_press_book_energy(thud_simulation *simulation, const thud_press *press, double squares, double losses,
                            double impulse);

void thud_press_hand_over(thud_simulation *simulation, const thud_press *press, const thud_press_instant *at,
                          double time);
void thud_press_show_event(thud_simulation *simulation, const thud_press *press, const thud_press_instant *at,
                           double time);

/* Steps from sample to sample of the record, in time, until the contact ends or gets close to that. */
void thud_press_run(thud_simulation *simulation);

/* One step in σ, where δ = z² and dt = 2 z dσ: to the next break of the load, or to the release of a Hertz contact.
 * False, and nothing done, when it is not that simple. */
bool thud_press_step(thud_simulation *simulation, thud_event *event);

#endif
