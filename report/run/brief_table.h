/*
 * Tables of the main results of a run: struck contacts, the largest results of each structure, and requested
 * signals.
 */
#ifndef THUD_REPORT_RUN_BRIEF_TABLE_H
#define THUD_REPORT_RUN_BRIEF_TABLE_H

#include "report/run/summary.h"

/* False when memory ran out. */
bool thud_brief_print(const thud_run_report *report, FILE *stream);

#endif
