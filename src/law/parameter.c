/* The parameters of a law, as help, validation and documentation show them. */
#include <math.h>

#include <thud/law.h>

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
    case DAMPING: return kind == THUD_FORCE_VISCOUS;
    default: return true;
    }
}

static const char *exponent_range(const thud_law *law) {
    if (law->exponent_min < law->exponent_max) return "[1, 2]";
    return law->exponent_default == 1 ? "1" : "1.5";
}

bool thud_law_parameter(const thud_law *law, size_t index, thud_parameter *parameter) {
    for (size_t which = 0; which < PARAMETER_COUNT; which++) {
        if (!applies(law, which) || index-- > 0) continue;
        *parameter = PARAMETERS[which];
        if (which == EXPONENT) {
            parameter->preset = law->exponent_default;
            parameter->range = exponent_range(law);
        }
        return true;
    }
    return false;
}
