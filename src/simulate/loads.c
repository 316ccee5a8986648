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
    l->own = l->steep = 0;
    l->until = l->next < m->count ? time_of(l, l->next) : INFINITY;
    if (l->next == 0 || l->next >= m->count) return;
    double from = time_of(l, l->next - 1), start = sample(l->signal, l->next - 1);
    l->steep = (sample(l->signal, l->next) - start) / (l->until - from);
    l->own = start + l->steep * (time - from);
}

/* an input on a ramp is known from its end, where it is exact */
static double input_at(const thud_input *input, double time) {
    return input->rise == 0 ? input->value : input->target - input->rise * (input->until - time);
}

/* what the signal has come to, and the input with it */
static void sum_up(thud_load *l, double time) {
    l->value = l->own;
    l->slope = l->steep;
    if (!l->driven) return;
    l->value += input_at(&l->input, time);
    l->slope += l->input.rise;
}

/* the sine from when it arrives on */
static void take_sine(thud_load *l, double time) {
    const thud_signal *s = l->signal;
    l->until = time < l->delay ? l->delay : INFINITY;
    l->omega = time < l->delay ? 0 : TWO_PI * s->frequency;
    /* whole turns are taken off before they cost digits */
    l->phase = s->phase + TWO_PI * fmod(s->frequency * (time - l->delay), 1);
}

double thud_load_size(const thud_load *load) {
    const thud_signal *s = load->signal;
    bool steady = s->kind == THUD_SIGNAL_SINE || s->kind == THUD_SIGNAL_STEP;
    return fabs(load->value) + (steady ? fabs(s->amplitude) : 0);
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
        else l->own = signal->amplitude;
        break;
    case THUD_SIGNAL_NONE: break;
    }
    sum_up(l, 0);
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
            l->own = sample(l->signal, l->next) - l->steep * left;
        }
        break;
    case THUD_SIGNAL_SINE: take_sine(l, time); break;
    case THUD_SIGNAL_STEP:
        if (time >= l->signal->start + l->delay) {
            l->own = l->signal->amplitude;
            l->until = INFINITY;
        }
        break;
    case THUD_SIGNAL_NONE: break;
    }
    sum_up(l, time);
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
    loads->driven = false;
    loads->push_count = loads->model_count;
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

/* ---- inputs ---- */

bool thud_load_acts(const thud_load *l) { return l->driven || l->signal->kind != THUD_SIGNAL_NONE; }

thud_push *thud_loads_push_of(thud_loads *loads, thud_body body) {
    static const thud_signal NOTHING = {.kind = THUD_SIGNAL_NONE};
    thud_push *push = loads->pushes + loads->model_count, *past = loads->pushes + loads->push_count;
    while (push < past && push->body != body) push++;
    if (push < past) return push;
    push->body = body;
    thud_load_start(&push->load, &NOTHING, 0);
    loads->push_count++;
    return push;
}

void thud_load_drive(thud_loads *loads, thud_load *l, double value, bool ramped, double time) {
    loads->driven = l->driven = true;
    l->input.target = value;
    if (!ramped) l->input.value = value;
    sum_up(l, time);
}

static void ramp(thud_load *l, double time, double until) {
    thud_input *i = &l->input;
    if (!l->driven || i->value == i->target) return;
    i->rise = (i->target - i->value) / (until - time);
    i->until = until;
    sum_up(l, time);
}

static void rest(thud_load *l, double time) {
    thud_input *i = &l->input;
    if (!l->driven || i->rise == 0) return;
    i->value = time < i->until ? input_at(i, time) : i->target;
    i->rise = 0;
    sum_up(l, time);
}

void thud_loads_ramp(thud_loads *loads, double time, double until) {
    ramp(&loads->ground, time, until);
    for (size_t i = 0; i < loads->push_count; i++) ramp(&loads->pushes[i].load, time, until);
}

void thud_loads_rest(thud_loads *loads, double time) {
    rest(&loads->ground, time);
    for (size_t i = 0; i < loads->push_count; i++) rest(&loads->pushes[i].load, time);
}
