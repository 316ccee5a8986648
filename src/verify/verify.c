/*
 * A model solved twice, and the two compared: sample by sample, and then what the run came to. Impacts magnify what
 * solvers leave out. Where the two part, a third run with contacts that are changed by a hair tells whether the
 * model itself does that; what they came to is compared up to there.
 */
#include <thud/verify.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/environment.h"
#include "base/error.h"
#include "contact/finite.h"
#include "model/model.h"
#include "verify/run.h"

enum { SAMPLES = 2000 };

/* of the motion, and of e: what contacts are changed by; and what both solvers together may be off by without
 * impacts */
static const double hair = 1e-9, unmagnified = 1e-8;

/* what thud's own run leaves */
typedef struct history {
    size_t n, count;
    double *displacement; /* [SAMPLES + 1][n], or NULL */
    thud_verify_results results;
    size_t impacts;
} history;

static bool keep(void *context, const thud_sample *sample) {
    history *h = context;
    if (sample->event || h->count > SAMPLES) return true;
    memcpy(h->displacement + h->count * h->n, sample->displacement, h->n * sizeof *h->displacement);
    h->count++;
    return true;
}

static bool pass_over(void *context, const thud_sample *sample) {
    (void)context, (void)sample;
    return true;
}

static void keep_results(thud_verify_results *r, const thud_summary *summary) {
    size_t bodies = summary->body_count, supports = summary->support_count;
    memcpy(r->bodies, summary->bodies, bodies * sizeof *r->bodies);
    if (supports > 0) memcpy(r->bodies + bodies, summary->supports, supports * sizeof *r->bodies);
    memcpy(r->contacts, summary->contacts, summary->contact_count * sizeof *r->contacts);
    if (summary->link_count > 0) memcpy(r->links, summary->links, summary->link_count * sizeof *r->links);
    if (summary->watch_count > 0) memcpy(r->watches, summary->watches, summary->watch_count * sizeof *r->watches);
    r->energy = summary->energy;
}

static thud_status run_model(const thud_model *model, const thud_gap_contact *contacts,
                             const thud_observer *observer, history *h) {
    thud_simulation *simulation = NULL;
    thud_status status = thud_simulation_create(model, &simulation);
    for (size_t i = 0; contacts && i < model->contact_count && status == THUD_OK; i++)
        status = thud_simulation_set_contact(simulation, i, &contacts[i]);
    if (status == THUD_OK) status = thud_simulation_run(simulation, observer);
    if (status == THUD_OK) {
        const thud_summary *summary = thud_simulation_summary(simulation);
        keep_results(&h->results, summary);
        h->impacts = summary->impacts;
    }
    thud_simulation_free(simulation);
    return status;
}

/* as it was asked for, with the same output and so by the same steps, but nobody looks at that */
static thud_status run_plain(const thud_model *model, const thud_gap_contact *contacts, history *h) {
    thud_observer observer = {.sample = pass_over};
    return run_model(model, contacts, model->run.output_interval > 0 ? &observer : NULL, h);
}

/* sampled evenly */
static thud_status run_sampled(const thud_model *model, const thud_gap_contact *contacts, history *h) {
    /* the same model but for its output: nothing of what it points to is touched */
    thud_model sampled = *model;
    sampled.run.output_interval = model->run.duration / SAMPLES;
    sampled.run.output_events = false;
    thud_observer observer = {.context = h, .sample = keep};
    h->count = 0;
    thud_status status = run_model(&sampled, contacts, &observer, h);
    if (status != THUD_OK) return status;
    /* the last sample may be lost to rounding of its instant, and is the final state in any case */
    for (size_t i = 0; i < h->n; i++) h->displacement[SAMPLES * h->n + i] = h->results.bodies[i].final_displacement;
    return h->count < SAMPLES ? THUD_ERROR_ACCURACY : THUD_OK;
}

/* the largest difference of each body, relative to its peak, but none within rounding where it rests; returns the
 * largest of all, and how many samples are before the first that differs by too much. What is no number differs by
 * more than any. */
