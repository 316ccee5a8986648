/*
 * One step of the general series by modes. Orders of all modes, those of the bodies at the ends of contacts in
 * force, and of others where they are asked for.
 */
#include <math.h>
#include <string.h>

#include "numeric/wide.h"
#include "simulate/modal/modal.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

static inline size_t at(const thud_modal *m, int k) { return (size_t)k * m->n; }

/* ---- the beginning ---- */

static void find_ends(const thud_simulation *sim, thud_modal *m) {
    m->step++;
    m->end_count = 0;
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        for (size_t e = 0; e < thud_contact_ends(t); e++) {
            const thud_body body = thud_contact_end(t, e);
            if (body < 0 || m->shown[body] == m->step) continue;
            m->shown[body] = m->step;
            m->end_of[m->end_count++] = (size_t)body;
        }
    }
}

bool thud_modal_begin(thud_simulation *sim) {
    thud_modal *m = sim->structure.modal;
    if (!m || sim->rest.count > 0) return false;
    thud_modal_enter(sim, m);
    memcpy(m->x, m->q, m->n * sizeof *m->x);
    memcpy(m->v, m->r, m->n * sizeof *m->v);
    find_ends(sim, m);
    return true;
}

/* ---- orders ---- */

THUD_WIDE static void pull(size_t n, double common, const double *restrict load, const double *restrict square,
                           const double *restrict drag, const double *restrict x, const double *restrict v,
                           double *restrict a) {
    for (size_t j = 0; j < n; j++) a[j] = -(common * load[j]) - (square[j] * x[j] + drag[j] * v[j]);
}

THUD_WIDE static void add_row(size_t n, double factor, const double *restrict row, double *restrict a) {
    for (size_t j = 0; j < n; j++) a[j] += factor * row[j];
}

static void push(const thud_modal *m, thud_body body, double force, double *a) {
    if (body < 0) return;
    size_t first, count;
    const double *row = thud_modal_row(m, (size_t)body, &first, &count);
    add_row(count, force, row, a + first);
}

void thud_modal_accelerate(thud_simulation *sim, double common, int k) {
    const thud_modal *m = sim->structure.modal;
    double *a = m->a + at(m, k);
    pull(m->n, common, m->load, m->square, m->drag, m->x + at(m, k), m->v + at(m, k), a);
    for (size_t i = 0; i < sim->loads.push_count; i++)
        push(m, sim->loads.pushes[i].body, sim->loads.pushes[i].series[k], a);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase != THUD_PHASE_ACTIVE) continue;
        for (size_t e = 0; e < thud_contact_ends(t); e++)
            push(m, thud_contact_end(t, e), -(t->series->force[k] * thud_contact_factor(t, e)), a);
    }
    double *of_bodies = sim->motion.series.a + at(m, k);
    for (size_t i = 0; i < m->end_count; i++) of_bodies[m->end_of[i]] = thud_modal_of_body(m, m->end_of[i], a);
}

void thud_modal_follow(thud_simulation *sim, int k) {
    const thud_modal *m = sim->structure.modal;
    double *x = sim->motion.series.x + at(m, k), *v = sim->motion.series.v + at(m, k);
    for (size_t i = 0; i < m->end_count; i++) {
        const size_t body = m->end_of[i];
        x[body] = thud_modal_of_body(m, body, m->x + at(m, k));
        v[body] = thud_modal_of_body(m, body, m->v + at(m, k));
    }
}

THUD_WIDE static double largest_product(size_t n, const double *restrict weight, const double *restrict c) {
    double most[4] = {0};
    bool finite = true;
    for (size_t j = 0; j < n; j++) {
        const double size = weight[j] * fabs(c[j]);
        finite = finite && size < HUGE_VAL;
        most[j % 4] = thud_larger(most[j % 4], size);
    }
    return finite ? thud_larger(thud_larger(most[0], most[1]), thud_larger(most[2], most[3])) : NAN;
}

