/*
 * LAMMPS: pair_style granular (and fix wall/gran granular).
 */
#include <math.h>

#include "engine/recipe.h"

/* Y. Tsuji, T. Tanaka & T. Ishida, Powder Technol. 71 (1992) 239–250, as fitted by Marshall 2009; the factor √2 of
 * the effective mass came on 29 July 2026 (commit 5fbde105c0) */
static double tsuji_before(const thud_engine_options *options, double e) {
    (void)options;
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

static double tsuji(const thud_engine_options *options, double e) { return sqrt(2) * tsuji_before(options, e); }

THUD_ENGINE_FILL(fill_hooke_mass, a->stiffness, a->damping / a->mass)

THUD_ENGINE_FILL(fill_hooke, a->stiffness, a->damping)

THUD_ENGINE_FILL(fill_hooke_e, a->stiffness, entered)

THUD_ENGINE_FILL(fill_hertz, a->stiffness / sqrt(o->radius), a->damping)

THUD_ENGINE_FILL(fill_hertz_per_mass, a->stiffness / sqrt(o->radius), a->damping / a->mass)

THUD_ENGINE_FILL(fill_hertz_mass, a->stiffness / sqrt(o->radius), a->damping / (a->mass * sqrt(o->radius)))

THUD_ENGINE_FILL(fill_hertz_e, a->stiffness / sqrt(o->radius), entered)

#define HOOKE                                                                                                      \
    .form = THUD_FORM_POWER, .stepper = THUD_STEPPER_VERLET, .law = "kelvin-voigt", .exponent = 1,                 \
    .limit = THUD_LIMIT_SWITCH, .limit_words = " limit_damping", .usual = thud_engine_textbook

#define HERTZ(row)                                                                                                 \
    .form = THUD_FORM_POWER, .stepper = THUD_STEPPER_VERLET, .law = row, .exponent = 1.5,                          \
    .limit = THUD_LIMIT_SWITCH, .limit_words = " limit_damping", .needs_radius = true

#define LINES(normal, damping)                                                                                     \
    "pair_style granular\n"                                                                                        \
    "pair_coeff * * " normal " damping " damping " tangential linear_nohistory 0.0 0.0{limit}\n"

static const thud_engine_recipe HOOKE_MASS_VELOCITY = {
    HOOKE,
    .fill = fill_hooke_mass,
    .symbols = {{"kn", "N/m"}, {"eta", "1/s"}},
    .lines = LINES("hooke {kn} {eta}", "mass_velocity"),
};
static const thud_engine_recipe HOOKE_VELOCITY = {
    HOOKE,
    .fill = fill_hooke,
    .symbols = {{"kn", "N/m"}, {"eta", "N·s/m"}},
    .lines = LINES("hooke {kn} {eta}", "velocity"),
};
static const thud_engine_recipe HOOKE_RESTITUTION = {
    HOOKE,
    .enters_restitution = true,
    .fill = fill_hooke_e,
    .symbols = {{"kn", "N/m"}, {"e", ""}},
    .lines = LINES("hooke {kn} {e}", "coeff_restitution"),
};
static const thud_engine_recipe HERTZ_VELOCITY = {
    HERTZ("poursina-nikravesh"),
    .fill = fill_hertz,
    .symbols = {{"kn", "Pa"}, {"eta", "N·s/m"}},
    .lines = LINES("hertz {kn} {eta}", "velocity"),
};
static const thud_engine_recipe HERTZ_MASS_VELOCITY = {
    HERTZ("poursina-nikravesh"),
    .fill = fill_hertz_per_mass,
    .symbols = {{"kn", "Pa"}, {"eta", "1/s"}},
    .lines = LINES("hertz {kn} {eta}", "mass_velocity"),
};
static const thud_engine_recipe HERTZ_VISCOELASTIC = {
    HERTZ("kuwabara-kono"),
    .fill = fill_hertz_mass,
    .symbols = {{"kn", "Pa"}, {"eta", "1/(m·s)"}},
    .lines = LINES("hertz {kn} {eta}", "viscoelastic"),
};
static const thud_engine_recipe HERTZ_TSUJI = {
    HERTZ("tsuji"),
    .usual = tsuji,
    .enters_restitution = true,
    .fill = fill_hertz_e,
    .symbols = {{"kn", "Pa"}, {"e", ""}},
    .lines = LINES("hertz {kn} {e}", "tsuji"),
};
static const thud_engine_recipe HERTZ_TSUJI_BEFORE = {
    HERTZ("tsuji"),
    .usual = tsuji_before,
    .enters_restitution = true,
    .fill = fill_hertz_e,
    .symbols = {{"kn", "Pa"}, {"e", ""}},
    .lines = LINES("hertz {kn} {e}", "tsuji"),
};
static const thud_engine_recipe HERTZ_RESTITUTION = {
    HERTZ("tsuji"),
    .usual = thud_engine_textbook_hertz,
    .enters_restitution = true,
    .fill = fill_hertz_e,
    .symbols = {{"kn", "Pa"}, {"e", ""}},
    .lines = LINES("hertz {kn} {e}", "coeff_restitution"),
};

#define DAMPING "src/GRANULAR/gran_sub_mod_damping.cpp, "

static const thud_engine_model MODELS[] = {
    {"hooke/mass_velocity", "F = k δ + η m δ̇", DAMPING "lines 98–102", "η = 2ζ√(k/m), ζ = −ln e/√(π² + ln² e)",
     "every speed; one η for all masses, so e changes with m", true, &HOOKE_MASS_VELOCITY},
    {"hooke/velocity", "F = k δ + η δ̇", DAMPING "lines 81–85", "η = 2ζ√(k m), ζ = −ln e/√(π² + ln² e)",
     "every speed; one η for all masses, so e changes with m", true, &HOOKE_VELOCITY},
    {"hooke/coeff_restitution", "F = k δ + 2ζ√(k m) δ̇, ζ of the e entered", DAMPING "lines 172–188",
     "the e entered, for contacts that may pull", "every speed and mass", false, &HOOKE_RESTITUTION},
    {"hertz/velocity", "F = k√R δ^1.5 + η δ̇", DAMPING "lines 81–85", NULL, "this speed and this mass only", true,
     &HERTZ_VELOCITY},
    {"hertz/mass_velocity", "F = k√R δ^1.5 + η m δ̇", DAMPING "lines 98–102", NULL, "this speed and this mass only",
     true, &HERTZ_MASS_VELOCITY},
    {"hertz/viscoelastic", "F = k√R δ^1.5 + η m √(R δ) δ̇", DAMPING "lines 116–120", NULL,
     "this speed and this mass only", true, &HERTZ_VISCOELASTIC},
    {"hertz/tsuji", "F = k√R δ^1.5 + α(e)√(m k √(R δ)) δ̇", DAMPING "lines 132–161",
     "the e entered, through Tsuji's polynomial × √2", "every speed and mass; LAMMPS since 29 July 2026", false,
     &HERTZ_TSUJI},
    {"hertz/tsuji-before-2026", "the same with α(e) without √2",
     "src/GRANULAR/pair_granular.cpp of stable_29Sep2021_update2, lines 369–377 and 987–998",
     "the e entered, through Tsuji's polynomial", "every speed and mass; LAMMPS before 29 July 2026, e above 0.114",
     true, &HERTZ_TSUJI_BEFORE},
    {"hertz/coeff_restitution", "F = k√R δ^1.5 + √5 ζ √(m k √(R δ)) δ̇, ζ of the e entered", DAMPING "lines 172–188",
     "the e entered, for contacts that may pull", "every speed and mass", false, &HERTZ_RESTITUTION},
};

const thud_engine thud_engine_lammps = {
    .name = "lammps",
    .title = "LAMMPS",
    .version = "commit 4db85d8b of 15 August 2026; run with 29 Sep 2021 update 2 of Debian 12",
    .integrator = "velocity Verlet; the damper sees the velocity of half a step",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
