/*
 * Making ground motions: time for one record compatible with a spectrum, and how well it fits; time for the others.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <thud/generate.h>

#include "timing.h"

typedef struct contender {
    const char *name;
    int type; /* of Eurocode 8 */
    char soil;
    double duration, step, damping;
} contender;

static const contender contenders[] = {
    {"type 1, soil B, 20 s at 0.01 s", 1, 'B', 20, 0.01, 0.05},
    {"type 1, soil D, 20 s at 0.01 s", 1, 'D', 20, 0.01, 0.05},
    {"type 2, soil A, 20 s at 0.01 s", 2, 'A', 20, 0.01, 0.05},
    {"type 1, soil B, 20 s at 0.005 s", 1, 'B', 20, 0.005, 0.05},
    {"type 1, soil B, 40 s at 0.01 s", 1, 'B', 40, 0.01, 0.05},
    {"type 1, soil B, 2 % damping", 1, 'B', 20, 0.01, 0.02},
};

/* what is timed: another seed with every call */
typedef struct compatible_work {
    thud_target target;
    thud_compatible_options options;
    double lowest, highest; /* of all that were made */
} compatible_work;

static double make_compatible(void *context) {
    compatible_work *work = context;
    thud_motion *motion;
    if (thud_generate_compatible(&work->options, &motion, NULL) != THUD_OK) return NAN;
    work->options.seed++;
    double sample = motion->acceleration[motion->count / 2];
    thud_motion_free(motion);
    return sample;
}

/* apart from the timing, over the first ten seeds */
static void judge(compatible_work *work) {
    work->lowest = INFINITY, work->highest = 0;
    for (work->options.seed = 1; work->options.seed <= 10; work->options.seed++) {
        thud_motion *motion;
        thud_compatibility fit;
        if (thud_generate_compatible(&work->options, &motion, NULL) != THUD_OK) continue;
        const thud_motion *const one[] = {motion};
        if (thud_compatibility_measure(one, 1, &work->target, 0.05, 3.6, 0, &fit) == THUD_OK) {
            work->lowest = fmin(work->lowest, fit.lowest);
            work->highest = fmax(work->highest, fit.highest);
        }
        thud_motion_free(motion);
    }
}

static double make_filtered(void *context) {
    thud_filtered_options *options = context;
    thud_motion *motion;
    if (thud_generate_filtered(options, &motion, NULL) != THUD_OK) return NAN;
    options->seed++;
    double sample = motion->acceleration[motion->count / 2];
    thud_motion_free(motion);
    return sample;
}

static double make_noise(void *context) {
    thud_noise_options *options = context;
    thud_motion *motion;
    if (thud_generate_noise(options, &motion, NULL) != THUD_OK) return NAN;
    options->seed++;
    double sample = motion->acceleration[motion->count / 2];
    thud_motion_free(motion);
    return sample;
}

static void print_compatible(const contender *c) {
    compatible_work work = {0};
    thud_ec8_init(&work.target.ec8, c->type, c->soil, 0.3 * 9.80665);
    work.target.ec8.damping = c->damping;
    work.options = thud_compatible_options_default(&work.target);
    work.options.sampling = (thud_sampling){c->duration, c->step};
    judge(&work);
    work.options.seed = 1;
    double seconds = timing_per_call(make_compatible, &work, 1);
    printf("%-34s %8.0f ms   %+5.1f %% to %+5.1f %%\n", c->name, 1e3 * seconds, 100 * (work.lowest - 1),
           100 * (work.highest - 1));
    fflush(stdout);
}

int main(void) {
    printf("Motions compatible with Eurocode 8, 0.3 g\n%-34s %11s   %s\n", "", "one record",
           "spectrum against target, 0.05 s to 3.6 s, seeds 1 to 10");
    for (size_t i = 0; i < sizeof contenders / sizeof contenders[0]; i++) print_compatible(&contenders[i]);

    thud_filtered_options filtered = thud_filtered_options_default();
    filtered.high_pass_omega = filtered.ground_omega / 10;
    thud_noise_options noise = thud_noise_options_default();
    printf("\nOthers, 20 s at 0.01 s\n%-34s %8.2f ms\n%-34s %8.2f ms\n", "clough-penzien",
           1e3 * timing_per_call(make_filtered, &filtered, 1), "noise",
           1e3 * timing_per_call(make_noise, &noise, 1));
    printf("\nchecksum %.17g\n", timing_checksum());
    return EXIT_SUCCESS;
}
