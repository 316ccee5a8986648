/*
 * What came of a run: one JSON object, or a table for people.
 */
#ifndef THUD_REPORT_SUMMARY_H
#define THUD_REPORT_SUMMARY_H

#include <stdio.h>

#include <thud/spread.h>
#include <thud/verify.h>

#include "report/failure.h"

/* What a report of a run is made of. */
typedef struct thud_run_report {
    const thud_model *model;
    const thud_summary *summary;
    const thud_verification *verification; /* NULL: not asked for */
    const thud_spread *spread; /* NULL: not asked for, or left out */
    double spread_seconds;     /* s that it would have taken, where it was left out for that; otherwise 0 */
    const double *differences; /* with a verification: per body, relative to its peak; rods after bodies */
} thud_run_report;

/* Errors of the stream are its owner's to check. */
void thud_summary_write_json(const thud_run_report *report, FILE *stream);

/* False when memory ran out. */
bool thud_summary_print(const thud_run_report *report, FILE *stream);

/* The JSON as a file. */
bool thud_summary_write(const char *path, const thud_run_report *report, thud_failure *failure);

#endif
