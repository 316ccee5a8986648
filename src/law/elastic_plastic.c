/*
 * Elastic–plastic spheres: Hertz's force up to the penetration δy at which the pressure in the middle of the
 * contact reaches py, then a straight line along its tangent; the way out is Hertz's again, of the flatter face
 * that is left. F = k δ^(3/2),   k δy^(3/2) [1 + 3/2 (δ/δy − 1)] beyond δy = (π py/(2 E'))² R, F = Fm [(δ − δp)/(δm
 * − δp)]^(3/2) on the way out from δm and Fm, where δm − δp = Fm/(k √δm). C. Thornton, J. Appl. Mech. 64 (1997)
 * 383; C. Thornton & Z. Ning, Powder Technol. 99 (1998) 154, eqs 2, 19, 20, 29. c is 1/δy: at zero nothing yields,
 * and e falls as it grows.
 */
#include <math.h>

#include "law/family.h"
#include "law/force.h"

static double loading(const thud_force_state *f, double depth) {
    const double yielded = f->damping * depth;
    if (yielded <= 1) return f->stiffness * thud_branch_power(depth, 1.5);
    return f->stiffness * thud_branch_power(1 / f->damping, 1.5) * (1.5 * yielded - 0.5);
}

static double elastic_plastic(const thud_force_state *f, double depth, double rate) {
    (void)rate;
    if (depth >= f->top || f->damping * f->top <= 1) return loading(f, depth);
    const double most = loading(f, f->top), width = most / (f->stiffness * sqrt(f->top));
    const double left = 1 - (f->top - depth) / width;
    return most * copysign(thud_branch_power(fabs(left), 1.5), left);
}

const thud_structure thud_structure_elastic_plastic = {
    .name = "elastic–plastic",
    .family = "Two stiffnesses",
    .equation =
        "F = k δ^(3/2), beyond δy = 1/c its tangent; F = Fm [(δ − δp)/(δm − δp)]^(3/2) on the way out from Fm, "
        "δm − δp = Fm/(k √δm)",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = "the same: the way through the residual penetration δp is free",
    .exact_zero_force = "with s = v_y/v: e⁴ = (108/25) (1 − s²/6)² s/[s + 2√(6/5 − s²/5)], 1 for s ≥ 1; found by "
                        "solving impacts, within 1e-11 in e",
    .force = elastic_plastic,
    .remembers = true,
    .loss_unit = "1/m",
    .loss_meaning = "inverse of the penetration at which the spheres yield: exact or a number",
    .loss_dimension = {0, -1, 0, 0},
};
