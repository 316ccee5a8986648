#define _XOPEN_SOURCE 700 /* pthread_self */

#include "contract.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* What a trial asks for. */
typedef struct trial {
    const char *name;
    size_t gaps, es;
    long long work;     /* of a case */
    size_t fail_every;  /* cases that fail */
    bool half_is_there; /* every second case needs no run */
    bool all_is_there;
    size_t stop_after;   /* results, by `stopped`; 0: not */
    size_t refuse_after; /* results, by `keep` */
    size_t tire_after;   /* ticks, by `tick` */
    size_t broken;       /* case + 1 that the worker cannot run for itself */
    thud_status expected;
} trial;

/* long cases so that ticks come, and a stop within a case is one */
#define LONG_WORK 4000000
static const trial TRIALS[CONTRACT_TRIALS] = {
    {.name = "all cases", .gaps = 40, .es = 50, .fail_every = 7},
    {.name = "fewer cases than workers", .gaps = 1, .es = 1},
    {.name = "the missing half", .gaps = 31, .es = 17, .half_is_there = true},
    {.name = "nothing to do", .gaps = 5, .es = 5, .all_is_there = true},
    {.name = "stopped", .gaps = 40, .es = 40, .work = LONG_WORK, .stop_after = 10, .expected = THUD_ERROR_STOPPED},
    {.name = "not kept", .gaps = 60, .es = 60, .refuse_after = 100, .expected = THUD_ERROR_STOPPED},
    {.name = "tired", .gaps = 400, .es = 400, .work = LONG_WORK, .tire_after = 3, .expected = THUD_ERROR_STOPPED},
    {.name = "a broken worker", .gaps = 20, .es = 20, .broken = 101, .expected = THUD_ERROR_MEMORY},
};

/* What was seen. */
typedef struct witness {
    const trial *asked;
    const thud_study *study;
    pthread_t caller;
    unsigned char *kept; /* [cases] */
    atomic_size_t count;
    size_t ticks, refused;
    const char *fault;
} witness;

const char *contract_name(size_t index) { return TRIALS[index].name; }

thud_study contract_study(size_t index) {
    const trial *t = &TRIALS[index];
    thud_study study = double_study();
    study.gaps = t->gaps;
    study.es = t->es;
    study.work = t->work;
    study.fail_every = t->fail_every;
    study.noted = true;
    if (t->broken > 0) study.broken = t->broken - 1;
    return study;
}

static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static const char *judge(const witness *w, const thud_case_result *result) {
    size_t i = result->case_index;
    bool fails = double_fails(w->study, i);
    if (!pthread_equal(pthread_self(), w->caller)) return "a result came from another thread";
    if (i >= thud_study_case_count(w->study)) return "a case that there is not";
    if (w->kept[i]) return "a case twice, or one that was there";
    if (result->error.status != (fails ? THUD_ERROR_ACCURACY : THUD_OK)) return "another status";
    if (fails != (strstr(result->error.text, "as wanted") != NULL)) return "another reason";
    char notes[THUD_CASE_NOTES];
    double_notes(w->study, i, notes);
    if (strcmp(result->notes, notes) != 0) return "other notes";
    for (size_t k = 0; k < DOUBLE_RESULTS; k++)
        if (!same_bits(result->values[k], double_result(w->study, i, k)))
            return "other bits than those of a plain loop";
    return NULL;
}

static bool keep(void *context, const thud_case_result *result) {
    witness *w = context;
    const char *fault = judge(w, result);
    if (fault && !w->fault) w->fault = fault;
    if (w->asked->refuse_after > 0 && atomic_load(&w->count) >= w->asked->refuse_after) {
        w->refused++;
        return false;
    }
    if (result->case_index < thud_study_case_count(w->study)) w->kept[result->case_index] = 1;
    atomic_fetch_add(&w->count, 1);
    return true;
}

static bool tick(void *context) {
    witness *w = context;
    if (!pthread_equal(pthread_self(), w->caller) && !w->fault) w->fault = "a tick from another thread";
    return ++w->ticks < w->asked->tire_after || w->asked->tire_after == 0;
}

static bool stopped(void *context) {
    witness *w = context;
    return w->asked->stop_after > 0 && atomic_load(&w->count) >= w->asked->stop_after;
}

static const char *conclude(const witness *w, size_t before, thud_status status) {
    const trial *t = w->asked;
    size_t total = thud_study_case_count(w->study), count = atomic_load(&w->count);
    if (w->fault) return w->fault;
    if (status != t->expected) return "another status of the whole";
    if (t->expected == THUD_OK && before + count != total) return "cases are missing";
    if (t->expected != THUD_OK && before + count == total) return "it went on to the end";
    if (t->refuse_after > 0 && count != t->refuse_after) return "results were kept after one was refused";
    if (t->stop_after > 0 && count < t->stop_after) return "stopped by itself";
    return NULL;
}

static size_t mark(witness *w, thud_queue *queue) {
    size_t marked = 0, step = w->asked->all_is_there ? 1 : 2;
    if (!w->asked->all_is_there && !w->asked->half_is_there) return 0;
    for (size_t i = 0; i < queue->total; i += step) {
        marked += thud_queue_mark(queue, i);
        w->kept[i] = 1;
    }
    return marked;
}

const char *contract_try(size_t index, const thud_executor *executor, size_t jobs, thud_study *study) {
    thud_queue queue;
    witness w = {.asked = &TRIALS[index], .study = study, .caller = pthread_self()};
    w.kept = calloc(thud_study_case_count(study), 1);
    if (!w.kept || !thud_queue_init(&queue, study)) return "out of memory";
    size_t before = mark(&w, &queue);
    thud_work work = {.study = study,
                      .jobs = jobs,
                      .queue = &queue,
                      .context = &w,
                      .keep = keep,
                      .tick = tick,
                      .stopped = stopped};
    thud_status status = executor->run(executor, &work);
    const char *fault = conclude(&w, before, status);
    thud_queue_clear(&queue);
    free(w.kept);
    return fault;
}
