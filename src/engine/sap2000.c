/*
 * Gap links with a dashpot: SAP2000, ETABS, SeismoStruct. Their sources are closed. The force is the one generally
 * described and was not checked against a manual.
 */
#include "engine/recipe.h"

THUD_ENGINE_FILL(fill, a->stiffness, a->damping, 1000 * a->stiffness)

static const thud_engine_recipe GAP = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, TRAPEZOID, ALWAYS),
    .usual = thud_engine_textbook,
    .fill = fill,
    .symbols = {{"k", "N/m"}, {"c", "N·s/m"}, {"k_gap", "N/m"}},
    .lines =
        "Link 1, from the first joint to a joint between: linear, stiffness {k} N/m, damping {c} N·s/m\n"
        "Link 2, from the joint between to the second joint: Gap, stiffness {k_gap} N/m, open = the gap\n"
        "The two in series: a dashpot beside the gap would act while it is open. The joint between needs a small\n"
        "mass. Direct integration, Newmark with γ = 0.5, β = 0.25.\n",
};

static const thud_engine_model MODELS[] = {
    {"gap", "F = k δ + c δ̇ behind a gap that does not pull",
     "as generally described; neither source nor manual was available", "c = 2ξ√(k m), ξ = −ln e/√(π² + ln² e)",
     "every speed; this mass only", false, &GAP},
};

const thud_engine thud_engine_sap2000 = {
    .name = "sap2000",
    .title = "Gap link with dashpot (SAP2000, ETABS, SeismoStruct)",
    .version = "as generally described",
    .integrator = "Newmark, γ = 1/2, β = 1/4, iterated",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
    .stiffness_is_chosen = true,
};
