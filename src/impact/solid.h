/*
 * One impact of a standard linear solid, F = k δ + q, q̇ = K δ̇ − q K/c. It is linear and solved in closed form,
 * however stiff.
 */
#ifndef THUD_IMPACT_SOLID_H
#define THUD_IMPACT_SOLID_H

#include <thud/impact.h>

/* The impact with this c; the smallest c that returns the restitution; and states evenly spaced in time, as in
 * general.h. */
thud_status thud_solid_solve(const thud_impact_options *options, double damping, thud_impact *impact);
thud_status thud_solid_damping(const thud_impact_options *options, double *damping);
thud_status thud_solid_sample(const thud_impact_options *options, const thud_impact *hit, size_t count,
                              thud_impact_state *states);

#endif
