/* In flight between the stops: a step by series in time, to the next break of the load or to a stop. */
#include "simulate/one_body/one_body.h"

#include <math.h>

enum { HIGHEST = 22 };

/* x and ẋ follow from ẋ₀, ẍ₀ and the slope of the load by factors that were prepared */
static bool expand(const thud_one_body *one, const thud_simulation *sim, const thud_chart *p, const thud_instant *s,
                   double h, thud_chart_course *c) {
    double scale = fabs(s->v), last = scale, v = s->v, power = 1, a0 = s->a - sim->loads.ground.value;
    c->motion[0] = (thud_twin){s->x, s->v};
    c->pull[0] = s->a;
    c->by_root = false;
    c->length = h;
    c->bend = c->turn = c->way = c->gain = 0;
    for (int k = 1; k <= HIGHEST; k++) {
        double x = h * THUD_RECIPROCAL[k] * v;
        power *= h;
        v = power *
            (one->from_speed[k] * s->v + one->from_pull[k] * a0 + one->from_rise[k] * sim->loads.ground.slope);
        c->motion[k] = (thud_twin){x, v};
        c->pull[k] = -(p->stiffness * x + p->damping * v);
        c->way += x;
        c->gain += v;
        double size = fabs(v), small = p->tolerance * scale;
        c->bend += size;
        if (size <= small && last <= 10 * small && k > 3) {
            c->order = k;
            c->bulge = 0.5 * h * c->bend;
            return small < HUGE_VAL; /* beyond, all are alike */
        }
        if (size > scale) scale = size;
        last = size;
    }
    return false;
}

/* the stops that close first on either side; −1: none */
typedef struct {
    int above, below;
} stops;

/* False where a stop is rigid, acts already, or is as far as another on its side. */
static bool find_stops(const thud_simulation *sim, stops *s) {
    *s = (stops){-1, -1};
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        int *nearest = t->left >= 0 ? &s->above : &s->below;
        double best = *nearest < 0 ? INFINITY : sim->contacts.list[*nearest].given.gap;
        if (t->impulsive || t->given.gap == best || t->enter_at != 0 || thud_interface_rests(t)) return false;
        if (t->given.gap < best) *nearest = (int)i;
    }
    return true;
}

/* Looks at the stop on one side (+1: above); the number of the contact that closes in *closing. False when that
 * takes a closer look. */
static bool look(const thud_simulation *sim, const thud_chart_course *c, double side, int stop, int *closing) {
    if (stop < 0) return true;
    const thud_body_contact *t = &sim->contacts.list[stop];
    double from = side * sim->motion.x[0], to = from + side * c->way, v = side * sim->motion.v[0],
           wall = t->given.gap;
    bool leaves = thud_interface_begins(t); /* it has just parted */
    if (!(fabs(v) > c->bend)) return !leaves && (from > to ? from : to) + c->bulge < wall;
    if (v < 0) return leaves || from < wall;
    if (leaves || !(from < wall)) return false;
    if (to >= wall) *closing = stop;
    return true;
}

bool thud_one_body_flight_step(const thud_one_body *one, thud_simulation *sim, thud_event *event) {
    const thud_load *load = &sim->loads.ground;
    thud_chart p = {.side = 1,
                    .stiffness = one->stiffness,
                    .damping = one->damping,
                    .tolerance = sim->motion.linear_tolerance,
                    .near = 1e-6};
    stops all;
    if (load->omega != 0 || !find_stops(sim, &all)) return false;
    double until = load->until < sim->motion.end ? load->until : sim->motion.end, h = until - sim->motion.time,
           g[2] = {load->value};
    thud_instant s =
        thud_instant_at(&p, sim->structure.gravity, sim->motion.x[0], sim->motion.v[0], sim->motion.x[0], 0, g[0]);
    thud_chart_course c;
    int closing = -1;
    if (!expand(one, sim, &p, &s, h, &c)) return false;
    if (!look(sim, &c, 1, all.above, &closing) || !look(sim, &c, -1, all.below, &closing)) return false;
    double x = s.x + c.way, v = s.v + c.gain, elapsed = h;
    c.end = 1;
    if (closing >= 0) {
        const double *motion = (const double *)c.motion;
        x = closing == all.above ? sim->contacts.list[closing].given.gap : -sim->contacts.list[closing].given.gap;
        /* from where a straight line would reach it; after a step of 1e-6 the next one would be 1e-18 */
        c.end = thud_series_place(motion, 2, c.order, x, (x - s.x) / c.way, 1, p.near);
        if (!(c.end < 1)) return false;
        elapsed = c.end * h;
        v = thud_series_value_by(motion + 1, 2, c.order, c.end);
    }
    g[1] = g[0] + load->slope * elapsed;
    thud_instant e = thud_instant_at(&p, sim->structure.gravity, x, v, x, 0, g[1]);
    thud_course_take_instant(sim, &p, &s);
    thud_course_take_instant(sim, &p, &e);
    thud_course_account(sim, &p, &c, &s, &e, g, load->slope);
    bool closes = closing >= 0;
    thud_course_arrive(sim, &p, &e, closes ? sim->motion.time + elapsed : until, h,
                       closes ? THUD_ARRIVAL_EVENT : THUD_ARRIVAL_HORIZON);
    *event = (thud_event){closes ? THUD_EVENT_CLOSE : THUD_EVENT_NONE, closes ? (size_t)closing : 0, c.end};
    return true;
}
