/*
 * Steps of y′ = f(t, y) by the Runge–Kutta method of order 8 of Dormand & Prince, with two estimates of the error
 * and an interpolation of order 7 over the step.
 *
 * One step at a time and no decision in it: whoever steps judges the error in units of their own, and looks for
 * events on the interpolation. All memory is the caller's.
 */
#ifndef THUD_NUMERIC_RUNGE_KUTTA_H
#define THUD_NUMERIC_RUNGE_KUTTA_H

#include <stdbool.h>
#include <stddef.h>

/* f(t, y); false when it has no value there. */
typedef bool thud_derivative(void *context, double t, const double *y, double *slope);

enum {
    THUD_RUNGE_KUTTA_STAGES = 16,
    THUD_RUNGE_KUTTA_DEGREE = 7, /* of the interpolation */
};

typedef struct thud_runge_kutta {
    size_t count; /* components of y */
    thud_derivative *derivative;
    void *context;
    double t, h;         /* the step under way */
    const double *start; /* [count], y at t: the caller's */
    double *end;         /* [count], y at t + h */
    double *fifth;       /* [count], estimates of the error of `end`, of order 5 and 3 */
    double *third;
    double *stage[THUD_RUNGE_KUTTA_STAGES];           /* [count] each; stage[0] and stage[12] are f at both ends */
    double *coefficient[THUD_RUNGE_KUTTA_DEGREE + 1]; /* [count] each, of the powers of x = (time − t)/h */
    double *trial;                                    /* [count] */
    size_t evaluations;
} thud_runge_kutta;

/* How many doubles of work a problem of that size needs. */
size_t thud_runge_kutta_work(size_t count);
void thud_runge_kutta_init(thud_runge_kutta *method, size_t count, thud_derivative *derivative, void *context,
                           double *work);

/* f at the start, before the first step and after every change of y or f. False: it has no value. */
bool thud_runge_kutta_begin(thud_runge_kutta *method, double t, const double *y);

/* A step of length h from t, `y` as begun; fills `end` and the errors. False: f has no value on the way. */
bool thud_runge_kutta_try(thud_runge_kutta *method, double t, double h, const double *y);

/* f at the end of the step that was tried, which the interpolation and the next step need; false: it has no value.
 */
bool thud_runge_kutta_close(thud_runge_kutta *method);

/* The interpolation over the step that was closed; false: f has no value at one of its stages. */
bool thud_runge_kutta_interpolate(thud_runge_kutta *method);

/* The step is taken: what was its end is the start of the next one. Copies `end` to `y`. */
void thud_runge_kutta_advance(thud_runge_kutta *method, double *y);

/* y at x of the step, from 0 to 1: all of it, or one component and its derivatives by x, order 0 to 3. */
void thud_runge_kutta_value(const thud_runge_kutta *method, double x, double *y);
double thud_runge_kutta_component(const thud_runge_kutta *method, size_t index, double x, int order);

/* The error of the step in units of `scale`, [count] (zero or less: the component does not count): at most 1 is
 * good. The extra sums are squares of further errors in their units, of both orders. */
double thud_runge_kutta_error(const thud_runge_kutta *method, const double *scale, double extra_fifth,
                              double extra_third, size_t extra_count);

/* By how much to change the step after that error. */
double thud_runge_kutta_factor(double error);

#endif
