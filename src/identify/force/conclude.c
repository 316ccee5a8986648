/*
 * From the scales of a fit to the parameters of the contact. With the force scale A, the time scale T and the
 * length L = A T²/m of the dimensionless frame
 *
 *     v = A T/m,   ln k = n ln m + (1 − n) ln A − 2 n ln T,   c = χ A T/L^(p+1),   k₂ = k exp(damper),
 *
 * and the covariance follows to first order. Where v is known A = m v/T, and T alone carries both errors.
 */
#include <math.h>

#include "identify/force/fit.h"

typedef double gradient[THUD_LEAST_SQUARES_MOST];

/* what conclusions are drawn from */
typedef struct evidence {
    const thud_fit_found *found;
    const thud_fit_model *model;
    size_t parameters;
    size_t damper, exponent;                /* places; THUD_LEAST_SQUARES_MOST where they are not free */
    double log_time, log_force, log_length; /* of the scales, SI */
    double n, p, p_slope;
} evidence;

static double covariance_of(const evidence *e, const gradient a, const gradient b) {
    double sum = 0;
    for (size_t i = 0; i < e->parameters; i++)
        for (size_t k = 0; k < e->parameters; k++) sum += a[i] * b[k] * e->found->solution.covariance[i][k];
    return sum;
}

static double error_of(const evidence *e, const gradient g) { return sqrt(fmax(0, covariance_of(e, g, g))); }

static void set(gradient g, size_t place, double value) {
    if (place < THUD_LEAST_SQUARES_MOST) g[place] = value;
}

static evidence gather(const thud_fit_task *task, const thud_fit_found *found) {
    const thud_model_values *v = &found->values;
    const thud_structure *structure = task->options->law->structure;
    evidence e = {
        .found = found,
        .model = &found->model,
        .parameters = thud_fit_model_parameters(&found->model),
        .damper = thud_fit_model_place_damper(&found->model),
        .exponent = thud_fit_model_place_exponent(&found->model),
        .log_time = v->log_time + log(task->units.time),
        .log_force = v->log_force + log(task->units.force),
        .n = v->n,
        .p = structure->kind == THUD_FORCE_VISCOUS ? thud_law_damper_exponent(task->options->law, v->n) : 0,
        .p_slope = structure->kind == THUD_FORCE_VISCOUS ? structure->damper_slope : 0,
    };
    e.log_length = e.log_force + 2 * e.log_time - log(task->options->mass);
    return e;
}

static void conclude_spring(const evidence *e, double mass, thud_force_fit *fit, gradient log_k) {
    thud_fit_model_by_scales(e->model, -2 * e->n, 1 - e->n, log_k);
    set(log_k, e->exponent, -e->log_length);
    double k = exp(e->n * log(mass) + (1 - e->n) * e->log_force - 2 * e->n * e->log_time);
    fit->stiffness = (thud_estimate){k, k * error_of(e, log_k)};
    gradient n = {0};
    set(n, e->exponent, 1);
    fit->exponent = (thud_estimate){e->n, error_of(e, n)};
}

/* c, or ln k₂, whose gradient is `g` */
static void conclude_damper(const evidence *e, thud_force_fit *fit, const gradient log_k, gradient g) {
    double damper = e->found->values.damper;
    thud_force_kind kind = fit->law->structure->kind;
    if (kind == THUD_FORCE_BILINEAR) {
        for (size_t i = 0; i < e->parameters; i++) g[i] = log_k[i];
        set(g, e->damper, 1);
        double k2 = fit->stiffness.value * exp(damper);
        fit->damping = (thud_estimate){k2, k2 * error_of(e, g)};
        return;
    }
    double unit = exp(e->log_force + e->log_time - (e->p + 1) * e->log_length), c = damper * unit;
    set(g, e->damper, unit);
    thud_fit_model_by_scales(e->model, -(2 * e->p + 1) * c, -e->p * c, g);
    set(g, e->exponent, -e->p_slope * e->log_length * c);
    fit->damping = (thud_estimate){c, kind == THUD_FORCE_VISCOUS ? error_of(e, g) : 0};
}

