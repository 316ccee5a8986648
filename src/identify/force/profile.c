/*
 * With few samples, much noise or heavy damping the sum of squares S has a long and bent valley: the damper χ shows
 * in a tail of the force that is below the noise, and the exponent n in the foot. A Jacobian at its bottom does not
 * tell the errors. Given χ and n, however, the other q parameters are known well, and their part of the posterior
 * S^(−N/2) is integrated as a normal one (Laplace's method; L. Tierney & J. B. Kadane, J. Am. Stat. Assoc. 81
 * (1986) 82–86):
 *
 *     π(χ, n) ∝ prior · S(χ, n)^(−(N−q)/2) det(JᵀJ)^(−1/2),
 *
 * S(χ, n) the least sum of squares for this damper and exponent, and J its Jacobian. What is left are sums over the
 * cells of a grid in u = ln(1 + χ) and n, from the one of the fit outwards as far as they weigh. The prior is flat
 * in n, and in s = 1/(1 + χ), which goes with the restitution from 1 to 0; below s = 0.2 it falls: nearly dead
 * impacts are rare, and shapes that hardly differ would weigh as much as all others. Of a bilinear law u is the
 * damper itself and s = e^(−u/2) the restitution.
 *
 * Of many samples neighbours go together: their mean is a sample that weighs as much as they do, and the rest of
 * their squares is the same everywhere.
 *
 * The estimate is the fit's. Its error is the root of the mean square distance from it: of k and c at the length of
 * the fit, L, of v, and of e and the contact time, since these are reported, and not of their logarithms; but of
 * ln k where n is fitted, since with n the unit of k is open:
 *
 *     k ∝ A (A T²/L)^(−n),   c ∝ χ A T (A T²/L)^(−(p+1)),   v ∝ A T.
 */
#include "identify/force/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/cholesky.h"

enum { MOST = THUD_LEAST_SQUARES_MOST, SIDE = 96, MOST_CELLS = 2048, FEW = 150 };

static const double WIDTH = 0.9; /* of a cell, in standard errors of its coordinate were the other one known */
static const double NARROWEST = 0.001, WIDEST_DAMPER = 0.15, WIDEST_EXPONENT = 0.1;
static const double HEAVIEST = 3.9;                    /* of u */
static const double DEAD = 0.2, FALL = 8;              /* of s, and the power with which the prior falls below */
static const double NEGLIGIBLE = 6;                    /* e^−6 of the largest weight */
static const double SMALL_STEP = 0.05, NO_STEP = 1e-5; /* in standard errors; relative */

/* one coordinate of the grid */
typedef struct axis {
    bool used;
    double first, step;
    int cells, begin; /* the cell of the fit */
} axis;

/* a damper and an exponent, with the others where they are best */
typedef struct cell {
    int row, column;
    double damper, n, weight; /* of the weight the logarithm */
    thud_solution best;
    thud_shape_facts facts;
} cell;

/* places in the vector of what is reported, in front of b, c and n; without the speed where it is known */
enum { BEGIN, STIFFNESS, SPEED };

typedef struct profile {
    const thud_fit_found *fit;
    thud_fit_model model; /* with damper and exponent given, and with means of samples */
    double *weights;      /* of the means: roots of how many samples they are of */
    double rest;          /* of the squares */
    size_t samples;       /* N */
    size_t others;        /* q */
    axis damper, exponent;
    double most;                       /* largest weight */
    double total, moments[MOST][MOST]; /* sums */
    double restitution, duration;      /* likewise: of their squares */
    thud_shape_facts facts;            /* of the fit */
    short known[SIDE][SIDE];           /* 0: not yet, −1: negligible, else 1 more than its place in cells */
    cell cells[MOST_CELLS];
    int count;
} profile;

static bool is_bilinear(const thud_fit_model *m) { return m->shape.law->structure->kind == THUD_FORCE_BILINEAR; }

bool thud_fit_has_profile(const thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    return thud_fit_model_onset(m) == THUD_ONSET_SMOOTH && (m->free_damper || m->free_exponent);
}

