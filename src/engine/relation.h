/*
 * Exact relations of restitution and damping for simulators' forces.
 */
#ifndef THUD_ENGINE_RELATION_H
#define THUD_ENGINE_RELATION_H

#include "engine/recipe.h"

/*
 * e of a linear spring with a damper that never exceeds the spring, ζ = c/(2√(k m)). With ω² = 1 − ζ²,
 *
 *     e = exp(−ζ (θ₂ − θ₁)/ω),   θ₁ = atan2(2ζω, 1 + 2ζ²),   θ₂ = 2 acos ζ.
 *
 * On approach the force is 2kδ until the damper force equals the spring force, at the phase θ₁ of the damped
 * oscillator with the same amplitude. The force is zero again at θ₂, as without a bound.
 */
double thud_engine_bounded_restitution(double damping_ratio);

/* e of two slopes: k₁ up to the yield, k₂ beyond, unloading by k₁ down to the line k₂ δ. */
double thud_engine_two_slopes_restitution(double first, double second, double yield, double mass, double speed);

/* The ratio δ_y/δ_max with which a restitution can be reached, and the k₂/k₁ that returns it. */
void thud_engine_two_slopes_calibrate(double restitution, double *share, double *ratio);

/* χ that returns e, k₂/k₁ of two stiffnesses, and e and dimensionless course that χ gives; not for two slopes and
 * jumps. */
thud_status thud_engine_scaled_damping(const thud_engine_options *options, double restitution, double *chi);
thud_status thud_engine_scaled_impact(const thud_engine_options *options, double chi, double *restitution,
                                      double *contact_time, double *max_penetration);

/* The separation rule of the force: if it may not pull, contact ends at F = 0. */
bool thud_engine_limited(const thud_engine_options *options);

#endif
