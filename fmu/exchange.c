/* Model exchange: the equations of motion, and what happens at events. */
#include "fmu/exchange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "link/hysteresis.h"
#include "model/model.h"
#include "model/signal.h"
#include "simulate/structure.h"

/* s: a gap that closes or opens within this time does so at this event; it is what importers locate events to */
static const double AT_ONCE = 1e-9;

/* ---- which models ---- */

static const char *refuse_contact(const thud_model_contact *c) {
    const thud_law *law = c->given.law;
    if (law->structure->kind == THUD_FORCE_IMPULSIVE)
        return "the jumps of newton, poisson and stronge contacts accumulate; an FMU for co-simulation carries "
               "them "
               "to their limit";
    if (thud_is_point(c->left) || thud_is_point(c->right)) return "contacts of points are not supported";
    if (law->structure->kind == THUD_FORCE_BILINEAR)
        return "laws with two stiffnesses are not supported: what is pressed again before its gap opens has "
               "already yielded";
    return NULL;
}

const char *fmu_exchange_refusal(const thud_model *model) {
    if (model->rod_count > 0) return "models with rods are not supported";
    if (model->support_count > 0) return "models with supports are not supported";
    if (model->matrices_count > 0) return "structures by matrices are not supported";
    for (size_t i = 0; i < model->link_count; i++)
        if (!thud_link_is_linear(&model->links[i].given))
            return "links that yield, slide or slacken are not supported";
    for (size_t i = 0; i < model->contact_count; i++) {
        const char *why = refuse_contact(&model->contacts[i]);
        if (why) return why;
    }
    return NULL;
}

/* ---- making one ---- */

static thud_status init_contact(fmu_exchange *e, size_t i) {
    const thud_model_contact *c = &e->model->contacts[i];
    thud_impact_options options = thud_gap_contact_impact(&c->given);
    options.mass = c->effective_mass;
    return thud_contact_init(&e->contacts[i], &options);
}

fmu_exchange *fmu_exchange_create(const thud_model *model) {
    const size_t n = model->body_count;
    fmu_exchange *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    *e = (fmu_exchange){.model = model, .n = n};
    e->state = calloc(6 * n + 2 * n * n + 1, sizeof *e->state);
    e->contacts = calloc(model->contact_count + 1, sizeof *e->contacts);
    if (e->state && e->contacts) {
        e->rate = e->state + 2 * n;
        e->mass = e->rate + 2 * n;
        e->push = e->mass + n;
        e->stiffness = e->push + n;
        e->damping = e->stiffness + n * n;
        thud_status status = thud_structure_matrices(model, e->mass, e->stiffness, e->damping);
        for (size_t i = 0; i < model->contact_count && status == THUD_OK; i++) status = init_contact(e, i);
        if (status == THUD_OK) return e;
    }
    fmu_exchange_free(e);
    return NULL;
}

void fmu_exchange_free(fmu_exchange *e) {
    if (!e) return;
    free(e->contacts);
    free(e->state);
    free(e);
}

/* ---- loads ---- */

/* up to a break they are those from before, until its event */
static double value_of(const fmu_exchange *e, const thud_signal *signal) {
    return thud_signal_value(signal, e->time >= e->next ? nextafter(e->next, -INFINITY) : e->time);
}

static double break_of(const thud_signal *s, double time) {
    if (s->kind == THUD_SIGNAL_STEP) return s->start > time ? s->start : INFINITY;
    if (s->kind != THUD_SIGNAL_SAMPLES) return INFINITY;
    size_t low = 0, high = s->samples->count; /* the first sample after `time` */
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (thud_motion_time(s->samples, middle) > time) high = middle;
        else low = middle + 1;
    }
    return low < s->samples->count ? thud_motion_time(s->samples, low) : INFINITY;
}

static double next_break(const fmu_exchange *e) {
    double next = break_of(&e->model->ground, e->time);
    for (size_t i = 0; i < e->model->force_count; i++)
        next = fmin(next, break_of(&e->model->forces[i].signal, e->time));
    return next;
}

double fmu_exchange_ground(const fmu_exchange *e) { return value_of(e, &e->model->ground) + e->ground; }

/* ---- contacts ---- */

static double between(const thud_model_contact *c, const double *of) {
    return (c->left >= 0 ? of[c->left] : 0) - (c->right >= 0 ? of[c->right] : 0);
}

static double depth_of(const fmu_exchange *e, size_t i) {
    const thud_model_contact *c = &e->model->contacts[i];
    return between(c, e->state) - c->given.gap;
}

static double speed_of(const fmu_exchange *e, size_t i) { return between(&e->model->contacts[i], e->state + e->n); }

double fmu_exchange_force(const fmu_exchange *e, size_t i) {
    return thud_contact_force(&e->contacts[i], depth_of(e, i), speed_of(e, i));
}

/* whether a force is clamped at zero before the gap opens */
static bool is_clamped(const thud_contact *c) {
    const thud_structure *structure = c->options.law->structure;
    return c->active && structure->kind != THUD_FORCE_GENERAL && !structure->approach_only &&
           thud_law_separation(c->options.law, c->options.separation) == THUD_SEPARATION_ZERO_FORCE;
}

/* whose sign is that of a force before it is clamped: F/δᵖ */
static double pull_of(const thud_contact *c, double depth, double speed) {
    if (!is_clamped(c)) return 1;
    const double n = c->options.exponent - c->exponent_p;
    return c->options.stiffness * copysign(pow(fabs(depth), n), n > 0 ? depth : 1) + c->damping * speed;
}

