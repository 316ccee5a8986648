/*
 * Supports: their accelerations, order by order, and the work that they put in.
 */
#include "simulate/supports.h"

#include <math.h>

#include "simulate/series/series_terms.h"
#include "simulate/state.h"

static bool ends_at_support(const thud_simulation *sim, const thud_spring *spring) {
    return thud_supports_have(&sim->supports, spring->left) || thud_supports_have(&sim->supports, spring->right);
}

void thud_supports_prepare(thud_simulation *sim) {
    sim->supports.link_count = 0;
    for (size_t i = 0; sim->supports.count > 0 && i < sim->structure.spring_count; i++)
        if (ends_at_support(sim, &sim->structure.springs[i])) sim->supports.links[sim->supports.link_count++] = i;
}

void thud_supports_reset(thud_simulation *sim) {
    for (size_t i = 0; i < sim->supports.count; i++) {
        const thud_support *given = &sim->model->supports[i].given;
        thud_load_start(&sim->supports.list[i].load, thud_model_support_signal(sim->model, i), given->delay);
        sim->motion.x[sim->supports.first + i] = given->displacement;
        sim->motion.v[sim->supports.first + i] = given->velocity;
    }
}

double thud_supports_until(const thud_supports *supports, double until) {
    for (size_t i = 0; i < supports->count; i++) until = fmin(until, supports->list[i].load.until);
    return until;
}

void thud_supports_move(thud_supports *supports, double time) {
    for (size_t i = 0; i < supports->count; i++) thud_load_move(&supports->list[i].load, time);
}

void thud_supports_raise(thud_simulation *sim, int k, double *a) {
    const thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->supports.count; i++) {
        thud_support_motion *m = &sim->supports.list[i];
        thud_terms_load(&m->load, s, m->series, m->sine, m->cosine, k);
        a[sim->supports.first + i] = m->series[k] - s->ground[k];
    }
}

/* ---- what the structure does to them ---- */

/* a force to the right */
static void push(thud_simulation *sim, thud_body body, double sign, const double *force) {
    if (!thud_supports_have(&sim->supports, body)) return;
    double *reaction = sim->supports.list[(size_t)body - sim->supports.first].reaction;
    for (int k = 0; k <= sim->motion.series.order; k++) reaction[k] += sign * force[k];
}

/* what a link that is not linear has beside its part of the chain, N: see links.c */
static double force_beside(const thud_body_link *l, double d, int k) {
    double force = thud_link_sticks(l) ? l->hold[k] : 0;
    if (l->model->raise) force += l->series.force[k];
    else if (l->damper > 0) force += l->branch.stiffness * d;
    if (!l->model->raise && k == 0) force += l->branch.offset;
    return l->damper > 0 ? force + l->damper_force[k] : force;
}

static void pull_link(thud_simulation *sim, size_t number) {
    const thud_series *s = &sim->motion.series;
    const thud_spring *spring = &sim->structure.springs[number];
    const thud_body_link *l = sim->links.count > 0 ? &sim->links.list[number] : NULL;
    double tension[THUD_SERIES_WIDTH] = {0};
    for (int k = 0; k <= s->order; k++) {
        double d = thud_coefficient(sim, s->x, spring->right, k) - thud_coefficient(sim, s->x, spring->left, k);
        double rate = thud_coefficient(sim, s->v, spring->right, k) - thud_coefficient(sim, s->v, spring->left, k);
        tension[k] = spring->stiffness * d + spring->damping * rate;
        if (l && !l->linear) tension[k] += force_beside(l, d, k);
    }
    push(sim, spring->left, 1, tension);
    push(sim, spring->right, -1, tension);
}

void thud_supports_gather(thud_simulation *sim) {
    for (size_t i = 0; i < sim->supports.count; i++)
        for (int k = 0; k <= sim->motion.series.order; k++) sim->supports.list[i].reaction[k] = 0;
    for (size_t i = 0; i < sim->supports.link_count; i++) pull_link(sim, sim->supports.links[i]);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_RELEASED) continue;
        for (size_t j = 0; j < thud_contact_ends(t); j++)
            push(sim, thud_contact_end(t, j), -thud_contact_factor(t, j), t->series->force);
    }
}

double thud_supports_power(const thud_simulation *sim, const double *v, double sigma) {
    double power = 0;
    for (size_t i = 0; i < sim->supports.count; i++)
        power -= v[sim->supports.first + i] *
                 thud_series_value(sim->supports.list[i].reaction, sim->motion.series.order, sigma);
    return power;
}

/* ---- against each other ---- */

enum { DERIVATIVES = 4 };

/* the derivatives of an acceleration, relative to the ground or of it, and their sizes */
static void derive(const thud_load *load, double share, double *out, double *size) {
    double swing = load->omega != 0 ? share * load->signal->amplitude : 0;
    double turn[2] = {sin(load->phase), cos(load->phase)};
    for (int i = 0; i < DERIVATIVES; i++) {
        swing *= i % 2 ? -load->omega : load->omega; /* sin, cos, −sin, −cos */
        double term = swing * turn[(i + 1) % 2] + (i == 0 ? share * load->slope : 0);
        out[i] += term;
        size[i] += fabs(term);
    }
}

int thud_supports_part(const thud_simulation *sim, int *zeros) {
    double way[DERIVATIVES] = {0}, size[DERIVATIVES] = {0};
    for (size_t i = 0; i < sim->supports.count; i++) {
        derive(&sim->supports.list[i].load, sim->supports.list[i].share, way, size);
        derive(&sim->loads.ground, -sim->supports.list[i].share, way, size);
    }
    for (int i = 0; i < DERIVATIVES; i++) {
        *zeros = i + 2; /* of the rate; its first derivative is the acceleration */
        if (fabs(way[i]) > 1e-14 * size[i]) return way[i] > 0 ? 1 : -1;
    }
    return 0;
}
