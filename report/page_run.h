/*
 * The page of a run: from the files that `thud run -o DIR` left in a directory to one HTML file.
 */
#ifndef THUD_REPORT_PAGE_RUN_H
#define THUD_REPORT_PAGE_RUN_H

#include "report/failure.h"

/* Reads summary.json, model.json, history.csv, impacts.csv and, where they are there, loops.csv and scenario.yaml.
 * When the page is written, `failure` tells which number in them is not finite, as the page does; or it is "". */
bool thud_page_run_write(const char *directory, const char *path, thud_failure *failure);

#endif
