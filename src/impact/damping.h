/*
 * Damping in SI units from a restitution, for checked options.
 */
#ifndef THUD_IMPACT_DAMPING_H
#define THUD_IMPACT_DAMPING_H

#include <thud/impact.h>

/* c, N·s/m^(p+1), or k₂, N/m, for bilinear laws, at the restitution speed of the options, or otherwise at their
 * speed; an error if it overflows a double. */
thud_status thud_damping_at(const thud_impact_options *options, double chi, double *damping);

/* The same for a source: the rule, exact, or given. */
thud_status thud_impact_damping(const thud_impact_options *options, thud_damping source, double *damping);

#endif
