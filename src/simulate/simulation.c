/*
 * Event by event: expand the motion, find what happens first, book the way there, go there, apply it.
 */
#include "simulate/simulation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contact/balance.h"
#include "model/model.h"
#include "numeric/gauss.h"
#include "numeric/lcp.h"
#include "simulate/accumulate.h"
#include "simulate/books.h"
#include "simulate/carry.h"
#include "simulate/energy_scale.h"
#include "simulate/event.h"
#include "simulate/impulse.h"
#include "simulate/moreau/moreau.h"
#include "simulate/one_body/one_body.h"
#include "simulate/progress.h"
#include "simulate/record/flow.h"
#include "simulate/series/series_bodies.h"
#include "simulate/snug.h"
#include "simulate/structure.h"
#include "simulate/track.h"
#include "simulate/transition.h"
#include "system/rods.h"

enum {
    WIDTH = THUD_SERIES_WIDTH,
    MOST_CLOSED = 4096, /* contacts closed at once */
    MOST_STUCK = 256,   /* non-smooth ones */
    STEP_LIMIT = 100000000,
    PACE_STEPS = 200000,
    PROGRESS_STEPS = 4096,
};

double thud_simulation_depth(const thud_simulation *sim, const thud_touch *t) {
    if (t->known_zeros > 0 && t->phase != THUD_TOUCH_DETACHED) return t->enter_at;
    if (t->carried) return t->depth;
    if (t->tracked) return t->track;
    return thud_coordinate(sim->x, t->left) - thud_coordinate(sim->x, t->right) - t->given.gap;
}

double thud_simulation_rate(const thud_simulation *sim, const thud_touch *t) {
    if (t->rate_is_zero || t->known_zeros >= 2) return 0;
    return thud_coordinate(sim->v, t->left) - thud_coordinate(sim->v, t->right);
}

double thud_simulation_closing(const thud_simulation *sim, const thud_touch *t) {
    return thud_coefficient(sim, sim->series.a, t->left, 0) - thud_coefficient(sim, sim->series.a, t->right, 0);
}

/* ---- making one ---- */

/* hands out pieces of a block; with base NULL it only counts */
typedef struct {
    char *base;
    size_t used;
} carver;

static void *carve(carver *c, size_t count, size_t size) {
    void *piece = c->base ? c->base + c->used : NULL;
    c->used += (count * size + 63) / 64 * 64;
    return piece;
}

static void lay_out_chain(thud_chain *s, const thud_simulation *sim, carver *c) {
    s->n = sim->n;
    s->inverse_mass = sim->inverse_mass;
    s->stiffness = carve(c, s->n, sizeof(double));
    s->damping = carve(c, s->n, sizeof(double));
    s->hold = carve(c, s->n, sizeof(double));
    s->drag = carve(c, s->n, sizeof(double));
    s->tension = carve(c, s->n + 1, sizeof(double));
    s->others = carve(c, sim->spring_count, sizeof *s->others);
}

