/*
 * thud motion filter: removes offset, drift and noise outside a band.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/motion_file.h"
#include "report/text/print.h"
#include "report/text/table.h"

enum { ORDER_MOST = 16 };

static const cli_option option_table[] = {
    {"band", "LOW:HIGH", "pass band in Hz, as in 0.1:25; 0.1: and :25 have one corner"},
    {"order", "N", "order of the Butterworth filter, 1 to 16; default 4"},
    {"pad", "T", "seconds of rest added before and after; default: what the lower corner needs"},
    {"baseline", "KIND", "mean, linear, quadratic or zero-end, or a combination: linear,zero-end"},
    {"to", "KIND", "at2, two-column, one-column or sac; default: by the extension of OUT, otherwise two-column"},
    MOTION_INPUT_ROWS,
    MOTION_PLOT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static const char *const baseline_names[] = {"mean", "linear", "quadratic", "zero-end"};
static const thud_baseline baselines[] = {THUD_BASELINE_MEAN, THUD_BASELINE_LINEAR, THUD_BASELINE_QUADRATIC,
                                          THUD_BASELINE_ZERO_END};
enum { BASELINES = 4, ZERO_END = 3 };

/* the steps to apply */
typedef struct work {
    thud_filter_options filter;
    int polynomial; /* index of the baseline to remove before the filter; −1: none */
    bool zero_end;
    thud_motion_file_kind kind;
} work;

static bool filters(const work *w) { return w->filter.low > 0 || w->filter.high < INFINITY; }

static int read_corner(const char *text, double *corner) {
    thud_error error;
    if (!*text) return EXIT_DONE;
    if (thud_quantity_parse(text, THUD_DIMENSION_FREQUENCY, corner, &error) != THUD_OK)
        return usage_error("--band '%s': expected %s", text, error.text);
    return *corner > 0 && isfinite(*corner) ? EXIT_DONE : usage_error("--band '%s': expected more than 0 Hz", text);
}

/* "0.1:25", "0.1:", ":25" */
static int read_band(const cli_options *options, thud_filter_options *filter) {
    const char *text = option_value(options, "band");
    if (!text) return EXIT_DONE;
    char low[128];
    const char *colon = strchr(text, ':');
    if (!colon || strlen(text) == 1 || (size_t)(colon - text) >= sizeof low)
        return usage_error("--band '%s': expected two frequencies, as in 0.1:25, or one, as in 0.1: or :25", text);
    memcpy(low, text, (size_t)(colon - text));
    low[colon - text] = '\0';
    int status = read_corner(low, &filter->low);
    return status == EXIT_DONE ? read_corner(colon + 1, &filter->high) : status;
}

static int take_baseline(work *w, const char *word) {
    size_t found = 0;
    while (found < BASELINES && strcmp(word, baseline_names[found]) != 0) found++;
    if (found == BASELINES)
        return usage_error("--baseline '%s': expected mean, linear, quadratic or zero-end%s", word,
                           hint_nearest(word, baseline_names, BASELINES).text);
    bool twice = found == ZERO_END ? w->zero_end : w->polynomial >= 0;
    if (twice)
        return usage_error(
            "--baseline: expected one of mean, linear and quadratic, and zero-end, each at most once");
    if (found == ZERO_END) w->zero_end = true;
    else w->polynomial = (int)found;
    return EXIT_DONE;
}

static int read_baseline(const cli_options *options, work *w) {
    const char *text = option_value(options, "baseline");
    int status = EXIT_DONE;
    while (status == EXIT_DONE && text) {
        char word[64];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), text);
        status = take_baseline(w, word);
        text = text[length] ? text + length + 1 : NULL;
    }
    return status;
}

static int read_kind(const cli_options *options, const char *path, thud_motion_file_kind *kind) {
    size_t index = thud_motion_file_kind_for(path);
    if (!option_choice(options, "to", thud_motion_file_names, THUD_MOTION_FILE_COUNT, &index)) return EXIT_USAGE;
    *kind = (thud_motion_file_kind)index;
    return EXIT_DONE;
}

static int read_work(const cli_options *options, work *w) {
    *w = (work){.filter = thud_filter_options_default(), .polynomial = -1};
    int status = read_band(options, &w->filter);
    if (status == EXIT_DONE) status = read_baseline(options, w);
    if (status == EXIT_DONE) status = read_kind(options, options->words[1], &w->kind);
    if (status == EXIT_DONE && !option_count(options, "order", 1, ORDER_MOST, &w->filter.order))
        status = EXIT_USAGE;
    w->filter.pad = thud_filter_pad(&w->filter);
    if (status == EXIT_DONE && !option_quantity(options, "pad", THUD_DIMENSION_TIME, &w->filter.pad))
        status = EXIT_USAGE;
    if (status == EXIT_DONE && !filters(w) && w->polynomial < 0 && !w->zero_end)
        status = usage_error("nothing to do: give --band, --baseline, or both");
    if (status == EXIT_DONE && !filters(w) && option_given(options, "order"))
        status = usage_error("--order needs --band");
    if (status == EXIT_DONE && !filters(w) && option_given(options, "pad"))
        status = usage_error("--pad needs --band");
    return status;
}

static thud_status correct(thud_motion *motion, thud_baseline baseline, thud_error *error) {
    thud_status status = thud_motion_correct(motion, baseline);
    if (status == THUD_OK) return status;
    return thud_error_about(error, status, "baseline", NAN,
                            status == THUD_ERROR_ARGUMENT ? "the motion has too few samples for this filter"
                                                          : NULL);
}

