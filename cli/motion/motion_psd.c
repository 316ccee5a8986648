/*
 * thud motion psd: the power of a ground motion by frequency.
 */
#include <math.h>
#include <stdio.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/print.h"
#include "report/text/table.h"

enum { SEGMENT_MOST = 1 << 30 };

static const cli_option option_table[] = {
    {"segment", "N", "samples per segment, even; default: a power of two that gives eight segments or more"},
    {"csv", "FILE", "write frequency and density as CSV"},
    {"plot", "FILE.svg", "draw the density; also .pdf, .png, .eps"},
    MOTION_INPUT_ROWS,
    {"json", NULL, "one JSON object on stdout"},
};

static size_t peak_of(const thud_psd *psd) {
    size_t peak = 0;
    for (size_t i = 0; i < psd->count; i++)
        if (psd->density[i] > psd->density[peak]) peak = i;
    return peak;
}

static void print_json(const thud_psd *psd) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{variance: %g, segment: %g, segments: %g, resolution: %g, peak_frequency: %g, "
                    "median_frequency: %g, frequency: [",
                    psd->variance, (double)psd->segment, (double)psd->segment_count, psd->resolution,
                    (double)peak_of(psd) * psd->resolution, thud_psd_quantile(psd, 0.5));
    for (size_t i = 0; i < psd->count; i++) thud_json_number(&json, (double)i * psd->resolution);
    thud_json_write(&json, "], density: [");
    for (size_t i = 0; i < psd->count; i++) thud_json_number(&json, psd->density[i]);
    thud_json_write(&json, "]}\n");
}

static int print_human(const char *path, const thud_psd *psd) {
    size_t peak = peak_of(psd);
    thud_print_to(stdout, "%s: %zu segments of %zu samples, overlapping by half; resolution %.4g Hz\n", path,
                  psd->segment_count, psd->segment, psd->resolution);
    thud_table table = thud_table_start("ll");
    thud_table_cells(
        &table,
        "rms about the mean\t%s m/s²\nvariance\t%s (m/s²)²\nlargest density\t%s (m/s²)²/Hz at %.4g Hz\n"
        "half of the variance\tbelow %.4g Hz\nnine tenths of it\tfrom %.4g Hz to %.4g Hz",
        thud_format_number(sqrt(psd->variance)).text, thud_format_number(psd->variance).text,
        thud_format_number(psd->density[peak]).text, (double)peak * psd->resolution, thud_psd_quantile(psd, 0.5),
        thud_psd_quantile(psd, 0.05), thud_psd_quantile(psd, 0.95));
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int show(const cli_options *options, const thud_psd *psd, const thud_motion_info *info) {
    const char *csv = option_value(options, "csv"), *plot = option_value(options, "plot");
    thud_error failure;
    if ((csv && !thud_psd_write(csv, psd, &failure)) || (plot && !thud_psd_draw(plot, psd, info->title, &failure)))
        return work_error("%s", failure.text);
    if (!option_given(options, "json")) return print_human(options->words[0], psd);
    print_json(psd);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    size_t segment = 0;
    if (options->word_count == 0) return usage_error("no file given: thud motion psd FILE");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    if (!option_count(options, "segment", 8, SEGMENT_MOST, &segment)) return EXIT_USAGE;
    int status = check_overwrite_both(option_value(options, "plot"), options->words[0], "--csv",
                                      option_value(options, "csv"));
    thud_motion *motion;
    thud_motion_info info;
    if (status == EXIT_DONE) status = motion_input_read(options, options->words[0], &motion, &info);
    if (status != EXIT_DONE) return status;
    thud_psd *psd = NULL;
    thud_error error;
    bool analysed = thud_motion_psd(motion, segment, &psd, &error) == THUD_OK;
    thud_motion_free(motion);
    if (!analysed) return library_error(NULL, &error);
    status = show(options, psd, &info);
    thud_psd_free(psd);
    return status;
}

const cli_command motion_psd = {
    .name = "motion psd",
    .synopsis = "FILE [--segment N] [options]",
    .summary = "Estimate the power spectral density by Welch's method",
    .details =
        "The density is one-sided, in (m/s²)²/Hz: its integral over frequency is the variance about the mean.\n"
        "Segments have a Hann window and overlap by half. Longer segments resolve more and scatter more.",
    .examples = "  thud motion generate noise shaker.csv --rms 2 --high 15Hz --duration 60\n"
                "  thud motion psd shaker.csv\n"
                "  thud motion psd shaker.csv --segment 512 --plot density.svg --csv density.csv\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
