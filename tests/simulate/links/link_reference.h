/*
 * Chains with links of every kind, solved again by means that share nothing with the library: the laws as rates,
 * each with the modes that a textbook gives it; the classical Runge–Kutta method in small steps; where a mode ends
 * within a step, the step is halved until its end is there.
 */
#ifndef THUD_TESTS_LINK_REFERENCE_H
#define THUD_TESTS_LINK_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "model/model.h"
#include "model/signal.h"

enum { REFERENCE_BODIES = 4, REFERENCE_LINKS = 6, REFERENCE_STATES = 2 * REFERENCE_BODIES + REFERENCE_LINKS + 1 };

/* y: x, v, an inner variable for each link, the work that was dissipated by hysteresis */
typedef struct reference {
    const thud_model *model;
    size_t n, links, states;
    int mode[REFERENCE_LINKS];
    int side[REFERENCE_LINKS];       /* of flag and clough: the sign of d or F that the mode is about */
    int after[REFERENCE_LINKS];      /* clough: what comes back when unloading is undone */
    double mark[REFERENCE_LINKS];    /* m: where it began to unload */
    double slope[REFERENCE_LINKS];   /* N/m: of reloading */
    double peak[REFERENCE_LINKS][2]; /* m: largest deformations, below and above zero */
    double y[REFERENCE_STATES];
    double time;
    size_t ends;
} reference;

static double reference_end(const double *x, int body) { return body < 0 ? 0 : x[body]; }

static double reference_between(const reference *r, const double *x, size_t link) {
    const thud_model_link *l = &r->model->links[link];
    return reference_end(x, l->right) - reference_end(x, l->left);
}

/* ---- the laws: force, rate of the inner variable, and how far the mode is from its end (below zero: past it) ----
 */

typedef struct {
    double force, inner_rate, lost; /* N, 1/s, W */
    double left;
} reference_law;

enum { FREE_MODE, UPPER, LOWER, PULLS, OUTWARD, BETWEEN, BACK, RELOADS };

static reference_law reference_bilinear(const thud_link *l, int mode, double d, double rate, double z) {
    double y = l->hysteresis.yield / l->stiffness, a = l->hysteresis.hardening, k = l->stiffness;
    reference_law law = {.force = a * k * d + (1 - a) * k * z};
    if (mode == FREE_MODE) {
        law.inner_rate = rate;
        law.left = fmin(y - z, y + z);
    } else {
        law.lost = (1 - a) * k * z * rate;
        law.left = mode == UPPER ? rate : -rate;
    }
    return law;
}

static reference_law reference_one_sided(const thud_link *l, int mode, double d) {
    double side = l->hysteresis.model == THUD_HYSTERESIS_TENSION_ONLY ? 1 : -1;
    double beyond = side * d - l->hysteresis.slack;
    return (reference_law){.force = mode == PULLS ? side * l->stiffness * beyond : 0,
                           .left = mode == PULLS ? beyond : -beyond};
}

static reference_law reference_friction(const thud_link *l, int mode, double d, double rate) {
    double side = mode == UPPER ? 1 : -1, f = l->hysteresis.force;
    return (reference_law){.force = l->stiffness * d + side * f, .lost = side * f * rate, .left = side * rate};
}

static reference_law reference_flag(const thud_link *l, int mode, int side, double d, double rate, double z) {
    double y = l->hysteresis.yield / l->stiffness, a = l->hysteresis.hardening, k = l->stiffness;
    double back = (1 - l->hysteresis.energy) * y;
    reference_law law = {.force = a * k * d + (1 - a) * k * z};
    if (mode == FREE_MODE) law.inner_rate = rate, law.left = y - fabs(d);
    if (mode == OUTWARD) law.lost = (1 - a) * k * (y - back) * fabs(rate), law.left = side * rate;
    if (mode == BETWEEN) law.inner_rate = rate, law.left = fmin(y - side * z, side * z - back);
    if (mode == BACK) law.left = fmin(-side * rate, side * d - back);
    return law;
}

/* by the peak of a side */
static double reference_unloading(const thud_link *l, double peak) {
    double y = l->hysteresis.yield / l->stiffness, a = l->hysteresis.hardening;
    return l->stiffness * fmax(pow(y / peak, l->hysteresis.unloading), (y + a * (peak - y)) / peak);
}

