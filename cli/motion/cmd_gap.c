/*
 * thud gap: the separation that two structures need.
 */
#include <math.h>
#include <stdio.h>

#include <thud/gap.h>

#include "base/print.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "numeric/constant.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const cli_option option_table[] = {
    {"ta", "TIME", "period of structure A"},
    {"tb", "TIME", "period of structure B"},
    {"za", "RATIO", "damping of A; default 5%"},
    {"zb", "RATIO", "damping of B; default 5%"},
    {"spectrum", "NAME", "ec8-1 or ec8-2, with --soil and --ag"},
    EC8_INPUT_ROWS,
    {"record", "FILE", "or: a ground motion, for which the distance is also computed exactly"},
    MOTION_INPUT_ROWS,
    {"level-floors", NULL, "floors face floors: Eurocode 8 takes 0.7 times its distance"},
    {"cd", "FACTOR", "deflection amplification Cd of ASCE 7; default 1"},
    {"ie", "FACTOR", "importance factor Ie of ASCE 7; default 1"},
    {"plot", "FILE.svg",
     "draw the distances, and both motions in a record; for two scenarios the gap over the floors; also .pdf, "
     ".png, .eps"},
    {"json", NULL, "one JSON object on stdout"},
};

/* the request and its results */
typedef struct gap_case {
    thud_gap_options options;
    const char *spectrum; /* name of the code's spectrum, or NULL */
    const char *path;     /* path of the record, or NULL */
    thud_motion *motion;  /* the record, or NULL */
    double displacement_a, displacement_b;
    thud_gap_rules rules;
    thud_gap_record record; /* NAN without a record */
} gap_case;

static int read_structures(const cli_options *options, thud_gap_options *o) {
    *o = thud_gap_options_default();
    o->a.damping = o->b.damping = 0.05;
    o->level_floors = option_given(options, "level-floors");
    if (!option_given(options, "ta") || !option_given(options, "tb"))
        return usage_error("--ta and --tb are needed: the periods of the two structures");
    return option_quantity(options, "ta", THUD_DIMENSION_TIME, &o->a.period) &&
                   option_quantity(options, "tb", THUD_DIMENSION_TIME, &o->b.period) &&
                   option_quantity(options, "za", THUD_DIMENSION_NONE, &o->a.damping) &&
                   option_quantity(options, "zb", THUD_DIMENSION_NONE, &o->b.damping) &&
                   option_quantity(options, "cd", THUD_DIMENSION_NONE, &o->amplification) &&
                   option_quantity(options, "ie", THUD_DIMENSION_NONE, &o->importance)
               ? EXIT_DONE
               : EXIT_USAGE;
}

/* from the code's pseudo-acceleration, with the damping correction of each structure */
static int displace_by_code(const cli_options *options, gap_case *c) {
    static const char *const names[] = {"ec8-1", "ec8-2"};
    size_t index = 0;
    thud_ec8 ec8;
    char soil;
    thud_error error;
    if (!option_choice(options, "spectrum", names, 2, &index)) return EXIT_USAGE;
    c->spectrum = names[index];
    int status = ec8_input_read(options, (int)index + 1, &ec8, &soil);
    if (status != EXIT_DONE) return status;
    const thud_gap_side sides[] = {c->options.a, c->options.b};
    double *const displacements[] = {&c->displacement_a, &c->displacement_b};
    for (int i = 0; i < 2; i++) {
        ec8.damping = sides[i].damping;
        if (thud_ec8_check(&ec8, &error) != THUD_OK) return library_error(NULL, &error);
        if (sides[i].period > thud_ec8_longest(&ec8))
            return usage_error(
                "--t%c: the spectrum %s ends at %.4g s; annex A goes on with --TE and --TF, which it "
                "has for type 1 alone",
                "ab"[i], c -> spectrum, thud_ec8_longest(&ec8));
        double per_omega = sides[i].period / (2 * THUD_PI);
        *displacements[i] = thud_ec8_acceleration(&ec8, sides[i].period) * per_omega * per_omega;
    }
    return EXIT_DONE;
}

