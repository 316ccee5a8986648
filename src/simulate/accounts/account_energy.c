/*
 * Energy over a step, by Gauss quadrature of the series: exact as far as they are.
 */
#include <math.h>

#include "simulate/matrices.h"
#include "simulate/modal/modal.h"
#include "simulate/series/series_bodies.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

enum { FEW_TERMS = 17 };

/* W that the structure's damping takes, the velocities being in `v`: those of bodies, or of modes */
static double damping_power(const thud_simulation *sim, const double *v) {
    if (sim->motion.series.by_modes) return thud_modal_damping_power(sim->structure.modal, v);
    double power = thud_chain_power(&sim->structure.chain, v);
    if (sim->structure.damping_matrix)
        for (size_t i = 0; i < sim->structure.n; i++)
            power += v[i] * thud_structure_drag(&sim->structure, i, v);
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
        power -= ground * (s->by_modes ? thud_modal_momentum(sim->structure.modal, v)
                                       : thud_series_dot(sim->structure.load, v, sim->structure.n));
    }
    for (size_t i = 0; i < sim->loads.push_count; i++) {
        const thud_push *p = &sim->loads.pushes[i];
        const double speed =
            s->by_modes ? thud_modal_of_body(sim->structure.modal, (size_t)p->body, v) : v[p->body];
        power += speed * thud_series_value(p->series, s->order, sigma);
    }
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
        double rate = s->by_modes ? thud_series_value(c->rate, s->order, sigma) : thud_contact_along(t, v);
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

/*
 * A structure by itself, in a step of few terms. What dashpots take and the ground gives is known with its slope at
 * both ends. With four points between them, the zeros of the Jacobi polynomial P₄ of (2, 2), that is a quadrature
 * of degree 11, ∫ f dt = σ [9/140 (f₀ + f₁) + σ/840 (f₀′ − f₁′) + Σ wᵢ f(tᵢ)]. Of a motion that turns by 0.85 rad,
 * for which series have 17 terms, it is off by less than 1e-13 of the power.
 */
static void account_by_ends(thud_simulation *sim, double sigma) {
    static const double node[THUD_SERIES_AT_ONCE] = {0.15262670469656712745, 0.3747185964571342095,
                                                     0.6252814035428657905, 0.84737329530343287255};
    static const double weight[THUD_SERIES_AT_ONCE] = {0.19002061202121447207, 0.24569367369307124222,
                                                       0.24569367369307124222, 0.19002061202121447207};
    const thud_series *s = &sim->motion.series;
    const thud_chain *chain = &sim->structure.chain;
    const double *load = sim->structure.load, *of_v[] = {s->v, s->end_v}, *of_a[] = {s->a, s->end_a};
    const double g = s->ground[0], rise = s->ground[1];
    double at[THUD_SERIES_AT_ONCE], *v = sim->accounts.node_v, lost = 0, given = 0;
    size_t n = sim->structure.n;
    for (int i = 0; i < 2; i++) {
        double ground = g + i * rise * sigma, slope = (i == 0 ? sigma : -sigma) / 840;
        double momentum = thud_series_dot(load, of_v[i], n), force = thud_series_dot(load, of_a[i], n);
        lost +=
            9.0 / 140 * thud_chain_power(chain, of_v[i]) + slope * 2 * thud_chain_product(chain, of_v[i], of_a[i]);
        given += 9.0 / 140 * ground * momentum + slope * (rise * momentum + ground * force);
    }
    for (int i = 0; i < THUD_SERIES_AT_ONCE; i++) at[i] = sigma * node[i];
    thud_series_values_of_four(s->v, n, s->order, at, v);
    for (int i = 0; i < THUD_SERIES_AT_ONCE; i++, v += n) {
        lost += weight[i] * thud_chain_power(chain, v);
        given += weight[i] * (g + rise * at[i]) * thud_series_dot(load, v, n);
    }
    sim->accounts.energy.dissipated += sigma * lost;
    sim->accounts.energy.input -= sigma * given;
}

/* at a point of the quadrature that stands for a piece of time */
static void account_point(thud_simulation *sim, const double *v, double sigma, double duration) {
    sim->accounts.energy.dissipated += duration * damping_power(sim, v);
    sim->accounts.energy.input += duration * load_power(sim, v, sigma);
    if (sim->supports.count > 0) sim->accounts.energy.input += duration * thud_supports_power(sim, v, sigma);
    if (sim->contacts.closed_count > 0) account_contacts(sim, v, sigma, duration);
}

static void account_by_points(thud_simulation *sim, double sigma) {
    const thud_series *s = &sim->motion.series;
    /* the terms of the products fall as those of the series do: it takes no more points than that; near δ = 0 most
     * of the terms are next to nothing */
    int nodes = s->in_time ? s->order / 3 + 2 : s->order / 4 + 2;
    const double *node = sim->accounts.gauss[nodes].node, *weight = sim->accounts.gauss[nodes].weight;
    double at[THUD_SERIES_AT_ONCE], *v = sim->accounts.node_v;
    const double *series = s->by_modes ? sim->structure.modal->v : s->v;
    if (sim->supports.count > 0) thud_supports_gather(sim);
    for (int g = 0; g < nodes; g++) {
        int turn = g % THUD_SERIES_AT_ONCE;
        for (int i = 0; turn == 0 && i < THUD_SERIES_AT_ONCE; i++) at[i] = g + i < nodes ? sigma * node[g + i] : 0;
        if (turn == 0) thud_series_values_of_four(series, sim->structure.n, s->order, at, v);
        double duration = sigma * weight[g];
        if (!s->in_time) duration *= thud_series_value(s->pace, s->order, at[turn]);
        account_point(sim, v + (size_t)turn * sim->structure.n, at[turn], duration);
    }
}

void thud_account_energy(thud_simulation *sim, double sigma) {
    if (sim->motion.series.order <= FEW_TERMS && thud_series_is_alone(sim)) account_by_ends(sim, sigma);
    else account_by_points(sim, sigma);
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

/* By what the balance says is stored, and it is never half off, most instants are far below the largest so far, and
 * need no sum over all bodies and links. */
void thud_account_stored(thud_simulation *sim) {
    thud_energy_account *e = &sim->accounts.energy;
    if (e->input - e->dissipated - e->hysteresis - e->impact < 0.5 * e->largest_stored) return;
    e->largest_stored = fmax(e->largest_stored, thud_simulation_stored(sim));
}
