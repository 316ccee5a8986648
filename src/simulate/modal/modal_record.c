/*
 * Modes along a record while all gaps are open: a step from each of its samples to the next, n products for all
 * modes. A step in which a gap may close or bodies may turn nearer to each other than ever, and one inside of which
 * a sample is wanted, is left to the series.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/accounts/approach.h"
#include "simulate/matrices.h"
#include "simulate/modal/modal.h"
#include "simulate/modal/modal_peaks.h"
#include "simulate/modal/modal_step.h"
#include "simulate/propagator.h"
#include "simulate/record/flow_inside.h"

typedef struct flight {
    thud_modal *modal;
    thud_modal_step step;
    thud_modal_peaks *peaks;
    thud_modal_state from, to;
    double *x0, *v0, *x1, *v1; /* [n] of bodies at the ends of contacts */
    size_t *ends, end_count;   /* [n] which these are */
    double *numbers;
} flight;

static void discard(void *memory) {
    flight *f = memory;
    if (!f) return;
    thud_modal_peaks_free(f->peaks);
    free(f->ends);
    free(f->numbers);
    free(f);
}

static void list_ends(const thud_simulation *sim, flight *f) {
    bool *listed = calloc(f->modal->n, sizeof *listed);
    for (size_t i = 0; listed && i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        for (size_t e = 0; e < thud_contact_ends(t); e++) {
            const thud_body body = thud_contact_end(t, e);
            if (body < 0 || listed[body]) continue;
            listed[body] = true;
            f->ends[f->end_count++] = (size_t)body;
        }
    }
    if (!listed) f->end_count = SIZE_MAX;
    free(listed);
}

static thud_status create(const thud_simulation *sim, void **memory) {
    enum { SINGLE = 10 };
    thud_modal *m = sim->structure.modal;
    const thud_signal *ground = &sim->model->ground;
    *memory = NULL;
    if (!m || ground->kind != THUD_SIGNAL_SAMPLES || ground->samples->time || sim->loads.push_count > 0 ||
        sim->accounts.watches.count > 0)
        return THUD_OK;
    flight *f = calloc(1, sizeof *f);
    if (!f) return THUD_ERROR_MEMORY;
    f->modal = m;
    f->ends = malloc(m->n * sizeof *f->ends);
    f->numbers = calloc((SINGLE + THUD_MODAL_STEP_ARRAYS) * m->n, sizeof *f->numbers);
    if (f->ends) list_ends(sim, f);
    if (!f->ends || !f->numbers || f->end_count == SIZE_MAX) {
        discard(f);
        return THUD_ERROR_MEMORY;
    }
    double **const single[SINGLE] = {&f->from.q, &f->from.r, &f->from.a, &f->to.q, &f->to.r,
                                     &f->to.a,   &f->x0,     &f->v0,     &f->x1,   &f->v1};
    for (size_t i = 0; i < SINGLE; i++) *single[i] = f->numbers + i * m->n;
    const double h = ground->samples->step;
    f->peaks = thud_modal_peaks_create(m, h);
    /* modes that are too fast for it go by series alone */
    if (f->peaks &&
        thud_modal_step_init(&f->step, m->n, h, m->square, m->drag, m->load, true, f->numbers + SINGLE * m->n))
        *memory = f;
    else discard(f);
    return THUD_OK;
}

static void restart(void *memory) { thud_modal_peaks_restart(((flight *)memory)->peaks); }

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)sim;
    return memory;
}

/* ---- steps ---- */

/* the bodies that contacts have to do with */
static void find_ends(const flight *f, const thud_modal_state *state, double *x, double *v) {
    for (size_t i = 0; i < f->end_count; i++) {
        x[f->ends[i]] = thud_modal_of_body(f->modal, f->ends[i], state->q);
        v[f->ends[i]] = thud_modal_of_body(f->modal, f->ends[i], state->r);
    }
}

static double shares_of(const thud_body_contact *t) {
    double sum = 0;
    for (size_t e = 0; e < thud_contact_ends(t); e++)
        if (thud_contact_end(t, e) >= 0) sum += thud_contact_share(t, e);
    return sum;
}

/* whether a gap may close in the step, or its bodies turn nearer to each other than ever */
static bool may_close(thud_simulation *sim, const flight *f, const double *bend) {
    bool rises = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        const double shares = shares_of(t), end = thud_contact_along(t, f->x1);
        const double reach = thud_larger(thud_contact_along(t, f->x0), end) + shares * bend[0];
        if (reach >= t->given.gap) return true;
        if (!thud_approach_is_apart(sim, t) || reach <= sim->accounts.contacts[t->number].closest_approach)
            continue;
        const double v0 = thud_contact_along(t, f->v0), v1 = thud_contact_along(t, f->v1), off = shares * bend[1];
        if (!((v0 > off && v1 > off) || (v0 < -off && v1 < -off))) return true;
        rises = true;
    }
    if (rises) thud_approach_take(sim, f->x1);
    return false;
}

