/*
 * The flow between two events: steps of the series, and the first and last instants of a contact.
 *
 * A force k δⁿ + c δᵖ δ̇ is not regular at δ = 0 where n or p is no whole number. Steps become shorter towards
 * there, and in the first instants of a contact, and in the last ones, its force acts as the impulse that it has to
 * the leading order,
 *
 *     I = k δⁿ⁺¹/((n+1) u) + c δᵖ⁺¹/(p+1),   J = k δⁿ⁺²/((n+1)(n+2) u²) + c δᵖ⁺²/((p+1)(p+2) u),   u = |δ̇|,
 *
 * on the velocities, and J on the displacements. They are so short that the next order is rounding.
 */
#include <math.h>

#include "derivative/tangents.h"
#include "numeric/matrix/cholesky.h"

enum { STEPS_MOST = 5000000 };

/* of a contact: its last instants are at least so long */
#define LAST 1e-7

static bool is_regular(double exponent) { return exponent == 0 || exponent == 1 || exponent == 2; }

static bool is_singular(const thud_tangents_contact *c) {
    return c->acts && c->skin == 0 && !(is_regular(c->n) && is_regular(c->p));
}

/* ---- a step ---- */

static double value_at(const double *series, size_t stride, int order, double h) {
    double sum = series[(size_t)order * stride];
    for (int k = order - 1; k >= 0; k--) sum = sum * h + series[(size_t)k * stride];
    return sum;
}

/* ∫ a(t) dt, ∫ a(t) b(t) dt from 0 to h, coefficients below `order` */
static double integral(const double *a, int order, double h) {
    double sum = 0;
    for (int k = order - 1; k >= 0; k--) sum = sum * h + a[k] / (k + 1);
    return sum * h;
}

static double integral_of_product(const double *a, const double *b, int order, double h) {
    double sum = 0;
    for (int k = order - 1; k >= 0; k--) {
        double c = 0;
        for (int i = 0; i <= k; i++) c += a[i] * b[k - i];
        sum = sum * h + c / (k + 1);
    }
    return sum * h;
}

static void sum_contact(thud_tangents *f, thud_tangents_contact *c, double h) {
    if (!c->acts) return;
    c->impulse += integral(c->force, f->order, h);
    c->loss += integral_of_product(c->force, c->rate, f->order, h);
    for (size_t j = 0; j < f->m; j++) {
        const double *force = c->force_by + j * THUD_TANGENTS_WIDTH, *rate = c->rate_by + j * THUD_TANGENTS_WIDTH;
        c->impulse_by[j] += integral(force, f->order, h);
        c->loss_by[j] +=
            integral_of_product(force, c->rate, f->order, h) + integral_of_product(c->force, rate, f->order, h);
    }
}

static void sum_reactions(thud_tangents *f, double h) {
    for (size_t i = 0; i < f->held_count; i++) {
        thud_tangents_contact *c = &f->contacts[f->held[i]];
        for (size_t t = 0; t <= f->m; t++) {
            double sum = 0;
            for (int k = f->order - 1; k >= 0; k--)
                sum = sum * h + f->reaction[(t * THUD_TANGENTS_WIDTH + (size_t)k) * f->contact_count + i] / (k + 1);
            if (t == 0) c->impulse += sum * h;
            else c->impulse_by[t - 1] += sum * h;
        }
    }
}

/* ∫ ẋᵀ C ẋ dt by Gauss quadrature */
static void sum_dissipation(thud_tangents *f, double h) {
    const size_t n = f->points;
    double *v = f->before, *pull = v + n, *other = pull + n;
    if (f->damping.count == 0) return;
    /* of a product, whose terms beyond the order are as small as those of its factors */
    const int nodes = f->order / 2 + 2 < THUD_GAUSS_LIMIT ? f->order / 2 + 2 : THUD_GAUSS_LIMIT;
    for (int q = 0; q < nodes; q++) {
        const double s = h * f->sim->accounts.gauss[nodes].node[q], w = h * f->sim->accounts.gauss[nodes].weight[q];
        double power = 0;
        for (size_t i = 0; i < n; i++) {
            v[i] = value_at(f->vs + i, n, f->order, s);
            pull[i] = 0;
        }
        thud_sparse_add(&f->damping, 1, v, pull);
        for (size_t i = 0; i < n; i++) power += v[i] * pull[i];
        f->dissipated += w * power;
        for (size_t j = 0; j < f->m; j++) {
            const double *by = f->vs_by + j * THUD_TANGENTS_WIDTH * n;
            double sum = 0;
            for (size_t i = 0; i < n; i++) sum += 2 * pull[i] * value_at(by + i, n, f->order, s);
            if (f->parameters[j].damping.count > 0) {
                for (size_t i = 0; i < n; i++) other[i] = 0;
                thud_sparse_add(&f->parameters[j].damping, 1, v, other);
                for (size_t i = 0; i < n; i++) sum += v[i] * other[i];
            }
            f->dissipated_by[j] += w * sum;
        }
    }
}

