/*
 * Rows of buildings side by side: what a run costs as the row gets longer, and what SUNDIALS takes for the same.
 */
#ifndef THUD_BENCH_RUN_ROWS_H
#define THUD_BENCH_RUN_ROWS_H

#include <stdbool.h>

/* Prints a line for each length; false when a run failed. */
bool run_rows(void);

#endif
