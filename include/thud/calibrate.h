/*
 * Restitution to damping: what truly returns the e asked for, and what the published rule would return.
 */
#ifndef THUD_CALIBRATE_H
#define THUD_CALIBRATE_H

#include <thud/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_calibration {
    double damping;               /* exact c, N·s/m^(p+1), or k₂, N/m, as below */
    double damping_published;     /* c of the law's own rule; NAN for laws without one */
    double restitution_published; /* e of that c, at the restitution_speed if any; NAN for laws without a rule */
    double error_published;       /* restitution_published − e */
} thud_calibration;

/*
 * The damping c, N·s/m^(p+1), that returns options->restitution. Takes nanoseconds, allocates nothing.
 * options->damping and damping_value are not read; the others keep to the rules of thud_impact_check(). For
 * bilinear laws it gives k₂, N/m. Not for non-smooth laws (THUD_ERROR_ARGUMENT).
 */
THUD_API thud_status thud_calibrate(const thud_impact_options *options, double *damping);

/* The exact damping beside the published one and the restitution it really returns. */
THUD_API thud_status thud_calibrate_compare(const thud_impact_options *options, thud_calibration *calibration);

#ifdef __cplusplus
}
#endif
#endif
