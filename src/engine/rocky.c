/*
 * Rocky: the hysteretic linear spring of Walton & Braun. F = k₁ δ on the way in, k₂ (δ − δ_p) on the way out, k₂ =
 * k₁/e²: the law valles-reinhorn. No damper takes part, so that the e entered is returned at every speed and mass.
 */
#include "engine/recipe.h"

static double ratio(const thud_engine_options *options, double e) {
    (void)options;
    return 1 / (e * e);
}

THUD_ENGINE_FILL(fill, o->restitution, a->stiffness)

static const thud_engine_recipe HYSTERETIC = {
    THUD_ENGINE_FORCE(TWO_STIFFNESSES, "valles-reinhorn", 1, NONE, ALWAYS),
    .usual = ratio,
    .fill = fill,
    .symbols = {{"restitution", ""}, {"stiffness", "N/m"}},
    .lines = "Physics: normal force Hysteretic Linear Spring\n"
             "Materials interaction: restitution coefficient {restitution}\n"
             "The loading stiffness, which Rocky derives from material and size, should be {stiffness} N/m\n",
};

static const thud_engine_model MODELS[] = {
    {"hysteretic-linear-spring", "F = k₁ δ on the way in, k₂ (δ − δₚ) on the way out",
     "Rocky 2024 R2, DEM Technical Manual, 2.1.1.1, after Walton and Braun", "k₂ = k₁/e²", "every speed and mass",
     false, &HYSTERETIC},
};

const thud_engine thud_engine_rocky = {
    .name = "rocky",
    .title = "Rocky DEM",
    .version = "as documented; closed source",
    .integrator = "explicit, with a step of its own choice; not emulated",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
