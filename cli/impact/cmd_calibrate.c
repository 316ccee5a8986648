/*
 * thud calibrate: the damping that returns e exactly, and what the published rule returns.
 */
#include <math.h>
#include <stdio.h>

#include <thud/calibrate.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const cli_option option_table[] = {
    IMPACT_INPUT_ROWS,
    {"speeds", "LIST", "show what the exact c returns at these speeds, as in 0.1,1,10 or 0.1:10:7log"},
    {"plot", "FILE.svg", "draw damping, exact and published, and the restitution returned; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

/* the restitution of an impact at the approach speed with the exact damping: e, unless that is for another
   speed */
static int solve_returned(const thud_impact_options *options, double *returned) {
    *returned = options->restitution;
    if (!(options->restitution_speed > 0)) return EXIT_DONE;
    thud_impact hit;
    thud_status solved = thud_impact_solve(options, &hit);
    if (solved != THUD_OK) return impact_error(options, solved);
    *returned = hit.restitution;
    return EXIT_DONE;
}

/* one impact at another speed, with the same constant c, as in most programs */
static bool solve_at(const impact_input *input, double damping, double speed, thud_impact *hit) {
    thud_impact_options o = input->options;
    thud_dimension dimension;
    const bool damper = thud_law_damping_dimension(o.law, o.exponent, &dimension);
    o.speed = speed;
    o.restitution_speed = 0;
    o.damping = damper ? THUD_DAMPING_GIVEN : THUD_DAMPING_EXACT;
    o.damping_value = damping;
    return thud_impact_solve(&o, hit) == THUD_OK;
}

static bool write_speeds(thud_json *json, const impact_input *input, double damping, const cli_list *speeds) {
    thud_json_write(json, "by_speed: [");
    for (size_t i = 0; i < speeds->count; i++) {
        thud_impact hit;
        if (!solve_at(input, damping, speeds->values[i], &hit)) return false;
        thud_json_write(json, "{speed: %g, e_out: %g, contact_time: %g, max_penetration: %g, max_force: %g}",
                        speeds->values[i], hit.restitution, hit.contact_time, hit.max_penetration, hit.max_force);
    }
    thud_json_write(json, "]");
    return true;
}

static bool print_speeds(const impact_input *input, double damping, const cli_list *speeds) {
    thud_table table = thud_table_start("rrrrr");
    thud_table_cells(&table, "speed\trestitution\tcontact time\tpenetration\tlargest force");
    for (size_t i = 0; i < speeds->count; i++) {
        thud_impact hit;
        if (!solve_at(input, damping, speeds->values[i], &hit)) return false;
        thud_table_cells(
            &table, "%s\t%s\t%s\t%s\t%s", thud_format_quantity(speeds->values[i], "m/s").text,
            thud_format_restitution(hit.restitution).text, thud_format_quantity(hit.contact_time, "s").text,
            thud_format_quantity(hit.max_penetration, "m").text, thud_format_quantity(hit.max_force, "N").text);
    }
    printf("  with this exact c at other speeds:\n");
    return thud_table_finish(&table, stdout, 4);
}

static int print_json(const impact_input *input, const thud_calibration *found, double returned,
                      const cli_list *speeds) {
    const thud_impact_options *o = &input->options;
    bool smooth = o->law->structure->kind != THUD_FORCE_IMPULSIVE;
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{model: %s, e: %g, restitution_speed: %g, e_out: %g, exponent_n: %g, exponent_p: %g, "
                    "separation: %s, damping: %g, damping_published: %g, e_out_published: %g, error_published: %g",
                    o->law->name, o->restitution, impact_restitution_speed(o), returned, smooth ? o->exponent : NAN,
                    thud_law_damper_exponent(o->law, o->exponent),
                    smooth ? thud_separation_name(thud_law_separation(o->law, o->separation)) : NULL,
                    found->damping, found->damping_published, found->restitution_published, found->error_published);
    thud_json_write(&json, "relative_error_published: %g", found->error_published / o->restitution);
    if (speeds->count > 0 && !write_speeds(&json, input, found->damping, speeds))
        return work_error("an impact cannot be solved");
    thud_json_write(&json, "}\n");
    return EXIT_DONE;
}

/* "published  c = 2.0000e10 N·s/m^2.5  returns e = 0.4704  6 % too low" */
static void add_row(thud_table *table, const impact_input *input, const char *kind, double damping,
                    double restitution) {
    const thud_impact_options *o = &input->options;
    bool bilinear = o->law->structure->kind == THUD_FORCE_BILINEAR;
    thud_text unit = bilinear ? thud_format_stiffness_unit(o->exponent)
                              : thud_format_law_damping_unit(o->law, o->exponent);
    thud_table_cells(table, "%s\t%s = %s%s%s\treturns e = %s\t%s", kind, bilinear ? "k₂" : "c",
                     thud_format_number(damping).text, impact_unit(input, " "), impact_unit(input, unit.text),
                     thud_format_restitution(restitution).text,
                     restitution == o->restitution ? "" : thud_format_deviation(restitution, o->restitution).text);
}

static bool has_damping(const thud_law *law) {
    return law->structure->kind != THUD_FORCE_IMPULSIVE && law->structure->kind != THUD_FORCE_ELASTIC;
}

static int print_human(const impact_input *input, const thud_calibration *found, double returned) {
    const thud_law *law = input->options.law;
    impact_input_print(input);
    if (!has_damping(law)) {
        printf("  returns e = %s by definition; there is no damping to calibrate\n",
               thud_format_restitution(input->options.restitution).text);
        return EXIT_DONE;
    }
    thud_table table = thud_table_start("llll");
    if (!isnan(found->damping_published))
        add_row(&table, input, "published", found->damping_published, found->restitution_published);
    add_row(&table, input, "exact", found->damping, input->options.restitution);
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    if (input->options.restitution_speed > 0) impact_print_speeds(input, input->options.restitution, returned);
    if (law->rule) printf("  the published rule: %s (%s)\n", law->rule, law->source);
    return EXIT_DONE;
}

static int check_plot(const cli_options *options, const thud_law *law) {
    const char *plot = option_value(options, "plot");
    if (plot && !has_damping(law)) return usage_error("--plot: %s has no damping to draw", law->name);
    return check_overwrite_input(plot, NULL);
}

static int draw(const cli_options *options, const impact_input *input, const thud_calibration *found) {
    const char *plot = option_value(options, "plot");
    thud_error failure;
    if (plot && !thud_calibration_draw(plot, &input->options, found, input->dimensionless, &failure))
        return work_error("%s", failure.text);
    return EXIT_DONE;
}

static int print(const cli_options *options, const impact_input *input, const thud_calibration *found,
                 double returned, const cli_list *speeds) {
    if (option_given(options, "json")) return print_json(input, found, returned, speeds);
    int status = print_human(input, found, returned);
    if (status != EXIT_DONE || speeds->count == 0) return status;
    return print_speeds(input, found->damping, speeds) ? EXIT_DONE : work_error("an impact cannot be solved");
}

static int run(const cli_options *options) {
    impact_input input;
    int status = impact_input_read(options, &input);
    if (status == EXIT_DONE) status = check_plot(options, input.options.law);
    if (status != EXIT_DONE) return status;
    const bool damped = input.options.law->structure->kind == THUD_FORCE_VISCOUS ||
                        input.options.law->structure->kind == THUD_FORCE_GENERAL;
    if (option_given(options, "speeds") && !damped)
        return usage_error("--speeds: %s has no damper", input.options.law->name);
    input.options.damping = THUD_DAMPING_EXACT;
    thud_calibration found = {NAN, NAN, NAN, NAN};
    if (input.options.law->structure->kind != THUD_FORCE_IMPULSIVE) {
        thud_status calibrated = thud_calibrate_compare(&input.options, &found);
        if (calibrated != THUD_OK) return impact_error(&input.options, calibrated);
    }
    double returned;
    status = solve_returned(&input.options, &returned);
    if (status == EXIT_DONE) status = draw(options, &input, &found);
    if (status != EXIT_DONE) return status;
    cli_list speeds = {0};
    if (option_given(options, "speeds")) status = list_read(options, "speeds", "", THUD_DIMENSION_SPEED, &speeds);
    for (size_t i = 0; i < speeds.count && status == EXIT_DONE; i++)
        if (!(speeds.values[i] >= 1e-100 && speeds.values[i] <= 1e100))
            status = usage_error("--speeds: expected speeds above zero");
    if (status == EXIT_DONE) status = print(options, &input, &found, returned, &speeds);
    list_free(&speeds);
    return status;
}

const cli_command command_calibrate = {
    .name = "calibrate",
    .synopsis = "MODEL --e E [options]",
    .summary = "Find the damping that returns a restitution, and what the published rule would return",
    .details = "Without --k, --m and --v the damping is dimensionless: k = m = v = 1.\n"
               "With --restitution-speed, c is found for that speed; e_out in JSON is what it returns at --v.",
    .examples =
        "  thud calibrate flores --e 0.5 --k 5e9 --m 6e5 --v 0.4\n"
        "  thud calibrate poursina-nikravesh --e 0.3 --n 1.25 --json\n"
        "  thud calibrate lankarani-nikravesh --e 0.5 --plot calibration.svg\n"
        "  thud calibrate kelvin-voigt --e 0.65 --separation zero-force --k 90kN/mm --m1 500t --m2 300t --v 0.2\n"
        "  thud calibrate adams-impact --e 0.5 --k 1e8 --m 1 --v 1 --set transition=0.05mm --speeds "
        "0.01:10:7log\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
