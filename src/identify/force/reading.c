/*
 * A force filtered by the analogue Butterworth filter of an amplifier, before sampling:
 *
 *     H(s) = 1/Π(s/κ − pⱼ),   pⱼ = exp(iπ (2j + N + 1)/(2N)),   h(t) = κ Σ rⱼ exp(κ pⱼ t),   rⱼ = 1/Π(pⱼ − pᵢ)
 *
 * (S. Butterworth, Wireless Engineer 7 (1930) 536–541), so that y = Re Σ wⱼ κ rⱼ zⱼ with one state for each pole
 * above or on the real axis,
 *
 *     zⱼ(t + h) = exp(κ pⱼ h) zⱼ(t) + ∫₀ʰ exp(κ pⱼ (h − x)) f(t + x) dx,
 *
 * integrated by Gauss's rule with three nodes. Panels end at every sample, and are short where the force begins,
 * turns and ends, and relative to 1/κ. After the contact the states decay.
 */
#include "identify/force/reading.h"

#include <complex.h>
#include <math.h>

#include "numeric/constant.h"

enum { NODES = 3, BLOCK = 128, FEWEST = 24, MOST = 2000, POLES = (THUD_FILTER_MOST_ORDER + 1) / 2 };

/* nodes and weights in units of a panel */
static const double ASIDE = 0.38729833462074168852; /* √(3/5)/2, from the middle */
static const double OUTER = 5.0 / 18, INNER = 4.0 / 9;

static const double PANEL = 2;   /* panels per 1/κ, for the widest panels */
static const double STEP = 1e-5; /* step of the difference quotient by ln κ */
static const double LEFT = 20;   /* exp(−20) of a force counts as zero */

typedef struct filter {
    int count;
    double complex pole[POLES], weight[POLES]; /* wⱼ rⱼ */
} filter;

static filter filter_of(int order) {
    filter f = {.count = (order + 1) / 2};
    double complex all[THUD_FILTER_MOST_ORDER];
    for (int j = 0; j < order; j++) {
        double angle = THUD_PI * (2 * j + order + 1) / (2 * order);
        all[j] = cos(angle) + I * sin(angle);
    }
    for (int j = 0; j < f.count; j++) {
        double complex product = 1;
        for (int i = 0; i < order; i++)
            if (i != j) product *= all[j] - all[i];
        bool is_real = 2 * j + 1 == order;
        f.pole[j] = is_real ? -1 : all[j];
        f.weight[j] = (is_real ? 1 : 2) / product;
    }
    return f;
}

/* the filter at work, with one corner */
typedef struct run {
    const filter *filter;
    double corner;
    double complex state[POLES];
} run;

/* over a panel with the forces at its nodes */
static void pass(run *r, double length, const double forces[NODES]) {
    for (int j = 0; j < r->filter->count; j++) {
        double complex rate = r->corner * length * r->filter->pole[j], half = cexp(rate / 2),
                       aside = cexp(ASIDE * rate);
        r->state[j] = half * (half * r->state[j] +
                              length * (OUTER * (aside * forces[0] + forces[2] / aside) + INNER * forces[1]));
    }
}

static void decay(run *r, double time) {
    for (int j = 0; j < r->filter->count; j++) r->state[j] *= cexp(r->corner * time * r->filter->pole[j]);
}

static double output(const run *r) {
    double sum = 0;
    for (int j = 0; j < r->filter->count; j++) sum += creal(r->filter->weight[j] * r->state[j]);
    return r->corner * sum;
}

/* dy/dt; only a filter of the first order transmits the force immediately */
static double output_slope(const run *r, double force) {
    double sum = 0, direct = 0;
    for (int j = 0; j < r->filter->count; j++) {
        sum += creal(r->filter->weight[j] * r->filter->pole[j] * r->state[j]);
        direct += creal(r->filter->weight[j]);
    }
    return r->corner * (r->corner * sum + (r->filter->count == 1 && direct > 0.5 ? force : 0));
}

/* ends of panels: approach and recovery are divided like 10x³ − 15x⁴ + 6x⁵ on [0, 1] */
typedef struct division {
    double turn, end;
    int approach, recovery; /* panels */
} division;

static int panels_of(double corner, double length) {
    return (int)fmin(fmax(ceil(PANEL * corner * length), FEWEST), MOST);
}

static double boundary(const division *d, int i) {
    bool second = i >= d->approach;
    double x = second ? (double)(i - d->approach) / d->recovery : (double)i / d->approach;
    double part = x * x * x * (10 + x * (6 * x - 15));
    return second ? d->turn + part * (d->end - d->turn) : part * d->turn;
}