static void lay_out(thud_simulation *sim, carver *c) {
    size_t n = sim->n, m = sim->touch_count, stuck = sim->stuck_limit;
    sim->mass = carve(c, n, sizeof(double));
    sim->inverse_mass = carve(c, n, sizeof(double));
    sim->springs = carve(c, sim->spring_count, sizeof *sim->springs);
    lay_out_chain(&sim->chain, sim, c);
    if (sim->model->damping == THUD_STRUCTURE_DAMPING_MODAL) sim->damping_matrix = carve(c, n * n, sizeof(double));
    sim->pushes = carve(c, sim->push_count, sizeof *sim->pushes);
    sim->touches = carve(c, m, sizeof *sim->touches);
    sim->given = carve(c, m, sizeof *sim->given);
    sim->closed = carve(c, sim->closed_limit, sizeof *sim->closed);
    sim->loose = carve(c, sim->closed_limit, sizeof *sim->loose);
    sim->pool = carve(c, sim->closed_limit, sizeof *sim->pool);
    sim->pool_used = carve(c, sim->closed_limit, sizeof *sim->pool_used);
    sim->by_pair = carve(c, m, sizeof *sim->by_pair);
    sim->stuck = carve(c, stuck, sizeof *sim->stuck);
    sim->stuck_factor = carve(c, stuck * stuck, sizeof(double));
    sim->work = carve(c, stuck, sizeof(double));
    sim->impact_numbers = carve(c, stuck, sizeof *sim->impact_numbers);
    sim->impact_kept = carve(c, stuck, sizeof *sim->impact_kept);
    sim->impact_room_size = stuck * stuck + 4 * stuck + thud_lcp_work(stuck);
    sim->impact_room = carve(c, sim->impact_room_size, sizeof(double));
    sim->x = carve(c, n, sizeof(double));
    sim->v = carve(c, n, sizeof(double));
    sim->next_x = carve(c, n, sizeof(double));
    sim->next_v = carve(c, n, sizeof(double));
    sim->reach = carve(c, n, sizeof(double));
    sim->series.x = carve(c, n * WIDTH, sizeof(double));
    sim->series.v = carve(c, n * WIDTH, sizeof(double));
    sim->series.a = carve(c, n * WIDTH, sizeof(double));
    sim->sample_x = carve(c, n, sizeof(double));
    sim->sample_v = carve(c, n, sizeof(double));
    sim->sample_a = carve(c, n, sizeof(double));
    sim->sample_force = carve(c, m, sizeof(double));
    sim->bodies = carve(c, n + sim->model->rod_count, sizeof *sim->bodies);
    sim->contacts = carve(c, m, sizeof *sim->contacts);
}

static thud_status take_damping_matrix(thud_simulation *sim) {
    size_t n = sim->n;
    double *mass = calloc(n, sizeof *mass), *stiffness = calloc(n * n, sizeof *stiffness);
    thud_status status = mass && stiffness ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = thud_structure_matrices(sim->model, mass, stiffness, sim->damping_matrix);
    free(mass);
    free(stiffness);
    return status;
}

static thud_status take_structure(thud_simulation *sim) {
    const thud_model *model = sim->model;
    for (size_t i = 0; i < sim->n; i++) {
        sim->mass[i] = model->bodies[i].mass;
        sim->inverse_mass[i] = 1 / sim->mass[i];
    }
    for (size_t i = 0; i < sim->spring_count; i++) {
        const thud_model_link *link = &model->links[i];
        double damping = link->damping;
        if (model->damping == THUD_STRUCTURE_DAMPING_MODAL) damping = 0;
        if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH)
            damping = model->rayleigh_stiffness * link->given.stiffness;
        sim->springs[i] = (thud_spring){link->left, link->right, link->given.stiffness, damping};
    }
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) sim->mass_damping = model->rayleigh_mass;
    for (size_t i = 0; i < sim->n; i++) sim->chain.drag[i] = sim->mass_damping * sim->mass[i];
    thud_chain_sort(&sim->chain, sim->springs, sim->spring_count);
    return sim->damping_matrix ? take_damping_matrix(sim) : THUD_OK;
}

static thud_status take_contacts(thud_simulation *sim) {
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_model_contact *c = &sim->model->contacts[i];
        sim->given[i] = c->given;
        if (c->of_rods) continue;
        thud_status status = thud_touch_init(&sim->touches[i], i, c->left, c->right, &c->given, c->effective_mass);
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}

static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

static thud_status prepare(thud_simulation *sim, const thud_model *model) {
    sim->model = model;
    sim->n = model->body_count;
    sim->spring_count = model->link_count;
    sim->push_count = model->force_count;
    sim->touch_count = model->contact_count;
    sim->closed_limit = at_most(sim->touch_count, MOST_CLOSED);
    sim->stuck_limit = at_most(sim->touch_count, MOST_STUCK);
    sim->gravity = model->gravity;
    sim->step_limit = STEP_LIMIT;
    sim->pace_steps = PACE_STEPS;
    carver count = {0};
    lay_out(sim, &count);
    sim->block = calloc(count.used > 0 ? count.used : 1, 1);
    if (!sim->block) return THUD_ERROR_MEMORY;
    lay_out(sim, &(carver){.base = sim->block});
    for (int i = 1; i <= THUD_GAUSS_LIMIT; i++) thud_gauss_legendre(i, sim->gauss[i].node, sim->gauss[i].weight);
    thud_status status = take_structure(sim);
    if (status == THUD_OK) status = take_contacts(sim);
    thud_snug_sort(sim);
    thud_one_body_prepare(sim);
    return status == THUD_OK ? thud_flow_create(sim, &sim->flow) : status;
}

