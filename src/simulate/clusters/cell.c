/*
 * A cell is filled with the bodies of a cluster and all that acts on them, runs by the general series, and its
 * results are kept until all clusters of the window are done.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/clusters/clusters.h"
#include "simulate/prepare.h"
#include "simulate/propagator.h"

static const thud_propagator *const SERIES_ALONE[] = {&thud_propagator_series};

/* ---- made once ---- */

static bool allocate_results(thud_cell_results *r, size_t n, size_t m) {
    *r = (thud_cell_results){.x = calloc(n, sizeof *r->x),
                             .v = calloc(n, sizeof *r->v),
                             .bodies = calloc(n, sizeof *r->bodies),
                             .contacts = calloc(m, sizeof *r->contacts),
                             .sums = calloc(m, sizeof *r->sums),
                             .body = calloc(n, sizeof *r->body),
                             .contact = calloc(m, sizeof *r->contact),
                             .impact = malloc(THUD_CELL_IMPACTS * sizeof *r->impact),
                             .way = malloc(THUD_CELL_WAYS * sizeof *r->way),
                             .sample = malloc(THUD_CELL_SAMPLES * (3 * n + m) * sizeof *r->sample)};
    return r->x && r->v && r->bodies && r->contacts && r->sums && r->body && r->contact && r->impact && r->way &&
           r->sample;
}

thud_status thud_cell_init(thud_cell *cell, const thud_simulation *whole, size_t most_bodies) {
    const size_t n = whole->structure.n, m = whole->contacts.count;
    cell->most_bodies = most_bodies;
    cell->part = calloc(1, sizeof *cell->part);
    cell->place = calloc(n, sizeof *cell->place);
    cell->body = calloc(n, sizeof *cell->body);
    cell->contact = calloc(m, sizeof *cell->contact);
    cell->stand_in = (thud_model){.body_count = most_bodies, .damping = whole->model->damping};
    cell->stand_in.contacts = calloc(m, sizeof *cell->stand_in.contacts);
    if (!cell->part || !cell->place || !cell->body || !cell->contact || !cell->stand_in.contacts ||
        !allocate_results(&cell->results, n, m))
        return THUD_ERROR_MEMORY;
    const thud_status status = thud_simulation_prepare_part(cell->part, whole, &cell->stand_in);
    return status == THUD_OK ? thud_propagators_use(cell->part, SERIES_ALONE, 1) : status;
}

void thud_cell_free(thud_cell *cell) {
    const thud_cell_results *r = &cell->results;
    void *arrays[] = {
        r->x,      r->v,   r->bodies, r->contacts, r->sums,    r->body,       r->contact,
        r->impact, r->way, r->sample, cell->place, cell->body, cell->contact, cell->stand_in.contacts};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    thud_simulation_free(cell->part);
}

/* ---- what it has to show ---- */

static bool keep_impact(void *context, const thud_impact_entry *entry) {
    thud_cell *cell = context;
    thud_cell_results *r = &cell->results;
    if (r->impacts == THUD_CELL_IMPACTS) {
        cell->overflow = true;
        return false;
    }
    r->impact[r->impacts] = (thud_cell_impact){*entry, cell->part->motion.time};
    r->impact[r->impacts++].entry.contact = cell->contact[entry->contact];
    return true;
}

static bool keep_way(void *context, const thud_contact_sample *sample) {
    thud_cell *cell = context;
    thud_cell_results *r = &cell->results;
    if (r->ways == THUD_CELL_WAYS) {
        cell->overflow = true;
        return false;
    }
    r->way[r->ways] = *sample;
    r->way[r->ways++].contact = cell->contact[sample->contact];
    return true;
}