static double compare(const double *mine, const double *other, size_t n, const double *peaks, double rounding,
                      double *differences, size_t *agreed) {
    double most = 0;
    *agreed = SAMPLES + 1;
    for (size_t i = 0; i < n; i++) differences[i] = 0;
    for (size_t j = 0; j <= SAMPLES; j++) {
        for (size_t i = 0; i < n; i++) {
            double miss = fabs(mine[j * n + i] - other[j * n + i]);
            double difference = peaks[i] > 0 ? miss / peaks[i] : miss;
            if (miss <= rounding && peaks[i] <= 1e3 * rounding) difference = 0; /* at rest */
            if (isnan(difference)) difference = INFINITY;
            differences[i] = fmax(differences[i], difference);
            if (!(difference <= THUD_VERIFY_AGREEMENT) && *agreed > j) *agreed = j;
        }
    }
    for (size_t i = 0; i < n; i++) most = fmax(most, differences[i]);
    return most;
}

/* ---- one verification ---- */

typedef struct task {
    const thud_model *model;
    const thud_gap_contact *contacts; /* NULL: the model's own */
    size_t n, all;                    /* bodies and rods; and supports */
    history run;
    double *mine, *other;                /* [(SAMPLES + 1) n]: courses */
    double *peaks, *spare, *differences; /* [2 all], [n], [n] */
    thud_verify_model cvode;
    thud_verification *out;
} task;

/* m/s²: the acceleration of a body that a link holds, as a friction does while nothing moves */
static double held_by(const task *k, int body, size_t link) {
    if (body < 0 || !k->run.results.links) return 0;
    return k->run.results.links[link].max_force / thud_model_mass_between(k->model, body, body);
}

/* a body that is held at rest has peaks of rounding alone; then a small part of where the loads would have led it
 * counts, or CVODE would look for what is not there: its reactions leave 1e-16 of the accelerations A that they
 * hold, and a step of 1e-4 of the time T turns that into a speed of 1e-20 A T, which its tolerance, 1e-14, has to
 * be above */
static void take_peaks(task *k) {
    const thud_model *model = k->model;
    double strongest = fabs(model->gravity), time = model->run.duration;
    for (size_t i = 0; i < k->all; i++) strongest = fmax(strongest, k->run.results.bodies[i].max_acceleration);
    for (size_t i = 0; i < model->link_count; i++)
        strongest =
            fmax(strongest, fmax(held_by(k, model->links[i].left, i), held_by(k, model->links[i].right, i)));
    double still = 1e-12 * strongest * time;
    for (size_t i = 0; i < k->all; i++) {
        bool moves = k->run.results.bodies[i].max_velocity > still;
        k->peaks[i] = moves ? fmax(k->run.results.bodies[i].max_displacement, still * time) : 1e6 * still * time;
        k->peaks[k->all + i] = moves ? k->run.results.bodies[i].max_velocity : 1e6 * still;
    }
}

/* what CVODE makes is looked at as thud's own run is */
static thud_status check_finite(const task *k) {
    thud_fault fault = {0};
    if (thud_finite_history(k->other, SAMPLES + 1, k->n, k->model->run.duration / SAMPLES, &fault)) return THUD_OK;
    thud_fault_say(&fault, k->model, k->out->error.text, sizeof k->out->error.text);
    return THUD_ERROR_FINITE;
}

/* m: where loads that hold a body at rest lead it by their rounding; as in judge.c */
static double rounding_of(const task *k) {
    double time = k->model->run.duration;
    return 1e-13 * (k->cvode.shaken + fabs(k->model->gravity)) * time * time;
}

/* both ways over the model's duration; how far the courses are apart */
static thud_status run_both(task *k, double *apart, size_t *agreed) {
    thud_status status = run_sampled(k->model, k->contacts, &k->run);
    if (status != THUD_OK) return status;
    take_peaks(k);
    k->cvode.model = k->model;
    status = thud_verify_cvode(&k->cvode, k->peaks, SAMPLES, k->other, k->out);
    if (status == THUD_OK) status = check_finite(k);
    if (status == THUD_OK)
        *apart = compare(k->mine, k->other, k->n, k->peaks, rounding_of(k), k->differences, agreed);
    return status;
}

/* how far apart the courses may be, by what a hair of the contacts does to the model; CVODE's course is written
 * over */
