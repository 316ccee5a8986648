/*
 * Which cases are still to be run, one bit each, handed out in the order of the study as runs of consecutive
 * positions: neighbours share most of their values, and a worker prepares the structure anew only where it differs.
 */
#ifndef THUD_STUDY_QUEUE_H
#define THUD_STUDY_QUEUE_H

#include <thud/study.h>

typedef struct thud_queue {
    const thud_study *study;
    size_t total;
    size_t next;         /* a position: everything before it is done or handed out */
    size_t left;         /* neither done nor handed out */
    unsigned char *done; /* bits, by number of the case */
} thud_queue;

/* Consecutive positions, to be looked up by thud_study_case_at; none when count is 0. */
typedef struct thud_chunk {
    size_t first, count;
} thud_chunk;

/* False without memory. */
bool thud_queue_init(thud_queue *queue, const thud_study *study);
void thud_queue_clear(thud_queue *queue);

/* Notes that a case need not be run; before the first chunk is taken. False when there is no such case, or it was
 * noted before. */
bool thud_queue_mark(thud_queue *queue, size_t case_index);

/* The next cases for one of `workers`: few enough that all of them end at about the same time. */
thud_chunk thud_queue_take(thud_queue *queue, size_t workers);

#endif
