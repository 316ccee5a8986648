/*
 * thud motion info: the content of a file, and its strength.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const double STANDARD_GRAVITY = 9.80665; /* m/s² */

static const cli_option option_table[] = {
    MOTION_INPUT_ROWS,
    MOTION_PLOT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static double duration(const thud_motion *motion) {
    return thud_motion_time(motion, motion->count - 1) - thud_motion_time(motion, 0);
}

static const char *describe_format(const char *name) {
    for (size_t i = 0; thud_motion_format_name(i); i++)
        if (strcmp(thud_motion_format_name(i), name) == 0) return thud_motion_format_description(i);
    return name;
}

static size_t named_channels(const thud_motion_info *info) {
    return info->channel_count < THUD_MOTION_CHANNEL_LIMIT ? info->channel_count : THUD_MOTION_CHANNEL_LIMIT;
}

static void print_warnings(thud_json *json, const thud_motion_info *info) {
    thud_json_write(json, "warnings: [");
    for (size_t i = 0; i < info->warning_count && i < THUD_MOTION_WARNING_LIMIT; i++) {
        thud_json_write(json, "{line: %g, column: %g, text: %s}", (double)info->warnings[i].line,
                        (double)info->warnings[i].column, info->warnings[i].text);
    }
    thud_json_write(json, "]");
}

/* the file's own description */
static void print_file(thud_json *json, const thud_motion_info *info) {
    thud_json_write(json, "title: %s, station: %s, channel: %s, channels: [", *info->title ? info->title : NULL,
                    *info->station ? info->station : NULL, *info->channel ? info->channel : NULL);
    for (size_t i = 0; i < named_channels(info); i++) thud_json_string(json, info->channels[i]);
    thud_json_write(json, "], start: %g, offset_removed: %g, npts_in_header: %g, pga_in_header: %g", info->start,
                    info->offset, info->header_count ? (double)info->header_count : NAN, info->header_peak);
    print_warnings(json, info);
}

static void print_json(const thud_motion *motion, const thud_motion_info *info, const thud_intensity *strength) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{format: %s, npts: %g, dt: %g, duration: %g, pga: %g, units_in_file: %s, arias_intensity: %g, "
                    "pga_time: %g, pgv: %g",
                    info->format, (double)motion->count, motion->time ? NAN : motion->step, duration(motion),
                    strength->pga, info->unit, strength->arias, strength->pga_time, strength->pgv);
    thud_json_write(&json, "pgd: %g, d5_95: %g, cav: %g", strength->pgd,
                    strength->significant_end - strength->significant_start, strength->cav);
    print_file(&json, info);
    thud_json_write(&json, "}\n");
}

/* a row of two cells, unless the second is empty */
static void add_text(thud_table *table, const char *name, const char *text) {
    if (!*text) return;
    thud_table_cells(table, "%s\t%s", name, text);
}

static void add_row(thud_table *table, const char *name, double value, const char *unit) {
    thud_table_cells(table, "%s\t%s", name, thud_format_quantity(value, unit).text);
}

static void add_samples(thud_table *table, const thud_motion *motion) {
    thud_table_cells(table, "samples");
    if (motion->time) thud_table_cells(table, "%zu at irregular times", motion->count);
    else thud_table_cells(table, "%zu, one every %s s", motion->count, thud_format_short(motion->step).text);
    add_row(table, "duration", duration(motion), "s");
}

/* the channel that was read, and the list of others */
static void add_channel(thud_table *table, const thud_motion_info *info) {
    if (info->channel_count < 2) {
        add_text(table, "channel", info->channel);
        return;
    }
    char list[400] = "";
    for (size_t i = 0; i < named_channels(info); i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%zu %s", i ? ", " : "", i + 1, info->channels[i]);
    }
    thud_table_cells(table, "channel\t%s of %s", *info->channel ? info->channel : "1", list);
}

static int print_human(const char *path, const thud_motion *motion, const thud_motion_info *info,
                       const thud_intensity *strength) {
    printf("%s: %s\n", path, describe_format(info->format));
    thud_table table = thud_table_start("ll");
    add_text(&table, "title", info->title);
    add_text(&table, "station", info->station);
    add_channel(&table, info);
    add_samples(&table, motion);
    add_text(&table, "unit in the file", info->unit);
    if (info->offset != 0) add_row(&table, "offset removed", info->offset, "m/s²");
    thud_table_cells(&table, "peak acceleration\t%s m/s², %.4g g, at %.4g s",
                     thud_format_number(strength->pga).text, strength->pga / STANDARD_GRAVITY, strength->pga_time);
    add_row(&table, "peak velocity", strength->pgv, "m/s");
    add_row(&table, "peak displacement", strength->pgd, "m");
    add_row(&table, "Arias intensity", strength->arias, "m/s");
    thud_table_cells(&table, "D5–95\t%.4g s, from %.4g s to %.4g s",
                     strength->significant_end - strength->significant_start, strength->significant_start,
                     strength->significant_end);
    add_row(&table, "cumulative absolute velocity", strength->cav, "m/s");
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int show(const cli_options *options, const thud_motion *motion, const thud_motion_info *info) {
    thud_intensity strength;
    thud_status status = thud_motion_intensity(motion, &strength);
    if (status != THUD_OK) return work_error("%s: %s", options->words[0], thud_status_text(status));
    if (!option_given(options, "json")) return print_human(options->words[0], motion, info, &strength);
    print_json(motion, info, &strength);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no file given: thud motion info FILE");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    thud_motion *motion;
    thud_motion_info info;
    int status = motion_plot_check(options, options->words[0], NULL);
    if (status == EXIT_DONE) status = motion_input_read(options, options->words[0], &motion, &info);
    if (status != EXIT_DONE) return status;
    status = motion_plot_draw(options, motion, *info.title ? info.title : options->words[0]);
    if (status == EXIT_DONE) status = show(options, motion, &info);
    thud_motion_free(motion);
    return status;
}

const cli_command motion_info = {
    .name = "motion info",
    .synopsis = "FILE [options]",
    .summary = "Describe a ground motion file: format, samples, step, peaks, intensity",
    .details =
        "The format is recognised by the content: MiniSEED (mseed), SAC (sac), PEER AT2 (at2), K-NET and\n"
        "KiK-net (knet), ESM and ITACA (esm), COSMOS (cosmos), SMC (smc), GeoNet (geonet), USC (usc), CSMIP and\n"
        "RENADIC (csmip), CWB (cwb), BHRC (bhrc), UNAM (unam), NSMN (nsmn); text or CSV with times and\n"
        "accelerations (two-column), or with accelerations alone, one per line (one-column) or several (lines).",
    .examples = "  printf 't [s],a [g]\\n0,0\\n0.01,0.2\\n0.02,-0.1\\n' >pulse.csv\n"
                "  thud motion info pulse.csv --plot pulse.svg\n"
                "  printf '0 20 -10 0' | thud motion info - --format lines --dt 0.01 --unit gal\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
