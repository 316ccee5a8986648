/*
 * The posterior distribution of a fit as weighted points, for models that are too nonlinear for the Jacobian.
 */
#ifndef THUD_IDENTIFY_FORCE_POSTERIOR_H
#define THUD_IDENTIFY_FORCE_POSTERIOR_H

#include "identify/force/fit.h"
#include "identify/force/table.h"

/* Given t₀, T and the shape, A and b are normal: here are their means and covariance. */
typedef struct thud_posterior_point {
    double log_weight;
    thud_model_values values;
    double restitution, contact_time;                   /* in units of the fit */
    double force_variance, offset_variance, covariance; /* for ln A and b */
} thud_posterior_point;

typedef struct thud_posterior {
    thud_posterior_point *points;
    size_t count, capacity;
} thud_posterior;

/*
 * Points on a lattice, from the fit outwards while they have weight. THUD_ERROR_ACCURACY if there are none, or
 * THUD_ERROR_MEMORY; free after THUD_OK.
 */
thud_status thud_posterior_create(const thud_fit_found *found, thud_posterior *posterior);
void thud_posterior_free(thud_posterior *posterior);

/* ---- The samples as the posterior sees them: neighbours combined into weighted means, with the force scale and
 * the offset, in which the model is linear, integrated. ---- */

typedef struct thud_evidence {
    const thud_fit_model *model;
    thud_force_samples samples;
    double rest;                 /* sum of the squares of the readings' distances from their means */
    double number;               /* N, number of normal errors: readings, or their means if no more is known */
    double weight, sum, squares; /* totals: Σw, Σwy, Σwy² + rest */
} thud_evidence;

/* The samples of a model, unchanged. */
thud_evidence thud_evidence_of(const thud_fit_model *model);

/* Means of the samples of a fit; free in any case. THUD_OK, or THUD_ERROR_MEMORY or _ACCURACY. */
thud_status thud_evidence_condense(thud_evidence *evidence, const thud_fit_found *found);
void thud_evidence_free(thud_evidence *evidence);

/* The logarithm of the weight of t₀ and T with a shape, A and b integrated; −∞ for weight zero. */
double thud_evidence_at(const thud_evidence *evidence, const thud_shape_table *shape, double begin, double log_time,
                        thud_posterior_point *point);

/* Two directions of variation of t₀ and ln T: steps[0] of both, steps[1] of ln T alone. */
typedef double thud_evidence_steps[2][2];

/* Climbs from t₀ and ln T in such steps to a local maximum; returns the weight, −∞ for none. */
double thud_evidence_climb(const thud_evidence *evidence, const thud_shape_table *shape, thud_evidence_steps steps,
                           double *begin, double *log_time);

#endif
