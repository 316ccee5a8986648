/*
 * M. Poursina & P. E. Nikravesh 2020, section 4: the upper bound of the damping and the slack variable λ (eqs
 * 26–35, 48), and the fits of figs 6 and 7, c = α(e^β − 1) with α and β over n (eqs 45–47).
 */
#include <math.h>
#include <stdlib.h>

#include "paper.h"

static const char LAW[] = "poursina-nikravesh";

/* where the fits of figs 6 and 7 begin: by the text, and where the printed numbers come from */
static const double FROM_TEXT = 0.45, FROM_NUMBERS = 0.04;

enum { FIT_POINTS = 600, FIT_EXPONENTS = 100 };

/* the exact c for k = m = v = 1 */
static double exact_damping(double n, double e) {
    thud_impact_options o = paper_impact(LAW, e, n, 1, 1, 1);
    return e < 1 ? paper_exact(&o) : 0;
}

typedef struct fit {
    double alpha, beta;
} fit;

/* what is fitted at one exponent: c over e, with weights */
typedef struct sheet {
    double e[FIT_POINTS], c[FIT_POINTS], weight[FIT_POINTS];
} sheet;

/* sum of squares left by the best α for a β */
static double residual(const sheet *s, double beta, double *alpha) {
    double fc = 0, ff = 0, cc = 0;
    for (int i = 0; i < FIT_POINTS; i++) {
        double f = s->weight[i] * (pow(s->e[i], beta) - 1), c = s->weight[i] * s->c[i];
        fc += f * c;
        ff += f * f;
        cc += c * c;
    }
    *alpha = fc / ff;
    return cc - *alpha * fc;
}

/* the place of the least value between two ends, by golden section */
static double lowest(double (*value)(const void *context, double x), const void *context, double low, double high) {
    static const double GOLDEN = 0.6180339887498949;
    while (high - low > 1e-7) {
        double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
        if (value(context, a) < value(context, b)) high = b;
        else low = a;
    }
    return 0.5 * (low + high);
}

static double residual_at(const void *context, double beta) {
    double alpha;
    return residual(context, beta, &alpha);
}

static fit fitted_to(const sheet *s) {
    fit out = {.beta = lowest(residual_at, s, -1, -0.05)};
    residual(s, out.beta, &out.alpha);
    return out;
}

/* least squares over 600 values of e up to 1, as in the paper: errors of c count alike */
static fit fitted(double n, double from) {
    sheet s;
    for (int i = 0; i < FIT_POINTS; i++) {
        s.e[i] = from + (1 - from) * i / (FIT_POINTS - 1);
        s.c[i] = exact_damping(n, s.e[i]);
        s.weight[i] = 1;
    }
    return fitted_to(&s);
}

