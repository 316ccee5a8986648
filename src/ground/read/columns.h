/*
 * What the lines above a table say about its columns: "t [s], a [g]", "# time(s)  acc(cm/s2)", "dt = 0.01", "unit:
 * g".
 */
#ifndef THUD_MOTION_COLUMNS_H
#define THUD_MOTION_COLUMNS_H

#include "ground/read/reader.h"

enum { THUD_COLUMNS_NAMED = 64 }; /* further ones go without a name */

/* Empty where the header does not say. */
typedef struct thud_record_column {
    thud_span name;
    thud_span unit; /* without its brackets */
} thud_record_column;

/*
 * Names and units for exactly `count` columns, from the last line that tells a time or a unit of acceleration, else
 * from the line right above the numbers; false when there is no such line.
 */
bool thud_columns_find(thud_span header, size_t count, thud_record_column columns[THUD_COLUMNS_NAMED]);

/* Whether a column holds times, by its name or unit. */
bool thud_column_is_time(const thud_record_column *column);

/* What stands behind the last "dt =" or "unit:" (or "units of"); empty when the header has no such words. */
thud_span thud_header_step(thud_span header);
thud_span thud_header_unit(thud_span header);

#endif
