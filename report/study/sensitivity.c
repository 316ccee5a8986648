/* Sensitivities as CSV, for people, and as a tornado: bars of one result, the axis with the largest effect on top.
 */
#include "report/study/sensitivity.h"

#include <math.h>
#include <string.h>

#include "base/print.h"
#include "report/figure/figure.h"
#include "report/text/csv.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/print.h"
#include "report/text/table.h"

/* What a design adds to the rank correlations: two numbers with their intervals. */
typedef struct index_names {
    const char *columns, *cells[2], *keys[2];
} index_names;

static const index_names *names_of(thud_design_kind design) {
    static const index_names names[] = {
        [THUD_DESIGN_SOBOL] = {"first order,from,to,total,from,to", {"first order", "total"}, {"first_order", "total"}},
        [THUD_DESIGN_MORRIS] = {"effect size,from,to,deviation of effects,from,to",
                                {"mean size of effects", "their deviation"},
                                {"effect_size", "effect_deviation"}},
    };
    return design == THUD_DESIGN_NONE ? NULL : &names[design];
}

bool thud_sensitivity_write_csv(const char *path, const thud_results *results, const thud_influences *set,
                                thud_error *failure) {
    const thud_columns *columns = thud_results_columns(results);
    thud_output output;
    if (!thud_output_open_inside(&output, path, failure)) return false;
    const index_names *names = names_of(set->design);
    fputs("result,unit,axis,rank_correlation,cases,mean in lower quarter,mean in upper quarter", output.stream);
    if (names) fprintf(output.stream, ",%s,blocks", names->columns);
    fputc('\n', output.stream);
    for (size_t i = 0; i < set->count; i++) {
        const thud_influence *one = &set->list[i];
        thud_csv_text(output.stream, columns->list[one->result].name, "");
        fputc(',', output.stream);
        thud_csv_text(output.stream, columns->list[one->result].unit, "");
        fputc(',', output.stream);
        thud_csv_text(output.stream, columns->list[one->axis].name, "");
        thud_print_to(output.stream, ",%.17g,%zu,%.17g,%.17g", one->correlation, one->count, one->low, one->high);
        const thud_index_estimate *first = &one->index.first, *second = &one->index.second;
        if (names)
            thud_print_to(output.stream, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%zu", first->value, first->low,
                          first->high, second->value, second->low, second->high, one->blocks);
        fputc('\n', output.stream);
    }
    return thud_output_commit(&output, failure);
}

/* a share of the variance, or an effect in the result's unit; and the interval */
static void print_estimate(char text[96], const thud_index_estimate *e, thud_design_kind design, const char *unit) {
    if (isnan(e->value)) snprintf(text, 96, "–");
    else if (design == THUD_DESIGN_SOBOL) thud_print(text, 96, "%.2f (%.2f to %.2f)", e->value, e->low, e->high);
    else
        thud_print(text, 96, "%s (%s to %s)", thud_format_quantity(e->value, unit).text,
                   thud_format_quantity(e->low, unit).text, thud_format_quantity(e->high, unit).text);
}

static bool print_indices(FILE *stream, const thud_results *results, const thud_influences *set, size_t result) {
    const thud_columns *columns = thud_results_columns(results);
    const index_names *names = names_of(set->design);
    thud_table table = thud_table_start("lrr");
    size_t blocks = 0;
    thud_table_cells(&table, "axis\t%s\t%s", names->cells[0], names->cells[1]);
    for (size_t i = 0; i < set->count; i++) {
        const thud_influence *one = &set->list[i];
        if (one->result != result) continue;
        char first[96], second[96];
        print_estimate(first, &one->index.first, set->design, columns->list[result].unit);
        print_estimate(second, &one->index.second, set->design, columns->list[result].unit);
        thud_table_cells(&table, "%s\t%s\t%s", columns->list[one->axis].name, first, second);
        blocks = one->blocks;
    }
    fprintf(stream, "  %s for ", set->design == THUD_DESIGN_SOBOL ? "Sobol' indices" : "elementary effects");
    thud_text_print(stream, columns->list[result].name);
    fprintf(stream, " from %zu %s; in brackets where 95 %% of repetitions lie\n", blocks,
            set->design == THUD_DESIGN_SOBOL ? "samples" : "paths");
    return thud_table_finish(&table, stream, 2);
}

