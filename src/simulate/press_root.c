/*
 * The beginning and the end of a Hertz contact: series in σ, where the root z of the penetration is regular.
 *     δ = z²,  dz = δ̇ dσ,  dt = 2 z dσ,  dδ̇ = 2 z a dσ,  f = z³ (spring + drag δ̇)
 */
#include "simulate/flow_inside.h"
#include "simulate/press.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 24 };

typedef struct {
    thud_press_course series;
    double more[WIDTH][2]; /* δ and a beside them */
    double time[WIDTH];
    double length; /* of σ */
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
    double w = length_for(s, z0, horizon), scale = fabs(s->rate), bend = 0;
    double u[WIDTH], stiff[WIDTH];
    /* near z = 0 only every fifth coefficient may be of any size: fewer would be taken for convergence */
    int terms = z0 < 0.1 * w * fabs(s->rate) ? 5 : 3, small = 0;
    c->length = w;
    out->motion[0][0] = z0;
    out->motion[0][1] = s->rate;
    c->more[0][0] = s->depth;
    c->more[0][1] = p->side * (s->a - ground);
    u[0] = s->u;
    stiff[0] = p->spring + p->drag * s->rate;
    out->f[0] = s->force;
    out->pull[0] = p->side * s->a;
    c->time[0] = 0;
    double product = z0 * c->more[0][1], load = p->side * slope;
    for (int k = 1; k <= HIGHEST; k++) {
        double share = w * THUD_RECIPROCAL[k];
        double z = share * out->motion[k - 1][1], rate = 2 * share * product,
               time = 2 * share * out->motion[k - 1][0];
        out->motion[k][0] = z;
        out->motion[k][1] = rate;
        c->time[k] = time;
        double size = fabs(rate), limit = p->tolerance * scale;
        if (!(size < HUGE_VAL)) return false;
        bend += size;
        small = size <= 10 * limit ? small + 1 : 0;
        if (small >= terms && size <= limit) {
            out->order = k;
            out->bend = bend;
            return true;
        }
        if (size > scale) scale = size;

        stiff[k] = p->drag * rate;
        /* what has just become known comes last: the other terms need not wait for it */
        double depth = 0, cube = 0, moved = 0, force = 0;
        for (int j = 1; j < k; j++) {
            double other = out->motion[k - j][0];
            depth += out->motion[j][0] * other;
            cube += c->more[j][0] * other;
            moved += c->more[j][1] * other;
            force += u[j] * stiff[k - j];
        }
        depth += 2 * z * z0;
        cube += c->more[0][0] * z;
        moved += c->more[0][1] * z;
        force += u[0] * stiff[k];
        cube += depth * z0;
        force += cube * stiff[0];
        double pull = -(p->stiffness * depth + p->damping * rate) - force, a = pull - load * time;
        c->more[k][0] = depth;
        c->more[k][1] = a;
        u[k] = cube;
        out->f[k] = force;
        out->pull[k] = pull;
        product = moved + a * z0;
    }
    return false;
}

/* series 0 or 1 of the motion, or time, at s; as thud_series_value */
static inline double value(const double *c, int stride, int order, double s) {
    double square = s * s, odd = order & 1 ? c[order * stride] : 0;
    int k = order & ~1;
    double even = c[k * stride];
    for (k -= 2; k >= 0; k -= 2) {
        even = even * square + c[k * stride];
        odd = odd * square + c[(k + 1) * stride];
    }
    return even + odd * s;
}

/* where a series that grows or falls steadily has a value, from a guess on: Newton's method; NAN when it gets lost
 */
static double place_of(const double *c, int stride, int order, double level, double s) {
    for (int round = 0; round < 20; round++) {
        double sum = c[order * stride], slope = 0;
        for (int k = order - 1; k >= 0; k--) {
            slope = slope * s + sum;
            sum = sum * s + c[k * stride];
        }
        double step = (sum - level) / slope;
        s -= step;
        if (!(s > 0 && s < 1.5)) return NAN;
        if (fabs(step) <= 1e-9 * s) return s; /* the next one would be 1e-18 */
    }
    return NAN;
}

