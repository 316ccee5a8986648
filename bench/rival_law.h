/*
 * The rival's view of a law of the catalogue: structure and separation, in the dimensionless frame, where χ = c.
 */
#ifndef THUD_BENCH_RIVAL_LAW_H
#define THUD_BENCH_RIVAL_LAW_H

#include <thud/impact.h>

#include "rival.h"

/* For elastic and viscous laws. */
static inline rival_problem rival_problem_of(const thud_impact_options *options, double chi) {
    const thud_law *law = options->law;
    bool viscous = law->structure->kind == THUD_FORCE_VISCOUS;
    return (rival_problem){
        .n = options->exponent,
        .p = viscous ? thud_law_damper_exponent(law, options->exponent) : 0.0,
        .chi = chi,
        .approach_only = law->structure->approach_only,
        .zero_force = thud_law_separation(law, options->separation) == THUD_SEPARATION_ZERO_FORCE,
    };
}

#endif
