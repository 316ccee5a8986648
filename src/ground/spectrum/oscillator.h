/*
 * A damped linear oscillator under an acceleration that is linear in time, solved exactly:
 *
 *     ü + 2ζω u̇ + ω²u = −(a + slope·t),   0 ≤ ζ < 1.
 *
 * N. C. Nigam & P. C. Jennings, Bull. Seism. Soc. Am. 59 (1969) 909–922, in a form without cancellation when the
 * step is a small part of the period.
 */
#ifndef THUD_MOTION_SPECTRUM_OSCILLATOR_H
#define THUD_MOTION_SPECTRUM_OSCILLATOR_H

#include <stddef.h>

typedef struct thud_oscillator {
    double omega;  /* rad/s */
    double square; /* ω² */
    double zeta;
    double decay;  /* ζω, 1/s */
    double damped; /* ω√(1−ζ²), rad/s */
} thud_oscillator;

/* ω > 0 and 0 ≤ ζ < 1. */
thud_oscillator thud_oscillator_make(double omega, double zeta);

typedef struct thud_oscillator_state {
    double u, v; /* m, m/s, relative to the ground */
} thud_oscillator_state;

/* The response s to a unit impulse after some time, its slope and its integrals; everything else follows. */
typedef struct thud_oscillator_kernel {
    double rate;    /* s′ */
    double impulse; /* s, s */
    double step;    /* ∫s, s² */
    double ramp;    /* ∫∫s, s³ */
} thud_oscillator_kernel;

thud_oscillator_kernel thud_oscillator_kernel_at(const thud_oscillator *oscillator, double t);

/* The state after the time of the kernel, for an acceleration that starts at a and changes by `slope` per
   second. */
thud_oscillator_state thud_oscillator_advance(const thud_oscillator *oscillator,
                                              const thud_oscillator_kernel *kernel, thud_oscillator_state from,
                                              double a, double slope);

/* The same for a step over which the acceleration changes from a to b: u ← uu u + uv v + ua a + ub b, v
   likewise. */
typedef struct thud_oscillator_matrix {
    double uu, uv, ua, ub;
    double vu, vv, va, vb;
} thud_oscillator_matrix;

thud_oscillator_matrix thud_oscillator_matrix_for(const thud_oscillator *oscillator, double step);

/* ---- The largest response of an oscillator to an acceleration at equal steps, linear between them: its time, its
 * size, and the contribution of each sample. ---- */

typedef struct thud_summit {
    double time; /* s */
    double u;    /* m, with its sign */
} thud_summit;

/* The largest |u| from rest to the last sample; a step is at most a quarter of the period. */
thud_summit thud_summit_find(const thud_oscillator *oscillator, const double *acceleration, size_t count,
                             double step);

/*
 * u at a time before the last sample as a sum over samples: u = Σ weights[i] a(i), where the first sample is taken
 * as zero. Returns the number of weights; later samples have no effect.
 */
size_t thud_summit_weights(const thud_oscillator *oscillator, double time, double step, double *weights);

#endif
