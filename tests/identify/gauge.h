/*
 * Readings as a load cell gives them: noise that is correlated, and an amplifier with a filter against aliasing.
 * The filter runs over the fine states of a laboratory, as the bilinear transformation of <thud/motion.h> has it:
 * with 64 steps to a sample it is the analogue one but for a millionth.
 */
#ifndef THUD_TESTS_IDENTIFY_GAUGE_H
#define THUD_TESTS_IDENTIFY_GAUGE_H

#include "laboratory.h"
#include "ground/butterworth.h"

typedef struct gauge {
    double noise;           /* standard deviation, of the peak */
    double correlation;     /* ρ of noise rᵢ = ρ rᵢ₋₁ + …; 0: white */
    size_t order;           /* of the filter; 0: none */
    double corner;          /* in units of 1/Tc */
    bool noise_is_filtered; /* the noise comes before the filter */
    double rest;            /* in contacts, before and after */
} gauge;

static inline void gauge_filter(const thud_biquad *sections, size_t count, double *x, size_t length) {
    for (size_t k = 0; k < count; k++) {
        const thud_biquad *s = &sections[k];
        double z1 = 0, z2 = 0;
        for (size_t i = 0; i < length; i++) {
            double y = s->b0 * x[i] + z1;
            z1 = s->b1 * x[i] - s->a1 * y + z2;
            z2 = s->b2 * x[i] - s->a2 * y;
            x[i] = y;
        }
    }
}

/* noise of standard deviation one, once the filter has forgotten where it began */
static inline void gauge_noise(const gauge *g, thud_random *random, double *noise, size_t count) {
    double fresh = sqrt(1 - g->correlation * g->correlation), last = thud_random_normal(random);
    for (size_t i = 0; i < count; i++) noise[i] = last = g->correlation * last + fresh * thud_random_normal(random);
}

/* as many samples to a contact as the laboratory has points, ends of samples anywhere */
static inline recording gauge_record(const laboratory *l, const gauge *g, double offset, uint64_t seed) {
    thud_random random = thud_random_seed(seed);
    long fine = LABORATORY_FINE, rest = (long)(g->rest * (double)l->points) + 8;
    long stride = fine - fine / 8 + (long)(thud_random_uniform(&random) * (double)fine / 4);
    long shift = (long)(thud_random_uniform(&random) * (double)stride), before = rest * stride - shift;
    recording r = {.count = l->points + 2 * (size_t)rest};
    size_t length = r.count * (size_t)stride + 1;
    double step = l->course[l->states - 1].time / (double)(l->states - 1), square = 0;
    double *course = calloc(length, sizeof *course), *noise = malloc(length * sizeof *noise);
    r.time = malloc(r.count * sizeof *r.time);
    r.force = malloc(r.count * sizeof *r.force);
    ck_assert(r.time && r.force && course && noise);
    for (size_t i = 0; i + 1 < l->states && (size_t)before + i < length; i++)
        course[(size_t)before + i] = l->course[i].force;
    if (g->order > 0) {
        thud_biquad sections[THUD_BUTTERWORTH_MAX_ORDER];
        double corner = g->corner * step / l->hit.contact_time;
        size_t count = thud_butterworth_design(0, corner, g->order, sections);
        gauge_filter(sections, count, course, length);
        if (g->noise_is_filtered) {
            /* of white noise a low-pass filter leaves about 2 corner of the variance */
            for (size_t i = 0; i < length; i++) noise[i] = thud_random_normal(&random);
            gauge_filter(sections, count, noise, length);
            square = 2 * corner * (g->order == 1 ? 1.5708 : g->order == 2 ? 1.1107 : 1.0262);
        }
    }
    if (square == 0) {
        gauge_noise(g, &random, noise, r.count);
        for (size_t i = r.count; i-- > 0;) noise[i * (size_t)stride] = noise[i];
        square = 1;
    }
    for (size_t i = 0; i < r.count; i++) {
        size_t at = i * (size_t)stride;
        r.time[i] = 0.1 + ((double)at - (double)before) * step;
        r.force[i] = offset + course[at] + g->noise * l->hit.max_force * noise[at] / sqrt(square);
    }
    free(course);
    free(noise);
    return r;
}

#endif
