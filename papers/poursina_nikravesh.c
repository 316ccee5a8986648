/*
 * M. Poursina & P. E. Nikravesh, Multibody Syst. Dyn. 50 (2020) 323–341: figs 2–9. F = k δⁿ + c δ̇, separation at
 * F = 0. Figs 11 and 12 are in poursina_nikravesh_rods.c.
 */
#include <math.h>
#include <stdlib.h>

#include "numeric/random.h"
#include "paper.h"

static const char LAW[] = "poursina-nikravesh";

/* where the fits of figs 6 and 7 begin: by the text, and where the printed numbers come from */
static const double FROM_TEXT = 0.45, FROM_NUMBERS = 0.04;

enum { EXPONENTS = 5, FIT_POINTS = 600, CURVE_POINTS = 61 };
static const double EXPONENT[EXPONENTS] = {1, 1.25, 1.5, 1.75, 2};

/* ---- Figure 2 ---- */

static void write_loop(FILE *stream, const thud_impact_options *options) {
    enum { COUNT = 161 };
    thud_impact_state states[COUNT];
    paper_need(thud_impact_sample(options, COUNT, states), "loop");
    for (size_t i = 0; i < COUNT; i++) fprintf(stream, "%.5f %.5f\n", states[i].penetration, states[i].force);
    fputs("\n\n", stream);
}

