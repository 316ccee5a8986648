/*
 * Finds files whose names differ only in upper and lower case, for messages.
 */
#ifndef THUD_MODEL_SCENARIO_OTHER_CASE_H
#define THUD_MODEL_SCENARIO_OTHER_CASE_H

#include <stddef.h>

/* "; there is 'quake.at2', in other letters" for quake.AT2 or *.AT2; "" if there is none. The last part of the
 * path may be a pattern. */
void thud_other_case_hint(const char *path, char *text, size_t size);

#endif
