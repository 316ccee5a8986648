/*
 * thud motion generate ec8-1, ec8-2, target.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/motion/generate.h"
#include "cli/motion/motion_parts.h"

enum { COUNT_MOST = 1000 };

/* clang-format off */
#define COMPATIBLE_ROWS                                                                                            \
    {"damping", "RATIO", "damping of the spectrum; default 5%"},                                                  \
    {"seed", "N", "seed; default 1"},                                                              \
    {"count", "N", "several motions, with this seed and the next ones; %d in OUT and --plot becomes the seed"},                   \
    {"t1", "TIME", "period of the structure: the spectrum is judged from 0.2 T1 to 2 T1"},                         \
    {"period-min", "TIME", "shortest period that is matched; default 0.04 s"},                                     \
    {"period-max", "TIME", "longest period that is matched; default 4 s"},                                         \
    GENERATE_ROWS
/* clang-format on */

static const cli_option ec8_options[] = {
    EC8_INPUT_ROWS,
    COMPATIBLE_ROWS,
};

static const cli_option target_options[] = {
    {"target", "FILE.csv", "periods and pseudo-accelerations, as in T [s],Sa [g]"},
    {"unit", "UNIT", "unit of the pseudo-accelerations where the file does not say"},
    COMPATIBLE_ROWS,
};

static void batch_free(compatible_batch *b) {
    for (size_t i = 0; b->motions && i < b->count; i++) {
        thud_motion_free(b->motions[i].motion);
        free(b->motions[i].path);
        free(b->motions[i].plot);
    }
    free(b->motions);
}

/* the name with %d replaced by the seed; NULL when memory is short */
static char *name_with_seed(const char *name, uint64_t seed) {
    const char *place = strstr(name, "%d");
    size_t size = strlen(name) + 24;
    char *out = malloc(size);
    if (!out) return NULL;
    if (!place) snprintf(out, size, "%s", name);
    else snprintf(out, size, "%.*s%llu%s", (int)(place - name), name, (unsigned long long)seed, place + 2);
    return out;
}

/* names and seeds of all motions, before anything is computed */
static int name_motions(const cli_options *options, compatible_batch *b) {
    const generate_output *output = &b->output;
    if (!option_count(options, "count", 1, COUNT_MOST, &b->count)) return EXIT_USAGE;
    if (b->count > 1 && !strstr(output->path, "%d"))
        return usage_error("--count %zu: OUT needs a %%d for the seed, as in quake-%%d.at2", b->count);
    if (b->count > 1 && output->plot && !strstr(output->plot, "%d"))
        return usage_error("--count %zu: --plot needs a %%d for the seed, as in quake-%%d.svg", b->count);
    b->motions = calloc(b->count, sizeof *b->motions);
    if (!b->motions) return work_error("out of memory");
    for (size_t i = 0; i < b->count; i++) {
        compatible_motion *m = &b->motions[i];
        m->seed = b->options.seed + i;
        m->path = name_with_seed(output->path, m->seed);
        m->plot = output->plot ? name_with_seed(output->plot, m->seed) : NULL;
        if (!m->path || (output->plot && !m->plot)) return work_error("out of memory");
    }
    return EXIT_DONE;
}

/* whether the range in which the spectrum is judged and the target overlap */
static bool covers_t1(const thud_target *target, double t1) {
    if (target->point_count == 0) return thud_ec8_longest(&target->ec8) > 0.2 * t1;
    return target->points[0].period < 2 * t1 && target->points[target->point_count - 1].period > 0.2 * t1;
}

static int read_common(const cli_options *options, const thud_target *target, compatible_batch *b) {
    thud_compatible_options *o = &b->options;
    *o = thud_compatible_options_default(target);
    int status = generate_read(options, &o->sampling, &b->output);
    if (status != EXIT_DONE) return status;
    if (!generate_read_seed(options, &o->seed) || !option_quantity(options, "t1", THUD_DIMENSION_TIME, &b->t1) ||
        !option_quantity(options, "period-min", THUD_DIMENSION_TIME, &o->period_min) ||
        !option_quantity(options, "period-max", THUD_DIMENSION_TIME, &o->period_max))
        return EXIT_USAGE;
    if (option_given(options, "t1") && !(b->t1 > 0 && b->t1 <= 100))
        return usage_error("--t1 '%s': expected a period above 0 s and at most 100 s", option_value(options, "t1"));
    if (b->t1 > 0 && !covers_t1(target, b->t1))
        return usage_error("--t1 '%s': the target has no values from 0.2 T1 to 2 T1", option_value(options, "t1"));
    return name_motions(options, b);
}

static int make_motions(compatible_batch *b) {
    const thud_compatible_options *o = &b->options;
    const thud_motion **all = malloc(b->count * sizeof *all);
    thud_status status = all ? THUD_OK : THUD_ERROR_MEMORY;
    thud_error error = {.status = status, .value = NAN};
    for (size_t i = 0; status == THUD_OK && i < b->count; i++) {
        compatible_motion *m = &b->motions[i];
        thud_compatible_options seeded = *o;
        seeded.seed = m->seed;
        status = thud_generate_compatible(&seeded, &m->motion, &error);
        if (status != THUD_OK) break;
        all[i] = m->motion;
        error.status = status = thud_motion_intensity(m->motion, &m->strength);
        if (status == THUD_OK)
            error.status = status =
                thud_compatibility_measure(&all[i], 1, &o->target, o->period_min, o->period_max, b->t1, &m->fit);
    }
    if (status == THUD_OK)
        error.status = status =
            thud_compatibility_measure(all, b->count, &o->target, o->period_min, o->period_max, b->t1, &b->mean);
    free(all);
    return status == THUD_OK ? EXIT_DONE : library_error(NULL, &error);
}

