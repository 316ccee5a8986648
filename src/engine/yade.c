/*
 * YADE: ViscElMat and FrictMat with Hertz–Mindlin.
 */
#include <math.h>

#include "engine/recipe.h"
#include "numeric/constant.h"

/* tc and en become k and c through a reduced mass, in which a body without mass, such as a wall, counts as equal
 * to the other: half the moving mass */
static double textbook_reduced(const thud_engine_options *o, double e) {
    bool wall = isinf(o->mass1) || isinf(o->mass2);
    return thud_engine_textbook(o, e) * (wall ? sqrt(0.5) : 1);
}

/* for contacts that end at F = 0; c = 2β√(m·1.5 k√δ) */
static double thornton(const thud_engine_options *options, double e) {
    (void)options;
    return thud_law_find("thornton-2013")->scaled_damping(e, 1.5);
}

/* each body has its own values, and they act in series */
THUD_ENGINE_FILL(fill_viscel, 2 * a->stiffness, 2 * a->damping)

/* k = μ(π² + ln² en)/tc² with the reduced mass as above */
static void fill_tc_en(const thud_engine_options *o, const thud_engine_answer *a, double entered, double *values) {
    bool wall = isinf(o->mass1) || isinf(o->mass2);
    double reduced = wall ? 0.5 * a->mass : a->mass;
    values[0] = sqrt(reduced / a->stiffness) * hypot(THUD_PI, log(entered));
    values[1] = entered;
}

THUD_ENGINE_FILL(fill_mindlin, thud_engine_young(a->stiffness, o->radius),
                 a->damping / (2 * sqrt(1.5 * a->stiffness * a->mass)))

THUD_ENGINE_FILL(fill_en, thud_engine_young(a->stiffness, o->radius), entered)

#define INTEGRATOR "# and NewtonIntegrator(damping=0): its default of 0.2 takes energy as well\n"

static const thud_engine_recipe VISCEL = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, EULER, ALWAYS),
    .usual = textbook_reduced,
    .fill = fill_viscel,
    .symbols = {{"kn", "N/m"}, {"cn", "N·s/m"}},
    .lines = "O.materials.append(ViscElMat(kn={kn}, cn={cn}, ks=0, cs=0, frictionAngle=0))\n"
             "# Ip2_ViscElMat_ViscElMat_ViscElPhys(), Law2_ScGeom_ViscElPhys_Basic(),\n" INTEGRATOR,
};

static const thud_engine_recipe MINDLIN = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, EULER, ALWAYS),
    .needs_radius = true,
    .usual = thornton,
    .fill = fill_mindlin,
    .symbols = {{"young", "Pa"}, {"betan", ""}},
    .lines = "O.materials.append(FrictMat(young={young}, poisson=0.3, frictionAngle=0))\n"
             "# Ip2_FrictMat_FrictMat_MindlinPhys(betan={betan}, betas=0), "
             "Law2_ScGeom_MindlinPhys_Mindlin(),\n" INTEGRATOR,
};

static const thud_engine_recipe TC_EN = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, EULER, ALWAYS),
    .enters_restitution = true,
    .usual = textbook_reduced,
    .fill = fill_tc_en,
    .symbols = {{"tc", "s"}, {"en", ""}},
    .lines = "O.materials.append(ViscElMat(tc={tc}, en={en}, et={en}, frictionAngle=0))\n"
             "# Ip2_ViscElMat_ViscElMat_ViscElPhys(), Law2_ScGeom_ViscElPhys_Basic(),\n" INTEGRATOR,
};

static const thud_engine_recipe MINDLIN_EN = {
    THUD_ENGINE_FORCE(POWER, "tsuji", 1.5, EULER, ALWAYS),
    .needs_radius = true,
    .enters_restitution = true,
    .usual = thornton,
    .fill = fill_en,
    .symbols = {{"young", "Pa"}, {"en", ""}},
    .lines = "O.materials.append(FrictMat(young={young}, poisson=0.3, frictionAngle=0))\n"
             "# Ip2_FrictMat_FrictMat_MindlinPhys(en={en}), Law2_ScGeom_MindlinPhys_Mindlin(),\n" INTEGRATOR,
};

static const thud_engine_model MODELS[] = {
    {"viscel", "F = k δ + c δ̇, not below 0", "pkg/dem/ViscoelasticPM.cpp, computeForceTorqueViscEl",
     "tc and en: k = μ(π² + ln² en)/tc², c = −2μ ln en/tc, for contacts that may pull",
     "every speed; kn and cn are those of each body, so e changes with the masses", true, &VISCEL},
    {"viscel-tc-en",
     "the same with k and c from tc, en and the reduced mass μ; a wall counts as a body of the same mass",
     "pkg/dem/ViscoelasticPM.cpp, Calculate_ViscElMat_ViscElMat_ViscElPhys", "en = e, for contacts that may pull",
     "every speed and mass, but not walls and bodies at once; e above 0.136, at a wall 0.208", true, &TC_EN},
    {"mindlin", "F = k δ^1.5 + 2β√(1.5 m k√δ) δ̇, not below 0",
     "pkg/dem/HertzMindlin.cpp, Law2_ScGeom_MindlinPhys_Mindlin::go", "en, through the fit of Thornton et al. 2013",
     "every speed and mass", true, &MINDLIN},
    {"mindlin-en", "the same with β of the en entered",
     "pkg/dem/HertzMindlin.cpp, Ip2_FrictMat_FrictMat_MindlinPhys::go",
     "en = e, through the fit of Thornton et al. 2013", "every speed and mass", true, &MINDLIN_EN},
};

const thud_engine thud_engine_yade = {
    .name = "yade",
    .title = "YADE",
    .version = "2023.02a, run with that of Debian 12",
    .integrator = "leapfrog: force, velocity, position; the damper sees the velocity of half a step before",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