/* ---- the grid ---- */

static double coordinate(const axis *a, int place) { return a->first + (place + 0.5) * a->step; }

/* SIDE cells at most, about a value; beyond the ends nothing is */
static axis make_axis(double value, double error, double widest, double least, double most) {
    axis a = {.used = true, .step = fmin(fmax(WIDTH * error, NARROWEST), widest)};
    int cells = (int)fmax(1, ceil((most - least) / a.step));
    a.step = (most - least) / cells;
    int at = (int)fmin(fmax(floor((value - least) / a.step), 0), cells - 1);
    int skipped = at > SIDE / 2 ? at - SIDE / 2 : 0;
    a.first = least + skipped * a.step;
    a.cells = cells - skipped < SIDE ? cells - skipped : SIDE;
    a.begin = at - skipped;
    return a;
}

/* the error of a parameter were the one at `other` known */
static double error_alone(const thud_fit_found *f, size_t place, size_t other) {
    const double(*c)[MOST] = f->solution.covariance;
    double variance = c[place][place];
    if (other < MOST) variance -= c[place][other] * c[place][other] / c[other][other];
    return sqrt(fmax(variance, 0));
}

static void lay_grid(profile *p) {
    const thud_fit_found *f = p->fit;
    const thud_fit_model *m = &f->model;
    size_t damper = thud_fit_model_place_damper(m), n = thud_fit_model_place_exponent(m);
    double at = fmax(f->values.damper, 0);
    p->damper = p->exponent = (axis){.cells = 1};
    if (damper < MOST) {
        double error = error_alone(f, damper, n), slope = is_bilinear(m) ? 1 : 1 / (1 + at);
        double u = is_bilinear(m) ? at : log1p(at);
        p->damper = make_axis(u, error * slope, WIDEST_DAMPER, 0, fmax(HEAVIEST, u + WIDEST_DAMPER));
    }
    if (n < MOST)
        p->exponent = make_axis(f->values.n, error_alone(f, n, damper), WIDEST_EXPONENT, m->shape.law->exponent_min,
                                m->shape.law->exponent_max);
}

/* ---- samples ---- */

/* how many of `group` neighbours there are from one on; none across a gap, which saturated samples leave */
static size_t count_group(const thud_samples *all, size_t from, size_t group) {
    size_t count = 1;
    while (count < group && from + count < all->count) {
        double step = all->times[from + count] - all->times[from + count - 1];
        if (count > 1 && step > 2 * (all->times[from + count - 1] - all->times[from + count - 2])) break;
        if (count == 1 && from > 0 && step > 2 * (all->times[from] - all->times[from - 1])) break;
        count++;
    }
    return count;
}

/* means of neighbours: of their times, and in place of the force of the residuals that the fit leaves */
static void group_samples(const thud_samples *all, const double *residuals, size_t group, profile *p) {
    thud_samples *means = &p->model.samples;
    for (size_t i = 0, count; i < all->count; i += count) {
        double time = 0, mean = 0;
        count = count_group(all, i, group);
        for (size_t k = i; k < i + count; k++) {
            time += all->times[k] / (double)count;
            mean += residuals[k] / (double)count;
        }
        for (size_t k = i; k < i + count; k++) p->rest += (residuals[k] - mean) * (residuals[k] - mean);
        means->times[means->count] = time;
        means->forces[means->count] = mean;
        p->weights[means->count++] = sqrt((double)count);
    }
}

/* the forces that leave these residuals: where the force is curved they are not the means of the forces */
static bool place_forces(profile *p, const double x[MOST], double *residuals) {
    thud_samples *means = &p->model.samples;
    memcpy(residuals, means->forces, means->count * sizeof *residuals);
    memset(means->forces, 0, means->count * sizeof *means->forces);
    double *forces = p->model.above; /* scratch of the model */
    if (!thud_fit_model_residuals(x, &p->model, forces, NULL)) return false;
    for (size_t i = 0; i < means->count; i++) means->forces[i] = forces[i] - residuals[i];
    return true;
}

