/*
 * Starting points of a fit. For each shape of a coarse lattice in restitution and exponent, t₀ and T follow from
 * the times of half the peak force. From there they climb to the largest likelihood. A shape that no neighbour
 * exceeds is a start; there may be several. If the force begins with a jump or a cusp, least squares from afar go
 * astray, so nearby shapes are tried as well.
 */
#include <math.h>

#include "identify/force/posterior.h"

static const double ROUGH = 1e-4; /* tolerance of the integrator: starting shapes differ by far more */
static const double STEP = 0.01;  /* for t₀, in contact times, and for ln T */

static const double WORSE = 25; /* twice the logarithm of a likelihood ratio: five standard errors */

static const double RESTITUTIONS[] = {0.05, 0.16, 0.34, 0.55, 0.78, 1};
static const double EXPONENTS[] = {1, 1.25, 1.5, 2};
enum {
    RESTITUTION_COUNT = sizeof RESTITUTIONS / sizeof *RESTITUTIONS,
    EXPONENT_COUNT = sizeof EXPONENTS / sizeof *EXPONENTS,
    BETWEEN = 3, /* interpolated shapes per computed one */
    ROWS = (RESTITUTION_COUNT - 1) * BETWEEN + 1,
};

/* the interval with more than half of the peak, in a measured or computed history */
typedef struct outline {
    double from, to;
} outline;

static void widen(outline *o, double time) {
    o->from = fmin(o->from, time);
    o->to = fmax(o->to, time);
}

static outline outline_of_samples(const thud_force_samples *samples, double offset) {
    outline o = {INFINITY, -INFINITY};
    for (size_t i = 0; i < samples->count; i++)
        if (samples->forces[i] - offset > 0.5) widen(&o, samples->times[i]);
    return o;
}

static outline outline_of_shape(const thud_shape_table *shape) {
    outline o = {INFINITY, -INFINITY};
    double peak = 0;
    for (int k = 0; k < shape->count; k++)
        for (int i = 0; i <= shape->cells; i++) peak = fmax(peak, shape->stretches[k].forces[i]);
    for (int k = 0; k < shape->count; k++)
        for (int i = 0; i <= shape->cells; i++)
            if (shape->stretches[k].forces[i] > peak / 2) widen(&o, thud_table_instant(shape, k, i));
    return o;
}

/* a shape with the best scales for it */
typedef struct trial {
    double restitution;
    thud_model_values values;
    double weight; /* logarithm; −∞ where there is no such shape */
} trial;

/* the shape of a restitution and an exponent; false if the law has none */
static bool choose_shape(const thud_fit_model *m, double restitution, double n, thud_shape *shape) {
    *shape = m->shape;
    shape->tolerance = ROUGH;
    if (m->free_exponent) shape->n = n;
    if (m->free_damper && !thud_shape_choose_damper(shape, restitution)) return false;
    if (shape->filter_order == 0) return true;
    /* the contact lasts about one unit of the fit */
    thud_shape_facts facts;
    if (thud_shape_solve(shape, &facts) != THUD_OK) return false;
    shape->corner = exp(m->log_corner) / facts.contact_time;
    return true;
}

static bool tabulate(const thud_fit_model *m, double restitution, double n, thud_shape *shape,
                     thud_shape_table *table) {
    return choose_shape(m, restitution, n, shape) && thud_shape_tabulate(shape, THUD_TABLE_FEW, table) == THUD_OK;
}

/* the best scales near the given ones */
static trial climb(const thud_evidence *evidence, const thud_shape_table *table, const thud_shape *shape,
                   double restitution, double begin, double log_time) {
    thud_evidence_steps steps = {{STEP, 0}, {0, STEP}};
    thud_posterior_point at = {.log_weight = 0};
    trial t = {.restitution = restitution,
               .weight = thud_evidence_climb(evidence, table, steps, &begin, &log_time)};
    (void)thud_evidence_at(evidence, table, begin, log_time, &at);
    t.values = at.values;
    t.values.damper = shape->damper;
    t.values.n = shape->n;
    return t;
}

/* ---- the coarse lattice ---- */

typedef struct coarse {
    int rows, columns;
    trial trials[ROWS][EXPONENT_COUNT];
} coarse;

static double restitution_of(int row) {
    int node = row / BETWEEN, part = row % BETWEEN;
    return RESTITUTIONS[node] + (part ? (RESTITUTIONS[node + 1] - RESTITUTIONS[node]) * part / BETWEEN : 0);
}

/* Lagrange's polynomials through four nodes, from `first` on */
static void find_weights(double e, int first, double weights[4]) {
    for (int i = 0; i < 4; i++) {
        weights[i] = 1;
        for (int k = 0; k < 4; k++)
            if (k != i)
                weights[i] *= (e - RESTITUTIONS[first + k]) / (RESTITUTIONS[first + i] - RESTITUTIONS[first + k]);
    }
}

