/*
 * A detached contact has no force that acts, and its series may be used beyond the point where a power of its
 * penetration has one of its own: near δ = 0 that does not converge. So the law is asked at points along the step,
 *     g = (k δⁿ + c δᵖ δ̇)/δᵖ = k δⁿ⁻ᵖ + c δ̇,
 * δ and δ̇ being series that do. A step is a few radians of the fastest motion at most; between two points that are
 * this near to each other g has one extreme or none, and one that comes close to zero is looked at more closely.
 */
#include "simulate/resume.h"

#include <math.h>

#include "numeric/polynomial.h"

enum { POINTS = 24, HALVINGS = 60 };

typedef struct {
    const thud_touch *touch;
    int order;
} law;

static double push(const law *l, double sigma) {
    const thud_touch *t = l->touch;
    double depth = thud_series_value(t->series->depth, l->order, sigma);
    double rate = thud_series_value(t->series->rate, l->order, sigma);
    if (!(depth > 0)) return t->damping * rate;
    return t->stiffness * pow(depth, t->n - t->p) + t->damping * rate;
}

/* between a point where the force pulls and one where it pushes */
static double crossing(const law *l, double low, double high) {
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (push(l, middle) > 0) high = middle;
        else low = middle;
    }
    return high;
}

/* a point between two where the force pushes, around a largest value below zero; NAN when there is none */
static double summit(const law *l, double low, double high) {
    for (int i = 0; i < HALVINGS && high - low > 1e-9 * high; i++) {
        double third = (high - low) / 3, left = push(l, low + third), right = push(l, high - third);
        if (left > 0) return low + third;
        if (right > 0) return high - third;
        if (left > right) high -= third;
        else low += third;
    }
    return NAN;
}

double thud_resume_find(const thud_simulation *sim, const thud_touch *t, double limit) {
    int order = sim->series.order;
    if (t->linear) return thud_polynomial_first_root(t->series->force, order, limit);
    const law l = {t, order};
    double step = limit / POINTS, before = 0, at = t->force_is_zero ? 0 : push(&l, 0);
    if (at > 0) return 0; /* the step before ended there */
    for (int i = 1; i <= POINTS + 1; i++) {
        double next = i <= POINTS ? push(&l, i * step) : -INFINITY;
        /* a parabola through three points rises above the middle one by less than the larger of the two sides */
        bool close = i > 1 && at >= before && at >= next && at + fmax(at - before, at - next) > 0;
        double top = close ? summit(&l, (i - 2) * step, fmin(i * step, limit)) : NAN;
        if (top > 0) return crossing(&l, (i - 2) * step, top);
        if (next > 0) return crossing(&l, (i - 1) * step, i * step);
        before = at;
        at = next;
    }
    return INFINITY;
}
