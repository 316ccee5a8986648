/*
 * The beginning and the end of a Hertz contact: series in σ, where the root z of the penetration is regular.
 *     δ = z²,  dz = δ̇ dσ,  dt = 2 z dσ,  dδ̇ = 2 z a dσ,  f = z³ (spring + drag δ̇)
 */
#include "simulate/one_body/press.h"
#include "simulate/record/flow_inside.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 24 };

typedef struct {
    thud_press_course series;
    thud_pair more[WIDTH]; /* δ and a beside them */
    double time[WIDTH];
    double length;                 /* of σ */
    double last, last_rate, whole; /* z, δ̇ and time at s = 1 */
} course;

static bool is_hertz(const thud_touch *t) { return t->n == 1.5 && t->root == 2; }

/* the σ that the horizon is away at the present speed, and a little more, for speed changes */
static double length_for(const thud_press_instant *s, double z, double horizon) {
    double later = s->depth + s->rate * horizon;
    double turn = s->rate != 0 ? z / fabs(s->rate) : INFINITY;
    if (later <= 0) return 1.2 * turn;
    return 1.1 * horizon / (z + sqrt(later));
}

/* see raise_hertz in single.c; coefficients are in units of the length, and the four sums of one order in one loop
 */
static bool expand(const thud_press *p, const thud_press_instant *s, double z0, double ground, double slope,
                   double horizon, course *c) {
    thud_press_course *out = &c->series;
    double w = length_for(s, z0, horizon), scale = fabs(s->rate), bend = 0, turn = 0;
    thud_pair left[WIDTH], right[WIDTH]; /* z and u = z³, z and spring + drag δ̇: the factors of δ and f */
    /* near z = 0 only every fifth coefficient may be of any size: fewer would be taken for convergence */
    int terms = z0 < 0.1 * w * fabs(s->rate) ? 5 : 3, small = 0;
    c->length = w;
    out->motion[0] = (thud_pair){z0, s->rate};
    c->more[0] = (thud_pair){s->depth, p->side * (s->a - ground)};
    double u0 = s->u, stiff0 = p->spring + p->drag * s->rate, slow = p->damping + p->drag * u0;
    out->f[0] = s->force;
    out->pull[0] = p->side * s->a;
    c->time[0] = 0;
    double product = z0 * c->more[0][1], load = p->side * slope, last = z0, last_rate = s->rate, whole = 0;
    for (int k = 1; k <= HIGHEST; k++) {
        double share = w * THUD_RECIPROCAL[k];
        double z = share * out->motion[k - 1][1], rate = (2 * share) * product,
               time = 2 * share * out->motion[k - 1][0];
        out->motion[k] = (thud_pair){z, rate};
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
        thud_pair with_z = thud_both(0),
                  squares = thud_both(0); /* of δ and a with z; of z with z and u with stiff */
        for (int j = 1; j < k; j++) {
            with_z += c->more[j] * thud_both(right[k - j][0]);
            squares += left[j] * right[k - j];
        }
        with_z += c->more[0] * thud_both(z);
        double depth = squares[0] + 2 * z * z0, cube = with_z[0] + depth * z0;
        double known = squares[1] + cube * stiff0; /* of the force, before δ̇ is */
        left[k] = (thud_pair){z, cube};
        right[k] = (thud_pair){z, stiff};
        double pull = -(p->stiffness * depth + known) - slow * rate;
        double a = -(p->stiffness * depth + known + load * time) - slow * rate;
        c->more[k] = (thud_pair){depth, a};
        double f = known + u0 * stiff;
        out->f[k] = f;
        turn += THUD_PRESS_TURN[k] * fabs(f);
        out->pull[k] = pull;
        product = with_z[1] + a * z0;
    }
    return false;
}

/* where the time of the horizon is, about: as far back from 1 as the speed there, and its change, let it be */
static double guess_horizon(const course *c, double horizon) {
    double z = c->length * c->last, bend = c->length * c->length * c->last_rate, late = c->whole - horizon;
    double square = z * z - bend * late;
    return square > 0 ? 1 - late / (z + sqrt(square)) : NAN;
}

typedef struct {
    double squares, losses, impulse, area;
} integrals;

/* over what is taken of the step, but for 2 w s; at points, since everything is a product of z and δ̇ */
static inline integrals integrate(const thud_press *p, const course *c, const double *node, const double *weight,
                                  int nodes, double depth0) {
    const double *motion = (const double *)c->series.motion;
    double at[8], root[8], rate[8];
    integrals sum = {0};
    for (int g = 0; g < nodes; g++) at[g] = c->series.end * node[g];
    thud_press_values(motion, 2, motion + 1, 2, c->series.order, at, nodes, root, rate);
    for (int g = 0; g < nodes; g++) {
        double depth = root[g] * root[g], duration = weight[g] * root[g], u = duration * depth * root[g];
        double square = rate[g] * rate[g];
        sum.squares += duration * square;
        sum.losses += u * square;
        sum.impulse += u * (p->spring + p->drag * rate[g]);
        sum.area += duration * (depth - depth0);
    }
    return sum;
}

