/*
 * N readings with normal errors of unknown variance have the likelihood S^(−N/2), S the sum of squares. Given t₀, T
 * and the shape, the model F = b + A f is linear in A and b, and both are integrated exactly:
 *
 *     ∫∫ S^(−N/2) dA db ∝ S₀^(−(N−2)/2) det(G)^(−1/2),   G = Σ w (f, 1)ᵀ(f, 1),
 *
 * S₀ the least S, which they have at their means; their covariance is S₀/(N − 4) G⁻¹ (Student's distribution). The
 * prior is flat in ln A, which is as good as constant over its narrow range.
 *
 * Of many samples there are means (means.c).
 */
#include "identify/force/posterior.h"

#include <math.h>

enum { MOVES = 80, JUMPS = 8 };

static const double ENOUGH = 1; /* gain in the logarithm of a weight below which jumps stop */

/* from the table, so that its interpolation error cancels at the fit */
static thud_status place_forces(thud_evidence *e, const thud_model_values *v) {
    thud_shape shape = thud_fit_model_shape(e->model, v);
    thud_shape_table table;
    thud_status status = thud_shape_tabulate(&shape, THUD_TABLE_MANY, &table);
    for (size_t i = 0; status == THUD_OK && i < e->samples.count; i++) {
        double s = (e->samples.times[i] - v->begin) * exp(-v->log_time);
        double force = s > 0 && s < table.facts.force_end ? thud_table_force(&table, s) : 0;
        e->samples.forces[i] = v->offset + exp(v->log_force) * force - e->samples.forces[i];
    }
    return status;
}

static void add_up(thud_evidence *e) {
    e->squares = e->rest;
    for (size_t i = 0; i < e->samples.count; i++) {
        e->weight += e->samples.weights[i];
        e->sum += e->samples.weights[i] * e->samples.forces[i];
        e->squares += e->samples.weights[i] * e->samples.forces[i] * e->samples.forces[i];
    }
}

thud_evidence thud_evidence_of(const thud_fit_model *model) {
    thud_evidence e = {.model = model, .samples = model->samples};
    add_up(&e);
    e.number = (double)model->samples.count;
    return e;
}

thud_status thud_evidence_condense(thud_evidence *e, const thud_fit_found *f) {
    *e = (thud_evidence){.model = &f->model};
    thud_status status = thud_fit_take_means(f, &e->samples, &e->rest);
    if (status == THUD_OK) status = place_forces(e, &f->values);
    add_up(e);
    e->number = e->weight / f->noise.inflation;
    return status;
}

void thud_evidence_free(thud_evidence *e) { thud_samples_free(&e->samples); }

/* ---- the weight of a point ---- */

/* sums over the contact: Σwf, Σwf², Σwfy */
typedef struct sums {
    double f, ff, fy;
} sums;

