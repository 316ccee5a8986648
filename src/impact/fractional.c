/*
 * One impact on a spring beside a fractional damper. In the frame, with Caputo's derivative,
 *     δ″ + δ + χ D^α δ = 0,   δ(0) = 0,   δ′(0) = 1,   so that   L{δ} = 1/P(s),   P(s) = s² + χ s^α + 1.
 *
 * P has one pair of roots −b ± iω, and a cut along the negative axis. Its inverse is what rings with the roots, and
 * a sum of exponentials that creep:
 *     δ(t) = 2 Re [e^{(−b+iω)t}/P′] + ∫₀^∞ K(r) e^{−rt} dr,   K(r) = χ r^α sin απ/(π |r² + 1 + χ r^α e^{iαπ}|²).
 * The integral over ln r by the trapezoidal rule converges exponentially: K is analytic in a strip about the real
 * axis, as wide as the roots are away from the cut. The step is chosen for an error of e^{−37} = 1e-16, and the
 * ends for times above 1e-7 of the period; with the rounding of some 1200 terms, states are good to 1e-13.
 */
#include <math.h>

#include "impact/relaxing.h"
#include "numeric/constant.h"
#include "numeric/root.h"

/* ln of the least of an exponential that is kept: e^{−37} = 1e-16; and of the fastest, in those of the ringing */
static const double KEPT = 37, SOON = 20;

typedef struct search {
    double order, chi;
} search;

/* the distance of a root from the origin, from how far beyond the imaginary axis it lies: Im P = 0 */
static double distance_of(const search *s, double beyond) {
    return pow(s->chi * sin(s->order * (THUD_PI / 2 + beyond)) / sin(2 * beyond), 1 / (2 - s->order));
}

/* Re P there, by ln of the angle */
static double real_part(double x, const void *context) {
    const search *s = context;
    const double beyond = exp(x), distance = distance_of(s, beyond);
    return 1 - distance * distance * cos(2 * beyond) +
           s->chi * pow(distance, s->order) * cos(s->order * (THUD_PI / 2 + beyond));
}

bool thud_fractional_init(thud_fractional *f, double order, double chi) {
    *f = (thud_fractional){.omega = 1, .quadrature = 1};
    if (!(chi > 0)) return true;
    const search s = {order, chi};
    /* beyond this angle, that of χ → ∞, Re P is positive; next to the axis it is negative */
    const double widest = THUD_PI * order / (2 * (2 - order)), narrow = 1e-3 * fmin(chi, 1) * widest;
    const double beyond = exp(thud_root_bracketed(real_part, &s, log(narrow), log(widest), 0));
    const double distance = distance_of(&s, beyond), angle = THUD_PI / 2 + beyond;
    f->slow = distance * sin(beyond);
    f->omega = distance * cos(beyond);

    /* 2/P′, P′ = 2s + αχ s^(α−1) */
    const double part = order * chi * pow(distance, order - 1), turn = (order - 1) * angle;
    const double real = -2 * f->slow + part * cos(turn), imaginary = 2 * f->omega + part * sin(turn);
    const double square = real * real + imaginary * imaginary;
    f->in_phase = 2 * real / square;
    f->quadrature = 2 * imaginary / square;

    const double strip = fmin(THUD_PI / 2 - beyond, 1.2), step = 2 * THUD_PI * strip / KEPT;
    const double low = -(KEPT + fmax(log(chi), 0)) / (1 + order), high = log(distance) + SOON;
    const double count = (high - low) / step;
    if (!(count <= THUD_FRACTIONAL_TERMS)) return false;
    f->count = (int)count;
    for (int i = 0; i < f->count; i++) {
        const double r = exp(low + step * i), pull = chi * pow(r, order);
        const double along = r * r + 1 + pull * cos(order * THUD_PI), across = pull * sin(order * THUD_PI);
        f->rate[i] = r;
        f->weight[i] = step * r * across / (THUD_PI * (along * along + across * across));
    }
    return true;
}

thud_relaxing_state thud_fractional_at(const thud_fractional *f, double time) {
    if (time == 0) return (thud_relaxing_state){0, 1, 0};
    const double b = f->slow, w = f->omega, fade = exp(-b * time), c = cos(w * time), d = sin(w * time);
    /* Re and −Im of e^{(−b+iω)t}/P′ */
    const double along = fade * (f->in_phase * c + f->quadrature * d);
    const double across = fade * (f->quadrature * c - f->in_phase * d);
    double depth = along, rate = -b * along + w * across;
    double force = -((b * b - w * w) * along - 2 * b * w * across);
    for (int i = 0; i < f->count && f->rate[i] * time < 45; i++) {
        const double r = f->rate[i], part = f->weight[i] * exp(-r * time);
        depth += part;
        rate -= r * part;
        force -= r * r * part;
    }
    return (thud_relaxing_state){depth, rate, force};
}
