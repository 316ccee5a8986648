/*
 * Response spectra. Several oscillators are followed in parallel lanes, because one alone would wait for the
 * result of each step.
 *
 * The first pass records only the largest samples of each block of steps. They show which blocks can contain a
 * larger peak between samples; only those blocks are searched in a second pass.
 */
#include <thud/motion.h>

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "ground/spectrum/extremes.h"
#include "ground/spectrum/oscillator.h"
#include "ground/step.h"
#include "numeric/constant.h"

enum { LANES = 8, BLOCK = 64 };

typedef double lanes[LANES];

/* oscillators that are followed together */
typedef struct group {
    thud_oscillator oscillators[LANES];
    double step; /* s, step of the matrices; 0 before the first */
    lanes uu, uv, ua, ub, vu, vv, va, vb;
} group;

/* the state in which the oscillators enter a block, and their largest samples in it, including the first */
typedef struct block {
    lanes u, v;
    lanes largest_u, largest_v;
} block;

/* a motion in blocks */
typedef struct walk {
    const thud_motion *motion;
    size_t block_count;
    thud_step_limits *limits; /* [block_count] */
    block *blocks;            /* [block_count + 1]: the last one is the end, without steps */
} walk;

/* the steps of a block are those from `first` to before `last` */
static size_t first_step(size_t index) { return index * BLOCK; }

static size_t last_step(const thud_motion *motion, size_t index) {
    size_t steps = motion->count - 1, end = (index + 1) * BLOCK;
    return end < steps ? end : steps;
}

static thud_step_limits limits_of(const thud_motion *motion, size_t index) {
    thud_step_limits out = {0};
    for (size_t i = first_step(index); i < last_step(motion, index); i++) {
        double a = fmax(fabs(motion->acceleration[i]), fabs(motion->acceleration[i + 1]));
        out.a = fmax(out.a, a);
        out.slope = fmax(out.slope, fabs(thud_step_slope(motion, i)));
        out.length = fmax(out.length, thud_step_length(motion, i));
    }
    return out;
}

static void walk_free(walk *w) {
    free(w->limits);
    free(w->blocks);
}

static bool walk_init(walk *w, const thud_motion *motion) {
    size_t count = (motion->count - 1 + BLOCK - 1) / BLOCK;
    w->motion = motion;
    w->block_count = count;
    w->limits = malloc(count * sizeof *w->limits);
    w->blocks = malloc((count + 1) * sizeof *w->blocks);
    if (!w->limits || !w->blocks) {
        walk_free(w);
        return false;
    }
    for (size_t i = 0; i < count; i++) w->limits[i] = limits_of(motion, i);
    return true;
}

static void set_step(group *g, double step) {
    if (step == g->step) return;
    g->step = step;
    for (size_t i = 0; i < LANES; i++) {
        thud_oscillator_matrix matrix = thud_oscillator_matrix_for(&g->oscillators[i], step);
        g->uu[i] = matrix.uu, g->uv[i] = matrix.uv, g->ua[i] = matrix.ua, g->ub[i] = matrix.ub;
        g->vu[i] = matrix.vu, g->vv[i] = matrix.vv, g->va[i] = matrix.va, g->vb[i] = matrix.vb;
    }
}

static double larger(double a, double b) { return a > b ? a : b; }

/* advances all oscillators through one block, and stores their state at the next */
static void pass_block(group *g, const thud_motion *motion, size_t index, block *here, block *next) {
    const double *a = motion->acceleration;
    lanes u, v, most_u, most_v;
    for (int k = 0; k < LANES; k++) {
        u[k] = here->u[k], most_u[k] = fabs(u[k]);
        v[k] = here->v[k], most_v[k] = fabs(v[k]);
    }
    for (size_t i = first_step(index); i < last_step(motion, index); i++) {
        set_step(g, thud_step_length(motion, i));
        for (int k = 0; k < LANES; k++) {
            double from = u[k];
            u[k] = g->uu[k] * from + g->uv[k] * v[k] + (g->ua[k] * a[i] + g->ub[k] * a[i + 1]);
            v[k] = g->vu[k] * from + g->vv[k] * v[k] + (g->va[k] * a[i] + g->vb[k] * a[i + 1]);
            most_u[k] = larger(fabs(u[k]), most_u[k]);
            most_v[k] = larger(fabs(v[k]), most_v[k]);
        }
    }
    for (int k = 0; k < LANES; k++) {
        here->largest_u[k] = most_u[k], next->u[k] = u[k];
        here->largest_v[k] = most_v[k], next->v[k] = v[k];
    }
}

