/*
 * State of reading a file: its text, the options, and the results so far.
 *
 * Functions that can fail write the error and return false; the reader of a format then returns at once. Places
 * are pointers into the text; only messages turn them into lines and columns.
 */
#ifndef THUD_MOTION_READER_H
#define THUD_MOTION_READER_H

#include <thud/motion.h>

#include "base/error.h"
#include "base/number.h"
#include "ground/text/line.h"
#include "ground/text/unit.h"

typedef struct thud_reader {
    thud_span text;
    const thud_motion_options *options;
    thud_motion_info *info;
    thud_status status;
    bool binary; /* binary: a place is a byte, from 1, in line 1 */
    char point;  /* the decimal point of the data: '.' or ',' */

    /* the samples, in units of the file; times only where the file gives them */
    double *values;
    double *times;
    size_t count;
    size_t capacity;
    int64_t time_place; /* decimal exponent of the last digit of the last times */
    const char *data;   /* start of the samples */
    bool paired;        /* each sample is two numbers, first its time */

    /* from the header */
    double step;                 /* s; 0 if not given */
    thud_acceleration_unit unit; /* without a name if not given */
    double peak;                 /* largest magnitude, in units of the file; NAN if not given */
    double peak_place;           /* the value of one unit in its last digit */
    const char *peak_at;
    double scale_up, scale_down; /* a number in the file is up/down units */
    bool has_offset;             /* raw data: the mean must be removed */

    bool chosen; /* the requested channel was found */
} thud_reader;

/* Writes the error and returns false. */
bool thud_reader_fail(thud_reader *reader, const char *where, const char *format, ...) THUD_PRINTF(3, 4);
bool thud_reader_fail_memory(thud_reader *reader);

/* The same for an option that cannot be met, without a place in the file. */
bool thud_reader_fail_option(thud_reader *reader, const char *option, const char *value, const char *expected);

void thud_reader_warn(thud_reader *reader, const char *where, const char *format, ...) THUD_PRINTF(3, 4);

/* Removes a byte order mark and the end mark of DOS from the text; fails if nothing is left. */
bool thud_reader_trim(thud_reader *reader);

/* Memory for `count` samples in all, with or without times; for a text never more than its number of bytes. */
bool thud_reader_reserve(thud_reader *reader, size_t count, bool with_times);

/* Memory for one more sample, if their number is unknown. */
bool thud_reader_room(thud_reader *reader, bool with_times);

/*
 * Reads a data number at *at, which moves past it. A space, a separator or the sign of the next number must
 * follow. `width` is that of the file's columns, for touching numbers; 0 if unknown.
 */
bool thud_reader_number(thud_reader *reader, const char **at, size_t width, thud_number *number);

/* Skips spaces, separators and line ends. */
const char *thud_reader_skip(const thud_reader *reader, const char *at, const char *end);

/*
 * Reads `count` samples from `at` on; fails if there are fewer. Sets data and header_count, and moves *at past the
 * last.
 */
bool thud_reader_series(thud_reader *reader, const char **at, size_t count, size_t width);

/* Warns if something other than spaces follows the last sample: text and numbers, or numbers alone. */
void thud_reader_rest(thud_reader *reader, const char *at, bool text_too);

/* The count in a header: an integer of at least 2 that the file can hold. */
bool thud_reader_count(thud_reader *reader, thud_span span, size_t *count);

/* The first number in the span; false, without an error, if there is none. */
bool thud_reader_find_number(thud_span span, thud_number *number);

/* The step in a header: a number above zero. */
bool thud_reader_step(thud_reader *reader, thud_span span, double *step);

/* A Fortran format such as (8F10.5): numbers per line and columns of each, 0 if not given. */
typedef struct thud_fortran_format {
    size_t repeat;
    size_t width;
} thud_fortran_format;
thud_fortran_format thud_reader_format(thud_span span);

/* The peak in a header; text without a number is ignored. */
void thud_reader_peak(thud_reader *reader, thud_span span);

/* The same in another unit than that of the data, which must be known by then. */
void thud_reader_peak_in(thud_reader *reader, thud_span span, const thud_acceleration_unit *unit);

/* Counts a channel of the file; true for the requested one. */
bool thud_reader_channel(thud_reader *reader, thud_span name);

/* Fails, naming all channels, if the requested one was not found. */
bool thud_reader_channel_found(thud_reader *reader);

#endif
