/*
 * With s the response to a unit impulse, S = ∫s and R = ∫S, each from 0 to t, Duhamel's integral reads
 *     u(t) = u + v s − (a + ω²u) S − slope R,
 *     v(t) = v s′ − (a + ω²u) s − slope S,
 * and the equation of motion itself, integrated, gives ω²S = 1 − s′ − 2ζω s and ω²R = t − s − 2ζω S.
 */
#include "ground/spectrum/oscillator.h"

#include <math.h>

thud_oscillator thud_oscillator_make(double omega, double zeta) {
    return (thud_oscillator){
        .omega = omega,
        .square = omega * omega,
        .zeta = zeta,
        .decay = zeta * omega,
        .damped = omega * sqrt((1 - zeta) * (1 + zeta)),
    };
}

/* below one radian the differences above cancel, and the series in x = ωt converges fast */
static const double SERIES_LIMIT = 1;

/*
 * The n-th derivative of ωs with respect to x is g(n) = −2ζ g(n−1) − g(n−2), with g(0) = 0 and g(1) = 1; its
 * magnitude is at most n. At x = 1, 20 terms omit less than 1e-18.
 */
static thud_oscillator_kernel kernel_by_series(double x, double zeta, double t) {
    enum { TERMS = 20 };
    double g = 1, before = 0, power = 1; /* power: xⁿ⁻¹/n! */
    double rate = 1, impulse = 0, step = 0, ramp = 0;
    for (int n = 1; n <= TERMS; n++) {
        double term = g * power;
        impulse += term;
        step += term / (n + 1);
        ramp += term / ((n + 1) * (n + 2));
        double next = -2 * zeta * g - before;
        before = g;
        g = next;
        rate += g * power * x;
        power *= x / (n + 1);
    }
    return (thud_oscillator_kernel){rate, t * impulse, t * t * step, t * t * t * ramp};
}

thud_oscillator_kernel thud_oscillator_kernel_at(const thud_oscillator *o, double t) {
    double x = o->omega * t;
    if (x < SERIES_LIMIT) return kernel_by_series(x, o->zeta, t);
    double envelope = exp(-o->decay * t);
    double s = envelope * sin(o->damped * t) / o->damped;
    double rate = envelope * cos(o->damped * t) - o->decay * s;
    double step = (1 - rate - 2 * o->decay * s) / o->square;
    double ramp = (t - s - 2 * o->decay * step) / o->square;
    return (thud_oscillator_kernel){rate, s, step, ramp};
}

thud_oscillator_state thud_oscillator_advance(const thud_oscillator *o, const thud_oscillator_kernel *k,
                                              thud_oscillator_state from, double a, double slope) {
    double push = a + o->square * from.u;
    return (thud_oscillator_state){
        .u = from.u + from.v * k->impulse - push * k->step - slope * k->ramp,
        .v = from.v * k->rate - push * k->impulse - slope * k->step,
    };
}

thud_oscillator_matrix thud_oscillator_matrix_for(const thud_oscillator *o, double step) {
    thud_oscillator_kernel k = thud_oscillator_kernel_at(o, step);
    return (thud_oscillator_matrix){
        .uu = 1 - o->square * k.step,
        .uv = k.impulse,
        .ua = k.ramp / step - k.step,
        .ub = -k.ramp / step,
        .vu = -o->square * k.impulse,
        .vv = k.rate,
        .va = k.step / step - k.impulse,
        .vb = -k.step / step,
    };
}
