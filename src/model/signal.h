/*
 * Functions of time: copies of signals, and their value at an instant.
 */
#ifndef THUD_MODEL_SIGNAL_H
#define THUD_MODEL_SIGNAL_H

#include <stdbool.h>

#include <thud/model.h>

/* A copy, to be freed; NULL when memory is short. */
thud_motion *thud_motion_copy(const thud_motion *motion);

/* A copy with its own samples; false when memory is short. Invalid signals are copied unchanged. */
bool thud_signal_copy(const thud_signal *signal, thud_signal *copy);
void thud_signal_free(thud_signal *signal);

/* Its value at an instant, s. */
double thud_signal_value(const thud_signal *signal, double time);

/* s: the first instant after this one at which it is not smooth, where it arrives with a delay; INFINITY: there is
 * none. */
double thud_signal_next_break(const thud_signal *signal, double delay, double time);

/* For an acceleration: the largest speed, m/s, up to an instant. A record starts from rest; for a sine it is the
 * amplitude, for any phase; for a step, whose speed is unbounded, 0. */
double thud_signal_speed(const thud_signal *signal, double end);

#endif
