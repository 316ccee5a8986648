/*
 * One law fitted to one impact, step by step: start, search, results.
 */
#ifndef THUD_IDENTIFY_FIT_H
#define THUD_IDENTIFY_FIT_H

#include <thud/identify.h>

#include "identify/force/model.h"

/* Units of the fit: contact time and peak, roughly; times count from the rough begin of the contact. */
typedef struct thud_fit_units {
    double origin, time, force;
} thud_fit_units;

typedef struct thud_fit_task {
    const thud_force_record *record;
    const thud_force_impact *impact;
    const thud_force_options *options;
    thud_fit_units units;
    bool rough; /* errors are those of the Jacobian, wherever they are */
} thud_fit_task;

/* A fit in the units of the fit. */
typedef struct thud_fit_found {
    thud_fit_model model; /* what is free, and the samples */
    thud_solution solution;
    thud_model_values values;
    double sum; /* of the squares of the samples' residuals, without those of the edges */
    bool undamped, exponent_at_limit;
    /* standard errors of restitution and, relative, contact time; 0: those that follow from the covariance */
    double restitution_error, duration_error;
} thud_fit_found;

/* Law, exponent and separation as the options have them; offset as the record has it. */
void thud_fit_choose(const thud_fit_task *task, thud_fit_model *model);

/* The samples of the window, `stride` at a time. False without memory; to be freed after true. */
bool thud_fit_take_samples(const thud_fit_task *task, size_t stride, thud_fit_model *model);

/* Parameters to begin with, from impulse, peak, centroid and a few shapes: for each of some restitutions the best
 * exponent, the best first, and then others. */
enum { THUD_FIT_STARTS = 6 };
thud_status thud_fit_start(const thud_fit_task *task, const thud_fit_model *model,
                           thud_model_values starts[THUD_FIT_STARTS], size_t *count);

/* Searches from there. `found->model` is to be freed after THUD_OK. */
thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found);

/* The way back to SI units, with standard errors. */
thud_status thud_fit_conclude(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit);

/* All of it. */
thud_status thud_fit_impact(const thud_fit_task *task, thud_force_fit *fit);

/* Units of an impact. */
thud_fit_units thud_fit_units_of(const thud_force_impact *impact);

#endif
