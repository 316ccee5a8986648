/*
 * The power series of the motion and of its tangents, order by order.
 *
 *     a′ = M⁻¹ (forces − Gᵀ F − Gᵀ λ),   a = a′ + ι (g − a_ground)
 *     da′ = M⁻¹ (d forces − dM a′ − dK x − dC ẋ − K dx − C dẋ − Gᵀ dF − Gᵀ dλ)
 *     dF = F_δ dδ + F_δ̇ dδ̇ + dk δⁿ + dc δᵖ δ̇
 */
#include <math.h>
#include <string.h>

#include "derivative/tangents.h"
#include "numeric/matrix/cholesky.h"

/* what a step may leave out of the largest velocities */
#define NEGLIGIBLE 0x1p-57
/* how much less a reaction matters */
#define HELD 0x1p-6
#define TWO_PI 6.283185307179586

/* ---- series of powers ---- */

static double product(const double *a, const double *b, int k) {
    double sum = 0;
    for (int i = 0; i <= k; i++) sum += a[i] * b[k - i];
    return sum;
}

/* the k-th coefficient of dʳ: whole small powers are regular at d = 0 */
static double raise_power(double r, const double *d, const double *power, int k) {
    if (r == 0) return k == 0;
    if (r == 1) return d[k];
    if (r == 2) return product(d, d, k);
    if (k == 0) return pow(d[0], r);
    double sum = 0;
    for (int i = 1; i <= k; i++) sum += (r * i - (k - i)) * d[i] * power[k - i];
    return sum / (k * d[0]);
}

/* ---- loads ---- */

static void start_load(thud_tangents_load *l) {
    memset(l->series, 0, sizeof l->series);
    l->series[0] = l->load.value;
    l->series[1] = l->load.slope;
    if (l->load.omega == 0) return;
    l->sine[0] = sin(l->load.phase);
    l->cosine[0] = cos(l->load.phase);
}

static void raise_load(thud_tangents_load *l, int k) {
    if (l->load.omega == 0) return;
    if (k > 0) {
        l->sine[k] = l->load.omega * l->cosine[k - 1] / k;
        l->cosine[k] = -l->load.omega * l->sine[k - 1] / k;
    }
    l->series[k] = (k == 0 ? l->load.value : k == 1 ? l->load.slope : 0) + l->sine[k];
}

/* by a parameter: of scale or amplitude, frequency, phase */
static double load_by(const thud_tangents *f, const thud_tangents_load *l, size_t index, size_t j, int k) {
    const double *by = f->parameters[j].by + f->layout->signal + index * THUD_SIGNAL_NUMBERS;
    double sum = (by[THUD_OF_SCALE] + by[THUD_OF_AMPLITUDE]) * l->series[k];
    if (l->load.omega == 0) return sum;
    const double since = f->time - l->load.delay;
    const double turning = since * l->cosine[k] + (k > 0 ? l->cosine[k - 1] : 0);
    return sum + l->factor * (by[THUD_OF_PHASE] * l->cosine[k] + by[THUD_OF_FREQUENCY] * TWO_PI * turning);
}

/* ---- contacts ---- */

