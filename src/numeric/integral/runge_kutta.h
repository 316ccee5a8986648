/*
 * Steps of y′ = f(t, y) by the Runge–Kutta method of order 8 of Dormand & Prince, with two error estimates and an
 * interpolation of order 7.
 *
 * Each function makes one step and takes no decisions: the caller judges the error in its own units, and finds
 * events on the interpolation. The caller owns all memory.
 */
#ifndef THUD_NUMERIC_RUNGE_KUTTA_H
#define THUD_NUMERIC_RUNGE_KUTTA_H

#include <stdbool.h>
#include <stddef.h>

/* f(t, y); false where it is undefined. */
typedef bool thud_derivative(void *context, double t, const double *y, double *slope);

enum {
    THUD_RUNGE_KUTTA_STAGES = 16,
    THUD_RUNGE_KUTTA_DEGREE = 7, /* degree of the interpolation */
};

typedef struct thud_runge_kutta {
    size_t count; /* number of components of y */
    thud_derivative *derivative;
    void *context;
    double t, h;         /* time and length of the current step */
    const double *start; /* [count], y at t; owned by the caller */
    double *end;         /* [count], y at t + h */
    double *fifth;       /* [count], error estimates of `end`, of order 5 and 3 */
    double *third;
    double *stage[THUD_RUNGE_KUTTA_STAGES];           /* [count] each; stage[0] and stage[12] are f at both ends */
    double *coefficient[THUD_RUNGE_KUTTA_DEGREE + 1]; /* [count] each, of the powers of x = (time − t)/h */
    double *trial;                                    /* [count] */
    size_t evaluations;
} thud_runge_kutta;

/* Number of doubles of work space for a problem of that size. */
size_t thud_runge_kutta_work(size_t count);
void thud_runge_kutta_init(thud_runge_kutta *method, size_t count, thud_derivative *derivative, void *context,
                           double *work);

/* Evaluates f before the first step and after every change of y or f. False: f is undefined there. */
bool thud_runge_kutta_begin(thud_runge_kutta *method, double t, const double *y);

/* Tries a step of length h from t and fills in `end` and the errors. False: f is undefined at a stage. */
bool thud_runge_kutta_try(thud_runge_kutta *method, double t, double h, const double *y);

/* Evaluates f at the end of the tried step, for the interpolation and the next step. False: it is undefined
   there. */
bool thud_runge_kutta_close(thud_runge_kutta *method);

/* Computes the interpolation over the closed step. False: f is undefined at one of its stages. */
bool thud_runge_kutta_interpolate(thud_runge_kutta *method);

/* Accepts the step: its end becomes the start of the next one. Copies `end` to `y`. */
void thud_runge_kutta_advance(thud_runge_kutta *method, double *y);

/* y at x of the step, from 0 to 1: all components, or one with its derivatives by x of order 0 to 3. */
void thud_runge_kutta_value(const thud_runge_kutta *method, double x, double *y);
double thud_runge_kutta_component(const thud_runge_kutta *method, size_t index, double x, int order);

/* The error of the step in units of `scale`, [count] (zero or less: the component is ignored); at most 1 is
 * acceptable. The extra sums are squares of further errors in their units, of both orders. */
double thud_runge_kutta_error(const thud_runge_kutta *method, const double *scale, double extra_fifth,
                              double extra_third, size_t extra_count);

/* The factor by which to change the step after that error. */
double thud_runge_kutta_factor(double error);

#endif
