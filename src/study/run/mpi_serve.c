#define _XOPEN_SOURCE 700 /* nanosleep */

/*
 * The other ranks: run the orders of rank 0 and send the results, until dismissed.
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "study/run/executor_mpi.h"
#include "study/run/mpi_message.h"

enum { REST = 200 }; /* µs between looks for an order */

/* rows to send; one parcel is filled while the other is sent */
typedef struct parcel {
    char *bytes;
    size_t used, capacity;
    thud_mpi_head head;
    MPI_Request sent;
} parcel;

typedef struct server {
    const thud_study *study;
    const thud_mpi_service *service;
    thud_worker *worker;
    parcel parcels[2];
    int filling;
    atomic_bool stopping;
    size_t *cases; /* cases of an order */
    size_t capacity;
} server;

/* ---- messages to rank 0 ---- */

static bool add_row(parcel *p, const thud_study *study, const thud_case_result *result) {
    size_t size = thud_mpi_row_size(study);
    if (p->used + size > p->capacity) {
        size_t capacity = 2 * p->capacity + size + sizeof p->head;
        char *larger = realloc(p->bytes, capacity);
        if (!larger) return false;
        p->bytes = larger;
        p->capacity = capacity;
    }
    thud_mpi_row row = {.case_index = result->case_index,
                        .status = (uint64_t)result->error.status,
                        .wall_seconds = result->wall_seconds};
    const char *text = result->error.status == THUD_OK ? result->notes : result->error.text;
    snprintf(row.reason, sizeof row.reason, "%.*s", (int)sizeof row.reason - 1, text);
    snprintf(row.executor, sizeof row.executor, "%s", result->executor ? result->executor : "");
    memcpy(p->bytes + p->used, &row, sizeof row);
    memcpy(p->bytes + p->used + sizeof row, result->values, size - sizeof row);
    p->used += size;
    p->head.rows++;
    return true;
}

/* begins the other parcel as soon as that has arrived */
static void send_parcel(server *s, uint64_t over, thud_status status) {
    parcel *p = &s->parcels[s->filling];
    p->head.over = over;
    p->head.status = (uint64_t)status;
    memcpy(p->bytes, &p->head, sizeof p->head);
    MPI_Isend(p->bytes, (int)p->used, MPI_BYTE, 0, THUD_MPI_RESULTS, MPI_COMM_WORLD, &p->sent);
    s->filling = 1 - s->filling;
    p = &s->parcels[s->filling];
    MPI_Wait(&p->sent, MPI_STATUS_IGNORE);
    p->head = (thud_mpi_head){0};
    p->used = sizeof p->head;
}

/* ---- orders ---- */

static bool is_there(int tag) {
    int there = 0;
    MPI_Iprobe(0, tag, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    return there;
}

/* requested by rank 0 or by a signal, of which rank 0 is then informed */
static bool must_stop(server *s) {
    if (s->stopping) return true;
    if (is_there(THUD_MPI_STOP)) {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, THUD_MPI_STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        s->stopping = true;
    } else if (s->service->stop && s->service->stop(s->service->context)) {
        s->stopping = true;
        send_parcel(s, 0, THUD_ERROR_STOPPED);
    }
    return s->stopping;
}

static bool go_on(void *context, double time) {
    (void)time;
    return !must_stop(context);
}

static thud_status run_case(server *s, size_t index) {
    thud_observer observer = {.context = s, .progress = go_on};
    thud_case_result result;
    if (must_stop(s)) return THUD_ERROR_STOPPED;
    thud_status status = thud_worker_run(s->worker, index, &observer, &result);
    if (status != THUD_OK) return status;
    if (s->stopping && result.error.status == THUD_ERROR_STOPPED) return THUD_ERROR_STOPPED;
    return add_row(&s->parcels[s->filling], s->study, &result) ? THUD_OK : THUD_ERROR_MEMORY;
}

/* ---- an order ---- */

static thud_status run_singly(server *s, size_t count) {
    thud_status status = s->worker ? THUD_OK : thud_worker_create(s->study, &s->worker);
    for (size_t i = 0; status == THUD_OK && i < count; i++) status = run_case(s, s->cases[i]);
    return status;
}

static bool keep(void *context, const thud_case_result *result) {
    server *s = context;
    return add_row(&s->parcels[s->filling], s->study, result);
}

/* MPI is asked by this thread alone */
static bool tick(void *context) { return !must_stop(context); }

static bool is_stopping(void *context) { return atomic_load(&((server *)context)->stopping); }

static thud_status run_together(server *s, size_t count) {
    thud_queue queue = thud_queue_of_list(s->study, s->cases, count);
    const thud_work work = {.study = s->study,
                            .jobs = s->service->jobs,
                            .queue = &queue,
                            .context = s,
                            .keep = keep,
                            .tick = tick,
                            .stopped = is_stopping};
    const thud_status status = s->service->executor->run(s->service->executor, &work);
    return status == THUD_ERROR_STOPPED && !s->stopping ? THUD_ERROR_MEMORY : status;
}

/* reports cases that could not be run, unless it was stopped */
static void fulfil(server *s, size_t count) {
    const thud_status status = s->service->executor ? run_together(s, count) : run_singly(s, count);
    send_parcel(s, 1, status == THUD_ERROR_STOPPED ? THUD_OK : status);
}

/* the number of cases in the next order; fails when memory is short for them */
static size_t wait_for_order(server *s) {
    MPI_Status found;
    int size = 0;
    while (!is_there(THUD_MPI_ORDER)) {
        must_stop(s);
        thud_mpi_rest(REST);
    }
    MPI_Probe(0, THUD_MPI_ORDER, MPI_COMM_WORLD, &found);
    MPI_Get_count(&found, MPI_BYTE, &size);
    if ((size_t)size > s->capacity) {
        free(s->cases);
        s->cases = malloc((size_t)size);
        s->capacity = (size_t)size;
    }
    if (!s->cases) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(s->cases, size, MPI_BYTE, 0, THUD_MPI_ORDER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (size_t)size / sizeof *s->cases;
}

/* consumes a stop message that came too late */
static void tidy(server *s) {
    for (int i = 0; i < 2; i++) {
        MPI_Wait(&s->parcels[i].sent, MPI_STATUS_IGNORE);
        free(s->parcels[i].bytes);
    }
    while (is_there(THUD_MPI_STOP))
        MPI_Recv(NULL, 0, MPI_BYTE, 0, THUD_MPI_STOP, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    thud_worker_free(s->worker);
    free(s->cases);
}

thud_status thud_mpi_serve(const thud_study *study, const thud_mpi_service *service) {
    server s = {.study = study, .service = service, .capacity = 1, .cases = malloc(sizeof *s.cases)};
    for (int i = 0; i < 2; i++) {
        parcel *p = &s.parcels[i];
        *p = (parcel){.bytes = malloc(sizeof p->head), .sent = MPI_REQUEST_NULL};
        p->used = p->capacity = sizeof p->head;
        /* rank 0 is waiting, and there is no other way to inform it */
        if (!p->bytes) MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (;;) {
        const size_t count = wait_for_order(&s);
        if (count == 0) break;
        fulfil(&s, count);
    }
    bool stopped = s.stopping;
    tidy(&s);
    return stopped ? THUD_ERROR_STOPPED : THUD_OK;
}
