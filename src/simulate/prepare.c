/*
 * A model taken over: one block for all arrays, the structure, the contacts; and the state at the start of a run.
 */
#include "simulate/prepare.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "numeric/integral/quadrature.h"
#include "numeric/matrix/lcp.h"
#include "simulate/matrices.h"
#include "simulate/modal/modal.h"
#include "simulate/propagator.h"
#include "simulate/series/series_bodies.h"

/* with the sanitizer each array is followed by an element that nobody may touch: it sees the block as one otherwise
 */
#if defined __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { GUARDS = 1 };
#else
enum { GUARDS = 0 };
#define ASAN_POISON_MEMORY_REGION(begin, size) ((void)(begin), (void)(size))
#endif

enum {
    WIDTH = THUD_SERIES_WIDTH,
    MOST_CLOSED = 4096, /* contacts closed at once */
    MOST_STUCK = 256,   /* non-smooth ones */
    STEP_LIMIT = 100000000,
    PACE_STEPS = 200000,
    LINE = 64, /* bytes of a cache line: four numbers side by side are never in two of them */
};

/* hands out pieces of a block; with base NULL it only counts */
typedef struct {
    char *base;
    size_t used;
} carver;

static void *carve(carver *c, size_t count, size_t size) {
    void *piece = c->base ? c->base + c->used : NULL;
    size_t taken = ((count + GUARDS) * size + LINE - 1) / LINE * LINE;
    if (piece) ASAN_POISON_MEMORY_REGION((char *)piece + count * size, taken - count * size);
    c->used += taken;
    return piece;
}

static void lay_out_chain(thud_chain *s, const thud_simulation *sim, carver *c) {
    s->n = sim->structure.n;
    s->inverse_mass = sim->structure.inverse_mass;
    s->stiffness = carve(c, s->n, sizeof(double));
    s->damping = carve(c, s->n, sizeof(double));
    s->hold = carve(c, s->n, sizeof(double));
    s->drag = carve(c, s->n, sizeof(double));
    s->tension = carve(c, s->n + 1, sizeof(double));
    s->others = carve(c, sim->structure.spring_count, sizeof *s->others);
}

static void lay_out_damping(thud_body_structure *s, carver *c) {
    s->damping_matrix = carve(c, s->n * s->n, sizeof(double));
    s->damped_from = carve(c, s->n, sizeof *s->damped_from);
    s->damped_to = carve(c, s->n, sizeof *s->damped_to);
}

/* what decides which frictions and rigid contacts hold */
static void lay_out_rest(thud_simulation *sim, carver *c) {
    size_t count = 0;
    for (size_t i = 0; i < sim->model->link_count; i++) count += thud_model_link_may_stick(&sim->model->links[i]);
    thud_rest *r = &sim->rest;
    r->limit = count + sim->contacts.stuck_limit;
    r->number = carve(c, r->limit, sizeof *r->number);
    r->parts = carve(c, r->limit, sizeof *r->parts);
    r->holder = carve(c, r->limit, sizeof *r->holder);
    r->factor = carve(c, r->limit * r->limit, sizeof(double));
    r->force = carve(c, r->limit, sizeof(double));
    r->group = carve(c, sim->structure.n, sizeof *r->group);
    r->size = carve(c, sim->structure.n, sizeof(double));
    double *numbers = carve(c, thud_box_lcp_numbers(r->limit), sizeof(double));
    thud_box_side *side = carve(c, r->limit, sizeof *side);
    size_t *place = carve(c, r->limit, sizeof *place);
    bool *satisfied = carve(c, r->limit, sizeof *satisfied);
    if (numbers) thud_box_lcp_lay_out(&r->box, r->limit, numbers, side, place, satisfied);
    if (count == 0 || !thud_model_has_full_mass(sim->model)) return;
    sim->links.rows = carve(c, count, sizeof *sim->links.rows);
    sim->links.row_terms = carve(c, 2 * count, sizeof *sim->links.row_terms);
    sim->links.replies = carve(c, thud_links_reply_terms(sim->model), sizeof *sim->links.replies);
}

