/* The damping of a law over restitution, with a mark for the requested value. */

#include "report/figure/figures.h"

#include <math.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum { GRID_POINTS = 250 };

/* restitution where the curves begin, unless a smaller one is requested */
static const double GRID_LEAST = 0.01, SHOWN_LEAST = 0.2;

/* below this value the axes are logarithmic */
static const double EVEN_LEAST = 0.05;

/* NAN makes a gap in the curve: a rule may fail where the exact relation holds */
static thud_calibration calibrate(thud_impact_options options, double restitution) {
    thud_calibration found;
    options.restitution = restitution;
    if (thud_calibrate_compare(&options, &found) == THUD_OK) return found;
    found = (thud_calibration){NAN, NAN, NAN, NAN};
    if (thud_calibrate(&options, &found.damping) != THUD_OK) found.damping = NAN;
    return found;
}

static void write_row(FILE *stream, double restitution, const thud_calibration *found) {
    thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", restitution, found->damping, found->damping_published,
                  found->restitution_published);
}

/* a block of curves, evenly spaced in ln e because the damping is steep at small restitutions; a block for the
   requested value */
static void write_data(FILE *stream, const thud_impact_options *options, const thud_calibration *asked) {
    double least = fmin(GRID_LEAST, options->restitution);
    fputs("# e, exact damping, damping of the published rule, e that the rule returns\n", stream);
    for (int i = 0; i < GRID_POINTS; i++) {
        double restitution = pow(least, 1 - (double)i / (GRID_POINTS - 1));
        thud_calibration found = calibrate(*options, restitution);
        write_row(stream, restitution, &found);
    }
    fputs("\n\n# asked for: the same\n", stream);
    write_row(stream, options->restitution, asked);
}

static bool is_even(const thud_impact_options *options) { return options->restitution >= EVEN_LEAST; }

/* upper end of the axis: damping grows without bound towards e = 0 */
static double top_of(const thud_impact_options *options, const thud_calibration *asked) {
    double top = fmax(calibrate(*options, SHOWN_LEAST).damping, asked->damping);
    if (isfinite(asked->damping_published)) top = fmax(top, asked->damping_published);
    return 1.25 * top;
}

static void write_damping(FILE *stream, const thud_impact_options *options, double top, bool dimensionless) {
    const thud_law *law = options->law;
    bool bilinear = law->structure->kind == THUD_FORCE_BILINEAR;
    thud_prefix prefix = dimensionless ? (thud_prefix){1, ""} : thud_prefix_for(top);
    thud_text unit =
        thud_format_braced(bilinear ? thud_format_stiffness_unit(options->exponent)
                                    : thud_format_law_damping_unit(law, options->exponent));
    thud_print_to(stream,
                  "# the data are in SI units; this factor puts them into the unit of the axis\n"
                  "factor = %.0e\n"
                  "set ylabel '%s [%s%s]'\nset key right top\n",
                  prefix.factor, bilinear ? "unloading stiffness k₂" : "damping c", prefix.symbol,
                  dimensionless ? "–" : unit.text);
    if (is_even(options)) thud_print_to(stream, "set yrange [0:%.4g]\n", top * prefix.factor);
    fputs("plot data index 0 using 1:($2*factor) with lines linestyle 1 title 'exact'", stream);
    if (thud_law_has_rule(law))
        fputs(", \\\n     data index 0 using 1:($3*factor) with lines linestyle 2 title 'published rule', \\\n"
              "     data index 1 using 1:($3*factor) with points linestyle 2 pointsize 1.2 notitle",
              stream);
    fputs(", \\\n     data index 1 using 1:($2*factor) with points linestyle 1 pointsize 1.2 notitle\n", stream);
}

static void write_returned(FILE *stream, bool even) {
    fprintf(stream, "set ylabel 'restitution returned [–]'\nset yrange [%s:1]\nset key left top reverse Left\n",
            even ? "0" : "*");
    fputs("plot data index 0 using 1:1 with lines linestyle 1 title 'exact', \\\n"
          "     data index 0 using 1:4 with lines linestyle 2 title 'published rule', \\\n"
          "     data index 1 using 1:4 with points linestyle 2 pointsize 1.2 notitle, \\\n"
          "     data index 1 using 1:1 with points linestyle 1 pointsize 1.2 notitle\n",
          stream);
}

bool thud_calibration_draw(const char *path, const thud_impact_options *options, const thud_calibration *found,
                           bool dimensionless, thud_error *failure) {
    thud_figure figure;
    bool rule = thud_law_has_rule(options->law);
    if (!thud_figure_open(&figure, path, rule ? 840 : 560, 420, failure)) return false;
    write_data(figure.data.stream, options, found);
    FILE *script = figure.script.stream;
    fprintf(script,
            "set multiplot layout 1,%d title '%s, n = %s, %s; asked for: e = %s' font ',15'\n"
            "set xlabel 'restitution asked for e [–]'\n",
            rule ? 2 : 1, options->law->name, thud_format_short(options->exponent).text,
            thud_format_separation(thud_law_separation(options->law, options->separation)),
            thud_format_short(options->restitution).text);
    fputs(is_even(options) ? "set xrange [0:1]\n" : "set logscale xy\nset format '10^{%T}'\nset xrange [*:1]\n",
          script);
    write_damping(script, options, top_of(options, found), dimensionless);
    if (rule) write_returned(script, is_even(options));
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}
