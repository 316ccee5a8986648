/*
 * What samples say about the parameters of a fit where a straight line does not do for the model: estimates and
 * errors from the posterior distribution.
 */
#ifndef THUD_IDENTIFY_POSTERIOR_H
#define THUD_IDENTIFY_POSTERIOR_H

#include "identify/force/fit.h"

/* Whether the Jacobian of a fit does not tell its errors. */
bool thud_fit_is_bent(const thud_fit_found *found);

/*
 * Replaces the covariance of a fit, and where its force begins with a cusp its values, by what the posterior says.
 * Where the sampling does not settle both stay as they are. THUD_ERROR_MEMORY only.
 */
thud_status thud_fit_weigh(thud_fit_found *found);

#endif
