/*
 * One law fitted to one impact, step by step: start, assign, fit, posterior, conclude.
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
    bool rough;    /* errors are those of the Jacobian and of white noise, wherever they are */
    int order;     /* of a filter whose corner is fitted; 0: none but what the options have */
    double corner; /* where to search for it, in units of 1/Tc */
} thud_fit_task;

/*
 * What is reported of a fit, as distances from it in the units of the fit: k and v relative, c in units of χ at the
 * length of the fit (ln k₂ of bilinear laws), n, e, the contact time relative, t₀ and b. Where n is fitted
 * the unit of k is open, and its distance is that of ln k.
 */
typedef enum thud_fit_quantity {
    THUD_FIT_STIFFNESS,
    THUD_FIT_DAMPING,
    THUD_FIT_EXPONENT,
    THUD_FIT_SPEED,
    THUD_FIT_RESTITUTION,
    THUD_FIT_DURATION,
    THUD_FIT_BEGIN,
    THUD_FIT_OFFSET,
    THUD_FIT_QUANTITIES
} thud_fit_quantity;

enum { THUD_FIT_STARTS = 6 };

/* What the residuals are like. */
typedef struct thud_fit_noise {
    int order;                 /* of the autoregressive noise; 0: white */
    double correlation;        /* factor by which correlation multiplies variances */
    double inflation;          /* the same with what the misfit adds: N readings count as N/inflation */
    double misfit;             /* power in the contact over that of the noise; 1 where chance may do it */
    double misfit_probability; /* NAN where nothing tells */
    double filter_score;       /* what a filter might take off 2 ln L, to first order; of a fit without one */
} thud_fit_noise;

/* Another model of the readings that may be the true one, with its probability. */
typedef struct thud_fit_alternative {
    thud_model_values values;
    double probability;
} thud_fit_alternative;
enum { THUD_FIT_ALTERNATIVES = 4 };

/* A fit in the units of the fit. */
typedef struct thud_fit_found {
    thud_fit_model model; /* what is free, and the samples */
    thud_solution solution;
    thud_model_values values;
    double sum; /* of the squares of the samples' residuals, without those of the edges */
    bool undamped, exponent_at_limit;
    thud_fit_noise noise;
    thud_model_values others[THUD_FIT_STARTS]; /* where other searches have ended, and this one */
    size_t other_count;
    thud_fit_alternative alternatives[THUD_FIT_ALTERNATIVES];
    size_t alternative_count;
    thud_fit_duration duration;                               /* at the values */
    double moments[THUD_FIT_QUANTITIES][THUD_FIT_QUANTITIES]; /* mean products of the distances */
} thud_fit_found;

/* The samples of the window, `stride` at a time. False without memory; to be freed after true. */
bool thud_fit_take_samples(const thud_fit_task *task, size_t stride, thud_fit_model *model);

/* Means of the samples of a fit, with the means of the residuals in place of forces, and what is left of the
 * squares of these. To be freed after THUD_OK; otherwise THUD_ERROR_MEMORY or THUD_ERROR_ACCURACY. */
thud_status thud_fit_take_means(const thud_fit_found *found, thud_force_samples *means, double *rest);
void thud_samples_free(thud_force_samples *samples);

/* Parameters to begin with: the tops of the likelihood over a coarse lattice of shapes, the highest first. */
thud_status thud_fit_start(const thud_fit_model *model, thud_model_values starts[THUD_FIT_STARTS], size_t *count);

/* Assigns samples to the contact; *changed when they were assigned otherwise before. `noise` is that of a sample.
 */
thud_status thud_fit_assign(thud_fit_found *found, double noise, bool *changed);

/* A jump stays between the samples on its sides: by the errors of the fit it may leave them, but then the fit is
 * not the one that left these residuals. */
void thud_fit_keep_sides(thud_fit_found *found);

/* Searches from there. `found->model` is to be freed after THUD_OK. */
thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found);

/* Sets the noise, and the covariance by it. */
thud_status thud_fit_correlate(thud_fit_found *found);

/* What the samples say about the quantities: from the Jacobian, or where that does not do from the posterior. */
thud_status thud_fit_find_errors(const thud_fit_task *task, thud_fit_found *found);
thud_status thud_fit_integrate(thud_fit_found *found); /* the latter, whatever the Jacobian says */

/* The way back to SI units, with standard errors. */
thud_status thud_fit_conclude(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit);

/* Filters of the gauge that are looked for, where the residuals of a fit ask for one: in its place the best of
 * both, with the others as alternatives. */
enum { THUD_FIT_FILTER_ORDER = 4, THUD_FIT_FILTER_CORNER = 8 }; /* where the search begins; the corner in 1/Tc */
bool thud_fit_asks_for_filter(const thud_fit_task *task, const thud_fit_noise *noise);
thud_status thud_fit_look_for_filter(const thud_fit_task *task, thud_fit_found *found);

/* All of it. */
thud_status thud_fit_impact(const thud_fit_task *task, thud_force_fit *fit);

/* Whether mass and speed are sizes that can be. */
thud_status thud_fit_check_sizes(const thud_force_options *options, thud_error *error);

/* Whether the filter of the options can be that of the record. */
thud_status thud_fit_check_filter(const thud_force_record *record, const thud_force_options *options,
                                  thud_error *error);

/* Units of an impact. */
thud_fit_units thud_fit_units_of(const thud_force_impact *impact);

#endif
