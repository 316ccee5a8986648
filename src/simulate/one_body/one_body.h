/*
 * One body between stops: bridge decks, drop tests, most studies. What the general series do for any number of
 * bodies and contacts, written out for one body with at most one contact in force, f = k δⁿ + c δⁿ δ̇, until δ = 0
 * again.
 *
 * There are three charts: flight, contact in time, and contact in the root of the penetration, next to δ = 0 where
 * the motion is not smooth in time. Each fills a course; locating, quadrature, peaks and accounts of it are written
 * once, in course.c. Everything is per unit of mass, and the direction towards the stop is positive; in flight that
 * is upwards.
 */
#ifndef THUD_SIMULATE_ONE_BODY_H
#define THUD_SIMULATE_ONE_BODY_H

#include "simulate/contacts/event.h"
#include "simulate/one_body/twin.h"
#include "simulate/state.h"

struct thud_flow;

/* What it owns: the structure per unit of mass, and exact steps along a record, or NULL. */
typedef struct thud_one_body {
    double stiffness, damping; /* 1/s², 1/s */
    struct thud_flow *flow;
    /* in flight the k-th coefficient of ẋ is from_speed[k] ẋ₀ + from_pull[k] ẍ₀ + from_rise[k] ä_g */
    double from_speed[THUD_SERIES_WIDTH], from_pull[THUD_SERIES_WIDTH], from_rise[THUD_SERIES_WIDTH];
} thud_one_body;

/* In flight along the record, as far as nothing happens. */
void thud_one_body_fly_along_record(const thud_one_body *one, thud_simulation *simulation);

/* One step in flight between compliant stops, under a load that is a straight line: to the next break of the load
 * or until a gap closes. False, and nothing done, when it is not that simple. */
bool thud_one_body_flight_step(const thud_one_body *one, thud_simulation *simulation, thud_event *event);

/* Whether one contact acts, F = k δⁿ + c δᵖ δ̇; then steps in time from sample to sample of the record, where p = n
 * or the damper rests, until it ends or gets close to that, and one step in a root of the penetration: to the next
 * break of the load, or to an event of the contact. */
bool thud_one_body_in_contact(const thud_simulation *simulation);
void thud_one_body_follow_record(const thud_one_body *one, thud_simulation *simulation);
bool thud_one_body_step_in_root(const thud_one_body *one, thud_simulation *simulation, thud_event *event);

/* ---- charts ---- */

/* What does not change while the contact lasts, or the flight. */
typedef struct thud_chart {
    thud_body_contact *contact; /* NULL in flight */
    double side, gap;           /* +1: the stop is above the body; m: to where δ, and the spring, begin */
    double stiffness, damping;  /* 1/s², 1/s: of the structure */
    double spring, drag;        /* of the contact: f = spring δⁿ + drag δᵖ δ̇, m/s² */
    double n, p;
    /* δ = z^root; δⁿ = z^spring_power and δᵖ = z^drag_power, the former where there is no damper */
    int root, spring_power, drag_power;
    bool approach_only; /* no damper in recovery, or another spring: each phase has a branch */
    bool released;      /* without force, its gap closed yet */
    double clearance;   /* m: the penetration at which another contact closes */
    double slowest;     /* m/s: with δ̇ above it the force does not pull; −INFINITY where it may */
    double tolerance;
    double near; /* relative: the last step of a search that leaves out the cube of it */
} thud_chart;

thud_chart thud_chart_of_contact(const thud_one_body *one, const thud_simulation *simulation);

/* The state at an instant; in flight δ is x. */
typedef struct thud_instant {
    double x, v;
    double depth, rate; /* m, m/s: δ, δ̇ */
    double u, w;        /* δⁿ, δᵖ */
    double force, jerk; /* m/s², m/s³: of the contact, and its slope */
    double a, slope;    /* m/s², m/s³: absolute acceleration, and its slope */
} thud_instant;