static size_t first_after(const thud_evidence *e, double time) {
    size_t low = 0, high = e->samples.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (e->samples.times[middle] > time) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* one stretch after the other, four samples at a time */
static sums sum_contact(const thud_evidence *e, const thud_shape_table *shape, double begin, double log_time) {
    enum { BLOCK = 64 };
    sums s = {0};
    const thud_table_stretch *stretches = shape->stretches;
    double per_time = exp(-log_time), instants[BLOCK + 4], forces[BLOCK + 4];
    size_t next = first_after(e, begin), count;
    for (int k = 0; k < shape->count; k++) {
        const double end = thud_table_end(shape, k);
        do {
            const size_t first = next;
            for (count = 0; next < e->samples.count && count < BLOCK; next++) {
                instants[count] = (e->samples.times[next] - begin) * per_time;
                if (!(instants[count] < end)) break;
                count++;
            }
            for (size_t i = count; i < count + 3; i++) instants[i] = instants[0];
            thud_stretch_forces(&stretches[k], shape->cells, instants, (count + 3) / 4 * 4, forces);
            for (size_t i = 0; i < count; i++) {
                double weighed = e->samples.weights[first + i] * forces[i];
                s.f += weighed;
                s.ff += weighed * forces[i];
                s.fy += weighed * e->samples.forces[first + i];
            }
        } while (count == BLOCK);
    }
    return s;
}

/* least squares for A and b as far as they are free, and (S₀-free) their inverse matrix; returns ln det G */
static double solve(const thud_evidence *e, const sums *s, double *a, double *b, thud_posterior_point *p) {
    const thud_fit_model *m = e->model;
    p->force_variance = p->offset_variance = p->covariance = 0;
    if (m->known_speed) {
        if (!m->free_offset) return 0;
        *b = (e->sum - *a * s->f) / e->weight;
        p->offset_variance = 1 / e->weight;
        return log(e->weight);
    }
    if (!m->free_offset) {
        *a = (s->fy - *b * s->f) / s->ff;
        p->force_variance = 1 / s->ff;
        return log(s->ff);
    }
    double det = s->ff * e->weight - s->f * s->f;
    *a = (s->fy * e->weight - e->sum * s->f) / det;
    *b = (e->sum * s->ff - s->fy * s->f) / det;
    p->force_variance = e->weight / det;
    p->offset_variance = s->ff / det;
    p->covariance = -s->f / det;
    return log(det);
}

double thud_evidence_at(const thud_evidence *e, const thud_shape_table *shape, double begin, double log_time,
                        thud_posterior_point *p) {
    const thud_fit_model *m = e->model;
    sums s = sum_contact(e, shape, begin, log_time);
    double a = m->known_speed ? exp(m->log_impulse - log_time) : 0, b = m->offset;
    double log_det = solve(e, &s, &a, &b, p), linear = (double)(m->free_offset + !m->known_speed);
    double left = e->squares + a * a * s.ff + b * b * e->weight + 2 * (a * b * s.f - a * s.fy - b * e->sum);
    if (!(a > 0 && log_det < INFINITY && left > 0)) return -INFINITY;
    double freedom = e->number - linear, variance = left / fmax(freedom - 2, 1);
    p->log_weight = -freedom / 2 * log(left) - log_det / 2 - (m->known_speed ? 0 : log(a));
    p->values.begin = begin;
    p->values.log_time = log_time;
    p->values.log_force = log(a);
    p->values.offset = b;
    p->force_variance *= variance / (a * a);
    p->offset_variance *= variance;
    p->covariance *= variance / a;
    return p->log_weight;
}

/* ---- the maximum ---- */

/* a place in steps from t₀ and ln T */
static double weigh_beside(const thud_evidence *e, const thud_shape_table *shape, thud_evidence_steps steps,
                           double begin, double log_time, double i, double j) {
    thud_posterior_point point;
    return thud_evidence_at(e, shape, begin + steps[0][0] * i, log_time + steps[0][1] * i + steps[1][1] * j,
                            &point);
}

/* moves to the minimum of the parabola of S through six places, if its weight is larger, and returns the gain */
static double jump(const thud_evidence *e, const thud_shape_table *shape, thud_evidence_steps steps, double top,
                   double *begin, double *log_time) {
    static const double PLACES[5][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}};
    double s[5]; /* over the S of the place */
    for (int k = 0; k < 5; k++) {
        double weight = weigh_beside(e, shape, steps, *begin, *log_time, PLACES[k][0], PLACES[k][1]);
        s[k] = exp(-2 / e->number * (weight - top));
    }
    double a = s[0] + s[1] - 2, b = s[2] + s[3] - 2, mixed = s[4] - s[0] - s[2] + 1, det = a * b - mixed * mixed;
    if (!(a > 0 && det > 0 && isfinite(det))) return 0;
    double x = (s[1] - s[0]) / 2, y = (s[3] - s[2]) / 2, i = (x * b - y * mixed) / det,
           j = (y * a - x * mixed) / det;
    double there = weigh_beside(e, shape, steps, *begin, *log_time, i, j);
    if (!(there > top)) return 0;
    *begin += steps[0][0] * i;
    *log_time += steps[0][1] * i + steps[1][1] * j;
    return there - top;
}

/* from neighbour to neighbour, first in long steps; a successful direction is tried again first */
static double walk(const thud_evidence *e, const thud_shape_table *shape, thud_evidence_steps steps, double top,
                   double *begin, double *log_time) {
    static const int WAYS[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int moves = 0, reach = 4, way = 0, failed = 0; moves < MOVES && reach > 0; moves++) {
        double i = reach * WAYS[way][0], j = reach * WAYS[way][1];
        double there = weigh_beside(e, shape, steps, *begin, *log_time, i, j);
        if (there > top) {
            top = there;
            *begin += steps[0][0] * i;
            *log_time += steps[0][1] * i + steps[1][1] * j;
            failed = 0;
        } else {
            way = (way + 1) % 4;
            if (++failed == 4) reach /= 2, failed = 0;
        }
    }
    return top;
}

double thud_evidence_climb(const thud_evidence *e, const thud_shape_table *shape, thud_evidence_steps steps,
                           double *begin, double *log_time) {
    double top = weigh_beside(e, shape, steps, *begin, *log_time, 0, 0), gain = 0;
    bool walked = thud_fit_model_onset(e->model) != THUD_ONSET_SMOOTH;
    if (walked) top = walk(e, shape, steps, top, begin, log_time);
    for (int i = 0; i < JUMPS; i++) {
        top += gain = jump(e, shape, steps, top, begin, log_time);
        if (gain == 0 && !walked) top = walk(e, shape, steps, top, begin, log_time);
        else if (gain < ENOUGH) break;
        walked = walked || gain == 0;
    }
    return top;
}
