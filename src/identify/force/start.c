/*
 * Where a fit begins. For each of a few shapes the scales follow from what is seen without a law: the impulse
 * J = ∫ (F − b) dt = A T (1 + e), the peak A f_max, and the centroid of the history, which gives t₀. Of all shapes
 * the one is taken that comes nearest to the samples.
 */
#include <math.h>

#include "identify/force/fit.h"

enum { SHAPE_POINTS = 48 };

static const double ROUGH = 1e-4; /* of the integrator: shapes to begin with differ by far more */

static const double RESTITUTIONS[] = {0.9, 0.7, 0.45, 0.2, 0.3}; /* the last for forces that begin sharply */
static const double EXPONENTS[] = {1, 1.5, 2};
enum {
    RESTITUTION_COUNT = sizeof RESTITUTIONS / sizeof *RESTITUTIONS,
    EXPONENT_COUNT = sizeof EXPONENTS / sizeof *EXPONENTS,
};

/* what histories have in common, measured or computed */
typedef struct outline {
    double impulse, centroid, peak, duration;
} outline;

static void add_trapezium(outline *o, double t, double f, double next_t, double next_f) {
    double area = (f + next_f) / 2 * (next_t - t);
    o->impulse += area;
    o->centroid += area * (t + next_t) / 2;
}

static outline outline_of_samples(const thud_samples *samples, double offset) {
    outline o = {.peak = 0, .duration = 1};
    for (size_t i = 0; i + 1 < samples->count; i++) {
        double t = samples->times[i], next = samples->times[i + 1];
        if (next < -0.2 || t > 2) continue; /* outside the contact there is noise alone */
        add_trapezium(&o, t, samples->forces[i] - offset, next, samples->forces[i + 1] - offset);
    }
    o.centroid /= o.impulse;
    o.peak = 1;
    return o;
}

static thud_status outline_of_shape(const thud_shape *shape, outline *out) {
    double times[SHAPE_POINTS], forces[SHAPE_POINTS];
    thud_shape_facts facts;
    thud_status status = thud_shape_solve(shape, &facts);
    if (status != THUD_OK) return status;
    for (int i = 0; i < SHAPE_POINTS; i++) times[i] = facts.contact_time * (i + 0.5) / SHAPE_POINTS;
    status = thud_shape_sample(shape, times, SHAPE_POINTS, forces, NULL, &facts);
    *out = (outline){.duration = facts.contact_time};
    double step = facts.contact_time / SHAPE_POINTS;
    for (int i = 0; i < SHAPE_POINTS; i++) {
        out->impulse += forces[i] * step;
        out->centroid += forces[i] * times[i] * step;
        out->peak = fmax(out->peak, forces[i]);
    }
    out->centroid /= out->impulse;
    return status;
}

/* scales that give the history the impulse and the peak of the samples, or where the peak is cut off the duration
 */
static thud_model_values match(const outline *seen, const outline *shape, bool clipped) {
    double time =
        clipped ? seen->duration / shape->duration : seen->impulse / shape->impulse * shape->peak / seen->peak;
    /* a negative impulse, or one that makes no sense, is that of a wrong offset */
    if (!(time > 0.2 / shape->duration && time < 3 / shape->duration)) time = seen->duration / shape->duration;
    return (thud_model_values){
        .begin = seen->centroid - time * shape->centroid,
        .log_time = log(time),
        .log_force = log(seen->peak / shape->peak),
    };
}

/* the factor by which shapes fit best, where the speed does not give it, and what remains; in `m` the shapes are
 * those of the values */
static double improve_force(const thud_fit_model *m, thud_model_values *values) {
    double both = 0, own = 0, sum = 0;
    for (size_t i = 0; i < m->samples.count; i++) {
        both += (m->samples.forces[i] - values->offset) * m->shapes[i];
        own += m->shapes[i] * m->shapes[i];
    }
    double scale = m->known_speed ? exp(values->log_force) : both / own;
    if (!(scale > 0)) return INFINITY;
    for (size_t i = 0; i < m->samples.count; i++) {
        double rest = m->samples.forces[i] - values->offset - scale * m->shapes[i];
        sum += rest * rest;
    }
    values->log_force = log(scale);
    return sum;
}

