/*
 * thud identify: from laboratory measurements to the parameters of a contact.
 */

#include <stdlib.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/identify/identify_parts.h"
#include "cli/message.h"

static const cli_option option_table[] = {
    {"model", "NAME", "contact law; default li-darby with --e; with a force history all laws, ranked"},
    {"e", "E", "measured restitution, in (0, 1]"},
    {"tc", "TIME", "measured contact time; with --bounces it is subtracted from the time of each flight"},
    {"de", "DE", "standard error of e"},
    {"dtc", "TIME", "standard error of the contact time"},
    {"m", "M", "effective mass, kg; for a vibrating structure its mass"},
    {"m1", "M1", "mass of one body, with --m2 instead of --m; inf for a fixed stop"},
    {"m2", "M2", "mass of the other body"},
    {"v", "V",
     "approach speed, m/s; needed with --e unless n = 1; with force histories where it is known, V,V,… for "
     "several"},
    {"n", "N", "exponent of the stiffness term; default: the law's, or fitted to a force history"},
    {"separation", "RULE", "zero-force or return: the contact ends at F = 0 or at δ = 0; default: the law's"},
    {"bounces", "T0,T1,…", "times at which a dropped ball strikes the floor"},
    {"heights", "H0,H1,…", "height of a drop and of each rebound after it"},
    {"drop", "H", "height of the first drop, with bounces; with force histories instead of --v, H,H,… for several"},
    {"gravity", "G", "with bounces, heights and --drop; default 9.80665 m/s²"},
    {"error", "S", "standard error of a time or a height; default: from the scatter"},
    {"filter", "FILTER",
     "filter of the force gauge's amplifier: 'butterworth ORDER CORNER', or none; default: looked for where the "
     "readings call for it"},
    {"as", "KIND",
     "content of FILE: force, impact (acceleration in an impact), vibration, bounces, heights, static or transfer"},
    {"yaml", NULL, "print only the entry for a scenario"},
    {"plot", "FILE.svg", "draw data, fit, residuals and the confidence ellipse; also .pdf, .png, .eps"},
    FILE_LIMIT_ROW,
    {"json", NULL, "one JSON object on stdout"},
};

/* what was taken for granted, behind what follows from it; JSON has it as a member */
static void print_assumed(const cli_options *options, const identify_source *source, bool several) {
    const char *assumed = source->measurement->assumed;
    if (!*assumed || option_given(options, "json")) return;
    printf("%sno units in %s: %s assumed\n", option_given(options, "yaml") ? "# " : "",
           several ? source->path : "the file", assumed);
}

static int read_source(const char *path, thud_measurement_kind kind, identify_source *source) {
    thud_error error = {0};
    source->path = path;
    thud_status status = thud_measurement_read(path, kind, &source->measurement, &error);
    if (status == THUD_OK) return EXIT_DONE;
    source->measurement = NULL;
    if (status == THUD_ERROR_FILE) return usage_error("cannot read '%s': %s", path, error.text);
    return identify_data_error(path, 1, NULL, &error, status);
}

static bool is_force(const identify_source *source, bool impact) {
    const thud_measurement_kind kind = source->measurement->kind;
    return kind == THUD_MEASUREMENT_FORCE || (impact && kind == THUD_MEASUREMENT_ACCELERATION);
}

static bool is_bounces(const identify_source *source) {
    return source->measurement->kind == THUD_MEASUREMENT_BOUNCES ||
           source->measurement->kind == THUD_MEASUREMENT_HEIGHTS;
}

static int identify_one(const cli_options *options, const identify_source *source, bool impact) {
    const thud_measurement *m = source->measurement;
    if (is_force(source, impact)) return identify_force(options, source, 1, NULL);
    if (is_bounces(source)) return identify_bounce_file(options, source->path, m);
    switch (m->kind) {
    case THUD_MEASUREMENT_STATIC: return identify_static(options, source->path, m);
    case THUD_MEASUREMENT_TRANSFER: return identify_transfer(options, source->path, m);
    default: return identify_vibration(options, source->path, m);
    }
}

/* force histories, together with bounces where there are any: those of a file, or of a list */
static int identify_several(const cli_options *options, identify_source *sources, size_t count, bool impact) {
    const bool list = option_given(options, "bounces") || option_given(options, "heights");
    identify_source bouncing;
    thud_bounces *bounces = NULL;
    size_t forces = 0, others = 0;
    for (size_t i = 0; i < count; i++) {
        const identify_source source = sources[i];
        if (is_force(&source, impact)) {
            /* force histories come first */
            sources[i] = sources[forces];
            sources[forces++] = source;
        } else if (is_bounces(&source) && others++ == 0 && !list) {
            bouncing = source;
        } else if (is_bounces(&source)) {
            return usage_error("one set of bounces at a time goes with force histories: '%s' is another",
                               source.path);
        } else {
            return usage_error(
                "'%s': only force histories, and bounces with them, are identified together; give it "
                "alone",
                source.path);
        }
    }
    if (forces == 0)
        return usage_error("bounces go with a force history, and there is none: one measurement at a time");
    int status = list || others ? identify_bounces_read(options, list ? NULL : &bouncing, &bounces) : EXIT_DONE;
    if (status == EXIT_DONE) status = identify_force(options, sources, forces, bounces);
    thud_bounces_free(bounces);
    return status;
}

