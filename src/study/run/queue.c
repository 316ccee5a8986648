/* Which cases are still to be run, one bit each, handed out in the order of the study. */
#include "study/run/queue.h"

#include <stdlib.h>

enum {
    LONGEST = 16, /* cases of a chunk: what is lost between them is shared by as many */
    SHARES = 4    /* chunks that each worker still gets, about, when the last short ones begin */
};

bool thud_queue_init(thud_queue *queue, const thud_study *study) {
    size_t total = thud_study_case_count(study);
    *queue = (thud_queue){.study = study, .total = total, .left = total, .done = calloc(total / 8 + 1, 1)};
    return queue->done != NULL;
}

void thud_queue_clear(thud_queue *queue) {
    free(queue->done);
    *queue = (thud_queue){0};
}

static bool is_done(const thud_queue *queue, size_t i) { return queue->done[i / 8] & (1u << i % 8); }

bool thud_queue_mark(thud_queue *queue, size_t i) {
    if (i >= queue->total || is_done(queue, i)) return false;
    queue->done[i / 8] = (unsigned char)(queue->done[i / 8] | 1u << i % 8);
    queue->left--;
    return true;
}

static bool is_next_done(const thud_queue *queue) {
    return is_done(queue, thud_study_case_at(queue->study, queue->next));
}

/* long while there is much to do, single cases at the end */
static size_t fair_length(const thud_queue *queue, size_t workers) {
    size_t length = queue->left / (SHARES * (workers > 0 ? workers : 1));
    if (length > LONGEST) return LONGEST;
    return length > 0 ? length : 1;
}

thud_chunk thud_queue_take(thud_queue *queue, size_t workers) {
    while (queue->next < queue->total && is_next_done(queue)) queue->next++;
    thud_chunk chunk = {.first = queue->next};
    size_t longest = fair_length(queue, workers);
    while (chunk.count < longest && queue->next < queue->total && !is_next_done(queue)) {
        chunk.count++;
        queue->next++;
    }
    queue->left -= chunk.count;
    return chunk;
}
