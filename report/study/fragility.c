/* Fragility curves as CSV, as JSON and as a table for people. */

#include "report/study/export.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/print.h"
#include "numeric/normal.h"
#include "report/text/csv.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/print.h"
#include "report/text/table.h"

/* input of all the writers */
typedef struct source {
    const thud_columns *columns;
    const thud_role *roles;
    const thud_fragility_request *request;
    const thud_fragility_set *set;
} source;

static source source_of(const thud_results *results, const thud_fragility_request *request,
                        const thud_fragility_set *set) {
    return (source){thud_results_columns(results), thud_results_roles(results), request, set};
}

/* the axis that a column of labels belongs to, or the column itself */
static const thud_column *axis_of(const source *s, size_t column) {
    const thud_column *c = &s->columns->list[column];
    return c->kind == THUD_COLUMN_LABEL ? c - 1 : c;
}

static const char *key_of(const source *s, const thud_fragility_curve *curve, size_t design) {
    return s->set->keys[curve->example * s->set->design_count + design];
}

static bool is_pooled(const source *s, size_t column) { return s->request->pooled && s->request->pooled[column]; }

static double probability(const thud_fragility_curve *c, double level) {
    if (c->status != THUD_OK || !(level > 0)) return NAN;
    return thud_normal_below(log(level / c->fit.median) / c->fit.dispersion);
}

/* ---- CSV ---- */

static void write_names(const source *s, FILE *stream) {
    const thud_column *level = &s->columns->list[s->request->level];
    char unit[80] = "";
    if (*level->unit) snprintf(unit, sizeof unit, " [%.64s]", level->unit);
    fputs("threshold,meaning", stream);
    for (size_t i = 0; i < s->set->design_count; i++) {
        fputc(',', stream);
        thud_csv_text(stream, axis_of(s, s->set->design[i])->name, "");
    }
    fputs(",pooled over,", stream);
    thud_csv_text(stream, level->name, unit);
    fputs(",cases,exceed,missing,share,probability", stream);
    const char *const numbers[] = {"median", "median low", "median high"};
    for (size_t i = 0; i < 3; i++) fprintf(stream, ",%s%s", numbers[i], unit);
    fputs(",dispersion,dispersion low,dispersion high", stream);
    if (s->request->hazard) fprintf(stream, ",rate [1/year],share from outside the table,most from%s", unit);
    fputs(",note\n", stream);
}

/* names of pooled axes, separated by spaces */
static void write_pooled(const source *s, FILE *stream) {
    fputc(',', stream);
    const char *between = "";
    for (size_t i = 0; i < s->columns->count; i++)
        if (is_pooled(s, i)) {
            fputs(between, stream);
            thud_csv_text(stream, s->columns->list[i].name, "");
            between = " ";
        }
}

static void write_level(const source *s, const thud_fragility_curve *c, size_t level, FILE *stream) {
    thud_csv_text(stream, s->columns->list[c->threshold].name, "");
    fputc(',', stream);
    thud_csv_text(stream, s->roles[c->threshold].about, "");
    for (size_t i = 0; i < s->set->design_count; i++) {
        fputc(',', stream);
        thud_csv_text(stream, key_of(s, c, i), "");
    }
    write_pooled(s, stream);
    thud_csv_number(stream, c->levels[level]);
    fprintf(stream, ",%zu,%zu,%zu", c->total[level], c->exceed[level], c->missing[level]);
    thud_csv_number(stream, c->total[level] > 0 ? (double)c->exceed[level] / (double)c->total[level] : NAN);
    thud_csv_number(stream, probability(c, c->levels[level]));
    const bool fits = c->status == THUD_OK;
    const double numbers[] = {c->fit.median,     c->median_low,     c->median_high,
                              c->fit.dispersion, c->dispersion_low, c->dispersion_high};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        thud_csv_number(stream, fits ? numbers[i] : NAN);
    const double rate[] = {c->rate.rate, c->rate.below + c->rate.above, c->rate.likely};
    for (size_t i = 0; s->request->hazard && i < 3; i++) thud_csv_number(stream, fits ? rate[i] : NAN);
    fputc(',', stream);
    thud_csv_text(stream, c->note, "");
    fputc('\n', stream);
}

