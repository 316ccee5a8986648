/*
 * K. Li & A. P. Darby, Struct. Control Health Monit. 16 (2009) 287–302: table I, figs 4–7 and 13, free vibration.
 * Figs 8–12, where the base moves, are in li_darby_forced.c.
 */
#include <math.h>

#include "damper.h"

enum { SURFACES = 5 };

typedef struct printed {
    surface measured;
    double k, c; /* N/m, N s/m */
    /* half a unit of the last digit; for the last row that of the text, 11.9 × 10³ kN/m and 530 N s/m */
    double k_half, c_half;
} printed;

static const printed TABLE[SURFACES] = {
    {{"sponge", 0.61, 0.025, false}, 1.65e3, 4.05, 5, 0.005},
    {{"soft rubber", 0.44, 0.019, false}, 2.99e3, 8.80, 5, 0.005},
    {{"hard rubber", 0.53, 0.004, false}, 65.7e3, 32.5, 50, 0.05},
    {{"hard acrylic", 0.49, 0.003, false}, 118.0e3, 48.7, 50, 0.05},
    {{"aluminium alloy", 0.46, 0.0003, false}, 11900e3, 530, 50e3, 5},
};

/* c of the law for the stiffness of eq 10: the calibration must find eq 9 */
static double damping_of(const surface *s) {
    thud_impact_options o =
        paper_impact("li-darby", s->e, 1, surface_stiffness(s), thud_effective_mass(DAMPER_FRAME, DAMPER_BALL), 1);
    return paper_exact(&o);
}

/* the mass of the ball by the printed mass ratio, μ = m/M = 0.082, where the text has 0.11 kg */
#define RATIO_BALL (DAMPER_RATIO * DAMPER_FRAME)

static double effective(void) { return thud_effective_mass(DAMPER_FRAME, DAMPER_BALL); }
static double by_ratio(void) { return thud_effective_mass(DAMPER_FRAME, RATIO_BALL); }

/* k and c go with the effective mass; with that of the printed ratio all but two round to what is printed */
static void tabulate_surfaces(paper *page) {
    FILE *table = paper_open(page, "table_1");
    double factor = by_ratio() / effective();
    int follow = 0;
    fputs(
        "| buffer | e | Tc [s] | k printed [kN/m] | k, μ = 0.082 | k, 0.11 kg | c printed [N s/m] | c, μ = 0.082 | "
        "c, 0.11 kg |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
        table);
    for (int i = 0; i < SURFACES; i++) {
        const printed *p = &TABLE[i];
        double k = surface_stiffness(&p->measured), c = damping_of(&p->measured);
        bool k_follows = fabs(factor * k - p->k) <= p->k_half, c_follows = fabs(factor * c - p->c) <= p->c_half;
        bool odd_k = i == 0, odd_c = i == 1; /* k of sponge, c of soft rubber */
        if (k_follows == odd_k || c_follows == odd_c) paper_fail("li-darby: another number of table I is odd");
        follow += k_follows + c_follows;
        fprintf(table, "| %s | %g | %g | %g | %s%.5g%s | %.7g | %g | %s%.5g%s | %.7g |\n", p->measured.name,
                p->measured.e, p->measured.contact_time, 1e-3 * p->k, odd_k ? "**" : "", 1e-3 * factor * k,
                odd_k ? "**" : "", 1e-3 * k, p->c, odd_c ? "**" : "", factor * c, odd_c ? "**" : "", c);
    }
    paper_close(page);
    if (follow != 8) paper_fail("li-darby: not eight of the ten numbers follow from the mass ratio");
    paper_set(page, "mass", "%.6f", effective());
    paper_set(page, "ratio_mass", "%.5f", by_ratio());
    paper_set(page, "ratio_ball", "%.4f", RATIO_BALL);
    paper_set(page, "ball_density", "%.0f", RATIO_BALL / (PAPER_PI / 6 * pow(DAMPER_DIAMETER, 3)));
    paper_set(page, "mass_excess", "%.1f", 100 * (factor - 1));
    double xi = DAMPER_DAMPING / (2 * sqrt(DAMPER_STIFFNESS * DAMPER_FRAME));
    paper_set(page, "structure_ratio", "%.6f", xi);
    paper_set(page, "structure_printed", "%.4f", 2 * xi * sqrt(DAMPER_STIFFNESS / DAMPER_FRAME));
    paper_say(
        page,
        "C = 2ξ√(K/M) as printed would be {{structure_printed}} per second for the ξ that belongs to %.3f N s/m",
        DAMPER_DAMPING);
    paper_say(page, "it is 2ξ√(K M), with ξ = {{structure_ratio}}");
    paper_say(page, "gives the ball with %g kg and the mass ratio with %g. ", DAMPER_BALL, DAMPER_RATIO);
    paper_say(page, "%g · %g kg is {{ratio_ball}} kg, that of a steel ball of the printed %g mm", DAMPER_RATIO,
              DAMPER_FRAME, 1e3 * DAMPER_DIAMETER);
    paper_say(page, "{{mass}} kg with %g kg.", DAMPER_BALL);
    paper_say(page, "%.1f × 10³ kN/m and %g N s/m). Two remain", 1e-6 * TABLE[4].k, TABLE[4].c);
    paper_say(page, "k of the sponge, printed %.2f, and c of soft rubber, printed %.2f.", 1e-3 * TABLE[0].k,
              TABLE[1].c);
    paper_say(page, "With %g kg, which the runs below have", DAMPER_BALL);
}

