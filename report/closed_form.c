#include "report/closed_form.h"

#include <math.h>

#include <thud/impact.h>

/* steps of 0.01 in n; twenty times finer ones find at most 2.3e-4 of the error more, e from 1e-4 to 1 */
enum { EXPONENT_STEPS = 100 };

thud_status thud_closed_form_largest_error(double restitution, thud_closed_form_error *largest) {
    thud_impact_options options = thud_impact_options_default(thud_law_find(THUD_CLOSED_FORM_LAW));
    options.damping = THUD_DAMPING_PUBLISHED;
    options.restitution = restitution;
    options.separation = THUD_SEPARATION_ZERO_FORCE;
    double low = options.law->exponent_min, high = options.law->exponent_max;
    thud_closed_form_error worst = {0, low};
    for (int i = 0; i <= EXPONENT_STEPS; i++) {
        options.exponent = low + (high - low) * i / EXPONENT_STEPS;
        thud_impact hit;
        thud_status status = thud_impact_solve(&options, &hit);
        if (status != THUD_OK) return status;
        double error = hit.restitution - restitution;
        if (fabs(error) > fabs(worst.error)) worst = (thud_closed_form_error){error, options.exponent};
    }
    *largest = worst;
    return THUD_OK;
}
