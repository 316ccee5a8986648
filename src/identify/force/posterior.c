/*
 * The posterior distribution of a fit,
 *
 *     π ∝ S^(−N/2) · prior,
 *
 * on a lattice in the restitution e, n, t₀ and ln T, as far as they are free; A and b are integrated (evidence.c).
 * The prior is flat in e from 0 to 1, in n within the range of the law, in t₀, ln T, ln A and b: whatever the law,
 * every restitution is equally likely before.
 *
 * Steps are about a conditional standard error of a coordinate. The sum of a normal distribution over a lattice
 * with a step of h standard deviations equals its integral up to 2 exp(−2π²/h²), 5e-9 for h = 1 and 1e-2 for h =
 * 2, so that valleys may widen or narrow by half. The lattice extends from the fit outwards until points have less
 * than e^−8 times the largest weight. For a normal distribution in four coordinates 0.3 % of the weight and 1.4 %
 * of the variance lie outside.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/force/posterior.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, SIDE = 128, MOST_CELLS = 2048, INNER = 41, TRIALS = 6 };

static const double NEGLIGIBLE = 8; /* e^−8 of the largest weight */
static const double NARROWEST = 1e-4, WIDEST_RESTITUTION = 0.05, WIDEST_EXPONENT = 0.1;
static const double HALF = 2; /* e^−2 of the largest weight, for a normal distribution in the plane */
static const int TOO_FEW = 6, TOO_MANY = 60; /* limits for the number of points above that; 4π at steps of one
                                                standard deviation */

/* one coordinate of the outer lattice */
typedef struct axis {
    bool used;
    double first, step;
    int cells, begin; /* the cell of the fit */
} axis;

/* a restitution and an exponent, with the best t₀ and ln T, and the scale of their steps */
typedef struct cell {
    int row, column;
    double begin, log_time, scale;
    double top; /* largest weight */
} cell;

typedef struct lattice {
    const thud_fit_found *fit;
    thud_evidence evidence;
    thud_posterior *out;
    axis restitution, exponent;
    thud_evidence_steps steps; /* for t₀ and ln T: the factor of their covariance */
    double most;               /* largest weight */
    short known[SIDE][SIDE];   /* 0: unknown, −1: negligible, else 1 more than its index in cells */
    cell cells[MOST_CELLS];
    int count;
    thud_shape_table table;
    bool out_of_memory;
} lattice;

/* ---- the outer lattice ---- */

static double coordinate(const axis *a, int place) { return a->first + (place + 0.5) * a->step; }

static int place_of(const axis *a, double value) {
    return (int)fmin(fmax(floor((value - a->first) / a->step), 0), a->cells - 1);
}

/* cells about a value, at most SIDE; none beyond the ends */
static axis make_axis(double value, double error, double widest, double least, double most) {
    axis a = {.used = true, .step = fmin(fmax(error, NARROWEST), widest)};
    int cells = (int)fmax(1, ceil((most - least) / a.step));
    a.step = (most - least) / cells;
    int at = (int)fmin(fmax(floor((value - least) / a.step), 0), cells - 1);
    int skipped = at > SIDE / 2 ? at - SIDE / 2 : 0;
    a.first = least + skipped * a.step;
    a.cells = cells - skipped < SIDE ? cells - skipped : SIDE;
    a.begin = at - skipped;
    return a;
}

/* the error of a parameter if the one at `other` is known */
static double error_alone(const thud_fit_found *f, size_t place, size_t other) {
    const double(*c)[MOST] = f->solution.covariance;
    double variance = c[place][place];
    if (other < MOST) variance -= c[place][other] * c[place][other] / c[other][other];
    return sqrt(fmax(variance, 0));
}

static void lay_axes(lattice *l, const double shares[2]) {
    const thud_fit_found *f = l->fit;
    const thud_fit_model *m = &f->model;
    const thud_fit_duration *d = &f->duration;
    size_t damper = thud_fit_model_place_damper(m), n = thud_fit_model_place_exponent(m);
    l->restitution = l->exponent = (axis){.cells = 1};
    if (damper < MOST)
        l->restitution =
            make_axis(d->restitution, shares[0] * fabs(d->restitution_by_damper) * error_alone(f, damper, n),
                      shares[0] * WIDEST_RESTITUTION, 0, 1);
    if (n < MOST)
        l->exponent = make_axis(f->values.n, shares[1] * error_alone(f, n, damper), shares[1] * WIDEST_EXPONENT,
                                m->shape.law->exponent_min, m->shape.law->exponent_max);
}

