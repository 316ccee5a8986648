/*
 * Along a record with one body against one stop: the Taylor series of δ in time, from sample to sample.
 *
 * With u = δⁿ, p = u δ̇ and time in units of the step h, the product rule of δⁿ⁺¹ gives u without weights,
 *     k (δ u)ₖ = (n + 1) h pₖ₋₁,
 * and the coefficients need no powers of h: sums of them are the state at the end, and their sizes what is left out.
 */
#include "simulate/flow_inside.h"

#include "model/model.h"
#include "simulate/series_terms.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 20 };

/* steps from the singular point below which series in time do not pay */
static const double NEAREST = 1.5;

/* What does not change while the contact lasts; per unit of mass. */
typedef struct {
    thud_touch *touch;
    double side;               /* +1: the stop is above the body */
    double stiffness, damping; /* 1/s², 1/s: of the structure */
    double spring, drag;       /* of the contact: f = spring u + drag p, m/s² */
    double room;               /* m: the penetration at which another contact closes */
    double h, share[WIDTH];    /* s: the step, and h/k */
    double tolerance;
} place;

/* The state at an instant. */
typedef struct {
    double x, v;
    double depth, rate;   /* m, m/s: of the contact */
    double u;             /* δⁿ */
    double force, jerk;   /* m/s², m/s³: of the contact, and its slope */
    double a, slope;      /* m/s², m/s³: absolute acceleration, and its slope */
} instant;

/* One step. Coefficients of δ and δ̇ side by side, since both are multiplied with those of u. */
typedef struct {
    double motion[WIDTH][2];
    double u[WIDTH], p[WIDTH], f[WIDTH];
    int order;              /* of δ̇; the others end one before */
    double way, gain;       /* m, m/s: what δ and δ̇ change by */
    double area, impulse;   /* ∫ (δ − δ₀) dt, ∫ f dt */
    double bend;            /* Σ |coefficients of δ̇| from the first on */
} course;

bool thud_flow_contact_fits(const thud_simulation *sim) {
    if (!sim->single.is_one || sim->closed_count != 1 || sim->knows || sim->probe_order > 0) return false;
    const thud_touch *t = &sim->touches[sim->closed[0]];
    return t->phase == THUD_TOUCH_ACTIVE && !t->linear && !t->bilinear && !t->approach_only && t->ends_at_return &&
           t->p == t->n && t->given.gap >= 0;
}

/* how deep the body may get before it meets another stop; 0 when one is near that has nothing to do with depth */
static double room_beside(const thud_simulation *sim, const thud_touch *t) {
    double room = INFINITY;
    for (size_t i = 0; i < sim->touch_count; i++) {
        const thud_touch *other = &sim->touches[i];
        if (other == t) continue;
        bool same_side = (other->left < 0) == (t->left < 0);
        double distance = same_side ? other->given.gap - t->given.gap : other->given.gap + t->given.gap;
        if (same_side && distance < room) room = distance;
        if (!same_side && !(distance > 0)) return 0;
    }
    return room;
}

static place place_of(const thud_simulation *sim) {
    thud_touch *t = &sim->touches[sim->closed[0]];
    place p = {
        .touch = t,
        .side = t->left < 0 ? -1 : 1,
        .stiffness = sim->single.stiffness,
        .damping = sim->single.damping,
        .spring = t->stiffness * sim->inverse_mass[0],
        .drag = t->damping * sim->inverse_mass[0],
        .room = room_beside(sim, t),
        .h = sim->model->ground.samples->step,
        .tolerance = sim->contact_tolerance,
    };
    for (int k = 1; k < WIDTH; k++) p.share[k] = p.h * THUD_RECIPROCAL[k];
    return p;
}

static inline instant instant_of(const place *p, double gravity, double x, double v, double ground) {
    double depth = p->side * x - p->touch->given.gap, rate = p->side * v, n = p->touch->n;
    double u = thud_terms_start(depth, n), stiff = p->spring + p->drag * rate, force = stiff * u;
    double a = gravity - (p->stiffness * x + p->damping * v) - p->side * force, relative = a - ground;
    double jerk = n * (u / depth) * rate * stiff + p->drag * u * p->side * relative;
    double slope = -(p->stiffness * v + p->damping * relative) - p->side * jerk;
    return (instant){x, v, depth, rate, u, force, jerk, a, slope};
}

