/*
 * D. Zhao & Y. Liu, Math. Probl. Eng. 2016, 9073062: tables 1 and 2, figs 5, 7 and 8. A ball falls on a plane, a
 * pendulum strikes a wall; restitution that comes out of rules for the damping.
 */
#include <math.h>
#include <stdlib.h>

#include "course.h"
#include "paper.h"
#include "zhao_liu_tables.h"

/* the two set-ups of section 4 */
typedef struct setup {
    int table, figure;
    double mass, stiffness;
    const double (*printed)[ZHAO_LIU_COLUMNS];
} setup;

static const setup BALL = {1, 5, 0.5, 1e10, ZHAO_LIU_TABLES[0]};
static const setup PENDULUM = {2, 7, 570, 2e9, ZHAO_LIU_TABLES[1]};

static const char *const COLUMN_NAME[ZHAO_LIU_COLUMNS] = {"the model of this paper", "nonlinear viscoelastic",
                                                          "Hertz-damp"};

/* a force structure for ξ of eq 28 */
typedef struct reading {
    const char *law, *name;
    thud_separation separation;
} reading;

static const reading READINGS[] = {
    {"zhao-liu", "damper in approach only", THUD_SEPARATION_DEFAULT},
    {"tsuji", "damper throughout, released at F = 0", THUD_SEPARATION_ZERO_FORCE},
    {"tsuji", "damper throughout, released at δ = 0", THUD_SEPARATION_RETURN},
};
enum { READING_COUNT = 3 };

static double equation_28(double e) { return sqrt(5) * (1 - e * e) / (10 * e * e); }

/* c = 2ξ√(k m) */
static double damping_28(const setup *s, double e) { return 2 * equation_28(e) * sqrt(s->stiffness * s->mass); }

/* the ball is let go 0.5 m over the plane; the pendulum meets the wall with 0.5 m/s at its lowest point */
static thud_model *model_of(const setup *s, const thud_gap_contact *contact, double duration, double interval) {
    thud_model *model = thud_model_create();
    thud_body body = thud_model_add_body(model, "body", s->mass);
    thud_gap_contact c = *contact;
    if (s == &BALL) {
        thud_model_set_gravity(model, 9.81);
        c.gap = 0.5;
    } else {
        thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = s->mass * 9.81 / 0.7});
        /* so near the wall that nothing changes on the way */
        thud_model_set_start(model, body, -1e-9, 0.5);
    }
    thud_model_add_contact(model, "wall", body, THUD_GROUND, &c);
    thud_model_set_duration(model, duration);
    thud_model_set_output(model, interval, false);
    return model;
}

static thud_gap_contact contact_of(const setup *s, const char *law, double e) {
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find(law));
    contact.stiffness = s->stiffness;
    contact.exponent = 1.5;
    contact.restitution = e;
    return contact;
}

static bool book_first(void *context, const thud_impact_entry *entry) {
    *(thud_impact_entry *)context = *entry;
    return false;
}

/* the first impact of a run; the run may stop after it */
static thud_impact_entry first_impact(const setup *s, const thud_gap_contact *contact) {
    thud_impact_entry entry = {.time = NAN};
    thud_observer observer = {.context = &entry, .impact = book_first};
    thud_simulation *simulation;
    thud_model *model = model_of(s, contact, 2, 0);
    paper_need(thud_model_build(model, NULL), "model");
    paper_need(thud_simulation_create(model, &simulation), "simulation");
    thud_status status = thud_simulation_run(simulation, &observer);
    if (status != THUD_ERROR_STOPPED || isnan(entry.time)) paper_fail("zhao-liu: no impact");
    thud_simulation_free(simulation);
    thud_model_free(model);
    return entry;
}

static void tabulate(paper *page, const setup *s, const char *name, double worst[ZHAO_LIU_COLUMNS]) {
    FILE *table = paper_open(page, name);
    fputs("| e₀ |", table);
    for (int j = 0; j < ZHAO_LIU_COLUMNS; j++)
        fprintf(table, " “%s”, printed | %s, ours |", COLUMN_NAME[j], ZHAO_LIU_LAWS[j]);
    fputs("\n| --- |", table);
    for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) fputs(" --- | --- |", table);
    for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) worst[j] = 0;
    for (int i = 0; i < ZHAO_LIU_ROWS; i++) {
        double e = (i + 1) / 10.0;
        fprintf(table, "\n| %.1f |", e);
        for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) {
            thud_gap_contact contact = contact_of(s, ZHAO_LIU_LAWS[j], e);
            double out = first_impact(s, &contact).restitution;
            fprintf(table, " %.4f | %.4f |", s->printed[i][j], out);
            worst[j] = fmax(worst[j], fabs(out - s->printed[i][j]));
        }
    }
    fputc('\n', table);
    paper_close(page);
}

