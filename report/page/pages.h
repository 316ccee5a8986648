/*
 * Pages as one HTML file each: that of a run and that of a study.
 */
#ifndef THUD_REPORT_PAGE_PAGES_H
#define THUD_REPORT_PAGE_PAGES_H

#include "base/error.h"

/* ---- the page of a run: from the files that `thud run -o DIR` left in a directory to one HTML file ---- */

/* Reads summary.json, model.json, history.csv, impacts.csv and, if present, loops.csv and scenario.yaml. After
 * success `failure` names a number in them that is not finite, as does the page; or it is "". */
bool thud_page_run_write(const char *directory, const char *path, thud_error *failure);

/* ---- the page of a study: from DIRECTORY/results.db to one HTML file, for a hundred thousand cases as for ten
 * ---- */

/* Leaves out results that would make the page too large, the least important first; the page lists them. After
 * success `failure` reports results that are not finite in cases stored as ok; or it is "". */
bool thud_page_study_write(const char *directory, const char *path, thud_error *failure);

#endif
