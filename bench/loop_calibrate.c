/* The loops that bench/bench_python compares with: one impact, and a million calibrations, as a program in C would.
 */
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

#include "timing.h"

enum { COUNT = 1000000, IMPACTS = 200000, TURNS = 5 };

static double now_best(double best, double begin) {
    const double taken = timing_now() - begin;
    return taken < best ? taken : best;
}

int main(void) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("flores"));
    options.stiffness = 1e8;
    options.mass = 2;
    options.speed = 0.5;
    double *restitutions = malloc(COUNT * sizeof *restitutions), *damping = malloc(COUNT * sizeof *damping);
    if (!restitutions || !damping) return 1;
    for (size_t i = 0; i < COUNT; i++) restitutions[i] = 0.1 + 0.9 * (double)i / (COUNT - 1);
    double best = 1e9, one = 1e9, sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        double begin = timing_now();
        for (size_t i = 0; i < COUNT; i++) {
            options.restitution = restitutions[i];
            if (thud_calibrate(&options, &damping[i]) != THUD_OK) return 1;
        }
        best = now_best(best, begin);
        begin = timing_now();
        for (size_t i = 0; i < IMPACTS; i++) {
            thud_impact impact;
            options.restitution = 0.7;
            if (thud_impact_solve(&options, &impact) != THUD_OK) return 1;
            sum += impact.max_force;
        }
        one = now_best(one, begin);
    }
    printf("%.17g %.17g %.17g\n", best, one / IMPACTS, sum + damping[0]);
    free(restitutions);
    free(damping);
    return 0;
}
