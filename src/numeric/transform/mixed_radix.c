/*
 * Stockham's transform: J. W. Cooley & J. W. Tukey's factors (Math. Comput. 19 (1965) 297), each pass from one
 * array to another, so that the result needs no sorting (W. T. Cochran et al., Proc. IEEE 55 (1967) 1664).
 *
 * A pass takes `blocks` transforms of radix × below numbers each, side by side:
 *
 *     y(q, r p + k) = ω^(p k) Σ_j exp(−2πi jk/r) x(q, p + j below),   ω = exp(−2πi/(r below))
 *
 * and leaves r times as many, of `below` numbers each. The numbers of all blocks lie side by side, and are worked
 * on so.
 */
#include "numeric/transform/mixed_radix.h"

#include <math.h>
#include <string.h>

#include "numeric/constant.h"
#include "numeric/wide.h"

/* by symmetry from the first eighth of the circle, where both are most accurate */
void thud_unit_root(size_t index, size_t count, double *cosine, double *sine) {
    const size_t quadrant = 4 * index / count, rest = 4 * index - quadrant * count;
    const bool is_high = 2 * rest > count;
    const double angle = THUD_PI / 2 * ((double)(is_high ? count - rest : rest) / (double)count);
    const double near = cos(angle), far = sin(angle);
    const double c = is_high ? far : near, s = is_high ? near : far;
    *cosine = quadrant % 4 == 0 ? c : quadrant % 4 == 1 ? -s : quadrant % 4 == 2 ? -c : s;
    *sine = quadrant % 4 == 0 ? s : quadrant % 4 == 1 ? c : quadrant % 4 == 2 ? -s : -c;
}

/* ---- the plan ---- */

/* radix four before two, for fewer passes; and first, where its loops are longest */
static size_t next_radix(size_t count) {
    return count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : count % 3 == 0 ? 3 : count % 5 == 0 ? 5 : 0;
}

bool thud_mixed_radix_fits(size_t count) {
    if (count == 0) return false;
    while (count > 1) {
        const size_t radix = next_radix(count);
        if (radix == 0) return false;
        count /= radix;
    }
    return true;
}

/* the first pass needs the roots of `count`; a later one needs a subset, which is copied */
static void find_twiddles(const thud_mixed_radix *plan, size_t radix, size_t below, double *to) {
    const double *first = plan->pass[0].twiddles;
    const size_t first_radix = plan->pass[0].radix, first_below = first_radix ? plan->count / first_radix : 0;
    const size_t step = plan->count / (radix * below);
    for (size_t k = 1; k < radix; k++)
        for (size_t p = 0; p < below; p++) {
            double *at = to + 2 * (k - 1) * below + p;
            /* ω^(p k) is power k₁ of the root p₁ of the first pass where that is in its table */
            if (k < first_radix && p * step < first_below) {
                at[0] = first[2 * (k - 1) * first_below + p * step];
                at[below] = first[(2 * (k - 1) + 1) * first_below + p * step];
            } else {
                thud_unit_root(p * k * step, plan->count, &at[0], &at[below]);
            }
        }
}

void thud_mixed_radix_init(thud_mixed_radix *plan, size_t count, double *memory) {
    *plan = (thud_mixed_radix){.count = count};
    for (size_t left = count; left > 1;) {
        const size_t radix = next_radix(left), below = left / radix;
        find_twiddles(plan, radix, below, memory);
        plan->pass[plan->passes].radix = radix;
        plan->pass[plan->passes++].twiddles = memory;
        memory += 2 * (radix - 1) * below;
        left = below;
    }
}

/* ---- passes ---- */

typedef struct pair {
    double re, im;
} pair;

static inline pair add(pair a, pair b) { return (pair){a.re + b.re, a.im + b.im}; }
static inline pair subtract(pair a, pair b) { return (pair){a.re - b.re, a.im - b.im}; }
static inline pair scale(double c, pair a) { return (pair){c * a.re, c * a.im}; }
/* −i a */
static inline pair turn(pair a) { return (pair){a.im, -a.re}; }

/* the arrays of a pass, which do not overlap, and the indices at which a butterfly reads, writes and finds its
   roots */
#define ARRAYS                                                                                                     \
    const double *restrict w, const double *restrict re, const double *restrict im, double *restrict to_re,        \
        double *restrict to_im
#define PLACE size_t from, size_t step, size_t to, size_t to_step, size_t at, size_t w_step

#define GET(j) ((pair){re[from + (j)*step], im[from + (j)*step]})
#define PUT(k, value)                                                                                              \
    do {                                                                                                           \
        const pair out_ = (value);                                                                                 \
        to_re[to + (k)*to_step] = out_.re;                                                                         \
        to_im[to + (k)*to_step] = out_.im;                                                                         \
    } while (0)