static void follow_own(thud_tangents *f, thud_tangents_contact *c, double h) {
    if (!c->own) return;
    thud_tangents_gather(f, (size_t)(c - f->contacts));
    c->own_depth = value_at(c->depth, 1, f->order - 1, h);
    for (size_t j = 0; j < f->m; j++)
        c->own_depth_by[j] = value_at(c->depth_by + j * THUD_TANGENTS_WIDTH, 1, f->order - 1, h);
    /* far from zero coordinates tell as much */
    if (!c->acts && fabs(c->own_depth) > 1e-6 * f->scale_x) c->own = false;
}

static void go(thud_tangents *f, double h, bool first, bool last) {
    const size_t n = f->points;
    thud_tangents_peaks_of_step(f, h, first, last);
    for (size_t i = 0; i < f->contact_count; i++) sum_contact(f, &f->contacts[i], h);
    sum_reactions(f, h);
    thud_tangents_links_sum(f, h);
    for (size_t i = 0; i < f->contact_count; i++) follow_own(f, &f->contacts[i], h);
    sum_dissipation(f, h);
    for (size_t i = 0; i < n; i++) {
        f->x[i] = value_at(f->xs + i, n, f->order, h);
        f->v[i] = value_at(f->vs + i, n, f->order, h);
        f->scale_x = fmax(f->scale_x, fabs(f->x[i]));
    }
    for (size_t j = 0; j < f->m; j++) {
        const double *x = f->xs_by + j * THUD_TANGENTS_WIDTH * n, *v = f->vs_by + j * THUD_TANGENTS_WIDTH * n;
        for (size_t i = 0; i < n; i++) {
            f->x_by[j * n + i] = value_at(x + i, n, f->order, h);
            f->v_by[j * n + i] = value_at(v + i, n, f->order, h);
        }
    }
}

/* ---- loads that break ---- */

static double break_of(const thud_tangents *f, double until) {
    for (size_t i = 0; i < f->load_count; i++) until = fmin(until, f->loads[i].load.until);
    return until;
}

static double start_by(const thud_tangents *f, size_t load, size_t j) {
    const double *by = f->parameters[j].by + f->layout->signal + load * THUD_SIGNAL_NUMBERS;
    return by[THUD_OF_START] + by[THUD_OF_DELAY];
}

static bool jumps_at(const thud_tangents_load *l, double time) {
    return l->unit.kind == THUD_SIGNAL_STEP && time >= l->load.until;
}

static bool any_jumps(const thud_tangents *f, double time) {
    bool any = false;
    for (size_t i = 0; i < f->load_count; i++) any = any || jumps_at(&f->loads[i], time);
    return any;
}

/* a step of a load whose start moves: the tangents jump with the acceleration */
static void jump(thud_tangents *f, size_t load) {
    const size_t n = f->points;
    double *const event_by = f->event_by;
    f->event_by = f->jump_by;
    for (size_t j = 0; j < f->m; j++) f->event_by[j] = start_by(f, load, j);
    thud_tangents_look(f);
    thud_tangents_peaks_of_event(f);
    for (size_t i = 0; i < n; i++) f->before[i] = f->vs[n + i];
    thud_load_move(&f->loads[load].load, f->time);
    thud_tangents_look(f);
    for (size_t j = 0; j < f->m; j++)
        for (size_t i = 0; i < n; i++) f->v_by[j * n + i] += (f->before[i] - f->vs[n + i]) * f->event_by[j];
    thud_tangents_look(f);
    thud_tangents_peaks_of_event(f);
    f->event_by = event_by;
}

/* the present instant, which may be a break: one load that jumps after the other, when the others are there */
static void move_loads(thud_tangents *f) {
    for (size_t i = 0; i < f->load_count; i++)
        if (!jumps_at(&f->loads[i], f->time)) thud_load_move(&f->loads[i].load, f->time);
    for (size_t i = 0; i < f->load_count; i++)
        if (jumps_at(&f->loads[i], f->time)) jump(f, i);
}

/* steps of the series to an instant */
static void step_to(thud_tangents *f, double until, bool first, bool last) {
    for (size_t count = 0; f->time < until && !*f->lost; count++) {
        const double stop = break_of(f, until), left = stop - f->time;
        const double h = thud_tangents_expand(f, THUD_TANGENTS_ORDER, left);
        const bool whole = !(h < left);
        if (!(h > 0) || count == STEPS_MOST) {
            thud_tangents_lose(f, "the tangents cannot be followed at %.9g s", f->time);
            return;
        }
        const bool jumps = whole && any_jumps(f, stop);
        go(f, h, first, (last && whole && stop == until) || jumps);
        f->time = whole ? stop : f->time + h;
        first = jumps;
        move_loads(f);
    }
}

