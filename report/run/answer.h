/*
 * The result of a run in two sentences: which contacts were struck, how often and how hard; and the largest design
 * quantities.
 */
#ifndef THUD_REPORT_RUN_ANSWER_H
#define THUD_REPORT_RUN_ANSWER_H

#include "report/run/structures.h"
#include "report/text/format.h"

typedef struct thud_answer {
    char contacts[480];   /* "Pounds at floor 4: 5 impacts, up to 4.09 MN."; "" without contacts */
    char structures[480]; /* "Largest drift 0.76 % (low-2); base shear 3.10 MN (low)."; "" if nothing moved */
} thud_answer;

/* False when memory is short. */
bool thud_answer_find(const thud_run_report *report, thud_answer *answer);

/* The member `answer` of summary.json: the sentences. */
void thud_answer_write(thud_json *json, const thud_run_report *report);

/* A value for a sentence: three digits, or fewer if three standard deviations of its spread allow no more. The
 * range may be NULL. Beyond a thousandth, a value without unit is printed in percent. */
thud_text thud_answer_number(double value, const thud_range *range, const char *unit);

/* The same with three standard deviations: "138.8 ± 0.3 mm"; without a range, four digits. */
thud_text thud_answer_value(double value, const thud_range *range, const char *unit);

/* A number, or 0 if it is rounding relative to another one. */
double thud_answer_beside(double value, double scale);

/* An acceleration; also in g if the model's input was in g. */
thud_text thud_answer_acceleration(const thud_model *model, double value, const thud_range *range, bool with_range);

#endif
