/*
 * The series of a force need not be as good as those of the motion: that of a detached contact acts on nothing, and
 * near δ = 0, in time, that of a broken power converges for the bodies long before it does for itself. So the law
 * is asked at points along the step, g = (k δⁿ + c δᵖ δ̇)/δᵖ = k δⁿ⁻ᵖ + c δ̇, δ and δ̇ being series that do converge.
 * A step is a few radians of the fastest motion at most; between points this near to each other g has one extreme
 * or none, and one that comes close to zero is looked at more closely. For the clock z takes the place of δ: with
 * little damping the force is zero at z = 0, many times over. Linear contacts have a force that is as good as the
 * rest, and its root is taken.
 */
#include "simulate/contacts/zero_force.h"

#include <math.h>

#include "numeric/series/polynomial.h"

enum { POINTS = 24, HALVINGS = 60 };

/* g, or −g where the force is to fall: it comes from below zero in both cases */
typedef struct {
    const thud_body_contact *contact;
    const thud_series *series;
    double sign;
} law;

static double value(const law *l, double sigma) {
    const thud_body_contact *t = l->contact;
    bool is_clock = (int)t->number == l->series->clock;
    double place = thud_series_value(is_clock ? l->series->root : t->series->depth, l->series->order, sigma);
    double rate = thud_series_value(t->series->rate, l->series->order, sigma);
    double power = (is_clock ? t->root : 1) * (t->branch.n - t->branch.p);
    double spring = t->branch.k * copysign(pow(fabs(place), power), place);
    return l->sign * (spring + t->branch.c * rate);
}

/* between a point below zero and one above */
static double crossing(const law *l, double low, double high) {
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (value(l, middle) > 0) high = middle;
        else low = middle;
    }
    return high;
}

/* a point above zero between two, around a largest value of points below it; NAN when there is none */
static double summit(const law *l, double low, double high) {
    for (int i = 0; i < HALVINGS && high - low > 1e-9 * high; i++) {
        double third = (high - low) / 3, left = value(l, low + third), right = value(l, high - third);
        if (left > 0) return low + third;
        if (right > 0) return high - third;
        if (left > right) high -= third;
        else low += third;
    }
    return NAN;
}

static double first_crossing(const law *l, double limit) {
    double step = limit / POINTS, before = 0, at = l->contact->state.force_is_zero ? 0 : value(l, 0);
    if (at > 0) return 0; /* the step before ended there */
    for (int i = 1; i <= POINTS + 1; i++) {
        double next = i <= POINTS ? value(l, i * step) : -INFINITY;
        /* a parabola through three points rises above the middle one by less than the larger of the two sides */
        bool close = i > 1 && at >= before && at >= next && at + fmax(at - before, at - next) > 0;
        double top = close ? summit(l, (i - 2) * step, fmin(i * step, limit)) : NAN;
        if (top > 0) return crossing(l, (i - 2) * step, top);
        if (next > 0) return crossing(l, (i - 1) * step, i * step);
        before = at;
        at = next;
    }
    return INFINITY;
}

/* with p = n the sign is that of k + c δ̇: no need to look as long as the bodies part slowly enough */
static bool stays_slow(const thud_body_contact *t, const thud_series *s, double limit) {
    double change = 0;
    for (int k = s->order; k >= 1; k--) change = (change + fabs(t->series->rate[k])) * limit;
    return t->branch.k + t->branch.c * (t->series->rate[0] - change) > 0;
}

/* an impact elsewhere may have taken the force past zero, or the step before may have ended there, to the bit as it
 * may be, with the event of another at the same place */
static double linear_crossing(const thud_body_contact *t, const thud_series *s, double sign, double limit) {
    const double *force = t->series->force;
    int leading = 0;
    while (leading < s->order && force[leading] == 0) leading++;
    return sign * force[leading] > 0 ? 0 : thud_polynomial_first_root(force, s->order, limit);
}

double thud_zero_force_release(const thud_simulation *sim, const thud_body_contact *t, double limit) {
    const thud_series *s = &sim->motion.series;
    if (t->branch.p == t->branch.n && stays_slow(t, s, limit)) return INFINITY;
    if (t->linear) return linear_crossing(t, s, -1, limit);
    if (t->series->rate[0] > 0 && thud_polynomial_keeps_sign(t->series->rate, s->order, limit)) return INFINITY;
    return first_crossing(&(law){t, s, -1}, limit);
}

double thud_zero_force_resume(const thud_simulation *sim, const thud_body_contact *t, double limit) {
    const thud_series *s = &sim->motion.series;
    if (t->linear) return linear_crossing(t, s, 1, limit);
    return first_crossing(&(law){t, s, 1}, limit);
}
