/*
 * A model solved twice, and the two compared: sample by sample, and then what the run came to. Impacts magnify what
 * solvers leave out. Where the two part, copies of the run with inputs varied by a hair say whether the model
 * itself does that, or CVODE that rigid contacts have just closed together in an order that is rounding to it; what
 * they came to is compared up to there.
 */
#include <thud/verify.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/spread.h>

#include "base/environment.h"
#include "base/error.h"
#include "verify/run.h"

enum { SAMPLES = 2000, COPIES = 8 };

/* What numbers may be apart by without further questions, of their size; ten times what a run's tolerance is, for
 * some ten of its errors. Copies are varied by that tolerance, and trajectories may be ten times as far apart as
 * those of the copies. */
static const double ERRORS = 10;

typedef struct task {
    const thud_model *model;
    size_t n, all;                    /* bodies and rods; and supports */
    double *mine, *other;             /* [(SAMPLES + 1) n]: displacements of both */
    double *peaks, *differences;      /* [2 all], [n] */
    double *crowded;                  /* [SAMPLES + 1] of CVODE, see thud_verify_model */
    double strongest, resting_energy; /* see thud_verify_scale */
    thud_verify_results run;
    size_t count, impacts; /* samples so far; impacts of the run */
    size_t agreed;         /* samples before the first one that is apart */
    double apart;          /* the largest difference of all */
    thud_verify_model cvode;
    thud_verification *out;
} task;

/* ---- thud's own run ---- */

static bool keep(void *context, const thud_sample *sample) {
    task *k = context;
    if (sample->event || k->count > SAMPLES) return true;
    memcpy(k->mine + k->count++ * k->n, sample->displacement, k->n * sizeof *k->mine);
    return true;
}

static bool pass_over(void *context, const thud_sample *sample) {
    (void)context, (void)sample;
    return true;
}

static thud_status run_model(task *k, const thud_model *model, const thud_observer *observer) {
    thud_simulation *simulation = NULL;
    thud_status status = thud_simulation_create(model, &simulation);
    if (status == THUD_OK) status = thud_simulation_run(simulation, observer);
    if (status == THUD_OK) {
        const thud_summary *s = thud_simulation_summary(simulation);
        memcpy(k->run.bodies, s->bodies, s->body_count * sizeof *s->bodies);
        if (s->support_count > 0)
            memcpy(k->run.bodies + s->body_count, s->supports, s->support_count * sizeof *s->supports);
        memcpy(k->run.contacts, s->contacts, s->contact_count * sizeof *s->contacts);
        if (s->link_count > 0) memcpy(k->run.links, s->links, s->link_count * sizeof *s->links);
        k->run.energy = s->energy;
        k->impacts = s->impacts;
    }
    thud_simulation_free(simulation);
    return status;
}

/* sampled evenly, and then as it was asked for: with the same output, and so by the same steps */
static thud_status run_thud(task *k) {
    thud_model sampled = *k->model; /* nothing of what it points to is touched */
    sampled.run.output_interval = k->model->run.duration / SAMPLES;
    sampled.run.output_events = false;
    k->count = 0;
    thud_status status = run_model(k, &sampled, &(thud_observer){.context = k, .sample = keep});
    if (status != THUD_OK) return status;
    if (k->count < SAMPLES) return THUD_ERROR_ACCURACY;
    /* the last sample may be lost to rounding of its instant, and is the final state in any case */
    for (size_t i = 0; i < k->n; i++) k->mine[SAMPLES * k->n + i] = k->run.bodies[i].final_displacement;
    const thud_observer idle = {.sample = pass_over};
    return run_model(k, k->model, k->model->run.output_interval > 0 ? &idle : NULL);
}

/* ---- trajectories ---- */

/* m/s²: the acceleration of a body that a link holds, as a friction does while nothing moves */
static double held_by(const task *k, int body, size_t link) {
    if (body < 0 || !k->run.links) return 0;
    return k->run.links[link].max_force / thud_model_mass_between(k->model, body, body);
}

/* a body that is held at rest has peaks of rounding alone; then a small part of where the loads would have led it
 * counts, or CVODE would look for what is not there: its reactions leave rounding of the accelerations that they
 * hold, and a step turns that into a speed, which its tolerance has to be above */
