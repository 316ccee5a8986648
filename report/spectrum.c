#include "report/spectrum.h"

#include "report/figure.h"
#include "report/gnuplot.h"

static const double PI = 3.14159265358979323846;

double thud_pseudo_velocity(double period, const thud_response *response) {
    return period > 0 ? 2 * PI / period * response->displacement : 0;
}

bool thud_spectrum_write(const char *path, const thud_spectrum *s, thud_failure *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    fputs("damping [-],period [s],pseudo_acceleration [m/s^2],pseudo_velocity [m/s],"
          "velocity [m/s],displacement [m]\n",
          output.stream);
    for (size_t i = 0; i < s->damping_count; i++)
        for (size_t j = 0; j < s->period_count; j++) {
            const thud_response *r = &s->responses[i * s->period_count + j];
            fprintf(output.stream, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", s->dampings[i], s->periods[j],
                    r->pseudo_acceleration, thud_pseudo_velocity(s->periods[j], r), r->velocity, r->displacement);
        }
    return thud_output_commit(&output, failure);
}

/* a block per damping */
static void write_data(FILE *stream, const thud_spectrum *s) {
    for (size_t i = 0; i < s->damping_count; i++) {
        fprintf(stream, "%s# damping %.9g: T [s], pseudo-acceleration [m/s^2], velocity [m/s], displacement [m]\n",
                i ? "\n\n" : "", s->dampings[i]);
        for (size_t j = 0; j < s->period_count; j++) {
            const thud_response *r = &s->responses[i * s->period_count + j];
            fprintf(stream, "%.9g %.9g %.9g %.9g\n", s->periods[j], r->pseudo_acceleration, r->velocity,
                    r->displacement);
        }
    }
}

/* periods over more than a decade are drawn in a logarithmic scale, unless zero is among them */
static void write_period_axis(FILE *stream, const thud_spectrum *s) {
    double shortest = s->periods[0], longest = s->periods[0];
    for (size_t i = 0; i < s->period_count; i++) {
        if (s->periods[i] < shortest) shortest = s->periods[i];
        if (s->periods[i] > longest) longest = s->periods[i];
    }
    fputs("set xlabel 'period T [s]'\n", stream);
    if (shortest > 0 && longest > 10 * shortest) /* a third of the width has room for a number a decade */
        fputs("set logscale x\nset xtics (0.001, 0.01, 0.1, 1, 10, 100, 1000)\nset mxtics 10\n", stream);
    if (longest > shortest) fprintf(stream, "set xrange [%.9g:%.9g]\n", shortest, longest);
}

static void write_panel(FILE *stream, const thud_spectrum *s, const char *label, int column, bool keys) {
    fprintf(stream, "set ylabel '%s'\nplot ", label);
    for (size_t i = 0; i < s->damping_count; i++) {
        fprintf(stream, "data index %zu using 1:%d with %s linestyle %zu ", i, column,
                s->period_count > 1 ? "lines" : "points", i % THUD_FIGURE_STYLES + 1);
        if (keys) fprintf(stream, "title '%s%.4g %%'", i ? "" : "damping ", 100 * s->dampings[i]);
        else fputs("notitle", stream);
        fputs(i + 1 < s->damping_count ? ", \\\n     " : "\n", stream);
    }
}

bool thud_spectrum_draw(const char *path, const thud_spectrum *s, const char *title, thud_failure *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 420, failure)) return false;
    write_data(figure.data.stream, s);
    FILE *script = figure.script.stream;
    fputs("set multiplot layout 1,3 title ", script);
    thud_gnuplot_text(script, *title ? title : "Response spectrum");
    fputs(" noenhanced font ',15'\nset yrange [0:*]\nset tmargin 4.5\n", script);
    write_period_axis(script, s);
    write_panel(script, s, "pseudo-acceleration [m/s^2]", 2, false);
    write_panel(script, s, "velocity [m/s]", 3, false);
    /* one key for all, in a line of its own above them */
    fputs("set key at screen 0.5, screen 0.9 center top horizontal maxrows 1 reverse Left\n", script);
    write_panel(script, s, "displacement [m]", 4, true);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}
