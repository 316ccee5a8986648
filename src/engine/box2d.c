/*
 * Box2D: restitution as a jump of velocity, the larger of the two bodies'; nothing bounces below a threshold.
 */
#include "engine/recipe.h"

static double larger(const thud_engine_options *options, double e) {
    (void)options;
    return e;
}

static void prepare(const thud_engine_options *o, thud_engine_numbers *a) {
    if (o->usual) a->threshold = 1;
}

THUD_ENGINE_FILL(fill, o->restitution)

static const thud_engine_recipe RESTITUTION = {
    .form = THUD_FORM_JUMP,
    .stepper = THUD_STEPPER_JUMP,
    .usual = larger,
    .prepare = prepare,
    .fill = fill,
    .symbols = {{"restitution", ""}},
    .lines = "fixtureDef.restitution = {restitution};   // the larger of the two bodies' counts\n"
             "fixtureDef.restitutionThreshold = 0;   // 1 m/s by default: slower impacts do not bounce\n",
};

static const thud_engine_model MODELS[] = {
    {"restitution", "v⁺ = −max(e₁, e₂) v, none below the threshold of 1 m/s",
     "b2_contact_solver.cpp (velocityBias), b2_contact.h (b2MixRestitution), b2_settings.h (b2_velocityThreshold)",
     "restitution = e, everything else by default", "every mass; speeds above the threshold", true, &RESTITUTION},
};

const thud_engine thud_engine_box2d = {
    .name = "box2d",
    .title = "Box2D (also planck.js, LiquidFun)",
    .version = "2.4, read in public copies; run as planck.js 1.4.2",
    .integrator = "impulses at the step in which they touch",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
