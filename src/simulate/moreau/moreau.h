/*
 * Moreau–Jean time stepping, for comparison: steps of one length, impacts wherever they fall into them.
 *
 * θ-method with θ = 1/2 on M dv = (f − C v − K x) dt + Gᵀ dP, x₁ = x₀ + h (v₀ + v₁)/2. A contact takes part in a
 * step when its gap would be closed in the middle of it; Newton's law acts between the velocities at both ends, 0 ≤
 * P ⟂ u₁ + e u₀ ≥ 0,   u the speed at which the bodies part. J. J. Moreau (1988); M. Jean, Comput. Methods Appl.
 * Mech. Eng. 177 (1999) 235–257. Impact times are those of steps, gaps close to the order of h, and chatter becomes
 * contact without being looked for.
 */
#ifndef THUD_SIMULATE_MOREAU_H
#define THUD_SIMULATE_MOREAU_H

#include "simulate/simulation.h"

/* From the start to the end, the simulation having been reset; newton and poisson contacts only. Allocates before
 * the first step. */
thud_status thud_moreau_run(thud_simulation *simulation);

#endif
