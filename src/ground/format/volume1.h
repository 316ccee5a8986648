/*
 * Volume 1, the form in which film was digitised (Caltech 1969, kept by CSMIP, USC, RENADIC and BHRC): a block for
 * each channel of 13 lines of text, 7 of integers and 7 of reals, then the samples. Two lines of the text count:
 *
 *     NO. OF POINTS =  12080  RECORD LENGTH = 59.998 SEC
 *     UNITS OF UNCOR ACCEL ARE SEC AND G/10.     MAX  =  -.055 G, AT  15.992 SEC.
 */
#ifndef THUD_MOTION_FORMAT_VOLUME1_H
#define THUD_MOTION_FORMAT_VOLUME1_H

#include "ground/read/reader.h"

enum {
    THUD_VOLUME1_TEXTS = 13,
    THUD_VOLUME1_LINES = 27,
    THUD_VOLUME1_REALS = 20 /* line of the first reals, from 0 */
};

typedef struct thud_volume1 {
    thud_span lines[THUD_VOLUME1_LINES];
    const char *data; /* after the header */
} thud_volume1;

/* The header at the beginning of a text; false if the text is too short, or gives no number of points. */
bool thud_volume1_take(thud_span text, thud_volume1 *block);

/* Reads from the header: the unit if it is still unknown, the peak, and the number of points. */
void thud_volume1_unit(thud_reader *reader, const thud_volume1 *block);
void thud_volume1_peak(thud_reader *reader, const thud_volume1 *block);
bool thud_volume1_count(thud_reader *reader, const thud_volume1 *block, size_t *count);

/* The samples as pairs of time and acceleration; moves *at past the last. */
bool thud_volume1_pairs(thud_reader *reader, const thud_volume1 *block, const char **at);

/* ---- Digitised film: time and acceleration alternate. ---- */

/* Turns alternating times and accelerations into samples at irregular times. */
bool thud_pairs_split(thud_reader *reader);

#endif