/* the scales of a shape from the outline of the record or, if their weight is larger, from those of the previous
 * shapes; the likelihood of sharp laws has several maxima */
static trial try_shape(const thud_evidence *evidence, const outline *seen, const thud_shape_table *table,
                       const thud_shape *shape, double e, const trial *guess) {
    thud_posterior_point at;
    outline drawn = outline_of_shape(table);
    double time = fmax(seen->to - seen->from, STEP) / (drawn.to - drawn.from), log_time = log(time);
    double begin = (seen->from + seen->to) / 2 - time * (drawn.from + drawn.to) / 2, guessed = -INFINITY;
    bool sharp = thud_fit_model_onset(evidence->model) != THUD_ONSET_SMOOTH;
    double weight = thud_evidence_at(evidence, table, begin, log_time, &at);
    if (guess->weight > -INFINITY)
        guessed = thud_evidence_at(evidence, table, guess->values.begin, guess->values.log_time, &at);
    trial one = {.weight = -INFINITY}, other = one;
    if (sharp || !(guessed > weight)) one = climb(evidence, table, shape, e, begin, log_time);
    if (guessed > (sharp ? -INFINITY : weight))
        other = climb(evidence, table, shape, e, guess->values.begin, guess->values.log_time);
    return other.weight > one.weight ? other : one;
}

/* extrapolates linearly from the two previous shapes; the first has none, the second one */
static trial guess_next(const coarse *c, int row, int column, double restitution) {
    if (row + 1 == c->rows) return (trial){.weight = -INFINITY};
    trial next = c->trials[row + 1][column];
    if (row + 2 == c->rows) return next;
    const trial *before = &c->trials[row + 2][column];
    double ahead = (restitution - next.restitution) / (next.restitution - before->restitution);
    next.values.begin += ahead * (next.values.begin - before->values.begin);
    next.values.log_time += ahead * (next.values.log_time - before->values.log_time);
    return next;
}

/* the shapes of a row: some are computed, others interpolated */
static void find_table(const thud_shape_table tables[RESTITUTION_COUNT], int row, thud_shape_table *table) {
    int node = row / BETWEEN, first = node > 1 ? node - 1 : 0;
    double weights[4];
    if (row % BETWEEN == 0) {
        *table = tables[node];
        return;
    }
    if (first > RESTITUTION_COUNT - 4) first = RESTITUTION_COUNT - 4;
    find_weights(restitution_of(row), first, weights);
    thud_table_blend(tables + first, weights, 4, table);
}

/* all restitutions of one exponent */
static void try_column(const thud_evidence *evidence, const outline *seen, int column, coarse *c) {
    thud_shape_table tables[RESTITUTION_COUNT], table;
    thud_shape shape;
    const thud_fit_model *m = evidence->model;
    double n = EXPONENTS[column];
    for (int i = 0; i < c->rows; i++) c->trials[i][column].weight = -INFINITY;
    for (int i = 0; i < (m->free_damper ? RESTITUTION_COUNT : 1); i++)
        if (!tabulate(m, RESTITUTIONS[i], n, &shape, &tables[i])) return;
    for (int row = c->rows - 1; row >= 0; row--) {
        double e = restitution_of(row);
        trial guess = guess_next(c, row, column, e);
        if (!choose_shape(m, e, n, &shape)) return;
        find_table(tables, row, &table);
        c->trials[row][column] = try_shape(evidence, seen, &table, &shape, e, &guess);
    }
}

static bool is_top(const coarse *c, int row, int column) {
    double weight = c->trials[row][column].weight;
    for (int i = row - 1; i <= row + 1; i++)
        for (int k = column - 1; k <= column + 1; k++)
            if (i >= 0 && i < c->rows && k >= 0 && k < c->columns && c->trials[i][k].weight > weight) return false;
    return weight > -INFINITY;
}

static double through(const double x[3], double y0, double y1, double y2, double at) {
    double first = (y1 - y0) / (x[1] - x[0]), second = (y2 - y1) / (x[2] - x[1]);
    return y0 + (at - x[0]) * (first + (at - x[1]) * (second - first) / (x[2] - x[0]));
}

/* the minimum of the parabola of S through a maximum and its neighbours, in order */
static bool interpolate(const thud_evidence *evidence, const trial t[3], trial *out) {
    double x[3], s[3];
    for (int i = 0; i < 3; i++) {
        x[i] = t[i].restitution;
        s[i] = exp(-2 / evidence->number * (t[i].weight - t[1].weight));
        if (!(fabs(t[i].values.log_time - t[1].values.log_time) < 0.3)) return false; /* another maximum */
    }
    double first = (s[1] - s[0]) / (x[1] - x[0]), second = (s[2] - s[1]) / (x[2] - x[1]);
    double bottom = (x[0] + x[1]) / 2 - first * (x[2] - x[0]) / (2 * (second - first));
    thud_shape shape = evidence->model->shape;
    shape.n = t[1].values.n;
    if (!(bottom > x[0] && bottom < x[2]) || !thud_shape_choose_damper(&shape, bottom)) return false;
    const thud_model_values *a = &t[0].values, *b = &t[1].values, *d = &t[2].values;
    out->restitution = bottom;
    out->values = (thud_model_values){
        .begin = through(x, a->begin, b->begin, d->begin, bottom),
        .log_time = through(x, a->log_time, b->log_time, d->log_time, bottom),
        .log_force = through(x, a->log_force, b->log_force, d->log_force, bottom),
        .offset = through(x, a->offset, b->offset, d->offset, bottom),
        .damper = shape.damper,
        .n = shape.n,
    };
    out->weight = t[1].weight - evidence->number / 2 * log(fmax(through(x, s[0], s[1], s[2], bottom), 0.01));
    return true;
}

