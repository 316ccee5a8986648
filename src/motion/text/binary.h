/*
 * Files that are no text.
 */
#ifndef THUD_MOTION_BINARY_H
#define THUD_MOTION_BINARY_H

#include "motion/text/line.h"

/* What a file is, "a zip archive" or "binary", when its beginning is no text; NULL for a text. */
const char *thud_binary_kind(thud_span text);

#endif