static void raise_contact(const thud_tangents *f, size_t index, int k) {
    thud_tangents_contact *c = &f->contacts[index];
    const size_t n = f->points;
    c->depth[k] = thud_tangents_along(c, f->xs + (size_t)k * n) - (k == 0 ? thud_tangents_gap(f, index) : 0);
    if (k == 0 && c->own) c->depth[0] = c->own_depth;
    c->rate[k] = thud_tangents_along(c, f->vs + (size_t)k * n);
    c->force[k] = c->by_depth[k] = c->by_rate[k] = c->spring[k] = c->drag[k] = 0;
    if (!c->acts) return;
    if (!c->spring_rests && c->k != 0) {
        if (c->n == 1) c->spring[k] = c->depth[k] - (k == 0 ? c->offset : 0);
        else c->spring[k] = raise_power(c->n, c->depth, c->spring, k);
        c->spring_slope[k] = raise_power(c->n - 1, c->depth, c->spring_slope, k);
        c->force[k] += c->k * c->spring[k];
        c->by_depth[k] += c->k * c->n * c->spring_slope[k];
    }
    if (c->damper_rests) return;
    /* a damper that rests has parameters all the same */
    c->power[k] = raise_power(c->p, c->depth, c->power, k);
    c->drag[k] = product(c->power, c->rate, k);
    c->force[k] += c->c * c->drag[k];
    c->by_rate[k] = c->c * c->power[k];
    if (c->p == 0) return;
    c->power_slope[k] = raise_power(c->p - 1, c->depth, c->power_slope, k);
    c->by_depth[k] += c->c * c->p * product(c->power_slope, c->rate, k);
}

static void raise_contact_by(const thud_tangents *f, size_t index, size_t j, int k) {
    thud_tangents_contact *c = &f->contacts[index];
    const size_t n = f->points, at = (j * THUD_TANGENTS_WIDTH + (size_t)k) * n;
    double *depth = c->depth_by + j * THUD_TANGENTS_WIDTH, *rate = c->rate_by + j * THUD_TANGENTS_WIDTH;
    depth[k] = thud_tangents_along(c, f->xs_by + at) - (k == 0 ? thud_tangents_gap_by(f, j, index) : 0);
    if (k == 0 && c->own) depth[0] = c->own_depth_by[j];
    rate[k] = thud_tangents_along(c, f->vs_by + at);
    double force = 0;
    if (c->acts) {
        force = product(c->by_depth, depth, k) + product(c->by_rate, rate, k) + c->k_by[j] * c->spring[k] +
                c->c_by[j] * c->drag[k];
        if (k == 0 && !c->spring_rests) force -= c->k * c->offset_by[j];
    }
    c->force_by[j * THUD_TANGENTS_WIDTH + (size_t)k] = force;
}

void thud_tangents_gather(const thud_tangents *f, size_t contact) {
    if (f->contacts[contact].acts) return;
    for (size_t j = 0; j < f->m; j++)
        for (int k = 0; k < f->order; k++) raise_contact_by(f, contact, j, k);
}

/* ---- those that are held ---- */

static double *reaction_of(const thud_tangents *f, size_t tangent, int k) {
    return f->reaction + (tangent * THUD_TANGENTS_WIDTH + (size_t)k) * f->contact_count;
}

/* λ that keeps G a zero, and what it does to a′; `tangent` 0 is the motion itself */
static void hold(const thud_tangents *f, size_t tangent, int k, double *a, double *rest) {
    double *reaction = reaction_of(f, tangent, k);
    if (f->held_count == 0) return;
    for (size_t i = 0; i < f->held_count; i++) reaction[i] = thud_tangents_along(&f->contacts[f->held[i]], a);
    thud_cholesky_back(f->held_factor, f->held_count, reaction);
    for (size_t i = 0; i < f->held_count; i++) {
        const double *reply = f->contacts[f->held[i]].reply;
        for (size_t b = 0; b < f->bodies; b++) {
            a[b] -= reply[b] * reaction[i];
            rest[b] -= reply[b] * reaction[i];
        }
    }
}

/* ---- the motion ---- */

