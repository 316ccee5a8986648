/*
 * D. Zhao & Y. Liu, Math. Probl. Eng. 2016, 9161789: tables 1 and 2, figs 5, 7 and 8. A ball falls on a plane, a
 * pendulum strikes a wall; restitution that comes out of rules for the damping.
 */
#include <math.h>
#include <stdlib.h>

#include "course.h"
#include "numeric/integral/quadrature.h"
#include "paper.h"
#include "zhao_liu_tables.h"

/* the two set-ups of section 4 */
typedef struct setup {
    int table, figure;
    double mass, stiffness;
    const double (*printed)[ZHAO_LIU_COLUMNS];
} setup;

static const double FALL = 0.5, STRING = 0.7, SPEED = 0.5, GRAVITY = 9.81; /* m, m, m/s, m/s² */
static const double SHOWN = 0.65;                                          /* e of figs 5 and 7 */
static const double BALL_PEAK = 80.7, PENDULUM_PEAK = 102.5e3;             /* N, measured */

static const setup BALL = {1, 5, 0.5, 1e10, ZHAO_LIU_TABLES[0]};
static const setup PENDULUM = {2, 7, 570, 2e9, ZHAO_LIU_TABLES[1]};

static const char *const COLUMN_NAME[ZHAO_LIU_COLUMNS] = {"the model of this paper", "nonlinear viscoelastic",
                                                          "Hertz-damp"};

static double equation_28(double e) { return sqrt(5) * (1 - e * e) / (10 * e * e); }

/*
 * The same derivation with the integral of eq 24 evaluated, I = ∫₀¹ u^¼ √(1 − u^(5/2)) du, where eq 25 has 1:
 * ξ = √5(1 − e²)/(10 I e²).
 */
static double integrand(double u, const void *context) {
    (void)context;
    return pow(u, 0.25) * sqrt(1 - pow(u, 2.5));
}
static double integral_24(void) { return thud_integrate(integrand, NULL, 1); }
static double derived(double e) { return equation_28(e) / integral_24(); }

/* eq 11 as it reads in print, and as Jankowski has it */
static double printed_11(double e) { return 9 * sqrt(5) * (1 - e * e) / (2 * e * (9 * PAPER_PI - 16) + 16); }
static double jankowski(double e) { return 9 * sqrt(5) * (1 - e * e) / (2 * e * (e * (9 * PAPER_PI - 16) + 16)); }

/* restitution of c = 2ξ√(k m) δ^¼ in a structure of the catalogue, k = m = v = 1 */
static double returned(const char *law, thud_separation separation, double xi) {
    thud_impact_options o = paper_impact(law, 1, 1.5, 1, 1, 1);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 2 * xi;
    o.separation = separation;
    /* an overdamped contact that is held until δ = 0 never ends: nothing comes back */
    return paper_solve(&o).restitution;
}

static double in_approach(double xi) { return returned("zhao-liu", THUD_SEPARATION_DEFAULT, xi); }
static double throughout_force(double xi) { return returned("tsuji", THUD_SEPARATION_ZERO_FORCE, xi); }
static double throughout_return(double xi) { return returned("tsuji", THUD_SEPARATION_RETURN, xi); }

/*
 * A damper in restitution only is in no law of the catalogue. In the phase plane of this structure each phase
 * multiplies the speed by a factor of its own (docs/theory.md, 2.2), so that the factor of the restitution is that
 * of both phases over that of the approach.
 */
static double in_restitution_force(double xi) { return throughout_force(xi) / in_approach(xi); }
static double in_restitution_return(double xi) { return throughout_return(xi) / in_approach(xi); }

/* c = 2ξ√(k m) */
static double damping_28(const setup *s, double e) { return 2 * equation_28(e) * sqrt(s->stiffness * s->mass); }

/* the ball is released 0.5 m above the plane; the pendulum meets the wall with 0.5 m/s at its lowest point */
static thud_model *model_of(const setup *s, const thud_gap_contact *contact, double duration, double interval) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", s->mass);
    thud_gap_contact c = *contact;
    if (s == &BALL) {
        thud_model_set_gravity(model, GRAVITY);
        c.gap = FALL;
    } else {
        thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = s->mass * GRAVITY / STRING});
        /* so near the wall that nothing changes on the way */
        thud_model_set_start(model, body, -1e-9, SPEED);
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
    contact.damping = THUD_DAMPING_PUBLISHED;
    return contact;
}

