/*
 * The header by the SAC manual: 70 reals, 40 integers, 192 characters; -12345 stands for what is not known. The
 * code for accelerations would mean nm/s², so that the samples are of no quantity known to SAC, and a text says
 * m/s².
 */
#include "report/motion_sac.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

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

bool thud_motion_sac_holds(const thud_motion *motion) {
    if (motion->time || motion->count > INT32_MAX || !(motion->step >= FLT_MIN && motion->step <= FLT_MAX))
        return false;
    for (size_t i = 0; i < motion->count; i++)
        if (!(fabs(motion->acceleration[i]) <= FLT_MAX)) return false;
    return true;
}

void thud_motion_write_sac(FILE *stream, const thud_motion *motion, const char *title) {
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
