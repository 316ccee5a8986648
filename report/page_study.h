/*
 * The page of a study: from DIRECTORY/results.db to one HTML file, for a hundred thousand cases as for ten.
 */
#ifndef THUD_REPORT_PAGE_STUDY_H
#define THUD_REPORT_PAGE_STUDY_H

#include "report/failure.h"

/* Results that would make the page larger than it may be are left out, the least asked for first; the page says
 * which. When it is written, `failure` tells of results that are not finite in cases stored as ok; or it is "". */
bool thud_page_study_write(const char *directory, const char *path, thud_failure *failure);

#endif
