/*
 * Exact steps along a record: matrices of modes or of all bodies, made once; steps, until a gap may close or a peak
 * needs the series.
 */
#include "simulate/record/flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "numeric/matrix/symmetric.h"
#include "simulate/accounts/approach.h"
#include "simulate/propagator.h"
#include "simulate/record/flow_inside.h"
#include "simulate/state.h"
#include "simulate/structure.h"

enum {
    /* Beyond these the series take fewer operations. A step of matrices is a fifth as long as one of series, 0.8
     * rad of the fastest mode, and costs 8 n² products where all are joined, 4 n² by modes; series cost 28 orders
     * of about 12 n, or of 2 n² with a damping matrix. */
    MOST_JOINED = 20,
    MOST_BY_MODES = 48,
    MOST_BODIES = 256,
    MOST_SUBSTEPS = 10000, /* of one step of the record */
};

/* rad: no substep turns the fastest mode by more, so that the bounds of flow_peaks.c and along_record.c are near */
static const double MOST_TURN = 0.8;

void thud_flow_free(thud_flow *f) {
    if (!f) return;
    free(f->blocks);
    free(f->shape);
    free(f->inverse);
    free(f->load);
    free(f->matrices);
    free(f->table);
    free(f->columns);
    free(f->taylor);
    free(f->first);
    free(f->states);
    thud_flow_later_free(f->later);
    free(f->unloaded);
    free(f->link_numbers);
    free(f);
}

/* ---- preparing ---- */

typedef struct {
    double *mass, *stiffness, *damping; /* [n], [n²], [n²] */
    double *vector, *square;            /* [n²], [3n]: modes and their ω², in the first n */
    double *modal_damping;              /* [n²]: Φᵀ C Φ */
    double *system, *input, *constant;  /* [4n²], [2n], [2n] */
    double *work;
} draft;

static void draft_free(draft *d) {
    double *arrays[] = {d->mass,          d->stiffness, d->damping, d->vector,   d->square,
                        d->modal_damping, d->system,    d->input,   d->constant, d->work};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
}

static bool draft_init(draft *d, size_t n) {
    *d = (draft){
        .mass = calloc(n, sizeof(double)),
        .stiffness = calloc(n * n, sizeof(double)),
        .damping = calloc(n * n, sizeof(double)),
        .vector = calloc(n * n, sizeof(double)),
        .square = calloc(3 * n, sizeof(double)),
        .modal_damping = calloc(n * n, sizeof(double)),
        .system = calloc(4 * n * n, sizeof(double)),
        .input = calloc(2 * n, sizeof(double)),
        .constant = calloc(2 * n, sizeof(double)),
        .work = calloc(thud_block_work(2 * n), sizeof(double)),
    };
    return d->mass && d->stiffness && d->damping && d->vector && d->square && d->modal_damping && d->system &&
           d->input && d->constant && d->work;
}

/* the first body that a mode moves; entries of the size of the rounding in the others are none */
static size_t first_moved(draft *d, size_t n, size_t mode) {
    size_t first = n;
    for (size_t i = n; i-- > 0;) {
        double *entry = &d->vector[i * n + mode];
        if (fabs(*entry) <= 1e-16) *entry = 0;
        else first = i;
    }
    return first;
}

/* modes of structures that nothing connects come structure by structure, so that each is summed over its own bodies
 */
static void sort_modes(draft *d, size_t n) {
    for (size_t j = 1; j < n; j++)
        for (size_t k = j; k > 0 && first_moved(d, n, k) < first_moved(d, n, k - 1); k--) {
            double square = d->square[k];
            d->square[k] = d->square[k - 1];
            d->square[k - 1] = square;
            for (size_t i = 0; i < n; i++) {
                double *row = d->vector + i * n, entry = row[k];
                row[k] = row[k - 1];
                row[k - 1] = entry;
            }
        }
}

/* eigenvectors of M^(−1/2) K M^(−1/2), in the columns of `vector` */
static bool find_modes(draft *d, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            d->vector[i * n + j] = d->stiffness[i * n + j] / sqrt(d->mass[i] * d->mass[j]);
    if (!thud_symmetric_eigen(d->vector, n, d->square)) return false;
    for (size_t i = 0; i < n; i++) /* from rows to columns */
        for (size_t j = 0; j < i; j++) {
            const double held = d->vector[i * n + j];
            d->vector[i * n + j] = d->vector[j * n + i];
            d->vector[j * n + i] = held;
        }
    sort_modes(d, n);
    return true;
}