static void swap(double **a, double **b) {
    double *held = *a;
    *a = *b;
    *b = held;
}

static void take_over(flight *f) {
    const thud_modal_state held = f->from;
    f->from = f->to;
    f->to = held;
    swap(&f->x0, &f->x1);
    swap(&f->v0, &f->v1);
}

/* one step to where the ground is at `to`; false when it is for the series */
static bool step(thud_simulation *sim, flight *f, double to) {
    const double gravity = sim->structure.gravity, g0 = f->from.ground - gravity, g1 = to - gravity;
    double bend[4], lost, given;
    f->to.ground = to;
    thud_modal_step_take(&f->step, f->from.q, f->from.r, g0, g1, f->to.q, f->to.r, f->to.a);
    thud_modal_step_bends(&f->step, f->modal->largest, f->from.q, f->from.r, g0, g1, bend);
    find_ends(f, &f->to, f->x1, f->v1);
    if (may_close(sim, f, bend)) return false;
    thud_modal_step_energy(&f->step, f->from.q, f->from.r, f->to.q, g0, g1, &lost, &given);
    sim->accounts.energy.dissipated += lost;
    sim->accounts.energy.input += given;
    thud_modal_peaks_add(sim, f->peaks, &f->from, &f->to, bend);
    sim->accounts.summary.solver.steps++;
    return true;
}

/* the bodies at the start of the next step; `a` may be NULL */
static void find_bodies(const thud_simulation *sim, flight *f, double *x, double *v, double *a) {
    const double *const of[] = {f->from.q, f->from.r, f->from.a};
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < f->modal->n; j++) f->modal->panel[THUD_MODAL_VECTORS * j + i] = of[i][j];
    thud_modal_bodies(f->modal, f->modal->panel, (double *const[THUD_MODAL_VECTORS]){x, v, a});
    for (size_t i = 0; a && i < f->modal->n; i++) a[i] += thud_structure_influence(sim, i) * f->from.ground;
}

static void enter(thud_simulation *sim, flight *f, double ground) {
    thud_modal *m = f->modal;
    const double g = ground - sim->structure.gravity;
    thud_modal_enter(sim, m);
    memcpy(f->from.q, m->q, m->n * sizeof *f->from.q);
    memcpy(f->from.r, m->r, m->n * sizeof *f->from.r);
    for (size_t j = 0; j < m->n; j++)
        f->from.a[j] = m->load[j] * g - (m->square[j] * m->q[j] + m->drag[j] * m->r[j]);
    f->from.ground = ground;
    for (size_t i = 0; i < f->end_count; i++) {
        f->x0[f->ends[i]] = sim->motion.x[f->ends[i]];
        f->v0[f->ends[i]] = sim->motion.v[f->ends[i]];
    }
}

static void leave(thud_simulation *sim, flight *f) {
    thud_modal *m = f->modal;
    find_bodies(sim, f, sim->motion.x, sim->motion.v, NULL);
    memcpy(m->q, f->from.q, m->n * sizeof *m->q);
    memcpy(m->r, f->from.r, m->n * sizeof *m->r);
    memcpy(m->known_x, sim->motion.x, m->n * sizeof *m->known_x);
    memcpy(m->known_v, sim->motion.v, m->n * sizeof *m->known_v);
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    flight *f = memory;
    (void)event;
    if (sim->contacts.closed_count > 0 || sim->rest.count > 0 || !thud_flow_may_start(sim)) return THUD_STEP_PASSES;
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    size_t next = sim->loads.ground.next;
    const size_t first = next;
    for (; next < record->count && !sim->accounts.ledger.stopped; next++) {
        const double end = (double)next * record->step;
        if (!(end <= sim->motion.end) || thud_account_watched(sim, end - thud_flow_near_end(f->step.h))) break;
        if (next == first) {
            enter(sim, f, ground->scale * record->acceleration[next - 1]);
            thud_modal_peaks_begin(sim, f->peaks, &f->from);
        }
        if (!step(sim, f, ground->scale * record->acceleration[next])) break;
        take_over(f);
        if (!thud_flow_sees_end(sim, end, f->step.h)) continue;
        double *x = sim->accounts.sample_x, *v = sim->accounts.sample_v, *a = sim->accounts.sample_a;
        find_bodies(sim, f, x, v, a);
        thud_flow_hand_over(sim, x, v, a, end, NULL, 0);
    }
    if (next == first) return THUD_STEP_PASSES;
    leave(sim, f);
    sim->motion.time = (double)(next - 1) * record->step;
    thud_load_jump(&sim->loads.ground, next, sim->motion.time);
    return THUD_STEP_PASSES;
}

static void settle(thud_simulation *sim, void *memory) { thud_modal_peaks_settle(sim, ((flight *)memory)->peaks); }

const thud_propagator thud_propagator_modal = {.name = "modal",
                                               .create = create,
                                               .free = discard,
                                               .restart = restart,
                                               .fits = fits,
                                               .advance = advance,
                                               .settle = settle};
