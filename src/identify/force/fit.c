/*
 * Least squares from each of several starts. For forces with sharp edges it is repeated until the assignment of
 * samples to the contact no longer changes. The smallest sum of squares is the fit.
 */
#include <math.h>
#include <string.h>

#include "identify/force/fit.h"
#include "numeric/constant.h"

enum { FEW = 48, FEW_SHARP = 150, MANY = 400, ROUNDS = 12 }; /* samples; searches */

static const double BETTER = 0.999;  /* ratio of sums of squares above which there is no improvement */
static const double NOT_WORSE = 4;   /* twice the logarithm of a likelihood ratio: two standard errors */
static const double UNSURE = 0.3;    /* relative to the peak: possible error of a start */
static const double AT_LIMIT = 1e-4; /* distance of n from its limit */
static const double ROUGH = 3;       /* times the noise: larger residuals are not noise */

thud_fit_units thud_fit_units_of(const thud_force_impact *impact) {
    return (thud_fit_units){impact->begin, impact->end - impact->begin, impact->peak};
}

/* law, exponent and separation from the options; offset from the record */
static void choose(const thud_fit_task *task, thud_fit_model *model) {
    const thud_force_options *o = task->options;
    const thud_law *law = o->law;
    model->shape = (thud_shape){
        .law = law,
        .separation = thud_law_separation(law, o->separation),
        .n = isnan(o->exponent) ? law->exponent_default : o->exponent,
    };
    /* errors are some tenths of the noise: a step of a thousandth of it ends the search, and a hundred-thousandth
     * is invisible */
    double noise = task->record->noise / task->units.force;
    model->search_tolerance = fmin(fmax(1e-3 * noise, 1e-9), 1e-5);
    model->shape.tolerance = fmin(fmax(1e-5 * noise, 1e-12), 1e-6);
    model->step = sqrt(model->shape.tolerance);
    model->small_step = 0.01;
    model->seen_noise = noise;
    model->shape.filter_order = o->filter.order;
    model->log_corner = o->filter.order > 0 ? log(2 * THUD_PI * o->filter.corner * task->units.time) : 0;
    model->free_corner = task->order > 0;
    if (model->free_corner) {
        model->shape.filter_order = task->order;
        model->log_corner = log(2 * THUD_PI * task->corner);
    }
    model->free_offset = task->record->has_rest;
    model->offset = task->record->offset / task->units.force;
    model->known_speed = o->speed > 0;
    model->log_impulse =
        model->known_speed ? log(o->mass) + log(o->speed / task->units.time / task->units.force) : 0;
    model->free_damper = law->structure->kind != THUD_FORCE_ELASTIC;
    model->free_exponent = isnan(o->exponent) && law->exponent_min < law->exponent_max;
}

static thud_status solve(thud_fit_model *model, thud_model_values *values, thud_solution *solution) {
    double x[THUD_LEAST_SQUARES_MOST];
    thud_fit_model_pack(model, values, x);
    model->has_cached = false;
    thud_least_squares problem = {
        .residuals = thud_fit_model_residuals,
        .context = model,
        .count = thud_fit_model_residual_count(model),
        .idle = thud_fit_model_residual_count(model) - thud_fit_model_observations(model),
        .parameters = thud_fit_model_parameters(model),
        .tolerance = model->search_tolerance,
        .small = model->small_step,
    };
    if (model->samples.count <= problem.parameters) return THUD_ERROR_ACCURACY;
    thud_status status = thud_least_squares_solve(&problem, x, solution);
    if (status == THUD_OK) *values = thud_fit_model_unpack(model, solution->x);
    return status;
}

static double freedom_of(const thud_fit_model *m) {
    return (double)thud_fit_model_observations(m) - (double)thud_fit_model_parameters(m);
}

/* the sum of squares of the force itself, independent of the assignment; INFINITY if there is no such force */
static double sum_of(thud_fit_model *m, const thud_model_values *v) {
    double x[THUD_LEAST_SQUARES_MOST], sum = 0;
    thud_fit_model plain = *m;
    thud_fit_model_forget(&plain);
    m->has_cached = false;
    thud_fit_model_pack(m, v, x);
    if (!thud_fit_model_residuals(x, &plain, m->above, NULL)) return INFINITY;
    m->facts = plain.facts;
    for (size_t i = 0; i < m->samples.count; i++) sum += m->above[i] * m->above[i];
    return sum;
}

/* samples are assigned before the first search, by the start, with residuals of `noise`: a jump on the wrong side
 * of a sample would block the search, and one without an edge may drift away from its sample */
