/*
 * The books of a step: energy in and out, impulses, true peaks, samples.
 */
#ifndef THUD_SIMULATE_BOOKS_H
#define THUD_SIMULATE_BOOKS_H

#include "contact/grid.h"
#include "simulate/simulation.h"

/* Books the expanded step from its start to σ. The state is still that of the start. */
void thud_books_energy(thud_simulation *simulation, double sigma);
void thud_books_peaks(thud_simulation *simulation, double sigma);

/* σᵏ for k up to `order`, and a peak raised to the largest |c| of a power series between 0 and that σ. */
void thud_books_powers(double sigma, int order, double *power);
void thud_books_search(double *peak, const double *coefficients, int order, const double *power);

/* Sets the time of the sample that comes next. */
static inline void thud_books_next_sample(thud_simulation *sim) {
    sim->sample_at = thud_grid_instant(sim->sample_interval, ++sim->sample_next, sim->end);
}

/* Hands the samples that fall into the step up to σ to the observer; `event`: also the instant of σ itself. */
void thud_books_samples(thud_simulation *simulation, double sigma, bool event);

/*
 * For steps that are no series: what an observer wants to see between the present state and `until`, from series of
 * its own. No event lies in between, and one contact acts at most. The run stays where it is: what is looked at
 * changes nothing.
 */
void thud_books_aside(thud_simulation *simulation, double until);

/* Whether there is anything to be seen up to `until`: a sample, or the way of a contact in force. */
static inline bool thud_books_watched(const thud_simulation *sim, double until) {
    if (until >= sim->sample_at) return true;
    return sim->closed_count > 0 && sim->observer && sim->observer->contact;
}

#endif
