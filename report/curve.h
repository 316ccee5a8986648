/*
 * The course of one impact as a CSV file and as a figure.
 */
#ifndef THUD_REPORT_CURVE_H
#define THUD_REPORT_CURVE_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/impact.h>

#include "report/figure.h"

/* Columns t [s], penetration [m], velocity [m/s], force [N], with 17 significant digits. */
bool thud_curve_write(const char *path, const thud_impact_state *states, size_t count, thud_failure *failure);

/* Force over penetration and force over time, side by side; without units in the dimensionless frame. */
bool thud_curve_draw(const char *path, const thud_impact_options *options, const thud_impact_state *states,
                     size_t count, bool dimensionless, thud_failure *failure);

#endif