/* `residuals` has room for all samples */
static bool condense(thud_fit_found *f, profile *p, double *residuals) {
    double x[MOST];
    thud_fit_model_pack(&f->model, &f->values, x);
    f->model.has_cached = false;
    if (!thud_fit_model_residuals(x, &f->model, residuals, NULL)) return false;
    p->facts = f->model.facts;
    p->model.samples.count = 0;
    group_samples(&f->model.samples, residuals, f->model.samples.count / FEW + 1, p);
    thud_fit_model_pack(&p->model, &f->values, x);
    return place_forces(p, x, residuals);
}

/* for thud_least_squares; the context is the profile */
static bool weigh_residuals(const double *x, void *context, double *residuals, double *jacobian) {
    profile *p = context;
    if (!thud_fit_model_residuals(x, &p->model, residuals, jacobian)) return false;
    for (size_t i = 0; i < p->model.samples.count; i++) {
        if (residuals) residuals[i] *= p->weights[i];
        for (size_t k = 0; jacobian && k < p->others; k++) jacobian[i * p->others + k] *= p->weights[i];
    }
    return true;
}

/* ---- a cell ---- */

/* ½ ln det of a symmetric matrix; −∞ where it is not positive definite */
static double half_log_determinant(double a[MOST][MOST], size_t order) {
    double factor[MOST * MOST], sum = 0;
    for (size_t i = 0; i < order; i++)
        for (size_t k = 0; k <= i; k++) factor[i * order + k] = a[i][k];
    if (!thud_cholesky_factor(factor, order)) return -INFINITY;
    for (size_t i = 0; i < order; i++) sum += log(factor[i * order + i]);
    return sum;
}

/* of the prior, per u: ds is s du but for a factor */
static double log_prior(const profile *p, double u) {
    double log_s = is_bilinear(&p->model) ? -u / 2 : -u;
    return log_s - log1p(exp(FALL * (log(DEAD) - log_s)));
}

/* the others at their best, from a start; false where there is nothing */
static bool fill(profile *p, cell *c, const double start[MOST]) {
    thud_fit_model *m = &p->model;
    double u = p->damper.used ? coordinate(&p->damper, c->row) : 0;
    if (p->damper.used) m->shape.damper = is_bilinear(m) ? u : expm1(u);
    if (p->exponent.used) m->shape.n = coordinate(&p->exponent, c->column);
    c->damper = m->shape.damper;
    c->n = m->shape.n;
    m->has_cached = false; /* what is cached knows nothing of damper and exponent */
    thud_least_squares problem = {
        .residuals = weigh_residuals,
        .context = p,
        .count = m->samples.count,
        .parameters = p->others,
        .tolerance = NO_STEP,
        .small = SMALL_STEP,
    };
    if (thud_least_squares_solve(&problem, start, &c->best) != THUD_OK || !(c->best.sum > 0)) return false;
    c->facts = m->facts;
    c->weight = log_prior(p, u) + half_log_determinant(c->best.inverse, p->others) -
                (double)(p->samples - p->others) / 2 * log(c->best.sum + p->rest);
    return c->weight > p->most - NEGLIGIBLE;
}

/* ---- moments about the fit ---- */

