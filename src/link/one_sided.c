/*
 * Cables and restrainers pull beyond their slack, bearings push: F = k (d − s) where d > s, and F = k (d + s)
 * where d < −s. They are elastic: all work is returned.
 */
#include <math.h>
#include <stddef.h>

#include "link/branch.h"

enum { SLACK, TAUT };

/* 1 for tension, −1 for compression */
static int side_of(const thud_link *link) {
    return link->hysteresis.model == THUD_HYSTERESIS_TENSION_ONLY ? 1 : -1;
}

static void enter(const thud_link *link, int kind, thud_link_branch *b) {
    int side = side_of(link);
    double k = kind == TAUT ? link->stiffness : 0, edge = side * link->hysteresis.slack;
    bool above = (kind == TAUT) == (side > 0);
    *b = (thud_link_branch){.kind = kind,
                            .stiffness = k,
                            .offset = -k * edge,
                            .low = above ? edge : -INFINITY,
                            .high = above ? INFINITY : edge};
}

static void start(const thud_link *link, double d, thud_link_branch *b, double *inner) {
    (void)inner;
    enter(link, side_of(link) * d > link->hysteresis.slack ? TAUT : SLACK, b);
}

static void pass(const thud_link *link, thud_link_end end, double d, thud_link_branch *b) {
    (void)end, (void)d;
    enter(link, b->kind == TAUT ? SLACK : TAUT, b);
}

static double stored(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    double stretch = d - side_of(link) * link->hysteresis.slack;
    return 0.5 * b->stiffness * stretch * stretch;
}

static double plastic(const thud_link *link, const thud_link_branch *b, double d, double inner) {
    (void)inner;
    (void)link, (void)b, (void)d;
    return 0;
}

const thud_link_model thud_link_tension_only = {start, pass, stored, plastic, NULL, false, .centres = true},
                      thud_link_compression_only = {start, pass, stored, plastic, NULL, false, .centres = true};
