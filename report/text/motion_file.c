/* Ground motions as files that other programs read, and that thud reads back as the same motion. */

#include "report/text/motion_file.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"
#include "ground/text/line.h"
#include "ground/text/unit.h"
#include "report/text/print.h"

const char *const thud_motion_file_names[THUD_MOTION_FILE_COUNT] = {"at2", "two-column", "one-column", "sac"};

typedef struct number_text {
    char text[32];
} number_text;

/*
 * The number whose up/down is the value, with the fewest digits that a reader turns into the same double. Seven are
 * what most files have; 17 always suffice, but for the rounding that another unit brings.
 */
static number_text write_number(double value, double up, double down) {
    static const int digits[] = {7, 15, 16, 17};
    number_text out;
    for (size_t i = 0; i < sizeof digits / sizeof digits[0]; i++) {
        thud_print(out.text, sizeof out.text, "%.*g", digits[i], value * down / up);
        if (thud_number_value(out.text, NULL) * up / down == value) break;
    }
    return out;
}

/* a title that holds the words of the count line would be taken for it */
static const char *safe_title(const char *title) {
    if (!title || !*title) return "Ground motion";
    return thud_span_find((thud_span){title, title + strlen(title)}, "NPTS") ? "Ground motion" : title;
}

static void write_at2(FILE *stream, const thud_motion *motion, const char *title) {
    enum { PER_LINE = 5 };
    fprintf(stream, "%s\nWritten by thud\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= %zu, DT= %s SEC\n",
            safe_title(title), motion->count, write_number(motion->step, 1, 1).text);
    for (size_t i = 0; i < motion->count; i++) {
        const bool ends = i % PER_LINE == PER_LINE - 1 || i + 1 == motion->count;
        fprintf(stream, "%24s%s", write_number(motion->acceleration[i], thud_unit_g.up, thud_unit_g.down).text,
                ends ? "\n" : "");
    }
}

/* times are labels: twelve digits show 0.06 where the product is 0.059999999999999998 */
static void write_two_column(FILE *stream, const thud_motion *motion, const char *title) {
    if (title && *title) fprintf(stream, "# %s\n", title);
    fprintf(stream, "t [s],a [m/s^2]\n");
    for (size_t i = 0; i < motion->count; i++) {
        if (motion->time) fprintf(stream, "%s,", write_number(motion->time[i], 1, 1).text);
        else thud_print_to(stream, "%.12g,", thud_motion_time(motion, i));
        fprintf(stream, "%s\n", write_number(motion->acceleration[i], 1, 1).text);
    }
}

static void write_one_column(FILE *stream, const thud_motion *motion, const char *title) {
    if (title && *title) fprintf(stream, "# %s\n", title);
    fprintf(stream, "# dt = %s s\n# a [m/s^2]\n", write_number(motion->step, 1, 1).text);
    for (size_t i = 0; i < motion->count; i++)
        fprintf(stream, "%s\n", write_number(motion->acceleration[i], 1, 1).text);
}

/* ---- SAC: version 7, the smallest byte of a number first, samples in single precision ---- */

enum { REALS = 70, INTEGERS = 40, TEXTS = 192, FOOTER = 22 };

/* words of the header, from 0, and characters */
enum { STEP = 0, LOWEST = 1, HIGHEST = 2, START = 5, END = 6, MEAN = 56 };
enum { VERSION = 6, COUNT = 9, FILE_TYPE = 15, QUANTITY = 16, EVEN = 35 };
enum { EVENT = 8, EVENT_SIZE = 16, USER = 136 };

static void write_bits(FILE *stream, uint64_t bits, size_t size) {
    for (size_t i = 0; i < size; i++) putc((int)(bits >> 8 * i & 0xff), stream);
}

static void write_single(FILE *stream, double value) {
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    write_bits(stream, bits, sizeof bits);
}

static void write_double(FILE *stream, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_bits(stream, bits, sizeof bits);
}