/* eq 28 in the structures that the text can be read to mean */
static void tabulate_28(paper *page) {
    FILE *table = paper_open(page, "equation_28");
    fputs("| e₀ | printed |", table);
    for (int j = 0; j < READING_COUNT; j++) fprintf(table, " eq 28, %s |", READINGS[j].name);
    fputs("\n| --- | --- | --- | --- | --- |", table);
    for (int i = 0; i < ZHAO_LIU_ROWS; i++) {
        double e = (i + 1) / 10.0;
        fprintf(table, "\n| %.1f | %.4f |", e, BALL.printed[i][0]);
        for (int j = 0; j < READING_COUNT; j++) {
            thud_impact_options o = paper_impact(READINGS[j].law, e, 1.5, 1, 1, 1);
            o.damping = THUD_DAMPING_GIVEN;
            o.damping_value = 2 * equation_28(e);
            o.separation = READINGS[j].separation;
            /* an overdamped contact that is held until δ = 0 never ends: nothing comes back */
            fprintf(table, " %.4f |", paper_solve(&o).restitution);
        }
    }
    fputc('\n', table);
    paper_close(page);
}

/* ---- Figures 5 and 7: force over time ---- */

static bool follow(void *context, const thud_sample *sample) {
    if (sample->force[0] != 0) course_add(context, sample->time, sample->force[0]);
    return true;
}

static void add_history(thud_figure *figure, const setup *s, const thud_gap_contact *contact) {
    thud_impact_entry hit = first_impact(s, contact);
    course curve = {0}, shown = {0};
    thud_observer observer = {.context = &curve, .sample = follow};
    double interval = hit.duration / 200;
    /* samples lie on a grid from t = 0: as fine as the impact needs, and no longer than it lasts */
    paper_run run = paper_run_model(model_of(s, contact, hit.time + 1.02 * hit.duration, interval), &observer);
    paper_run_end(&run);
    double peak = course_peak(&curve);
    course_add(&shown, 0, 0);
    for (size_t i = 0; i < curve.count; i++) course_add(&shown, 1e3 * (curve.x[i] - hit.time), 1e-3 * curve.y[i]);
    course_add(&shown, 1e3 * hit.duration, 0);
    course_write(&shown, 1.2e3 * hit.duration / 540, 1.1e-3 * peak / 340, figure->data.stream);
    course_free(&curve);
    course_free(&shown);
}

static void draw_histories(paper *page, const setup *s, const char *figure_name) {
    thud_figure figure = paper_figure(page, figure_name, 620, 420);
    static const char *const LAWS[] = {"jankowski-2006", "hu-guo"};
    for (int i = 0; i < 2; i++) {
        thud_gap_contact contact = contact_of(s, LAWS[i], 0.65);
        add_history(&figure, s, &contact);
    }
    thud_gap_contact own = contact_of(s, "zhao-liu", 0.65);
    own.damping = THUD_DAMPING_GIVEN;
    own.damping_value = damping_28(s, 0.65);
    add_history(&figure, s, &own);
    fprintf(figure.script.stream,
            "set xlabel 'time since contact  [ms]'\nset ylabel 'impact force  [kN]'\nset key top right\n"
            "plot data index 0 using 1:2 with lines linestyle 2 title 'nonlinear viscoelastic (jankowski-2006)', "
            "\\\n     data index 1 using 1:2 with lines linestyle 1 title 'modified Hertz-damp (hu-guo)', \\\n"
            "     data index 2 using 1:2 with lines linestyle 7 dashtype 3 linewidth 1.5 title 'eq 28, approach "
            "only'\n");
    paper_draw(&figure);
}

/* what the peaks are, and which stiffness would give the force that was measured */
static void tabulate_peaks(paper *page) {
    static const struct {
        const setup *s;
        double measured;
        const char *text;
    } ROW[] = {{&BALL, 80.7, "5: ball, 80.7 N"}, {&PENDULUM, 102.5e3, "7: pendulum, 102.5 kN"}};
    static const char *const LAWS[] = {"jankowski-2006", "hu-guo"};
    FILE *table = paper_open(page, "peaks");
    fputs("| figure and measured peak | law | peak with the printed k [kN] | contact time [ms] | k that gives the "
          "measured peak [N/m^1.5] |\n| --- | --- | --- | --- | --- |\n",
          table);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            thud_gap_contact contact = contact_of(ROW[i].s, LAWS[j], 0.65);
            thud_impact_entry hit = first_impact(ROW[i].s, &contact);
            /* the peak goes with k^0.4 at given mass and speed */
            double needed = ROW[i].s->stiffness * pow(ROW[i].measured / hit.max_force, 2.5);
            fprintf(table, "| %s | %s | %.2f | %.4f | %.3g |\n", ROW[i].text, LAWS[j], 1e-3 * hit.max_force,
                    1e3 * hit.duration, needed);
        }
    paper_close(page);
    thud_gap_contact ball = contact_of(&BALL, "hu-guo", 0.65), pendulum = contact_of(&PENDULUM, "hu-guo", 0.65);
    paper_set(page, "ball_factor", "%.0f", first_impact(&BALL, &ball).max_force / 80.7);
    paper_set(page, "pendulum_excess", "%.1f", 100 * (first_impact(&PENDULUM, &pendulum).max_force / 102.5e3 - 1));
}

