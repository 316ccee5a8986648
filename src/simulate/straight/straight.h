/*
 * Steps of a structure whose links are on straight branches, while all gaps are open: the series of a linear
 * structure, and bounds that tell which links may come to the end of their branch, which gaps may close and which
 * bodies may have a new peak. Most steps have none of these; what there is, is found as the general series find it.
 */
#ifndef THUD_SIMULATE_STRAIGHT_H
#define THUD_SIMULATE_STRAIGHT_H

#include <stddef.h>

/* Of the step under way: ends, and how far numbers may be from a straight line between them. */
typedef struct thud_straight {
    double *end, *bent;    /* [n] m/s²: accelerations relative to the ground */
    double *off_x, *off_v; /* [n] m, m/s: of coordinates and velocities */
    double *excess;        /* [n] above 0: a peak may be raised */
    double *node_v;        /* [4 n] m/s: at points that energy is summed over */
    /* [links] of branches, side by side: F = stiffness d + offset + drag ḋ, from `low` to `high`, ḋ along
     * `direction`
     */
    double *stiffness, *offset, *drag, *low, *high, *direction;
    double *end_d, *end_rate; /* [links] m, m/s */
    double *off_d, *off_rate; /* [links] */
    double *room;             /* [links] not above 0: a branch may end */
    double *above;            /* [links] above 0: a peak may be raised */
} thud_straight;

/* Its arrays, for who lays them out: first those of bodies, then those of links. */
enum { THUD_STRAIGHT_OF_BODIES = 6, THUD_STRAIGHT_ARRAYS = 18 };
static inline size_t thud_straight_arrays(thud_straight *s, double ***array) {
    double **const all[THUD_STRAIGHT_ARRAYS] = {&s->end,      &s->bent,      &s->off_x,  &s->off_v,    &s->excess,
                                                &s->node_v,   &s->stiffness, &s->offset, &s->drag,     &s->low,
                                                &s->high,     &s->direction, &s->end_d,  &s->end_rate, &s->off_d,
                                                &s->off_rate, &s->room,      &s->above};
    for (size_t i = 0; i < THUD_STRAIGHT_ARRAYS; i++) array[i] = all[i];
    return THUD_STRAIGHT_ARRAYS;
}

#endif
