/* thud motion generate ec8: the output, as a table and as JSON. */
#include <math.h>
#include <stdio.h>

#include "base/print.h"
#include "cli/message.h"
#include "cli/motion/generate.h"
#include "report/text/format.h"
#include "report/text/print.h"

/* EN 1998-1:2004, 3.2.3.1.2(3) and (4) */
static const double LEAST_STATIONARY = 10, LEAST_ZERO_PERIOD = 1, LEAST_NEAR_T1 = 0.9;
enum { LEAST_MOTIONS = 3 };

static double duration(const compatible_batch *b) {
    const thud_motion *motion = b->motions[0].motion;
    return thud_motion_time(motion, motion->count - 1);
}

static double stationary(const compatible_batch *b) { return thud_stationary_part(duration(b)); }

void compatible_describe(const compatible_batch *b, char *text, size_t size) {
    const thud_target *target = &b->options.target;
    if (b->table)
        thud_print(text, size, "target spectrum of %zu points, damping %.4g %%", target->point_count,
                   100 * target->point_damping);
    else
        thud_print(text, size, "%s, soil %c, ag = %.6g m/s², damping %.4g %%", b->output.kind, b->soil,
                   target->ec8.ag, 100 * target->ec8.damping);
}

static void fit_json(thud_json *json, const thud_compatibility *fit) {
    thud_json_write(
        json, "zero_period: %g, lowest: %g, lowest_period: %g, highest: %g, highest_period: %g, lowest_near_t1: %g",
        fit->zero_period, fit->lowest, fit->lowest_period, fit->highest, fit->highest_period, fit->lowest_near_t1);
}

