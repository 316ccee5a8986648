/*
 * The parts of the check of a model. Each reports all errors of one kind of part.
 */
#ifndef THUD_MODEL_CHECK_H
#define THUD_MODEL_CHECK_H

#include <stdbool.h>

#include "base/error.h"
#include "model/model.h"

/* The part of a model with a problem. */
typedef enum thud_part {
    THUD_PART_MODEL,
    THUD_PART_BODY,
    THUD_PART_LINK,
    THUD_PART_CONTACT,
    THUD_PART_ROD,
    THUD_PART_GROUND,
    THUD_PART_SUPPORT,
    THUD_PART_FORCE,
    THUD_PART_WATCH,
    THUD_PART_MATRICES,
} thud_part;

/* An error of the model, and its part. The subject of the error is a key as in a scenario file. */
typedef struct thud_problem {
    thud_part part;
    size_t index; /* index of the part within its kind */
    thud_error error;
} thud_problem;

/* State of a check. */
typedef struct thud_check {
    const thud_model *model;
    void (*report)(void *context, const thud_problem *problem); /* may be NULL */
    void *context;
    size_t problem_count;
    bool out_of_memory;
} thud_check;

/* One part of the model. */
typedef struct thud_check_part {
    thud_part part;
    size_t index;
} thud_check_part;

/* Reports one problem; the text begins with the name of the part. */
void thud_check_error(thud_check *check, thud_check_part part, const char *key, const char *format, ...)
    THUD_PRINTF(4, 5);

/* The reason why a damping ratio is not valid, from 0 to 1. */
const char *thud_check_ratio_reason(double ratio);

/* Reports a bad number: "body 'deck': mass (0 given) must be positive". */
void thud_check_bad_value(thud_check *check, thud_check_part part, const char *key, double value,
                          const char *reason);

/* Each returns true if there is no error. Numbers are limited to 1e100, so that products of two do not
   overflow. */
bool thud_check_number(thud_check *check, thud_check_part part, const char *key, double value);
bool thud_check_positive(thud_check *check, thud_check_part part, const char *key, double value);
bool thud_check_not_negative(thud_check *check, thud_check_part part, const char *key, double value);

/* Whether a handle is a body, or where allowed the ground or a support. */
bool thud_check_is_body(const thud_model *model, thud_body body, bool ground_too);

/* Whether an end of a contact or a watch is a body, the ground, or a point of bodies; an error in a point is
 * reported for the part. */
bool thud_check_end(thud_check *check, thud_check_part part, const char *key, thud_body end, const char *otherwise);

/* The name of an end of a link; "?" if it is not a body. */
const char *thud_check_end_name(const thud_model *model, thud_body body);

/* Checks the whole model. */
thud_status thud_check_model(const thud_model *model, void (*report)(void *context, const thud_problem *problem),
                             void *context);

/* The checks of thud_run_options_check, and those of one link and one contact that depend on the solver. */
void thud_check_run(thud_check *check);
void thud_check_link_solver(thud_check *check, size_t index);
void thud_check_contact_solver(thud_check *check, size_t index);

void thud_check_names(thud_check *check);
void thud_check_links(thud_check *check);
void thud_check_contact(thud_check *check, size_t index);
void thud_check_contacts(thud_check *check);

/* For structures with a negative stiffness, once everything else is right: whether they are stable. */
void thud_check_stability(thud_check *check);

void thud_check_matrices(thud_check *check);
void thud_check_loads(thud_check *check);
void thud_check_supports(thud_check *check);
void thud_check_watches(thud_check *check);

#endif