/* ---- Figure 8: ξ over e ---- */

/* ξ that returns e in a structure with c = 2ξ√(k m) δ^¼ */
static double exact_xi(const char *law, thud_separation separation, double e) {
    thud_impact_options o = paper_impact(law, e, 1.5, 1, 1, 1);
    o.separation = separation;
    return 0.5 * paper_exact(&o);
}

static double jankowski(double e) { return 9 * sqrt(5) * (1 - e * e) / (2 * e * (e * (9 * PAPER_PI - 16) + 16)); }

static void draw_ratios(paper *page) {
    thud_figure figure = paper_figure(page, "zhao-liu-8", 620, 440);
    FILE *table = paper_open(page, "ratios");
    fputs("| e | Jankowski 2006 | eq 28 | exact, approach only | exact, throughout, F = 0 |\n"
          "| --- | --- | --- | --- | --- |\n",
          table);
    for (int i = 4; i <= 40; i++) {
        double e = i / 40.0;
        double once = i < 40 ? exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, e) : 0;
        double both = i < 40 ? exact_xi("tsuji", THUD_SEPARATION_ZERO_FORCE, e) : 0;
        fprintf(figure.data.stream, "%.4f %.5f %.5f %.5f %.5f\n", e, jankowski(e), equation_28(e), once, both);
        if (i % 4 == 0)
            fprintf(table, "| %.1f | %.4f | %.4f | %.4f | %.4f |\n", e, jankowski(e), equation_28(e), once, both);
    }
    paper_close(page);
    for (int i = 6; i <= 7; i++)
        paper_set(page, i == 6 ? "error_6" : "error_7", "%.0f",
                  100 * (1 - equation_28(i / 10.0) / exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, i / 10.0)));
    paper_set(page, "both_factor", "%.1f", equation_28(0.5) / exact_xi("tsuji", THUD_SEPARATION_ZERO_FORCE, 0.5));
    fputs("set xlabel 'restitution e  [–]'\nset ylabel 'damping ratio ξ  [–]'\nset xrange [0:1]\n"
          "set yrange [0:6]\n"
          "plot data using 1:2 with lines linestyle 1 title '1: Jankowski 2006', \\\n"
          "     data using 1:3 with lines linestyle 2 title '2: eq 28', \\\n"
          "     data using 1:4 with points linestyle 7 pointtype 6 title 'exact, damper in approach only', \\\n"
          "     data using 1:5 with points linestyle 3 title 'exact, damper throughout, released at F = 0'\n",
          figure.script.stream);
    paper_draw(&figure);
}

static void tabulate_worst(paper *page, const double ball[ZHAO_LIU_COLUMNS],
                           const double pendulum[ZHAO_LIU_COLUMNS]) {
    static const char *const RULE[ZHAO_LIU_COLUMNS] = {"χ = 3(1 − e)/(2e)", "χ = 8(1 − e)/(5e)", "χ = 3(1 − e²)/4"};
    FILE *table = paper_open(page, "columns");
    fputs("| *printed* name | rule that gives the column | largest difference in table 1 | in table 2 |\n"
          "| --- | --- | --- | --- |\n",
          table);
    for (int j = 0; j < ZHAO_LIU_COLUMNS; j++)
        fprintf(table, "| %s | %s, `%s` | %.4f | %.4f |\n", COLUMN_NAME[j], RULE[j], ZHAO_LIU_LAWS[j], ball[j],
                pendulum[j]);
    paper_close(page);
}

void paper_zhao_liu(paper *page) {
    double ball[ZHAO_LIU_COLUMNS], pendulum[ZHAO_LIU_COLUMNS];
    tabulate(page, &BALL, "table_1", ball);
    tabulate(page, &PENDULUM, "table_2", pendulum);
    tabulate_worst(page, ball, pendulum);
    tabulate_28(page);
    draw_histories(page, &BALL, "zhao-liu-5");
    draw_histories(page, &PENDULUM, "zhao-liu-7");
    tabulate_peaks(page);
    draw_ratios(page);
}
