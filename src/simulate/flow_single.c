/*
 * Along a record with one body: displacement and velocity stay in registers, and all stops together are two walls.
 *
 * Gravity is a ground acceleration that does not change: G = a_g − gravity. All that a step needs is linear or
 * quadratic in w = (x, ẋ, G₀, G₁), and comes in pairs that are computed side by side.
 */
#include "simulate/books.h"
#include "simulate/flow_inside.h"

#include "model/model.h"

typedef struct {
    double h;                  /* s */
    double state[4][2];        /* x and ẋ at the end, by the numbers of w */
    double energy[2][4][2];    /* J: what is lost and what is put in, by G₀ and G₁ and the numbers of w */
    double lost[3];            /* J: what is lost by x², x ẋ, ẋ² */
    double stiffness, damping; /* 1/s², 1/s */
    double low, high;          /* m: the stops */
} course;

/* so far */
typedef struct {
    double displacement, velocity, acceleration;
    double quiet; /* m: below that there is neither a stop nor a peak of the displacement */
} peaks;

/* the state at an instant: displacement, velocity and absolute acceleration */
typedef struct {
    double x, v, a;
} instant;

/* the work of the ground, G₀ (x₁ − x₀) load + (G₁ − G₀) ramp, is sorted by products of w as the loss is */
static course course_of(const thud_simulation *sim) {
    const thud_flow *f = sim->flow;
    const double *p = f->blocks[0].step, *l = f->blocks[0].loss, *r = f->blocks[0].ramp;
    course c = {.h = f->h, .low = -INFINITY, .high = INFINITY};
    c.stiffness = sim->single.stiffness;
    c.damping = sim->single.damping;
    for (int i = 0; i < 4; i++) {
        double way = f->load[0] * (p[i] - (i == 0));
        c.state[i][0] = p[i];
        c.state[i][1] = p[5 + i];
        c.energy[0][i][0] = i < 3 ? l[10 + i] : 0;
        c.energy[1][i][0] = l[15 + i];
        c.energy[0][i][1] = i < 3 ? way - r[i] : 0;
        c.energy[1][i][1] = r[i];
    }
    c.energy[1][2][1] += f->load[0] * p[3] - r[3]; /* the products G₀ G₁ of both */
    c.lost[0] = l[0];
    c.lost[1] = l[5];
    c.lost[2] = l[6];
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_touch *t = &sim->touches[i];
        if (t->left >= 0 && t->given.gap < c.high) c.high = t->given.gap;
        if (t->left < 0 && -t->given.gap > c.low) c.low = -t->given.gap;
    }
    return c;
}

static inline instant instant_of(const course *c, double gravity, double x, double v) {
    return (instant){x, v, gravity - (c->stiffness * x + c->damping * v)};
}

/* of the absolute acceleration, given the relative one */
static inline double slope_of(const course *c, double v, double relative) {
    return -(c->stiffness * v + c->damping * relative);
}

/* whether all is far from stops and peaks around an instant: a step between two such instants needs no closer look,
 * since what it adds to one end is no more than its slope, bent as it is there, times its length */
static inline bool is_calm(const course *c, const peaks *top, const instant *s, double relative) {
    double gain = c->h * fabs(relative), speed = fabs(s->v), x = fabs(s->x) + c->h * (speed + gain), v = speed + gain;
    double rise = c->h * fabs(slope_of(c, s->v, relative));
    return x < top->quiet && v + c->h * rise < top->velocity && fabs(s->a) + rise < top->acceleration;
}

static void quieten(const course *c, peaks *top) { top->quiet = fmin(top->displacement, fmin(c->high, -c->low)); }

/* whether the step needs a closer look: a stop or a new peak inside it; given the relative accelerations
 * and the slope of the ground's */