static int write_motions(const compatible_batch *b) {
    char what[160], title[200];
    compatible_describe(b, what, sizeof what);
    for (size_t i = 0; i < b->count; i++) {
        const compatible_motion *m = &b->motions[i];
        generate_output output = {.path = m->path, .plot = m->plot, .file = b->output.file};
        snprintf(title, sizeof title, "%s, seed %llu", what, (unsigned long long)m->seed);
        int status = generate_write(&output, m->motion, &b->options.target, title);
        if (status != EXIT_DONE) return status;
    }
    return EXIT_DONE;
}

static int run_batch(const cli_options *options, const thud_target *target, compatible_batch *b) {
    int status = read_common(options, target, b);
    if (status == EXIT_DONE) status = make_motions(b);
    if (status == EXIT_DONE) status = write_motions(b);
    if (status == EXIT_DONE && option_given(options, "json")) compatible_print_json(b);
    else if (status == EXIT_DONE) status = compatible_print_human(b);
    batch_free(b);
    return status;
}

static int run_ec8(const cli_options *options, int type) {
    compatible_batch b = {.count = 1};
    thud_target target = {0};
    int status = ec8_input_read(options, type, &target.ec8, &b.soil);
    if (status == EXIT_DONE && !option_quantity(options, "damping", THUD_DIMENSION_NONE, &target.ec8.damping))
        status = EXIT_USAGE;
    return status == EXIT_DONE ? run_batch(options, &target, &b) : status;
}

static int run_ec8_1(const cli_options *options) { return run_ec8(options, 1); }

static int run_ec8_2(const cli_options *options) { return run_ec8(options, 2); }

/* a two-column table is read like a motion, with periods as times */
static int read_points(const cli_options *options, const char *path, thud_spectrum_point **points, size_t *count) {
    thud_motion_options how = {.format = "two-column", .unit = option_value(options, "unit")};
    thud_motion *table;
    thud_motion_info info;
    thud_status read = thud_motion_read(path, &how, &table, &info);
    int status = motion_input_report(path, &info, read);
    if (status != EXIT_DONE) return status;
    *count = table->count;
    *points = malloc(table->count * sizeof **points);
    for (size_t i = 0; *points && i < table->count; i++)
        (*points)[i] = (thud_spectrum_point){info.start + thud_motion_time(table, i), table->acceleration[i]};
    thud_motion_free(table);
    return *points ? EXIT_DONE : work_error("out of memory");
}

static int run_target(const cli_options *options) {
    compatible_batch b = {.count = 1, .table = option_value(options, "target")};
    thud_target target = {.point_damping = 0.05};
    thud_spectrum_point *points = NULL;
    if (!b.table) return usage_error("--target is needed: a file of periods and pseudo-accelerations");
    if (!option_quantity(options, "damping", THUD_DIMENSION_NONE, &target.point_damping)) return EXIT_USAGE;
    int status = check_overwrite_input(option_value(options, "plot"), b.table);
    if (status == EXIT_DONE) status = read_points(options, b.table, &points, &target.point_count);
    if (status != EXIT_DONE) return status;
    target.points = points;
    status = run_batch(options, &target, &b);
    free(points);
    return status;
}

#define ABOUT_CHECKS                                                                                               \
    "The motion rises, is stationary and fades; velocity and displacement end at zero. The match is measured at\n" \
    "241 periods, most of them between the matched ones, and compared with EN 1998-1:2004, 3.2.3.1.2."

const cli_command generate_ec8_1 = {
    .name = "motion generate ec8-1",
    .synopsis = "OUT --soil LETTER --ag A [options]",
    .summary = "Generate a motion compatible with the elastic spectrum of Eurocode 8, type 1 (strong earthquakes)",
    .details = ABOUT_CHECKS,
    .examples = "  thud motion generate ec8-1 quake.at2 --soil B --ag \"0.3 g\" --duration 20 --dt 0.01 --seed 1\n"
                "  thud motion generate ec8-1 quake-%d.csv --soil C --ag 2 --count 3 --t1 0.5 --json\n",
    COMMAND_OPTIONS(ec8_options),
    .run = run_ec8_1,
};

const cli_command generate_ec8_2 = {
    .name = "motion generate ec8-2",
    .synopsis = "OUT --soil LETTER --ag A [options]",
    .summary =
        "Generate a motion compatible with the elastic spectrum of Eurocode 8, type 2 (magnitudes up to 5.5)",
    .details = ABOUT_CHECKS,
    .examples = "  thud motion generate ec8-2 quake.at2 --soil A --ag \"0.1 g\" --seed 7\n",
    COMMAND_OPTIONS(ec8_options),
    .run = run_ec8_2,
};

const cli_command generate_target = {
    .name = "motion generate target",
    .synopsis = "OUT --target FILE.csv [options]",
    .summary = "Generate a motion compatible with a spectrum from a table",
    .details = ABOUT_CHECKS "\nBetween its points the target is straight in a double logarithmic diagram.",
    .examples = "  printf 'T [s],Sa [g]\\n0,0.2\\n0.1,0.5\\n0.5,0.5\\n1,0.25\\n4,0.03\\n' >target.csv\n"
                "  thud motion generate target quake.at2 --target target.csv --damping 5%\n",
    COMMAND_OPTIONS(target_options),
    .run = run_target,
};