thud_status thud_simulation_create(const thud_model *model, thud_simulation **simulation) {
    if (!model || !model->built || !simulation) return THUD_ERROR_ARGUMENT;
    thud_simulation *sim = calloc(1, sizeof *sim);
    if (!sim) return THUD_ERROR_MEMORY;
    thud_status status = prepare(sim, model);
    if (status == THUD_OK) *simulation = sim;
    else thud_simulation_free(sim);
    return status;
}

void thud_simulation_free(thud_simulation *sim) {
    if (!sim) return;
    thud_flow_free(sim->flow);
    free(sim->block);
    free(sim);
}

thud_status thud_simulation_set_contact(thud_simulation *sim, size_t contact, const thud_gap_contact *parameters) {
    if (!sim || contact >= sim->touch_count || !parameters || !parameters->law) return THUD_ERROR_ARGUMENT;
    const thud_model_contact *c = &sim->model->contacts[contact];
    if (!c->of_rods) {
        thud_touch touch;
        thud_status status = thud_touch_init(&touch, contact, c->left, c->right, parameters, c->effective_mass);
        if (status != THUD_OK) return status;
        sim->touches[contact] = touch;
    }
    sim->given[contact] = *parameters;
    return THUD_OK;
}

const thud_summary *thud_simulation_summary(const thud_simulation *sim) { return &sim->summary; }

/* ---- running it ---- */

/*
 * What a step in a contact may leave out. Errors add up from impact to impact, and energy has to balance better
 * than positions: to a tenth of 1e-9, where that is asked for, and to the tolerance itself where it is loose.
 */
static double contact_tolerance_for(double tolerance) {
    return fmax(0x1p-53, 0.01 * tolerance * cbrt(tolerance / 1e-9));
}

static void reset(thud_simulation *sim, const thud_observer *observer) {
    const thud_model *model = sim->model;
    sim->time = 0;
    sim->end = model->duration;
    sim->linear_tolerance = 0x1p-53;
    sim->contact_tolerance = contact_tolerance_for(model->tolerance);
    sim->contact_near = 0.1 * cbrt(0.01 * sim->contact_tolerance);
    sim->observer = observer;
    sim->sample_next = 0;
    sim->sample_interval = model->output_interval;
    sim->sample_at = observer && observer->sample && model->output_interval > 0 ? 0 : INFINITY;
    sim->failure = THUD_OK;
    sim->closed_count = sim->stuck_count = 0;
    sim->books = (thud_books){0};
    memset(sim->pool_used, 0, sim->closed_limit * sizeof *sim->pool_used);
    memset(sim->bodies, 0, sim->n * sizeof *sim->bodies);
    memset(sim->contacts, 0, sim->touch_count * sizeof *sim->contacts);
    for (size_t i = 0; i < sim->n; i++) {
        sim->x[i] = model->bodies[i].displacement;
        sim->v[i] = model->bodies[i].velocity;
        /* peaks of their own where an impact changes the velocity in the first instant */
        sim->bodies[i].max_displacement = fabs(sim->x[i]);
        sim->bodies[i].max_velocity = fabs(sim->v[i]);
    }
    for (size_t i = 0; i < sim->touch_count; i++) {
        thud_touch *t = &sim->touches[i];
        t->phase = THUD_TOUCH_OPEN;
        t->known_zeros = 0;
        t->rate_is_zero = t->force_is_zero = false;
        t->enter_at = t->stick_start = 0;
        t->leaving = t->carried = t->tracked = false;
        t->calm_energy = 0;
        t->series = NULL;
    }
    sim->tracks = false;
    sim->ledger =
        (thud_ledger){.observer = observer, .threshold = model->impact_threshold, .contacts = sim->contacts};
    sim->summary = (thud_summary){
        .body_count = sim->n, .bodies = sim->bodies, .contact_count = sim->touch_count, .contacts = sim->contacts};
    thud_load_start(&sim->ground, &model->ground);
    for (size_t i = 0; i < sim->push_count; i++) {
        sim->pushes[i].body = model->forces[i].body;
        thud_load_start(&sim->pushes[i].load, &model->forces[i].signal);
    }
    thud_one_body_watch(sim);
    thud_snug_find(sim);
    if (sim->flow) thud_flow_restart(sim->flow);
    sim->books.input = thud_simulation_stored(sim);
}

