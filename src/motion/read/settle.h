/*
 * What was read from a file, made into a motion: m/s² at a step or at times.
 */
#ifndef THUD_MOTION_SETTLE_H
#define THUD_MOTION_SETTLE_H

#include "motion/read/reader.h"

/* Checks what the reader of a format found against its header, and converts the values in place. */
bool thud_reader_settle(thud_reader *reader);

#endif
