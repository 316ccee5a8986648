/*
 * thud engine: the numbers for other people's simulators.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <thud/engine.h>

#include "base/error.h"
#include "cli/command.h"
#include "cli/engine/engine_parts.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/text/format.h"

static const cli_option option_table[] = {
    {"model", "MODEL", "contact model of the simulator; default: its first one"},
    {"e", "E", "restitution to reach, in (0, 1]"},
    {"from", "FIT.json",
     "restitution and stiffness from the output of thud identify --json; other options override it"},
    {"m", "M", "mass that strikes a fixed wall, kg; default 1"},
    {"m1", "M1", "mass of one body, with --m2 instead of --m; inf for a fixed wall"},
    {"m2", "M2", "mass of the other body"},
    {"v", "V", "approach speed, m/s; default 1"},
    {"k", "K", "stiffness, N/m^n; one of this, --duration and --overlap is needed"},
    {"duration", "TIME", "contact time, as in 2ms"},
    {"overlap", "LENGTH", "largest penetration, as in 0.1mm"},
    {"radius", "LENGTH", "effective radius of curvature, R1 R2/(R1 + R2), for models that need it"},
    {"dt", "TIME", "time step of the simulator; default: a hundredth of the contact"},
    {"error", "E", "error in e that the largest step may make; default 0.001"},
    {"limited", NULL, "the simulator's switch that keeps the force from pulling is on (limit_damping, limitForce)"},
    {"for-step", NULL, "find numbers that return e at this step, not in the limit of small steps"},
    {"usual", NULL, "use the numbers of the usual formula, to see what they return"},
    {"markdown", NULL, "with audit: print its tables as a page, as in docs/engines.md"},
    {"table", "FILE", "with audit: write what the simulators returned, drop by drop"},
    {"plot", "FILE.svg", "with audit: draw e returned against e asked for; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

static const thud_engine *find_engine(const char *name) {
    const thud_engine *engine = thud_engine_find(name);
    if (engine) return engine;
    const char *near = thud_engine_nearest(name);
    if (near) usage_error("unknown simulator '%s'; did you mean '%s'?", name, near);
    else usage_error("unknown simulator '%s'; 'thud engine' lists them", name);
    return NULL;
}

static bool find_model(const cli_options *options, thud_engine_options *asked) {
    const char *name = option_value(options, "model");
    if (!name) return true;
    asked->model = thud_engine_model_find(asked->engine, name);
    if (asked->model) return true;
    const char *near = thud_engine_model_nearest(asked->engine, name);
    if (near) usage_error("unknown model '%s' of %s; did you mean '%s'?", name, asked->engine->title, near);
    else usage_error("unknown model '%s'; 'thud engine %s' lists them", name, asked->engine->name);
    return false;
}

/* --m against a wall, or both masses */
static bool read_masses(const cli_options *options, thud_engine_options *asked) {
    double mass = asked->mass1;
    if (!read_mass(options, &mass)) return false;
    asked->mass1 = mass;
    if (!option_given(options, "m1")) return true;
    return option_quantity(options, "m1", THUD_DIMENSION_MASS, &asked->mass1) &&
           option_quantity(options, "m2", THUD_DIMENSION_MASS, &asked->mass2);
}

static bool read_numbers(const cli_options *options, thud_engine_options *asked) {
    double exponent = thud_engine_exponent(asked->model);
    if (isnan(exponent)) exponent = 1; /* a jump refuses every stiffness */
    asked->limited = option_given(options, "limited");
    asked->for_step = option_given(options, "for-step");
    asked->usual = option_given(options, "usual");
    return option_quantity(options, "e", THUD_DIMENSION_NONE, &asked->restitution) && read_masses(options, asked) &&
           option_quantity(options, "v", THUD_DIMENSION_SPEED, &asked->speed) &&
           option_quantity(options, "k", thud_dimension_stiffness(exponent), &asked->stiffness) &&
           option_quantity(options, "duration", THUD_DIMENSION_TIME, &asked->duration) &&
           option_quantity(options, "overlap", THUD_DIMENSION_LENGTH, &asked->overlap) &&
           option_quantity(options, "radius", THUD_DIMENSION_LENGTH, &asked->radius) &&
           option_quantity(options, "dt", THUD_DIMENSION_TIME, &asked->step) &&
           option_quantity(options, "error", THUD_DIMENSION_NONE, &asked->error);
}

/* the options of the library under the names that they have here */
static const char *option_name(const char *subject) {
    static const char *const names[][2] = {
        {"restitution", "--e"}, {"mass1", "--m1"},          {"mass2", "--m2"},        {"speed", "--v"},
        {"stiffness", "--k"},   {"duration", "--duration"}, {"overlap", "--overlap"}, {"radius", "--radius"},
        {"step", "--dt"},       {"error", "--error"},       {"limited", "--limited"}, {"for_step", "--for-step"},
        {"usual", "--usual"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], subject) == 0) return names[i][1];
    return subject;
}

