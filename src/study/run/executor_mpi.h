/*
 * The cases of a study on the ranks of an MPI job.
 *
 * Rank 0 has the store and the queue. It hands runs of consecutive cases to the others, writes what they bring, and
 * has a thread that runs cases too. Between these calls the ranks have nothing to say to each other:
 *
 *     thud_mpi_start(&rank, &size);
 *     rank 0:      thud_study_run with thud_executor_mpi, then thud_mpi_dismiss(), whatever came of it
 *     the others:  thud_mpi_serve(study, …) until they are dismissed
 *     thud_mpi_finish();
 *
 * Not part of libthud: who links that has no use for MPI. docs/decisions.md.
 */
#ifndef THUD_STUDY_EXECUTOR_MPI_H
#define THUD_STUDY_EXECUTOR_MPI_H

#include "study/run/executor.h"

thud_status thud_mpi_start(int *rank, int *size);
void thud_mpi_finish(void);

/* Rank 0's number, on all ranks; and the largest of all ranks' numbers. Every rank calls. */
uint64_t thud_mpi_of_first(uint64_t number);
uint64_t thud_mpi_largest(uint64_t number);

/* Which of the ranks of its machine this one is, from 0. Every rank calls. */
size_t thud_mpi_place_on_node(void);

/* For rank 0; the second one where the other ranks have devices, and take many cases at a time. */
extern const thud_executor thud_executor_mpi, thud_executor_mpi_devices;
void thud_mpi_dismiss(void);

/* For the others. `stop` says whether this rank was asked to stop; the whole sweep stops then. The cases are run by
 * the executor with so many threads, or, where it is NULL, by the calling thread. */
typedef struct thud_mpi_service {
    bool (*stop)(void *context);
    void *context;
    const thud_executor *executor;
    size_t jobs;
} thud_mpi_service;
thud_status thud_mpi_serve(const thud_study *study, const thud_mpi_service *service);

#endif
