/*
 * Samples as they were digitised from film: time and acceleration in turn.
 */
#ifndef THUD_MOTION_PAIRS_H
#define THUD_MOTION_PAIRS_H

#include "motion/read/reader.h"

/* Turns the numbers that were read, time and acceleration in turn, into samples at times of their own. */
bool thud_pairs_split(thud_reader *reader);

#endif
