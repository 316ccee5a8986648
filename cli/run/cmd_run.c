/*
 * thud run: runs a scenario event by event, and accounts for every impact and every joule.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/verify.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/run/run_open.h"
#include "cli/run/run_output.h"
#include "cli/run/scenario_input.h"
#include "contact/run_quantity.h"
#include "report/run/summary.h"

enum { ROWS = 1000 };      /* rows of the history by default */
enum { MODES_MOST = 100 }; /* largest model whose modes are in every summary: the shapes are quadratic in size */
static const double MOST_ROWS = 1e9; /* some 100 GB: a mistake, not a request */

static const cli_option option_table[] = {
    {"-o", "DIR", "write history.csv, impacts.csv, loops.csv and summary.json there; created if missing"},
    {"interval", "TIME", "time between rows of the history; default: as in the scenario, or duration/1000"},
    {"events", NULL, "write rows at the instants of events too"},
    {"hdf5", NULL, "write the same numbers to DIR/history.h5"},
    {"all", NULL, "print every body, contact and link; default: the answer and the main results"},
    {"plot", NULL, "draw DIR/motion.svg and DIR/impacts.svg"},
    {"derivatives", "PATH,…",
     "derivatives of every number by values of the scenario, through impacts: contacts.*.gap, bodies.deck.mass; "
     "initial: by the displacements and velocities at the start"},
    {"compare", "open", "run with all contacts open too, and print both side by side"},
    {"modes", NULL, "show periods, participating masses and mode shapes of the structures"},
    {"verify", NULL, "solve again with CVODE and root finding, and compare"},
    {"spread", NULL, "make the 32 runs with varied inputs that give ±, however long they take"},
    {"no-spread", NULL, "skip the 32 runs with varied inputs that show how far the numbers can be trusted"},
    {"tolerance", "T", "tolerance of contact phases, 1e-15 to 1e-3; default: as in the scenario, or 1e-9"},
    FILE_LIMIT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

static int check_options(const cli_options *options) {
    static const char *const of_files[] = {"interval", "events", "hdf5", "plot"};
    if (options->word_count == 0) return usage_error("no scenario given: thud run SCENARIO.yaml");
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    for (size_t i = 0; i < sizeof of_files / sizeof of_files[0]; i++)
        if (option_given(options, of_files[i]) && !option_given(options, "-o"))
            return usage_error("--%s needs -o DIR", of_files[i]);
    if (option_given(options, "compare") && strcmp(option_value(options, "compare"), "open") != 0)
        return usage_error("--compare '%s': expected open", option_value(options, "compare"));
    return EXIT_DONE;
}

/* run options override those of the scenario */
static int read_run_options(const cli_options *options, double precision, thud_run_options *run) {
    if (!option_quantity(options, "interval", THUD_DIMENSION_TIME, &run->output_interval) ||
        !option_quantity(options, "tolerance", THUD_DIMENSION_NONE, &run->tolerance))
        return EXIT_USAGE;
    if (option_given(options, "interval") && !(run->output_interval > 0 && isfinite(run->output_interval)))
        return usage_error("--interval '%s': expected a time above zero, as in 0.01 or 5ms",
                           option_value(options, "interval"));
    if (!(run->tolerance >= 1e-15 && run->tolerance <= 1e-3))
        return usage_error("--tolerance '%s': expected a number from 1e-15 to 1e-3",
                           option_value(options, "tolerance"));
    if (option_given(options, "spread") && option_given(options, "no-spread"))
        return usage_error("--spread and --no-spread exclude each other");
    if (option_given(options, "spread") && precision == 0)
        return usage_error("--spread: the scenario has 'precision: 0', so nothing varies");
    if (option_given(options, "verify") && run->solver == THUD_SOLVER_MOREAU)
        return usage_error("--verify is for 'solver: events'; Moreau's time stepping has a discretisation error");
    if (option_given(options, "events")) run->output_events = true;
    if (!option_given(options, "-o")) {
        /* rows serve those that display the motion */
        run->output_interval = run->duration > 0 ? run->duration / ROWS : 0;
        run->output_events = false;
    } else if (run->output_interval == 0) {
        run->output_interval = run->duration > 0 ? run->duration / ROWS : 1;
    } else if (run->duration / run->output_interval > MOST_ROWS) {
        return usage_error("a row every %.6g s for %.6g s is more than the %.0e rows that a history may have",
                           run->output_interval, run->duration, MOST_ROWS);
    }
    return EXIT_DONE;
}

static int print_summary(const cli_options *options, const thud_run_report *report) {
    if (option_given(options, "json")) {
        thud_summary_write_json(report, stdout);
        return EXIT_DONE;
    }
    return thud_summary_print(report, stdout) ? EXIT_DONE : work_error("out of memory");
}

/* a run that stopped early keeps its results, and the reason */
static int explain(thud_status status, const thud_summary *summary) {
    if (status == THUD_OK) return EXIT_DONE;
    if (progress_interrupted()) return work_error("interrupted at t = %.6g s", summary->duration);
    return work_error("%s", *summary->error.text ? summary->error.text : thud_status_text(status));
}

/* A second opinion. */
typedef struct second {
    thud_verification verification;
    double *differences; /* [body], rods after the bodies */
} second;

static int ask_again(const thud_model *model, const thud_run_options *run, second *opinion) {
    size_t count = thud_model_body_count(model) + thud_model_rod_count(model);
    opinion->differences = calloc(count + 1, sizeof *opinion->differences);
    if (!opinion->differences) return work_error("out of memory");
    thud_status status = thud_verify(model, run, NULL, opinion->differences, &opinion->verification);
    if (status == THUD_OK) return EXIT_DONE;
    const char *stop = opinion->verification.error.text;
    return work_error("CVODE cannot verify this run: %s", *stop ? stop : thud_status_text(status));
}

/*
 * Copies that need more work than this are skipped, unless requested. Work is counted in operations, so that a
 * scenario gives the same output on every machine; this much takes about two seconds on one core.
 */
static const double SPREAD_WORK = 5e7;

static bool not_interrupted(void *context) {
    (void)context;
    return !progress_interrupted();
}

/* adds the spread; its failure does not affect the run itself */
static thud_spread *add_spread(const cli_options *options, thud_run_report *report) {
    thud_spread_options how = thud_spread_options_default();
    thud_spread *spread = NULL;
    how.precision = thud_model_precision(report->model);
    how.run = report->options;
    if (option_given(options, "no-spread") || how.precision == 0) return NULL;
    if (!option_given(options, "spread") &&
        thud_spread_work(report->model, report->summary, how.copies) > SPREAD_WORK) {
        report->spread_missing = "they would take long; thud run --spread makes them";
        return NULL;
    }
    const thud_status status = thud_spread_estimate(report->model, &how, not_interrupted, NULL, &spread);
    if (status == THUD_ERROR_STOPPED) report->spread_missing = "interrupted";
    else if (status != THUD_OK) report->spread_missing = thud_status_text(status);
    report->spread = spread;
    return spread;
}

/* a difference means that one of the two solvers failed */
static int judge(const thud_model *model, const thud_verification *verification) {
    if (verification->agrees) return EXIT_DONE;
    char text[512];
    thud_verification_describe(model, &verification->different[0], text, sizeof text);
    if (verification->difference_count == 1) return work_error("%s", text);
    return work_error("%s; and %zu more", text, verification->difference_count - 1);
}

/* completes the output files and prints the summary */
static int conclude(const cli_options *options, run_output *output, const thud_run_report *report,
                    thud_status status) {
    thud_error failure;
    if (!run_output_commit(output, report, &failure)) return work_error("%s", failure.text);
    int printed = print_summary(options, report);
    int explained = explain(status, report->summary);
    return printed != EXIT_DONE ? printed : explained;
}

/* in every summary unless there are too many; skipped if memory is short */
static thud_modes *add_modes(const cli_options *options, thud_run_report *report) {
    thud_modes *modes = NULL;
    report->show_modes = option_given(options, "modes");
    if (report->show_modes || thud_model_body_count(report->model) <= MODES_MOST)
        thud_model_modes(report->model, &modes);
    report->modes = modes;
    return modes;
}

/* those asked for, which follow the run that comes next */
static int follow(const cli_options *options, thud_simulation *simulation, thud_derivatives **derivatives) {
    const char *paths = option_value(options, "derivatives");
    if (!paths) return EXIT_DONE;
    int status = scenario_input_derivatives(options->words[0], paths, derivatives);
    if (status != EXIT_DONE) return status;
    const thud_status followed = thud_derivatives_follow(*derivatives, simulation);
    return followed == THUD_OK ? EXIT_DONE : work_error("derivatives: %s", thud_status_text(followed));
}

static int simulate(const cli_options *options, const thud_model *model, const thud_run_options *run,
                    thud_simulation *simulation, const thud_derivatives *derivatives) {
    run_output output = {
        .directory = option_value(options, "-o"),
        .scenario = options->words[0],
        .want_hdf5 = option_given(options, "hdf5"),
        .want_figures = option_given(options, "plot"),
    };
    thud_error failure;
    if (!run_output_open(&output, model, &failure)) return work_error("%s", failure.text);
    if (derivatives) thud_ledger_derive(&output.ledger, derivatives);
    output.overlaps = thud_overlaps_create(model);
    output.progress = progress_start(run->duration);
    thud_observer observer = run_output_observer(&output);
    thud_status status = thud_simulation_run(simulation, &observer);
    progress_finish(&output.progress);
    if (status == THUD_ERROR_MEMORY) { /* there may be nothing to report on */
        run_output_abort(&output);
        thud_overlaps_free(output.overlaps);
        return work_error("%s", thud_status_text(status));
    }
    thud_run_report report = {.model = model,
                              .options = run,
                              .summary = thud_simulation_summary(simulation),
                              .overlaps = output.overlaps,
                              .derivatives = derivatives,
                              .show_all = option_given(options, "all")};
    second opinion = {0};
    int asked = EXIT_DONE;
    if (option_given(options, "verify") && status == THUD_OK) {
        asked = ask_again(model, run, &opinion);
        if (asked == EXIT_DONE) report.verification = &opinion.verification;
        report.differences = opinion.differences;
    }
    thud_simulation *open = NULL;
    int compared = EXIT_DONE;
    if (option_given(options, "compare") && status == THUD_OK) {
        compared = run_open(model, run, output.directory, &open);
        if (compared == EXIT_DONE) report.open = thud_simulation_summary(open);
    }
    thud_spread *spread = status == THUD_OK ? add_spread(options, &report) : NULL;
    thud_modes *modes = add_modes(options, &report);
    int concluded = conclude(options, &output, &report, status);
    thud_spread_free(spread);
    thud_modes_free(modes);
    thud_simulation_free(open);
    thud_overlaps_free(output.overlaps);
    if (report.verification && asked == EXIT_DONE) asked = judge(model, &opinion.verification);
    free(opinion.differences);
    if (concluded != EXIT_DONE) return concluded;
    return compared != EXIT_DONE ? compared : asked;
}

static int prepare(const cli_options *options, const thud_model *model, thud_simulation **simulation) {
    thud_run_options run = thud_model_run_options(model);
    thud_error error;
    int status = read_run_options(options, thud_model_precision(model), &run);
    if (status != EXIT_DONE) return status;
    thud_status made = thud_simulation_create(model, simulation);
    if (made != THUD_OK) return work_error("%s", thud_status_text(made));
    if (thud_simulation_set_options(*simulation, &run, &error) != THUD_OK) return usage_error("%s", error.text);
    thud_derivatives *derivatives = NULL;
    status = follow(options, *simulation, &derivatives);
    if (status == EXIT_DONE) status = simulate(options, model, &run, *simulation, derivatives);
    thud_derivatives_free(derivatives);
    return status;
}

static int run(const cli_options *options) {
    thud_model *model = NULL;
    thud_simulation *simulation = NULL;
    int status = check_options(options);
    if (status == EXIT_DONE) status = scenario_input_read(options->words[0], &model);
    if (status == EXIT_DONE && option_given(options, "hdf5")) hdf5_exit_watch();
    if (status == EXIT_DONE) status = prepare(options, model, &simulation);
    thud_simulation_free(simulation);
    thud_model_free(model);
    hdf5_exit_forget();
    if (status == EXIT_FAILED && option_given(options, "hdf5")) hdf5_exit_early();
    return status;
}

static void append(char *text, size_t size, const char *more) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s", more);
}

