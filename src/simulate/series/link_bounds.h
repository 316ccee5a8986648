/*
 * Bounds of what links do in a step whose ends are known: which of them may come to the end of their branch, and
 * which may have a new peak. Most links in most steps do neither, and need no series of their own.
 *
 * Series of the general kind and exact steps along a record both use them, each with bounds of its own.
 */
#ifndef THUD_SIMULATE_LINK_BOUNDS_H
#define THUD_SIMULATE_LINK_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "simulate/accounts/arc.h"

typedef struct thud_simulation thud_simulation;

typedef struct thud_link_bounds {
    /* [links] of branches, side by side: F = stiffness d + offset + drag ḋ, from `low` to `high`, ḋ along
     * `direction`; `free` is 0, or infinity where there is no direction */
    double *stiffness, *offset, *drag, *low, *high, *direction, *free;
    /* [links] m, m/s, m/s²: deformation and its derivatives at both ends, and how far they may be off the line */
    double *d, *rate, *faster, *end_d, *end_rate, *end_faster, *off_d, *off_rate, *off_faster;
    double *room;              /* [links] not above 0: a branch may end */
    double *above;             /* [links] above 0: a peak may be raised */
    double *top_d, *top_force; /* [links] work space: the peaks so far */
    size_t branches;           /* the number in links.h of the branches that are listed */
} thud_link_bounds;

/* Its arrays, in `count` × THUD_LINK_BOUNDS_ARRAYS numbers. */
enum { THUD_LINK_BOUNDS_ARRAYS = 20 };
void thud_link_bounds_lay_out(thud_link_bounds *bounds, size_t count, double *numbers);

/* A step of the bodies from its start to its end; g: the acceleration of the ground at both ends where those of the
 * bodies are absolute; and how far accelerations may be from straight lines. */
typedef struct thud_link_step {
    double h;
    const double *x0, *x1, *v0, *v1, *a0, *a1;
    double g0, g1;
    const double *bent;
} thud_link_step;

/* Lists the branches of all links, if they have changed. */
void thud_link_bounds_list(thud_link_bounds *bounds, const thud_simulation *simulation);

/* Bounds a step; then whether a branch may end in it, and whether a peak may be raised. */
void thud_link_bounds_take(thud_link_bounds *bounds, const thud_simulation *simulation, const thud_link_step *step);
bool thud_link_bounds_may_end(thud_link_bounds *bounds, const thud_simulation *simulation);
bool thud_link_bounds_may_peak(thud_link_bounds *bounds, const thud_simulation *simulation);

/* The deformation and the force of one link in the step. */
void thud_link_bounds_arcs(const thud_link_bounds *bounds, size_t number, thud_arc *deformation, thud_arc *force);

#endif
