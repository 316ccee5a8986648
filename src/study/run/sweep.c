#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * Runs a study to its end: passes the missing cases to an executor, and writes and reports the results.
 */
#include <thud/sweep.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/environment.h"
#include "study/run/clock.h"
#include "study/run/executor.h"
#include "study/store/place.h"
#include "study/store/shards.h"
#include "study/store/store.h"
#include "study/store/store_chunk.h"

/* a row is committed after this many s, or when this many wait; a transaction costs as much as some hundred
 * rows */
static const double COMMIT_SECONDS = 0.1;
enum { COMMIT_ROWS = 1000 };

static const double SHOWN = 0.1; /* s between reports */

typedef struct sweep {
    const thud_study_options *options;
    thud_store *store;
    thud_error note;
    thud_study_progress *progress;
    thud_status status;             /* error of the store */
    size_t done, failed;            /* at the last commit */
    double begin, committed, shown; /* s of the clock */
    const char *executor;           /* its name */
} sweep;

thud_study_options thud_study_options_default(const char *directory) {
    return (thud_study_options){.directory = directory, .jobs = 1};
}

static void show(sweep *s, double now) {
    s->progress->seconds = now - s->begin;
    s->shown = now;
    if (s->options->progress) s->options->progress(s->options->context, s->progress);
}

/* uncommitted rows are not done, and a removed store has none */
static bool fail(sweep *s, thud_status status) {
    if (s->store && thud_store_is_lost(s->store)) s->done = s->failed = 0;
    s->status = status;
    s->progress->done = s->done;
    s->progress->failed = s->failed;
    return false;
}

static bool commit(sweep *s, double now) {
    thud_status status = thud_store_commit(s->store);
    if (status != THUD_OK) return fail(s, status);
    size_t failed;
    s->committed = now;
    s->done = s->progress->done - thud_store_waiting(s->store, &failed);
    s->failed = s->progress->failed - failed;
    return true;
}

/* checks the store during long cases, in case it was removed */
static bool look(sweep *s, double now) {
    thud_status status = thud_store_check_place(s->store);
    s->committed = now;
    return status == THUD_OK || fail(s, status);
}

static bool keep(void *context, const thud_case_result *result) {
    sweep *s = context;
    if (s->status != THUD_OK) return false;
    thud_case_result row = *result;
    if (!row.executor) row.executor = s->executor;
    thud_status status = thud_store_add(s->store, &row);
    if (status != THUD_OK) return fail(s, status);
    s->progress->done++;
    if (result->error.status != THUD_OK) s->progress->failed++;
    return thud_store_pending(s->store) < COMMIT_ROWS || commit(s, thud_clock_seconds());
}

static bool tick(void *context) {
    sweep *s = context;
    double now = thud_clock_seconds();
    if (s->status != THUD_OK) return false;
    thud_status status = thud_store_look_after(s->store, now);
    if (status != THUD_OK) return fail(s, status);
    if (now - s->committed >= COMMIT_SECONDS && !(thud_store_pending(s->store) > 0 ? commit : look)(s, now))
        return false;
    if (now - s->shown >= SHOWN) show(s, now);
    return true;
}

static bool stopped(void *context) {
    const sweep *s = context;
    return s->options->stop && s->options->stop(s->options->context);
}

static const thud_executor *choose(const thud_study_options *options) {
    if (options->executor) return options->executor;
    return options->jobs > 1 ? &thud_executor_threads : &thud_executor_serial;
}

static thud_status load(sweep *s, thud_queue *queue, thud_study_summary *summary) {
    thud_store_found found;
    thud_status status = thud_store_load(s->store, queue, &found);
    summary->damaged = found.damaged;
    summary->first_damaged = found.first;
    s->failed = found.failed;
    s->done = queue->end - queue->from - queue->left;
    s->progress->before = s->progress->done = s->done;
    s->progress->failed = s->failed;
    return status;
}

static thud_status execute(sweep *s, const thud_study *study, thud_queue *queue) {
    const thud_executor *executor = choose(s->options);
    thud_work work = {.study = study,
                      .jobs = s->options->jobs,
                      .queue = queue,
                      .context = s,
                      .keep = keep,
                      .tick = tick,
                      .stopped = stopped};
    s->committed = s->shown = thud_clock_seconds();
    s->executor = executor->name;
    (void)thud_store_look_after(s->store, s->committed);
    thud_status status = executor->run(executor, &work);
    /* why it was stopped */
    if (s->status != THUD_OK) return s->status;
    if (status != THUD_OK)
        thud_error_set(&s->note, status, "%s", status == THUD_ERROR_STOPPED ? "stopped" : thud_status_text(status));
    return status;
}

