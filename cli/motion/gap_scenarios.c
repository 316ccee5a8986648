/*
 * thud gap with two scenarios: the separation they need, floor by floor, for a set of ground motions.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/files.h"
#include "cli/message.h"
#include "cli/motion/motion_parts.h"
#include "cli/run/scenario_input.h"
#include "report/figure/figures.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"
#include "simulate/apart.h"

/* The largest of all motions, for each pair of floors. */
typedef struct needed {
    thud_apart apart;
    const char *a_record, *b_record; /* that asked for it */
} needed;

typedef struct gap_floors {
    thud_model *a, *b;
    size_t count;
    size_t records;
    thud_apart *pairs; /* for one motion */
    needed *needed;
    double *a_left, *b_left; /* [records × count], m: of every motion */
} gap_floors;

static int follow(const cli_options *options, size_t record, gap_floors *g) {
    const char *path = options->words[2 + record];
    thud_motion *motion = NULL;
    thud_motion_info info;
    thud_error error;
    int status = motion_input_read(options, path, &motion, &info);
    if (status == EXIT_DONE && thud_apart_find(g->a, g->b, motion, g->pairs, &error) != THUD_OK)
        status = library_error(NULL, &error);
    for (size_t i = 0; status == EXIT_DONE && i < g->count; i++) {
        needed *n = &g->needed[i];
        g->a_left[record * g->count + i] = g->pairs[i].a_left;
        g->b_left[record * g->count + i] = g->pairs[i].b_left;
        if (!n->a_record || g->pairs[i].a_left > n->apart.a_left) {
            n->apart.a_left = g->pairs[i].a_left;
            n->a_record = path;
        }
        if (!n->b_record || g->pairs[i].b_left > n->apart.b_left) {
            n->apart.b_left = g->pairs[i].b_left;
            n->b_record = path;
        }
    }
    thud_motion_free(motion);
    return status;
}

static void print_json(const cli_options *options, const gap_floors *g) {
    thud_json json = thud_json_start(stdout);
    double a_left = 0, b_left = 0;
    thud_json_write(&json, "{records: [");
    for (size_t i = 2; i < options->word_count; i++) thud_json_string(&json, options->words[i]);
    thud_json_write(&json, "], floors: [");
    for (size_t i = 0; i < g->count; i++) {
        const needed *n = &g->needed[i];
        a_left = fmax(a_left, n->apart.a_left);
        b_left = fmax(b_left, n->apart.b_left);
        thud_json_write(&json,
                        "{a: %s, b: %s, exact_a_left: %g, record_a_left: %s, exact_b_left: %g, record_b_left: %s}",
                        thud_model_body_name(g->a, i), thud_model_body_name(g->b, i), n->apart.a_left, n->a_record,
                        n->apart.b_left, n->b_record);
    }
    thud_json_write(&json, "], exact_a_left: %g, exact_b_left: %g}\n", a_left, b_left);
}

static int print_human(const gap_floors *g) {
    thud_table table = thud_table_start("llrlrl");
    static const char *const heads[] = {"A", "B", "A on the left", "in", "B on the left", "in"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) thud_table_cells(&table, "%s", heads[i]);
    for (size_t i = 0; i < g->count; i++) {
        const needed *n = &g->needed[i];
        thud_table_cells(&table, "%s", thud_model_body_name(g->a, i));
        thud_table_cells(&table, "%s", thud_model_body_name(g->b, i));
        thud_table_cells(&table, "%s", thud_format_quantity(n->apart.a_left, "m").text);
        thud_table_cells(&table, "%s", n->a_record);
        thud_table_cells(&table, "%s", thud_format_quantity(n->apart.b_left, "m").text);
        thud_table_cells(&table, "%s", n->b_record);
    }
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int solve(const cli_options *options, gap_floors *g) {
    int status = scenario_input_read(options->words[0], &g->a);
    if (status == EXIT_DONE) status = scenario_input_read(options->words[1], &g->b);
    if (status != EXIT_DONE) return status;
    g->count = thud_apart_count(g->a, g->b);
    g->pairs = calloc(g->count + 1, sizeof *g->pairs);
    g->needed = calloc(g->count + 1, sizeof *g->needed);
    g->records = options->word_count - 2;
    g->a_left = calloc(g->records * g->count + 1, sizeof *g->a_left);
    g->b_left = calloc(g->records * g->count + 1, sizeof *g->b_left);
    if (!g->pairs || !g->needed || !g->a_left || !g->b_left) return work_error("out of memory");
    for (size_t i = 0; i < g->records && status == EXIT_DONE; i++) status = follow(options, i, g);
    return status;
}

/* the picture's name, before anything is computed */
static int check_plot(const cli_options *options) {
    int status = EXIT_DONE;
    for (size_t i = 0; i < options->word_count && status == EXIT_DONE; i++)
        status = check_overwrite_input(option_value(options, "plot"), options->words[i]);
    return status;
}

static int draw(const cli_options *options, const gap_floors *g) {
    const char *plot = option_value(options, "plot");
    if (!plot) return EXIT_DONE;
    const char **names = calloc(2 * g->count + 1, sizeof *names);
    thud_error failure;
    if (!names) return work_error("out of memory");
    for (size_t i = 0; i < g->count; i++) {
        names[i] = thud_model_body_name(g->a, i);
        names[g->count + i] = thud_model_body_name(g->b, i);
    }
    const thud_gap_floors_picture picture = {g->count, g->records, names, names + g->count, g->a_left, g->b_left};
    const bool drawn = thud_gap_floors_draw(plot, &picture, &failure);
    free(names);
    return drawn ? EXIT_DONE : work_error("%s", failure.text);
}

int gap_scenarios_run(const cli_options *options) {
    gap_floors g = {0};
    if (options->word_count < 3)
        return usage_error(
            "gap needs two scenarios and at least one ground motion: thud gap A.yaml B.yaml RECORD…");
    int status = check_plot(options);
    if (status == EXIT_DONE) status = solve(options, &g);
    if (status == EXIT_DONE) status = draw(options, &g);
    if (status == EXIT_DONE && option_given(options, "json")) print_json(options, &g);
    else if (status == EXIT_DONE) status = print_human(&g);
    free(g.pairs);
    free(g.needed);
    free(g.a_left);
    free(g.b_left);
    thud_model_free(g.a);
    thud_model_free(g.b);
    return status;
}
