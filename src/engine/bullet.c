/*
 * Bullet: restitution as a jump of velocity, or contact stiffness and damping.
 *
 * With stiffness and damping the solver takes  erp = h k/(h k + c)  and  cfm = 1/(h k + c): the impulse λ ≥ 0
 * satisfies λ = h [k (δ + h δ̇⁺) + c δ̇⁺],   δ̇⁺ = δ̇ − λ/m, which is a spring and a dashpot taken at the end of the
 * step. As h → 0 it is F = k δ + c δ̇, released at F = 0.
 */
#include <math.h>

#include "engine/recipe.h"

/* the product of the two bodies' restitutions */
static double product(const thud_engine_options *options, double e) {
    (void)options;
    return e * e;
}

/* by default the solver turns a fifth of the penetration into speed, and nothing bounces below 0.2 m/s; at a plane
 * it acts from a distance of two hundredths of half the diagonal of the sphere's bounding box */
static void prepare_jump(const thud_engine_options *o, thud_engine_numbers *a) {
    if (!o->usual) return;
    a->correction = 0.2;
    a->threshold = 0.2;
    if (isinf(o->mass1) || isinf(o->mass2)) a->reach = isnan(o->radius) ? INFINITY : 0.02 * sqrt(3) * o->radius;
}

THUD_ENGINE_FILL(fill_jump, o->usual ? o->restitution : sqrt(o->restitution))

/* two stiffnesses in series, two dampings in parallel */
THUD_ENGINE_FILL(fill_soft, 2 * a->stiffness, 0.5 * a->damping)

static const thud_engine_recipe RESTITUTION = {
    .form = THUD_FORM_JUMP,
    .stepper = THUD_STEPPER_JUMP,
    .usual = product,
    .prepare = prepare_jump,
    .fill = fill_jump,
    .symbols = {{"restitution", ""}},
    .lines = "body->setRestitution({restitution});   // each of the two: Bullet multiplies them\n"
             "body->setContactProcessingThreshold(0);   // or a contact with a plane acts before it touches\n"
             "world->getSolverInfo().m_splitImpulse = 1;\n"
             "world->getSolverInfo().m_splitImpulsePenetrationThreshold = BT_LARGE_FLOAT;\n"
             "world->getSolverInfo().m_restitutionVelocityThreshold = 0;   // 0.2 m/s by default\n",
};

static const thud_engine_recipe SOFT = {
    THUD_ENGINE_FORCE(POWER, "kelvin-voigt", 1, IMPLICIT, ALWAYS),
    .usual = thud_engine_textbook,
    .fill = fill_soft,
    .symbols = {{"stiffness", "N/m"}, {"damping", "N·s/m"}},
    .lines = "body->setContactStiffnessAndDamping({stiffness}, {damping});   // each of the two\n"
             "body->setContactProcessingThreshold(0);   // or a contact with a plane acts before it touches\n"
             "world->getSolverInfo().m_splitImpulse = 0;\n",
};

static const thud_engine_model MODELS[] = {
    {"restitution", "v⁺ = −e₁ e₂ v, plus erp2·δ/h inside, less d/h where it acts at a distance d",
     "src/BulletCollision/CollisionDispatch/btManifoldResult.cpp line 68; "
     "src/BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.cpp lines 898–974",
     "setRestitution(e) on both bodies, everything else by default", "every mass and speed", true, &RESTITUTION},
    {"stiffness-damping", "F = k δ⁺ + c δ̇⁺ at the end of the step, not below 0",
     "src/BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.cpp lines 834–846 and 946–978",
     "c = 2ζ√(k m), ζ = −ln e/√(π² + ln² e)", "every speed, this mass only", true, &SOFT},
};

const thud_engine thud_engine_bullet = {
    .name = "bullet",
    .title = "Bullet",
    .version = "3.27, commit 6c888f4a; run with 3.24 of Debian 12",
    .integrator = "implicit Euler in the velocity, then the position",
    .models = MODELS,
    .model_count = sizeof MODELS / sizeof MODELS[0],
};