static bool book_first(void *context, const thud_impact_entry *entry) {
    *(thud_impact_entry *)context = *entry;
    return false;
}

/* the first impact of a run, which stops after it; without one, where the body comes to rest, its time is NAN */
static thud_impact_entry impact_or_rest(const setup *s, const thud_gap_contact *contact) {
    thud_impact_entry entry = {.time = NAN};
    thud_observer observer = {.context = &entry, .impact = book_first};
    thud_simulation *simulation;
    thud_model *model = model_of(s, contact, 2, 0);
    paper_need(thud_model_build(model, NULL), "model");
    paper_need(thud_simulation_create(model, &simulation), "simulation");
    thud_status status = thud_simulation_run(simulation, &observer);
    if (status != THUD_ERROR_STOPPED && status != THUD_OK) paper_fail("zhao-liu: %s", thud_status_text(status));
    thud_simulation_free(simulation);
    thud_model_free(model);
    return entry;
}

static thud_impact_entry first_impact(const setup *s, const thud_gap_contact *contact) {
    thud_impact_entry entry = impact_or_rest(s, contact);
    if (isnan(entry.time)) paper_fail("zhao-liu: no impact");
    return entry;
}

/* the ball of table 1 with c = 2ξ√(k m) δ^¼, weight and all; 0 where it does not part again */
static double fallen(const char *law, thud_separation separation, double xi) {
    thud_gap_contact contact = contact_of(&BALL, law, 1);
    contact.damping = THUD_DAMPING_GIVEN;
    contact.damping_value = 2 * xi * sqrt(BALL.stiffness * BALL.mass);
    contact.separation = separation;
    thud_impact_entry entry = impact_or_rest(&BALL, &contact);
    return isnan(entry.time) ? 0 : entry.restitution;
}

static double fallen_in_approach(double xi) { return fallen("zhao-liu", THUD_SEPARATION_DEFAULT, xi); }
static double fallen_throughout(double xi) { return fallen("tsuji", THUD_SEPARATION_ZERO_FORCE, xi); }

/* where the damper of eq 28 acts, and when the bodies part */
typedef struct reading {
    const char *name;
    double (*restitution)(double xi);
} reading;

static const reading READINGS[] = {
    {"approach only", fallen_in_approach},
    {"both phases, at F = 0", fallen_throughout},
    {"restitution only, parting at F = 0, free pair", in_restitution_force},
    {"restitution only, at δ = 0, free pair", in_restitution_return},
    {"both phases, at δ = 0, free pair", throughout_return},
};
enum { READING_COUNT = 5 };

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

static const double HALF = 0.5;

/* eq 28 in every phase and with either end of the contact */
static void tabulate_28(paper *page) {
    FILE *table = paper_open(page, "equation_28");
    fputs("| e₀ | printed in table 1 |", table);
    for (int j = 0; j < READING_COUNT; j++) fprintf(table, " %s |", READINGS[j].name);
    fputs("\n| --- | --- |", table);
    for (int j = 0; j < READING_COUNT; j++) fputs(" --- |", table);
    for (int i = 0; i < ZHAO_LIU_ROWS; i++) {
        double e = (i + 1) / 10.0;
        fprintf(table, "\n| %.1f | %.4f |", e, BALL.printed[i][0]);
        for (int j = 0; j < READING_COUNT; j++) fprintf(table, " %.4f |", READINGS[j].restitution(equation_28(e)));
    }
    fputc('\n', table);
    paper_close(page);
    paper_set(page, "approach_half", "%.4f", fallen_in_approach(equation_28(HALF)));
    paper_set(page, "restitution_half", "%.3f", in_restitution_return(equation_28(HALF)));
    /* 1e-18 of its speed is rest */
    double least = 0.1, resting = fallen_throughout(equation_28(least));
    if (resting > 1e-12) paper_fail("zhao-liu: the ball with eq 28 does not come to rest");
    paper_say(page, "(where the second has %.4f at e₀ = %g, the ball comes to rest in the contact)", resting,
              least);
    paper_say(page, "A damper in one phase returns {{approach_half}} for %g,", HALF);
}

/* ξ that returns e in a structure with c = 2ξ√(k m) δ^¼ */
static double exact_xi(const char *law, thud_separation separation, double e) {
    thud_impact_options o = paper_impact(law, e, 1.5, 1, 1, 1);
    o.separation = separation;
    return 0.5 * paper_exact(&o);
}