/* the factor of the covariance of t₀ and ln T for known damper and exponent */
static bool find_steps(lattice *l) {
    const thud_fit_model *m = &l->fit->model;
    double c[MOST][MOST];
    memcpy(c, l->fit->solution.covariance, sizeof c);
    const size_t known[] = {thud_fit_model_place_damper(m), thud_fit_model_place_exponent(m)};
    for (int k = 0; k < 2; k++) {
        size_t at = known[k];
        if (at == MOST || !(c[at][at] > 0)) continue;
        double row[MOST], own = c[at][at];
        memcpy(row, c[at], sizeof row);
        for (size_t i = 0; i < MOST; i++)
            for (size_t j = 0; j < MOST; j++) c[i][j] -= row[i] * row[j] / own;
    }
    double a = c[THUD_MODEL_BEGIN][THUD_MODEL_BEGIN], b = c[THUD_MODEL_BEGIN][THUD_MODEL_LOG_TIME],
           d = c[THUD_MODEL_LOG_TIME][THUD_MODEL_LOG_TIME];
    if (!(a > 0 && d > b * b / a)) return false;
    l->steps[0][0] = sqrt(a);
    l->steps[0][1] = b / sqrt(a);
    l->steps[1][1] = sqrt(d - b * b / a);
    return true;
}

/* the shape of a cell; false if the law has none */
static bool tabulate(lattice *l, const cell *c, thud_posterior_point *point) {
    thud_shape shape = l->fit->model.shape;
    if (l->exponent.used) shape.n = coordinate(&l->exponent, c->column);
    if (l->restitution.used && !thud_shape_choose_damper(&shape, coordinate(&l->restitution, c->row))) return false;
    shape.tolerance = 1e-7; /* as accurate as the table */
    /* T varies within the cell; its effect through the filter is a part of the delay, which shifts t₀ */
    shape.corner = exp(l->fit->values.log_corner + c->log_time);
    *point = (thud_posterior_point){.values = {.damper = shape.damper, .n = shape.n}};
    if (thud_shape_tabulate(&shape, THUD_TABLE_MANY, &l->table) != THUD_OK) return false;
    point->restitution = l->restitution.used ? l->table.facts.restitution : 1;
    return true;
}

/* ---- t₀ and T ---- */

static double weigh(const lattice *l, const cell *c, double i, double j, thud_posterior_point *point) {
    double begin = c->begin + c->scale * l->steps[0][0] * i;
    double log_time = c->log_time + c->scale * (l->steps[0][1] * i + l->steps[1][1] * j);
    point->contact_time = exp(log_time) * l->table.facts.contact_time;
    return thud_evidence_at(&l->evidence, &l->table, begin, log_time, point);
}

static bool append(thud_posterior *p, const thud_posterior_point *point) {
    if (p->count == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 512;
        thud_posterior_point *larger = realloc(p->points, capacity * sizeof *larger);
        if (!larger) return false;
        p->points = larger;
        p->capacity = capacity;
    }
    p->points[p->count++] = *point;
    return true;
}

/* from the maximum outwards; returns the number of points with at least e^−2 of its weight, −1 when memory is
 * short. The best of them may be another maximum. */
static int spread(lattice *l, const cell *c, thud_posterior_point *point, thud_posterior_point *best) {
    bool seen[INNER][INNER] = {{false}};
    short queue[INNER * INNER][2];
    int count = 1, heavy = 0;
    double volume = 2 * log(c->scale);
    queue[0][0] = queue[0][1] = INNER / 2;
    seen[INNER / 2][INNER / 2] = true;
    for (int at = 0; at < count; at++) {
        int i = queue[at][0], j = queue[at][1];
        double weight = weigh(l, c, i - INNER / 2, j - INNER / 2, point);
        if (!(weight > l->most - NEGLIGIBLE)) continue;
        l->most = fmax(l->most, weight);
        heavy += weight > c->top - HALF;
        if (weight > best->log_weight) *best = *point;
        point->log_weight += volume;
        if (!append(l->out, point)) return -1;
        for (int k = 0; k < 4; k++) {
            int next_i = i + (k == 0) - (k == 1), next_j = j + (k == 2) - (k == 3);
            if (next_i < 0 || next_i >= INNER || next_j < 0 || next_j >= INNER || seen[next_i][next_j]) continue;
            seen[next_i][next_j] = true;
            queue[count][0] = (short)next_i;
            queue[count++][1] = (short)next_j;
        }
    }
    return heavy;
}

/* the points of a cell, with suitable steps; false if it is negligible or memory is short */
static bool fill(lattice *l, cell *c) {
    thud_posterior_point point;
    if (!tabulate(l, c, &point)) return false;
    thud_evidence_steps steps = {{c->scale * l->steps[0][0], c->scale * l->steps[0][1]},
                                 {0, c->scale * l->steps[1][1]}};
    c->top = thud_evidence_climb(&l->evidence, &l->table, steps, &c->begin, &c->log_time);
    if (!(c->top > l->most - NEGLIGIBLE)) return false;
    size_t before = l->out->count;
    for (int trial = 0;; trial++) {
        thud_posterior_point best = {.log_weight = c->top};
        l->out->count = before;
        int heavy = spread(l, c, &point, &best);
        l->out_of_memory = l->out_of_memory || heavy < 0;
        if (heavy < 0) return false;
        bool moves = best.log_weight > c->top;
        if (trial >= TRIALS && (!moves || trial >= 2 * TRIALS)) return true;
        if (!moves && heavy >= TOO_FEW && heavy <= TOO_MANY) return true;
        if (moves) {
            c->begin = best.values.begin;
            c->log_time = best.values.log_time;
            c->top = best.log_weight;
        } else {
            c->scale *= heavy < TOO_FEW ? 0.6 : 1.6;
        }
    }
}