/* polynomials first, so that the filter does not ring with them; the exact correction last */
static thud_status apply(const work *w, thud_motion *motion, thud_error *error) {
    thud_status status = THUD_OK;
    if (w->polynomial >= 0) status = correct(motion, baselines[w->polynomial], error);
    if (status == THUD_OK && filters(w)) status = thud_motion_filter(motion, &w->filter, error);
    if (status == THUD_OK && w->zero_end) status = correct(motion, THUD_BASELINE_ZERO_END, error);
    return status;
}

static void strength_json(thud_json *json, const char *key, const thud_intensity *strength) {
    thud_json_write(json, "%s: {pga: %g, pgv: %g, pgd: %g, final_velocity: %g, final_displacement: %g}", key,
                    strength->pga, strength->pgv, strength->pgd, strength->final_velocity,
                    strength->final_displacement);
}

static void print_json(const cli_options *options, const work *w, const thud_intensity *before,
                       const thud_intensity *after) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{output: %s, to: %s, low: %g, high: %g, order: %g, pad: %g, baseline: %s, zero_end: %d",
                    options->words[1], thud_motion_file_names[w->kind], w->filter.low > 0 ? w->filter.low : NAN,
                    w->filter.high, filters(w) ? (double)w->filter.order : NAN, w->filter.pad,
                    w->polynomial >= 0 ? baseline_names[w->polynomial] : NULL, w->zero_end);
    strength_json(&json, "before", before);
    strength_json(&json, "after", after);
    thud_json_write(&json, "}\n");
}

static void add_row(thud_table *table, const char *name, const char *unit, double before, double after) {
    thud_table_cells(table, "%s\t%s\t%s", name, thud_format_quantity(before, unit).text,
                     thud_format_quantity(after, unit).text);
}

/* a remark: the motion is longer than before, or drifts because it is not */
static void print_remark(const work *w) {
    double wanted = thud_filter_pad(&w->filter), pad = w->filter.pad;
    if (pad > 0)
        thud_print_to(stdout, "  %.4g s of rest were added before and after, for the filter; --pad 0 adds none\n",
                      pad);
    if (pad < wanted)
        thud_print_to(stdout,
                      "  velocity and displacement drift, because the filter extends beyond the record; --pad %.4g "
                      "is enough\n",
                      wanted);
}

static int print_human(const cli_options *options, const work *w, const thud_intensity *before,
                       const thud_intensity *after) {
    thud_table table = thud_table_start("lrr");
    printf("%s → %s\n", options->words[0], options->words[1]);
    thud_table_cells(&table, "\tbefore\tafter");
    add_row(&table, "peak acceleration", "m/s²", before->pga, after->pga);
    add_row(&table, "peak velocity", "m/s", before->pgv, after->pgv);
    add_row(&table, "peak displacement", "m", before->pgd, after->pgd);
    add_row(&table, "velocity at the end", "m/s", before->final_velocity, after->final_velocity);
    add_row(&table, "displacement at the end", "m", before->final_displacement, after->final_displacement);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    print_remark(w);
    return EXIT_DONE;
}

static int filter(const cli_options *options, const work *w, thud_motion *motion, const thud_motion_info *info) {
    thud_intensity before, after;
    thud_error error;
    if (!thud_motion_file_holds(w->kind, motion))
        return usage_error("--to %s: the samples of '%s' are not equally spaced; two-column can store them",
                           thud_motion_file_names[w->kind], options->words[0]);
    if (thud_motion_intensity(motion, &before) != THUD_OK)
        return work_error("%s: the filtered motion is too large to represent", options->words[0]);
    if (apply(w, motion, &error) != THUD_OK) return library_error(NULL, &error);
    if (thud_motion_intensity(motion, &after) != THUD_OK)
        return work_error("%s: the filtered motion is too large to represent", options->words[0]);
    thud_error failure;
    if (!thud_motion_file_write(options->words[1], w->kind, motion, info->title, &failure))
        return work_error("%s", failure.text);
    int drawn = motion_plot_draw(options, motion, *info->title ? info->title : options->words[1]);
    if (drawn != EXIT_DONE) return drawn;
    if (!option_given(options, "json")) return print_human(options, w, &before, &after);
    print_json(options, w, &before, &after);
    return EXIT_DONE;
}

static int run(const cli_options *options) {
    if (options->word_count < 2) return usage_error("two files are needed: thud motion filter FILE OUT");
    if (options_limit_words(options, 2) != EXIT_DONE) return EXIT_USAGE;
    work w;
    thud_motion *motion;
    thud_motion_info info;
    int status = read_work(options, &w);
    if (status == EXIT_DONE) status = motion_plot_check(options, options->words[0], options->words[1]);
    if (status == EXIT_DONE) status = motion_input_read(options, options->words[0], &motion, &info);
    if (status != EXIT_DONE) return status;
    status = filter(options, &w, motion, &info);
    thud_motion_free(motion);
    return status;
}

const cli_command motion_filter = {
    .name = "motion filter",
    .synopsis = "FILE OUT [--band LOW:HIGH] [--baseline KIND] [options]",
    .summary = "Remove offset, drift and out-of-band noise from a motion",
    .details =
        "A Butterworth filter runs forwards and backwards, so that it delays nothing; at a corner the amplitude "
        "is\n"
        "halved, -3 dB in each pass. Baselines: mean, linear and quadratic are fitted to the accelerations and\n"
        "removed before the filter. zero-end adds a smooth acceleration after it, so that the ground ends at rest\n"
        "where it began. A filter with a lower corner also moves the ground before the record begins and after it\n"
        "ends; the pads hold that motion, so that velocity and displacement do not drift.",
    .examples = "  thud motion generate noise shaker.csv --rms 2 --high 15Hz --duration 60\n"
                "  thud motion filter shaker.csv clean.at2 --band 0.1:25 --order 4 --baseline linear,zero-end\n"
                "  thud motion filter shaker.csv slow.csv --band :5\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
