/*
 * Steps of a structure whose links are on straight branches, while all gaps are open: the series of a linear
 * structure, and bounds that tell which links may come to the end of their branch, which gaps may close and which
 * bodies may have a new peak. Most steps have none of these; what there is, is found as the general series find it.
 *
 * Exact steps along a record have the bounds of links from here as well.
 */
#ifndef THUD_SIMULATE_STRAIGHT_H
#define THUD_SIMULATE_STRAIGHT_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct thud_simulation thud_simulation;

/* Of the step under way: ends, and how far numbers may be from a straight line between them. */
typedef struct thud_straight {
    double *end, *bent;            /* [n] m/s²: accelerations relative to the ground */
    double *off_x, *off_v;         /* [n] m, m/s: of coordinates and velocities */
    double *excess;                /* [n] above 0: a peak may be raised */
    double *top_x, *top_v, *top_a; /* [n] peaks so far */
    double *node_v;                /* [4 n] m/s: at points that energy is summed over */
    /* [links] of branches, side by side: F = stiffness d + offset + drag ḋ, from `low` to `high`, ḋ along
     * `direction`
     */
    double *stiffness, *offset, *drag, *low, *high, *direction;
    double *free;                             /* [links] 0, or infinity where there is no direction */
    size_t branches;                          /* which these are, by their number in links.h */
    double *end_d, *end_rate;                 /* [links] m, m/s */
    double *off_d, *off_rate;                 /* [links] */
    double *faster, *end_faster, *off_faster; /* [links] m/s²: the second derivative, likewise */
    bool has_peaks;            /* those below and above are those of now; who raises one says that they are not */
    double *room;              /* [links] not above 0: a branch may end */
    double *top_d, *top_force; /* [links] peaks so far */
    double *above;             /* [links] above 0: a peak may be raised */
} thud_straight;

/* Its arrays, for who lays them out: first those of bodies, then those of links. */
enum { THUD_STRAIGHT_OF_BODIES = 9, THUD_STRAIGHT_ARRAYS = 27 };
static inline size_t thud_straight_arrays(thud_straight *s, double ***array) {
    double **const all[THUD_STRAIGHT_ARRAYS] = {
        &s->end,        &s->bent,  &s->off_x,     &s->off_v,  &s->excess,   &s->node_v,   &s->top_x,
        &s->top_v,      &s->top_a, &s->stiffness, &s->offset, &s->drag,     &s->low,      &s->high,
        &s->direction,  &s->end_d, &s->end_rate,  &s->off_d,  &s->off_rate, &s->faster,   &s->end_faster,
        &s->off_faster, &s->room,  &s->free,      &s->above,  &s->top_d,    &s->top_force};
    for (size_t i = 0; i < THUD_STRAIGHT_ARRAYS; i++) array[i] = all[i];
    return THUD_STRAIGHT_ARRAYS;
}

/* of the numbers that a bound is about: some thirty operations of u = 1.1e-16 each */
#define THUD_STRAIGHT_ROUNDING 1e-14

/* A step from its start to its end: the bodies, the acceleration of the ground where theirs are absolute, and how
 * far theirs may be from straight lines. */
typedef struct thud_straight_step {
    double h;
    const double *x0, *x1, *v0, *v1, *a0, *a1;
    double g0, g1;
    const double *bent;
} thud_straight_step;

/* A function in the step: its ends, those of its slope, and how far both may be off straight lines. */
typedef struct thud_straight_course {
    double from, to, off, slope_from, slope_to, slope_off;
} thud_straight_course;

/*
 * The largest |f| that may be between the ends of a step. At the share t of the way f is no further from the line
 * than t (1 − t) h²/2 times its largest second derivative, 4 t (1 − t) `off`: where the line rises or falls by more
 * than 4 `off`, nothing is beyond its ends, and otherwise the largest is (f₀ + f₁)/2 + off + (f₁ − f₀)²/(16 off).
 */
static inline double thud_straight_reach(double from, double to, double off) {
    double rise = to - from, ends = fabs(from) > fabs(to) ? fabs(from) : fabs(to);
    return fabs(rise) >= 4 * off ? ends : 0.5 * fabs(from + to) + off + rise * rise / (16 * off);
}

/* The least |f|, likewise, of ends of one sign: below zero where it may change it. */
static inline double thud_straight_least(double from, double to, double off) {
    double rise = to - from, ends = fabs(from) < fabs(to) ? fabs(from) : fabs(to);
    return fabs(rise) >= 4 * off ? ends : 0.5 * fabs(from + to) - off - rise * rise / (16 * off);
}

/* Whether a peak has to be searched for. Where the line is steep enough, or the slope is the same way at both ends
 * and keeps its sign between them, the larger end is it. */
bool thud_straight_turns(const thud_straight_course *course, double *peak);

/* Energy from the start of the expanded step to σ, where the state and the accelerations are known. */
void thud_straight_account(thud_simulation *simulation, double sigma);

/* The peaks so far, side by side. */
void thud_straight_take_peaks(thud_simulation *simulation);

/* The branches of all links, side by side; the bounds of a step; with these, whether a branch may end, whether a
 * peak may be raised, what one link does, and whether a peak of it has to be searched for, or is taken in. */
void thud_straight_list(thud_simulation *simulation);
void thud_straight_bound_links(thud_simulation *simulation, const thud_straight_step *step);
bool thud_straight_links_may_end(thud_simulation *simulation);
bool thud_straight_links_may_peak(thud_simulation *simulation);
void thud_straight_link_courses(const thud_simulation *simulation, size_t number, thud_straight_course *deformation,
                                thud_straight_course *force);
bool thud_straight_link_turns(thud_simulation *simulation, size_t number);

#endif