/* the inner variable is the force; all of its work counts as lost, and what is stored is taken off in the end */
static reference_law reference_clough(const reference *r, size_t i, double d, double rate, double force) {
    const thud_link *l = &r->model->links[i].given;
    int side = r->side[i];
    double peak = r->peak[i][side > 0], slope = 0, left = 0;
    switch (r->mode[i]) {
    case FREE_MODE: slope = l->stiffness, left = l->hysteresis.yield - fabs(force); break;
    case OUTWARD: slope = l->hysteresis.hardening * l->stiffness, left = side * rate; break;
    case BACK:
        slope = reference_unloading(l, peak), left = fmin(side * force / slope, side * (r->mark[i] - d));
        break;
    default: slope = r->slope[i], left = fmin(side * rate, peak - side * d);
    }
    return (reference_law){.force = force, .inner_rate = slope * rate, .lost = force * rate, .left = left};
}

static void reference_switch_clough(reference *r, size_t i, double d, double rate, double force) {
    const thud_link *l = &r->model->links[i].given;
    double y = l->hysteresis.yield / l->stiffness, a = l->hysteresis.hardening;
    int *mode = &r->mode[i], *side = &r->side[i];
    bool unloaded = *mode == BACK && *side * force <= *side * (r->mark[i] - d) * l->stiffness;
    if (*mode == FREE_MODE) {
        *mode = OUTWARD, *side = force > 0 ? 1 : -1;
    } else if (unloaded) {
        *side = -*side, *mode = RELOADS;
        double peak = r->peak[i][*side > 0];
        r->slope[i] = (l->hysteresis.yield + a * l->stiffness * (peak - y)) / (peak - *side * d);
    } else if (*mode == BACK) {
        *mode = r->after[i];
    } else if (*mode == RELOADS && *side * rate > 0) {
        *mode = OUTWARD;
    } else {
        if (*mode == OUTWARD) r->peak[i][*side > 0] = fabs(d);
        r->after[i] = *mode, r->mark[i] = d, *mode = BACK;
    }
}

static void reference_switch_flag(reference *r, size_t i, double d, double rate, double *z) {
    const thud_link *l = &r->model->links[i].given;
    double y = l->hysteresis.yield / l->stiffness, back = (1 - l->hysteresis.energy) * y;
    int *mode = &r->mode[i], *side = &r->side[i];
    switch (*mode) {
    case FREE_MODE: *side = d > 0 ? 1 : -1, *mode = OUTWARD, *z = *side * y; break;
    case OUTWARD: *mode = BETWEEN; break;
    case BETWEEN:
        *mode = *side * rate > 0 ? OUTWARD : BACK;
        *z = *side * (*mode == OUTWARD ? y : back);
        break;
    default:
        if (*side * rate > 0) *mode = BETWEEN;
        else *mode = FREE_MODE, *z = d;
    }
}

/* the mode has the signs of ḋ and of z; that of z has a say only where n = 1, and is watched in any case */
static reference_law reference_bouc_wen(const thud_link *l, int mode, double d, double rate, double z) {
    double y = l->hysteresis.yield / l->stiffness, a = l->hysteresis.hardening, k = l->stiffness;
    double beta = l->hysteresis.beta, of_rate = mode & 1 ? -1 : 1, of_z = mode & 2 ? -1 : 1;
    double slope = 1 - pow(fabs(z) / y, l->hysteresis.exponent) * (beta * of_rate * of_z + 1 - beta);
    return (reference_law){.force = a * k * d + (1 - a) * k * z,
                           .inner_rate = rate * slope,
                           .lost = (1 - a) * k * z * rate * (1 - slope),
                           .left = fmin(of_rate * rate, of_z * z)};
}

/* the inner variable is the largest x so far, the mode whether it grows */
static reference_law reference_hyperbolic(const thud_link *l, int mode, double d, double rate, double top) {
    double x = -d - l->hysteresis.gap, k = l->stiffness, slope = l->hysteresis.ratio / l->hysteresis.strength;
    double at_top = top / (1 / k + slope * top), line = at_top - k * (top - x);
    if (mode == OUTWARD) {
        /* dF/dx = (1/k)/(1/k + slope x)²; what does not go into F²/(2k) is lost */
        double tangent = 1 / k / pow(1 / k + slope * x, 2), force = x / (1 / k + slope * x);
        return (reference_law){
            .force = -force, .inner_rate = -rate, .lost = -rate * force * (1 - tangent / k), .left = -rate};
    }
    /* the line, and no tension: its own end is passed without an event, F = 0 there from both sides */
    return (reference_law){.force = -fmax(line, 0), .left = top - x};
}

