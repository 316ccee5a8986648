/* docs/validation.md: what the papers of docs/papers say of their own measurements. */
#include <math.h>
#include <string.h>

#include "damper.h"
#include "validation.h"

/* K. Li & A. P. Darby 2009, table I: e and contact time, "approximately constant" between 0.15 m/s and 1 m/s */
enum { PAIRS = 5 };
static const surface PAIR[PAIRS] = {{"sponge", 0.61, 0.025, false},
                                    {"soft rubber", 0.44, 0.019, false},
                                    {"hard rubber", 0.53, 0.004, false},
                                    {"hard acrylic", 0.49, 0.003, false},
                                    {"aluminium alloy", 0.46, 0.0003, false}};
static const double SLOW = 0.15, FAST = 1;

static const struct {
    const char *name, *law;
    thud_separation separation;
    double n;
} LAWS[] = {
    {"linear spring and damper (`kelvin-voigt`, `anagnostopoulos`, `li-darby`)", "kelvin-voigt",
     THUD_SEPARATION_RETURN, 1},
    {"the same, released at F = 0", "kelvin-voigt", THUD_SEPARATION_ZERO_FORCE, 1},
    {"linear spring, damper in approach (`mahmoud-jankowski`)", "mahmoud-jankowski", THUD_SEPARATION_RETURN, 1},
    {"linear spring, bounded damper (`elastogap`)", "elastogap", THUD_SEPARATION_DEFAULT, 1},
    {"linear spring, and a damper behind another (`zener`)", "zener", THUD_SEPARATION_DEFAULT, 1},
    {"two linear stiffnesses (`valles-reinhorn`)", "valles-reinhorn", THUD_SEPARATION_DEFAULT, 1},
    {"linear spring, damper c δ δ̇ of the middle speed (`pant-wijeyewickrema`, `ye-modified`)", "ye-modified",
     THUD_SEPARATION_RETURN, 1},
    {"Hertz spring, half-power damper (`tsuji`, `jankowski-2006`)", "tsuji", THUD_SEPARATION_RETURN, 1.5},
    {"Kuwabara–Kono", "kuwabara-kono", THUD_SEPARATION_RETURN, 1.5},
    {"Hunt–Crossley, c of the middle speed", "gonthier", THUD_SEPARATION_RETURN, 1.5},
    {"Hertz with linear damper (`poursina-nikravesh`)", "poursina-nikravesh", THUD_SEPARATION_ZERO_FORCE, 1.5},
};
enum { LAW_COUNT = sizeof LAWS / sizeof *LAWS, CONSTANT_LAWS = 6 };

/* the law with the e of a pair at the middle of the speeds, and with the damping of it at another */
static thud_impact at_speed(int law, const surface *s, double speed) {
    thud_impact_options o = paper_impact(LAWS[law].law, s->e, LAWS[law].n, 1, 1, sqrt(SLOW * FAST));
    if (strcmp(LAWS[law].law, "valles-reinhorn") != 0) {
        o.separation = LAWS[law].separation;
        o.damping_value = paper_exact(&o);
        o.damping = THUD_DAMPING_GIVEN;
    }
    o.speed = speed;
    return paper_solve(&o);
}

static void tabulate_constancy(paper *page) {
    FILE *table = paper_open(page, "constancy");
    int constant = 0;
    double hertz = 0;
    fputs("| law | contact at 0.15 m/s over that at 1 m/s |", table);
    for (int i = 0; i < PAIRS; i++) fprintf(table, " e at 0.15 and 1 m/s, %s (%g) |", PAIR[i].name, PAIR[i].e);
    fputs("\n| --- | --- |", table);
    for (int i = 0; i < PAIRS; i++) fputs(" --- |", table);
    for (int l = 0; l < LAW_COUNT; l++) {
        double least = INFINITY, most = 0, spread = 0;
        for (int i = 0; i < PAIRS; i++) {
            double ratio = at_speed(l, &PAIR[i], SLOW).contact_time / at_speed(l, &PAIR[i], FAST).contact_time;
            least = fmin(least, ratio), most = fmax(most, ratio);
        }
        if (most - least < 5e-4) fprintf(table, "\n| %s | %.3f |", LAWS[l].name, most);
        else fprintf(table, "\n| %s | %.3f to %.3f |", LAWS[l].name, least, most);
        for (int i = 0; i < PAIRS; i++) {
            double slow = at_speed(l, &PAIR[i], SLOW).restitution, fast = at_speed(l, &PAIR[i], FAST).restitution;
            spread = fmax(spread, fabs(slow - fast));
            fprintf(table, " %.3f, %.3f |", slow, fast);
        }
        if (fabs(most - 1) < 1e-6 && fabs(least - 1) < 1e-6 && spread < 1e-6 && constant == l) constant++;
        if (strcmp(LAWS[l].law, "tsuji") == 0) hertz = most;
    }
    fputc('\n', table);
    paper_close(page);
    /* the first rows and no other */
    if (constant != CONSTANT_LAWS) paper_fail("validation: other laws have e and contact time constant");
    paper_set(page, "hertz_ratio", "%.2f", hertz);
    paper_say(page, "| Li & Darby 2009 | %d pairs of e and contact time |", PAIRS);
    paper_say(page, "“approximately constant” from %g to %g m/s; its", SLOW, FAST);
    paper_say(page, "the contact at %g m/s lasts {{hertz_ratio}} times as long as at %g m/s", SLOW, FAST);
}

