/*
 * Measures of a motion whose acceleration is linear between samples: inside a step the velocity is a parabola and
 * the displacement a cubic, and every integral over it is a polynomial.
 *
 * Arias intensity: A. Arias, in Seismic Design for Nuclear Power Plants, MIT Press (1970) 438–483.
 * Significant duration: M. D. Trifunac & A. G. Brady, Bull. Seism. Soc. Am. 65 (1975) 581–626.
 * Cumulative absolute velocity: EPRI report NP-5930 (1988).
 */
#include <math.h>

#include "base/environment.h"
#include "ground/spectrum/course.h"
#include "numeric/constant.h"
#include "numeric/root.h"

static const double GRAVITY = 9.80665;

static void raise_peak(double value, double time, double *peak, double *peak_time) {
    if (!(fabs(value) > *peak)) return;
    *peak = fabs(value);
    *peak_time = time;
}

static bool inside(const thud_course *c, double t) { return t > 0 && t <= c->length; }

/* the velocity peaks where the acceleration is zero, or at samples */
static void find_velocity_peaks(const thud_course *c, thud_intensity *out) {
    const double instants[] = {-c->a / c->slope, c->length};
    for (int i = 0; i < 2; i++)
        if (inside(c, instants[i]))
            raise_peak(thud_course_velocity(c, instants[i]), c->start + instants[i], &out->pgv, &out->pgv_time);
}

/* the displacement peaks where the velocity is zero; if it never is, the roots are NaN */
static void find_displacement_peaks(const thud_course *c, thud_intensity *out) {
    double sum = -(c->a + copysign(sqrt(c->a * c->a - 2 * c->slope * c->v), c->a));
    const double instants[] = {sum / c->slope, 2 * c->v / sum, c->length};
    for (int i = 0; i < 3; i++)
        if (inside(c, instants[i]))
            raise_peak(thud_course_displacement(c, instants[i]), c->start + instants[i], &out->pgd, &out->pgd_time);
}

/* ∫a² over the first t seconds of the step, as a sum of squares */
static double square_integral(const thud_course *c, double t) {
    double end = thud_course_acceleration(c, t), sum = c->a + end;
    return t * (c->a * c->a + sum * sum + end * end) / 6;
}

/* ∫|a| over the step: one trapezium, or two triangles */
static double magnitude_integral(const thud_course *c) {
    double end = thud_course_acceleration(c, c->length);
    if (c->a * end >= 0) return c->length * fabs(c->a + end) / 2;
    return c->length * (c->a * c->a + end * end) / (2 * fabs(end - c->a));
}

/* a step in which ∫a² grows by `rest` */
typedef struct crossing {
    const thud_course *course;
    double rest;
} crossing;

static double excess(double t, const void *context) {
    const crossing *at = context;
    return square_integral(at->course, t) - at->rest;
}

/* the instant at which ∫a² from the start reaches `target` > 0 */
static double time_of(const thud_motion *motion, double target) {
    double sum = 0, step = 0;
    thud_course course = thud_course_begin(motion);
    do {
        sum += step;
        step = square_integral(&course, course.length);
    } while (sum + step < target && thud_course_next(motion, &course));
    crossing at = {&course, target - sum};
    double t = thud_root_bracketed(excess, &at, 0, course.length, 0);
    return course.start + (isnan(t) ? course.length : t); /* rounding can put it just past the end */
}

static void find_peaks(const thud_motion *motion, thud_intensity *out) {
    thud_course course = thud_course_begin(motion);
    out->pga_time = out->pgv_time = out->pgd_time = course.start;
    for (size_t i = 0; i < motion->count; i++)
        raise_peak(motion->acceleration[i], thud_motion_time(motion, i), &out->pga, &out->pga_time);
    do {
        find_velocity_peaks(&course, out);
        find_displacement_peaks(&course, out);
    } while (thud_course_next(motion, &course));
    out->final_velocity = thud_course_velocity(&course, course.length);
    out->final_displacement = thud_course_displacement(&course, course.length);
}

static void integrate(const thud_motion *motion, thud_intensity *out) {
    double squares = 0;
    thud_course course = thud_course_begin(motion);
    out->significant_start = out->significant_end = course.start;
    do {
        squares += square_integral(&course, course.length);
        out->cav += magnitude_integral(&course);
    } while (thud_course_next(motion, &course));
    out->arias = THUD_PI / (2 * GRAVITY) * squares;
    if (!(squares > 0) || isinf(squares)) return;
    out->significant_start = time_of(motion, 0.05 * squares);
    out->significant_end = time_of(motion, 0.95 * squares);
}

thud_status thud_motion_intensity(const thud_motion *motion, thud_intensity *intensity) {
    THUD_PLAIN_ENVIRONMENT;
    thud_status status = intensity ? thud_motion_check(motion) : THUD_ERROR_ARGUMENT;
    if (status != THUD_OK) return status;
    thud_intensity out = {0};
    find_peaks(motion, &out);
    integrate(motion, &out);
    if (!isfinite(out.arias) || !isfinite(out.cav) || !isfinite(out.final_displacement)) return THUD_ERROR_OVERFLOW;
    *intensity = out;
    return THUD_OK;
}
