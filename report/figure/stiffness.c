/* The elastic contact force and its slope over penetration. */

#include "report/figure/figures.h"

#include <math.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { POINTS = 201 };

static double force_at(const thud_stiffness_picture *p, double penetration) {
    return p->stiffness * pow(penetration, p->exponent);
}

static double slope_at(const thud_stiffness_picture *p, double penetration) {
    return p->exponent * p->stiffness * pow(penetration, p->exponent - 1);
}

static void write_data(FILE *stream, const thud_stiffness_picture *p) {
    fputs("# penetration [m], force [N], slope [N/m]\n", stream);
    for (int i = 0; i < POINTS; i++) {
        double penetration = p->reach * i / (POINTS - 1);
        thud_print_to(stream, "%.9g %.9g %.9g\n", penetration, force_at(p, penetration), slope_at(p, penetration));
    }
}

static void write_script(FILE *stream, const thud_stiffness_picture *p) {
    thud_prefix length = thud_prefix_for(p->reach), force = thud_prefix_for(force_at(p, p->reach)),
                slope = thud_prefix_for(slope_at(p, p->reach));
    thud_print_to(stream,
                  "# the data are in SI units; these factors put them into the units of the axes\n"
                  "length = %.0e; force = %.0e; slope = %.0e\n"
                  "set multiplot layout 1,2 title '%s: F = k δ^{%s}, k = %s %s' font ',15'\n",
                  length.factor, force.factor, slope.factor, p->name, thud_format_short(p->exponent).text,
                  thud_format_number(p->stiffness).text,
                  thud_format_braced(thud_format_stiffness_unit(p->exponent)).text);
    thud_print_to(stream,
                  "unset key\nset xrange [0:%.6g]\nset yrange [0:*]\n"
                  "set xlabel 'penetration δ [%sm]'\nset ylabel 'force F [%sN]'\n"
                  "plot data using ($1*length):($2*force) with lines linestyle 1\n"
                  "set ylabel 'slope dF/dδ [%sN/m]'\n"
                  "plot data using ($1*length):($3*slope) with lines linestyle 1\n"
                  "unset multiplot\n",
                  p->reach * length.factor, length.symbol, force.symbol, slope.symbol);
}

bool thud_stiffness_draw(const char *path, const thud_stiffness_picture *picture, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 400, failure)) return false;
    write_data(figure.data.stream, picture);
    write_script(figure.script.stream, picture);
    return thud_figure_draw(&figure, failure);
}