/* a steel ball of 30 mm on a face of aluminium, from moduli alone */
static void set_hertz(paper *page) {
    static const double STEEL = 210e9, ALUMINIUM = 70e9, RADIUS = 0.015;
    double stiffness, mass = thud_effective_mass(DAMPER_FRAME, DAMPER_BALL);
    paper_need(thud_stiffness_spheres(STEEL, 0.3, RADIUS, ALUMINIUM, 0.33, INFINITY, &stiffness), "stiffness");
    paper_set(page, "steel", "%g", 1e-9 * STEEL);
    paper_set(page, "aluminium", "%g", 1e-9 * ALUMINIUM);
    paper_set(page, "radius", "%g", 1e3 * RADIUS);
    paper_set(page, "measured_time", "%g", 1e3 * PAIR[4].contact_time);
    double time[2];
    for (int i = 0; i < 2; i++) {
        thud_impact_options o = paper_impact("hertz", 1, 1.5, stiffness, mass, i ? FAST : SLOW);
        time[i] = 1e3 * paper_solve(&o).contact_time;
    }
    paper_set(page, "hertz_k", "%.3g", stiffness);
    paper_set(page, "hertz_slow", "%.3f", time[0]);
    paper_set(page, "hertz_fast", "%.3f", time[1]);
    paper_set(page, "hertz_short", "%.1f to %.1f", 1e3 * PAIR[4].contact_time / time[0],
              1e3 * PAIR[4].contact_time / time[1]);
    /* the contact time goes with m^0.4; against a fixed stop the mass is the ball's */
    paper_set(page, "hertz_fixed", "%.0f", 100 * (pow(DAMPER_BALL / mass, 0.4) - 1));
    paper_say(page, "k = {{hertz_k}} N/m^1.5, as");
    paper_say(page, "{{hertz_slow}} ms at %g m/s and {{hertz_fast}} ms at %g m/s between ball and frame", SLOW,
              FAST);
    if (1e3 * PAIR[4].contact_time < 1.5 * time[0])
        paper_fail("validation: Hertz's contact time is the measured one");
}

/* the damper of the paper: what its text says of the measurement, and the run */
static void set_damper(paper *page) {
    shake how = {.displacement = DAMPER_RELEASE, .duration = 5, .interval = 1e-4};
    damper_run hard = damper_solve(&PAIR[4], &how);
    paper_set(page, "frame_frequency", "%.2f", damper_frequency());
    paper_say(page, "runs with K = %g N/m, C = %.3f N s/m, M = %g kg, %g mm of clearance and a release from %g mm",
              DAMPER_STIFFNESS, DAMPER_DAMPING, DAMPER_FRAME, 1e3 * DAMPER_CLEARANCE, 1e3 * DAMPER_RELEASE);
    paper_say(page, "The natural frequency is “approximately 4.0 Hz”");
    if (fabs(damper_frequency() - 4.0) > 0.05) paper_fail("validation: the frame has another frequency");
    paper_say(page, "greater than ±%g m/s², the range of the converter", DAMPER_CONVERTER);
    paper_set(page, "clipped", "%zu", hard.beyond);
    paper_set(page, "booked", "%zu", hard.impacts);
    paper_set(page, "spike", "%.0f", hard.peak);
    if (2 * hard.beyond <= hard.impacts) paper_fail("validation: most spikes of the damper stay below 24 m/s²");
    damper_free(&hard);
    double force[2];
    for (int i = 0; i < 2; i++) {
        const surface *s = &PAIR[i ? 4 : 0];
        thud_impact_options o = paper_impact("li-darby", s->e, 1, surface_stiffness(s),
                                             thud_effective_mass(DAMPER_FRAME, DAMPER_BALL), 0.3);
        force[i] = paper_solve(&o).max_force;
    }
    paper_set(page, "buffer_ratio", "%.0f", force[1] / force[0]);
}

/* the two peaks of Zhao & Liu 2016: a steel ball of 0.5 kg from 0.5 m, from moduli alone */
static void set_peaks(paper *page) {
    static const double BALL = 0.5, FALL = 0.5, E = 0.65, MEASURED = 80.7; /* kg, m, –, N */
    static const double PENDULUM = 570, SPEED = 0.5, ITS_PEAK = 102.5e3;   /* kg, m/s, N */
    double stiffness, radius = cbrt(BALL / (4 * PAPER_PI / 3 * 7850)), speed = sqrt(2 * 9.81 * FALL);
    paper_need(thud_stiffness_spheres(210e9, 0.3, radius, 210e9, 0.3, INFINITY, &stiffness), "stiffness");
    thud_impact_options o = paper_impact("tsuji", E, 1.5, stiffness, BALL, speed);
    o.damping = THUD_DAMPING_EXACT;
    thud_impact hit = paper_solve(&o);
    paper_set(page, "steel_peak", "%.1f", 1e-3 * hit.max_force);
    paper_set(page, "steel_touch", "%.2f", 1e3 * hit.contact_time);
    paper_set(page, "steel_factor", "%.0f", hit.max_force / MEASURED);
    /* the mean force over a contact of T is m v (1 + e)/T */
    paper_set(page, "steel_contact", "%.0f", 1e3 * BALL * speed * (1 + E) / MEASURED);
    paper_set(page, "pendulum_contact", "%.1f", 1e3 * PENDULUM * SPEED * (1 + E) / ITS_PEAK);
    paper_say(page, "A falling steel ball of %g kg, %g N from %g m. From moduli alone, on steel and with e = %g by",
              BALL, MEASURED, FALL, E);
    paper_say(page, "At no more than %g N the impulse", MEASURED);
    paper_say(page, "A pendulum of %g kg with %g m/s, %g kN.", PENDULUM, SPEED, 1e-3 * ITS_PEAK);
}

void validation_papers(paper *page) {
    tabulate_constancy(page);
    set_hertz(page);
    set_damper(page);
    set_peaks(page);
}