/*
 * Eq 28 over the exact ξ at 0.5 is the product of three factors: of the integral taken for 1, of e² for e, and of
 * what the derivation without either, Jankowski's rule of 2005, lacks.
 */
static void set_accident(paper *page) {
    double jankowski_2005 = 0.5 * thud_law_find("jankowski-2005")->scaled_damping(HALF, 1.5);
    double exact = exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, HALF);
    double first = integral_24(), second = 1 / HALF, third = jankowski_2005 / exact;
    if (fabs(first * second * third - equation_28(HALF) / exact) > 1e-9 || fabs(first * second * third - 1) > 0.01)
        paper_fail("zhao-liu: the errors of the derivation do not cancel at 0.5");
    paper_set(page, "lost", "%.2f", first);
    paper_set(page, "gained", "%g", second);
    paper_set(page, "lacking", "%.2f", third);
    paper_set(page, "product", "%.3f", first * second * third);
    paper_set(page, "jankowski_half", "%.3f", fallen_in_approach(jankowski_2005));
    paper_say(page, "**That eq 28 returns nearly %g for %g is an accident.**", HALF, HALF);
    paper_say(page, "Three errors of the derivation cancel at %g:", HALF);
    paper_say(page, "which returns {{jankowski_half}} for %g", HALF);
}

/* the integral that eq 25 takes for 1, and what becomes of eq 28 with it */
static void tabulate_derived(paper *page) {
    double integral = integral_24(), weight = 0;
    /* s = u^(5/4) makes it 4/5 of a quarter of the unit circle; the quadrature is good to 1e-12 */
    if (fabs(integral - PAPER_PI / 5) > 1e-12) paper_fail("zhao-liu: the integral of eq 24 is not π/5");
    FILE *table = paper_open(page, "derived");
    fputs(
        "| e₀ | ξ by eq 28 | it returns | ξ = √5(1 − e²)/(2πe²) | it returns |\n| --- | --- | --- | --- | --- |\n",
        table);
    for (int i = 1; i <= ZHAO_LIU_ROWS; i++) {
        double e = i / 10.0;
        if (fabs(derived(e) - sqrt(5) * (1 - e * e) / (2 * PAPER_PI * e * e)) > 1e-12 * derived(0.1))
            paper_fail("zhao-liu: the derivation does not give √5(1 − e²)/(2πe²)");
        /* Jankowski's rule of 2005 has e for e² */
        if (fabs(thud_law_find("jankowski-2005")->scaled_damping(e, 1.5) - 2 * e * derived(e)) >
            1e-12 * derived(0.1))
            paper_fail("zhao-liu: Jankowski's rule of 2005 is not e times the derived one");
        fprintf(table, "| %.1f | %.4f | %.4f | %.4f | %.4f |\n", e, equation_28(e),
                fallen_in_approach(equation_28(e)), derived(e), fallen_in_approach(derived(e)));
        weight = fmax(weight, fabs(fallen_in_approach(equation_28(e)) - in_approach(equation_28(e))));
        weight = fmax(weight, fabs(fallen_throughout(equation_28(e)) - throughout_force(equation_28(e))));
    }
    paper_close(page);
    paper_set(page, "integral", "%.5f", integral);
    paper_set(page, "derived_half", "%.3f", fallen_in_approach(derived(HALF)));
    paper_set(page, "weight_28", "%.4f", paper_up(weight, 4));
    set_accident(page);
    paper_say(
        page,
        "it is ∫₀¹ u^¼ √(1 − u^(5/2)) du = π/5 = {{integral}} (s = u^(5/4) makes it 4/5 of a quarter circle)");
    paper_say(page, "the integral of the loss is taken for 1. With u");
    paper_say(page,
              "then gives ξ = √5(1 − e²)/(2πe²) in place of √5(1 − e²)/(10e²), 5/π times as much damping, and "
              "returns {{derived_half}} for %g.",
              HALF);
    paper_say(page, "the integral is π/5, not 1. Eq 28 is then ξ = √5(1 − e²)/(2πe²).");
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
    /* a tenth of a pixel: smooth */
    course_write(&shown, 1.2e2 * hit.duration / 540, 1.1e-4 * peak / 340, figure->data.stream);
    course_free(&curve);
    course_free(&shown);
}

