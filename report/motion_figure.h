/*
 * A motion as a figure: acceleration, velocity and displacement over time, and its response spectrum.
 */
#ifndef THUD_REPORT_MOTION_FIGURE_H
#define THUD_REPORT_MOTION_FIGURE_H

#include <stdbool.h>

#include <thud/generate.h>

#include "report/failure.h"

/*
 * With a target, the spectrum is drawn over it and a band of ±10 % about it; without one (NULL), at 5 % damping
 * alone. `title` is one line.
 */
bool thud_motion_draw(const char *path, const thud_motion *motion, const thud_target *target, const char *title,
                      thud_failure *failure);

#endif
