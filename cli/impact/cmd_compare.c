/*
 * thud compare: laws side by side in the dimensionless frame, against Newton's values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/impact/impact_input.h"
#include "cli/message.h"
#include "report/figure/comparison.h"
#include "report/figure/figures.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/json.h"
#include "report/text/table.h"

static const cli_option option_table[] = {
    {"e", "E,E,…", "restitutions to ask for, each in (0, 1]; default 0.25,0.5,0.75,1"},
    {"separation", "RULE", "zero-force or return, for all models; default: each model's own"},
    {"csv", "FILE", "write the rows as CSV"},
    {"plot", "DIR", "draw the figures of the comparison into this folder (SVG, with data and scripts)"},
    {"json", NULL, "one JSON object on stdout"},
};

enum { RESTITUTION_LIMIT = 64 };

/* the selection to compare: lists that the comparison points into */
typedef struct selection {
    const thud_law **laws;
    size_t law_count;
    double restitutions[RESTITUTION_LIMIT];
    size_t restitution_count;
} selection;

static int read_restitution(const char *entry, double *restitution) {
    thud_error error;
    if (thud_quantity_parse(entry, THUD_DIMENSION_NONE, restitution, &error) != THUD_OK)
        return usage_error("--e '%s': expected %s", entry, error.text);
    return check_restitution(*restitution);
}

static int read_restitutions(const char *text, selection *chosen) {
    char list[1024];
    if (strlen(text) >= sizeof list) return usage_error("--e: the list is too long");
    memcpy(list, text, strlen(text) + 1);
    char *entry = list;
    for (bool more = true; more;) {
        size_t length = strcspn(entry, ",");
        more = entry[length] == ',';
        entry[length] = '\0';
        if (chosen->restitution_count == RESTITUTION_LIMIT)
            return usage_error("--e: at most %d restitutions at a time", RESTITUTION_LIMIT);
        int status = read_restitution(entry, &chosen->restitutions[chosen->restitution_count++]);
        if (status != EXIT_DONE) return status;
        entry += length + 1;
    }
    return EXIT_DONE;
}

/* the models named, or all of them; a model named twice is compared once */
static int read_laws(const cli_options *options, selection *chosen) {
    bool all = options->word_count == 0;
    size_t count = all ? thud_law_count() : options->word_count;
    chosen->laws = malloc(count * sizeof *chosen->laws);
    if (!chosen->laws) return work_error("out of memory");
    for (size_t i = 0; i < count; i++) {
        const thud_law *law = all ? thud_law_at(i) : find_law(options->words[i]);
        if (!law) return EXIT_USAGE;
        bool seen = false;
        for (size_t j = 0; j < chosen->law_count; j++) seen = seen || chosen->laws[j] == law;
        if (!seen) chosen->laws[chosen->law_count++] = law;
    }
    return EXIT_DONE;
}

static bool compares(const selection *chosen, const char *name) {
    for (size_t i = 0; i < chosen->law_count; i++)
        if (strcmp(chosen->laws[i]->name, name) == 0) return true;
    return false;
}

static void row_json(thud_json *json, const thud_comparison_row *row) {
    bool smooth = row->law->structure->kind != THUD_FORCE_IMPULSIVE;
    thud_json_write(json, "{model: %s, e: %g, damping_kind: %s, separation:", row->law->name, row->restitution,
                    row->kind);
    thud_json_string(json, smooth ? thud_separation_name(row->separation) : NULL);
    thud_json_write(json, "damping: %g, e_out: %g, impulse: %g, energy_lost: %g",
                    thud_damping_number(row->law, &row->impact), row->impact.restitution, row->impact.impulse,
                    row->impact.energy_lost);
    thud_json_write(json, "max_force: %g, max_penetration: %g, contact_time: %g, reason: %s}",
                    smooth ? row->impact.max_force : NAN, smooth ? row->impact.max_penetration : NAN,
                    smooth ? row->impact.contact_time : NAN, *row->reason ? row->reason : NULL);
}

/* the largest error of the published closed form over all n; NAN if it cannot be computed */
static thud_closed_form_error closed_form_error(double restitution) {
    thud_closed_form_error largest;
    thud_status status = thud_closed_form_largest_error(restitution, &largest);
    return status == THUD_OK ? largest : (thud_closed_form_error){NAN, NAN};
}

