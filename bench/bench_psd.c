/*
 * Spectral densities: the real transform beside FFTW's, and Welch's method with either, in the lengths that its
 * segments have. FFTW plans by its estimate, as a program does that analyses one record. Nothing here is a test:
 * times are printed, never judged.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <fftw3.h>
#include <thud/motion.h>

#include "numeric/random.h"
#include "numeric/transform/real.h"
#include "timing.h"

enum { MOST = 16384, SEGMENTS = 9, SAMPLES = (SEGMENTS + 1) / 2 * MOST };

static const double PI = 3.14159265358979323846;

typedef struct task {
    size_t length;
    thud_motion motion; /* as long as nine segments that overlap */
    thud_real_transform plan;
    fftw_plan fftw;
    double *real, *imaginary;
    double *samples, *density;
    fftw_complex *transform;
} task;

static double thud_transform(void *context) {
    task *t = context;
    thud_real_transform_run(&t->plan, t->samples, t->real, t->imaginary);
    return t->real[1];
}

static double fftw_transform(void *context) {
    task *t = context;
    fftw_execute(t->fftw);
    return t->transform[1][0];
}

static double thud_analysis(void *context) {
    task *t = context;
    thud_psd *psd = NULL;
    if (thud_motion_psd(&t->motion, t->length, &psd, NULL) != THUD_OK) return NAN;
    const double one = psd->density[1];
    thud_psd_free(psd);
    return one;
}

/* the same steps, with a plan of its own */
static double fftw_analysis(void *context) {
    task *t = context;
    const size_t n = t->length;
    double mean = 0, power = 0, *window = malloc(n * sizeof *window);
    if (!window) return NAN;
    fftw_plan plan = fftw_plan_dft_r2c_1d((int)n, t->samples, t->transform, FFTW_ESTIMATE);
    for (size_t i = 0; i < t->motion.count; i++) mean += t->motion.acceleration[i];
    mean /= (double)t->motion.count;
    for (size_t i = 0; i < n; i++) window[i] = 0.5 - 0.5 * cos(2 * PI * (double)i / (double)n);
    for (size_t i = 0; i < n; i++) power += window[i] * window[i];
    for (size_t k = 0; k <= n / 2; k++) t->density[k] = 0;
    for (size_t s = 0; s < SEGMENTS; s++) {
        const double *from = t->motion.acceleration + s * (n / 2);
        for (size_t i = 0; i < n; i++) t->samples[i] = window[i] * (from[i] - mean);
        fftw_execute(plan);
        for (size_t k = 0; k <= n / 2; k++)
            t->density[k] += t->transform[k][0] * t->transform[k][0] + t->transform[k][1] * t->transform[k][1];
    }
    fftw_destroy_plan(plan);
    free(window);
    return 2 * t->motion.step / (power * SEGMENTS) * t->density[1];
}

static void measure(task *t, size_t length, double *memory) {
    t->length = length;
    t->motion.count = (SEGMENTS + 1) / 2 * length;
    thud_real_transform_init(&t->plan, length, memory);
    t->fftw = fftw_plan_dft_r2c_1d((int)length, t->samples, t->transform, FFTW_ESTIMATE);
    for (size_t i = 0; i < length; i++) t->samples[i] = t->motion.acceleration[i];
    timing_task tasks[] = {{.work = thud_transform, .context = t, .calls = 1},
                           {.work = fftw_transform, .context = t, .calls = 1},
                           {.work = thud_analysis, .context = t, .calls = 1},
                           {.work = fftw_analysis, .context = t, .calls = 1}};
    timing_run(tasks, 2);
    fftw_destroy_plan(t->fftw); /* or the other plan would take its roots */
    timing_run(tasks + 2, 2);
    printf("%6zu   transform %8.2f µs   FFTW %8.2f µs   ratio %5.2f   analysis %8.1f µs   with FFTW %8.1f µs   "
           "ratio %5.2f\n",
           length, 1e6 * tasks[0].seconds, 1e6 * tasks[1].seconds, tasks[0].seconds / tasks[1].seconds,
           1e6 * tasks[2].seconds, 1e6 * tasks[3].seconds, tasks[2].seconds / tasks[3].seconds);
    fflush(stdout);
}

int main(void) {
    static const size_t lengths[] = {128, 256, 512, 1000, 1024, 2000, 2048, 4096, 5000, 8192, 10000, MOST};
    static double acceleration[SAMPLES], real[MOST], imaginary[MOST], samples[MOST], density[MOST];
    thud_random random = thud_random_seed(1);
    double *memory = malloc(thud_real_transform_room(MOST) * sizeof *memory);
    task t = {.motion = {.count = SAMPLES, .acceleration = acceleration, .step = 0.005},
              .real = real,
              .imaginary = imaginary,
              .samples = samples,
              .density = density,
              .transform = fftw_alloc_complex(MOST)};
    if (!memory || !t.transform) return 1;
    for (size_t i = 0; i < SAMPLES; i++) acceleration[i] = thud_random_normal(&random);
    printf("One real transform, and one analysis of %d segments with its plan and its window; ratios are thud / "
           "FFTW:\n\n",
           SEGMENTS);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) measure(&t, lengths[i], memory);
    printf("\nchecksum %.17g\n", timing_checksum());
    fftw_free(t.transform);
    free(memory);
    return 0;
}
