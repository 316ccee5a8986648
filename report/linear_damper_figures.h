/*
 * The Hertz spring with a linear damper beside its relatives, and its closed form beside the exact damping, as in
 * Poursina & Nikravesh 2020.
 */
#ifndef THUD_REPORT_LINEAR_DAMPER_FIGURES_H
#define THUD_REPORT_LINEAR_DAMPER_FIGURES_H

#include <stdbool.h>

#include "report/failure.h"

/*
 * Three figures in the directory: structures (their fig 2), damping (fig 6) and closed-form (figs 8 and 9).
 */
bool thud_linear_damper_figures_draw(const char *directory, thud_failure *failure);

#endif
