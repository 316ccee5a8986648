/* Laws compared: every law at every restitution, as rows, a CSV file and four figures. */

#include "report/figure/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "report/figure/figure.h"
#include "report/text/file.h"
#include "report/text/format.h"
#include "report/text/print.h"

static const thud_impact NO_IMPACT = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

/* the error in the options, or in the solution */
static void explain(const thud_impact_options *options, thud_status status, char *reason, size_t size) {
    thud_error error;
    bool options_wrong = thud_impact_check(options, &error) != THUD_OK;
    snprintf(reason, size, "%.200s", options_wrong ? thud_error_reason(&error) : thud_status_text(status));
}

static void add_row(thud_comparison *comparison, const thud_impact_options *options, double asked) {
    thud_comparison_row *row = &comparison->rows[comparison->row_count++];
    *row = (thud_comparison_row){.law = options->law,
                                 .restitution = asked,
                                 .kind = thud_damping_kind(options),
                                 .separation = thud_law_separation(options->law, options->separation)};
    row->status = thud_impact_solve(options, &row->impact);
    if (row->status == THUD_OK) return;
    row->impact = NO_IMPACT;
    explain(options, row->status, row->reason, sizeof row->reason);
}

/* one law at one restitution: a row for its rule, if it has one, and a row for the exact damping */
static void add_law(thud_comparison *comparison, const thud_law *law, double asked, thud_separation separation) {
    thud_impact_options options = thud_impact_options_default(law);
    bool elastic = law->structure->kind == THUD_FORCE_ELASTIC;
    options.restitution = elastic ? 1 : asked;
    options.separation = separation;
    options.damping = THUD_DAMPING_PUBLISHED;
    bool two = thud_law_has_rule(law) && strcmp(thud_damping_kind(&options), "published") == 0;
    if (two) add_row(comparison, &options, asked);
    options.damping = THUD_DAMPING_EXACT;
    add_row(comparison, &options, asked);
}

/* Newton's law returns every restitution in (0, 1] */
static thud_impact newton_impact(double restitution) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("newton"));
    options.restitution = restitution;
    thud_impact impact;
    return thud_impact_solve(&options, &impact) == THUD_OK ? impact : NO_IMPACT;
}

static void fill(thud_comparison *comparison, thud_separation separation) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        comparison->newton[i] = newton_impact(asked);
        for (size_t j = 0; j < comparison->law_count; j++)
            add_law(comparison, comparison->laws[j], asked, separation);
    }
}

bool thud_comparison_create(const thud_law *const *laws, size_t law_count, const double *restitutions,
                            size_t restitution_count, thud_separation separation, thud_comparison *comparison,
                            thud_error *failure) {
    *comparison = (thud_comparison){
        .laws = laws, .law_count = law_count, .restitutions = restitutions, .restitution_count = restitution_count};
    comparison->rows = calloc(2 * law_count * restitution_count, sizeof *comparison->rows);
    comparison->newton = calloc(restitution_count, sizeof *comparison->newton);
    if (comparison->rows && comparison->newton) {
        fill(comparison, separation);
        return true;
    }
    thud_comparison_free(comparison);
    return thud_fail_memory(failure);
}

void thud_comparison_free(thud_comparison *comparison) {
    free(comparison->rows);
    free(comparison->newton);
    *comparison = (thud_comparison){0};
}

const thud_comparison_row *thud_comparison_published(const thud_comparison *comparison, const thud_law *law,
                                                     double restitution) {
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        if (row->law == law && row->restitution == restitution) return row;
    }
    return NULL;
}

/* empty instead of NaN, so that a spreadsheet does not read text */
static void write_number(FILE *stream, double value) {
    if (isfinite(value)) thud_print_to(stream, ",%.17g", value);
    else fputc(',', stream);
}

bool thud_comparison_write(const thud_comparison *comparison, const char *path, thud_error *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    FILE *stream = output.stream;
    fputs("model,e [-],damping_kind,e_out [-],impulse [-],energy_lost [-],max_force [-],max_penetration [-],"
          "contact_time [-],damping [-],separation,reason\n",
          stream);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const thud_comparison_row *row = &comparison->rows[i];
        bool smooth = row->law->structure->kind != THUD_FORCE_IMPULSIVE;
        thud_print_to(stream, "%s,%.17g,%s", row->law->name, row->restitution, row->kind);
        write_number(stream, row->impact.restitution);
        write_number(stream, row->impact.impulse);
        write_number(stream, row->impact.energy_lost);
        write_number(stream, smooth ? row->impact.max_force : NAN);
        write_number(stream, smooth ? row->impact.max_penetration : NAN);
        write_number(stream, smooth ? row->impact.contact_time : NAN);
        write_number(stream, thud_damping_number(row->law, &row->impact));
        fprintf(stream, ",%s", smooth ? thud_separation_name(row->separation) : "");
        /* the reason why the row has no numbers; it contains commas but no quotes */
        fprintf(stream, *row->reason ? ",\"%s\"\n" : ",\n", row->reason);
    }
    return thud_output_commit(&output, failure);
}

/* one figure: a quantity of an impact */
typedef struct quantity {
    const char *file;
    const char *title;
    const char *label;
    double (*value)(const thud_impact *impact, double asked);
    const char *axis;  /* gnuplot commands for the axis of values */
    double least_span; /* least span of that axis, so that rounding does not fill it when all laws agree */
} quantity;

static double impulse(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->impulse;
}

