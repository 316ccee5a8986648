/*
 * An independent integration of one impact in numbers of 80 bits: modified midpoint steps, extrapolated (Gragg,
 * Bulirsch & Stoer), in the dimensionless frame δ″ = −f(δ, δ′), δ(0) = 0, δ′(0) = 1. Steps end where a corner
 * function of the force changes its sign, and change δ by no more than a seventh of what it is, so that every one
 * of them sees a smooth force.
 */
#ifndef THUD_TESTS_IMPACT_GENERAL_REFERENCE_H
#define THUD_TESTS_IMPACT_GENERAL_REFERENCE_H

#include <math.h>
#include <stdbool.h>

typedef long double reference_function(const void *context, long double depth, long double rate);

typedef struct reference {
    const void *context;
    reference_function *force;     /* at δ ≥ 0, before it is cut off */
    reference_function *corner[2]; /* NULL: none; the force is smooth where their signs stay */
    bool limited;                  /* F ≥ 0 */
    long double end;               /* ≤ 0: where bodies that part let go */
} reference;

typedef struct reference_state {
    long double depth, rate;
} reference_state;

static long double reference_pull(const reference *r, bool cut, reference_state s) {
    return cut ? 0 : r->force(r->context, s.depth, s.rate);
}

static reference_state reference_step(const reference *r, bool cut, reference_state from, long double h) {
    enum { COLUMNS = 8 };
    reference_state table[COLUMNS];
    for (int j = 0; j < COLUMNS; j++) {
        int n = 2 * (j + 1);
        long double part = h / n;
        reference_state a = from,
                        b = {from.depth + part * from.rate, from.rate - part * reference_pull(r, cut, from)};
        for (int i = 1; i < n; i++) {
            reference_state c = {a.depth + 2 * part * b.rate, a.rate - 2 * part * reference_pull(r, cut, b)};
            a = b;
            b = c;
        }
        table[j] = (reference_state){(a.depth + b.depth + part * b.rate) / 2,
                                     (a.rate + b.rate - part * reference_pull(r, cut, b)) / 2};
        for (int i = j - 1; i >= 0; i--) {
            long double ratio = (long double)(j + 1) / (i + 1), weight = 1 / (ratio * ratio - 1);
            table[i] = (reference_state){table[i + 1].depth + (table[i + 1].depth - table[i].depth) * weight,
                                         table[i + 1].rate + (table[i + 1].rate - table[i].rate) * weight};
        }
    }
    return table[0];
}

static long double reference_zero(reference_state s, int which, const reference *r) {
    if (which == 0) return s.rate;
    if (which == 1) return r->force(r->context, s.depth, s.rate);
    return r->corner[which - 2](r->context, s.depth, s.rate);
}

/* e, 0 where the bodies turn round again before they part; the largest penetration beside it, from the turn on */
static long double reference_impact(const reference *r, long double *deepest) {
    const long double first = 1e-17L;
    reference_state s = {first, 1 - first * r->force(r->context, first, 1)};
    bool cut = false, before_turn = true;
    int last = -1; /* a corner just met is not met again */
    while (s.rate > 0 || s.depth - r->end > first) {
        const bool parts = !before_turn;
        long double left = parts ? s.depth - r->end : s.depth;
        long double h = fminl(0.01L, 0.15L * left / fmaxl(fabsl(s.rate), 1e-30L)), to = h;
        int met = -1;
        reference_state next = reference_step(r, cut, s, h);
        for (int which = 0; which < 4; which++) {
            if (which >= 2 && !r->corner[which - 2]) continue;
            if (which == 1 && !r->limited) continue;
            long double before = reference_zero(s, which, r), after = reference_zero(next, which, r);
            if (which == last) continue;
            if ((before > 0) == (after > 0)) continue;
            long double low = 0, high = to;
            for (int i = 0; i < 70; i++) {
                long double middle = (low + high) / 2,
                            value = reference_zero(reference_step(r, cut, s, middle), which, r);
                if ((value > 0) == (before > 0)) low = middle;
                else high = middle;
            }
            if (high <= to) to = high, met = which;
        }
        s = met >= 0 ? reference_step(r, cut, s, to) : next;
        if (met == 0 && !before_turn) return 0;
        if (met == 0) before_turn = false;
        if (met == 0 && deepest) *deepest = s.depth;
        if (met == 1) cut = r->force(r->context, s.depth * (1 - 1e-6L), s.rate) < 0; /* while the bodies part */
        last = met;
    }
    return -(s.rate - reference_pull(r, cut, s) * (s.depth - r->end) / -s.rate);
}

#endif
