/*
 * Cases that remain to be run, one bit each, handed out a few at a time in the order of the study. Neighbours
 * share most values, so that a worker rarely prepares the structure anew. With a store in chunks the order is
 * chunk after chunk, so that few are filled at the same time.
 */
#ifndef THUD_STUDY_QUEUE_H
#define THUD_STUDY_QUEUE_H

#include <thud/study.h>

/* The position of a case in the order of running: the inverse of thud_study_case_at. */
size_t thud_study_position_of(const thud_study *study, size_t case_index);

typedef struct thud_queue {
    const thud_study *study;
    size_t total;
    size_t from, end;    /* range of cases for a shard; otherwise 0 and the total */
    size_t next;         /* a position: everything before it is done or handed out */
    size_t left;         /* neither done nor handed out */
    unsigned char *done; /* bits, by number of the case */
    size_t chunk;        /* cases per chunk; 0: no chunks */
    size_t *order;       /* [chunk] its cases in the order of the study */
    size_t ordered;      /* the first case of the chunk that `order` is of */
    const size_t *list;  /* the caller's list of cases, from `next` to `end`; NULL: all */
} thud_queue;

/* Cases for a worker; count 0 means none. */
enum { THUD_ORDER_MOST = 16 };
typedef struct thud_order {
    size_t count;
    size_t cases[THUD_ORDER_MOST];
} thud_order;

/* False when memory is short. */
bool thud_queue_init(thud_queue *queue, const thud_study *study);
void thud_queue_clear(thud_queue *queue);

/* The cases of a list, in its order; nothing can be marked. The caller keeps the list, and nothing needs to be
   freed. */
thud_queue thud_queue_of_list(const thud_study *study, const size_t *cases, size_t count);

/* Selects the order chunk after chunk, with this many cases each; before the first order is taken. False when
   memory is short. */
bool thud_queue_by_chunks(thud_queue *queue, size_t chunk);

/* Restricts the queue to a range that begins with a chunk; after thud_queue_by_chunks, before anything else. */
void thud_queue_restrict(thud_queue *queue, size_t from, size_t end);

/* Marks a case as done, before the first order is taken. False if there is no such case, or it is already
 * marked. */
bool thud_queue_mark(thud_queue *queue, size_t case_index);

/* The next cases for one of `workers`: few enough that all of them end at about the same time. */
thud_order thud_queue_take(thud_queue *queue, size_t workers);

/* The next cases for a user that runs many at once; returns their number. */
size_t thud_queue_take_many(thud_queue *queue, size_t most, size_t *cases);

#endif