/* z^k */
static inline double thud_instant_power(double z, int k) {
    double power = 1;
    for (; k > 0; k--) power *= z;
    return power;
}

/* δ^p, for powers that laws have */
static inline double thud_instant_root(double depth, double p) {
    if (p == 0.5) return sqrt(depth);
    if (p == 0.25) return sqrt(sqrt(depth));
    return p == 0 ? 1 : pow(depth, p);
}

/* Whether the force of the damper goes by another power than that of the spring. */
static inline bool thud_chart_has_two_powers(const thud_chart *p) { return p->drag_power != p->spring_power; }

/* `root` is δⁿ⁻¹. */
static inline thud_instant thud_instant_at(const thud_chart *p, double gravity, double x, double v, double depth,
                                           double root, double ground) {
    double rate = p->side * v, u = depth * root, stiff = p->spring + p->drag * rate, force = stiff * u;
    double w = u, change = p->n * root * rate * stiff;
    if (thud_chart_has_two_powers(p)) {
        w = thud_instant_root(depth, p->p);
        force = p->spring * u + p->drag * rate * w;
        change = (p->spring * p->n * root + p->drag * p->p * w / depth * rate) * rate;
    }
    double a = gravity - (p->stiffness * x + p->damping * v) - p->side * force, relative = a - ground;
    double jerk = change + p->drag * w * p->side * relative;
    double slope = -(p->stiffness * v + p->damping * relative) - p->side * jerk;
    return (thud_instant){x, v, depth, rate, u, w, force, jerk, a, slope};
}

/* A step as series of s, 0 to 1 over the length they were made for. */
typedef struct thud_chart_course {
    thud_twin motion[THUD_SERIES_WIDTH]; /* δ or its root, and δ̇ */
    double force[THUD_SERIES_WIDTH];
    double pull[THUD_SERIES_WIDTH]; /* absolute acceleration towards the stop */
    int order;                      /* of δ̇; force and pull end one before */
    bool by_root;                   /* dt = q z^(q−1) length ds, otherwise length ds */
    double length;                  /* s, or of σ */
    double end;                     /* s at which the step ends, 1 at most */
    double bend;                    /* Σ |coefficients of δ̇| from the first on */
    double turn;                    /* Σ k (k − 1) |coefficients of the force|: no second derivative is larger */
    double way, gain;               /* what δ and δ̇ change by up to s = 1; not used by the root */
    double bulge;                   /* m: as far as δ may be from a straight line between its ends */
} thud_chart_course;

/* Whether a contact that has let go does not push again: δ falls, and never more slowly than at first, so that
 * spring and damper cannot regain what they lacked. */
static inline bool thud_course_lets_go(const thud_chart_course *c) {
    const double rise = c->motion[1][1];
    return c->motion[0][1] < 0 && rise < 0 && -2 * rise >= c->bend && c->motion[0][1] + c->bend < 0;
}

/* k (k − 1), for second derivatives */
static inline double thud_course_turn(int k) { return (double)(k * (k - 1)); }

/* Takes the largest values at an instant in: where a contact begins and where it ends. */
void thud_course_take_instant(thud_simulation *simulation, const thud_chart *chart, const thud_instant *at);

/* Energy, impulse and peaks of a course between two instants; `ground`: its acceleration at both. */
void thud_course_account(thud_simulation *simulation, const thud_chart *chart, const thud_chart_course *course,
                         const thud_instant *from, const thud_instant *to, const double *ground,
                         double ground_slope);

/* Where a step ends: at the break of the load it was to reach, `horizon` away, at an event before that, or where
 * its series do. */
typedef enum thud_arrival { THUD_ARRIVAL_HORIZON, THUD_ARRIVAL_EVENT, THUD_ARRIVAL_SHORT } thud_arrival;

/* Puts the body at the end of the step, and shows what is to be seen of it to an observer. */
void thud_course_arrive(thud_simulation *simulation, const thud_chart *chart, const thud_instant *to, double end,
                        double horizon, thud_arrival how);

#endif
