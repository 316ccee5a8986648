/*
 * Along a record in a contact: the Taylor series of δ in time, from sample to sample.
 *
 * With u = δⁿ and time in units of the step h, the product rule of δⁿ⁺¹ gives u without weights,
 *     k (δ u)ₖ = (n + 1) h (u δ̇)ₖ₋₁,
 * and likewise δᵖ, where the damper has another power,
 * and the coefficients need no powers of h: sums of them are the state at the end, and their sizes what is left
 * out.
 */
#include "model/model.h"
#include "simulate/one_body/one_body.h"
#include "simulate/record/flow_inside.h"

enum { WIDTH = THUD_SERIES_WIDTH, HIGHEST = 20 };

/* steps from the singular point below which series in time do not pay */
static const double NEAREST = 1.2;

/* the step and its fractions h/k, s */
typedef struct {
    double h, share[WIDTH];
} lengths;

static inline thud_instant instant_of(const thud_chart *p, double gravity, double x, double v, double ground) {
    double depth = p->side * x - p->gap;
    return thud_instant_at(p, gravity, x, v, depth, thud_instant_root(depth, p->n - 1), ground);
}

/* how far the series has come: what the next term follows from, and sums */
typedef struct {
    double rate, a, product, other; /* the last coefficients of δ̇, δ̈, δⁿ δ̇ and δᵖ δ̇ */
    double scale, last;             /* the largest of δ̇, and the last */
    double bend, turn, way, gain;
} progress;

/* of the step */
typedef struct {
    double inverse;     /* 1/δ₀ */
    double stiff, slow; /* by how much a falls with u and with δ̇ */
    double rise;        /* what the ground acceleration changes by */
} whole;

/* coefficients of δⁿ and δᵖ */
typedef struct {
    double u[WIDTH], w[WIDTH];
} powers;

/* the k-th term; true when it is the last that is needed. Inlined where k is a number, its sums are written out. */
static inline __attribute__((always_inline)) bool add_term(const thud_chart *p, const lengths *l,
                                                           const thud_instant *s, const whole *w, int k, bool two,
                                                           thud_chart_course *out, powers *of, progress *at) {
    double depth = l->share[k] * at->rate, rate = l->share[k] * at->a;
    out->motion[k] = (thud_twin){depth, rate};
    at->way += depth;
    at->gain += rate;
    double size = fabs(rate), small = p->tolerance * at->scale;
    at->bend += size;
    if (k >= 3 && size <= small && at->last <= 10 * small) return small < HUGE_VAL; /* beyond, all are alike */
    if (size > at->scale) at->scale = size;
    at->last = size;

    /* what has just become known comes last: the other terms need not wait for it */
    thud_twin sum = thud_both(0);
    for (int j = 1; j < k; j++) sum += out->motion[j] * thud_both(of->u[k - j]);
    double u = (p->n + 1) * l->share[k] * w->inverse * at->product - (sum[0] + depth * s->u) * w->inverse;
    double product = (sum[1] + s->rate * u) + rate * s->u, f = p->spring * u + p->drag * product;
    of->u[k] = u;
    if (two) {
        thud_twin other = thud_both(0);
        for (int j = 1; j < k; j++) other += out->motion[j] * thud_both(of->w[k - j]);
        double v = (p->p + 1) * l->share[k] * w->inverse * at->other - (other[0] + depth * s->w) * w->inverse;
        of->w[k] = v;
        at->other = (other[1] + s->rate * v) + rate * s->w;
        f = p->spring * u + p->drag * at->other;
    }
    out->force[k] = f;
    at->turn += thud_course_turn(k) * fabs(f);
    /* −K δ − C δ̇ − f, sorted by how late the parts are known */
    double pull = two ? -(p->stiffness * depth + p->damping * rate) - f
                      : -(p->stiffness * depth + p->drag * sum[1]) - w->stiff * u - w->slow * rate;
    out->pull[k] = pull;
    at->a = k == 1 ? pull - w->rise : pull;
    at->rate = rate;
    at->product = product;
    return false;
}

/* the series from an instant on, under a ground acceleration that changes by `rise`; false when it does not
 * converge */
static inline __attribute__((always_inline)) bool expand_by(const thud_chart *p, const lengths *l,
                                                            const thud_instant *s, double ground, double rise,
                                                            bool two, thud_chart_course *out) {
    powers of;
    whole w = {1 / s->depth, p->spring + p->drag * s->rate, p->damping + p->drag * s->u, p->side * rise};
    progress at = {
        .rate = s->rate, .a = p->side * (s->a - ground), .product = s->u * s->rate, .scale = fabs(s->rate)};
    out->motion[0] = (thud_twin){s->depth, s->rate};
    out->force[0] = s->force;
    out->pull[0] = p->side * s->a;
    at.other = s->w * s->rate;
    of.u[0] = s->u;
    of.w[0] = s->w;
    add_term(p, l, s, &w, 1, two, out, &of, &at);
    add_term(p, l, s, &w, 2, two, out, &of, &at);
    int k = 3;
    bool done = add_term(p, l, s, &w, 3, two, out, &of, &at);
    if (!done) done = add_term(p, l, s, &w, k = 4, two, out, &of, &at);
    while (!done && k < HIGHEST) done = add_term(p, l, s, &w, ++k, two, out, &of, &at);
    out->order = k;
    out->bend = at.bend;
    out->turn = at.turn;
    out->bulge = 0.5 * l->h * at.bend;
    out->way = at.way;
    out->gain = at.gain;
    return done;
}

