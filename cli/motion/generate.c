/*
 * Shared by the kinds of thud motion generate: sampling, output and report.
 */
#include "cli/motion/generate.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/print.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"

int generate_read(const cli_options *options, thud_sampling *sampling, generate_output *output) {
    if (options->word_count == 0) return usage_error("one output file is needed: thud %s OUT …", options->command);
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    *output = (generate_output){
        .kind = strrchr(options->command, ' ') + 1,
        .path = options->words[0],
        .plot = option_value(options, "plot"),
    };
    size_t file = thud_motion_file_kind_for(output->path);
    if (!option_choice(options, "to", thud_motion_file_names, THUD_MOTION_FILE_COUNT, &file) ||
        !option_quantity(options, "duration", THUD_DIMENSION_TIME, &sampling->duration) ||
        !option_quantity(options, "dt", THUD_DIMENSION_TIME, &sampling->step))
        return EXIT_USAGE;
    output->file = (thud_motion_file_kind)file;
    return motion_plot_check(options, NULL, output->path);
}

/* larger seeds would be rounded in JSON */
static const size_t MOST_SEED = (size_t)1 << 52;

bool generate_read_seed(const cli_options *options, uint64_t *seed) {
    size_t value = (size_t)*seed;
    if (!option_count(options, "seed", 0, MOST_SEED, &value)) return false;
    *seed = value;
    return true;
}

int generate_write(const generate_output *output, const thud_motion *motion, const thud_target *target,
                   const char *title) {
    thud_error failure;
    if (!thud_motion_file_write(output->path, output->file, motion, title, &failure) ||
        (output->plot && !thud_motion_draw(output->plot, motion, target, title, &failure)))
        return work_error("%s", failure.text);
    return EXIT_DONE;
}

void generate_json_strength(thud_json *json, const thud_intensity *strength) {
    thud_json_write(json,
                    "pga: %g, pgv: %g, pgd: %g, arias_intensity: %g, final_velocity: %g, final_displacement: %g",
                    strength->pga, strength->pgv, strength->pgd, strength->arias, strength->final_velocity,
                    strength->final_displacement);
}

static void add_row(thud_table *table, const char *name, double value, const char *unit) {
    thud_table_cells(table, "%s\t%s", name, thud_format_quantity(value, unit).text);
}

static void add_strength(thud_table *table, const thud_intensity *strength) {
    add_row(table, "peak acceleration", strength->pga, "m/s²");
    add_row(table, "peak velocity", strength->pgv, "m/s");
    add_row(table, "peak displacement", strength->pgd, "m");
    add_row(table, "Arias intensity", strength->arias, "m/s");
    thud_table_cells(table, "at the end\tv = %.1e m/s, d = %.1e m", strength->final_velocity,
                     strength->final_displacement);
}

static void print_json(const generate_output *output, const thud_motion *motion, const thud_intensity *strength,
                       const char *title) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{generator: %s, description: %s, output: %s, to: %s, npts: %g, dt: %g, duration: %g",
                    output->kind, title, output->path, thud_motion_file_names[output->file], (double)motion->count,
                    motion->step, thud_motion_time(motion, motion->count - 1));
    generate_json_strength(&json, strength);
    thud_json_write(&json, "}\n");
}

static int print_human(const generate_output *output, const thud_motion *motion, const thud_intensity *strength,
                       const char *title) {
    printf("%s\n", title);
    thud_table table = thud_table_start("ll");
    thud_table_cells(&table, "file\t%s, %s: %zu samples, one every %s s", output->path,
                     thud_motion_file_names[output->file], motion->count, thud_format_short(motion->step).text);
    add_strength(&table, strength);
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int deliver(const cli_options *options, const generate_output *output, const thud_motion *motion,
                   const char *title) {
    thud_intensity strength;
    thud_status status = thud_motion_intensity(motion, &strength);
    if (status != THUD_OK) return work_error("%s: %s", output->kind, thud_status_text(status));
    int exit_status = generate_write(output, motion, NULL, title);
    if (exit_status != EXIT_DONE) return exit_status;
    if (!option_given(options, "json")) return print_human(output, motion, &strength, title);
    print_json(output, motion, &strength, title);
    return EXIT_DONE;
}

int generate_finish(const cli_options *options, const generate_output *output, thud_status made, const char *format,
                    ...) {
    if (made != THUD_OK) return library_error(NULL, &output->error);
    char title[256];
    va_list values;
    va_start(values, format);
    thud_print_list(title, sizeof title, format, values);
    va_end(values);
    int status = deliver(options, output, output->motion, title);
    thud_motion_free(output->motion);
    return status;
}
