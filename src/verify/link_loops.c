/*
 * Links whose lines depend on where they have been: stiffness that degrades (Clough), and flags.
 *
 * Clough: lines F = slope (d − place). On the skeleton, ±(F_y + αk (|d| − d_y)), further than ever before on its
 * side; unloading with k_u = k (d_y/d_max)^γ, no less than the secant to the peak of the side, to zero force; from
 * there a line to the peak of the other side. Turned back while it unloads, it returns to where that began, and
 * goes on as before.
 *
 * Flag: F = αkd + (1 − α)kz. z moves with d between two bounds that depend on d: for d > 0 it is no more than
 * min(d, d_y) and no less than min(d, r), r = (1 − β) d_y; for d < 0 likewise with the signs changed.
 */
#include <math.h>

#include "verify/link.h"

static double yield_way(const thud_verify_link *l) { return l->source->given.hysteresis.yield / l->stiffness; }

/* of what may be rounding, or CVODE's own error, where two lines meet */
static double near(const thud_verify_link *l) { return 1e-9 * (yield_way(l) + fabs(l->deformation)); }

/* ---- Clough ---- */

static double skeleton(const thud_verify_link *l, double d) {
    const thud_hysteresis *h = &l->source->given.hysteresis;
    return copysign(h->yield + h->hardening * l->stiffness * (fabs(d) - yield_way(l)), d);
}

static double *peak_of(thud_verify_link *l, int side) { return &l->peak[side > 0 ? 1 : 0]; }

double thud_verify_clough_force(const thud_verify_link *l) {
    switch (l->mode) {
    case THUD_VERIFY_VIRGIN: return l->stiffness * l->deformation;
    case THUD_VERIFY_UPPER: /* of its side: the skeleton, and its line beyond both ends */
        return l->side * (1 - l->source->given.hysteresis.hardening) * l->source->given.hysteresis.yield +
               l->source->given.hysteresis.hardening * l->stiffness * l->deformation;
    default: return l->slope * (l->deformation - l->place);
    }
}

static double slope_from(const thud_verify_link *l, double peak) {
    double degraded = l->stiffness * pow(yield_way(l) / peak, l->source->given.hysteresis.unloading);
    return fmax(degraded, skeleton(l, peak) / peak);
}

double thud_verify_clough_unloading(const thud_verify_link *l) {
    double peak = l->peak[l->side > 0 ? 1 : 0];
    if (l->mode == THUD_VERIFY_VIRGIN) return l->stiffness;
    if (l->mode == THUD_VERIFY_ELASTIC) return l->slope;
    return slope_from(l, l->mode == THUD_VERIFY_UPPER ? fmax(peak, fabs(l->deformation)) : peak);
}

static void unload(thud_verify_link *l, thud_verify_mode from, double force) {
    double slope = slope_from(l, *peak_of(l, l->side));
    l->before = from;
    l->before_slope = l->slope;
    l->before_place = l->place;
    l->mark = l->deformation;
    l->slope = slope;
    l->place = l->deformation - force / slope;
    l->mode = THUD_VERIFY_ELASTIC;
}

static void reload(thud_verify_link *l) {
    double aim;
    l->side = -l->side;
    aim = l->side * *peak_of(l, l->side);
    l->slope = skeleton(l, aim) / (aim - l->place);
    l->mode = THUD_VERIFY_LOWER;
}

void thud_verify_clough_start(thud_verify_link *l) {
    double y = yield_way(l), d = l->deformation;
    l->peak[0] = l->peak[1] = y;
    l->mode = THUD_VERIFY_VIRGIN;
    l->side = d < 0 ? -1 : 1;
    if (fabs(d) <= y) return;
    *peak_of(l, l->side) = fabs(d);
    unload(l, THUD_VERIFY_UPPER, skeleton(l, d));
}

void thud_verify_clough_roots(const thud_verify_link *l, double *roots) {
    double d = l->deformation, y = yield_way(l);
    switch (l->mode) {
    case THUD_VERIFY_VIRGIN: roots[0] = d - y, roots[1] = d + y; break;
    case THUD_VERIFY_UPPER: roots[0] = l->rate; break;
    case THUD_VERIFY_ELASTIC: roots[0] = d - l->mark, roots[1] = d - l->place; break;
    case THUD_VERIFY_LOWER: /* towards the peak */
        roots[0] = l->rate;
        roots[1] = d - l->side * l->peak[l->side > 0 ? 1 : 0];
        break;
    case THUD_VERIFY_IDLE:
    case THUD_VERIFY_EDGE: break;
    }
}

