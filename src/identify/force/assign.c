/*
 * Assigns samples to the contact if the force begins or ends with a jump or a cusp.
 *
 * An edge with the jump J far above the noise σ lies between two samples h apart. Its variance is that of a
 * uniform distribution, h²/12. If noise hides the jump, the assignment is uncertain, and the variance of the best
 * estimate is h² 16ζ(3) (σ/J)⁴ (H. Rubin & K.-S. Song, Ann. Statist. 23 (1995) 732–739, for the mean of the
 * posterior). The sum of the two is used in both cases.
 */
#include <math.h>

#include "identify/force/fit.h"

static const double ZETA3 = 1.2020569031595942854;

/* ends as sharply as it begins */
static bool ends_sharply(const thud_fit_model *m) {
    return !m->shape.law->structure->approach_only && m->shape.separation == THUD_SEPARATION_RETURN;
}

/* the end of the contact in units of the fit */
static double end_of(const thud_fit_found *f) {
    return f->values.begin + exp(f->values.log_time) * f->model.facts.contact_time;
}

/* the cost of assigning a sample to the contact rather than to rest */
static double cost_of_contact(const thud_fit_model *m, const thud_model_values *v, size_t i, double shape) {
    double rest = m->samples.forces[i] - v->offset, left = rest - exp(v->log_force) * shape;
    return m->samples.weights[i] * (left * left - rest * rest);
}

static size_t index_at(const thud_force_samples *samples, double time) {
    size_t i = 0;
    while (i < samples->count && samples->times[i] <= time) i++;
    return i;
}

/* the shape at an instant, continued beyond the ends like the model; m->above holds it without an assignment */
static double continued(const thud_fit_model *m, const thud_shape_ends *ends, size_t i) {
    double t = m->instants[i], end = m->facts.contact_time;
    if (t <= 0) return ends->begin_force + ends->begin_slope * t;
    return t >= end ? ends->end_force + ends->end_slope * (t - end) : m->above[i];
}

/*
 * The boundary between samples with the least cost of those assigned to contact, near the present one; `forward`
 * for the begin, where contact follows the boundary.
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

/* the force of the first or last sample in contact, taken at the middle of its interval */
static thud_status jump_of(const thud_fit_model *m, const thud_model_values *v, size_t boundary, bool forward,
                           double *jump) {
    if (boundary == 0 || boundary >= m->samples.count) return THUD_OK;
    double width = (m->samples.times[boundary] - m->samples.times[boundary - 1]) * exp(-v->log_time);
    double time = forward ? width / 2 : m->facts.contact_time - width / 2, force = 0;
    thud_shape shape = thud_fit_model_shape(m, v);
    thud_shape_facts facts;
    thud_status status = thud_shape_sample(&shape, &time, 1, &force, NULL, &facts);
    *jump = exp(v->log_force) * force;
    return status;
}

thud_status thud_fit_assign(thud_fit_found *f, double noise, bool *changed) {
    thud_fit_model *m = &f->model;
    const thud_model_values *v = &f->values;
    thud_shape shape = thud_fit_model_shape(m, v);
    thud_shape_ends ends;
    thud_shape_facts facts;
    thud_status status = thud_shape_find_ends(&shape, m->facts.contact_time, &ends);
    if (status == THUD_OK)
        status = thud_shape_sample(&shape, m->instants, m->samples.count, m->above, NULL, &facts);
    if (status != THUD_OK) return status;
    double jump = 0;
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
    /* the previous fit underestimated the noise, so its edges were too weak */
    *changed = !m->assigned || first != m->first || last != m->last || noise < 0.8 * m->noise;
    bool cusp = thud_fit_model_onset(m) == THUD_ONSET_CUSP && last > first + 4;
    m->skip_first = cusp && m->begin.used;
    m->skip_last = cusp && m->end.used;
    m->assigned = true;
    m->first = first;
    m->last = last;
    m->noise = noise;
    return status;
}

/* an instant between two samples; where the record begins or ends in contact there is only one sample */
static double between(const thud_force_samples *s, size_t boundary, double instant) {
    size_t inner = boundary == 0 ? 1 : boundary < s->count ? boundary : s->count - 1;
    double margin = 1e-6 * (s->times[inner] - s->times[inner - 1]);
    if (boundary > 0) instant = fmax(instant, s->times[boundary - 1] + margin);
    return boundary < s->count ? fmin(instant, s->times[boundary] - margin) : instant;
}

void thud_fit_keep_sides(thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    if (thud_fit_model_onset(m) != THUD_ONSET_JUMP) return;
    double begin = f->values.begin, end = end_of(f), length = end - begin;
    begin = between(&m->samples, m->first, begin);
    if (ends_sharply(m)) end = between(&m->samples, m->last, end);
    f->values.log_time += log((end - begin) / length);
    f->values.begin = begin;
    thud_fit_model_keep_speed(m, &f->values);
}
