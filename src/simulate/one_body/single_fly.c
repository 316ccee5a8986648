/*
 * One body between its stops, in flight: a step by series in time, to the next break of the load or to a stop.
 */
#include <math.h>

#include "model/model.h"
#include "simulate/one_body/press.h"
#include "simulate/one_body/single.h"
#include "simulate/record/flow_inside.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 22 };

static const double NEAR = 1e-4; /* see thud_press_raise */

/* in units of the step */
typedef struct {
    double motion[WIDTH][2]; /* x, ẋ */
    double pull[WIDTH];      /* absolute acceleration */
    int order;
    double way, gain, bend; /* what x and ẋ change by; Σ |coefficients of ẋ| from the first on */
    double end;             /* the part of the step that is taken */
} course;

bool thud_single_flies(const thud_simulation *sim) {
    if (!sim->single.plain || sim->closed_count > 0 || sim->ground.omega != 0) return false;
    for (size_t i = 0; i < sim->touch_count; i++)
        if (sim->touches[i].enter_at != 0 || sim->touches[i].known_zeros > 1) return false;
    return true;
}

static bool expand(const thud_simulation *sim, double h, course *c) {
    const thud_single *one = &sim->single;
    double v0 = sim->v[0], scale = fabs(v0), last = scale, tolerance = sim->linear_tolerance, v = v0, power = 1;
    c->motion[0][0] = sim->x[0];
    c->motion[0][1] = v0;
    c->pull[0] = sim->gravity - (one->stiffness * sim->x[0] + one->damping * v0);
    c->way = c->gain = c->bend = 0;
    double a0 = c->pull[0] - sim->ground.value, rise = sim->ground.slope;
    for (int k = 1; k <= HIGHEST; k++) {
        double x = h * THUD_RECIPROCAL[k] * v;
        power *= h;
        v = power * (one->from_speed[k] * v0 + one->from_pull[k] * a0 + one->from_rise[k] * rise);
        c->motion[k][0] = x;
        c->motion[k][1] = v;
        c->way += x;
        c->gain += v;
        double size = fabs(v), small = tolerance * scale;
        c->bend += size;
        if (size <= small && last <= 10 * small && k > 3) {
            c->order = k;
            return small < HUGE_VAL; /* beyond, all are alike */
        }
        if (size > scale) scale = size;
        last = size;
    }
    return false;
}

/* Looks at the stop on one side (+1: above); the number of the contact that closes in *closing. False when that
 * takes a closer look. */
static bool look(const thud_simulation *sim, double h, const course *c, double side, int stop, int *closing) {
    if (stop < 0) return true;
    const thud_touch *t = &sim->touches[stop];
    double from = side * sim->x[0], to = from + side * c->way, v = side * sim->v[0], wall = t->given.gap;
    bool leaves = t->known_zeros > 0; /* it has just let go */
    if (!(fabs(v) > c->bend)) return !leaves && (from > to ? from : to) + 0.5 * h * c->bend < wall;
    if (v < 0) return leaves || from < wall;
    if (leaves || !(from < wall)) return false;
    if (to >= wall) *closing = stop;
    return true;
}

/* ∫ ẋ² and ∫ (x − x₀) over what is taken of the step, in units of that */
static inline void integrate(const course *c, const double *node, const double *weight, int nodes, double *squares,
                             double *area) {
    double from = c->motion[0][0], at[8], x[8], v[8], s = 0, a = 0;
    for (int g = 0; g < nodes; g++) at[g] = c->end * node[g];
    thud_press_values(c->motion[0], 2, c->motion[0] + 1, 2, c->order, at, nodes, x, v);
    for (int g = 0; g < nodes; g++) {
        s += weight[g] * v[g] * v[g];
        a += weight[g] * (x[g] - from);
    }
    *squares = s;
    *area = a;
}

static void book_energy(thud_simulation *sim, double h, const course *c, double way, double ground_end) {
    double squares, area;
    if (c->order <= 11) integrate(c, sim->gauss[4].node, sim->gauss[4].weight, 4, &squares, &area);
    else integrate(c, sim->gauss[8].node, sim->gauss[8].weight, 8, &squares, &area);
    double m = sim->mass[0], duration = c->end * h;
    sim->books.dissipated += m * sim->single.damping * duration * squares;
    /* in parts: ∫ a ẋ dt = a (x − x₀) − a′ ∫ (x − x₀) dt */
    sim->books.input += m * ((sim->gravity - ground_end) * way + sim->ground.slope * duration * area);
}

