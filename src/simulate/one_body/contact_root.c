/*
 * A contact next to δ = 0: series in σ, where a root z of the penetration is regular.
 *     δ = z^q,  dz = δ̇ dσ,  dt = q z^(q−1) dσ,  dδ̇ = q z^(q−1) a dσ
 * With whole numbers N = q n and P = q p the force is
 *     f = z^P g,  g = spring z^(N−P) + drag δ̇,
 * and where a contact ends at zero force, g ends there. A Hertz contact, q = 2 and N = P = 3, is written out.
 */
#include "numeric/quad.h"
#include "numeric/series/polynomial.h"
#include "numeric/wide.h"
#include "simulate/one_body/one_body.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 24, HIGHEST_OF_ANY = THUD_SERIES_ORDER, MOST_POWER = 8 };

typedef struct {
    thud_chart_course series;
    thud_twin more[WIDTH]; /* δ and a beside them */
    double time[WIDTH];
    double last, last_rate, whole; /* z, δ̇ and time at s = 1 */
    double sign[WIDTH];            /* g, where it is needed */
} course;

static bool is_hertz(const thud_chart *p) { return p->root == 2 && p->spring_power == 3 && p->drag_power == 3; }

static double root_of(double depth, int q) {
    if (q == 4) return sqrt(sqrt(depth));
    return q == 1 ? depth : q == 2 ? sqrt(depth) : pow(depth, 1.0 / q);
}

/* the σ that the horizon is away at the present speed, and a little more, for speed changes: (z₁^q − z₀^q)/(z₁ −
 * z₀) is the mean pace */
static double length_for(const thud_chart *p, const thud_instant *s, double z, double horizon) {
    if (p->root == 1) return horizon;
    double later = s->depth + s->rate * horizon;
    if (later <= 0) return 1.2 * (z > 0 ? z : root_of(-later, p->root)) / fabs(s->rate);
    double to = root_of(later, p->root), pace = 1, power = 1;
    for (int i = 1; i < p->root; i++) {
        power *= to;
        pace = pace * z + power;
    }
    return 1.1 * horizon / pace;
}

/* coefficients are in units of the length, and the four sums of one order in one loop */
static bool expand_hertz(const thud_chart *p, const thud_instant *s, double z0, double ground, double slope,
                         double horizon, course *c) {
    thud_chart_course *out = &c->series;
    double w = length_for(p, s, z0, horizon), scale = fabs(s->rate), bend = 0, turn = 0;
    thud_twin left[WIDTH], right[WIDTH]; /* z and u = z³, z and spring + drag δ̇: the factors of δ and f */
    /* near z = 0 only every fifth coefficient may be of any size: fewer would be taken for convergence */
    int terms = z0 < 0.1 * w * fabs(s->rate) ? 5 : 3, small = 0;
    out->length = w;
    out->by_root = true;
    out->motion[0] = (thud_twin){z0, s->rate};
    c->more[0] = (thud_twin){s->depth, p->side * (s->a - ground)};
    double u0 = s->u, stiff0 = p->spring + p->drag * s->rate, slow = p->damping + p->drag * u0;
    out->force[0] = s->force;
    out->pull[0] = p->side * s->a;
    c->time[0] = 0;
    double product = z0 * c->more[0][1], load = p->side * slope, last = z0, last_rate = s->rate, whole = 0;
    for (int k = 1; k <= HIGHEST; k++) {
        double share = w * THUD_RECIPROCAL[k];
        double z = share * out->motion[k - 1][1], rate = (2 * share) * product,
               time = 2 * share * out->motion[k - 1][0];
        out->motion[k] = (thud_twin){z, rate};
        c->time[k] = time;
        double size = fabs(rate), limit = p->tolerance * scale;
        if (!(size < HUGE_VAL)) return false;
        bend += size;
        last += z;
        last_rate += rate;
        whole += time;
        small = size <= 10 * limit ? small + 1 : 0;
        if (small >= terms && size <= limit) {
            out->order = k;
            out->bend = bend;
            out->turn = turn;
            c->last = last;
            c->last_rate = last_rate;
            c->whole = whole;
            return true;
        }
        if (size > scale) scale = size;

        double stiff = p->drag * rate;
        /* what has just become known comes last: the other terms need not wait for it */
        thud_twin with_z = thud_both(0),
                  squares = thud_both(0); /* of δ and a with z; of z with z and u with stiff */
        for (int j = 1; j < k; j++) {
            with_z += c->more[j] * thud_both(right[k - j][0]);
            squares += left[j] * right[k - j];
        }
        with_z += c->more[0] * thud_both(z);
        double depth = squares[0] + 2 * z * z0, cube = with_z[0] + depth * z0;
        double known = squares[1] + cube * stiff0; /* of the force, before δ̇ is */
        left[k] = (thud_twin){z, cube};
        right[k] = (thud_twin){z, stiff};
        double pull = -(p->stiffness * depth + known) - slow * rate;
        double a = -(p->stiffness * depth + known + load * time) - slow * rate;
        c->more[k] = (thud_twin){depth, a};
        double f = known + u0 * stiff;
        out->force[k] = f;
        turn += thud_course_turn(k) * fabs(f);
        out->pull[k] = pull;
        product = with_z[1] + a * z0;
    }
    return false;
}

