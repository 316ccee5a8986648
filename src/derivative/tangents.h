/*
 * The run once more, from event to event, with the tangents of its motion: the derivatives of x and ẋ by each
 * parameter at a fixed time.
 *
 * Between events, with the contacts in force and those that are held as the run has them,
 *
 *     M ẍ + C ẋ + K x = loads − Gᵀ F(δ, δ̇),   δ = G x − gap,   G ẍ = 0 of those that are held,
 *
 * is expanded in power series of time, and so is its derivative by each parameter. After each event the flow takes
 * over the state of the run; before it, the two are compared.
 */
#ifndef THUD_DERIVATIVE_TANGENTS_H
#define THUD_DERIVATIVE_TANGENTS_H

#include <stdint.h>

#include <thud/derivative.h>

#include "derivative/numbers.h"
#include "derivative/sparse.h"
#include "simulate/state.h"

enum { THUD_TANGENTS_ORDER = 28, THUD_TANGENTS_WIDTH = THUD_TANGENTS_ORDER + 2, THUD_REASON = 160 };

/* Numbers by parameter that are found once. */
typedef struct thud_tangents_parameter {
    double value;                         /* in its unit; NAN: of several that differ */
    double *by;                           /* [layout.count] derivatives of the model's numbers */
    thud_sparse mass, stiffness, damping; /* those of the matrices */
    char reason[THUD_REASON];             /* why there are none, or none from an instant on; "" */
    double valid_for;
    char limit[THUD_REASON];
    bool known; /* the model has derivatives by it at all */
} thud_tangents_parameter;

/* The largest value of something, where it is, and its derivatives. */
typedef struct thud_tangents_peak {
    double value, time; /* −INFINITY: none yet */
    double *by;         /* [parameters] */
} thud_tangents_peak;

/* A load: a factor, scale or amplitude, times a unit signal. */
typedef struct thud_tangents_load {
    thud_signal unit;
    thud_load load;
    double factor;
    size_t point; /* that it acts on; SIZE_MAX: the ground */
    double series[THUD_TANGENTS_WIDTH], sine[THUD_TANGENTS_WIDTH],
        cosine[THUD_TANGENTS_WIDTH]; /* parts of the unit signal */
} thud_tangents_load;

typedef struct thud_tangents_contact {
    size_t count; /* terms of G */
    size_t *point;
    double *factor;
    double *reply;    /* [points] M⁻¹Gᵀ */
    double *reply_by; /* [parameters × points] */
    bool impulsive, poisson, bilinear;

    /* as the run has it since the last event */
    bool acts, held, released;
    double k, c, n, p, offset;
    double skin;  /* m: it acts from this penetration on */
    double since; /* s: when it began to be held */
    double stick_time;

    /* derivatives [parameters] */
    double *k_by, *c_by, *offset_by, *top_by; /* derivatives of the branch's numbers */
    double *full_c_by, *unloading_by; /* present impact: derivatives of c and of the stiffness of unloading */
    double *since_by, *stick_time_by;
    double began, began_with; /* s and m/s: of the impact under way */
    double *began_by, *began_with_by;
    double top;
    bool stick_unknown;

    /* the step under way; of tangents [parameters × width] */
    bool own; /* its penetration is followed by itself: coordinates do not tell it next to zero */
    double own_depth, *own_depth_by; /* and its derivatives, from its last impact on */
    bool spring_rests, damper_rests; /* next to δ = 0: see tangents_step.c */
    double depth[THUD_TANGENTS_WIDTH], rate[THUD_TANGENTS_WIDTH], spring[THUD_TANGENTS_WIDTH],
        drag[THUD_TANGENTS_WIDTH], spring_slope[THUD_TANGENTS_WIDTH], power[THUD_TANGENTS_WIDTH],
        power_slope[THUD_TANGENTS_WIDTH], by_depth[THUD_TANGENTS_WIDTH], by_rate[THUD_TANGENTS_WIDTH],
        force[THUD_TANGENTS_WIDTH];
    double *depth_by, *rate_by, *force_by;

    /* totals of the run */
    double impulse, loss;
    double booked; /* N·s: what the run has of it */
    double *impulse_by, *loss_by;
    double max_penetration; /* so far; the scale of depths */
    thud_tangents_peak force_peak, depth_peak, approach_peak, reaction_peak;
} thud_tangents_contact;

