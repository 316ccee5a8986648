/*
 * The search of a fit: first on some samples only, then on all of them, then with the ends of the contact told.
 *
 * An edge, where the force jumps by J, is known to lie between two samples h apart when J is far above the noise σ;
 * its variance is that of any instant there, h²/12. Where the noise hides it, the samples cannot be assigned for
 * sure, and the variance of the best guess is h² 16ζ(3) (σ/J)⁴ (H. Rubin & K.-S. Song, Ann.
 * Statist. 23 (1995) 732–739, for the mean of the posterior). The sum of the two serves for both.
 */
#include <math.h>

#include "identify/force/fit.h"

enum { FEW = 80, MANY = 150, ROUNDS = 12 };

static const double HEAVY = 5, DOUBT = 8; /* a damper, and what it takes to believe in it: units of σ² */
static const double LOW_NOISE = 0.02;     /* of the peak */
static const double EXACT = 1e-5;         /* of the peak: no noise to speak of */
static const double UNSURE = 0.3;         /* likewise: of edges by a start that no search has led to */
static const double WORSE = 16;           /* units of σ² */
static const double MUCH_WORSE = 1.5;     /* where it is not noise that fits leave */
static const double STRAY = 3;            /* standard deviations of a sample */
static const double AT_LIMIT = 1e-4;      /* of n */
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
    /* errors are some tenths of the noise; a step of a thousandth of it is worth no further one, and what is a
     * hundred-thousandth of it cannot be seen */
    double noise = task->record->noise / task->units.force;
    model->search_tolerance = fmin(fmax(1e-3 * noise, 1e-9), 1e-5);
    model->shape.tolerance = fmin(fmax(1e-5 * noise, 1e-12), 1e-6);
    model->step = sqrt(model->shape.tolerance);
    model->small_step = 0.01;
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

static bool ends_sharply(const thud_fit_model *m) {
    return thud_fit_model_onset(m) != THUD_ONSET_SMOOTH && !m->shape.law->structure->approach_only &&
           m->shape.separation == THUD_SEPARATION_RETURN;
}

/* the end of the contact in units of the fit */
static double end_of(const thud_fit_found *f) {
    return f->values.begin + exp(f->values.log_time) * f->model.facts.contact_time;
}