static void draw_histories(paper *page, const setup *s, const char *figure_name) {
    thud_figure figure = paper_figure(page, figure_name, 620, 420);
    static const char *const LAWS[] = {"jankowski-2006", "hu-guo"};
    for (int i = 0; i < 2; i++) {
        thud_gap_contact contact = contact_of(s, LAWS[i], SHOWN);
        add_history(&figure, s, &contact);
    }
    thud_gap_contact own = contact_of(s, "zhao-liu", SHOWN);
    own.damping = THUD_DAMPING_GIVEN;
    own.damping_value = damping_28(s, SHOWN);
    add_history(&figure, s, &own);
    fprintf(figure.script.stream,
            "set xlabel 'time since contact  [ms]'\nset ylabel 'impact force  [kN]'\nset key top right\n"
            "plot data index 0 using 1:2 with lines linestyle 2 title 'nonlinear viscoelastic (jankowski-2006)', "
            "\\\n     data index 1 using 1:2 with lines linestyle 1 title 'modified Hertz-damp (hu-guo)', \\\n"
            "     data index 2 using 1:2 with lines linestyle 7 dashtype 3 linewidth 1.5 title 'eq 28, approach "
            "only'\n");
    paper_draw(&figure);
}

/*
 * The stiffness with which the peak is the measured one, weight or string included. Without them the peak would go
 * with k^0.4, which a step of the iteration takes for granted.
 */
static double stiffness_for(const setup *s, const char *law, double measured) {
    thud_gap_contact contact = contact_of(s, law, SHOWN);
    for (int i = 0; i < 60; i++) {
        double ratio = measured / first_impact(s, &contact).max_force;
        contact.stiffness *= pow(ratio, 2.5);
        if (fabs(ratio - 1) < 1e-7) return contact.stiffness;
    }
    paper_fail("zhao-liu: no stiffness gives the measured peak");
}

/* what the peaks are, and which stiffness would give the force that was measured */
static void tabulate_peaks(paper *page) {
    static const struct {
        const setup *s;
        double measured;
        const char *text;
    } ROW[] = {{&BALL, BALL_PEAK, "5: ball, 80.7 N"}, {&PENDULUM, PENDULUM_PEAK, "7: pendulum, 102.5 kN"}};
    static const char *const LAWS[] = {"jankowski-2006", "hu-guo"};
    FILE *table = paper_open(page, "peaks");
    fputs("| figure and measured peak | law | peak with the printed k [kN] | contact time [ms] | k that gives the "
          "measured peak [N/m^1.5] |\n| --- | --- | --- | --- | --- |\n",
          table);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            thud_gap_contact contact = contact_of(ROW[i].s, LAWS[j], SHOWN);
            thud_impact_entry hit = first_impact(ROW[i].s, &contact);
            double needed = stiffness_for(ROW[i].s, LAWS[j], ROW[i].measured);
            fprintf(table, "| %s | %s | %.2f | %.4f | %.3g |\n", ROW[i].text, LAWS[j], 1e-3 * hit.max_force,
                    1e3 * hit.duration, needed);
        }
    paper_close(page);
    thud_gap_contact ball = contact_of(&BALL, "hu-guo", SHOWN), pendulum = contact_of(&PENDULUM, "hu-guo", SHOWN);
    paper_set(page, "ball_factor", "%.0f", first_impact(&BALL, &ball).max_force / BALL_PEAK);
    paper_set(page, "pendulum_excess", "%.1f",
              100 * (first_impact(&PENDULUM, &pendulum).max_force / PENDULUM_PEAK - 1));
    paper_say(page, "over time e = %g. Ball (fig 5)", SHOWN);
    paper_say(page, "Impact force of the ball, e = %g.", SHOWN);
    paper_say(page, "Impact force of the pendulum, e = %g.", SHOWN);
    paper_say(page, "the measured peaks, %g N for the ball and %g kN for the pendulum", BALL_PEAK,
              1e-3 * PENDULUM_PEAK);
    paper_say(page, "with k = 10¹⁰ N/m^1.5 and a fall of %g m the peak is", FALL);
    paper_say(page, "no k near the printed one gives %g N", BALL_PEAK);
    paper_say(page, "a part of the %g N that counts", BALL_PEAK);
    paper_say(page, "the measured peak of %g N does not belong", BALL_PEAK);
}

