/*
 * thud sweep as one rank of an MPI job.
 */
#ifndef THUD_CLI_SWEEP_RANKS_H
#define THUD_CLI_SWEEP_RANKS_H

#include <stdbool.h>

#include <thud/sweep.h>

/* Whether mpirun or a scheduler started this process as one of several; asks the environment only. */
bool ranks_launched(void);

/* What every rank needs, given by the command. Each returns an exit status. */
typedef struct ranks_work {
    const void *context;
    int (*read)(const void *context, thud_study **study);
    int (*sweep)(const void *context, const thud_study *study, const thud_executor *executor); /* rank 0 */
} ranks_work;

/* Runs the study on all ranks; on those other than 0 it says nothing unless it cannot read the study. */
int ranks_run(const ranks_work *work);

#endif