static bool is_eventful(const course *c, peaks *top, const instant *s, const instant *e, double a0, double a1,
                        double rise) {
    if (thud_flow_reach(s->x, e->x, s->v, e->v, c->h) >= c->high) return true;
    if (thud_flow_reach(-s->x, -e->x, -s->v, -e->v, c->h) >= -c->low) return true;
    double slope0 = slope_of(c, s->v, a0), slope1 = slope_of(c, e->v, a1), j0 = slope0 - rise, j1 = slope1 - rise;
    double bend0 = slope_of(c, a0, j0), bend1 = slope_of(c, a1, j1);
    bool peak = thud_flow_may_peak(s->x, e->x, s->v, e->v, a0, a1, c->h, &top->displacement) ||
                thud_flow_may_peak(s->v, e->v, a0, a1, j0, j1, c->h, &top->velocity) ||
                thud_flow_may_peak(s->a, e->a, slope0, slope1, bend0, bend1, c->h, &top->acceleration);
    quieten(c, top);
    return peak;
}

static inline void go(const course *c, const instant *s, double g0, double g1, double *to) {
    for (int i = 0; i < 2; i++)
        to[i] = (c->state[0][i] * s->x + c->state[1][i] * s->v) + (c->state[2][i] * g0 + c->state[3][i] * g1);
}

static inline void book(const course *c, const instant *s, double g0, double g1, double *sum) {
    double x = s->x, v = s->v;
    for (int i = 0; i < 2; i++) {
        double first = c->energy[0][0][i] * x + c->energy[0][1][i] * v + c->energy[0][2][i] * g0;
        double second =
            (c->energy[1][0][i] * x + c->energy[1][1][i] * v) + (c->energy[1][2][i] * g0 + c->energy[1][3][i] * g1);
        sum[i] += g0 * first + g1 * second;
    }
    sum[0] += (c->lost[0] * x + c->lost[1] * v) * x + c->lost[2] * v * v;
}

void thud_flow_run_single(thud_simulation *sim) {
    const thud_flow *f = sim->flow;
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    const double gravity = sim->gravity, scale = ground->scale;
    course c = course_of(sim);
    thud_body_summary *b = &sim->bodies[0];
    peaks top = {b->max_displacement, b->max_velocity, b->max_acceleration, 0};
    quieten(&c, &top);
    size_t next = sim->ground.next, part = 0, steps = 0, count = record->count, substeps = f->substeps;
    double time = sim->time, g0 = scale * record->acceleration[next - 1] - gravity, sum[2] = {0, 0};
    instant s = instant_of(&c, gravity, sim->x[0], sim->v[0]);
    bool calm = false;
    for (; next < count && !sim->ledger.stopped; steps++) {
        double g1 = scale * record->acceleration[next] - gravity, end = (double)next * record->step;
        if (end > sim->end) break;
        if (part + 1 < substeps) {
            g1 = g0 + (g1 - g0) / (double)(substeps - part);
            end += ((double)(part + 1) - (double)substeps) * c.h;
        }
        int sample = thud_flow_wanted(sim, end, c.h);
        if (sample < 0) break;
        double to[2];
        go(&c, &s, g0, g1, to);
        instant e = instant_of(&c, gravity, to[0], to[1]);
        double relative = e.a - gravity - g1;
        bool still = is_calm(&c, &top, &e, relative);
        if (!(calm && still) && is_eventful(&c, &top, &s, &e, s.a - gravity - g0, relative, (g1 - g0) / c.h)) break;
        book(&c, &s, g0, g1, sum);
        calm = still;
        s = e;
        time = end;
        g0 = g1;
        if (++part == substeps) {
            part = 0;
            next++;
        }
        if (sample > 0) thud_flow_hand_over(sim, &s.x, &s.v, &s.a, end, NULL, 0);
    }
    sim->x[0] = s.x;
    sim->v[0] = s.v;
    sim->time = time;
    b->max_displacement = top.displacement;
    b->max_velocity = top.velocity;
    b->max_acceleration = top.acceleration;
    sim->books.dissipated += sum[0];
    sim->books.input += sum[1];
    sim->summary.solver.steps += steps;
    thud_load_jump(&sim->ground, next, time);
}
