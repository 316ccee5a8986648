/*
 * Whether a text is JSON (RFC 8259), for files that are taken over as they are.
 */
#ifndef THUD_REPORT_JSON_CHECK_H
#define THUD_REPORT_JSON_CHECK_H

#include <stddef.h>

/* The number of the first byte that is wrong, from 1; 0 when all is well. `text` ends with a zero. */
size_t thud_json_check(const char *text, size_t size);

#endif
