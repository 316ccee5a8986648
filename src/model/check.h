/*
 * The parts of the check of a model. Each says all that is wrong with one kind of part.
 */
#ifndef THUD_MODEL_CHECK_H
#define THUD_MODEL_CHECK_H

#include <stdbool.h>

#include "base/error.h"
#include "model/model.h"

/* Which part of a model a problem is about. */
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

/* An error of the model, and its part; the subject of the error is a key as in a scenario file. */
typedef struct thud_problem {
    thud_part part;
    size_t index; /* of the part among its kind */
    thud_error error;
} thud_problem;

/* A check under way. */
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

/* What is wrong with a damping ratio that is not from 0 to 1. */
const char *thud_check_ratio_reason(double ratio);

/* Reports a number that is not what it should be: "body 'deck': mass (0 given) must be positive". */
void thud_check_bad_value(thud_check *check, thud_check_part part, const char *key, double value,
                          const char *reason);

/* Each returns whether it was content. 1e100 is the largest number, so that products of two are numbers too. */
bool thud_check_number(thud_check *check, thud_check_part part, const char *key, double value);
bool thud_check_positive(thud_check *check, thud_check_part part, const char *key, double value);
bool thud_check_not_negative(thud_check *check, thud_check_part part, const char *key, double value);

/* Whether a handle is that of a body, or of the ground or a support where that will do. */
bool thud_check_is_body(const thud_model *model, thud_body body, bool ground_too);

/* Whether an end of a contact or a watch is a body, the ground, or a point of bodies; what is wrong with a point is
 * said of the part. */
bool thud_check_end(thud_check *check, thud_check_part part, const char *key, thud_body end, const char *otherwise);

/* The name of an end of a link; "?" where it is no body. */
const char *thud_check_end_name(const thud_model *model, thud_body body);

/* Checks the whole model. */
thud_status thud_check_model(const thud_model *model, void (*report)(void *context, const thud_problem *problem),
                             void *context);

/* What thud_run_options_check does, and what depends on the solver in one link and one contact. */
void thud_check_run(thud_check *check);
void thud_check_link_solver(thud_check *check, size_t index);
void thud_check_contact_solver(thud_check *check, size_t index);

void thud_check_names(thud_check *check);
void thud_check_links(thud_check *check);
void thud_check_contact(thud_check *check, size_t index);
void thud_check_contacts(thud_check *check);

/* Of structures with a stiffness below zero, once all else is right: whether they stand at all. */
void thud_check_stability(thud_check *check);

void thud_check_matrices(thud_check *check);
void thud_check_loads(thud_check *check);
void thud_check_supports(thud_check *check);
void thud_check_watches(thud_check *check);

#endif