/* whether the modes diagonalise the damping; its diagonal is what they keep */
static bool is_classical(draft *d, size_t n) {
    double largest = 0, beside = 0, *half = d->system; /* M^(−1/2) C M^(−1/2) V, for a while */
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            half[i * n + j] = 0;
            for (size_t k = 0; k < n; k++)
                half[i * n + j] += d->damping[i * n + k] / sqrt(d->mass[i] * d->mass[k]) * d->vector[k * n + j];
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0;
            for (size_t k = 0; k < n; k++) sum += d->vector[k * n + i] * half[k * n + j];
            d->modal_damping[i * n + j] = sum;
            largest = fmax(largest, fabs(sum));
            if (i != j) beside = fmax(beside, fabs(sum));
        }
    return beside <= 1e-14 * (double)n * largest;
}

/* the fastest that anything happens, rad/s; and the largest sums of rows of M⁻¹K and M⁻¹C */
static double fastest_rate(thud_flow *f, const draft *d, size_t n) {
    for (size_t i = 0; i < n; i++) {
        double stiffness = 0, damping = 0;
        for (size_t j = 0; j < n; j++) {
            stiffness += fabs(d->stiffness[i * n + j]);
            damping += fabs(d->damping[i * n + j]);
        }
        f->stiffest = fmax(f->stiffest, stiffness / d->mass[i]);
        f->slowest = fmax(f->slowest, damping / d->mass[i]);
    }
    return fmax(sqrt(f->stiffest), f->slowest);
}

static bool fill_modes(thud_flow *f, draft *d, double gravity) {
    size_t n = f->n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            f->shape[i * n + j] = d->vector[i * n + j] / sqrt(d->mass[i]);
            f->inverse[j * n + i] = d->vector[i * n + j] * sqrt(d->mass[i]);
        }
    for (size_t j = 0; j < n; j++) {
        double share = 0;
        for (size_t i = 0; i < n; i++) share += d->mass[i] * f->shape[i * n + j];
        f->load[j] = -share;
        f->square[j] = d->square[j];
        f->drag[j] = d->modal_damping[j * n + j];
        double a[4] = {0, 1, -d->square[j], -d->modal_damping[j * n + j]};
        double b[2] = {0, -share}, c[2] = {0, share * gravity};
        if (!thud_block_fill(&f->blocks[j], a, b, c, &f->load[j], &d->modal_damping[j * n + j], f->h, d->work))
            return false;
    }
    thud_flow_fill_table(f);
    return true;
}

static bool fill_whole(thud_flow *f, draft *d, double gravity) {
    size_t n = f->n, size = 2 * n;
    memset(d->system, 0, size * size * sizeof *d->system);
    for (size_t i = 0; i < n; i++) {
        d->system[i * size + n + i] = 1;
        for (size_t j = 0; j < n; j++) {
            d->system[(n + i) * size + j] = -d->stiffness[i * n + j] / d->mass[i];
            d->system[(n + i) * size + n + j] = -d->damping[i * n + j] / d->mass[i];
        }
        d->input[n + i] = -1;
        d->constant[n + i] = gravity;
        f->load[i] = -d->mass[i];
    }
    return thud_block_fill(&f->blocks[0], d->system, d->input, d->constant, f->load, d->damping, f->h, d->work);
}

