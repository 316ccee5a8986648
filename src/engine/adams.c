/*
 * Adams, and the programs with its IMPACT function: MotionSolve, RecurDyn, SOLIDWORKS Motion, NX.
 *
 *     F = max(0, k δ^e + STEP(δ, 0, 0, d, c_max) δ̇)
 *
 * The manuals do not say which restitution this returns; it depends on the speed. d is set to a tenth of the
 * length (m v²/k)^(1/(e+1)). The penetration is about ten times as large, so that the damper is at full strength
 * for nearly all of it.
 */
#include <math.h>

#include "engine/recipe.h"

static void fill(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {
    (void)entered;
    const double length = pow(a->mass * o->speed * o->speed / a->stiffness, 1 / (a->exponent_n + 1));
    values[0] = a->stiffness;
    values[1] = a->exponent_n;
    values[2] = a->damping;
    values[3] = o->model->recipe->width * length;
}

#define LINES                                                                                                      \
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS={stiffness}, EXPONENT={exponent}, DAMPING={damping}, "         \
    "DMAX={dmax}\n"                                                                                                \
    "! SI units; or as a function: IMPACT(x, v, x1, {stiffness}, {exponent}, {damping}, {dmax})\n"

#define RECIPE(n)                                                                                                  \
    {                                                                                                              \
        THUD_ENGINE_FORCE(GENERAL, "adams-impact", n, NONE, ALWAYS), .width = 0.1, .fill = fill,                   \
        .symbols = {{"stiffness", "N/m^n"}, {"exponent", ""}, {"damping", "N·s/m"}, {"dmax", "m"}}, .lines = LINES \
    }

static const thud_engine_recipe HERTZ = RECIPE(1.5), DIALOG = RECIPE(2.2), LINEAR = RECIPE(1);

#define SOURCE "help of SOLIDWORKS Motion and of Adams Solver, functions IMPACT and STEP"
#define VALIDITY "this speed, this mass and this d only"

static const thud_engine_model MODELS[] = {
    {"impact", "F = max(0, k δ^1.5 + STEP(δ, 0, 0, d, c_max) δ̇)", SOURCE, NULL, VALIDITY, false, &HERTZ},
    {"impact-2.2", "the same with the exponent 2.2, the default of dialogs", SOURCE, NULL, VALIDITY, false, &DIALOG},
    {"impact-1", "the same with a linear spring", SOURCE, NULL, VALIDITY, false, &LINEAR},
};

const thud_engine thud_engine_adams = {
    .name = "adams",
    .title = "Adams IMPACT (also MotionSolve, RecurDyn, SOLIDWORKS Motion, NX)",
    .version = "as documented; closed source",
    .integrator = "the solver's own, with error control: no step to choose",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