/* lists the JSON keys, from the tables of results, wrapped for a help text */
static void describe(char *text, size_t size) {
    enum { WIDTH = 104 };
    const struct {
        const char *before, *after;
        thud_run_quantities quantities;
    } parts[] = {
        {"JSON: ", "", thud_quantities_of_run},
        {"; bodies.NAME with ", ", impulsive", thud_quantities_of_body},
        {" (of rods ", ")", thud_quantities_of_rod},
        {"; contacts.NAME with ", " (null where a contact has none)", thud_quantities_of_contact},
        {"; energy with ", " (relative)", thud_quantities_of_energy},
        {"; solver with ", ", wall_seconds", thud_quantities_of_solver},
    };
    *text = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        append(text, size, parts[i].before);
        for (size_t k = 0; k < parts[i].quantities.count; k++) {
            append(text, size, k ? ", " : "");
            append(text, size, parts[i].quantities.list[k].name);
        }
        append(text, size, parts[i].after);
    }
    append(text, size,
           "; modes, a list with structure, period, frequency, free, participating_mass, participating_share and "
           "shape; verify with max_difference.NAME (relative to the peak), impacts, agreed_until, agrees and "
           "different; stop, with the reason, when the run ended early. docs/run.md describes each key, "
           "docs/scenario.md the scenario.");
    for (char *line = text; strlen(line) > WIDTH; line++) {
        char *blank = line + WIDTH;
        while (*blank != ' ') blank--;
        *blank = '\n';
        line = blank;
    }
}

const cli_command command_run_scenario = {
    .name = "run",
    .synopsis = "SCENARIO [-o DIR] [--verify] [--plot] [--json] [options]",
    .summary = "Run a scenario: structures that pound against each other, event by event",
    .describe = describe,
    .examples =
        "  printf 'bodies: {ball: {mass: 1}}\\ngravity: 9.81\\nduration: 1\\ncontacts: "
        "[{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\\n' >ball.yaml\n"
        "  thud run ball.yaml\n"
        "  thud run ball.yaml -o ball --plot\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
    .stops_on_request = true,
};
