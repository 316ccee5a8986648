/*
 * MBDyn: the constitutive law "continuous contact" of module-cont-contact.
 */
#include "engine/recipe.h"

static double hunt_crossley(const thud_engine_options *options, double e) {
    (void)options;
    return 1.5 * (1 - e);
}

static double lankarani(const thud_engine_options *options, double e) {
    (void)options;
    return 0.75 * (1 - e * e);
}

THUD_ENGINE_FILL(fill, entered, a->stiffness)

#define CONTACT(formula, words)                                                                                    \
    .form = THUD_FORM_POWER, .stepper = THUD_STEPPER_TRAPEZOID, .law = "hunt-crossley", .exponent = 1.5,           \
    .enters_restitution = true, .usual = formula, .fill = fill,                                                    \
    .symbols = {{"restitution", ""}, {"kappa", "N/m^1.5"}},                                                        \
    .lines = "module load: \"libmodule-cont-contact\";\n"                                                          \
             "constitutive law: 1, 1, continuous contact,\n"                                                       \
             "    formulation, " words ", restitution, {restitution}, kappa, {kappa}, exp, 1.5;\n"                 \
             "# in the block initial value: method: crank nicolson;\n"

static const thud_engine_recipe FLORES = {CONTACT(thud_engine_flores, "flores")};
static const thud_engine_recipe HUNT_CROSSLEY = {CONTACT(hunt_crossley, "hunt crossley")};
static const thud_engine_recipe LANKARANI = {CONTACT(lankarani, "lankarani nikravesh")};

#define SOURCE "modules/module-cont-contact/module-cont-contact.cc lines 137–193"
#define FORCE "F = xⁿ (K + D ẋ), D = χ(e) K/v"

static const thud_engine_model MODELS[] = {
    {"flores", FORCE, SOURCE, "the e entered: χ = 8(1 − e)/(5e)", "every speed and mass", false, &FLORES},
    {"hunt-crossley", FORCE, SOURCE, "the e entered: χ = 3(1 − e)/2", "every speed and mass; e above 0.488", false,
     &HUNT_CROSSLEY},
    {"lankarani-nikravesh", FORCE, SOURCE, "the e entered: χ = 3(1 − e²)/4", "every speed and mass; e above 0.663",
     false, &LANKARANI},
};

const thud_engine thud_engine_mbdyn = {
    .name = "mbdyn",
    .title = "MBDyn",
    .version = "commit 1727489e of 26 March 2021",
    .integrator = "Crank–Nicolson, iterated",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
