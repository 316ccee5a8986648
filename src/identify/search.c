/*
 * The search of a fit: first on some samples only, then on all of them, then with the ends of the contact told.
 *
 * An edge, where the force jumps by J, is known to lie between two samples h apart when J is far above the noise σ; its
 * variance is that of any instant there, h²/12. Where the noise hides it, the samples cannot be assigned for sure,
 * and the variance of the best guess is h² 16ζ(3) (σ/J)⁴ (Ibragimov & Has'minskii 1981, chapter VII, for the mean of
 * the posterior). The sum of the two serves for both.
 */
#include <float.h>
#include <math.h>

#include "identify/fit.h"

enum { FEW = 120, ROUNDS = 20 };

static const double AT_LIMIT = 1e-4; /* of n */
static const double ZETA3 = 1.2020569031595942854;

thud_fit_units thud_fit_units_of(const thud_force_impact *impact) {
    return (thud_fit_units){impact->begin, impact->end - impact->begin, impact->peak};
}

void thud_fit_choose(const thud_fit_task *task, thud_fit_model *model) {
    const thud_force_options *o = task->options;
    const thud_law *law = o->law;
    model->shape = (thud_shape){
        .law = law,
        .separation = thud_law_separation(law, o->separation),
        .n = isnan(o->exponent) ? law->exponent_default : o->exponent,
    };
    model->free_offset = task->record->has_rest;
    model->offset = task->record->offset / task->units.force;
    model->free_damper = law->structure->kind != THUD_FORCE_ELASTIC;
    model->free_exponent = isnan(o->exponent) && law->exponent_min < law->exponent_max;
}

/* every `stride`-th sample of the window that is not saturated */
static bool take_samples(const thud_fit_task *task, size_t stride, thud_fit_model *model) {
    const thud_force_record *r = task->record;
    if (!thud_fit_model_init(model, (task->impact->last - task->impact->first) / stride + 1)) return false;
    size_t count = 0;
    for (size_t i = task->impact->first; i < task->impact->last; i += stride) {
        if (r->force[i] >= r->clip) continue;
        model->samples.times[count] = (r->time[i] - task->units.origin) / task->units.time;
        model->samples.forces[count++] = r->force[i] / task->units.force;
    }
    model->samples.count = count;
    return true;
}

static thud_status solve(thud_fit_model *model, thud_model_values *values, thud_solution *solution) {
    double x[THUD_LEAST_SQUARES_MOST];
    thud_fit_model_pack(model, values, x);
    model->has_cached = false;
    thud_least_squares problem = {
        .residuals = thud_fit_model_residuals,
        .context = model,
        .count = thud_fit_model_residual_count(model),
        .idle = thud_fit_model_idle_count(model),
        .parameters = thud_fit_model_parameters(model),
    };
    if (model->samples.count <= problem.parameters) return THUD_ERROR_ACCURACY;
    thud_status status = thud_least_squares_solve(&problem, x, solution);
    if (status == THUD_OK) *values = thud_fit_model_unpack(model, solution->x);
    return status;
}

/* a rough fit to at most FEW samples */
static thud_status begin(const thud_fit_task *task, thud_fit_found *found) {
    size_t window = task->impact->last - task->impact->first;
    thud_fit_model few = {0};
    thud_fit_choose(task, &few);
    if (!take_samples(task, window / FEW + 1, &few)) return THUD_ERROR_MEMORY;
    thud_status status = thud_fit_start(task, &few, &found->values);
    if (status == THUD_OK) status = solve(&few, &found->values, &found->solution);
    thud_fit_model_free(&few);
    return status;
}

static bool begins_sharply(const thud_fit_model *m) {
    double p = thud_law_damper_exponent(m->shape.law, m->shape.n);
    return m->free_damper && p < 1;
}

static bool ends_sharply(const thud_fit_model *m) {
    return begins_sharply(m) && !m->shape.law->structure->approach_only &&
           m->shape.separation == THUD_SEPARATION_RETURN;
}