static thud_status explain(task *k, double *explained) {
    size_t count = k->model->contact_count, agreed;
    thud_gap_contact *changed = malloc((count + 1) * sizeof *changed);
    if (!changed) return THUD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        changed[i] = k->contacts ? k->contacts[i] : k->model->contacts[i].given;
        /* wider, for bodies may touch at the start; one more than the next. A body that rests on a stop takes no
         * notice of where that is, but leaves it with another speed */
        changed[i].gap += (i % 2 == 0 ? hair : 2 * hair) * k->cvode.size;
        changed[i].restitution *= 1 - hair;
    }
    k->run.displacement = k->other;
    thud_status status = run_sampled(k->model, changed, &k->run);
    k->run.displacement = k->mine;
    free(changed);
    if (status == THUD_ERROR_MEMORY) return status;
    /* one that fails with its gaps changed is on an edge */
    *explained = INFINITY;
    if (status == THUD_OK)
        *explained = unmagnified * fmax(1, compare(k->mine, k->other, k->n, k->peaks, 0, k->spare, &agreed) / hair);
    return THUD_OK;
}

/* the course itself, where nothing explains that it differs */
static void note_course(task *k) {
    size_t worst = 0;
    for (size_t i = 1; i < k->n; i++)
        if (k->differences[i] > k->differences[worst]) worst = i;
    k->out->different[k->out->difference_count++] = (thud_verify_difference){.part = THUD_VERIFY_BODY,
                                                                             .index = worst,
                                                                             .key = "displacement",
                                                                             .run = k->peaks[worst],
                                                                             .cvode = NAN,
                                                                             .allowed = NAN};
}

/* of a contact and of those at its bodies, by what its time differs */
static void widen_ranges(const task *k, size_t contact, double by, double *range) {
    const thud_verify_contact *all = k->cvode.contacts, *c = &all[contact];
    for (size_t i = 0; i < k->cvode.contact_count; i++)
        if (c->impulsive && all[i].impulsive && i != contact && thud_verify_share_body(&k->cvode, c, &all[i]))
            range[i] = fmax(range[i], by), range[contact] = fmax(range[contact], by);
}

/*
 * Of several contacts that come to rest together, which is the first to do so may hang on a hair; the times at rest
 * then jump. By how much they do when the gaps are off by as much as the courses are: each second one, the others,
 * or all.
 */
static thud_status find_stick_ranges(task *k, double apart, double *range) {
    size_t count = k->model->contact_count;
    thud_gap_contact *changed = malloc((count + 1) * sizeof *changed);
    thud_contact_summary *own = k->run.results.contacts, *other = calloc(count + 1, sizeof *other);
    thud_status status = changed && other ? THUD_OK : THUD_ERROR_MEMORY;
    for (unsigned which = 1; which <= 3 && status == THUD_OK; which++) {
        for (size_t i = 0; i < count; i++) {
            changed[i] = k->contacts ? k->contacts[i] : k->model->contacts[i].given;
            if (which >> i % 2 & 1) changed[i].gap += apart * k->cvode.size;
        }
        k->run.results.contacts = other;
        status = run_plain(k->model, changed, &k->run);
        k->run.results.contacts = own;
        for (size_t i = 0; i < count && status == THUD_OK; i++)
            widen_ranges(k, i, fabs(other[i].stick_time - own[i].stick_time), range);
        if (status != THUD_OK && status != THUD_ERROR_MEMORY) status = THUD_OK; /* it tells nothing */
    }
    if (status == THUD_OK) status = run_plain(k->model, k->contacts, &k->run); /* bodies as they were */
    free(changed);
    free(other);
    return status;
}

/* what the runs came to, over the time in which they go together */
static thud_status judge(task *k, double apart) {
    size_t known = k->out->difference_count, count = k->model->contact_count;
    thud_status status = run_plain(k->model, k->contacts, &k->run);
    k->out->compared_until = k->model->run.duration;
    if (status != THUD_OK) return status;
    thud_verify_judge(&k->cvode, &k->run.results, apart, NULL, k->out);
    if (k->out->difference_count == known) return THUD_OK;
    double *range = calloc(count + 1, sizeof *range);
    status = range ? find_stick_ranges(k, apart, range) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) {
        k->out->difference_count = known;
        thud_verify_judge(&k->cvode, &k->run.results, apart, range, k->out);
    }
    free(range);
    return status;
}

