/* Kernels compiled as C, by bodies and contacts, or by the powers of one body, and the case that is run. */
#ifndef THUD_TESTS_KERNEL_H
#define THUD_TESTS_KERNEL_H

extern int kernel_id;

typedef void kernel(int cases, int step_limit, double tolerance, const double *numbers, const int *flags,
                    const int *choices, const double *structures, const int *places, const int *pairs,
                    const double *samples, const int *records, const double *steps, double *results);

kernel kernel_general_1_2, kernel_general_2_2, kernel_general_3_4;
kernel kernel_one_1_10, kernel_one_1_11, kernel_one_2_30, kernel_one_2_31, kernel_one_2_33, kernel_one_4_61,
    kernel_one_rigid, kernel_one_bilinear;

#endif
