/* Kernels compiled as C, by bodies and contacts, or by the powers of one body, and the case that is run. */
#ifndef THUD_TESTS_KERNEL_H
#define THUD_TESTS_KERNEL_H

extern int kernel_id;

/* of kernels of several lanes, which share a case or have one each: which one is running, in which order they take
 * turns (1 or −1), and to wait for the others */
enum { KERNEL_LANES = 3 };
extern int kernel_lane, kernel_order;
void kernel_sync(void);

typedef void kernel(int cases, int count, double tolerance, const double *numbers, const int *flags,
                    const int *choices, const double *structures, const int *places, const int *pairs,
                    const double *samples, const int *records, const double *steps, double *results);

kernel kernel_general_1_2, kernel_general_2_2, kernel_general_3_4, kernel_general_3_4_lanes;
kernel kernel_general_1_2_links, kernel_general_2_2_links, kernel_general_3_4_links, kernel_general_3_4_links_lanes;
kernel kernel_one_1_10, kernel_one_1_11, kernel_one_2_30, kernel_one_2_31, kernel_one_2_33, kernel_one_4_61,
    kernel_one_rigid, kernel_one_rigid_sine, kernel_one_bilinear, kernel_one_2_33_lanes;
/* one of several lanes by all of them, and which one */
kernel kernel_by_lanes;
extern kernel *kernel_of_lanes;

#endif
