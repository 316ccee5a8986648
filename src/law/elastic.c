/* F = k δⁿ: no energy is lost, whatever restitution is asked for. */
#include "law/family.h"

const thud_structure thud_structure_elastic = {
    .name = "elastic",
    .family = "Springs",
    .equation = "F = k δⁿ",
    .kind = THUD_FORCE_ELASTIC,
    .exact_return = "e = 1",
    .exact_zero_force = "e = 1",
};