/* what the step gives the books; at points, since everything is a product of z and δ̇ */
static void book_energy(thud_simulation *sim, const thud_press *p, const course *c, double depth0, double way,
                        double ground_end, double slope) {
    int order = c->series.order, nodes = order / 4 + 2;
    double squares = 0, losses = 0, impulse = 0, area = 0, far = c->series.end;
    for (int g = 0; g < nodes; g++) {
        double at = far * sim->gauss[nodes].node[g];
        double z = c->series.motion[order][0], rate = c->series.motion[order][1];
        for (int k = order - 1; k >= 0; k--) {
            z = z * at + c->series.motion[k][0];
            rate = rate * at + c->series.motion[k][1];
        }
        double duration = sim->gauss[nodes].weight[g] * z, u = duration * z * z * z, square = rate * rate;
        squares += duration * square;
        losses += u * square;
        impulse += u * (p->spring + p->drag * rate);
        area += duration * (z * z - depth0);
    }
    double unit = 2 * c->length * far;
    thud_press_book_energy(sim, p, unit * squares, unit * losses, unit * impulse);
    sim->books.input += sim->mass[0] * p->side * ((sim->gravity - ground_end) * way + slope * unit * area);
}

/* where the step ends: at the horizon, at the release, or as far as the series goes. False when that is not clear.
 */
static bool find_end(const thud_press *p, const thud_press_instant *s, course *c, double horizon, bool *released,
                     bool *arrived) {
    thud_press_course *out = &c->series;
    const double *z = out->motion[0];
    double whole = value(c->time, 1, out->order, 1), last = value(z, 2, out->order, 1), end = 1;
    bool monotone = fabs(s->rate) > out->bend;
    if (!monotone && !(thud_larger(-z[0], -last) + 0.5 * c->length * out->bend < 0)) return false;
    *released = false;
    *arrived = false;
    if (monotone && s->rate < 0 && last <= 0) {
        end = place_of(z, 2, out->order, 0, z[0] / (z[0] - last));
        if (!(end <= 1)) return false;
        whole = value(c->time, 1, out->order, end); /* time grows up to there, and no further */
        *released = whole < horizon;
    }
    if (!*released && whole >= horizon) {
        /* from below: there the method comes closer with every step, where time slows down */
        end = place_of(c->time, 1, out->order, horizon, end * thud_larger(0.3, horizon / whole - 0.1));
        *arrived = true;
    }
    if (!(end <= 1)) return false;
    out->end = end;
    double deepest = last * last + c->length * out->bend * (2 * fabs(last) + c->length * out->bend);
    return thud_larger(s->depth, deepest) < p->room;
}

bool thud_press_step(thud_simulation *sim, thud_event *event) {
    thud_press p = thud_press_of(sim);
    if (!is_hertz(p.touch)) return false;
    const thud_load *load = &sim->ground;
    double until = load->until < sim->end ? load->until : sim->end, horizon = until - sim->time;
    double x = sim->x[0], v = sim->v[0], depth = thud_simulation_depth(sim, p.touch);
    int sample = thud_flow_wanted(sim, until, horizon);
    if (sample < 0 || !(depth >= 0)) return false;
    double z = sqrt(depth), g[2] = {load->value};
    thud_press_instant s = thud_press_at(&p, sim->gravity, x, v, depth, z, g[0]);
    course c;
    bool released, arrived;
    if (!expand(&p, &s, z, g[0], load->slope, horizon, &c)) return false;
    if (!find_end(&p, &s, &c, horizon, &released, &arrived)) return false;

    const thud_press_course *series = &c.series;
    double far = series->end, root = released ? 0 : value(series->motion[0], 2, series->order, far);
    double rate = value(series->motion[0] + 1, 2, series->order, far);
    double elapsed = arrived ? horizon : value(c.time, 1, series->order, far), way = root * root - depth;
    double pace[2] = {2 * c.length * z, 2 * c.length * root};
    g[1] = g[0] + load->slope * elapsed;
    double to = released ? p.side * p.gap : x + p.side * way;
    thud_press_instant e = thud_press_at(&p, sim->gravity, to, p.side * rate, root * root, root, g[1]);
    book_energy(sim, &p, &c, depth, way, g[1], load->slope);
    thud_press_book_peaks(sim, &p, &s, &e, series, g, pace, true);
    if (arrived && sample > 0) thud_press_hand_over(sim, &p, &e, until);
    sim->x[0] = e.x;
    sim->v[0] = e.v;
    sim->time = arrived ? until : sim->time + elapsed;
    sim->series.clock = (int)p.touch->number;
    sim->summary.solver.rhs_evaluations += (size_t)series->order;
    *event = (thud_event){released ? THUD_EVENT_RELEASE : THUD_EVENT_NONE, p.touch->number, far};
    return true;
}
