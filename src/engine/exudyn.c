/*
 * Exudyn: ObjectContactSphereSphere with its impact models 1 and 2, which take a restitution.
 */
#include "engine/recipe.h"

static double hunt_crossley(const thud_engine_options *options, double e) {
    (void)options;
    return thud_law_find("hunt-crossley")->scaled_damping(e, 1.5);
}

/* Carvalho & Martins above 1/3, Gonthier et al. below */
static double mixed(const thud_engine_options *options, double e) {
    (void)options;
    return thud_law_find("carvalho-martins")->scaled_damping(e, 1.5);
}

THUD_ENGINE_FILL(fill, a->stiffness, entered)

#define LINES(model)                                                                                               \
    "mbs.AddObject(ObjectContactSphereSphere(..., contactStiffness={contactStiffness}, "                           \
    "contactStiffnessExponent=1.5,\n"                                                                              \
    "    contactDamping=0, restitutionCoefficient={restitutionCoefficient}, impactModel=" model "))\n"

#define RECIPE(rule, model)                                                                                        \
    {                                                                                                              \
        THUD_ENGINE_FORCE(POWER, "hunt-crossley", 1.5, TRAPEZOID, ALWAYS), .enters_restitution = true,             \
        .usual = rule, .fill = fill, .symbols = {{"contactStiffness", "N/m^1.5"}, {"restitutionCoefficient", ""}}, \
        .lines = LINES(model)                                                                                      \
    }

static const thud_engine_recipe HUNT_CROSSLEY = RECIPE(hunt_crossley, "1"), MIXED = RECIPE(mixed, "2");

#define SOURCE "docs/RST/items/ObjectContactSphereSphere.rst, connector forces"

static const thud_engine_model MODELS[] = {
    {"carvalho-martins", "F = k δ^1.5 (1 + χ δ̇/v), impactModel 2", SOURCE,
     "restitutionCoefficient = e, through Carvalho & Martins 2019, below 1/3 Gonthier et al. 2004",
     "every speed and mass, if it finds the speed at closure", false, &MIXED},
    {"hunt-crossley", "the same, impactModel 1", SOURCE, "restitutionCoefficient = e, through χ = 3(1 − e)/2",
     "every speed and mass; e above 0.48", false, &HUNT_CROSSLEY},
};

const thud_engine thud_engine_exudyn = {
    .name = "exudyn",
    .title = "Exudyn",
    .version = "commit 1f0b08f3 of its documentation",
    .integrator = "trapezoidal rule in its implicit solver, generalised α with less damping otherwise",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
