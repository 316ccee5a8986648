/*
 * Contacts of one exponent side by side: δⁿ by the rule for powers of series, and the forces.
 */
#include "simulate/series/series_batch.h"

#include "numeric/wide.h"
#include "simulate/series/series_terms.h"
#include "simulate/state.h"

/* so many contacts in registers at a time */
enum { BLOCK = 4 };

static bool may_join(const thud_simulation *sim, const thud_body_contact *t) {
    const thud_batch *b = &sim->motion.batch;
    if (t->phase != THUD_PHASE_ACTIVE || t->linear || (int)t->number == sim->motion.series.clock ||
        t->branch.p != t->branch.n)
        return false;
    if (t->row) return false;
    if (t->root == 1) return false; /* a whole power is a product, however small δ is */
    if (t->state.rate.own || t->state.force_is_zero || !(t->series->depth[0] > 0)) return false;
    return b->count == 0 || (b->count < THUD_BATCH_LIMIT && t->branch.n == b->exponent);
}

static void join(thud_batch *b, const thud_body_contact *t) {
    b->exponent = t->branch.n;
    b->inverse_depth[b->count] = t->series->inverse_depth;
    b->contact[b->count++] = t;
}

static void fill_up(thud_batch *b) {
    b->stride = b->count + b->count % 2;
    for (size_t i = 0; i < b->count; i++) {
        b->depth[i] = b->contact[i]->series->depth[0];
        b->spring[i] = thud_branch_power(b->depth[i], b->exponent);
    }
    if (b->stride == b->count) return;
    b->inverse_depth[b->count] = 1;
    for (size_t i = b->count; i < THUD_SERIES_WIDTH * b->stride; i += b->stride)
        b->depth[i] = b->rate[i] = b->spring[i] = 0;
}

size_t thud_batch_pick(thud_simulation *sim, size_t *alone) {
    thud_batch *b = &sim->motion.batch;
    size_t count = 0;
    b->count = 0;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (may_join(sim, t)) join(b, t);
        else alone[count++] = sim->contacts.closed[i];
    }
    fill_up(b);
    return count;
}

/* the k-th coefficients, k ≥ 1, of δⁿ from the lower ones, as thud_terms_power has them */
static inline void power(const thud_batch *b, size_t at, int k, double *out, int block) {
    size_t m = b->stride;
    const double *x = b->depth + (size_t)k * m + at, *u = b->spring + at;
    double sum[BLOCK] = {0}, weight = b->exponent * k, step = b->exponent + 1, share = THUD_RECIPROCAL[k];
    for (int j = k; j >= 1; j--, weight -= step, x -= m, u += m)
        for (int i = 0; i < block; i++) sum[i] += weight * x[i] * u[i];
    for (int i = 0; i < block; i++) out[i] = sum[i] * share * b->inverse_depth[at + (size_t)i];
}

/* the k-th coefficients of δⁿ δ̇ */
static inline void product(const thud_batch *b, size_t at, int k, double *out, int block) {
    size_t m = b->stride;
    const double *x = b->spring + at, *u = b->rate + (size_t)k * m + at;
    double sum[BLOCK] = {0};
    for (int j = k; j >= 0; j--, x += m, u -= m)
        for (int i = 0; i < block; i++) sum[i] += x[i] * u[i];
    for (int i = 0; i < block; i++) out[i] = sum[i];
}

static void raise_powers(thud_batch *b, int k) {
    size_t i = 0, m = b->stride;
    double *row = b->spring + (size_t)k * m;
    for (; i + BLOCK <= m; i += BLOCK) power(b, i, k, row + i, BLOCK);
    for (; i < m; i += 2) power(b, i, k, row + i, 2);
}

static void raise_products(const thud_batch *b, int k, double *drag) {
    size_t i = 0, m = b->stride;
    for (; i + BLOCK <= m; i += BLOCK) product(b, i, k, drag + i, BLOCK);
    for (; i < m; i += 2) product(b, i, k, drag + i, 2);
}

THUD_WIDE void thud_batch_raise(thud_simulation *sim, int k) {
    thud_batch *b = &sim->motion.batch;
    size_t row = (size_t)k * b->stride, bodies = (size_t)k * sim->structure.n;
    const double *x = sim->motion.series.x + bodies, *v = sim->motion.series.v + bodies;
    double drag[THUD_BATCH_LIMIT];
    for (size_t i = 0; i < b->count; i++) {
        const thud_body_contact *t = b->contact[i];
        t->series->rate[k] = b->rate[row + i] = thud_coordinate(v, t->left) - thud_coordinate(v, t->right);
        if (k > 0)
            t->series->depth[k] = b->depth[row + i] = thud_coordinate(x, t->left) - thud_coordinate(x, t->right);
    }
    if (k > 0) raise_powers(b, k);
    raise_products(b, k, drag);
    for (size_t i = 0; i < b->count; i++) {
        const thud_body_contact *t = b->contact[i];
        t->series->drag[k] = drag[i];
        t->series->force[k] = b->force[i] = t->branch.k * b->spring[row + i] + t->branch.c * drag[i];
    }
}

THUD_WIDE void thud_batch_push(const thud_simulation *sim, double *a) {
    const thud_batch *b = &sim->motion.batch;
    for (size_t i = 0; i < b->count; i++) {
        const thud_body_contact *t = b->contact[i];
        if (t->left >= 0) a[t->left] -= b->force[i] * sim->structure.inverse_mass[t->left];
        if (t->right >= 0) a[t->right] += b->force[i] * sim->structure.inverse_mass[t->right];
    }
}
