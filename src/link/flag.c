/*
 * Self-centring: F = αkd + (1 − α)kz. Loading follows z = d, and z = d_y beyond d_y. On unloading z falls with d
 * to r = (1 − β)d_y and stays there until d itself is r. The loop has a height of β(1 − α) of the yield force,
 * closes at (1 − β) of it, and leaves no deformation. The other side is the mirror image.
 *
 * The stored energy is what unloading returns: ½αkd² + (1 − α)k(½z² + r(|d| − |z|)).
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

/* through zero; along ±d_y; between; back along ±r */
enum { ELASTIC, UPPER, INNER, LOWER };

static double return_of(const thud_link *link) {
    return (1 - link->hysteresis.energy) * thud_link_yield_deformation(link);
}

/* a branch on which z is d − set if inclined, or `set` if flat */
static void enter(const thud_link *link, int kind, int side, double set, thud_link_branch *b) {
    double k = link->stiffness, alpha = link->hysteresis.hardening;
    bool flat = kind == UPPER || kind == LOWER;
    *b = (thud_link_branch){.kind = kind,
                            .stiffness = flat ? alpha * k : k,
                            .offset = (1 - alpha) * k * (flat ? set : -set),
                            .low = -INFINITY,
                            .high = INFINITY,
                            .set = set,
                            .side = side};
}

static void go_elastic(const thud_link *link, thud_link_branch *b) {
    double y = thud_link_yield_deformation(link);
    enter(link, ELASTIC, 0, 0, b);
    b->low = -y;
    b->high = y;
}

static void go_upper(const thud_link *link, int side, thud_link_branch *b) {
    enter(link, UPPER, side, side * thud_link_yield_deformation(link), b);
    b->direction = side;
}

static void go_lower(const thud_link *link, int side, thud_link_branch *b) {
    double r = side * return_of(link);
    enter(link, LOWER, side, r, b);
    b->direction = -side;
    if (side > 0) b->low = r;
    else b->high = r;
}

/* between the two, starting from the present z; `from`: the branch that it leaves at this deformation */
static void go_inner(const thud_link *link, int side, double d, int from, thud_link_branch *b) {
    double y = thud_link_yield_deformation(link), r = return_of(link), z = side * (from == UPPER ? y : r);
    enter(link, INNER, side, d - z, b);
    double lower = side > 0 ? r : -y, upper = side > 0 ? y : -r;
    b->low = z == lower ? d : b->set + lower;
    b->high = z == upper ? d : b->set + upper;
}

/* without a loop, unloading follows loading in either direction */
static void go_along(const thud_link *link, int side, thud_link_branch *b) {
    double y = side * thud_link_yield_deformation(link);
    enter(link, UPPER, side, y, b);
    if (side > 0) b->low = y;
    else b->high = y;
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    double y = thud_link_yield_deformation(link);
    int side = d > 0 ? 1 : -1;
    if (fabs(d) <= y) go_elastic(link, b);
    else if (link->hysteresis.energy == 0) go_along(link, side, b);
    else go_inner(link, side, d, UPPER, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    int side = b->kind == ELASTIC ? (end == THUD_LINK_RISES ? 1 : -1) : b->side;
    bool outward = (end == THUD_LINK_RISES) == (side > 0);
    if (link->hysteresis.energy == 0) {
        if (b->kind == ELASTIC) go_along(link, side, b);
        else go_elastic(link, b);
        return;
    }
    switch (b->kind) {
    case ELASTIC: go_upper(link, side, b); break;
    case INNER:
        if (outward) go_upper(link, side, b);
        else go_lower(link, side, b);
        break;
    case LOWER:
        if (end == THUD_LINK_TURNS) go_inner(link, side, d, LOWER, b);
        else go_elastic(link, b);
        break;
    default: go_inner(link, side, d, UPPER, b);
    }
}

static double z_of(const thud_link_branch *b, double d) {
    return b->kind == UPPER || b->kind == LOWER ? b->set : d - b->set;
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double z = z_of(b, d), alpha = link->hysteresis.hardening;
    double beyond = b->kind == ELASTIC ? 0 : return_of(link) * (fabs(d) - fabs(z));
    return link->stiffness * (0.5 * alpha * d * d + (1 - alpha) * (0.5 * z * z + beyond));
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    return (1 - link->hysteresis.hardening) * (d - z_of(b, d));
}

const thud_link_model thud_link_flag = {start, pass, stored, plastic, NULL, false, .centres = true};
