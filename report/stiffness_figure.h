/*
 * The elastic contact force of two bodies over penetration, and its slope.
 */
#ifndef THUD_REPORT_STIFFNESS_FIGURE_H
#define THUD_REPORT_STIFFNESS_FIGURE_H

#include <stdbool.h>

#include "report/failure.h"

/* F = k δⁿ with k in N/mⁿ, up to a penetration `reach`, m; `name` is that of the shape. */
typedef struct thud_stiffness_picture {
    const char *name;
    double stiffness, exponent, reach;
} thud_stiffness_picture;

bool thud_stiffness_draw(const char *path, const thud_stiffness_picture *picture, thud_failure *failure);

#endif
