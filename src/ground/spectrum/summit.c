/*
 * The largest response of an oscillator to an acceleration at equal steps, linear between them: its time, its
 * size, and the contribution of each sample.
 */
#include "ground/spectrum/oscillator.h"

#include <math.h>
#include <stdbool.h>

static double slope_of(const double *a, double step) { return (a[1] - a[0]) / step; }

/*
 * The peak inside a step in which the velocity changes sign, by Newton's method. The height depends on the square
 * of the error in time, so three steps are enough.
 */
static thud_summit peak_inside(const thud_oscillator *o, thud_oscillator_state from, const double *a, double step,
                               double guess) {
    double slope = slope_of(a, step), t = guess;
    thud_oscillator_state at = from;
    for (int i = 0; i < 3; i++) {
        thud_oscillator_kernel kernel = thud_oscillator_kernel_at(o, t);
        at = thud_oscillator_advance(o, &kernel, from, a[0], slope);
        double y = -(2 * o->decay * at.v + o->square * at.u + a[0] + slope * t);
        double change = -at.v / y;
        if (!(t + change >= 0 && t + change <= step)) break;
        t += change;
        at.u += at.v * change / 2;
    }
    return (thud_summit){t, at.u};
}

thud_summit thud_summit_find(const thud_oscillator *o, const double *a, size_t count, double step) {
    thud_oscillator_matrix m = thud_oscillator_matrix_for(o, step);
    thud_oscillator_state at = {0, 0};
    thud_summit best = {0, 0};

    /* a generous bound on the error of the parabola at the peak */
    double x = o->omega * step, margin = 1 + 0.1 * fmin(x * x, 2.5);
    for (size_t i = 0; i + 1 < count; i++) {
        thud_oscillator_state next = {
            .u = m.uu * at.u + m.uv * at.v + (m.ua * a[i] + m.ub * a[i + 1]),
            .v = m.vu * at.u + m.vv * at.v + (m.va * a[i] + m.vb * a[i + 1]),
        };
        if (fabs(next.u) > fabs(best.u)) best = (thud_summit){(double)(i + 1) * step, next.u};
        if ((at.v > 0) != (next.v > 0)) {
            double guess = step * at.v / (at.v - next.v);
            if (fabs(at.u + at.v * guess / 2) * margin > fabs(best.u)) {
                thud_summit peak = peak_inside(o, at, a + i, step, guess);
                if (fabs(peak.u) > fabs(best.u)) best = (thud_summit){(double)i * step + peak.time, peak.u};
            }
        }
        at = next;
    }
    return best;
}

/* ∫∫ of the response to a unit impulse */
static double ramp(const thud_oscillator *o, double t) { return t > 0 ? thud_oscillator_kernel_at(o, t).ramp : 0; }

/* the response, a given time after a sample, to a triangle of height one that spans its two neighbours */
static double triangle(const thud_oscillator *o, double after, double step) {
    return -(ramp(o, after + step) - 2 * ramp(o, after) + ramp(o, after - step)) / step;
}

size_t thud_summit_weights(const thud_oscillator *o, double time, double step, double *weights) {
    size_t count = (size_t)floor(time / step) + 2;

    /* two triangles may still be active at that time; earlier ones are free vibrations, with two terms each */
    double first = 2 * exp(-o->decay * step) * cos(o->damped * step), second = exp(-2 * o->decay * step);
    for (size_t i = count; i-- > 0;) {
        bool direct = i + 4 >= count;
        weights[i] =
            direct ? triangle(o, time - (double)i * step, step) : first * weights[i + 1] - second * weights[i + 2];
    }
    return count;
}
