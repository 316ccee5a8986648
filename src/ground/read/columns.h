/*
 * Reads the description of columns in the lines above a table: "t [s], a [g]", "# time(s) acc(cm/s2)", "dt =
 * 0.01", "unit: g".
 */
#ifndef THUD_MOTION_COLUMNS_H
#define THUD_MOTION_COLUMNS_H

#include "ground/read/reader.h"

enum { THUD_COLUMNS_NAMED = 64 }; /* further columns have no name */

/* Empty if the header does not say. */
typedef struct thud_record_column {
    thud_span name;
    thud_span unit; /* without its brackets */
} thud_record_column;

/*
 * Names and units for exactly `count` columns. They come from the last line with a time or a unit of acceleration,
 * otherwise from the line just above the numbers; false if there is no such line.
 */
bool thud_columns_find(thud_span header, size_t count, thud_record_column columns[THUD_COLUMNS_NAMED]);

/* Whether a column holds times, by name or unit. */
bool thud_column_is_time(const thud_record_column *column);

/* The text after the last "dt =" or "unit:" (or "units of"); empty if the header has no such words. */
thud_span thud_header_step(thud_span header);
thud_span thud_header_unit(thud_span header);

#endif
