/*
 * Modelica: ElastoGap of the Standard Library, whose damper never exceeds its spring.
 */
#include "engine/recipe.h"

THUD_ENGINE_FILL(fill, a->stiffness, a->damping)

static const thud_engine_recipe LINEAR = {
    .form = THUD_FORM_BOUNDED,
    .stepper = THUD_STEPPER_NONE,
    .exponent = 1,
    .limit = THUD_LIMIT_ALWAYS,
    .usual = thud_engine_textbook,
    .fill = fill,
    .symbols = {{"c", "N/m"}, {"d", "N·s/m"}},
    .lines = "Modelica.Mechanics.Translational.Components.ElastoGap elastoGap(c={c}, d={d}, n=1, s_rel0=0);\n",
};

static const thud_engine_recipe HERTZ = {
    .form = THUD_FORM_BOUNDED,
    .stepper = THUD_STEPPER_NONE,
    .exponent = 1.5,
    .limit = THUD_LIMIT_ALWAYS,
    .fill = fill,
    .symbols = {{"f_ref", "N"}, {"d", "N·s/m"}},
    .lines =
        "Modelica.Mechanics.Translational.Components.ElastoGap elastoGap(f_ref={f_ref}, s_ref=1, d={d}, n=1.5,\n"
        "    s_rel0=0);\n",
};

#define SOURCE "Modelica/Mechanics/Translational/Components/ElastoGap.mo lines 31–36"

static const thud_engine_model MODELS[] = {
    {"elastogap", "F = c δ + d δ̇, the damper between −c δ and c δ", SOURCE, "d = 2ζ√(c m), ζ = −ln e/√(π² + ln² e)",
     "every speed, this mass only", false, &LINEAR},
    {"elastogap-hertz", "F = f δ^1.5 + d δ̇, the damper between −f δ^1.5 and f δ^1.5", SOURCE, NULL,
     "this speed and this mass only", false, &HERTZ},
};

const thud_engine thud_engine_modelica = {
    .name = "modelica",
    .title = "Modelica Standard Library",
    .version = "commit b756f9de of 27 April 2026",
    .integrator = "the solver's own, with error control: no step to choose",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
