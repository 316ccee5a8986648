/*
 * Lists of bounces, shared by those who make them.
 */
#ifndef THUD_IDENTIFY_BOUNCES_BOUNCES_H
#define THUD_IDENTIFY_BOUNCES_BOUNCES_H

#include <thud/identify.h>

/* Room for so many, still to be filled in; NULL without memory. */
thud_bounces *thud_bounces_create(size_t count);

/* What was found, with its law, or what went wrong; then nothing is left of it. */
thud_status thud_bounces_deliver(thud_bounces *found, thud_status status, thud_bounces **bounces,
                                 thud_error *error);

thud_status thud_bounces_check_options(const thud_bounce_options *options, thud_error *error);

/* ---- One e for all bounces, or e = 1 − a v^b, and whether the data refute the former ---- */

/* Drops, each with its own rebound. Sets law and has_law, and the test; without three different speeds, or with an
 * e of 1, there is none. */
thud_status thud_restitution_law_of_drops(thud_bounces *bounces);

/* Readings of one ball: when it touches the floor, s, or the heights, m, of its drop and its rebounds. */
typedef struct thud_bounce_series {
    const double *values;
    size_t count;
    bool heights;
    double gravity, contact_time;
    double drop_speed; /* of times: the speed of the first impact, m/s; 0 where it is not known */
    double error;      /* standard error of a reading; 0: from the scatter */
} thud_bounce_series;

/* Sets the pooled restitution as well, of bounces that are listed; and the standard error of a reading, from the
 * scatter about what fits, NAN where nothing tells. */
thud_status thud_bounce_series_fit(const thud_bounce_series *series, thud_bounces *bounces, double *reading_error);

/* Probability that |t| of Student's distribution is larger. */
double thud_student_tail(double t, size_t freedom);

#endif
