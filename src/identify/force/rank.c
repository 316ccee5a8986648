/*
 * All laws fitted to one impact, in the order of Schwarz's information criterion (G. Schwarz, Ann. Statist. 6
 * (1978) 461–464): BIC = p ln N − 2 ln L. A law with an additional parameter wins only if the gain justifies it,
 * ever more reliably for larger N; Akaike's criterion would let it win one time in six for every N.
 *
 * Damping needs a stricter test. A record without damping meets a dozen damped laws, each of which may fit noise
 * in its own way, some with a jump or a cusp at the sample that suits it best. No damping is the boundary of each,
 * where twice the gain in ln L exceeds x with the probability ½P(χ²₁ > x) (S. G. Self & K.-Y. Liang, J. Am. Stat.
 * Assoc. 82 (1987) 605–610). That is 5e-5 for x = 15; a dozen laws and as many starting samples raise it to less
 * than one in a hundred. A damped law comes before the best elastic one only if it gains more.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "identify/force/fit.h"
#include "numeric/constant.h"

/* laws of one group have the same force history for the same parameters */
static bool same_group(const thud_law *a, const thud_law *b) {
    return a->structure == b->structure && a->exponent_min == b->exponent_min && a->exponent_max == b->exponent_max;
}

/* whether the end of the contact matters: approach-only dampers and elastic springs end the same way under both
   rules */
static bool has_two_ends(const thud_law *law) {
    double p = thud_law_damper_exponent(law, law->exponent_default);
    return law->structure->kind == THUD_FORCE_VISCOUS && !law->structure->approach_only &&
           p < law->exponent_default;
}

static bool comes_first(size_t index) {
    for (size_t i = 0; i < index; i++)
        if (same_group(thud_law_at(i), thud_law_at(index))) return false;
    return true;
}

static void list_names(const thud_law *law, char names[THUD_RANK_NAMES]) {
    names[0] = '\0';
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *other = thud_law_at(i);
        size_t used = strlen(names);
        if (same_group(law, other))
            snprintf(names + used, THUD_RANK_NAMES - used, "%s%s", used ? ", " : "", other->name);
    }
}

static thud_status fit_law(const thud_fit_task *all, const thud_law *law, thud_separation separation, bool rough,
                           thud_force_fit *fit) {
    thud_force_options options = *all->options;
    options.law = law;
    options.separation = separation;
    if (law->exponent_min == law->exponent_max) options.exponent = NAN;
    thud_fit_task task = {all->record, all->impact, &options, all->units, rough, all->order, all->corner};
    return thud_fit_impact(&task, fit);
}

/* leaves out a law whose parameters the samples do not determine; fails only for lack of memory */
static thud_status try_law(const thud_fit_task *task, const thud_law *law, thud_separation separation,
                           thud_ranking *ranking) {
    double n = task->options->exponent;
    if (n < law->exponent_min || n > law->exponent_max) return THUD_OK;
    thud_rank_row *row = &ranking->rows[ranking->count];
    thud_status status = fit_law(task, law, separation, true, &row->fit);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    list_names(law, row->names);
    ranking->count++;
    return THUD_OK;
}

static thud_status try_ends(const thud_fit_task *task, const thud_law *law, thud_ranking *ranking) {
    thud_status status = THUD_OK;
    thud_separation asked = task->options->separation;
    if (!has_two_ends(law)) return try_law(task, law, law->separation, ranking);
    for (int rule = THUD_SEPARATION_RETURN; status == THUD_OK && rule <= THUD_SEPARATION_ZERO_FORCE; rule++)
        if (asked == THUD_SEPARATION_DEFAULT || (int)asked == rule)
            status = try_law(task, law, (thud_separation)rule, ranking);
    return status;
}

/* ---- correlated noise, and filtered readings ---- */

/* the noise of the best law, and the filter that it needs or might need; order 0: none */
static thud_status look_at_noise(const thud_fit_task *all, const thud_force_fit *best, thud_fit_noise *noise,
                                 int *order, double *corner) {
    thud_force_options options = *all->options;
    thud_fit_found found;
    options.law = best->law;
    options.separation = best->separation;
    if (best->law->exponent_min == best->law->exponent_max) options.exponent = NAN;
    thud_fit_task task = {all->record, all->impact, &options, all->units, false, 0, 0};
    *order = 0;
    *noise = (thud_fit_noise){.correlation = 1};
    thud_status status = thud_fit_search(&task, &found);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : THUD_OK;
    status = thud_fit_correlate(&found);
    *noise = found.noise;
    if (status == THUD_OK && thud_fit_asks_for_filter(&task, noise)) {
        status = thud_fit_look_for_filter(&task, &found);
        if (found.model.free_corner) {
            *order = found.model.shape.filter_order;
            *corner = exp(found.values.log_corner) / (2 * THUD_PI);
        } else if (noise->misfit > 1) {
            *order = THUD_FIT_FILTER_ORDER;
            *corner = THUD_FIT_FILTER_CORNER;
        }
    }
    thud_fit_model_free(&found.model);
    return status;
}