/* into the place of the whole: displacements, velocities, accelerations, forces */
static bool keep_sample(void *context, const thud_sample *sample) {
    thud_cell *cell = context;
    const size_t n = cell->whole_bodies, m = cell->whole_contacts;
    if (cell->samples == THUD_CELL_SAMPLES) return false;
    double *to = cell->results.sample + cell->samples++ * (3 * n + m);
    for (size_t i = 0; i < cell->part->structure.n; i++) {
        to[cell->body[i]] = sample->displacement[i];
        to[n + cell->body[i]] = sample->velocity[i];
        to[2 * n + cell->body[i]] = sample->acceleration[i];
    }
    for (size_t i = 0; i < cell->part->contacts.count; i++) to[3 * n + cell->contact[i]] = sample->force[i];
    return true;
}

static void begin_accounts(thud_cell *cell, const thud_simulation *whole) {
    thud_accounts *a = &cell->part->accounts;
    const thud_observer *seen_by = whole->accounts.observer;
    cell->observer = (thud_observer){.context = cell, .impact = seen_by && seen_by->impact ? keep_impact : NULL};
    if (seen_by && seen_by->contact) cell->observer.contact = keep_way;
    if (seen_by && seen_by->sample) cell->observer.sample = keep_sample;
    cell->samples = 0;
    a->observer = &cell->observer;
    a->samples = whole->accounts.samples;
    a->energy = (thud_energy_account){0};
    a->summary.solver = (thud_solver_summary){0};
    a->ledger = (thud_ledger){
        .observer = &cell->observer, .threshold = whole->accounts.ledger.threshold, .contacts = a->contacts};
}

/* ---- filled ---- */

static thud_body local(const thud_cell *cell, thud_body body) {
    return body < 0 ? body : (thud_body)cell->place[body];
}

static void take_bodies(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s) {
    thud_simulation *part = cell->part;
    size_t count = 0;
    for (size_t m = 0; m < s->members; m++)
        for (size_t k = s->bodies.first[s->member[m]]; k < s->bodies.first[s->member[m] + 1]; k++) {
            const size_t body = s->bodies.number[k];
            cell->place[body] = count;
            cell->body[count] = body;
            part->structure.mass[count] = whole->structure.mass[body];
            part->structure.inverse_mass[count] = whole->structure.inverse_mass[body];
            part->structure.chain.drag[count] = part->structure.mass_damping * whole->structure.mass[body];
            part->accounts.bodies[count] = whole->accounts.bodies[body];
            part->motion.x[count] = whole->motion.x[body];
            part->motion.v[count] = whole->motion.v[body];
            count++;
        }
    part->structure.n = part->structure.chain.n = part->supports.first = cell->stand_in.body_count = count;
}

static void take_springs(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s) {
    thud_body_structure *own = &cell->part->structure;
    size_t count = 0;
    for (size_t m = 0; m < s->members; m++)
        for (size_t k = s->springs.first[s->member[m]]; k < s->springs.first[s->member[m] + 1]; k++) {
            thud_spring spring = whole->structure.springs[s->springs.number[k]];
            spring.left = local(cell, spring.left);
            spring.right = local(cell, spring.right);
            own->springs[count++] = spring;
        }
    own->spring_count = count;
    double *columns[] = {own->chain.stiffness, own->chain.damping, own->chain.hold};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) memset(columns[i], 0, own->n * sizeof(double));
    own->chain.tension[own->n] = 0; /* above the last body of this cluster is nothing */
    thud_chain_sort(&own->chain, own->springs, count);
    if (!own->damping_matrix) return;
    const double *from = whole->structure.damping_matrix;
    for (size_t i = 0; i < own->n; i++)
        for (size_t j = 0; j < own->n; j++)
            own->damping_matrix[i * own->n + j] = from[cell->body[i] * whole->structure.n + cell->body[j]];
    thud_structure_find_damped(own);
}

static void take_loads(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s) {
    thud_loads *own = &cell->part->loads;
    own->ground = whole->loads.ground;
    own->push_count = 0;
    for (size_t m = 0; m < s->members; m++)
        for (size_t k = s->pushes.first[s->member[m]]; k < s->pushes.first[s->member[m] + 1]; k++) {
            const thud_push *push = &whole->loads.pushes[s->pushes.number[k]];
            own->pushes[own->push_count].load = push->load;
            own->pushes[own->push_count++].body = local(cell, push->body);
        }
    own->model_count = own->push_count;
}

