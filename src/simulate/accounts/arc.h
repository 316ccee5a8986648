/*
 * A function inside a step, known by its ends.
 *
 * Between its ends a function is no further from the straight line through them than h²/8 times its largest second
 * derivative, which is `off`. At the share t of the way it is no further than 4 t (1 − t) off.
 */
#ifndef THUD_SIMULATE_ARC_H
#define THUD_SIMULATE_ARC_H

#include <math.h>
#include <stdbool.h>

/* Its values and slopes at both ends, and how far each may be off the straight line between them. */
typedef struct thud_arc {
    double from, to, off, slope_from, slope_to, slope_off;
} thud_arc;

/* The largest |f| that may be inside: where the line rises or falls by more than 4 off, it is that of an end,
 * otherwise (f₀ + f₁)/2 + off + (f₁ − f₀)²/(16 off). */
static inline double thud_arc_most(double from, double to, double off) {
    double rise = to - from, ends = fabs(from) > fabs(to) ? fabs(from) : fabs(to);
    return fabs(rise) >= 4 * off ? ends : 0.5 * fabs(from + to) + off + rise * rise / (16 * off);
}

/* The least |f|, for ends of one sign: below zero where the function may change it. */
static inline double thud_arc_least(double from, double to, double off) {
    double rise = to - from, ends = fabs(from) < fabs(to) ? fabs(from) : fabs(to);
    return fabs(rise) >= 4 * off ? ends : 0.5 * fabs(from + to) - off - rise * rise / (16 * off);
}

/* Whether a peak of |f| has to be searched for. Where the line is steep enough, or the slope has one sign at both
 * ends and keeps it, the larger end is the peak and is taken in. */
static inline bool thud_arc_turns(const thud_arc *f, double *peak) {
    if (thud_arc_most(f->from, f->to, f->off) <= *peak) return false;
    bool keeps = f->slope_from * f->slope_to > 0 && thud_arc_least(f->slope_from, f->slope_to, f->slope_off) > 0;
    if (!keeps && fabs(f->to - f->from) < 4 * f->off) return true;
    *peak = fmax(*peak, fmax(fabs(f->from), fabs(f->to)));
    return false;
}

#endif
