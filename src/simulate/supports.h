/*
 * Supports in a run: bodies whose acceleration is given. They come after the bodies in all arrays, with neither
 * mass nor inverse mass, so that links and contacts see their motion and do not change it. Relative to the ground,
 *
 *     ẍ = a(t − delay) − a_ground(t),
 *
 * which is a straight line, or a sine, from one break of the loads to the next: x and ẋ are as exact as the series
 * of bodies are. What a support does to the structure is work that is put in, −∫ R ẋ dt, R being what the structure
 * does to it.
 */
#ifndef THUD_SIMULATE_SUPPORTS_H
#define THUD_SIMULATE_SUPPORTS_H

#include <stdbool.h>

#include "simulate/loads.h"

typedef struct thud_simulation thud_simulation;

typedef struct thud_support_motion {
    thud_load load; /* m/s², absolute */
    double series[THUD_SERIES_WIDTH];
    double sine[THUD_SERIES_WIDTH], cosine[THUD_SERIES_WIDTH]; /* of the load, where it has a sine */
    double reaction[THUD_SERIES_WIDTH];                        /* N, of the step under way */
    double share;                                              /* of what is asked of all: see thud_supports_part */
} thud_support_motion;

typedef struct thud_supports {
    thud_support_motion *list;
    size_t count;
    size_t first;  /* the body that the first of them is: as many as there are others */
    size_t *links; /* [link_count] numbers of the links that end at one */
    size_t link_count;
} thud_supports;

/* The body of a run that an end of a link or a contact of the model is. */
static inline thud_body thud_supports_body(const thud_supports *supports, thud_body body) {
    return thud_body_is_support(body) ? (thud_body)(supports->first + thud_support_index(body)) : body;
}

/* Whether a body of a run is one of them. */
static inline bool thud_supports_have(const thud_supports *supports, thud_body body) {
    return body >= 0 && (size_t)body >= supports->first;
}

/* The links that end at one, once the springs are there; the state at the start of a run. */
void thud_supports_prepare(thud_simulation *simulation);
void thud_supports_reset(thud_simulation *simulation);

/* The first instant at which one of their motions breaks, `until` at the latest; on to an instant. */
double thud_supports_until(const thud_supports *supports, double until);
void thud_supports_move(thud_supports *supports, double time);

/* The k-th coefficients of their accelerations, once that of the ground is there. */
void thud_supports_raise(thud_simulation *simulation, int k, double *a);

/* Once the motion is expanded: what the structure does to them, and the power, W, that they put in at σ, the
 * velocities there being in `v`. */
void thud_supports_gather(thud_simulation *simulation);
double thud_supports_power(const thud_simulation *simulation, const double *v, double sigma);

/* Which way supports whose accelerations agree set out from each other and the ground, by the `share` that each has
 * of it: 1, −1, or 0 where they stay as they are; and how many coefficients of their rate are zero. */
int thud_supports_part(const thud_simulation *simulation, int *zeros);

#endif
