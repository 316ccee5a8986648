/*
 * What shakes the model: the ground and the forces, as straight lines and sines from one break to the next.
 */
#ifndef THUD_SIMULATE_EXCITATION_H
#define THUD_SIMULATE_EXCITATION_H

#include <thud/model.h>

/* A signal at the present instant: value + slope · τ + a sine, valid until `until`. */
typedef struct thud_load {
    const thud_signal *signal;
    size_t next;         /* the sample that comes next */
    double value, slope; /* at the present instant; 1/s */
    double until;        /* s; INFINITY when it goes on like this */
    double omega;        /* rad/s of the sine; 0 when there is none */
    double phase;        /* rad, of the sine at the present instant */
} thud_load;

/* At the start of the run. */
void thud_load_start(thud_load *load, const thud_signal *signal);

/* Moves on to `time`, which must not be past `until`; at `until` itself the next piece begins. */
void thud_load_move(thud_load *load, double time);

/* Moves on to `time` in the piece before sample `next`. */
void thud_load_jump(thud_load *load, size_t next, double time);

/* The value at a time up to `until`, elapsed since the present instant. */
double thud_load_value(const thud_load *load, double elapsed);

#endif
