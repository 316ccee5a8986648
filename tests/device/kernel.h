/* Kernels of three shapes, compiled as C, and the case that is run. */
#ifndef THUD_TESTS_KERNEL_H
#define THUD_TESTS_KERNEL_H

extern int kernel_id;

typedef void kernel(int cases, int step_limit, double tolerance, const double *numbers, const int *flags,
                    const int *choices, const double *structures, const int *places, const int *pairs,
                    const double *samples, const int *records, const double *steps, double *results);

kernel kernel_1_2, kernel_2_2, kernel_3_4;

#endif
