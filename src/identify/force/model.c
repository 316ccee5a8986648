/*
 * Residuals of the force history of a law and their derivatives: those by t₀, ln T, ln A and b exact, from the
 * slope of the shape, those by damper and exponent difference quotients.
 */
#include "identify/force/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "identify/force/reading.h"

/* limits of the search, beyond any measurement */
static const double LARGEST_DAMPER = 50, LOWEST_CORNER = -2, HIGHEST_CORNER = 8.5; /* ln ω */

/* relative to the contact time: distance from its ends at which a cusp has a finite slope */
static const double NEXT_TO = 1e-4;

bool thud_fit_model_init(thud_fit_model *model, size_t count) {
    double *block = malloc(8 * count * sizeof *block);
    if (!block) return false;
    model->samples = (thud_force_samples){count, block, block + count, block + 6 * count};
    model->instants = block + 2 * count;
    model->shapes = block + 3 * count;
    model->slopes = block + 4 * count;
    model->above = block + 5 * count;
    model->by_corner = block + 7 * count;
    thud_fit_model_forget(model);
    return true;
}

void thud_fit_model_forget(thud_fit_model *m) {
    m->assigned = m->begin.used = m->end.used = m->skip_first = m->skip_last = m->has_cached = false;
}

void thud_fit_model_free(thud_fit_model *model) {
    free(model->samples.times);
    model->samples = (thud_force_samples){0};
}

/* ln A is the last of the scales, so that the others keep their places without it */
static size_t first_free(const thud_fit_model *m) { return (size_t)THUD_MODEL_FIRST_FREE - m->known_speed; }

size_t thud_fit_model_parameters(const thud_fit_model *m) {
    return first_free(m) + m->free_offset + m->free_damper + m->free_exponent + m->free_corner;
}

size_t thud_fit_model_residual_count(const thud_fit_model *m) {
    return m->samples.count + m->begin.used + m->end.used;
}

size_t thud_fit_model_observations(const thud_fit_model *m) {
    return thud_fit_model_residual_count(m) - m->skip_first - m->skip_last;
}

size_t thud_fit_model_place_offset(const thud_fit_model *m) {
    return m->free_offset ? first_free(m) : THUD_LEAST_SQUARES_MOST;
}

size_t thud_fit_model_place_damper(const thud_fit_model *m) {
    return m->free_damper ? first_free(m) + m->free_offset : THUD_LEAST_SQUARES_MOST;
}

size_t thud_fit_model_place_exponent(const thud_fit_model *m) {
    return m->free_exponent ? first_free(m) + m->free_offset + m->free_damper : THUD_LEAST_SQUARES_MOST;
}

size_t thud_fit_model_place_corner(const thud_fit_model *m) {
    return m->free_corner ? thud_fit_model_parameters(m) - 1 : THUD_LEAST_SQUARES_MOST;
}

/* a search may pass the end of the law's range, where nothing changes */
static double exponent_within(const thud_law *law, double n) {
    return fmin(fmax(n, law->exponent_min), law->exponent_max);
}

thud_onset thud_fit_model_onset(const thud_fit_model *m) {
    double p = thud_law_damper_exponent(m->shape.law, m->shape.n);
    if (!m->free_damper || !(p < 1) || m->shape.filter_order > 0) return THUD_ONSET_SMOOTH;
    return p > 0 ? THUD_ONSET_CUSP : THUD_ONSET_JUMP;
}

/* below zero a smooth law has a mirror image, but a downward jump is not searched */
static double damper_within(const thud_fit_model *m, double damper) {
    return thud_fit_model_onset(m) == THUD_ONSET_SMOOTH ? damper : fmax(damper, 0);
}

