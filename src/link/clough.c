/*
 * Degrading stiffness after Clough, with Takeda's unloading. First loading follows the skeleton: k up to the yield
 * force and αk beyond. Unloading has the stiffness
 *
 *     k_u = k (d_y/d_max)^γ, and not less than the secant to the peak F(d_max)/d_max,
 *
 * where d_max is the largest deformation on that side. From zero force, reloading aims at the peak of the other
 * side, or at its yield point if it has not yielded. A reversal on the way unloads with k_u; back at its start,
 * reloading continues as before.
 *
 * The stored energy is what unloading returns, F²/(2k_u).
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

/* up to the first yielding; along the skeleton; unloading; towards the peak */
enum { ELASTIC, SKELETON, UNLOADS, RELOADS };

static double skeleton(const thud_link *link, double d) {
    double y = thud_link_yield_deformation(link), size = fabs(d);
    return copysign(link->hysteresis.yield + link->hysteresis.hardening * link->stiffness * (size - y), d);
}

/* the largest deformation of a side, in magnitude; at least the yield deformation */
static double peak_of(const thud_link_branch *b, int side) { return b->peak[side > 0]; }

static double unloading_stiffness(const thud_link *link, double peak) {
    double degraded = link->stiffness * pow(thud_link_yield_deformation(link) / peak, link->hysteresis.unloading);
    return fmax(degraded, skeleton(link, peak) / peak);
}

static void set_line(thud_link_branch *b, double stiffness, double d, double force) {
    b->stiffness = stiffness;
    b->offset = force - stiffness * d;
}

static thud_link_branch fresh(const thud_link_branch *b, int kind) {
    return (thud_link_branch){
        .kind = kind, .low = -INFINITY, .high = INFINITY, .peak = {b->peak[0], b->peak[1]}, .side = b->side};
}

static void go_along_skeleton(const thud_link *link, int side, thud_link_branch *b) {
    *b = fresh(b, SKELETON);
    b->side = b->direction = side;
    double alpha = link->hysteresis.hardening;
    b->stiffness = alpha * link->stiffness;
    b->offset = side * (1 - alpha) * link->hysteresis.yield;
}

/* from zero force towards the peak of a side */
static void reload(const thud_link *link, int side, double zero, thud_link_branch *b) {
    *b = fresh(b, RELOADS);
    b->side = b->direction = side;
    b->set = zero;
    double peak = side * peak_of(b, side);
    set_line(b, skeleton(link, peak) / (peak - zero), zero, 0);
    if (side > 0) b->high = peak;
    else b->low = peak;
}

/* from a point of the skeleton, or of a line towards the peak that began at `set` */
static void unload(const thud_link *link, double d, double force, thud_link_branch *b) {
    int side = b->side, from = b->kind;
    double begun = b->set;
    *b = fresh(b, UNLOADS);
    double k = unloading_stiffness(link, peak_of(b, side)), zero = d - force / k;
    set_line(b, k, d, force);
    b->set = begun;
    b->from = from;
    b->low = side > 0 ? zero : d;
    b->high = side > 0 ? d : zero;
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    double y = thud_link_yield_deformation(link);
    *b = (thud_link_branch){.kind = ELASTIC, .stiffness = link->stiffness, .low = -y, .high = y, .peak = {y, y}};
    if (fabs(d) <= y) return;
    b->kind = SKELETON;
    b->side = d > 0 ? 1 : -1;
    b->peak[d > 0] = fabs(d);
    unload(link, d, skeleton(link, d), b);
}

static void turn_back(const thud_link *link, double d, thud_link_branch *b) {
    double force = b->stiffness * d + b->offset;
    if (b->kind == SKELETON) b->peak[b->side > 0] = fmax(fabs(d), b->peak[b->side > 0]);
    unload(link, d, force, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    int up = end == THUD_LINK_RISES ? 1 : -1;
    switch (b->kind) {
    case ELASTIC: go_along_skeleton(link, up, b); break;
    case UNLOADS:
        if (up != b->side) reload(link, -b->side, d, b);
        else if (b->from == SKELETON) go_along_skeleton(link, b->side, b);
        else reload(link, b->side, b->set, b);
        break;
    case RELOADS:
        if (end != THUD_LINK_TURNS) {
            go_along_skeleton(link, b->side, b);
            break;
        }
        turn_back(link, d, b);
        break;
    default: turn_back(link, d, b);
    }
}

/* unloading stiffness of the branch at this deformation; on the skeleton the peak moves along */
static double stiffness_back(const thud_link *link, const thud_link_branch *b, double d) {
    if (b->kind == ELASTIC) return link->stiffness;
    double peak = peak_of(b, b->side);
    return unloading_stiffness(link, b->kind == SKELETON ? fmax(peak, fabs(d)) : peak);
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double force = b->stiffness * d + b->offset;
    return 0.5 * force * force / stiffness_back(link, b, d);
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    if (b->kind == ELASTIC) return 0;
    return d - (b->stiffness * d + b->offset) / stiffness_back(link, b, d);
}

/* −dp/dd along the skeleton, r = |d|/d_y, where k_u has degraded: p/d_y = r − (1 − α + αr) r^γ */
static double plastic_fall(const thud_link *link, double r) {
    double alpha = link->hysteresis.hardening, gamma = link->hysteresis.unloading;
    return gamma * (1 - alpha + alpha * r) * pow(r, gamma - 1) + alpha * pow(r, gamma) - 1;
}

/* with hardening, the force may outgrow what unloading returns, and p falls, once: until the secant governs
   unloading */
static double turn(const thud_link *link, const thud_link_branch *b, double from, double to) {
    double y = thud_link_yield_deformation(link), low = fabs(from) / y, high = fabs(to) / y;
    if (b->kind != SKELETON || link->hysteresis.unloading == 0) return NAN;
    if (!(plastic_fall(link, low) < 0) || !(plastic_fall(link, high) > 0)) return NAN;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (plastic_fall(link, middle) < 0) low = middle;
        else high = middle;
    }
    return b->side * low * y;
}

const thud_link_model thud_link_clough = {start, pass,  stored,           plastic,
                                          NULL,  false, .centres = false, .turn = turn};
