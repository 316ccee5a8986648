/*
 * MuJoCo: the soft constraint of a contact.
 *
 * At a penetration r the constraint asks for the acceleration  a = −B ṙ − K d(r) r  and gets the share d of it,
 * whatever the masses are:  F = m d (B ṙ + K d r)₊,  B = b/d_w,  K = k/d_w²,  with d_w the impedance at the full
 * width. With one impedance throughout that is m (b ṙ + k r)₊: a spring and a dashpot per unit of mass, released at
 * F = 0.
 */
#include <math.h>

#include "engine/recipe.h"

/* the default solimp for the usual formula; a constant impedance for exact numbers */
static void prepare(const thud_engine_options *o, thud_engine_numbers *a) {
    static const double standard[] = {0.9, 0.95, 0.001, 0.5, 2};
    for (int i = 0; i < 5; i++) a->impedance[i] = standard[i];
    if (!o->usual) a->impedance[0] = a->impedance[1];
}

THUD_ENGINE_FILL(fill_direct, a->stiffness / a->mass, a->damping / a->mass, o->usual ? 0.9 : 0.95)

/* k = 1/(t² ζ²) and b = 2/t */
THUD_ENGINE_FILL(fill_ratio, 2 * a->mass / a->damping, 0.5 * a->damping / sqrt(a->stiffness * a->mass),
                 o->usual ? 0.9 : 0.95)

#define SOFT                                                                                                       \
    .form = THUD_FORM_SOFT, .stepper = THUD_STEPPER_EULER, .law = "kelvin-voigt", .exponent = 1,                   \
    .limit = THUD_LIMIT_ALWAYS, .usual = thud_engine_textbook, .prepare = prepare

static const thud_engine_recipe DIRECT = {
    SOFT,
    .fill = fill_direct,
    .symbols = {{"stiffness", "1/s²"}, {"damping", "1/s"}, {"d0", ""}},
    .lines =
        "<!-- on both geoms, or in a contact pair; condim 1, so that friction does not share the impedance -->\n"
        "<geom solref=\"-{stiffness} -{damping}\" solimp=\"{d0} 0.95 0.001\" condim=\"1\"/>\n",
};

static const thud_engine_recipe RATIO = {
    SOFT,
    .fill = fill_ratio,
    .symbols = {{"timeconst", "s"}, {"dampratio", ""}, {"d0", ""}},
    .lines = "<!-- on both geoms, or in a contact pair; a time step of at most half of timeconst -->\n"
             "<geom solref=\"{timeconst} {dampratio}\" solimp=\"{d0} 0.95 0.001\" condim=\"1\"/>\n",
};

static const thud_engine_model MODELS[] = {
    {"solref-direct", "F = m (k δ + b δ̇), not below 0, k and b entered negative",
     "src/engine/engine_core_constraint.c lines 2099–2206 and 3247–3258",
     "b = 2ζ√k, ζ = −ln e/√(π² + ln² e), with solimp as it is by default", "every speed and mass", true, &DIRECT},
    {"solref", "F = m (δ/(t ζ)² + 2δ̇/t), not below 0, t = timeconst, ζ = dampratio",
     "src/engine/engine_core_constraint.c lines 2099–2206 and 3247–3258",
     "dampratio = −ln e/√(π² + ln² e), with solimp as it is by default", "every speed and mass; e below 1", true,
     &RATIO},
};

const thud_engine thud_engine_mujoco = {
    .name = "mujoco",
    .title = "MuJoCo",
    .version = "commit a7255075 of 22 August 2026; run with 3.14.0 of npm",
    .integrator = "semi-implicit Euler: force, velocity, position",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
