/* The clock on the wall. */
#ifndef THUD_BASE_CLOCK_H
#define THUD_BASE_CLOCK_H

#include <time.h>

/* s, since some instant. */
static inline double thud_clock(void) {
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec / 1000000000;
}

#endif
