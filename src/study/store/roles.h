/*
 * What the columns of a store are for: kept beside them, so that tables, curves and pages need no study.
 *
 * Axes of values that somebody chooses belong to the design. What nature chooses is random (samples) or a record
 * (files, seeds), and so is what is zipped with it. Derived axes follow from others. Of results, thresholds say
 * what they mean, and peaks what impulsive impacts leave out of them.
 */
#ifndef THUD_STUDY_ROLES_H
#define THUD_STUDY_ROLES_H

#include "study/sampler.h"
#include "study/store/columns.h"

typedef enum thud_role_kind {
    THUD_ROLE_DESIGN,
    THUD_ROLE_RANDOM,
    THUD_ROLE_RECORD,
    THUD_ROLE_DERIVED,
    THUD_ROLE_RESULT,
    THUD_ROLE_THRESHOLD,
} thud_role_kind;

typedef struct thud_role {
    thud_role_kind kind;
    size_t group;            /* paired axes share a group */
    thud_design_kind design; /* for an axis: the design of its samples */
    bool strength;   /* an axis of intensity: its path leads to the strength of a load, or its name says so */
    char about[320]; /* for an axis its path or formula, for a threshold its meaning, for a result what it omits;
                        "" */
} thud_role;

/* "design", "random", "record", "derived", "result", "threshold" */
const char *thud_role_name(thud_role_kind kind);

thud_role thud_study_axis_role(const thud_study *study, size_t axis);
thud_role thud_study_result_role(const thud_study *study, size_t result);

/* Into the table `meta`. */
thud_status thud_roles_write(const thud_sql *sql, const thud_study *study);

/* [columns->count], to be freed. Where a store says nothing, axes are of the design, each by itself. */
thud_status thud_roles_read(const thud_sql *sql, const thud_columns *columns, thud_role **roles);

#endif