/* the series from an instant on, under a ground acceleration that changes by `rise`; false when it does not converge */
static inline bool expand(const place *p, const instant *s, double ground, double rise, course *c) {
    double inverse = 1 / s->depth, more = p->touch->n + 1, scale = fabs(s->rate), last = scale;
    double rate = s->rate, a = p->side * (s->a - ground), product = s->u * rate;
    c->motion[0][0] = s->depth;
    c->motion[0][1] = rate;
    c->u[0] = s->u;
    c->p[0] = product;
    c->f[0] = s->force;
    c->way = c->gain = c->area = c->bend = 0;
    c->impulse = p->share[1] * s->force;
    for (int k = 1; k <= HIGHEST; k++) {
        double depth = p->share[k] * rate, size;
        rate = p->share[k] * a;
        c->motion[k][0] = depth;
        c->motion[k][1] = rate;
        c->way += depth;
        c->gain += rate;
        c->area += p->share[k + 1] * depth;
        size = fabs(rate);
        c->bend += size;
        if (size > scale) scale = size;
        if (size <= p->tolerance * scale && last <= 10 * p->tolerance * scale && k >= 3) {
            c->order = k;
            return true;
        }
        last = size;

        double sum[2] = {0, 0};
        for (int j = 1; j <= k; j++) {
            sum[0] += c->motion[j][0] * c->u[k - j];
            sum[1] += c->motion[j][1] * c->u[k - j];
        }
        double u = (more * p->share[k] * product - sum[0]) * inverse;
        product = sum[1] + s->rate * u;
        double f = p->spring * u + p->drag * product;
        c->u[k] = u;
        c->p[k] = product;
        c->f[k] = f;
        c->impulse += p->share[k + 1] * f;
        a = -(p->stiffness * depth + p->damping * rate) - f;
        if (k == 1) a -= p->side * rise;
    }
    return false;
}

/* whether the contact lasts, and no other closes */
static inline bool stays(const place *p, const instant *s, const course *c) {
    double end = s->depth + c->way, sway = 0.5 * p->h * c->bend;
    double low = s->depth < end ? s->depth : end, high = s->depth < end ? end : s->depth;
    bool monotone = fabs(s->rate) > c->bend;
    return (monotone ? end > 0 : low > sway) && high + sway < p->room;
}

/* ---- books ---- */