/* twice: through a maximum and its neighbours, and then with the new shape instead of the farther one */
static trial sharpen(const thud_evidence *evidence, const coarse *c, int row, int column) {
    trial t[3] = {c->trials[row - 1][column], c->trials[row][column], c->trials[row + 1][column]}, top;
    thud_shape_table table;
    thud_shape shape;
    if (!interpolate(evidence, t, &top) ||
        !tabulate(evidence->model, top.restitution, top.values.n, &shape, &table))
        return t[1];
    top = climb(evidence, &table, &shape, top.restitution, top.values.begin, top.values.log_time);
    if (!(top.weight > t[1].weight)) return t[1];
    /* two close points do not determine a parabola */
    if (fabs(top.restitution - t[1].restitution) < 0.1 * (t[2].restitution - t[0].restitution)) return top;
    int side = top.restitution > t[1].restitution ? 0 : 2;
    t[side] = t[1];
    t[1] = top;
    (void)interpolate(evidence, t, &top);
    return top;
}

/* ---- sharp laws ---- */

/* from the scales of a shape beside it */
static bool improve(const thud_evidence *evidence, double restitution, double n, trial *best) {
    const thud_law *law = evidence->model->shape.law;
    thud_shape_table table;
    thud_shape shape;
    if (!(restitution > 0 && restitution <= 1 && n >= law->exponent_min && n <= law->exponent_max)) return false;
    if (!tabulate(evidence->model, restitution, n, &shape, &table)) return false;
    trial t = climb(evidence, &table, &shape, restitution, best->values.begin, best->values.log_time);
    if (!(t.weight > best->weight)) return false;
    *best = t;
    return true;
}

/* climbs in restitution and exponent, with steps that are halved */
static void refine(const thud_evidence *evidence, trial *t) {
    const thud_fit_model *m = evidence->model;
    for (double step = 0.04; step > STEP;) {
        double e = t->restitution, n = t->values.n;
        bool better = improve(evidence, e + step, n, t) || improve(evidence, e - step, n, t);
        if (m->free_exponent)
            better = improve(evidence, t->restitution, n + step, t) ||
                     improve(evidence, t->restitution, n - step, t) || better;
        if (!better) step /= 2;
    }
}

static void enter(const trial *t, trial tops[THUD_FIT_STARTS], size_t *count) {
    size_t place = *count < THUD_FIT_STARTS ? (*count)++ : THUD_FIT_STARTS;
    if (place == THUD_FIT_STARTS && tops[--place].weight >= t->weight) return;
    for (; place > 0 && t->weight > tops[place - 1].weight; place--) tops[place] = tops[place - 1];
    tops[place] = *t;
}

thud_status thud_fit_start(const thud_fit_model *model, thud_model_values starts[THUD_FIT_STARTS], size_t *count) {
    thud_evidence evidence = thud_evidence_of(model);
    outline seen = outline_of_samples(&model->samples, model->offset);
    trial tops[THUD_FIT_STARTS];
    coarse c = {.rows = model->free_damper ? ROWS : 1, .columns = model->free_exponent ? EXPONENT_COUNT : 1};
    size_t found = 0;
    double best = -INFINITY;
    bool sharp = thud_fit_model_onset(model) != THUD_ONSET_SMOOTH;
    for (int k = 0; k < c.columns; k++) try_column(&evidence, &seen, k, &c);
    for (int i = 0; i < c.rows; i++)
        for (int k = 0; k < c.columns; k++) {
            if (!is_top(&c, i, k)) continue;
            bool inside = i > 0 && i + 1 < c.rows && !sharp;
            trial top = inside ? sharpen(&evidence, &c, i, k) : c.trials[i][k];
            enter(&top, tops, &found);
        }
    for (size_t i = 0; i < found; i++) {
        if (sharp) refine(&evidence, &tops[i]);
        best = fmax(best, tops[i].weight);
    }
    *count = 0;
    for (size_t i = 0; i < found; i++)
        if (tops[i].weight > best - WORSE / 2) starts[(*count)++] = tops[i].values;
    return *count > 0 ? THUD_OK : THUD_ERROR_ACCURACY;
}
