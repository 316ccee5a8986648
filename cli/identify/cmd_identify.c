/*
 * thud identify: from laboratory measurements to the parameters of a contact.
 */

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
    {"v", "V", "approach speed, m/s; needed with --e unless n = 1; optional with a force history"},
    {"n", "N", "exponent of the stiffness term; default: the law's, or fitted to a force history"},
    {"separation", "RULE", "zero-force or return: the contact ends at F = 0 or at δ = 0; default: the law's"},
    {"bounces", "T0,T1,…", "times at which a dropped ball strikes the floor"},
    {"heights", "H0,H1,…", "height of a drop and of each rebound after it"},
    {"drop", "H", "height of the first drop, with bounces; with a force history it replaces --v"},
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

/* assumed units, printed after the results; in JSON a member */
static void print_assumed(const cli_options *options, const thud_measurement *m) {
    if (!*m->assumed || option_given(options, "json")) return;
    printf("%sno units in the file: %s assumed\n", option_given(options, "yaml") ? "# " : "", m->assumed);
}

static int identify_file(const cli_options *options, const char *path) {
    static const char *const names[] = {"force", "impact", "vibration", "bounces", "heights", "static", "transfer"};
    static const thud_measurement_kind kinds[] = {THUD_MEASUREMENT_FORCE,        THUD_MEASUREMENT_ACCELERATION,
                                                  THUD_MEASUREMENT_ACCELERATION, THUD_MEASUREMENT_BOUNCES,
                                                  THUD_MEASUREMENT_HEIGHTS,      THUD_MEASUREMENT_STATIC,
                                                  THUD_MEASUREMENT_TRANSFER};
    enum { KINDS = sizeof names / sizeof names[0], IMPACT = 1 };
    size_t as = KINDS;
    thud_measurement *measurement;
    thud_error error = {0};
    if (!option_choice(options, "as", names, KINDS, &as)) return EXIT_USAGE;
    thud_status status =
        thud_measurement_read(path, as < KINDS ? kinds[as] : THUD_MEASUREMENT_ANY, &measurement, &error);
    if (status == THUD_ERROR_FILE) return usage_error("cannot read '%s': %s", path, error.text);
    if (status != THUD_OK) return identify_data_error(path, 1, NULL, &error, status);
    int result;
    if (measurement->kind == THUD_MEASUREMENT_FORCE || as == IMPACT)
        result = identify_force(options, path, measurement);
    else if (measurement->kind == THUD_MEASUREMENT_ACCELERATION)
        result = identify_vibration(options, path, measurement);
    else if (measurement->kind == THUD_MEASUREMENT_STATIC) result = identify_static(options, path, measurement);
    else if (measurement->kind == THUD_MEASUREMENT_TRANSFER) result = identify_transfer(options, path, measurement);
    else result = identify_bounce_file(options, path, measurement);
    if (result == EXIT_DONE) print_assumed(options, measurement);
    thud_measurement_free(measurement);
    return result;
}

static int run(const cli_options *options) {
    bool contact = option_given(options, "e") ||
                   (option_given(options, "tc") && options->word_count == 0 && !option_given(options, "bounces"));
    bool lists = option_given(options, "bounces") || option_given(options, "heights");
    if (options->word_count > 1)
        return usage_error("one file at a time: unexpected argument '%s'", options->words[1]);
    if ((options->word_count == 1) + contact + lists > 1)
        return usage_error("one measurement at a time: a file, --e with --tc, --bounces, or --heights");
    if (option_given(options, "yaml") && option_given(options, "json"))
        return usage_error("--yaml and --json exclude each other");
    if (options->word_count == 1) return identify_file(options, options->words[0]);
    if (contact) return identify_contact(options);
    if (lists) return identify_bounce_list(options);
    return usage_error("no measurement given: a file, --e and --tc, --bounces, or --heights is needed");
}

const cli_command command_identify = {
    .name = "identify",
    .synopsis = "(--e E --tc TIME | FILE | --bounces LIST | --heights LIST) --m M [options]",
    .summary = "Find stiffness and damping from measurements, with standard errors",
    .details =
        "FILE is text or CSV with a line that names its columns: time and force, at any sampling and with one\n"
        "impact or more; time and acceleration of a free vibration; times of bounces; drop and rebound; load and\n"
        "deflection of a static test; frequency with real and imaginary part, or magnitude and phase, of a\n"
        "transfer function. Units stand in brackets; a column without one is in SI units, and the output says so\n"
        "(assumed_units). Saturated readings are left out, and the gauge's offset is estimated.\n"
        "JSON: stiffness, damping, exponent_n, e, contact_time and their standard errors (NAME_error);\n"
        "sensitivities with --e; impacts, ranking, filter, noise_order, misfit, warning with a force history;\n"
        "bounces, law, constant_refuted with bounces;\n"
        "decrement, spectrum with a vibration; half_power, circle, mass with a transfer function.",
    .examples = "  thud identify --e 0.61 --tc 25ms --m1 1.35 --m2 0.11 --de 0.02 --dtc 1ms\n"
                "  thud identify --e 0.61 --tc 25ms --m1 inf --m2 0.11 --model flores --v 0.5 --yaml\n"
                "  thud impact flores --e 0.6 --k 1e6 --m 0.5 --v 1 --curve force.csv\n"
                "  thud identify force.csv --m 0.5 --model flores\n"
                "  thud identify force.csv --m 0.5 --filter 'butterworth 4 2kHz'\n"
                "  thud identify --bounces 0.32,0.83,1.22,1.53 --tc 5ms\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