static void motions_json(thud_json *json, const compatible_batch *b) {
    thud_json_write(json, "motions: [");
    for (size_t i = 0; i < b->count; i++) {
        thud_json_write(json, "{output: %s, seed: %g", b->motions[i].path, (double)b->motions[i].seed);
        generate_json_strength(json, &b->motions[i].strength);
        fit_json(json, &b->motions[i].fit);
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

static void checks_json(thud_json *json, const compatible_batch *b) {
    thud_json_write(json, "checks: {stationary_part: %d, motions: %d", stationary(b) >= LEAST_STATIONARY,
                    b->count >= LEAST_MOTIONS);
    if (isnan(b->mean.zero_period)) thud_json_write(json, "zero_period: null");
    else thud_json_write(json, "zero_period: %d", b->mean.zero_period >= LEAST_ZERO_PERIOD);
    thud_json_write(json, "lowest_near_t1: %d}", b->mean.lowest_near_t1 >= LEAST_NEAR_T1);
}

static void spectrum_json(thud_json *json, const compatible_batch *b) {
    const thud_ec8 *ec8 = &b->options.target.ec8;
    const char soil[] = {b->soil, '\0'};
    thud_json_write(json, "soil: %s, ag: %g, S: %g, TB: %g, TC: %g, TD: %g, TE: %g, TF: %g, target: %s",
                    b->soil ? soil : NULL, b->soil ? ec8->ag : NAN, b->soil ? ec8->soil_factor : NAN,
                    b->soil ? ec8->tb : NAN, b->soil ? ec8->tc : NAN, b->soil ? ec8->td : NAN,
                    b->soil && ec8->te > 0 ? ec8->te : NAN, b->soil && ec8->te > 0 ? ec8->tf : NAN, b->table);
    thud_json_write(json, "damping: %g, period_min: %g, period_max: %g, t1: %g",
                    thud_target_damping(&b->options.target), b->options.period_min, b->options.period_max,
                    b->t1 > 0 ? b->t1 : NAN);
}

void compatible_print_json(const compatible_batch *b) {
    char text[160];
    compatible_describe(b, text, sizeof text);
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{generator: %s, description: %s", b->output.kind, text);
    spectrum_json(&json, b);
    thud_json_write(&json, "to: %s, npts: %g, dt: %g, duration: %g, stationary_part: %g",
                    thud_motion_file_names[b->output.file], (double)b->motions[0].motion->count,
                    b->options.sampling.step, duration(b), stationary(b));
    motions_json(&json, b);
    thud_json_write(&json, "mean: {");
    fit_json(&json, &b->mean);
    thud_json_write(&json, "}");
    checks_json(&json, b);
    thud_json_write(&json, "}\n");
}

static void print_head(const compatible_batch *b) {
    char text[160];
    const thud_ec8 *ec8 = &b->options.target.ec8;
    compatible_describe(b, text, sizeof text);
    printf("%s", text);
    if (b->soil)
        thud_print_to(stdout, ": S = %.4g, TB = %.4g s, TC = %.4g s, TD = %.4g s", ec8->soil_factor, ec8->tb,
                      ec8->tc, ec8->td);
    printf("\n%zu samples, one every %s s; matched from %s s to %s s\n\n", b->motions[0].motion->count,
           thud_format_short(b->options.sampling.step).text, thud_format_short(b->options.period_min).text,
           thud_format_short(b->options.period_max).text);
}

/* "−5.2 % at 1.99 s" */
static void add_deviation(thud_table *table, double ratio, double period) {
    thud_table_cells(table, "%+.1f %% at %.3g s", 100 * (ratio - 1), period);
}

static void add_motions(thud_table *table, const compatible_batch *b) {
    thud_table_cells(table, "file\tseed\tPGA\tPGV\tPGD\tlowest\thighest");
    for (size_t i = 0; i < b->count; i++) {
        const compatible_motion *m = &b->motions[i];
        thud_table_cells(table, "%s\t%llu\t%s\t%s\t%s", m->path, (unsigned long long)m->seed,
                         thud_format_quantity(m->strength.pga, "m/s²").text,
                         thud_format_quantity(m->strength.pgv, "m/s").text,
                         thud_format_quantity(m->strength.pgd, "m").text);
        add_deviation(table, m->fit.lowest, m->fit.lowest_period);
        add_deviation(table, m->fit.highest, m->fit.highest_period);
    }
    if (b->count == 1) return;
    thud_table_cells(table, "mean spectrum\t\t\t\t");
    add_deviation(table, b->mean.lowest, b->mean.lowest_period);
    add_deviation(table, b->mean.highest, b->mean.highest_period);
}

static const char *verdict(bool holds) { return holds ? "holds" : "does not hold"; }

static void add_checks(thud_table *table, const compatible_batch *b) {
    thud_table_cells(table, "stationary part, at least 10 s\t%s s\t%s\nmotions, at least 3\t%zu\t%s",
                     thud_format_short(stationary(b)).text, verdict(stationary(b) >= LEAST_STATIONARY), b->count,
                     b->count >= LEAST_MOTIONS ? "holds" : "--count 3 makes three");
    if (!isnan(b->mean.zero_period)) {
        thud_table_cells(table, "mean at T = 0, at least %s\t%.4f of it\t%s", b->soil ? "ag S" : "the target",
                         b->mean.zero_period, verdict(b->mean.zero_period >= LEAST_ZERO_PERIOD));
    }
    if (b->t1 > 0) thud_table_cells(table, "mean from 0.2 T1 to 2 T1, at least 90 %% of the target");
    else thud_table_cells(table, "mean over all periods, at least 90 %% of the target");
    thud_table_cells(table, "%.1f %%\t%s", 100 * b->mean.lowest_near_t1,
                     verdict(b->mean.lowest_near_t1 >= LEAST_NEAR_T1));
}

int compatible_print_human(const compatible_batch *b) {
    print_head(b);
    thud_table motions = thud_table_start("lrrrrrr"), checks = thud_table_start("lrl");
    add_motions(&motions, b);
    add_checks(&checks, b);
    bool good = thud_table_finish(&motions, stdout, 2);
    printf("\nEN 1998-1:2004, 3.2.3.1.2\n");
    good = thud_table_finish(&checks, stdout, 2) && good;
    return good ? EXIT_DONE : work_error("out of memory");
}
