/*
 * What samples say about the parameters of a fit where a straight line does not do for the model: the posterior
 * distribution, as weighted points.
 */
#ifndef THUD_IDENTIFY_POSTERIOR_H
#define THUD_IDENTIFY_POSTERIOR_H

#include "identify/force/fit.h"

/* Given t₀, T and the shape, A and b are normal: here their means, and their covariance. */
typedef struct thud_posterior_point {
    double log_weight;
    thud_model_values values;
    double restitution, contact_time;                   /* in units of the fit */
    double force_variance, offset_variance, covariance; /* of ln A and b */
} thud_posterior_point;

typedef struct thud_posterior {
    thud_posterior_point *points;
    size_t count, capacity;
} thud_posterior;

/*
 * Points on a lattice, from the fit outwards as far as they weigh. THUD_ERROR_ACCURACY where there are none, and
 * THUD_ERROR_MEMORY; to be freed after THUD_OK.
 */
thud_status thud_posterior_create(const thud_fit_found *found, thud_posterior *posterior);
void thud_posterior_free(thud_posterior *posterior);

#endif
