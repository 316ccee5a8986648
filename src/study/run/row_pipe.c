#define _XOPEN_SOURCE 700 /* clock_gettime, pthread_condattr_setclock */

/* Passes rows from the threads that run cases to the writer. */
#include "study/run/row_pipe.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct thud_row_pipe {
    pthread_mutex_t mutex;
    pthread_cond_t filled, emptied;
    thud_row_block *empty, *first, *last; /* lists; full blocks in the order of arrival */
    bool shut, woken;
};

static void free_list(thud_row_block *block) {
    while (block) {
        thud_row_block *next = block->next;
        free(block->values);
        free(block);
        block = next;
    }
}

/* waits go by the clock that is never set */
static bool init_locks(thud_row_pipe *pipe) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return false;
    bool good =
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_mutex_init(&pipe->mutex, NULL) == 0;
    if (good && pthread_cond_init(&pipe->filled, &attributes) != 0) {
        pthread_mutex_destroy(&pipe->mutex);
        good = false;
    }
    if (good && pthread_cond_init(&pipe->emptied, NULL) != 0) {
        pthread_cond_destroy(&pipe->filled);
        pthread_mutex_destroy(&pipe->mutex);
        good = false;
    }
    pthread_condattr_destroy(&attributes);
    return good;
}

static bool add_block(thud_row_pipe *pipe, size_t width) {
    thud_row_block *block = calloc(1, sizeof *block);
    if (!block) return false;
    block->values = calloc(THUD_BLOCK_ROWS * width + 1, sizeof *block->values);
    block->next = pipe->empty;
    pipe->empty = block;
    return block->values != NULL;
}

thud_row_pipe *thud_row_pipe_create(size_t blocks, size_t width) {
    thud_row_pipe *pipe = calloc(1, sizeof *pipe);
    if (!pipe) return NULL;
    bool good = true;
    for (size_t i = 0; good && i < blocks; i++) good = add_block(pipe, width);
    if (good && init_locks(pipe)) return pipe;
    free_list(pipe->empty);
    free(pipe);
    return NULL;
}

void thud_row_pipe_free(thud_row_pipe *pipe) {
    if (!pipe) return;
    free_list(pipe->empty);
    free_list(pipe->first);
    pthread_cond_destroy(&pipe->filled);
    pthread_cond_destroy(&pipe->emptied);
    pthread_mutex_destroy(&pipe->mutex);
    free(pipe);
}

thud_row_block *thud_row_pipe_take(thud_row_pipe *pipe) {
    pthread_mutex_lock(&pipe->mutex);
    while (!pipe->empty && !pipe->shut) pthread_cond_wait(&pipe->emptied, &pipe->mutex);
    thud_row_block *block = pipe->shut ? NULL : pipe->empty;
    if (block) pipe->empty = block->next;
    pthread_mutex_unlock(&pipe->mutex);
    if (block) block->count = 0;
    return block;
}

bool thud_row_block_add(thud_row_block *block, size_t width, const thud_case_result *result) {
    double *values = block->values + block->count * width;
    if (width > 0) memcpy(values, result->values, width * sizeof *values);
    block->results[block->count] = *result;
    block->results[block->count].values = values;
    return ++block->count < THUD_BLOCK_ROWS;
}

void thud_row_pipe_send(thud_row_pipe *pipe, thud_row_block *block) {
    if (block->count == 0) {
        thud_row_pipe_return(pipe, block);
        return;
    }
    pthread_mutex_lock(&pipe->mutex);
    block->next = NULL;
    if (pipe->first) pipe->last->next = block;
    else pipe->first = block;
    pipe->last = block;
    pthread_cond_signal(&pipe->filled);
    pthread_mutex_unlock(&pipe->mutex);
}

void thud_row_pipe_wake(thud_row_pipe *pipe) {
    pthread_mutex_lock(&pipe->mutex);
    pipe->woken = true;
    pthread_cond_signal(&pipe->filled);
    pthread_mutex_unlock(&pipe->mutex);
}

static struct timespec after(double seconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    long nanoseconds = at.tv_nsec + (long)(1e9 * (seconds - floor(seconds)));
    at.tv_sec += (time_t)floor(seconds) + nanoseconds / 1000000000L;
    at.tv_nsec = nanoseconds % 1000000000L;
    return at;
}

thud_row_block *thud_row_pipe_receive(thud_row_pipe *pipe, double seconds) {
    const struct timespec end = after(seconds);
    bool late = false;
    pthread_mutex_lock(&pipe->mutex);
    while (!pipe->first && !pipe->woken && !late)
        late = pthread_cond_timedwait(&pipe->filled, &pipe->mutex, &end) != 0;
    thud_row_block *block = pipe->first;
    if (block) pipe->first = block->next;
    else pipe->woken = false;
    pthread_mutex_unlock(&pipe->mutex);
    return block;
}

void thud_row_pipe_return(thud_row_pipe *pipe, thud_row_block *block) {
    pthread_mutex_lock(&pipe->mutex);
    block->next = pipe->empty;
    pipe->empty = block;
    pthread_cond_signal(&pipe->emptied);
    pthread_mutex_unlock(&pipe->mutex);
}

void thud_row_pipe_shut(thud_row_pipe *pipe) {
    pthread_mutex_lock(&pipe->mutex);
    pipe->shut = true;
    pthread_cond_broadcast(&pipe->emptied);
    pthread_mutex_unlock(&pipe->mutex);
}
