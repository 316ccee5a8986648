/*
 * What the ranks of a sweep send each other. All machines of a job are alike: structures travel as they lie in
 * memory.
 */
#ifndef THUD_STUDY_MPI_MESSAGE_H
#define THUD_STUDY_MPI_MESSAGE_H

#include <stdint.h>
#include <time.h>

#include "study/run/queue.h"

enum {
    THUD_MPI_ORDER = 1,   /* from rank 0: numbers of cases, size_t each; none: go home */
    THUD_MPI_STOP = 2,    /* from rank 0, empty: drop what runs; orders that come are over at once */
    THUD_MPI_RESULTS = 3, /* to rank 0: thud_mpi_head and rows */
};

typedef struct thud_mpi_head {
    uint64_t rows;   /* that follow */
    uint64_t over;   /* orders that are over with them */
    uint64_t status; /* not THUD_OK: the sweep must stop */
} thud_mpi_head;

/* Before the values of a row. */
typedef struct thud_mpi_row {
    uint64_t case_index, status;
    double wall_seconds;
    char reason[THUD_CASE_NOTES]; /* why it failed, or its notes */
    char executor[160]; /* "": that of the sweep */
} thud_mpi_row;

static inline size_t thud_mpi_row_size(const thud_study *study) {
    return sizeof(thud_mpi_row) + thud_study_result_count(study) * sizeof(double);
}

/* Waiting in MPI itself would keep a core busy; needs _XOPEN_SOURCE 700. */
static inline void thud_mpi_rest(long microseconds) {
    struct timespec rest = {.tv_nsec = 1000 * microseconds};
    nanosleep(&rest, NULL);
}

#endif
