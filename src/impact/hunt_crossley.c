/*
 * Closed form of the Hunt–Crossley structure, p = n.
 *
 * With y = −ln(1 + χ δ′) the first integral is δⁿ⁺¹ = (n+1) Δ/χ², Δ = D − (e^(−y) − 1 + y), D = χ − ln(1+χ), and
 * time follows from dt = dy/(χ δⁿ). The approach runs from y = −ln(1+χ) to 0, the recovery from 0 to −ln(1−χ e).
 * Counting y from contact or back from separation as y = χ r keeps Δ/χ² exact where δ vanishes, for small and for
 * large χ.
 */
#include <math.h>

#include "impact/frame.h"
#include "law/relation.h"
#include "numeric/elementary.h"
#include "numeric/quadrature.h"

typedef struct {
    double n, chi, e;
    double end; /* −ln(1−χ e) */
} contact;

/* Δ/χ², r counted from contact */
static double approach_energy(const contact *c, double r) {
    return r - (1 + c->chi) * r * r * thud_exp_remainder(c->chi * r);
}

/* Δ/χ², r counted back from separation */
static double recovery_energy(const contact *c, double r) {
    double x = c->chi * r;
    if (c->end < 1) return c->e * r - (1 - c->chi * c->e) * r * r * thud_exp_remainder(-x);
    double rest = exp(-c->end); /* 1 − χ e */
    double grown = x < 1 ? rest * expm1(x) : exp(x - c->end) - rest;
    return (x - grown) / c->chi / c->chi;
}

/* D/χ²: what the spring holds at the turning point */
static double turning_energy(double chi) {
    return chi < 1 ? 0.5 - chi * thud_log_remainder(chi) : (1 - log1p(chi) / chi) / chi;
}

static double penetration(const contact *c, double energy) { return pow((c->n + 1) * energy, 1 / (c->n + 1)); }

/* dt/dr = δ^(−n) */
static double approach_rate(double r, const void *context) {
    const contact *c = context;
    return pow((c->n + 1) * approach_energy(c, r), -c->n / (c->n + 1));
}

static double recovery_rate(double r, const void *context) {
    const contact *c = context;
    return pow((c->n + 1) * recovery_energy(c, r), -c->n / (c->n + 1));
}

static double approach_velocity(const contact *c, double r) {
    return 1 - (1 + c->chi) * r * (1 - c->chi * r * thud_exp_remainder(c->chi * r));
}

/* dF/dt = 0 where n δ′ = χ δⁿ⁺¹ */
static double force_slope(double r, const void *context) {
    const contact *c = context;
    return c->n * approach_velocity(c, r) - c->chi * (c->n + 1) * approach_energy(c, r);
}

thud_frame_impact thud_hunt_crossley_impact(const thud_frame *frame) {
    double loss, chi = frame->chi;
    contact c = {.n = frame->n, .chi = chi, .e = thud_hunt_crossley_restitution(chi, &loss)};
    c.end = chi < 3 ? -log1p(-chi * c.e) : chi - log1p(chi) + chi * c.e;
    double approach = log1p(chi) / chi, recovery = c.end / chi;

    double peak = thud_root_bracketed(force_slope, &c, 0, approach, 1e-9); /* flat there */
    double peak_depth = penetration(&c, approach_energy(&c, peak));
    double approach_time = thud_integrate(approach_rate, &c, approach);
    return (thud_frame_impact){
        .restitution = c.e,
        .loss = loss,
        .approach_time = approach_time,
        .contact_time = approach_time + thud_integrate(recovery_rate, &c, recovery),
        .max_penetration = penetration(&c, turning_energy(chi)),
        .max_force = pow(peak_depth, c.n) * (1 + chi * approach_velocity(&c, peak)),
    };
}