static void take_peaks(task *k) {
    const thud_model *model = k->model;
    const double time = model->run.duration;
    double strongest = fabs(model->gravity);
    for (size_t i = 0; i < k->all; i++) strongest = fmax(strongest, k->run.bodies[i].max_acceleration);
    for (size_t i = 0; i < model->link_count; i++)
        strongest =
            fmax(strongest, fmax(held_by(k, model->links[i].left, i), held_by(k, model->links[i].right, i)));
    const double still = THUD_VERIFY_UNSEEN * strongest * time;
    k->resting_energy = 0;
    for (size_t i = 0; i < k->all; i++) {
        const thud_body_summary *b = &k->run.bodies[i];
        k->peaks[i] =
            b->max_displacement > still * time ? b->max_displacement : still * time / THUD_VERIFY_AGREEMENT;
        k->peaks[k->all + i] = b->max_velocity > still ? b->max_velocity : still / THUD_VERIFY_AGREEMENT;
        if (!(b->max_velocity > still) && i < k->n) k->resting_energy += k->cvode.mass[i] * strongest * k->peaks[i];
    }
    k->strongest = strongest;
}

/* the largest difference of each body, relative to its peak, and how many samples are before the first that differs
 * by too much. What is no number differs by more than any. */
static void compare_trajectories(task *k) {
    k->agreed = SAMPLES + 1;
    k->apart = 0;
    for (size_t i = 0; i < k->n; i++) k->differences[i] = 0;
    for (size_t j = 0; j <= SAMPLES; j++) {
        for (size_t i = 0; i < k->n; i++) {
            const double miss = fabs(k->mine[j * k->n + i] - k->other[j * k->n + i]);
            double difference = miss == 0 ? 0 : miss / k->peaks[i];
            if (isnan(difference)) difference = INFINITY;
            k->differences[i] = fmax(k->differences[i], difference);
            k->apart = fmax(k->apart, difference);
            if (!(difference <= THUD_VERIFY_AGREEMENT) && k->agreed > j) k->agreed = j;
        }
    }
}

/* both ways over the model's duration */
static thud_status run_both(task *k) {
    thud_status status = run_thud(k);
    if (status != THUD_OK) return status;
    take_peaks(k);
    k->cvode.model = k->model;
    status = thud_verify_cvode(&k->cvode, k->peaks, SAMPLES, k->other, k->out);
    if (status == THUD_OK) compare_trajectories(k);
    return status;
}

/* ---- what is uncertain ---- */

/* copies of the run, whose histories agree to a share of the peaks; one that fails leaves none */
static thud_status run_copies(const task *k, double agreement, thud_spread **spread) {
    thud_spread_options options = thud_spread_options_default();
    options.copies = COPIES;
    options.precision = fmin(fmax(k->model->run.tolerance, THUD_VERIFY_SEEN), 0.1);
    options.agreement = agreement;
    *spread = NULL;
    return thud_spread_estimate(k->model, &options, NULL, NULL, spread);
}

/* trajectories part: do those of copies, by a tenth of that? One of the copies that fails is on an edge. */
static thud_status explain_trajectories(task *k) {
    thud_spread *spread = NULL;
    const bool finite = isfinite(k->apart);
    const thud_status status = finite ? run_copies(k, k->apart / ERRORS, &spread) : THUD_OK;
    if (status != THUD_OK) return status;
    if (finite && (spread->failed > 0 || spread->agreed_until < k->model->run.duration)) {
        thud_spread_free(spread);
        return THUD_OK;
    }
    size_t worst = 0;
    for (size_t i = 1; i < k->n; i++)
        if (k->differences[i] > k->differences[worst]) worst = i;
    k->out->different[k->out->difference_count++] =
        (thud_verify_difference){THUD_VERIFY_BODY, worst, "displacement", k->peaks[worst], NAN, NAN};
    thud_spread_free(spread);
    return THUD_OK;
}

/* compares the numbers of both runs; copies are asked where they differ */
static thud_status compare_numbers(task *k) {
    thud_verification *out = k->out;
    const size_t known = out->difference_count;
    const thud_verify_scale scale = {fmax(THUD_VERIFY_AGREEMENT, ERRORS * k->model->run.tolerance), k->strongest,
                                     k->resting_energy, k->peaks};
    out->compared_until = k->model->run.duration;
    thud_verify_compare(&k->cvode, &k->run, &scale, NULL, out);
    if (out->difference_count == known) return THUD_OK;
    thud_spread *spread = NULL;
    const thud_status status = run_copies(k, 1, &spread);
    if (status != THUD_OK) return status;
    out->difference_count = known;
    thud_verify_compare(&k->cvode, &k->run, &scale, spread, out);
    thud_spread_free(spread);
    return THUD_OK;
}

/* ---- one verification ---- */

/* the numbers that both have come to before their trajectories part */
static thud_status compare_until(task *k, double time) {
    const thud_model *whole = k->model;
    const size_t impacts = k->out->impacts;
    thud_model shorter = *whole;
    double *differences = k->differences;
    shorter.run.duration = time;
    k->model = &shorter;
    k->differences = k->peaks + 2 * k->all;
    thud_status status = run_both(k);
    if (status == THUD_OK) status = compare_numbers(k);
    k->model = k->cvode.model = whole;
    k->differences = differences;
    k->out->impacts = impacts;
    return status;
}