/* what is reported at a cell over what the fit has, and its derivatives by the others */
static void compare(const profile *p, const cell *c, double distance[MOST], double slopes[MOST][MOST]) {
    const thud_model_values *fit = &p->fit->values;
    const thud_fit_model *m = &p->fit->model;
    const double *x = c->best.x;
    const thud_model_values there = thud_fit_model_unpack(&p->model, x);
    double log_force = there.log_force - fit->log_force, log_time = there.log_time - fit->log_time;
    double log_length = log_force + 2 * log_time, stiffness = exp(log_force - c->n * log_length);
    double speed = exp(log_force + log_time), exponent = thud_law_damper_exponent(m->shape.law, c->n);
    size_t offset = thud_fit_model_place_offset(m), damper = thud_fit_model_place_damper(m),
           n = thud_fit_model_place_exponent(m);
    distance[BEGIN] = x[THUD_MODEL_BEGIN] - fit->begin;
    slopes[BEGIN][THUD_MODEL_BEGIN] = 1;
    /* with the exponent the unit of k is open: its error is a relative one */
    double scale = n < MOST ? 1 : stiffness;
    distance[STIFFNESS] = n < MOST ? log(stiffness) : stiffness - 1;
    thud_fit_model_by_scales(m, -2 * c->n * scale, (1 - c->n) * scale, slopes[STIFFNESS]);
    if (!m->known_speed) {
        distance[SPEED] = speed - 1;
        thud_fit_model_by_scales(m, speed, speed, slopes[SPEED]);
    }
    if (offset < MOST) {
        distance[offset] = x[offset] - fit->offset;
        slopes[offset][offset] = 1;
    }
    if (n < MOST) distance[n] = c->n - fit->n;
    if (damper < MOST && is_bilinear(m)) {
        double ratio = stiffness * exp(c->damper - fit->damper);
        distance[damper] = ratio - 1;
        for (size_t i = 0; i < p->others; i++) slopes[damper][i] = ratio / scale * slopes[STIFFNESS][i];
    } else if (damper < MOST) {
        double damping = c->damper * exp(log_force + log_time - (exponent + 1) * log_length);
        distance[damper] = damping - fit->damper;
        thud_fit_model_by_scales(m, -(2 * exponent + 1) * damping, -exponent * damping, slopes[damper]);
    }
}

/* A C Aᵀ, added with a weight */
static void add_transformed(double weight, double a[MOST][MOST], double c[MOST][MOST], size_t rows, size_t columns,
                            double out[MOST][MOST]) {
    for (size_t i = 0; i < rows; i++) {
        double row[MOST] = {0};
        for (size_t l = 0; l < columns; l++)
            for (size_t k = 0; k < columns; k++) row[l] += weight * a[i][k] * c[k][l];
        for (size_t j = 0; j < rows; j++)
            for (size_t l = 0; l < columns; l++) out[i][j] += row[l] * a[j][l];
    }
}

static void add_cell(profile *p, cell *c) {
    double distance[MOST] = {0}, slopes[MOST][MOST] = {{0}};
    size_t size = thud_fit_model_parameters(&p->fit->model);
    compare(p, c, distance, slopes);
    double weight = exp(fmin(c->weight - p->cells[0].weight, 300)); /* a search may miss the best by far */
    p->total += weight;
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++) p->moments[i][k] += weight * distance[i] * distance[k];
    /* the variance of normal errors is not known either: Student's distribution is wider */
    double freedom = (double)(p->samples - p->others), variance = (c->best.sum + p->rest) / fmax(freedom - 2, 1);
    add_transformed(weight * variance, slopes, c->best.inverse, size, p->others, p->moments);
    double restitution = c->facts.restitution - p->facts.restitution;
    double duration = exp(c->best.x[THUD_MODEL_LOG_TIME] - p->fit->values.log_time) * c->facts.contact_time /
                      p->facts.contact_time;
    double known = variance * c->best.inverse[THUD_MODEL_LOG_TIME][THUD_MODEL_LOG_TIME];
    p->restitution += weight * restitution * restitution;
    p->duration += weight * ((duration - 1) * (duration - 1) + duration * duration * known);
}