/* ---- the first and last instants of a contact ---- */

/* s: how long the leading order is enough, at a speed u of penetration */
static double instant_of(const thud_tangents_contact *c, double u) {
    const double w = thud_tangents_along(c, c->reply);
    double least = c->n, time = c->k > 0 ? pow(pow(u, 1 - c->n) / (c->k * w), 1 / (c->n + 1)) : INFINITY;
    if (c->c > 0) time = fmin(time, pow(pow(u, -c->p) / (c->c * w), 1 / (c->p + 1)));
    if (!is_regular(c->p)) least = fmin(least, c->p);
    return time * pow(1e-17, 1 / (2 * least + 1));
}

typedef struct impulse {
    double on_v, on_x;
} impulse;

/* what the parts of the force that rest do; `sign` −1: on the way out. The variations are those of δ, δ̇, k and c */
static impulse impulse_of(const thud_tangents_contact *c, double d, double u, double sign) {
    const double n = c->n, p = c->p;
    impulse i = {0};
    if (c->spring_rests) {
        i.on_v += c->k * pow(d, n + 1) / ((n + 1) * u);
        i.on_x += c->k * pow(d, n + 2) / ((sign < 0 ? 1 : n + 1) * (n + 2) * u * u);
    }
    if (c->damper_rests) {
        i.on_v += sign * c->c * pow(d, p + 1) / (p + 1);
        i.on_x += sign * c->c * pow(d, p + 2) / ((sign < 0 ? 1 : p + 1) * (p + 2) * u);
    }
    return i;
}

static impulse impulse_by(const thud_tangents_contact *c, double d, double u, double sign, double d_by, double u_by,
                          double k_by, double c_by) {
    const double n = c->n, p = c->p;
    impulse i = {0};
    if (c->spring_rests) {
        const double v = pow(d, n + 1) / ((n + 1) * u),
                     x = pow(d, n + 2) / ((sign < 0 ? 1 : n + 1) * (n + 2) * u * u);
        i.on_v += k_by * v + c->k * ((n + 1) * d_by / d - u_by / u) * v;
        i.on_x += k_by * x + c->k * ((n + 2) * d_by / d - 2 * u_by / u) * x;
    }
    if (c->damper_rests) {
        const double v = sign * pow(d, p + 1) / (p + 1),
                     x = sign * pow(d, p + 2) / ((sign < 0 ? 1 : p + 1) * (p + 2) * u);
        i.on_v += c_by * v + c->c * (p + 1) * d_by / d * v;
        i.on_x += c_by * x + c->c * ((p + 2) * d_by / d - u_by / u) * x;
    }
    return i;
}

/* finds the impulses where the state is now: of the motion, then of each tangent */
static bool find_impulses(const thud_tangents *f, size_t index, double sign, impulse *all) {
    const thud_tangents_contact *c = &f->contacts[index];
    const double d = thud_tangents_depth(f, index), u = sign * thud_tangents_along(c, f->v);
    if (!(d > 0 && u > 0)) return false;
    all[0] = impulse_of(c, d, u, sign);
    for (size_t j = 0; j < f->m; j++)
        all[j + 1] = impulse_by(c, d, u, sign, thud_tangents_depth_by(f, j, index),
                                sign * thud_tangents_along(c, f->v_by + j * f->points), c->k_by[j], c->c_by[j]);
    return true;
}

/* takes G · values, less the offsets, of those that are held out of some values */
static void take_out(const thud_tangents *f, double *values, double *off) {
    const size_t count = f->held_count;
    for (size_t a = 0; a < count; a++) off[a] = thud_tangents_along(&f->contacts[f->held[a]], values) - off[a];
    thud_cholesky_back(f->held_factor, count, off);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < f->bodies; b++) values[b] -= f->contacts[f->held[a]].reply[b] * off[a];
}

void thud_tangents_hold(thud_tangents *f, bool booked) {
    const size_t n = f->points, count = f->held_count;
    double *off = f->before;
    if (count == 0) return;
    for (size_t a = 0; a < count; a++) off[a] = 0;
    take_out(f, f->v, off);
    for (size_t a = 0; a < count && booked; a++) f->contacts[f->held[a]].impulse += off[a];
    for (size_t j = 0; j < f->m; j++) {
        for (size_t a = 0; a < count; a++) off[a] = 0;
        take_out(f, f->v_by + j * n, off);
        for (size_t a = 0; a < count && booked; a++) f->contacts[f->held[a]].impulse_by[j] += off[a];
        for (size_t a = 0; a < count; a++) off[a] = thud_tangents_gap_by(f, j, f->held[a]);
        take_out(f, f->x_by + j * n, off);
    }
}

