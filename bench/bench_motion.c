/*
 * Reading ground motions: megabytes a second of a PEER AT2 file in memory, side by side with what anyone would
 * write instead, a plain loop of strtod over the same numbers. The loop knows where the numbers begin and checks
 * nothing.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "timing.h"

/* a file in memory, with a zero at its end for strtod */
typedef struct text {
    char *start;
    size_t size;
    const char *numbers;
    size_t count;
    double *room; /* for the numbers that the plain loop reads */
} text;

/* what a file holds: PEER's seven digits, or all that a double has */
typedef struct kind {
    const char *name;
    const char *format;
    size_t width; /* of a number */
    size_t count;
} kind;

static const kind kinds[] = {
    {"7 digits (5E15.7)", "%15.7E", 15, 1500000},
    {"17 digits (5E24.16)", "%24.16E", 24, 1000000},
};

/* looks like an earthquake to the reader: all magnitudes, both signs */
static double sample(size_t i) {
    return 0.3 * sin(0.1 * (double)i) * cos(0.0007 * (double)i) * exp(-1e-6 * (double)i);
}

static bool make_text(const kind *k, text *out) {
    const size_t size = k->count * (k->width + 1) + 200;
    out->start = malloc(size);
    out->room = malloc(k->count * sizeof *out->room);
    if (!out->start || !out->room) return false;
    char *at = out->start;
    at += sprintf(at, "A made-up record\nACCELERATION TIME SERIES IN UNITS OF G\nNPTS= %zu, DT= .005 SEC\n",
                  k->count);
    out->numbers = at;
    out->count = k->count;
    for (size_t i = 0; i < k->count; i++) {
        at += sprintf(at, k->format, sample(i));
        if (i % 5 == 4) *at++ = '\n';
    }
    *at = '\0';
    out->size = (size_t)(at - out->start);
    return true;
}

static double read_work(void *context) {
    const text *t = context;
    thud_motion *motion;
    if (thud_motion_parse(t->start, t->size, NULL, &motion, NULL) != THUD_OK) return NAN;
    const double sum = motion->acceleration[motion->count - 1];
    thud_motion_free(motion);
    return sum;
}

static double strtod_work(void *context) {
    const text *t = context;
    size_t count = 0;
    const char *at = t->numbers;
    for (char *end; count < t->count; at = end) {
        t->room[count] = strtod(at, &end);
        if (end == at) break;
        count++;
    }
    return t->room[count - 1];
}

/* both see the same numbers */
static bool agree(text *t) {
    thud_motion *motion;
    if (thud_motion_parse(t->start, t->size, NULL, &motion, NULL) != THUD_OK) return false;
    (void)strtod_work(t);
    bool same = motion->count == t->count;
    for (size_t i = 0; same && i < t->count; i++) same = motion->acceleration[i] == t->room[i] * 980665 / 1e5;
    thud_motion_free(motion);
    return same;
}

static bool run(const kind *k) {
    text t;
    if (!make_text(k, &t)) return false;
    const double megabytes = 1e-6 * (double)t.size;
    const bool same = agree(&t);
    const double thud = timing_per_call(read_work, &t, 1), plain = timing_per_call(strtod_work, &t, 1);
    printf("%-22s %7.1f %11.0f %13.0f %8.2f  %s\n", k->name, megabytes, megabytes / thud, megabytes / plain,
           plain / thud, same ? "same numbers" : "NUMBERS DIFFER");
    free(t.start);
    free(t.room);
    return same;
}

int main(void) {
    printf("Reading AT2 from memory\n%-22s %7s %11s %13s %8s\n", "numbers", "MB", "thud, MB/s", "strtod, MB/s",
           "ratio");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (!run(&kinds[i])) {
            fprintf(stderr, "bench_motion: %s failed\n", kinds[i].name);
            return EXIT_FAILURE;
        }
    printf("\nchecksum %.17g\n", timing_checksum());
    return EXIT_SUCCESS;
}
