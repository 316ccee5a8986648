/*
 * The values of a case, written into a draft of the scenario.
 */
#ifndef THUD_STUDY_SETTINGS_H
#define THUD_STUDY_SETTINGS_H

#include "study/study.h"

/* Parameters of a contact that are plain numbers and need no parsing. */
typedef enum thud_plain { THUD_PLAIN_NONE, THUD_PLAIN_GAP, THUD_PLAIN_RESTITUTION } thud_plain;

/* One axis in one draft. */
typedef struct thud_setting {
    thud_draft_place *places; /* [place_count]; NULL without a path */
    size_t place_count;
    bool structural; /* neither of contacts nor of the ground alone */
    bool of_ground;
    thud_plain plain;
    const thud_axis_item *item; /* its present value; NULL: a number */
    double number;
    bool known;   /* it has something */
    bool changed; /* in the last case */
    bool written; /* the draft contains the present value */
    char digits[THUD_STUDY_DIGITS];
    char (*products)[THUD_STUDY_DIGITS]; /* [place_count] texts for an axis that multiplies existing values;
                                            otherwise NULL */
} thud_setting;

typedef struct thud_settings {
    const thud_study *study;
    thud_draft *draft;
    thud_setting *list; /* [axis_count] */
    double *numbers;    /* [axis_count] */
} thud_settings;

/* Opens and finds all paths of the study, which must be valid, in a draft. */
thud_status thud_settings_create(const thud_study *study, thud_draft *draft, thud_settings *settings);
void thud_settings_free(thud_settings *settings);

/* Sets the values of a case without writing them, and marks those that differ from the previous case. */
void thud_settings_take(thud_settings *settings, size_t case_index);

/* Writes pending values. False if a derived value is not a number, that of `axis`. */
bool thud_settings_write(thud_settings *settings, size_t *axis);

#endif
