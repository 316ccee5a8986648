/* Rigid bodies: the velocities jump and there is no force history. For one frictionless contact all three agree. */
#include "law/family.h"

const thud_structure thud_structure_newton = {
    .name = "non-smooth",
    .family = "Rigid bodies",
    .equation = "v⁺ = −e v⁻",
    .kind = THUD_FORCE_IMPULSIVE,
    .exact_return = "by definition",
    .exact_zero_force = "by definition",
};

const thud_structure thud_structure_poisson = {
    .name = "non-smooth",
    .family = "Rigid bodies",
    .equation = "compression impulse m v, restitution impulse e m v",
    .kind = THUD_FORCE_IMPULSIVE,
    .restores_impulse = true,
    .exact_return = "by definition",
    .exact_zero_force = "by definition",
};

const thud_structure thud_structure_stronge = {
    .name = "non-smooth",
    .family = "Rigid bodies",
    .equation = "work of compression W, work of restitution e² W",
    .kind = THUD_FORCE_IMPULSIVE,
    .restores_energy = true,
    .exact_return = "by definition",
    .exact_zero_force = "by definition",
};
