/*
 * A file that is being read: its text, what is asked for, and what was found so far.
 *
 * Functions that can fail return false after they wrote the error; the reader of a format returns at once then.
 * Places are pointers into the text; they become lines and columns only in messages.
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
    bool binary; /* no text: a place in it is a byte, from 1, in line 1 */
    char point;  /* the decimal point of the data: '.' or ',' */

    /* the samples, in units of the file; times only where the file gives them */
    double *values;
    double *times;
    size_t count;
    size_t capacity;
    int64_t time_place; /* decimal exponent of the last digit of the last times */
    const char *data;   /* where the samples begin */
    bool paired;        /* every sample is two numbers, of which the first is its time */

    /* what the header says */
    double step;                 /* s; 0 when it does not say */
    thud_acceleration_unit unit; /* without a name when it does not say */
    double peak;                 /* largest magnitude, in units of the file; NAN when it does not say */
    double peak_place;           /* the value of one unit in its last digit */
    const char *peak_at;
    double scale_up, scale_down; /* a number in the file is up/down units */
    bool has_offset;             /* raw data: the mean is to be removed */

    bool chosen; /* the channel asked for was found */
} thud_reader;

/* Writes the error and returns false. */
bool thud_reader_fail(thud_reader *reader, const char *where, const char *format, ...) THUD_PRINTF(3, 4);
bool thud_reader_fail_memory(thud_reader *reader);

/* The same for what is asked for and not available, which is not a matter of the file. */
bool thud_reader_fail_option(thud_reader *reader, const char *option, const char *value, const char *expected);

void thud_reader_warn(thud_reader *reader, const char *where, const char *format, ...) THUD_PRINTF(3, 4);

/* Takes a byte order mark off the text, and the sign for its end that DOS left behind; fails when nothing is left.
 */
bool thud_reader_trim(thud_reader *reader);

/* Memory for `count` samples in all, with times or without; of a text never more than it has bytes. */
bool thud_reader_reserve(thud_reader *reader, size_t count, bool with_times);

/* Memory for one more sample, where nobody says how many there will be. */
bool thud_reader_room(thud_reader *reader, bool with_times);

/*
 * A number among data: at *at, which moves behind it. What follows must be a blank, a separator or the sign of the
 * next number. `width` is that of the file's columns, for numbers that run into each other; 0 when it is not known.
 */
bool thud_reader_number(thud_reader *reader, const char **at, size_t width, thud_number *number);

/* Blanks, separators and line ends. */
const char *thud_reader_skip(const thud_reader *reader, const char *at, const char *end);

/*
 * Reads `count` samples from `at` on; fails when they end before. Sets data and header_count, and leaves *at behind
 * the last.
 */
bool thud_reader_series(thud_reader *reader, const char **at, size_t count, size_t width);

/* Warns when something other than blanks follows the last sample: text as well as numbers, or numbers alone. */
void thud_reader_rest(thud_reader *reader, const char *at, bool text_too);

/* The count in a header: a whole number from 2 on, that the file can hold. */
bool thud_reader_count(thud_reader *reader, thud_span span, size_t *count);

/* A number in a header, the first in the span; false, without an error, when there is none. */
bool thud_reader_find_number(thud_span span, thud_number *number);

/* The step in a header: a number above zero. */
bool thud_reader_step(thud_reader *reader, thud_span span, double *step);

/* A Fortran format such as (8F10.5): numbers per line and columns of each, 0 where it does not say. */
typedef struct thud_fortran_format {
    size_t repeat;
    size_t width;
} thud_fortran_format;
thud_fortran_format thud_reader_format(thud_span span);

/* The peak in a header; what is no number is as good as nothing. */
void thud_reader_peak(thud_reader *reader, thud_span span);

/* The same where the header tells it in another unit than that of the data, which is known by then. */
void thud_reader_peak_in(thud_reader *reader, thud_span span, const thud_acceleration_unit *unit);

/* Counts a channel of the file; true when it is the one to be read. */
bool thud_reader_channel(thud_reader *reader, thud_span name);

/* Fails, naming all channels, when the one asked for was not among them. */
bool thud_reader_channel_found(thud_reader *reader);

#endif
