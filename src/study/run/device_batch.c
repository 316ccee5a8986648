#define _XOPEN_SOURCE 700 /* clock_gettime */

/* Passes the cases of one thread through a device. */
#include "study/run/device_batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/balance.h"
#include "contact/notes.h"
#include "model/model.h"
#include "study/run/clock.h"
#include "study/settings.h"

/* share of the tolerance for a step of the kernels, since errors of about ten impacts add up; below the tightest
   value rounding dominates */
static const double SHARE = 0.1, TIGHTEST = 1e-11, LOOSEST = 1e-7;

/* number of shapes gathered concurrently */
enum { BUCKETS = 6 };

/* cases of one shape and one tolerance */
typedef struct bucket {
    thud_batch_arrays *arrays;
    double tolerance;
    size_t *cases; /* [arrays->cases] numbers */
    char **notes;  /* [arrays->cases] notes of each model, before it runs; NULL: none */
    double *gaps;  /* [arrays->cases] m, the widest that closes at all */
    size_t count;
} bucket;

struct thud_device_batcher {
    const thud_batch_around *around;
    thud_worker *worker;
    thud_lane_list own;
    bucket buckets[BUCKETS]; /* without arrays: a free place */
    size_t *again;           /* cases of batches that were too large */
    size_t again_count, again_limit;
    double *values; /* values of one result */
    thud_device_tally tally;
};

static void forget_notes(bucket *b) {
    for (size_t i = 0; b->notes && i < b->count; i++) {
        free(b->notes[i]);
        b->notes[i] = NULL;
    }
}

static void free_bucket(bucket *b) {
    forget_notes(b);
    free(b->notes);
    free(b->gaps);
    thud_batch_arrays_free(b->arrays);
    free(b->cases);
    *b = (bucket){0};
}

void thud_device_batcher_free(thud_device_batcher *batcher) {
    if (!batcher) return;
    for (size_t i = 0; i < BUCKETS; i++) free_bucket(&batcher->buckets[i]);
    free(batcher->again);
    thud_device_lanes_leave(batcher->around->lanes, &batcher->own);
    thud_worker_free(batcher->worker);
    free(batcher->values);
    free(batcher);
}

thud_status thud_device_batcher_create(const thud_batch_around *around, thud_device_batcher **out) {
    thud_device_batcher *batcher = calloc(1, sizeof *batcher);
    if (!batcher) return THUD_ERROR_MEMORY;
    batcher->around = around;
    batcher->values = calloc(thud_study_value_count(around->study) + 1, sizeof *batcher->values);
    thud_status status = batcher->values ? thud_worker_create(around->study, &batcher->worker) : THUD_ERROR_MEMORY;
    if (status == THUD_OK) *out = batcher;
    else thud_device_batcher_free(batcher);
    return status;
}

const thud_device_tally *thud_device_batcher_tally(const thud_device_batcher *batcher) { return &batcher->tally; }

/* ---- on a core ---- */

static bool go_on(const thud_device_batcher *d) { return d->around->go_on(d->around->context); }

/* long cases in the library also check from time to time */
static bool go_on_within(void *context, double time) {
    (void)time;
    return go_on(context);
}

static thud_status keep(thud_device_batcher *d, const thud_case_result *result) {
    return d->around->keep(d->around->context, result);
}

static thud_status run_here(thud_device_batcher *d, size_t number) {
    thud_observer observer = {.context = d, .progress = go_on_within};
    thud_case_result result;
    thud_status status = thud_worker_run(d->worker, number, &observer, &result);
    if (status != THUD_OK) return status;
    if (result.error.status == THUD_ERROR_STOPPED && !go_on(d)) return THUD_ERROR_STOPPED;
    d->tally.on_cores++;
    result.executor = d->around->core_name;
    return keep(d, &result);
}