static double noise_of(const thud_fit_found *f) {
    double count = (double)thud_fit_model_observations(&f->model);
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

/* the shape at an instant, continued beyond the ends as the model does; m->above holds it as nobody has told it */
static double continued(const thud_fit_model *m, const thud_shape_ends *ends, size_t i) {
    double t = m->instants[i], end = m->facts.contact_time;
    if (t <= 0) return ends->begin_force + ends->begin_slope * t;
    return t >= end ? ends->end_force + ends->end_slope * (t - end) : m->above[i];
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
    double time = forward ? width / 2 : m->facts.contact_time - width / 2, force = 0;
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
    thud_shape_facts facts;
    thud_status status = thud_shape_find_ends(&shape, m->facts.contact_time, &ends);
    if (status == THUD_OK)
        status = thud_shape_sample(&shape, m->instants, m->samples.count, m->above, NULL, &facts);
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
    bool cusp = thud_fit_model_onset(m) == THUD_ONSET_CUSP && last > first + 4;
    m->skip_first = cusp && m->begin.used;
    m->skip_last = cusp && m->end.used;
    m->told = true;
    m->first = first;
    m->last = last;
    m->noise = noise;
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

/* where the law has jumps, again and again until they stay where they are */
static thud_status settle_jumps(thud_fit_found *f) {
    thud_status status = THUD_OK;
    bool changed = true;
    for (int round = 0; status == THUD_OK && changed && round < ROUNDS; round++) {
        status = tell_samples(f, &changed);
        if (status == THUD_OK && changed) status = solve(&f->model, &f->values, &f->solution);
    }
    return status;
}

/* samples are told before the first search, by the start: a jump on the wrong side of a sample holds a search fast,
 * and one that no edge holds may slide away from its sample; `noise` says how sure the start is of its edges
 */
static thud_status search_once(const thud_model_values *start, double noise, thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    f->values = *start;
    thud_fit_model_keep_speed(m, &f->values);
    m->told = m->begin.used = m->end.used = m->skip_first = m->skip_last = false;
    m->has_cached = false;
    if (thud_fit_model_onset(m) != THUD_ONSET_SMOOTH) {
        double x[THUD_LEAST_SQUARES_MOST];
        bool changed;
        thud_fit_model_pack(m, start, x);
        if (!thud_fit_model_residuals(x, m, m->above, NULL)) return THUD_ERROR_ACCURACY;
        double freedom = (double)m->samples.count - (double)thud_fit_model_parameters(m);
        f->solution = (thud_solution){.sum = noise * noise * freedom};
        thud_status status = tell_samples(f, &changed);
        if (status != THUD_OK) return status;
    }
    thud_status status = solve(m, &f->values, &f->solution);
    return status == THUD_OK && thud_fit_model_onset(m) != THUD_ONSET_SMOOTH ? settle_jumps(f) : status;
}

/* whether a sample that is told to be out of contact is not by chance where it is */
static bool is_stray(const thud_fit_found *f, size_t i) {
    double rest = f->model.samples.forces[i] - f->values.offset;
    return rest * rest > STRAY * STRAY * f->sum / (double)f->model.samples.count;
}

/* a start with the first such sample on the other side of its edge; false where there is none */
static bool find_stray(const thud_fit_found *f, thud_model_values *start) {
    const thud_fit_model *m = &f->model;
    const double *t = m->samples.times;
    *start = f->values;
    if (m->first > 1 && is_stray(f, m->first - 1)) {
        start->begin = (t[m->first - 2] + t[m->first - 1]) / 2;
        return true;
    }
    if (!ends_sharply(m) || m->last + 1 >= m->samples.count || !is_stray(f, m->last)) return false;
    double end = (t[m->last] + t[m->last + 1]) / 2;
    start->log_time += log((end - start->begin) / (end_of(f) - start->begin));
    return end > start->begin;
}

/* next to a cusp a straight line leads astray, and a sample may be left out that belongs to the contact: whether it
 * does a search tells */
static thud_status gather_strays(double noise, thud_fit_found *f) {
    thud_model_values start, before;
    thud_status status = THUD_OK;
    sum_up(f);
    for (int round = 0; round < ROUNDS && find_stray(f, &start); round++) {
        double sum = f->sum;
        before = f->values;
        status = search_once(&start, noise, f);
        if (status == THUD_OK) sum_up(f);
        if (status == THUD_OK && f->sum < sum) continue;
        return search_once(&before, noise, f);
    }
    return status;
}

static thud_status search_from(const thud_model_values *start, double noise, thud_fit_found *f) {
    thud_status status = search_once(start, noise, f);
    bool sharp = thud_fit_model_onset(&f->model) != THUD_ONSET_SMOOTH;
    return status == THUD_OK && sharp ? gather_strays(noise, f) : status;
}

/* the end of a rough search, or a start that has none */
typedef struct prospect {
    thud_model_values values;
    double score, noise; /* that it leaves; without an end the score is NAN */
    bool done;           /* there was a close search from here */
} prospect;

typedef struct prospects {
    prospect ends[THUD_FIT_STARTS];
    size_t count;
    double samples; /* of the rough search */
    double noise;   /* of one of them */
} prospects;

/*
 * With so much damping the shapes of a law are hardly different any more, and one of them may follow noise about as
 * well as the right one follows the force. Of two fits that cannot be told apart the one with less damping is
 * taken; but not one of a sharp law without any, which cannot tell how much it may be.
 */
static double score_of(const thud_fit_found *f) {
    bool sharp = thud_fit_model_onset(&f->model) != THUD_ONSET_SMOOTH;
    bool doubtful = f->values.damper > HEAVY || (sharp && f->values.damper <= 0);
    return f->sum * (doubtful ? 1 + DOUBT / (double)f->model.samples.count : 1);
}

static bool is_same(const thud_model_values *a, const thud_model_values *b) {
    return fabs(a->damper - b->damper) < 0.2 * (0.1 + fmin(fabs(a->damper), fabs(b->damper))) &&
           fabs(a->n - b->n) < 0.1;
}

/* another end; of the same end twice the better counts */
static void note_end(prospects *p, const thud_fit_found *f) {
    prospect found = {f->values, score_of(f), sqrt(f->sum / (double)f->model.samples.count), false};
    for (size_t i = 0; i < p->count; i++)
        if (is_same(&p->ends[i].values, &f->values)) {
            if (!p->ends[i].done && found.score < p->ends[i].score) p->ends[i] = found;
            return;
        }
    p->ends[p->count++] = found;
}

/* the best end that no close search has begun from; not one that is worse by as much as noise does not do. Starts
 * without an end come last. */
static prospect *next_end(prospects *p) {
    double least = INFINITY;
    prospect *best = NULL;
    for (size_t i = 0; i < p->count; i++) least = fmin(least, p->ends[i].score);
    bool noisy = least < 2 * p->noise * p->noise * p->samples;
    double factor = noisy ? 1 + WORSE / p->samples : MUCH_WORSE;
    for (size_t i = 0; i < p->count; i++) {
        prospect *end = &p->ends[i];
        if (end->done || end->score >= factor * least) continue;
        if (!best || isnan(best->score) || end->score < best->score) best = end;
    }
    return best;
}

/* whether a fit leaves nothing but low noise of each reading by itself: then the differences of neighbours are as
 * large as two of them make it (J. von Neumann, Ann. Math. Stat. 12 (1941) 367–395), but for a chance of 1/√N, and
 * no other fit comes near */
static bool is_convincing(const thud_fit_found *f) {
    const thud_fit_model *m = &f->model;
    double scale = exp(f->values.log_force), before = 0, differences = 0, count = (double)m->samples.count;
    if (f->sum < EXACT * EXACT * count) return true;
    if (f->values.damper > HEAVY || f->sum > LOW_NOISE * LOW_NOISE * count) return false;
    if (f->values.damper <= 0 && m->free_damper) return false; /* a sharp law does not find back from there */
    for (size_t i = 0; i < m->samples.count; i++) {
        double rest = f->values.offset + scale * m->shapes[i] - m->samples.forces[i];
        if (i > 0) differences += (rest - before) * (rest - before) / 2;
        before = rest;
    }
    return f->sum < (1 + 2 / sqrt(count)) * differences;
}

/* a model of the samples, `stride` at a time; loose where a search need not be close */
static bool prepare(const thud_fit_task *task, size_t stride, bool rough, thud_fit_model *model) {
    thud_fit_choose(task, model);
    if (rough) {
        model->shape.tolerance = 1e-6;
        model->step = 1e-3;
        model->search_tolerance = 1e-3;
        model->small_step = 0.3;
    }
    return thud_fit_take_samples(task, stride, model);
}

/* the best close search so far */
typedef struct champion {
    thud_fit_found found;
    double score;
    bool convincing;
} champion;

/* close searches on all samples from the ends that are worth one, until one leaves no doubt */
static thud_status refine(prospects *from, champion *best, thud_fit_found *f) {
    for (prospect *p = next_end(from); p; p = next_end(from)) {
        p->done = true;
        thud_status status = search_from(&p->values, p->noise, f);
        if (status == THUD_ERROR_MEMORY) return status;
        if (status != THUD_OK) continue;
        sum_up(f);
        if (!(score_of(f) < best->score)) continue;
        *best = (champion){*f, score_of(f), f->model.samples.count > MANY && is_convincing(f)};
        if (best->convincing) break;
    }
    return THUD_OK;
}

/* back to the best, with what its samples were told */
static thud_status restore(const champion *best, thud_fit_found *f) {
    double x[THUD_LEAST_SQUARES_MOST];
    if (!(best->score < INFINITY)) return THUD_ERROR_ACCURACY;
    *f = best->found;
    f->model.has_cached = false;
    thud_fit_model_pack(&f->model, &f->values, x);
    return thud_fit_model_residuals(x, &f->model, NULL, NULL) ? THUD_OK : THUD_ERROR_ACCURACY;
}

/* of a sample of a rough search, by the readings without contact; those of smooth laws are means */
static double noise_of_few(const thud_fit_task *task, const thud_fit_found *few, const thud_fit_found *all) {
    if (!task->record->has_rest) return 0;
    double share = (double)few->model.samples.count / (double)all->model.samples.count;
    bool sharp = thud_fit_model_onset(&few->model) != THUD_ONSET_SMOOTH;
    return task->record->noise / task->units.force * (sharp ? 1 : sqrt(share));
}

/* one start after the other, until the end of one leaves no doubt; few readings always do */
static thud_status try_starts(const thud_fit_task *task, thud_fit_found *few, thud_fit_found *f) {
    thud_model_values starts[THUD_FIT_STARTS];
    size_t count;
    thud_status status = thud_fit_start(task, &few->model, starts, &count);
    prospects ends = {.samples = (double)few->model.samples.count, .noise = noise_of_few(task, few, f)};
    champion best = {.score = INFINITY};
    for (size_t i = 0; status == THUD_OK && i < count; i++) {
        thud_status tried = search_from(&starts[i], UNSURE, few);
        if (tried == THUD_ERROR_MEMORY) return tried;
        if (tried == THUD_OK) {
            sum_up(few);
            note_end(&ends, few);
        } else {
            ends.ends[ends.count++] = (prospect){starts[i], NAN, UNSURE, false};
        }
        if (i + 1 < count && !(tried == THUD_OK && is_convincing(few))) continue;
        status = refine(&ends, &best, f);
        if (best.convincing) break;
    }
    return status == THUD_OK ? restore(&best, f) : status;
}

/* solves for the others without what has run into its limit, and knows nothing better for that */
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

/* an exponent beyond its range, and less damping than none */
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
    return status;
}

/* an instant between two samples, neither of which is touched */
static double between(double instant, double before, double after) {
    double margin = 1e-6 * (after - before);
    return fmin(fmax(instant, before + margin), after - margin);
}

/* a jump stays between the samples that were told to be on its sides: by the errors of the fit it may leave them,
 * but then the fit is not the one that left these residuals */
static void keep_sides(thud_fit_found *f) {
    thud_fit_model *m = &f->model;
    const double *t = m->samples.times;
    if (thud_fit_model_onset(m) != THUD_ONSET_JUMP || !m->told) return;
    double begin = f->values.begin, end = end_of(f), length = end - begin;
    if (m->begin.used) begin = between(begin, t[m->first - 1], t[m->first]);
    if (m->end.used) end = between(end, t[m->last - 1], t[m->last]);
    f->values.log_time += log((end - begin) / length);
    f->values.begin = begin;
    thud_fit_model_keep_speed(m, &f->values);
}

thud_status thud_fit_search(const thud_fit_task *task, thud_fit_found *found) {
    size_t window = task->impact->last - task->impact->first;
    thud_fit_found few = {0};
    *found = (thud_fit_found){0};
    if (!prepare(task, window / FEW + 1, true, &few.model)) return THUD_ERROR_MEMORY;
    thud_status status = prepare(task, 1, false, &found->model) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = try_starts(task, &few, found);
    thud_fit_model_free(&few.model);
    if (status == THUD_OK) status = settle(found);
    if (status == THUD_OK) sum_up(found);
    if (status == THUD_OK) keep_sides(found);
    else thud_fit_model_free(&found->model);
    return status;
}
