/*
 * Along a record in a contact: the Taylor series of δ in time, from sample to sample.
 *
 * With u = δⁿ, p = u δ̇ and time in units of the step h, the product rule of δⁿ⁺¹ gives u without weights,
 *     k (δ u)ₖ = (n + 1) h pₖ₋₁,
 * and the coefficients need no powers of h: sums of them are the state at the end, and their sizes what is left
 * out.
 */
#include "model/model.h"
#include "simulate/one_body/press.h"
#include "simulate/record/flow_inside.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 20 };

/* steps from the singular point below which series in time do not pay */
static const double NEAREST = 1.2;

typedef struct {
    thud_press_course series;
    double u[WIDTH], p[WIDTH];
    double way, gain;     /* m, m/s: what δ and δ̇ change by */
    double area, impulse; /* ∫ (δ − δ₀) dt, ∫ f dt */
} course;

/* the step and its fractions h/k, s */
typedef struct {
    double h, share[WIDTH];
} lengths;

static inline double root_of(double depth, double n) { return n == 1.5 ? sqrt(depth) : pow(depth, n - 1); }

static inline thud_press_instant instant_of(const thud_press *p, double gravity, double x, double v,
                                            double ground) {
    double depth = p->side * x - p->gap;
    return thud_press_at(p, gravity, x, v, depth, root_of(depth, p->n), ground);
}

/* how far the series has come: what the next term follows from, and sums */
typedef struct {
    double rate, a, product; /* the last coefficients of δ̇, δ̈ and δⁿ δ̇ */
    double scale, last;      /* the largest of δ̇, and the last */
    double bend, turn, way, gain, area, impulse;
} progress;

/* of the step */
typedef struct {
    double inverse;     /* 1/δ₀ */
    double stiff, slow; /* by how much a falls with u and with δ̇ */
    double rise;        /* what the ground acceleration changes by */
} whole;

/* the k-th term; true when it is the last that is needed. Inlined where k is a number, its sums are written out. */
static inline __attribute__((always_inline)) bool add_term(const thud_press *p, const lengths *l,
                                                           const thud_press_instant *s, const whole *w, int k,
                                                           course *c, progress *at) {
    thud_press_course *out = &c->series;
    double depth = l->share[k] * at->rate, rate = l->share[k] * at->a;
    out->motion[k] = (thud_pair){depth, rate};
    at->way += depth;
    at->gain += rate;
    at->area += l->share[k + 1] * depth;
    double size = fabs(rate), small = p->tolerance * at->scale;
    at->bend += size;
    if (k >= 3 && size <= small && at->last <= 10 * small) return small < HUGE_VAL; /* beyond, all are alike */
    if (size > at->scale) at->scale = size;
    at->last = size;

    /* what has just become known comes last: the other terms need not wait for it */
    thud_pair sum = thud_both(0);
    for (int j = 1; j < k; j++) sum += out->motion[j] * thud_both(c->u[k - j]);
    double u = (p->n + 1) * l->share[k] * w->inverse * at->product - (sum[0] + depth * s->u) * w->inverse;
    double product = (sum[1] + s->rate * u) + rate * s->u, f = p->spring * u + p->drag * product;
    c->u[k] = u;
    c->p[k] = product;
    out->f[k] = f;
    at->turn += THUD_PRESS_TURN[k] * fabs(f);
    at->impulse += l->share[k + 1] * f;
    /* −K δ − C δ̇ − f, sorted by how late the parts are known */
    double pull = -(p->stiffness * depth + p->drag * sum[1]) - w->stiff * u - w->slow * rate;
    out->pull[k] = pull;
    at->a = k == 1 ? pull - w->rise : pull;
    at->rate = rate;
    at->product = product;
    return false;
}

/* the series from an instant on, under a ground acceleration that changes by `rise`; false when it does not
 * converge */
static inline bool expand(const thud_press *p, const lengths *l, const thud_press_instant *s, double ground,
                          double rise, course *c) {
    thud_press_course *out = &c->series;
    whole w = {1 / s->depth, p->spring + p->drag * s->rate, p->damping + p->drag * s->u, p->side * rise};
    progress at = {.rate = s->rate,
                   .a = p->side * (s->a - ground),
                   .product = s->u * s->rate,
                   .scale = fabs(s->rate),
                   .impulse = l->share[1] * s->force};
    out->motion[0] = (thud_pair){s->depth, s->rate};
    out->f[0] = s->force;
    out->pull[0] = p->side * s->a;
    c->u[0] = s->u;
    c->p[0] = at.product;
    add_term(p, l, s, &w, 1, c, &at);
    add_term(p, l, s, &w, 2, c, &at);
    int k = 3;
    bool done = add_term(p, l, s, &w, 3, c, &at);
    if (!done) done = add_term(p, l, s, &w, k = 4, c, &at);
    while (!done && k < HIGHEST) done = add_term(p, l, s, &w, ++k, c, &at);
    out->order = k;
    out->bend = at.bend;
    out->turn = at.turn;
    out->sway = 0.5 * l->h * at.bend;
    c->way = at.way;
    c->gain = at.gain;
    c->area = at.area;
    c->impulse = at.impulse;
    return done;
}

