/* The linear damper compared with related laws, and the error of its published closed form, the largest over all
   n. */

#include "report/figure/figures.h"

#include <math.h>
#include <stdlib.h>

#include <thud/calibrate.h>
#include <thud/impact.h>

#include "report/figure/figure.h"
#include "report/text/print.h"

/* steps of 0.01 in n; twenty times finer ones change the error by at most 2.3e-4 of it, e from 1e-4 to 1 */
enum { EXPONENT_STEPS = 100 };

thud_status thud_closed_form_largest_error(double restitution, thud_closed_form_error *largest) {
    thud_impact_options options = thud_impact_options_default(thud_law_find(THUD_CLOSED_FORM_LAW));
    options.damping = THUD_DAMPING_PUBLISHED;
    options.restitution = restitution;
    options.separation = THUD_SEPARATION_ZERO_FORCE;
    double low = options.law->exponent_min, high = options.law->exponent_max;
    thud_closed_form_error worst = {0, low};
    for (int i = 0; i <= EXPONENT_STEPS; i++) {
        options.exponent = low + (high - low) * i / EXPONENT_STEPS;
        thud_impact hit;
        thud_status status = thud_impact_solve(&options, &hit);
        if (status != THUD_OK) return status;
        double error = hit.restitution - restitution;
        if (fabs(error) > fabs(worst.error)) worst = (thud_closed_form_error){error, options.exponent};
    }
    *largest = worst;
    return THUD_OK;
}

enum { LOOP_POINTS = 401, GRID_POINTS = 401 };

static const double exponents[] = {1, 1.25, 1.5, 1.75, 2};

enum { EXPONENT_COUNT = sizeof exponents / sizeof exponents[0] };

static const double LOOP_RESTITUTION = 0.5;
static const double GRID_LEAST = 1e-4; /* restitution where the grid begins, as in the paper */

static bool cannot_solve(const thud_impact_options *options, thud_status status, thud_error *failure) {
    return thud_fail(failure, "%s at e = %g, n = %g: %s", options->law->name, options->restitution,
                     options->exponent, thud_status_text(status));
}

/* ---- force over penetration for the three structures ---- */

/* a block of penetration and force; a law without a damper goes back as it came, so that half is enough */
static bool write_loop(FILE *stream, const char *name, const thud_impact_options *options, thud_error *failure) {
    thud_impact_state states[LOOP_POINTS];
    thud_status status = thud_impact_sample(options, LOOP_POINTS, states);
    if (status != THUD_OK) return cannot_solve(options, status, failure);
    bool elastic = options->law->structure->kind == THUD_FORCE_ELASTIC;
    fprintf(stream, "# %s: penetration, force\n", name);
    for (size_t i = 0; i < (elastic ? LOOP_POINTS / 2 + 1 : LOOP_POINTS); i++)
        thud_print_to(stream, "%.9g %.9g\n", states[i].penetration, states[i].force);
    fputs("\n\n", stream);
    return true;
}

static thud_impact_options exact_options(const char *law, double restitution) {
    thud_impact_options options = thud_impact_options_default(thud_law_find(law));
    options.restitution = restitution;
    options.damping = THUD_DAMPING_EXACT;
    return options;
}

static bool write_loops(FILE *stream, thud_error *failure) {
    thud_impact_options released = exact_options(THUD_CLOSED_FORM_LAW, LOOP_RESTITUTION);
    released.separation = THUD_SEPARATION_ZERO_FORCE;
    /* the same damper held on to after the force is zero: it pulls */
    thud_impact_options held = released;
    thud_status status = thud_calibrate(&released, &held.damping_value);
    if (status != THUD_OK) return cannot_solve(&released, status, failure);
    held.damping = THUD_DAMPING_GIVEN;
    held.separation = THUD_SEPARATION_RETURN;
    thud_impact_options hunt_crossley = exact_options("gonthier", LOOP_RESTITUTION);
    thud_impact_options hertz = exact_options("hertz", 1);
    return write_loop(stream, "linear damper, released at zero force", &released, failure) &&
           write_loop(stream, "linear damper, held until zero penetration", &held, failure) &&
           write_loop(stream, "Hunt–Crossley", &hunt_crossley, failure) &&
           write_loop(stream, "Hertz without damper", &hertz, failure);
}

static void write_loops_script(FILE *stream) {
    thud_print_to(
        stream,
        "set title 'Three structures, n = 1.5, e = %g'\n"
        "set xlabel 'penetration δ / L  [–]'\nset ylabel 'force F / (k L^n)  [–]'\n"
        "set xrange [0:*]\nset yrange [*:1.7]\nset key left top reverse Left\n"
        "plot data index 0 using 1:2 with lines linestyle 1 title 'Hertz + linear damper, released at F = 0', \\\n"
        "     data index 1 using 1:2 with lines linestyle 1 linewidth 1 dashtype 3 "
        "title 'the same, held until δ = 0: it pulls', \\\n"
        "     data index 2 using 1:2 with lines linestyle 2 title 'Hunt–Crossley', \\\n"
        "     data index 3 using 1:2 with lines linestyle 3 title 'Hertz, no damper (e = 1)'\n",
        LOOP_RESTITUTION);
}

/* ---- the closed form and the exact damping ---- */

/* a grid even in ln e from GRID_LEAST to 1 */
static double grid_restitution(int index) { return pow(GRID_LEAST, 1 - (double)index / (GRID_POINTS - 1)); }

