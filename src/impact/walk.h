/* The way through one impact, step by step, with its events located: turning point, zero force, return. */
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
    bool lets_go;       /* parts at zero force, before δ = 0 */
    bool carries_force; /* heavy damping: the force is followed too, where the sum of its two parts would cancel */
    double root, velocity; /* z, v */
    double force;
    double time, work;
    int steps;
} thud_walk;

/* an impact takes some ten steps, a few hundred where the equation is singular */
enum { THUD_WALK_MAX_STEPS = 10000 };

/* the heaviest χ that the walk can follow before its numbers leave the range of a double */
#define THUD_WALK_HEAVIEST 1e20

/* At first contact, or just after it where the equation is singular there. */
thud_walk thud_walk_begin(const thud_frame *frame);

/* A step, cut at the next event, where it leads, and the phase that follows. */
typedef struct thud_stride {
    double tau;
    double turn;     /* τ of the turning point when the step holds it, otherwise 0 */
    bool overdamped; /* along the slow way of overdamped.h instead of the series; τ means nothing then */
    thud_taylor_point to;
    double force; /* there */
    thud_walk_phase next;
} thud_stride;

/* Expands about the present state and finds the next step; τ = 0 where there is none. */
thud_stride thud_walk_look(const thud_walk *walk, thud_taylor *series);

/* Takes that step. */
void thud_walk_go(thud_walk *walk, thud_stride stride);

/* The damper at work in the present phase. */
double thud_walk_chi(const thud_walk *walk);

double thud_walk_penetration(const thud_walk *walk, double root);

/* From spring and damper. */
double thud_walk_force(const thud_walk *walk, double root, double velocity);

/* τ, from 0 to `end`, at which a step has come so far in time. */
double thud_walk_instant(const thud_taylor *series, double time, double end);

/* dF/dt but for a positive factor, at a state of which the force is known. */
double thud_walk_force_slope(const thud_walk *walk, double root, double velocity, double force);

/* What can be seen from the present state: the way ahead as far as its series reaches. */
typedef struct thud_sight {
    const thud_walk *walk;
    const thud_taylor *series;
} thud_sight;

double thud_sight_root(double tau, const void *sight);
double thud_sight_velocity(double tau, const void *sight);
double thud_sight_force(double tau, const void *sight);
double thud_sight_force_slope(double tau, const void *sight);

#endif