/* whether the contact lasts, does not pull, and no other closes. With δ̇ between δ̇₀ ± bend, δ is no further from a
 * straight line than it gets at these two speeds in half the step. */
static inline bool stays(const thud_press *p, const thud_press_instant *s, const course *c) {
    double end = s->depth + c->way, sway = c->series.sway;
    if (!(s->rate - c->series.bend > p->slowest)) return false;
    double low = s->depth < end ? s->depth : end, high = s->depth < end ? end : s->depth;
    bool monotone = fabs(s->rate) > c->series.bend;
    return (monotone ? end > 0 : low > sway) && high + sway < p->room;
}

/* ∫ δ̇² and ∫ p δ̇ over the step in units of it, at `nodes` points at once; `nodes` is known when this is compiled */
static inline void integrate(const course *c, const double *node, const double *weight, int nodes, double *squares,
                             double *losses) {
    double rate[8], p[8];
    int order = c->series.order;
    for (int g = 0; g < nodes; g++) {
        rate[g] = c->series.motion[order][1] * node[g] + c->series.motion[order - 1][1];
        p[g] = c->p[order - 1];
    }
    for (int k = order - 2; k >= 0; k--)
        for (int g = 0; g < nodes; g++) {
            rate[g] = rate[g] * node[g] + c->series.motion[k][1];
            p[g] = p[g] * node[g] + c->p[k];
        }
    double s = 0, l = 0;
    for (int g = 0; g < nodes; g++) {
        s += weight[g] * rate[g] * rate[g];
        l += weight[g] * rate[g] * p[g];
    }
    *squares = s;
    *losses = l;
}

static inline void book_energy(thud_simulation *sim, const thud_press *p, double h, const course *c,
                               double ground_end, double rise) {
    double squares, losses;
    /* the terms of the integrands fall as fast as those of the series: it takes no more points than that */
    int order = c->series.order, nodes = order <= 4 ? 2 : order <= 10 ? 4 : order <= 16 ? 6 : 8;
    const double *node = sim->gauss[nodes].node, *weight = sim->gauss[nodes].weight;
    switch (nodes) {
    case 2: integrate(c, node, weight, 2, &squares, &losses); break;
    case 4: integrate(c, node, weight, 4, &squares, &losses); break;
    case 6: integrate(c, node, weight, 6, &squares, &losses); break;
    default: integrate(c, node, weight, 8, &squares, &losses); break;
    }
    thud_press_book_energy(sim, p, h * squares, h * losses, c->impulse);
    /* in parts: ∫ a ẋ dt = a (x − x₀) − a′ ∫ (x − x₀) dt */
    sim->books.input += sim->mass[0] * p->side * ((sim->gravity - ground_end) * c->way + rise / h * c->area);
}

/* what is to be seen of a step from s to e, before the record's sample `next` */
static void look_at_step(thud_simulation *sim, const thud_press *p, const thud_press_instant *s,
                         const thud_press_instant *e, size_t next, double end) {
    double h = end - sim->time;
    if (thud_books_watched(sim, end - thud_flow_near_end(h))) {
        sim->x[0] = s->x;
        sim->v[0] = s->v;
        thud_load_jump(&sim->ground, next, sim->time);
        thud_flow_look_inside(sim, end, h);
    }
    if (thud_flow_sees_end(sim, end, h)) thud_press_hand_over(sim, p, e, end);
}

void thud_press_run(thud_simulation *sim) {
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    thud_press p = thud_press_of(sim);
    lengths l;
    l.h = record->step;
    for (int k = 1; k <= HIGHEST + 1; k++) l.share[k] = l.h * THUD_RECIPROCAL[k];
    course c;
    c.series.end = 1;
    size_t next = sim->ground.next, steps = 0;
    double g[2] = {ground->scale * record->acceleration[next - 1]}, pace[2] = {l.h, l.h};
    /* taking turns: a copy of what has just been written would have to wait */
    thud_press_instant both[2] = {instant_of(&p, sim->gravity, sim->x[0], sim->v[0], g[0])}, *s = both,
                       *e = both + 1;
    thud_press_book_instant(sim, &p, s);
    while (next < record->count && (double)next * record->step <= sim->end && !sim->ledger.stopped) {
        double end = (double)next * record->step;
        g[1] = ground->scale * record->acceleration[next];
        if (!(s->depth > NEAREST * l.h * fabs(s->rate))) break;
        if (!expand(&p, &l, s, g[0], g[1] - g[0], &c) || !stays(&p, s, &c)) break;
        *e = instant_of(&p, sim->gravity, s->x + p.side * c.way, s->v + p.side * c.gain, g[1]);
        book_energy(sim, &p, l.h, &c, g[1], g[1] - g[0]);
        thud_press_book_peaks(sim, &p, s, e, &c.series, g, pace, false);
        look_at_step(sim, &p, s, e, next, end);
        sim->summary.solver.rhs_evaluations += (size_t)c.series.order;
        sim->time = end;
        s = e;
        e = s == both ? both + 1 : both;
        g[0] = g[1];
        next++;
        steps++;
    }
    if (steps == 0) return;
    thud_press_book_instant(sim, &p, s);
    sim->x[0] = s->x;
    sim->v[0] = s->v;
    sim->summary.solver.steps += steps;
    thud_load_jump(&sim->ground, next, sim->time);
}