static void closed_form_json(thud_json *json, const thud_comparison *comparison) {
    thud_json_write(json, "closed_form_errors: [");
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        thud_closed_form_error largest = closed_form_error(asked);
        thud_json_write(json, "{e: %g, error: %g, relative_error: %g, exponent_n: %g}", asked, largest.error,
                        largest.error / asked, largest.exponent);
    }
    thud_json_write(json, "]");
}

static void print_json(const thud_comparison *comparison, bool closed_form) {
    thud_json json = thud_json_start(stdout);
    thud_json_write(&json, "{rows: [");
    for (size_t i = 0; i < comparison->row_count; i++) row_json(&json, &comparison->rows[i]);
    thud_json_write(&json, "]");
    if (closed_form) closed_form_json(&json, comparison);
    thud_json_write(&json, "}\n");
}

/* four decimals, or a power of ten where they would be zero; no sign on zero */
static void add_number_cell(thud_table *table, double value) {
    bool plain = fabs(value) < 1e-14 || (fabs(value) >= 1e-3 && fabs(value) < 99999.5);
    if (plain) thud_table_cells(table, "%.4f", fabs(value) < 1e-14 ? 0 : value);
    else thud_table_cells(table, "%s", thud_format_number(value).text);
}

static void add_smooth_cell(thud_table *table, const thud_comparison_row *row, double value) {
    if (row->law->structure->kind != THUD_FORCE_IMPULSIVE) add_number_cell(table, value);
    else thud_table_cells(table, "–");
}

/* below the column's resolution the sign would be noise; far above, so would the digits */
static void add_percent_cell(thud_table *table, double percent) {
    if (fabs(percent) < 0.005) thud_table_cells(table, "0 %%");
    else if (fabs(percent) < 99999.5) thud_table_cells(table, "%+.2f %%", percent);
    else thud_table_cells(table, "%s%s %%", percent > 0 ? "+" : "", thud_format_number(percent).text);
}

static void add_row(thud_table *table, const thud_comparison_row *row) {
    const thud_impact *hit = &row->impact;
    thud_table_cells(table, "%s\t%s", row->law->name, row->kind);
    if (*row->reason) {
        thud_table_cells(table, "none");
        for (int i = 0; i < 6; i++) thud_table_cells(table, "–");
        return;
    }
    thud_table_cells(table, "%s", thud_format_restitution(hit->restitution).text);
    add_percent_cell(table, 100 * (hit->restitution - row->restitution) / row->restitution);
    add_number_cell(table, hit->impulse);
    add_number_cell(table, hit->energy_lost);
    add_smooth_cell(table, row, hit->max_force);
    add_smooth_cell(table, row, hit->max_penetration);
    add_smooth_cell(table, row, hit->contact_time);
}

static void add_heads(thud_table *table) {
    thud_table_cells(table, "model\tdamping\te out\terror\timpulse\tenergy\tforce\tpenetration\ttime");
}

/* below the tables: why a row has no numbers */
static void print_reasons(const thud_comparison *comparison) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        if (*row->reason)
            printf("No numbers for %s, %s damping, e = %s: %s.\n", row->law->name, row->kind,
                   thud_format_short(row->restitution).text, row->reason);
    }
}

static int print_closed_form(const thud_comparison *comparison) {
    thud_table table = thud_table_start("rrrr");
    thud_table_space(&table);
    thud_table_heading(&table, "Largest error of the closed form of " THUD_CLOSED_FORM_LAW
                               " for any n, as in its fig 8; m, k and v cancel");
    thud_table_cells(&table, "e\te out − e\terror\tat n");
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        thud_closed_form_error largest = closed_form_error(asked);
        thud_table_cells(&table, "%s", thud_format_short(asked).text);
        if (isnan(largest.error)) {
            for (int j = 0; j < 3; j++) thud_table_cells(&table, "–");
            continue;
        }
        thud_table_cells(&table, "%s%s", largest.error > 0 ? "+" : "", thud_format_number(largest.error).text);
        add_percent_cell(&table, 100 * largest.error / asked);
        thud_table_cells(&table, "%s", thud_format_short(largest.exponent).text);
    }
    return thud_table_finish(&table, stdout, 2) ? EXIT_DONE : work_error("out of memory");
}

