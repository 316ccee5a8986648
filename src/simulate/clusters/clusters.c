/*
 * The propagator of structures beside each other: windows in which all go their own ways, but for the clusters that
 * contacts make of some.
 */
#include "simulate/clusters/clusters.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/contacts/rest.h"
#include "simulate/propagator.h"
#include "simulate/series/series_bodies.h"

enum {
    LEAST_BODIES = 21,    /* for fewer, steps of all together are as quick */
    LEAST_STRUCTURES = 8, /* a cluster of two or three of fewer would be half of them */
};

/* What windows ask of a contact, side by side: a contact itself takes many lines of the cache. */
typedef struct gap_of {
    thud_body left, right;
    double gap;
} gap_of;

typedef struct thud_clusters {
    thud_neighbours neighbours;
    thud_cell cell;
    double crowded_until; /* s: a cluster was too large; until then all go together */
    double known_at;      /* s: the next three are those of this instant; NAN: of none */
    gap_of *gaps;         /* [contacts] */
    size_t *under_way;    /* [under_way_count] contacts of which more is known than coordinates tell */
    size_t under_way_count;
    double *reach; /* [contacts] m: the largest x_left − x_right in the window, at most */
} thud_clusters;

/* ---- its memory ---- */

/* bodies and linear links, and contacts between two of them or to the ground */
static bool is_of_bodies(const thud_simulation *sim) {
    return sim->supports.count == 0 && sim->links.count == 0 && sim->accounts.watches.count == 0 &&
           sim->model->matrices_count == 0 && sim->contacts.row_count == 0 && sim->contacts.count > 0 &&
           sim->structure.n >= LEAST_BODIES;
}

static void discard(void *memory) {
    thud_clusters *c = memory;
    if (!c) return;
    thud_neighbours_free(&c->neighbours);
    thud_cell_free(&c->cell);
    free(c->gaps);
    free(c->under_way);
    free(c->reach);
    free(c);
}

static thud_status create(const thud_simulation *sim, void **memory) {
    *memory = NULL;
    if (!is_of_bodies(sim)) return THUD_OK;
    thud_clusters *c = calloc(1, sizeof *c);
    thud_status status = c && thud_neighbours_find(&c->neighbours, sim) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK && c->neighbours.count < LEAST_STRUCTURES) {
        discard(c);
        return THUD_OK;
    }
    if (status == THUD_OK) {
        c->gaps = calloc(sim->contacts.count, sizeof *c->gaps);
        c->under_way = calloc(sim->contacts.count, sizeof *c->under_way);
        c->reach = calloc(sim->contacts.count, sizeof *c->reach);
        if (!c->gaps || !c->under_way || !c->reach) status = THUD_ERROR_MEMORY;
    }
    if (status == THUD_OK) status = thud_cell_init(&c->cell, sim, sim->structure.n / 2);
    if (status == THUD_OK) *memory = c;
    else discard(c);
    return status;
}

static void restart(void *memory) {
    thud_clusters *c = memory;
    c->crowded_until = 0;
    c->known_at = NAN;
}

/* an event of which somebody wants to see all bodies is an event for all */
static bool fits(const thud_simulation *sim, const void *memory) {
    const thud_observer *o = sim->accounts.observer;
    return memory && sim->motion.probe_order == 0 && !(o && o->sample && sim->options.output_events);
}

/* ---- a window ---- */

typedef struct window {
    double end, sigma; /* s; from its start */
    size_t samples;    /* that fall into it */
} window;

/* no more samples than there is room for, and as far as the series is good for */
static window find_window(const thud_simulation *sim) {
    const thud_series *s = &sim->motion.series;
    window w = {.end = s->to_horizon ? thud_simulation_break(sim) : sim->motion.time + s->step, .sigma = s->step};
    thud_samples samples = sim->accounts.samples;
    for (; samples.at <= w.end && w.samples < THUD_CELL_SAMPLES; w.samples++) thud_samples_next(&samples);
    if (w.samples < THUD_CELL_SAMPLES || samples.at > w.end) return w;
    w.end = thud_samples_instant(samples.interval, samples.next - 1, samples.end);
    w.sigma = w.end - sim->motion.time;
    return w;
}

static void find_ends(thud_simulation *sim, double sigma) {
    thud_series *s = &sim->motion.series;
    const size_t n = sim->structure.n;
    thud_series_bends(s->a, n, s->order, sigma, s->end_a, s->off_a);
    thud_series_values(s->x, n, s->order, sigma, sim->motion.next_x);
    thud_series_values(s->v, n, s->order, sigma, s->end_v);
    thud_series_bends_before(n, sigma, s->a, s->end_a, s->off_a, s->off_x, s->off_v);
}