static thud_status search_sharp(double noise, thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    bool changed = true;
    double least = INFINITY;
    int worse = 0;
    thud_status status = thud_fit_assign(f, noise, &changed);
    for (int round = 0; status == THUD_OK && changed && round < ROUNDS; round++) {
        status = solve(m, &f->values, &f->solution);
        if (status != THUD_OK) break;
        worse = f->solution.sum < BETTER * least ? 0 : worse + 1;
        if (worse == 2) break; /* noise may alternate a sample between the two sides */
        least = fmin(least, f->solution.sum);
        status = thud_fit_assign(f, sqrt(f->solution.sum / freedom_of(m)), &changed);
    }
    return status;
}

static bool is_sharp(const thud_fit_model *m) { return thud_fit_model_onset(m) != THUD_ONSET_SMOOTH; }

/* with the samples themselves */
static thud_status search_samples(double noise, thud_fit_found *f) {
    return is_sharp(&f->model) ? search_sharp(noise, f) : solve(&f->model, &f->values, &f->solution);
}

/* means of the samples, with the residuals of the fit */
static thud_status condense(const thud_fit_found *f, thud_fit_found *means, double *rest) {
    thud_fit_model *m = &means->model;
    double x[THUD_LEAST_SQUARES_MOST];
    thud_force_samples taken;
    thud_status status = thud_fit_take_means(f, &taken, rest);
    if (status != THUD_OK) return status;
    m->samples.count = taken.count;
    memcpy(m->samples.times, taken.times, taken.count * sizeof *taken.times);
    memcpy(m->samples.weights, taken.weights, taken.count * sizeof *taken.weights);
    memset(m->samples.forces, 0, taken.count * sizeof *taken.forces);
    thud_fit_model_forget(m);
    means->values = f->values;
    thud_fit_model_pack(m, &f->values, x);
    if (!thud_fit_model_residuals(x, m, m->above, NULL)) status = THUD_ERROR_ACCURACY;
    for (size_t i = 0; i < taken.count; i++)
        m->samples.forces[i] = m->above[i] / sqrt(taken.weights[i]) - taken.forces[i];
    thud_samples_free(&taken);
    return status;
}

/* adopts the fit of means for all samples */
static void adopt(thud_fit_found *f, const thud_fit_found *means, double rest) {
    f->values = means->values;
    f->solution = means->solution;
    f->solution.sum += rest;
    double scale = f->solution.sum / freedom_of(&f->model) / (means->solution.sum / freedom_of(&means->model));
    for (size_t i = 0; i < THUD_LEAST_SQUARES_MOST; i++)
        for (size_t k = 0; k < THUD_LEAST_SQUARES_MOST; k++) f->solution.covariance[i][k] *= scale;
}

/* whether the last step was too small to continue */
static bool is_settled(const thud_fit_found *f, const thud_model_values *before) {
    double x[THUD_LEAST_SQUARES_MOST], was[THUD_LEAST_SQUARES_MOST];
    thud_fit_model_pack(&f->model, &f->values, x);
    thud_fit_model_pack(&f->model, before, was);
    for (size_t i = 0; i < thud_fit_model_parameters(&f->model); i++) {
        double step = fabs(x[i] - was[i]), error = sqrt(f->solution.covariance[i][i]);
        if (step > f->model.small_step * error && step > 0.1 * f->model.search_tolerance) return false;
    }
    return true;
}

/* for many samples, means are enough if their residuals are those of the final fit */
static thud_status search_means(double noise, thud_fit_found *f) {
    thud_fit_found means = *f;
    bool settled = false, changed;
    if (!thud_fit_model_init(&means.model, f->model.samples.count)) return THUD_ERROR_MEMORY;
    thud_status status = THUD_OK;
    for (int round = 0; status == THUD_OK && !settled && round < ROUNDS; round++) {
        thud_model_values before = f->values;
        double rest;
        if (is_sharp(&f->model) && sum_of(&f->model, &f->values) < INFINITY)
            status = thud_fit_assign(f, noise, &changed);
        if (status == THUD_OK) status = condense(f, &means, &rest);
        if (status == THUD_OK) status = search_samples(noise, &means);
        if (status != THUD_OK) break;
        double sum = f->solution.sum;
        adopt(f, &means, rest);
        noise = sqrt(f->solution.sum / freedom_of(&f->model));
        bool better = !is_sharp(&f->model) || f->solution.sum < BETTER * sum;
        settled = round > 0 && (is_settled(f, &before) || !better);
    }
    if (status == THUD_OK && is_sharp(&f->model)) {
        status = sum_of(&f->model, &f->values) < INFINITY ? THUD_OK : THUD_ERROR_ACCURACY;
        if (status == THUD_OK) status = thud_fit_assign(f, noise, &changed);
    }
    thud_fit_model_free(&means.model);
    return status;
}

