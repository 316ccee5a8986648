/*
 * Forces of industrial programs, as documented in their manuals.
 *
 * Adams: IMPACT(x, ẋ, x₁, k, e, c_max, d) = max(0, k (x₁ − x)^e − STEP(x, x₁ − d, c_max, x₁, 0) ẋ), where STEP is
 * the cubic 3s² − 2s³ between its ends (MSC, Adams Solver, functions IMPACT and STEP; the same in the help of
 * SOLIDWORKS Motion, RecurDyn and MotionSolve).
 *
 * Simscape Multibody, Spatial Contact Force: F = s(δ/w) (k δ + c δ̇), where s rises smoothly from 0 to 1 over the
 * width w with slope 0 at both ends. The manual does not give s; thud uses the cubic.
 *
 * Modelica and MapleSim, ElastoGap: F = k δⁿ + the damper c δ̇, which never exceeds the spring force in magnitude.
 */
#include <math.h>

#include "law/family.h"
#include "law/force.h"

/* cubic from 0 to 1 with slope 0 at both ends */
static double rise(double s) { return s >= 1 ? 1 : s * s * (3 - 2 * s); }

static double adams_impact(const thud_force_state *f, double depth, double rate) {
    return f->stiffness * thud_branch_power(depth, f->exponent) + f->damping * rise(depth / f->extra[0]) * rate;
}

static double smooth_spring_damper(const thud_force_state *f, double depth, double rate) {
    return rise(depth / f->extra[0]) * (f->stiffness * thud_branch_power(depth, f->exponent) + f->damping * rate);
}

static double bounded_damper(const thud_force_state *f, double depth, double rate) {
    double spring = f->stiffness * thud_branch_power(depth, f->exponent), damper = f->damping * rate;
    return spring + fmax(-spring, fmin(damper, spring));
}

#define WIDTH(text)                                                                                                \
    {                                                                                                              \
        {.name = "transition", .symbol = "d", .unit = "m", .range = "> 0", .preset = 1e-4, .meaning = text},       \
            .least = 1e-100, .most = 1e100, .reason = "must be positive", .dimension = {                           \
                0,                                                                                                 \
                1,                                                                                                 \
                0,                                                                                                 \
                0                                                                                                  \
            }                                                                                                      \
    }

static const thud_extra ADAMS_DEPTH[] = {WIDTH("penetration at which the damping is full")};
static const thud_extra SIMSCAPE_WIDTH[] = {WIDTH("width over which spring and damper set in")};

#define BY_IMPACTS "no closed form; found by solving impacts, within 1e-11 in e"

const thud_structure thud_structure_adams_impact = {
    .name = "spring and damper by STEP",
    .family = "Programs of industry",
    .equation = "F = k δⁿ + c s(δ/d) δ̇, s(x) = 3x² − 2x³ up to x = 1, then 1",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = BY_IMPACTS,
    .exact_zero_force = BY_IMPACTS,
    .force = adams_impact,
    .extras = ADAMS_DEPTH,
    .extra_count = 1,
};

const thud_structure thud_structure_smooth = {
    .name = "smooth spring and damper",
    .family = "Programs of industry",
    .equation = "F = s(δ/d) (k δⁿ + c δ̇), s(x) = 3x² − 2x³ up to x = 1, then 1",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = BY_IMPACTS,
    .exact_zero_force = BY_IMPACTS,
    .force = smooth_spring_damper,
    .extras = SIMSCAPE_WIDTH,
    .extra_count = 1,
};

const thud_structure thud_structure_bounded_damper = {
    .name = "bounded damper",
    .family = "Programs of industry",
    .equation = "F = k δⁿ + c δ̇, the damper between −k δⁿ and k δⁿ",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = BY_IMPACTS,
    .exact_zero_force = "the same: the force never pulls",
    .force = bounded_damper,
};