/* of the acceleration, where it may have a peak */
static void fill_pull(const thud_simulation *sim, course *c) {
    for (int k = 1; k <= c->order; k++)
        c->pull[k] = -(sim->single.stiffness * c->motion[k][0] + sim->single.damping * c->motion[k][1]);
}

/*
 * ẋ is no further from ẋ₀, nor from a straight line between its ends, than `bend`, the sum of its other terms; x is
 * no further from such a line than it gets in half the step with speeds that far apart, and the acceleration,
 * gravity − K x − C ẋ, no further than its parts together. Only what may be a new peak by that is searched for.
 */
static void book_peaks(thud_simulation *sim, course *c, double h, const double *x, const double *v, const double *a,
                       const double *ground) {
    thud_body_summary *b = &sim->bodies[0];
    double K = sim->single.stiffness, C = sim->single.damping, sway = 0.5 * h * c->bend;
    double relative[2] = {a[0] - ground[0], a[1] - ground[1]};
    const double *motion = c->motion[0];
    if (thud_larger(fabs(x[0]), fabs(x[1])) + sway > b->max_displacement)
        thud_press_raise(&b->max_displacement, motion, 2, c->order, c->end, x[0], x[1], v[0], v[1], NEAR);
    if (fabs(v[0]) + c->bend > b->max_velocity)
        thud_press_raise(&b->max_velocity, motion + 1, 2, c->order, c->end, v[0], v[1], relative[0], relative[1],
                         NEAR);
    if (thud_larger(fabs(a[0]), fabs(a[1])) + K * sway + C * c->bend > b->max_acceleration) {
        fill_pull(sim, c);
        thud_press_raise(&b->max_acceleration, c->pull, 1, c->order, c->end, a[0], a[1],
                         -(K * v[0] + C * relative[0]), -(K * v[1] + C * relative[1]), NEAR);
    }
}

bool thud_single_fly(thud_simulation *sim, thud_event *event) {
    const thud_load *load = &sim->ground;
    double until = load->until < sim->end ? load->until : sim->end, h = until - sim->time;
    int closing = -1;
    course c;
    if (!expand(sim, h, &c)) return false;
    if (!look(sim, h, &c, 1, sim->single.above, &closing) || !look(sim, h, &c, -1, sim->single.below, &closing))
        return false;
    double from = sim->x[0], v0 = sim->v[0], g0 = load->value, x = from + c.way, v = v0 + c.gain, elapsed = h;
    c.end = 1;
    if (closing >= 0) {
        x = closing == sim->single.above ? sim->touches[closing].given.gap : -sim->touches[closing].given.gap;
        /* from where a straight line would reach it; after a step of 1e-6 the next one would be 1e-18 */
        c.end = thud_series_place(c.motion[0], 2, c.order, x, (x - from) / c.way, 1, 1e-6);
        if (!(c.end < 1)) return false;
        elapsed = c.end * h;
        v = thud_series_jet_at(c.motion[0] + 1, 2, c.order, c.end).value;
    }
    double K = sim->single.stiffness, C = sim->single.damping;
    double a1 = sim->gravity - (K * x + C * v), g1 = g0 + load->slope * elapsed;
    book_energy(sim, h, &c, x - from, g1);
    book_peaks(sim, &c, h, (double[]){from, x}, (double[]){v0, v}, (double[]){c.pull[0], a1}, (double[]){g0, g1});
    double end = closing < 0 ? until : sim->time + elapsed;
    thud_flow_look_inside(sim, end, h);
    if (closing < 0 && thud_flow_sees_end(sim, end, h)) thud_flow_hand_over(sim, &x, &v, &a1, until, NULL, 0);
    if (closing >= 0) thud_flow_show_event(sim, &x, &v, &a1, end, NULL, 0);
    sim->x[0] = x;
    sim->v[0] = v;
    sim->time = end;
    sim->summary.solver.rhs_evaluations += (size_t)c.order;
    *event =
        (thud_event){closing < 0 ? THUD_EVENT_NONE : THUD_EVENT_CLOSE, closing < 0 ? 0 : (size_t)closing, c.end};
    return true;
}
