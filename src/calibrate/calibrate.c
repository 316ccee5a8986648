/* Restitution to damping in SI units: exact, and beside it what the published rule would return. */
#include <thud/calibrate.h>

#include <math.h>

#include "impact/scale.h"

thud_status thud_calibrate(const thud_impact_options *options, double *damping) {
    if (!options || !options->law || !damping) return THUD_ERROR_ARGUMENT;
    if (options->law->structure->kind == THUD_FORCE_IMPULSIVE) return THUD_ERROR_ARGUMENT;
    double sizes = options->stiffness * options->mass * options->speed;
    if (!(options->stiffness > 0 && options->mass > 0 && options->speed > 0 && sizes < INFINITY))
        return THUD_ERROR_ARGUMENT;

    double chi;
    thud_status status = thud_law_scaled_damping(options->law, options->restitution, options->exponent,
                                                 options->separation, THUD_DAMPING_EXACT, &chi);
    if (status != THUD_OK) return status;
    double value = thud_scale_damping(options, chi);
    if (!(value < INFINITY) || (value == 0 && chi > 0)) return THUD_ERROR_OVERFLOW;
    *damping = value;
    return THUD_OK;
}

/* the published damping and the restitution that an impact with it returns */
static thud_status add_published(const thud_impact_options *options, thud_calibration *calibration) {
    thud_impact_options published = *options;
    published.damping = THUD_DAMPING_PUBLISHED;
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
    if (!options || !calibration) return THUD_ERROR_ARGUMENT;
    thud_impact_options exact = *options;
    exact.damping = THUD_DAMPING_EXACT;
    thud_status status = thud_impact_check(&exact, NULL);
    if (status != THUD_OK) return status;

    thud_calibration result = {NAN, NAN, NAN, NAN};
    status = thud_calibrate(options, &result.damping);
    if (status == THUD_OK && thud_law_has_rule(options->law)) status = add_published(options, &result);
    if (status == THUD_OK) *calibration = result;
    return status;
}
