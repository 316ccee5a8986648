/*
 * thud impact: one impact of one law, as numbers, a curve or a figure.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/files.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

enum { POINTS_DEFAULT = 501, POINTS_MOST = 10000000 };

/* the difference at which the e returned equals the e asked for in practice */
static const double SAME_RESTITUTION = 1e-6;

static const cli_option option_table[] = {
    IMPACT_INPUT_ROWS,
    {"damping", "SOURCE",
     "exact (the damping that returns e, the default), published (the law's own rule), or the number c"},
    {"curve", "FILE.csv", "write time, penetration, velocity and force during the impact"},
    {"points", "N", "instants in the curve and the figure; default 501"},
    {"plot", "FILE.svg", "draw force over penetration and over time; also .pdf, .png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

static void print_json(const impact_input *input, const thud_impact *hit) {
    const thud_impact_options *o = &input->options;
    bool smooth = o->law->structure->kind != THUD_FORCE_IMPULSIVE;
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{model: %s, e: %g, restitution_speed: %g, e_out: %g, damping_kind: %s, damping: %g, "
                    "exponent_n: %g, exponent_p: %g, separation: %s",
                    o->law->name, input->asked, impact_restitution_speed(o), hit->restitution, thud_damping_kind(o),
                    thud_damping_number(o->law, hit), smooth ? hit->exponent_n : NAN,
                    smooth ? hit->exponent_p : NAN,
                    smooth ? thud_separation_name(thud_law_separation(o->law, o->separation)) : NULL);
    if (o->law->structure->kind == THUD_FORCE_BILINEAR)
        thud_json_write(&json, "unloading_stiffness: %g", hit->unloading_stiffness);
    thud_json_write(&json,
                    "contact_time: %g, approach_time: %g, max_penetration: %g, max_force: %g, min_force: %g, "
                    "separation_penetration: %g, impulse: %g, energy_lost: %g}\n",
                    smooth ? hit->contact_time : NAN, smooth ? hit->approach_time : NAN,
                    smooth ? hit->max_penetration : NAN, smooth ? hit->max_force : NAN,
                    smooth ? hit->min_force : NAN, smooth ? hit->separation_penetration : NAN, hit->impulse,
                    hit->energy_lost);
}

static void add_row(thud_table *table, const impact_input *input, const char *name, double value,
                    const char *unit) {
    thud_table_cells(table, "%s\t%s", name, thud_format_quantity(value, impact_unit(input, unit)).text);
}

/* c or the second stiffness, with its origin */
static void add_damping(thud_table *table, const impact_input *input, const thud_impact *hit) {
    const thud_impact_options *o = &input->options;
    thud_force_kind kind = o->law->structure->kind;
    if (kind == THUD_FORCE_BILINEAR) {
        thud_table_cells(table, "unloading stiffness\t%s%s", thud_format_number(hit->unloading_stiffness).text,
                         impact_unit(input, " N/m"));
    } else if (kind == THUD_FORCE_VISCOUS || kind == THUD_FORCE_GENERAL) {
        thud_table_cells(table, "damping, %s\t%s%s%s", thud_damping_kind(o), thud_format_number(hit->damping).text,
                         impact_unit(input, " "),
                         impact_unit(input, thud_format_law_damping_unit(o->law, o->exponent).text));
    }
}

/* a remark on the rule: its error */
static void print_remark(const impact_input *input, const thud_impact *hit) {
    const thud_impact_options *o = &input->options;
    if (isnan(input->asked) || fabs(hit->restitution - input->asked) <= SAME_RESTITUTION) return;
    if (o->restitution_speed > 0) {
        impact_print_speeds(input, input->asked, hit->restitution);
        return;
    }
    printf("  returns e = %s, %s", thud_format_restitution(hit->restitution).text,
           thud_format_deviation(hit->restitution, input->asked).text);
    if (o->law->structure->kind == THUD_FORCE_ELASTIC)
        printf("; %s has no damper and always returns 1", o->law->name);
    else printf("; --damping exact returns %s", thud_format_restitution(input->asked).text);
    printf("\n");
}

static int print_human(const impact_input *input, const thud_impact *hit) {
    bool smooth = input->options.law->structure->kind != THUD_FORCE_IMPULSIVE;
    impact_input_print(input);
    thud_table table = thud_table_start("ll");
    add_damping(&table, input, hit);
    thud_table_cells(&table, "restitution\t%s", thud_format_restitution(hit->restitution).text);
    if (smooth) {
        add_row(&table, input, "contact time", hit->contact_time, "s");
        add_row(&table, input, "approach time", hit->approach_time, "s");
        add_row(&table, input, "largest penetration", hit->max_penetration, "m");
        add_row(&table, input, "largest force", hit->max_force, "N");
        add_row(&table, input, "smallest force", hit->min_force, "N");
        add_row(&table, input, "penetration at separation", hit->separation_penetration, "m");
    }
    add_row(&table, input, "impulse", hit->impulse, "N·s");
    add_row(&table, input, "energy lost", hit->energy_lost, "J");
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    print_remark(input, hit);
    return EXIT_DONE;
}

/* names of files and the number of points, checked before anything is computed */
static int check_files(const cli_options *options, const thud_law *law, size_t *points) {
    const char *curve = option_value(options, "curve"), *plot = option_value(options, "plot");
    if (!option_count(options, "points", 2, POINTS_MOST, points)) return EXIT_USAGE;
    if (option_given(options, "points") && !curve && !plot) return usage_error("--points needs --curve or --plot");
    if ((curve || plot) && law->structure->kind == THUD_FORCE_IMPULSIVE)
        return usage_error("--%s: %s has no force history, because velocities jump; choose a law with a stiffness",
                           curve ? "curve" : "plot", law->name);
    return check_overwrite_both(plot, NULL, "--curve", curve);
}

static int write_files(const cli_options *options, const impact_input *input, size_t points) {
    const char *curve = option_value(options, "curve"), *plot = option_value(options, "plot");
    if (!curve && !plot) return EXIT_DONE;
    thud_impact_state *states = malloc(points * sizeof *states);
    if (!states) return work_error("out of memory for %zu points", points);
    thud_error failure;
    int exit_status = EXIT_DONE;
    thud_status status = thud_impact_sample(&input->options, points, states);
    if (status != THUD_OK) exit_status = impact_error(&input->options, status);
    else if ((curve && !thud_curve_write(curve, states, points, &failure)) ||
             (plot && !thud_curve_draw(plot, &input->options, states, points, input->dimensionless, &failure)))
        exit_status = work_error("%s", failure.text);
    free(states);
    return exit_status;
}

static int run(const cli_options *options) {
    impact_input input;
    size_t points = POINTS_DEFAULT;
    int status = impact_input_read(options, &input);
    if (status == EXIT_DONE) status = check_files(options, input.options.law, &points);
    if (status != EXIT_DONE) return status;
    thud_impact hit;
    thud_status solved = thud_impact_solve(&input.options, &hit);
    if (solved != THUD_OK) return impact_error(&input.options, solved);
    status = write_files(options, &input, points);
    if (status != EXIT_DONE) return status;
    if (!option_given(options, "json")) return print_human(&input, &hit);
    print_json(&input, &hit);
    return EXIT_DONE;
}

const cli_command command_impact = {
    .name = "impact",
    .synopsis = "MODEL --e E [options]",
    .summary = "Solve one impact: the restitution that results, times, peaks, impulse, energy lost",
    .details = "--e may be left out when --damping is a number, and for laws without a damper.\n"
               "Without --k, --m and --v the numbers are dimensionless: k = m = v = 1.\n"
               "With --restitution-speed, c is a constant of the material, found for an impact that returns e at\n"
               "this speed; the result shows what that c returns at --v.\n"
               "In JSON, damping is c in F = k δⁿ + c δᵖ δ̇; for valles-reinhorn, which has no c, it is the second\n"
               "stiffness k₂; for newton and poisson it is null. calibrate and compare do the same.",
    .examples =
        "  thud impact flores --e 0.5\n"
        "  thud impact hunt-crossley --e 0.8 --k \"2e9 N/m^1.5\" --m1 20t --m2 inf --v 0.4 --damping exact\n"
        "  thud impact kelvin-voigt --damping 300 --k 15kN/mm --m 500 --v 1 --json\n"
        "  thud impact gonthier --e 0.8 --restitution-speed 1m/s --k 2e9 --m 20t --v 0.2m/s\n"
        "  thud impact poursina-nikravesh --e 0.5 --curve impact.csv --plot impact.svg\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
