/*
 * LIGGGHTS: pair gran (and fix wall/gran) with model hertz or hooke.
 */
#include <math.h>

#include "engine/recipe.h"

THUD_ENGINE_FILL(fill_hertz, thud_engine_young(a->stiffness, o->radius), entered)

/* k = A^⅘ (m V²)^⅕ with A = (16/15) √R E*, V the characteristic velocity, here the approach speed */
static void fill_hooke(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {
    double energy = a->mass * o->speed * o->speed;
    double modulus = 15.0 / 16 / sqrt(o->radius) * pow(pow(a->stiffness, 5) / energy, 0.25);
    values[0] = 2 * (1 - THUD_ENGINE_POISSON * THUD_ENGINE_POISSON) * modulus;
    values[1] = entered;
    values[2] = o->speed;
}

#define PROPERTIES                                                                                                 \
    "fix m1 all property/global youngsModulus peratomtype {Y}\n"                                                   \
    "fix m2 all property/global poissonsRatio peratomtype 0.3\n"                                                   \
    "fix m3 all property/global coefficientRestitution peratomtypepair 1 {e}\n"

static const thud_engine_recipe HERTZ = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, VERLET, SWITCH),
    .limit_words = " limitForce on",
    .needs_radius = true,
    .enters_restitution = true,
    .usual = thud_engine_textbook_hertz,
    .fill = fill_hertz,
    .symbols = {{"Y", "Pa"}, {"e", ""}},
    .lines = PROPERTIES "pair_style gran model hertz tangential off{limit}\n"
                        "pair_coeff * *\n",
};

static const thud_engine_recipe HOOKE = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, VERLET, SWITCH),
    .limit_words = " limitForce on",
    .needs_radius = true,
    .enters_restitution = true,
    .usual = thud_engine_textbook,
    .fill = fill_hooke,
    .symbols = {{"Y", "Pa"}, {"e", ""}, {"V", "m/s"}},
    .lines = PROPERTIES "fix m4 all property/global characteristicVelocity scalar {V}\n"
                        "pair_style gran model hooke tangential off{limit}\n"
                        "pair_coeff * *\n",
};

static const thud_engine_model MODELS[] = {
    {"hertz", "F = (4/3)E*√R δ^1.5 + √5 ζ √(k m √δ) δ̇, ζ of the e entered",
     "src/normal_model_hertz.h lines 231–261", "the e entered",
     "every speed and mass; with limitForce on, e above 0.136", true, &HERTZ},
    {"hooke", "F = k δ + 2ζ√(k m) δ̇, ζ of the e entered, k from E*, R and characteristicVelocity",
     "src/normal_model_hooke.h lines 269–292", "the e entered", "every speed; with limitForce on, e above 0.136",
     true, &HOOKE},
};

const thud_engine thud_engine_liggghts = {
    .name = "liggghts",
    .title = "LIGGGHTS",
    .version = "LIGGGHTS-PUBLIC 3.8.0, commit 3d5c00f2; run with 3.8.0 of Debian 12",
    .integrator = "velocity Verlet; the damper sees the velocity of half a step",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
