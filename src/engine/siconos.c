/*
 * Siconos: Newton's impact law, exact by definition.
 */
#include "engine/recipe.h"

static double same(const thud_engine_options *options, double e) {
    (void)options;
    return e;
}

THUD_ENGINE_FILL(fill, o->restitution)

static const thud_engine_recipe NEWTON = {
    .form = THUD_FORM_JUMP,
    .stepper = THUD_STEPPER_JUMP,
    .usual = same,
    .fill = fill,
    .symbols = {{"e", ""}},
    .lines = "nslaw = sk.NewtonImpactNSL({e})\n"
             "relation = sk.LagrangianLinearTIR(H, b)\n"
             "interaction = sk.Interaction(nslaw, relation)\n",
};

static const thud_engine_model MODELS[] = {
    {"newton", "v⁺ = −e v", "kernel/src/modeling/NewtonImpactNSL.hpp", "the e entered", "every speed and mass",
     true, &NEWTON},
};

const thud_engine thud_engine_siconos = {
    .name = "siconos",
    .title = "Siconos",
    .version = "commit 6070f0f6 of 12 August 2026; run with 4.4.0 of Debian 12",
    .integrator = "Moreau–Jean",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
