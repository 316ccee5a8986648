/*
 * The damping of a law over restitution: exact, by the published rule, and what that rule returns.
 */
#ifndef THUD_REPORT_CALIBRATION_FIGURE_H
#define THUD_REPORT_CALIBRATION_FIGURE_H

#include <stdbool.h>

#include <thud/calibrate.h>

#include "report/failure.h"

/*
 * Draws it with `found`, which belongs to the restitution of the options, marked. The second panel, the restitution
 * returned, is there for laws with a rule alone. Not for laws without a damping to find. Without units in the
 * dimensionless frame.
 */
bool thud_calibration_draw(const char *path, const thud_impact_options *options, const thud_calibration *found,
                           bool dimensionless, thud_failure *failure);

#endif