thud_model_values thud_fit_model_unpack(const thud_fit_model *m, const double *x) {
    return (thud_model_values){
        .begin = x[THUD_MODEL_BEGIN],
        .log_time = x[THUD_MODEL_LOG_TIME],
        .log_force = m->known_speed ? m->log_impulse - x[THUD_MODEL_LOG_TIME] : x[THUD_MODEL_LOG_FORCE],
        .offset = m->free_offset ? x[thud_fit_model_place_offset(m)] : m->offset,
        .damper = m->free_damper ? damper_within(m, x[thud_fit_model_place_damper(m)]) : m->shape.damper,
        .n = m->free_exponent ? exponent_within(m->shape.law, x[thud_fit_model_place_exponent(m)]) : m->shape.n,
        .log_corner = m->free_corner ? x[thud_fit_model_place_corner(m)] : m->log_corner,
    };
}

void thud_fit_model_pack(const thud_fit_model *m, const thud_model_values *values, double *x) {
    x[THUD_MODEL_BEGIN] = values->begin;
    x[THUD_MODEL_LOG_TIME] = values->log_time;
    if (!m->known_speed) x[THUD_MODEL_LOG_FORCE] = values->log_force;
    if (m->free_offset) x[thud_fit_model_place_offset(m)] = values->offset;
    if (m->free_damper) x[thud_fit_model_place_damper(m)] = values->damper;
    if (m->free_exponent) x[thud_fit_model_place_exponent(m)] = values->n;
    if (m->free_corner) x[thud_fit_model_place_corner(m)] = values->log_corner;
}

void thud_fit_model_keep_speed(const thud_fit_model *m, thud_model_values *values) {
    if (m->known_speed) values->log_force = m->log_impulse - values->log_time;
}

void thud_fit_model_by_scales(const thud_fit_model *m, double by_log_time, double by_log_force, double *gradient) {
    gradient[THUD_MODEL_LOG_TIME] = m->known_speed ? by_log_time - by_log_force : by_log_time;
    if (!m->known_speed) gradient[THUD_MODEL_LOG_FORCE] = by_log_force;
}

thud_shape thud_fit_model_shape(const thud_fit_model *m, const thud_model_values *values) {
    thud_shape shape = m->shape;
    shape.n = values->n;
    shape.damper = values->damper;
    shape.corner = exp(values->log_corner + values->log_time);
    return shape;
}

static bool exists(const thud_model_values *v) {
    return fabs(v->begin) < 10 && fabs(v->log_time) < 10 && fabs(v->log_force) < 20 &&
           fabs(v->damper) < LARGEST_DAMPER && v->log_corner < HIGHEST_CORNER && v->log_corner > LOWEST_CORNER;
}

/* step of an exponent, within the range of the law */
static double exponent_step(const thud_fit_model *m, double n) {
    return n + m->step <= m->shape.law->exponent_max ? m->step : -m->step;
}

thud_status thud_fit_measure_duration(const thud_fit_model *model, const thud_model_values *values,
                                      thud_fit_duration *out) {
    thud_shape shape = thud_fit_model_shape(model, values);
    thud_shape_facts at, beside;
    *out = (thud_fit_duration){0};
    thud_status status = thud_shape_solve(&shape, &at);
    out->tau = at.contact_time;
    out->restitution = model->free_damper ? at.restitution : 1;
    if (status == THUD_OK && model->free_damper) {
        shape.damper += model->step;
        status = thud_shape_solve(&shape, &beside);
        out->by_damper = (beside.contact_time - at.contact_time) / model->step;
        out->restitution_by_damper = (beside.restitution - at.restitution) / model->step;
        shape.damper = values->damper;
    }
    if (status == THUD_OK && model->free_exponent) {
        double step = exponent_step(model, shape.n);
        shape.n += step;
        status = thud_shape_solve(&shape, &beside);
        out->by_exponent = (beside.contact_time - at.contact_time) / step;
        if (model->free_damper) out->restitution_by_exponent = (beside.restitution - at.restitution) / step;
    }
    return status;
}

