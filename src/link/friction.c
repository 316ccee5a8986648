/*
 * Coulomb friction in parallel with the spring: F = kd + f, with f = ±f₀ while it slips. While it sticks the two
 * ends move together; the solver finds the required f, up to f₀.
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

enum { STICKS, SLIPS };

static void stick(const thud_link *link, thud_link_branch *b) {
    *b = (thud_link_branch){.kind = STICKS,
                            .stiffness = link->stiffness,
                            .low = -INFINITY,
                            .high = INFINITY,
                            .holds = link->hysteresis.force};
}

static void slip(const thud_link *link, int direction, thud_link_branch *b) {
    *b = (thud_link_branch){.kind = SLIPS,
                            .stiffness = link->stiffness,
                            .offset = direction * link->hysteresis.force,
                            .low = -INFINITY,
                            .high = INFINITY,
                            .direction = direction};
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    (void)d;
    stick(link, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    (void)d;
    if (end == THUD_LINK_TURNS) stick(link, b);
    else slip(link, end == THUD_LINK_RISES ? 1 : -1, b);
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    (void)b;
    return 0.5 * link->stiffness * d * d;
}

/* all plastic deformation is slip */
static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    (void)link, (void)b;
    return d;
}

const thud_link_model thud_link_friction = {start, pass, stored, plastic, NULL, false, .centres = false};
