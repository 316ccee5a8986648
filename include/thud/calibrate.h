/*
 * Calibration: the damping that returns a given restitution, and what the published rule would return.
 */
#ifndef THUD_CALIBRATE_H
#define THUD_CALIBRATE_H

#include <thud/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_calibration {
    double damping;               /* exact c, N·s/m^(p+1); for bilinear laws k₂, N/m */
    double damping_published;     /* c by the law's own rule; NAN for laws without one */
    double restitution_published; /* e that this c returns, at the restitution_speed if given; NAN for laws without
                                     a rule */
    double error_published;       /* restitution_published − e */
} thud_calibration;

/*
 * Finds the damping c, N·s/m^(p+1), that returns options->restitution. It takes nanoseconds and allocates nothing.
 * The function ignores options->damping and damping_value; the other options follow the rules of
 * thud_impact_check(). For bilinear laws the result is k₂, N/m. Non-smooth laws give THUD_ERROR_ARGUMENT.
 */
THUD_API thud_status thud_calibrate(const thud_impact_options *options, double *damping);

/* Compares the exact damping with the published one and the restitution that the latter returns. */
THUD_API thud_status thud_calibrate_compare(const thud_impact_options *options, thud_calibration *calibration);

#ifdef __cplusplus
}
#endif
#endif