static thud_status search_any(double noise, thud_fit_found *f) {
    return f->model.samples.count > MANY ? search_means(noise, f) : search_samples(noise, f);
}

/* a search from the values of a fit, and the final sum of squares of the force; INFINITY if it fails */
static thud_status search_and_sum(thud_status (*how)(double, thud_fit_found *), double noise, thud_fit_found *f) {
    thud_status status = how(noise, f);
    if (status == THUD_OK) thud_fit_keep_sides(f);
    f->sum = status == THUD_OK ? sum_of(&f->model, &f->values) : INFINITY;
    return status;
}

/* residuals far above the noise that the record shows */
static bool is_rough(const thud_fit_found *f) {
    return f->sum > ROUGH * ROUGH * f->model.seen_noise * f->model.seen_noise * freedom_of(&f->model);
}

/* near a steep cusp, linear least squares may leave a good start: then only the errors are taken from it. Means
 * leave sooner than the samples themselves */
static thud_status search_from_near(double noise, thud_fit_found *f) {
    thud_fit_found start = *f, all;
    double before = sum_of(&f->model, &start.values), freedom = freedom_of(&f->model);
    if (!(before < INFINITY)) return THUD_ERROR_ACCURACY;
    thud_status status = search_and_sum(search_any, noise, f);
    double enough = before * (1 + NOT_WORSE / freedom);
    if (status != THUD_ERROR_MEMORY && f->model.samples.count > MANY && (!(f->sum < enough) || is_rough(f))) {
        all = f->sum < enough ? *f : start;
        thud_fit_model_forget(&all.model);
        double sum = sum_of(&all.model, &all.values);
        status = search_and_sum(search_samples, sqrt(sum / freedom), &all);
        if (all.sum < fmin(f->sum, enough)) *f = all;
    }
    if (status == THUD_ERROR_MEMORY) return status;
    if (f->sum < enough) return THUD_OK;
    bool changed;
    f->values = start.values;
    f->sum = sum_of(&f->model, &f->values);
    status = thud_fit_assign(f, sqrt(f->sum / freedom), &changed);
    return status == THUD_OK ? solve(&f->model, &start.values, &f->solution) : status;
}

static thud_status search(const thud_model_values *start, double noise, thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    f->values = *start;
    f->values.log_corner = m->log_corner;
    thud_fit_model_keep_speed(m, &f->values);
    thud_fit_model_forget(m);
    if (is_sharp(m)) return search_from_near(noise, f);
    thud_status status = search_any(noise, f);
    f->sum = status == THUD_OK && m->shape.filter_order > 0 ? sum_of(m, &f->values) : f->solution.sum;
    return status;
}

static bool is_same(const thud_model_values *a, const thud_model_values *b) {
    return fabs(a->damper - b->damper) < 0.2 * (0.1 + fmin(fabs(a->damper), fabs(b->damper))) &&
           fabs(a->n - b->n) < 0.1;
}

/* searches from all starts; the smallest sum of squares wins */
static thud_status search_all(const thud_model_values *starts, size_t count, double noise, thud_fit_found *f) {
    thud_fit_found best = {.sum = INFINITY};
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t k = 0; k < f->other_count; k++) seen = seen || is_same(&starts[i], &f->others[k]);
        thud_status status = seen ? THUD_ERROR_ACCURACY : search(&starts[i], noise, f);
        if (status == THUD_ERROR_MEMORY) return status;
        if (status != THUD_OK) continue;
        f->others[f->other_count++] = f->values;
        if (f->sum < best.sum) best = *f;
    }
    if (!(best.sum < INFINITY)) return THUD_ERROR_ACCURACY;
    memcpy(best.others, f->others, sizeof best.others);
    best.other_count = f->other_count;
    *f = best;
    return THUD_OK;
}

/* fixes the parameter at its limit and solves for the others */
static thud_status solve_without(thud_fit_found *f, bool *free) {
    thud_solution without;
    *free = false;
    thud_status status = solve(&f->model, &f->values, &without);
    *free = true;
    return status;
}

static bool is_at_limit(const thud_fit_found *f) {
    const thud_law *law = f->model.shape.law;
    double n = f->values.n;
    return f->model.free_exponent && (n < law->exponent_min + AT_LIMIT || n > law->exponent_max - AT_LIMIT);
}

