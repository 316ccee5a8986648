/*
 * Contacts of one law at once: δⁿ and k δⁿ + c δⁿ δ̇ of all that act in a step, side by side. Buildings that meet at
 * every floor, or segments of a bridge, have many of them closed together, and their exponent in common.
 */
#ifndef THUD_SIMULATE_SERIES_BATCH_H
#define THUD_SIMULATE_SERIES_BATCH_H

#include "simulate/series/series.h"

enum { THUD_BATCH_LIMIT = 16 };

typedef struct thud_batch {
    size_t count, stride; /* contacts; those and one that is none where their number is odd */
    double exponent;      /* n */
    const thud_body_contact *contact[THUD_BATCH_LIMIT];
    double inverse_depth[THUD_BATCH_LIMIT]; /* 1/δ at the start */
    double force[THUD_BATCH_LIMIT];         /* N, of the order under way */
    /* [width × stride] */
    double depth[THUD_SERIES_WIDTH * THUD_BATCH_LIMIT];
    double rate[THUD_SERIES_WIDTH * THUD_BATCH_LIMIT];
    double spring[THUD_SERIES_WIDTH * THUD_BATCH_LIMIT];
} thud_batch;

/*
 * Picks the contacts that can go together from those that are closed, the clock being chosen and depth[0] known;
 * the numbers of the others go into `alone`. Returns how many those are.
 */
size_t thud_batch_pick(thud_simulation *simulation, size_t *alone);

/* The k-th coefficients of penetrations, rates and forces, from those of the bodies. */
void thud_batch_raise(thud_simulation *simulation, int k);

/* Adds the forces of that order to the accelerations. */
void thud_batch_push(const thud_simulation *simulation, double *a);

#endif
