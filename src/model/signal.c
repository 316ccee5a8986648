/* Functions of time: copies of signals, and their value at an instant. */
#include "model/signal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static double *copy_numbers(const double *numbers, size_t count) {
    double *copy = malloc(count * sizeof *copy);
    if (copy) memcpy(copy, numbers, count * sizeof *copy);
    return copy;
}

/* an invalid motion (no samples, no accelerations) stays invalid, so that the check finds it */
thud_motion *thud_motion_copy(const thud_motion *motion) {
    thud_motion *made = malloc(sizeof *made);
    if (!made) return NULL;
    *made = (thud_motion){.count = motion->count, .step = motion->step};
    if (motion->count == 0) return made;
    if (motion->acceleration) made->acceleration = copy_numbers(motion->acceleration, motion->count);
    if (motion->time) made->time = copy_numbers(motion->time, motion->count);
    if ((made->acceleration || !motion->acceleration) && (made->time || !motion->time)) return made;
    thud_motion_free(made);
    return NULL;
}

bool thud_signal_copy(const thud_signal *signal, thud_signal *copy) {
    *copy = *signal;
    copy->samples = NULL;
    if (signal->kind != THUD_SIGNAL_SAMPLES || !signal->samples) return true;
    copy->samples = thud_motion_copy(signal->samples);
    return copy->samples != NULL;
}

void thud_signal_free(thud_signal *signal) {
    thud_motion_free((thud_motion *)(uintptr_t)signal->samples); /* const for readers, but owned here */
    *signal = (thud_signal){0};
}

/* the interval that contains an instant between the first sample and the last */
static size_t find_interval(const thud_motion *motion, double time) {
    const size_t last = motion->count - 2;
    if (!motion->time) {
        const double index = floor(time / motion->step);
        if (!(index > 0)) return 0;
        return index < (double)last ? (size_t)index : last;
    }
    size_t low = 0, high = last + 1; /* time[low] ≤ time ≤ time[high] */
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (motion->time[middle] <= time) low = middle;
        else high = middle;
    }
    return low;
}

static double interpolate(const thud_motion *motion, double time) {
    if (!(time >= thud_motion_time(motion, 0) && time <= thud_motion_time(motion, motion->count - 1))) return 0;
    const size_t i = find_interval(motion, time);
    const double start = thud_motion_time(motion, i);
    const double share = (time - start) / (thud_motion_time(motion, i + 1) - start);
    return motion->acceleration[i] + share * (motion->acceleration[i + 1] - motion->acceleration[i]);
}

static const double TWO_PI = 6.28318530717958647693;

double thud_signal_value(const thud_signal *signal, double time) {
    switch (signal->kind) {
    case THUD_SIGNAL_NONE: return 0;
    case THUD_SIGNAL_SAMPLES: return signal->scale * interpolate(signal->samples, time);
    case THUD_SIGNAL_SINE: return signal->amplitude * sin(TWO_PI * signal->frequency * time + signal->phase);
    case THUD_SIGNAL_STEP: return time >= signal->start ? signal->amplitude : 0;
    }
    return 0;
}

double thud_signal_speed(const thud_signal *signal, double end) {
    const thud_motion *m = signal->samples;
    double speed = 0, largest = 0;
    if (signal->kind == THUD_SIGNAL_SINE && signal->frequency > 0)
        return fabs(signal->amplitude) / (TWO_PI * signal->frequency);
    for (size_t i = 1; signal->kind == THUD_SIGNAL_SAMPLES && i < m->count && thud_motion_time(m, i - 1) < end;
         i++) {
        const double span = thud_motion_time(m, i) - thud_motion_time(m, i - 1);
        speed += 0.5 * span * (m->acceleration[i - 1] + m->acceleration[i]);
        largest = fmax(largest, fabs(speed));
    }
    return fabs(signal->scale) * largest;
}

double thud_signal_next_break(const thud_signal *signal, double delay, double time) {
    if (time < delay && signal->kind == THUD_SIGNAL_SINE) return delay;
    if (signal->kind == THUD_SIGNAL_STEP) return signal->start + delay > time ? signal->start + delay : INFINITY;
    if (signal->kind != THUD_SIGNAL_SAMPLES) return INFINITY;
    const thud_motion *motion = signal->samples;
    size_t low = 0, high = motion->count; /* the first sample after time */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (thud_motion_time(motion, middle) + delay > time) high = middle;
        else low = middle + 1;
    }
    return low < motion->count ? thud_motion_time(motion, low) + delay : INFINITY;
}
