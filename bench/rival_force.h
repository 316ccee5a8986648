/*
 * What an expert would write for the force of one impact at given instants: m δ̈ + k δⁿ + c δᵖ δ̇ = 0 with CVODE,
 * which interpolates between its steps, in SI units and until the bodies part.
 */
#ifndef THUD_BENCH_RIVAL_FORCE_H
#define THUD_BENCH_RIVAL_FORCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rival_force_law {
    double n, p, k, c;
    double mass, speed;
} rival_force_law;

typedef struct rival_force rival_force;

/* NULL when SUNDIALS refuses. */
rival_force *rival_force_create(void);
void rival_force_free(rival_force *solver);

/* Forces, N, at increasing instants, s; zero before `begin` and once the penetration is back at zero. */
bool rival_force_sample(rival_force *solver, const rival_force_law *law, double begin, const double *times,
                        size_t count, double tolerance, double *forces);

#endif