static reference_law reference_link(const reference *r, size_t link, const double *y) {
    const thud_link *l = &r->model->links[link].given;
    double d = reference_between(r, y, link), rate = reference_between(r, y + r->n, link), z = y[2 * r->n + link];
    switch (l->hysteresis.model) {
    case THUD_HYSTERESIS_BILINEAR: return reference_bilinear(l, r->mode[link], d, rate, z);
    case THUD_HYSTERESIS_FRICTION: return reference_friction(l, r->mode[link], d, rate);
    case THUD_HYSTERESIS_FLAG: return reference_flag(l, r->mode[link], r->side[link], d, rate, z);
    case THUD_HYSTERESIS_CLOUGH: return reference_clough(r, link, d, rate, z);
    case THUD_HYSTERESIS_BOUC_WEN: return reference_bouc_wen(l, r->mode[link], d, rate, z);
    case THUD_HYSTERESIS_HYPERBOLIC: return reference_hyperbolic(l, r->mode[link], d, rate, z);
    case THUD_HYSTERESIS_TENSION_ONLY:
    case THUD_HYSTERESIS_COMPRESSION_ONLY: return reference_one_sided(l, r->mode[link], d);
    default: return (reference_law){.force = l->stiffness * d, .left = INFINITY};
    }
}

/* the mode after one has ended */
static void reference_switch(reference *r, size_t link) {
    const thud_link *l = &r->model->links[link].given;
    double *z = &r->y[2 * r->n + link];
    int *mode = &r->mode[link];
    r->ends++;
    double d = reference_between(r, r->y, link), rate = reference_between(r, r->y + r->n, link);
    if (l->hysteresis.model == THUD_HYSTERESIS_CLOUGH) {
        reference_switch_clough(r, link, d, rate, *z);
    } else if (l->hysteresis.model == THUD_HYSTERESIS_FLAG) {
        reference_switch_flag(r, link, d, rate, z);
    } else if (l->hysteresis.model == THUD_HYSTERESIS_BOUC_WEN) {
        *mode ^= (*mode & 1 ? -rate : rate) < 0 ? 1 : 2;
    } else if (l->hysteresis.model == THUD_HYSTERESIS_HYPERBOLIC) {
        *mode = *mode == OUTWARD ? FREE_MODE : OUTWARD;
        *z = fmax(*z, -d - l->hysteresis.gap);
    } else if (l->hysteresis.model == THUD_HYSTERESIS_FRICTION) {
        *mode = *mode == UPPER ? LOWER : UPPER; /* slides on, or the test has no use for it */
    } else if (l->hysteresis.model == THUD_HYSTERESIS_BILINEAR) {
        double y = l->hysteresis.yield / l->stiffness;
        if (*mode == FREE_MODE) {
            *mode = *z > 0 ? UPPER : LOWER;
            *z = *z > 0 ? y : -y;
        } else {
            /* within, by less than anything that counts, so that the next mode does not end where it begins */
            *mode = FREE_MODE;
        }
    } else {
        *mode = *mode == PULLS ? FREE_MODE : PULLS;
    }
}

static void reference_start(reference *r, const thud_model *model) {
    *r = (reference){.model = model, .n = model->body_count, .links = model->link_count};
    r->states = 2 * r->n + r->links + 1;
    for (size_t i = 0; i < r->n; i++) {
        r->y[i] = model->bodies[i].displacement;
        r->y[r->n + i] = model->bodies[i].velocity;
    }
    for (size_t i = 0; i < r->links; i++) {
        const thud_link *l = &model->links[i].given;
        double d = reference_between(r, r->y, i), y = l->hysteresis.yield / l->stiffness;
        if (l->hysteresis.model == THUD_HYSTERESIS_BILINEAR) r->y[2 * r->n + i] = d > y ? y : d < -y ? -y : d;
        if (l->hysteresis.model == THUD_HYSTERESIS_FLAG) r->y[2 * r->n + i] = d;
        if (l->hysteresis.model == THUD_HYSTERESIS_CLOUGH) r->y[2 * r->n + i] = l->stiffness * d;
        if (l->hysteresis.model == THUD_HYSTERESIS_FRICTION)
            r->mode[i] = reference_between(r, r->y + r->n, i) > 0 ? UPPER : LOWER;
        r->peak[i][0] = r->peak[i][1] = y;
        if (l->hysteresis.model == THUD_HYSTERESIS_BOUC_WEN) {
            if (reference_between(r, r->y + r->n, i) < 0) r->mode[i] |= 1;
        } else if (reference_link(r, i, r->y).left < 0) {
            r->mode[i] = PULLS;
        }
    }
}