static void apply_impulses(thud_tangents *f, size_t index, const impulse *all) {
    thud_tangents_contact *c = &f->contacts[index];
    const double rate = thud_tangents_along(c, f->v);
    c->impulse += all[0].on_v;
    c->loss += all[0].on_v * rate;
    const double depth_by = thud_tangents_along(c, c->reply);
    if (c->own) c->own_depth -= depth_by * all[0].on_x;
    for (size_t j = 0; c->own && j < f->m; j++)
        c->own_depth_by[j] -=
            depth_by * all[j + 1].on_x + thud_tangents_along(c, c->reply_by + j * f->points) * all[0].on_x;
    for (size_t i = 0; i < f->contact_count; i++)
        if (i != index) f->contacts[i].own = false;
    for (size_t i = 0; i < f->bodies; i++) {
        f->v[i] -= c->reply[i] * all[0].on_v;
        f->x[i] -= c->reply[i] * all[0].on_x;
    }
    for (size_t j = 0; j < f->m; j++) {
        const double *reply_by = c->reply_by + j * f->points;
        c->impulse_by[j] += all[j + 1].on_v;
        c->loss_by[j] += all[j + 1].on_v * rate + all[0].on_v * thud_tangents_along(c, f->v_by + j * f->points);
        for (size_t i = 0; i < f->bodies; i++) {
            f->v_by[j * f->points + i] -= c->reply[i] * all[j + 1].on_v + reply_by[i] * all[0].on_v;
            f->x_by[j * f->points + i] -= c->reply[i] * all[j + 1].on_x + reply_by[i] * all[0].on_x;
        }
    }
    thud_tangents_hold(f, true);
}

void thud_tangents_own(thud_tangents *f, size_t contact, double speed) {
    thud_tangents_contact *c = &f->contacts[contact];
    c->own = true;
    c->own_depth = 0;
    /* without a speed: as the coordinates have it */
    for (size_t j = 0; j < f->m; j++)
        c->own_depth_by[j] =
            speed != 0 ? -speed * f->event_by[j]
                       : thud_tangents_along(c, f->x_by + j * f->points) - thud_tangents_gap_by(f, j, contact);
}

static void let_rest(thud_tangents_contact *c, bool rests) {
    c->spring_rests = rests && !is_regular(c->n);
    c->damper_rests = rests && !is_regular(c->p);
}

/* contacts that have just closed */
static void begin_contacts(thud_tangents *f, double until, bool *first) {
    for (size_t i = 0; i < f->contact_count && !*f->lost; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        if (!is_singular(c)) continue;
        const double d = thud_tangents_depth(f, i), u = thud_tangents_along(c, f->v);
        const double time = fmin(instant_of(c, fabs(u)), 0.25 * (until - f->time));
        if (d > 0.01 * fabs(u) * time) continue; /* it is under way */
        if (!(u > 0)) {
            thud_tangents_lose(f, "contact '%s' begins without speed at %.9g s", f->sim->model->contacts[i].name,
                               f->time);
            return;
        }
        impulse *const all = (impulse *)f->instants;
        let_rest(c, true);
        thud_tangents_own(f, i, 0);
        step_to(f, f->time + time, *first, false);
        *first = false;
        if (find_impulses(f, i, 1, all)) apply_impulses(f, i, all);
        let_rest(c, false);
    }
}

void thud_tangents_advance(thud_tangents *f, double until, size_t ends) {
    bool first = true;
    if (!(f->time < until)) return;
    begin_contacts(f, until, &first);
    if (ends == SIZE_MAX || !is_singular(&f->contacts[ends])) {
        step_to(f, until, first, true);
        return;
    }
    thud_tangents_contact *c = &f->contacts[ends];
    const double u = -thud_tangents_along(c, f->sim->motion.v);
    /* the run and the flow end it at instants that differ by the tolerance of the run */
    const double time =
        u > 0 ? fmin(fmax(instant_of(c, u), LAST * (until - f->time)), 0.25 * (until - f->time)) : 0;
    impulse *const all = (impulse *)f->instants;
    step_to(f, until - time, first, false);
    let_rest(c, true);
    const bool found = find_impulses(f, ends, -1, all);
    step_to(f, until, false, true);
    if (found) apply_impulses(f, ends, all);
    let_rest(c, false);
}

void thud_tangents_look(thud_tangents *f) {
    for (size_t i = 0; i < f->contact_count; i++) {
        thud_tangents_contact *c = &f->contacts[i];
        const double d = thud_tangents_depth(f, i);
        let_rest(c, is_singular(c) && d <= fmax(1e-9 * c->max_penetration, 1e-14 * f->scale_x));
    }
    thud_tangents_expand(f, 2, 0);
    for (size_t i = 0; i < f->contact_count; i++) thud_tangents_gather(f, i);
    for (size_t i = 0; i < f->contact_count; i++) let_rest(&f->contacts[i], false);
}