thud_status thud_shape_find_ends(const thud_shape *shape, double contact_time, thud_shape_ends *ends) {
    double times[] = {contact_time * NEXT_TO, contact_time * (1 - NEXT_TO)}, forces[2], slopes[2];
    thud_shape_facts facts;
    thud_status status = thud_shape_sample(shape, times, 2, forces, slopes, &facts);
    *ends = (thud_shape_ends){forces[0], slopes[0], forces[1], slopes[1]};
    return status;
}

/* samples assigned to rest, or to contact beyond its ends, where the law continues linearly */
static thud_status assign(const thud_fit_model *m, const thud_shape *shape, double contact_time, double *forces,
                          double *slopes) {
    bool has_ends = false;
    thud_shape_ends ends = {0};
    for (size_t i = 0; i < m->samples.count; i++) {
        double t = m->instants[i], slope = 0;
        if (i < m->first || i >= m->last) {
            forces[i] = 0;
        } else if (t <= 0 || t >= contact_time) {
            thud_status status = has_ends ? THUD_OK : thud_shape_find_ends(shape, contact_time, &ends);
            if (status != THUD_OK) return status;
            has_ends = true;
            slope = t <= 0 ? ends.begin_slope : ends.end_slope;
            forces[i] = t <= 0 ? ends.begin_force + slope * t : ends.end_force + slope * (t - contact_time);
        } else {
            continue;
        }
        if (slopes) slopes[i] = slope;
    }
    return THUD_OK;
}

static bool sample(const thud_fit_model *m, const thud_shape *shape, double *forces, double *slopes,
                   double *by_corner, thud_shape_facts *facts) {
    if (thud_reading_sample(shape, m->instants, m->samples.count, forces, slopes, by_corner, facts) != THUD_OK)
        return false;
    return !m->assigned || assign(m, shape, facts->contact_time, forces, slopes) == THUD_OK;
}

/* computes shapes and slopes at x, unless they are known */
static bool prepare(thud_fit_model *m, const double *x, const thud_model_values *v) {
    size_t bytes = thud_fit_model_parameters(m) * sizeof *x;
    if (m->has_cached && memcmp(m->cached, x, bytes) == 0) return true;
    m->has_cached = false;
    double per_time = exp(-v->log_time);
    for (size_t i = 0; i < m->samples.count; i++) m->instants[i] = (m->samples.times[i] - v->begin) * per_time;
    thud_shape shape = thud_fit_model_shape(m, v);
    if (!sample(m, &shape, m->shapes, m->slopes, m->by_corner, &m->facts)) return false;
    memcpy(m->cached, x, bytes);
    m->has_cached = true;
    return true;
}

/* residual of an edge per unit of time */
static double edge_weight(const thud_fit_model *m, const thud_fit_edge *edge) { return m->noise / edge->deviation; }

static void write_residuals(const thud_fit_model *m, const thud_model_values *v, double *residuals) {
    double scale = exp(v->log_force), end = v->begin + exp(v->log_time) * m->facts.contact_time;
    size_t count = m->samples.count;
    for (size_t i = 0; i < count; i++) residuals[i] = v->offset + scale * m->shapes[i] - m->samples.forces[i];
    if (m->begin.used) residuals[count++] = edge_weight(m, &m->begin) * (v->begin - m->begin.instant);
    if (m->end.used) residuals[count] = edge_weight(m, &m->end) * (end - m->end.instant);
}

static double *edge_row(const thud_fit_model *m, double *jacobian, bool end) {
    size_t row = m->samples.count + (end && m->begin.used);
    return jacobian + row * thud_fit_model_parameters(m);
}

