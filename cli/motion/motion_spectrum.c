/*
 * thud motion spectrum: the largest responses of oscillators to a ground motion.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "cli/options.h"
#include "report/figure/figure.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/print.h"
#include "report/text/table.h"

static const double GRAVITY = 9.80665;

/* more rows than a person reads are thinned out */
enum { ROWS_MOST = 40, ROWS_THINNED = 20 };

static const cli_option option_table[] = {
    {"periods", "LIST", "0.1,0.2,0.5 or a range, 0.05:4:100log or 0:3:31lin; default 0.05:4:100log"},
    {"damping", "LIST", "damping ratios, as in 5% or 2%,5%,10%; default 5%"},
    {"csv", "FILE", "write all values as CSV"},
    {"plot", "FILE.svg", "draw the spectra; also .pdf, .png, .eps"},
    MOTION_INPUT_ROWS,
    {"json", NULL, "one JSON object on stdout"},
};

/* the members of a response, by name, as JSON and tables have them */
static double pseudo_acceleration(double period, const thud_response *r) {
    (void)period;
    return r->pseudo_acceleration;
}

static double velocity(double period, const thud_response *r) {
    (void)period;
    return r->velocity;
}

static double displacement(double period, const thud_response *r) {
    (void)period;
    return r->displacement;
}

static void row_json(thud_json *json, const thud_spectrum *s, size_t damping,
                     double (*value)(double, const thud_response *)) {
    thud_json_write(json, "[");
    for (size_t i = 0; i < s->period_count; i++)
        thud_json_number(json, value(s->periods[i], &s->responses[damping * s->period_count + i]));
    thud_json_write(json, "]");
}

/* an array over the periods; with several dampings an array of arrays */
static void member_json(thud_json *json, const char *key, const thud_spectrum *s,
                        double (*value)(double, const thud_response *)) {
    thud_json_write(json, "%s:", key);
    if (s->damping_count > 1) thud_json_write(json, "[");
    for (size_t i = 0; i < s->damping_count; i++) row_json(json, s, i, value);
    if (s->damping_count > 1) thud_json_write(json, "]");
}

static void numbers_json(thud_json *json, const char *key, const double *values, size_t count) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < count; i++) thud_json_number(json, values[i]);
    thud_json_write(json, "]");
}

static void print_json(const thud_spectrum *s, double pga) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{pga: %g, damping: %g", pga, s->damping_count == 1 ? s->dampings[0] : NAN);
    numbers_json(&json, "dampings", s->dampings, s->damping_count);
    numbers_json(&json, "periods", s->periods, s->period_count);
    member_json(&json, "pseudo_acceleration", s, pseudo_acceleration);
    member_json(&json, "pseudo_velocity", s, thud_pseudo_velocity);
    member_json(&json, "velocity", s, velocity);
    member_json(&json, "displacement", s, displacement);
    thud_json_write(&json, "}\n");
}

/* the row with the largest pseudo-acceleration for one damping */
static size_t peak_of(const thud_spectrum *s, size_t damping) {
    const thud_response *r = s->responses + damping * s->period_count;
    size_t peak = 0;
    for (size_t i = 0; i < s->period_count; i++)
        if (r[i].pseudo_acceleration > r[peak].pseudo_acceleration) peak = i;
    return peak;
}

static void add_rows(thud_table *table, const thud_spectrum *s, size_t damping) {
    thud_table_cells(table, "T s\tS_pa m/s²\tS_pa g\tS_pv m/s\tS_v m/s\tS_d m");
    size_t last = s->period_count - 1, rows = s->period_count > ROWS_MOST ? ROWS_THINNED : s->period_count;
    for (size_t i = 0; i < rows; i++) {
        size_t j = rows > 1 ? i * last / (rows - 1) : 0;
        const thud_response *r = &s->responses[damping * s->period_count + j];
        thud_table_cells(table, "%.4g\t%s\t%s\t%s\t%s\t%s", s->periods[j],
                         thud_format_number(r->pseudo_acceleration).text,
                         thud_format_number(r->pseudo_acceleration / GRAVITY).text,
                         thud_format_number(thud_pseudo_velocity(s->periods[j], r)).text,
                         thud_format_number(r->velocity).text, thud_format_number(r->displacement).text);
    }
}

