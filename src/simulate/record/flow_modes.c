/*
 * Exact steps of modes that go their own ways: the numbers of all modes side by side. Gravity is a ground
 * acceleration that does not change, G = a_g − gravity, as in along_record.c.
 */
#include <string.h>

#include "numeric/quad.h"
#include "numeric/wide.h"
#include "simulate/record/flow_inside.h"
#include "simulate/series/series_bodies.h"

/* which modes move a body, and how many bodies, from it on, are moved by the same */
static void find_ranges(thud_flow *f) {
    size_t n = f->n;
    for (size_t i = n; i-- > 0;) {
        size_t first = 0, past = n;
        while (first < n && f->shape[i * n + first] == 0) first++;
        while (past > first && f->shape[i * n + past - 1] == 0) past--;
        f->first[i] = first;
        f->past[i] = past;
        bool alike = i + 1 < n && f->first[i + 1] == first && f->past[i + 1] == past;
        f->alike[i] = alike ? f->alike[i + 1] + 1 : 1;
    }
}

void thud_flow_fill_table(thud_flow *f) {
    static const int lost[] = {0, 5, 6, 10, 11, 12, 15, 16, 17, 18};
    for (size_t j = 0; j < f->n; j++) {
        double *t = f->table + j;
        for (int i = 0; i < 4; i++, t += f->n) *t = f->blocks[j].step[i];
        for (int i = 0; i < 4; i++, t += f->n) *t = f->blocks[j].step[5 + i];
        for (int i = 0; i < 10; i++, t += f->n) *t = f->blocks[j].loss[lost[i]];
        for (int i = 0; i < 4; i++, t += f->n) *t = f->blocks[j].ramp[i];
        for (size_t i = 0; i < f->n; i++) f->columns[j * f->n + i] = f->shape[i * f->n + j];
    }
    find_ranges(f);
}

/* The inner loops have parameters that do not overlap: only then does a compiler take several modes at once. */

THUD_WIDE static void advance(size_t n, const double *restrict t, const double *restrict q0,
                              const double *restrict r0, double g0, double g1, double *restrict q1,
                              double *restrict r1) {
    for (size_t j = 0; j < n; j++) {
        q1[j] = (t[j] * q0[j] + t[n + j] * r0[j]) + (t[2 * n + j] * g0 + t[3 * n + j] * g1);
        r1[j] = (t[4 * n + j] * q0[j] + t[5 * n + j] * r0[j]) + (t[6 * n + j] * g0 + t[7 * n + j] * g1);
    }
}

/* displacements or velocities of the bodies */
static void combine(const thud_flow *f, const double *q, double *x) {
    for (size_t i = 0; i < f->n; i += f->alike[i]) {
        size_t first = f->first[i], count = f->past[i] - first;
        thud_series_sums(f->columns + first * f->n + i, f->n, f->alike[i], q + first, count, x + i);
    }
}

THUD_WIDE static void lose(size_t n, const double *restrict l, const double *restrict q, const double *restrict p,
                           double g0, double g1, double *restrict lost) {
    double first = g0 * g0, both = g0 * g1, second = g1 * g1;
    for (size_t j = 0; j < n; j++) {
        double pure = (l[j] * q[j] + l[n + j] * p[j]) * q[j] + l[2 * n + j] * p[j] * p[j];
        double start = l[3 * n + j] * q[j] + l[4 * n + j] * p[j], end = l[6 * n + j] * q[j] + l[7 * n + j] * p[j];
        double forced = l[5 * n + j] * first + l[8 * n + j] * both + l[9 * n + j] * second;
        lost[j] = pure + (g0 * start + g1 * end) + forced;
    }
}

THUD_WIDE static void put_in(size_t n, const double *restrict m, const double *restrict load,
                             const double *restrict q, const double *restrict p, const double *restrict q1,
                             double g0, double g1, double *restrict work) {
    for (size_t j = 0; j < n; j++) {
        double ramp = (m[j] * q[j] + m[n + j] * p[j]) + (m[2 * n + j] * g0 + m[3 * n + j] * g1);
        work[j] = g0 * load[j] * (q1[j] - q[j]) + (g1 - g0) * ramp;
    }
}

static double sum(size_t n, const double *a) {
    double sum[4] = {0}; /* since additions wait for each other */
    size_t j = 0;
    for (; j + 4 <= n; j += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += a[j + k];
    for (; j < n; j++) sum[0] += a[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void thud_flow_step_modes(const thud_flow *f, double g0, double g1) {
    advance(f->n, f->table, f->q0, f->r0, g0, g1, f->q1, f->r1);
    combine(f, f->q1, f->x1);
    combine(f, f->r1, f->v1);
}

/* one coefficient from the two before it: q̈ = −ω² q − c q̇ + loads, G being a straight line */
THUD_WIDE static void expand(size_t n, const double *restrict square, const double *restrict drag,
                             const double *restrict q, const double *restrict r, double over, double share,
                             double *restrict out) {
    for (size_t j = 0; j < n; j++) out[j] = -(square[j] * q[j]) * share - (drag[j] * r[j]) * over;
}

void thud_flow_expand_modes(const thud_flow *f, const double *q, const double *r, double g0, double g1) {
    size_t n = f->n;
    double *t = f->taylor, slope = (g1 - g0) / f->h;
    memcpy(t, q, n * sizeof *t);
    memcpy(t + n, r, n * sizeof *t);
    for (int k = 2; k < THUD_FLOW_WIDTH; k++, t += n) {
        double over = 1.0 / k, share = over / (k - 1);
        expand(n, f->square, f->drag, t, t + n, over, share, t + 2 * n);
        if (k > 3) continue;
        double load = k == 2 ? g0 * share : slope * share;
        for (size_t j = 0; j < n; j++) t[2 * n + j] += f->load[j] * load;
    }
}

/* in four sums, since additions wait for each other */
THUD_WIDE void thud_flow_combine_series(const thud_flow *f, size_t body, double *c) {
    size_t n = f->n, first = f->first[body], past = f->past[body];
    const double *shape = f->shape + body * n, *row = f->taylor;
    for (int k = 0; k < THUD_FLOW_WIDTH; k++, row += n) {
        thud_quad sum = {0}, x, y;
        double rest = 0;
        size_t j = first;
        for (; j + THUD_QUAD <= past; j += THUD_QUAD) {
            thud_quad_take(&x, shape + j);
            thud_quad_take(&y, row + j);
            sum += x * y;
        }
        for (; j < past; j++) rest += shape[j] * row[j];
        c[k] = thud_quad_sum(&sum) + rest;
    }
}

void thud_flow_account_modes(thud_simulation *sim, const thud_flow *f, double g0, double g1) {
    size_t n = f->n;
    lose(n, f->table + 8 * n, f->q0, f->r0, g0, g1, sim->accounts.sample_x);
    put_in(n, f->table + 18 * n, f->load, f->q0, f->r0, f->q1, g0, g1, sim->accounts.sample_v);
    sim->accounts.energy.dissipated += sum(n, sim->accounts.sample_x);
    sim->accounts.energy.input += sum(n, sim->accounts.sample_v);
}