/* a contact between two busy structures is taken with the one that comes first */
static bool is_taken_with(const thud_neighbours *s, const thud_body_contact *t, size_t structure) {
    if (s->mark[structure] != THUD_NEIGHBOUR_BUSY) return false;
    const size_t other = thud_neighbours_beyond(s, t, structure);
    return other == SIZE_MAX || s->mark[other] != THUD_NEIGHBOUR_BUSY || structure <= other;
}

static size_t list_contacts(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s) {
    size_t count = 0;
    for (size_t m = 0; m < s->members; m++)
        for (size_t k = s->contacts.first[s->member[m]]; k < s->contacts.first[s->member[m] + 1]; k++) {
            const size_t number = s->contacts.number[k];
            if (is_taken_with(s, &whole->contacts.list[number], s->member[m])) cell->contact[count++] = number;
        }
    thud_neighbours_sort(cell->contact, count);
    return count;
}

static void take_contact(thud_cell *cell, const thud_simulation *whole, size_t i) {
    thud_contacts *own = &cell->part->contacts;
    const size_t number = cell->contact[i];
    thud_body_contact *t = &own->list[i];
    *t = whole->contacts.list[number];
    t->number = t->entry.contact = i;
    t->left = local(cell, t->left);
    t->right = local(cell, t->right);
    own->given[i] = whole->contacts.given[number];
    cell->stand_in.contacts[i].name = whole->model->contacts[number].name;
    cell->part->accounts.contacts[i] =
        (thud_contact_summary){.closest_approach = whole->accounts.contacts[number].closest_approach};
    cell->part->accounts.sample_force[i] = 0;
    own->apart_count += thud_approach_is_apart(cell->part, t);
    t->series = NULL;
    if (t->phase == THUD_PHASE_OPEN) return;
    t->series = &own->pool[own->closed_count];
    *t->series = (thud_contact_series){0};
    own->closed[own->closed_count++] = i;
}

static void take_contacts(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s) {
    thud_contacts *own = &cell->part->contacts;
    own->count = own->closed_limit = list_contacts(cell, whole, s);
    own->closed_count = own->apart_count = 0;
    own->known = whole->contacts.known;
    own->followed = whole->contacts.followed;
    own->instant = whole->contacts.instant;
    own->crowd = whole->contacts.crowd;
    for (size_t i = 0; i < own->count; i++) take_contact(cell, whole, i);
    for (size_t i = 0; i < own->closed_limit; i++) own->pool_used[i] = i < own->closed_count;
    thud_rest_factor(cell->part);
}

static void fill(thud_cell *cell, const thud_simulation *whole, const thud_neighbours *s, double end) {
    thud_body_motion *own = &cell->part->motion;
    const thud_body_motion *m = &whole->motion;
    cell->part->options = whole->options;
    own->time = m->time;
    own->end = end;
    own->linear_tolerance = m->linear_tolerance;
    own->contact_tolerance = m->contact_tolerance;
    own->contact_near = m->contact_near;
    own->step_limit = m->step_limit;
    own->pace_steps = m->pace_steps;
    own->failure = THUD_OK;
    take_bodies(cell, whole, s);
    take_springs(cell, whole, s);
    take_loads(cell, whole, s);
    begin_accounts(cell, whole);
    take_contacts(cell, whole, s);
}

/* ---- emptied ---- */

/* the guards that were struck are busy from now on */
static bool wake_guards(const thud_cell *cell, const thud_simulation *whole, thud_neighbours *s) {
    bool any = false;
    for (size_t i = 0; i < cell->part->contacts.count; i++) {
        const thud_body_contact *own = &cell->part->contacts.list[i], *t = &whole->contacts.list[cell->contact[i]];
        if (own->phase == THUD_PHASE_OPEN && cell->part->accounts.contacts[i].impulse == 0) continue;
        const bool guards = (t->left >= 0 && s->mark[s->structure[t->left]] == THUD_NEIGHBOUR_GUARD) ||
                            (t->right >= 0 && s->mark[s->structure[t->right]] == THUD_NEIGHBOUR_GUARD);
        if (guards) thud_neighbours_wake(s, t);
        any = any || guards;
    }
    return any;
}

