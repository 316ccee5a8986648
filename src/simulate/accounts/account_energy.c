/*
 * Energy over a step, by Gauss quadrature of the series: exact as far as they are.
 */
#include <math.h>

#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* W that the structure's damping takes, the velocities being in `v` */
static double damping_power(const thud_simulation *sim, const double *v) {
    double power = thud_chain_power(&sim->structure.chain, v);
    if (sim->structure.damping_matrix)
        for (size_t i = 0; i < sim->structure.n; i++)
            power +=
                v[i] * thud_series_dot(sim->structure.damping_matrix + i * sim->structure.n, v, sim->structure.n);
    if (sim->structure.influence) power += thud_matrices_power(sim, v);
    return power;
}

/* W that ground and forces put in */
static double load_power(const thud_simulation *sim, const double *v, double sigma) {
    const thud_series *s = &sim->motion.series;
    double power = 0;
    bool line = s->in_time && sim->loads.ground.omega == 0;
    if (thud_load_acts(&sim->loads.ground)) {
        double ground = line ? s->ground[0] + sigma * s->ground[1] : thud_series_value(s->ground, s->order, sigma);
        power -= ground * thud_series_dot(sim->structure.load, v, sim->structure.n);
    }
    for (size_t i = 0; i < sim->loads.push_count; i++)
        power += v[sim->loads.pushes[i].body] * thud_series_value(sim->loads.pushes[i].series, s->order, sigma);
    return power;
}

/* damper work of the contacts, for a piece of time, and their impulse where that has to be summed too */
static void account_contacts(thud_simulation *sim, const double *v, double sigma, double duration) {
    const thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_RELEASED) continue;
        const thud_contact_series *c = t->series;
        if (!s->in_time) t->entry.impulse += duration * thud_series_value(c->force, s->order, sigma);
        if (t->phase != THUD_PHASE_ACTIVE || t->branch.c == 0) continue;
        double rate = thud_contact_along(t, v);
        double lost = duration * t->branch.c * thud_series_value(c->drag, s->order, sigma) * rate;
        t->entry.energy_lost += lost;
        sim->accounts.energy.impact += lost;
    }
}

/* integrals that need no quadrature */
static void book_in_parts(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (s->in_time && t->phase != THUD_PHASE_RELEASED)
            t->entry.impulse += thud_series_integral(t->series->force, s->order, sigma);
    }
    if (sim->structure.gravity == 0) return;
    for (size_t i = 0; i < sim->structure.n; i++) {
        sim->accounts.energy.input +=
            sim->structure.load[i] * sim->structure.gravity * (sim->motion.next_x[i] - sim->motion.x[i]);
    }
}

/* at a point of the quadrature that stands for a piece of time */
static void account_point(thud_simulation *sim, const double *v, double sigma, double duration) {
    sim->accounts.energy.dissipated += duration * damping_power(sim, v);
    sim->accounts.energy.input += duration * load_power(sim, v, sigma);
    if (sim->supports.count > 0) sim->accounts.energy.input += duration * thud_supports_power(sim, v, sigma);
    if (sim->contacts.closed_count > 0) account_contacts(sim, v, sigma, duration);
}

void thud_account_energy(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    /* the terms of the products fall as those of the series do: it takes no more points than that; near δ = 0 most
     * of the terms are next to nothing */
    int nodes = s->in_time ? s->order / 3 + 2 : s->order / 4 + 2;
    const double *node = sim->accounts.gauss[nodes].node, *weight = sim->accounts.gauss[nodes].weight;
    double at[THUD_SERIES_AT_ONCE], *v = sim->accounts.node_v;
    if (sim->supports.count > 0) thud_supports_gather(sim);
    for (int g = 0; g < nodes; g++) {
        int turn = g % THUD_SERIES_AT_ONCE;
        for (int i = 0; turn == 0 && i < THUD_SERIES_AT_ONCE; i++) at[i] = g + i < nodes ? sigma * node[g + i] : 0;
        if (turn == 0) thud_series_values_of_four(s->v, sim->structure.n, s->order, at, v);
        double duration = sigma * weight[g];
        if (!s->in_time) duration *= thud_series_value(s->pace, s->order, at[turn]);
        account_point(sim, v + (size_t)turn * sim->structure.n, at[turn], duration);
    }
    book_in_parts(sim, sigma);
    if (sim->links.acting_count > 0) thud_links_account(sim, sigma);
}

double thud_simulation_stored(const thud_simulation *sim) {
    double energy = 0;
    for (size_t i = 0; i < sim->structure.n; i++)
        energy += 0.5 * sim->structure.mass[i] * sim->motion.v[i] * sim->motion.v[i];
    for (size_t i = 0; i < sim->structure.spring_count; i++) {
        const thud_spring *link = &sim->structure.springs[i];
        if (sim->links.acting_count > 0 && !sim->links.list[i].linear) continue;
        double stretch = thud_coordinate(sim->motion.x, link->right) - thud_coordinate(sim->motion.x, link->left);
        energy += 0.5 * link->stiffness * stretch * stretch;
    }
    if (sim->structure.influence) energy += thud_matrices_stored(sim);
    if (sim->links.acting_count > 0) energy += thud_links_stored(sim);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase == THUD_PHASE_ACTIVE) energy += thud_body_contact_potential(t, thud_simulation_depth(sim, t));
    }
    return energy;
}
