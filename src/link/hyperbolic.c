/*
 * Backfill in compression, x = −d − gap. First loading follows F = x/(1/k + R_f x/S). Unloading has the stiffness
 * k down to zero force; there is no tension. Reloading follows the same line to where unloading began, then the
 * hyperbola.
 *
 * The stored energy is what unloading returns, F²/(2k); the set is the x of zero force.
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

/* without a force; along the line of unloading; first loading */
enum { OPEN, LINE, FIRST };

static double hyperbola(const thud_link *link, double x) {
    const thud_hysteresis *h = &link->hysteresis;
    return x / (1 / link->stiffness + h->ratio * x / h->strength);
}

static double closing(const thud_link *link, double d) { return -d - link->hysteresis.gap; }

/* the deformation for a given x */
static double at(const thud_link *link, double x) { return -x - link->hysteresis.gap; }

/* peak[0]: the largest x so far; set: the x at which its unloading line ends */
static thud_link_branch fresh(const thud_link_branch *b, int kind) {
    return (thud_link_branch){
        .kind = kind, .low = -INFINITY, .high = INFINITY, .set = b->set, .peak = {b->peak[0], b->peak[0]}};
}

static void go_open(const thud_link *link, thud_link_branch *b) {
    *b = fresh(b, OPEN);
    b->low = at(link, b->set);
}

static void go_along_line(const thud_link *link, thud_link_branch *b) {
    *b = fresh(b, LINE);
    /* tension is positive: F = −k (x − set) = k d + k (gap + set) */
    b->stiffness = link->stiffness;
    b->offset = link->stiffness * (link->hysteresis.gap + b->set);
    b->high = at(link, b->set);
    b->low = at(link, b->peak[0]);
}

static void load(thud_link_branch *b) {
    *b = fresh(b, FIRST);
    b->direction = -1;
    b->curved = true;
}

static void unload(const thud_link *link, double d, thud_link_branch *b) {
    double x = closing(link, d);
    b->peak[0] = x;
    b->set = x - hyperbola(link, x) / link->stiffness;
    go_along_line(link, b);
    b->low = d;
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    *b = (thud_link_branch){.kind = OPEN};
    if (closing(link, d) > 0) unload(link, d, b);
    else go_open(link, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    if (b->kind == FIRST) unload(link, d, b);
    else if (b->kind == LINE && end == THUD_LINK_RISES) go_open(link, b);
    else if (b->kind == LINE || b->peak[0] == 0) load(b);
    else go_along_line(link, b);
}

/* q F = x with q = 1/k + R_f x/S; the force of the link, which is tension, is −F, and x falls with d */
static void raise(const thud_link *link, const thud_link_branch *b, thud_link_series *s, int k) {
    if (b->kind != FIRST) {
        s->force[k] = b->stiffness * s->deformation[k] + (k == 0 ? b->offset : 0);
        return;
    }
    const thud_hysteresis *h = &link->hysteresis;
    double slope = h->ratio / h->strength, x = closing(link, s->deformation[0]),
           sum = k == 0 ? x : -s->deformation[k];
    for (int j = 1; j <= k; j++) sum -= slope * s->deformation[j] * s->force[k - j];
    s->force[k] = -sum / (1 / link->stiffness + slope * x);
}

static double force_of(const thud_link *link, const thud_link_branch *b, double d) {
    return b->kind == FIRST ? -hyperbola(link, closing(link, d)) : b->stiffness * d + b->offset;
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double force = force_of(link, b, d);
    return 0.5 * force * force / link->stiffness;
}

/* in terms of deformation: shortened by the set */
static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    return b->kind == FIRST ? d + link->hysteresis.gap - force_of(link, b, d) / link->stiffness : -b->set;
}

const thud_link_model thud_link_hyperbolic = {start, pass, stored, plastic, raise, false, .centres = false};
