/* Damping from restitution in SI units: exact, with the result of the published rule for comparison. */
#include <thud/calibrate.h>

#include <math.h>

#include "base/environment.h"
#include "impact/check.h"
#include "impact/damping.h"

thud_status thud_calibrate(const thud_impact_options *options, double *damping) {
    THUD_PLAIN_ENVIRONMENT;
    if (!damping) return THUD_ERROR_ARGUMENT;
    thud_status status = thud_impact_check_values(options, THUD_DAMPING_EXACT, NULL);
    if (status != THUD_OK) return status;
    if (options->law->structure->kind == THUD_FORCE_IMPULSIVE) return THUD_ERROR_ARGUMENT;
    return thud_impact_damping(options, THUD_DAMPING_EXACT, damping);
}

/* the published damping, and the restitution that it returns at the reference speed of e */
static thud_status add_published(const thud_impact_options *options, thud_calibration *calibration) {
    thud_impact_options published = *options;
    published.damping = THUD_DAMPING_PUBLISHED;
    if (options->restitution_speed > 0) published.speed = options->restitution_speed;
    thud_impact hit;
    thud_status status = thud_impact_solve(&published, &hit);
    if (status != THUD_OK) return status;
    bool bilinear = options->law->structure->kind == THUD_FORCE_BILINEAR;
    calibration->damping_published = bilinear ? hit.unloading_stiffness : hit.damping;
    calibration->restitution_published = hit.restitution;
    calibration->error_published = hit.restitution - options->restitution;
    return THUD_OK;
}

thud_status thud_calibrate_compare(const thud_impact_options *options, thud_calibration *calibration) {
    THUD_PLAIN_ENVIRONMENT;
    if (!calibration) return THUD_ERROR_ARGUMENT;
    thud_calibration result = {NAN, NAN, NAN, NAN};
    thud_status status = thud_calibrate(options, &result.damping);
    if (status == THUD_OK && thud_law_has_rule(options->law)) status = add_published(options, &result);
    if (status == THUD_OK) *calibration = result;
    return status;
}