/* something is known of it that coordinates do not tell */
static bool is_under_way(const thud_body_contact *t) {
    const thud_interface *s = &t->state;
    return t->phase != THUD_PHASE_OPEN || s->depth.own || s->rate.own || s->level || s->force_is_zero ||
           s->followed || t->enter_at != 0;
}

static void look_at(thud_clusters *c, const thud_body_contact *t) {
    c->gaps[t->number] = (gap_of){t->left, t->right, t->given.gap};
    if (is_under_way(t)) c->under_way[c->under_way_count++] = t->number;
}

/* after a window only those that were followed have changed */
static void look_at_contacts(thud_clusters *c, const thud_simulation *sim) {
    if (sim->motion.time == c->known_at) return;
    c->under_way_count = 0;
    for (size_t i = 0; i < sim->contacts.count; i++) look_at(c, &sim->contacts.list[i]);
}

static void look_again(thud_clusters *c, const thud_simulation *sim) {
    const thud_cell_results *r = &c->cell.results;
    c->under_way_count = 0;
    for (size_t i = 0; i < r->contacts_moved; i++) look_at(c, &sim->contacts.list[r->contact[i]]);
    c->known_at = sim->motion.time;
}

/* as thud_contact_reach */
static double reach_of(const gap_of *g, const double *from, const double *to, const double *off) {
    const double start = thud_coordinate(from, g->left) - thud_coordinate(from, g->right),
                 end = thud_coordinate(to, g->left) - thud_coordinate(to, g->right);
    return thud_larger(start, end) + thud_coordinate(off, g->left) + thud_coordinate(off, g->right);
}

/* all others are quiet, and none is in a cluster yet */
static void mark_busy(thud_clusters *c, const thud_simulation *sim) {
    const thud_series *s = &sim->motion.series;
    thud_neighbours *all = &c->neighbours;
    memset(all->mark, 0, all->count * sizeof *all->mark);
    memset(all->cluster, 0, all->count * sizeof *all->cluster);
    look_at_contacts(c, sim);
    for (size_t i = 0; i < c->under_way_count; i++) thud_neighbours_wake(all, &sim->contacts.list[c->under_way[i]]);
    for (size_t i = 0; i < sim->contacts.count; i++) {
        c->reach[i] = reach_of(&c->gaps[i], s->x, sim->motion.next_x, s->off_x);
        if (!(c->reach[i] < c->gaps[i].gap)) thud_neighbours_wake(all, &sim->contacts.list[i]);
    }
}

/* guards of the clusters before are none any more, those that were struck stay busy */
static void disperse(thud_neighbours *all) {
    memset(all->cluster, 0, all->count * sizeof *all->cluster);
    for (size_t i = 0; i < all->count; i++)
        if (all->mark[i] == THUD_NEIGHBOUR_GUARD) all->mark[i] = THUD_NEIGHBOUR_QUIET;
}

typedef enum course { FOLLOWED, MERGES, FAILS } course;

/* the cluster around a structure, with more members as long as guards are struck */
static course follow_cluster(thud_clusters *c, const thud_simulation *sim, const window *w, size_t from) {
    thud_neighbours *all = &c->neighbours;
    for (;;) {
        if (!thud_neighbours_gather(all, sim, from)) return MERGES;
        const thud_cell_outcome outcome = thud_cell_follow(&c->cell, sim, all, w->end, w->samples);
        if (outcome != THUD_CELL_STRUCK) return outcome == THUD_CELL_DONE ? FOLLOWED : FAILS;
        for (size_t i = 0; i < all->members; i++) all->cluster[all->member[i]] = 0;
    }
}

/* one cluster after the other; where one grows into another, all of them anew. False: they are left to the series
 */
static bool follow_clusters(thud_clusters *c, const thud_simulation *sim, const window *w) {
    thud_neighbours *all = &c->neighbours;
    thud_cell_begin(&c->cell, sim);
    for (size_t i = 0; i < all->count; i++) {
        if (all->mark[i] != THUD_NEIGHBOUR_BUSY || all->cluster[i] != 0) continue;
        const course went = follow_cluster(c, sim, w, i);
        if (went == FAILS) return false;
        if (went == FOLLOWED) continue;
        disperse(all);
        thud_cell_begin(&c->cell, sim);
        i = SIZE_MAX; /* and on to the first */
    }
    return true;
}

/* ---- the accounts of the others ---- */

/* what those that were followed do is not the business of the series of all */
static void take_out(thud_simulation *sim, const thud_cell_results *r) {
    thud_series *s = &sim->motion.series;
    for (size_t i = 0; i < r->bodies_moved; i++) {
        const size_t body = r->body[i];
        for (int k = 0; k <= s->order; k++) s->v[(size_t)k * sim->structure.n + body] = 0;
        s->a[body] = s->end_a[body] = s->end_v[body] = 0;
        sim->motion.next_x[body] = sim->motion.x[body];
    }
}