static thud_status follow_record(gap_case *c, thud_error *error) {
    const thud_motion *motion = c->motion;
    thud_response a, b;
    *error = (thud_error){.value = NAN};
    thud_status status = thud_gap_by_record(&c->options, motion, &c->record, error);
    if (status != THUD_OK) return status;
    status = thud_motion_spectrum(motion, &c->options.a.period, 1, &c->options.a.damping, 1, &a);
    if (status == THUD_OK)
        status = thud_motion_spectrum(motion, &c->options.b.period, 1, &c->options.b.damping, 1, &b);
    error->status = status;
    if (status != THUD_OK) return status;
    c->displacement_a = a.displacement;
    c->displacement_b = b.displacement;
    return THUD_OK;
}

static int displace_by_record(const cli_options *options, gap_case *c) {
    thud_motion_info info;
    thud_error error;
    int status = motion_input_read(options, c->path, &c->motion, &info);
    if (status == EXIT_DONE && follow_record(c, &error) != THUD_OK) status = library_error(NULL, &error);
    return status;
}

static double needed(const gap_case *c) { return fmax(c->record.a_towards_b, c->record.b_towards_a); }

static double needed_at(const gap_case *c) {
    return c->record.a_towards_b >= c->record.b_towards_a ? c->record.a_time : c->record.b_time;
}

static void print_json(const gap_case *c) {
    const thud_gap_options *o = &c->options;
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json,
                    "{spectrum: %s, record: %s, period_a: %g, period_b: %g, damping_a: %g, damping_b: %g, "
                    "displacement_a: %g, displacement_b: %g, absolute: %g",
                    c->spectrum, c->path, o->a.period, o->b.period, o->a.damping, o->b.damping, c->displacement_a,
                    c->displacement_b, c->rules.absolute);
    thud_json_write(&json,
                    "srss: %g, ec8: %g, asce7: %g, double_difference: %g, correlation: %g, exact: %g, exact_time: "
                    "%g, exact_a_left: %g, exact_b_left: %g}\n",
                    c->rules.srss, c->rules.ec8, c->rules.asce7, c->rules.double_difference, c->rules.correlation,
                    needed(c), needed_at(c), c->record.a_towards_b, c->record.b_towards_a);
}

static void print_structure(char name, thud_gap_side side, double displacement) {
    printf("%c  T = %s s, damping %s %%, moves %s\n", name, thud_format_short(side.period).text,
           thud_format_short(100 * side.damping).text, thud_format_quantity(displacement, "m").text);
}

static void add_rule(thud_table *table, const gap_case *c, const char *name, double distance) {
    thud_table_cells(table, "%s\t%s", name, thud_format_quantity(distance, "m").text);
    /* there is no ratio if the structures move together */
    thud_table_cells(table, "%s", needed(c) > 0 ? thud_format_deviation(distance, needed(c)).text : "");
}