static void row(FILE *table, const char *figure, const char *contact, const char *model, const damper_run *run,
                damper_summit top, damper_count count) {
    fprintf(table, "| %s | %s | %s | %s | %.3f |", figure, contact, model, count.text, run->settled);
    if (run->max_force > 0) fprintf(table, " %.5g | %.4g |", run->max_force, run->peak);
    else fprintf(table, " (impulse) | %.4g |", run->peak);
    fputc(' ', table);
    damper_write_summit(table, top);
    fputs(" |\n", table);
}

/* s, of figs 4 to 7 */
static const double LASTING = 5, SAMPLING = 1e-4;

/* from here on the spikes of the impacts decide over the density, and the figures end there; Hz */
static const double SPIKES = 6, END = 15;
/* about the peak; Hz */
static const double PEAK_FROM = 3.3, PEAK_TO = 4.6, LOW = 1;

/* the densities of both models */
typedef struct ratio {
    double peak; /* that of impulse and momentum over that of the spring–damper, at their peaks */
    double about, low,
        below;         /* the largest factor, either way, about the peak, from LOW to the spikes, below LOW */
    double high;       /* the mean of the spring–damper over that of the other, from the spikes on */
    damper_band above; /* beyond the peak, where impulse and momentum has the larger density */
} ratio;

static ratio draw_free(paper *page, FILE *table, const surface *s, const char *courses, const char *psd,
                       const char *figures) {
    shake how = {.displacement = DAMPER_RELEASE, .duration = LASTING, .interval = SAMPLING};
    surface rigid = {.name = s->name, .e = s->e};
    damper_run impulse = damper_solve(&rigid, &how), spring = damper_solve(s, &how);
    damper_summit impulse_top = damper_psd_summit(&impulse, how.interval);
    damper_summit spring_top = damper_psd_summit(&spring, how.interval);
    if (fabs(impulse_top.frequency - damper_frequency()) > 0.5 ||
        fabs(spring_top.frequency - damper_frequency()) > 0.5)
        paper_fail("li-darby: the peaks of the densities are not near the frequency of the frame");
    row(table, figures, s->name, "impulse–momentum", &impulse, impulse_top, damper_count_impacts(&rigid, &how));
    row(table, figures, s->name, "spring–damper", &spring, spring_top, damper_count_impacts(s, &how));
    damper_draw_courses(page, courses, &impulse, &spring, 0, LASTING, DAMPER_CONVERTER);
    damper_draw_psd(page, psd, &impulse, &spring, how.interval);
    ratio both = {
        .peak = impulse_top.density / spring_top.density,
        .about = damper_psd_factor(&impulse, &spring, how.interval, PEAK_FROM, PEAK_TO),
        .low = damper_psd_factor(&impulse, &spring, how.interval, LOW, SPIKES),
        .below = damper_psd_factor(&impulse, &spring, how.interval, 0, LOW),
        .high = damper_psd_mean(&spring, how.interval, SPIKES, END) /
                damper_psd_mean(&impulse, how.interval, SPIKES, END),
        .above = damper_psd_above(&impulse, &spring, how.interval, PEAK_TO, END),
    };
    damper_free(&impulse);
    damper_free(&spring);
    return both;
}

static void say_free(paper *page) {
    paper_say(page, "Released from %g mm.", 1e3 * DAMPER_RELEASE);
    paper_say(page, "clearances within 10⁻³ of the %g mm, too", 1e3 * DAMPER_CLEARANCE);
    paper_say(page, "The axes of figs 4 and 6 end at ±%g m/s²", DAMPER_CONVERTER);
    paper_say(page, "(%g ms long, sampled every %g ms)", 1e3 * TABLE[4].measured.contact_time, 1e3 * SAMPLING);
    paper_say(page, "At the peak near %.0f Hz", damper_frequency());
    paper_say(page, "segments of %d samples that overlap by half, {{free_segments}} of them in the %g s of these",
              DAMPER_SEGMENT, LASTING);
    paper_say(page, "a peak “at %.2f Hz” is the name of a bin", 12 * damper_bin(SAMPLING));
    paper_say(
        page,
        "about the peak, from %g to %g Hz, and of {{aluminium_low}} from %g to %g Hz; below %g Hz, where both",
        PEAK_FROM, PEAK_TO, LOW, SPIKES, LOW);
    paper_say(page, "Between %g and %g Hz the density", SPIKES, END);
}

