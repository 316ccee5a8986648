/*
 * M. Poursina & P. E. Nikravesh, Multibody Syst. Dyn. 50 (2020) 169–188: figs 2–5, 8 and 9. F = k δⁿ + c δ̇,
 * separation at F = 0. Figs 6 and 7 are in poursina_nikravesh_fits.c, 11 and 12 in poursina_nikravesh_rods.c.
 */
#include <math.h>
#include <stdlib.h>

#include "numeric/random.h"
#include "paper.h"

static const char LAW[] = "poursina-nikravesh";

enum { EXPONENTS = 5, CURVE_POINTS = 61 };
static const double EXPONENT[EXPONENTS] = {1, 1.25, 1.5, 1.75, 2};

/* ---- Figure 2 ---- */

static void write_loop(FILE *stream, const thud_impact_options *options) {
    enum { COUNT = 161 };
    thud_impact_state states[COUNT];
    paper_need(thud_impact_sample(options, COUNT, states), "loop");
    for (size_t i = 0; i < COUNT; i++) fprintf(stream, "%.5f %.5f\n", states[i].penetration, states[i].force);
    fputs("\n\n", stream);
}

/* A where the contact starts, B at the largest penetration, where the rate is zero, and C where it ends; k = 1, n
 * = 1.5 */
static void mark_points(FILE *script, const thud_impact *hit) {
    const struct {
        char name;
        double x, y, left, up; /* and where its letter goes, in characters */
    } points[] = {{'A', 0, hit->damping, 1.2, 0.9},
                  {'B', hit->max_penetration, pow(hit->max_penetration, 1.5), -2.4, 0},
                  {'C', hit->separation_penetration, 0, 1.2, -0.8}};
    for (int i = 0; i < 3; i++)
        fprintf(script,
                "set label %d '%c' at %.5f,%.5f left offset %g,%g point pointtype 7 pointsize 0.8 linecolor "
                "'#0072B2'\n",
                i + 1, points[i].name, points[i].x, points[i].y, points[i].left, points[i].up);
}

static void draw_loops(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-2", 620, 420);
    double e = 0.5, n = 1.5;
    paper_say(page, "here e = %g, n = %g, k = m = v = 1, both laws", e, n);
    thud_impact_options linear = paper_impact(LAW, e, n, 1, 1, 1), crossley;
    linear.damping = THUD_DAMPING_EXACT;
    thud_impact hit = paper_solve(&linear);
    write_loop(figure.data.stream, &linear);
    linear.damping = THUD_DAMPING_GIVEN;
    linear.damping_value = hit.damping;
    linear.separation = THUD_SEPARATION_RETURN;
    write_loop(figure.data.stream, &linear);
    crossley = paper_impact("gonthier", e, n, 1, 1, 1);
    write_loop(figure.data.stream, &crossley);
    mark_points(figure.script.stream, &hit);
    fputs("set xlabel 'penetration δ / (m v^2/k)^{1/(n+1)}  [–]'\nset ylabel 'contact force / (k L^n)  [–]'\n"
          "set key outside top center horizontal\nset xrange [0:0.9]\n"
          "plot data index 1 using 1:2 with lines linestyle 7 dashtype 3 linewidth 1.5 "
          "title 'linear damper, held until δ = 0', \\\n"
          "     data index 0 using 1:2 with lines linestyle 1 title 'linear damper, released at F = 0', \\\n"
          "     data index 2 using 1:2 with lines linestyle 2 title 'Hunt–Crossley'\n",
          figure.script.stream);
    paper_draw(&figure);
    paper_set(page, "loop_start", "%.4f", hit.damping);
    paper_set(page, "loop_depth", "%.4f", hit.max_penetration);
    paper_set(page, "loop_depth_force", "%.4f", pow(hit.max_penetration, 1.5));
    paper_set(page, "loop_release", "%.4f", hit.separation_penetration);
    paper_set(page, "loop_pull", "%.4f", paper_solve(&linear).min_force);
}

