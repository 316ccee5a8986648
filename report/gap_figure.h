/*
 * How far two structures must stand apart: the distances by rule, and how the two move in a record.
 */
#ifndef THUD_REPORT_GAP_FIGURE_H
#define THUD_REPORT_GAP_FIGURE_H

#include <stdbool.h>

#include <thud/gap.h>

#include "report/failure.h"

typedef struct thud_gap_picture {
    const thud_gap_options *options;
    const thud_gap_rules *rules;
    const thud_motion *motion;     /* the record that both follow; NULL: the rules alone */
    const thud_gap_record *record; /* what it needs; not looked at without a motion */
} thud_gap_picture;

bool thud_gap_draw(const char *path, const thud_gap_picture *picture, thud_failure *failure);

#endif
