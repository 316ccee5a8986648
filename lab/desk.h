/* What a desk holds. */
#ifndef LAB_DESK_H
#define LAB_DESK_H

#include <stdbool.h>

#include <thud/thud.h>

#include "lab.h"

/* numbers that grow */
typedef struct lab_list {
    double *numbers;
    size_t count, room;
} lab_list;

struct lab_desk {
    char said[512];
    thud_motion *motion;
    char motion_title[256];
    thud_measurement *measurement;
    thud_ranking *ranking;
    lab_list rows, impacts, summary, fits, course;
    size_t row_size;
};

/* Room for `count` more, which the caller writes to; NULL when memory is short, or beyond LAB_KEPT. */
double *lab_list_add(lab_list *list, size_t count);

/* Says why, and hands the status on. */
thud_status lab_fail(lab_desk *desk, thud_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same for what the library says, with line and column where it is about a file. */
thud_status lab_fail_error(lab_desk *desk, thud_status status, const thud_error *error);

/* The model of a list of parts, built; NULL, with a status and a text, when it is none. */
thud_model *lab_model_build(lab_desk *desk, const double *parts, size_t count, thud_status *status);

#endif
