/* Measurements with their fits: contacts, bounces, vibrations, load tests, transfer functions. */

#include "numeric/constant.h"
#include "report/figure/figures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/figure/figure.h"
#include "report/text/format.h"
#include "report/text/print.h"

enum {
    ELLIPSE_POINTS = 181,
    CURVE_POINTS = 801,
    MANY = 300
}; /* above MANY, samples are drawn faintly behind the
      fit */

/* quantiles of χ² with two degrees of freedom, for 68 % and 95 % */
static const double LEVELS[] = {2.2957489, 5.9914645};

/* ---- confidence ellipse ---- */

static void write_ellipse(FILE *stream, const thud_ellipse *e) {
    double rest = sqrt(fmax(0, 1 - e->correlation * e->correlation));
    for (int level = 0; level < 2; level++) {
        double size = sqrt(LEVELS[level]);
        fputs("# k, c\n", stream);
        for (int i = 0; i < ELLIPSE_POINTS; i++) {
            double angle = 2 * THUD_PI * i / (ELLIPSE_POINTS - 1), x = cos(angle), y = sin(angle);
            thud_print_to(stream, "%.9g %.9g\n", e->k.value + size * e->k.error * x,
                          e->c.value + size * e->c.error * (e->correlation * x + rest * y));
        }
        fputs("\n\n", stream);
    }
    thud_print_to(stream, "# estimate: k, c\n%.9g %.9g\n\n\n", e->k.value, e->c.value);
}

static void plot_ellipse(FILE *stream, const thud_ellipse *e, int first_block) {
    thud_prefix k = thud_prefix_for(e->k.value), c = thud_prefix_for(e->c.value);
    thud_text k_unit = thud_format_braced(thud_format_stiffness_unit(e->n));
    thud_text c_unit = e->bilinear ? k_unit : thud_format_braced(thud_format_damping_unit(e->p));
    thud_print_to(
        stream,
        "kf = %.0e; cf = %.0e\n"
        "set xrange [*:*]; set yrange [*:*]; set xtics %.6g; set ytics autofreq\n"
        "set format x '%%.5g'; set format y '%%.4g'\n"
        "unset xzeroaxis\n"
        "set xlabel 'k [%s%s]'\nset ylabel '%s [%s%s]'\n"
        "set offsets 0, 0, graph 0.15, 0\nset key inside top left horizontal reverse Left samplen 2\n" /* above the
                                                                                                          ellipse */
        "plot data index %d using ($1*kf):($2*cf) with lines linestyle 2 title '95 %%', \\\n"
        "     data index %d using ($1*kf):($2*cf) with lines linestyle 1 title '68 %%', \\\n"
        "     data index %d using ($1*kf):($2*cf) with points linestyle 7 notitle\n",
        k.factor, c.factor, thud_figure_tics(2 * sqrt(LEVELS[1]) * e->k.error * k.factor), k.symbol, k_unit.text,
        e->bilinear ? "k₂" : "c", c.symbol, c_unit.text, first_block + 1, first_block, first_block + 2);
}

bool thud_ellipse_draw(const char *path, const thud_ellipse *ellipse, const char *title, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 560, 460, failure)) return false;
    write_ellipse(figure.data.stream, ellipse);
    fprintf(figure.script.stream, "set title '%s'\n", title);
    plot_ellipse(figure.script.stream, ellipse, 0);
    return thud_figure_draw(&figure, failure);
}

/* ---- force history ---- */

/* samples with the fit's value at each; saturated ones are marked */
static void write_samples(FILE *stream, const thud_force_record *r, const thud_force_impact *impact,
                          const double *fitted) {
    fputs("# t [s], force [N], fit [N], saturated\n", stream);
    for (size_t i = impact->first; i < impact->last; i++)
        thud_print_to(stream, "%.9g %.9g %.9g %d\n", r->time[i], r->force[i], fitted[i - impact->first],
                      r->force[i] >= r->clip);
    fputs("\n\n", stream);
}

static void write_curve(FILE *stream, const double *times, const double *forces) {
    fputs("# t [s], fit [N]\n", stream);
    for (int i = 0; i < CURVE_POINTS; i++) thud_print_to(stream, "%.9g %.9g\n", times[i], forces[i]);
    fputs("\n\n", stream);
}

