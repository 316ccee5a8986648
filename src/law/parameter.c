/* The parameters of a law, for help, validation and documentation. */
#include "law/parameter.h"

#include <math.h>

enum { RESTITUTION, MASS, SPEED, STIFFNESS, EXPONENT, DAMPING, PARAMETER_COUNT };

static const thud_parameter PARAMETERS[PARAMETER_COUNT] = {
    [RESTITUTION] = {"restitution", "e", "-", "(0, 1]", NAN, "coefficient of restitution asked for"},
    [MASS] = {"mass", "m", "kg", "> 0", 1, "effective mass m1 m2/(m1 + m2)"},
    [SPEED] = {"speed", "v", "m/s", "> 0", 1, "speed of approach"},
    [STIFFNESS] = {"stiffness", "k", "N/m^n", "> 0", 1, "stiffness of the spring"},
    [EXPONENT] = {"exponent", "n", "-", "", NAN, "power of the spring"},
    [DAMPING] = {"damping", "c", "N s/m^(p+1)", "≥ 0", NAN, "damping: published, exact or a number"},
};

static bool applies(const thud_law *law, size_t which) {
    thud_force_kind kind = law->structure->kind;
    switch (which) {
    case RESTITUTION: return kind != THUD_FORCE_ELASTIC;
    case STIFFNESS: return kind != THUD_FORCE_IMPULSIVE;
    case EXPONENT: return kind != THUD_FORCE_IMPULSIVE;
    case DAMPING: return kind == THUD_FORCE_VISCOUS || kind == THUD_FORCE_GENERAL;
    default: return true;
    }
}

/* limits used by rows of the catalogue, each as a number and as text */
#define BETWEEN(low, high)                                                                                         \
    { low, high, "[" #low ", " #high "]", "must lie between " #low " and " #high }
#define FIXED(n)                                                                                                   \
    { n, n, #n, "is fixed at " #n " for this law" }

thud_exponent_text thud_exponent_limits(const thud_law *law) {
    static const thud_exponent_text known[] = {BETWEEN(1, 2), BETWEEN(1, 3), FIXED(1), FIXED(1.5)};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].least == law->exponent_min && known[i].most == law->exponent_max) return known[i];
    /* for a row with other limits, until they get a line above */
    return (thud_exponent_text){law->exponent_min, law->exponent_max, "as in the source",
                                "must lie in the range of the law"};
}

bool thud_law_parameter(const thud_law *law, size_t index, thud_parameter *parameter) {
    if (!law || !parameter) return false;
    for (size_t which = 0; which < PARAMETER_COUNT; which++) {
        if (!applies(law, which) || index-- > 0) continue;
        *parameter = PARAMETERS[which];
        if (which == EXPONENT) {
            parameter->preset = law->exponent_default;
            parameter->range = thud_exponent_limits(law).range;
        }
        if (which == DAMPING && law->structure->loss_unit) {
            parameter->unit = law->structure->loss_unit;
            parameter->meaning = law->structure->loss_meaning;
        }
        return true;
    }
    if (index >= law->structure->extra_count) return false;
    *parameter = law->structure->extras[index].row;
    return true;
}
