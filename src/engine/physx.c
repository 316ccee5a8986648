/*
 * PhysX: restitution as a jump of velocity, the mean of the two materials'; nothing bounces below a threshold.
 */
#include "engine/recipe.h"

static double mean(const thud_engine_options *options, double e) {
    (void)options;
    return e;
}

/* bounceThresholdVelocity is 0.2 times the speed of PxTolerancesScale, 10 m/s by default */
static void prepare(const thud_engine_options *o, thud_engine_numbers *a) {
    if (o->usual) a->threshold = 2;
}

THUD_ENGINE_FILL(fill, o->restitution)

static const thud_engine_recipe RESTITUTION = {
    .form = THUD_FORM_JUMP,
    .stepper = THUD_STEPPER_JUMP,
    .usual = mean,
    .prepare = prepare,
    .fill = fill,
    .symbols = {{"restitution", ""}},
    .lines = "physics->createMaterial(friction, friction, {restitution});   // for both bodies: PhysX takes the mean\n"
             "sceneDesc.bounceThresholdVelocity = 1e-3f;   // 2 m/s by default: slower impacts do not bounce\n",
};

static const thud_engine_model MODELS[] = {
    {"restitution", "v⁺ = −(e₁ + e₂)/2 v, none below the threshold of 2 m/s",
     "PxSceneDesc.h (bounceThresholdVelocity = 0.2 · scale.speed)", "restitution = e, everything else by default",
     "every mass; speeds above the threshold", false, &RESTITUTION},
};

const thud_engine thud_engine_physx = {
    .name = "physx",
    .title = "PhysX (Isaac Sim, Unity, Unreal 4)",
    .version = "read in a public copy of its headers",
    .integrator = "impulses at the step in which they touch",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