/* The sample after which CVODE may have taken another order of impacts, so that trajectories part; 0: none. A share
 * of the speed comes to that of the size in the time in which the motion goes as far. */
static size_t find_crowd(const task *k) {
    const double interval = k->model->run.duration / SAMPLES, window = k->cvode.size / k->cvode.speed;
    size_t first = 0;
    for (size_t j = k->agreed; j > 0 && (double)(k->agreed - j) * interval <= window; j--)
        if (k->crowded[j] < INFINITY) first = j;
    return first;
}

static thud_status verify(task *k) {
    thud_verification *out = k->out;
    const double duration = k->model->run.duration;
    out->difference_count = 0;
    out->peak_difference = out->compared_until = 0;
    thud_status status = run_both(k);
    if (status != THUD_OK) return status;
    const bool same = k->agreed > SAMPLES;
    out->run_impacts = k->impacts;
    out->max_difference = k->apart;
    out->agreed_until = same ? duration : k->agreed > 0 ? duration * (double)(k->agreed - 1) / SAMPLES : 0;
    if (same) return compare_numbers(k);
    double until = out->agreed_until;
    k->cvode.crowded_by = NULL;
    const size_t crowded = find_crowd(k);
    if (crowded > 0) {
        out->crowded_at = k->crowded[crowded];
        until = duration * (double)(crowded - 1) / SAMPLES;
    } else {
        status = explain_trajectories(k);
    }
    return status == THUD_OK && until > 0 ? compare_until(k, until) : status;
}

static thud_status verify_model(const thud_model *model, double *differences, thud_verification *out) {
    const size_t n = model->body_count + model->rod_count, all = n + model->support_count, size = (SAMPLES + 1) * n;
    *out = (thud_verification){.samples = SAMPLES + 1};
    if (model->run.duration == 0) { /* the start alone, which both take from the model */
        for (size_t i = 0; differences && i < n; i++) differences[i] = 0;
        out->samples = 1;
        out->agrees = true;
        return THUD_OK;
    }
    task k = {.model = model, .n = n, .all = all, .out = out};
    k.mine = calloc(2 * size + 2 * all + 2 * n + SAMPLES + 2, sizeof *k.mine);
    thud_status status = k.mine ? thud_verify_results_init(&k.run, model) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = thud_verify_model_init(&k.cvode, model);
    if (status == THUD_OK) {
        k.other = k.mine + size;
        k.peaks = k.other + size;
        k.crowded = k.cvode.crowded_by = k.peaks + 2 * all + 2 * n;
        k.differences = differences ? differences : k.peaks + 2 * all + n;
        status = verify(&k);
        out->agrees = status == THUD_OK && out->difference_count == 0;
        thud_verify_model_free(&k.cvode);
    }
    thud_verify_results_free(&k.run);
    free(k.mine);
    return status;
}

/* the model with other contacts, if nothing is wrong with them */
static thud_status replace_contacts(thud_model *asked, const thud_gap_contact *contacts, thud_error *error) {
    thud_status status = THUD_OK;
    thud_model_contact *list = malloc((asked->contact_count + 1) * sizeof *list);
    if (!list) return THUD_ERROR_MEMORY;
    memcpy(list, asked->contacts, asked->contact_count * sizeof *list);
    asked->contacts = list;
    for (size_t i = 0; i < asked->contact_count && status == THUD_OK; i++)
        status = thud_model_replace_contact(asked, i, &contacts[i], error);
    return status;
}

thud_status thud_verify(const thud_model *model, const thud_run_options *options, const thud_gap_contact *contacts,
                        double *differences, thud_verification *verification) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || !verification || !model->built) return THUD_ERROR_ARGUMENT;
    thud_error error = {.status = THUD_OK};
    thud_model asked = *model; /* whose parts are only looked at */
    if (options) asked.run = *options;
    thud_status status = thud_run_options_check(&asked.run, model, &error);
    if (status == THUD_OK && asked.run.solver != THUD_SOLVER_EVENTS)
        status =
            thud_error_argument(&error, "solver", NAN, "must be events: time stepping has an error of its own");
    if (status == THUD_OK && contacts && model->contact_count > 0)
        status = replace_contacts(&asked, contacts, &error);
    if (status == THUD_OK) status = verify_model(&asked, differences, verification);
    else *verification = (thud_verification){.error = error};
    if (asked.contacts != model->contacts) free(asked.contacts);
    verification->error.status = status;
    return status;
}
