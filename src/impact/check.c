/* Validation of the options of one impact: which is wrong, and why. */
#include <math.h>
#include <stdbool.h>

#include <thud/impact.h>

static thud_status blame(thud_error *error, thud_status status, const char *subject, double value,
                         const char *reason) {
    if (error) *error = (thud_error){.status = status, .subject = subject, .reason = reason, .value = value};
    return status;
}

/* sizes beyond which products of two of them would leave the range of a double */
static bool is_size(double x) { return x >= 1e-100 && x <= 1e100; }

static thud_status check_sizes(const thud_impact_options *o, thud_error *error) {
    const struct {
        const char *name;
        double value;
    } sizes[] = {{"stiffness", o->stiffness}, {"mass", o->mass}, {"speed", o->speed}};
    for (int i = 0; i < 3; i++) {
        double value = sizes[i].value;
        if (!(value > 0)) return blame(error, THUD_ERROR_ARGUMENT, sizes[i].name, value, "must be positive");
        if (!is_size(value))
            return blame(error, THUD_ERROR_ARGUMENT, sizes[i].name, value, "must lie between 1e-100 and 1e100");
    }
    return THUD_OK;
}

static bool needs_restitution(const thud_impact_options *o) {
    if (o->law->structure->kind == THUD_FORCE_ELASTIC) return o->damping == THUD_DAMPING_EXACT;
    return o->damping != THUD_DAMPING_GIVEN;
}

static thud_status check_damping(const thud_impact_options *o, thud_error *error) {
    if (needs_restitution(o) && !(o->restitution > 0 && o->restitution <= 1))
        return blame(error, THUD_ERROR_ARGUMENT, "restitution", o->restitution, "must be above 0 and at most 1");
    if (o->damping != THUD_DAMPING_GIVEN) return THUD_OK;
    if (o->law->structure->kind != THUD_FORCE_VISCOUS)
        return blame(error, THUD_ERROR_ARGUMENT, "damping", o->damping_value,
                     "cannot be given: the law has no damper");
    if (!(o->damping_value >= 0 && o->damping_value < INFINITY))
        return blame(error, THUD_ERROR_ARGUMENT, "damping", o->damping_value, "must be zero or positive");
    return THUD_OK;
}

static thud_status check_choices(const thud_impact_options *o, thud_error *error) {
    if (o->damping < THUD_DAMPING_PUBLISHED || o->damping > THUD_DAMPING_GIVEN)
        return blame(error, THUD_ERROR_ARGUMENT, "damping", NAN, "must be published, exact or given");
    if (o->separation < THUD_SEPARATION_DEFAULT || o->separation > THUD_SEPARATION_ZERO_FORCE)
        return blame(error, THUD_ERROR_ARGUMENT, "separation", NAN, "must be return or zero-force");
    if (!(o->tolerance >= 1e-15 && o->tolerance <= 1e-3))
        return blame(error, THUD_ERROR_ARGUMENT, "tolerance", o->tolerance, "must lie between 1e-15 and 1e-3");
    return THUD_OK;
}

static const char *exponent_reason(const thud_law *law) {
    if (law->exponent_min < law->exponent_max) return "must lie between 1 and 2";
    return law->exponent_default == 1 ? "is fixed at 1 for this law" : "is fixed at 1.5 for this law";
}

/* why no damping returns this restitution */
static const char *unreachable_reason(const thud_law *law) {
    if (law->structure->kind == THUD_FORCE_ELASTIC) return "cannot be reached: the law is elastic and returns 1";
    return "cannot be reached: with separation at zero penetration the rebound dies out at critical damping, and "
           "below "
           "5e-5 the damping is nearer to that than it can be told";
}

thud_status thud_impact_check(const thud_impact_options *o, thud_error *error) {
    if (!o || !o->law) return blame(error, THUD_ERROR_ARGUMENT, "law", NAN, "is missing");
    if (!(o->exponent >= o->law->exponent_min && o->exponent <= o->law->exponent_max))
        return blame(error, THUD_ERROR_ARGUMENT, "exponent", o->exponent, exponent_reason(o->law));
    thud_status status = check_choices(o, error);
    if (status == THUD_OK) status = check_sizes(o, error);
    if (status == THUD_OK) status = check_damping(o, error);
    if (status != THUD_OK || o->damping == THUD_DAMPING_GIVEN || !needs_restitution(o)) return status;

    double chi;
    status = thud_law_scaled_damping(o->law, o->restitution, o->exponent, o->separation, o->damping, &chi);
    if (status == THUD_ERROR_UNREACHABLE)
        return blame(error, status, "restitution", o->restitution, unreachable_reason(o->law));
    if (status != THUD_OK)
        return blame(error, status, "restitution", o->restitution, "needs a damping too large for a double");
    return THUD_OK;
}