static thud_status run_all_here(thud_device_batcher *d, const size_t *cases, size_t count) {
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < count; i++)
        status = go_on(d) ? run_here(d, cases[i]) : THUD_ERROR_STOPPED;
    return status;
}

/* ---- on the device ---- */

static thud_status hand_over(thud_device_batcher *d, const bucket *b, size_t index, double seconds) {
    thud_body_summary bodies[THUD_DEVICE_BODIES];
    thud_contact_summary contacts[THUD_DEVICE_CONTACTS];
    thud_link_summary links[THUD_DEVICE_LINKS];
    thud_summary summary;
    const double residual = thud_balance_limit(b->tolerance);
    if (!thud_batch_take(b->arrays, index, residual, &summary, bodies, contacts, links) ||
        thud_notes_may_follow(&summary, b->gaps[index])) /* which is rare: the run here has them */
        return run_here(d, b->cases[index]);
    thud_study_take_results(d->around->study, NULL, &summary, d->values);
    d->tally.on_device++;
    thud_case_result result = {.case_index = b->cases[index],
                               .values = d->values,
                               .wall_seconds = seconds,
                               .executor = d->around->device_name};
    if (b->notes[index]) snprintf(result.notes, sizeof result.notes, "%s", b->notes[index]);
    return keep(d, &result);
}

/* its cases are gathered again, in batches that now fit the device */
static thud_status set_aside(thud_device_batcher *d, bucket *b) {
    const size_t wanted = d->again_count + b->count;
    if (wanted > d->again_limit) {
        size_t *larger = realloc(d->again, 2 * wanted * sizeof *larger);
        if (!larger) return THUD_ERROR_MEMORY;
        d->again = larger;
        d->again_limit = 2 * wanted;
    }
    for (size_t i = 0; i < b->count; i++) d->again[d->again_count++] = b->cases[i];
    free_bucket(b);
    return THUD_OK;
}

static double clamp(double tolerance) {
    tolerance *= SHARE;
    return tolerance < TIGHTEST ? TIGHTEST : tolerance > LOOSEST ? LOOSEST : tolerance;
}

static thud_status hand_over_all(thud_device_batcher *d, bucket *b, bool ran, double seconds) {
    thud_status status = THUD_OK;
    for (size_t i = 0; i < b->count && status == THUD_OK; i++) {
        if (!go_on(d)) status = THUD_ERROR_STOPPED;
        else status = ran ? hand_over(d, b, i, seconds) : run_here(d, b->cases[i]);
    }
    forget_notes(b);
    b->count = 0;
    thud_batch_arrays_clear(b->arrays);
    return status;
}

static thud_status finish_bucket(thud_device_batcher *d, bucket *b) {
    if (b->count == 0) return THUD_OK;
    for (;;) {
        const double start = thud_clock_seconds();
        const thud_lane_outcome outcome =
            thud_device_lanes_run(d->around->lanes, &d->own, b->arrays, b->count, clamp(b->tolerance));
        const double seconds = (thud_clock_seconds() - start) / (double)b->count;
        if (outcome == THUD_LANE_SMALLER) return set_aside(d, b);
        if (outcome != THUD_LANE_AGAIN) return hand_over_all(d, b, outcome == THUD_LANE_RAN, seconds);
    }
}

/* ---- gathering ---- */

static thud_status begin_bucket(thud_device_batcher *d, bucket *b, const thud_case_shape *shape, double tolerance) {
    const size_t limit = atomic_load(&d->around->lanes->limit);
    free_bucket(b);
    b->tolerance = tolerance;
    b->cases = calloc(limit, sizeof *b->cases);
    b->notes = calloc(limit, sizeof *b->notes);
    b->gaps = calloc(limit, sizeof *b->gaps);
    return b->cases && b->notes && b->gaps ? thud_batch_arrays_create(shape, limit, &b->arrays) : THUD_ERROR_MEMORY;
}

/* the bucket for a model. If there is none, and no free place, the fullest one is finished; then `changed` is set,
 * because its cases may have run here and replaced the model. */
