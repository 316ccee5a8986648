/*
 * A. Chanda, A. Banerjee & R. Das, Int. J. Sci. Eng. Res. 7 (2016): figs 1–4, models side by side in the
 * dimensionless frame. The bridge of figs 7–10 is in chanda_bridge.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "paper.h"

enum { ASKED = 4, LAW_LIMIT = 64 };
static const double E[ASKED] = {0.25, 0.5, 0.75, 1};

/* what is left out of the catalogue: rules that are younger than the paper, which appeared in February 2016;
 * contacts of programs, which are known from later editions of their manuals; laws with adhesion, kuwabara-kono
 * without it */
typedef struct omission {
    const char *place, *const *names;
    int count;
} omission;

static const char *const YOUNGER[] = {"zhao-liu", "carvalho-martins", "poursina-nikravesh", "fractional"};
static const char *const PROGRAMS[] = {"adams-impact", "simscape", "elastogap"};
static const char *const ADHESIVE[] = {"dmt", "jkr"};
static const omission LEFT_OUT[] = {{"younger", YOUNGER, sizeof YOUNGER / sizeof *YOUNGER},
                                    {"programs", PROGRAMS, sizeof PROGRAMS / sizeof *PROGRAMS},
                                    {"adhesive", ADHESIVE, sizeof ADHESIVE / sizeof *ADHESIVE}};
enum { OMISSIONS = sizeof LEFT_OUT / sizeof *LEFT_OUT };

typedef struct catalogue {
    const thud_law *law[LAW_LIMIT];
    int count;
} catalogue;

static bool left_out(const thud_law *law) {
    for (int i = 0; i < OMISSIONS; i++)
        for (int j = 0; j < LEFT_OUT[i].count; j++)
            if (strcmp(law->name, LEFT_OUT[i].names[j]) == 0) return true;
    return false;
}

static catalogue laws_of_2016(void) {
    catalogue laws = {0};
    int names = 0, found = 0;
    for (int i = 0; i < OMISSIONS; i++) names += LEFT_OUT[i].count;
    for (size_t i = 0; i < thud_law_count() && laws.count < LAW_LIMIT; i++) {
        const thud_law *law = thud_law_at(i);
        if (left_out(law)) found++;
        else laws.law[laws.count++] = law;
    }
    if (found != names) paper_fail("chanda: a law that is left out has another name");
    return laws;
}

/* what a reader can see in the sources: every law on the page has one of 2016 or before, or none with a year */
static void check_years(const catalogue *laws) {
    for (int i = 0; i < laws->count; i++)
        for (const char *at = laws->law[i]->source; (at = strstr(at, " 20")); at++)
            if (strtol(at, NULL, 10) > 2016) paper_fail("chanda: %s is younger than the paper", laws->law[i]->name);
}

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

static thud_impact solved(const thud_law *law, double e) {
    thud_impact_options o = thud_impact_options_default(law);
    o.damping = THUD_DAMPING_PUBLISHED;
    /* laws without a damper return 1, whatever is asked for */
    o.restitution = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : e;
    return paper_solve(&o);
}

/* a law that has no rule is calibrated exactly, and says so */
static const char *mark_of(const thud_law *law) {
    bool damped = law->structure->kind != THUD_FORCE_ELASTIC && law->structure->kind != THUD_FORCE_IMPULSIVE;
    return damped && !thud_law_has_rule(law) ? " (calibrated)" : "";
}

static void write_data(FILE *stream, const quantity *q, const catalogue *laws) {
    int count = q->quarter_only ? 1 : ASKED;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < laws->count; j++) {
            thud_impact hit = solved(laws->law[j], E[i]);
            fprintf(stream, "%d %.5f \"%s%s\"\n", j, q->value(&hit, E[i]), laws->law[j]->name,
                    mark_of(laws->law[j]));
        }
        fprintf(stream, "\n\n-0.5 %.5f\n%d.5 %.5f\n\n\n", q->newton(E[i]), laws->count - 1, q->newton(E[i]));
    }
}