static bool allocate(thud_flow *f, size_t links) {
    size_t n = f->n;
    f->block_count = f->modal ? n : 1;
    size_t size = f->modal ? 2 : 2 * n, space = thud_block_space(size);
    f->blocks = calloc(f->block_count, sizeof *f->blocks);
    f->matrices = calloc(f->block_count * space, sizeof(double));
    f->shape = calloc(n * n, sizeof(double));
    f->inverse = calloc(n * n, sizeof(double));
    f->load = calloc(n, sizeof(double));
    f->states = calloc(24 * n, sizeof(double));
    f->unloaded = calloc(2 * n, sizeof(double));
    f->table = calloc(THUD_FLOW_TABLE * n, sizeof(double));
    f->columns = calloc(n * n, sizeof(double));
    f->taylor = calloc((2 + THUD_FLOW_WIDTH) * n, sizeof(double));
    f->first = calloc(3 * n, sizeof *f->first);
    f->link_numbers = calloc(THUD_LINK_BOUNDS_ARRAYS * links + 1, sizeof(double));
    if (!f->link_numbers || !f->unloaded || !f->table || !f->columns || !f->taylor || !f->first || !f->blocks ||
        !f->matrices || !f->shape || !f->inverse || !f->load || !f->states)
        return false;
    thud_link_bounds_lay_out(&f->links, links, f->link_numbers);
    f->unloaded_q = f->unloaded + n;
    f->past = f->first + n;
    f->alike = f->past + n;
    f->square = f->taylor + THUD_FLOW_WIDTH * n;
    f->drag = f->square + n;
    double **arrays[] = {&f->q0,
                         &f->r0,
                         &f->q1,
                         &f->r1,
                         &f->x0,
                         &f->v0,
                         &f->a0,
                         &f->x1,
                         &f->v1,
                         &f->a1,
                         &f->bent,
                         &f->most,
                         &f->by_acceleration,
                         &f->by_jerk,
                         &f->slope0,
                         &f->slope1,
                         &f->bend0,
                         &f->bend1,
                         &f->top_x,
                         &f->top_v,
                         &f->top_a,
                         &f->excess,
                         &f->largest,
                         &f->bent_q};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) *arrays[i] = f->states + i * n;
    for (size_t i = 0; i < f->block_count; i++) {
        double *start = f->matrices + i * space;
        f->blocks[i] = (thud_block){size, start, start + size * (size + 3), start + (size + 1) * (size + 3)};
    }
    return true;
}

static thud_status prepare(thud_flow *f, draft *d, const thud_simulation *sim) {
    thud_status status = thud_structure_matrices(sim->model, d->mass, d->stiffness, d->damping);
    if (status != THUD_OK) return status;
    double step = sim->model->ground.samples->step, turns = fastest_rate(f, d, f->n) * step / MOST_TURN;
    if (!(turns < MOST_SUBSTEPS)) return THUD_ERROR_STEPS;
    f->substeps = turns > 1 ? (size_t)ceil(turns) : 1;
    f->h = step / (double)f->substeps;
    /* one body is its own mode, and needs no other coordinate */
    f->modal = f->n > 1 && find_modes(d, f->n) && is_classical(d, f->n);
    if (!f->modal && (sim->links.count > 0 || f->n > MOST_JOINED)) return THUD_ERROR_STEPS;
    if (f->modal) f->later = thud_flow_later_create(f->n, sim->links.count);
    if ((f->modal && !f->later) || !allocate(f, sim->links.count)) return THUD_ERROR_MEMORY;
    bool filled = f->modal ? fill_modes(f, d, sim->structure.gravity) : fill_whole(f, d, sim->structure.gravity);
    if (filled && f->n == 1) thud_flow_fill_course(f, sim);
    if (filled && f->modal) thud_flow_fill_bounds(f);
    return filled ? THUD_OK : THUD_ERROR_OVERFLOW;
}

static size_t most_bodies(const thud_simulation *sim) {
    return sim->structure.damping_matrix || sim->links.count > 0 ? MOST_BODIES : MOST_BY_MODES;
}

static bool has_record_alone(const thud_simulation *sim) {
    const thud_signal *g = &sim->model->ground;
    return g->kind == THUD_SIGNAL_SAMPLES && !g->samples->time && sim->loads.push_count == 0 &&
           sim->structure.n > 0 && sim->structure.n <= most_bodies(sim) && sim->supports.count == 0;
}

thud_status thud_flow_create(const thud_simulation *sim, thud_flow **flow) {
    *flow = NULL;
    if (sim->model->matrices_count > 0 || !has_record_alone(sim) || !thud_flow_is_for_links(sim) ||
        sim->accounts.watches.count > 0)
        return THUD_OK;
    thud_flow *f = calloc(1, sizeof *f);
    draft d = {0};
    thud_status status = f && draft_init(&d, sim->structure.n) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        f->n = sim->structure.n;
        status = prepare(f, &d, sim);
    }
    draft_free(&d);
    if (status == THUD_OK) *flow = f;
    else thud_flow_free(f);
    /* a structure too fast for it goes by series alone */
    return status == THUD_ERROR_MEMORY ? status : THUD_OK;
}

/* ---- stepping ---- */

