/*
 * Sticking: which newton and poisson contacts that are closed at rest stay closed, 0 ≤ λ ⟂ −δ̈ ≥ 0, and the factor
 * of W = G M⁻¹ Gᵀ that their reactions are found with in every order of the series.
 */
#include <math.h>
#include <string.h>

#include "numeric/matrix/lcp.h"
#include "simulate/contacts/impulse.h"
#include "simulate/matrices.h"
#include "simulate/state.h"

/* accelerations, and reactions, below this share of those of the bodies are rounding */
#define ROUNDING 1e-13

/* a coupling below this share of its terms is what rounding has left of none: 90 u, of some dozen terms */
#define CANCELLED 1e-14

bool thud_stick_is_closed(const thud_body_contact *t) {
    return t->impulsive && (t->phase == THUD_PHASE_STICKING || (thud_interface_rests(t) && !t->state.level));
}

/* m/s²: what rounding may make of an acceleration between two bodies */
double thud_stick_noise(const thud_simulation *sim, const thud_body_contact *t) {
    return ROUNDING * thud_interface_load(sim, t);
}

/* beside a full mass matrix: of what a push along the one does, with what the links make of it, along the other */
static double coupling_by_reactions(const thud_simulation *sim, const thud_body_contact *a,
                                    const thud_body_contact *b) {
    double *reply = sim->links.rest;
    memset(reply, 0, sim->structure.n * sizeof *reply);
    thud_contact_push(b, -1, sim->structure.inverse_mass, reply);
    const double size = thud_contact_size(a, reply);
    thud_links_join(sim, reply, reply);
    double sum = thud_contact_along(a, reply);
    return fabs(sum) > CANCELLED * size ? sum : 0;
}

/* as thud_contact_coupling, where links that stick make bodies move as one; 0 where they hold both sides together
 */
static double coupling(const thud_simulation *sim, const thud_body_contact *a, const thud_body_contact *b) {
    if (sim->links.stuck_count == 0) return thud_contact_coupling(sim, a, b);
    if (sim->links.rows) return coupling_by_reactions(sim, a, b);
    double sum = 0, size = 0;
    for (size_t i = 0; i < thud_contact_ends(a); i++) {
        thud_body group = thud_links_group(sim, thud_contact_end(a, i));
        for (size_t j = 0; j < thud_contact_ends(b) && group >= 0; j++)
            if (thud_links_group(sim, thud_contact_end(b, j)) == group) {
                double term =
                    thud_contact_factor(a, i) * thud_contact_factor(b, j) * thud_links_inverse_mass(sim, group);
                sum += term;
                size += fabs(term);
            }
    }
    return fabs(sum) > CANCELLED * size ? sum : 0;
}

typedef double couple(const thud_simulation *sim, const thud_body_contact *a, const thud_body_contact *b);

/* a contact's row of a factor of W, after the first `count` that have a reaction; its pivot, or 0 where they hold
 * it already */
static double factor_row(const thud_simulation *sim, couple *coupled, size_t count, const double *factor,
                         const thud_body_contact *t, double *row) {
    double whole = coupled(sim, t, t), pivot = whole;
    for (size_t j = 0; j < count; j++) {
        const double *other = factor + j * sim->contacts.stuck_limit;
        double sum = coupled(sim, t, &sim->contacts.list[sim->contacts.stuck[j]]);
        for (size_t k = 0; k < j; k++) sum -= row[k] * other[k];
        row[j] = sum / other[j];
        pivot -= row[j] * row[j];
    }
    return pivot > 1e-10 * whole ? pivot : 0;
}

/* what counts is what holds against an impact: links that stick do not, and the factor has to be without them */
bool thud_stick_holds(const thud_simulation *sim, const thud_body_contact *t) {
    size_t count = sim->contacts.stuck_count, wide = sim->contacts.stuck_limit;
    double *factor = sim->contacts.stuck_factor;
    if (count == 0) return false;
    if (sim->links.stuck_count > 0) {
        factor = sim->contacts.impact_work;
        for (size_t i = 0; i < count; i++) {
            double *row = factor + i * wide, pivot;
            pivot =
                factor_row(sim, thud_contact_coupling, i, factor, &sim->contacts.list[sim->contacts.stuck[i]], row);
            row[i] = sqrt(pivot);
        }
    }
    return factor_row(sim, thud_contact_coupling, count, factor, t, sim->contacts.stuck_work) == 0;
}

