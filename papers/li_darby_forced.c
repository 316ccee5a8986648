/*
 * K. Li & A. P. Darby 2009, figs 8–12: the base moves. Its level is not in the paper; ours is 1 m/s² rms for the
 * random motion (figs 8–11) and 3 m/s² for the sine of 1 Hz (fig 12).
 */
#include <math.h>

#include "damper.h"

static const surface ALUMINIUM = {"aluminium alloy", 0.46, 0.0003, false}, SPONGE = {"sponge", 0.61, 0.025, false};

static void row(FILE *table, const char *figures, const surface *s, const char *model, const damper_run *run,
                const shake *how) {
    bool soft = run->strongest.max_force > 0;
    damper_summit top = damper_psd_summit(run, how->interval);
    fprintf(table, "| %s | %s | %s | %s | %.3f | %.3f |", figures, s->name, model,
            damper_count_impacts(s, how).text, run->rms, run->rms_open);
    if (soft) fprintf(table, " %.4g |", run->max_force);
    else fputs(" (impulse) |", table);
    fputc(' ', table);
    damper_write_summit(table, top);
    fputs(" |\n", table);
}

static const double LASTING = 10, SAMPLING = 1e-4;

/* how the two models compare: the rms of the acceleration while both gaps are open, and the peaks of the densities
 */
typedef struct comparison {
    double open, peak;
    bool early; /* impacts in the seconds that the figures leave out */
} comparison;

static comparison draw_random(paper *page, FILE *table, const surface *s, const thud_signal *ground,
                              const char *courses, const char *psd, const char *figures) {
    shake how = {.ground = *ground, .duration = LASTING, .interval = SAMPLING};
    surface rigid = {.name = s->name, .e = s->e};
    damper_run impulse = damper_solve(&rigid, &how), spring = damper_solve(s, &how);
    row(table, figures, &rigid, "impulse–momentum", &impulse, &how);
    row(table, figures, s, "spring–damper", &spring, &how);
    damper_draw_courses(page, courses, &impulse, &spring, DAMPER_LEFT_OUT, LASTING, 16);
    damper_draw_psd(page, psd, &impulse, &spring, how.interval);
    comparison both = {
        .open = spring.rms_open / impulse.rms_open,
        .peak =
            damper_psd_summit(&impulse, how.interval).density / damper_psd_summit(&spring, how.interval).density,
        .early = impulse.early > 0 && spring.early > 0,
    };
    damper_free(&impulse);
    damper_free(&spring);
    return both;
}

static void draw_all_random(paper *page) {
    thud_noise_options noise = thud_noise_options_default();
    thud_motion *motion;
    thud_error error;
    noise.sampling = (thud_sampling){LASTING, 0.01};
    if (thud_generate_noise(&noise, &motion, &error) != THUD_OK) paper_fail("%s", error.text);
    thud_signal ground = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1};
    FILE *table = paper_open(page, "random");
    fputs("| figures | stops | model | impacts in 10 s | rms acceleration of the frame [m/s²] | the same while "
          "both gaps are open | largest contact force [N] | density at its peak [(m/s²)²/Hz] |\n"
          "| --- | --- | --- | --- | --- | --- | --- | --- |\n",
          table);
    comparison hard = draw_random(page, table, &ALUMINIUM, &ground, "li-darby-8", "li-darby-9", "8, 9");
    comparison soft = draw_random(page, table, &SPONGE, &ground, "li-darby-10", "li-darby-11", "10, 11");
    paper_close(page);
    if (fabs(log(hard.peak)) > fabs(log(soft.peak)))
        paper_fail("li-darby: with aluminium the models are not nearer at the peak than with sponge");
    if (!hard.early || !soft.early) paper_fail("li-darby: no impacts in the first two seconds of the random base");
    paper_set(page, "open_excess", "%.0f", 100 * (hard.open - 1));
    paper_set(page, "random_segments", "%zu", damper_segments(LASTING, SAMPLING));
    paper_say(page, "{{random_segments}} in the %g s of figs 8 to 11", LASTING);
    paper_say(page, "%g to %g Hz, as in the paper.", noise.low, noise.high);
    paper_say(page, "noise of %g m/s² rms, seed %d, %g s", noise.rms, (int)noise.seed, LASTING);
    thud_motion_free(motion);
}

/* ---- Figure 12: one contact under a sine ---- */

static const thud_signal SINE = {.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = 1};

static thud_impact_entry draw_contact(thud_figure *figure, FILE *table, const surface *s) {
    shake how = {.ground = SINE, .duration = LASTING, .interval = s->contact_time / 60};
    damper_run run = damper_solve(s, &how);
    thud_impact_entry hit = run.strongest;
    course shown = {0};
    for (size_t i = 0; i < run.force.count; i++) {
        double t = run.force.x[i] - hit.time;
        if (t >= -0.3 * s->contact_time && t <= 1.6 * s->contact_time) course_add(&shown, 1e3 * t, run.force.y[i]);
    }
    /* a tenth of a pixel: smooth */
    course_write(&shown, 1.9e2 * s->contact_time / 360, 0.13 * hit.max_force / 300, figure->data.stream);
    fprintf(table, "| %s | %s | %.4f | %.4g | %.4g | %.4g |\n", s->name, s->zero_force ? "F = 0" : "δ = 0",
            hit.approach_speed, hit.max_force, 1e3 * hit.duration, 1e3 * s->contact_time);
    course_free(&shown);
    damper_free(&run);
    return hit;
}

static void draw_contacts(paper *page) {
    FILE *table = paper_open(page, "contacts");
    thud_figure figure = paper_figure(page, "li-darby-12", 840, 380);
    fputs("| stops | separation at | approach speed [m/s] | largest force [N] | contact [ms] | measured average "
          "contact "
          "time [ms] |\n| --- | --- | --- | --- | --- | --- |\n",
          table);
    thud_impact_entry hard = draw_contact(&figure, table, &ALUMINIUM);
    thud_impact_entry soft = draw_contact(&figure, table, &SPONGE);
    surface hard_released = ALUMINIUM, soft_released = SPONGE;
    hard_released.zero_force = soft_released.zero_force = true;
    draw_contact(&figure, table, &hard_released);
    draw_contact(&figure, table, &soft_released);
    paper_close(page);
    paper_set(page, "force_ratio", "%.0f", hard.max_force / soft.max_force);
    paper_set(page, "time_ratio", "%.0f", soft.duration / hard.duration);
    paper_say(page,
              "Sine of %g Hz; the amplitude is not in the paper, ours is %g m/s². The strongest impact on the "
              "right stop after the first %g s",
              SINE.frequency, SINE.amplitude, LASTING / 2);
    fputs("set multiplot layout 1,2 margins 0.1,0.98,0.18,0.86 spacing 0.13,0.1\nset xlabel 'time since contact  "
          "[ms]'\nset ylabel 'force of the right stop  "
          "[N]'\n"
          "set title '(a) aluminium alloy'\nset key top right\nplot data index 0 using 1:2 with lines linestyle 1 "
          "title "
          "'until δ = 0', \\\n     data index 2 using 1:2 with lines linestyle 2 title 'until F = 0'\n"
          "set title '(b) sponge'\nplot data index 1 using 1:2 with lines linestyle 1 title 'until δ = 0', \\\n"
          "     data index 3 using 1:2 with lines linestyle 2 title 'until F = 0'\nunset multiplot\n",
          figure.script.stream);
    paper_draw(&figure);
}

void paper_li_darby_forced(paper *page) {
    draw_all_random(page);
    draw_contacts(page);
}