/* a block per exponent over that grid: e, exact c, closed-form c, e of the closed form */
static bool write_grid(FILE *stream, thud_error *failure) {
    fputs("# e, exact damping, damping of the closed form, e that the closed form returns\n", stream);
    for (size_t i = 0; i < EXPONENT_COUNT; i++) {
        thud_print_to(stream, "# n = %g\n", exponents[i]);
        thud_impact_options options = exact_options(THUD_CLOSED_FORM_LAW, 1);
        options.exponent = exponents[i];
        options.separation = THUD_SEPARATION_ZERO_FORCE;
        for (int j = 0; j < GRID_POINTS; j++) {
            options.restitution = grid_restitution(j);
            thud_calibration found;
            thud_status status = thud_calibrate_compare(&options, &found);
            if (status != THUD_OK) return cannot_solve(&options, status, failure);
            thud_print_to(stream, "%.9g %.9g %.9g %.9g\n", options.restitution, found.damping,
                          found.damping_published, found.restitution_published);
        }
        fputs("\n\n", stream);
    }
    return true;
}

/* another block: the largest error at each e over all n */
static bool write_envelope(FILE *stream, thud_error *failure) {
    fputs("# any n: e, largest e_out − e of the closed form, n where it is\n", stream);
    for (int i = 0; i < GRID_POINTS; i++) {
        double restitution = grid_restitution(i);
        thud_closed_form_error largest;
        thud_status status = thud_closed_form_largest_error(restitution, &largest);
        if (status != THUD_OK)
            return thud_fail(failure, "closed form at e = %g: %s", restitution, thud_status_text(status));
        thud_print_to(stream, "%.9g %.9g %.9g\n", restitution, largest.error, largest.exponent);
    }
    return true;
}

static bool write_errors(FILE *stream, thud_error *failure) {
    return write_grid(stream, failure) && write_envelope(stream, failure);
}

/* every `step`-th exponent as a curve of the given columns */
static void write_curves(FILE *stream, const char *columns, size_t step) {
    for (size_t i = 0; i < EXPONENT_COUNT; i += step)
        thud_print_to(stream, "%sdata index %zu using %s with lines linestyle %zu title 'n = %g'",
                      i ? ", \\\n     " : "", i, columns, i + 1, exponents[i]);
}

/* n = 1, 1.5, 2 alone: other curves would be too close to distinguish */
static void write_damping_script(FILE *stream) {
    fputs("set title 'Damping over restitution: exact (lines) and closed form (marks)'\n"
          "set xlabel 'restitution e  [–]'\nset ylabel 'damping c / [k v^{n−1} m^n]^{1/(n+1)}  [–]'\n"
          "set xrange [0:1]\nset yrange [0:4]\nset key right top\nplot ",
          stream);
    write_curves(stream, "1:2", 2);
    for (size_t i = 0; i < EXPONENT_COUNT; i += 2)
        fprintf(stream, ", \\\n     data index %zu using 1:3 every 8::%zu with points linestyle %zu notitle", i, i,
                i + 1);
    fputs("\n", stream);
}

/* the largest error over all exponents: a broad grey band behind some of the curves, which touch it */
static void write_envelope_curve(FILE *stream, const char *columns) {
    fprintf(
        stream,
        "plot data index %d using %s with lines linecolor '#c8c8c8' linewidth 7 title 'largest, any n', \\\n     ",
        (int)EXPONENT_COUNT, columns);
}

static void write_error_script(FILE *stream) {
    fputs("set xlabel 'restitution e  [–]'\n"
          "set multiplot layout 1,2 title 'Restitution that the closed form returns' font ',15'\n"
          "set ylabel '|e_{out} − e|  [–]'\nset xrange [0:1]\nset yrange [0:*]\nunset key\n",
          stream);
    write_envelope_curve(stream, "1:(abs($2))");
    write_curves(stream, "1:(abs($4-$1))", 1);
    fputs("\nset ylabel '(e_{out} − e) / e  [%]'\nset logscale x\nset xrange [1e-4:1]\nset format x '10^{%T}'\n"
          "set yrange [*:*]\nset key right top\n",
          stream);
    write_envelope_curve(stream, "1:(100*$2/$1)");
    write_curves(stream, "1:(100*($4-$1)/$1)", 1);
    fputs("\nunset multiplot\n", stream);
}

/* ---- figures ---- */

typedef struct figure_plan {
    const char *file;
    int width, height;
    bool (*write_data)(FILE *stream, thud_error *failure);
    void (*write_script)(FILE *stream);
} figure_plan;

static const figure_plan plans[] = {
    {"structures.svg", 640, 460, write_loops, write_loops_script},
    {"damping.svg", 640, 460, write_grid, write_damping_script},
    {"closed-form.svg", 840, 420, write_errors, write_error_script},
};

static bool draw(const figure_plan *plan, const char *directory, thud_error *failure) {
    thud_figure figure;
    char *path = thud_path_join(directory, plan->file);
    if (!path) return thud_fail_memory(failure);
    bool good = thud_figure_open(&figure, path, plan->width, plan->height, failure);
    free(path);
    if (!good) return false;
    if (!plan->write_data(figure.data.stream, failure)) {
        thud_figure_abort(&figure);
        return false;
    }
    plan->write_script(figure.script.stream);
    return thud_figure_draw(&figure, failure);
}

bool thud_linear_damper_figures_draw(const char *directory, thud_error *failure) {
    for (size_t i = 0; i < sizeof plans / sizeof plans[0]; i++)
        if (!draw(&plans[i], directory, failure)) return false;
    return true;
}