static void raise_motion(const thud_tangents *f, int k) {
    const size_t n = f->points, at = (size_t)k * n;
    double *force = f->work, *a = f->work + n, *rest = f->as + at;
    memset(force, 0, n * sizeof *force);
    thud_sparse_add(&f->stiffness, -1, f->xs + at, force);
    thud_sparse_add(&f->damping, -1, f->vs + at, force);
    for (size_t i = 0; i < f->load_count; i++) raise_load(&f->loads[i], k);
    const double ground = f->loads[0].factor * f->loads[0].series[k];
    for (size_t i = 1; i < f->load_count; i++)
        if (f->loads[i].point < f->bodies) force[f->loads[i].point] += f->loads[i].factor * f->loads[i].series[k];
    for (size_t i = 0; i < f->contact_count; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        raise_contact(f, i, k);
        for (size_t t = 0; c->acts && t < c->count; t++) force[c->point[t]] -= c->factor[t] * c->force[k];
    }
    if (f->link_count > 0) thud_tangents_links_raise(f, k, force);
    memset(rest, 0, n * sizeof *rest);
    thud_sparse_add(&f->inverse, 1, force, rest);
    const double common = (k == 0 ? f->gravity : 0) - ground;
    for (size_t i = 0; i < f->bodies; i++) a[i] = rest[i] + f->influence[i] * common;
    for (size_t i = f->bodies; i < n; i++) { /* the loads of supports come after that of the ground */
        const thud_tangents_load *l = &f->loads[1 + i - f->bodies];
        a[i] = l->factor * l->series[k] - ground;
    }
    hold(f, 0, k, a, rest);
    for (size_t i = 0; i < n; i++) {
        f->xs[at + n + i] = f->vs[at + i] / (k + 1);
        f->vs[at + n + i] = a[i] / (k + 1);
    }
}

static void raise_tangent(const thud_tangents *f, size_t j, int k) {
    const thud_tangents_parameter *p = &f->parameters[j];
    const size_t n = f->points, at = (size_t)k * n, of = j * THUD_TANGENTS_WIDTH * n + at;
    double *force = f->work, *a = f->work + n, *rest = f->as_by + of;
    memset(force, 0, n * sizeof *force);
    thud_sparse_add(&f->stiffness, -1, f->xs_by + of, force);
    thud_sparse_add(&f->damping, -1, f->vs_by + of, force);
    thud_sparse_add(&p->stiffness, -1, f->xs + at, force);
    thud_sparse_add(&p->damping, -1, f->vs + at, force);
    thud_sparse_add(&p->mass, -1, f->as + at, force);
    const double ground = load_by(f, &f->loads[0], 0, j, k);
    for (size_t i = 1; i < f->load_count; i++)
        if (f->loads[i].point < f->bodies) force[f->loads[i].point] += load_by(f, &f->loads[i], i, j, k);
    for (size_t i = 0; i < f->contact_count; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        if (!c->acts) continue;
        raise_contact_by(f, i, j, k);
        for (size_t t = 0; t < c->count; t++)
            force[c->point[t]] -= c->factor[t] * c->force_by[j * THUD_TANGENTS_WIDTH + (size_t)k];
    }
    if (f->link_count > 0) thud_tangents_links_raise_by(f, j, k, force);
    memset(rest, 0, n * sizeof *rest);
    thud_sparse_add(&f->inverse, 1, force, rest);
    const double common = (k == 0 ? p->by[f->layout->gravity] : 0) - ground;
    for (size_t i = 0; i < f->bodies; i++) a[i] = rest[i] + f->influence[i] * common;
    for (size_t i = f->bodies; i < n; i++)
        a[i] = load_by(f, &f->loads[1 + i - f->bodies], 1 + i - f->bodies, j, k) - ground;
    hold(f, j + 1, k, a, rest);
    for (size_t i = 0; i < n; i++) {
        f->xs_by[of + n + i] = f->vs_by[of + i] / (k + 1);
        f->vs_by[of + n + i] = a[i] / (k + 1);
    }
}

static double largest(const double *values, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        const double size = fabs(values[i]);
        most = size > most ? size : most; /* NAN is left out */
    }
    return most;
}

/* the largest velocity in a coefficient: of the motion, and of each tangent */
static void note_sizes(const thud_tangents *f, int k) {
    const size_t n = f->points, at = (size_t)k * n;
    f->sizes[k] = largest(f->vs + at, n);
    for (size_t j = 0; j < f->m; j++)
        f->sizes[(j + 1) * THUD_TANGENTS_WIDTH + (size_t)k] =
            largest(f->vs_by + j * THUD_TANGENTS_WIDTH * n + at, n);
}