/* coefficients of z to z⁸, side by side */
typedef struct {
    double at[WIDTH][MOST_POWER];
} powers;

/* the k-th ones, from those of z: of all powers at once, each from the one before it; more than five, if asked for
 */
static inline __attribute__((always_inline)) void raise_powers(powers *z, int k, bool more) {
    thud_quad low = {0}, high = {0}, each;
    for (int j = 0; j < k; j++) {
        thud_quad_take(&each, z->at[j]);
        low += each * z->at[k - j][0];
        if (!more) continue;
        thud_quad_take(&each, z->at[j] + THUD_QUAD);
        high += each * z->at[k - j][0];
    }
    double *row = z->at[k], first = z->at[0][0];
    for (int m = 1; m <= THUD_QUAD; m++) row[m] = low[m - 1] + row[m - 1] * first;
    for (int m = THUD_QUAD + 1; more && m < MOST_POWER; m++) row[m] = high[m - THUD_QUAD - 1] + row[m - 1] * first;
}

/* Σ z^m b, of which the k-th coefficient is known */
static inline double product(const powers *z, int m, const double *b, int k) {
    if (m == 0) return b[k];
    double even = 0, odd = 0; /* additions wait for each other */
    int j = 0;
    for (; j < k; j += 2) {
        even += z->at[j][m - 1] * b[k - j];
        odd += z->at[j + 1][m - 1] * b[k - j - 1];
    }
    return j == k ? (even + odd) + z->at[k][m - 1] * b[0] : even + odd;
}

/* the last coefficients are too large: as much of the length as makes them small, and what it makes of the others
 */
static bool shorten(const thud_chart *p, course *c, int terms) {
    thud_chart_course *out = &c->series;
    double scale = fabs(out->motion[0][1]), share = 1, power = 1;
    for (int k = out->order; k > out->order - terms && k > 2; k--)
        if (out->motion[k][1] != 0)
            share = fmin(share, pow(p->tolerance * scale / fabs(out->motion[k][1]), THUD_RECIPROCAL[k]));
    if (!(share > 0.01)) return false;
    out->length *= share;
    out->bend = out->turn = c->whole = 0;
    c->last = out->motion[0][0];
    c->last_rate = out->motion[0][1];
    for (int k = 1; k <= out->order; k++) {
        power *= share;
        out->motion[k] *= thud_both(power);
        out->force[k] *= power;
        out->pull[k] *= power;
        c->time[k] *= power;
        c->sign[k] *= power;
        out->bend += fabs(out->motion[k][1]);
        out->turn += thud_course_turn(k) * fabs(out->force[k]);
        c->whole += c->time[k];
        c->last += out->motion[k][0];
        c->last_rate += out->motion[k][1];
    }
    return true;
}

/* of any powers */
THUD_WIDE static bool expand_any(const thud_chart *p, const thud_instant *s, double z0, double ground, double slope,
                                 double w, course *c) {
    thud_chart_course *out = &c->series;
    /* without a damper all of the force is g */
    const int q = p->root, outer = p->drag == 0 ? 0 : p->drag_power, rest = p->spring_power - outer;
    const bool more = outer > THUD_QUAD + 1 || rest > THUD_QUAD + 1 || q > THUD_QUAD + 1;
    double rate[WIDTH], a[WIDTH], scale = fabs(s->rate);
    powers z;
    /* near z = 0 only every (N + q)-th coefficient may be of any size: fewer would be taken for convergence */
    bool near = z0 < (q > 2 ? 2 : 0.1) * w * fabs(s->rate);
    int terms = near && q > 1 ? p->spring_power + q : 3, small = 0;
    out->length = w;
    out->by_root = true;
    out->bend = out->turn = 0;
    z.at[0][0] = z0;
    for (int m = 1; m < MOST_POWER; m++) z.at[0][m] = z.at[0][m - 1] * z0;
    rate[0] = s->rate;
    out->motion[0] = (thud_twin){z0, s->rate};
    c->sign[0] = p->spring * thud_instant_power(z0, rest) + p->drag * s->rate;
    out->force[0] = s->force;
    out->pull[0] = p->side * s->a;
    a[0] = p->side * (s->a - ground);
    c->time[0] = 0;
    c->last = z0;
    c->last_rate = s->rate;
    c->whole = 0;
    for (int k = 1; k <= HIGHEST_OF_ANY; k++) {
        double share = w * q * THUD_RECIPROCAL[k];
        z.at[k][0] = w * THUD_RECIPROCAL[k] * rate[k - 1];
        rate[k] = share * product(&z, q - 1, a, k - 1);
        c->time[k] = q > 1 ? share * z.at[k - 1][q - 2] : k == 1 ? w : 0;
        out->motion[k] = (thud_twin){z.at[k][0], rate[k]};
        double size = fabs(rate[k]), limit = p->tolerance * scale;
        if (!(size < HUGE_VAL)) return false;
        out->bend += size;
        c->last += z.at[k][0];
        c->last_rate += rate[k];
        c->whole += c->time[k];
        small = size <= 10 * limit ? small + 1 : 0;
        out->order = k;
        if (small >= terms && size <= limit && k >= q + 2) return true;
        if (size > scale) scale = size;

        if (more) raise_powers(&z, k, true);
        else raise_powers(&z, k, false);
        c->sign[k] = (rest > 0 ? p->spring * z.at[k][rest - 1] : 0) + p->drag * rate[k];
        out->force[k] = product(&z, outer, c->sign, k);
        out->turn += thud_course_turn(k) * fabs(out->force[k]);
        out->pull[k] = -(p->stiffness * z.at[k][q - 1] + p->damping * rate[k] + out->force[k]);
        a[k] = out->pull[k] - p->side * slope * c->time[k];
    }
    return shorten(p, c, terms);
}