double thud_modal_largest(const thud_simulation *sim, int k) {
    const thud_modal *m = sim->structure.modal;
    return largest_product(m->n, m->largest, m->v + at(m, k));
}

/* ---- what is asked for ---- */

void thud_modal_show(const thud_simulation *sim, size_t body) {
    const thud_modal *m = sim->structure.modal;
    const thud_series *s = &sim->motion.series;
    if (m->shown[body] == m->step) return;
    m->shown[body] = m->step;
    double a[THUD_SERIES_WIDTH], v[THUD_SERIES_WIDTH] = {s->v[body]};
    for (int k = 0; k <= s->order; k++) s->a[at(m, k) + body] = a[k] = thud_modal_of_body(m, body, m->a + at(m, k));
    for (int k = 0; k < s->order; k++) {
        const double share = THUD_RECIPROCAL[k + 1];
        s->x[at(m, k + 1) + body] = share * (s->in_time ? v[k] : thud_series_product(s->pace, v, k));
        s->v[at(m, k + 1) + body] = v[k + 1] = share * (s->in_time ? a[k] : thud_series_product(s->pace, a, k));
    }
}

void thud_modal_reach(const thud_simulation *sim, double sigma) {
    const thud_modal *m = sim->structure.modal;
    thud_series_bounds(m->x, m->n, sim->motion.series.order, sigma, m->work);
    const double most = thud_series_dot(m->largest, m->work, m->n);
    for (size_t i = 0; i < m->n; i++) sim->motion.bound[i] = most;
}

/* one of the vectors of modes that lie side by side */
static void set_column(const thud_modal *m, size_t column, const double *from) {
    for (size_t j = 0; j < m->n; j++) m->panel[THUD_MODAL_VECTORS * j + column] = from[j];
}

void thud_modal_at(const thud_simulation *sim, double sigma, double *x, double *v, double *a) {
    const thud_modal *m = sim->structure.modal;
    const double *const series[] = {m->x, m->v, m->a};
    double *const out[THUD_MODAL_VECTORS] = {x, v, a};
    for (size_t i = 0; i < 3; i++) {
        if (!out[i]) continue;
        thud_series_values(series[i], m->n, sim->motion.series.order, sigma, m->work);
        set_column(m, i, m->work);
    }
    thud_modal_bodies(m, m->panel, out);
}

/* ---- the end ---- */

/* Σ k |Fₖ| σ^(k−1), how much the slope of a force changes at most, and Σ k (k − 1) |Fₖ| σ^(k−2), how fast */
static void change(const double *force, int order, double sigma, double *slope, double *rate) {
    double power = 1;
    *slope = *rate = 0;
    for (int k = 2; k <= order; k++, power *= sigma) {
        *rate += k * (k - 1) * fabs(force[k]) * power;
        *slope += k * fabs(force[k]) * power * sigma;
    }
}

/* what contacts in force change of a mode's q̈: how much in its slope, in `slope`, and how fast that, in `rate` */
static void find_changes(const thud_simulation *sim, double sigma, double *slope, double *rate) {
    const thud_modal *m = sim->structure.modal;
    memset(slope, 0, m->n * sizeof *slope);
    memset(rate, 0, m->n * sizeof *rate);
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        double most, fast;
        if (t->phase != THUD_PHASE_ACTIVE) continue;
        change(t->series->force, sim->motion.series.order, sigma, &most, &fast);
        for (size_t e = 0; e < thud_contact_ends(t); e++) {
            if (thud_contact_end(t, e) < 0) continue;
            size_t first, count;
            const double *row = thud_modal_row(m, (size_t)thud_contact_end(t, e), &first, &count);
            for (size_t j = 0; j < count; j++) {
                const double share = fabs(row[j] * thud_contact_factor(t, e));
                slope[first + j] += share * most;
                rate[first + j] += share * fast;
            }
        }
    }
}

/*
 * How far accelerations may be off lines over each of the spans. As modal_step.c has it, but for contacts: ẇ² + ω²
 * w² grows by no more than the slope of what they push with changes. Series of steps that turn by a few radians say
 * as much of ẅ, but with all signs alike, and would be off by a factor of e to that turn.
 */
