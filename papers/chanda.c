/*
 * A. Chanda, A. Banerjee & R. Das, Int. J. Sci. Eng. Res. 7 (2016): figs 1–4, models side by side in the
 * dimensionless frame. The bridge of figs 7–10 is in chanda_bridge.c.
 */
#include <math.h>
#include <string.h>

#include "paper.h"

enum { ASKED = 4, LAWS = 15 };
static const double E[ASKED] = {0.25, 0.5, 0.75, 1};

/* the models of section 2, and those of the same kinds that it counts to them */
static const char *const LAW[LAWS] = {
    "hertz",
    "luo-nahon",
    "anagnostopoulos",
    "kuwabara-kono",
    "hunt-crossley",
    "lankarani-nikravesh",
    "lee-wang",
    "herbert-mcwhannell",
    "gonthier-approximate",
    "khatiwada",
    "valles-reinhorn",
    "jankowski-2005",
    "jankowski-2006",
    "newton",
    "poisson",
};

/* one figure: what is drawn, and what Newton says */
typedef struct quantity {
    const char *figure, *table, *label;
    double (*value)(const thud_impact *hit, double e);
    double (*newton)(double e);
    bool quarter_only;
} quantity;

static double impulse(const thud_impact *hit, double e) {
    (void)e;
    return hit->impulse;
}
static double newton_impulse(double e) { return 1 + e; }
static double loss(const thud_impact *hit, double e) {
    (void)e;
    return hit->energy_lost;
}
static double newton_loss(double e) { return 0.5 * (1 - e * e); }
static double restitution(const thud_impact *hit, double e) {
    (void)e;
    return hit->restitution;
}
static double same(double e) { return e; }
static double error(const thud_impact *hit, double e) { return 100 * (hit->restitution / e - 1); }
static double none(double e) {
    (void)e;
    return 0;
}

static const quantity QUANTITY[] = {
    {"chanda-1", "impulse", "impulse / (m v)  [–]", impulse, newton_impulse, false},
    {"chanda-2", "loss", "energy lost / (m v^2)  [–]", loss, newton_loss, false},
    {"chanda-3", "restitution", "restitution that comes out  [–]", restitution, same, false},
    {"chanda-4", "error", "error of the restitution at e = 0.25  [%]", error, none, true},
};

static thud_impact solved(const char *name, double e) {
    const thud_law *law = thud_law_find(name);
    thud_impact_options o = thud_impact_options_default(law);
    o.damping = THUD_DAMPING_PUBLISHED;
    /* laws without a damper return 1, whatever is asked for */
    o.restitution = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : e;
    return paper_solve(&o);
}

static void write_data(FILE *stream, const quantity *q) {
    int count = q->quarter_only ? 1 : ASKED;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < LAWS; j++) {
            thud_impact hit = solved(LAW[j], E[i]);
            fprintf(stream, "%d %.5f \"%s\"\n", j, q->value(&hit, E[i]), LAW[j]);
        }
        fprintf(stream, "\n\n-0.5 %.5f\n%d.5 %.5f\n\n\n", q->newton(E[i]), LAWS - 1, q->newton(E[i]));
    }
}

static void draw(paper *page, const quantity *q) {
    int count = q->quarter_only ? 1 : ASKED;
    thud_figure figure = paper_figure(page, q->figure, 860, 440);
    FILE *script = figure.script.stream;
    write_data(figure.data.stream, q);
    fprintf(script,
            "set xlabel '%s'\nset yrange [%d.5:-0.5]\nset ytics scale 0\nunset xzeroaxis\n"
            "set offsets graph 0.03, graph 0.03, 0, 0\nset key outside right top reverse Left\n",
            q->label, LAWS - 1);
    if (q->quarter_only)
        fputs("set nonlinear x via asinh(x) inverse sinh(x)\n"
              "set xtics (-30, -10, -3, -1, 0, 1, 3, 10, 30, 100, 300)\n"
              "set style fill solid\nset boxwidth 0.6\n",
              script);
    fputs("plot ", script);
    for (int i = 0; i < count; i++)
        fprintf(script,
                "data index %d using 2:1 with lines linestyle %d linewidth 1 dashtype 2 notitle, \\\n"
                "     data index %d using 2:1:ytic(3) with points linestyle %d title 'e = %g', \\\n     ",
                2 * i + 1, i + 1, 2 * i, i + 1, E[i]);
    fputs("keyentry with lines linecolor '#404040' linewidth 1 dashtype 2 title 'Newton'\n", script);
    paper_draw(&figure);
}

static void tabulate(paper *page, const quantity *q) {
    FILE *table = paper_open(page, q->table);
    fputs("| model | e = 0.25 | 0.5 | 0.75 | 1 |\n| --- | --- | --- | --- | --- |\n", table);
    for (int j = 0; j < LAWS; j++) {
        fprintf(table, "| %s |", LAW[j]);
        for (int i = 0; i < ASKED; i++) {
            thud_impact hit = solved(LAW[j], E[i]);
            double value = q->value(&hit, E[i]);
            /* an error of rounding has no sign worth showing */
            fprintf(table, q->value == error ? " %+.2f %% |" : " %.5f |", fabs(value) < 5e-6 ? 0.0 : value);
        }
        fputc('\n', table);
    }
    if (q->value != error) {
        fputs("| *Newton* |", table);
        for (int i = 0; i < ASKED; i++) fprintf(table, " *%.5f* |", q->newton(E[i]));
    }
    paper_close(page);
}

/* Anagnostopoulos with the pull cut off: the disadvantage that the paper names, and its price */
static void set_clamped(paper *page) {
    thud_impact_options o = paper_impact("anagnostopoulos", 0.25, 1, 1, 1, 1);
    paper_set(page, "pull", "%.4f", paper_solve(&o).min_force);
    o.separation = THUD_SEPARATION_ZERO_FORCE;
    paper_set(page, "clamped", "%.4f", paper_solve(&o).restitution);
    /* eq 4 as printed: the damping of e = 0.25 with its sign */
    paper_set(page, "printed_damping", "%.4f", 2 * log(0.25));
    o = paper_impact("khatiwada", 0.25, 1.5, 1, 1, 1);
    paper_set(page, "khatiwada", "%.6f", paper_exact(&o));
}

void paper_chanda(paper *page) {
    for (size_t i = 0; i < sizeof QUANTITY / sizeof *QUANTITY; i++) {
        draw(page, &QUANTITY[i]);
        tabulate(page, &QUANTITY[i]);
    }
    set_clamped(page);
}