static bool expand(const thud_chart *p, const thud_instant *s, double z0, double ground, double slope,
                   double horizon, course *c) {
    if (is_hertz(p)) return expand_hertz(p, s, z0, ground, slope, horizon, c);
    return expand_any(p, s, z0, ground, slope, length_for(p, s, z0, horizon), c);
}

/* where the time of the horizon is, about: as far back from 1 as the pace there, and its change, let it be */
static double guess_horizon(const thud_chart *p, const course *c, double horizon) {
    const int q = p->root;
    if (q == 1) return horizon / c->whole;
    double w = c->series.length, by = thud_instant_power(c->last, q - 2), late = c->whole - horizon;
    double pace = w * q * by * c->last, bend = w * w * q * (q - 1) * by * c->last_rate;
    double square = pace * pace - 2 * bend * late;
    return square > 0 ? 1 - 2 * late / (pace + sqrt(square)) : NAN;
}

/* the first s at which the contact turns or its force is zero, if it does before `end` */
static thud_event_kind find_change(const thud_chart *p, const course *c, double *end) {
    const thud_chart_course *out = &c->series;
    thud_event_kind kind = THUD_EVENT_NONE;
    double series[WIDTH], change = 0;
    if (p->released) return kind;
    if (p->approach_only && p->contact->approaching && !(out->motion[0][1] > out->bend)) {
        for (int k = 0; k <= out->order; k++) series[k] = out->motion[k][1];
        double turn = thud_polynomial_first_root(series, out->order, *end);
        if (turn < *end) kind = THUD_EVENT_TURN;
        if (turn < *end) *end = turn;
    }
    if (p->contact->ends_at_return) return kind;
    for (int k = 1; k < out->order; k++) change += fabs(c->sign[k]);
    if (c->sign[0] > change) return kind;
    double zero = thud_polynomial_first_root(c->sign, out->order - 1, *end);
    if (!(zero < *end)) return kind;
    *end = zero;
    return THUD_EVENT_RELEASE;
}

/* in recovery the damper rests: not to turn back is to part at once, and ever faster */
static bool may_turn_back(const thud_chart *p, const thud_chart_course *c) {
    if (!p->approach_only || p->contact->approaching || c->motion[0][1] < -c->bend) return false;
    return !(c->motion[0][1] <= 0 && c->motion[1][1] < 0 && -2 * c->motion[1][1] >= c->bend);
}

/* where the step ends: at the horizon, at an event of the contact, or as far as the series goes. False when that is
 * not clear. */
