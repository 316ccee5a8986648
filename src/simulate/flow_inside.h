/*
 * The inside of exact steps, for those who take them.
 */
#ifndef THUD_SIMULATE_FLOW_INSIDE_H
#define THUD_SIMULATE_FLOW_INSIDE_H

#include <math.h>

#include "simulate/flow.h"
#include "simulate/flow_blocks.h"

/* A single body's steps; see flow_single.c. */
enum { THUD_FLOW_MOMENTS = 10 };
typedef struct thud_flow_box {
    double displacement, velocity, acceleration, low, high; /* the peaks so far and the stops it was drawn for */
    double x, v;                                            /* |x| < x, |ẋ| < v is far from all of them */
    bool stops_alone; /* between the stops nothing but a velocity beyond that can be a peak */
} thud_flow_box;

typedef struct thud_flow_course {
    double h;                         /* s */
    double state[4][2];               /* x and ẋ at the end, by the numbers of w */
    double lost[THUD_FLOW_MOMENTS];   /* J by products of w */
    double put_in[THUD_FLOW_MOMENTS]; /* J by products of w */
    double stiffness, damping;        /* 1/s², 1/s */
    double gravity, strongest;        /* m/s²; |G| at most */
    double low, high;                 /* m: the stops */
    thud_flow_box box;
} thud_flow_course;

/* Coefficients of a mode's motion over a step, a fraction of a radian: the next would be lost in rounding. */
enum { THUD_FLOW_WIDTH = 17 };

struct thud_flow {
    size_t n;
    bool modal;
    size_t substeps; /* of one step of the record, so that nothing turns by more than a fraction of a radian */
    double h;        /* s, of a substep */
    thud_block *blocks;
    size_t block_count;
    double *table;   /* [22 × n] of modes: rows of the step (4 + 4), of the loss (10) and of the ramp (4) */
    double *columns; /* [n × n] of the shape */
    size_t *first, *past, *alike; /* [n] of bodies: the modes that move them, and how many have the same */
    double *square, *drag;        /* [n] of modes: ω², 1/s², and damping, 1/s */
    double *taylor;               /* [width × n] of modes: series of their coordinates over one step */
    double *shape;                /* [n × n] displacements from modal coordinates */
    double *inverse;              /* [n × n] and back */
    double *load;                 /* [n] what the ground acceleration is multiplied with, by mode or body */
    double *rooms;                /* the blocks' matrices */
    double *states;               /* the arrays below */
    thud_flow_course course;      /* of a single body */

    /* the state at the start of the step and at its end: modal coordinates, or the bodies themselves */
    double *q0, *r0, *q1, *r1;
    /* of the bodies: displacement, velocity, absolute acceleration, and the last change of that */
    double *x0, *v0, *a0, *x1, *v1, *a1, *change;
    /* where a peak is near, the slopes of the accelerations at both ends, and their derivatives */
    double *slope0, *slope1, *bend0, *bend1;
    bool knows_slope, finds_slope; /* slope0 is known, slope1 has been found */
    /* the peaks so far, and by how much the step may get beyond one */
    double *top_x, *top_v, *top_a, *excess;
    unsigned char *marked; /* [n] what of a body may have a peak inside the step */
};

/*
 * As far as a coordinate may get beyond its ends within a step: twice what a straight slope between its ends would
 * lead to, and where the slope keeps its sign a little for its being bent.
 */
static inline double thud_flow_sway(double rate0, double rate1, double h) {
    double s0 = fabs(rate0), s1 = fabs(rate1);
    return rate0 * rate1 > 0 ? 0.05 * h * (s0 + s1) : h * thud_larger(s0, s1);
}

static inline double thud_flow_reach(double from, double to, double rate0, double rate1, double h) {
    return thud_larger(from, to) + thud_flow_sway(rate0, rate1, h);
}

/*
 * Whether a value may have a peak inside the step that is larger than any before: its slopes differ in sign, and a
 * straight slope between them could lead there; or they agree, but the slope sinks towards zero and rises again,
 * and may have been beyond. Otherwise its ends count. `bend` is the derivative of the slope.
 */
static inline bool thud_flow_may_peak(double from, double to, double slope0, double slope1, double bend0,
                                      double bend1, double h, double *peak) {
    double top = thud_larger(fabs(from), fabs(to)), s0 = fabs(slope0), s1 = fabs(slope1), sum = s0 + s1;
    if (slope0 * slope1 > 0) {
        if (slope0 * bend0 < 0 && slope1 * bend1 > 0 && top + h * sum > *peak) return true;
        if (top > *peak) *peak = top;
        return false;
    }
    return sum > 0 && top + h * thud_larger(s0 * s0, s1 * s1) / sum > *peak;
}

/* Whether a value may come near its peak within the step at all; otherwise thud_flow_may_peak need not be asked. */
static inline bool thud_flow_is_near(double from, double to, double slope0, double slope1, double h, double peak) {
    return thud_larger(fabs(from), fabs(to)) + h * (fabs(slope0) + fabs(slope1)) > peak;
}

/* The same for a step that is too short for a slope to change its sign twice. */
static inline bool thud_flow_may_peak_once(double from, double to, double slope0, double slope1, double h,
                                           double *peak) {
    return thud_flow_may_peak(from, to, slope0, slope1, 0, 0, h, peak);
}

/* 0: no sample is wanted in the step, 1: one at its end, −1: inside */
static inline int thud_flow_wanted(const thud_simulation *sim, double end, double h) {
    if (!(end >= sim->sample_at - 1e-9 * h)) return 0;
    return end <= sim->sample_at + 1e-9 * h ? 1 : -1;
}

/* Gives the bodies' states to the observer as the sample of that time, and the force of the contact that acts, or
 * NULL. */
void thud_flow_hand_over(thud_simulation *simulation, const double *x, const double *v, const double *a,
                         double time, const thud_touch *touch, double force);

/* The absolute accelerations: what springs, damping and gravity do. */
void thud_flow_accelerate(const thud_simulation *simulation, const double *x, const double *v, double *a);

/* Raises the peaks of the bodies to those of a step from g0 to g1; false when that is for the series. */
bool thud_flow_raise_peaks(thud_simulation *simulation, double g0, double g1);

/* Takes the peaks over from the summary, and gives them back. */
void thud_flow_take_peaks(thud_simulation *simulation);
void thud_flow_give_peaks(thud_simulation *simulation);

/* Modes: the table, a step of all of them, the series of one, and its energy; G is the ground acceleration less
 * gravity. */
enum { THUD_FLOW_TABLE = 22 };
void thud_flow_fill_table(thud_flow *flow);
void thud_flow_step_modes(const thud_flow *flow, double g0, double g1);
void thud_flow_expand_modes(const thud_flow *flow, double g0, double g1);
void thud_flow_book_modes(thud_simulation *simulation, const thud_flow *flow, double g0, double g1);

/* What thud_flow_run_single needs, once the block is filled; and thud_flow_run for one body. */
void thud_flow_fill_course(thud_flow *flow, const thud_simulation *simulation);
void thud_flow_run_single(thud_simulation *simulation);

#endif
