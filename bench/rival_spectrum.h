/*
 * Response spectra as one would compute them without thud: Newmark's method at a fraction of the record's step, and
 * SUNDIALS CVODE with root finding for the peaks.
 */
#ifndef THUD_BENCH_RIVAL_SPECTRUM_H
#define THUD_BENCH_RIVAL_SPECTRUM_H

#include <stdbool.h>

#include <thud/motion.h>

/* Average acceleration, `parts` steps to each of the record's, which are equal; the largest of its own samples. */
thud_response rival_newmark(const thud_motion *motion, double period, double damping, size_t parts);

typedef struct rival_oscillator rival_oscillator;

rival_oscillator *rival_oscillator_create(void);
void rival_oscillator_free(rival_oscillator *solver);

/* Adams, begun anew at every sample, where the slope of the acceleration jumps; peaks are roots of u̇ and ü. */
bool rival_oscillator_solve(rival_oscillator *solver, const thud_motion *motion, double period, double damping,
                            double tolerance, thud_response *response);

#endif
