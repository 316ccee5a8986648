/*
 * One impact of a general structure, integrated; and the damping that returns a restitution, found by such impacts.
 */
#ifndef THUD_IMPACT_GENERAL_H
#define THUD_IMPACT_GENERAL_H

#include <thud/impact.h>

#include "law/general.h"

/* The force in an impact with these options and this c. It points into the options. */
thud_general thud_general_of(const thud_impact_options *options, double damping);

/* The impact with this c. */
thud_status thud_general_solve(const thud_impact_options *options, double damping, thud_impact *impact);

/* c that returns the restitution at the speed of the options. */
thud_status thud_general_damping(const thud_impact_options *options, double *damping);

/* States at evenly spaced instants of an impact that has been solved. */
thud_status thud_general_sample(const thud_impact_options *options, const thud_impact *hit, size_t count,
                                thud_impact_state *states);

#endif
