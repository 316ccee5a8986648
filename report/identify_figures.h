/*
 * Figures of identified contacts: data and fit, residuals, confidence ellipse.
 */
#ifndef THUD_REPORT_IDENTIFY_FIGURES_H
#define THUD_REPORT_IDENTIFY_FIGURES_H

#include <stdbool.h>

#include <thud/identify.h>

#include "report/figure.h"

/* What is known of k and c together. */
typedef struct thud_ellipse {
    thud_estimate k, c; /* c is k₂ of bilinear laws */
    double correlation;
    double n, p;
    bool bilinear;
} thud_ellipse;

bool thud_ellipse_draw(const char *path, const thud_ellipse *ellipse, const char *title, thud_failure *failure);

/* One impact of a record: force with the fit, residuals, and the ellipse where the law has two parameters. */
bool thud_force_fit_draw(const char *path, const thud_force_record *record, size_t impact,
                         const thud_force_fit *fit, thud_failure *failure);

/* Restitution over speed. */
bool thud_bounces_draw(const char *path, const thud_bounces *bounces, thud_failure *failure);

/* The record with the envelope that a mode gives it. */
bool thud_vibration_draw(const char *path, const thud_motion *motion, const thud_vibration *vibration,
                         const thud_mode *mode, thud_failure *failure);

#endif