static void write_script(FILE *stream, const thud_force_fit *fit, const thud_force_record *r,
                         const thud_force_impact *impact, const thud_ellipse *ellipse) {
    double begin = r->time[impact->first], length = r->time[impact->last - 1] - begin;
    thud_prefix time = thud_prefix_for(length), force = thud_prefix_for(impact->peak);
    double largest = fmax(4 * fit->residual, 1e-9 * impact->peak);
    thud_prefix rest = thud_prefix_for(largest);
    thud_print_to(
        stream,
        "t0 = %.17g; time = %.0e; force = %.0e; rest = %.0e\n"
        "set multiplot title '%s, n = %s: R² = %.5f' font ',15'\n"
        "set lmargin at screen 0.09; set rmargin at screen 0.58\n"
        "set tmargin at screen 0.88; set bmargin at screen 0.42\n"
        "set format x ''\nset ylabel 'force F [%sN]' offset 1\nset key right top samplen 2\n"
        "set xrange [%.6g:%.6g]\n"
        "plot data index 0 using (($1-t0)*time):($4 > 0 ? NaN : $2*force) with points linestyle %s "
        "title 'data', \\\n"
        "     data index 0 using (($1-t0)*time):($4 > 0 ? $2*force : NaN) with points linestyle 2 pointsize 0.5 "
        "%s, \\\n"
        "     data index 1 using (($1-t0)*time):($2*force) with lines linestyle 7 title 'fit'\n",
        fit->begin.value, time.factor, force.factor, rest.factor, fit->law->name,
        thud_format_short(fit->exponent.value).text, fit->r_squared, force.symbol,
        (begin - fit->begin.value) * time.factor, (begin + length - fit->begin.value) * time.factor,
        impact->last - impact->first > MANY ? "6 pointsize 0.4" : "1 pointsize 0.8",
        impact->clipped > 0 ? "title 'saturated'" : "notitle");
    thud_print_to(stream,
                  "set tmargin at screen 0.36; set bmargin at screen 0.14\nunset key\nset format x\n"
                  "set xlabel 'time since first touch [%ss]'\nset ylabel 'residual [%sN]' offset 1\n"
                  "set yrange [%.6g:%.6g]\n"
                  "plot data index 0 using (($1-t0)*time):($4 > 0 ? NaN : ($2-$3)*rest) with points linestyle 1 "
                  "pointsize 0.3\n",
                  time.symbol, rest.symbol, -largest * rest.factor, largest * rest.factor);
    if (ellipse) {
        fputs("set lmargin at screen 0.70; set rmargin at screen 0.97; set tmargin at screen 0.82; "
              "set bmargin at screen 0.22\n",
              stream);
        plot_ellipse(stream, ellipse, 2);
    }
    fputs("unset multiplot\n", stream);
}

static thud_status predict(const thud_force_record *r, const thud_force_impact *impact, const thud_force_fit *fit,
                           double *fitted, double *times, double *forces) {
    double from = r->time[impact->first], to = r->time[impact->last - 1];
    for (int i = 0; i < CURVE_POINTS; i++) times[i] = from + (to - from) * i / (CURVE_POINTS - 1);
    thud_status status = thud_force_predict(fit, r->time + impact->first, impact->last - impact->first, fitted);
    return status == THUD_OK ? thud_force_predict(fit, times, CURVE_POINTS, forces) : status;
}