/* multiplied by the conjugate of the root's power k */
#define PUT_TURNED(k, value) PUT(k, turned(value, w[at + (2 * (k)-2) * w_step], w[at + (2 * (k)-1) * w_step]))

static inline pair turned(pair a, double c, double s) { return (pair){c * a.re + s * a.im, c * a.im - s * a.re}; }

static inline void butterfly2(ARRAYS, PLACE) {
    const pair a = GET(0), b = GET(1);
    PUT(0, add(a, b));
    PUT_TURNED(1, subtract(a, b));
}

static inline void butterfly3(ARRAYS, PLACE) {
    const double half_root_3 = 0.86602540378443864676;
    const pair a = GET(0), b = GET(1), c = GET(2);
    const pair sum = add(b, c), middle = subtract(a, scale(0.5, sum));
    const pair side = turn(scale(half_root_3, subtract(b, c)));
    PUT(0, add(a, sum));
    PUT_TURNED(1, add(middle, side));
    PUT_TURNED(2, subtract(middle, side));
}

static inline void butterfly4(ARRAYS, PLACE) {
    const pair a = GET(0), b = GET(1), c = GET(2), d = GET(3);
    const pair even = add(a, c), odd = add(b, d), even_apart = subtract(a, c), odd_apart = turn(subtract(b, d));
    PUT(0, add(even, odd));
    PUT_TURNED(1, add(even_apart, odd_apart));
    PUT_TURNED(2, subtract(even, odd));
    PUT_TURNED(3, subtract(even_apart, odd_apart));
}

static inline void butterfly5(ARRAYS, PLACE) {
    /* cos and sin of 2π/5 and 4π/5 */
    const double c1 = 0.30901699437494742410, s1 = 0.95105651629515357212;
    const double c2 = -0.80901699437494742410, s2 = 0.58778525229247312917;
    const pair a = GET(0), b = GET(1), c = GET(2), d = GET(3), e = GET(4);
    const pair near = add(b, e), far = add(c, d), near_apart = subtract(b, e), far_apart = subtract(c, d);
    const pair even1 = add(a, add(scale(c1, near), scale(c2, far)));
    const pair even2 = add(a, add(scale(c2, near), scale(c1, far)));
    const pair odd1 = turn(add(scale(s1, near_apart), scale(s2, far_apart)));
    const pair odd2 = turn(subtract(scale(s2, near_apart), scale(s1, far_apart)));
    PUT(0, add(a, add(near, far)));
    PUT_TURNED(1, add(even1, odd1));
    PUT_TURNED(2, add(even2, odd2));
    PUT_TURNED(3, subtract(even2, odd2));
    PUT_TURNED(4, subtract(even1, odd1));
}

/* numbers of several blocks are adjacent both in reading and in writing, and share a root */
#define TOGETHER(radix, blocks)                                                                                    \
    for (size_t p = 0; p < below; p++) {                                                                           \
        THUD_SIDE_BY_SIDE                                                                                          \
        for (size_t q = 0; q < (blocks); q++)                                                                      \
            butterfly##radix(w, re, im, to_re, to_im, (blocks)*p + q, (blocks)*below, (radix) * (blocks)*p + q,    \
                             blocks, p, below);                                                                    \
    }

/* numbers of one block are adjacent only in reading. Four blocks, the most frequent small count, get a loop of
 * known length, which saves a third of the time */
#define PASS(radix)                                                                                                \
    THUD_WIDE static void pass##radix(size_t below, size_t blocks, ARRAYS) {                                       \
        if (blocks == 1) {                                                                                         \
            THUD_SIDE_BY_SIDE                                                                                      \
            for (size_t p = 0; p < below; p++)                                                                     \
                butterfly##radix(w, re, im, to_re, to_im, p, below, (radix)*p, 1, p, below);                       \
        } else if (blocks == 4) {                                                                                  \
            TOGETHER(radix, (size_t)4)                                                                             \
        } else {                                                                                                   \
            TOGETHER(radix, blocks)                                                                                \
        }                                                                                                          \
    }

PASS(2)
PASS(3)
PASS(4)
PASS(5)

double *thud_mixed_radix_run(const thud_mixed_radix *plan, double *numbers, double *work) {
    const size_t apart = THUD_TRANSFORM_APART(plan->count);
    double *from = numbers, *to = work;
    for (size_t i = 0, below = plan->count, blocks = 1; i < plan->passes; i++) {
        const size_t radix = plan->pass[i].radix;
        const double *w = plan->pass[i].twiddles;
        below /= radix;
        if (radix == 2) pass2(below, blocks, w, from, from + apart, to, to + apart);
        else if (radix == 3) pass3(below, blocks, w, from, from + apart, to, to + apart);
        else if (radix == 4) pass4(below, blocks, w, from, from + apart, to, to + apart);
        else pass5(below, blocks, w, from, from + apart, to, to + apart);
        blocks *= radix;
        double *held = from;
        from = to;
        to = held;
    }
    return from;
}
