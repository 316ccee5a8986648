/* Random numbers for models of tests: the same ones every time, and on every machine. */
#ifndef THUD_TESTS_DICE_H
#define THUD_TESTS_DICE_H

#include <math.h>

typedef struct dice {
    unsigned long long state;
} dice;

static inline dice dice_of(unsigned seed) { return (dice){seed * 0x9E3779B97F4A7C15ULL + 12345}; }

static inline double roll(dice *d, double low, double high) {
    d->state = d->state * 6364136223846793005ULL + 1442695040888963407ULL;
    unsigned long long z = d->state;
    z = (z ^ (z >> 33)) * 0xff51afd7ed558ccdULL;
    z ^= z >> 33;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

static inline int choose(dice *d, int count) { return (int)roll(d, 0, count); }
static inline double spread(dice *d, double low, double high) { return low * pow(high / low, roll(d, 0, 1)); }

/* units that are far from each other: m, s, kg */
typedef struct units {
    double length, time, mass;
} units;

static inline units spread_units(dice *d, units low, units high) {
    units u; /* one number at a time: the order of arguments is the compiler's */
    u.length = spread(d, low.length, high.length);
    u.time = spread(d, low.time, high.time);
    u.mass = spread(d, low.mass, high.mass);
    return u;
}

#endif
