/* Cases that remain to be run, one bit each, handed out in the order of the study. */
#include "study/run/queue.h"

#include <stdlib.h>

enum { SHARES = 4 }; /* orders per worker, approximately, before the orders become shorter */

bool thud_queue_init(thud_queue *queue, const thud_study *study) {
    size_t total = thud_study_case_count(study);
    *queue =
        (thud_queue){.study = study, .total = total, .end = total, .left = total, .done = calloc(total / 8 + 1, 1)};
    return queue->done != NULL;
}

void thud_queue_clear(thud_queue *queue) {
    free(queue->done);
    free(queue->order);
    *queue = (thud_queue){0};
}

static bool is_done(const thud_queue *queue, size_t i) { return queue->done[i / 8] & (1u << i % 8); }

bool thud_queue_mark(thud_queue *queue, size_t i) {
    if (i < queue->from || i >= queue->end || is_done(queue, i)) return false;
    queue->done[i / 8] = (unsigned char)(queue->done[i / 8] | 1u << i % 8);
    queue->left--;
    return true;
}

/* ---- order ---- */

typedef struct placed {
    size_t position, number;
} placed;

static int by_position(const void *a, const void *b) {
    const placed *x = a, *y = b;
    return (x->position > y->position) - (x->position < y->position);
}

bool thud_queue_by_chunks(thud_queue *queue, size_t chunk) {
    queue->order = calloc(chunk + 1, sizeof *queue->order);
    queue->chunk = queue->order ? chunk : 0;
    queue->ordered = SIZE_MAX;
    return queue->order != NULL;
}

void thud_queue_restrict(thud_queue *queue, size_t from, size_t end) {
    queue->from = queue->next = from;
    queue->end = end;
    queue->left = end - from;
}

/* without memory, in the order of their numbers, which only takes longer */
static void sort(const thud_queue *queue, size_t first, size_t count) {
    placed *list = malloc(count * sizeof *list);
    if (!list) return;
    for (size_t i = 0; i < count; i++)
        list[i] = (placed){thud_study_position_of(queue->study, first + i), first + i};
    qsort(list, count, sizeof *list, by_position);
    for (size_t i = 0; i < count; i++) queue->order[i] = list[i].number;
    free(list);
}

static void order_chunk(thud_queue *queue, size_t first) {
    const size_t left = queue->end - first, count = left < queue->chunk ? left : queue->chunk;
    bool rising = true;
    size_t before = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t position = thud_study_position_of(queue->study, first + i);
        rising = rising && position >= before;
        before = position;
        queue->order[i] = first + i;
    }
    if (!rising) sort(queue, first, count);
    queue->ordered = first;
}

thud_queue thud_queue_of_list(const thud_study *study, const size_t *cases, size_t count) {
    return (thud_queue){
        .study = study, .total = thud_study_case_count(study), .end = count, .left = count, .list = cases};
}

static size_t next_case(thud_queue *queue) {
    if (queue->list) return queue->list[queue->next];
    if (queue->chunk == 0) return thud_study_case_at(queue->study, queue->next);
    const size_t first = queue->next - (queue->next - queue->from) % queue->chunk;
    if (queue->ordered != first) order_chunk(queue, first);
    return queue->order[queue->next - first];
}

/* ---- handing out ---- */

size_t thud_queue_take_many(thud_queue *queue, size_t most, size_t *cases) {
    size_t count = 0;
    while (count < most && queue->next < queue->end) {
        const size_t number = next_case(queue);
        queue->next++;
        if (queue->list || !is_done(queue, number)) cases[count++] = number;
    }
    queue->left -= count;
    return count;
}

/* long orders while there is much to do, single cases at the end */
static size_t fair_length(const thud_queue *queue, size_t workers) {
    size_t length = queue->left / (SHARES * (workers > 0 ? workers : 1));
    if (length > THUD_ORDER_MOST) return THUD_ORDER_MOST;
    return length > 0 ? length : 1;
}

thud_order thud_queue_take(thud_queue *queue, size_t workers) {
    thud_order order;
    order.count = thud_queue_take_many(queue, fair_length(queue, workers), order.cases);
    return order;
}
