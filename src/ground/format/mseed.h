/*
 * What MiniSEED looks like from outside, for the reader and for the one that stands in its place without libmseed.
 */
#ifndef THUD_MOTION_MSEED_H
#define THUD_MOTION_MSEED_H

#include <stddef.h>

#include "ground/text/line.h"

/* By the first record: a number, the quality of the data, a station, and a time. */
bool thud_mseed_recognise(thud_span text);

/*
 * Bytes of the record that a text begins with, as its blockette 1000 tells; 0 when there is no record, or none
 * within the text that tells. libmseed's own search reads behind the end of what it is given.
 */
size_t thud_mseed_length(thud_span text);

#endif