static bool expand(const thud_chart *p, const lengths *l, const thud_instant *s, double ground, double rise,
                   thud_chart_course *out) {
    return thud_chart_has_two_powers(p) ? expand_by(p, l, s, ground, rise, true, out)
                                        : expand_by(p, l, s, ground, rise, false, out);
}

/* whether the force stays above zero: spring δⁿ⁻ᵖ + drag δ̇, at the least that both may be */
static bool pushes(const thud_chart *p, double least, double slowest) {
    if (p->contact->ends_at_return || slowest >= 0) return true;
    return least > 0 && p->spring * pow(least, p->n - p->p) + p->drag * slowest > 0;
}

/* whether the contact lasts, does not pull, and no other closes. With δ̇ between δ̇₀ ± bend, δ is no further from a
 * straight line than it gets at these two speeds in half the step. */
static inline bool stays(const thud_chart *p, const thud_instant *s, const thud_chart_course *c) {
    double end = s->depth + c->way;
    if (!(s->rate - c->bend > p->slowest) || (p->released && !thud_course_lets_go(c))) return false;
    double low = s->depth < end ? s->depth : end, high = s->depth < end ? end : s->depth;
    bool monotone = fabs(s->rate) > c->bend;
    if (p->approach_only && !(p->contact->approaching ? s->rate > c->bend : s->rate < -c->bend)) return false;
    if (!p->released && !pushes(p, low - c->bulge, s->rate - c->bend)) return false;
    return (monotone ? end > 0 : low > c->bulge) && high + c->bulge < p->clearance;
}

/* what is to be seen of a step from s to e, before the record's sample `next` */
static void look_at_step(thud_simulation *sim, const thud_chart *p, const thud_instant *s, const thud_instant *e,
                         size_t next, double end) {
    double h = end - sim->motion.time;
    if (thud_account_watched(sim, end - thud_flow_near_end(h))) {
        sim->motion.x[0] = s->x;
        sim->motion.v[0] = s->v;
        thud_load_jump(&sim->loads.ground, next, sim->motion.time);
        thud_flow_look_inside(sim, end, h);
    }
    if (thud_flow_sees_end(sim, end, h))
        thud_flow_hand_over(sim, &e->x, &e->v, &e->a, end, p->contact, sim->structure.mass[0] * e->force);
}

void thud_one_body_follow_record(const thud_one_body *one, thud_simulation *sim) {
    const thud_signal *ground = &sim->model->ground;
    const thud_motion *record = ground->samples;
    thud_chart p = thud_chart_of_contact(one, sim);
    lengths l;
    l.h = record->step;
    for (int k = 1; k <= HIGHEST; k++) l.share[k] = l.h * THUD_RECIPROCAL[k];
    thud_chart_course c;
    c.end = 1;
    c.length = l.h;
    c.by_root = false;
    size_t next = sim->loads.ground.next, steps = 0;
    double g[2] = {ground->scale * record->acceleration[next - 1]};
    /* taking turns: a copy of what has just been written would have to wait */
    thud_instant both[2] = {instant_of(&p, sim->structure.gravity, sim->motion.x[0], sim->motion.v[0], g[0])},
                 *s = both, *e = both + 1;
    thud_course_take_instant(sim, &p, s);
    while (next < record->count && (double)next * record->step <= sim->motion.end &&
           !sim->accounts.ledger.stopped) {
        double end = (double)next * record->step;
        g[1] = ground->scale * record->acceleration[next];
        if (!(s->depth > NEAREST * l.h * fabs(s->rate))) break;
        if (!expand(&p, &l, s, g[0], g[1] - g[0], &c) || !stays(&p, s, &c)) break;
        *e = instant_of(&p, sim->structure.gravity, s->x + p.side * c.way, s->v + p.side * c.gain, g[1]);
        thud_course_account(sim, &p, &c, s, e, g, (g[1] - g[0]) / l.h);
        look_at_step(sim, &p, s, e, next, end);
        sim->motion.time = end;
        s = e;
        e = s == both ? both + 1 : both;
        g[0] = g[1];
        next++;
        steps++;
    }
    if (steps == 0) return;
    thud_course_take_instant(sim, &p, s);
    sim->motion.x[0] = s->x;
    sim->motion.v[0] = s->v;
    sim->accounts.summary.solver.steps += steps;
    thud_load_jump(&sim->loads.ground, next, sim->motion.time);
}