static void lay_out(thud_simulation *sim, carver *c) {
    size_t n = sim->structure.n, m = sim->contacts.count, stuck = sim->contacts.stuck_limit;
    sim->structure.mass = carve(c, n, sizeof(double));
    sim->structure.inverse_mass = carve(c, n, sizeof(double));
    if (sim->model->matrices_count > 0) {
        sim->structure.load = carve(c, n, sizeof(double));
        sim->structure.influence = carve(c, n, sizeof(double));
        sim->structure.block_force = carve(c, n, sizeof(double));
        sim->structure.block_damping = carve(c, thud_matrices_numbers(sim->model), sizeof(double));
    }
    sim->structure.springs = carve(c, sim->structure.spring_count, sizeof *sim->structure.springs);
    lay_out_chain(&sim->structure.chain, sim, c);
    if (sim->model->damping == THUD_STRUCTURE_DAMPING_MODAL) lay_out_damping(&sim->structure, c);
    sim->links.list = carve(c, sim->links.count, sizeof *sim->links.list);
    sim->links.acting = carve(c, sim->links.count, sizeof *sim->links.acting);
    size_t joined = sim->links.count > 0 ? n : 0;
    sim->links.held = carve(c, joined + 1, sizeof *sim->links.held);
    sim->links.sizes = carve(c, 3 * joined * WIDTH, sizeof(double));
    lay_out_rest(sim, c);
    size_t m_links = sim->links.count;
    sim->links.shaped = carve(c, m_links, sizeof *sim->links.shaped);
    sim->links.push = carve(c, joined, sizeof(double));
    sim->links.left = carve(c, m_links, sizeof *sim->links.left);
    sim->links.right = carve(c, m_links, sizeof *sim->links.right);
    sim->links.left_share = carve(c, m_links, sizeof(double));
    sim->links.right_share = carve(c, m_links, sizeof(double));
    sim->links.deformation = carve(c, m_links * WIDTH, sizeof(double));
    sim->links.rate = carve(c, m_links * WIDTH, sizeof(double));
    sim->links.way = carve(c, m_links, sizeof(double));
    sim->links.change = carve(c, m_links, sizeof(double));
    sim->links.results = carve(c, sim->links.count, sizeof *sim->links.results);
    sim->supports.list = carve(c, sim->supports.count, sizeof *sim->supports.list);
    sim->supports.links = carve(c, sim->supports.count > 0 ? sim->structure.spring_count : 0, sizeof(size_t));
    sim->loads.pushes = carve(c, sim->loads.model_count + sim->model->body_count, sizeof *sim->loads.pushes);
    sim->contacts.list = carve(c, m, sizeof *sim->contacts.list);
    sim->contacts.given = carve(c, m, sizeof *sim->contacts.given);
    sim->contacts.rows = carve(c, sim->contacts.row_count, sizeof *sim->contacts.rows);
    sim->contacts.row_terms = carve(c, sim->contacts.reply_terms, sizeof *sim->contacts.row_terms);
    sim->contacts.replies = carve(c, sim->contacts.reply_terms, sizeof *sim->contacts.replies);
    sim->contacts.closed = carve(c, sim->contacts.closed_limit, sizeof *sim->contacts.closed);
    sim->contacts.pool = carve(c, sim->contacts.closed_limit, sizeof *sim->contacts.pool);
    sim->contacts.pool_used = carve(c, sim->contacts.closed_limit, sizeof *sim->contacts.pool_used);
    sim->contacts.impact_numbers = carve(c, stuck, sizeof *sim->contacts.impact_numbers);
    sim->contacts.impact_kept = carve(c, stuck, sizeof *sim->contacts.impact_kept);
    sim->contacts.impact_work = carve(c, stuck * stuck + 4 * stuck + thud_lcp_work(stuck), sizeof(double));
    sim->motion.x = carve(c, n, sizeof(double));
    sim->motion.v = carve(c, n, sizeof(double));
    sim->motion.next_x = carve(c, n, sizeof(double));
    sim->motion.next_v = carve(c, n, sizeof(double));
    sim->motion.bound = carve(c, n, sizeof(double));
    sim->motion.series.x = carve(c, n * WIDTH, sizeof(double));
    sim->motion.series.v = carve(c, n * WIDTH, sizeof(double));
    sim->motion.series.a = carve(c, n * WIDTH, sizeof(double));
    double **const ends[] = {&sim->motion.series.end_v, &sim->motion.series.end_a, &sim->motion.series.off_x,
                             &sim->motion.series.off_v, &sim->motion.series.off_a};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) *ends[i] = carve(c, n, sizeof(double));
    double *bounds = carve(c, THUD_LINK_BOUNDS_ARRAYS * m_links, sizeof(double));
    if (bounds) thud_link_bounds_lay_out(&sim->motion.series.links, m_links, bounds);
    sim->accounts.tops = carve(c, 4 * n, sizeof(double));
    sim->accounts.node_v = carve(c, THUD_SERIES_AT_ONCE * n, sizeof(double));
    sim->accounts.sample_deformation = carve(c, m_links, sizeof(double));
    sim->accounts.sample_link_force = carve(c, m_links, sizeof(double));
    sim->accounts.sample_x = carve(c, n, sizeof(double));
    sim->accounts.sample_v = carve(c, n, sizeof(double));
    sim->accounts.sample_a = carve(c, n, sizeof(double));
    sim->accounts.sample_force = carve(c, m, sizeof(double));
    sim->accounts.bodies = carve(c, n + thud_model_rod_count(sim->model), sizeof *sim->accounts.bodies);
    sim->accounts.contacts = carve(c, m, sizeof *sim->accounts.contacts);
    sim->stepping.bodies = carve(c, n, sizeof *sim->stepping.bodies);
    sim->stepping.contacts = carve(c, m, sizeof *sim->stepping.contacts);
    sim->stepping.links = carve(c, m_links, sizeof *sim->stepping.links);
    thud_watches *watches = &sim->accounts.watches;
    watches->list = carve(c, watches->count, sizeof *watches->list);
    watches->results = carve(c, watches->count, sizeof *watches->results);
    sim->stepping.watches = carve(c, watches->count, sizeof *sim->stepping.watches);
    watches->sample = carve(c, watches->count, sizeof *watches->sample);
    watches->terms = carve(c, watches->term_count, sizeof *watches->terms);
}

