/*
 * EDEM: Hertz–Mindlin (no slip). In its manual the damper is 2 √(5/6) β √(Sn m) with Sn = 2 E √(R δ) and β = ln
 * e/√(ln² e + π²). This equals √5 ζ √(k m) δ^¼, the damper of LIGGGHTS's hertz.
 */
#include <math.h>

#include "engine/recipe.h"

THUD_ENGINE_FILL(fill, thud_engine_young(a->stiffness, o->radius), entered)

static const thud_engine_recipe HERTZ = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, NONE, NEVER),
    .needs_radius = true,
    .enters_restitution = true,
    .usual = thud_engine_textbook_hertz,
    .fill = fill,
    .symbols = {{"Y", "Pa"}, {"e", ""}},
    .lines = "Bulk material, both: Poisson's ratio 0.3, Young's modulus {Y} Pa\n"
             "Interaction: coefficient of restitution {e}\n"
             "Physics: Hertz-Mindlin (no slip)\n",
};

static const thud_engine_model MODELS[] = {
    {"hertz-mindlin", "F = (4/3)E*√R δ^1.5 + 2√(5/6) ζ √(2E*√(Rδ) m) δ̇, ζ of the e entered",
     "help of EDEM 2025, The Hertz-Mindlin (no slip) Model", "the e entered",
     "every speed and mass, if the force may pull; the help does not say whether it may", false, &HERTZ},
};

const thud_engine thud_engine_edem = {
    .name = "edem",
    .title = "Altair EDEM",
    .version = "as documented; closed source",
    .integrator = "explicit, chosen by the user; not emulated",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