static void draw_all_free(paper *page) {
    FILE *table = paper_open(page, "free");
    fputs("| figures | stops | model | impacts in 5 s | below 10 % from [s] | largest contact force [N] | largest "
          "acceleration of the frame [m/s²] | density at its peak [(m/s²)²/Hz] |\n| --- | --- | --- | --- | --- | "
          "--- | --- | "
          "--- |\n",
          table);
    ratio aluminium = draw_free(page, table, &TABLE[4].measured, "li-darby-4", "li-darby-5", "4, 5");
    ratio sponge = draw_free(page, table, &TABLE[0].measured, "li-darby-6", "li-darby-7", "6, 7");
    paper_close(page);
    paper_set(page, "aluminium_ratio", "%.2f", aluminium.peak);
    paper_set(page, "sponge_ratio", "%.2f", sponge.peak);
    paper_set(page, "aluminium_high", "%.2g", aluminium.high);
    paper_set(page, "sponge_high", "%.2g", sponge.high);
    paper_set(page, "aluminium_about", "%.1f", paper_up(aluminium.about, 1));
    paper_set(page, "aluminium_low", "%.1f", paper_up(aluminium.low, 1));
    paper_set(page, "aluminium_below", "%.0f", paper_up(aluminium.below, 0));
    paper_set(page, "sponge_above", "%.1f and %.1f", sponge.above.from, sponge.above.to);
    if (aluminium.high < 10) paper_fail("li-darby: the densities of fig 5 are close above 6 Hz");
    if (aluminium.about > 2) paper_fail("li-darby: the densities of fig 5 part about the peak");
    if (sponge.above.bins < 4) paper_fail("li-darby: with sponge, impulse and momentum has no larger density");
    paper_set(page, "bin", "%.3f", damper_bin(SAMPLING));
    paper_set(page, "free_segments", "%zu", damper_segments(LASTING, SAMPLING));
    say_free(page);
}

/* ---- Figure 13: errors of the measurement ---- */

static void tabulate_sensitivity(paper *page) {
    static const surface TRUE_ONE = {"", 0.61, 0.025, false};
    static const struct {
        const char *text;
        surface s;
        double dt, de; /* relative errors */
    } ERROR[] = {{"Tc 10 % too long", {"", 0.61, 0.0275, false}, 0.1, 0},
                 {"e 15 % too small", {"", 0.5185, 0.025, false}, 0, -0.15},
                 {"both (fig 13)", {"", 0.5185, 0.0275, false}, 0.1, -0.15}};
    FILE *table = paper_open(page, "sensitivity");
    double l = log(0.61), square = PAPER_PI * PAPER_PI + l * l;
    fputs(
        "| error | k, exactly | k by section 5 | c, exactly | c by section 5 |\n| --- | --- | --- | --- | --- |\n",
        table);
    for (int i = 0; i < 3; i++) {
        double k = surface_stiffness(&ERROR[i].s) / surface_stiffness(&TRUE_ONE) - 1;
        double c = damping_of(&ERROR[i].s) / damping_of(&TRUE_ONE) - 1;
        double k_linear = 2 * l / square * ERROR[i].de - 2 * ERROR[i].dt;
        double c_linear = ERROR[i].de / l - ERROR[i].dt;
        fprintf(table, "| %s | %+.4f %% | %+.2f %% | %+.4f %% | %+.2f %% |\n", ERROR[i].text, 100 * k,
                100 * k_linear, 100 * c, 100 * c_linear);
    }
    paper_close(page);
}

static void draw_sensitivity(paper *page) {
    static const surface BOTH[2] = {{"", 0.61, 0.025, false}, {"", 0.5185, 0.0275, false}};
    shake how = {.displacement = DAMPER_RELEASE, .duration = LASTING, .interval = 1e-3};
    thud_figure figure = paper_figure(page, "li-darby-13", 840, 620);
    for (int i = 0; i < 2; i++) {
        damper_run run = damper_solve(&BOTH[i], &how);
        paper_set(page, i == 0 ? "force_true" : "force_false", "%.3f", run.max_force);
        course_write(&run.acceleration, 0.25 / 740, 2.4 / 220, figure.data.stream);
        course_write(&run.force, 0.25 / 740, 0.8 / 220, figure.data.stream);
        damper_free(&run);
    }
    fputs(
        "set multiplot layout 2,1 margins 0.09,0.98,0.13,0.87 spacing 0.1,0.23\nset xlabel 'time  [s]'\nset xrange "
        "[0:2.5]\nset key at screen 0.98, screen 0.97 right top horizontal\n",
        figure.script.stream);
    for (int i = 0; i < 2; i++)
        fprintf(figure.script.stream,
                "set label 1 '%s' at graph 0, graph 1.1 left\n"
                "plot data index %d using 1:2 with lines linestyle 1 title 'Tc = 25 ms, e = 0.61', \\\n"
                "     data index %d using 1:2 with lines linestyle 2 title 'Tc = 27.5 ms, e = 0.5185'\n"
                "set key off\n", /* one above both */
                i == 0 ? "acceleration of the frame  [m/s^2]" : "force of the right stop  [N]", i, 2 + i);
    fputs("unset multiplot\n", figure.script.stream);
    paper_draw(&figure);
}

void paper_li_darby(paper *page) {
    tabulate_surfaces(page);
    draw_all_free(page);
    tabulate_sensitivity(page);
    draw_sensitivity(page);
}