static void forget_what_was_known(thud_simulation *sim) {
    if (!sim->knows) return;
    sim->knows = false;
    for (size_t i = 0; i < sim->touch_count; i++) {
        thud_touch *t = &sim->touches[i];
        t->known_zeros = 0;
        t->rate_is_zero = t->force_is_zero = false;
        if (t->phase != THUD_TOUCH_OPEN || t->enter_at == 0) continue;
        /* open again, or it has turned round before it acted: the next impact has a skin of its own */
        if (thud_simulation_depth(sim, t) < (t->leaving ? 0 : -thud_simulation_rounding(sim, t))) {
            t->enter_at = 0;
            t->leaving = false;
        } else {
            sim->knows = true; /* to be asked again */
        }
    }
}

/* books the way to σ and goes there */
static void go(thud_simulation *sim, double sigma, bool event) {
    const thud_series *s = &sim->series;
    thud_books_samples(sim, sigma, event);
    if (sigma == 0) return;
    thud_series_values(s->x, sim->n, s->order, sigma, sim->next_x);
    thud_series_values(s->v, sim->n, s->order, sigma, sim->next_v);
    thud_books_energy(sim, sigma);
    thud_books_peaks(sim, sigma);
    bool whole = s->to_horizon && sigma == s->step;
    sim->time = whole ? sim->time + s->horizon : sim->time + thud_series_value(s->time, s->order, sigma);
    memcpy(sim->x, sim->next_x, sim->n * sizeof *sim->x);
    memcpy(sim->v, sim->next_v, sim->n * sizeof *sim->v);
    thud_carry_move(sim, sigma);
    if (sim->tracks) thud_track_move(sim, sigma);
    forget_what_was_known(sim);
}

static void move_loads(thud_simulation *sim) {
    const thud_series *s = &sim->series;
    double until = fmin(sim->end, sim->ground.until);
    for (size_t i = 0; i < sim->push_count; i++) until = fmin(until, sim->pushes[i].load.until);
    /* at a break to the bit, whatever the sum of steps has become */
    if (s->to_horizon && fabs(sim->time - until) <= 1e-9 * s->horizon) sim->time = until;
    thud_load_move(&sim->ground, sim->time);
    for (size_t i = 0; i < sim->push_count; i++) thud_load_move(&sim->pushes[i].load, sim->time);
}

/* the series of the present state, with the sticking contacts as they must be */
static bool expand(thud_simulation *sim) {
    for (int round = 0; round < 4; round++) {
        if (!thud_series_expand(sim))
            return thud_transition_fail(sim, THUD_ERROR_OVERFLOW, NULL, "the motion is too large for a double");
        bool changed = thud_accumulate(sim) || (round < 2 && thud_stick_pulls(sim));
        if (!changed) return true;
        if (!thud_stick_settle(sim))
            return thud_transition_fail(sim, THUD_ERROR_STEPS, NULL, "too many contacts stick at once");
        thud_snug_share(sim);
    }
    return true;
}

static void report_progress(thud_simulation *sim) {
    const thud_observer *o = sim->observer;
    if (!o || !o->progress || sim->summary.solver.steps % PROGRESS_STEPS != 0) return;
    if (!o->progress(o->context, sim->time)) sim->ledger.stopped = true;
}

/* goes along the record, from a sample on, with all gaps open or in a contact that is easily followed */
static void flow(thud_simulation *sim) {
    const thud_load *g = &sim->ground;
    if (g->next >= g->signal->samples->count || sim->time != thud_motion_time(g->signal->samples, g->next - 1))
        return;
    if (sim->closed_count == 0) thud_flow_run(sim);
    else if (!sim->knows && thud_one_body_touches(sim)) {
        thud_one_body_follow_record(sim);
        thud_carry_drop(sim);
    }
}