/* ---- outwards ---- */

static bool enter(lattice *l, cell c) {
    l->known[c.row][c.column] = -1;
    if (!fill(l, &c)) return false;
    l->cells[l->count] = c;
    l->known[c.row][c.column] = (short)++l->count;
    return true;
}

/* the neighbour of a cell, starting from the line through it and its opposite */
static void step_to(lattice *l, cell from, int down, int right) {
    int row = from.row + down, column = from.column + right;
    int back_row = from.row - down, back_column = from.column - right;
    if (row < 0 || row >= l->restitution.cells || column < 0 || column >= l->exponent.cells) return;
    if (l->known[row][column] != 0 || l->count == MOST_CELLS) return;
    bool inside =
        back_row >= 0 && back_row < l->restitution.cells && back_column >= 0 && back_column < l->exponent.cells;
    int opposite = inside ? l->known[back_row][back_column] : 0;
    cell next = {row, column, from.begin, from.log_time, from.scale, 0};
    if (opposite > 0) {
        next.begin += from.begin - l->cells[opposite - 1].begin;
        next.log_time += from.log_time - l->cells[opposite - 1].log_time;
    }
    (void)enter(l, next);
}

/* at the fit, and at the results of other searches */
static void enter_tops(lattice *l) {
    const thud_fit_found *f = l->fit;
    /* between two samples the likelihood of a sharp law jumps */
    double scale = thud_fit_model_onset(&f->model) == THUD_ONSET_SMOOTH ? 1 : 0.5;
    (void)enter(l, (cell){l->restitution.begin, l->exponent.begin, f->values.begin, f->values.log_time, scale, 0});
    for (size_t i = 0; i < f->other_count; i++) {
        const thud_model_values *v = &f->others[i];
        thud_shape shape = thud_fit_model_shape(&f->model, v);
        thud_shape_facts facts;
        if (thud_shape_solve(&shape, &facts) != THUD_OK) continue;
        cell c = {.begin = v->begin, .log_time = v->log_time, .scale = scale};
        if (l->restitution.used) c.row = place_of(&l->restitution, facts.restitution);
        if (l->exponent.used) c.column = place_of(&l->exponent, v->n);
        if (l->known[c.row][c.column] == 0) (void)enter(l, c);
    }
}

static void cover(lattice *l) {
    memset(l->known, 0, sizeof l->known);
    l->most = -INFINITY;
    l->count = 0;
    l->out->count = 0;
    enter_tops(l);
    for (int i = 0; i < l->count && !l->out_of_memory; i++) {
        step_to(l, l->cells[i], 1, 0);
        step_to(l, l->cells[i], -1, 0);
        step_to(l, l->cells[i], 0, 1);
        step_to(l, l->cells[i], 0, -1);
    }
}

/* if fewer than three cells in a row, the heaviest among them, have at least e^−2 of its weight, the steps of an
 * axis are too long: they are halved, or more; false otherwise */
static bool shorten(const lattice *l, double shares[2]) {
    const cell *best = &l->cells[0];
    int rows = 0, columns = 0;
    for (int i = 1; i < l->count; i++)
        if (l->cells[i].top > best->top) best = &l->cells[i];
    for (int i = 0; i < l->count; i++) {
        const cell *c = &l->cells[i];
        if (c->top < best->top - HALF) continue;
        rows += c->column == best->column;
        columns += c->row == best->row;
    }
    bool too_long[] = {l->restitution.used && rows < 3 && l->restitution.step > NARROWEST,
                       l->exponent.used && columns < 3 && l->exponent.step > NARROWEST};
    for (int i = 0; i < 2; i++) shares[i] *= too_long[i] ? 0.4 : 1;
    return too_long[0] || too_long[1];
}

/* until all axes have short enough steps */
static thud_status cover_all(lattice *l) {
    double shares[2] = {1, 1};
    if (!find_steps(l)) return THUD_ERROR_ACCURACY;
    for (int trial = 0; trial < TRIALS; trial++) {
        lay_axes(l, shares);
        cover(l);
        if (l->out_of_memory) return THUD_ERROR_MEMORY;
        if (l->out->count == 0) return THUD_ERROR_ACCURACY;
        if (!shorten(l, shares)) break;
    }
    return THUD_OK;
}

thud_status thud_posterior_create(const thud_fit_found *found, thud_posterior *posterior) {
    lattice *l = malloc(sizeof *l);
    *posterior = (thud_posterior){0};
    if (!l) return THUD_ERROR_MEMORY;
    *l = (lattice){.fit = found, .out = posterior};
    thud_status status = thud_evidence_condense(&l->evidence, found);
    if (status == THUD_OK) status = cover_all(l);
    thud_evidence_free(&l->evidence);
    free(l);
    if (status != THUD_OK) thud_posterior_free(posterior);
    return status;
}

void thud_posterior_free(thud_posterior *p) {
    free(p->points);
    *p = (thud_posterior){0};
}