static void draw_loops(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-2", 620, 420);
    thud_impact_options linear = paper_impact(LAW, 0.5, 1.5, 1, 1, 1), crossley = linear;
    linear.damping = THUD_DAMPING_EXACT;
    thud_impact hit = paper_solve(&linear);
    write_loop(figure.data.stream, &linear);
    linear.damping = THUD_DAMPING_GIVEN;
    linear.damping_value = hit.damping;
    linear.separation = THUD_SEPARATION_RETURN;
    write_loop(figure.data.stream, &linear);
    crossley = paper_impact("gonthier", 0.5, 1.5, 1, 1, 1);
    write_loop(figure.data.stream, &crossley);
    fputs("set xlabel 'penetration δ / (m v^2/k)^{1/(n+1)}  [–]'\nset ylabel 'contact force / (k L^n)  [–]'\n"
          "set key outside top center horizontal\nset xrange [0:0.9]\n"
          "plot data index 1 using 1:2 with lines linestyle 7 dashtype 3 linewidth 1.5 "
          "title 'linear damper, held until δ = 0', \\\n"
          "     data index 0 using 1:2 with lines linestyle 1 title 'linear damper, released at F = 0', \\\n"
          "     data index 2 using 1:2 with lines linestyle 2 title 'Hunt–Crossley'\n",
          figure.script.stream);
    paper_draw(&figure);
    paper_set(page, "loop_start", "%.4f", hit.damping);
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

static void draw_growth(paper *page, const growth *g, FILE *table) {
    enum { SLOPES = 50 };
    char name[64];
    double worst = 0;
    snprintf(name, sizeof name, "poursina-nikravesh-%d", g->number);
    thud_figure figure = paper_figure(page, name, 900, 380);
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
    fputs("| figure | varied | slope published | slope ours | largest deviation of the 50 fits |\n"
          "| --- | --- | --- | --- | --- |\n",
          table);
    for (size_t i = 0; i < sizeof GROWTHS / sizeof *GROWTHS; i++) draw_growth(page, &GROWTHS[i], table);
    paper_close(page);
}

/* ---- Figures 6 and 7: c = α (e^β − 1) ---- */

typedef struct fit {
    double alpha, beta;
} fit;

/* sum of squares left by the best α for a β */
static double residual(const double *e, const double *c, double beta, double *alpha) {
    double fc = 0, ff = 0, cc = 0;
    for (int i = 0; i < FIT_POINTS; i++) {
        double f = pow(e[i], beta) - 1;
        fc += f * c[i];
        ff += f * f;
        cc += c[i] * c[i];
    }
    *alpha = fc / ff;
    return cc - *alpha * fc;
}

/* least squares over 600 values of e up to 1, as in the paper: golden section over β */
static fit fitted(double n, double from) {
    static const double GOLDEN = 0.6180339887498949;
    double e[FIT_POINTS], c[FIT_POINTS], low = -1, high = -0.05;
    fit out = {0};
    for (int i = 0; i < FIT_POINTS; i++) {
        e[i] = from + (1 - from) * i / (FIT_POINTS - 1);
        thud_impact_options o = paper_impact(LAW, e[i], n, 1, 1, 1);
        c[i] = e[i] < 1 ? paper_exact(&o) : 0;
    }
    while (high - low > 1e-7) {
        double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
        if (residual(e, c, a, &out.alpha) < residual(e, c, b, &out.alpha)) high = b;
        else low = a;
    }
    out.beta = 0.5 * (low + high);
    residual(e, c, out.beta, &out.alpha);
    return out;
}

/* eqs 46 and 47 */
static double published_alpha(double n) { return (((0.3331 * n - 1.48) * n + 3.077) * n - 2.306) * n + 1.794; }
static double published_beta(double n) { return 1.285 * pow(n, 0.2553) - 1.725; }

/* α and β as printed, for single exponents */
typedef struct printed_fit {
    double n, alpha, beta;
    const char *where;
} printed_fit;

enum { PRINTED_FITS = 4 };
static const printed_fit PRINTED[PRINTED_FITS] = {{1, 1.4181, -0.44, "eq 57"},
                                                  {1.2, 1.59, -0.3794, "fig 6"},
                                                  {1.5, 1.95, -0.3, "eq 52"},
                                                  {1.8, 2.47, -0.2323, "fig 6"}};

static void draw_damping(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-6", 620, 420);
    double worst = 0;
    for (int j = 1; j < PRINTED_FITS; j += 2) {
        for (int i = 0; i <= 55; i++) {
            double e = 0.45 + 0.01 * i, fitted_c = PRINTED[j].alpha * (pow(e, PRINTED[j].beta) - 1);
            thud_impact_options o = paper_impact(LAW, e, PRINTED[j].n, 1, 1, 1);
            double c = i < 55 ? paper_exact(&o) : 0;
            worst = fmax(worst, fabs(fitted_c - c));
            fprintf(figure.data.stream, "%.3f %.5f %.5f\n", e, c, fitted_c);
        }
        fputs("\n\n", figure.data.stream);
    }
    fputs("set xlabel 'restitution e  [–]'\nset ylabel 'damping c, k = m = v = 1  [–]'\n"
          "plot data index 0 using 1:3 with lines linestyle 1 title 'n = 1.2, printed fit', \\\n"
          "     data index 0 using 1:2 every 3 with points linestyle 1 pointtype 6 title 'n = 1.2, exact', \\\n"
          "     data index 1 using 1:3 with lines linestyle 2 title 'n = 1.8, printed fit', \\\n"
          "     data index 1 using 1:2 every 3 with points linestyle 2 pointtype 4 title 'n = 1.8, exact'\n",
          figure.script.stream);
    paper_draw(&figure);
    paper_set(page, "printed_worst", "%.4f", worst);
}

static void tabulate_fits(paper *page) {
    FILE *table = paper_open(page, "fits");
    fputs("| n | printed in | α printed | α by eq 46 | α, e from 0.45 | α, e from 0.04 | β printed | β by eq 47 | "
          "β, e "
          "from 0.45 | β, e from 0.04 |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    for (size_t i = 0; i < PRINTED_FITS; i++) {
        const printed_fit *p = &PRINTED[i];
        fit text = fitted(p->n, FROM_TEXT), numbers = fitted(p->n, FROM_NUMBERS);
        fprintf(table, "| %g | %s | %g | %.4f | %.4f | %.4f | %g | %.4f | %.4f | %.4f |\n", p->n, p->where,
                p->alpha, published_alpha(p->n), text.alpha, numbers.alpha, p->beta, published_beta(p->n),
                text.beta, numbers.beta);
    }
    paper_close(page);
}

static void draw_fits(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-7", 900, 400);
    for (int i = 0; i <= 25; i++) {
        double n = 1 + i / 25.0;
        fit text = fitted(n, FROM_TEXT), numbers = fitted(n, FROM_NUMBERS);
        fprintf(figure.data.stream, "%.3f %.5f %.5f %.5f %.5f %.5f %.5f\n", n, numbers.alpha, published_alpha(n),
                text.alpha, numbers.beta, published_beta(n), text.beta);
    }
    fputs("set multiplot layout 1,2 margins 0.1,0.98,0.18,0.86 spacing 0.13,0.1\nset xlabel 'exponent n  [–]'\nset "
          "key top left reverse Left\n",
          figure.script.stream);
    for (int i = 0; i < 2; i++)
        fprintf(figure.script.stream,
                "set ylabel '%s  [–]'\n"
                "plot data using 1:%d with lines linestyle 1 title 'eq %d', \\\n"
                "     data using 1:%d with points linestyle 7 title 'fitted, e from 0.04', \\\n"
                "     data using 1:%d with points linestyle 5 pointtype 6 title 'fitted, e from 0.45'\n",
                i == 0 ? "α" : "β", 3 + 3 * i, 46 + i, 2 + 3 * i, 4 + 3 * i);
    fputs("unset multiplot\n", figure.script.stream);
    paper_draw(&figure);
}

/* ---- Figure 8: 300 random systems ---- */

static double between(thud_random *random, double from, double to) {
    return from + (to - from) * thud_random_uniform(random);
}

static double error_of(double e, double n, double k, double m, double v) {
    thud_impact_options o = paper_impact(LAW, e, n, k, m, v);
    return fabs(paper_solve(&o).restitution - e);
}

/* the largest error of 300 systems with parameters spread evenly over the paper's ranges */
static double largest_error(double e, thud_random *random) {
    double largest = 0;
    for (int i = 0; i < 300; i++) {
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
    for (int i = 10; i < 100; i++) {
        double e = i / 100.0, most = bound(e, &n);
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
    paper_set(page, "worst_error", "%.5f", worst);
    paper_set(page, "worst_e", "%.2f", worst_e);
    paper_set(page, "worst_n", "%.2f", worst_n);
    paper_set(page, "tiny_low", "%.0f", 100 * error_of(1e-4, 2, 1, 1, 1) / 1e-4);
    paper_set(page, "tiny_high", "%.0f", 100 * error_of(1e-4, 1, 1, 1, 1) / 1e-4);
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
    thud_figure figure = paper_figure(page, "poursina-nikravesh-9", 900, 380);
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
}

static void tabulate_55(paper *page) {
    static const double XI[] = {1.05, 1.2, 1.5, 2};
    FILE *table = paper_open(page, "equation_55");
    fputs("| ξ | eq 55 as printed | with the exponent ξ/√(ξ²−1) | equation of motion, integrated |\n"
          "| --- | --- | --- | --- |\n",
          table);
    for (size_t i = 0; i < sizeof XI / sizeof *XI; i++)
        fprintf(table, "| %g | %.6f | %.6f | %.6f |\n", XI[i], printed_55(XI[i]), corrected_55(XI[i]),
                integrated(XI[i]));
    paper_close(page);
}

void paper_poursina_nikravesh(paper *page) {
    draw_loops(page);
    draw_growths(page);
    draw_damping(page);
    tabulate_fits(page);
    draw_fits(page);
    draw_errors(page);
    draw_linear(page);
    tabulate_55(page);
}