/* what is left out if the term of order k is the last: of the largest velocity so far, or of a term before */
static double left_out(const thud_tangents *f, int k, double h) {
    double most = 0;
    for (size_t t = 0; t <= f->m; t++) {
        const double *size = f->sizes + t * THUD_TANGENTS_WIDTH;
        double scale = t == 0 ? f->scale_v : f->scale_by[t - 1], power = 1;
        for (int i = 0; i < k; i++, power *= h) scale = fmax(scale, size[i] * power);
        if (size[k] > 0) most = fmax(most, size[k] * power / scale);
    }
    /* what is held does not move, and its reaction may vary all the same */
    for (size_t t = 0; t <= f->m && f->held_count > 0; t++) {
        double scale = 0, power = 1;
        for (int i = 0; i < k - 1; i++, power *= h)
            scale = fmax(scale, power * largest(reaction_of(f, t, i), f->held_count));
        const double last = power * largest(reaction_of(f, t, k - 1), f->held_count);
        if (last > 0) most = fmax(most, HELD * last / scale);
    }
    return most;
}

/* the step up to which that is next to nothing */
static double shorten(const thud_tangents *f, int k, double h) {
    for (int round = 0; round < 12; round++) {
        const double worst = fmax(left_out(f, k, h), left_out(f, k - 1, h));
        if (!(worst > NEGLIGIBLE)) return h;
        h *= fmin(0.95, pow(NEGLIGIBLE / worst, 1.0 / k));
    }
    return h;
}

/* next to a singular point coefficients grow with every order, and would overflow */
#define HUGE_TERM 1e180

/* The same as left_out for one order after the other at one h: the largest terms so far are kept. */
static double next_left_out(thud_tangents *f, int k, double h, double power) {
    double most = 0;
    for (size_t t = 0; t <= f->m; t++) {
        const double size = f->sizes[t * THUD_TANGENTS_WIDTH + (size_t)k];
        const double term = size * power, scale = f->top[t];
        if (term > most * scale) most = term / scale;
        if (term > scale) f->top[t] = term;
        if (size > HUGE_TERM) return INFINITY;
    }
    return f->held_count > 0 ? left_out(f, k, h) : most;
}

double thud_tangents_expand(thud_tangents *f, int order, double h) {
    const size_t n = f->points;
    memcpy(f->xs, f->x, n * sizeof *f->x);
    memcpy(f->vs, f->v, n * sizeof *f->v);
    for (size_t j = 0; j < f->m; j++) {
        memcpy(f->xs_by + j * THUD_TANGENTS_WIDTH * n, f->x_by + j * n, n * sizeof *f->x);
        memcpy(f->vs_by + j * THUD_TANGENTS_WIDTH * n, f->v_by + j * n, n * sizeof *f->v);
    }
    for (size_t i = 0; i < f->load_count; i++) start_load(&f->loads[i]);
    note_sizes(f, 0);
    f->scale_v = f->top[0] = fmax(f->scale_v, f->sizes[0]);
    for (size_t j = 0; j < f->m; j++)
        f->scale_by[j] = f->top[j + 1] = fmax(f->scale_by[j], f->sizes[(j + 1) * THUD_TANGENTS_WIDTH]);
    double off = INFINITY, before, power = h;
    for (int k = 0; k < order; k++, power *= h) {
        raise_motion(f, k);
        for (size_t j = 0; j < f->m; j++) raise_tangent(f, j, k);
        f->order = k + 1;
        if (!(h > 0)) continue;
        note_sizes(f, k + 1);
        before = off;
        off = next_left_out(f, k + 1, h, power);
        if (off == INFINITY && k > 2) break;
        if (k > 2 && off < NEGLIGIBLE && before < NEGLIGIBLE) return h;
    }
    return h > 0 ? shorten(f, f->order, h) : 0;
}
