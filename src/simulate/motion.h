/*
 * The motion at the present instant: time, coordinates and the series of the step under way.
 */
#ifndef THUD_SIMULATE_MOTION_H
#define THUD_SIMULATE_MOTION_H

#include "simulate/series/series.h"

typedef struct thud_body_motion {
    double time, end;        /* s */
    double *x, *v;           /* [n] */
    double *next_x, *next_v; /* [n] at the end of the step; work space */
    double *bound;           /* [n] m: how far bodies get in a step at most */
    thud_series series;
    double linear_tolerance, contact_tolerance; /* of one step */
    double contact_near; /* relative: the last step of a search within a step that leaves out the cube of it */
    int probe_order;     /* tests only: steps of this order and length; 0: as needed */
    double probe_step;
    size_t step_limit;
    size_t pace_steps;   /* how often it is asked how many steps there are to the end; see progress.h */
    thud_status failure; /* what stops the run, or THUD_OK */
} thud_body_motion;

#endif
