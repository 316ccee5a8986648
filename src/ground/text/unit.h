/*
 * Units of acceleration as they are written in files: CM/SEC/SEC, cm/s**2, gal, g/10, mm/s/s.
 */
#ifndef THUD_MOTION_UNIT_H
#define THUD_MOTION_UNIT_H

#include "ground/text/line.h"

/* One unit is up/down m/s²; two numbers, so that 3 gal is 3/100 m/s² to the last bit. */
typedef struct thud_acceleration_unit {
    char name[32]; /* "" for no unit */
    double up;
    double down;
} thud_acceleration_unit;

/* The unit at the beginning of a text, ignoring spaces and case; false if there is none. */
bool thud_acceleration_unit_begins(thud_span text, thud_acceleration_unit *unit);

/* The unit if it is the whole text. */
bool thud_acceleration_unit_is(thud_span text, thud_acceleration_unit *unit);

/* Units that formats prescribe. */
extern const thud_acceleration_unit thud_unit_g;
extern const thud_acceleration_unit thud_unit_cm; /* cm/s² */
extern const thud_acceleration_unit thud_unit_mm; /* mm/s² */

#endif