static thud_status take_damping_matrix(thud_simulation *sim) {
    const size_t n = sim->structure.n;
    double *mass = calloc(n, sizeof *mass), *stiffness = calloc(n * n, sizeof *stiffness);
    thud_status status = mass && stiffness ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK)
        status = thud_structure_matrices(sim->model, mass, stiffness, sim->structure.damping_matrix);
    free(mass);
    free(stiffness);
    return status;
}

/* the modes, and modal damping: from one eigenproblem */
static thud_status take_modes(thud_simulation *sim) {
    thud_body_structure *s = &sim->structure;
    thud_status status = thud_modal_create(sim, &s->modal);
    if (status == THUD_OK && !s->modal && s->damping_matrix) status = take_damping_matrix(sim);
    if (status == THUD_OK && s->damping_matrix) thud_structure_find_damped(s);
    return status;
}

static thud_status take_structure(thud_simulation *sim) {
    const thud_model *model = sim->model;
    for (size_t i = 0; i < model->body_count; i++) {
        sim->structure.mass[i] = model->bodies[i].mass;
        sim->structure.inverse_mass[i] = 1 / sim->structure.mass[i];
    }
    for (size_t i = 0; i < sim->structure.spring_count; i++) {
        const thud_model_link *link = &model->links[i];
        double damping = link->given.damping_exponent == 1 ? link->damping : 0; /* others see to themselves */
        if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) damping = 0;
        if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH)
            damping = model->rayleigh_stiffness * link->given.stiffness;
        sim->structure.springs[i] = (thud_spring){thud_supports_body(&sim->supports, link->left),
                                                  thud_supports_body(&sim->supports, link->right),
                                                  thud_model_link_stiffness(link), damping};
    }
    thud_supports_prepare(sim);
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) sim->structure.mass_damping = model->rayleigh_mass;
    thud_matrices_prepare(sim);
    thud_links_prepare(sim);
    for (size_t i = 0; i < sim->structure.n; i++)
        if (!thud_model_full_mass_of(model, (thud_body)i))
            sim->structure.chain.drag[i] = sim->structure.mass_damping * sim->structure.mass[i];
    thud_chain_sort(&sim->structure.chain, sim->structure.springs, sim->structure.spring_count);
    return take_modes(sim);
}

static thud_status take_contacts(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_model_contact *c = &sim->model->contacts[i];
        sim->contacts.given[i] = c->given;
        if (sim->as_system) continue; /* see rods/ */
        thud_status status =
            thud_body_contact_init(&sim->contacts.list[i], i, thud_supports_body(&sim->supports, c->left),
                                   thud_supports_body(&sim->supports, c->right), &c->given, c->effective_mass);
        if (status != THUD_OK) return status;
    }
    if (!sim->as_system) thud_contact_rows_prepare(sim);
    return THUD_OK;
}

static bool make_block(thud_simulation *sim) {
    carver count = {0};
    lay_out(sim, &count);
    sim->block = calloc(count.used + LINE, 1);
    if (sim->block) lay_out(sim, &(carver){.base = (char *)sim->block + (LINE - (uintptr_t)sim->block % LINE)});
    return sim->block;
}

static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

