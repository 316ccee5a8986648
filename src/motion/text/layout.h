/*
 * A text with rows of numbers taken apart: what stands above them, how many stand in a row, and how they are
 * written.
 */
#ifndef THUD_MOTION_LAYOUT_H
#define THUD_MOTION_LAYOUT_H

#include "motion/text/line.h"

typedef struct thud_layout {
    thud_span header; /* the lines above the first row */
    thud_span data;
    size_t columns; /* in the first row */
    char point;     /* '.', or ',' where something else than commas stands between the numbers */
} thud_layout;

/* The first line that is a row divides header and data; false when there is none, or the text is binary. */
bool thud_layout_find(thud_span text, thud_layout *layout);

#endif
