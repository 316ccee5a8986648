/*
 * The standard linear solid: a spring in parallel with a spring and a dashpot in series (Zener 1948).
 *
 *     F = k δ + q,   q̇ = r k δ̇ − q r k/c
 *
 * k is the long-term stiffness, (1 + r) k the instantaneous one. The force begins at zero, unlike that of Kelvin
 * and Voigt, which is the limit of large r. Both c → 0 and c → ∞ are elastic, so that each r has a smallest e.
 * impact/solid.c solves it.
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
    .relaxes = true,
};