static void keep_contact(thud_cell *cell, const thud_simulation *whole, size_t i) {
    thud_cell_results *r = &cell->results;
    const size_t number = cell->contact[i];
    const thud_body_contact *before = &whole->contacts.list[number];
    thud_body_contact *t = &r->contacts[number];
    *t = cell->part->contacts.list[i];
    t->number = t->entry.contact = number;
    t->left = before->left;
    t->right = before->right;
    r->sums[number] = cell->part->accounts.contacts[i];
    r->contact[r->contacts_moved++] = number;
}

static void keep_results(thud_cell *cell, const thud_simulation *whole) {
    thud_cell_results *r = &cell->results;
    const thud_simulation *part = cell->part;
    for (size_t i = 0; i < part->structure.n; i++) {
        const size_t body = cell->body[i];
        r->x[body] = part->motion.x[i];
        r->v[body] = part->motion.v[i];
        r->bodies[body] = part->accounts.bodies[i];
        r->body[r->bodies_moved++] = body;
    }
    for (size_t i = 0; i < part->contacts.count; i++) keep_contact(cell, whole, i);
    r->energy.input += part->accounts.energy.input;
    r->energy.dissipated += part->accounts.energy.dissipated;
    r->energy.impact += part->accounts.energy.impact;
    r->solver.steps += part->accounts.summary.solver.steps;
    r->solver.events += part->accounts.summary.solver.events;
    r->solver.rhs_evaluations += part->accounts.summary.solver.rhs_evaluations;
    r->counted += part->accounts.ledger.impacts;
    r->known = r->known || part->contacts.known;
    r->followed = r->followed || part->contacts.followed;
    if (part->contacts.instant.since >= r->instant.since) r->instant = part->contacts.instant;
    if (part->contacts.crowd.since >= r->crowd.since) r->crowd = part->contacts.crowd;
}

void thud_cell_begin(thud_cell *cell, const thud_simulation *whole) {
    thud_cell_results *r = &cell->results;
    cell->whole_bodies = whole->structure.n;
    cell->whole_contacts = whole->contacts.count;
    cell->overflow = false;
    r->bodies_moved = r->contacts_moved = r->impacts = r->ways = r->counted = 0;
    r->energy = (thud_energy_account){0};
    r->solver = (thud_solver_summary){0};
    r->instant = whole->contacts.instant;
    r->crowd = whole->contacts.crowd;
    r->known = r->followed = false;
}

static size_t bodies_of(const thud_neighbours *s) {
    size_t count = 0;
    for (size_t m = 0; m < s->members; m++)
        count += s->bodies.first[s->member[m] + 1] - s->bodies.first[s->member[m]];
    return count;
}

thud_cell_outcome thud_cell_follow(thud_cell *cell, const thud_simulation *whole, thud_neighbours *s, double end,
                                   size_t samples) {
    if (bodies_of(s) > cell->most_bodies) return THUD_CELL_FAILED;
    const size_t impacts = cell->results.impacts, ways = cell->results.ways;
    thud_simulation *part = cell->part;
    fill(cell, whole, s, end);
    thud_propagators_follow(part);
    if (part->motion.failure != THUD_OK || part->accounts.ledger.stopped || part->motion.time < end ||
        (cell->observer.sample && cell->samples != samples))
        return THUD_CELL_FAILED;
    if (!wake_guards(cell, whole, s)) {
        keep_results(cell, whole);
        return THUD_CELL_DONE;
    }
    cell->results.impacts = impacts;
    cell->results.ways = ways;
    return THUD_CELL_STRUCK;
}

/* ---- taken over ---- */

