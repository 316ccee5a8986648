/*
 * Simscape Multibody, Spatial Contact Force: F = s(δ/w) (k δ + b δ̇). The manual describes s without a formula;
 * thud uses 3x² − 2x³. The width is set to a tenth of the length √(m v²/k).
 *
 * Simscape, Translational Hard Stop: k δ + d δ̇ at the bounds, which may pull, or with the damper in approach
 * only.
 */
#include <math.h>

#include "engine/recipe.h"

static void fill(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {
    (void)entered;
    values[0] = a->stiffness;
    values[1] = a->damping;
    values[2] = o->model->recipe->width * o->speed * sqrt(a->mass / a->stiffness);
}

static const thud_engine_recipe SPATIAL = {
    THUD_ENGINE_FORCE(GENERAL, "simscape", 1, NONE, ALWAYS),
    .width = 0.1,
    .fill = fill,
    .symbols = {{"stiffness", "N/m"}, {"damping", "N·s/m"}, {"width", "m"}},
    .lines = "Spatial Contact Force: Stiffness {stiffness} N/m, Damping {damping} N/(m/s), Transition Region Width "
             "{width} m\n",
};

THUD_ENGINE_FILL(fill_stop, a->stiffness, a->damping)

#define STOP(law_, limit_, formula, words)                                                                         \
    {                                                                                                              \
        THUD_ENGINE_FORCE(POWER, law_, 1, NONE, limit_),                                                           \
            .usual = formula, .fill = fill_stop, .symbols = {{"stiffness", "N/m"}, {"damping", "N·s/m"}},          \
            .lines =                                                                                               \
                "Translational Hard Stop: Contact stiffness {stiffness} N/m, Contact damping {damping} N/(m/s)\n"  \
                "Hard stop model: Full stiffness and damping applied at bounds, " words "\n"                       \
    }

static const thud_engine_recipe DAMPED = STOP("kelvin-voigt", NEVER, thud_engine_textbook, "damped rebound");
static const thud_engine_recipe UNDAMPED = STOP("mahmoud-jankowski", NEVER, NULL, "undamped rebound");

static const thud_engine_model MODELS[] = {
    {"spatial-contact-force", "F = s(δ/w) (k δ + b δ̇), not below 0; s is not published: 3x² − 2x³ is taken",
     "help of Spatial Contact Force, Simscape Multibody", NULL, "this speed, this mass and this width only", false,
     &SPATIAL},
    {"hard-stop", "F = k δ + d δ̇ as long as δ > 0", "help of Translational Hard Stop, Simscape",
     "d = 2ζ√(k m), ζ = −ln e/√(π² + ln² e)", "every speed; this mass only; the force pulls at the end", false,
     &DAMPED},
    {"hard-stop-undamped", "F = k δ + d δ̇ on the way in, k δ on the way out",
     "help of Translational Hard Stop, Simscape", NULL, "every speed; this mass only", false, &UNDAMPED},
};

const thud_engine thud_engine_simscape = {
    .name = "simscape",
    .title = "Simscape and Simscape Multibody",
    .version = "as documented; closed source",
    .integrator = "the solver's own, with error control: no step to choose",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