thud_status thud_fit_measure_duration(const thud_fit_model *model, const thud_model_values *values,
                                      thud_fit_duration *out) {
    thud_shape shape = thud_fit_model_shape(model, values), low = shape, high = shape;
    thud_shape_facts at, below, above;
    *out = (thud_fit_duration){0};
    thud_status status = thud_shape_solve(&shape, &at);
    if (status != THUD_OK) return status;
    out->tau = at.contact_time;
    out->restitution = at.restitution;
    if (model->free_damper) {
        low.damper -= THUD_MODEL_STEP;
        high.damper += THUD_MODEL_STEP;
        status = thud_shape_solve(&low, &below);
        if (status == THUD_OK) status = thud_shape_solve(&high, &above);
        if (status != THUD_OK) return status;
        out->by_damper = (above.contact_time - below.contact_time) / (high.damper - low.damper);
        out->restitution_by_damper = (above.restitution - below.restitution) / (high.damper - low.damper);
        low.damper = high.damper = shape.damper;
    }
    if (model->free_exponent) {
        low.n = fmax(low.n - THUD_MODEL_STEP, shape.law->exponent_min);
        high.n = fmin(high.n + THUD_MODEL_STEP, shape.law->exponent_max);
        status = thud_shape_solve(&low, &below);
        if (status == THUD_OK) status = thud_shape_solve(&high, &above);
        if (status != THUD_OK) return status;
        out->by_exponent = (above.contact_time - below.contact_time) / (high.n - low.n);
        out->restitution_by_exponent = (above.restitution - below.restitution) / (high.n - low.n);
    }
    return THUD_OK;
}

/* the end of the contact in units of the fit */
static double end_of(const thud_fit_found *f) {
    return f->values.begin + exp(f->values.log_time) * f->model.facts.contact_time;
}

static double noise_of(const thud_fit_found *f) {
    double count = (double)(thud_fit_model_residual_count(&f->model) - thud_fit_model_idle_count(&f->model));
    return sqrt(f->solution.sum / (count - (double)thud_fit_model_parameters(&f->model)));
}

/* what it costs to take a sample for one in contact, rather than for one that is not */
static double cost_of_contact(const thud_fit_model *m, const thud_model_values *v, size_t i, double shape) {
    double rest = m->samples.forces[i] - v->offset, left = rest - exp(v->log_force) * shape;
    return left * left - rest * rest;
}

static size_t index_at(const thud_samples *samples, double time) {
    size_t i = 0;
    while (i < samples->count && samples->times[i] <= time) i++;
    return i;
}

/* the shape at an instant, continued beyond the ends as the model does */
static double continued(const thud_fit_model *m, const thud_shape_ends *ends, size_t i) {
    double t = m->instants[i], end = m->facts.contact_time;
    if (t <= 0) return ends->begin_force + ends->begin_slope * t;
    return t >= end ? ends->end_force + ends->end_slope * (t - end) : m->shapes[i];
}

/*
 * The boundary between samples at which the costs of those that are taken for contact are least, near the one that
 * the fit has; `forward` for the begin, where contact is what comes after.
 */
static size_t best_boundary(const thud_fit_model *m, const thud_model_values *v, const thud_shape_ends *ends,
                            size_t middle, bool forward) {
    size_t reach = 3 + m->samples.count / 60, best = middle;
    size_t from = middle > reach ? middle - reach : 0;
    size_t to = middle + reach < m->samples.count ? middle + reach : m->samples.count;
    double sum = 0, least = 0;
    for (size_t i = middle; i > from; i--) { /* boundaries before the present one */
        double cost = cost_of_contact(m, v, i - 1, continued(m, ends, i - 1));
        sum += forward ? cost : -cost;
        if (sum < least) least = sum, best = i - 1;
    }
    sum = 0;
    for (size_t i = middle; i < to; i++) { /* and after it */
        double cost = cost_of_contact(m, v, i, continued(m, ends, i));
        sum += forward ? -cost : cost;
        if (sum < least) least = sum, best = i + 1;
    }
    return best;
}

/* the boundary as an observation of the instant; none without samples on both sides */
static thud_fit_edge make_edge(const thud_fit_model *m, size_t boundary, double jump, double noise) {
    if (boundary == 0 || boundary >= m->samples.count) return (thud_fit_edge){0};
    double before = m->samples.times[boundary - 1], after = m->samples.times[boundary], width = after - before;
    double hidden = pow(noise / jump, 4);
    if (!(hidden < 1e6)) return (thud_fit_edge){0};
    return (thud_fit_edge){true, (before + after) / 2, width * sqrt(1.0 / 12 + 16 * ZETA3 * hidden)};
}

