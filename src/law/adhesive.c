/*
 * Spheres that stick to each other, with a damper that grows with the radius a of the contact, c a/√R.
 *
 * DMT (Derjaguin, Muller & Toporov 1975): Hertz's force less the pull-off force, F = k δ^(3/2) − Fa, Fa = 2π w R;
 * a/√R = √δ.
 *
 * JKR (Johnson, Kendall & Roberts 1971): with α = a/a₀, a₀ the radius where no force acts, and δ₀ = (4 Fa/k)^(2/3),
 *     F = 4 Fa (α³ − α^(3/2)),   δ = δ₀ (α² − ⅔ √α),   Fa = 3/2 π w R.
 * The bodies touch at δ = 0 with −8/9 Fa, and part at δ = −½ (1/6)^(1/3) δ₀ with −5/9 Fa: an impact loses what
 * that way takes, however elastic the spheres are (Thornton & Ning 1998, eqs 48 to 57). x = √α solves x⁴ − ⅔ x =
 * δ/δ₀, by the one real root of m³ + (δ/δ₀) m = 1/18.
 */
#include <math.h>

#include "law/family.h"
#include "law/force.h"

static double dmt(const thud_force_state *f, double depth, double rate) {
    const double root = sqrt(depth);
    return f->stiffness * depth * root - f->extra[0] + f->damping * root * rate;
}

/* δ₀ */
static double unit(const thud_force_state *f) { return pow(4 * f->extra[0] / f->stiffness, 2.0 / 3); }

/* how far the stable branch extends beyond δ = 0, in units of δ₀ */
static const double REACH = 0.27516060407455223; /* ½ (1/6)^(1/3) */

static double radius_root(double depth) {
    const double s = sqrt(fmax(1.0 / 1296 + depth * depth * depth / 27, 0)), u = cbrt(1.0 / 36 + s);
    const double v = depth / (3 * u), m = 1.0 / 18 / (u * u + u * v + v * v), root = sqrt(2 * m);
    return (root + sqrt(fmax(4.0 / 3 / root - root * root, 0))) / 2;
}

static double jkr(const thud_force_state *f, double depth, double rate) {
    const double pull = f->extra[0];
    if (pull == 0) return dmt(f, depth, rate);
    const double length = unit(f), x = radius_root(depth / length), x3 = x * x * x;
    return 4 * pull * x3 * (x3 - 1) + f->damping * sqrt(length) * x * x * rate;
}

static double jkr_reach(const thud_force_state *f) { return REACH * unit(f); }

static const thud_extra ADHESION[] = {
    {{.name = "adhesion", .symbol = "Fa", .unit = "N", .range = "≥ 0", .preset = 0, .meaning = "pull-off force"},
     .least = 0,
     .most = 1e100,
     .reason = "must be zero or positive",
     .dimension = {1, 1, -2, 0}},
};

#define ADHESIVE                                                                                                   \
    .family = "Adhesion", .kind = THUD_FORCE_GENERAL, .damper_offset = 0.5, .extras = ADHESION, .extra_count = 1,  \
    .adheres = true

const thud_structure thud_structure_dmt = {
    .name = "Hertz minus pull-off",
    .equation = "F = k δ^(3/2) − Fa + c δ^(1/2) δ̇",
    .exact_return = "no closed form; found by solving impacts, within 1e-11 in e",
    .exact_zero_force = "does not apply: the force pulls first",
    .force = dmt,
    ADHESIVE,
};

const thud_structure thud_structure_jkr = {
    .name = "JKR",
    .equation = "F = 4 Fa (α³ − α^(3/2)) + c √δ₀ α δ̇, δ = δ₀ (α² − ⅔ √α), δ₀ = (4 Fa/k)^(2/3)",
    .exact_return =
        "c = 0: e² = 1 − (v_s/v)², m v_s²/2 = 0.25742 Fa δ₀; otherwise found by solving impacts, within "
        "1e-11 in e",
    .exact_zero_force = "does not apply: the force pulls first",
    .force = jkr,
    .reach = jkr_reach,
    ADHESIVE,
};
