/*
 * The bridge deck with every compliant law that one body runs by: time per run, beside that of one of them.
 */
#ifndef THUD_BENCH_RUN_LAWS_H
#define THUD_BENCH_RUN_LAWS_H

#include <stdbool.h>

/* Prints a line for each law; false when a run failed. */
bool run_laws(void);

#endif