/* fits each law with a filter if that justifies its parameter */
static thud_status try_filter(const thud_fit_task *all, int order, double corner, thud_ranking *ranking) {
    thud_fit_task task = *all;
    task.order = order;
    task.corner = corner;
    for (size_t i = 0; i < ranking->count; i++) {
        thud_force_fit *best = &ranking->rows[i].fit, fit;
        thud_status status = fit_law(&task, best->law, best->separation, true, &fit);
        if (status == THUD_ERROR_MEMORY) return status;
        if (status == THUD_OK && fit.bic < best->bic) *best = fit;
    }
    return THUD_OK;
}

/* recomputes the criteria with the effective number of samples */
static void count_samples(thud_ranking *ranking, double correlation) {
    for (size_t i = 0; i < ranking->count; i++) {
        thud_force_fit *fit = &ranking->rows[i].fit;
        double known = (double)fit->parameters + 1, likelihood = (fit->aic - 2 * known) / correlation;
        fit->effective_samples = (double)fit->samples / correlation;
        fit->aic = likelihood + 2 * known;
        fit->bic = likelihood + known * log(fit->effective_samples);
    }
}

/* ---- the order ---- */

static const double SIGNIFICANT = 15; /* 2 Δ ln L: see above */

static bool is_elastic(const thud_force_fit *fit) { return fit->law->structure->kind == THUD_FORCE_ELASTIC; }

static const thud_force_fit *best_of(const thud_ranking *r, bool elastic) {
    const thud_force_fit *best = NULL;
    for (size_t i = 0; i < r->count; i++) {
        const thud_force_fit *fit = &r->rows[i].fit;
        if (is_elastic(fit) == elastic && (!best || fit->bic < best->bic)) best = fit;
    }
    return best;
}

static const thud_force_fit *best_of_all(const thud_ranking *r) {
    const thud_force_fit *elastic = best_of(r, true), *damped = best_of(r, false);
    return !damped || (elastic && elastic->bic < damped->bic) ? elastic : damped;
}

/* the additional gain required of damped laws: it makes the best of them SIGNIFICANT, and is the same for all, so
 * that their own order stays that of BIC */
static double price_of_damping(const thud_ranking *r) {
    const thud_force_fit *elastic = best_of(r, true), *damped = best_of(r, false);
    if (!elastic || !damped) return 0;
    double more = (double)damped->parameters - (double)elastic->parameters;
    return fmax(0, SIGNIFICANT - more * log(damped->effective_samples));
}

/* by the recorded difference */
static int by_criterion(const void *a, const void *b) {
    const thud_rank_row *x = a, *y = b;
    return (x->difference > y->difference) - (x->difference < y->difference);
}

static void sort(thud_ranking *r) {
    double price = price_of_damping(r);
    for (size_t i = 0; i < r->count; i++) {
        thud_rank_row *row = &r->rows[i];
        row->difference = row->fit.bic + (is_elastic(&row->fit) ? 0 : price);
    }
    qsort(r->rows, r->count, sizeof *r->rows, by_criterion);
    double best = r->rows[0].difference;
    for (size_t i = 0; i < r->count; i++) r->rows[i].difference -= best;
}

static void weigh(thud_ranking *r) {
    double sum = 0;
    for (size_t i = 0; i < r->count; i++) sum += exp(-r->rows[i].difference / 2);
    for (size_t i = 0; i < r->count; i++) r->rows[i].weight = exp(-r->rows[i].difference / 2) / sum;
}

thud_status thud_identify_rank(const thud_force_record *record, size_t impact, const thud_force_options *options,
                               thud_ranking *ranking, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!record || !options || !ranking || impact >= record->impact_count)
        return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_status status = thud_fit_check_sizes(options, error);
    if (status == THUD_OK) status = thud_fit_check_filter(record, options, error);
    if (status != THUD_OK) return status;
    thud_fit_task task = {
        record, &record->impacts[impact], options, thud_fit_units_of(&record->impacts[impact]), true, 0, 0};
    ranking->count = 0;
    for (size_t i = 0; status == THUD_OK && i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        const thud_force_kind kind = law->structure->kind;
        if (kind == THUD_FORCE_IMPULSIVE || kind == THUD_FORCE_GENERAL || !comes_first(i)) continue;
        status = try_ends(&task, law, ranking);
    }
    if (status != THUD_OK) return thud_error_status(error, status);
    if (ranking->count == 0)
        return thud_error_about(error, THUD_ERROR_ACCURACY, "the samples", NAN,
                                "do not determine the parameters of any law");
    thud_fit_noise noise;
    int order;
    double corner = 0;
    status = look_at_noise(&task, best_of_all(ranking), &noise, &order, &corner);
    if (status == THUD_OK && order > 0) status = try_filter(&task, order, corner, ranking);
    if (status != THUD_OK) return thud_error_status(error, status);
    count_samples(ranking, noise.correlation);
    sort(ranking);
    weigh(ranking);
    /* ranking needs only the errors of the Jacobian; the first law deserves better ones */
    thud_force_fit *first = &ranking->rows[0].fit, fit;
    status = fit_law(&task, first->law, first->separation, false, &fit);
    if (status != THUD_OK) return thud_error_status(error, status);
    fit.aic = first->aic;
    fit.bic = first->bic;
    *first = fit;
    return THUD_OK;
}
