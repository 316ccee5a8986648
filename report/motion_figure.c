#include "report/motion_figure.h"

#include <math.h>

#include "motion/course.h"
#include "report/figure.h"
#include "report/gnuplot.h"

enum { PERIODS = 200 };

static const double SHORTEST = 0.02, LONGEST = 4; /* s */

static void write_sample(FILE *stream, const thud_course *at, double t) {
    fprintf(stream, "%.9g %.9g %.9g %.9g\n", at->start + t, thud_course_acceleration(at, t),
            thud_course_velocity(at, t), thud_course_displacement(at, t));
}

static void write_histories(FILE *stream, const thud_motion *motion) {
    fputs("# t [s], acceleration [m/s^2], velocity [m/s], displacement [m]\n", stream);
    thud_course at = thud_course_begin(motion);
    do write_sample(stream, &at, 0);
    while (thud_course_next(motion, &at));
    write_sample(stream, &at, at.length);
}

/* NaN, where the target has no value, is a gap in the line */
static thud_status write_spectrum(FILE *stream, const thud_motion *motion, const thud_target *target) {
    double periods[PERIODS], damping = target ? thud_target_damping(target) : 0.05;
    thud_response responses[PERIODS];
    for (int i = 0; i < PERIODS; i++) periods[i] = SHORTEST * pow(LONGEST / SHORTEST, (double)i / (PERIODS - 1));
    thud_status status = thud_motion_spectrum(motion, periods, PERIODS, &damping, 1, responses);
    fputs("\n\n# T [s], pseudo-acceleration [m/s^2], target [m/s^2]\n", stream);
    for (int i = 0; status == THUD_OK && i < PERIODS; i++)
        fprintf(stream, "%.9g %.9g %.9g\n", periods[i], responses[i].pseudo_acceleration,
                target ? thud_target_acceleration(target, periods[i]) : NAN);
    return status;
}

/* one of the three histories; the labels stand above the axes, in line with each other */
static void write_history(FILE *stream, int row, const char *label) {
    double top = 0.88 - 0.28 * row;
    fprintf(stream,
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
    fprintf(stream,
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
                      thud_failure *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 560, failure)) return false;
    write_histories(figure.data.stream, motion);
    thud_status status = write_spectrum(figure.data.stream, motion, target);
    if (status != THUD_OK) {
        thud_figure_abort(&figure);
        return thud_failure_set(failure, "no spectrum to draw: %s", thud_status_text(status));
    }
    write_script(figure.script.stream, title, target);
    return thud_figure_draw(&figure, failure);
}