/*
 * Adds a sticking contact to those that have a reaction, and a row to the factor of their W. One that the others
 * hold already, such as the second of two stops on both sides of a body, has none until another ends.
 */
static void add_stuck(thud_simulation *sim, size_t number) {
    const thud_body_contact *t = &sim->contacts.list[number];
    double *row = sim->contacts.stuck_factor + sim->contacts.stuck_count * sim->contacts.stuck_limit,
           pivot = factor_row(sim, coupling, sim->contacts.stuck_count, sim->contacts.stuck_factor, t, row);
    for (int k = 0; k < THUD_SERIES_WIDTH; k++) t->series->force[k] = 0;
    if (pivot == 0) return;
    row[sim->contacts.stuck_count] = sqrt(pivot);
    sim->contacts.stuck[sim->contacts.stuck_count++] = number;
}

/* takes what is left of the sticking contacts' speeds out of the motion */
static void stop_stuck(thud_simulation *sim) {
    size_t m = sim->contacts.stuck_count, wide = sim->contacts.stuck_limit;
    double *l = sim->contacts.stuck_factor, *y = sim->contacts.stuck_work;
    for (size_t i = 0; i < m; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.stuck[i]];
        y[i] = thud_contact_along(t, sim->motion.v);
        for (size_t j = 0; j < i; j++) y[i] -= l[i * wide + j] * y[j];
        y[i] /= l[i * wide + i];
    }
    for (size_t i = m; i-- > 0;) {
        for (size_t j = i + 1; j < m; j++) y[i] -= l[j * wide + i] * y[j];
        y[i] /= l[i * wide + i];
    }
    for (size_t i = 0; i < m; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.stuck[i]];
        thud_interfaces_hold(sim, t, y[i]);
    }
}

void thud_stick_end(thud_simulation *sim, thud_body_contact *t) {
    sim->accounts.contacts[t->number].stick_time += fmax(sim->motion.time - t->stick_start, 0);
    t->entry.duration = sim->motion.time - t->entry.time;
    thud_ledger_enter(&sim->accounts.ledger, &t->entry);
    thud_contacts_remove(&sim->contacts, t);
    thud_interface_close(sim, t);
}

static bool begin_sticking(thud_simulation *sim, thud_body_contact *t) {
    if (!thud_contacts_add(&sim->contacts, t)) return false;
    t->phase = THUD_PHASE_STICKING;
    thud_interface_rest(sim, t);
    t->calm_energy = 0;
    t->stick_start = fmax(t->stick_start, sim->motion.time);
    t->entry = (thud_impact_entry){.contact = t->number, .time = sim->motion.time, .ended = true};
    return true;
}

/* what rounding of accelerations makes of a reaction, N, where others hold the bodies too: (W⁻¹)ᵢᵢ in place of
 * 1/Wᵢᵢ, the square of L⁻¹ eᵢ */
static void widen_slack(thud_simulation *sim) {
    size_t m = sim->contacts.stuck_count, wide = sim->contacts.stuck_limit;
    double *l = sim->contacts.stuck_factor, *y = sim->contacts.stuck_work;
    for (size_t i = 0; i < m && m > 1; i++) {
        thud_body_contact *t = &sim->contacts.list[sim->contacts.stuck[i]];
        double sum = 0;
        for (size_t k = i; k < m; k++) {
            y[k] = k == i;
            for (size_t j = i; j < k; j++) y[k] -= l[k * wide + j] * y[j];
            y[k] /= l[k * wide + k];
            sum += y[k] * y[k];
        }
        t->slack *= thud_larger(1, sum * coupling(sim, t, t));
    }
}

bool thud_stick_collect(thud_simulation *sim, size_t *count) {
    *count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (!thud_stick_is_closed(&sim->contacts.list[c])) continue;
        if (*count == sim->contacts.stuck_limit) return false;
        sim->contacts.impact_numbers[(*count)++] = c;
    }
    sim->contacts.stuck_count = 0;
    return true;
}

