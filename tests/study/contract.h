/*
 * What every executor keeps to, whoever runs the cases: one list of trials for all of them. A trial is a study,
 * what is asked of it, and what must have come of it.
 */
#ifndef THUD_TESTS_STUDY_CONTRACT_H
#define THUD_TESTS_STUDY_CONTRACT_H

#include "double.h"
#include "study/run/executor.h"

enum { CONTRACT_TRIALS = 8 };

const char *contract_name(size_t trial);

/* The study of a trial; in an MPI job every rank needs it. */
thud_study contract_study(size_t trial);

/* Runs the trial in the calling thread. NULL when it is as it should be, otherwise what is not. */
const char *contract_try(size_t trial, const thud_executor *executor, size_t jobs, thud_study *study);

#endif
