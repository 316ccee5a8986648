/*
 * Which cases are still to be run, one bit each, handed out a few at a time in the order of the study: neighbours
 * share most of their values, and a worker prepares the structure anew only where it differs. Where results are
 * stored in chunks, in that order within each chunk, chunk after chunk: few of them are being filled at a time.
 */
#ifndef THUD_STUDY_QUEUE_H
#define THUD_STUDY_QUEUE_H

#include <thud/study.h>

/* Where a case stands in the order of running: the inverse of thud_study_case_at. */
size_t thud_study_position_of(const thud_study *study, size_t case_index);

typedef struct thud_queue {
    const thud_study *study;
    size_t total;
    size_t from, end;    /* the cases that are handed out, of one shard; otherwise 0 and the total */
    size_t next;         /* a position: everything before it is done or handed out */
    size_t left;         /* neither done nor handed out */
    unsigned char *done; /* bits, by number of the case */
    size_t chunk;        /* cases of a chunk; 0: none */
    size_t *order;       /* [chunk] its cases in the order of the study */
    size_t ordered;      /* the first case of the chunk that `order` is of */
    const size_t *list;  /* of the caller's: these cases and no others, from `next` to `end`; NULL: none */
} thud_queue;

/* Some cases for a worker; none when count is 0. */
enum { THUD_ORDER_MOST = 16 };
typedef struct thud_order {
    size_t count;
    size_t cases[THUD_ORDER_MOST];
} thud_order;

/* False without memory. */
bool thud_queue_init(thud_queue *queue, const thud_study *study);
void thud_queue_clear(thud_queue *queue);

/* The cases of a list, in its order; nothing can be marked. It is the caller's, and so is all there is to free. */
thud_queue thud_queue_of_list(const thud_study *study, const size_t *cases, size_t count);

/* Chunk after chunk, of so many cases; before the first order is taken. False without memory. */
bool thud_queue_by_chunks(thud_queue *queue, size_t chunk);

/* Only cases of a range, where chunks begin; after thud_queue_by_chunks, before anything else. */
void thud_queue_restrict(thud_queue *queue, size_t from, size_t end);

/* Notes that a case need not be run; before the first order is taken. False when there is no such case, or it was
 * noted before. */
bool thud_queue_mark(thud_queue *queue, size_t case_index);

/* The next cases for one of `workers`: few enough that all of them end at about the same time. */
thud_order thud_queue_take(thud_queue *queue, size_t workers);

/* The next cases for somebody who runs many at once; how many. */
size_t thud_queue_take_many(thud_queue *queue, size_t most, size_t *cases);

#endif
