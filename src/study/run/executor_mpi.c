#define _XOPEN_SOURCE 700 /* nanosleep, clock_gettime */

/*
 * Rank 0: the queue, the store, and a thread that runs cases like the other ranks.
 */
#include "study/run/executor_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

#include "base/error.h"
#include "study/run/clock.h"
#include "study/run/crew.h"
#include "study/run/mpi_message.h"

enum {
    DEVICE_ORDER = 65536, /* cases for a rank with a device */
    REST = 300,           /* µs between checks for messages */
    AHEAD = 2,            /* orders per rank, so that it need not wait for the next */
    AHEAD_LEFT = 8        /* cases left per user of the queue below which they are handed out singly, so that all
                             end together */
};

typedef struct order {
    size_t *cases;
    MPI_Request sent;
} order;

typedef struct leader {
    const thud_work *work;
    thud_crew *crew;
    int size;      /* ranks */
    size_t *given; /* [size] orders that a rank has */
    size_t out;    /* orders out, over all ranks */
    size_t order;  /* cases of an order */
    order *orders; /* [size × AHEAD] on their way */
    size_t *next;  /* [size] which of them is the next */
    char *message; /* buffer for received messages */
    size_t message_size;
    bool stopping;
    thud_status status; /* why, if it was not asked for */
} leader;

thud_status thud_mpi_start(int *rank, int *size) {
    int level = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return THUD_ERROR_MEMORY;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    return THUD_OK;
}

size_t thud_mpi_place_on_node(void) {
    MPI_Comm node;
    int place = 0;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node) != MPI_SUCCESS) return 0;
    MPI_Comm_rank(node, &place);
    MPI_Comm_free(&node);
    return (size_t)place;
}

void thud_mpi_finish(void) { MPI_Finalize(); }

uint64_t thud_mpi_of_first(uint64_t number) {
    MPI_Bcast(&number, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return number;
}

uint64_t thud_mpi_largest(uint64_t number) {
    uint64_t largest = 0;
    MPI_Allreduce(&number, &largest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return largest;
}

/* a long order waits until its rank receives it; nobody blocks on it */
static void send_order(order *o, int rank, size_t count) {
    MPI_Isend(o->cases, (int)(count * sizeof *o->cases), MPI_BYTE, rank, THUD_MPI_ORDER, MPI_COMM_WORLD, &o->sent);
}

void thud_mpi_dismiss(void) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int rank = 1; rank < size; rank++) MPI_Send(NULL, 0, MPI_BYTE, rank, THUD_MPI_ORDER, MPI_COMM_WORLD);
}

/* the next cases for a rank: a few, or as many as its device takes while there is much to do */
static size_t take(leader *l, size_t *cases) {
    const size_t ranks = (size_t)l->size, share = l->work->queue->left / (4 * ranks) + 1;
    if (l->order <= THUD_ORDER_MOST || share <= THUD_ORDER_MOST) {
        const thud_order some = thud_crew_take(l->crew);
        memcpy(cases, some.cases, some.count * sizeof *cases);
        return some.count;
    }
    return thud_crew_take_many(l->crew, share < l->order ? share : l->order, cases);
}

/* fills up a rank's orders, while there are cases */
static void supply(leader *l, int rank) {
    while (!l->stopping) {
        bool much = l->work->queue->left > AHEAD_LEFT * (size_t)l->size;
        if (l->given[rank] >= (much ? AHEAD : 1)) return;
        order *o = &l->orders[AHEAD * (size_t)rank + l->next[rank]];
        /* the previous one in this slot has been sent */
        MPI_Wait(&o->sent, MPI_STATUS_IGNORE);
        const size_t count = take(l, o->cases);
        if (count == 0) return;
        send_order(o, rank, count);
        l->next[rank] = (l->next[rank] + 1) % AHEAD;
        l->given[rank]++;
        l->out++;
    }
}

static void stop_all(leader *l) {
    if (l->stopping) return;
    l->stopping = true;
    thud_crew_stop(l->crew);
    for (int rank = 1; rank < l->size; rank++) MPI_Send(NULL, 0, MPI_BYTE, rank, THUD_MPI_STOP, MPI_COMM_WORLD);
}

static void keep_row(leader *l, const char *from, double *values) {
    thud_mpi_row row;
    memcpy(&row, from, sizeof row);
    memcpy(values, from + sizeof row, thud_study_result_count(l->work->study) * sizeof *values);
    thud_case_result result = {
        .case_index = (size_t)row.case_index, .wall_seconds = row.wall_seconds, .values = values};
    if (row.status == THUD_OK) snprintf(result.notes, sizeof result.notes, "%s", row.reason);
    else thud_error_set(&result.error, (thud_status)row.status, "%s", row.reason);
    if (*row.executor) result.executor = row.executor;
    if (!l->work->keep(l->work->context, &result)) stop_all(l);
}