/* handles an exponent beyond its range, and negative damping */
static thud_status settle(thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    const thud_law *law = m->shape.law;
    thud_status status = THUD_OK;
    f->exponent_at_limit = is_at_limit(f);
    if (f->exponent_at_limit) {
        m->shape.n = f->values.n =
            f->values.n < law->exponent_min + AT_LIMIT ? law->exponent_min : law->exponent_max;
        status = solve_without(f, &m->free_exponent);
    }
    f->undamped = m->free_damper && f->values.damper <= 0;
    if (status == THUD_OK && f->undamped) {
        m->shape.damper = f->values.damper = 0;
        bool limit = f->exponent_at_limit;
        if (limit) m->free_exponent = false;
        status = solve_without(f, &m->free_damper);
        if (limit) m->free_exponent = true;
        f->exponent_at_limit = is_at_limit(f);
    }
    if (status != THUD_OK || !(f->undamped || f->exponent_at_limit)) return status;
    thud_fit_keep_sides(f);
    f->sum = sum_of(m, &f->values);
    return f->sum < INFINITY ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* starts from a subset of the samples */
static thud_status find_starts(const thud_fit_task *task, thud_model_values starts[THUD_FIT_STARTS],
                               size_t *count) {
    thud_fit_model few;
    choose(task, &few);
    /* for smooth laws means, otherwise some of the samples */
    size_t enough = is_sharp(&few) ? FEW_SHARP : FEW;
    if (!thud_fit_take_samples(task, (task->impact->last - task->impact->first) / enough + 1, &few))
        return THUD_ERROR_MEMORY;
    thud_status status = thud_fit_start(&few, starts, count);
    thud_fit_model_free(&few);
    return status;
}

static thud_status search_task(const thud_fit_task *task, thud_fit_found *found) {
    thud_model_values starts[THUD_FIT_STARTS];
    size_t count;
    thud_status status = find_starts(task, starts, &count);
    if (status != THUD_OK) return status;
    *found = (thud_fit_found){.noise.inflation = 1};
    choose(task, &found->model);
    if (!thud_fit_take_samples(task, 1, &found->model)) return THUD_ERROR_MEMORY;
    status = search_all(starts, count, UNSURE, found);
    if (status == THUD_OK) status = settle(found);
    if (status != THUD_OK) thud_fit_model_free(&found->model);
    return status;
}

/* whether the force begins with a cusp except at the least exponent, where it jumps: no search among cusps reaches
 * that */
static bool has_other_limit(const thud_fit_task *task) {
    const thud_law *law = task->options->law;
    bool fitted = isnan(task->options->exponent) && law->exponent_min < law->exponent_max;
    return fitted && law->structure->kind == THUD_FORCE_VISCOUS &&
           thud_law_damper_exponent(law, law->exponent_min) == 0 &&
           thud_law_damper_exponent(law, law->exponent_max) > 0;
}

/* the fit with the least exponent, if it is better, with the uncertainty of n there */
static thud_status search_limit(const thud_fit_task *task, thud_status before, thud_fit_found *found) {
    thud_force_options options = *task->options;
    thud_fit_task at_limit = *task;
    thud_fit_found limit;
    options.exponent = options.law->exponent_min;
    at_limit.options = &options;
    thud_status status = search_task(&at_limit, &limit);
    if (status == THUD_ERROR_MEMORY && before == THUD_OK) thud_fit_model_free(&found->model);
    if (status == THUD_ERROR_MEMORY) return status;
    if (status != THUD_OK) return before;
    if (before == THUD_OK && !(limit.sum < BETTER * found->sum)) {
        thud_fit_model_free(&limit.model);
        return before;
    }
    if (before == THUD_OK) thud_fit_model_free(&found->model);
    *found = limit;
    found->exponent_at_limit = found->model.free_exponent = true;
    thud_model_values values = found->values;
    thud_solution solution;
    status = solve(&found->model, &values, &solution);
    found->model.free_exponent = status == THUD_OK;
    if (status == THUD_ERROR_MEMORY) thud_fit_model_free(&found->model);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    double scale = found->sum / solution.sum; /* errors from the remaining residuals */
    solution.sum = found->sum;
    for (size_t i = 0; i < THUD_LEAST_SQUARES_MOST; i++)
        for (size_t k = 0; k < THUD_LEAST_SQUARES_MOST; k++) solution.covariance[i][k] *= scale;
    found->solution = solution;
    return THUD_OK;
}

thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found) {
    thud_status status = search_task(task, found);
    if (status == THUD_ERROR_MEMORY || !has_other_limit(task)) return status;
    return search_limit(task, status, found);
}