/* from what is reported back to the parameters of the model, at the fit */
static void deliver(const profile *p, thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    size_t size = thud_fit_model_parameters(m), damper = thud_fit_model_place_damper(m);
    double back[MOST][MOST] = {{0}}, moments[MOST][MOST], n = f->values.n;
    double exponent = thud_law_damper_exponent(m->shape.law, n);
    for (size_t i = 0; i < size; i++) {
        back[i][i] = 1;
        for (size_t k = 0; k < size; k++) moments[i][k] = p->moments[i][k] / p->total;
    }
    /* ln T and ln A by stiffness and speed; a speed that is known has no place among them */
    const double time[] = {-1 / (1 + n), (1 - n) / (1 + n)}, force[] = {1 / (1 + n), 2 * n / (1 + n)};
    for (int i = 0; i <= SPEED - STIFFNESS - m->known_speed; i++) {
        back[THUD_MODEL_LOG_TIME][STIFFNESS + i] = time[i];
        if (!m->known_speed) back[THUD_MODEL_LOG_FORCE][STIFFNESS + i] = force[i];
        if (damper < MOST && !is_bilinear(m))
            back[damper][STIFFNESS + i] = f->values.damper * (exponent * force[i] + (2 * exponent + 1) * time[i]);
    }
    if (damper < MOST && is_bilinear(m)) back[damper][STIFFNESS] = -1;
    f->restitution_error = p->damper.used ? sqrt(p->restitution / p->total) : 0;
    f->duration_error = sqrt(p->duration / p->total);
    memset(f->solution.covariance, 0, sizeof f->solution.covariance);
    add_transformed(1, back, moments, size, size, f->solution.covariance);
}

/* ---- outwards ---- */

static bool enter(profile *p, int row, int column, const double start[MOST]) {
    cell *c = &p->cells[p->count];
    *c = (cell){.row = row, .column = column};
    p->known[row][column] = -1;
    if (!fill(p, c, start)) return false;
    p->most = fmax(p->most, c->weight);
    p->known[row][column] = (short)++p->count;
    add_cell(p, c);
    return true;
}

/* the neighbour of a cell, from where a line through it and its opposite leads */
static void step_to(profile *p, const cell *from, int down, int right) {
    int row = from->row + down, column = from->column + right;
    int back_row = from->row - down, back_column = from->column - right;
    double start[MOST];
    if (row < 0 || row >= p->damper.cells || column < 0 || column >= p->exponent.cells) return;
    if (p->known[row][column] != 0 || p->count == MOST_CELLS) return;
    memcpy(start, from->best.x, sizeof start);
    bool inside =
        back_row >= 0 && back_row < p->damper.cells && back_column >= 0 && back_column < p->exponent.cells;
    int opposite = inside ? p->known[back_row][back_column] : 0;
    for (size_t i = 0; opposite > 0 && i < p->others; i++) start[i] += start[i] - p->cells[opposite - 1].best.x[i];
    (void)enter(p, row, column, start);
}

/* from the cell of the fit to all that weigh */
static bool cover(profile *p) {
    double start[MOST];
    thud_fit_model_pack(&p->model, &p->fit->values, start);
    if (!enter(p, p->damper.begin, p->exponent.begin, start)) return false;
    for (int i = 0; i < p->count; i++) {
        const cell *c = &p->cells[i];
        if (c->weight < p->most - NEGLIGIBLE) continue;
        step_to(p, c, 1, 0);
        step_to(p, c, -1, 0);
        step_to(p, c, 0, 1);
        step_to(p, c, 0, -1);
    }
    return p->count > 2;
}

static void profile_free(profile *p) {
    if (!p) return;
    thud_fit_model_free(&p->model);
    free(p->weights);
    free(p);
}

static profile *profile_new(const thud_fit_found *f) {
    profile *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->fit = f;
    p->model = f->model;
    p->model.samples = (thud_samples){0};
    p->model.free_damper = p->model.free_exponent = false;
    p->model.shape.damper = f->values.damper;
    p->model.shape.n = f->values.n;
    p->samples = f->model.samples.count;
    p->others = thud_fit_model_parameters(&p->model);
    p->most = -INFINITY;
    p->weights = malloc(p->samples * sizeof *p->weights);
    if (p->weights && thud_fit_model_init(&p->model, p->samples)) return p;
    profile_free(p);
    return NULL;
}

thud_status thud_fit_profile(thud_fit_found *f) {
    profile *p = profile_new(f);
    double *residuals = malloc(thud_fit_model_residual_count(&f->model) * sizeof *residuals);
    bool made = p && residuals;
    if (made && condense(f, p, residuals)) {
        lay_grid(p);
        if (cover(p)) deliver(p, f);
    }
    free(residuals);
    profile_free(p);
    return made ? THUD_OK : THUD_ERROR_MEMORY;
}
