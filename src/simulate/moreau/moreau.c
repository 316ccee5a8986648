/*
 * Moreau–Jean time stepping, for comparison: steps of one length, impacts wherever they fall into them.
 *
 * θ-method with θ = 1/2 on M dv = (f − C v − K x) dt + Gᵀ dP, x₁ = x₀ + h (v₀ + v₁)/2. A contact takes part in a
 * step when its gap would be closed in the middle of it; Newton's law acts between the velocities at both ends, 0 ≤
 * P ⟂ u₁ + e u₀ ≥ 0,   u the speed at which the bodies part. J. J. Moreau (1988); M. Jean, Comput. Methods Appl.
 * Mech. Eng. 177 (1999) 235–257. Impact times are those of steps, gaps close to the order of h, and chatter becomes
 * contact without being looked for.
 *
 * Newton and poisson contacts only. Allocates before the first step.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/samples.h"
#include "model/eigen.h"
#include "model/model.h"
#include "numeric/matrix/cholesky.h"
#include "numeric/matrix/lcp.h"
#include "simulate/contacts/transition.h"
#include "simulate/matrices.h"
#include "simulate/propagator.h"
#include "simulate/structure.h"

#define THETA 0.5

/* Arrays of one run; n bodies, m contacts at most in one step. */
typedef struct {
    size_t n, limit;
    double h;
    double *mass, *stiffness, *damping; /* [n], [n²], [n²] */
    double *inverse;                    /* [n²]: (M + θh C + θ²h² K)⁻¹ */
    double *force, *change, *v0;        /* [n] */
    size_t *active;                     /* [limit] numbers of the contacts in the step */
    double *coupling, *bound, *impulse, *work;
    double *reply;                /* [limit × n]: inverse · Gᵀ */
    bool *was_active, *is_active; /* [contacts]: pushed in the step before, pushes in this one */
} scheme;

static void scheme_free(scheme *s) {
    double *arrays[] = {s->mass, s->stiffness, s->damping, s->inverse, s->force, s->change,
                        s->v0,   s->coupling,  s->bound,   s->impulse, s->work,  s->reply};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    free(s->active);
    free(s->was_active);
    free(s->is_active);
}

static double *numbers(size_t count) { return calloc(count > 0 ? count : 1, sizeof(double)); }

static bool scheme_init(scheme *s, const thud_simulation *sim) {
    size_t n = sim->structure.n, limit = sim->contacts.stuck_limit;
    *s = (scheme){
        .n = n,
        .limit = limit,
        .h = sim->options.solver_step,
        .mass = numbers(n),
        .stiffness = numbers(n * n),
        .damping = numbers(n * n),
        .inverse = numbers(n * n),
        .force = numbers(n),
        .change = numbers(n),
        .v0 = numbers(n),
        .active = calloc(limit + 1, sizeof *s->active),
        .coupling = numbers(limit * limit),
        .bound = numbers(limit),
        .impulse = numbers(limit),
        .work = numbers(thud_lcp_work(limit)),
        .reply = numbers(limit * n),
        .was_active = calloc(sim->contacts.count + 1, sizeof *s->was_active),
        .is_active = calloc(sim->contacts.count + 1, sizeof *s->is_active),
    };
    return s->mass && s->stiffness && s->damping && s->inverse && s->force && s->change && s->v0 && s->active &&
           s->coupling && s->bound && s->impulse && s->work && s->reply && s->was_active && s->is_active;
}

