/*
 * Means of neighbouring samples. A mean has the weight of its readings; their scatter about it hardly depends on
 * the parameters. Instead of the mean force, a mean holds the force that leaves the mean residual of a fit, which
 * differs slightly where the force is curved. Near a jump or a cusp samples stay single, because the side of each
 * one matters.
 */
#include <math.h>
#include <stdlib.h>

#include "identify/force/fit.h"
#include "identify/force/reading.h"

enum { IN_CONTACT = 100 }; /* minimum number of means in the contact of the fit */

static const double BESIDE = 6; /* deviations of an edge within which readings stay single */
static const double NEAR =
    24; /* at most this many of them on either side: a more uncertain edge is hidden in means anyway */

static bool is_beside(const thud_fit_edge *edge, double from, double to) {
    double reach = fmin(fmax(BESIDE * edge->deviation, 2 * (to - from)), NEAR * (to - from));
    return edge->used && from < edge->instant + reach && to > edge->instant - reach;
}

/* whether one reading and the next may be combined: not across a gap of saturated readings, nor near an edge */
static bool may_join(const thud_fit_model *m, size_t first, size_t next) {
    const double *t = m->samples.times;
    double step = t[next] - t[next - 1];
    if (first > 0 && step > 2 * (t[first] - t[first - 1])) return false;
    return !is_beside(&m->begin, t[next - 1], t[next]) && !is_beside(&m->end, t[next - 1], t[next]);
}

/* residuals of the force itself, independent of the assignment; returns how many are in contact */
static thud_status find_residuals(const thud_fit_found *f, double *residuals, size_t *contact) {
    const thud_force_samples *all = &f->model.samples;
    thud_shape shape = thud_fit_model_shape(&f->model, &f->values);
    thud_shape_facts facts;
    double *instants = f->model.instants, per_time = exp(-f->values.log_time), scale = exp(f->values.log_force);
    for (size_t i = 0; i < all->count; i++) instants[i] = (all->times[i] - f->values.begin) * per_time;
    thud_status status = thud_reading_sample(&shape, instants, all->count, residuals, NULL, NULL, &facts);
    *contact = 0;
    for (size_t i = 0; status == THUD_OK && i < all->count; i++) {
        residuals[i] = f->values.offset + scale * residuals[i] - all->forces[i];
        *contact += instants[i] > 0 && instants[i] < facts.force_end;
    }
    return status;
}

static void group(const thud_fit_model *m, const double *residuals, size_t most, thud_force_samples *means,
                  double *rest) {
    const thud_force_samples *all = &m->samples;
    for (size_t i = 0, next; i < all->count; i = next) {
        double time = 0, mean = 0;
        for (next = i + 1; next < all->count && next - i < most && may_join(m, i, next);) next++;
        double count = (double)(next - i);
        for (size_t k = i; k < next; k++) time += all->times[k] / count, mean += residuals[k] / count;
        for (size_t k = i; k < next; k++) *rest += (residuals[k] - mean) * (residuals[k] - mean);
        means->times[means->count] = time;
        means->forces[means->count] = mean;
        means->weights[means->count++] = count;
    }
}

void thud_samples_free(thud_force_samples *samples) {
    free(samples->times);
    *samples = (thud_force_samples){0};
}

thud_status thud_fit_take_means(const thud_fit_found *f, thud_force_samples *means, double *rest) {
    size_t count = f->model.samples.count, contact;
    double *block = malloc(4 * count * sizeof *block);
    if (!block) return THUD_ERROR_MEMORY;
    *means = (thud_force_samples){0, block, block + count, block + 2 * count};
    *rest = 0;
    thud_status status = find_residuals(f, block + 3 * count, &contact);
    if (status == THUD_OK) group(&f->model, block + 3 * count, contact / IN_CONTACT + 1, means, rest);
    else thud_samples_free(means);
    return status;
}