static inline double dot(const double *a, const double *b, size_t n) {
    double even = 0, odd = 0;
    size_t i = 0;
    for (; i + 1 < n; i += 2) {
        even += a[i] * b[i];
        odd += a[i + 1] * b[i + 1];
    }
    return i < n ? even + odd + a[i] * b[i] : even + odd;
}

static void step_whole(const thud_flow *f, double g0, double g1) {
    size_t n = f->n, wide = 2 * n + 3;
    for (size_t i = 0; i < n; i++) {
        const double *s = f->blocks[0].step + i * wide, *t = s + n * wide;
        f->x1[i] = dot(s, f->x0, n) + dot(s + n, f->v0, n) + (s[2 * n] * g0 + s[2 * n + 1] * g1 + s[2 * n + 2]);
        f->v1[i] = dot(t, f->x0, n) + dot(t + n, f->v0, n) + (t[2 * n] * g0 + t[2 * n + 1] * g1 + t[2 * n + 2]);
    }
}

void thud_flow_accelerate(const thud_simulation *sim, const double *x, const double *v, double *a) {
    thud_chain_accelerate(&sim->structure.chain, sim->structure.gravity, x, v, a);
    if (!sim->structure.damping_matrix) return;
    for (size_t i = 0; i < sim->structure.n; i++)
        a[i] -= dot(sim->structure.damping_matrix + i * sim->structure.n, v, sim->structure.n) *
                sim->structure.inverse_mass[i];
}

/* whether a gap may close within the step, or its bodies turn nearer to each other than ever: h²/8 times the
 * largest acceleration is as far as a coordinate may be from a straight line between its ends */
static bool may_close(thud_simulation *sim, const thud_flow *f) {
    const thud_approach_step s = {f->x0, f->x1, f->v0, f->v1, f->most, 0.125 * f->h * f->h, f->h};
    bool rises = false;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_approach_look look = thud_approach_look_at(sim, &sim->contacts.list[i], &s);
        if (look == THUD_APPROACH_MAY_TURN) return true;
        rises = rises || look == THUD_APPROACH_RISES;
    }
    if (rises) thud_approach_take(sim, f->x1);
    return false;
}

static void account_whole(thud_simulation *sim, const thud_flow *f, double g0, double g1) {
    size_t n = f->n, wide = 2 * n + 3;
    const double *r = f->blocks[0].ramp;
    double ends[3] = {g0, g1, 1}, lost = 0,
           ramp = dot(r, f->x0, n) + dot(r + n, f->v0, n) + dot(r + 2 * n, ends, 3);
    for (size_t i = 0; i < wide; i++) {
        const double *row = f->blocks[0].loss + i * wide;
        double sum = dot(row, f->x0, i < n ? i + 1 : n);
        if (i >= n) sum += dot(row + n, f->v0, i < 2 * n ? i + 1 - n : n);
        if (i >= 2 * n) sum += dot(row + 2 * n, ends, i + 1 - 2 * n);
        lost += sum * (i < n ? f->x0[i] : i < 2 * n ? f->v0[i - n] : ends[i - 2 * n]);
    }
    double way = 0;
    for (size_t i = 0; i < n; i++) way += f->load[i] * (f->x1[i] - f->x0[i]);
    sim->accounts.energy.dissipated += lost;
    sim->accounts.energy.input += (g0 - sim->structure.gravity) * way + (g1 - g0) * ramp;
}

static void swap(double **a, double **b) {
    double *held = *a;
    *a = *b;
    *b = held;
}

static void take_over(thud_flow *f) {
    swap(&f->q0, &f->q1);
    swap(&f->r0, &f->r1);
    swap(&f->x0, &f->x1);
    swap(&f->v0, &f->v1);
    swap(&f->a0, &f->a1);
}

static void enter(thud_simulation *sim, thud_flow *f) {
    size_t n = f->n;
    memcpy(f->x0, sim->motion.x, n * sizeof *f->x0);
    memcpy(f->v0, sim->motion.v, n * sizeof *f->v0);
    thud_flow_accelerate(sim, f->x0, f->v0, f->a0);
    for (size_t j = 0; f->modal && j < n; j++) {
        f->q0[j] = dot(f->inverse + j * n, f->x0, n);
        f->r0[j] = dot(f->inverse + j * n, f->v0, n);
    }
    if (sim->links.count > 0) thud_flow_enter_links(sim, f);
}