static int print_human(const thud_comparison *comparison, bool closed_form) {
    thud_table table = thud_table_start("llrrrrrrr");
    size_t next = 0;
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        const thud_impact *newton = &comparison->newton[i];
        double asked = comparison->restitutions[i];
        if (i > 0) thud_table_space(&table);
        thud_table_heading(&table, "e = %s; Newton: impulse %.4f, energy lost %.4f", thud_format_short(asked).text,
                           newton->impulse, newton->energy_lost);
        add_heads(&table);
        /* the rows are in the order of the restitutions, as many for each */
        size_t end = comparison->row_count / comparison->restitution_count * (i + 1);
        for (; next < end; next++) add_row(&table, &comparison->rows[next]);
    }
    if (!thud_table_finish(&table, stdout, 2)) return work_error("out of memory");
    printf("\nAll numbers are dimensionless: k = m = v = 1. force, penetration: the largest; time: of contact.\n");
    print_reasons(comparison);
    return closed_form ? print_closed_form(comparison) : EXIT_DONE;
}

/* an unreachable restitution is an answer; a failed computation is an error, reported last */
static int check_rows(const thud_comparison *comparison) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        if (row->status != THUD_OK && !is_bad_input(row->status))
            return work_error("%s at e = %s, %s damping: %s", row->law->name,
                              thud_format_short(row->restitution).text, row->kind, row->reason);
    }
    return EXIT_DONE;
}

/* figures about the closed form of the linear damper appear with its own model */
static bool draw_figures(const thud_comparison *comparison, const selection *chosen, const char *directory,
                         thud_error *failure) {
    return thud_directory_create(directory, failure) && thud_comparison_draw(comparison, directory, failure) &&
           (!compares(chosen, THUD_CLOSED_FORM_LAW) || thud_linear_damper_figures_draw(directory, failure));
}

/* figures, scripts and data have fixed names in the folder; the table must not have one of them */
static bool among_figures(const char *directory, const char *file) {
    static const char *const endings[] = {".svg", ".gp", ".dat"};
    const char *dot = strrchr(file, '.');
    bool figure = false;
    for (size_t i = 0; dot && i < sizeof endings / sizeof endings[0]; i++)
        figure = figure || strcmp(dot, endings[i]) == 0;
    char *inside = figure ? thud_path_join(directory, "x") : NULL;
    bool among = inside && thud_same_directory(inside, file);
    free(inside);
    return among;
}

static int compare(const cli_options *options, const selection *chosen, thud_separation separation) {
    const char *csv = option_value(options, "csv"), *plot = option_value(options, "plot");
    bool closed_form = compares(chosen, THUD_CLOSED_FORM_LAW);
    if (csv && plot && among_figures(plot, csv))
        return usage_error("--csv '%s' lies in the folder of the figures; give another name", csv);
    thud_error failure;
    thud_comparison comparison;
    if (!thud_comparison_create(chosen->laws, chosen->law_count, chosen->restitutions, chosen->restitution_count,
                                separation, &comparison, &failure))
        return work_error("%s", failure.text);
    int status = EXIT_DONE;
    if ((csv && !thud_comparison_write(&comparison, csv, &failure)) ||
        (plot && !draw_figures(&comparison, chosen, plot, &failure)))
        status = work_error("%s", failure.text);
    else if (option_given(options, "json")) print_json(&comparison, closed_form);
    else status = print_human(&comparison, closed_form);
    if (status == EXIT_DONE) status = check_rows(&comparison);
    thud_comparison_free(&comparison);
    return status;
}

static int run(const cli_options *options) {
    selection chosen = {0};
    thud_separation separation = THUD_SEPARATION_DEFAULT;
    const char *list = option_value(options, "e");
    int status = read_separation(options, &separation) ? EXIT_DONE : EXIT_USAGE;
    if (status == EXIT_DONE) status = read_restitutions(list ? list : "0.25,0.5,0.75,1", &chosen);
    if (status == EXIT_DONE) status = read_laws(options, &chosen);
    if (status == EXIT_DONE) status = compare(options, &chosen, separation);
    free(chosen.laws);
    return status;
}

const cli_command command_compare = {
    .name = "compare",
    .synopsis = "[MODEL …] [--e E,E,…] [options]",
    .summary = "Compare models: what each published rule and the exact damping return, against Newton's values",
    .details =
        "Without a model, all are compared. A model without a damper always returns 1. If a model cannot return\n"
        "an e, its row has no numbers, and a line below (in JSON the key reason) says why. With\n"
        "poursina-nikravesh also: the largest error of its closed form over all n.",
    .examples = "  thud compare --e 0.5\n"
                "  thud compare hunt-crossley flores gonthier --e 0.25,0.5,0.75,1 --csv laws.csv\n"
                "  thud compare --plot figures\n",
    COMMAND_OPTIONS(option_table),
    .run = run,
};
