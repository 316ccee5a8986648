/*
 * One walk over the state measures, writes or reads it. No pointers are in the bytes.
 */
#include "simulate/stepping/saved.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"
#include "model/model.h"
#include "simulate/propagator.h"

typedef struct walk {
    enum { MEASURE, MEASURE_MOST, WRITE, READ } how;
    char *to;
    const char *from;
    size_t used, size; /* bytes; of reading, how many there are */
    bool broken;
} walk;

static void item(walk *w, void *data, size_t size) {
    if (w->how == READ && size > w->size - w->used) w->broken = true;
    if (w->broken || size == 0) return;
    if (w->how == WRITE) memcpy(w->to + w->used, data, size);
    if (w->how == READ) memcpy(data, w->from + w->used, size);
    w->used += size;
}

/* a number of things, of which there is room for `limit`; how many of them are to come */
static size_t count(walk *w, size_t *number, size_t limit) {
    item(w, number, sizeof *number);
    if (w->how == READ && *number > limit) {
        w->broken = true;
        *number = 0;
    }
    return w->how == MEASURE_MOST ? limit : *number;
}

/* the members of a struct from one up to, and without, another */
#define MEMBERS(walk, what, type, from, to)                                                                        \
    item(walk, (char *)(what) + offsetof(type, from), offsetof(type, to) - offsetof(type, from))

/* ---- parts ---- */

static void load(walk *w, thud_load *l) {
    item(w, (char *)l + offsetof(thud_load, next), sizeof *l - offsetof(thud_load, next));
}

static void loads(walk *w, thud_simulation *sim) {
    thud_loads *l = &sim->loads;
    const size_t most = l->model_count + sim->model->body_count, first = l->model_count;
    size_t inputs = l->push_count - first;
    item(w, &l->driven, sizeof l->driven);
    load(w, &l->ground);
    for (size_t i = 0; i < first; i++) load(w, &l->pushes[i].load);
    const size_t all = count(w, &inputs, most - first);
    if (w->how == READ) l->push_count = first;
    for (size_t i = 0; i < all && !w->broken; i++) {
        thud_body body = w->how == READ ? 0 : l->pushes[first + i].body;
        item(w, &body, sizeof body);
        thud_load *own = &l->pushes[first + i].load;
        if (w->how == READ) own = &thud_loads_push_of(l, body)->load;
        load(w, own);
    }
    for (size_t i = 0; i < sim->supports.count; i++) load(w, &sim->supports.list[i].load);
}

static void contact(walk *w, thud_body_contact *t) {
    thud_contact element = t->element;
    element.options.law = NULL;
    item(w, &element, sizeof element);
    element.options.law = t->element.options.law;
    if (w->how == READ) t->element = element;
    item(w, &t->given.gap, sizeof t->given.gap); /* it grows with dents */
    MEMBERS(w, t, thud_body_contact, phase, series);
}

static void contacts(walk *w, thud_simulation *sim) {
    thud_contacts *c = &sim->contacts;
    for (size_t i = 0; i < c->count; i++) contact(w, &c->list[i]);
    item(w, c->closed, count(w, &c->closed_count, c->closed_limit) * sizeof *c->closed);
    item(w, &c->apart_count, sizeof c->apart_count);
    item(w, &c->known, sizeof c->known);
    item(w, &c->followed, sizeof c->followed);
    item(w, &c->instant, sizeof c->instant);
    item(w, &c->crowd, sizeof c->crowd);
}

static void links(walk *w, thud_simulation *sim) {
    thud_links *l = &sim->links;
    if (l->count == 0) return;
    for (size_t i = 0; i < l->count; i++) MEMBERS(w, &l->list[i], thud_body_link, branch, series);
    item(w, l->results, l->count * sizeof *l->results);
    item(w, &l->bridged, sizeof l->bridged);
}

