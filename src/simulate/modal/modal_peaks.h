/*
 * Peaks of all bodies along exact steps of modes.
 *
 * What bodies do at the ends of steps is found for many steps and bodies at a time, as products of matrices.
 * Between the ends bounds say where a new peak may lie, see modal_step.h; most steps have none. One that may is
 * kept, and searched when the run is over or there is no more room: in between most have become less than what came
 * after. A search goes through the step in parts, each of which turns by little, and looks for true peaks of the
 * series.
 */
#ifndef THUD_SIMULATE_MODAL_PEAKS_H
#define THUD_SIMULATE_MODAL_PEAKS_H

#include "simulate/modal/modal.h"
#include "simulate/modal/modal_step.h"

typedef struct thud_modal_peaks thud_modal_peaks;

/* For steps of length h; NULL without memory, or where they turn by too much for a search. */
thud_modal_peaks *thud_modal_peaks_create(const thud_modal *modal, double h);
void thud_modal_peaks_free(thud_modal_peaks *peaks);
void thud_modal_peaks_restart(thud_modal_peaks *peaks);

/* State of modes at an instant, and the acceleration of the ground. */
typedef struct thud_modal_state {
    double *q, *r, *a, ground;
} thud_modal_state;

/* The first state of a row of steps; then the step from one state to the next. */
void thud_modal_peaks_begin(thud_simulation *simulation, thud_modal_peaks *peaks, const thud_modal_state *state);
void thud_modal_peaks_add(thud_simulation *simulation, thud_modal_peaks *peaks, const thud_modal_state *from,
                          const thud_modal_state *to, const double bend[3]);

/* Searches all that is left. */
void thud_modal_peaks_settle(thud_simulation *simulation, thud_modal_peaks *peaks);

#endif