/* ---- Figures 3 to 5: how the damping grows with mass, speed and stiffness ---- */

typedef struct growth {
    int number; /* of the figure */
    const char *symbol, *unit;
    double from, to;
    double (*slope)(double n);
    const char *slope_text;
} growth;

static double mass_slope(double n) { return n / (n + 1); }
static double speed_slope(double n) { return (n - 1) / (n + 1); }
static double stiffness_slope(double n) { return 1 / (n + 1); }

static const growth GROWTHS[] = {
    {3, "m", "kg", 1e-5, 50, mass_slope, "n/(n+1)"},
    {4, "v", "m/s", 0.01, 50, speed_slope, "(n−1)/(n+1)"},
    {5, "k", "N/m^n", 1e5, 1e10, stiffness_slope, "1/(n+1)"},
};

/* c at the value of the one that varies, e = 0.7, the others 1 */
static double damping_at(const growth *g, double n, double value) {
    thud_impact_options o = paper_impact(LAW, 0.7, n, 1, 1, 1);
    if (g->number == 3) o.mass = value;
    else if (g->number == 4) o.speed = value;
    else o.stiffness = value;
    return paper_exact(&o);
}

/* the slope of ln c over ln x by least squares through 200 points, evenly spaced as in the paper */
static double fitted_slope(const growth *g, double n) {
    enum { COUNT = 200 };
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < COUNT; i++) {
        double value = g->from + (g->to - g->from) * i / (COUNT - 1);
        double x = log(value), y = log(damping_at(g, n, value));
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (COUNT * sxy - sx * sy) / (COUNT * sxx - sx * sx);
}

static void write_growth_script(FILE *script, const growth *g) {
    fprintf(
        script,
        "set multiplot layout 1,2 margins 0.1,0.98,0.18,0.78 spacing 0.13,0.1\n"
        "set xlabel 'ln(%s / (%s))'\nset ylabel 'ln(c / (N s/m))'\nset key outside top center horizontal\nplot ",
        g->symbol, g->unit);
    for (int i = 0; i < EXPONENTS; i++)
        fprintf(script, "data index %d using 1:2 with lines linestyle %d title 'n = %g'%s", i, i + 1, EXPONENT[i],
                i + 1 < EXPONENTS ? ", \\\n     " : "\n");
    fprintf(script,
            "set xlabel 'exponent n  [–]'\nset ylabel 'slope of ln c over ln %s  [–]'\n"
            "plot data index %d using 1:3 with lines linestyle 1 title '%s', \\\n"
            "     data index %d using 1:2 with points linestyle 7 title 'fitted'\nunset multiplot\n",
            g->symbol, EXPONENTS, g->slope_text, EXPONENTS);
}

enum { SLOPES = 50 };

static void draw_growth(paper *page, const growth *g, FILE *table) {
    char name[64];
    double worst = 0;
    snprintf(name, sizeof name, "poursina-nikravesh-%d", g->number);
    thud_figure figure = paper_figure(page, name, 840, 380);
    for (int i = 0; i < EXPONENTS; i++) {
        double low = damping_at(g, EXPONENT[i], g->from), high = damping_at(g, EXPONENT[i], g->to);
        fprintf(figure.data.stream, "%.4f %.4f\n%.4f %.4f\n\n\n", log(g->from), log(low), log(g->to), log(high));
    }
    for (int i = 0; i < SLOPES; i++) {
        double n = 1 + i / (SLOPES - 1.0), slope = fitted_slope(g, n);
        worst = fmax(worst, fabs(slope - g->slope(n)));
        fprintf(figure.data.stream, "%.5f %.5f %.5f\n", n, slope, g->slope(n));
    }
    write_growth_script(figure.script.stream, g);
    paper_draw(&figure);
    fprintf(table, "| %d | %s | %s | %s | %s |\n", g->number, g->symbol, g->slope_text, g->slope_text,
            worst < 1e-9 ? "below 1e-9" : "more than 1e-9");
}

