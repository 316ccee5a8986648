/*
 * Response spectra: what one oscillator costs per sample of the record, and what Newmark's method and CVODE cost
 * for an error that is still far larger. Nothing here is a test: times are printed, never judged.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/thud.h>

#include "rival_spectrum.h"
#include "timing.h"

enum { PERIODS = 24, SAMPLES = 4000 };

static const double PI = 3.14159265358979323846;
static const double damping = 0.05;

/* A spectrum to be computed, and how. */
typedef struct task {
    const thud_motion *motion;
    double periods[PERIODS];
    size_t parts; /* of Newmark's method */
    double tolerance;
    rival_oscillator *solver;
    thud_response responses[PERIODS];
} task;

static double checksum_of(const task *t) {
    double sum = 0;
    for (int i = 0; i < PERIODS; i++) sum += t->responses[i].displacement;
    return sum;
}

static double thud_work(void *context) {
    task *t = context;
    thud_motion_spectrum(t->motion, t->periods, PERIODS, &damping, 1, t->responses);
    return checksum_of(t);
}

static double newmark_work(void *context) {
    task *t = context;
    for (int i = 0; i < PERIODS; i++) t->responses[i] = rival_newmark(t->motion, t->periods[i], damping, t->parts);
    return checksum_of(t);
}

static double cvode_work(void *context) {
    task *t = context;
    for (int i = 0; i < PERIODS; i++)
        rival_oscillator_solve(t->solver, t->motion, t->periods[i], damping, t->tolerance, &t->responses[i]);
    return checksum_of(t);
}

/* worst error of displacement and velocity, against CVODE at its tightest */
static double error_of(const task *t, const thud_response *reference) {
    double worst = 0;
    for (int i = 0; i < PERIODS; i++) {
        worst = fmax(worst, fabs(t->responses[i].displacement / reference[i].displacement - 1));
        worst = fmax(worst, fabs(t->responses[i].velocity / reference[i].velocity - 1));
    }
    return worst;
}

/* nanoseconds per sample and oscillator */
static double cost_of(timing_work *work, task *t) {
    return 1e9 * timing_per_call(work, t, PERIODS * (t->motion->count - 1));
}

/* a rival that takes seconds is timed once */
static double cost_once(timing_work *work, task *t) {
    double begin = timing_now(), sum = work(t), seconds = timing_now() - begin;
    return sum < INFINITY ? 1e9 * seconds / (double)(PERIODS * (t->motion->count - 1)) : NAN;
}

static void print_newmark(task *t, const thud_response *reference, double thud_cost) {
    static const size_t parts[] = {1, 4, 16, 64};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        t->parts = parts[i];
        double cost = cost_of(newmark_work, t);
        printf("  Newmark, step/%-3zu %10.1f ns  error %.1e  ratio %6.1f\n", parts[i], cost, error_of(t, reference),
               cost / thud_cost);
    }
}

static void print_cvode(task *t, const thud_response *reference, double thud_cost) {
    t->tolerance = 1e-6;
    double cost = cost_once(cvode_work, t);
    printf("  CVODE, %.0e      %10.1f ns  error %.1e  ratio %6.0f\n", t->tolerance, cost, error_of(t, reference),
           cost / thud_cost);
}

static bool measure(const char *what, const thud_motion *motion, double shortest, double longest) {
    task t = {.motion = motion, .tolerance = 1e-11, .solver = rival_oscillator_create()};
    if (!t.solver) return false;
    for (int i = 0; i < PERIODS; i++) t.periods[i] = shortest * pow(longest / shortest, i / (PERIODS - 1.0));
    printf("%s: %zu samples every %g s, %d periods from %g s to %g s, damping 5 %%\n", what, motion->count,
           motion->step, PERIODS, shortest, longest);
    cvode_work(&t);
    thud_response reference[PERIODS];
    for (int i = 0; i < PERIODS; i++) reference[i] = t.responses[i];
    double thud_cost = cost_of(thud_work, &t);
    printf("  thud              %10.2f ns  error %.1e (most of it that of the reference)\n", thud_cost,
           error_of(&t, reference));
    print_newmark(&t, reference, thud_cost);
    print_cvode(&t, reference, thud_cost);
    putchar('\n');
    fflush(stdout);
    rival_oscillator_free(t.solver);
    return true;
}

/* something like an earthquake: rises, stays and fades, with frequencies around 2 Hz; the same on every machine */
static thud_motion *make_motion(double step) {
    thud_motion *motion = thud_motion_create(SAMPLES, step);
    if (!motion) return NULL;
    for (size_t i = 0; i < motion->count; i++) {
        double t = thud_motion_time(motion, i), sum = 0, rise = t / 4;
        for (int k = 1; k <= 60; k++) {
            double frequency = 0.19 * k * (1 + 0.01 * sin(7.0 * k)); /* Hz */
            sum += sin(2 * PI * frequency * t + 17.0 * k * k) / (1 + pow(frequency / 2 - 1, 2));
        }
        motion->acceleration[i] = sum * rise * exp(1 - rise);
    }
    return motion;
}

int main(void) {
    printf(
        "Cost per sample of the record and oscillator. Errors are the worst of all peaks in u and its rate.\n\n");
    thud_motion *fine = make_motion(0.005), *coarse = make_motion(0.02);
    bool good = fine && coarse && measure("fine record", fine, 0.05, 4) &&
                measure("coarse record", coarse, 0.05, 4) &&
                measure("coarse record, short periods", coarse, 0.01, 0.05);
    thud_motion_free(fine);
    thud_motion_free(coarse);
    if (!good) fprintf(stderr, "bench_spectrum: out of memory\n");
    printf("checksum %.17g\n", timing_checksum());
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