static thud_status find_bucket(thud_device_batcher *d, const thud_model *model, bucket **out, bool *changed) {
    const thud_case_shape shape = thud_shape_of(model);
    const double tolerance = model->run.tolerance;
    bucket *vacant = NULL, *fullest = &d->buckets[0];
    *changed = false;
    for (bucket *b = d->buckets; b < d->buckets + BUCKETS; b++) {
        *out = b;
        if (b->arrays && b->tolerance == tolerance && thud_shape_is(&b->arrays->shape, &shape)) return THUD_OK;
        if (!b->arrays) vacant = b;
        if (b->count > fullest->count) fullest = b;
    }
    if (!vacant) {
        *changed = true;
        const thud_status status = finish_bucket(d, fullest);
        free_bucket(fullest);
        return status;
    }
    *out = vacant;
    return begin_bucket(d, vacant, &shape, tolerance);
}

static bool is_covered(thud_device_batcher *d, const thud_model *model) {
    const char *reason = thud_study_needs_core(d->around->study);
    if (model && !reason && thud_device_covers(model, &reason)) return true;
    if (!d->tally.reason) d->tally.reason = reason;
    return false;
}

/* links and supports have their notes after the run alone; the device has no supports */
static bool note_model(const thud_model *model, char **note) {
    thud_summary before = {0};
    char text[THUD_CASE_NOTES];
    thud_notes_of_model(model, &model->run, &before);
    thud_notes_join(&before.notes, text, sizeof text);
    *note = *text ? malloc(strlen(text) + 1) : NULL;
    if (*note) memcpy(*note, text, strlen(text) + 1);
    return *note || !*text;
}

static thud_status put_case(thud_device_batcher *d, bucket *b, size_t number, const thud_model *model) {
    const thud_status status = thud_batch_put(b->arrays, b->count, model);
    if (status != THUD_OK) return status == THUD_ERROR_MEMORY ? status : run_here(d, number);
    if (!note_model(model, &b->notes[b->count])) return THUD_ERROR_MEMORY;
    b->gaps[b->count] = thud_notes_widest_gap(model);
    b->cases[b->count++] = number;
    return b->count == b->arrays->cases ? finish_bucket(d, b) : THUD_OK;
}

static thud_status add_case(thud_device_batcher *d, size_t number) {
    bucket *b = NULL;
    const thud_model *model = NULL;
    for (bool changed = true; changed;) {
        thud_case_result result;
        thud_status status = thud_worker_prepare(d->worker, number, &result);
        if (status != THUD_OK) return status;
        result.executor = d->around->core_name;
        if (result.error.status != THUD_OK) return keep(d, &result);
        model = thud_worker_model(d->worker);
        if (!is_covered(d, model)) return run_here(d, number);
        status = find_bucket(d, model, &b, &changed);
        if (status != THUD_OK) return status;
    }
    return put_case(d, b, number, model);
}

static thud_status run_once(thud_device_batcher *d, const size_t *cases, size_t count) {
    if (atomic_load(&d->around->lanes->lost)) return run_all_here(d, cases, count);
    thud_status status = THUD_OK;
    for (size_t i = 0; status == THUD_OK && i < count; i++)
        status = go_on(d) ? add_case(d, cases[i]) : THUD_ERROR_STOPPED;
    for (size_t i = 0; status == THUD_OK && i < BUCKETS; i++) status = finish_bucket(d, &d->buckets[i]);
    return status;
}

thud_status thud_device_batcher_run(thud_device_batcher *d, const size_t *cases, size_t count) {
    thud_status status = run_once(d, cases, count);
    while (status == THUD_OK && d->again_count > 0) {
        size_t *list = d->again;
        const size_t left = d->again_count;
        d->again = NULL;
        d->again_count = d->again_limit = 0;
        status = run_once(d, list, left);
        free(list);
    }
    return status;
}
