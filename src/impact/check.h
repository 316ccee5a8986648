/*
 * The rules for the options of one impact, shared by all that take them.
 */
#ifndef THUD_IMPACT_CHECK_H
#define THUD_IMPACT_CHECK_H

#include <thud/impact.h>

/*
 * What thud_impact_check() asks for, with this source of damping instead of the one in the options, but for whether
 * the restitution can be reached: whoever computes the damping finds that out anyway. `error` may be NULL.
 */
thud_status thud_impact_check_values(const thud_impact_options *options, thud_damping damping, thud_error *error);

#endif
