/*
 * Contact laws as loops of force over penetration, in the dimensionless frame k = m = v = 1.
 */
#ifndef THUD_REPORT_LAW_FIGURE_H
#define THUD_REPORT_LAW_FIGURE_H

#include <stdbool.h>

#include <thud/law.h>

#include "report/failure.h"

/*
 * One law with its own rule at several restitutions; NULL for a law of each structure, all with the damping that
 * returns e = 0.5, but those without a damper. Not for non-smooth laws, which have no force.
 */
bool thud_law_draw(const char *path, const thud_law *law, thud_failure *failure);

#endif
