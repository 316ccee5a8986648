/*
 * What shakes the model: the ground and the forces, as straight lines and sines from one break to the next; and
 * what the caller of a run in steps adds to them.
 */
#ifndef THUD_SIMULATE_LOADS_H
#define THUD_SIMULATE_LOADS_H

#include <thud/model.h>

#include "model/model.h"
#include "numeric/series/power_series.h"

/* What a caller adds: held, or on its way to another value along a straight line. */
typedef struct thud_input {
    double value, target; /* now, and at the end of the ramp; the same while it is held */
    double rise, until;   /* 1/s, s: of the ramp under way; 0 while there is none */
} thud_input;

/* A signal, with the input, at the present instant: value + slope · τ + a sine, valid until `until`. */
typedef struct thud_load {
    const thud_signal *signal;
    double delay;        /* s: how much later it is than the signal, and zero before */
    size_t next;         /* the sample that comes next */
    double own, steep;   /* value and slope of the signal alone */
    double value, slope; /* at the present instant; 1/s */
    double until;        /* s; INFINITY when it goes on like this */
    double omega;        /* rad/s of the sine; 0 when there is none */
    double phase;        /* rad, of the sine at the present instant */
    bool driven;         /* there is an input */
    thud_input input;
} thud_load;

/* How large it gets, or may have been a moment ago. */
double thud_load_size(const thud_load *load);

/* At the start of the run. */
void thud_load_start(thud_load *load, const thud_signal *signal, double delay);

/* Moves on to `time`, which must not be past `until`; at `until` itself the next piece begins. */
void thud_load_move(thud_load *load, double time);

/* Moves on to `time` in the piece before sample `next`. */
void thud_load_jump(thud_load *load, size_t next, double time);

/* The value at a time up to `until`, elapsed since the present instant. */
double thud_load_value(const thud_load *load, double elapsed);

/* A force on a body and its series. */
typedef struct thud_push {
    thud_load load;
    thud_body body;
    double series[THUD_SERIES_WIDTH];
    double sine[THUD_SERIES_WIDTH], cosine[THUD_SERIES_WIDTH]; /* of the load, where it has a sine */
} thud_push;

typedef struct thud_loads {
    thud_load ground;                                          /* m/s² */
    double sine[THUD_SERIES_WIDTH], cosine[THUD_SERIES_WIDTH]; /* of the ground, where it has a sine */
    thud_push *pushes; /* those of the model, then one for each body that an input pushes */
    size_t push_count, model_count;
    bool driven; /* there are inputs */
} thud_loads;

/* All of them. */
void thud_loads_start(thud_loads *loads, const thud_model *model);
void thud_loads_move(thud_loads *loads, double time);

/* s: the first instant at which one of them breaks, `end` at the latest. */
double thud_loads_until(const thud_loads *loads, double end);

/* ---- inputs ---- */

/* Whether there is anything but zero in a load. */
bool thud_load_acts(const thud_load *load);

/* The push that carries the input of a body; it is added where there is none. */
thud_push *thud_loads_push_of(thud_loads *loads, thud_body body);

/* Another input from `time` on: at once, or along the ramps that begin next. */
void thud_load_drive(thud_loads *loads, thud_load *load, double value, bool ramped, double time);

/* The ramps from `time` to `until` begin; and what is left of them at `time` waits, which is nothing at `until`. */
void thud_loads_ramp(thud_loads *loads, double time, double until);
void thud_loads_rest(thud_loads *loads, double time);

#endif
