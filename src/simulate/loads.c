/*
 * Loads as pieces: records as straight lines between samples, sines, steps.
 */
#include "simulate/loads.h"

#include <math.h>

#include "model/model.h"

#define TWO_PI 6.283185307179586

/* s: of a sample, as it arrives */
static double time_of(const thud_load *l, size_t i) { return thud_motion_time(l->signal->samples, i) + l->delay; }

static double sample(const thud_signal *s, size_t i) { return s->scale * s->samples->acceleration[i]; }

/* the piece between the samples before and at `next` */
static void take_piece(thud_load *l, double time) {
    const thud_motion *m = l->signal->samples;
    if (l->next >= m->count) {
        l->value = l->slope = 0;
        l->until = INFINITY;
        return;
    }
    l->until = time_of(l, l->next);
    if (l->next == 0) {
        l->value = l->slope = 0;
        return;
    }
    double from = time_of(l, l->next - 1), start = sample(l->signal, l->next - 1);
    l->slope = (sample(l->signal, l->next) - start) / (l->until - from);
    l->value = start + l->slope * (time - from);
}

/* the sine from when it arrives on */
static void take_sine(thud_load *l, double time) {
    const thud_signal *s = l->signal;
    l->until = time < l->delay ? l->delay : INFINITY;
    l->omega = time < l->delay ? 0 : TWO_PI * s->frequency;
    /* whole turns are taken off before they cost digits */
    l->phase = s->phase + TWO_PI * fmod(s->frequency * (time - l->delay), 1);
}

void thud_load_start(thud_load *l, const thud_signal *signal, double delay) {
    *l = (thud_load){.signal = signal, .delay = delay, .until = INFINITY};
    switch (signal->kind) {
    case THUD_SIGNAL_SAMPLES:
        l->next = time_of(l, 0) > 0 ? 0 : 1;
        take_piece(l, 0);
        break;
    case THUD_SIGNAL_SINE: take_sine(l, 0); break;
    case THUD_SIGNAL_STEP:
        if (signal->start + delay > 0) l->until = signal->start + delay;
        else l->value = signal->amplitude;
        break;
    case THUD_SIGNAL_NONE: break;
    }
}

void thud_load_move(thud_load *l, double time) {
    switch (l->signal->kind) {
    case THUD_SIGNAL_SAMPLES:
        while (time >= l->until) {
            l->next++;
            take_piece(l, time);
        }
        if (l->next > 0 && l->next < l->signal->samples->count) {
            double left = l->until - time; /* from the sample that comes: exact there, and no drift */
            l->value = sample(l->signal, l->next) - l->slope * left;
        }
        break;
    case THUD_SIGNAL_SINE: take_sine(l, time); break;
    case THUD_SIGNAL_STEP:
        if (time >= l->signal->start + l->delay) {
            l->value = l->signal->amplitude;
            l->until = INFINITY;
        }
        break;
    case THUD_SIGNAL_NONE: break;
    }
}

void thud_load_jump(thud_load *l, size_t next, double time) {
    l->next = next;
    take_piece(l, time);
    thud_load_move(l, time);
}

double thud_load_value(const thud_load *l, double elapsed) {
    double value = l->value + l->slope * elapsed;
    if (l->omega != 0) value += l->signal->amplitude * sin(l->phase + l->omega * elapsed);
    return value;
}

void thud_loads_start(thud_loads *loads, const thud_model *model) {
    thud_load_start(&loads->ground, &model->ground, 0);
    for (size_t i = 0; i < loads->push_count; i++) {
        loads->pushes[i].body = model->forces[i].body;
        thud_load_start(&loads->pushes[i].load, &model->forces[i].signal, 0);
    }
}

void thud_loads_move(thud_loads *loads, double time) {
    thud_load_move(&loads->ground, time);
    for (size_t i = 0; i < loads->push_count; i++) thud_load_move(&loads->pushes[i].load, time);
}

double thud_loads_until(const thud_loads *loads, double end) {
    double until = fmin(end, loads->ground.until);
    for (size_t i = 0; i < loads->push_count; i++) until = fmin(until, loads->pushes[i].load.until);
    return until;
}
