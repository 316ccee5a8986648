/*
 * Linear forces with a memory; impact/relaxing.c solves their impacts.
 *
 * The standard linear solid: a spring beside a spring and a dashpot in series (Zener 1948).
 *     F = k δ + q,   q̇ = r k δ̇ − q r k/c
 * k is what holds in the long run, (1 + r) k what an instant sees. The force begins at zero, unlike Kelvin and
 * Voigt's, which is the limit of large r. c → 0 and c → ∞ are both elastic, so that each r has a least e.
 *
 * The fractional damper beside a spring (Dabiri, Butcher & Nazari 2017), D^α Caputo's derivative since the impact
 * began: F = k (δ + τ^α D^α δ). τ takes the place of c = k τ^α, whose unit would depend on α. α = 1 is Kelvin and
 * Voigt's. Without the spring e does not depend on τ, so that each α has a least e.
 */
#include "law/family.h"

static const thud_extra ARM[] = {
    {{.name = "arm",
      .symbol = "r",
      .unit = "-",
      .range = "(0, 100]",
      .preset = 100,
      .meaning = "stiffness of the spring before the dashpot, in k"},
     .least = 1e-6,
     .most = 100,
     .reason = "must lie between 1e-6 and 100",
     .dimension = {0, 0, 0, 0}},
};

const thud_structure thud_structure_solid = {
    .name = "standard linear solid",
    .family = "Other dampers",
    .equation = "F = k δ + q, q̇ = r k δ̇ − q r k/c",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = "the same: the bodies are apart where the force comes to zero",
    .exact_zero_force = "no closed form; found by solving impacts, within 1e-11 in e; each r has a least e",
    .extras = ARM,
    .extra_count = 1,
    .relaxes = THUD_RELAXES_SOLID,
};

static const thud_extra ORDER[] = {
    {{.name = "order",
      .symbol = "α",
      .unit = "-",
      .range = "[0.1, 0.9]",
      .preset = 0.9,
      .meaning = "order of the derivative"},
     .least = 0.1,
     .most = 0.9,
     .reason = "must lie between 0.1 and 0.9",
     .dimension = {0, 0, 0, 0}},
};

const thud_structure thud_structure_fractional = {
    .name = "fractional damper",
    .family = "Other dampers",
    .equation = "F = k (δ + τ^α D^α δ)",
    .kind = THUD_FORCE_GENERAL,
    .exact_return = "the same: the bodies are apart where the force comes to zero",
    .exact_zero_force = "no closed form; found by solving impacts, within 1e-11 in e; each α has a least e",
    .extras = ORDER,
    .extra_count = 1,
    .relaxes = THUD_RELAXES_FRACTIONAL,
    .loss_unit = "s",
    .loss_meaning = "time τ of the damper, c = k τ^α: exact or a number",
    .loss_dimension = {0, 0, 1, 0},
};
