/*
 * What MiniSEED looks like from outside, for the reader and for the one that stands in its place without libmseed.
 */
#ifndef THUD_MOTION_MSEED_H
#define THUD_MOTION_MSEED_H

#include "motion/line.h"

/* By the first record: a number, the quality of the data, a station, and a time. */
bool thud_mseed_recognise(thud_span text);

#endif