static void accounts(walk *w, thud_simulation *sim) {
    thud_accounts *a = &sim->accounts;
    item(w, &a->energy, sizeof a->energy);
    item(w, a->bodies, sim->structure.n * sizeof *a->bodies);
    item(w, a->contacts, sim->contacts.count * sizeof *a->contacts);
    item(w, a->watches.results, a->watches.count * sizeof *a->watches.results);
    item(w, &a->ledger.impacts, sizeof a->ledger.impacts);
    item(w, &a->summary.solver, sizeof a->summary.solver);
}

static void visit(walk *w, thud_simulation *sim) {
    item(w, &sim->motion.time, sizeof sim->motion.time);
    item(w, sim->motion.x, sim->structure.n * sizeof *sim->motion.x);
    item(w, sim->motion.v, sim->structure.n * sizeof *sim->motion.v);
    loads(w, sim);
    contacts(w, sim);
    links(w, sim);
    accounts(w, sim);
}

/* ---- all of it ---- */

size_t thud_saved_size(thud_simulation *sim) {
    walk w = {.how = MEASURE};
    visit(&w, sim);
    return w.used;
}

size_t thud_saved_most(thud_simulation *sim) {
    walk w = {.how = MEASURE_MOST};
    visit(&w, sim);
    return w.used;
}

void thud_saved_write(thud_simulation *sim, void *bytes) {
    walk w = {.how = WRITE, .to = bytes};
    visit(&w, sim);
}

/* each contact that is not open has series, of nothing yet: those that others hold have no reaction */
static void give_series(thud_contacts *c) {
    for (size_t i = 0; i < c->count; i++) c->list[i].series = NULL;
    for (size_t i = 0; i < c->closed_limit; i++) c->pool_used[i] = i < c->closed_count;
    for (size_t i = 0; i < c->closed_count; i++) {
        c->pool[i] = (thud_contact_series){0};
        c->list[c->closed[i]].series = &c->pool[i];
    }
}

static bool is_sound(const thud_simulation *sim) {
    const thud_contacts *c = &sim->contacts;
    for (size_t i = 0; i < c->closed_count; i++)
        if (c->closed[i] >= c->count) return false;
    return true;
}

bool thud_saved_read(thud_simulation *sim, const void *bytes, size_t size) {
    walk w = {.how = READ, .from = bytes, .size = size};
    visit(&w, sim);
    if (w.broken || w.used != size || !is_sound(sim)) return false;
    give_series(&sim->contacts);
    return true;
}

void thud_saved_refresh(thud_simulation *sim) {
    give_series(&sim->contacts);
    if (sim->links.acting_count > 0) thud_links_apply(sim);
    thud_rest_factor(sim);
    thud_propagators_restart(sim);
    memset(sim->accounts.sample_force, 0, sim->contacts.count * sizeof *sim->accounts.sample_force);
}

uint64_t thud_saved_owner(const thud_simulation *sim) {
    const thud_model *model = sim->model;
    const size_t counts[] = {model->body_count,  model->support_count, thud_model_rod_count(model),
                             model->link_count,  model->contact_count, model->force_count,
                             model->watch_count, model->matrices_count};
    uint64_t hash = THUD_HASH_START;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) hash = thud_hash_count(hash, counts[i]);
    for (size_t i = 0; i < model->body_count; i++) hash = thud_hash_number(hash, model->bodies[i].mass);
    for (size_t i = 0; i < model->link_count; i++) {
        hash = thud_hash_number(hash, model->links[i].given.stiffness);
        hash = thud_hash_number(hash, model->links[i].damping);
        hash = thud_hash_count(hash, model->links[i].given.hysteresis.model);
    }
    for (size_t i = 0; i < model->contact_count; i++) {
        const thud_gap_contact *c = &sim->contacts.given[i];
        hash = thud_hash_text(hash, c->law->name);
        const double numbers[] = {c->gap, c->restitution, c->stiffness, c->exponent};
        for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) hash = thud_hash_number(hash, numbers[j]);
    }
    hash = thud_hash_count(hash, model->ground.kind);
    hash = thud_hash_number(hash, model->gravity);
    hash = thud_hash_number(hash, sim->options.tolerance);
    return thud_hash_finish(thud_hash_number(hash, sim->options.impact_threshold));
}