static bool find_end(const thud_chart *p, const thud_instant *s, course *c, double horizon, thud_event_kind *kind,
                     bool *arrived) {
    thud_chart_course *out = &c->series;
    const double *z = (const double *)out->motion;
    double whole = c->whole, last = c->last, end = 1;
    *kind = THUD_EVENT_NONE;
    *arrived = false;
    if (!(s->rate - out->bend > p->slowest) || may_turn_back(p, out)) return false;
    if (p->released && !thud_course_lets_go(out)) return false;
    bool monotone = fabs(s->rate) > out->bend;
    if (!monotone && !(thud_larger(-z[0], -last) + 0.5 * c->series.length * out->bend < 0)) return false;
    if (monotone && s->rate < 0 && last <= 0) {
        end = thud_series_place(z, 2, out->order, 0, z[0] / (z[0] - last), 1.5, p->near);
        if (!(end <= 1)) return false;
        *kind = p->released ? THUD_EVENT_OPEN : THUD_EVENT_RELEASE;
    }
    if (!is_hertz(p)) {
        thud_event_kind change = find_change(p, c, &end);
        if (change != THUD_EVENT_NONE) *kind = change;
    }
    /* time grows up to there, and no further */
    if (end < 1 || *kind != THUD_EVENT_NONE) whole = thud_series_value(c->time, out->order, end);
    if (whole >= horizon) *kind = THUD_EVENT_NONE;
    if (whole >= horizon) {
        double guess = end == 1 ? guess_horizon(p, c, horizon) : NAN;
        /* or from below: there the method comes closer with every step, where time slows down */
        if (!(guess > 0.3)) guess = end * thud_larger(0.3, horizon / whole - 0.1);
        end = thud_series_place(c->time, 1, out->order, horizon, guess, 1.5, p->near);
        *arrived = true;
    }
    if (!(end <= 1)) return false;
    out->end = end;
    /* above a straight line between its ends by no more than in stays() of contact_time.c; below, it is above zero
     */
    double top = thud_larger(z[0], last) + (monotone ? 0 : 0.5 * c->series.length * out->bend);
    out->bulge = thud_instant_power(top, p->root);
    return out->bulge < p->clearance;
}

/* the state at a place, under a ground acceleration; slopes are those of the series */
static thud_instant instant_at(const thud_chart *p, double gravity, double x, double rate, double z, double force) {
    double v = p->side * rate;
    return (thud_instant){.x = x,
                          .v = v,
                          .depth = thud_instant_power(z, p->root),
                          .rate = rate,
                          .u = thud_instant_power(z, p->spring_power),
                          .force = force,
                          .a = gravity - (p->stiffness * x + p->damping * v) - p->side * force};
}

static double force_at(const thud_chart *p, double z, double rate) {
    return p->spring * thud_instant_power(z, p->spring_power) +
           p->drag * rate * thud_instant_power(z, p->drag_power);
}

bool thud_one_body_step_in_root(const thud_one_body *one, thud_simulation *sim, thud_event *event) {
    thud_chart p = thud_chart_of_contact(one, sim);
    const thud_load *load = &sim->loads.ground;
    double until = load->until < sim->motion.end ? load->until : sim->motion.end,
           horizon = until - sim->motion.time, gravity = sim->structure.gravity;
    double x = sim->motion.x[0],
           depth = thud_simulation_depth(sim, p.contact) - (p.released ? 0 : p.contact->branch.offset);
    if (!(depth >= 0) || p.spring_power > MOST_POWER || p.root > MOST_POWER || p.drag_power > p.spring_power)
        return false;
    double z = root_of(depth, p.root), rate = p.side * sim->motion.v[0], g[2] = {load->value};
    thud_instant s = instant_at(&p, gravity, x, rate, z, force_at(&p, z, rate));
    s.depth = depth;
    course c;
    thud_event_kind kind;
    bool arrived;
    if (!expand(&p, &s, z, g[0], load->slope, horizon, &c)) return false;
    if (!find_end(&p, &s, &c, horizon, &kind, &arrived)) return false;

    const thud_chart_course *series = &c.series;
    const double *motion = (const double *)series->motion;
    bool ends = kind == THUD_EVENT_RELEASE || kind == THUD_EVENT_OPEN;
    bool returned = ends && (p.released || p.contact->ends_at_return);
    double far = series->end, root = returned ? 0 : thud_series_value_by(motion, 2, series->order, far);
    double elapsed = arrived ? horizon : thud_series_value(c.time, series->order, far);
    g[1] = g[0] + load->slope * elapsed;
    rate = kind == THUD_EVENT_TURN ? 0 : thud_series_value_by(motion + 1, 2, series->order, far);
    /* so slow that rounding tells which way: the series keep the rate apart from it */
    if (ends && !(rate < 0)) return false;
    double to = returned ? p.side * p.gap : x + p.side * (thud_instant_power(root, p.root) - depth);
    thud_instant e = instant_at(&p, gravity, to, rate, root, ends ? 0 : force_at(&p, root, rate));
    thud_course_take_instant(sim, &p, &s);
    thud_course_take_instant(sim, &p, &e);
    thud_course_account(sim, &p, series, &s, &e, g, load->slope);
    thud_arrival how = arrived                   ? THUD_ARRIVAL_HORIZON
                       : kind != THUD_EVENT_NONE ? THUD_ARRIVAL_EVENT
                                                 : THUD_ARRIVAL_SHORT;
    thud_course_arrive(sim, &p, &e, arrived ? until : sim->motion.time + elapsed, horizon, how);
    sim->motion.series.clock = (int)p.contact->number;
    *event = (thud_event){kind, p.contact->number, far};
    return true;
}
