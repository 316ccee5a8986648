/*
 * Kinematic hardening: F = αkd + (1 − α)kz, where z follows d and stays within ±d_y. With s = d − z, which changes
 * only while it yields, the elastic branch is F = kd − (1 − α)ks from s − d_y to s + d_y.
 *
 * The stored energy is ½αkd² + ½(1 − α)kz². The plastic deformation d − F/k is (1 − α)s, and the dissipation is
 * the yield force times its path length.
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

enum { ELASTIC, YIELDS };

/* elastic from here, with z leaving ±d_y or in between */
static void go_elastic(const thud_link *link, double set, thud_link_branch *b) {
    double k = link->stiffness, alpha = link->hysteresis.hardening, y = thud_link_yield_deformation(link);
    *b = (thud_link_branch){.kind = ELASTIC,
                            .stiffness = k,
                            .offset = -(1 - alpha) * k * set,
                            .low = set - y,
                            .high = set + y,
                            .set = set};
}

static void yield(const thud_link *link, int direction, thud_link_branch *b) {
    double alpha = link->hysteresis.hardening;
    *b = (thud_link_branch){.kind = YIELDS,
                            .stiffness = alpha * link->stiffness,
                            .offset = direction * (1 - alpha) * link->hysteresis.yield,
                            .low = -INFINITY,
                            .high = INFINITY,
                            .direction = direction};
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    double y = thud_link_yield_deformation(link);
    go_elastic(link, d > y ? d - y : d < -y ? d + y : 0, b);
    if (b->set > 0) b->high = d;
    if (b->set < 0) b->low = d;
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    if (end != THUD_LINK_TURNS) {
        yield(link, end == THUD_LINK_RISES ? 1 : -1, b);
        return;
    }
    int from = b->direction;
    go_elastic(link, d - from * thud_link_yield_deformation(link), b);
    /* exactly at this deformation */
    if (from > 0) b->high = d;
    else b->low = d;
}

static double z_of(const thud_link *link, const thud_link_branch *b, double d) {
    return b->kind == ELASTIC ? d - b->set : b->direction * thud_link_yield_deformation(link);
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double z = z_of(link, b, d), alpha = link->hysteresis.hardening;
    return 0.5 * link->stiffness * (alpha * d * d + (1 - alpha) * z * z);
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double set = b->kind == ELASTIC ? b->set : d - z_of(link, b, d);
    return (1 - link->hysteresis.hardening) * set;
}

const thud_link_model thud_link_bilinear = {start, pass, stored, plastic, NULL, false, .centres = false};