/* A link that has results, or is not linear: on a branch it is k d + F₀, which it was in the matrices with the
 * stiffness of its spring. */
typedef struct thud_tangents_link {
    size_t left, right; /* points; SIZE_MAX: the ground */
    bool bends;
    double spring, branch, offset, drag;
    int direction;                 /* direction of the branch that yields */
    double *branch_by, *offset_by; /* [parameters] */
    double deformation[THUD_TANGENTS_WIDTH], rate[THUD_TANGENTS_WIDTH], pull[THUD_TANGENTS_WIDTH],
        force[THUD_TANGENTS_WIDTH];
    double *deformation_by, *rate_by, *pull_by, *force_by; /* [parameters × width] */
    double way, *way_by; /* m: of all branches that yielded; while one does, less where it began */
    double *residual_by;
    double *work_by, *loss_by, *stored_by; /* of what it pulls beside the spring; what is left of that at the end */
    thud_tangents_peak force_peak, deformation_peak;
} thud_tangents_link;

/* A signal that is watched: parts of coordinates, or of forces or deformations of links. */
typedef enum thud_tangents_term_kind {
    THUD_TANGENTS_DISPLACEMENT,
    THUD_TANGENTS_VELOCITY,
    THUD_TANGENTS_ACCELERATION,
    THUD_TANGENTS_FORCE,
    THUD_TANGENTS_DRIFT,
} thud_tangents_term_kind;

typedef struct thud_tangents_term {
    thud_tangents_term_kind kind;
    size_t part;
    double factor;
} thud_tangents_term;

typedef struct thud_tangents_watch {
    thud_tangents_term *terms;
    size_t count;                           /* 0: it is not known */
    double value[THUD_TANGENTS_WIDTH], *by; /* of the step; by: [parameters × width] */
    thud_tangents_peak highest, lowest;     /* the latter of the negative */
    double *final_by;
} thud_tangents_watch;

typedef struct thud_tangents_impact {
    size_t contact;
    double time, speed;
    double *time_by; /* [2 × parameters]: and of the speed */
} thud_tangents_impact;

typedef struct thud_tangents {
    const thud_simulation *sim;
    const thud_numbers_layout *layout;
    const double *numbers;
    thud_tangents_parameter *parameters;
    size_t m;              /* parameters */
    size_t bodies, points; /* points: and supports */
    size_t contact_count, load_count, link_count;
    thud_sparse inverse, mass, stiffness, damping; /* M⁻¹ of bodies */
    const double *influence;                       /* [points] */
    double gravity;
    thud_tangents_load *loads;
    thud_tangents_contact *contacts;
    thud_tangents_link *links;
    thud_tangents_watch *watches;
    size_t watch_count;

    /* the present state; tangents [parameters × points] */
    double time;
    double *x, *v, *x_by, *v_by;
    char lost[THUD_REASON]; /* why the run is not followed any more; "" while it is */

    /* the step under way: coefficients [width × points], of tangents [parameters × width × points]; a is M⁻¹ times
     * all forces, without what ground and gravity give all alike */
    int order;
    double *xs, *vs, *as, *xs_by, *vs_by, *as_by;
    double *work;     /* [2 points] */
    double *scale_by; /* [parameters] the largest tangent of a velocity so far */
    double *top;      /* [1 + parameters] the largest term of a velocity in the step */
    double *sizes;    /* [(1 + parameters) × width] the largest velocity in each coefficient */
    double scale_x, scale_v;
    size_t *held; /* [held_count] contacts */
    size_t held_count;
    double *held_factor; /* [held_count²] Cholesky factor of W */
    double *reaction;    /* [width × held], and of tangents [parameters × width × held] behind it */

    /* the last event */
    double event_time;
    size_t event_contact;         /* SIZE_MAX: none yet */
    double *event_by;             /* [parameters] of its time */
    double *jump_by;              /* [parameters] of the time of a load that jumps */
    double *before;               /* work space, see tangents.c */
    double *instants, *peak_work; /* [2 + 2 parameters] likewise */

    bool ended;                                       /* the run was followed to its end */
    double dissipated, *dissipated_by, *potential_by; /* the latter: stored in contacts at the end */
    thud_tangents_peak *peaks;                        /* [3 × bodies] displacement, velocity, acceleration */
    thud_tangents_impact *impacts;
    size_t impact_count, impact_room;
    double *pool; /* all of the above */
} thud_tangents;