void thud_verify_clough_pass(thud_verify_link *l) {
    double d = l->deformation, out = l->side * l->way, close = near(l);
    switch (l->mode) {
    case THUD_VERIFY_VIRGIN:
        if (fabs(d) < yield_way(l) - close || d * l->way <= 0) return;
        l->side = d > 0 ? 1 : -1;
        l->mode = THUD_VERIFY_UPPER;
        return;
    case THUD_VERIFY_UPPER:
        if (out >= 0) return;
        *peak_of(l, l->side) = fmax(*peak_of(l, l->side), fabs(d));
        unload(l, THUD_VERIFY_UPPER, thud_verify_clough_force(l));
        return;
    case THUD_VERIFY_ELASTIC:
        if (out > 0 && l->side * (d - l->mark) >= -close) {
            l->mode = l->before;
            l->slope = l->before_slope;
            l->place = l->before_place;
        } else if (out < 0 && l->side * (d - l->place) <= close) {
            reload(l);
        }
        return;
    case THUD_VERIFY_LOWER:
        if (out < 0) unload(l, THUD_VERIFY_LOWER, thud_verify_clough_force(l));
        else if (out > 0 && l->side * d >= *peak_of(l, l->side) - close) l->mode = THUD_VERIFY_UPPER;
        return;
    case THUD_VERIFY_IDLE:
    case THUD_VERIFY_EDGE: return;
    }
}

/* ---- flags ---- */

/* the two bounds of z beyond the core, on the side of d */
static double outer(const thud_verify_link *l) { return l->side * yield_way(l); }
static double inner(const thud_verify_link *l) {
    return l->side * (1 - l->source->given.hysteresis.energy) * yield_way(l);
}

double thud_verify_flag_force(const thud_verify_link *l) {
    double a = l->source->given.hysteresis.hardening, k = l->stiffness, d = l->deformation, z = d;
    if (l->mode == THUD_VERIFY_ELASTIC) z = d - l->set;
    if (l->mode == THUD_VERIFY_UPPER) z = outer(l);
    if (l->mode == THUD_VERIFY_LOWER) z = inner(l);
    return a * k * d + (1 - a) * k * z;
}

void thud_verify_flag_start(thud_verify_link *l) {
    double d = l->deformation;
    l->side = d < 0 ? -1 : 1;
    l->mode = THUD_VERIFY_VIRGIN;
    if (fabs(d) <= yield_way(l)) return;
    l->set = d - outer(l);
    l->mode = THUD_VERIFY_ELASTIC;
    thud_verify_flag_pass(l);
}

void thud_verify_flag_roots(const thud_verify_link *l, double *roots) {
    double d = l->deformation, y = yield_way(l);
    switch (l->mode) {
    case THUD_VERIFY_VIRGIN: roots[0] = d - y, roots[1] = d + y; break;
    case THUD_VERIFY_UPPER: roots[0] = l->rate; break;
    case THUD_VERIFY_ELASTIC: roots[0] = d - l->set - outer(l), roots[1] = d - l->set - inner(l); break;
    case THUD_VERIFY_LOWER: roots[0] = l->rate, roots[1] = d - inner(l); break;
    case THUD_VERIFY_IDLE:
    case THUD_VERIFY_EDGE: break;
    }
}

void thud_verify_flag_pass(thud_verify_link *l) {
    double d = l->deformation, out = l->side * l->way, close = near(l);
    switch (l->mode) {
    case THUD_VERIFY_VIRGIN:
        if (fabs(d) < yield_way(l) - close || d * l->way <= 0) return;
        l->side = d > 0 ? 1 : -1;
        l->mode = THUD_VERIFY_UPPER;
        return;
    case THUD_VERIFY_UPPER:
        if (out >= 0) return;
        l->set = d - outer(l);
        l->mode = THUD_VERIFY_ELASTIC;
        /* with no loop at all both bounds are one, and it goes back along it */
        if (l->source->given.hysteresis.energy == 0) l->mode = THUD_VERIFY_LOWER;
        return;
    case THUD_VERIFY_ELASTIC: {
        double z = d - l->set;
        if (out > 0 && l->side * (z - outer(l)) >= -close) l->mode = THUD_VERIFY_UPPER;
        else if (out < 0 && l->side * (z - inner(l)) <= close) l->mode = THUD_VERIFY_LOWER;
        return;
    }
    case THUD_VERIFY_LOWER:
        if (out < 0 && l->side * (d - inner(l)) <= close) {
            l->mode = THUD_VERIFY_VIRGIN;
        } else if (out > 0) {
            l->set = d - inner(l);
            l->mode = l->source->given.hysteresis.energy == 0 ? THUD_VERIFY_UPPER : THUD_VERIFY_ELASTIC;
        }
        return;
    case THUD_VERIFY_IDLE:
    case THUD_VERIFY_EDGE: return;
    }
}
