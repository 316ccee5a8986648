/*
 * Recognises MiniSEED by its bytes, with or without libmseed.
 */
#ifndef THUD_MOTION_MSEED_H
#define THUD_MOTION_MSEED_H

#include <stddef.h>

#include "ground/text/line.h"

/* By the first record: a number, a data quality, a station, and a time. */
bool thud_mseed_recognise(thud_span text);

/*
 * Bytes of the record at the beginning of a text, from its blockette 1000; 0 when there is no record, or no such
 * blockette within the text. libmseed's own search reads past the end of its input.
 */
size_t thud_mseed_length(thud_span text);

#endif