/* what is to be seen of a step that starts at `time`, before the record's sample `next` */
static void look_at_step(thud_simulation *sim, const thud_flow *f, double time, size_t next, double end) {
    if (thud_account_watched(sim, end - thud_flow_near_end(f->h))) {
        memcpy(sim->motion.x, f->x0, f->n * sizeof *sim->motion.x);
        memcpy(sim->motion.v, f->v0, f->n * sizeof *sim->motion.v);
        sim->motion.time = time;
        thud_load_jump(&sim->loads.ground, next, time);
        thud_flow_look_inside(sim, end, f->h);
    }
    if (thud_flow_sees_end(sim, end, f->h)) thud_flow_hand_over(sim, f->x1, f->v1, f->a1, end, NULL, 0);
}

/* one step from g0 to g1; false when it is for the series */
static bool step(thud_simulation *sim, thud_flow *f, double g0, double g1) {
    double gravity = sim->structure.gravity;
    if (f->later) thud_flow_later_begin(f->later);
    if (f->modal) thud_flow_step_modes(f, g0 - gravity, g1 - gravity);
    else step_whole(f, g0, g1);
    bool links = sim->links.count > 0;
    if (links) thud_flow_load_links(f);
    thud_flow_accelerate(sim, f->x1, f->v1, f->a1);
    if (links) thud_flow_push_links(sim, f);
    thud_flow_bound(sim, f, g0, g1);
    if (may_close(sim, f) || (links && thud_flow_links_may_end(sim, f, g0, g1))) return false;
    if (!thud_flow_raise_peaks(sim, f, g0, g1)) return false;
    if (links) thud_flow_raise_links(sim, f, g0, g1);
    if (f->modal) thud_flow_account_modes(sim, f, g0 - gravity, g1 - gravity);
    else account_whole(sim, f, g0, g1);
    sim->accounts.summary.solver.steps++;
    return true;
}

/* as far as nothing happens */
static void run(thud_simulation *sim, thud_flow *f) {
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    size_t next = sim->loads.ground.next, part = 0;
    double time = sim->motion.time;
    enter(sim, f);
    thud_flow_take_peaks(sim, f);
    while (next < record->count && (double)next * record->step <= sim->motion.end &&
           !sim->accounts.ledger.stopped) {
        double from = ground->scale * record->acceleration[next - 1],
               to = ground->scale * record->acceleration[next];
        double rise = (to - from) / (double)f->substeps, g0 = from + (double)part * rise;
        bool last = part + 1 == f->substeps;
        double end =
            last ? (double)next * record->step : (double)(next - 1) * record->step + (double)(part + 1) * f->h;
        if (!step(sim, f, g0, last ? to : g0 + rise)) break;
        look_at_step(sim, f, time, next, end);
        take_over(f);
        time = end;
        part = last ? 0 : part + 1;
        if (last) next++;
    }
    thud_flow_give_peaks(sim, f);
    memcpy(sim->motion.x, f->x0, f->n * sizeof *sim->motion.x);
    memcpy(sim->motion.v, f->v0, f->n * sizeof *sim->motion.v);
    sim->motion.time = time;
    thud_load_jump(&sim->loads.ground, next, time);
}

/* ---- the propagator ---- */

static thud_status create(const thud_simulation *sim, void **memory) {
    thud_flow *flow = NULL;
    const thud_status status =
        sim->structure.n > 1 && !sim->structure.modal ? thud_flow_create(sim, &flow) : THUD_OK;
    *memory = flow;
    return status;
}

static void discard(void *memory) { thud_flow_free(memory); }

static void restart(void *memory) { thud_flow_restart(memory); }

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)sim;
    return memory;
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    thud_flow *f = memory;
    (void)event;
    if (sim->contacts.closed_count > 0 || !thud_flow_may_start(sim)) return THUD_STEP_PASSES;
    if (sim->links.count == 0 || thud_flow_may_start_with_links(sim, f)) run(sim, f);
    return THUD_STEP_PASSES;
}

static void settle(thud_simulation *sim, void *memory) { thud_flow_settle(sim, memory); }

const thud_propagator thud_propagator_record = {.name = "record",
                                                .create = create,
                                                .free = discard,
                                                .restart = restart,
                                                .fits = fits,
                                                .advance = advance,
                                                .settle = settle};