static int print_human(const char *path, const thud_spectrum *s, double pga) {
    thud_print_to(stdout, "%s: peak ground acceleration %.4g m/s², %.4g g\n", path, pga, pga / GRAVITY);
    thud_table table = thud_table_start("rrrrrr");
    for (size_t i = 0; i < s->damping_count; i++) {
        size_t peak = peak_of(s, i);
        double largest = s->responses[i * s->period_count + peak].pseudo_acceleration;
        thud_table_space(&table);
        thud_table_heading(
            &table, "%.4g %% damping: largest at T = %.4g s, %.4g m/s², %.3g times the peak ground acceleration",
            100 * s->dampings[i], s->periods[peak], largest, largest / pga);
        add_rows(&table, s, i);
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf("\nS_pa = ω² S_d and S_pv = ω S_d; S_v is the true peak velocity relative to the ground.\n");
    if (s->period_count > ROWS_MOST)
        printf("These are %d of %zu periods; --csv and --json print all of them.\n", ROWS_THINNED, s->period_count);
    return EXIT_DONE;
}

static int read_dampings(const cli_options *options, cli_list *dampings) {
    int status = list_read(options, "damping", "5%", THUD_DIMENSION_NONE, dampings);
    for (size_t i = 0; status == EXIT_DONE && i < dampings->count; i++)
        if (!(dampings->values[i] >= 0 && dampings->values[i] < 1))
            status = usage_error("--damping %g: expected ratios from 0 to below 1, as in 0.05 or 5%%",
                                 dampings->values[i]);
    return status;
}

static int read_periods(const cli_options *options, cli_list *periods) {
    int status = list_read(options, "periods", "0.05:4:100log", THUD_DIMENSION_TIME, periods);
    for (size_t i = 0; status == EXIT_DONE && i < periods->count; i++)
        if (periods->values[i] < 0)
            status = usage_error("--periods %g: expected times of zero or more", periods->values[i]);
    return status;
}

static int show(const cli_options *options, const thud_spectrum *s, const thud_motion_info *info, double pga) {
    const char *csv = option_value(options, "csv"), *plot = option_value(options, "plot");
    thud_error failure;
    if ((csv && !thud_spectrum_write(csv, s, &failure)) ||
        (plot && !thud_spectrum_draw(plot, s, info->title, &failure)))
        return work_error("%s", failure.text);
    if (!option_given(options, "json")) return print_human(options->words[0], s, pga);
    print_json(s, pga);
    return EXIT_DONE;
}

static int solve(const cli_options *options, const cli_list *periods, const cli_list *dampings,
                 const thud_motion *motion, const thud_motion_info *info) {
    thud_response *responses = malloc(periods->count * dampings->count * sizeof *responses);
    if (!responses) return work_error("out of memory");
    const double zero = 0;
    thud_response ground;
    thud_spectrum s = {periods->values, periods->count, dampings->values, dampings->count, responses};
    thud_status status =
        thud_motion_spectrum(motion, s.periods, s.period_count, s.dampings, s.damping_count, responses);
    if (status == THUD_OK) status = thud_motion_spectrum(motion, &zero, 1, s.dampings, 1, &ground);
    int out = status == THUD_OK ? show(options, &s, info, ground.pseudo_acceleration)
                                : work_error("%s: %s", options->words[0], thud_status_text(status));
    free(responses);
    return out;
}

static int run(const cli_options *options) {
    if (options->word_count == 0) return usage_error("no file given: thud motion spectrum FILE");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    cli_list periods = {0}, dampings = {0};
    thud_motion *motion = NULL;
    thud_motion_info info;
    int status = check_overwrite_both(option_value(options, "plot"), options->words[0], "--csv",
                                      option_value(options, "csv"));
    if (status == EXIT_DONE) status = read_periods(options, &periods);
    if (status == EXIT_DONE) status = read_dampings(options, &dampings);
    if (status == EXIT_DONE) status = motion_input_read(options, options->words[0], &motion, &info);
    if (status == EXIT_DONE) {
        status = solve(options, &periods, &dampings, motion, &info);
        thud_motion_free(motion);
    }
    list_free(&periods);
    list_free(&dampings);
    return status;
}

const cli_command motion_spectrum = {
    .name = "motion spectrum",
    .synopsis = "FILE [--periods LIST] [--damping LIST] [options]",
    .summary = "Compute response spectra: peak acceleration, velocity and displacement of oscillators",
    .details =
        "The motion is linear between samples, and the response to it is exact: peaks between samples and after\n"
        "the end of the record are found. At T = 0 the pseudo-acceleration is that of the ground.\n"
        "\n"
        "--json has the arrays periods, pseudo_acceleration, pseudo_velocity, velocity and displacement, and the\n"
        "number damping. With several dampings, damping is null, dampings lists them, and each array except "
        "periods\n"
        "is an array of arrays, one for each damping.",
    .examples = "  thud motion generate ec8-1 quake.at2 --soil B --ag \"0.3 g\"\n"
                "  thud motion spectrum quake.at2\n"
                "  thud motion spectrum quake.at2 --periods 0.05:4:100log --damping 2%,5%,10% --plot spectrum.svg\n"
                "  thud motion spectrum quake.at2 --periods 0,0.2,0.5,1 --json\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