static void conclude_correlation(const evidence *e, thud_force_fit *fit, const gradient log_k, const gradient c) {
    gradient n = {0};
    set(n, e->exponent, 1);
    const double *const rows[3] = {log_k, c, n};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) fit->covariance[i][j] = covariance_of(e, rows[i], rows[j]);
    double product = fit->covariance[0][0] * fit->covariance[1][1];
    fit->correlation = product > 0 ? fit->covariance[0][1] / sqrt(product) : NAN;
}

static thud_status conclude_motion(const evidence *e, const thud_fit_task *task, thud_force_fit *fit) {
    thud_fit_duration duration;
    thud_status status = thud_fit_measure_duration(e->model, &e->found->values, &duration);
    if (status != THUD_OK) return status;
    gradient speed = {0}, time = {0}, restitution = {0}, begin = {0}, offset = {0};
    double unit = exp(e->log_time), v = exp(e->log_force + e->log_time) / task->options->mass;
    thud_fit_model_by_scales(e->model, v, v, speed);
    set(time, THUD_MODEL_LOG_TIME, unit * duration.tau);
    set(time, e->damper, unit * duration.by_damper);
    set(time, e->exponent, unit * duration.by_exponent);
    set(restitution, e->damper, duration.restitution_by_damper);
    set(restitution, e->exponent, duration.restitution_by_exponent);
    set(begin, THUD_MODEL_BEGIN, task->units.time);
    set(offset, thud_fit_model_place_offset(e->model), task->units.force);
    fit->speed = (thud_estimate){e->model->known_speed ? task->options->speed : v, error_of(e, speed)};
    fit->contact_time = (thud_estimate){unit * duration.tau, error_of(e, time)};
    fit->restitution = (thud_estimate){duration.restitution, error_of(e, restitution)};
    if (e->found->duration_error > 0) fit->contact_time.error = unit * duration.tau * e->found->duration_error;
    if (e->found->restitution_error > 0) fit->restitution.error = e->found->restitution_error;
    fit->begin =
        (thud_estimate){task->units.origin + task->units.time * e->found->values.begin, error_of(e, begin)};
    fit->offset = (thud_estimate){task->units.force * e->found->values.offset, error_of(e, offset)};
    return THUD_OK;
}

/* residual, R², and the information criteria of normal errors with unknown variance */
static void judge(const evidence *e, const thud_fit_task *task, thud_force_fit *fit) {
    const thud_samples *s = &e->model->samples;
    double mean = 0, total = 0, count = (double)s->count, sum = e->found->sum;
    for (size_t i = 0; i < s->count; i++) mean += s->forces[i] / count;
    for (size_t i = 0; i < s->count; i++) total += (s->forces[i] - mean) * (s->forces[i] - mean);
    fit->samples = s->count;
    fit->parameters = e->parameters;
    fit->residual = task->units.force * sqrt(sum / count);
    fit->r_squared = 1 - sum / total;
    /* what a fit leaves of exact data is rounding, and says nothing about laws */
    double likelihood = -count / 2 * log(fmax(sum / count, 1e-18));
    double known = (double)e->parameters + 1; /* the variance is a parameter too */
    fit->aic = 2 * known - 2 * likelihood;
    fit->bic = known * log(count) - 2 * likelihood;
}

thud_status thud_fit_conclude(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit) {
    evidence e = gather(task, found);
    *fit = (thud_force_fit){
        .law = task->options->law,
        .separation = found->model.shape.separation,
        .mass = task->options->mass,
        .undamped = found->undamped,
        .exponent_at_limit = found->exponent_at_limit,
    };
    gradient log_k = {0}, c = {0};
    conclude_spring(&e, task->options->mass, fit, log_k);
    conclude_damper(&e, fit, log_k, c);
    conclude_correlation(&e, fit, log_k, c);
    judge(&e, task, fit);
    if (!isfinite(fit->stiffness.value) || !isfinite(fit->damping.value)) return THUD_ERROR_OVERFLOW;
    if (!(fit->r_squared > 0)) return THUD_ERROR_ACCURACY; /* a constant force would do as well */
    return conclude_motion(&e, task, fit);
}
