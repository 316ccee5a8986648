/* Selects the samples of an impact for a fit: not the saturated ones, and for a first search means of
   neighbours. */
#include "identify/force/fit.h"

enum { FAR = 1000 }; /* samples to search for a saturated one */

static const double BESIDE = 4; /* standard deviations of a sample */

/* a reading at the limit of the gauge, or next to one and equal within noise: of these only the low ones would
 * remain, and bias the fit */
static bool is_saturated(const thud_force_record *r, size_t i) {
    double level = r->clip - BESIDE * r->noise;
    for (size_t k = i, steps = 0; steps < FAR && r->force[k] >= level; k--, steps++) {
        if (r->force[k] >= r->clip) return true;
        if (k == 0) break;
    }
    for (size_t k = i, steps = 0; steps < FAR && k < r->count && r->force[k] >= level; k++, steps++)
        if (r->force[k] >= r->clip) return true;
    return false;
}

/* the mean of several unsaturated samples, in units of the fit; for sharp laws the first of them, since a mean
 * across a jump is on neither side; false if there is none */
static bool take_sample(const thud_fit_task *task, size_t from, size_t to, bool sharp,
                        thud_force_samples *samples) {
    const thud_force_record *r = task->record;
    double count = 0, time = 0, force = 0;
    for (size_t i = from; i < to && !(sharp && count > 0); i++) {
        bool saturated = is_saturated(r, i);
        if (saturated && count > 0) break; /* a mean across a gap would lie where nothing was measured */
        if (saturated) continue;
        time += r->time[i] - task->units.origin;
        force += r->force[i];
        count++;
    }
    if (!(count > 0)) return false;
    samples->times[samples->count] = time / (count * task->units.time);
    samples->forces[samples->count] = force / (count * task->units.force);
    samples->weights[samples->count++] = count;
    return true;
}

bool thud_fit_take_samples(const thud_fit_task *task, size_t stride, thud_fit_model *model) {
    size_t first = task->impact->first, last = task->impact->last;
    bool sharp = thud_fit_model_onset(model) != THUD_ONSET_SMOOTH;
    if (!thud_fit_model_init(model, (last - first) / stride + 1)) return false;
    model->samples.count = 0;
    for (size_t i = first; i < last; i += stride)
        (void)take_sample(task, i, i + stride < last ? i + stride : last, sharp, &model->samples);
    return true;
}
