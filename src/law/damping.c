/* Restitution to scaled damping χ, by the law's own rule or by the exact relation of its structure. */
#include <math.h>

#include "base/environment.h"
#include "law/relation.h"

static const double SQRT2 = 1.41421356237309504880;

/* the exact relation depends on n and p alone: at n = 1 several structures coincide */
static double exact_viscous(const thud_law *law, double e, double n, thud_separation separation) {
    double p = thud_law_damper_exponent(law, n);
    if (p == n) return thud_hunt_crossley_damping(e);
    if (p == (n - 1) / 2) {
        thud_half_power_case which = law->structure->approach_only              ? THUD_HALF_POWER_APPROACH
                                     : separation == THUD_SEPARATION_ZERO_FORCE ? THUD_HALF_POWER_ZERO_FORCE
                                                                                : THUD_HALF_POWER_RETURN;
        return SQRT2 * sqrt(n + 1) * thud_half_power_ratio(which, e);
    }
    if (p == 0) return thud_linear_damper_damping(e, n, separation);
    return p == 0.5 && n == 1.5 ? thud_kuwabara_kono_damping(e, separation) : NAN;
}

static double exact(const thud_law *law, double e, double n, thud_separation separation) {
    switch (law->structure->kind) {
    case THUD_FORCE_VISCOUS: return exact_viscous(law, e, n, separation);
    case THUD_FORCE_ELASTIC: return e == 1 ? 0 : NAN;
    case THUD_FORCE_BILINEAR: return law->scaled_damping(e, n);
    case THUD_FORCE_IMPULSIVE: return 0;
    case THUD_FORCE_GENERAL: break; /* impact/general.c */
    }
    return NAN;
}

thud_status thud_law_scaled_damping(const thud_law *law, double e, double n, thud_separation separation,
                                    thud_damping source, double *chi) {
    THUD_PLAIN_ENVIRONMENT;
    if (!law || !chi || (source != THUD_DAMPING_PUBLISHED && source != THUD_DAMPING_EXACT))
        return THUD_ERROR_ARGUMENT;
    if (separation < THUD_SEPARATION_DEFAULT || separation > THUD_SEPARATION_ZERO_FORCE) return THUD_ERROR_ARGUMENT;
    if (!(e > 0 && e <= 1) || !(n >= law->exponent_min && n <= law->exponent_max)) return THUD_ERROR_ARGUMENT;

    if (law->structure->kind == THUD_FORCE_GENERAL && (source == THUD_DAMPING_EXACT || !thud_law_has_rule(law)))
        return THUD_ERROR_ARGUMENT;

    double value;
    if (law->structure->kind == THUD_FORCE_ELASTIC && source == THUD_DAMPING_PUBLISHED)
        value = 0; /* an elastic law has no damping */
    else if (law->own_damping && source == THUD_DAMPING_PUBLISHED) value = law->own_damping(law->context, e, n);
    else if (law->scaled_damping && source == THUD_DAMPING_PUBLISHED) value = law->scaled_damping(e, n);
    else value = exact(law, e, n, thud_law_separation(law, separation));
    if (isnan(value)) return THUD_ERROR_UNREACHABLE;
    if (!(value < INFINITY)) return THUD_ERROR_OVERFLOW;
    *chi = value;
    return THUD_OK;
}