static thud_status prepare(scheme *s, const thud_simulation *sim) {
    thud_status status = thud_structure_matrices(sim->model, s->mass, s->stiffness, s->damping);
    if (status != THUD_OK) return status;
    size_t n = s->n;
    double c = THETA * s->h, k = c * c;
    double *sum = numbers(n * n); /* M + θh C + θ²h² K */
    if (!sum) return THUD_ERROR_MEMORY;
    for (size_t i = 0; i < n * n; i++) sum[i] = c * s->damping[i] + k * s->stiffness[i];
    for (size_t i = 0; i < n; i++)
        if (!thud_model_full_mass_of(sim->model, (thud_body)i)) sum[i * n + i] += s->mass[i];
    for (size_t i = 0; i < sim->model->matrices_count; i++)
        if (sim->model->matrices[i].is_full)
            thud_matrix_add_block(sum, n, &sim->model->matrices[i], sim->model->matrices[i].mass, 1);
    const bool is_definite = thud_cholesky_invert(sum, n, s->inverse);
    free(sum);
    return is_definite ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* the loads in the middle of the step, N */
static void load(const thud_simulation *sim, double *force) {
    double middle = 0.5 * sim->options.solver_step;
    double common = sim->structure.gravity - thud_load_value(&sim->loads.ground, middle);
    for (size_t i = 0; i < sim->structure.n; i++) force[i] = sim->structure.load[i] * common;
    for (size_t i = 0; i < sim->loads.push_count; i++)
        force[sim->loads.pushes[i].body] += thud_load_value(&sim->loads.pushes[i].load, middle);
}

/* the velocities at the end of the step without impulses */
static void step_free(scheme *s, thud_simulation *sim, double h) {
    size_t n = s->n;
    for (size_t i = 0; i < n; i++) {
        double sum = s->force[i];
        for (size_t j = 0; j < n; j++)
            sum -= s->damping[i * n + j] * sim->motion.v[j] +
                   s->stiffness[i * n + j] * (sim->motion.x[j] + THETA * h * sim->motion.v[j]);
        s->change[i] = h * sum;
    }
    memcpy(s->v0, sim->motion.v, n * sizeof *s->v0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) sim->motion.v[i] += s->inverse[i * n + j] * s->change[j];
}

static double parting(const double *v, const thud_body_contact *t) { return -thud_contact_along(t, v); }

static double reply_of(const scheme *s, size_t a, const thud_body_contact *t) {
    return -thud_contact_along(t, s->reply + a * s->n);
}

/* the contacts whose gap is closed in the middle of the step; their number, or more than the limit */
static size_t collect(scheme *s, const thud_simulation *sim, double h) {
    size_t count = 0;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        double depth = thud_contact_along(t, sim->motion.x) - t->given.gap;
        if (!(depth - 0.5 * h * parting(s->v0, t) >= 0)) continue;
        if (count == s->limit) return count + 1;
        for (size_t j = 0; j < s->n; j++)
            s->reply[count * s->n + j] = -thud_contact_along(t, s->inverse + j * s->n);
        s->active[count++] = i;
    }
    return count;
}

static bool solve(scheme *s, const thud_simulation *sim, size_t count) {
    for (size_t a = 0; a < count; a++) {
        const thud_body_contact *t = &sim->contacts.list[s->active[a]];
        double before = parting(s->v0, t);
        double e = thud_gap_contact_restitution(&t->given, fmax(-before, sim->accounts.ledger.threshold));
        s->bound[a] = parting(sim->motion.v, t) + e * (before < 0 ? before : 0);
        for (size_t b = 0; b < count; b++) s->coupling[a * count + b] = reply_of(s, b, t);
    }
    return thud_lcp_solve(count, s->coupling, s->bound, s->impulse, s->work);
}

/* an impact is the first step of a contact that pushes, those that follow are sticking; whether there was one */
static bool enter_impacts(scheme *s, thud_simulation *sim, size_t count, double h) {
    size_t before_all = sim->accounts.ledger.impacts;
    memset(s->is_active, 0, sim->contacts.count * sizeof *s->is_active);
    for (size_t a = 0; a < count; a++) {
        if (!(s->impulse[a] > 0)) continue;
        thud_body_contact *t = &sim->contacts.list[s->active[a]];
        double before = parting(s->v0, t), after = parting(sim->motion.v, t);
        bool sticks = s->was_active[t->number] && -before <= sim->accounts.ledger.threshold;
        s->is_active[t->number] = true;
        if (sticks) sim->accounts.contacts[t->number].stick_time += h;
        double lost = -0.5 * s->impulse[a] * (before + after);
        thud_impact_entry entry = {
            .contact = t->number,
            .time = sim->motion.time + 0.5 * h,
            .approach_speed = fmax(-before, 0),
            .separation_speed = after,
            .restitution = before < 0 ? -after / before : NAN,
            .max_force = NAN,
            .impulse = s->impulse[a],
            .energy_lost = lost,
            .damping = NAN,
            .ended = true,
        };
        sim->accounts.energy.impact += lost;
        thud_ledger_enter(&sim->accounts.ledger, &entry);
    }
    bool *before = s->was_active;
    s->was_active = s->is_active;
    s->is_active = before;
    return sim->accounts.ledger.impacts > before_all;
}

/* velocities at the middle of the step do the work; displacements follow from them */
static void move(scheme *s, thud_simulation *sim, double h, bool hit) {
    double *middle = s->change;
    for (size_t i = 0; i < s->n; i++) middle[i] = 0.5 * (s->v0[i] + sim->motion.v[i]);
    for (size_t i = 0; i < s->n; i++) {
        double drag = 0;
        for (size_t j = 0; j < s->n; j++) drag += s->damping[i * s->n + j] * middle[j];
        sim->accounts.energy.dissipated += h * drag * middle[i];
        sim->accounts.energy.input += h * s->force[i] * middle[i];
        sim->motion.x[i] += h * middle[i];
        thud_body_summary *b = &sim->accounts.bodies[i];
        b->max_displacement = thud_larger(b->max_displacement, fabs(sim->motion.x[i]));
        b->max_velocity = thud_larger(b->max_velocity, fabs(sim->motion.v[i]));
        double absolute = (sim->motion.v[i] - s->v0[i]) / h +
                          thud_structure_influence(sim, i) * thud_load_value(&sim->loads.ground, 0.5 * h);
        sim->accounts.sample_a[i] = absolute;
        if (!hit) b->max_acceleration = thud_larger(b->max_acceleration, fabs(absolute));
    }
}

