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
           sim->links.shaped_count == 0 && sim->links.stuck_count == 0;
}

/* one order: where it begins in each of the series, and where the next one does */
typedef struct {
    double add, share;  /* m/s² for all; 1/(k + 1) */
    const double *push; /* m/s² for each; NULL: none */
    double *x, *v, *a, *next_x, *next_v;
} row;

/* what links between neighbours pull with; of the last body with the next row, which is no neighbour */
static inline void stretch(const thud_chain *chain, const row *r, size_t i) {
    thud_quad x, v, above, faster, k, c;
    thud_quad_take(&x, r->x + i);
    thud_quad_take(&v, r->v + i);
    thud_quad_take(&above, r->x + i + 1);
    thud_quad_take(&faster, r->v + i + 1);
    thud_quad_take(&k, chain->stiffness + i);
    thud_quad_take(&c, chain->damping + i);
    above = k * (above - x) + c * (faster - v);
    thud_quad_give(&above, chain->tension + i + 1);
}

/* accelerations, and the next coefficients */
static inline void pull(const thud_chain *chain, const row *r, size_t i, thud_quad_bits *largest) {
    thud_quad x, v, below, above, hold, drag, inverse_mass, push;
    thud_quad_take(&x, r->x + i);
    thud_quad_take(&v, r->v + i);
    thud_quad_take(&below, chain->tension + i);
    thud_quad_take(&above, chain->tension + i + 1);
    thud_quad_take(&hold, chain->hold + i);
    thud_quad_take(&drag, chain->drag + i);
    thud_quad_take(&inverse_mass, chain->inverse_mass + i);
    thud_quad_larger(largest, &v);
    x = r->add + inverse_mass * ((above - below) - (hold * x + drag * v));
    if (r->push) {
        thud_quad_take(&push, r->push + i);
        x += push;
    }
    thud_quad_give(&x, r->a + i);
    x *= r->share;
    v *= r->share;
    thud_quad_give(&v, r->next_x + i);
    thud_quad_give(&x, r->next_v + i);
}

static inline void pull_one(const thud_chain *chain, const row *r, size_t i) {
    double a = r->add + chain->inverse_mass[i] * ((chain->tension[i + 1] - chain->tension[i]) -
                                                  (chain->hold[i] * r->x[i] + chain->drag[i] * r->v[i]));
    if (r->push) a += r->push[i];
    r->a[i] = a;
    r->next_x[i] = r->share * r->v[i];
    r->next_v[i] = r->share * a;
}

/* the largest |v| */
static inline double raise_row(const thud_chain *chain, const row *r) {
    size_t n = chain->n, i = 0, rest = n % THUD_QUAD;
    thud_quad_bits largest = {0};
    for (; i + THUD_QUAD <= n; i += THUD_QUAD) stretch(chain, r, i);
    for (; i + 1 < n; i++)
        chain->tension[i + 1] =
            chain->stiffness[i] * (r->x[i + 1] - r->x[i]) + chain->damping[i] * (r->v[i + 1] - r->v[i]);
    chain->tension[n] = 0;
    for (i = 0; i + THUD_QUAD <= n; i += THUD_QUAD) pull(chain, r, i, &largest);
    if (rest > 0) {
        thud_quad last = {0};
        for (size_t j = 0; j < rest; j++) last[j] = r->v[i + j];
        thud_quad_larger(&largest, &last);
    }
    for (; i < n; i++) pull_one(chain, r, i);
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