static int print_human(const gap_case *c) {
    char correlated[64];
    thud_print(correlated, sizeof correlated, "double difference, ρ = %.4f", c->rules.correlation);
    print_structure('A', c->options.a, c->displacement_a);
    print_structure('B', c->options.b, c->displacement_b);
    thud_table table = thud_table_start("lrl");
    add_rule(&table, c, "sum of both", c->rules.absolute);
    add_rule(&table, c, "SRSS", c->rules.srss);
    add_rule(&table, c, c->options.level_floors ? "EN 1998-1, 4.4.2.7, floors level" : "EN 1998-1, 4.4.2.7",
             c->rules.ec8);
    add_rule(&table, c, "ASCE 7-16, 12.12.3", c->rules.asce7);
    add_rule(&table, c, correlated, c->rules.double_difference);
    if (c->path) {
        thud_table_cells(&table, "this record, exactly\t%s\tat %.4g s, with %c on the left",
                         thud_format_quantity(needed(c), "m").text, needed_at(c),
                         c->record.a_towards_b >= c->record.b_towards_a ? 'A' : 'B');
    }
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

/* checks that the options are complete, and that all of them are used */
static int check(const cli_options *options, const gap_case *c) {
    static const char *const of_code[] = {EC8_INPUT_NAMES, NULL}, *const of_record[] = {MOTION_INPUT_NAMES, NULL};
    if (!c->path && !option_given(options, "spectrum"))
        return usage_error("--spectrum ec8-1 or ec8-2, or --record FILE is needed");
    if (c->path && option_given(options, "spectrum"))
        return usage_error("--spectrum and --record exclude each other");
    int status =
        c->path ? options_refuse(options, of_code, "--record") : options_refuse(options, of_record, "--spectrum");
    return status == EXIT_DONE ? check_overwrite_input(option_value(options, "plot"), c->path) : status;
}

static int solve(const cli_options *options, gap_case *c) {
    thud_error error;
    int status = read_structures(options, &c->options);
    /* the structures are checked before a record is read */
    if (status == EXIT_DONE && thud_gap_by_rules(&c->options, 0, 0, &c->rules, &error) != THUD_OK)
        status = library_error(NULL, &error);
    if (status == EXIT_DONE) status = c->path ? displace_by_record(options, c) : displace_by_code(options, c);
    if (status != EXIT_DONE) return status;
    if (thud_gap_by_rules(&c->options, c->displacement_a, c->displacement_b, &c->rules, &error) != THUD_OK)
        return library_error(NULL, &error);
    return EXIT_DONE;
}

static int draw(const cli_options *options, const gap_case *c) {
    const char *plot = option_value(options, "plot");
    thud_gap_picture picture = {&c->options, &c->rules, c->motion, &c->record};
    thud_error failure;
    if (plot && !thud_gap_draw(plot, &picture, &failure)) return work_error("%s", failure.text);
    return EXIT_DONE;
}

static int print(const cli_options *options, const gap_case *c) {
    if (!option_given(options, "json")) return print_human(c);
    print_json(c);
    return EXIT_DONE;
}

/* two scenarios, and the motions that shake them */
static int run_scenarios(const cli_options *options) {
    static const char *const of_periods[] = {"ta",     "tb",           "za", "zb", "spectrum", EC8_INPUT_NAMES,
                                             "record", "level-floors", "cd", "ie", NULL};
    const int status = options_refuse(options, of_periods, "scenarios");
    return status == EXIT_DONE ? gap_scenarios_run(options) : status;
}

static int run(const cli_options *options) {
    if (options->word_count > 0) return run_scenarios(options);
    gap_case c = {.path = option_value(options, "record"), .record = {NAN, NAN, NAN, NAN}};
    int status = check(options, &c);
    if (status == EXIT_DONE) status = solve(options, &c);
    if (status == EXIT_DONE) status = draw(options, &c);
    if (status == EXIT_DONE) status = print(options, &c);
    thud_motion_free(c.motion);
    return status;
}

const cli_command command_gap = {
    .name = "gap",
    .synopsis = "--ta TIME --tb TIME (--spectrum NAME --soil LETTER --ag A | --record FILE) [options]",
    .summary = "Find the separation that prevents pounding of two structures, by codes and exactly",
    .details =
        "JSON: displacement_a and displacement_b, the largest of each; absolute, srss, ec8, asce7 and\n"
        "double_difference, the distances by rule; correlation. With a record: exact and exact_time, the largest\n"
        "relative displacement and its time; exact_a_left and exact_b_left, the same with A or B on the left.\n"
        "With two scenarios and ground motions, A.yaml B.yaml RECORD…, floors are compared in the order of their\n"
        "bodies. JSON: records; floors, each with a, b, exact_a_left and exact_b_left, the largest over all "
        "motions,\n"
        "and record_a_left and record_b_left, the decisive motions; exact_a_left and exact_b_left over all floors.",
    .examples = "  thud gap --ta 0.5 --tb 0.9 --spectrum ec8-1 --soil B --ag \"0.3 g\"\n"
                "  thud motion generate ec8-1 quake.at2 --soil B --ag \"0.3 g\"\n"
                "  thud gap --ta 0.5 --tb 0.9 --record quake.at2 --plot gap.svg\n"
                "  printf 'storeys: {a: {count: 3, mass: 200 t, period: 0.5 s}}\\nduration: 20\\n' >a.yaml\n"
                "  printf 'storeys: {b: {count: 4, mass: 200 t, period: 0.8 s}}\\nduration: 20\\n' >b.yaml\n"
                "  thud gap a.yaml b.yaml quake.at2 --plot floors.svg\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