bool thud_fragility_write_csv(const char *path, const thud_results *results, const thud_fragility_request *request,
                              const thud_fragility_set *set, thud_error *failure) {
    const source s = source_of(results, request, set);
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    write_names(&s, output.stream);
    for (size_t i = 0; i < set->curve_count; i++)
        for (size_t j = 0; j < set->curves[i].count; j++) write_level(&s, &set->curves[i], j, output.stream);
    return thud_output_commit(&output, failure);
}

/* ---- JSON ---- */

static void write_axes(const source *s, thud_json *json, const char *key, bool pooled) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < s->columns->count; i++) {
        const thud_role_kind kind = s->roles[i].kind;
        const bool axis =
            s->columns->list[i].kind == THUD_COLUMN_AXIS || s->columns->list[i].kind == THUD_COLUMN_TEXT;
        const bool counted = kind == THUD_ROLE_RANDOM || kind == THUD_ROLE_RECORD;
        if (pooled ? is_pooled(s, i) : axis && counted && i != s->request->level)
            thud_json_string(json, s->columns->list[i].name);
    }
    thud_json_write(json, "]");
}

/* a design value: a number if the axis has numbers and no labels */
static void write_key(const source *s, thud_json *json, const thud_fragility_curve *c, size_t design) {
    const size_t column = s->set->design[design];
    const char *text = key_of(s, c, design), *name = axis_of(s, column)->name;
    if (s->columns->list[column].kind == THUD_COLUMN_AXIS)
        thud_json_write(json, "%s: %g", name, thud_number_value(text, NULL));
    else thud_json_write(json, "%s: %s", name, text);
}

static void write_counts(thud_json *json, const char *key, const size_t *counts, size_t count) {
    thud_json_write(json, "%s: [", key);
    for (size_t i = 0; i < count; i++) thud_json_number(json, (double)counts[i]);
    thud_json_write(json, "]");
}

static void write_interval(thud_json *json, const char *key, double low, double high) {
    thud_json_write(json, "%s: [%g, %g]", key, low, high);
}

static void write_curve(const source *s, thud_json *json, const thud_fragility_curve *c) {
    const bool fits = c->status == THUD_OK;
    thud_json_write(json, "{threshold: %s, meaning: %s, design: {", s->columns->list[c->threshold].name,
                    s->roles[c->threshold].about);
    for (size_t i = 0; i < s->set->design_count; i++) write_key(s, json, c, i);
    thud_json_write(json, "}, levels: [");
    for (size_t i = 0; i < c->count; i++) thud_json_number(json, c->levels[i]);
    thud_json_write(json, "]");
    write_counts(json, "cases", c->total, c->count);
    write_counts(json, "exceed", c->exceed, c->count);
    write_counts(json, "missing", c->missing, c->count);
    thud_json_write(json, "median: %g", fits ? c->fit.median : NAN);
    write_interval(json, "median_interval", fits ? c->median_low : NAN, fits ? c->median_high : NAN);
    thud_json_write(json, "dispersion: %g", fits ? c->fit.dispersion : NAN);
    write_interval(json, "dispersion_interval", fits ? c->dispersion_low : NAN, fits ? c->dispersion_high : NAN);
    if (s->request->hazard && fits)
        thud_json_write(
            json,
            "annual_rate: %g, probability_in_50_years: %g, share_below_hazard: %g, share_above_hazard: %g, "
            "most_from: %g",
            c->rate.rate, -expm1(-50 * c->rate.rate), c->rate.below, c->rate.above, c->rate.likely);
    thud_json_write(json, "log_likelihood: %g, note: %s}", fits ? c->fit.log_likelihood : NAN, c->note);
}