/* ---- Figure 8: ξ over e ---- */

/* over all e, how near Jankowski's formula is, where eq 28 crosses the exact one, and that it is above the other */
static void compare_ratios(paper *page) {
    double most = 0, low = 0.1, high = 0.9;
    for (int i = 1; i < 1000; i++) {
        double e = i / 1000.0, once = exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, e);
        most = fmax(most, fabs(jankowski(e) / once - 1));
        if (equation_28(e) <= exact_xi("tsuji", THUD_SEPARATION_ZERO_FORCE, e))
            paper_fail("zhao-liu: eq 28 is not above the exact ratio for a damper throughout, e = %g", e);
    }
    while (high - low > 1e-6) {
        double e = 0.5 * (low + high);
        if (equation_28(e) > exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, e)) low = e;
        else high = e;
    }
    paper_set(page, "jankowski_off", "%.0f", paper_up(100 * most, 0));
    paper_set(page, "crossing", "%.3f", low);
    paper_say(page, "eq 28 quite accurately between 0.5 and 0.75.");
    paper_say(page, "{{error_6}} %% too small at 0.6 and {{error_7}} %% at 0.7");
    paper_say(page, "too large at every e, at %g by a factor of {{both_factor}}", HALF);
    paper_say(page, "it is ξ = 9√5(1 − e²)/{2e[e(9π − 16) + 16]}");
}

static void draw_ratios(paper *page) {
    thud_figure figure = paper_figure(page, "zhao-liu-8", 620, 440);
    FILE *table = paper_open(page, "ratios");
    fputs("| e | Jankowski 2006 | eq 28 | eq 28 with the integral evaluated | exact, approach only | exact, "
          "throughout, F = 0 |\n"
          "| --- | --- | --- | --- | --- | --- |\n",
          table);
    for (int i = 4; i <= 40; i++) {
        double e = i / 40.0;
        double once = i < 40 ? exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, e) : 0;
        double both = i < 40 ? exact_xi("tsuji", THUD_SEPARATION_ZERO_FORCE, e) : 0;
        fprintf(figure.data.stream, "%.4f %.5f %.5f %.5f %.5f\n", e, jankowski(e), equation_28(e), once, both);
        if (i % 4 == 0)
            fprintf(table, "| %.1f | %.4f | %.4f | %.4f | %.4f | %.4f |\n", e, jankowski(e), equation_28(e),
                    derived(e), once, both);
    }
    paper_close(page);
    for (int i = 6; i <= 7; i++)
        paper_set(page, i == 6 ? "error_6" : "error_7", "%.0f",
                  100 * (1 - equation_28(i / 10.0) / exact_xi("zhao-liu", THUD_SEPARATION_DEFAULT, i / 10.0)));
    paper_set(page, "both_factor", "%.1f", equation_28(HALF) / exact_xi("tsuji", THUD_SEPARATION_ZERO_FORCE, HALF));
    compare_ratios(page);
    fputs("set xlabel 'restitution e  [–]'\nset ylabel 'damping ratio ξ  [–]'\nset xrange [0:1]\n"
          "set yrange [0:6]\n"
          "plot data using 1:2 with lines linestyle 1 title '1: Jankowski 2006', \\\n"
          "     data using 1:3 with lines linestyle 2 title '2: eq 28', \\\n"
          "     data using 1:4 with points linestyle 7 pointtype 6 title 'exact, damper in approach only', \\\n"
          "     data using 1:5 with points linestyle 3 title 'exact, damper throughout, released at F = 0'\n",
          figure.script.stream);
    paper_draw(&figure);
}

/* how far a column of table 1 is from a damping ratio with the damper in approach only, as eq 9 has it */
static double column_distance(int column, double (*xi)(double e)) {
    double worst = 0;
    for (int i = 0; i < ZHAO_LIU_ROWS; i++)
        worst = fmax(worst, fabs(BALL.printed[i][column] - fallen_in_approach(xi((i + 1) / 10.0))));
    return worst;
}

/* whether a rule is eq 8, ξ = 3k(1−e²)/(4 δ̇), to the rounding of three operations */
static bool is_equation_8(const char *law) {
    for (int i = 1; i <= ZHAO_LIU_ROWS; i++) {
        double e = i / 10.0, chi = thud_law_find(law)->scaled_damping(e, 1.5);
        if (fabs(chi - 3 * (1 - e * e) / 4) > 1e-15) return false;
    }
    return true;
}