bool thud_force_fit_draw(const char *path, const thud_force_record *r, size_t index, const thud_force_fit *fit,
                         thud_error *failure) {
    const thud_force_impact *impact = &r->impacts[index];
    double times[CURVE_POINTS], forces[CURVE_POINTS];
    double *fitted = malloc((impact->last - impact->first) * sizeof *fitted);
    if (!fitted) return thud_fail_memory(failure);
    thud_figure figure;
    thud_status status = predict(r, impact, fit, fitted, times, forces);
    bool good = status == THUD_OK || thud_fail(failure, "no fit to draw: %s", thud_status_text(status));
    if (good) good = thud_figure_open(&figure, path, 840, 520, failure);
    if (good) {
        thud_ellipse ellipse = {
            .k = fit->stiffness,
            .c = fit->damping,
            .correlation = fit->correlation,
            .n = thud_round_exponent(fit->exponent.value, fit->exponent.error),
            .p = thud_round_exponent(thud_law_damper_exponent(fit->law, fit->exponent.value), fit->exponent.error),
            .bilinear = fit->law->structure->kind == THUD_FORCE_BILINEAR,
        };
        /* an ellipse of rounding errors is not drawn */
        bool known = !isnan(fit->correlation) && fit->damping.error > 0 &&
                     fit->stiffness.error > 1e-7 * fit->stiffness.value;
        write_samples(figure.data.stream, r, impact, fitted);
        write_curve(figure.data.stream, times, forces);
        if (known) write_ellipse(figure.data.stream, &ellipse);
        write_script(figure.script.stream, fit, r, impact, known ? &ellipse : NULL);
        good = thud_figure_draw(&figure, failure);
    }
    free(fitted);
    return good;
}

/* ---- bounces ---- */

bool thud_bounces_draw(const char *path, const thud_bounces *b, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 640, 440, failure)) return false;
    double fastest = 0;
    fputs("# speed [m/s], e, standard error\n", figure.data.stream);
    for (size_t i = 0; i < b->count; i++) {
        const thud_bounce *at = &b->bounces[i];
        thud_print_to(figure.data.stream, "%.9g %.9g %.9g\n", at->speed, at->restitution,
                      at->error > 0 ? at->error : 0);
        fastest = fmax(fastest, at->speed);
    }
    FILE *script = figure.script.stream;
    thud_print_to(script,
                  "set xrange [0:%.6g]\nset yrange [0:1]\nset xlabel 'speed before the bounce v [m/s]'\n"
                  "set ylabel 'restitution e'\nset key left bottom\n",
                  1.1 * fastest);
    if (b->has_law)
        thud_print_to(
            script,
            "law(v) = 1 - %.9g*v**%.9g\nplot law(x) with lines linestyle 2 title 'e = 1 − a v^b', \\\n     ",
            b->law.a.value, b->law.b.value);
    else thud_print_to(script, "plot %.9g with lines linestyle 2 title 'pooled', \\\n     ", b->restitution.value);
    fputs("data using 1:2:3 with yerrorbars linestyle 1 title 'measured'\n", script);
    return thud_figure_draw(&figure, failure);
}

/* ---- free vibration ---- */

bool thud_vibration_draw(const char *path, const thud_motion *motion, const thud_vibration *v,
                         const thud_mode *mode, thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 840, 440, failure)) return false;
    fputs("# t [s], acceleration [m/s^2]\n", figure.data.stream);
    for (size_t i = 0; i < motion->count; i++)
        thud_print_to(figure.data.stream, "%.9g %.9g\n", thud_motion_time(motion, i), motion->acceleration[i]);
    double rate = 2 * THUD_PI * mode->frequency.value * mode->damping_ratio.value;
    thud_print_to(figure.script.stream,
                  "release = %.9g; a = %.9g; offset = %.9g; rate = %.9g\n"
                  "envelope(t) = t < release ? NaN : a*exp(-rate*(t - release))\n"
                  "set title 'f = %.5g Hz, ζ = %.4g'\nset samples 1000\n"
                  "set xlabel 'time t [s]'\nset ylabel 'acceleration [m/s²]'\nset key right top\n"
                  "set xrange [%.9g:%.9g]\n"
                  "plot data using 1:2 with lines linestyle 1 linewidth 1 title 'record', \\\n"
                  "     offset + envelope(x) with lines linestyle 2 title 'envelope', \\\n"
                  "     offset - envelope(x) with lines linestyle 2 notitle\n",
                  v->release, v->amplitude, v->offset, rate, mode->frequency.value, mode->damping_ratio.value,
                  thud_motion_time(motion, 0), thud_motion_time(motion, motion->count - 1));
    return thud_figure_draw(&figure, failure);
}

