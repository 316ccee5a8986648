/*
 * The motion as power series about an instant: one step, with everything in it known between its ends.
 *
 * The series are in a variable σ. While no contact is near its singular point σ is time. Contact forces k δⁿ + c δᵖ
 * δ̇ are not smooth at δ = 0 for exponents that are not whole; for the contact that is nearest to it, the clock, δ =
 * z^q,   dt = q z^(q−1) dσ,   dz/dσ = δ̇ makes start and end of the contact regular when q n and q p are whole.
 * Links, loads, sticking contacts and other contacts follow order by order; for linear systems the series is that
 * of the matrix exponential.
 */
#ifndef THUD_SIMULATE_SERIES_H
#define THUD_SIMULATE_SERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "numeric/series/power_series.h"
#include "simulate/contacts/body_contact.h"
#include "simulate/series/link_bounds.h"

enum { THUD_SERIES_ORDER = 28 };

typedef struct thud_simulation thud_simulation;

/* Series of a contact that is not open. */
typedef struct thud_contact_series {
    double depth[THUD_SERIES_WIDTH];  /* δ, m */
    double rate[THUD_SERIES_WIDTH];   /* δ̇, m/s */
    double spring[THUD_SERIES_WIDTH]; /* δⁿ, or δ − δₚ of bilinear laws */
    double drag[THUD_SERIES_WIDTH];   /* δᵖ δ̇ */
    double power[THUD_SERIES_WIDTH];  /* δᵖ where it has to be formed */
    double inverse_depth;             /* 1/δ at the start */
    double force[THUD_SERIES_WIDTH];  /* N; that of a detached contact is what it would be */
} thud_contact_series;

typedef struct thud_series {
    int order;      /* of the velocities */
    double step;    /* σ up to which it may be used */
    double horizon; /* s, up to which the loads are as they are now */
    bool to_horizon;
    bool in_time;                   /* σ is time */
    bool by_modes; /* coefficients are those of modes, see modal/; x, v and a have those of bodies that are shown */
    int clock;                      /* number of the contact that sets the pace; −1 when σ is time */
    double time[THUD_SERIES_WIDTH]; /* s since the expansion point */
    double pace[THUD_SERIES_WIDTH]; /* dt/dσ */
    double root[THUD_SERIES_WIDTH]; /* z of the clock */
    double powers[THUD_POWER_PRODUCTS][THUD_SERIES_WIDTH]; /* of z, by the clock's plan */
    double ground[THUD_SERIES_WIDTH];                      /* m/s² */
    double *x, *v, *a; /* [width × bodies]: m, m/s, m/s², relative to the ground */
    /* [bodies] at the end of the step, where x is motion.next_x; and how far each may be off the straight line
     * from the start to there */
    double *end_v, *end_a, *off_x, *off_v, *off_a;
    thud_link_bounds links;
    bool links_bounded; /* they are those of the present step */
} thud_series;

/* How far an expansion is to go: until `terms` coefficients of the velocity in a row, and not the first `least`,
 * are small at `far`, or to the order `highest`. */
typedef struct thud_series_goal {
    int highest, terms, least;
    double far, tolerance;
} thud_series_goal;

/* Expands the motion of the present state. Returns false when a coefficient is not finite. */
bool thud_series_expand(thud_simulation *simulation);

/* The series of a structure by itself, springs and dashpots between neighbours under a straight line of the ground:
 * whether nothing else acts in the step that is begun; and all coefficients, as far as the goal asks for them, to
 * the same bits as order by order, with the largest |v| of each. Returns the order reached, more than `highest`
 * when that was not enough, −1 when a coefficient is too large. See series_alone.c. */
bool thud_series_is_alone(const thud_simulation *simulation);
int thud_series_raise_alone(thud_simulation *simulation, const thud_series_goal *goal, double *top);

/* The sample of the present state. What is expanded for it may settle contacts: the caller keeps the state. False
 * where the motion is too large for a double. */
bool thud_series_look(thud_simulation *simulation, thud_sample *now);

/* A run of no duration: samples and peaks of the start. */
void thud_series_show_start(thud_simulation *simulation);

/* The accelerations of the present state without sticking reactions, into the first coefficients of a. */
bool thud_series_accelerations(thud_simulation *simulation);

/* The state of all bodies at σ; `x`, `v` and `a` may be NULL. */
void thud_series_at(const thud_simulation *simulation, double sigma, double *x, double *v, double *a);

/* Of a step that goes by modes: from now on the coefficients of a body, or of those a contact acts between, are in x,
 * v and a. */
void thud_series_show_body(const thud_simulation *simulation, size_t body);
void thud_series_show(const thud_simulation *simulation, const thud_body_contact *contact);

/* How far each body gets from where it is, at most, up to σ: into motion.bound. */
void thud_series_reach(const thud_simulation *simulation, double sigma);

/* The σ up to `limit`, which must not lie beyond z = 0, at which the time since the expansion point is `elapsed`;
 * the limit itself when it is later. */
double thud_series_sigma(const thud_series *series, double elapsed, double limit);

#endif