static void follow_approaches(thud_simulation *sim, const thud_clusters *c, double sigma) {
    double power[THUD_SERIES_WIDTH];
    thud_peak_powers(sigma, sim->motion.series.order, power);
    for (size_t i = 0; i < sim->contacts.count; i++)
        if (c->reach[i] > sim->accounts.contacts[i].closest_approach &&
            !thud_neighbours_are_busy(&c->neighbours, &sim->contacts.list[i]))
            thud_approach_follow(sim, &sim->contacts.list[i], power);
}

/* peaks of those that were followed are taken over later */
static void account_quiet(thud_simulation *sim, const thud_clusters *c, double sigma) {
    const size_t apart = sim->contacts.apart_count;
    sim->contacts.apart_count = 0;
    thud_account_peaks(sim, sigma);
    sim->contacts.apart_count = apart;
    if (apart > 0) follow_approaches(sim, c, sigma);
    take_out(sim, &c->cell.results);
    thud_account_energy(sim, sigma);
}

/* what the cells have kept of a sample, into that of all */
static void complete_sample(thud_simulation *sim, const thud_cell_results *r, const double *kept) {
    const size_t n = sim->structure.n;
    thud_accounts *a = &sim->accounts;
    for (size_t i = 0; i < r->bodies_moved; i++) {
        const size_t body = r->body[i];
        a->sample_x[body] = kept[body];
        a->sample_v[body] = kept[n + body];
        a->sample_a[body] = kept[2 * n + body];
    }
    for (size_t i = 0; i < r->contacts_moved; i++) a->sample_force[r->contact[i]] = kept[3 * n + r->contact[i]];
}

static void hand_over_samples(thud_simulation *sim, const thud_cell_results *r, const window *w) {
    const double *kept = r->sample;
    for (size_t i = 0; i < w->samples; i++, kept += 3 * sim->structure.n + sim->contacts.count) {
        const double time = sim->accounts.samples.at;
        const thud_sample sample = thud_account_sample(sim, time, fmin(time - sim->motion.time, w->sigma), false);
        complete_sample(sim, r, kept);
        thud_ledger_show(&sim->accounts.ledger, &sample, sim->structure.n, sim->contacts.count);
        for (size_t k = 0; k < r->contacts_moved; k++) sim->accounts.sample_force[r->contact[k]] = 0;
        thud_samples_next(&sim->accounts.samples);
    }
}

/* ---- the propagator ---- */

/* all clusters have come to the end of the window */
static void finish(thud_clusters *c, thud_simulation *sim, const window *w) {
    const size_t n = sim->structure.n;
    hand_over_samples(sim, &c->cell.results, w);
    account_quiet(sim, c, w->sigma);
    memcpy(sim->motion.x, sim->motion.next_x, n * sizeof *sim->motion.x);
    memcpy(sim->motion.v, sim->motion.series.end_v, n * sizeof *sim->motion.v);
    sim->motion.time = w->end;
    thud_cell_commit(&c->cell, sim);
    thud_loads_move(&sim->loads, sim->motion.time);
    if (c->cell.results.solver.events > 0) thud_account_stored(sim);
    look_again(c, sim);
}

/* false, and nothing done, where the window is for all together; of modes each has a structure to itself, and what
 * is taken out of it are bodies */
static bool take_window(thud_clusters *c, thud_simulation *sim) {
    struct thud_modal *modal = sim->structure.modal;
    sim->structure.modal = NULL;
    const size_t closed = sim->contacts.closed_count, holders = sim->rest.count, contacts = sim->rest.contact_count;
    sim->contacts.closed_count = sim->rest.count = sim->rest.contact_count = 0;
    bool good = thud_series_expand(sim);
    if (good) {
        const window w = find_window(sim);
        find_ends(sim, w.sigma);
        mark_busy(c, sim);
        good = follow_clusters(c, sim, &w);
        sim->rest.count = holders; /* until those that follow are known */
        sim->rest.contact_count = contacts;
        if (good) finish(c, sim, &w);
    }
    sim->structure.modal = modal;
    if (good) return true;
    sim->contacts.closed_count = closed;
    sim->rest.count = holders;
    sim->rest.contact_count = contacts;
    return false;
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    thud_clusters *c = memory;
    if (sim->motion.time < c->crowded_until) return THUD_STEP_PASSES;
    if (!take_window(c, sim)) {
        c->crowded_until = thud_simulation_break(sim);
        c->known_at = NAN;
        return THUD_STEP_PASSES;
    }
    *event = (thud_event){.kind = THUD_EVENT_NONE};
    return THUD_STEP_TAKEN;
}

const thud_propagator thud_propagator_clusters = {
    .name = "clusters", .create = create, .free = discard, .restart = restart, .fits = fits, .advance = advance};