double fmu_exchange_pull_slope(const fmu_exchange *e, size_t i, double depth, double speed) {
    const thud_contact *c = &e->contacts[i];
    if (!is_clamped(c)) return 0;
    const double n = c->options.exponent - c->exponent_p;
    const double stiffness = n == 0 ? 0 : n * c->options.stiffness * pow(fabs(depth_of(e, i)), n - 1);
    return stiffness * depth + c->damping * speed;
}

double fmu_exchange_indicator(const fmu_exchange *e, size_t indicator) {
    const size_t i = indicator / FMU_INDICATORS;
    const thud_contact *c = &e->contacts[i];
    const double depth = depth_of(e, i), speed = speed_of(e, i);
    switch (indicator % FMU_INDICATORS) {
    case 0: return isfinite(depth) ? -depth : 1;
    case 1: return pull_of(c, depth, speed);
    default: return c->active ? speed : 1;
    }
}

/* calibrated as in runs: for the speed at which the gap closes, and at least that of the threshold */
static thud_status begin(fmu_exchange *e, size_t i) {
    const thud_gap_contact *given = &e->model->contacts[i].given;
    const double speed = fmax(speed_of(e, i), e->model->run.impact_threshold);
    e->known = false;
    return thud_contact_begin_with(&e->contacts[i], speed, thud_gap_contact_restitution(given, speed));
}

thud_status fmu_exchange_event(fmu_exchange *e) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < e->model->contact_count && status == THUD_OK; i++) {
        const double depth = depth_of(e, i), speed = speed_of(e, i), soon = depth + speed * AT_ONCE;
        thud_contact *c = &e->contacts[i];
        if (c->active && soon <= 0 && speed < 0) c->active = false;
        else if (!c->active && soon >= 0 && speed >= 0) status = begin(e, i);
    }
    e->next = next_break(e);
    e->known = false;
    return status;
}

bool fmu_exchange_passed(const fmu_exchange *e) {
    bool passed = e->time >= e->next;
    for (size_t i = 0; i < e->model->contact_count; i++)
        passed = passed || (!e->contacts[i].active && depth_of(e, i) > 0 && speed_of(e, i) >= 0);
    return passed;
}

/* ---- the state ---- */

thud_status fmu_exchange_start(fmu_exchange *e) {
    for (size_t i = 0; i < e->n; i++) {
        e->state[i] = e->model->bodies[i].displacement;
        e->state[e->n + i] = e->model->bodies[i].velocity;
        e->push[i] = 0;
    }
    for (size_t i = 0; i < e->model->contact_count; i++) e->contacts[i].active = e->contacts[i].lost = false;
    e->time = e->ground = 0;
    e->next = next_break(e);
    return fmu_exchange_event(e);
}

void fmu_exchange_changed(fmu_exchange *e) { e->known = false; }

const double *fmu_exchange_rate(fmu_exchange *e) {
    if (e->known) return e->rate;
    const size_t n = e->n;
    const double *x = e->state, *v = e->state + n, ground = fmu_exchange_ground(e);
    double *force = e->rate + n;
    memcpy(e->rate, v, n * sizeof *v);
    for (size_t i = 0; i < n; i++) {
        force[i] = e->push[i] + e->mass[i] * (e->model->gravity - ground);
        for (size_t j = 0; j < n; j++) force[i] -= e->stiffness[i * n + j] * x[j] + e->damping[i * n + j] * v[j];
    }
    for (size_t i = 0; i < e->model->force_count; i++)
        force[e->model->forces[i].body] += value_of(e, &e->model->forces[i].signal);
    for (size_t i = 0; i < e->model->contact_count; i++) {
        const thud_model_contact *c = &e->model->contacts[i];
        const double pushed = fmu_exchange_force(e, i);
        if (c->left >= 0) force[c->left] -= pushed;
        if (c->right >= 0) force[c->right] += pushed;
    }
    for (size_t i = 0; i < n; i++) force[i] /= e->mass[i];
    e->known = true;
    return e->rate;
}

/* ---- as numbers ---- */

enum { OF_CONTACT = 3 };

size_t fmu_exchange_size(const fmu_exchange *e) { return 2 + 2 * e->n + OF_CONTACT * e->model->contact_count; }

void fmu_exchange_write(const fmu_exchange *e, double *to) {
    *to++ = e->time;
    *to++ = e->next;
    memcpy(to, e->state, 2 * e->n * sizeof *to);
    to += 2 * e->n;
    for (size_t i = 0; i < e->model->contact_count; i++) {
        const thud_contact *c = &e->contacts[i];
        *to++ = c->active ? 1 : 0;
        *to++ = c->options.speed;
        *to++ = c->options.restitution;
    }
}

thud_status fmu_exchange_read(fmu_exchange *e, const double *from) {
    thud_status status = THUD_OK;
    e->time = *from++;
    e->next = *from++;
    memcpy(e->state, from, 2 * e->n * sizeof *from);
    from += 2 * e->n;
    for (size_t i = 0; i < e->model->contact_count && status == THUD_OK; i++, from += OF_CONTACT) {
        thud_contact *c = &e->contacts[i];
        c->active = false;
        if (from[0] != 0) status = thud_contact_begin_with(c, from[1], from[2]);
    }
    e->known = false;
    return status;
}
