/*
 * What a second solver says of a run: members of a JSON object, lines for people.
 */
#ifndef THUD_REPORT_VERIFICATION_H
#define THUD_REPORT_VERIFICATION_H

#include "report/json.h"
#include "report/summary.h"

/* Where a number is in the summary: "bodies.deck.max_acceleration". Cut off where there is no room for it. */
void thud_verification_path(const thud_model *model, const thud_verify_difference *difference, char *text,
                            size_t size);

/* One line without a full stop: "CVODE has 15.444 for bodies.deck.max_acceleration, 14.763 in the run". */
void thud_verification_say(const thud_model *model, const thud_verify_difference *difference, char *text,
                           size_t size);

/* The member `verify`. */
void thud_verification_write(thud_json *json, const thud_run_report *report);

void thud_verification_print(const thud_run_report *report, FILE *stream);

#endif
