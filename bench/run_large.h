/*
 * Large structures: towers, structures by matrices, and rows of buildings, each beside what an expert would write for
 * them, where anybody would.
 */
#ifndef THUD_BENCH_RUN_LARGE_H
#define THUD_BENCH_RUN_LARGE_H

#include <stdbool.h>

/* Prints a line for each model; false when a run failed. */
bool run_large(void);

#endif
