/* Ground motions: histories with their response spectrum, response spectra and power spectral densities. */

#include "numeric/constant.h"
#include "report/figure/figures.h"

#include <math.h>

#include "ground/spectrum/course.h"
#include "report/figure/figure.h"
#include "report/text/print.h"

enum { PERIODS = 200 };

static const double SHORTEST = 0.02, LONGEST = 4; /* s */

static void write_sample(FILE *stream, const thud_course *at, double t) {
    thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", at->start + t, thud_course_acceleration(at, t),
                  thud_course_velocity(at, t), thud_course_displacement(at, t));
}

static void write_histories(FILE *stream, const thud_motion *motion) {
    fputs("# t [s], acceleration [m/s^2], velocity [m/s], displacement [m]\n", stream);
    thud_course at = thud_course_begin(motion);
    do write_sample(stream, &at, 0);
    while (thud_course_next(motion, &at));
    write_sample(stream, &at, at.length);
}

/* NaN makes a gap in the line where the target has no value */
static thud_status write_spectrum(FILE *stream, const thud_motion *motion, const thud_target *target) {
    double periods[PERIODS], damping = target ? thud_target_damping(target) : 0.05;
    thud_response responses[PERIODS];
    for (int i = 0; i < PERIODS; i++) periods[i] = SHORTEST * pow(LONGEST / SHORTEST, (double)i / (PERIODS - 1));
    thud_status status = thud_motion_spectrum(motion, periods, PERIODS, &damping, 1, responses);
    fputs("\n\n# T [s], pseudo-acceleration [m/s^2], target [m/s^2]\n", stream);
    for (int i = 0; status == THUD_OK && i < PERIODS; i++)
        thud_print_to(stream, "%.9g %.9g %.9g\n", periods[i], responses[i].pseudo_acceleration,
                      target ? thud_target_acceleration(target, periods[i]) : NAN);
    return status;
}

/* one of the three histories; labels are above the axes and aligned */
static void write_history(FILE *stream, int row, const char *label) {
    double top = 0.88 - 0.28 * row;
    thud_print_to(stream,
                  "set tmargin at screen %.2f; set bmargin at screen %.2f\n"
                  "set label 1 '%s' at graph 0, graph 1.09\n%s"
                  "plot data index 0 using 1:%d with lines linestyle 1 linewidth 1 notitle\n",
                  top, top - 0.19, label, row == 2 ? "set xlabel 'time t [s]'\nset format x\n" : "", row + 2);
}

static void write_script(FILE *stream, const char *title, const thud_target *target) {
    fputs("set multiplot title ", stream);
    thud_gnuplot_text(stream, title);
    fputs(" font ',15' noenhanced\n"
          "set lmargin at screen 0.08; set rmargin at screen 0.52\n"
          "set format x ''\n",
          stream);
    write_history(stream, 0, "acceleration [m/s²]");
    write_history(stream, 1, "velocity [m/s]");
    write_history(stream, 2, "displacement [m]");
    thud_print_to(stream,
                  "set lmargin at screen 0.60; set rmargin at screen 0.97; set tmargin at screen 0.88; "
                  "set bmargin at screen 0.13\n"
                  "set logscale x\nset xrange [%g:%g]\nset yrange [0:*]\n"
                  "set label 1 'pseudo-acceleration, %.3g %% damping [m/s²]' at graph 0, graph 1.03\n"
                  "set xlabel 'period T [s]'\nset key left bottom reverse Left\nplot ",
                  SHORTEST, LONGEST, 100 * (target ? thud_target_damping(target) : 0.05));
    if (target)
        fputs("data index 1 using 1:($3*0.9):($3*1.1) with filledcurves linecolor '#e0e0e0' title 'target ± 10 %', "
              "\\\n"
              "     data index 1 using 1:3 with lines linestyle 2 title 'target', \\\n     ",
              stream);
    fputs("data index 1 using 1:2 with lines linestyle 1 title 'this motion'\nunset multiplot\n", stream);
}

bool thud_motion_draw(const char *path, const thud_motion *motion, const thud_target *target, const char *title,
                      thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 560, failure)) return false;
    write_histories(figure.data.stream, motion);
    thud_status status = write_spectrum(figure.data.stream, motion, target);
    if (status != THUD_OK) {
        thud_figure_abort(&figure);
        return thud_fail(failure, "no spectrum to draw: %s", thud_status_text(status));
    }
    write_script(figure.script.stream, title, target);
    return thud_figure_draw(&figure, failure);
}

double thud_pseudo_velocity(double period, const thud_response *response) {
    return period > 0 ? 2 * THUD_PI / period * response->displacement : 0;
}

bool thud_spectrum_write(const char *path, const thud_spectrum *s, thud_error *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    fputs("damping [-],period [s],pseudo_acceleration [m/s^2],pseudo_velocity [m/s],"
          "velocity [m/s],displacement [m]\n",
          output.stream);
    for (size_t i = 0; i < s->damping_count; i++)
        for (size_t j = 0; j < s->period_count; j++) {
            const thud_response *r = &s->responses[i * s->period_count + j];
            thud_print_to(output.stream, "%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", s->dampings[i], s->periods[j],
                          r->pseudo_acceleration, thud_pseudo_velocity(s->periods[j], r), r->velocity,
                          r->displacement);
        }
    return thud_output_commit(&output, failure);
}