static int say_wrong(const thud_engine_options *asked) {
    thud_error error;
    thud_engine_check(asked, &error);
    if (strcmp(error.subject, "stiffness") == 0 && isnan(error.value))
        return usage_error("%s: one of --k, --duration and --overlap is needed", asked->model->name);
    if (isnan(error.value))
        return usage_error("%s: %s %s", asked->model->name, option_name(error.subject), thud_error_reason(&error));
    return usage_error("%s: %s (%s given) %s", asked->model->name, option_name(error.subject),
                       thud_format_short(error.value).text, thud_error_reason(&error));
}

static int solve(const cli_options *options, thud_engine_options *asked) {
    thud_engine_answer answer;
    const int fitted = engine_read_fit(options, asked);
    if (fitted != EXIT_DONE) return fitted;
    if (!read_numbers(options, asked)) return EXIT_USAGE;
    if (thud_engine_check(asked, NULL) != THUD_OK) return say_wrong(asked);
    thud_status status = thud_engine_solve(asked, &answer);
    if (status == THUD_ERROR_UNREACHABLE)
        return usage_error("%s: no input of this model returns e = %s%s; it holds for: %s", asked->model->name,
                           thud_format_short(asked->restitution).text, asked->for_step ? " at this step" : "",
                           asked->model->validity);
    if (status != THUD_OK) return status_error(asked->model->name, status);
    return engine_print_answer(asked, &answer, option_given(options, "json"));
}

static int run(const cli_options *options) {
    static const char *const numbers[] = {"e",       "from",     "m",       "m1",     "m2", "v",
                                          "k",       "duration", "overlap", "radius", "dt", "error",
                                          "limited", "for-step", "usual",   NULL};
    static const char *const all[] = {"model", "table", "plot", "markdown", NULL};
    static const char *const audit[] = {"table", "plot", "markdown", NULL};
    bool as_json = option_given(options, "json");
    if (options->word_count > 0 && strcmp(options->words[0], "audit") == 0) {
        int status = options_refuse(options, numbers, "thud engine audit");
        return status == EXIT_DONE ? engine_audit(options) : status;
    }
    if (options_limit_words(options, 1) != EXIT_DONE) return EXIT_USAGE;
    int status = options_refuse(options, audit, "anything but thud engine audit");
    if (status != EXIT_DONE) return status;
    if (options->word_count == 0) {
        status = options_refuse(options, numbers, "the list of simulators");
        if (status == EXIT_DONE) status = options_refuse(options, all, "the list of simulators");
        return status == EXIT_DONE ? engine_print_list(as_json) : status;
    }
    const thud_engine *engine = find_engine(options->words[0]);
    if (!engine) return EXIT_USAGE;
    thud_engine_options asked = thud_engine_options_default(engine);
    if (!find_model(options, &asked)) return EXIT_USAGE;
    if (option_given(options, "e") || option_given(options, "from")) return solve(options, &asked);
    status = options_refuse(options, numbers, "a simulator without --e");
    return status == EXIT_DONE ? engine_print_models(engine, as_json) : status;
}

const cli_command command_engine = {
    .name = "engine",
    .synopsis =
        "[SIMULATOR [--model MODEL] --e E --k K|--duration TIME|--overlap LENGTH [options]] | audit DRIVERS",
    .summary = "Find the input for another simulator, and the restitution at its time step",
    .details =
        "Without arguments, thud lists the simulators; with a simulator's name, its contact models. The usual\n"
        "formula is the simulator's own or that of its users. The error of a time step depends on where in the "
        "step\n"
        "the contact begins, so thud prints the mean and the bounds. audit runs the installed simulators, through\n"
        "one program for each in the folder DRIVERS, and compares their results (see docs/engines.md).",
    .examples =
        "  thud engine\n"
        "  thud engine yade\n"
        "  thud engine yade --e 0.5 --m 0.1 --v 1 --duration 2ms\n"
        "  thud engine lammps --model hertz/viscoelastic --e 0.3 --m1 1 --m2 10 --k 1e8 --radius 5mm --dt 2us "
        "--for-step\n"
        "  thud identify --e 0.61 --tc 25ms --m 0.1 --json >fit.json\n"
        "  thud engine yade --from fit.json\n"
        "  thud engine opensees --model Hertzdamp --e 0.6 --m1 500t --m2 300t --v 0.3 --k 2.75e9 --dt 1ms --json\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
