/* Checks the options of one impact and says which is wrong, and why. */
#include "impact/check.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "law/parameter.h"
#include "law/relation.h"

/* a limit as a number and, in messages, as its own text */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* limits that keep products of two sizes within the range of a double */
#define SIZE_LEAST 1e-100
#define SIZE_MOST 1e100
#define TOLERANCE_LEAST 1e-15
#define TOLERANCE_MOST 1e-3

static thud_status check_size(const char *name, double value, thud_error *error) {
    if (!(value > 0)) return thud_error_argument(error, name, value, "must be positive");
    if (!(value >= SIZE_LEAST && value <= SIZE_MOST))
        return thud_error_argument(error, name, value,
                                   "must lie between " TEXT(SIZE_LEAST) " and " TEXT(SIZE_MOST));
    return THUD_OK;
}

static thud_status check_sizes(const thud_impact_options *o, thud_error *error) {
    thud_status status = check_size("stiffness", o->stiffness, error);
    if (status == THUD_OK) status = check_size("mass", o->mass, error);
    if (status == THUD_OK) status = check_size("speed", o->speed, error);
    if (status != THUD_OK || o->restitution_speed == 0) return status;
    return check_size("restitution_speed", o->restitution_speed, error);
}

static bool needs_restitution(const thud_law *law, thud_damping damping) {
    if (law->structure->kind == THUD_FORCE_ELASTIC) return damping == THUD_DAMPING_EXACT;
    return damping != THUD_DAMPING_GIVEN;
}

static thud_status check_damping(const thud_impact_options *o, thud_damping damping, thud_error *error) {
    if (needs_restitution(o->law, damping) && !(o->restitution > 0 && o->restitution <= 1))
        return thud_error_argument(error, "restitution", o->restitution, "must be above 0 and at most 1");
    if (damping != THUD_DAMPING_GIVEN) return THUD_OK;
    const thud_force_kind kind = o->law->structure->kind;
    if (kind != THUD_FORCE_VISCOUS && kind != THUD_FORCE_GENERAL)
        return thud_error_argument(error, "damping", NAN, "cannot be given: the law has no damper");
    if (!(o->damping_value >= 0 && o->damping_value < INFINITY))
        return thud_error_argument(error, "damping", o->damping_value, "must be zero or positive, and finite");
    return THUD_OK;
}

static thud_status check_choices(const thud_impact_options *o, thud_damping damping, thud_error *error) {
    if (damping < THUD_DAMPING_EXACT || damping > THUD_DAMPING_GIVEN)
        return thud_error_argument(error, "damping", NAN, "must be published, exact or given");
    if (o->separation < THUD_SEPARATION_DEFAULT || o->separation > THUD_SEPARATION_ZERO_FORCE)
        return thud_error_argument(error, "separation", NAN, "must be return or zero-force");
    if (o->law->structure->adheres && o->separation == THUD_SEPARATION_ZERO_FORCE)
        return thud_error_argument(error, "separation", NAN, "cannot be zero-force: an adhesive contact pulls");
    if (!(o->tolerance >= TOLERANCE_LEAST && o->tolerance <= TOLERANCE_MOST))
        return thud_error_argument(error, "tolerance", o->tolerance,
                                   "must lie between " TEXT(TOLERANCE_LEAST) " and " TEXT(TOLERANCE_MOST));
    return THUD_OK;
}

/* the reason why no damping returns this restitution */
static const char *unreachable_reason(const thud_law *law) {
    if (law->structure->kind == THUD_FORCE_ELASTIC) return "cannot be reached: the law is elastic and returns 1";
    return "cannot be reached: with separation at zero penetration the rebound vanishes at critical damping, and "
           "below " TEXT(THUD_LINEAR_DAMPER_LEAST) " the damping is too close to critical to compute";
}

static thud_status check_extras(const thud_impact_options *o, thud_error *error) {
    const thud_structure *s = o->law->structure;
    for (size_t i = 0; i < s->extra_count; i++) {
        const thud_extra *extra = &s->extras[i];
        if (!(o->extra[i] >= extra->least && o->extra[i] <= extra->most))
            return thud_error_argument(error, extra->row.name, o->extra[i], extra->reason);
    }
    return THUD_OK;
}

thud_status thud_impact_check_values(const thud_impact_options *o, thud_damping damping, thud_error *error) {
    if (!o || !o->law) return thud_error_argument(error, "law", NAN, "is missing");
    if (!(o->exponent >= o->law->exponent_min && o->exponent <= o->law->exponent_max))
        return thud_error_argument(error, "exponent", o->exponent, thud_exponent_limits(o->law).reason);
    thud_status status = check_choices(o, damping, error);
    if (status == THUD_OK) status = check_sizes(o, error);
    if (status == THUD_OK) status = check_extras(o, error);
    return status == THUD_OK ? check_damping(o, damping, error) : status;
}

thud_status thud_impact_check(const thud_impact_options *o, thud_error *error) {
    thud_status status = thud_impact_check_values(o, o ? o->damping : THUD_DAMPING_PUBLISHED, error);
    if (status != THUD_OK || !needs_restitution(o->law, o->damping)) return status;
    if (o->law->structure->kind == THUD_FORCE_GENERAL) return THUD_OK; /* only solving impacts can decide it */

    double chi;
    status = thud_law_scaled_damping(o->law, o->restitution, o->exponent, o->separation, o->damping, &chi);
    if (status == THUD_ERROR_UNREACHABLE)
        return thud_error_about(error, status, "restitution", o->restitution, unreachable_reason(o->law));
    if (status != THUD_OK)
        return thud_error_about(error, status, "restitution", o->restitution,
                                "needs a damping too large for a double");
    return THUD_OK;
}
