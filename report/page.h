/*
 * Pages: one self-contained HTML file each, made of a skeleton with its style and programs (web/, bundled when thud
 * is built) and of data that its programs read.
 *
 * Data are JSON in script elements, which browsers do not run. Everything goes through one escape: <, >, & and the
 * two line separators of JavaScript become \u escapes, so that no title or name can end the element. The title is
 * the only other text from outside; it is escaped as HTML.
 */
#ifndef THUD_REPORT_PAGE_H
#define THUD_REPORT_PAGE_H

#include "report/file.h"
#include "report/json.h"

typedef enum thud_page_kind {
    THUD_PAGE_RUN,
    THUD_PAGE_STUDY,
} thud_page_kind;

typedef struct thud_page {
    thud_output output;
    const char *rest; /* of the skeleton, not written yet */
    FILE *memory;     /* where the data under way are collected */
    char *text;       /* what is there */
    size_t text_size;
} thud_page;

/* False with a sentence where thud was built without its pages. */
bool thud_page_open(thud_page *page, thud_page_kind kind, const char *path, const char *title,
                    thud_failure *failure);

/* A set of data: what is written as JSON in between is found by the page's programs under the name. */
bool thud_page_begin(thud_page *page, thud_json *json, thud_failure *failure);
bool thud_page_end(thud_page *page, thud_json *json, const char *name, thud_failure *failure);

/* A JSON text as it is. */
void thud_page_add_json(thud_page *page, const char *name, const char *text, size_t size);

bool thud_page_commit(thud_page *page, thud_failure *failure);

/* Leaves no trace. Does nothing after a commit, or on an all-zero page. */
void thud_page_abort(thud_page *page);

#endif
