/*
 * What samples say about the parameters of a smooth law where a straight line does not do for the model: its errors
 * along the valleys of damper and exponent.
 */
#ifndef THUD_IDENTIFY_PROFILE_H
#define THUD_IDENTIFY_PROFILE_H

#include "identify/force/fit.h"

/* Whether a fit is of the kind that has a profile: a smooth onset, and a damper or an exponent to be found. */
bool thud_fit_has_profile(const thud_fit_found *found);

/*
 * Replaces the covariance of a fit by the one of the posterior about the fit; where there is none it stays as it
 * is. THUD_ERROR_MEMORY only.
 */
thud_status thud_fit_profile(thud_fit_found *found);

#endif
