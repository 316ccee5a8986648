/*
 * The smallest change of a motion that meets given demands. A demand asks that a sum over the samples changes by a
 * given amount: the response of an oscillator at one instant, the largest sample, or the final velocity.
 */
#ifndef THUD_MOTION_ADJUST_H
#define THUD_MOTION_ADJUST_H

#include <stdbool.h>
#include <stddef.h>

typedef struct thud_demand {
    double *weights; /* [length], then zero to the end of the motion; overwritten */
    size_t length;
    double wanted; /* change of Σ weights[i] a(i) */
    bool exact;    /* must be met to rounding, without softness */
} thud_demand;

typedef struct thud_adjuster thud_adjuster;

/*
 * For motions of `count` samples that may change in proportion to `envelope` ([count], kept by the caller), and
 * little at periods, s, outside the band. At most `demand_limit` demands. NULL when memory is short.
 */
thud_adjuster *thud_adjuster_create(const double *envelope, size_t count, double step, double period_min,
                                    double period_max, size_t demand_limit);
void thud_adjuster_free(thud_adjuster *adjuster);

/*
 * Changes the motion. The softness, above 0, lets nearly equal demands give way to each other; with too little of
 * it they cause huge wavelets. False, without a change, when the demands cannot be met together.
 */
bool thud_adjuster_apply(thud_adjuster *adjuster, const thud_demand *demands, size_t demand_count, double softness,
                         double *acceleration);

#endif
