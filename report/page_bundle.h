/*
 * The pages as bundled from web/ when thud is built (cmake/pages.cmake); "" without uPlot.
 */
#ifndef THUD_REPORT_PAGE_BUNDLE_H
#define THUD_REPORT_PAGE_BUNDLE_H

extern const char thud_page_run_html[];
extern const char thud_page_study_html[];
extern const char thud_page_notice_html[]; /* the copyright and permission notice of uPlot */

#endif