/* Makes room for the runs of a simulation, whose model has these numbers. */
thud_status thud_tangents_create(const thud_simulation *simulation, const thud_numbers_layout *layout,
                                 const double *numbers, thud_tangents_parameter *parameters, size_t count,
                                 thud_tangents *tangents);
void thud_tangents_free(thud_tangents *tangents);

/* The follower of a simulation (simulate/follower.h); `context` is the flow. */
void thud_tangents_start(void *context, const thud_simulation *simulation);
void thud_tangents_begin(void *context, const thud_simulation *simulation);
void thud_tangents_event(void *context, const thud_simulation *simulation, const thud_event *event);
void thud_tangents_end(void *context, const thud_simulation *simulation);

/* ---- between its files ---- */

/* Ends the following for all parameters, or the derivatives by one of them. */
__attribute__((format(printf, 2, 3))) void thud_tangents_lose(thud_tangents *tangents, const char *format, ...);
__attribute__((format(printf, 3, 4))) void thud_tangents_break(thud_tangents *tangents, size_t parameter,
                                                               const char *format, ...);

/* G · values. */
static inline double thud_tangents_along(const thud_tangents_contact *c, const double *values) {
    double sum = 0;
    for (size_t i = 0; i < c->count; i++) sum += c->factor[i] * values[c->point[i]];
    return sum;
}

static inline const double *thud_tangents_contact_by(const thud_tangents *tangents, size_t parameter,
                                                     size_t contact) {
    return tangents->parameters[parameter].by + tangents->layout->contact + contact * THUD_CONTACT_NUMBERS;
}
static inline double thud_tangents_gap(const thud_tangents *tangents, size_t contact) {
    return tangents->numbers[tangents->layout->contact + contact * THUD_CONTACT_NUMBERS + THUD_OF_GAP];
}
static inline double thud_tangents_gap_by(const thud_tangents *tangents, size_t parameter, size_t contact) {
    return thud_tangents_contact_by(tangents, parameter, contact)[THUD_OF_GAP];
}

/* δ now. */
static inline double thud_tangents_depth(const thud_tangents *tangents, size_t contact) {
    const thud_tangents_contact *c = &tangents->contacts[contact];
    return c->own ? c->own_depth : thud_tangents_along(c, tangents->x) - thud_tangents_gap(tangents, contact);
}

static inline double thud_tangents_depth_by(const thud_tangents *tangents, size_t parameter, size_t contact) {
    const thud_tangents_contact *c = &tangents->contacts[contact];
    if (c->own) return c->own_depth_by[parameter];
    return thud_tangents_along(c, tangents->x_by + parameter * tangents->points) -
           thud_tangents_gap_by(tangents, parameter, contact);
}

/* From δ = 0 on, now, it is followed by itself; with the speed of closing that it has after its impact. */
void thud_tangents_own(thud_tangents *tangents, size_t contact, double speed);

/* The series of the present state up to some order; with a step `h` above zero, up to the order that it needs. The
 * step that may be taken. */
double thud_tangents_expand(thud_tangents *tangents, int order, double h);

/* The present modes of the contacts, from the run; W of those that are held. False where it is not followed. */
bool thud_tangents_take_modes(thud_tangents *tangents, const thud_simulation *simulation);

