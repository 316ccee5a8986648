/*
 * The posterior distribution of a smooth law's parameters along the valley of its damper. It sees other bottoms of
 * the valley than the one that a search has found.
 */
#ifndef THUD_IDENTIFY_PROFILE_H
#define THUD_IDENTIFY_PROFILE_H

#include "identify/fit.h"

/* Whether a fit is of the kind that has a profile: a smooth onset, a viscous damper, n given. */
bool thud_fit_has_profile(const thud_fit_found *found);

/*
 * Replaces values and covariance of a fit by those of the posterior; where there is none both stay as they are.
 * THUD_ERROR_MEMORY only.
 */
thud_status thud_fit_profile(thud_fit_found *found);

#endif