/* samples as they are asked for */
typedef struct sampler {
    const double *times;
    size_t count, next;
    double *forces, *slopes, *by_corner;
    run main, beside;
} sampler;

static void put(sampler *s, double force) {
    size_t i = s->next++;
    s->forces[i] = output(&s->main);
    if (s->slopes) s->slopes[i] = output_slope(&s->main, force);
    if (s->by_corner) s->by_corner[i] = (output(&s->beside) - s->forces[i]) / STEP;
}

/* panels whose forces are computed together */
typedef struct block {
    int count;
    double length[BLOCK];
    bool sampled[BLOCK]; /* a sample is at the end */
    double nodes[BLOCK * NODES], forces[BLOCK * NODES];
} block;

static void add_panel(block *b, double from, double to, bool sampled) {
    double length = to - from;
    for (int k = 0; k < NODES; k++) b->nodes[b->count * NODES + k] = from + (0.5 + (k - 1) * ASIDE) * length;
    b->length[b->count] = length;
    b->sampled[b->count++] = sampled;
}

/* the force at the end of a panel, through its nodes */
static double at_end(const double f[NODES]) {
    double x = 0.5 / ASIDE, first = (f[2] - f[0]) / 2, second = (f[2] - 2 * f[1] + f[0]) / 2;
    return f[1] + x * (first + x * second);
}

static thud_status pass_block(const thud_shape *shape, block *b, sampler *s) {
    thud_shape_facts facts;
    thud_status status = thud_shape_sample(shape, b->nodes, (size_t)b->count * NODES, b->forces, NULL, &facts);
    for (int i = 0; status == THUD_OK && i < b->count; i++) {
        const double *forces = b->forces + i * NODES;
        pass(&s->main, b->length[i], forces);
        if (s->by_corner) pass(&s->beside, b->length[i], forces);
        if (b->sampled[i]) put(s, at_end(forces));
    }
    b->count = 0;
    return status;
}

/* through the contact */
static thud_status follow(const thud_shape *shape, const division *d, sampler *s) {
    block b;
    b.count = 0;
    double at = 0;
    thud_status status = THUD_OK;
    size_t next = s->next; /* sample to come */
    for (int i = 1; status == THUD_OK && i <= d->approach + d->recovery;) {
        double to = boundary(d, i);
        bool sampled = next < s->count && s->times[next] < to;
        if (sampled) to = s->times[next++];
        else i++;
        add_panel(&b, at, to, sampled);
        at = to;
        if (b.count == BLOCK) status = pass_block(shape, &b, s);
    }
    return status == THUD_OK && b.count > 0 ? pass_block(shape, &b, s) : status;
}

double thud_reading_delay(const thud_shape *shape) {
    return shape->filter_order > 0 ? 1 / (shape->corner * sin(THUD_PI / (2 * shape->filter_order))) : 0;
}

double thud_reading_tail(const thud_shape *shape) {
    return LEFT * thud_reading_delay(shape); /* the slowest pole is this close to zero */
}

static thud_status sample_filtered(const thud_shape *shape, sampler *s, thud_shape_facts *facts) {
    const filter f = filter_of(shape->filter_order);
    s->main = (run){.filter = &f, .corner = shape->corner};
    s->beside = (run){.filter = &f, .corner = shape->corner * exp(STEP)};
    while (s->next < s->count && s->times[s->next] <= 0) put(s, 0);
    thud_status status = thud_shape_sample(shape, NULL, 0, NULL, NULL, facts);
    if (status != THUD_OK) return status;
    division d = {.turn = facts->approach_time, .end = facts->force_end};
    if (!(d.turn > 0 && d.turn < d.end)) d.turn = d.end / 2;
    d.approach = panels_of(shape->corner, d.turn);
    d.recovery = panels_of(shape->corner, d.end - d.turn);
    status = follow(shape, &d, s);
    double at = d.end;
    while (status == THUD_OK && s->next < s->count) {
        double time = s->times[s->next];
        decay(&s->main, time - at);
        if (s->by_corner) decay(&s->beside, time - at);
        at = time;
        put(s, 0);
    }
    facts->force_end += thud_reading_tail(shape);
    return status;
}

thud_status thud_reading_sample(const thud_shape *shape, const double *times, size_t count, double *forces,
                                double *slopes, double *by_corner, thud_shape_facts *facts) {
    if (shape->filter_order == 0) return thud_shape_sample(shape, times, count, forces, slopes, facts);
    sampler s = {.times = times, .count = count, .forces = forces, .slopes = slopes, .by_corner = by_corner};
    return sample_filtered(shape, &s, facts);
}
