/*
 * Terms of series: one coefficient of a product or of a power from those before it.
 */
#ifndef THUD_SIMULATE_SERIES_TERMS_H
#define THUD_SIMULATE_SERIES_TERMS_H

#include <math.h>

#include "law/force.h"
#include "simulate/loads.h"
#include "simulate/series/series.h"

/* whether the k-th coefficient of the velocity, of magnitude `top`, is the last one needed: itself below the
 * tolerance, and those before it close to that */
static inline bool thud_terms_suffice(const thud_series_goal *goal, double top, int k, double *length,
                                      double *scale, int *small) {
    double term = top * *length;
    *scale = *scale > term ? *scale : term;
    double limit = goal->tolerance * *scale;
    *small = term <= 10 * limit ? *small + 1 : 0;
    *length *= goal->far;
    /* terms that are too large for a double say nothing about those after them */
    return *small >= goal->terms && term <= limit && k >= goal->least && limit < HUGE_VAL;
}

/* of coefficients: forces, and ratios to what is left out, are to be within a double as well */
#define THUD_TERMS_LARGEST 1e250

/* How far an expansion has come. */
typedef struct thud_terms_so_far {
    double length, scale, before; /* farᵏ; the largest term, and the last one */
    int small;
} thud_terms_so_far;

/* Whether the k-th coefficient is the last one needed. One small coefficient may be an accident: the one before it
 * is to be as small. */
static inline bool thud_terms_end(const thud_series_goal *goal, double top, int k, thud_terms_so_far *t) {
    double term = top * t->length;
    bool end = thud_terms_suffice(goal, top, k, &t->length, &t->scale, &t->small) &&
               t->before <= goal->tolerance * t->scale;
    t->before = term;
    return end;
}

/* a power of z by its number in the clock's plan */
static inline const double *thud_terms_clock(const thud_series *s, int number) {
    return number < 0 ? THUD_SERIES_ONE : number == 0 ? s->root : s->powers[number - 1];
}

/* δ^e for a contact that is not the clock */
static inline void thud_terms_depth(const thud_contact_series *c, double e, double *u, int k) {
    if (e == 0) u[k] = k == 0;
    else if (e == 1) u[k] = c->depth[k];
    else if (e == 2) u[k] = thud_series_product(c->depth, c->depth, k);
    else u[k] = k == 0 ? thud_branch_power(c->depth[0], e) : thud_series_power(c->depth, u, e, c->inverse_depth, k);
}

/* the k-th coefficients of what a contact's law needs, and of its force */
static inline void thud_terms_force(thud_series *s, const thud_body_contact *t, bool is_clock, int k) {
    thud_contact_series *c = t->series;
    if (t->linear) {
        c->spring[k] = k == 0 ? c->depth[0] - t->branch.offset : c->depth[k];
        c->drag[k] = c->rate[k];
        c->force[k] = t->branch.k * c->spring[k] + t->branch.c * c->drag[k];
        return;
    }
    if (is_clock) c->spring[k] = thud_terms_clock(s, t->powers.spring)[k];
    else thud_terms_depth(c, t->branch.n, c->spring, k);
    c->force[k] = t->branch.k * c->spring[k];
    if (t->branch.c == 0) return;
    const double *factor = c->power;
    if (t->branch.p == t->branch.n) factor = c->spring;
    else if (is_clock) factor = thud_terms_clock(s, t->powers.drag);
    else thud_terms_depth(c, t->branch.p, c->power, k);
    c->drag[k] = t->branch.p == 0 ? c->rate[k] : thud_series_product(factor, c->rate, k);
    c->force[k] += t->branch.c * c->drag[k];
}

/* the k-th coefficients of a load */
static inline void thud_terms_load(const thud_load *load, const thud_series *s, double *series, double *sine,
                                   double *cosine, int k) {
    double line = k == 0 ? load->value : load->slope * s->time[k];
    if (load->omega == 0) {
        series[k] = line;
        return;
    }
    if (k == 0) {
        sine[0] = sin(load->phase);
        cosine[0] = cos(load->phase);
    } else {
        double along_cosine = s->in_time ? cosine[k - 1] : thud_series_product(s->pace, cosine, k - 1);
        double along_sine = s->in_time ? sine[k - 1] : thud_series_product(s->pace, sine, k - 1);
        sine[k] = load->omega * along_cosine * THUD_RECIPROCAL[k];
        cosine[k] = -load->omega * along_sine * THUD_RECIPROCAL[k];
    }
    series[k] = line + load->signal->amplitude * sine[k];
}

#endif
