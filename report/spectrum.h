/*
 * Response spectra as a CSV file and as a figure.
 */
#ifndef THUD_REPORT_SPECTRUM_H
#define THUD_REPORT_SPECTRUM_H

#include <stdbool.h>
#include <stddef.h>

#include <thud/motion.h>

#include "report/failure.h"

/* What thud_motion_spectrum was asked for, and what it answered. */
typedef struct thud_spectrum {
    const double *periods; /* s */
    size_t period_count;
    const double *dampings;
    size_t damping_count;
    const thud_response *responses; /* [damping_count][period_count] */
} thud_spectrum;

/* 2π/T times the displacement, m/s; 0 at T = 0. */
double thud_pseudo_velocity(double period, const thud_response *response);

/* A row for each damping and period, with 17 significant digits. */
bool thud_spectrum_write(const char *path, const thud_spectrum *spectrum, thud_failure *failure);

/* Pseudo-acceleration, velocity and displacement over the period, a line for each damping. `title` may be "". */
bool thud_spectrum_draw(const char *path, const thud_spectrum *spectrum, const char *title, thud_failure *failure);

#endif
