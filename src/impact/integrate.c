/* Integrates one impact and records the extremes of the force. */
#include <math.h>

#include "impact/walk.h"
#include "numeric/root.h"

static void keep_extremes(thud_frame_impact *hit, double force) {
    hit->max_force = fmax(hit->max_force, force);
    hit->min_force = fmin(hit->min_force, force);
}

static void keep_turning_force(thud_frame_impact *hit, const thud_sight *at, double left, double right) {
    double flat = 0.1 * sqrt(at->walk->frame->tolerance); /* within this distance the force changes by less than
                                                             the tolerance */
    keep_extremes(hit, thud_sight_force(thud_root_bracketed(thud_sight_force_slope, at, left, right, flat), at));
}

/*
 * The extremes of the force over one step: at its end, and inside where the slope changes sign. It takes the slope
 * at the start and returns the one at the end.
 */
static double scan_force(thud_frame_impact *hit, const thud_sight *at, const thud_stride *stride, double slope) {
    const thud_walk *w = at->walk;
    keep_extremes(hit, stride->force);
    double end = thud_walk_force_slope(w, stride->to.root, stride->to.velocity, stride->force);
    if (stride->overdamped) return end; /* the pull only weakens */

    /* the first step may contain both the dip after the start of a linear damper and the following peak */
    int parts = w->steps == 0 ? 4 : 1;
    double left = 0;
    for (int i = 1; i <= parts; i++) {
        double right = stride->tau * i / parts, next = i == parts ? end : thud_sight_force_slope(right, at);
        if ((slope > 0 && next < 0) || (slope < 0 && next > 0)) keep_turning_force(hit, at, left, right);
        left = right;
        slope = next;
    }
    return end;
}

/*
 * The walk takes the last stretch to a singular δ = 0 in one stride. There F = δⁿ + χ δᵖ v with constant v, which
 * is smallest at n δ^(n−p) = −p χ v, or at the end for a linear damper. The weakest damping pulls so near to δ = 0
 * that this holds for any walk, and a series could not resolve so small a δ.
 */
static void scan_last_stretch(thud_frame_impact *hit, const thud_walk *w, double depth) {
    double n = w->plan.n, p = w->plan.p;
    if (w->frame->chi < 1e-9) depth = INFINITY;
    double least = p < n ? pow(-p * w->frame->chi * w->velocity / n, 1 / (n - p)) : INFINITY;
    if (least < depth) keep_extremes(hit, thud_walk_force(w, pow(least, 1.0 / w->plan.q), w->velocity));
}

/*
 * Before the walk begins near a singular δ = 0 the force may have passed its peak. For a linear damper it is
 * largest at once, F = χ; for the half-power damper at n close to 1, at
 *
 *     δ^(p+1) (χ² (2p+1)/(p+1) − n) = p χ   of   F = χ δᵖ (1 − χ δ^(p+1)/(p+1)) + δⁿ.
 */
static void scan_first_stretch(thud_frame_impact *hit, const thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = w->frame->chi, rest = chi * chi * (2 * p + 1) / (p + 1) - n;
    if (p == 0) keep_extremes(hit, chi);
    if (w->plan.polynomial || p == 0 || !(rest > 0)) return;
    double grown = p * chi / rest, depth = pow(grown, 1 / (p + 1));
    if (depth < w->root) keep_extremes(hit, chi * pow(depth, p) * (1 - chi * grown / (p + 1)) + pow(depth, n));
}

/* a weak damper releases so near to δ = 0 that z cannot resolve it; the balance δ^(n−p) = χ |v| does */
static double penetration_at_end(const thud_walk *w) {
    double n = w->plan.n, p = w->plan.p, chi = w->frame->chi;
    bool weak = w->lets_go && chi < 1e-3;
    return weak ? pow(-chi * w->velocity, 1 / (n - p)) : thud_walk_penetration(w, w->root);
}

/* the loss as the work of the damper plus the remaining energy of the spring */
static thud_status close_books(const thud_walk *w, thud_frame_impact *hit) {
    double kinetic = (1 - hit->restitution) * (1 + hit->restitution) / 2, n = w->plan.n;
    hit->loss = kinetic;
    if (!w->frame->keep_books) return THUD_OK;
    hit->loss = w->work + pow(hit->separation_penetration, n + 1) / (n + 1);
    return fabs(hit->loss - kinetic) <= fmax(1e-12, 100 * w->frame->tolerance) ? THUD_OK : THUD_ERROR_ACCURACY;
}

thud_status thud_frame_integrate(const thud_frame *frame, thud_frame_impact *impact) {
    if (frame->chi > THUD_WALK_HEAVIEST) return THUD_ERROR_ACCURACY;
    thud_frame_impact hit = {0};
    thud_walk walk = thud_walk_begin(frame);
    thud_taylor series;
    keep_extremes(&hit, walk.force);
    scan_first_stretch(&hit, &walk);
    double slope = thud_walk_force_slope(&walk, walk.root, walk.velocity, walk.force);
    while (walk.phase < THUD_WALK_PARTED) {
        if (walk.steps >= THUD_WALK_MAX_STEPS) return THUD_ERROR_STEPS;
        thud_stride stride = thud_walk_look(&walk, &series);
        if (!(stride.tau > 0)) return THUD_ERROR_ACCURACY;
        /* from the turn to zero force it only decreases: n δ^(n−p) |v| > p χ v² while F > 0, since p ≤ n */
        if (walk.phase == THUD_WALK_APPROACH || !walk.lets_go)
            slope = scan_force(&hit, &(thud_sight){&walk, &series}, &stride, slope);
        if (stride.turn > 0) {
            hit.approach_time = walk.time + thud_taylor_value(&series, series.time, stride.turn);
            hit.max_penetration =
                thud_walk_penetration(&walk, thud_taylor_value(&series, series.root, stride.turn));
        }
        thud_walk_go(&walk, stride);
        if (walk.phase == THUD_WALK_PARTED && walk.root == 0) scan_last_stretch(&hit, &walk, stride.to.root);
    }
    if (walk.phase == THUD_WALK_CAUGHT) {
        hit.contact_time = INFINITY;
        hit.loss = 0.5;
        *impact = hit;
        return THUD_OK;
    }
    hit.contact_time = walk.time;
    hit.restitution = -walk.velocity;
    hit.separation_penetration = penetration_at_end(&walk);
    if (walk.lets_go) hit.min_force = 0;
    thud_status status = close_books(&walk, &hit);
    if (status == THUD_OK) *impact = hit;
    return status;
}
