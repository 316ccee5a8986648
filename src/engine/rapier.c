/*
 * Rapier: restitution as a jump of velocity, by default the mean of the two colliders'; no threshold. A contact
 * bounces once, in the first step that would close the gap; in later steps it rests.
 */
#include "engine/recipe.h"

static double mean(const thud_engine_options *options, double e) {
    (void)options;
    return e;
}

THUD_ENGINE_FILL(fill, o->restitution)

static const thud_engine_recipe RESTITUTION = {
    .form = THUD_FORM_JUMP,
    .stepper = THUD_STEPPER_JUMP,
    .usual = mean,
    .fill = fill,
    .symbols = {{"restitution", ""}},
    .lines =
        "ColliderDesc.ball(radius).setRestitution({restitution})   // for both: by default the mean of the two "
        "counts\n",
};

static const thud_engine_model MODELS[] = {
    {"restitution", "v⁺ = −(e₁ + e₂)/2 v, in the first step of a contact",
     "contact_pair.rs (is_bouncy), contact_with_coulomb_friction.rs (normal_rhs_wo_bias)", "restitution = e",
     "every speed and mass; single precision", true, &RESTITUTION},
};

const thud_engine thud_engine_rapier = {
    .name = "rapier",
    .title = "Rapier",
    .version = "read in public copies; run with @dimforge/rapier2d-compat 0.21.0",
    .integrator = "impulses in the step that would close the gap",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
