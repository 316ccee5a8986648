/*
 * Damping in SI units from a restitution, for checked options.
 */
#ifndef THUD_CALIBRATE_DAMPING_H
#define THUD_CALIBRATE_DAMPING_H

#include <thud/impact.h>

/* c, N·s/m^(p+1), or k₂, N/m, for bilinear laws, at the restitution speed of the options, or without one at their
 * speed; an error where it does not fit into a double. */
thud_status thud_damping_at(const thud_impact_options *options, double chi, double *damping);

/* The same, with the χ of the options' restitution. */
thud_status thud_damping_from(const thud_impact_options *options, thud_damping source, double *damping);

#endif
