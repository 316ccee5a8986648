/* Integrates one impact step by step and locates its events: turning point, zero force, return. */
#ifndef THUD_IMPACT_WALK_H
#define THUD_IMPACT_WALK_H

#include "impact/taylor.h"

typedef enum thud_walk_phase {
    THUD_WALK_APPROACH,
    THUD_WALK_RECOVERY,
    THUD_WALK_PARTED,
    THUD_WALK_CAUGHT, /* overdamped: δ = 0 is never reached again */
} thud_walk_phase;

typedef struct thud_walk {
    const thud_frame *frame;
    thud_taylor_plan plan;
    thud_walk_phase phase;
    bool lets_go;          /* separates at zero force, before δ = 0 */
    bool carries_force;    /* heavy damping: the force is integrated too, because the sum of its two parts would
                              cancel */
    double root, velocity; /* z, v */
    double force;
    double time, work;
    int steps;
} thud_walk;

/* an impact takes about ten steps, or a few hundred if the equation is singular */
enum { THUD_WALK_MAX_STEPS = 10000 };

/* the heaviest χ that the walk can follow without overflow */
#define THUD_WALK_HEAVIEST 1e20

/* Starts at first contact, or just after it if the equation is singular there. */
thud_walk thud_walk_begin(const thud_frame *frame);

/* A step, cut at the next event, with the state at its end and the following phase. */
typedef struct thud_stride {
    double tau;
    double turn;     /* τ of the turning point if it lies in the step, otherwise 0 */
    bool overdamped; /* follows the slow return of overdamped.h instead of the series; τ is then undefined */
    thud_taylor_point to;
    double force; /* there */
    thud_walk_phase next;
} thud_stride;

/* Expands about the present state and finds the next step; τ = 0 if there is none. */
thud_stride thud_walk_look(const thud_walk *walk, thud_taylor *series);

/* Takes that step. */
void thud_walk_go(thud_walk *walk, thud_stride stride);

/* The χ of the damper in the present phase. */
double thud_walk_chi(const thud_walk *walk);

double thud_walk_penetration(const thud_walk *walk, double root);

/* From spring and damper. */
double thud_walk_force(const thud_walk *walk, double root, double velocity);

/* τ, from 0 to `end`, at a given time within a step. */
double thud_walk_instant(const thud_taylor *series, double time, double end);

/* dF/dt up to a positive factor, at a state with known force. */
double thud_walk_force_slope(const thud_walk *walk, double root, double velocity, double force);

/* The outlook from the present state: how far its series reaches. */
typedef struct thud_sight {
    const thud_walk *walk;
    const thud_taylor *series;
} thud_sight;

double thud_sight_root(double tau, const void *sight);
double thud_sight_velocity(double tau, const void *sight);
double thud_sight_force(double tau, const void *sight);
double thud_sight_force_slope(double tau, const void *sight);

#endif
