/*
 * Along a record in a contact: the Taylor series of δ in time, from sample to sample.
 *
 * With u = δⁿ, p = u δ̇ and time in units of the step h, the product rule of δⁿ⁺¹ gives u without weights,
 *     k (δ u)ₖ = (n + 1) h pₖ₋₁,
 * and the coefficients need no powers of h: sums of them are the state at the end, and their sizes what is left
 * out.
 */
#include "model/model.h"
#include "simulate/flow_inside.h"
#include "simulate/press.h"

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

/* the series from an instant on, under a ground acceleration that changes by `rise`; false when it does not
 * converge */
static inline bool expand(const thud_press *p, const lengths *l, const thud_press_instant *s, double ground,
                          double rise, course *c) {
    thud_press_course *out = &c->series;
    double inverse = 1 / s->depth, more = p->n + 1, scale = fabs(s->rate), last = scale, bend = 0;
    double rate = s->rate, a = p->side * (s->a - ground), product = s->u * rate;
    double way = 0, gain = 0, area = 0, impulse = l->share[1] * s->force;
    out->motion[0][0] = s->depth;
    out->motion[0][1] = rate;
    out->f[0] = s->force;
    out->pull[0] = p->side * s->a;
    c->u[0] = s->u;
    c->p[0] = product;
    for (int k = 1; k <= HIGHEST; k++) {
        double depth = l->share[k] * rate;
        rate = l->share[k] * a;
        out->motion[k][0] = depth;
        out->motion[k][1] = rate;
        way += depth;
        gain += rate;
        area += l->share[k + 1] * depth;
        double size = fabs(rate), small = p->tolerance * scale;
        bend += size;
        if (size <= small && last <= 10 * small && k >= 3) {
            out->order = k;
            out->bend = bend;
            c->way = way;
            c->gain = gain;
            c->area = area;
            c->impulse = impulse;
            return true;
        }
        if (size > scale) scale = size;
        last = size;

        /* what has just become known comes last: the other terms need not wait for it */
        double sum[2] = {0, 0};
        for (int j = 2; j < k; j++) {
            sum[0] += out->motion[j][0] * c->u[k - j];
            sum[1] += out->motion[j][1] * c->u[k - j];
        }
        if (k > 1) {
            sum[0] += depth * s->u;
            sum[1] += rate * s->u;
        }
        sum[0] += out->motion[1][0] * c->u[k - 1];
        sum[1] += out->motion[1][1] * c->u[k - 1];
        double u = (more * l->share[k] * product - sum[0]) * inverse;
        product = sum[1] + s->rate * u;
        double f = p->spring * u + p->drag * product;
        c->u[k] = u;
        c->p[k] = product;
        out->f[k] = f;
        impulse += l->share[k + 1] * f;
        a = out->pull[k] = -(p->stiffness * depth + p->damping * rate) - f;
        if (k == 1) a -= p->side * rise;
    }
    return false;
}

/* whether the contact lasts, and no other closes */
static inline bool stays(const thud_press *p, double h, const thud_press_instant *s, const course *c) {
    double end = s->depth + c->way, sway = 0.5 * h * c->series.bend;
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

void thud_press_run(thud_simulation *sim) {
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    thud_press p = thud_press_of(sim);
    lengths l = {.h = record->step};
    for (int k = 1; k < WIDTH; k++) l.share[k] = l.h * THUD_RECIPROCAL[k];
    course c;
    c.series.end = 1;
    size_t next = sim->ground.next, steps = 0;
    double g[2] = {ground->scale * record->acceleration[next - 1]}, pace[2] = {l.h, l.h};
    thud_press_instant s = instant_of(&p, sim->gravity, sim->x[0], sim->v[0], g[0]);
    while (next < record->count && (double)next * record->step <= sim->end && !sim->ledger.stopped) {
        double end = (double)next * record->step;
        int sample = thud_flow_wanted(sim, end, l.h);
        g[1] = ground->scale * record->acceleration[next];
        if (sample < 0 || !(s.depth > NEAREST * l.h * fabs(s.rate))) break;
        if (!expand(&p, &l, &s, g[0], g[1] - g[0], &c) || !stays(&p, l.h, &s, &c)) break;
        thud_press_instant e = instant_of(&p, sim->gravity, s.x + p.side * c.way, s.v + p.side * c.gain, g[1]);
        book_energy(sim, &p, l.h, &c, g[1], g[1] - g[0]);
        thud_press_book_peaks(sim, &p, &s, &e, &c.series, g, pace, false);
        if (sample > 0) thud_press_hand_over(sim, &p, &e, end);
        sim->summary.solver.rhs_evaluations += (size_t)c.series.order;
        sim->time = end;
        s = e;
        g[0] = g[1];
        next++;
        steps++;
    }
    if (steps == 0) return;
    sim->x[0] = s.x;
    sim->v[0] = s.v;
    sim->summary.solver.steps += steps;
    thud_load_jump(&sim->ground, next, sim->time);
}
