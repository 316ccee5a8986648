/*
 * The series of a structure by itself, four bodies at a time.
 */
#include <math.h>

#include "numeric/quad.h"
#include "numeric/wide.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

bool thud_series_is_alone(const thud_simulation *sim) {
    const thud_body_structure *s = &sim->structure;
    if (s->influence) return false; /* structures have matrices of their own */
    return s->n > 0 && s->n == sim->model->body_count && s->chain.other_count == 0 && !s->damping_matrix &&
           sim->contacts.closed_count == 0 && sim->loads.push_count == 0 && sim->loads.ground.omega == 0 &&
           sim->links.shaped_count == 0 && sim->rest.count == 0;
}

/* one order: where it begins in each of the series, and where the next one does */
typedef struct {
    double add, share;  /* m/s² for all; 1/(k + 1) */
    const double *push; /* m/s² for each; NULL: none */
    double *x, *v, *a, *next_x, *next_v;
} row;

/* coordinates and velocities of four bodies */
typedef struct {
    thud_quad x, v;
} four;

static inline void take(const row *r, size_t i, four *out) {
    thud_quad_take(&out->x, r->x + i);
    thud_quad_take(&out->v, r->v + i);
}

/* the same body four times */
static inline void repeat(const row *r, size_t i, four *out) {
    out->x = (thud_quad){0} + r->x[i];
    out->v = (thud_quad){0} + r->v[i];
}

/* Accelerations of four bodies, and the next coefficients. Neighbours are moved beside each other in registers:
 * numbers that were just written would be waited for where they are read again from other places on. `tension` is
 * what the links pull with from the body below these on, and then from them on. */
static inline __attribute__((always_inline)) void pull(const thud_chain *chain, const row *r, size_t i,
                                                       const four *here, const four *next, thud_quad *tension,
                                                       thud_quad_bits *largest) {
    thud_quad k, c, hold, drag, inverse_mass, push, x, v, above, below;
    thud_quad_take(&k, chain->stiffness + i);
    thud_quad_take(&c, chain->damping + i);
    thud_quad_take(&hold, chain->hold + i);
    thud_quad_take(&drag, chain->drag + i);
    thud_quad_take(&inverse_mass, chain->inverse_mass + i);
    thud_quad_after_first(&here->x, &next->x, &x);
    thud_quad_after_first(&here->v, &next->v, &v);
    above = k * (x - here->x) + c * (v - here->v);
    thud_quad_from_last(tension, &above, &below);
    *tension = above;
    thud_quad_larger(largest, &here->v);
    x = r->add + inverse_mass * ((above - below) - (hold * here->x + drag * here->v));
    if (r->push) {
        thud_quad_take(&push, r->push + i);
        x += push;
    }
    thud_quad_give(&x, r->a + i);
    x *= r->share;
    v = here->v * r->share;
    thud_quad_give(&v, r->next_x + i);
    thud_quad_give(&x, r->next_v + i);
}

static inline void pull_one(const thud_chain *chain, const row *r, size_t i, double *tension) {
    double x = r->x[i], v = r->v[i], above = 0;
    if (i + 1 < chain->n) above = chain->stiffness[i] * (r->x[i + 1] - x) + chain->damping[i] * (r->v[i + 1] - v);
    double a = r->add + chain->inverse_mass[i] * ((above - *tension) - (chain->hold[i] * x + chain->drag[i] * v));
    *tension = above;
    if (r->push) a += r->push[i];
    r->a[i] = a;
    r->next_x[i] = r->share * v;
    r->next_v[i] = r->share * a;
}

/* those that are left over */
static inline void pull_rest(const thud_chain *chain, const row *r, size_t i, double tension,
                             thud_quad_bits *largest) {
    thud_quad last = {0};
    for (size_t j = 0; i + j < chain->n; j++) last[j] = r->v[i + j];
    thud_quad_larger(largest, &last);
    for (; i < chain->n; i++) pull_one(chain, r, i, &tension);
}

/* the largest |v|; above the last body is nothing, which is to itself, at no distance */
static inline __attribute__((always_inline)) double raise_row(const thud_chain *chain, const row *r) {
    size_t n = chain->n, i = 0;
    thud_quad_bits largest = {0};
    thud_quad tension = {0};
    if (n >= THUD_QUAD) {
        four here, next;
        take(r, 0, &here);
        for (; i + 2 * THUD_QUAD <= n; i += THUD_QUAD, here = next) {
            take(r, i + THUD_QUAD, &next);
            pull(chain, r, i, &here, &next, &tension, &largest);
        }
        repeat(r, i + THUD_QUAD < n ? i + THUD_QUAD : n - 1, &next);
        pull(chain, r, i, &here, &next, &tension, &largest);
        i += THUD_QUAD;
    }
    if (i < n) pull_rest(chain, r, i, tension[THUD_QUAD - 1], &largest);
    return thud_quad_largest(&largest);
}

/* The chain is a copy, which nothing that is written can change. */
THUD_WIDE static int raise_rows(thud_chain chain, const thud_series_goal *goal, row r, double slope, double *top) {
    size_t n = chain.n;
    thud_terms_so_far so_far = {.length = 1, .before = INFINITY};
    for (int k = 0; k <= goal->highest; k++) {
        r.share = THUD_RECIPROCAL[k + 1];
        r.next_x = r.x + n;
        r.next_v = r.v + n;
        top[k] = raise_row(&chain, &r);
        if (!(top[k] < THUD_TERMS_LARGEST)) return -1;
        if (thud_terms_end(goal, top[k], k, &so_far)) return k;
        r.add = k == 0 ? -slope : 0;
        r.push = NULL;
        r.x = r.next_x;
        r.v = r.next_v;
        r.a += n;
    }
    return goal->highest + 1;
}

int thud_series_raise_alone(thud_simulation *sim, const thud_series_goal *goal, double *top) {
    thud_series *s = &sim->motion.series;
    const thud_load *ground = &sim->loads.ground;
    row first = {.add = sim->structure.gravity - ground->value,
                 .push = sim->links.acting_count > 0 ? sim->links.push : NULL,
                 .x = s->x,
                 .v = s->v,
                 .a = s->a};
    int order = raise_rows(sim->structure.chain, goal, first, ground->slope, top);
    for (int k = 0; k <= goal->highest && k <= order; k++) {
        s->ground[k] = k == 0 ? ground->value : k == 1 ? ground->slope : 0;
        s->time[k + 1] = k == 0;
    }
    return order;
}