/* one step of the simple cases, which are the most frequent ones; false when it is none */
static bool step_single(thud_simulation *sim, thud_event *event) {
    if (!sim->single.is_one) return false;
    if (!(thud_one_body_touches(sim) && thud_one_body_step_in_root(sim, event)) &&
        !(thud_one_body_flies(sim) && thud_one_body_fly(sim, event)))
        return false;
    thud_carry_drop(sim);
    forget_what_was_known(sim);
    thud_load_move(&sim->ground, sim->time);
    return true;
}

static bool step(thud_simulation *sim, thud_event *event) {
    if (!expand(sim)) return false;
    *event = thud_event_first(sim);
    go(sim, event->sigma, event->kind != THUD_EVENT_NONE);
    move_loads(sim);
    return true;
}

/* a run of no duration: the start is all there is to see */
static void show_start(thud_simulation *sim) {
    sim->end = 1; /* a series needs a way to go; only its start is looked at */
    bool expanded = expand(sim);
    sim->end = 0;
    if (!expanded) return;
    memcpy(sim->next_x, sim->x, sim->n * sizeof *sim->x);
    memcpy(sim->next_v, sim->v, sim->n * sizeof *sim->v);
    thud_books_samples(sim, 0, false);
    thud_books_peaks(sim, 0);
}

static void follow(thud_simulation *sim) {
    thud_progress progress = {0};
    if (!thud_transition_start(sim)) return;
    if (sim->end == 0) show_start(sim);
    while (sim->time < sim->end && !sim->ledger.stopped) {
        if (sim->flow && !sim->tracks) flow(sim);
        if (sim->time >= sim->end || sim->ledger.stopped) return;
        thud_event event;
        double before = sim->time;
        if (!step_single(sim, &event) && !step(sim, &event)) return;
        if (event.kind != THUD_EVENT_NONE && !thud_transition_apply(sim, &event)) return;
        sim->summary.solver.steps++;
        report_progress(sim);
        if (!thud_progress_check(sim, &progress, &event, before)) return;
    }
}

static void step_along(thud_simulation *sim) {
    thud_status status = thud_moreau_run(sim);
    if (status != THUD_OK) thud_transition_fail(sim, status, NULL, thud_status_text(status));
}

static void sum_up(thud_simulation *sim) {
    thud_summary *s = &sim->summary;
    thud_transition_end(sim);
    s->duration = sim->time;
    s->impacts = sim->ledger.impacts;
    for (size_t i = 0; i < sim->n; i++) {
        sim->bodies[i].final_displacement = sim->x[i];
        sim->bodies[i].final_velocity = sim->v[i];
    }
    const thud_books *b = &sim->books;
    double stored = thud_simulation_stored(sim), scale = thud_energy_scale(sim);
    double residual = b->input - b->dissipated - b->impact - stored;
    s->energy = (thud_energy_summary){b->input, b->dissipated, b->impact, stored, scale > 0 ? residual / scale : 0};
}

static double now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

thud_status thud_simulation_run(thud_simulation *sim, const thud_observer *observer) {
    if (!sim) return THUD_ERROR_ARGUMENT;
    double start = now();
    if (sim->model->rod_count > 0) {
        thud_status status =
            thud_rods_run(sim->model, sim->given, observer, sim->bodies, sim->contacts, &sim->summary);
        sim->summary.solver.wall_seconds = now() - start;
        return status;
    }
    reset(sim, observer);
    if (sim->model->solver == THUD_SOLVER_MOREAU && sim->end > 0) step_along(sim);
    else follow(sim);
    if (sim->ledger.stopped && sim->failure == THUD_OK)
        thud_transition_fail(sim, THUD_ERROR_STOPPED, NULL, thud_status_text(THUD_ERROR_STOPPED));
    sum_up(sim);
    sim->summary.solver.wall_seconds = now() - start;
    return thud_balance_judge(&sim->ledger, sim->model, sim->model->tolerance, true, sim->failure, &sim->summary);
}
