/*
 * The inside of exact steps, for those who take them.
 */
#ifndef THUD_SIMULATE_FLOW_INSIDE_H
#define THUD_SIMULATE_FLOW_INSIDE_H

#include <math.h>

#include "simulate/record/flow.h"
#include "simulate/record/flow_blocks.h"
#include "simulate/series/link_bounds.h"
#include "simulate/state.h"

/* A single body's steps; see along_record.c. */
enum { THUD_FLOW_MOMENTS = 10 };
typedef struct thud_flow_box {
    double displacement, velocity, acceleration; /* the peaks so far that it was drawn for */
    double above, below, low, high;              /* and the closest approaches and stops */
    double x, v;                                            /* |x| < x, |ẋ| < v is far from all of them */
    bool stops_alone; /* between the stops nothing but a velocity beyond that can be a peak */
} thud_flow_box;

typedef struct thud_flow_course {
    double h;                         /* s */
    double state[4][2];               /* x and ẋ at the end, by the numbers of w */
    double lost[THUD_FLOW_MOMENTS];   /* J by products of w */
    double put_in[THUD_FLOW_MOMENTS]; /* J by products of w */
    double stiffness, damping;        /* 1/s², 1/s */
    double closure;                   /* r, see bounds in along_record.c */
    double gravity, strongest;        /* m/s²; |G| at most */
    double low, high;                 /* m: the stops */
    thud_flow_box box;
} thud_flow_course;

/* Coefficients of a mode's motion over a step, a fraction of a radian: the next would be lost in rounding. */
enum { THUD_FLOW_WIDTH = 17 };

typedef struct thud_flow_later thud_flow_later;

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
    double *matrices;             /* the blocks' matrices */
    double *states;               /* the arrays below */
    /* [n] of bodies and modes: where the constant forces of links hold them; q0 and q1 are what is beyond */
    double *unloaded, *unloaded_q;
    size_t branches;         /* those of links that it holds for, by their number */
    bool shifted;            /* and whether it is known */
    thud_flow_course course; /* of a single body */

    /* the state at the start of the step and at its end: modal coordinates, or the bodies themselves */
    double *q0, *r0, *q1, *r1;
    /* of the bodies: displacement, velocity, absolute acceleration */
    double *x0, *v0, *a0, *x1, *v1, *a1;
    /* bounds inside the step, see flow_peaks.c: how far accelerations may be from a straight line between their
     * ends, and how large relative ones may get */
    double *bent, *most;
    /* of modes: what |q̈| and |q⃛| at an end make it at most, the largest |φ|, and how far q̈ may be from such a line
     */
    double *by_acceleration, *by_jerk, *largest, *bent_q;
    /* otherwise: first and second derivatives of the accelerations at both ends, and the largest sums of rows of
     * M⁻¹K and M⁻¹C, 1/s² and 1/s; the largest third derivative of all */
    double *slope0, *slope1, *bend0, *bend1, stiffest, slowest, third;
    /* the peaks so far, and by how much the step may get beyond one */
    double *top_x, *top_v, *top_a, *excess;
    thud_flow_later *later; /* of modes: peaks to be looked at later */
    thud_link_bounds links;
    double *link_numbers; /* its arrays */
};

/* of a step of length h: a sample that is nearer to its end is that of the end */
static inline double thud_flow_near_end(double h) { return 1e-9 * h; }

static inline bool thud_flow_sees_end(const thud_simulation *sim, double end, double h) {
    return sim->accounts.samples.at <= end + thud_flow_near_end(h);
}

/* whether the present state is one to go on from: at a sample of the record, and no gap is followed by itself */
static inline bool thud_flow_may_start(const thud_simulation *sim) {
    const thud_load *g = &sim->loads.ground;
    return !sim->contacts.followed && g->next < g->signal->samples->count &&
           sim->motion.time == thud_motion_time(g->signal->samples, g->next - 1);
}

/* hands over what is to be seen of a step of length h from the present state to `end`; not the end itself */
static inline void thud_flow_look_inside(thud_simulation *sim, double end, double h) {
    double before = end - thud_flow_near_end(h);
    if (thud_account_watched(sim, before)) thud_account_aside(sim, before);
}

