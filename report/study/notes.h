/*
 * Combines the notes of a study's cases: the number of cases with each, ignoring numbers in the text.
 */
#ifndef THUD_REPORT_STUDY_NOTES_H
#define THUD_REPORT_STUDY_NOTES_H

#include <stdio.h>

#include "report/text/json.h"
#include "study/store/store_read.h"

enum { THUD_STUDY_NOTES_MOST = 24 };

/* Notes that differ only in numbers count as one, with the text of the first case. */
typedef struct thud_study_note {
    char text[THUD_CASE_NOTES], key[THUD_CASE_NOTES];
    size_t cases, first; /* how many, and the number of the first */
} thud_study_note;

typedef struct thud_study_notes {
    size_t count, others; /* others: notes beyond the limit, summed over cases */
    thud_study_note list[THUD_STUDY_NOTES_MOST];
} thud_study_notes;

/* Adds the notes of a row. */
void thud_study_notes_add(thud_study_notes *notes, const thud_results_row *row);

/* As text, one line each. */
void thud_study_notes_print(const thud_study_notes *notes, size_t cases, FILE *stream);

/* The member `notes`: note, cases, first. */
void thud_study_notes_write(const thud_study_notes *notes, thud_json *json);

#endif