static int identify_files(const cli_options *options) {
    static const char *const names[] = {"force", "impact", "vibration", "bounces", "heights", "static", "transfer"};
    static const thud_measurement_kind kinds[] = {THUD_MEASUREMENT_FORCE,        THUD_MEASUREMENT_ACCELERATION,
                                                  THUD_MEASUREMENT_ACCELERATION, THUD_MEASUREMENT_BOUNCES,
                                                  THUD_MEASUREMENT_HEIGHTS,      THUD_MEASUREMENT_STATIC,
                                                  THUD_MEASUREMENT_TRANSFER};
    enum { KINDS = sizeof names / sizeof names[0], IMPACT = 1 };
    const size_t count = options->word_count;
    const bool alone = count == 1 && !option_given(options, "bounces") && !option_given(options, "heights");
    size_t as = KINDS;
    int status = EXIT_DONE;
    if (!option_choice(options, "as", names, KINDS, &as)) return EXIT_USAGE;
    identify_source *sources = calloc(count, sizeof *sources);
    if (!sources) return work_error("out of memory");
    for (size_t i = 0; i < count && status == EXIT_DONE; i++)
        status = read_source(options->words[i], as < KINDS ? kinds[as] : THUD_MEASUREMENT_ANY, &sources[i]);
    if (status == EXIT_DONE)
        status = alone ? identify_one(options, sources, as == IMPACT)
                       : identify_several(options, sources, count, as == IMPACT);
    for (size_t i = 0; i < count; i++) {
        if (status == EXIT_DONE) print_assumed(options, &sources[i], count > 1);
        thud_measurement_free(sources[i].measurement);
    }
    free(sources);
    return status;
}

static int run(const cli_options *options) {
    const bool lists = option_given(options, "bounces") || option_given(options, "heights"),
               contact = option_given(options, "e") ||
                         (option_given(options, "tc") && options->word_count == 0 && !lists);
    if (contact && (options->word_count > 0 || lists))
        return usage_error("one measurement at a time: --e with --tc, or files, --bounces or --heights");
    if (option_given(options, "yaml") && option_given(options, "json"))
        return usage_error("--yaml and --json exclude each other");
    if (options->word_count > 0) return identify_files(options);
    if (contact) return identify_contact(options);
    if (lists) return identify_bounce_list(options);
    return usage_error("no measurement given: a file, --e and --tc, --bounces, or --heights is needed");
}

const cli_command command_identify = {
    .name = "identify",
    .synopsis = "(--e E --tc TIME | FILE… | --bounces LIST | --heights LIST) --m M [options]",
    .summary = "Find stiffness and damping from measurements, with standard errors",
    .details =
        "FILE is text or CSV with a line that names its columns: time and force, at any sampling and with one\n"
        "impact or more; time and acceleration of a free vibration; times of bounces; drop and rebound; load and\n"
        "deflection of a static test; frequency with real and imaginary part, or magnitude and phase, of a\n"
        "transfer function. Units stand in brackets; a column without one is taken in SI units, and the output "
        "says so\n"
        "(assumed_units). Saturated readings and the offset of the gauge are seen to.\n"
        "Several force histories, such as one file for each drop, are fitted as one, together with bounces where "
        "a\n"
        "file or --bounces has them.\n"
        "JSON: stiffness, damping, exponent_n, e, contact_time and, with _error behind the name, their standard\n"
        "errors; sensitivities with --e; impacts, ranking, filter, noise_order, misfit, warning, mismatch, "
        "bounces,\n"
        "bounce_mismatch with force histories;\n"
        "bounces, law, constant_refuted with bounces;\n"
        "decrement, spectrum with a vibration; half_power, circle, mass with a transfer function.",
    .examples = "  thud identify --e 0.61 --tc 25ms --m1 1.35 --m2 0.11 --de 0.02 --dtc 1ms\n"
                "  thud identify --e 0.61 --tc 25ms --m1 inf --m2 0.11 --model flores --v 0.5 --yaml\n"
                "  thud impact flores --e 0.6 --k 1e6 --m 0.5 --v 1 --curve force.csv\n"
                "  thud identify force.csv --m 0.5 --model flores\n"
                "  thud identify force.csv --m 0.5 --filter 'butterworth 4 2kHz'\n"
                "  thud impact flores --e 0.6 --restitution-speed 1 --k 1e6 --m 0.5 --v 2 --curve faster.csv\n"
                "  thud identify force.csv faster.csv --m 0.5 --model flores --v 1,2\n"
                "  thud identify --bounces 0.32,0.83,1.22,1.53 --tc 5ms\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