static void draw(paper *page, const quantity *q, const catalogue *laws) {
    int count = q->quarter_only ? 1 : ASKED;
    thud_figure figure = paper_figure(page, q->figure, 840, 100 + 22 * laws->count);
    FILE *script = figure.script.stream;
    write_data(figure.data.stream, q, laws);
    fprintf(script,
            "set xlabel '%s'\nset yrange [%d.5:-0.5]\nset ytics scale 0\nunset xzeroaxis\n"
            "set offsets graph 0.03, graph 0.03, 0, 0\nset key outside right top reverse Left\n",
            q->label, laws->count - 1);
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

static void tabulate(paper *page, const quantity *q, const catalogue *laws) {
    FILE *table = paper_open(page, q->table);
    fputs("| model | e = 0.25 | 0.5 | 0.75 | 1 |\n| --- | --- | --- | --- | --- |\n", table);
    for (int j = 0; j < laws->count; j++) {
        fprintf(table, "| %s%s |", laws->law[j]->name, mark_of(laws->law[j]));
        for (int i = 0; i < ASKED; i++) {
            thud_impact hit = solved(laws->law[j], E[i]);
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
    paper_say(
        page,
        "falls to {{pull}} (e = %g) before δ = 0; with that pull cut off it returns {{clamped}} instead of %g",
        E[0], E[0]);
    paper_say(page, "C = 2 ln(e)√(K M) is negative, {{printed_damping}} for e = %g and k = m = 1", E[0]);
    paper_say(page, "It is 2ξ√(K M) with ξ = −ln e/√(π² + ln² e). The “= 2ξω” beside it has the dimension of a "
                    "frequency; 2ξω M is meant.");
    paper_say(page,
              "with 1/χ in it: χ = {{khatiwada}} for e = %g. Its absolute value admits a second, false root with "
              "1/χ < e",
              E[0]);
}

static const double POOR = 0.1;

/* a list in a sentence: "`a`, `b` and `c`" */
static void set_names(paper *page, const char *place, const char *const *names, int count) {
    FILE *list = paper_open(page, place);
    for (int i = 0; i < count; i++)
        fprintf(list, "%s`%s`", i == 0 ? "" : i == count - 1 ? " and " : ", ", names[i]);
    paper_close(page);
}

/* which laws return what they are asked for, and how far the others are off at e = 0.25 */
static void set_exact(paper *page, const catalogue *laws) {
    const char *exact[LAW_LIMIT], *calibrated[LAW_LIMIT];
    int exact_count = 0, calibrated_count = 0, poor = 0, rules = 0;
    double jankowski = 0;
    for (int j = 0; j < laws->count; j++) {
        const thud_law *law = laws->law[j];
        double worst = 0, quarter = fabs(solved(law, 0.25).restitution - 0.25) / 0.25;
        for (int i = 0; i < ASKED; i++) worst = fmax(worst, fabs(solved(law, E[i]).restitution - E[i]) / E[i]);
        if (strcmp(law->name, "jankowski-2006") == 0) jankowski = worst;
        if (*mark_of(law)) calibrated[calibrated_count++] = law->name;
        if (!thud_law_has_rule(law)) continue;
        rules++;
        if (quarter > POOR) poor++;
        if (worst < 1e-9) exact[exact_count++] = law->name;
    }
    set_names(page, "exact_laws", exact, exact_count);
    set_names(page, "calibrated_laws", calibrated, calibrated_count);
    for (int i = 0; i < OMISSIONS; i++) set_names(page, LEFT_OUT[i].place, LEFT_OUT[i].names, LEFT_OUT[i].count);
    paper_set(page, "law_count", "%d", laws->count);
    paper_set(page, "rules", "%d", rules);
    paper_set(page, "poor", "%d", poor);
    paper_say(page, "At e = %g, {{poor}} of the {{rules}} published rules are more than %g %% off", E[0],
              100 * POOR);
    paper_say(page, "Error of the restitution at e = %g", E[0]);
    paper_say(page, "dashed lines: Newton. k = m = v = 1.");
    paper_set(page, "jankowski", "%.1f", paper_up(100 * jankowski, 1));
}

void paper_chanda(paper *page) {
    catalogue laws = laws_of_2016();
    check_years(&laws);
    for (size_t i = 0; i < sizeof QUANTITY / sizeof *QUANTITY; i++) {
        draw(page, &QUANTITY[i], &laws);
        tabulate(page, &QUANTITY[i], &laws);
    }
    set_exact(page, &laws);
    set_clamped(page);
}
