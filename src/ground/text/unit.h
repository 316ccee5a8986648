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

/* The unit that a text begins with, blanks before it and case aside; false when it begins with none. */
bool thud_acceleration_unit_begins(thud_span text, thud_acceleration_unit *unit);

/* The unit that the whole text is. */
bool thud_acceleration_unit_is(thud_span text, thud_acceleration_unit *unit);

/* The units that formats have by definition. */
extern const thud_acceleration_unit thud_unit_g;
extern const thud_acceleration_unit thud_unit_cm; /* cm/s² */
extern const thud_acceleration_unit thud_unit_mm; /* mm/s² */

#endif