static void book_energy(thud_simulation *sim, const thud_press *p, const course *c, double depth0, double way,
                        double ground_end, double slope) {
    integrals sum = c->series.order <= 11 ? integrate(p, c, sim->gauss[4].node, sim->gauss[4].weight, 4, depth0)
                                          : integrate(p, c, sim->gauss[8].node, sim->gauss[8].weight, 8, depth0);
    double unit = 2 * c->length * c->series.end;
    thud_press_book_energy(sim, p, unit * sum.squares, unit * sum.losses, unit * sum.impulse);
    sim->books.input += sim->mass[0] * p->side * ((sim->gravity - ground_end) * way + slope * unit * sum.area);
}

/* where the step ends: at the horizon, at the release, or as far as the series goes. False when that is not clear.
 */
static bool find_end(const thud_press *p, const thud_press_instant *s, course *c, double horizon, bool *released,
                     bool *arrived) {
    thud_press_course *out = &c->series;
    const double *z = (const double *)out->motion;
    double whole = c->whole, last = c->last, end = 1;
    if (!(s->rate - out->bend > p->slowest)) return false;
    bool monotone = fabs(s->rate) > out->bend;
    if (!monotone && !(thud_larger(-z[0], -last) + 0.5 * c->length * out->bend < 0)) return false;
    *released = false;
    *arrived = false;
    if (monotone && s->rate < 0 && last <= 0) {
        end = thud_series_place(z, 2, out->order, 0, z[0] / (z[0] - last), 1.5, p->near);
        if (!(end <= 1)) return false;
        whole = thud_series_value(c->time, out->order, end); /* time grows up to there, and no further */
        *released = whole < horizon;
    }
    if (!*released && whole >= horizon) {
        double guess = end == 1 ? guess_horizon(c, horizon) : NAN;
        /* or from below: there the method comes closer with every step, where time slows down */
        if (!(guess > 0.3)) guess = end * thud_larger(0.3, horizon / whole - 0.1);
        end = thud_series_place(c->time, 1, out->order, horizon, guess, 1.5, p->near);
        *arrived = true;
    }
    if (!(end <= 1)) return false;
    out->end = end;
    /* above a straight line between its ends by no more than in stays() of press_time.c; below, it is above zero */
    double top = thud_larger(z[0], last) + (monotone ? 0 : 0.5 * c->length * out->bend);
    out->sway = top * top;
    return out->sway < p->room;
}

bool thud_press_step(thud_simulation *sim, thud_event *event) {
    thud_press p = thud_press_of(sim);
    if (!is_hertz(p.touch)) return false;
    const thud_load *load = &sim->ground;
    double until = load->until < sim->end ? load->until : sim->end, horizon = until - sim->time;
    double x = sim->x[0], v = sim->v[0], depth = thud_simulation_depth(sim, p.touch);
    if (!(depth >= 0)) return false;
    double z = sqrt(depth), g[2] = {load->value};
    thud_press_instant s = thud_press_at(&p, sim->gravity, x, v, depth, z, g[0]);
    course c;
    bool released, arrived;
    if (!expand(&p, &s, z, g[0], load->slope, horizon, &c)) return false;
    if (!find_end(&p, &s, &c, horizon, &released, &arrived)) return false;

    const thud_press_course *series = &c.series;
    const double *z_and_rate = (const double *)series->motion;
    double far = series->end, root = released ? 0 : thud_series_value_by(z_and_rate, 2, series->order, far);
    double rate = thud_series_value_by(z_and_rate + 1, 2, series->order, far);
    double elapsed = arrived ? horizon : thud_series_value(c.time, series->order, far), way = root * root - depth;
    double pace[2] = {2 * c.length * z, 2 * c.length * root};
    g[1] = g[0] + load->slope * elapsed;
    double to = released ? p.side * p.gap : x + p.side * way;
    thud_press_instant e = thud_press_at(&p, sim->gravity, to, p.side * rate, root * root, root, g[1]);
    book_energy(sim, &p, &c, depth, way, g[1], load->slope);
    thud_press_book_instant(sim, &p, &s);
    thud_press_book_instant(sim, &p, &e);
    thud_press_book_peaks(sim, &p, &s, &e, series, g, pace, true);
    double end = arrived ? until : sim->time + elapsed;
    thud_flow_look_inside(sim, end, horizon);
    if (arrived && thud_flow_sees_end(sim, end, horizon)) thud_press_hand_over(sim, &p, &e, until);
    if (released) thud_press_show_event(sim, &p, &e, end);
    sim->x[0] = e.x;
    sim->v[0] = e.v;
    sim->time = end;
    sim->series.clock = (int)p.touch->number;
    sim->summary.solver.rhs_evaluations += (size_t)series->order;
    *event = (thud_event){released ? THUD_EVENT_RELEASE : THUD_EVENT_NONE, p.touch->number, far};
    return true;
}
