/*
 * The tables of a run that matter: the contacts that were struck, the largest results of each structure, and the
 * signals that are asked for.
 */
#ifndef THUD_REPORT_RUN_BRIEF_TABLE_H
#define THUD_REPORT_RUN_BRIEF_TABLE_H

#include "report/run/summary.h"

/* False when memory ran out. */
bool thud_brief_print(const thud_run_report *report, FILE *stream);

#endif