/* the same for one oscillator, with the same bits */
static thud_oscillator_state advance(const thud_oscillator_matrix *m, thud_oscillator_state from, double a,
                                     double b) {
    return (thud_oscillator_state){
        .u = m->uu * from.u + m->uv * from.v + (m->ua * a + m->ub * b),
        .v = m->vu * from.u + m->vv * from.v + (m->va * a + m->vb * b),
    };
}

static thud_extremes larger_end(thud_oscillator_state from, thud_oscillator_state to) {
    return (thud_extremes){larger(fabs(from.u), fabs(to.u)), larger(fabs(from.v), fabs(to.v))};
}

/* repeats one block for one oscillator, and searches steps that can have a larger peak */
static void search_block(const walk *w, const thud_oscillator *o, size_t index, thud_oscillator_state entry,
                         const thud_extremes_limit *limit, thud_extremes *largest) {
    const thud_motion *motion = w->motion;
    const double *a = motion->acceleration;
    thud_oscillator_matrix matrix = {0};
    thud_response_step step = {.to = entry};
    for (size_t i = first_step(index); i < last_step(motion, index); i++) {
        double length = thud_step_length(motion, i);
        if (length != step.length) matrix = thud_oscillator_matrix_for(o, length);
        step.length = length;
        step.from = step.to;
        step.to = advance(&matrix, step.from, a[i], a[i + 1]);

        /* the bound of the whole block rules out most of its steps, their own bounds most of the others */
        thud_extremes ends = larger_end(step.from, step.to);
        if (!thud_extremes_possible(limit, ends, largest)) continue;
        step.a = a[i];
        step.slope = thud_step_slope(motion, i);
        thud_extremes_limit own = thud_extremes_limit_of(o, &step);
        if (thud_extremes_possible(&own, ends, largest)) thud_extremes_search(o, &step, largest);
    }
}

/* half a period after the end, with the ground at rest; further peaks are smaller */
static void search_free(const thud_oscillator *o, thud_oscillator_state from, thud_extremes *largest) {
    thud_response_step step = {.from = from, .length = THUD_PI / o->damped};
    thud_oscillator_kernel kernel = thud_oscillator_kernel_at(o, step.length);
    step.to = thud_oscillator_advance(o, &kernel, from, 0, 0);
    thud_extremes_search(o, &step, largest);
}

static thud_oscillator_state entry_of(const block *b, int lane) {
    return (thud_oscillator_state){b->u[lane], b->v[lane]};
}

static thud_extremes largest_of(const walk *w, const thud_oscillator *o, int lane) {
    thud_extremes largest = {0, 0};
    for (size_t i = 0; i < w->block_count; i++) {
        largest.u = larger(w->blocks[i].largest_u[lane], largest.u);
        largest.v = larger(w->blocks[i].largest_v[lane], largest.v);
    }
    search_free(o, entry_of(&w->blocks[w->block_count], lane), &largest);
    for (size_t i = 0; i < w->block_count; i++) {
        const block *b = &w->blocks[i];
        thud_extremes samples = {b->largest_u[lane], b->largest_v[lane]};
        thud_extremes_limit limit = thud_extremes_limit_of_all(o, &w->limits[i], samples);
        if (thud_extremes_possible(&limit, samples, &largest))
            search_block(w, o, i, entry_of(b, lane), &limit, &largest);
    }
    return largest;
}

