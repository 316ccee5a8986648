/* The clock that sweeps go by; needs _XOPEN_SOURCE 700. */
#ifndef THUD_STUDY_CLOCK_H
#define THUD_STUDY_CLOCK_H

#include <time.h>

#define THUD_TICK 0.05 /* s between checks for other work */

/* s since some instant; never runs back */
static inline double thud_clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
