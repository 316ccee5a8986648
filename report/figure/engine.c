/* Restitution asked for against restitution returned. */

#include "report/figure/figures.h"

#include "report/figure/figure.h"
#include "report/text/print.h"

enum { COLUMNS = 4, PANEL_HEIGHT = 215, TITLE_HEIGHT = 75 };

/* each panel has two blocks of data: thud's numbers, the usual ones; a block is never empty */
static void write_data(FILE *stream, const thud_engine_panel *panels, size_t count) {
    fputs("# 0 for thud's numbers or 1 for the usual ones, e asked for, e returned\n", stream);
    for (size_t i = 0; i < count; i++)
        for (int usual = 0; usual < 2; usual++) {
            fprintf(stream, "# %s\n", panels[i].title);
            if (usual && !panels[i].has_usual) fputs("1 NaN NaN\n", stream);
            else panels[i].write(panels[i].context, usual, stream);
            fputs("\n\n", stream);
        }
}

static void write_panel(FILE *script, const thud_engine_panel *panel, size_t index) {
    fputs("set title ", script);
    thud_gnuplot_text(script, panel->title);
    fputs(" noenhanced font ',10' offset 0,-0.7\n", script);
    fprintf(script,
            "plot x with lines linecolor '#bbbbbb' notitle, \\\n"
            "     data index %zu using 2:3 with points linestyle 2 pointsize 0.6 notitle, \\\n"
            "     data index %zu using 2:3 with points linestyle 1 pointsize 0.5 notitle\n",
            2 * index + 1, 2 * index);
}

bool thud_engine_draw(const char *path, const thud_engine_panel *panels, size_t count, thud_error *failure) {
    thud_figure figure;
    size_t rows = (count + COLUMNS - 1) / COLUMNS;
    double height = (double)(rows * PANEL_HEIGHT + TITLE_HEIGHT);
    if (!thud_figure_open(&figure, path, 840, (int)height, failure)) return false;
    write_data(figure.data.stream, panels, count);
    FILE *script = figure.script.stream;
    thud_print_to(
        script,
        "set multiplot layout %zu,%d margins 0.06,0.985,%.4f,%.4f spacing 0.06,%.4f \\\n"
        "    title 'restitution returned over restitution asked for: squares by the usual formula, dots by "
        "thud' \\\n"
        "    font ',13'\n"
        "set xrange [0:1]\nset yrange [0:1]\nunset key\n"
        "set xtics 0.5 font ',9' format '%%.1f'\nset ytics 0.5 font ',9' format '%%.1f'\n",
        rows, COLUMNS, 30 / height, 1 - TITLE_HEIGHT / height, 55 / height);
    for (size_t i = 0; i < count; i++) write_panel(script, &panels[i], i);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}
