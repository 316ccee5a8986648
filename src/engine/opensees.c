/*
 * OpenSees: uniaxial materials for pounding, in a zeroLength element.
 */
#include <math.h>

#include "engine/recipe.h"

/* R. Jankowski, Earthq. Eng. Struct. Dyn. 35 (2006) 517–524, cited in the manual */
static double jankowski(const thud_engine_options *options, double e) {
    (void)options;
    double chi = 0;
    thud_law_scaled_damping(thud_law_find("jankowski-2006"), e, 1.5, THUD_SEPARATION_RETURN, THUD_DAMPING_PUBLISHED,
                            &chi);
    return chi;
}

THUD_ENGINE_FILL(fill_hertzdamp, a->stiffness, a->damping * o->speed / a->stiffness)

THUD_ENGINE_FILL(fill_jankowski, a->stiffness, 0.5 * a->damping / sqrt(a->stiffness * a->mass), a->mass)

THUD_ENGINE_FILL(fill_linear, a->stiffness, a->damping)

THUD_ENGINE_FILL(fill_impact, a->stiffness, a->damping, a->yield)

static const thud_engine_recipe HERTZDAMP = {
    THUD_ENGINE_FORCE(LATE, "hunt-crossley", 1.5, TRAPEZOID, NEVER),
    .usual = thud_engine_flores,
    .fill = fill_hertzdamp,
    .symbols = {{"Kh", "N/m^1.5"}, {"xiNorm", ""}},
    .lines = "# gap is negative: how far apart the nodes are\n"
             "uniaxialMaterial Hertzdamp 1 {Kh} {xiNorm} $gap 1.5\n"
             "element zeroLength 1 $nodeI $nodeJ -mat 1 -dir 1\n"
             "algorithm KrylovNewton   ;# the material's tangent has the wrong sign, see docs/engines.md\n"
             "integrator Newmark 0.5 0.25\n",
};

static const thud_engine_recipe JANKOWSKI = {
    THUD_ENGINE_FORCE(POWER, "jankowski-2006", 1.5, TRAPEZOID, NEVER),
    .usual = jankowski,
    .fill = fill_jankowski,
    .symbols = {{"Kh", "N/m^1.5"}, {"xi", ""}, {"mEff", "kg"}},
    .lines = "uniaxialMaterial JankowskiImpact 1 {Kh} {xi} {mEff} $gap 1.5\n"
             "element zeroLength 1 $nodeI $nodeJ -mat 1 -dir 1\n"
             "algorithm KrylovNewton   ;# the material's tangent has the wrong sign, see docs/engines.md\n"
             "integrator Newmark 0.5 0.25\n",
};

static const thud_engine_recipe VISCOELASTIC_GAP = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, TRAPEZOID, NEVER),
    .usual = thud_engine_textbook,
    .fill = fill_linear,
    .symbols = {{"K", "N/m"}, {"C", "N·s/m"}},
    .lines = "uniaxialMaterial ViscoelasticGap 1 {K} {C} $gap\n"
             "element zeroLength 1 $nodeI $nodeJ -mat 1 -dir 1\n"
             "integrator Newmark 0.5 0.25\n",
};

static const thud_engine_recipe IMPACT_MATERIAL = {
    .form = THUD_FORM_TWO_SLOPES,
    .stepper = THUD_STEPPER_TRAPEZOID,
    .exponent = 1,
    .fill = fill_impact,
    .symbols = {{"K1", "N/m"}, {"K2", "N/m"}, {"delta_y", "m"}},
    .lines = "uniaxialMaterial ImpactMaterial 1 {K1} {K2} -{delta_y} $gap\n"
             "element zeroLength 1 $nodeI $nodeJ -mat 1 -dir 1\n"
             "integrator Newmark 0.5 0.25\n",
};

static const thud_engine_recipe VISCOUS = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, TRAPEZOID, ALWAYS),
    .usual = thud_engine_textbook,
    .fill = fill_linear,
    .symbols = {{"K", "N/m"}, {"C", "N·s/m"}},
    .lines = "# a stiff gap in series with spring and dashpot, over a node $between with a small mass:\n"
             "# in parallel with the gap the dashpot would act while it is open\n"
             "uniaxialMaterial Elastic 1 {K}\n"
             "uniaxialMaterial Viscous 2 {C} 1.0\n"
             "uniaxialMaterial Parallel 3 1 2\n"
             "uniaxialMaterial ElasticPPGap 4 [expr 1e3*{K}] -1e30 $gap\n"
             "element zeroLength 1 $nodeI $between -mat 3 -dir 1\n"
             "element zeroLength 2 $between $nodeJ -mat 4 -dir 1\n"
             "integrator Newmark 0.5 0.25\n",
};

static const thud_engine_model MODELS[] = {
    {"Hertzdamp", "F = (K + ξ δ̇) δⁿ, ξ = xiNorm·K/v with v of the first step inside",
     "SRC/material/uniaxial/Hertzdamp.cpp lines 143–175", "xiNorm = 8(1 − e)/(5e), Flores et al.",
     "every speed: ξ follows it; the force never pulls", false, &HERTZDAMP},
    {"JankowskiImpact", "F = K δⁿ + 2ξ √(m K δⁿ⁻¹) δ̇ on approach, K δⁿ on return",
     "SRC/material/uniaxial/JankowskiImpact.cpp lines 139–174", "ξ of Jankowski 2006",
     "every speed; the force never pulls; mEff must be that of the two bodies that meet", false, &JANKOWSKI},
    {"ViscoelasticGap", "F = K δ + C δ̇ as long as δ > 0", "SRC/material/uniaxial/ViscoelasticGap.cpp lines 131–161",
     "C = 2ζ√(K m), ζ = −ln e/√(π² + ln² e)", "every speed; the force pulls at the end", false, &VISCOELASTIC_GAP},
    {"ImpactMaterial", "a loop: K1 to δ_y, K2 beyond, back along K1 to the line K2 δ",
     "SRC/material/uniaxial/ImpactMaterial.cpp lines 122–158",
     "K1, K2 of Muthukumar & DesRoches 2006, δ_y = 0.1 δ_max",
     "this speed only: a slower impact loses less, one that stays under δ_y nothing", false, &IMPACT_MATERIAL},
    {"Viscous", "F = K δ + C δ̇ behind a gap that does not pull",
     "SRC/material/uniaxial/ViscousMaterial.cpp lines 122–139", "C = 2ζ√(K m), ζ = −ln e/√(π² + ln² e)",
     "every speed; the gap opens at F = 0", false, &VISCOUS},
};

const thud_engine thud_engine_opensees = {
    .name = "opensees",
    .title = "OpenSees",
    .version = "commit 2890cb36 of 14 August 2026",
    .integrator = "Newmark, γ = 1/2, β = 1/4, iterated",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
