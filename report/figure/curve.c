/* One impact over time: a CSV file, and figures of force over penetration and time. */

#include "report/figure/figures.h"

#include <math.h>

#include "report/text/format.h"
#include "report/text/print.h"

bool thud_curve_write(const char *path, const thud_impact_state *states, size_t count, thud_error *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    fputs("t [s],penetration [m],velocity [m/s],force [N]\n", output.stream);
    for (size_t i = 0; i < count; i++)
        thud_print_to(output.stream, "%.17g,%.17g,%.17g,%.17g\n", states[i].time, states[i].penetration,
                      states[i].velocity, states[i].force);
    return thud_output_commit(&output, failure);
}

/* an axis: its prefix for the largest value, and the label with its unit */
typedef struct axis {
    double factor;
    char label[96];
} axis;

static axis make_axis(const char *name, double largest, const char *unit) {
    thud_prefix prefix = *unit ? thud_prefix_for(largest) : (thud_prefix){1, ""};
    axis out = {.factor = prefix.factor};
    snprintf(out.label, sizeof out.label, "%s [%s%s]", name, prefix.symbol, *unit ? unit : "–");
    return out;
}

static void write_data(FILE *stream, const thud_impact_state *states, size_t count) {
    fputs("# t [s], penetration [m], velocity [m/s], force [N]\n", stream);
    for (size_t i = 0; i < count; i++)
        thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", states[i].time, states[i].penetration, states[i].velocity,
                      states[i].force);
}

/* adhesive laws pull beyond δ = 0: `least` is the penetration at the end, in the unit of the axis */
static void write_script(FILE *stream, const thud_impact_options *options, axis time, axis penetration, axis force,
                         double least) {
    thud_print_to(stream,
                  "# the data are in SI units; these factors put them into the units of the axes\n"
                  "time = %.0e; penetration = %.0e; force = %.0e\n"
                  "unset key\n"
                  "set multiplot layout 1,2 title '%s, n = %s, %s' font ',15'\n",
                  time.factor, penetration.factor, force.factor, options->law->name,
                  thud_format_short(options->exponent).text,
                  thud_format_separation(thud_law_separation(options->law, options->separation)));
    thud_print_to(stream, "set xrange [%.4g:*]\n", least);
    fprintf(stream,
            "set xlabel '%s'\nset ylabel '%s'\n"
            "plot data using ($2*penetration):($4*force) with lines linestyle 1\n"
            "set xrange [0:*]\nset xlabel '%s'\n"
            "plot data using ($1*time):($4*force) with lines linestyle 1\n"
            "unset multiplot\n",
            penetration.label, force.label, time.label);
}

bool thud_curve_draw(const char *path, const thud_impact_options *options, const thud_impact_state *states,
                     size_t count, bool dimensionless, thud_error *failure) {
    double penetration = 0, force = 0, least = 0;
    for (size_t i = 0; i < count; i++) {
        penetration = fmax(penetration, states[i].penetration);
        least = fmin(least, states[i].penetration);
        force = fmax(force, fabs(states[i].force));
    }
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 400, failure)) return false;
    write_data(figure.data.stream, states, count);
    const axis depth = make_axis("penetration δ", penetration, dimensionless ? "" : "m");
    write_script(figure.script.stream, options,
                 make_axis("time t", states[count - 1].time, dimensionless ? "" : "s"), depth,
                 make_axis("force F", force, dimensionless ? "" : "N"), 1.1 * least * depth.factor);
    return thud_figure_draw(&figure, failure);
}
