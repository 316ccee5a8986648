/*
 * Baseline corrections: polynomials fitted to the samples, or a smooth correction after which the ground ends at
 * rest where it began.
 */
#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "ground/spectrum/course.h"

/* time from −1 to 1 */
static double position(const thud_motion *motion, size_t index) {
    double first = thud_motion_time(motion, 0), last = thud_motion_time(motion, motion->count - 1);
    return 2 * (thud_motion_time(motion, index) - first) / (last - first) - 1;
}

/* a polynomial of degree two at most: x² with the factor `square`, and so on */
typedef struct parabola {
    double constant, linear, square;
} parabola;

static double value(const parabola *p, double x) { return p->constant + x * (p->linear + x * p->square); }

/* Σ of x to a power, times p², over the samples */
static double moment(const thud_motion *motion, const parabola *p, int power) {
    double sum = 0;
    for (size_t i = 0; i < motion->count; i++) {
        double x = position(motion, i), v = value(p, x);
        sum += (power ? x : 1) * v * v;
    }
    return sum;
}

/* subtracts the part of the motion that is a multiple of p */
static void subtract(thud_motion *motion, const parabola *p) {
    double product = 0;
    for (size_t i = 0; i < motion->count; i++) product += motion->acceleration[i] * value(p, position(motion, i));
    double factor = product / moment(motion, p, 0);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] -= factor * value(p, position(motion, i));
}

/*
 * Polynomials that are orthogonal over the samples, by Stieltjes' recurrence, so that they can be subtracted one
 * after the other.
 */
static thud_status subtract_polynomial(thud_motion *motion, int degree) {
    if (motion->count <= (size_t)degree) return THUD_ERROR_ARGUMENT;
    parabola zeroth = {.constant = 1};
    subtract(motion, &zeroth);
    if (degree < 1) return THUD_OK;
    parabola first = {.constant = -moment(motion, &zeroth, 1) / moment(motion, &zeroth, 0), .linear = 1};
    subtract(motion, &first);
    if (degree < 2) return THUD_OK;
    double norm = moment(motion, &first, 0), centre = moment(motion, &first, 1) / norm;
    parabola second = {
        .constant = -centre * first.constant - norm / moment(motion, &zeroth, 0),
        .linear = first.constant - centre,
        .square = 1,
    };
    subtract(motion, &second);
    return THUD_OK;
}

/* velocity and displacement at the last sample */
typedef struct ending {
    double v, d;
} ending;

static ending ending_of(const thud_motion *motion) {
    thud_course course = thud_course_begin(motion);
    while (thud_course_next(motion, &course)) continue;
    return (ending){thud_course_velocity(&course, course.length), thud_course_displacement(&course, course.length)};
}

/* (1 − x²)², which begins and ends smoothly, and x times that */
static double bump(double x, int odd) {
    double arch = (1 - x) * (1 + x);
    return odd ? x * arch * arch : arch * arch;
}

/* a motion of one of the two shapes, at the same instants */
static ending shape_ending(const thud_motion *motion, int odd, double *samples) {
    thud_motion shape = *motion;
    shape.acceleration = samples;
    for (size_t i = 0; i < shape.count; i++) samples[i] = bump(position(motion, i), odd);
    return ending_of(&shape);
}

/* removes the final velocity and displacement; a second pass removes rounding */
static thud_status remove_ending(thud_motion *motion, ending even, ending odd) {
    enum { ROUNDS = 3 };
    double determinant = even.v * odd.d - odd.v * even.d;
    if (!(fabs(determinant) > 0)) return THUD_ERROR_ARGUMENT;
    for (int round = 0; round < ROUNDS; round++) {
        ending end = ending_of(motion);
        double even_part = (odd.v * end.d - odd.d * end.v) / determinant;
        double odd_part = (even.d * end.v - even.v * end.d) / determinant;
        for (size_t i = 0; i < motion->count; i++) {
            double x = position(motion, i);
            motion->acceleration[i] += even_part * bump(x, 0) + odd_part * bump(x, 1);
        }
    }
    return THUD_OK;
}

static thud_status end_at_rest(thud_motion *motion) {
    /* at least two interior samples, for two unknowns */
    if (motion->count < 4) return THUD_ERROR_ARGUMENT;
    double *samples = malloc(motion->count * sizeof *samples);
    if (!samples) return THUD_ERROR_MEMORY;
    ending even = shape_ending(motion, 0, samples), odd = shape_ending(motion, 1, samples);
    free(samples);
    return remove_ending(motion, even, odd);
}

thud_status thud_motion_correct(thud_motion *motion, thud_baseline baseline) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = thud_motion_check(motion);
    if (status != THUD_OK) return status;
    switch (baseline) {
    case THUD_BASELINE_MEAN: return subtract_polynomial(motion, 0);
    case THUD_BASELINE_LINEAR: return subtract_polynomial(motion, 1);
    case THUD_BASELINE_QUADRATIC: return subtract_polynomial(motion, 2);
    case THUD_BASELINE_ZERO_END: return end_at_rest(motion);
    }
    return THUD_ERROR_ARGUMENT;
}
