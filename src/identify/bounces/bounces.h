/*
 * Lists of bounces, shared by the functions that create them.
 */
#ifndef THUD_IDENTIFY_BOUNCES_BOUNCES_H
#define THUD_IDENTIFY_BOUNCES_BOUNCES_H

#include <thud/identify.h>

/* An empty list of this size; NULL when memory is short. */
thud_bounces *thud_bounces_create(size_t count);

/* Delivers the result with its law, or frees it and returns the error. */
thud_status thud_bounces_deliver(thud_bounces *found, thud_status status, thud_bounces **bounces,
                                 thud_error *error);

thud_status thud_bounces_check_options(const thud_bounce_options *options, thud_error *error);

/* ---- A constant e for all bounces, or e = 1 − a v^b, and whether the data refute the former ---- */

/* For drops, each with its own rebound. Sets law, has_law and the test; there is no law without three different
 * speeds, or with an e of 1. */
thud_status thud_restitution_law_of_drops(thud_bounces *bounces);

/* Readings of one ball: when it touches the floor, s, or the heights, m, of its drop and its rebounds. */
typedef struct thud_bounce_series {
    const double *values;
    size_t count;
    bool heights;
    double gravity, contact_time;
    double drop_speed; /* for times: the speed of the first impact, m/s; 0: unknown */
    double error;      /* standard error of a reading; 0: from the scatter */
} thud_bounce_series;

/* Also sets the pooled restitution of the listed bounces, and the standard error of a reading from the scatter
 * about the fit, NAN if unknown. */
thud_status thud_bounce_series_fit(const thud_bounce_series *series, thud_bounces *bounces, double *reading_error);

/* Probability that |t| exceeds a value for Student's distribution. */
double thud_student_tail(double t, size_t freedom);

#endif
