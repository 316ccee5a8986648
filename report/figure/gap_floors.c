/* The gap that two structures need at each floor, over the height: the largest of all ground motions, and each of
 * them. */
#include "report/figure/figures.h"

#include <math.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { NAMES_MOST = 40 }; /* more names than this do not fit along the axis */

static double largest_of(const thud_gap_floors_picture *g, const double *side, size_t floor) {
    double largest = 0;
    for (size_t i = 0; i < g->records; i++) largest = fmax(largest, side[i * g->floors + floor]);
    return largest;
}

static void write_data(FILE *stream, const thud_gap_floors_picture *g) {
    fputs("# floor, gap with A on the left [m], gap with B on the left [m]; the largest, then each motion\n",
          stream);
    for (size_t k = 0; k < g->floors; k++)
        thud_print_to(stream, "%zu %.9g %.9g\n", k + 1, largest_of(g, g->a_left, k), largest_of(g, g->b_left, k));
    for (size_t i = 0; i < g->records; i++) {
        fputs("\n\n", stream);
        for (size_t k = 0; k < g->floors; k++)
            thud_print_to(stream, "%zu %.9g %.9g\n", k + 1, g->a_left[i * g->floors + k],
                          g->b_left[i * g->floors + k]);
    }
}

static void write_floors(FILE *script, const thud_gap_floors_picture *g) {
    const size_t step = 1 + (g->floors - 1) / NAMES_MOST;
    fputs("set ytics (", script);
    for (size_t k = 0; k < g->floors; k += step) {
        char name[160];
        snprintf(name, sizeof name, "%.70s, %.70s", g->a_names[k], g->b_names[k]);
        if (k > 0) fputs(", ", script);
        thud_gnuplot_text(script, name);
        fprintf(script, " %zu", k + 1);
    }
    fprintf(script, ") noenhanced\nset yrange [0.5:%zu.5]\n", g->floors);
}

bool thud_gap_floors_draw(const char *path, const thud_gap_floors_picture *g, thud_error *failure) {
    static const char *const sides[] = {"A on the left", "B on the left"};
    thud_figure figure;
    double largest = 0;
    for (size_t k = 0; k < g->floors; k++)
        largest = fmax(largest, fmax(largest_of(g, g->a_left, k), largest_of(g, g->b_left, k)));
    const size_t shown = g->floors < NAMES_MOST ? g->floors : NAMES_MOST;
    if (!thud_figure_open(&figure, path, 640, 200 + 24 * (int)shown, failure)) return false;
    const thud_prefix prefix = thud_prefix_for(largest);
    FILE *script = figure.script.stream;
    write_data(figure.data.stream, g);
    thud_print_to(script,
                  "# the data are in m; this factor puts them into the unit of the axis\nfactor = %.0e\n"
                  "set xlabel 'gap that just does not close [%sm]'\nset xrange [0:%s]\n"
                  "set key outside top center horizontal\n",
                  prefix.factor, prefix.symbol, largest > 0 ? "*" : "1");
    write_floors(script, g);
    for (int side = 0; side < 2; side++) {
        fprintf(script, "%sdata index 0 using ($%d*factor):1 with linespoints linestyle %d title '%s%s'",
                side == 0 ? "plot " : ", \\\n     ", side + 2, side + 1, sides[side],
                g->records > 1 ? ", largest" : "");
        /* each motion alone, thin */
        for (size_t i = 0; i < g->records && g->records > 1; i++)
            fprintf(script, ", \\\n     data index %zu using ($%d*factor):1 with lines linestyle %d linewidth 0.5 %s",
                    i + 1, side + 2, side + 1, side == 0 && i == 0 ? "title 'each motion'" : "notitle");
    }
    fputs("\n", script);
    return thud_figure_draw(&figure, failure);
}