/* a block per damping */
static void write_responses(FILE *stream, const thud_spectrum *s) {
    for (size_t i = 0; i < s->damping_count; i++) {
        thud_print_to(stream,
                      "%s# damping %.9g: T [s], pseudo-acceleration [m/s^2], velocity [m/s], displacement [m]\n",
                      i ? "\n\n" : "", s->dampings[i]);
        for (size_t j = 0; j < s->period_count; j++) {
            const thud_response *r = &s->responses[i * s->period_count + j];
            thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", s->periods[j], r->pseudo_acceleration, r->velocity,
                          r->displacement);
        }
    }
}

/* periods over more than a decade have a logarithmic axis, unless zero is among them */
static void write_period_axis(FILE *stream, const thud_spectrum *s) {
    double shortest = s->periods[0], longest = s->periods[0];
    for (size_t i = 0; i < s->period_count; i++) {
        if (s->periods[i] < shortest) shortest = s->periods[i];
        if (s->periods[i] > longest) longest = s->periods[i];
    }
    fputs("set xlabel 'period T [s]'\n", stream);
    if (shortest > 0 && longest > 10 * shortest) /* a third of the width has room for a number a decade */
        fputs("set logscale x\nset xtics (0.001, 0.01, 0.1, 1, 10, 100, 1000)\nset mxtics 10\n", stream);
    if (longest > shortest) thud_print_to(stream, "set xrange [%.9g:%.9g]\n", shortest, longest);
}

static void write_panel(FILE *stream, const thud_spectrum *s, const char *label, int column, bool keys) {
    fprintf(stream, "set ylabel '%s'\nplot ", label);
    for (size_t i = 0; i < s->damping_count; i++) {
        fprintf(stream, "data index %zu using 1:%d with %s linestyle %zu ", i, column,
                s->period_count > 1 ? "lines" : "points", i % THUD_FIGURE_STYLES + 1);
        if (keys) thud_print_to(stream, "title '%s%.4g %%'", i ? "" : "damping ", 100 * s->dampings[i]);
        else fputs("notitle", stream);
        fputs(i + 1 < s->damping_count ? ", \\\n     " : "\n", stream);
    }
}

bool thud_spectrum_draw(const char *path, const thud_spectrum *s, const char *title, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 420, failure)) return false;
    write_responses(figure.data.stream, s);
    FILE *script = figure.script.stream;
    fputs("set multiplot layout 1,3 title ", script);
    thud_gnuplot_text(script, *title ? title : "Response spectrum");
    fputs(" noenhanced font ',15'\nset yrange [0:*]\nset tmargin 4.5\n", script);
    write_period_axis(script, s);
    write_panel(script, s, "pseudo-acceleration [m/s^2]", 2, false);
    write_panel(script, s, "velocity [m/s]", 3, false);
    /* one key for all, in a line above them */
    fputs("set key at screen 0.5, screen 0.9 center top horizontal maxrows 1 reverse Left\n", script);
    write_panel(script, s, "displacement [m]", 4, true);
    fputs("unset multiplot\n", script);
    return thud_figure_draw(&figure, failure);
}

bool thud_psd_write(const char *path, const thud_psd *psd, thud_error *failure) {
    thud_output output;
    if (!thud_output_open(&output, path, failure)) return false;
    fputs("frequency [Hz],density [(m/s^2)^2/Hz]\n", output.stream);
    for (size_t i = 0; i < psd->count; i++)
        thud_print_to(output.stream, "%.17g,%.17g\n", (double)i * psd->resolution, psd->density[i]);
    return thud_output_commit(&output, failure);
}

/* the density at f = 0 has no place on a logarithmic axis */
static void write_psd(FILE *stream, const thud_psd *psd) {
    fputs("# frequency [Hz], density [(m/s^2)^2/Hz]\n", stream);
    for (size_t i = 1; i < psd->count; i++)
        thud_print_to(stream, "%.9g %.9g\n", (double)i * psd->resolution, psd->density[i]);
}

/* the axis of densities extends from the smallest to the largest, but over six decades at most */
static void find_range(const thud_psd *psd, double *lowest, double *largest) {
    *largest = 0;
    for (size_t i = 1; i < psd->count; i++) *largest = fmax(*largest, psd->density[i]);
    *lowest = *largest;
    for (size_t i = 1; i < psd->count; i++) *lowest = fmin(*lowest, psd->density[i]);
    *lowest = fmax(*lowest, 1e-6 * *largest);
}

bool thud_psd_draw(const char *path, const thud_psd *psd, const char *title, thud_error *failure) {
    thud_figure figure;
    double lowest, largest;
    find_range(psd, &lowest, &largest);
    if (!(largest > 0)) return thud_fail(failure, "there is no density to draw: the ground stands still");
    if (!thud_figure_open(&figure, path, 800, 480, failure)) return false;
    write_psd(figure.data.stream, psd);
    FILE *script = figure.script.stream;
    fputs("set title ", script);
    thud_gnuplot_text(script, *title ? title : "Power spectral density");
    thud_print_to(script,
                  " noenhanced\nunset key\nset logscale xy\nset format y '10^{%%T}'\nset xrange [%.9g:%.9g]\n"
                  "set yrange [%.3e:*]\n"
                  "set xlabel 'frequency [Hz]'\nset ylabel 'density [(m/s^2)^2/Hz]'\n"
                  "plot data using 1:2 with lines linestyle 1\n",
                  psd->resolution, (double)(psd->count - 1) * psd->resolution, lowest / 2);
    return thud_figure_draw(&figure, failure);
}