/* the samples that fall into the step, on the straight lines between its ends */
static void hand_over(scheme *s, thud_simulation *sim, const double *x0, double h, size_t count) {
    const thud_observer *o = sim->accounts.observer;
    double interval = sim->options.output_interval;
    if (!o || !o->sample || !(interval > 0)) return;
    memset(sim->accounts.sample_force, 0, sim->contacts.count * sizeof *sim->accounts.sample_force);
    for (size_t a = 0; a < count; a++) sim->accounts.sample_force[s->active[a]] = s->impulse[a] / h;
    for (double time; (time = thud_samples_instant(interval, sim->accounts.samples.next, sim->motion.end)) <=
                      sim->motion.time + h * (1 + 1e-9);
         sim->accounts.samples.next++) {
        double share = (time - sim->motion.time) / h;
        for (size_t i = 0; i < s->n; i++) {
            sim->accounts.sample_x[i] = x0[i] + share * (sim->motion.x[i] - x0[i]);
            sim->accounts.sample_v[i] = s->v0[i] + share * (sim->motion.v[i] - s->v0[i]);
        }
        bool links = sim->links.count > 0;
        thud_links_evaluate(sim, sim->accounts.sample_x, sim->accounts.sample_v, sim->accounts.sample_deformation,
                            sim->accounts.sample_link_force);
        thud_sample sample = {.time = time,
                              .displacement = sim->accounts.sample_x,
                              .velocity = sim->accounts.sample_v,
                              .acceleration = sim->accounts.sample_a,
                              .force = sim->accounts.sample_force,
                              .deformation = links ? sim->accounts.sample_deformation : NULL,
                              .link_force = links ? sim->accounts.sample_link_force : NULL};
        thud_ledger_show(&sim->accounts.ledger, &sample, s->n, sim->contacts.count);
    }
}

/* loads know their pieces from break to break; a step may cross one */
static void move_load(thud_load *l, double time) {
    while (l->until <= time) thud_load_move(l, l->until);
    thud_load_move(l, time);
}

static thud_status step(scheme *s, thud_simulation *sim, double *x0) {
    double h = s->h;
    memcpy(x0, sim->motion.x, s->n * sizeof *x0);
    load(sim, s->force);
    step_free(s, sim, h);
    size_t count = collect(s, sim, h);
    if (count > s->limit || !solve(s, sim, count)) return THUD_ERROR_STEPS;
    for (size_t a = 0; a < count; a++)
        for (size_t j = 0; j < s->n; j++) sim->motion.v[j] += s->impulse[a] * s->reply[a * s->n + j];
    bool hit = enter_impacts(s, sim, count, h);
    move(s, sim, h, hit);
    thud_approach_take(sim, sim->motion.x);
    thud_links_take(sim);
    hand_over(s, sim, x0, h, count);
    for (size_t j = 0; j < s->n; j++)
        if (!(fabs(sim->motion.x[j]) < HUGE_VAL)) return THUD_ERROR_OVERFLOW;
    return THUD_OK;
}

static thud_status follow(scheme *s, thud_simulation *sim) {
    /* whole steps: the last one may end beyond the end by a part of one */
    double whole = ceil(sim->motion.end / s->h * (1 - 1e-12));
    if (!(whole <= (double)sim->motion.step_limit)) return THUD_ERROR_PROGRESS;
    double *x0 = sim->motion.series.x; /* not needed for series here */
    for (size_t k = 0; k < (size_t)whole && !sim->accounts.ledger.stopped; k++) {
        sim->motion.time = (double)k * s->h;
        move_load(&sim->loads.ground, sim->motion.time);
        for (size_t i = 0; i < sim->loads.push_count; i++) move_load(&sim->loads.pushes[i].load, sim->motion.time);
        thud_status status = step(s, sim, x0);
        if (status != THUD_OK) return status;
        sim->accounts.summary.solver.steps++;
        sim->accounts.summary.solver.rhs_evaluations++;
        const thud_observer *o = sim->accounts.observer;
        if (o && o->progress && k % 4096 == 0 && !o->progress(o->context, sim->motion.time))
            sim->accounts.ledger.stopped = true;
        sim->motion.time += s->h;
    }
    return THUD_OK;
}

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)memory;
    return sim->options.solver == THUD_SOLVER_MOREAU && sim->motion.end > 0;
}

/* all the way */
static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    scheme s;
    (void)memory;
    (void)event;
    thud_status status = scheme_init(&s, sim) ? prepare(&s, sim) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = follow(&s, sim);
    scheme_free(&s);
    if (status != THUD_OK) thud_transition_fail(sim, status, NULL, thud_status_text(status));
    return THUD_STEP_ENDS;
}

const thud_propagator thud_propagator_moreau = {.name = "moreau", .fits = fits, .advance = advance};