/* the damper of a shape for a restitution; false when the law cannot return it */
static bool choose_damper(thud_shape *shape, double restitution) {
    return thud_law_scaled_damping(shape->law, restitution, shape->n, shape->separation, THUD_DAMPING_EXACT,
                                   &shape->damper) == THUD_OK;
}

/* the best so far, in order */
typedef struct podium {
    thud_model_values values[THUD_FIT_STARTS];
    double sums[THUD_FIT_STARTS];
    size_t count;
} podium;

static void enter(podium *best, const thud_model_values *values, double sum) {
    if (!(sum < INFINITY)) return;
    size_t place = best->count < THUD_FIT_STARTS ? best->count++ : THUD_FIT_STARTS;
    if (place == THUD_FIT_STARTS && !(sum < best->sums[--place])) return;
    for (; place > 0 && sum < best->sums[place - 1]; place--) {
        best->values[place] = best->values[place - 1];
        best->sums[place] = best->sums[place - 1];
    }
    best->values[place] = *values;
    best->sums[place] = sum;
}

static void try_shape(thud_fit_model *m, const outline *seen, bool clipped, thud_shape shape, podium *best) {
    outline drawn;
    double x[THUD_LEAST_SQUARES_MOST];
    if (shape.law->structure->kind == THUD_FORCE_BILINEAR) shape.damper = log(shape.damper);
    if (outline_of_shape(&shape, &drawn) != THUD_OK) return;
    thud_model_values values = match(seen, &drawn, clipped);
    values.offset = m->offset;
    values.damper = shape.damper;
    values.n = shape.n;
    thud_fit_model_keep_speed(m, &values);
    m->shape = shape;
    thud_fit_model_pack(m, &values, x);
    if (!thud_fit_model_residuals(x, m, m->above, NULL)) return;
    double sum = improve_force(m, &values);
    enter(best, &values, sum);
}

/* the best exponent for a restitution, and apart from it the others */
static void try_exponents(thud_fit_model *m, const outline *seen, bool clipped, thud_shape shape,
                          double restitution, podium *best, podium *others) {
    podium own = {0};
    for (int i = 0; i < EXPONENT_COUNT; i++) {
        if (m->free_exponent) shape.n = EXPONENTS[i];
        if (m->free_damper && !choose_damper(&shape, restitution)) continue;
        try_shape(m, seen, clipped, shape, &own);
        if (!m->free_exponent) break;
    }
    for (size_t i = 0; i < own.count; i++) enter(i == 0 ? best : others, &own.values[i], own.sums[i]);
}

thud_status thud_fit_start(const thud_fit_task *task, const thud_fit_model *model,
                           thud_model_values starts[THUD_FIT_STARTS], size_t *count) {
    thud_fit_model m = *model; /* its samples are shared, its choices are not */
    m.has_cached = false;
    outline seen = outline_of_samples(&m.samples, m.offset);
    bool clipped = task->impact->clipped > 0;
    podium best = {0}, others = {0};
    thud_shape shape = m.shape;
    shape.tolerance = ROUGH;
    int restitutions = RESTITUTION_COUNT - (thud_fit_model_onset(&m) == THUD_ONSET_SMOOTH);
    if (!m.free_damper) restitutions = 1;
    for (int i = 0; i < restitutions; i++)
        try_exponents(&m, &seen, clipped, shape, RESTITUTIONS[i], &best, &others);
    /* a search hardly finds another damper; another exponent mostly */
    *count = 0;
    for (size_t i = 0; i < best.count; i++) starts[(*count)++] = best.values[i];
    for (size_t i = 0; i < others.count && *count < THUD_FIT_STARTS; i++) starts[(*count)++] = others.values[i];
    return *count > 0 ? THUD_OK : THUD_ERROR_ACCURACY;
}
