/* Figures of a structure's own tests: a static load test and a transfer function. */
#ifndef THUD_REPORT_STRUCTURE_FIGURES_H
#define THUD_REPORT_STRUCTURE_FIGURES_H

#include <stdbool.h>

#include <thud/identify.h>

#include "report/failure.h"

/* Deflections over loads, and the straight line through them. */
bool thud_static_draw(const char *path, const thud_measurement *m, const thud_static_load *found,
                      thud_failure *failure);

/* The mobility in the complex plane with its circle, and its magnitude with the half-power points. */
bool thud_transfer_draw(const char *path, const thud_transfer *transfer, const thud_resonance *found,
                        thud_failure *failure);

#endif
