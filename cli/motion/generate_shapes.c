/*
 * thud motion generate sine, sweep, ricker.
 */
#include <stdio.h>

#include "cli/message.h"
#include "cli/motion/generate.h"

#define AMPLITUDE_ROW                                                                                              \
    { "amplitude", "A", "peak acceleration, as in \"0.2 g\"" }

/* options of every shape: a file, sampling and an amplitude */
static int read_shape(const cli_options *options, thud_sampling *sampling, double *amplitude,
                      generate_output *output) {
    *sampling = (thud_sampling){.duration = 20, .step = 0.01};
    int status = generate_read(options, sampling, output);
    if (status != EXIT_DONE) return status;
    if (!option_given(options, "amplitude")) return usage_error("--amplitude is needed, as in \"0.2 g\"");
    return option_quantity(options, "amplitude", THUD_DIMENSION_ACCELERATION, amplitude) ? EXIT_DONE : EXIT_USAGE;
}

static int read_frequency(const cli_options *options, const char *name, double *frequency) {
    if (!option_given(options, name)) return usage_error("--%s is needed, in Hz", name);
    return option_quantity(options, name, THUD_DIMENSION_FREQUENCY, frequency) ? EXIT_DONE : EXIT_USAGE;
}

static const cli_option sine_options[] = {
    AMPLITUDE_ROW,
    {"frequency", "F", "as in 1.5Hz"},
    {"phase", "ANGLE", "phase at the start; default 0"},
    GENERATE_ROWS,
};

static int run_sine(const cli_options *options) {
    thud_sine_options o = {0};
    generate_output output;
    int status = read_shape(options, &o.sampling, &o.amplitude, &output);
    if (status == EXIT_DONE) status = read_frequency(options, "frequency", &o.frequency);
    if (status != EXIT_DONE) return status;
    if (!option_quantity(options, "phase", THUD_DIMENSION_ANGLE, &o.phase)) return EXIT_USAGE;
    return generate_finish(options, &output, thud_generate_sine(&o, &output.motion, &output.error),
                           "sine, %.6g m/s² at %.6g Hz", o.amplitude, o.frequency);
}

const cli_command generate_sine = {
    .name = "motion generate sine",
    .synopsis = "OUT --amplitude A --frequency F [options]",
    .summary = "Generate a sine",
    .details = "At least 10 samples per cycle.",
    .examples = "  thud motion generate sine sine.csv --amplitude \"0.2 g\" --frequency 1.5Hz --duration 10\n",
    COMMAND_OPTIONS(sine_options),
    .run = run_sine,
};

static const cli_option sweep_options[] = {
    AMPLITUDE_ROW,
    {"first", "F", "frequency at the start"},
    {"last", "F", "frequency at the end"},
    {"log", NULL, "equal times per octave; otherwise the frequency is linear in time"},
    GENERATE_ROWS,
};

static int run_sweep(const cli_options *options) {
    thud_sweep_options o = {.logarithmic = option_given(options, "log")};
    generate_output output;
    int status = read_shape(options, &o.sampling, &o.amplitude, &output);
    if (status == EXIT_DONE) status = read_frequency(options, "first", &o.first);
    if (status == EXIT_DONE) status = read_frequency(options, "last", &o.last);
    if (status != EXIT_DONE) return status;
    return generate_finish(options, &output, thud_generate_sweep(&o, &output.motion, &output.error),
                           "%s sweep, %.6g m/s², %.6g Hz to %.6g Hz", o.logarithmic ? "logarithmic" : "linear",
                           o.amplitude, o.first, o.last);
}

const cli_command generate_sweep = {
    .name = "motion generate sweep",
    .synopsis = "OUT --amplitude A --first F --last F [--log] [options]",
    .summary = "Generate a sine sweep from one frequency to another",
    .details = "At least 10 samples in the shortest cycle.",
    .examples = "  thud motion generate sweep sweep.csv --amplitude \"0.1 g\" --first 0.5 --last 10 --log\n",
    COMMAND_OPTIONS(sweep_options),
    .run = run_sweep,
};

static const cli_option ricker_options[] = {
    AMPLITUDE_ROW,
    {"frequency", "F", "frequency of the pulse's largest Fourier amplitude"},
    {"centre", "TIME", "time of the pulse; default: the middle"},
    GENERATE_ROWS,
};

static int run_ricker(const cli_options *options) {
    thud_ricker_options o = {0};
    generate_output output;
    int status = read_shape(options, &o.sampling, &o.amplitude, &output);
    if (status == EXIT_DONE) status = read_frequency(options, "frequency", &o.frequency);
    if (status != EXIT_DONE) return status;
    o.centre = o.sampling.duration / 2;
    if (!option_quantity(options, "centre", THUD_DIMENSION_TIME, &o.centre)) return EXIT_USAGE;
    return generate_finish(options, &output, thud_generate_ricker(&o, &output.motion, &output.error),
                           "Ricker pulse, %.6g m/s² at %.6g Hz, centre at %.6g s", o.amplitude, o.frequency,
                           o.centre);
}

const cli_command generate_ricker = {
    .name = "motion generate ricker",
    .synopsis = "OUT --amplitude A --frequency F [--centre TIME] [options]",
    .summary = "Generate a Ricker pulse, which leaves no velocity or displacement behind",
    .details = "At least 10 samples per cycle.",
    .examples = "  thud motion generate ricker pulse.csv --amplitude \"0.3 g\" --frequency 2Hz --duration 4\n",
    COMMAND_OPTIONS(ricker_options),
    .run = run_ricker,
};
