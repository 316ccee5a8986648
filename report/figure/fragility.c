/* Fragility curves: the fitted lognormals, and the shares that were counted. */

#include "report/figure/figures.h"

#include <math.h>
#include <string.h>

#include "report/figure/figure.h"
#include "report/text/print.h"

/* the threshold and the design values that distinguish a curve */
static void write_title(FILE *script, const thud_results *results, const thud_fragility_set *set,
                        const thud_fragility_curve *curve) {
    const thud_columns *columns = thud_results_columns(results);
    char text[300];
    size_t used = (size_t)snprintf(text, sizeof text, "%.80s", columns->list[curve->threshold].name);
    for (size_t i = 0; i < set->design_count && used < sizeof text; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, ", %.40s %.40s", columns->list[set->design[i]].name,
                             set->keys[curve->example * set->design_count + i]);
    thud_gnuplot_text(script, text);
}

bool thud_fragility_draw(const char *path, const thud_results *results, const thud_fragility_request *request,
                         const thud_fragility_set *set, thud_error *failure) {
    const thud_column *level = &thud_results_columns(results)->list[request->level];
    thud_figure figure;
    char label[200];
    if (set->curve_count == 0) return thud_fail(failure, "there are no curves to draw");
    if (!thud_figure_open(&figure, path, 800, 480, failure)) return false;
    FILE *script = figure.script.stream, *data = figure.data.stream;
    snprintf(label, sizeof label, "%.120s%s%.30s%s", level->name, *level->unit ? " [" : "", level->unit,
             *level->unit ? "]" : "");
    fputs("set xlabel ", script);
    thud_gnuplot_text(script, label);
    fputs(" noenhanced\nset ylabel 'probability of exceedance'\nset yrange [0:1]\nset samples 400\n"
          "set key outside right top noenhanced\nfragility(x, m, b) = x > 0 ? norm(log(x/m)/b) : 0\n",
          script);
    fputs("# level, share that exceeds, cases; a block for each curve\n", data);
    size_t drawn = set->curve_count < THUD_FIGURE_STYLES ? set->curve_count : THUD_FIGURE_STYLES;
    for (size_t i = 0; i < drawn; i++) {
        const thud_fragility_curve *c = &set->curves[i];
        for (size_t k = 0; k < c->count; k++)
            if (c->total[k] > 0)
                thud_print_to(data, "%.9g %.9g %zu\n", c->levels[k], (double)c->exceed[k] / (double)c->total[k],
                              c->total[k]);
        fputs("\n\n", data);
        fprintf(script, "%sdata index %zu using 1:2 with points linestyle %zu title ", i ? ", \\\n     " : "plot ",
                i, i + 1);
        write_title(script, results, set, c);
        if (c->status == THUD_OK)
            thud_print_to(script, ", \\\n     fragility(x, %.9g, %.9g) with lines linestyle %zu notitle",
                          c->fit.median, c->fit.dispersion, i + 1);
    }
    fputs("\n", script);
    return thud_figure_draw(&figure, failure);
}
