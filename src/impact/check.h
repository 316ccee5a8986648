/*
 * The rules for the options of one impact, for all functions that take them.
 */
#ifndef THUD_IMPACT_CHECK_H
#define THUD_IMPACT_CHECK_H

#include <thud/impact.h>

/*
 * The checks of thud_impact_check(), with this source of damping instead of that in the options. It does not check
 * whether the restitution can be reached, because computing the damping shows that. `error` may be NULL.
 */
thud_status thud_impact_check_values(const thud_impact_options *options, thud_damping damping, thud_error *error);

#endif