static void draw_growths(paper *page) {
    FILE *table = paper_open(page, "slopes");
    fprintf(table,
            "| figure | varied | slope published | slope ours | largest deviation of the %d fits |\n"
            "| --- | --- | --- | --- | --- |\n",
            SLOPES);
    for (size_t i = 0; i < sizeof GROWTHS / sizeof *GROWTHS; i++) draw_growth(page, &GROWTHS[i], table);
    paper_close(page);
    /* the slopes of the three tables above are the powers of the frame's unit of damping */
    paper_say(page, "times (k v^(n−1) mⁿ)^(1/(n+1))");
}

/* ---- Figure 8: 300 random systems ---- */

static double between(thud_random *random, double from, double to) {
    return from + (to - from) * thud_random_uniform(random);
}

static double error_of(double e, double n, double k, double m, double v) {
    thud_impact_options o = paper_impact(LAW, e, n, k, m, v);
    return fabs(paper_solve(&o).restitution - e);
}

enum { SYSTEMS = 300 };

/* the largest error of 300 systems with parameters spread evenly over the paper's ranges */
static double largest_error(double e, thud_random *random) {
    double largest = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        double m = between(random, 1e-5, 1e2), k = between(random, 1e5, 1e10);
        double v = between(random, 1e-3, 1e2), n = between(random, 1, 2);
        largest = fmax(largest, error_of(e, n, k, m, v));
    }
    return largest;
}

static double bound(double e, double *worst_n) {
    double largest = 0;
    for (int i = 0; i <= 100; i++) {
        double n = 1 + i / 100.0, error = error_of(e, n, 1, 1, 1);
        if (error > largest) *worst_n = n;
        largest = fmax(largest, error);
    }
    return largest;
}

static void draw_errors(paper *page) {
    thud_random random = thud_random_seed(1);
    double worst = 0, worst_e = 0, worst_n = 0, n = 0;
    thud_figure figure = paper_figure(page, "poursina-nikravesh-8", 620, 400);
    for (int i = 0; i < CURVE_POINTS; i++) {
        double e = 1e-4 + (1 - 1e-4) * i / (CURVE_POINTS - 1), most = bound(e, &n);
        fprintf(figure.data.stream, "%.5f %.6f %.6f\n", e, largest_error(e, &random), most);
    }
    static const double LEAST = 0.1, TINY = 1e-4;
    for (int i = 0; i < 90; i++) {
        double e = LEAST + i / 100.0, most = bound(e, &n);
        if (most <= worst) continue;
        worst = most;
        worst_e = e;
        worst_n = n;
    }
    fputs("set xlabel 'restitution asked for, e  [–]'\nset ylabel 'largest |e_{out} − e|  [–]'\n"
          "set yrange [0:*]\nset key bottom center\n"
          "plot data using 1:3 with lines linestyle 1 title 'largest over all n', \\\n"
          "     data using 1:2 with points linestyle 7 title 'of 300 random systems'\n",
          figure.script.stream);
    paper_draw(&figure);
    paper_set(page, "worst_error", "%.5f", paper_up(worst, 5));
    paper_set(page, "worst_e", "%.2f", worst_e);
    paper_set(page, "worst_n", "%.2f", worst_n);
    paper_set(page, "tiny_low", "%.0f", 100 * error_of(TINY, 2, 1, 1, 1) / TINY);
    paper_set(page, "tiny_high", "%.0f", 100 * error_of(TINY, 1, 1, 1, 1) / TINY);
    paper_say(page, "the largest of %d systems with random m, k, v and n", SYSTEMS);
    paper_say(page, "For %g ≤ e < 1 it is at most", LEAST);
    paper_say(page, "relative to e = 10⁻⁴ it is {{tiny_low}} %% for n = 2 and {{tiny_high}} %% for n = 1");
}

/* ---- Figure 9: n = 1, where the answer is known in closed form ---- */

