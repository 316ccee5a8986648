/*
 * One law fitted to one impact, step by step: start, assign, fit, posterior, conclude.
 */
#ifndef THUD_IDENTIFY_FIT_H
#define THUD_IDENTIFY_FIT_H

#include <thud/identify.h>

#include "identify/force/model.h"

/* Units of the fit: approximate contact time and peak; times count from the approximate begin of the contact. */
typedef struct thud_fit_units {
    double origin, time, force;
} thud_fit_units;

typedef struct thud_fit_task {
    const thud_force_record *record;
    const thud_force_impact *impact;
    const thud_force_options *options;
    thud_fit_units units;
    bool rough;    /* errors always come from the Jacobian and assume white noise */
    int order;     /* order of a filter whose corner is fitted; 0: only that of the options */
    double corner; /* start of the search for it, in units of 1/Tc */
} thud_fit_task;

/*
 * Reported quantities, as distances from the fit in its units: k and v relative, c in units of χ at the length of
 * the fit (ln k₂ for bilinear laws), n, e, the contact time relative, t₀ and b. If n is fitted the unit of k is
 * open, and its distance is that of ln k.
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

/* Noise of the residuals. */
typedef struct thud_fit_noise {
    int order;                 /* order of the autoregressive noise; 0: white */
    double correlation;        /* factor by which correlation multiplies variances */
    double inflation;          /* the same including the misfit: N readings count as N/inflation */
    double misfit;             /* power in contact over that of the noise; 1 if chance explains it */
    double misfit_probability; /* NAN if unknown */
    double filter_score;       /* gain in 2 ln L by a filter, to first order, for a fit without one */
} thud_fit_noise;

/* Another possible model of the readings, with its probability. */
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
    double sum; /* sum of squares of the samples' residuals, without those of the edges */
    bool undamped, exponent_at_limit;
    thud_fit_noise noise;
    thud_model_values others[THUD_FIT_STARTS]; /* results of the other searches, and of this one */
    size_t other_count;
    thud_fit_alternative alternatives[THUD_FIT_ALTERNATIVES];
    size_t alternative_count;
    thud_fit_duration duration;                               /* at the values */
    double moments[THUD_FIT_QUANTITIES][THUD_FIT_QUANTITIES]; /* mean products of the distances */
} thud_fit_found;

/* Takes the samples of the window, `stride` at a time. False when memory is short; free after true. */
bool thud_fit_take_samples(const thud_fit_task *task, size_t stride, thud_fit_model *model);

/* Means of the samples of a fit, with mean residuals instead of forces, and the remaining squares. Free after
 * THUD_OK; otherwise THUD_ERROR_MEMORY or THUD_ERROR_ACCURACY. */
thud_status thud_fit_take_means(const thud_fit_found *found, thud_force_samples *means, double *rest);
void thud_samples_free(thud_force_samples *samples);

/* Starting parameters: the maxima of the likelihood over a coarse lattice of shapes, the highest first. */
thud_status thud_fit_start(const thud_fit_model *model, thud_model_values starts[THUD_FIT_STARTS], size_t *count);

/* Assigns samples to the contact; sets *changed if the assignment changed. `noise` is that of a sample. */
thud_status thud_fit_assign(thud_fit_found *found, double noise, bool *changed);

/* A jump stays between its two samples: its error may reach beyond them, but then these residuals would belong to
 * another fit. */
void thud_fit_keep_sides(thud_fit_found *found);

/* Searches from there. `found->model` is to be freed after THUD_OK. */
thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found);

/* Sets the noise, and the covariance by it. */
thud_status thud_fit_correlate(thud_fit_found *found);

/* Errors of the quantities: from the Jacobian, or if that is insufficient from the posterior. */
thud_status thud_fit_find_errors(const thud_fit_task *task, thud_fit_found *found);
thud_status thud_fit_integrate(thud_fit_found *found); /* from the posterior in any case */

/* Converts to SI units, with standard errors. */
thud_status thud_fit_conclude(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit);

/* Looks for a filter of the gauge, if the residuals of a fit call for one: the best of both replaces the fit, with
 * the others as alternatives. */
enum { THUD_FIT_FILTER_ORDER = 4, THUD_FIT_FILTER_CORNER = 8 }; /* where the search begins; the corner in 1/Tc */
bool thud_fit_asks_for_filter(const thud_fit_task *task, const thud_fit_noise *noise);
thud_status thud_fit_look_for_filter(const thud_fit_task *task, thud_fit_found *found);

/* All steps for one impact. */
thud_status thud_fit_impact(const thud_fit_task *task, thud_force_fit *fit);

/* Whether mass and speed are within range. */
thud_status thud_fit_check_sizes(const thud_force_options *options, thud_error *error);

/* Whether the filter of the options suits the record. */
thud_status thud_fit_check_filter(const thud_force_record *record, const thud_force_options *options,
                                  thud_error *error);

/* Units of an impact. */
thud_fit_units thud_fit_units_of(const thud_force_impact *impact);

#endif
