/*
 * The beginning and the end of a Hertz contact: series in σ, where the root z of the penetration is regular.
 *     δ = z²,  dz = δ̇ dσ,  dt = 2 z dσ,  dδ̇ = 2 z a dσ,  f = z³ (spring + drag δ̇)
 */
#include "simulate/one_body/one_body.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 24 };

typedef struct {
    thud_chart_course series;
    thud_twin more[WIDTH]; /* δ and a beside them */
    double time[WIDTH];
    double last, last_rate, whole; /* z, δ̇ and time at s = 1 */
} course;

static bool is_hertz(const thud_body_contact *t) { return t->branch.n == 1.5 && t->root == 2; }

/* the σ that the horizon is away at the present speed, and a little more, for speed changes */
static double length_for(const thud_instant *s, double z, double horizon) {
    double later = s->depth + s->rate * horizon;
    double turn = s->rate != 0 ? z / fabs(s->rate) : INFINITY;
    if (later <= 0) return 1.2 * turn;
    return 1.1 * horizon / (z + sqrt(later));
}

/* coefficients are in units of the length, and the four sums of one order in one loop */
static bool expand(const thud_chart *p, const thud_instant *s, double z0, double ground, double slope,
                   double horizon, course *c) {
    thud_chart_course *out = &c->series;
    double w = length_for(s, z0, horizon), scale = fabs(s->rate), bend = 0, turn = 0;
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

/* where the time of the horizon is, about: as far back from 1 as the speed there, and its change, let it be */
static double guess_horizon(const course *c, double horizon) {
    double z = c->series.length * c->last, bend = c->series.length * c->series.length * c->last_rate,
           late = c->whole - horizon;
    double square = z * z - bend * late;
    return square > 0 ? 1 - late / (z + sqrt(square)) : NAN;
}

/* where the step ends: at the horizon, at the release, or as far as the series goes. False when that is not clear.
 */
static bool find_end(const thud_chart *p, const thud_instant *s, course *c, double horizon, bool *released,
                     bool *arrived) {
    thud_chart_course *out = &c->series;
    const double *z = (const double *)out->motion;
    double whole = c->whole, last = c->last, end = 1;
    if (!(s->rate - out->bend > p->slowest)) return false;
    bool monotone = fabs(s->rate) > out->bend;
    if (!monotone && !(thud_larger(-z[0], -last) + 0.5 * c->series.length * out->bend < 0)) return false;
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
    /* above a straight line between its ends by no more than in stays() of contact_time.c; below, it is above zero
     */
    double top = thud_larger(z[0], last) + (monotone ? 0 : 0.5 * c->series.length * out->bend);
    out->bulge = top * top;
    return out->bulge < p->clearance;
}

bool thud_one_body_step_in_root(const thud_one_body *one, thud_simulation *sim, thud_event *event) {
    thud_chart p = thud_chart_of_contact(one, sim);
    if (!is_hertz(p.contact)) return false;
    const thud_load *load = &sim->loads.ground;
    double until = load->until < sim->motion.end ? load->until : sim->motion.end,
           horizon = until - sim->motion.time;
    double x = sim->motion.x[0], v = sim->motion.v[0], depth = thud_simulation_depth(sim, p.contact);
    if (!(depth >= 0)) return false;
    double z = sqrt(depth), g[2] = {load->value};
    thud_instant s = thud_instant_at(&p, sim->structure.gravity, x, v, depth, z, g[0]);
    course c;
    bool released, arrived;
    if (!expand(&p, &s, z, g[0], load->slope, horizon, &c)) return false;
    if (!find_end(&p, &s, &c, horizon, &released, &arrived)) return false;

    const thud_chart_course *series = &c.series;
    const double *motion = (const double *)series->motion;
    double far = series->end, root = released ? 0 : thud_series_value_by(motion, 2, series->order, far);
    double rate = thud_series_value_by(motion + 1, 2, series->order, far);
    double elapsed = arrived ? horizon : thud_series_value(c.time, series->order, far);
    g[1] = g[0] + load->slope * elapsed;
    double to = released ? p.side * p.gap : x + p.side * (root * root - depth);
    thud_instant e = thud_instant_at(&p, sim->structure.gravity, to, p.side * rate, root * root, root, g[1]);
    thud_course_take_instant(sim, &p, &s);
    thud_course_take_instant(sim, &p, &e);
    thud_course_account(sim, &p, series, &s, &e, g, load->slope);
    thud_arrival how = arrived ? THUD_ARRIVAL_HORIZON : released ? THUD_ARRIVAL_EVENT : THUD_ARRIVAL_SHORT;
    thud_course_arrive(sim, &p, &e, arrived ? until : sim->motion.time + elapsed, horizon, how);
    sim->motion.series.clock = (int)p.contact->number;
    *event = (thud_event){released ? THUD_EVENT_RELEASE : THUD_EVENT_NONE, p.contact->number, far};
    return true;
}