static void add_sums(thud_contact_summary *to, const thud_contact_summary *from) {
    to->impacts += from->impacts;
    to->impulse += from->impulse;
    to->energy_lost += from->energy_lost;
    to->stick_time += from->stick_time;
    to->indentation += from->indentation;
    to->max_force = fmax(to->max_force, from->max_force);
    to->max_penetration = fmax(to->max_penetration, from->max_penetration);
    to->closest_approach = from->closest_approach;
}

static void commit_contacts(const thud_cell_results *r, thud_simulation *whole) {
    thud_contacts *all = &whole->contacts;
    for (size_t i = 0; i < r->contacts_moved; i++) {
        const size_t number = r->contact[i];
        thud_body_contact *t = &all->list[number];
        const bool apart = thud_approach_is_apart(whole, t);
        *t = r->contacts[number];
        add_sums(&whole->accounts.contacts[number], &r->sums[number]);
        all->apart_count -= apart && !thud_approach_is_apart(whole, t);
    }
    all->known = r->known;
    all->followed = r->followed;
    all->instant = r->instant;
    all->crowd = r->crowd;
}

/* whether contact i was struck before contact j */
static bool is_older(const thud_contacts *all, size_t i, size_t j) {
    const double one = all->list[i].entry.time, other = all->list[j].entry.time;
    return one < other || (one == other && i < j);
}

/* those that are closed are all among those that were followed, and are listed in the order in which they closed;
 * whether one of them holds */
static bool list_closed(const thud_cell_results *r, thud_contacts *all) {
    bool holds = false;
    all->closed_count = 0;
    for (size_t i = 0; i < r->contacts_moved; i++) {
        thud_body_contact *t = &all->list[r->contact[i]];
        t->series = NULL;
        if (t->phase == THUD_PHASE_OPEN) continue;
        holds = holds || t->holding;
        size_t at = all->closed_count++;
        for (; at > 0 && is_older(all, t->number, all->closed[at - 1]); at--) all->closed[at] = all->closed[at - 1];
        all->closed[at] = t->number;
    }
    for (size_t i = 0; i < all->closed_limit; i++) all->pool_used[i] = i < all->closed_count;
    for (size_t i = 0; i < all->closed_count; i++) all->list[all->closed[i]].series = &all->pool[i];
    return holds;
}

/* of two at one instant, the one of the first contact comes first */
static bool comes_before(const thud_cell_impact *a, const thud_cell_impact *b) {
    return a->time < b->time || (a->time == b->time && a->entry.contact < b->entry.contact);
}

static void sort_impacts(thud_cell_impact *list, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const thud_cell_impact moved = list[i];
        size_t j = i;
        for (; j > 0 && comes_before(&moved, &list[j - 1]); j--) list[j] = list[j - 1];
        list[j] = moved;
    }
}

static void hand_over(thud_cell_results *r, thud_ledger *ledger) {
    const thud_observer *o = ledger->observer;
    for (size_t i = 0; i < r->ways; i++) thud_ledger_show_contact(ledger, &r->way[i]);
    sort_impacts(r->impact, r->impacts);
    for (size_t i = 0; i < r->impacts && !ledger->stopped; i++)
        if (!o->impact(o->context, &r->impact[i].entry)) ledger->stopped = true;
}

void thud_cell_commit(thud_cell *cell, thud_simulation *whole) {
    thud_cell_results *r = &cell->results;
    thud_accounts *a = &whole->accounts;
    for (size_t i = 0; i < r->bodies_moved; i++) {
        const size_t body = r->body[i];
        whole->motion.x[body] = r->x[body];
        whole->motion.v[body] = r->v[body];
        a->bodies[body] = r->bodies[body];
    }
    commit_contacts(r, whole);
    if (list_closed(r, &whole->contacts) || whole->rest.count > 0) thud_rest_factor(whole);
    a->energy.input += r->energy.input;
    a->energy.dissipated += r->energy.dissipated;
    a->energy.impact += r->energy.impact;
    a->summary.solver.steps += r->solver.steps;
    a->summary.solver.events += r->solver.events;
    a->summary.solver.rhs_evaluations += r->solver.rhs_evaluations;
    a->ledger.impacts += r->counted;
    hand_over(r, &a->ledger);
}