/* courses part: is that the model's own doing? And what have they come to by then? */
static thud_status judge_parted(task *k) {
    thud_verification *out = k->out;
    const thud_model *whole = k->model;
    double explained, apart, *differences = k->differences;
    size_t agreed, impacts = out->impacts;
    thud_status status = explain(k, &explained);
    if (status != THUD_OK) return status;
    if (!(out->max_difference <= explained && isfinite(out->max_difference))) note_course(k);
    if (!(out->agreed_until > 0)) return THUD_OK;
    thud_model shorter = *whole;
    shorter.run.duration = out->agreed_until;
    k->model = &shorter;
    k->differences = k->spare;
    status = run_both(k, &apart, &agreed);
    if (status == THUD_OK) status = judge(k, apart);
    k->model = k->cvode.model = whole;
    k->differences = differences;
    out->impacts = impacts;
    return status;
}

static thud_status verify_once(task *k) {
    thud_verification *out = k->out;
    size_t agreed;
    out->difference_count = 0;
    out->peak_difference = 0;
    thud_status status = run_both(k, &out->max_difference, &agreed);
    if (status != THUD_OK) return status;
    out->run_impacts = k->run.impacts;
    double duration = k->model->run.duration;
    out->agreed_until = agreed > SAMPLES ? duration : agreed > 0 ? duration * (double)(agreed - 1) / SAMPLES : 0;
    return agreed > SAMPLES ? judge(k, out->max_difference) : judge_parted(k);
}

/* what differs may be an error of CVODE, which is then asked more closely */
static thud_status verify(task *k) {
    thud_status status = verify_once(k);
    if (status == THUD_OK && k->out->difference_count > 0) {
        k->cvode.closer = true;
        status = verify_once(k);
    }
    k->out->agrees = status == THUD_OK && k->out->difference_count == 0;
    return status;
}

static void task_free(task *k) {
    free(k->mine);
    free(k->run.results.bodies);
    free(k->run.results.contacts);
    free(k->run.results.links);
    free(k->run.results.watches);
}

static thud_status task_init(task *k) {
    size_t n = k->n, size = (SAMPLES + 1) * n;
    k->mine = calloc(2 * size + 2 * k->all + 2 * n + 1, sizeof *k->mine);
    k->run = (history){.n = n, .displacement = k->mine};
    thud_verify_results *r = &k->run.results;
    const thud_model *model = k->model;
    size_t links = thud_model_watched_links(model);
    r->bodies = calloc(k->all + 1, sizeof *r->bodies);
    r->contacts = calloc(model->contact_count + 1, sizeof *r->contacts);
    r->watches = calloc(model->watch_count + 1, sizeof *r->watches);
    if (links > 0) r->links = calloc(links, sizeof *r->links);
    if (!k->mine || !r->bodies || !r->contacts || !r->watches || (links > 0 && !r->links)) return THUD_ERROR_MEMORY;
    k->other = k->mine + size;
    k->peaks = k->other + size;
    k->spare = k->peaks + 2 * k->all;
    if (!k->differences) k->differences = k->spare + n;
    return THUD_OK;
}

static thud_status verify_model(const thud_model *model, const thud_gap_contact *contacts, double *differences,
                                thud_verification *verification) {
    size_t n = model->body_count + model->rod_count;
    *verification = (thud_verification){.samples = SAMPLES + 1};
    if (model->run.duration == 0) { /* the start alone, which both take from the model */
        for (size_t i = 0; differences && i < n; i++) differences[i] = 0;
        verification->samples = 1;
        verification->agrees = true;
        return THUD_OK;
    }
    task k = {.model = model,
              .contacts = contacts,
              .n = n,
              .all = n + model->support_count,
              .differences = differences,
              .out = verification};
    thud_status status = task_init(&k);
    if (status == THUD_OK) status = thud_verify_model_init(&k.cvode, model, contacts);
    if (status == THUD_OK) {
        status = verify(&k);
        thud_verify_model_free(&k.cvode);
    }
    task_free(&k);
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
    if (status == THUD_OK) status = verify_model(&asked, contacts, differences, verification);
    else *verification = (thud_verification){.error = error};
    verification->error.status = status;
    return status;
}