bool thud_stick_take(thud_simulation *sim, size_t count, const double *reaction, const double *parting) {
    const size_t *number = sim->contacts.impact_numbers;
    if (count == 0 && sim->links.stuck_count > 0) thud_links_join(sim, sim->motion.v, sim->motion.v);
    if (count == 0) return true;
    for (size_t a = 0; a < count; a++) {
        thud_body_contact *t = &sim->contacts.list[number[a]];
        double noise = thud_stick_noise(sim, t);
        bool holds = reaction[a] > 0 || parting[a] <= noise; /* what does not part stays together, force or none */
        double whole = coupling(sim, t, t); /* 0 where links hold its bodies together: it has no reaction then */
        t->slack = whole > 0 ? noise / whole : 0;
        if (holds && t->phase != THUD_PHASE_STICKING && !begin_sticking(sim, t)) return false;
        if (!holds && t->phase == THUD_PHASE_STICKING) {
            thud_stick_end(sim, t);
            thud_interface_rest(sim, t);
        }
    }
    for (size_t a = 0; a < count; a++)
        if (sim->contacts.list[number[a]].phase == THUD_PHASE_STICKING && reaction[a] > 0)
            add_stuck(sim, number[a]);
    for (size_t a = 0; a < count; a++)
        if (sim->contacts.list[number[a]].phase == THUD_PHASE_STICKING && !(reaction[a] > 0))
            add_stuck(sim, number[a]);
    if (sim->links.stuck_count > 0) thud_links_join(sim, sim->motion.v, sim->motion.v);
    stop_stuck(sim);
    if (sim->links.stuck_count > 0) thud_links_join(sim, sim->motion.v, sim->motion.v);
    widen_slack(sim);
    return true;
}

bool thud_stick_is_kept(const thud_simulation *sim, const thud_body_contact *t) {
    if (sim->links.stuck_count == 0) return false;
    const thud_body group = thud_links_group(sim, thud_contact_end(t, 0));
    double sum = 0;
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        if (thud_links_group(sim, thud_contact_end(t, i)) != group) return false;
        sum += thud_contact_factor(t, i);
    }
    return group < 0 || fabs(sum) <= 1e-15;
}

/* by links and by other contacts that stick */
static bool is_held_closed(const thud_simulation *sim, const thud_body_contact *t) {
    return factor_row(sim, coupling, sim->contacts.stuck_count, sim->contacts.stuck_factor, t,
                      sim->contacts.stuck_work) == 0;
}

bool thud_stick_keep(thud_simulation *sim) {
    for (size_t c = 0; c < sim->contacts.count; c++) {
        thud_body_contact *t = &sim->contacts.list[c];
        bool released = t->impulsive && t->phase == THUD_PHASE_OPEN && t->state.level;
        if (!released || !is_held_closed(sim, t)) continue;
        if (!begin_sticking(sim, t)) return false;
        memset(t->series->force, 0, sizeof t->series->force);
    }
    return true;
}

bool thud_stick_settle(thud_simulation *sim) {
    size_t count, limit = sim->contacts.stuck_limit;
    if (!thud_stick_collect(sim, &count)) return false;
    if (count == 0) return true;

    const size_t *number = sim->contacts.impact_numbers;
    double *w = sim->contacts.impact_work, *q = w + limit * limit, *reaction = q + limit,
           *work = reaction + 2 * limit;
    if (!thud_series_accelerations(sim)) return false;
    for (size_t a = 0; a < count; a++) {
        const thud_body_contact *t = &sim->contacts.list[number[a]];
        q[a] = -thud_simulation_closing(sim, t);
        for (size_t b = 0; b < count; b++)
            w[a * count + b] = thud_contact_coupling(sim, t, &sim->contacts.list[number[b]]);
    }
    if (!thud_lcp_solve(count, w, q, reaction, work)) return false;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++) q[a] += w[a * count + b] * reaction[b];
    return thud_stick_take(sim, count, reaction, q);
}

static bool pulls(const thud_body_contact *t) { return t->series->force[0] < -t->slack; }

/* one that the others hold has no reaction of its own; between motions that are given, that ends when these set
 * out, with far more than rounding */
static bool is_left(const thud_simulation *sim, const thud_body_contact *t) {
    return t->phase == THUD_PHASE_STICKING && t->series->force[0] == 0 &&
           fabs(thud_simulation_closing(sim, t)) > 1e3 * thud_stick_noise(sim, t);
}

bool thud_stick_pulls(const thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.stuck_count; i++)
        if (pulls(&sim->contacts.list[sim->contacts.stuck[i]])) return true;
    for (size_t i = 0; sim->supports.count > 0 && i < sim->contacts.closed_count; i++)
        if (is_left(sim, &sim->contacts.list[sim->contacts.closed[i]])) return true;
    return false;
}
