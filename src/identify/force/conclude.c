/*
 * Converts the scales of a fit to the parameters of the contact. With the force scale A, the time scale T and the
 * length L = A T²/m of the dimensionless frame
 *
 *     v = A T/m,   ln k = n ln m + (1 − n) ln A − 2 n ln T,   c = χ A T/L^(p+1),   k₂ = k exp(damper).
 *
 * Errors of k and c are computed at the length L. Their units depend on n: an error dn of n changes ln k by −ln L
 * dn.
 */
#include <math.h>

#include "identify/force/fit.h"
#include "numeric/constant.h"

enum { CONTACT = 3 }; /* ln k, c and n */

/* the scales in SI units */
typedef struct scales {
    double log_time, log_force, log_length;
    double n, p, p_slope;
} scales;

static scales find_scales(const thud_fit_task *task, const thud_fit_found *found) {
    const thud_model_values *v = &found->values;
    const thud_structure *structure = task->options->law->structure;
    bool viscous = structure->kind == THUD_FORCE_VISCOUS;
    scales s = {
        .log_time = v->log_time + log(task->units.time),
        .log_force = v->log_force + log(task->units.force),
        .n = v->n,
        .p = viscous ? thud_law_damper_exponent(task->options->law, v->n) : 0,
        .p_slope = viscous ? structure->damper_slope : 0,
    };
    s.log_length = s.log_force + 2 * s.log_time - log(task->options->mass);
    return s;
}

/* ln k, c (ln k₂) and n from the quantities of the fit; `unit` is the unit of c */
static void conclude_covariance(const scales *s, const thud_fit_found *found, double unit, double c,
                                thud_force_fit *fit) {
    const double rows[CONTACT][CONTACT] = {
        {1, 0, -s->log_length}, {0, unit, -s->p_slope * s->log_length * c}, {0, 0, 1}};
    for (int i = 0; i < CONTACT; i++)
        for (int j = 0; j < CONTACT; j++)
            for (int k = 0; k < CONTACT; k++)
                for (int l = 0; l < CONTACT; l++)
                    fit->covariance[i][j] += rows[i][k] * rows[j][l] * found->moments[k][l];
    double product = fit->covariance[0][0] * fit->covariance[1][1];
    fit->correlation = product > 0 ? fit->covariance[0][1] / sqrt(product) : NAN;
}

static void conclude_contact(const scales *s, const thud_fit_found *found, thud_force_fit *fit) {
    double k = exp(s->n * log(fit->mass) + (1 - s->n) * s->log_force - 2 * s->n * s->log_time);
    bool bilinear = fit->law->structure->kind == THUD_FORCE_BILINEAR;
    double unit = bilinear ? 1 : exp(s->log_force + s->log_time - (s->p + 1) * s->log_length);
    double c = bilinear ? k * exp(found->values.damper) : unit * found->values.damper;
    conclude_covariance(s, found, unit, bilinear ? 0 : c, fit);
    fit->stiffness = (thud_estimate){k, k * sqrt(fit->covariance[0][0])};
    fit->damping = (thud_estimate){c, (bilinear ? c : 1) * sqrt(fit->covariance[1][1])};
    fit->exponent = (thud_estimate){s->n, sqrt(fit->covariance[2][2])};
}

static double error_of(const thud_fit_found *found, thud_fit_quantity i) { return sqrt(found->moments[i][i]); }

static void conclude_motion(const scales *s, const thud_fit_task *task, const thud_fit_found *found,
                            thud_force_fit *fit) {
    const thud_fit_units *units = &task->units;
    double v = exp(s->log_force + s->log_time) / fit->mass, time = exp(s->log_time) * found->duration.tau;
    if (found->model.known_speed) v = task->options->speed;
    fit->speed = (thud_estimate){v, v * error_of(found, THUD_FIT_SPEED)};
    fit->restitution = (thud_estimate){found->duration.restitution, error_of(found, THUD_FIT_RESTITUTION)};
    fit->contact_time = (thud_estimate){time, time * error_of(found, THUD_FIT_DURATION)};
    fit->begin = (thud_estimate){units->origin + units->time * found->values.begin,
                                 units->time * error_of(found, THUD_FIT_BEGIN)};
    if (found->model.shape.filter_order > 0) {
        double corner = exp(found->values.log_corner) / (2 * THUD_PI * units->time);
        size_t place = thud_fit_model_place_corner(&found->model);
        fit->corner = (thud_estimate){corner, 0};
        if (found->model.free_corner) fit->corner.error = corner * sqrt(found->solution.covariance[place][place]);
    }
    fit->offset =
        (thud_estimate){units->force * found->values.offset, units->force * error_of(found, THUD_FIT_OFFSET)};
}

/* residual, R², and the information criteria of normal errors with unknown variance */
static void judge(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit) {
    const thud_force_samples *s = &found->model.samples;
    double mean = 0, total = 0, count = (double)s->count, sum = found->sum;
    for (size_t i = 0; i < s->count; i++) mean += s->forces[i] / count;
    for (size_t i = 0; i < s->count; i++) total += (s->forces[i] - mean) * (s->forces[i] - mean);
    fit->samples = s->count;
    fit->parameters = thud_fit_model_parameters(&found->model);
    fit->residual = task->units.force * sqrt(sum / count);
    fit->r_squared = 1 - sum / total;
    /* residuals of exact data are rounding and cannot rank laws */
    fit->effective_samples = count / found->noise.inflation;
    double likelihood = -fit->effective_samples / 2 * log(fmax(sum / count, 1e-18));
    double known = (double)fit->parameters + 1; /* the variance is a parameter too */
    fit->aic = 2 * known - 2 * likelihood;
    fit->bic = known * log(fit->effective_samples) - 2 * likelihood;
}

thud_status thud_fit_conclude(const thud_fit_task *task, const thud_fit_found *found, thud_force_fit *fit) {
    scales s = find_scales(task, found);
    *fit = (thud_force_fit){
        .law = task->options->law,
        .separation = found->model.shape.separation,
        .mass = task->options->mass,
        .undamped = found->undamped,
        .exponent_at_limit = found->exponent_at_limit,
        .filter_order = found->model.shape.filter_order,
        .noise_order = (size_t)found->noise.order,
        .misfit = found->noise.misfit,
        .misfit_probability = found->noise.misfit_probability,
    };
    conclude_contact(&s, found, fit);
    conclude_motion(&s, task, found, fit);
    judge(task, found, fit);
    if (!isfinite(fit->stiffness.value) || !isfinite(fit->damping.value)) return THUD_ERROR_OVERFLOW;
    /* otherwise a constant force would fit as well */
    return fit->r_squared > 0 ? THUD_OK : THUD_ERROR_ACCURACY;
}