/* the same with errors of e that count alike: those of c times |de/dc|, for e from 0.01 on */
static fit fitted_for_restitution(double n) {
    sheet s;
    for (int i = 0; i < FIT_POINTS; i++) {
        double step = 1e-4;
        s.e[i] = 0.01 + 0.989 * i / (FIT_POINTS - 1);
        s.c[i] = exact_damping(n, s.e[i]);
        s.weight[i] = 2 * step / (exact_damping(n, s.e[i] - step) - exact_damping(n, s.e[i] + step));
    }
    return fitted_to(&s);
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

/* the range of e of fig 6, and where the printed fits are looked at below it */
static const double LEAST = 0.01;

static void draw_damping(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-6", 620, 420);
    double worst = 0;
    for (int j = 1; j < PRINTED_FITS; j += 2) {
        for (int i = 0; i <= 55; i++) {
            double e = FROM_TEXT + 0.01 * i, fitted_c = PRINTED[j].alpha * (pow(e, PRINTED[j].beta) - 1);
            double c = i < 55 ? exact_damping(PRINTED[j].n, e) : 0;
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
    paper_set(page, "printed_worst", "%.4f", paper_up(worst, 4));
    double low = 0;
    for (int j = 1; j < PRINTED_FITS; j += 2)
        for (int i = 0; i < 44; i++) {
            double e = LEAST + 0.01 * i;
            low =
                fmax(low, fabs(PRINTED[j].alpha * (pow(e, PRINTED[j].beta) - 1) - exact_damping(PRINTED[j].n, e)));
        }
    paper_set(page, "printed_low", "%.2f", low);
    paper_say(page, "c over e for n = %g and %g: the printed fits", PRINTED[1].n, PRINTED[3].n);
    paper_say(page, "for e from %g on, where the text begins; from %g to %g they are", FROM_TEXT, LEAST, FROM_TEXT);
    paper_say(page, "the fit α(e^β − 1)");
    paper_say(page, "least squares over %d values of e", FIT_POINTS);
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
    paper_say(page, "The text says that e runs from %g to 1.", FROM_TEXT);
    paper_say(page, "One over %g to 1 gives them nearly", FROM_NUMBERS);
    paper_say(page, "a nought was lost in %g. The rule is the better for it, being used down to e = 10⁻⁴",
              FROM_TEXT);
    paper_say(page, "the fits is not %g to 1; see figures 6 and 7", FROM_TEXT);
}

static void draw_fits(paper *page) {
    thud_figure figure = paper_figure(page, "poursina-nikravesh-7", 840, 400);
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

/* ---- The regressions over n, eqs 46 and 47 ---- */

enum { QUARTIC = 5 };

/* least squares of a quartic: the normal equations, by elimination with pivots */
static void quartic(const double *n, const double *y, double out[QUARTIC]) {
    double a[QUARTIC][QUARTIC + 1] = {{0}};
    for (int k = 0; k < FIT_EXPONENTS; k++)
        for (int i = 0; i < QUARTIC; i++) {
            for (int j = 0; j < QUARTIC; j++) a[i][j] += pow(n[k], i + j);
            a[i][QUARTIC] += pow(n[k], i) * y[k];
        }
    for (int i = 0; i < QUARTIC; i++) {
        int pivot = i;
        for (int r = i + 1; r < QUARTIC; r++)
            if (fabs(a[r][i]) > fabs(a[pivot][i])) pivot = r;
        for (int j = 0; j <= QUARTIC; j++) {
            double kept = a[i][j];
            a[i][j] = a[pivot][j];
            a[pivot][j] = kept;
        }
        for (int r = 0; r < QUARTIC; r++) {
            double factor = r == i ? 0 : a[r][i] / a[i][i];
            for (int j = i; j <= QUARTIC; j++) a[r][j] -= factor * a[i][j];
        }
    }
    for (int i = 0; i < QUARTIC; i++) out[i] = a[i][QUARTIC] / a[i][i];
}

static double quartic_at(const double c[QUARTIC], double n) {
    return (((c[4] * n + c[3]) * n + c[2]) * n + c[1]) * n + c[0];
}

/* y = factor n^power + offset */
typedef struct power_law {
    const double *n, *y;
    double factor, power, offset;
} power_law;

static double law_residual(power_law *p, double power) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0, left = 0;
    for (int i = 0; i < FIT_EXPONENTS; i++) {
        double x = pow(p->n[i], power);
        sx += x;
        sy += p->y[i];
        sxx += x * x;
        sxy += x * p->y[i];
    }
    p->power = power;
    p->factor = (FIT_EXPONENTS * sxy - sx * sy) / (FIT_EXPONENTS * sxx - sx * sx);
    p->offset = (sy - p->factor * sx) / FIT_EXPONENTS;
    for (int i = 0; i < FIT_EXPONENTS; i++) {
        double off = p->factor * pow(p->n[i], power) + p->offset - p->y[i];
        left += off * off;
    }
    return left;
}

static double law_residual_at(const void *context, double power) {
    power_law copy = *(const power_law *)context;
    return law_residual(&copy, power);
}

static power_law power_of(const double *n, const double *y) {
    power_law p = {.n = n, .y = y};
    law_residual(&p, lowest(law_residual_at, &p, 0.05, 2));
    return p;
}

/* one regression: α by a quartic and β by a power law, of one kind of fit at a hundred exponents */
typedef struct regression {
    double alpha[QUARTIC];
    power_law beta;
} regression;

static double damping_of(const regression *r, double n, double e) {
    return quartic_at(r->alpha, n) * (pow(e, r->beta.factor * pow(n, r->beta.power) + r->beta.offset) - 1);
}

typedef struct points {
    double n[FIT_EXPONENTS], alpha[FIT_EXPONENTS], beta[FIT_EXPONENTS];
} points;

static regression regression_of(points *p, double from) {
    for (int i = 0; i < FIT_EXPONENTS; i++) {
        p->n[i] = 1 + i / (FIT_EXPONENTS - 1.0);
        fit f = from > 0 ? fitted(p->n[i], from) : fitted_for_restitution(p->n[i]);
        p->alpha[i] = f.alpha;
        p->beta[i] = f.beta;
    }
    regression r = {.beta = power_of(p->n, p->beta)};
    quartic(p->n, p->alpha, r.alpha);
    return r;
}

/* the largest error of the restitution for n from 1 to 2 and e from 0.01 to 0.99 */
static double worst_error(const regression *r) {
    double worst = 0;
    for (int i = 0; i <= 20; i++)
        for (int j = 1; j < 100; j++) {
            double n = 1 + i / 20.0, e = j / 100.0;
            thud_impact_options o = paper_impact(LAW, e, n, 1, 1, 1);
            o.damping = THUD_DAMPING_GIVEN;
            o.damping_value = damping_of(r, n, e);
            worst = fmax(worst, fabs(paper_solve(&o).restitution - e));
        }
    return worst;
}

static void write_regression(FILE *table, const char *name, const regression *r) {
    fprintf(table, "| %s |", name);
    for (int i = QUARTIC - 1; i >= 0; i--) fprintf(table, " %.4f |", r->alpha[i]);
    fprintf(table, " %.4f | %.4f | %.4f | %.5f |\n", r->beta.factor, r->beta.power, r->beta.offset, worst_error(r));
}

static void tabulate_regressions(paper *page) {
    static const regression PUBLISHED = {{1.794, -2.306, 3.077, -1.48, 0.3331},
                                         {.factor = 1.285, .power = 0.2553, .offset = -1.725}};
    points *p = paper_allocate(3, sizeof *p);
    regression numbers = regression_of(&p[0], FROM_NUMBERS), text = regression_of(&p[1], FROM_TEXT);
    regression better = regression_of(&p[2], 0);
    FILE *table = paper_open(page, "regressions");
    fputs("| α and β from | α: n⁴ | n³ | n² | n | 1 | β: factor | power | offset | largest error of e |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    write_regression(table, "eqs 46 and 47, *printed*", &PUBLISHED);
    write_regression(table, "fits of c, e from 0.04", &numbers);
    write_regression(table, "fits of c, e from 0.45", &text);
    write_regression(table, "fits of e, e from 0.01", &better);
    paper_close(page);
    double printed = worst_error(&PUBLISHED), ours = worst_error(&better);
    if (ours > 0.8 * printed) paper_fail("poursina-nikravesh: the fit of e is not the better one");
    paper_set(page, "better_factor", "%.1f", printed / ours);
    paper_say(page, "fits at %d exponents", FIT_EXPONENTS);
    paper_say(page, "for 1 ≤ n ≤ 2 and 0.01 ≤ e ≤ 0.99");
    free(p);
}

/* ---- The upper bound and λ ---- */

/* eq 34 solved for λ, k = m = v = 1 */
static double lambda(double n, double e, double c) { return c * e / pow((n + 1) / 2, n / (n + 1)); }

static double printed_lambda(double n, double e) {
    return published_alpha(n) * (pow(e, published_beta(n)) - 1) * e / pow((n + 1) / 2, n / (n + 1));
}

static void tabulate_lambda(paper *page) {
    static const double E[] = {0.01, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.99}, N[] = {1, 1.5, 2};
    FILE *table = paper_open(page, "lambda");
    fputs("| e |", table);
    for (size_t j = 0; j < 3; j++) fprintf(table, " n = %g, exact | eq 48 |", N[j]);
    fputs("\n| --- | --- | --- | --- | --- | --- | --- |", table);
    for (size_t i = 0; i < sizeof E / sizeof *E; i++) {
        fprintf(table, "\n| %g |", E[i]);
        for (size_t j = 0; j < 3; j++)
            fprintf(table, " %.4f | %.4f |", lambda(N[j], E[i], exact_damping(N[j], E[i])),
                    printed_lambda(N[j], E[i]));
    }
    fputc('\n', table);
    paper_close(page);
}

/* λ over all n and e, and the steps of its derivation by the equation of motion */
static void set_bound(paper *page) {
    double largest = 0, at_n = 0, at_e = 0, depth = 0, separation = 0;
    for (int i = 0; i <= 20; i++) {
        double n = 1 + i / 20.0;
        thud_impact_options o = paper_impact("hertz", 1, n, 1, 1, 1);
        /* eq 27, the largest penetration without a damper */
        depth = fmax(depth, fabs(paper_solve(&o).max_penetration - pow((n + 1) / 2, 1 / (n + 1))));
        for (int j = 1; j < 200; j++) {
            double e = j / 200.0, c = exact_damping(n, e), l = lambda(n, e, c);
            if (l > largest) largest = l, at_n = n, at_e = e;
            o = paper_impact(LAW, e, n, 1, 1, 1);
            o.damping = THUD_DAMPING_EXACT;
            /* eq 51, the penetration at separation, with the exact c */
            separation = fmax(separation, fabs(paper_solve(&o).separation_penetration - pow(c * e, 1 / n)));
        }
    }
    if (largest >= 1 || depth > 1e-12 || separation > 1e-9)
        paper_fail("poursina-nikravesh: the bound does not hold");
    paper_set(page, "lambda_most", "%.3f", largest);
    paper_set(page, "lambda_n", "%g", at_n);
    paper_set(page, "lambda_e", "%.2f", at_e);
    /* what `lambda` divides by */
    paper_say(page, "c e is at most [((n+1)/2)ⁿ k v^(n−1) mⁿ]^(1/(n+1))");
    paper_say(page, "λ lies between 0 and {{lambda_most}} for n from 1 to 2 (");
}

/* where a fit of c must begin to give the α and β of eqs 46 and 47: 0.01 to 0.1 in steps of 0.005 */
static void set_beginning(paper *page) {
    double best = 0, least = INFINITY;
    static const double FIRST = 0.01, LAST = 0.1, STEP = 0.005;
    for (int i = 0; i <= (int)((LAST - FIRST) / STEP + 0.5); i++) {
        double from = FIRST + STEP * i, sum = 0;
        for (int j = 0; j <= 10; j++) {
            double n = 1 + j / 10.0;
            fit f = fitted(n, from);
            sum += pow(f.alpha / published_alpha(n) - 1, 2) + pow(f.beta / published_beta(n) - 1, 2);
        }
        if (sum < least) least = sum, best = from;
    }
    paper_set(page, "beginning", "%g", best);
    paper_say(page, "Of ranges that begin between %g and %g the one from", FIRST, LAST);
    paper_set(page, "beginning_off", "%.1f", 100 * sqrt(least / 22));
}

void paper_poursina_nikravesh_fits(paper *page) {
    set_beginning(page);
    set_bound(page);
    tabulate_lambda(page);
    draw_damping(page);
    tabulate_fits(page);
    draw_fits(page);
    tabulate_regressions(page);
}