bool thud_sensitivity_print(FILE *stream, const thud_results *results, const thud_influences *set, size_t result) {
    const thud_columns *columns = thud_results_columns(results);
    thud_table table = thud_table_start("lrrr");
    thud_table_cells(&table, "axis\trank correlation\tin its lower quarter\tin its upper quarter");
    for (size_t i = 0; i < set->count; i++) {
        const thud_influence *one = &set->list[i];
        if (one->result != result) continue;
        const char *unit = columns->list[result].unit;
        thud_table_cells(&table, "%s\t%+.2f\t%s\t%s", columns->list[one->axis].name, one->correlation,
                         thud_format_quantity(one->low, unit).text, thud_format_quantity(one->high, unit).text);
    }
    fputs("  means of ", stream);
    thud_text_print(stream, columns->list[result].name);
    fputs(" over the cases of each quarter\n", stream);
    if (!thud_table_finish(&table, stream, 2)) return false;
    return set->design == THUD_DESIGN_NONE || print_indices(stream, results, set, result);
}

void thud_sensitivity_write_json(thud_json *json, const thud_results *results, const thud_influences *set) {
    const thud_columns *columns = thud_results_columns(results);
    const index_names *names = names_of(set->design);
    thud_json_write(json, "sensitivity: [");
    for (size_t i = 0; i < set->count; i++) {
        const thud_influence *one = &set->list[i];
        thud_json_write(json, "{result: %s, axis: %s, rank_correlation: %g, cases: %g, low: %g, high: %g",
                        columns->list[one->result].name, columns->list[one->axis].name, one->correlation,
                        (double)one->count, one->low, one->high);
        const thud_index_estimate *estimates[2] = {&one->index.first, &one->index.second};
        for (int k = 0; names && k < 2; k++) {
            thud_json_write(json, "%s: {value: %g, low: %g, high: %g}", names->keys[k], estimates[k]->value,
                            estimates[k]->low, estimates[k]->high);
        }
        thud_json_write(json, "}");
    }
    thud_json_write(json, "]");
}

bool thud_sensitivity_draw(const char *path, const thud_results *results, const thud_influences *set, size_t result,
                           thud_error *failure) {
    const thud_columns *columns = thud_results_columns(results);
    thud_figure figure;
    size_t bars = 0;
    double largest = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (set->list[i].result != result) continue;
        bars++;
        largest = fmax(largest, fmax(fabs(set->list[i].low), fabs(set->list[i].high)));
    }
    if (bars == 0) return thud_fail(failure, "no axis of numbers varies together with this result");
    if (!thud_figure_open(&figure, path, 700, 140 + 30 * (int)(bars < 20 ? bars : 20), failure)) return false;
    const char *unit = columns->list[result].unit;
    const thud_prefix prefix = *unit ? thud_prefix_for(largest) : (thud_prefix){1, ""};
    FILE *script = figure.script.stream;
    char label[256];
    snprintf(label, sizeof label, "mean of %.150s [%s%.40s]", columns->list[result].name, prefix.symbol,
             *unit ? unit : "–");
    fputs("# place from the top, mean in the lower quarter of the axis, in its upper quarter, rank correlation\n",
          figure.data.stream);
    fputs("set xlabel ", script);
    thud_gnuplot_text(script, label);
    fputs(" noenhanced\nset yrange [:] reverse\nset ytics (", script);
    size_t place = 0;
    for (size_t i = 0; i < set->count; i++) {
        const thud_influence *one = &set->list[i];
        if (one->result != result || place == 20) continue;
        if (place > 0) fputs(", ", script);
        thud_gnuplot_text(script, columns->list[one->axis].name);
        fprintf(script, " %zu", ++place);
        thud_print_to(figure.data.stream, "%zu %.9g %.9g %.4f\n", place, one->low, one->high, one->correlation);
    }
    thud_print_to(
        script,
        ") noenhanced\nset yrange [%.1f:0.3]\nf = %.0e\nset grid xtics\nset key outside top center "
        "horizontal\n"
        "plot data using ($2*f):1:($2*f):($3*f):($1-0.3):($1+0.3) with boxxyerror fillstyle solid 0.35 "
        "linestyle 1 notitle, \\\n"
        "     data using ($2*f):1 with points linestyle 2 pointtype 7 title 'axis in its lower quarter', \\\n"
        "     data using ($3*f):1 with points linestyle 3 pointtype 5 title 'axis in its upper quarter'\n",
        (double)place + 0.7, prefix.factor);
    return thud_figure_draw(&figure, failure);
}