void thud_fragility_write_json(thud_json *json, const thud_results *results, const thud_fragility_request *request,
                               const thud_fragility_set *set) {
    const source s = source_of(results, request, set);
    thud_json_write(json, "fragility: {level: %s, unit: %s, confidence: %g", s.columns->list[request->level].name,
                    s.columns->list[request->level].unit, request->confidence);
    write_axes(&s, json, "counted_over", false);
    write_axes(&s, json, "pooled_over", true);
    thud_json_write(json, "curves: [");
    for (size_t i = 0; i < set->curve_count; i++) write_curve(&s, json, &set->curves[i]);
    thud_json_write(json, "]}");
}

/* ---- for people ---- */

static void add_interval(thud_table *table, double value, double low, double high, const char *unit) {
    thud_table_cells(table, "%s\t%s to %s", thud_format_quantity(value, unit).text,
                     thud_format_quantity(low, unit).text, thud_format_quantity(high, unit).text);
}

static void add_curve(const source *s, thud_table *table, const thud_fragility_curve *c) {
    const char *unit = s->columns->list[s->request->level].unit;
    size_t exceed = 0, total = 0;
    for (size_t i = 0; i < c->count; i++) {
        exceed += c->exceed[i];
        total += c->total[i];
    }
    thud_table_cells(table, "%s", s->columns->list[c->threshold].name);
    for (size_t i = 0; i < s->set->design_count; i++) {
        const thud_column *column = &s->columns->list[s->set->design[i]];
        const char *text = key_of(s, c, i);
        if (column->kind != THUD_COLUMN_AXIS) thud_table_cells(table, "%s", text);
        else thud_table_cells(table, "%s", thud_format_quantity(thud_number_value(text, NULL), column->unit).text);
    }
    if (c->status == THUD_OK) {
        add_interval(table, c->fit.median, c->median_low, c->median_high, unit);
        add_interval(table, c->fit.dispersion, c->dispersion_low, c->dispersion_high, "");
    } else {
        for (int i = 0; i < 4; i++) thud_table_cells(table, "–");
    }
    if (s->request->hazard && c->status == THUD_OK)
        thud_table_cells(table, "%.3g\t%.3g %%", c->rate.rate, -100 * expm1(-50 * c->rate.rate));
    else if (s->request->hazard) thud_table_cells(table, "–\t–");
    thud_table_cells(table, "%zu of %zu\t%s", exceed, total, c->note);
}

/* what rests on the hazard beyond its table is said */
static void print_outside(FILE *stream, const source *s) {
    for (size_t i = 0; i < s->set->curve_count; i++) {
        const thud_fragility_curve *c = &s->set->curves[i];
        if (c->status != THUD_OK || c->rate.below + c->rate.above < 0.05) continue;
        thud_print_to(
            stream,
            "  of rate %zu, %.0f %% comes from intensities outside the hazard table: its lines are extended\n",
            i + 1, 100 * (c->rate.below + c->rate.above));
    }
}

bool thud_fragility_print(FILE *stream, const thud_results *results, const thud_fragility_request *request,
                          const thud_fragility_set *set) {
    const source s = source_of(results, request, set);
    enum { MOST = 64 };
    char alignment[MOST + 8] = "l", interval[24];
    const size_t designs = set->design_count < MOST ? set->design_count : MOST;
    for (size_t i = 0; i < designs; i++) strcat(alignment, "r");
    strcat(alignment, request->hazard ? "rrrrrrrl" : "rrrrrl");
    thud_table table = thud_table_start(alignment);
    thud_table_cells(&table, "threshold");
    for (size_t i = 0; i < set->design_count; i++) {
        const thud_column *axis = axis_of(&s, set->design[i]);
        thud_table_cells(&table, "%s", axis->name);
    }
    thud_print(interval, sizeof interval, "%.0f %%", 100 * request->confidence);
    thud_table_cells(&table, "median %s\t%s\tdispersion\t%s", s.columns->list[request->level].name, interval,
                     interval);
    if (request->hazard) thud_table_cells(&table, "a year\tin 50 years");
    thud_table_cells(&table, "exceed\t");
    for (size_t i = 0; i < set->curve_count; i++) add_curve(&s, &table, &set->curves[i]);
    if (!thud_table_finish(&table, stream, 2)) return false;
    if (request->hazard) print_outside(stream, &s);
    return true;
}
