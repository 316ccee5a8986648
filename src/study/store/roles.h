/*
 * The roles of a store's columns, stored with them, so that tables, curves and pages need no study file.
 *
 * Axes whose values somebody chooses belong to the design. Samples are random, files and seeds are records; axes
 * zipped with those count likewise. Derived axes follow from others. For thresholds the meaning is stored, and for
 * peaks what impulsive impacts leave out.
 */
#ifndef THUD_STUDY_ROLES_H
#define THUD_STUDY_ROLES_H

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
    size_t group;    /* paired axes share a group */
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

/* [columns->count], to be freed. By default an axis is a design axis of its own group. */
thud_status thud_roles_read(const thud_sql *sql, const thud_columns *columns, thud_role **roles);

#endif
