#define _XOPEN_SOURCE 700 /* clock_gettime, pthread_condattr_setclock */

/* Threads that run cases, and the trays that pass their results to the writer. */
#include "study/run/crew.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Results that may wait for the writer. The limit covers the tenths of a second that the disk sometimes takes;
 * less if rows are long. */
enum { TRAY_MOST = 4096, TRAY_LEAST = 64, TRAY_BYTES = 4 << 20 };

/* results with their values in one block of memory */
typedef struct tray {
    thud_case_result *results; /* [capacity] */
    double *values;            /* [capacity][width] */
    size_t count;
} tray;

struct thud_crew {
    const thud_work *work;
    size_t width;   /* values of a result */
    size_t most;    /* results of a tray */
    size_t pullers; /* users of the queue: threads and others */
    size_t threads; /* that were started */
    pthread_t *ids; /* [threads] */
    atomic_bool stop;
    pthread_mutex_t mutex; /* protects everything below, and the queue */
    pthread_cond_t filled; /* signalled when half full, or when a thread has left */
    pthread_cond_t emptied;
    tray trays[2]; /* one is being filled, the other written */
    int filling;
    size_t working; /* threads still running */
    bool cut;       /* a thread dropped a case */
    thud_status status;
};

static size_t tray_room(size_t width) {
    size_t capacity = TRAY_BYTES / (sizeof(thud_case_result) + width * sizeof(double));
    if (capacity < TRAY_LEAST) return TRAY_LEAST;
    return capacity < TRAY_MOST ? capacity : TRAY_MOST;
}

static bool tray_init(tray *t, size_t capacity, size_t width) {
    *t = (tray){.results = calloc(capacity, sizeof *t->results),
                .values = calloc(capacity * (width > 0 ? width : 1), sizeof *t->values)};
    return t->results && t->values;
}

static void tray_clear(tray *t) {
    free(t->results);
    free(t->values);
}

static bool must_stop(const thud_crew *crew) {
    return atomic_load_explicit(&crew->stop, memory_order_relaxed) || crew->work->stopped(crew->work->context);
}

static bool go_on(void *context, double time) {
    (void)time;
    return !must_stop(context);
}

/* ---- in the threads ---- */

/* false when the crew stops while it waits for an empty tray */
static bool put(thud_crew *crew, const thud_case_result *result) {
    pthread_mutex_lock(&crew->mutex);
    while (crew->trays[crew->filling].count == crew->most && !atomic_load(&crew->stop))
        pthread_cond_wait(&crew->emptied, &crew->mutex);
    tray *t = &crew->trays[crew->filling];
    bool fits = t->count < crew->most;
    if (fits) {
        double *values = t->values + t->count * crew->width;
        if (crew->width > 0) memcpy(values, result->values, crew->width * sizeof *values);
        t->results[t->count] = *result;
        t->results[t->count].values = values;
        if (++t->count == crew->most / 2) pthread_cond_signal(&crew->filled);
    }
    pthread_mutex_unlock(&crew->mutex);
    return fits;
}

/* THUD_ERROR_STOPPED when it drops the case */
static thud_status run_case(thud_crew *crew, thud_worker *worker, size_t index) {
    thud_observer observer = {.context = crew, .progress = go_on};
    thud_case_result result;
    if (must_stop(crew)) return THUD_ERROR_STOPPED;
    thud_status status = thud_worker_run(worker, index, &observer, &result);
    if (status != THUD_OK) return status;
    if (result.error.status == THUD_ERROR_STOPPED && must_stop(crew)) return THUD_ERROR_STOPPED;
    return put(crew, &result) ? THUD_OK : THUD_ERROR_STOPPED;
}

static thud_status run_orders(thud_crew *crew, thud_worker *worker) {
    for (;;) {
        const thud_order order = thud_crew_take(crew);
        if (order.count == 0) return THUD_OK;
        for (size_t i = 0; i < order.count; i++) {
            thud_status status = run_case(crew, worker, order.cases[i]);
            if (status != THUD_OK) return status;
        }
    }
}

static void leave(thud_crew *crew, thud_status status) {
    pthread_mutex_lock(&crew->mutex);
    if (status == THUD_ERROR_STOPPED) crew->cut = true;
    else if (status != THUD_OK && crew->status == THUD_OK) crew->status = status;
    crew->working--;
    pthread_cond_signal(&crew->filled);
    pthread_mutex_unlock(&crew->mutex);
}

static void *work_on(void *context) {
    thud_crew *crew = context;
    thud_worker *worker = NULL;
    thud_status status = thud_worker_create(crew->work->study, &worker);
    if (status == THUD_OK) status = run_orders(crew, worker);
    thud_worker_free(worker);
    leave(crew, status);
    return NULL;
}

/* ---- around them ---- */

