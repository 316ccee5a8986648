/*
 * Project Chrono: smooth contacts (SMC). The force may not pull, but the formulas assume that it may.
 */

#include "engine/recipe.h"

THUD_ENGINE_FILL(fill_hooke, a->stiffness, a->damping / a->mass)

/* without material properties Hertz is R √δ (k δ + g m δ̇) */
THUD_ENGINE_FILL(fill_hertz_numbers, a->stiffness / o->radius, a->damping / (a->mass * o->radius))

THUD_ENGINE_FILL(fill_hertz, thud_engine_young(a->stiffness, o->radius), entered)

/* independent of the radius: k = (4/3) E* */
THUD_ENGINE_FILL(fill_plain, thud_engine_young(a->stiffness, 1), entered)

static const thud_engine_recipe HOOKE = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, EULER, ALWAYS),
    .usual = thud_engine_textbook,
    .fill = fill_hooke,
    .symbols = {{"kn", "N/m"}, {"gn", "1/s"}},
    .lines = "system.UseMaterialProperties(false);\n"
             "system.SetContactForceModel(ChSystemSMC::Hooke);\n"
             "material->SetKn({kn});\n"
             "material->SetGn({gn});\n",
};

static const thud_engine_recipe HERTZ = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, EULER, ALWAYS),
    .needs_radius = true,
    .enters_restitution = true,
    .usual = thud_engine_textbook_hertz,
    .fill = fill_hertz,
    .symbols = {{"young", "Pa"}, {"restitution", ""}},
    .lines = "system.SetContactForceModel(ChSystemSMC::Hertz);\n"
             "material->SetYoungModulus({young});\n"
             "material->SetPoissonRatio(0.3f);\n"
             "material->SetRestitution({restitution});\n",
};

static const thud_engine_recipe HERTZ_NUMBERS = {
    THUD_ENGINE_FORCE(POWER, "kuwabara-kono", 1.5, EULER, ALWAYS),
    .needs_radius = true,
    .fill = fill_hertz_numbers,
    .symbols = {{"kn", "N/m^2.5"}, {"gn", "1/(s·m^1.5)"}},
    .lines = "system.UseMaterialProperties(false);\n"
             "system.SetContactForceModel(ChSystemSMC::Hertz);\n"
             "material->SetKn({kn});\n"
             "material->SetGn({gn});\n",
};

static const thud_engine_recipe PLAIN = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, EULER, ALWAYS),
    .enters_restitution = true,
    .usual = thud_engine_textbook_hertz,
    .fill = fill_plain,
    .symbols = {{"young", "Pa"}, {"restitution", ""}},
    .lines = "system.SetContactForceModel(ChSystemSMC::PlainCoulomb);\n"
             "material->SetYoungModulus({young});\n"
             "material->SetPoissonRatio(0.3f);\n"
             "material->SetRestitution({restitution});\n",
};

static const thud_engine_recipe FLORES = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, EULER, ALWAYS),
    .usual = thud_engine_textbook,
    .fill = fill_hooke,
    .symbols = {{"kn", "N/m"}, {"gn", "1/s"}},
    .lines = "// ChSystemSMC::Flores is not implemented and becomes Hooke without a word: say what it is\n"
             "system.UseMaterialProperties(false);\n"
             "system.SetContactForceModel(ChSystemSMC::Hooke);\n"
             "material->SetKn({kn});\n"
             "material->SetGn({gn});\n",
};

#define SOURCE "src/chrono/physics/ChContactSMC.cpp, "

static const thud_engine_model MODELS[] = {
    {"hooke", "F = k δ + g m δ̇, not below 0", SOURCE "lines 74–92 and 170–178",
     "SetRestitution(e): ζ = −ln e/√(π² + ln² e), for contacts that may pull", "every speed and mass", false,
     &HOOKE},
    {"hertz", "F = k δ^1.5 + √5 ζ √(k m √δ) δ̇, not below 0, ζ of the e entered", SOURCE "lines 94–104 and 170–178",
     "SetRestitution(e), for contacts that may pull", "every speed and mass; e above 0.136", false, &HERTZ},
    {"hertz-numbers", "F = R √δ (k δ + g m δ̇), not below 0", SOURCE "lines 105–111 and 170–178", NULL,
     "this speed only, every mass", false, &HERTZ_NUMBERS},
    {"plain", "as hertz, with a radius of 1 m whatever the shape", SOURCE "lines 115–152",
     "SetRestitution(e), for contacts that may pull", "every speed and mass; e above 0.136", false, &PLAIN},
    {"flores", "that of hooke: the case falls through", SOURCE "lines 72–74",
     "SetRestitution(e), for contacts that may pull", "every speed and mass", false, &FLORES},
};

const thud_engine thud_engine_chrono = {
    .name = "chrono",
    .title = "Project Chrono, SMC",
    .version = "10.0.0, commit 7689fbc0 of 18 August 2026",
    .integrator = "linearised implicit Euler, forces of contact at the old state: force, velocity, position",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