/* The tangents of an open contact's penetration in the step that was expanded; others have them already. */
void thud_tangents_gather(const thud_tangents *tangents, size_t contact);

/* The series of the present instant to the second order; contacts at δ = 0 have no force there. */
void thud_tangents_look(thud_tangents *tangents);

/* On to an instant, along the present modes; contact `ends`, or SIZE_MAX, opens there. */
void thud_tangents_advance(thud_tangents *tangents, double until, size_t ends);

/* What is held stays at its gap, and without speed: takes what is left of both along M⁻¹Gᵀ, from the tangents, and
 * the speed from the motion; `booked`: as impulses of the contacts. */
void thud_tangents_hold(thud_tangents *tangents, bool booked);

/* Into event_by: how the time of an event moves, the series of the instant before it being there. An event at once
 * is one with the event before. */
void thud_tangents_find_time(thud_tangents *tangents, const thud_simulation *simulation, const thud_event *event);
bool thud_tangents_is_at_once(const thud_tangents *tangents, const thud_event *event);

/* Peaks of the step that was expanded; of the present instant, which moves with the parameters by event_by. */
void thud_tangents_peaks_of_step(thud_tangents *tangents, double h, bool first, bool last);
void thud_tangents_peaks_of_event(thud_tangents *tangents);
void thud_tangents_peak_clear(thud_tangents_peak *peak);

/* Impulses: the state of the run after its event, or `plastic`, when all that are newly held come to rest. The
 * tangents are those at the moving instant. False where nothing explains what the run did. */
bool thud_tangents_strike(thud_tangents *tangents, const thud_simulation *simulation, size_t trigger, bool plastic);

/* c and the stiffness of unloading of an impact, and their derivatives by each parameter where the speed of
 * approach changes by speed_by. False where the law could not be calibrated. */
bool thud_tangents_calibrate(thud_tangents *tangents, size_t contact, double speed, const double *speed_by);

/* Whether the damping of a contact depends on the speed that it is found for. */
bool thud_tangents_minds_speed(const thud_gap_contact *given);

/* e of an impact, and its derivative by a parameter, by which the speed changes by speed_by. */
double thud_tangents_restitution(const thud_tangents *tangents, size_t contact, double speed, size_t parameter,
                                 double speed_by, double *by);

/* ---- links ---- */

void thud_tangents_link_take(thud_tangents *tangents, const thud_simulation *simulation, size_t link);
void thud_tangents_links_begin(thud_tangents *tangents, const thud_simulation *simulation);

/* The k-th coefficients of what links pull beside their springs, added to forces. */
void thud_tangents_links_raise(const thud_tangents *tangents, int k, double *force);
void thud_tangents_links_raise_by(const thud_tangents *tangents, size_t parameter, int k, double *force);
void thud_tangents_links_sum(thud_tangents *tangents, double h);

/* The event of a link, the series of the instant being there: its time into event_by, and its next branch. */
void thud_tangents_link_event(thud_tangents *tangents, const thud_simulation *simulation, const thud_event *event);
void thud_tangents_links_end(thud_tangents *tangents);

/* What is watched: its terms, once; false without memory. Its coefficients in the step, and those of its tangents.
 */
bool thud_tangents_watches_take(thud_tangents *tangents, const thud_simulation *simulation);
void thud_tangents_watch_raise(const thud_tangents *tangents, size_t watch);
void thud_tangents_watch_raise_by(const thud_tangents *tangents, size_t watch);

static inline const double *thud_tangents_link_by(const thud_tangents *tangents, size_t parameter, size_t link) {
    return tangents->parameters[parameter].by + tangents->layout->link + link * THUD_LINK_NUMBERS;
}

/* How far a parameter may go until something happens, which is said in words. */
__attribute__((format(printf, 4, 5))) void thud_tangents_limit(thud_tangents *tangents, size_t parameter,
                                                               double change, const char *format, ...);

#endif
