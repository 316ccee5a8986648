/*
 * thud motion convert: reads any known file and writes a format for other programs.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/motion_file.h"
#include "report/text/table.h"

static const cli_option option_table[] = {
    {"to", "KIND", "at2 (PEER, in g), two-column (CSV, s and m/s²), one-column (m/s²) or sac (m/s²)"},
    {"scale", "FACTOR", "factor on the accelerations"},
    {"scale-pga", "A", "scale to this peak ground acceleration, as in 0.3g"},
    {"scale-pgv", "V", "scale to this peak ground velocity, as in 40cm/s"},
    {"scale-sa", "A", "scale to this spectral acceleration at --period"},
    {"period", "T", "period for --scale-sa"},
    {"damping", "RATIO", "damping for --scale-sa; default 5%"},
    MOTION_INPUT_ROWS,
    MOTION_PLOT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static double peak(const thud_motion *motion) {
    double largest = 0;
    for (size_t i = 0; i < motion->count; i++) largest = fmax(largest, fabs(motion->acceleration[i]));
    return largest;
}

static void print_json(const cli_options *options, const thud_motion *motion, const thud_motion_info *info,
                       thud_motion_file_kind kind) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(
        &json, "{format: %s, channel: %s, units_in_file: %s, npts: %g, dt: %g, pga: %g, to: %s, output: %s}\n",
        info->format, *info->channel ? info->channel : NULL, info->unit, (double)motion->count,
        motion->time ? NAN : motion->step, peak(motion), thud_motion_file_names[kind], options->words[1]);
}

/* what was read, and what was written */
static void print_human(const cli_options *options, const thud_motion *motion, const thud_motion_info *info,
                        thud_motion_file_kind kind) {
    printf("read   %s: %s, in %s", options->words[0], info->format, info->unit);
    if (*info->channel) {
        printf(", channel ");
        thud_text_print(stdout, info->channel);
    }
    printf("\n       %zu samples", motion->count);
    if (!motion->time) printf(", one every %s s", thud_format_short(motion->step).text);
    printf(", peak %s\n", thud_format_quantity(peak(motion), "m/s²").text);
    if (info->offset != 0)
        printf("       its mean, %s, was removed\n", thud_format_quantity(info->offset, "m/s²").text);
    printf("wrote  %s: %s, in %s\n", options->words[1], thud_motion_file_names[kind],
           kind == THUD_MOTION_FILE_AT2 ? "g" : "m/s²");
}

/* the factor that the options ask for */
static int find_scale(const cli_options *options, const thud_motion *motion, double *factor) {
    static const char *const names[] = {"scale-pga", "scale-pgv", "scale-sa"};
    const char *chosen = option_given(options, "scale") ? "scale" : NULL;
    thud_motion_strength strength = {.damping = 0.05};
    *factor = 1;
    for (int i = 0; i < 3; i++) {
        if (!option_given(options, names[i])) continue;
        if (chosen) return usage_error("--%s and --%s exclude each other", chosen, names[i]);
        chosen = names[i];
        strength.measure = (thud_measure)i;
    }
    const bool sa = chosen && strength.measure == THUD_MEASURE_SA;
    if (!sa && (option_given(options, "period") || option_given(options, "damping")))
        return usage_error("--period and --damping need --scale-sa");
    if (!chosen) return EXIT_DONE;
    if (strcmp(chosen, "scale") == 0) {
        if (!option_quantity(options, "scale", THUD_DIMENSION_NONE, factor)) return EXIT_USAGE;
        return isfinite(*factor) && *factor != 0 ? EXIT_DONE : usage_error("--scale must be finite and not zero");
    }
    if (sa && !option_given(options, "period")) return usage_error("--scale-sa needs --period");
    const thud_dimension dimension =
        strength.measure == THUD_MEASURE_PGV ? THUD_DIMENSION_SPEED : THUD_DIMENSION_ACCELERATION;
    if (!option_quantity(options, chosen, dimension, &strength.value) ||
        !option_quantity(options, "period", THUD_DIMENSION_TIME, &strength.period) ||
        !option_quantity(options, "damping", THUD_DIMENSION_NONE, &strength.damping))
        return EXIT_USAGE;
    thud_error error = {.status = THUD_OK, .value = NAN};
    error.status = thud_motion_scale_factor(motion, &strength, factor, &error);
    return error.status == THUD_OK ? EXIT_DONE : library_error(NULL, &error);
}

static int convert(const cli_options *options, const thud_motion *motion, const thud_motion_info *info,
                   thud_motion_file_kind kind) {
    if (!thud_motion_file_holds(kind, motion))
        return usage_error(
            "--to %s: the samples of '%s' are not equally spaced, or too large; two-column can store them",
            thud_motion_file_names[kind], options->words[0]);
    thud_error failure;
    if (!thud_motion_file_write(options->words[1], kind, motion, info->title, &failure))
        return work_error("%s", failure.text);
    int drawn = motion_plot_draw(options, motion, *info->title ? info->title : options->words[1]);
    if (drawn != EXIT_DONE) return drawn;
    if (option_given(options, "json")) print_json(options, motion, info, kind);
    else print_human(options, motion, info, kind);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    size_t kind = THUD_MOTION_FILE_COUNT;
    if (options->word_count < 2) return usage_error("two files are needed: thud motion convert FILE OUT --to KIND");
    if (options_limit_words(options, 2) != EXIT_DONE) return EXIT_USAGE;
    if (!option_choice(options, "to", thud_motion_file_names, THUD_MOTION_FILE_COUNT, &kind)) return EXIT_USAGE;
    if (kind == THUD_MOTION_FILE_COUNT) return usage_error("--to is needed: at2, two-column, one-column or sac");
    thud_motion *motion;
    thud_motion_info info;
    int status = motion_plot_check(options, options->words[0], options->words[1]);
    if (status == EXIT_DONE) status = motion_input_read(options, options->words[0], &motion, &info);
    if (status != EXIT_DONE) return status;
    double factor;
    status = find_scale(options, motion, &factor);
    for (size_t i = 0; status == EXIT_DONE && i < motion->count; i++) motion->acceleration[i] *= factor;
    if (status == EXIT_DONE) status = convert(options, motion, &info, (thud_motion_file_kind)kind);
    thud_motion_free(motion);
    return status;
}

const cli_command motion_convert = {
    .name = "motion convert",
    .synopsis = "FILE OUT --to at2|two-column|one-column|sac [options]",
    .summary = "Write a motion in a format that other programs read",
    .details =
        "OUT is written completely or not at all, with enough digits to read back the same motion; SAC has single\n"
        "precision.",
    .examples = "  printf 't [s],a [g]\\n0,0\\n0.01,0.2\\n0.02,-0.1\\n' >pulse.csv\n"
                "  thud motion convert pulse.csv pulse.at2 --to at2 --scale-pga 0.35g\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