/* what has been dissipated by hysteresis, beside `stored_before`, which links of Clough had at the start */
static double reference_lost(const reference *r, double stored_before) {
    double lost = r->y[r->states - 1] + stored_before;
    for (size_t i = 0; i < r->links; i++) {
        const thud_link *l = &r->model->links[i].given;
        if (l->hysteresis.model != THUD_HYSTERESIS_CLOUGH) continue;
        double force = r->y[2 * r->n + i], peak = r->peak[i][r->side[i] > 0], k = l->stiffness;
        if (r->mode[i] == OUTWARD) peak = fmax(peak, fabs(reference_between(r, r->y, i)));
        if (r->mode[i] != FREE_MODE) k = reference_unloading(l, peak);
        lost -= 0.5 * force * force / k;
    }
    return lost;
}

/* ---- the motion ---- */

static void reference_rates(const reference *r, double time, const double *y, double *rates) {
    const thud_model *m = r->model;
    double ground = thud_signal_value(&m->ground, time);
    for (size_t i = 0; i < r->n; i++) {
        rates[i] = y[r->n + i];
        rates[r->n + i] = m->gravity - ground;
    }
    rates[r->states - 1] = 0;
    for (size_t i = 0; i < r->links; i++) {
        const thud_model_link *l = &m->links[i];
        reference_law law = reference_link(r, i, y);
        double speed = reference_between(r, y + r->n, i);
        double force = law.force + l->damping * copysign(pow(fabs(speed), l->given.damping_exponent), speed);
        rates[2 * r->n + i] = law.inner_rate;
        rates[r->states - 1] += law.lost;
        if (l->left >= 0) rates[r->n + (size_t)l->left] += force / m->bodies[l->left].mass;
        if (l->right >= 0) rates[r->n + (size_t)l->right] -= force / m->bodies[l->right].mass;
    }
}

static void reference_step(const reference *r, double h, double *out) {
    double k[4][REFERENCE_STATES], y[REFERENCE_STATES];
    static const double at[4] = {0, 0.5, 0.5, 1};
    for (int s = 0; s < 4; s++) {
        for (size_t i = 0; i < r->states; i++) y[i] = r->y[i] + (s > 0 ? at[s] * h * k[s - 1][i] : 0);
        reference_rates(r, r->time + at[s] * h, y, k[s]);
    }
    for (size_t i = 0; i < r->states; i++)
        out[i] = r->y[i] + h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* the link that is furthest past the end of its mode; `links` when none is */
static size_t reference_past(const reference *r, const double *y) {
    for (size_t i = 0; i < r->links; i++)
        if (reference_link(r, i, y).left < 0) return i;
    return r->links;
}

static void reference_take(reference *r, double h, const double *y) {
    memcpy(r->y, y, r->states * sizeof *y);
    r->time += h;
}

static void reference_advance(reference *r, double until, double step) {
    double y[REFERENCE_STATES];
    while (r->time < until) {
        double h = fmin(step, until - r->time);
        reference_step(r, h, y);
        if (reference_past(r, y) == r->links) {
            reference_take(r, h, y);
            if (h < step) r->time = until;
            continue;
        }
        double low = 0, high = h;
        for (int i = 0; i < 60; i++) {
            double middle = 0.5 * (low + high);
            reference_step(r, middle, y);
            if (reference_past(r, y) < r->links) high = middle;
            else low = middle;
        }
        reference_step(r, high, y);
        size_t link = reference_past(r, y);
        reference_take(r, high, y);
        if (link < r->links) reference_switch(r, link);
    }
}

#endif