/* eq 55 as printed, for ξ > 1 */
static double printed_55(double xi) {
    double root = sqrt(xi * xi - 1);
    return pow((xi - root) / (xi + root), 2 * xi * root / (2 * xi * xi - 1));
}

/* with the exponent that it must have */
static double corrected_55(double xi) {
    double root = sqrt(xi * xi - 1);
    return pow((xi - root) / (xi + root), xi / root);
}

/* e of a damping ratio, by integration of the equation of motion */
static double integrated(double xi) {
    thud_impact hit;
    thud_impact_options o = paper_impact(LAW, 1, 1, 1, 1, 1);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 2 * xi;
    paper_need(thud_impact_integrate(&o, &hit), "integration");
    return hit.restitution;
}

static void draw_linear(paper *page) {
    double worst = 0;
    thud_figure figure = paper_figure(page, "poursina-nikravesh-9", 840, 380);
    for (int i = 0; i <= 100; i++) {
        double e = i == 0 ? 1e-4 : i / 100.0;
        double out = i < 100 ? integrated(0.5 * 1.4181 * (pow(e, -0.44) - 1)) : 1;
        worst = fmax(worst, fabs(out - e));
        fprintf(figure.data.stream, "%.4f %.5f %.6f\n", e, out, fabs(out - e));
    }
    fputs("set multiplot layout 1,2 margins 0.1,0.98,0.18,0.86 spacing 0.13,0.1\nset xlabel 'restitution asked "
          "for, e  [–]'\n"
          "set ylabel 'restitution e_{exact}  [–]'\n"
          "plot data using 1:2 with lines linestyle 1 notitle\nset ylabel '|e_{exact} − e|  [–]'\n"
          "plot data using 1:3 with lines linestyle 1 notitle\nunset multiplot\n",
          figure.script.stream);
    paper_draw(&figure);
    paper_set(page, "linear_worst", "%.5f", worst);
    paper_say(page, "## Figure 9: n = 1");
}

static void tabulate_55(paper *page) {
    static const double XI[] = {1.05, 1.2, 1.5, 2};
    FILE *table = paper_open(page, "equation_55");
    fputs("| ξ | eq 55 as printed | with the exponent ξ/√(ξ²−1) | equation of motion, integrated |\n"
          "| --- | --- | --- | --- |\n",
          table);
    for (size_t i = 0; i < sizeof XI / sizeof *XI; i++) {
        double right = integrated(XI[i]), printed = printed_55(XI[i]), corrected = corrected_55(XI[i]);
        fprintf(table, "| %g | %.6f | %.6f | %.6f |\n", XI[i], printed, corrected, right);
        /* the integrator's 1e-10, and a misprint beyond doubt */
        if (fabs(corrected - right) > 1e-9 || printed < 1.5 * right)
            paper_fail("poursina-nikravesh: eq 55 is right as printed");
    }
    paper_close(page);
    /* for ξ < 1 the corrected one is exp(−2ζ acos ζ/√(1−ζ²)) */
    for (int i = 1; i < 10; i++) {
        double xi = i / 10.0;
        if (fabs(exp(-xi * 2 * acos(xi) / sqrt(1 - xi * xi)) - integrated(xi)) > 1e-9)
            paper_fail("poursina-nikravesh: the angle of eq 55 is not 2 acos ξ");
    }
    paper_say(page, "ξ > 1.** The printed exponent 2ξ√(ξ²−1)/(2ξ²−1) is wrong; it is ξ/√(ξ²−1)");
    paper_say(page,
              "ξ < 1.** The arctangent must be taken in the right quadrant, as the paper says: it is 2 acos ξ");
}

void paper_poursina_nikravesh(paper *page) {
    paper_say(page, "with 1 ≤ n ≤ 2, which parts");
    draw_loops(page);
    draw_growths(page);
    draw_errors(page);
    draw_linear(page);
    tabulate_55(page);
}
