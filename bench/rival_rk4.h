/*
 * What most people write: the classical Runge–Kutta method with a fixed step, the contact force switched on and off
 * by the sign of the gap at every evaluation. One body between two Hertz stops under a ground motion.
 */
#ifndef THUD_BENCH_RIVAL_RK4_H
#define THUD_BENCH_RIVAL_RK4_H

#include "run_case.h"

/* `parts` steps between points; displacement and velocity at the points into `trace`, [points][2]. `chi` is c v₀/k.
 */
void rival_rk4_deck(const run_case *which, double chi, int parts, double *trace);

#endif