/* the force of the first or last sample in contact, were it in the middle of its place */
static thud_status jump_of(const thud_fit_model *m, const thud_model_values *v, size_t boundary, bool forward,
                           double *jump) {
    if (boundary == 0 || boundary >= m->samples.count) return THUD_OK;
    double width = (m->samples.times[boundary] - m->samples.times[boundary - 1]) * exp(-v->log_time);
    double time = forward ? width / 2 : m->facts.contact_time - width / 2, force;
    thud_shape shape = thud_fit_model_shape(m, v);
    thud_shape_facts facts;
    thud_status status = thud_shape_sample(&shape, &time, 1, &force, NULL, &facts);
    *jump = exp(v->log_force) * force;
    return status;
}

/* tells the samples where the contact begins and ends; *changed when they were told otherwise before */
static thud_status tell_samples(thud_fit_found *f, bool *changed) {
    thud_fit_model *m = &f->model;
    const thud_model_values *v = &f->values;
    thud_shape shape = thud_fit_model_shape(m, v);
    thud_shape_ends ends;
    thud_status status = thud_shape_find_ends(&shape, m->facts.contact_time, &ends);
    if (status != THUD_OK) return status;
    double noise = noise_of(f), jump = 0;
    size_t first = best_boundary(m, v, &ends, index_at(&m->samples, v->begin), true);
    size_t last = m->samples.count;
    status = jump_of(m, v, first, true, &jump);
    m->begin = make_edge(m, first, jump, noise);
    if (status == THUD_OK && ends_sharply(m)) {
        last = best_boundary(m, v, &ends, index_at(&m->samples, end_of(f)), false);
        status = jump_of(m, v, last, false, &jump);
        m->end = make_edge(m, last, jump, noise);
    } else {
        last = index_at(&m->samples, end_of(f));
    }
    /* less noise means that the edges were leant on too much */
    *changed = !m->told || first != m->first || last != m->last || noise < 0.8 * m->noise;
    bool cusp = thud_law_damper_exponent(m->shape.law, v->n) > 0, wide = last > first + 4;
    m->skip_first = cusp && wide && m->begin.used;
    m->skip_last = cusp && wide && m->end.used;
    m->told = true;
    m->first = first;
    m->last = last;
    m->noise = noise;
    return status;
}

/* all samples, and where the law has edges again and again until they stay where they are */
static thud_status refine(const thud_fit_task *task, thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    thud_fit_choose(task, m);
    if (!take_samples(task, 1, m)) return THUD_ERROR_MEMORY;
    thud_status status = solve(m, &f->values, &f->solution);
    bool changed = true;
    for (int round = 0; status == THUD_OK && begins_sharply(m) && changed && round < ROUNDS; round++) {
        status = tell_samples(f, &changed);
        if (status == THUD_OK) status = solve(m, &f->values, &f->solution);
    }
    return status;
}

/* without what the edges add */
static void sum_up(thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    double scale = exp(f->values.log_force);
    f->sum = 0;
    for (size_t i = 0; i < m->samples.count; i++) {
        double rest = f->values.offset + scale * m->shapes[i] - m->samples.forces[i];
        f->sum += rest * rest;
    }
}

/* parameters at the end of their range are not free: the others are found once more without them */
static thud_status settle(thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    const thud_law *law = m->shape.law;
    bool again = false;
    double n = f->values.n;
    if (m->free_exponent && (n < law->exponent_min + AT_LIMIT || n > law->exponent_max - AT_LIMIT)) {
        f->exponent_at_limit = again = true;
        m->free_exponent = false;
        m->shape.n = f->values.n = n < law->exponent_min + AT_LIMIT ? law->exponent_min : law->exponent_max;
    }
    if (again) {
        thud_status status = solve(m, &f->values, &f->solution);
        if (status != THUD_OK) return status;
    }
    if (!m->free_damper || f->values.damper > 0) return THUD_OK;
    size_t place = thud_fit_model_place_damper(m);
    f->damper_error = sqrt(f->solution.covariance[place][place]);
    f->undamped = true;
    m->free_damper = false;
    m->shape.damper = f->values.damper = 0;
    return solve(m, &f->values, &f->solution);
}

thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found) {
    *found = (thud_fit_found){0};
    thud_status status = begin(task, found);
    if (status == THUD_OK) status = refine(task, found);
    if (status == THUD_OK) status = settle(found);
    if (status == THUD_OK) sum_up(found);
    else thud_fit_model_free(&found->model);
    return status;
}
