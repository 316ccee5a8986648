/*
 * Closed form of the Hunt–Crossley structure, p = n.
 *
 * With y = −ln(1 + χ δ′) the first integral is δⁿ⁺¹ = (n+1) Δ/χ², Δ = D − (e^(−y) − 1 + y), D = χ − ln(1+χ), and
 * time follows from dt = dy/(χ δⁿ). The approach runs from y = −ln(1+χ) to 0, the recovery from 0 to −ln(1−χ e).
 * Measuring y from contact or back from separation as y = χ r keeps Δ/χ² exact where δ vanishes, for small and for
 * large χ.
 */
#include <math.h>

#include "impact/frame.h"
#include "law/relation.h"
#include "numeric/elementary.h"
#include "numeric/integral/quadrature.h"
#include "numeric/series/product_rule.h"

typedef struct {
    double n, chi, e;
    double end;              /* −ln(1−χ e) */
    double approach, length; /* r at the turning point and at separation, from contact */
} contact;

/* Δ/(χ² r), with r measured from contact */
static double approach_steepness(const contact *c, double r) {
    return 1 - (1 + c->chi) * r * thud_exp_remainder(c->chi * r);
}

static double approach_energy(const contact *c, double r) { return r * approach_steepness(c, r); }

/* Δ/(χ² r), with r measured back from separation */
static double recovery_steepness(const contact *c, double r) {
    double x = c->chi * r;
    if (c->end < 1) return c->e - (1 - c->chi * c->e) * r * thud_exp_remainder(-x);
    double rest = exp(-c->end); /* 1 − χ e */
    if (x == 0) return (1 - rest) / c->chi;
    double grown = x < 1 ? rest * expm1(x) : exp(x - c->end) - rest;
    return (1 - grown / x) / c->chi;
}

/* D/χ²: the energy of the spring at the turning point */
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
    return pow((c->n + 1) * r * recovery_steepness(c, r), -c->n / (c->n + 1));
}

/* δ^(−n) over the whole contact, u = 0 to 1, without (u (1−u))^(−n/(n+1)): smooth, since Δ has no other zero near
 */
static double smooth_rate(double u, const void *context) {
    const contact *c = context;
    double r = u * c->length, steepness;
    if (r < c->approach) steepness = approach_steepness(c, r) / (1 - u);
    else steepness = recovery_steepness(c, (1 - u) * c->length) / u;
    return pow((c->n + 1) * c->length * steepness, -c->n / (c->n + 1));
}

/* approach and contact time; under heavy damping the turn is so sharp that each phase needs its own quadrature */
static void find_times(const contact *c, thud_frame_impact *hit) {
    thud_product_rule rule;
    if (thud_product_rule_expand(smooth_rate, c, -c->n / (c->n + 1), &rule)) {
        hit->approach_time = c->length * thud_product_rule_integral(&rule, c->approach / c->length);
        hit->contact_time = c->length * thud_product_rule_integral(&rule, 1);
        return;
    }
    hit->approach_time = thud_integrate(approach_rate, c, c->approach);
    hit->contact_time = hit->approach_time + thud_integrate(recovery_rate, c, c->length - c->approach);
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
    c.approach = log1p(chi) / chi;
    c.length = c.approach + c.end / chi;

    double peak = thud_root_bracketed(force_slope, &c, 0, c.approach, 1e-9); /* the force is flat there */
    double peak_depth = penetration(&c, approach_energy(&c, peak));
    thud_frame_impact hit = {
        .restitution = c.e,
        .loss = loss,
        .max_penetration = penetration(&c, turning_energy(chi)),
        .max_force = pow(peak_depth, c.n) * (1 + chi * approach_velocity(&c, peak)),
    };
    find_times(&c, &hit);
    return hit;
}