static double energy_lost(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->energy_lost;
}

static double restitution(const thud_impact *impact, double asked) {
    (void)asked;
    return impact->restitution;
}

static double error_percent(const thud_impact *impact, double asked) {
    return 100 * (impact->restitution - asked) / asked;
}

/* linear within a percent, logarithmic beyond, so that errors of 0.5 % and 300 % both show */
static const char percent_axis[] = "set nonlinear x via asinh(x) inverse sinh(x)\n"
                                   "set xtics (-100, -30, -10, -3, -1, 0, 1, 3, 10, 30, 100, 300, 1000, 10000)\n";

static const quantity quantities[] = {
    {"impulse.svg", "Impulse of the published laws", "impulse / (m v)  [–]", impulse, "", 0.1},
    {"energy-lost.svg", "Energy lost by the published laws", "energy lost / (m v^2)  [–]", energy_lost, "", 0.1},
    {"restitution.svg", "Restitution that the published laws return", "restitution e_{out}  [–]", restitution, "",
     0.1},
    {"error.svg", "Error of the restitution that the published laws return", "(e_{out} − e) / e  [%]",
     error_percent, percent_axis, 2},
};

enum { QUANTITY_COUNT = sizeof quantities / sizeof quantities[0] };

/* a block per restitution: place on the axis, value, name of the law */
static void write_laws(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        thud_print_to(stream, "# e = %g: place, value, law\n", asked);
        for (size_t j = 0; j < comparison->law_count; j++) {
            const thud_law *law = comparison->laws[j];
            const thud_comparison_row *row = thud_comparison_published(comparison, law, asked);
            const char *note = strcmp(row->kind, "exact") == 0 ? " (exact)" : "";
            thud_print_to(stream, "%zu %.9g \"%s%s\"\n", j, q->value(&row->impact, asked), law->name, note);
        }
        fputs("\n\n", stream);
    }
}

/* a block per restitution: the line of Newton's value from edge to edge */
static void write_newton(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i];
        double value = q->value(&comparison->newton[i], asked);
        thud_print_to(stream, "# Newton at e = %g: place, value\n-0.5 %.9g\n%zu.5 %.9g\n\n\n", asked, value,
                      comparison->law_count - 1, value);
    }
}

/* gnuplot chooses the range, unless the values are nearly equal */
static void write_range(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < comparison->restitution_count; i++) {
        double asked = comparison->restitutions[i], newton = q->value(&comparison->newton[i], asked);
        low = fmin(low, newton);
        high = fmax(high, newton);
        for (size_t j = 0; j < comparison->law_count; j++) {
            const thud_comparison_row *row = thud_comparison_published(comparison, comparison->laws[j], asked);
            double value = q->value(&row->impact, asked);
            low = fmin(low, value);
            high = fmax(high, value);
        }
    }
    double middle = (low + high) / 2;
    if (high - low < q->least_span)
        thud_print_to(stream, "set xrange [%.9g:%.9g]\n", middle - q->least_span / 2, middle + q->least_span / 2);
}

static size_t style_of(size_t index) { return index % THUD_FIGURE_STYLES + 1; }

static void write_script(FILE *stream, const thud_comparison *comparison, const quantity *q) {
    size_t count = comparison->restitution_count;
    fprintf(stream,
            "set title '%s'\nset xlabel '%s'\n"
            "set yrange [%zu.5:-0.5]\n"
            "set ytics scale 0\nunset xzeroaxis\n"
            "set offsets graph 0.03, graph 0.03, 0, 0\n"
            "set key outside right top reverse Left\n%s",
            q->title, q->label, comparison->law_count - 1, q->axis);
    write_range(stream, comparison, q);
    fputs("plot ", stream);
    for (size_t i = 0; i < count; i++)
        fprintf(stream,
                "data index %zu using 2:1 with lines linestyle %zu linewidth 1 dashtype 2 notitle, \\\n     ",
                count + i, style_of(i));
    /* the largest restitution first, so that those with larger differences are drawn over it */
    for (size_t i = count; i-- > 0;)
        fprintf(stream, "data index %zu using 2:1:ytic(3) with points linestyle %zu notitle, \\\n     ", i,
                style_of(i));
    for (size_t i = 0; i < count; i++)
        thud_print_to(stream, "keyentry with points linestyle %zu title 'e = %g', \\\n     ", style_of(i),
                      comparison->restitutions[i]);
    fputs("keyentry with lines linecolor '#404040' linewidth 1 dashtype 2 title 'Newton'\n", stream);
}

static bool draw(const thud_comparison *comparison, const quantity *q, const char *directory, thud_error *failure) {
    thud_figure figure;
    char *path = thud_path_join(directory, q->file);
    if (!path) return thud_fail_memory(failure);
    int height = 140 + 19 * (int)comparison->law_count;
    bool good = thud_figure_open(&figure, path, 840, height > 300 ? height : 300, failure);
    if (good) {
        write_laws(figure.data.stream, comparison, q);
        write_newton(figure.data.stream, comparison, q);
        write_script(figure.script.stream, comparison, q);
        good = thud_figure_draw(&figure, failure);
    }
    free(path);
    return good;
}

bool thud_comparison_draw(const thud_comparison *comparison, const char *directory, thud_error *failure) {
    for (size_t i = 0; i < QUANTITY_COUNT; i++)
        if (!draw(comparison, &quantities[i], directory, failure)) return false;
    return true;
}
