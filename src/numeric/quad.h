/*
 * Four numbers processed together, like the registers of THUD_WIDE functions. Compilers do not vectorise these
 * loops reliably; results do not depend on it. Arguments are pointers, since calling conventions for vectors
 * differ.
 */
#ifndef THUD_NUMERIC_QUAD_H
#define THUD_NUMERIC_QUAD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { THUD_QUAD = 4 };
typedef double thud_quad __attribute__((vector_size(THUD_QUAD * sizeof(double))));
typedef int64_t thud_quad_bits __attribute__((vector_size(THUD_QUAD * sizeof(int64_t))));

static inline void thud_quad_take(thud_quad *q, const double *from) { memcpy(q, from, sizeof *q); }
static inline void thud_quad_give(const thud_quad *q, double *to) { memcpy(to, q, sizeof *q); }

/* The four from the second on, and the four from the fourth on, out of eight consecutive numbers. */
static inline void thud_quad_after_first(const thud_quad *q, const thud_quad *next, thud_quad *out) {
    *out = __builtin_shufflevector(*q, *next, 1, 2, 3, 4);
}
static inline void thud_quad_from_last(const thud_quad *q, const thud_quad *next, thud_quad *out) {
    *out = __builtin_shufflevector(*q, *next, 3, 4, 5, 6);
}

/* absolute values */
static inline void thud_quad_size(thud_quad *q) {
    thud_quad_bits bits;
    memcpy(&bits, q, sizeof bits);
    bits &= INT64_MAX;
    memcpy(q, &bits, sizeof bits);
}

/* The largest |c| so far, as bits: for numbers without a sign these have the same order, and non-finite values
 * come last. */
static inline void thud_quad_larger(thud_quad_bits *most, const thud_quad *c) {
    thud_quad_bits size, mask;
    memcpy(&size, c, sizeof size);
    size &= INT64_MAX;
    mask = *most > size;
    *most = (*most & mask) | (size & ~mask);
}

/* the same as a number; NAN if one is not finite */
static inline double thud_quad_largest(const thud_quad_bits *most) {
    const thud_quad_bits m = *most;
    int64_t even = m[0] > m[2] ? m[0] : m[2], odd = m[1] > m[3] ? m[1] : m[3], largest = even > odd ? even : odd;
    double size;
    memcpy(&size, &largest, sizeof size);
    return size < HUGE_VAL ? size : NAN;
}

/* whether one of them is above zero, and whether all are; start with `any` and `not all` empty */
static inline void thud_quad_above(thud_quad_bits *any, thud_quad_bits *not_all, const thud_quad *q) {
    thud_quad_bits above = *q > (thud_quad){0};
    *any |= above;
    *not_all |= ~above;
}

static inline bool thud_quad_is_set(const thud_quad_bits *b) {
    return ((*b)[0] | (*b)[1] | (*b)[2] | (*b)[3]) != 0;
}

/* the sum of all four, in pairs */
static inline double thud_quad_sum(const thud_quad *q) { return ((*q)[0] + (*q)[1]) + ((*q)[2] + (*q)[3]); }

#endif