/* waits go by the clock that is never set */
static bool init_locks(thud_crew *crew) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return false;
    bool good =
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_mutex_init(&crew->mutex, NULL) == 0;
    if (good && pthread_cond_init(&crew->filled, &attributes) != 0) {
        pthread_mutex_destroy(&crew->mutex);
        good = false;
    }
    if (good && pthread_cond_init(&crew->emptied, NULL) != 0) {
        pthread_cond_destroy(&crew->filled);
        pthread_mutex_destroy(&crew->mutex);
        good = false;
    }
    pthread_condattr_destroy(&attributes);
    return good;
}

static void free_memory(thud_crew *crew) {
    tray_clear(&crew->trays[0]);
    tray_clear(&crew->trays[1]);
    free(crew->ids);
    free(crew);
}

thud_status thud_crew_start(const thud_work *work, size_t threads, size_t others, thud_crew **out) {
    thud_crew *crew = calloc(1, sizeof *crew);
    if (!crew) return THUD_ERROR_MEMORY;
    crew->work = work;
    crew->width = thud_study_result_count(work->study);
    crew->pullers = threads + others;
    crew->ids = calloc(threads > 0 ? threads : 1, sizeof *crew->ids);
    crew->most = tray_room(crew->width);
    bool good = tray_init(&crew->trays[0], crew->most, crew->width);
    good = tray_init(&crew->trays[1], crew->most, crew->width) && good;
    if (!good || !crew->ids || !init_locks(crew)) {
        free_memory(crew);
        return THUD_ERROR_MEMORY;
    }
    crew->working = threads;
    for (; crew->threads < threads; crew->threads++)
        if (pthread_create(&crew->ids[crew->threads], NULL, work_on, crew) != 0) break;
    if (crew->threads < threads) {
        pthread_mutex_lock(&crew->mutex);
        crew->working -= threads - crew->threads;
        pthread_mutex_unlock(&crew->mutex);
        thud_crew_stop(crew);
        thud_crew_end(crew);
        return THUD_ERROR_MEMORY;
    }
    *out = crew;
    return THUD_OK;
}

size_t thud_crew_take_many(thud_crew *crew, size_t most, size_t *cases) {
    pthread_mutex_lock(&crew->mutex);
    const size_t count = thud_queue_take_many(crew->work->queue, most, cases);
    pthread_mutex_unlock(&crew->mutex);
    return count;
}

thud_order thud_crew_take(thud_crew *crew) {
    pthread_mutex_lock(&crew->mutex);
    const thud_order order = thud_queue_take(crew->work->queue, crew->pullers);
    pthread_mutex_unlock(&crew->mutex);
    return order;
}

static struct timespec after(double seconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    long nanoseconds = at.tv_nsec + (long)(1e9 * (seconds - floor(seconds)));
    at.tv_sec += (time_t)floor(seconds) + nanoseconds / 1000000000L;
    at.tv_nsec = nanoseconds % 1000000000L;
    return at;
}

/* waits, then exchanges the trays and returns the filled one */
static tray *exchange(thud_crew *crew, double seconds, thud_status *status) {
    struct timespec end = after(seconds);
    pthread_mutex_lock(&crew->mutex);
    bool late = seconds <= 0;
    while (!late && crew->trays[crew->filling].count < crew->most / 2 && crew->working > 0)
        late = pthread_cond_timedwait(&crew->filled, &crew->mutex, &end) != 0;
    tray *full = &crew->trays[crew->filling];
    crew->filling = 1 - crew->filling;
    crew->trays[crew->filling].count = 0;
    *status = crew->status;
    pthread_cond_broadcast(&crew->emptied);
    pthread_mutex_unlock(&crew->mutex);
    return full;
}

bool thud_crew_collect(thud_crew *crew, double seconds) {
    thud_status status;
    tray *full = exchange(crew, seconds, &status);
    for (size_t i = 0; i < full->count; i++)
        if (!crew->work->keep(crew->work->context, &full->results[i])) {
            thud_crew_stop(crew);
            return false;
        }
    return status == THUD_OK;
}

bool thud_crew_is_over(thud_crew *crew) {
    pthread_mutex_lock(&crew->mutex);
    bool over = crew->working == 0 && crew->trays[crew->filling].count == 0;
    pthread_mutex_unlock(&crew->mutex);
    return over;
}

void thud_crew_stop(thud_crew *crew) {
    pthread_mutex_lock(&crew->mutex);
    atomic_store(&crew->stop, true);
    pthread_cond_broadcast(&crew->emptied);
    pthread_mutex_unlock(&crew->mutex);
}

thud_status thud_crew_end(thud_crew *crew) {
    if (!crew) return THUD_OK;
    for (size_t i = 0; i < crew->threads; i++) pthread_join(crew->ids[i], NULL);
    thud_status status = crew->status;
    if (status == THUD_OK && (crew->cut || atomic_load(&crew->stop))) status = THUD_ERROR_STOPPED;
    pthread_cond_destroy(&crew->filled);
    pthread_cond_destroy(&crew->emptied);
    pthread_mutex_destroy(&crew->mutex);
    free_memory(crew);
    return status;
}
