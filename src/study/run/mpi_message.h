/*
 * Messages between the ranks of a sweep. All machines of a job are alike, so structures are sent as they are in
 * memory.
 */
#ifndef THUD_STUDY_MPI_MESSAGE_H
#define THUD_STUDY_MPI_MESSAGE_H

#include <stdint.h>
#include <time.h>

#include "study/run/queue.h"

enum {
    THUD_MPI_ORDER = 1,   /* from rank 0: numbers of cases, size_t each; none: finish */
    THUD_MPI_STOP = 2,    /* from rank 0, empty: drop running cases; later orders end at once */
    THUD_MPI_RESULTS = 3, /* to rank 0: thud_mpi_head and rows */
};

typedef struct thud_mpi_head {
    uint64_t rows;   /* that follow */
    uint64_t over;   /* orders completed by these rows */
    uint64_t status; /* not THUD_OK: the sweep must stop */
} thud_mpi_head;

/* Before the values of a row. */
typedef struct thud_mpi_row {
    uint64_t case_index, status;
    double wall_seconds;
    char reason[THUD_CASE_NOTES]; /* why it failed, or its notes */
    char executor[160]; /* "": the sweep's executor */
} thud_mpi_row;

static inline size_t thud_mpi_row_size(const thud_study *study) {
    return sizeof(thud_mpi_row) + thud_study_result_count(study) * sizeof(double);
}

/* Sleeps, because waiting in MPI would keep a core busy; needs _XOPEN_SOURCE 700. */
static inline void thud_mpi_rest(long microseconds) {
    struct timespec rest = {.tv_nsec = 1000 * microseconds};
    nanosleep(&rest, NULL);
}

#endif