/* Gives the bodies' states to the observer as the sample of that time, and the force of the contact that acts, or
 * NULL. */
void thud_flow_hand_over(thud_simulation *simulation, const double *x, const double *v, const double *a,
                         double time, const thud_body_contact *contact, double force);

/* The same at an event, where these are wanted. */
void thud_flow_show_event(thud_simulation *simulation, const double *x, const double *v, const double *a,
                          double time, const thud_body_contact *contact, double force);

/* The absolute accelerations: what springs, damping and gravity do. */
void thud_flow_accelerate(const thud_simulation *simulation, const double *x, const double *v, double *a);

/* What the bounds need to know beforehand: modes, or the sums of rows; then of a step whose ends are known. */
void thud_flow_fill_bounds(thud_flow *flow);
void thud_flow_bound(thud_simulation *simulation, thud_flow *flow, double g0, double g1);

/* Raises the peaks of the bodies to those of a step from g0 to g1; false when that is for the series. */
bool thud_flow_raise_peaks(thud_simulation *simulation, thud_flow *flow, double g0, double g1);

/* Takes the peaks over from the summary, and gives them back. */
void thud_flow_take_peaks(thud_simulation *simulation, thud_flow *flow);
void thud_flow_give_peaks(thud_simulation *simulation, const thud_flow *flow);

/* Modes: the table, a step of all of them, the series of one, and its energy; G is the ground acceleration less
 * gravity. */
enum { THUD_FLOW_TABLE = 22 };
void thud_flow_fill_table(thud_flow *flow);
void thud_flow_step_modes(const thud_flow *flow, double g0, double g1);
void thud_flow_expand_modes(const thud_flow *flow, const double *q, const double *r, double g0, double g1);
void thud_flow_account_modes(thud_simulation *simulation, const thud_flow *flow, double g0, double g1);

/* Links on elastic branches; see flow_links.c. Whether those of a model are; whether they are so now; at the start
 * of a way, the state taken over; of a step, once the modes have been moved: the way back to displacements, and
 * what the constant forces add to accelerations; whether one of them may come to the end of its branch; and their
 * peaks. */
bool thud_flow_is_for_links(const thud_simulation *simulation);
bool thud_flow_may_start_with_links(const thud_simulation *simulation, thud_flow *flow);
void thud_flow_enter_links(thud_simulation *simulation, thud_flow *flow);
void thud_flow_load_links(thud_flow *flow);
void thud_flow_push_links(const thud_simulation *simulation, thud_flow *flow);
bool thud_flow_links_may_end(thud_simulation *simulation, thud_flow *flow, double g0, double g1);
void thud_flow_raise_links(thud_simulation *simulation, thud_flow *flow, double g0, double g1);

/* Peaks that are looked at later, of all bodies and links. Adds one that may lie inside the step from g0 to g1;
 * false where there are no modes, and no later. `begin` before each step. See flow_later.c. */
typedef enum thud_flow_peak {
    THUD_FLOW_DISPLACEMENT,
    THUD_FLOW_VELOCITY,
    THUD_FLOW_ACCELERATION,
    THUD_FLOW_DEFORMATION,
    THUD_FLOW_FORCE,
} thud_flow_peak;
thud_flow_later *thud_flow_later_create(size_t bodies, size_t links);
void thud_flow_later_free(thud_flow_later *later);
void thud_flow_later_restart(thud_flow_later *later);
void thud_flow_later_begin(thud_flow_later *later);
bool thud_flow_later_add(thud_simulation *simulation, thud_flow *flow, thud_flow_peak kind, size_t of,
                         const thud_arc *arc, double g0, double g1);

/* [n] The largest third and fourth derivatives of q̈ in a step whose bounds are there. */
void thud_flow_bound_higher(const thud_flow *flow, double g0, double g1, double *third, double *fourth);

/* The displacement of a body beyond its position of rest as a power series in time, once the modes are expanded. */
void thud_flow_combine_series(const thud_flow *flow, size_t body, double *coefficients);

/* What a single body needs, once the block is filled; see one_body/along_record.c. */
void thud_flow_fill_course(thud_flow *flow, const thud_simulation *simulation);

#endif
