/*
 * Energy over a step, by Gauss quadrature of the series: exact as far as they are.
 */
#include <math.h>

#include "simulate/books.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* W that the structure's damping takes, the velocities being in `v` */
static double damping_power(const thud_simulation *sim, const double *v) {
    double power = 0;
    for (size_t i = 0; i < sim->spring_count; i++) {
        const thud_spring *link = &sim->springs[i];
        if (link->damping == 0) continue;
        double speed = thud_coordinate(v, link->right) - thud_coordinate(v, link->left);
        power += link->damping * speed * speed;
    }
    if (sim->mass_damping != 0)
        for (size_t i = 0; i < sim->n; i++) power += sim->mass_damping * sim->mass[i] * v[i] * v[i];
    if (sim->damping_matrix)
        for (size_t i = 0; i < sim->n; i++) {
            double sum = 0;
            for (size_t j = 0; j < sim->n; j++) sum += sim->damping_matrix[i * sim->n + j] * v[j];
            power += v[i] * sum;
        }
    return power;
}

/* W that ground and forces put in */
static double load_power(const thud_simulation *sim, const double *v, double sigma) {
    const thud_series *s = &sim->series;
    double power = 0;
    if (sim->ground.signal->kind != THUD_SIGNAL_NONE) {
        double momentum = 0;
        for (size_t i = 0; i < sim->n; i++) momentum += sim->mass[i] * v[i];
        power -= momentum * thud_series_value(s->ground, s->order, sigma);
    }
    for (size_t i = 0; i < sim->push_count; i++)
        power += v[sim->pushes[i].body] * thud_series_value(sim->pushes[i].series, s->order, sigma);
    return power;
}

/* impulse and damper work of the contacts, for a piece of time */
static void book_contacts(thud_simulation *sim, double sigma, double duration) {
    int order = sim->series.order;
    for (size_t i = 0; i < sim->closed_count; i++) {
        thud_touch *t = &sim->touches[sim->closed[i]];
        if (t->phase == THUD_TOUCH_DETACHED) continue;
        const thud_touch_series *c = t->series;
        t->entry.impulse += duration * thud_series_value(c->force, order, sigma);
        if (t->phase != THUD_TOUCH_ACTIVE || t->damping == 0) continue;
        double power = thud_series_value(c->drag, order, sigma) * thud_series_value(c->rate, order, sigma);
        double lost = duration * t->damping * power;
        t->entry.energy_lost += lost;
        sim->books.impact += lost;
    }
}

void thud_books_energy(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->series;
    int nodes = s->order / 2 + 3;
    if (nodes > THUD_GAUSS_LIMIT) nodes = THUD_GAUSS_LIMIT;
    double *v = sim->sample_v;
    for (int g = 0; g < nodes; g++) {
        double at = sigma * sim->gauss[nodes].node[g], duration = sigma * sim->gauss[nodes].weight[g];
        if (!s->in_time) duration *= thud_series_value(s->pace, s->order, at);
        for (size_t i = 0; i < sim->n; i++) v[i] = thud_series_value(s->v + i * WIDTH, s->order, at);
        sim->books.dissipated += duration * damping_power(sim, v);
        sim->books.input += duration * load_power(sim, v, at);
        if (sim->closed_count > 0) book_contacts(sim, at, duration);
    }
    if (sim->gravity == 0) return;
    for (size_t i = 0; i < sim->n; i++) {
        double way = thud_series_value(s->x + i * WIDTH, s->order, sigma) - sim->x[i];
        sim->books.input += sim->mass[i] * sim->gravity * way;
    }
}

double thud_simulation_stored(const thud_simulation *sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->n; i++) energy += 0.5 * sim->mass[i] * sim->v[i] * sim->v[i];
    for (size_t i = 0; i < sim->spring_count; i++) {
        const thud_spring *link = &sim->springs[i];
        double stretch = thud_coordinate(sim->x, link->right) - thud_coordinate(sim->x, link->left);
        energy += 0.5 * link->stiffness * stretch * stretch;
    }
    for (size_t i = 0; i < sim->closed_count; i++) {
        const thud_touch *t = &sim->touches[sim->closed[i]];
        if (t->phase == THUD_TOUCH_ACTIVE) energy += thud_touch_potential(t, thud_simulation_depth(sim, t));
    }
    return energy;
}
