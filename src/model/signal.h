/*
 * What varies with time: copies of signals, and their value at an instant.
 */
#ifndef THUD_MODEL_SIGNAL_H
#define THUD_MODEL_SIGNAL_H

#include <stdbool.h>

#include <thud/model.h>

/* A copy, to be freed; NULL without memory. */
thud_motion *thud_motion_copy(const thud_motion *motion);

/* A copy with samples of its own; false without memory. What is wrong with a signal is copied as it is. */
bool thud_signal_copy(const thud_signal *signal, thud_signal *copy);
void thud_signal_free(thud_signal *signal);

/* Its value at an instant, s. */
double thud_signal_value(const thud_signal *signal, double time);

/* s: the first instant after this one at which it is not smooth, where it arrives with a delay; INFINITY: there is
 * none. */
double thud_signal_next_break(const thud_signal *signal, double delay, double time);

/* Of an acceleration, m/s: how fast it gets until an instant. A record sets out from rest; of a sine it is the
 * amplitude, whatever the phase; of a step, which gets faster for ever, 0. */
double thud_signal_speed(const thud_signal *signal, double end);

#endif