static bool grow(leader *l, size_t size) {
    if (size <= l->message_size) return true;
    char *larger = realloc(l->message, size);
    if (!larger) return false;
    l->message = larger;
    l->message_size = size;
    return true;
}

/* receives the message; when memory is short no further message can be received */
static void take_results(leader *l, const MPI_Status *found, double *values) {
    int size = 0;
    MPI_Get_count(found, MPI_BYTE, &size);
    if (!grow(l, (size_t)size)) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Recv(l->message, size, MPI_BYTE, found->MPI_SOURCE, THUD_MPI_RESULTS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    thud_mpi_head head;
    memcpy(&head, l->message, sizeof head);
    size_t row_size = thud_mpi_row_size(l->work->study);
    for (size_t i = 0; i < head.rows; i++) keep_row(l, l->message + sizeof head + i * row_size, values);
    l->given[found->MPI_SOURCE] -= (size_t)head.over;
    l->out -= (size_t)head.over;
    if (head.status != THUD_OK) {
        if (l->status == THUD_OK) l->status = (thud_status)head.status;
        stop_all(l);
    }
    supply(l, found->MPI_SOURCE);
}

/* whether anything came in */
static bool listen(leader *l, double *values) {
    bool any = false;
    for (;;) {
        int there = 0;
        MPI_Status found;
        MPI_Iprobe(MPI_ANY_SOURCE, THUD_MPI_RESULTS, MPI_COMM_WORLD, &there, &found);
        if (!there) return any;
        take_results(l, &found, values);
        any = true;
    }
}

static void lead(leader *l, double *values) {
    double next = 0;
    for (int rank = 1; rank < l->size; rank++) supply(l, rank);
    while (l->out > 0 || !thud_crew_is_over(l->crew)) {
        bool busy = listen(l, values);
        if (!thud_crew_collect(l->crew, 0)) stop_all(l);
        double now = thud_clock_seconds();
        if (now >= next) {
            next = now + THUD_TICK;
            if (!l->work->tick(l->work->context)) stop_all(l);
        }
        if (l->work->stopped(l->work->context)) stop_all(l);
        if (!busy) thud_mpi_rest(REST);
    }
}

static bool make_orders(leader *l) {
    const size_t count = AHEAD * (size_t)l->size;
    bool good = true;
    l->next = calloc((size_t)l->size, sizeof *l->next);
    l->orders = calloc(count, sizeof *l->orders);
    for (size_t i = 0; l->orders && i < count; i++) {
        l->orders[i].sent = MPI_REQUEST_NULL;
        l->orders[i].cases = calloc(l->order, sizeof *l->orders[i].cases);
        good = good && l->orders[i].cases;
    }
    return good && l->next && l->orders;
}

static void free_orders(leader *l) {
    for (size_t i = 0; l->orders && i < AHEAD * (size_t)l->size; i++) {
        MPI_Wait(&l->orders[i].sent, MPI_STATUS_IGNORE);
        free(l->orders[i].cases);
    }
    free(l->orders);
    free(l->next);
}

static thud_status run_all(const thud_executor *self, const thud_work *work) {
    if (work->queue->left == 0) return THUD_OK;
    leader l = {.work = work, .order = self == &thud_executor_mpi_devices ? DEVICE_ORDER : THUD_ORDER_MOST};
    MPI_Comm_size(MPI_COMM_WORLD, &l.size);
    l.given = calloc((size_t)l.size, sizeof *l.given);
    double *values = calloc(thud_study_result_count(work->study) + 1, sizeof *values);
    thud_status status = l.given && values && make_orders(&l) ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = thud_crew_start(work, 1, (size_t)l.size - 1, &l.crew);
    if (status == THUD_OK) {
        lead(&l, values);
        status = thud_crew_end(l.crew);
        if (l.status != THUD_OK) status = l.status;
        else if (status == THUD_OK && l.stopping) status = THUD_ERROR_STOPPED;
    }
    free_orders(&l);
    free(l.given);
    free(l.message);
    free(values);
    return status;
}

const thud_executor thud_executor_mpi = {.name = "MPI", .run = run_all};
const thud_executor thud_executor_mpi_devices = {.name = "MPI", .run = run_all};
