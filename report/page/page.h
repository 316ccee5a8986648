/*
 * Pages: self-contained HTML files, each made of a skeleton with its style and programs (web/, bundled at build
 * time) and of data for its programs.
 *
 * Data are JSON in script elements, which browsers do not run. Everything goes through one escape: <, >, & and the
 * two line separators of JavaScript become \u escapes, so that no title or name can end the element. The title is
 * the only other external text; it is escaped as HTML.
 */
#ifndef THUD_REPORT_PAGE_PAGE_H
#define THUD_REPORT_PAGE_PAGE_H

#include <stddef.h>

#include "report/text/csv.h"
#include "report/text/file.h"
#include "report/text/json.h"

typedef enum thud_page_kind {
    THUD_PAGE_RUN,
    THUD_PAGE_STUDY,
} thud_page_kind;

typedef struct thud_page {
    thud_output output;
    const char *rest; /* unwritten rest of the skeleton */
    FILE *memory;     /* collects the current data */
    char *text;       /* what is there */
    size_t text_size;
} thud_page;

/* False with a message if thud was built without its pages. */
bool thud_page_open(thud_page *page, thud_page_kind kind, const char *path, const char *title, thud_error *failure);

/* A data set: the JSON written in between is available to the page's programs under the name. */
bool thud_page_begin(thud_page *page, thud_json *json, thud_error *failure);
bool thud_page_end(thud_page *page, thud_json *json, const char *name, thud_error *failure);

/* Adds a JSON text unchanged. */
void thud_page_add_json(thud_page *page, const char *name, const char *text, size_t size);

bool thud_page_commit(thud_page *page, thud_error *failure);

/* Removes the file. No effect after a commit, or on an all-zero page. */
void thud_page_abort(thud_page *page);

/*
 * Columns of numbers for pages, packed as base64 of little-endian bytes.
 *
 *     float  4 bytes each: IEEE single precision, 7 digits
 *     short  3 bytes each: the same without the last byte of the significand, 4.8 digits
 *     double 8 bytes each: as it is
 *     code   1 or 2 bytes each: the place in a list of the values that there are
 */

/* A member of seven digits; false when memory is short. NAN stays NAN. */
bool thud_page_floats(thud_json *json, const char *key, const double *values, size_t count);

/*
 * Members of the object under way: `values` and `bytes` where a list of at most THUD_PAGE_CODES different values
 * does, and `data`; otherwise `bytes` 4, or 3 from THUD_PAGE_MANY numbers on, and `data`. The list is exact; with
 * `exact` there is one whenever it may have as many values, and `bytes` is 8 below THUD_PAGE_MANY numbers and 4
 * from there on. False when memory is short.
 */
enum { THUD_PAGE_CODES = 4096, THUD_PAGE_MANY = 20000 };
bool thud_page_pack(thud_json *json, const double *values, size_t count, bool exact);

/* Codes below `distinct`, in as few bytes as do: members `bytes` and `data`. */
bool thud_page_codes(thud_json *json, const size_t *codes, size_t count, size_t distinct);

/* Bytes of the page that thud_page_pack takes. */
size_t thud_page_packed_size(const double *values, size_t count, bool exact);

/* ---- a column of texts for a page: the different ones, and which of them each row has ---- */

/* Beyond this number of distinct texts, the rest becomes "(others)". */
enum { THUD_PAGE_WORDS = 5000 };

typedef struct thud_page_words {
    char **list;
    size_t count;
    size_t *codes; /* [rows] */
    size_t rows, capacity;
} thud_page_words;

/* The text of the next row; NULL is "". False when memory is short. */
bool thud_page_words_add(thud_page_words *words, const char *text);

/* Members `words`, `bytes` and `data` of the current object. False when memory is short. */
bool thud_page_words_write(const thud_page_words *words, thud_json *json);

void thud_page_words_free(thud_page_words *words);

/*
 * The history of a run for its page: every row of a short one; of a long one, the smallest and the largest value of
 * each stretch of rows, in the order in which they came. No peak is lost.
 */

/* A column of history.csv by its head, "NAME velocity [m/s]". */
typedef struct thud_history_column {
    char *name;           /* name of the body, rod or contact; to be freed */
    const char *quantity; /* static; NULL: not a quantity of thud */
    const char *unit;
} thud_history_column;

thud_history_column thud_history_column_of(const char *head);

/*
 * Reduces a column to at most `capacity` (even) points in `shown`, and returns their number. All points if they
 * fit; otherwise two for each of capacity/2 stretches.
 */
size_t thud_page_thin(const double *column, size_t rows, size_t capacity, double *shown);

/* The instants that belong to them: beginning and middle of each stretch. */
size_t thud_page_thin_times(const double *times, size_t rows, size_t capacity, double *shown);

/* Data `history`, and `psd` of the same columns. */
bool thud_page_add_history(thud_page *page, const thud_csv_table *history, thud_error *failure);
bool thud_page_add_psd(thud_page *page, const thud_csv_table *history, thud_error *failure);

/* ---- the pages bundled from web/ by the build (cmake/pages.cmake); "" without uPlot ---- */

extern const char thud_page_run_html[];
extern const char thud_page_study_html[];
extern const char thud_page_notice_html[]; /* the copyright and permission notice of uPlot */

#endif
