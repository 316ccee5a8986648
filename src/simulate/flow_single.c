/*
 * Along a record with one body: displacement and velocity stay in registers, and all stops together are two walls.
 */
#include "simulate/flow_inside.h"

#include "model/model.h"

typedef struct {
    double low, high;                                       /* m: the stops */
    double stiffness, damping;                              /* 1/s², 1/s */
    double max_displacement, max_velocity, max_acceleration; /* so far */
    double lost, put_in;                                    /* J/kg */
} course;

static course course_of(const thud_simulation *sim) {
    course c = {.low = -INFINITY, .high = INFINITY};
    c.stiffness = sim->single.stiffness;
    c.damping = sim->single.damping;
    c.max_displacement = sim->bodies[0].max_displacement;
    c.max_velocity = sim->bodies[0].max_velocity;
    c.max_acceleration = sim->bodies[0].max_acceleration;
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_touch *t = &sim->touches[i];
        if (t->left >= 0 && t->given.gap < c.high) c.high = t->given.gap;
        if (t->left < 0 && -t->given.gap > c.low) c.low = -t->given.gap;
    }
    return c;
}

/* the state at an instant: displacement, velocity, absolute acceleration and its slope */
typedef struct {
    double x, v, a, slope;
} instant;

static inline instant instant_of(const course *c, double gravity, double x, double v, double ground) {
    double a = gravity - (c->stiffness * x + c->damping * v);
    return (instant){x, v, a, -(c->stiffness * v + c->damping * (a - ground))};
}

/* whether the step needs a closer look: a stop or a new peak inside it */
static inline bool is_eventful(course *c, const instant *s, const instant *e, double g0, double g1, double h) {
    if (thud_flow_reach(s->x, e->x, s->v, e->v, h) >= c->high) return true;
    if (thud_flow_reach(-s->x, -e->x, -s->v, -e->v, h) >= -c->low) return true;
    double a0 = s->a - g0, a1 = e->a - g1, rise = (g1 - g0) / h, j0 = s->slope - rise, j1 = e->slope - rise;
    double bend0 = -(c->stiffness * a0 + c->damping * j0), bend1 = -(c->stiffness * a1 + c->damping * j1);
    return thud_flow_may_peak(s->x, e->x, s->v, e->v, a0, a1, h, &c->max_displacement) ||
           thud_flow_may_peak(s->v, e->v, a0, a1, j0, j1, h, &c->max_velocity) ||
           thud_flow_may_peak(s->a, e->a, s->slope, e->slope, bend0, bend1, h, &c->max_acceleration);
}

static inline void book(course *c, const thud_block *block, double gravity, const instant *s, double way, double g0,
                        double g1) {
    const double *r = block->ramp, *l = block->loss;
    double x = s->x, v = s->v;
    c->lost += x * (l[0] * x) + v * (l[5] * x + l[6] * v) + g0 * (l[10] * x + l[11] * v + l[12] * g0) +
               g1 * (l[15] * x + l[16] * v + l[17] * g0 + l[18] * g1) +
               (l[20] * x + l[21] * v + l[22] * g0 + l[23] * g1 + l[24]);
    c->put_in += (g0 - gravity) * way + (g1 - g0) * (r[0] * x + r[1] * v + r[2] * g0 + r[3] * g1 + r[4]);
}

static void write_back(thud_simulation *sim, const course *c, const instant *s, double time) {
    sim->x[0] = s->x;
    sim->v[0] = s->v;
    sim->time = time;
    sim->bodies[0].max_displacement = c->max_displacement;
    sim->bodies[0].max_velocity = c->max_velocity;
    sim->bodies[0].max_acceleration = c->max_acceleration;
    sim->books.dissipated += c->lost;
    sim->books.input += c->put_in;
    thud_load_move(&sim->ground, time);
}

void thud_flow_run_single(thud_simulation *sim) {
    const thud_flow *f = sim->flow;
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    const double *p = f->blocks[0].step, *q = p + 5;
    course c = course_of(sim);
    size_t next = sim->ground.next, part = 0, steps = 0;
    double time = sim->time, load = f->load[0], g0 = ground->scale * record->acceleration[next - 1];
    instant s = instant_of(&c, sim->gravity, sim->x[0], sim->v[0], g0);
    while (next < record->count && (double)next * record->step <= sim->end && !sim->ledger.stopped) {
        bool last = part + 1 == f->substeps;
        double to = ground->scale * record->acceleration[next];
        double g1 = last ? to : g0 + (to - g0) / (double)(f->substeps - part);
        double end = last ? (double)next * record->step : (double)(next - 1) * record->step + (double)(part + 1) * f->h;
        int sample = thud_flow_wanted(sim, end, f->h);
        if (sample < 0) break;
        double x = (p[0] * s.x + p[1] * s.v) + (p[2] * g0 + p[3] * g1 + p[4]);
        double v = (q[0] * s.x + q[1] * s.v) + (q[2] * g0 + q[3] * g1 + q[4]);
        instant e = instant_of(&c, sim->gravity, x, v, g1);
        if (is_eventful(&c, &s, &e, g0, g1, f->h)) break;
        book(&c, &f->blocks[0], sim->gravity, &s, load * (x - s.x), g0, g1);
        if (sample > 0) {
            f->x1[0] = e.x;
            f->v1[0] = e.v;
            f->a1[0] = e.a;
            thud_flow_hand_over(sim, f, end);
        }
        s = e;
        time = end;
        g0 = g1;
        part = last ? 0 : part + 1;
        next += last;
        steps++;
    }
    sim->summary.solver.steps += steps;
    write_back(sim, &c, &s, time);
}
