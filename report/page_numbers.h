/*
 * Columns of numbers for pages, packed as base64 of little-endian bytes.
 *
 *     float  4 bytes each: IEEE single precision, 7 digits
 *     short  3 bytes each: the same without the last byte of the significand, 4.8 digits
 *     double 8 bytes each: as it is
 *     code   1 or 2 bytes each: the place in a list of the values that there are
 */
#ifndef THUD_REPORT_PAGE_NUMBERS_H
#define THUD_REPORT_PAGE_NUMBERS_H

#include <stddef.h>

#include "report/json.h"

/* A member of seven digits; false without memory. NAN stays NAN. */
bool thud_page_floats(thud_json *json, const char *key, const double *values, size_t count);

/*
 * Members of the object under way: `values` and `bytes` where a list of at most THUD_PAGE_CODES different values
 * does, and `data`; otherwise `bytes` 4, or 3 from THUD_PAGE_MANY numbers on, and `data`. The list is exact; with
 * `exact` there is one whenever it may have as many values, and `bytes` is 8 below THUD_PAGE_MANY numbers and 4
 * from there on. False without memory.
 */
enum { THUD_PAGE_CODES = 4096, THUD_PAGE_MANY = 20000 };
bool thud_page_pack(thud_json *json, const double *values, size_t count, bool exact);

/* Codes below `distinct`, in as few bytes as do: members `bytes` and `data`. */
bool thud_page_codes(thud_json *json, const size_t *codes, size_t count, size_t distinct);

/* Bytes of the page that thud_page_pack takes. */
size_t thud_page_packed_size(const double *values, size_t count, bool exact);

#endif