bool thud_static_draw(const char *path, const thud_measurement *m, const thud_static_load *found,
                      thud_error *failure) {
    thud_figure figure;
    if (!thud_figure_open(&figure, path, 640, 440, failure)) return false;
    fputs("# load [N], deflection [m]\n", figure.data.stream);
    for (size_t i = 0; i < m->count; i++)
        thud_print_to(figure.data.stream, "%.9g %.9g\n", m->value[i], m->second[i]);
    thud_print_to(figure.script.stream,
                  "offset = %.9g; stiffness = %.9g\nset title 'K = %.5g N/m'\n"
                  "set xlabel 'load F [N]'\nset ylabel 'deflection x [mm]'\nset key left top reverse Left\n"
                  "plot data using 1:($2*1e3) with points linestyle 1 title 'readings', \\\n"
                  "     1e3*(offset + x/stiffness) with lines linestyle 2 title 'least squares'\n",
                  found->offset.value, found->stiffness.value, found->stiffness.value);
    return thud_figure_draw(&figure, failure);
}

/* the mobility of line i, or its counterpart for a transmissibility, in diameters of the circle and without its
 * shift */
static void place(const thud_transfer *t, const thud_resonance *r, size_t i, double *real, double *imaginary) {
    double omega = 2 * THUD_PI * t->frequency[i], re = t->real[i], im = t->imaginary[i], y[2] = {re, im};
    if (t->response == THUD_TRANSFER_RECEPTANCE) y[0] = -omega * im, y[1] = omega * re;
    if (t->response == THUD_TRANSFER_ACCELERANCE) y[0] = im / omega, y[1] = -re / omega;
    if (t->response == THUD_TRANSFER_TRANSMISSIBILITY) y[0] = -im / omega, y[1] = (re - 1) / omega;
    *real = (y[0] - r->shift_real) / r->diameter;
    *imaginary = (y[1] - r->shift_imaginary) / r->diameter;
}

bool thud_transfer_draw(const char *path, const thud_transfer *t, const thud_resonance *r, thud_error *failure) {
    thud_figure figure;
    double f = r->circle.frequency.value, z = r->circle.damping_ratio.value;
    if (!thud_figure_open(&figure, path, 840, 440, failure)) return false;
    fputs("# frequency [Hz], mobility by the diameter of its circle: real, imaginary\n", figure.data.stream);
    for (size_t i = 0; i < t->count; i++) {
        double real, imaginary;
        place(t, r, i, &real, &imaginary);
        thud_print_to(figure.data.stream, "%.9g %.9g %.9g\n", t->frequency[i], real, imaginary);
    }
    thud_print_to(
        figure.script.stream,
        "f = %.9g; z = %.9g\nset multiplot title 'f = %.5g Hz, ζ = %.4g' font ',15'\n"
        "set lmargin at screen 0.12; set rmargin at screen 0.46\n"
        "set tmargin at screen 0.88; set bmargin at screen 0.15\nset size ratio -1\nunset key\nset parametric\n"
        "set xlabel 'real part of Y C  [–]'\nset ylabel 'imaginary part of Y C  [–]'\n"
        "plot [0:2*pi] data using 2:3 with points linestyle 1, 0.5 + 0.5*cos(t), 0.5*sin(t) with lines "
        "linestyle 2\n"
        "unset parametric\nset size noratio\nset lmargin at screen 0.58; set rmargin at screen 0.97\n"
        "set xlabel 'frequency [Hz]'\nset ylabel '|Y| C  [–]'\nset samples 1000\n"
        "set xrange [%.9g:%.9g]\nset yrange [0:*]\nset key at graph 1, graph 1.08 right top horizontal\n"
        "curve(x) = 1/sqrt(1 + ((x/f - f/x)/(2*z))**2)\n"
        "set arrow 1 from f*(sqrt(1 + z*z) - z), sqrt(0.5) to f*(sqrt(1 + z*z) + z), sqrt(0.5) nohead "
        "linecolor '#404040'\n"
        "plot data using 1:(sqrt($2*$2 + $3*$3)) with points linestyle 1 title 'measured', \\\n"
        "     curve(x) with lines linestyle 2 title 'circle'\nunset multiplot\n",
        f, z, f, z, t->frequency[0], t->frequency[t->count - 1]);
    return thud_figure_draw(&figure, failure);
}