static void write_reals(FILE *stream, const thud_motion *motion) {
    double reals[REALS];
    for (size_t i = 0; i < REALS; i++) reals[i] = -12345;
    reals[STEP] = motion->step;
    reals[START] = 0;
    reals[END] = thud_motion_time(motion, motion->count - 1);
    reals[LOWEST] = reals[HIGHEST] = motion->acceleration[0];
    reals[MEAN] = 0;
    for (size_t i = 0; i < motion->count; i++) {
        reals[LOWEST] = fmin(reals[LOWEST], motion->acceleration[i]);
        reals[HIGHEST] = fmax(reals[HIGHEST], motion->acceleration[i]);
        reals[MEAN] += motion->acceleration[i] / (double)motion->count;
    }
    for (size_t i = 0; i < REALS; i++) write_single(stream, reals[i]);
}

static void write_integers(FILE *stream, const thud_motion *motion) {
    int32_t integers[INTEGERS];
    for (size_t i = 0; i < INTEGERS; i++) integers[i] = i < EVEN ? -12345 : 0;
    integers[VERSION] = 7;
    integers[COUNT] = (int32_t)motion->count;
    integers[FILE_TYPE] = 1; /* a time series */
    integers[QUANTITY] = 5;  /* unknown */
    integers[EVEN] = 1;
    for (size_t i = 0; i < INTEGERS; i++) write_bits(stream, (uint32_t)integers[i], 4);
}

static void put_text(char texts[TEXTS], size_t at, size_t size, const char *text) {
    memset(texts + at, ' ', size);
    memcpy(texts + at, text, strlen(text) < size ? strlen(text) : size);
}

static void write_texts(FILE *stream, const char *title) {
    char texts[TEXTS];
    for (size_t i = 0; i < TEXTS; i += 8) put_text(texts, i, 8, "-12345");
    put_text(texts, EVENT, EVENT_SIZE, title && *title ? title : "-12345");
    put_text(texts, USER, 8, "m/s^2");
    fwrite(texts, 1, sizeof texts, stream);
}

/* false for what single precision, or a count of 31 bits, does not hold, and for uneven times */
static bool sac_holds(const thud_motion *motion) {
    if (motion->time || motion->count > INT32_MAX || !(motion->step >= FLT_MIN && motion->step <= FLT_MAX))
        return false;
    for (size_t i = 0; i < motion->count; i++)
        if (!(fabs(motion->acceleration[i]) <= FLT_MAX)) return false;
    return true;
}

static void write_sac(FILE *stream, const thud_motion *motion, const char *title) {
    write_reals(stream, motion);
    write_integers(stream, motion);
    write_texts(stream, title);
    for (size_t i = 0; i < motion->count; i++) write_single(stream, motion->acceleration[i]);
    /* step, start and end once more, in double precision */
    for (size_t i = 0; i < FOOTER; i++)
        write_double(stream, i == 0   ? motion->step
                             : i == 1 ? 0
                             : i == 2 ? thud_motion_time(motion, motion->count - 1)
                                      : -12345);
}

/* ---- all kinds ---- */

thud_motion_file_kind thud_motion_file_kind_for(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot && (strcmp(dot, ".at2") == 0 || strcmp(dot, ".AT2") == 0)) return THUD_MOTION_FILE_AT2;
    if (dot && (strcmp(dot, ".sac") == 0 || strcmp(dot, ".SAC") == 0)) return THUD_MOTION_FILE_SAC;
    return THUD_MOTION_FILE_TWO_COLUMN;
}

bool thud_motion_file_holds(thud_motion_file_kind kind, const thud_motion *motion) {
    if (kind == THUD_MOTION_FILE_SAC) return sac_holds(motion);
    return !motion->time || kind == THUD_MOTION_FILE_TWO_COLUMN;
}

bool thud_motion_file_write(const char *path, thud_motion_file_kind kind, const thud_motion *motion,
                            const char *title, thud_error *failure) {
    static void (*const writers[])(FILE *, const thud_motion *, const char *) = {write_at2, write_two_column,
                                                                                 write_one_column, write_sac};
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    writers[kind](output.stream, motion, title);
    return thud_output_commit(&output, failure);
}
