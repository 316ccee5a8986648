/*
 * Runs the cases of a study on the ranks of an MPI job.
 *
 * Rank 0 has the store and the queue. It hands runs of consecutive cases to the others, writes their results, and
 * has a thread that runs cases too. The ranks communicate only through these calls:
 *
 *     thud_mpi_start(&rank, &size);
 *     rank 0:      thud_study_run with thud_executor_mpi, then thud_mpi_dismiss(), whatever came of it
 *     the others:  thud_mpi_serve(study, …) until they are dismissed
 *     thud_mpi_finish();
 *
 * This is not part of libthud, whose users need no MPI. See docs/decisions.md.
 */
#ifndef THUD_STUDY_EXECUTOR_MPI_H
#define THUD_STUDY_EXECUTOR_MPI_H

#include "study/run/executor.h"

thud_status thud_mpi_start(int *rank, int *size);
void thud_mpi_finish(void);

/* Rank 0's number, on all ranks; and the maximum over all ranks. Every rank must call. */
uint64_t thud_mpi_of_first(uint64_t number);
uint64_t thud_mpi_largest(uint64_t number);

/* The index of this rank on its machine, from 0. Every rank must call. */
size_t thud_mpi_place_on_node(void);

/* For rank 0; the second one if the other ranks have devices, and take many cases at a time. */
extern const thud_executor thud_executor_mpi, thud_executor_mpi_devices;
void thud_mpi_dismiss(void);

/* For the other ranks. `stop` returns whether this rank was asked to stop, which stops the whole sweep. The
 * executor runs the cases with this many threads; NULL: the calling thread. */
typedef struct thud_mpi_service {
    bool (*stop)(void *context);
    void *context;
    const thud_executor *executor;
    size_t jobs;
} thud_mpi_service;
thud_status thud_mpi_serve(const thud_study *study, const thud_mpi_service *service);

#endif
