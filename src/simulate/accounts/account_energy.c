/*
 * Energy over a step, by Gauss quadrature of the series: exact as far as they are.
 */
#include <math.h>

#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

/* Σ aᵢ bᵢ: four sums, since additions wait for each other */
static double dot(const double *a, const double *b, size_t n) {
    double sum[4] = {0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        for (size_t j = 0; j < 4; j++) sum[j] += a[i + j] * b[i + j];
    for (; i < n; i++) sum[0] += a[i] * b[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* W that the structure's damping takes, the velocities being in `v` */
static double damping_power(const thud_simulation *sim, const double *v) {
    double power = thud_chain_power(&sim->structure.chain, v);
    if (sim->structure.damping_matrix)
        for (size_t i = 0; i < sim->structure.n; i++)
            power += v[i] * dot(sim->structure.damping_matrix + i * sim->structure.n, v, sim->structure.n);
    if (sim->structure.influence) power += thud_matrices_power(sim, v);
    return power;
}

/*
 * What the loads put in between 0 and σ, where σ is time and the ground acceleration a straight line: in parts,
 * ∫ a ẋ dt = a(σ) (x(σ) − x(0)) − a′ ∫ (x − x(0)) dt.
 */
static double work_of_ground(const thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    double slope = sim->loads.ground.slope, end = sim->loads.ground.value + slope * sigma, moved[WIDTH];
    for (int k = 0; k < s->order; k++) {
        moved[k] = dot(sim->structure.load, s->x + (size_t)(k + 1) * sim->structure.n, sim->structure.n);
    }
    double way = sigma * thud_series_value(moved, s->order - 1, sigma);
    for (int k = 0; k < s->order; k++) moved[k] *= THUD_RECIPROCAL[k + 2];
    double area = sigma * sigma * thud_series_value(moved, s->order - 1, sigma);
    return -(end * way - slope * area);
}

/* W that ground and forces put in */
static double load_power(const thud_simulation *sim, const double *v, double sigma) {
    const thud_series *s = &sim->motion.series;
    double power = 0;
    if (thud_load_acts(&sim->loads.ground))
        power -= dot(sim->structure.load, v, sim->structure.n) * thud_series_value(s->ground, s->order, sigma);
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

void thud_account_energy(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    /* the terms of the products fall as those of the series do: it takes no more points than that; near δ = 0 most
     * of the terms are next to nothing */
    int nodes = s->in_time ? s->order / 3 + 2 : s->order / 4 + 2;
    bool straight = s->in_time && sim->loads.push_count == 0 && sim->loads.ground.omega == 0;
    double *v = sim->accounts.sample_v;
    if (sim->supports.count > 0) thud_supports_gather(sim);
    for (int g = 0; g < nodes; g++) {
        double at = sigma * sim->accounts.gauss[nodes].node[g],
               duration = sigma * sim->accounts.gauss[nodes].weight[g];
        if (!s->in_time) duration *= thud_series_value(s->pace, s->order, at);
        thud_series_values(s->v, sim->structure.n, s->order, at, v);
        sim->accounts.energy.dissipated += duration * damping_power(sim, v);
        if (!straight) sim->accounts.energy.input += duration * load_power(sim, v, at);
        if (sim->supports.count > 0) sim->accounts.energy.input += duration * thud_supports_power(sim, v, at);
        if (sim->contacts.closed_count > 0) account_contacts(sim, v, at, duration);
    }
    if (straight && thud_load_acts(&sim->loads.ground)) sim->accounts.energy.input += work_of_ground(sim, sigma);
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