/* ∫ δ̇² and ∫ p δ̇ over the step in units of it, at `nodes` points at once; `nodes` is known when this is compiled */
static inline void integrate(const course *c, const double *node, const double *weight, int nodes, double *squares,
                             double *losses) {
    double rate[8], p[8];
    for (int g = 0; g < nodes; g++) {
        rate[g] = c->motion[c->order][1] * node[g] + c->motion[c->order - 1][1];
        p[g] = c->p[c->order - 1];
    }
    for (int k = c->order - 2; k >= 0; k--)
        for (int g = 0; g < nodes; g++) {
            rate[g] = rate[g] * node[g] + c->motion[k][1];
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

/* an integrand of which the terms fall as fast as these needs no more points than that */
static void book_energy(thud_simulation *sim, const place *p, const course *c, double ground_end, double rise) {
    double squares, losses, m = sim->mass[0];
    int nodes = c->order <= 4 ? 2 : c->order <= 10 ? 4 : c->order <= 16 ? 6 : 8;
    const double *node = sim->gauss[nodes].node, *weight = sim->gauss[nodes].weight;
    switch (nodes) {
    case 2: integrate(c, node, weight, 2, &squares, &losses); break;
    case 4: integrate(c, node, weight, 4, &squares, &losses); break;
    case 6: integrate(c, node, weight, 6, &squares, &losses); break;
    default: integrate(c, node, weight, 8, &squares, &losses); break;
    }
    double lost = m * p->h * p->drag * losses;
    sim->books.dissipated += m * p->h * p->damping * squares;
    sim->books.impact += lost;
    p->touch->entry.energy_lost += lost;
    p->touch->entry.impulse += m * c->impulse;
    /* in parts: ∫ a ẋ dt = a (x − x₀) − a′ ∫ (x − x₀) dt */
    sim->books.input += m * p->side * ((sim->gravity - ground_end) * c->way + rise / p->h * c->area);
}

/* the value of a series where its slope, which has different signs at the ends, is zero: Newton's method */
static double summit(const double *c, int stride, int order, double slope0, double slope1) {
    double t = slope0 / (slope0 - slope1), value = 0;
    for (int round = 0; round < 4; round++) {
        double slope = 0, curve = 0;
        value = c[order * stride];
        for (int k = order - 1; k >= 0; k--) {
            curve = curve * t + slope;
            slope = slope * t + value;
            value = value * t + c[k * stride];
        }
        double step = slope / (2 * curve);
        /* what is left after it goes with its square, and what that is worth with the square of that */
        if (!(fabs(step) > 1e-4)) return value - 0.5 * step * slope;
        t -= step;
        if (!(t > 0)) t = 0;
        if (!(t < 1)) t = 1;
    }
    return value;
}

static inline double larger_end(double *peak, double from, double to) {
    double top = from > to ? from : to;
    if (top > *peak) *peak = top;
    return top;
}

/* of a series that may rise and fall again inside the step */
static inline void book_top(double *peak, const double *c, int stride, int order, double slope0, double slope1) {
    double top = fabs(summit(c, stride, order, slope0, slope1));
    if (top > *peak) *peak = top;
}

static void book_acceleration(thud_simulation *sim, const place *p, const instant *s, const instant *e,
                              const course *c) {
    double *peak = &sim->bodies[0].max_acceleration, absolute[WIDTH];
    absolute[0] = s->a;
    for (int k = 1; k < c->order; k++)
        absolute[k] = -p->side * (p->stiffness * c->motion[k][0] + p->damping * c->motion[k][1] + c->f[k]);
    larger_end(peak, fabs(s->a), fabs(e->a));
    book_top(peak, absolute, 1, c->order - 1, s->slope, e->slope);
}

/* a step is too short for a slope to change its sign twice */
static inline void book_peaks(thud_simulation *sim, const place *p, const instant *s, const instant *e,
                              const course *c, double g0, double g1) {
    thud_body_summary *b = &sim->bodies[0];
    thud_impact_entry *entry = &p->touch->entry;
    double m = sim->mass[0], force = entry->max_force / m, gap = p->touch->given.gap;
    larger_end(&force, s->force, e->force);
    if (s->jerk > 0 && e->jerk <= 0) book_top(&force, c->f, 1, c->order - 1, s->jerk, e->jerk);
    entry->max_force = m * force;
    larger_end(&entry->max_penetration, s->depth, e->depth);
    if (s->rate > 0 && e->rate <= 0)
        book_top(&entry->max_penetration, c->motion[0], 2, c->order, s->rate, e->rate);
    larger_end(&b->max_displacement, gap + entry->max_penetration, 0);
    if (thud_flow_may_peak(s->v, e->v, s->a - g0, e->a - g1, p->h, &b->max_velocity)) {
        larger_end(&b->max_velocity, fabs(s->v), fabs(e->v));
        book_top(&b->max_velocity, c->motion[0] + 1, 2, c->order, p->side * (s->a - g0), p->side * (e->a - g1));
    }
    if (thud_flow_may_peak(s->a, e->a, s->slope, e->slope, p->h, &b->max_acceleration))
        book_acceleration(sim, p, s, e, c);
}

static void hand_over(thud_simulation *sim, const place *p, const instant *e, double time) {
    const thud_flow *f = sim->flow;
    f->x1[0] = e->x;
    f->v1[0] = e->v;
    f->a1[0] = e->a;
    thud_flow_hand_over(sim, f, time, p->touch, sim->mass[0] * e->force);
}

void thud_flow_contact_run(thud_simulation *sim) {
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    place p = place_of(sim);
    course c;
    size_t next = sim->ground.next, steps = 0;
    double g0 = ground->scale * record->acceleration[next - 1];
    instant s = instant_of(&p, sim->gravity, sim->x[0], sim->v[0], g0);
    while (next < record->count && (double)next * record->step <= sim->end && !sim->ledger.stopped) {
        double g1 = ground->scale * record->acceleration[next], end = (double)next * record->step;
        int sample = thud_flow_wanted(sim, end, p.h);
        if (sample < 0 || !(s.depth > NEAREST * p.h * fabs(s.rate))) break;
        if (!expand(&p, &s, g0, g1 - g0, &c) || !stays(&p, &s, &c)) break;
        instant e = instant_of(&p, sim->gravity, s.x + p.side * c.way, s.v + p.side * c.gain, g1);
        book_energy(sim, &p, &c, g1, g1 - g0);
        book_peaks(sim, &p, &s, &e, &c, g0, g1);
        if (sample > 0) hand_over(sim, &p, &e, end);
        sim->summary.solver.rhs_evaluations += (size_t)c.order;
        sim->time = end;
        s = e;
        g0 = g1;
        next++;
        steps++;
    }
    if (steps == 0) return;
    sim->x[0] = s.x;
    sim->v[0] = s.v;
    sim->summary.solver.steps += steps;
    thud_load_move(&sim->ground, sim->time);
}