/* A ∂f/∂x, from the shape at a neighbouring x */
static bool write_difference(thud_fit_model *m, const thud_model_values *v, const thud_shape *beside, double step,
                             size_t place, double *jacobian) {
    size_t p = thud_fit_model_parameters(m);
    thud_shape_facts facts;
    if (!sample(m, beside, m->above, NULL, NULL, &facts)) return false;
    double scale = exp(v->log_force) / step;
    for (size_t i = 0; i < m->samples.count; i++) jacobian[i * p + place] = scale * (m->above[i] - m->shapes[i]);
    if (m->end.used)
        edge_row(m, jacobian, true)[place] =
            edge_weight(m, &m->end) * exp(v->log_time) * (facts.contact_time - m->facts.contact_time) / step;
    return true;
}

static void write_edges(const thud_fit_model *m, const thud_model_values *v, double *jacobian) {
    size_t p = thud_fit_model_parameters(m);
    if (m->begin.used) {
        double *row = edge_row(m, jacobian, false);
        memset(row, 0, p * sizeof *row);
        row[THUD_MODEL_BEGIN] = edge_weight(m, &m->begin);
    }
    if (m->end.used) {
        double *row = edge_row(m, jacobian, true);
        memset(row, 0, p * sizeof *row);
        row[THUD_MODEL_BEGIN] = edge_weight(m, &m->end);
        row[THUD_MODEL_LOG_TIME] = edge_weight(m, &m->end) * exp(v->log_time) * m->facts.contact_time;
    }
}

static bool write_jacobian(thud_fit_model *m, const thud_model_values *v, double *jacobian) {
    size_t p = thud_fit_model_parameters(m);
    double scale = exp(v->log_force), per_time = exp(-v->log_time);
    for (size_t i = 0; i < m->samples.count; i++) {
        double *row = jacobian + i * p;
        row[THUD_MODEL_BEGIN] = -scale * m->slopes[i] * per_time;
        double by_corner = m->shape.filter_order > 0 ? m->by_corner[i] : 0; /* κ = ω T */
        thud_fit_model_by_scales(m, scale * (by_corner - m->slopes[i] * m->instants[i]), scale * m->shapes[i], row);
        if (m->free_corner) row[thud_fit_model_place_corner(m)] = scale * by_corner;
        if (m->free_offset) row[thud_fit_model_place_offset(m)] = 1;
    }
    write_edges(m, v, jacobian);
    thud_shape beside = thud_fit_model_shape(m, v);
    if (m->free_damper) {
        beside.damper += m->step;
        if (!write_difference(m, v, &beside, m->step, thud_fit_model_place_damper(m), jacobian)) return false;
        beside.damper = v->damper;
    }
    if (m->free_exponent) {
        double step = exponent_step(m, v->n);
        beside.n += step;
        return write_difference(m, v, &beside, step, thud_fit_model_place_exponent(m), jacobian);
    }
    return true;
}

/* skipped samples contribute nothing */
static void skip(const thud_fit_model *m, double *rows, size_t width) {
    if (m->skip_first) memset(rows + m->first * width, 0, width * sizeof *rows);
    if (m->skip_last) memset(rows + (m->last - 1) * width, 0, width * sizeof *rows);
}

/* a mean of w readings has residuals of √w */
static void weigh(const thud_force_samples *s, double *rows, size_t width) {
    for (size_t i = 0; i < s->count; i++) {
        if (s->weights[i] == 1) continue;
        double root = sqrt(s->weights[i]);
        for (size_t k = 0; k < width; k++) rows[i * width + k] *= root;
    }
}

bool thud_fit_model_residuals(const double *x, void *context, double *residuals, double *jacobian) {
    thud_fit_model *m = context;
    thud_model_values v = thud_fit_model_unpack(m, x);
    if (!exists(&v) || !prepare(m, x, &v)) return false;
    if (residuals) {
        write_residuals(m, &v, residuals);
        weigh(&m->samples, residuals, 1);
        skip(m, residuals, 1);
    }
    if (jacobian) {
        if (!write_jacobian(m, &v, jacobian)) return false;
        weigh(&m->samples, jacobian, thud_fit_model_parameters(m));
        skip(m, jacobian, thud_fit_model_parameters(m));
    }
    return true;
}