static void tabulate_worst(paper *page, const double ball[ZHAO_LIU_COLUMNS],
                           const double pendulum[ZHAO_LIU_COLUMNS]) {
    static const char *const RULE[ZHAO_LIU_COLUMNS] = {"χ = 3(1 − e)/(2e)", "χ = 8(1 − e)/(5e)", "χ = 3(1 − e²)/4"};
    static const char *const NAMED[ZHAO_LIU_COLUMNS] = {"6 with 28", "9 to 11", "6 to 8"};
    FILE *table = paper_open(page, "columns");
    fputs("| *printed* name | equations that belong to it | they differ from table 1 by | rule that gives the "
          "column | "
          "it differs from table 1 by | from table 2 by |\n| --- | --- | --- | --- | --- | --- |\n",
          table);
    for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) {
        fprintf(table, "| %s | %s | ", COLUMN_NAME[j], NAMED[j]);
        if (j == 0) fprintf(table, "%.4f (approach only)", column_distance(j, equation_28));
        if (j == 1)
            fprintf(table, "%.4f as printed, %.4f with the bracket", column_distance(j, printed_11),
                    column_distance(j, jankowski));
        if (j == 2) fputs(is_equation_8(ZHAO_LIU_LAWS[j]) ? "the same rule" : "another rule", table);
        fprintf(table, " | %s, `%s` | %.4f | %.4f |\n", RULE[j], ZHAO_LIU_LAWS[j], ball[j], pendulum[j]);
    }
    paper_close(page);
    paper_set(page, "worst_ball", "%.4f", fmax(ball[0], fmax(ball[1], ball[2])));
    paper_set(page, "worst_pendulum", "%.4f", fmax(pendulum[0], fmax(pendulum[1], pendulum[2])));
}

/* what weight and string change during the contact: the same rules without them */
static void set_loads(paper *page) {
    double most = 0;
    for (int i = 0; i < ZHAO_LIU_ROWS; i++)
        for (int j = 0; j < ZHAO_LIU_COLUMNS; j++) {
            thud_gap_contact ball = contact_of(&BALL, ZHAO_LIU_LAWS[j], (i + 1) / 10.0);
            thud_gap_contact pendulum = contact_of(&PENDULUM, ZHAO_LIU_LAWS[j], (i + 1) / 10.0);
            thud_impact_options free_pair = paper_impact(ZHAO_LIU_LAWS[j], (i + 1) / 10.0, 1.5, 1, 1, 1);
            double e = paper_solve(&free_pair).restitution;
            most = fmax(most, fabs(first_impact(&BALL, &ball).restitution - e));
            most = fmax(most, fabs(first_impact(&PENDULUM, &pendulum).restitution - e));
        }
    paper_set(page, "load_effect", "%.4f", paper_up(most, 4));
}

static void say_setups(paper *page) {
    if (BALL.stiffness != 1e10 || PENDULUM.stiffness != 2e9) paper_fail("zhao-liu: other stiffnesses");
    paper_say(page, "A ball of %g kg falls %g m onto a plane, k = 10¹⁰ N/m^1.5 (table 1)", BALL.mass, FALL);
    paper_say(page, "A pendulum of %g kg and %g m strikes a wall with %g m/s, k = 2·10⁹ N/m^1.5 (table 2)",
              PENDULUM.mass, STRING, SPEED);
    paper_say(page, "F = k δ^1.5 + c δ̇, ξ = √5(1 − e²)/(10e²) (eq 28)");
    paper_say(page, "F = k δ^1.5 + χ(k/v) δ^1.5 δ̇, under");
}

void paper_zhao_liu(paper *page) {
    say_setups(page);
    double ball[ZHAO_LIU_COLUMNS], pendulum[ZHAO_LIU_COLUMNS];
    tabulate(page, &BALL, "table_1", ball);
    tabulate(page, &PENDULUM, "table_2", pendulum);
    tabulate_worst(page, ball, pendulum);
    set_loads(page);
    tabulate_28(page);
    tabulate_derived(page);
    draw_histories(page, &BALL, "zhao-liu-5");
    draw_histories(page, &PENDULUM, "zhao-liu-7");
    tabulate_peaks(page);
    draw_ratios(page);
}
