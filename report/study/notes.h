/*
 * The notes of the cases of a study, put together: how many cases have each, whatever the numbers in it.
 */
#ifndef THUD_REPORT_STUDY_NOTES_H
#define THUD_REPORT_STUDY_NOTES_H

#include <stdio.h>

#include "report/text/json.h"
#include "study/store/store_read.h"

enum { THUD_STUDY_NOTES_MOST = 24 };

/* Notes that differ in numbers alone are one; its text is that of the first case that has it. */
typedef struct thud_study_note {
    char text[THUD_CASE_NOTES], key[THUD_CASE_NOTES];
    size_t cases, first; /* how many, and the number of the first */
} thud_study_note;

typedef struct thud_study_notes {
    size_t count, others; /* others: for which there was no place, summed over cases */
    thud_study_note list[THUD_STUDY_NOTES_MOST];
} thud_study_notes;

/* Those of a row, as it is read. */
void thud_study_notes_add(thud_study_notes *notes, const thud_results_row *row);

/* For people, a line for each. */
void thud_study_notes_print(const thud_study_notes *notes, size_t cases, FILE *stream);

/* The member `notes`: note, cases, first. */
void thud_study_notes_write(const thud_study_notes *notes, thud_json *json);

#endif