static void follow(const walk *w, group *g) {
    w->blocks[0] = (block){{0}, {0}, {0}, {0}};
    for (size_t i = 0; i < w->block_count; i++) pass_block(g, w->motion, i, &w->blocks[i], &w->blocks[i + 1]);
}

static double largest_acceleration(const walk *w) {
    double largest = 0;
    for (size_t i = 0; i < w->block_count; i++) largest = larger(w->limits[i].a, largest);
    return largest;
}

/* the request, in the order of the answers */
typedef struct request {
    const double *periods, *dampings;
    size_t period_count, damping_count;
} request;

static double period_of(const request *r, size_t index) { return r->periods[index % r->period_count]; }

/* a rigid oscillator moves with the ground; its lane holds a dummy */
static thud_oscillator oscillator_of(const request *r, size_t index) {
    double period = period_of(r, index);
    return thud_oscillator_make(period > 0 ? 2 * THUD_PI / period : 1, r->dampings[index / r->period_count]);
}

static thud_response response_of(const walk *w, const thud_oscillator *o, int lane, double period) {
    if (period == 0) return (thud_response){.pseudo_acceleration = largest_acceleration(w)};
    thud_extremes largest = largest_of(w, o, lane);
    return (thud_response){
        .displacement = largest.u,
        .velocity = largest.v,
        .pseudo_acceleration = o->square * largest.u,
    };
}

/* the answers from `first` on, one per lane; past the last one the last is repeated */
static void solve_group(const walk *w, const request *r, size_t first, thud_response *responses) {
    size_t total = r->period_count * r->damping_count;
    group g = {.step = 0};
    for (size_t i = 0; i < LANES; i++)
        g.oscillators[i] = oscillator_of(r, first + i < total ? first + i : total - 1);
    follow(w, &g);
    for (size_t i = 0; i < LANES && first + i < total; i++)
        responses[first + i] = response_of(w, &g.oscillators[i], (int)i, period_of(r, first + i));
}

static thud_status check(const request *r) {
    for (size_t i = 0; i < r->period_count; i++) {
        double period = r->periods[i];
        if (!(period >= 0)) return THUD_ERROR_ARGUMENT;
        if (period > 0 && !isnormal(4 * THUD_PI * THUD_PI / period / period)) return THUD_ERROR_OVERFLOW;
    }
    for (size_t i = 0; i < r->damping_count; i++)
        if (!(r->dampings[i] >= 0 && r->dampings[i] < 1)) return THUD_ERROR_ARGUMENT;
    return THUD_OK;
}

static bool all_finite(const thud_response *responses, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(responses[i].velocity) || !isfinite(responses[i].pseudo_acceleration)) return false;
    return true;
}

static thud_status solve(const thud_motion *motion, const request *r, thud_response *responses) {
    walk w;
    if (!walk_init(&w, motion)) return THUD_ERROR_MEMORY;
    size_t total = r->period_count * r->damping_count;
    for (size_t i = 0; i < total; i += LANES) solve_group(&w, r, i, responses);
    walk_free(&w);
    return all_finite(responses, total) ? THUD_OK : THUD_ERROR_OVERFLOW;
}

thud_status thud_motion_spectrum(const thud_motion *motion, const double *periods, size_t period_count,
                                 const double *dampings, size_t damping_count, thud_response *responses) {
    THUD_PLAIN_ENVIRONMENT;
    request r = {periods, dampings, period_count, damping_count};
    if (!periods || !dampings || !responses) return THUD_ERROR_ARGUMENT;
    thud_status status = thud_motion_check(motion);
    if (status == THUD_OK) status = check(&r);
    if (status != THUD_OK || period_count == 0 || damping_count == 0) return status;

    /* the caller's memory is written only if everything succeeded */
    size_t size = period_count * damping_count * sizeof *responses;
    thud_response *found = malloc(size);
    if (!found) return THUD_ERROR_MEMORY;
    status = solve(motion, &r, found);
    if (status == THUD_OK) memcpy(responses, found, size);
    free(found);
    return status;
}