static double bend_in_time(const thud_simulation *sim, double sigma) {
    const thud_modal *m = sim->structure.modal;
    const double length = sigma / THUD_MODAL_SPANS, eighth = 0.125 * length * length;
    double *slope = m->end_q, *rate = m->end_r, sum = 0;
    find_changes(sim, sigma, slope, rate);
    for (size_t j = 0; j < m->n; j++) {
        const double square = m->square[j], omega = sqrt(square), fast = thud_larger(omega, 1 / sigma);
        const double w = m->a[j], jerk = m->a[m->n + j];
        const double size = sqrt(jerk * jerk + fast * fast * w * w) + slope[j];
        const double most = omega * sigma >= 1 ? size / omega : sqrt(2) * sigma * size;
        const double off = eighth * (square * most + m->drag[j] * size + rate[j]);
        sum += m->largest[j] * (off < 2 * most ? off : 2 * most);
    }
    return sum;
}

/* values at the end, and how far all bodies may be off lines to there */
static double bend(const thud_modal *m, const double *c, int order, double sigma, double *end, double *bent) {
    thud_series_bends(c, m->n, order, sigma, end, bent);
    return thud_series_dot(m->largest, bent, m->n);
}

static void fill(size_t n, double value, double *out) {
    for (size_t i = 0; i < n; i++) out[i] = value;
}

/* what loads have no part in: the ground along a line, and no forces */
static bool is_straight(const thud_simulation *sim) {
    return sim->motion.series.in_time && sim->loads.ground.omega == 0 && sim->loads.push_count == 0;
}

void thud_modal_end(thud_simulation *sim, double sigma) {
    const thud_modal *m = sim->structure.modal;
    thud_series *s = &sim->motion.series;
    const double *const series[] = {m->x, m->v, m->a};
    double *const ends[] = {m->end_q, m->end_r, m->work}, *const offs[] = {s->off_x, s->off_v, s->off_a};
    double *out[THUD_MODAL_VECTORS] = {0};
    enum { SQUARE = THUD_MODAL_SPANS * THUD_MODAL_SPANS };
    const double off = is_straight(sim) ? SQUARE * bend_in_time(sim, sigma) : INFINITY;
    for (size_t i = 0; i < 3; i++) {
        fill(m->n, bend(m, series[i], s->order, sigma, ends[i], sim->motion.bound), offs[i]);
        set_column(m, i, ends[i]);
    }
    if (off < s->off_a[0]) fill(m->n, off, s->off_a);
    out[0] = sim->motion.next_x;
    out[1] = s->end_v;
    out[2] = s->end_a;
    for (size_t i = 0; i < 6; i++) {
        thud_series_values(series[i % 3], m->n, s->order, sigma * (double)(1 + i / 3) / THUD_MODAL_SPANS, m->work);
        set_column(m, 3 + i, m->work);
        out[3 + i] = m->inside + i * m->n;
    }
    set_column(m, 9, m->a);
    out[9] = s->a;
    thud_modal_bodies(m, m->panel, out);
}

void thud_modal_move(thud_simulation *sim) {
    thud_modal *m = sim->structure.modal;
    memcpy(m->q, m->end_q, m->n * sizeof *m->q);
    memcpy(m->r, m->end_r, m->n * sizeof *m->r);
    memcpy(m->known_x, sim->motion.x, m->n * sizeof *m->known_x);
    memcpy(m->known_v, sim->motion.v, m->n * sizeof *m->known_v);
}

/* ---- power ---- */

double thud_modal_damping_power(const thud_modal *m, const double *r) {
    double power[4] = {0};
    for (size_t j = 0; j < m->n; j++) power[j % 4] += m->drag[j] * r[j] * r[j];
    return (power[0] + power[1]) + (power[2] + power[3]);
}

double thud_modal_momentum(const thud_modal *m, const double *r) { return -thud_series_dot(m->load, r, m->n); }
