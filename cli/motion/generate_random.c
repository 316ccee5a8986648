/*
 * thud motion generate kanai-tajimi, clough-penzien, noise.
 */
#include <stdio.h>

#include "base/print.h"
#include "cli/message.h"
#include "cli/motion/generate.h"

/* rows shared by several tables */
/* clang-format off */
#define SEED_ROW {"seed", "N", "seed; default 1"}
#define GROUND_ROWS                                                                                                \
    {"pga", "A", "peak acceleration; default 1 m/s²"},                                                          \
    {"rms", "A", "or: rms of the stationary part"},                                                                \
    {"density", "S0", "or: density of the white noise, m²/s³, two-sided over rad/s"},                                      \
    {"wg", "OMEGA", "frequency of the ground, rad/s; default 15.708 rad/s, firm ground"},                                    \
    {"zg", "RATIO", "damping of the ground; default 0.6"}
/* clang-format on */

static const cli_option kanai_tajimi_options[] = {GROUND_ROWS, SEED_ROW, GENERATE_ROWS};

static const cli_option clough_penzien_options[] = {
    GROUND_ROWS,
    {"wf", "OMEGA", "frequency of the second filter, rad/s; default a tenth of wg"},
    {"zf", "RATIO", "damping of the second filter; default 0.6"},
    SEED_ROW,
    GENERATE_ROWS,
};

static const cli_option noise_options[] = {
    {"rms", "A", "rms of the samples, as in \"0.1 g\"; default 1 m/s²"},
    {"low", "F", "lower end of the band; default 0 Hz"},
    {"high", "F", "upper end of the band; default 15 Hz"},
    SEED_ROW,
    GENERATE_ROWS,
};

/* one of --pga, --rms and --density, or none */
static int read_strength(const cli_options *options, thud_filtered_options *o) {
    static const struct {
        const char *name;
        thud_strength strength;
        thud_dimension dimension;
    } rows[] = {
        {"pga", THUD_STRENGTH_PGA, {0, 1, -2, 0}},
        {"rms", THUD_STRENGTH_RMS, {0, 1, -2, 0}},
        {"density", THUD_STRENGTH_DENSITY, {0, 2, -3, 0}},
    };
    int given = 0;
    for (int i = 0; i < 3; i++) {
        if (!option_given(options, rows[i].name)) continue;
        if (given++) return usage_error("--pga, --rms and --density exclude each other");
        o->strength = rows[i].strength;
        if (!option_quantity(options, rows[i].name, rows[i].dimension, &o->strength_value)) return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static void describe_filtered(const generate_output *output, const thud_filtered_options *o, char *title,
                              size_t size) {
    static const char *const names[] = {"S0", "rms", "peak"}, *const units[] = {"m²/s³", "m/s²", "m/s²"};
    char second[96] = "";
    if (o->high_pass_omega > 0)
        thud_print(second, sizeof second, ", wf = %.6g rad/s, zf = %.6g", o->high_pass_omega, o->high_pass_damping);
    thud_print(title, size, "%s, %s %.6g %s, wg = %.6g rad/s, zg = %.6g%s, seed %llu", output->kind,
               names[o->strength], o->strength_value, units[o->strength], o->ground_omega, o->ground_damping,
               second, (unsigned long long)o->seed);
}

static int run_filtered(const cli_options *options, bool second) {
    thud_filtered_options o = thud_filtered_options_default();
    generate_output output;
    int status = generate_read(options, &o.sampling, &output);
    if (status == EXIT_DONE) status = read_strength(options, &o);
    if (status != EXIT_DONE) return status;
    if (!option_quantity(options, "wg", THUD_DIMENSION_ANGULAR_SPEED, &o.ground_omega) ||
        !option_quantity(options, "zg", THUD_DIMENSION_NONE, &o.ground_damping) ||
        !generate_read_seed(options, &o.seed))
        return EXIT_USAGE;
    if (second) {
        o.high_pass_omega = o.ground_omega / 10;
        if (!option_quantity(options, "wf", THUD_DIMENSION_ANGULAR_SPEED, &o.high_pass_omega) ||
            !option_quantity(options, "zf", THUD_DIMENSION_NONE, &o.high_pass_damping))
            return EXIT_USAGE;
        if (!(o.high_pass_omega > 0)) return usage_error("--wf: expected a frequency above 0 rad/s");
    }
    char title[256];
    describe_filtered(&output, &o, title, sizeof title);
    return generate_finish(options, &output, thud_generate_filtered(&o, &output.motion, &output.error), "%s",
                           title);
}

static int run_kanai_tajimi(const cli_options *options) { return run_filtered(options, false); }

static int run_clough_penzien(const cli_options *options) { return run_filtered(options, true); }

static int run_noise(const cli_options *options) {
    thud_noise_options o = thud_noise_options_default();
    generate_output output;
    int status = generate_read(options, &o.sampling, &output);
    if (status != EXIT_DONE) return status;
    if (!option_quantity(options, "rms", THUD_DIMENSION_ACCELERATION, &o.rms) ||
        !option_quantity(options, "low", THUD_DIMENSION_FREQUENCY, &o.low) ||
        !option_quantity(options, "high", THUD_DIMENSION_FREQUENCY, &o.high) ||
        !generate_read_seed(options, &o.seed))
        return EXIT_USAGE;
    return generate_finish(options, &output, thud_generate_noise(&o, &output.motion, &output.error),
                           "noise, rms %.6g m/s², %.6g Hz to %.6g Hz, seed %llu", o.rms, o.low, o.high,
                           (unsigned long long)o.seed);
}

const cli_command generate_kanai_tajimi = {
    .name = "motion generate kanai-tajimi",
    .synopsis = "OUT [--pga A|--rms A|--density S0] [options]",
    .summary = "Generate white noise filtered by the ground as an oscillator",
    .details = "The noise rises, is stationary, and fades; the motion ends at rest where it began.",
    .examples = "  thud motion generate kanai-tajimi quake.csv --pga \"0.3 g\" --wg 15.6rad/s --zg 0.6\n",
    COMMAND_OPTIONS(kanai_tajimi_options),
    .run = run_kanai_tajimi,
};

const cli_command generate_clough_penzien = {
    .name = "motion generate clough-penzien",
    .synopsis = "OUT [--pga A|--rms A|--density S0] [options]",
    .summary = "Generate the noise of kanai-tajimi with a second filter that removes drift",
    .details = "The noise rises, is stationary, and fades; the motion ends at rest where it began.",
    .examples = "  thud motion generate clough-penzien quake.at2 --rms 1 --wg 15.6 --zg 0.6 --wf 1.5 --zf 0.6\n",
    COMMAND_OPTIONS(clough_penzien_options),
    .run = run_clough_penzien,
};

const cli_command generate_noise = {
    .name = "motion generate noise",
    .synopsis = "OUT [--rms A] [--low F] [--high F] [options]",
    .summary = "Generate Gaussian noise with a constant density in a band",
    .details = "Stationary from the first sample to the last, as for a shaking table. It does not end at rest.",
    .examples = "  thud motion generate noise noise.csv --rms \"0.1 g\" --low 0 --high 15Hz --duration 30\n",
    COMMAND_OPTIONS(noise_options),
    .run = run_noise,
};