thud_status thud_simulation_prepare(thud_simulation *sim, const thud_model *model) {
    sim->model = model;
    sim->as_system = thud_model_is_system(model);
    sim->options = model->run;
    sim->structure.n = model->body_count + model->support_count;
    sim->supports.first = model->body_count;
    sim->supports.count = model->support_count;
    sim->structure.spring_count = model->link_count;
    sim->links.count = thud_model_watched_links(model);
    sim->loads.push_count = sim->loads.model_count = model->force_count;
    sim->accounts.watches.count = model->watch_count;
    sim->accounts.watches.term_count = thud_watch_terms(model);
    sim->contacts.count = model->contact_count;
    sim->contacts.row_count = thud_contact_rows_count(model, &sim->contacts.reply_terms);
    sim->contacts.closed_limit = at_most(sim->contacts.count, MOST_CLOSED);
    sim->contacts.stuck_limit = at_most(sim->contacts.count, MOST_STUCK);
    sim->structure.gravity = model->gravity;
    sim->motion.step_limit = STEP_LIMIT;
    sim->motion.pace_steps = PACE_STEPS;
    if (!make_block(sim)) return THUD_ERROR_MEMORY;
    for (int i = 1; i <= THUD_GAUSS_LIMIT; i++)
        thud_gauss_legendre(i, sim->accounts.gauss[i].node, sim->accounts.gauss[i].weight);
    thud_status status = take_structure(sim);
    if (status == THUD_OK) status = take_contacts(sim);
    if (status == THUD_OK && !thud_watch_prepare(sim)) status = THUD_ERROR_MEMORY;
    /* known before the first run, for those who make room for samples */
    sim->accounts.summary = (thud_summary){.link_count = sim->links.count, .links = sim->links.results};
    if (status != THUD_OK || sim->as_system) return status;
    return thud_propagators_use(sim, thud_propagators, THUD_PROPAGATOR_COUNT);
}

thud_status thud_simulation_prepare_part(thud_simulation *part, const thud_simulation *whole,
                                         const thud_model *stand_in) {
    part->model = stand_in;
    part->structure.n = stand_in->body_count;
    part->structure.spring_count = whole->structure.spring_count;
    part->structure.gravity = whole->structure.gravity;
    part->structure.mass_damping = whole->structure.mass_damping;
    part->loads.model_count = whole->loads.model_count;
    part->contacts.count = whole->contacts.count;
    part->contacts.closed_limit = whole->contacts.closed_limit;
    part->contacts.stuck_limit = whole->contacts.stuck_limit;
    if (!make_block(part)) return THUD_ERROR_MEMORY;
    part->structure.load = part->structure.mass;
    memcpy(part->accounts.gauss, whole->accounts.gauss, sizeof part->accounts.gauss);
    return THUD_OK;
}

/*
 * What a step in a contact may leave out. Errors add up from impact to impact, and energy has to balance better
 * than positions: to a tenth of 1e-9, where that is asked for, and to the tolerance itself where it is loose.
 */
static double contact_tolerance_for(double tolerance) {
    return fmax(0x1p-53, 0.01 * tolerance * cbrt(tolerance / 1e-9));
}

void thud_simulation_reset(thud_simulation *sim, const thud_observer *observer) {
    const thud_model *model = sim->model;
    sim->motion.time = 0;
    sim->motion.end = sim->options.duration;
    sim->motion.linear_tolerance = 0x1p-53;
    sim->motion.contact_tolerance = contact_tolerance_for(sim->options.tolerance);
    sim->motion.contact_near = 0.1 * cbrt(0.01 * sim->motion.contact_tolerance);
    sim->accounts.observer = observer;
    sim->accounts.samples =
        thud_samples_start(sim->options.output_interval, sim->options.duration, observer && observer->sample);
    sim->motion.failure = THUD_OK;
    sim->accounts.energy = (thud_energy_account){0};
    memset(sim->accounts.bodies, 0, sim->structure.n * sizeof *sim->accounts.bodies);
    memset(sim->accounts.contacts, 0, sim->contacts.count * sizeof *sim->accounts.contacts);
    for (size_t i = 0; i < model->body_count; i++) {
        sim->motion.x[i] = model->bodies[i].displacement;
        sim->motion.v[i] = model->bodies[i].velocity;
    }
    thud_supports_reset(sim);
    for (size_t i = 0; i < sim->structure.n; i++) {
        /* peaks of their own where an impact changes the velocity in the first instant */
        sim->accounts.bodies[i].max_displacement = fabs(sim->motion.x[i]);
        sim->accounts.bodies[i].max_velocity = fabs(sim->motion.v[i]);
    }
    thud_contacts_reset(&sim->contacts);
    thud_approach_start(sim);
    thud_links_reset(sim);
    thud_watch_reset(&sim->accounts.watches);
    sim->accounts.ledger = (thud_ledger){
        .observer = observer, .threshold = sim->options.impact_threshold, .contacts = sim->accounts.contacts};
    sim->accounts.summary = (thud_summary){.body_count = model->body_count,
                                           .bodies = sim->accounts.bodies,
                                           .support_count = model->support_count,
                                           .supports = sim->accounts.bodies + model->body_count,
                                           .contact_count = sim->contacts.count,
                                           .contacts = sim->accounts.contacts,
                                           .link_count = sim->links.count,
                                           .links = sim->links.results,

                                           .watch_count = sim->accounts.watches.count,
                                           .watches = sim->accounts.watches.results};
    thud_loads_start(&sim->loads, model);
    thud_propagators_restart(sim);
    sim->accounts.energy.input = thud_simulation_stored(sim);
}