/* results finished before a failure elsewhere are stored too */
static thud_status finish(sweep *s, thud_status status) {
    const bool lost = thud_store_is_lost(s->store);
    thud_status closed = thud_store_close(s->store);
    s->store = NULL;
    if (lost) s->done = s->failed = 0;
    if (s->status == THUD_OK && closed != THUD_OK) fail(s, closed);
    return s->status != THUD_OK ? s->status : status;
}

/* the queue of a store: chunk after chunk if it has chunks or is a shard */
static thud_status prepare(sweep *s, const thud_study *study, const thud_shard *shard, thud_queue *queue) {
    size_t chunk = thud_store_chunk_of(s->store);
    if (shard && chunk == 0) chunk = THUD_CHUNK_ROWS_MOST;
    if (!thud_queue_init(queue, study) || (chunk > 0 && !thud_queue_by_chunks(queue, chunk)))
        return thud_error_set(&s->note, THUD_ERROR_MEMORY, "%s", thud_status_text(THUD_ERROR_MEMORY));
    if (shard) thud_queue_restrict(queue, shard->first, shard->first + shard->count);
    if (shard) thud_store_restrict(s->store, shard->first, shard->first + shard->count);
    return THUD_OK;
}

static thud_status run_store(const thud_study *study, const thud_study_options *options, const thud_shard *shard,
                             thud_study_summary *summary) {
    thud_queue queue = {0};
    sweep s = {.options = options, .progress = &summary->progress, .begin = thud_clock_seconds()};
    snprintf(summary->executor, sizeof summary->executor, "%s", choose(options)->name);
    summary->progress.total = shard ? shard->count : thud_study_case_count(study);
    thud_status status = thud_store_open(study, options, summary->aside, &s.note, &s.store);
    if (status == THUD_OK) {
        status = prepare(&s, study, shard, &queue);
        if (status == THUD_OK) status = load(&s, &queue, summary);
        if (status == THUD_OK) status = execute(&s, study, &queue);
        status = finish(&s, status);
        thud_queue_clear(&queue);
        show(&s, thud_clock_seconds());
    }
    summary->error = s.note;
    summary->error.status = status;
    return status;
}

/* a separate store in its own directory; the first process writes the list of shards */
static thud_status run_shard(const thud_study *study, const thud_study_options *options,
                             thud_study_summary *summary) {
    const size_t which = options->shard - 1;
    thud_shards shards;
    thud_status status = thud_shards_plan(study, options, &shards);
    if (status == THUD_OK) status = thud_shards_settle(options->directory, &shards, &summary->error);
    char *directory = status == THUD_OK ? thud_shards_path(options->directory, which) : NULL;
    if (status == THUD_OK && !directory) status = THUD_ERROR_MEMORY;
    if (status == THUD_OK && thud_place_is_link(directory)) {
        status = thud_error_set(&summary->error, THUD_ERROR_FILE,
                                "'%s' is a symbolic link, and thud does not write through it", directory);
    } else if (status == THUD_OK) {
        thud_study_options own = *options;
        own.directory = directory;
        if (own.layout == THUD_STUDY_LAYOUT_AUTO) {
            own.layout = shards.layout;
            own.chunk = shards.chunk;
        }
        status = run_store(study, &own, &shards.list[which], summary);
    } else if (status == THUD_ERROR_MEMORY) {
        thud_error_status(&summary->error, status);
    }
    summary->error.status = status;
    free(directory);
    thud_shards_clear(&shards);
    return status;
}

thud_status thud_study_run(const thud_study *study, const thud_study_options *options,
                           thud_study_summary *summary) {
    THUD_PLAIN_ENVIRONMENT;
    if (!summary) return THUD_ERROR_ARGUMENT;
    *summary = (thud_study_summary){0};
    if (!study || !options || !options->directory || options->shard > options->shards ||
        (options->shards > 0 && options->shard == 0) || options->shards > THUD_SHARDS_MOST)
        return thud_error_status(&summary->error, THUD_ERROR_ARGUMENT);
    return options->shards > 0 ? run_shard(study, options, summary) : run_store(study, options, NULL, summary);
}
