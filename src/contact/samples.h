/*
 * The instants of a history: 0, Δ, 2Δ … up to the end.
 *
 * Neither 0.1 nor 1.2 is a double, and 12 · 0.1 is one just above 1.2: the last row would fall behind the end, and
 * the fourth would be that of 0.30000000000000004 s. A whole number of samples per second divides exactly; for
 * other intervals the instant that misses the end by rounding is the end.
 */
#ifndef THUD_CONTACT_SAMPLES_H
#define THUD_CONTACT_SAMPLES_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct thud_samples {
    double interval, end; /* s */
    size_t next;          /* index of the sample that comes next */
    double at;            /* s, of that; INFINITY when none is wanted */
} thud_samples;

/* Of the row `index`, s. The interval and the end are off by half a unit in the last place each, their product by
 * another: four are enough. */
static inline double thud_samples_instant(double interval, size_t index, double end) {
    const double rate = nearbyint(1 / interval); /* 0 for long intervals */
    const double time = rate > 0 && 1 / rate == interval ? (double)index / rate : (double)index * interval;
    return fabs(time - end) <= 4 * DBL_EPSILON * end ? end : time;
}

static inline thud_samples thud_samples_start(double interval, double end, bool wanted) {
    return (thud_samples){interval, end, 0, wanted && interval > 0 ? 0 : INFINITY};
}

/* On to the sample that comes next. */
static inline void thud_samples_next(thud_samples *s) {
    s->at = thud_samples_instant(s->interval, ++s->next, s->end);
}

/* To the first sample after an instant, where any are wanted; at 0 none has been taken. */
static inline void thud_samples_skip(thud_samples *s, double time) {
    if (s->at == INFINITY) return;
    const double whole = floor(time / s->interval);
    s->next = whole > 1 ? (size_t)whole - 1 : 0;
    while (time > 0 && thud_samples_instant(s->interval, s->next, s->end) <= time) s->next++;
    s->at = thud_samples_instant(s->interval, s->next, s->end);
}

#endif
