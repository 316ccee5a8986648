/*
 * thud against what an expert would write with SUNDIALS instead, at the same measured error and in the same run;
 * then what each call costs for every law. Nothing here is a test: times are printed, never judged.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/thud.h>

#include "contest.h"
#include "timing.h"

static const contest contests[] = {
    {"impact, Hertz + linear damper, zero-force, 1e-12", CONTEST_IMPACT, "poursina-nikravesh",
     THUD_SEPARATION_ZERO_FORCE, 1e-12},
    {"impact, Hertz + linear damper, zero-force, 1e-9", CONTEST_IMPACT, "poursina-nikravesh",
     THUD_SEPARATION_ZERO_FORCE, 1e-9},
    {"impact, Hertz + linear damper, zero-force, 1e-6", CONTEST_IMPACT, "poursina-nikravesh",
     THUD_SEPARATION_ZERO_FORCE, 1e-6},
    {"calibrate Hertz + linear damper, zero-force", CONTEST_CALIBRATION, "poursina-nikravesh",
     THUD_SEPARATION_ZERO_FORCE, 1e-8},
    {"calibrate Hertz + linear damper, return", CONTEST_CALIBRATION, "poursina-nikravesh", THUD_SEPARATION_RETURN,
     1e-8},
    {"calibrate Kuwabara-Kono, zero-force", CONTEST_CALIBRATION, "kuwabara-kono", THUD_SEPARATION_ZERO_FORCE, 1e-8},
    {"calibrate Kuwabara-Kono, return", CONTEST_CALIBRATION, "kuwabara-kono", THUD_SEPARATION_RETURN, 1e-8},
    {"calibrate Hunt-Crossley structure (flores)", CONTEST_CALIBRATION, "flores", THUD_SEPARATION_DEFAULT, 1e-8},
    {"calibrate Kelvin-Voigt, zero-force", CONTEST_CALIBRATION, "kelvin-voigt", THUD_SEPARATION_ZERO_FORCE, 1e-8},
    {"calibrate Jankowski (damper in approach only)", CONTEST_CALIBRATION, "jankowski-2006",
     THUD_SEPARATION_DEFAULT, 1e-8},
};
enum { CONTESTS = sizeof contests / sizeof *contests };

static void print_rival(const char *field, const contest_rival *best, double thud_seconds) {
    const contest_settings *settings = &best->settings;
    printf("  %-14s ", field);
    if (!isfinite(best->seconds)) {
        puts("none is accurate enough");
        return;
    }
    printf("%10.2f us  error %.1e  ratio %6.0f  %s, %s equation, tolerance %.1e\n", 1e6 * best->seconds,
           best->error, best->seconds / thud_seconds, rival_method_name(settings->method),
           rival_form_name(settings->form), settings->tolerance);
}

static void print_outcome(const contest *entry, const contest_outcome *outcome) {
    printf("%s (error at most %.0e)\n", entry->what, entry->target);
    printf("  thud           %10.3f us  error %.1e  (reference sure to %.1e)\n", 1e6 * outcome->thud_seconds,
           outcome->thud_error, outcome->doubt);
    print_rival("SUNDIALS", &outcome->rivals[CONTEST_USUAL], outcome->thud_seconds);
    print_rival("SUNDIALS tuned", &outcome->rivals[CONTEST_TUNED], outcome->thud_seconds);
}

static void print_summary(const contest_outcome outcomes[CONTESTS]) {
    printf("\nSummary: how many times faster thud is at the same measured error\n");
    printf("%-50s %10s %10s %10s\n", "task", "thud ns", "SUNDIALS", "tuned");
    for (int i = 0; i < CONTESTS; i++) {
        double thud = outcomes[i].thud_seconds;
        printf("%-50s %10.0f %9.0fx %9.0fx\n", contests[i].what, 1e9 * thud,
               outcomes[i].rivals[CONTEST_USUAL].seconds / thud, outcomes[i].rivals[CONTEST_TUNED].seconds / thud);
    }
    puts("SUNDIALS: the better of CVODE Adams and ARKODE Dormand-Prince, the equation as one writes it down.\n"
         "tuned: the best of all methods, also on the regularised equation and with a first step made for it.");
}

enum { VARIED = 16 };

/* Inputs of the calls that are timed for one law. */
typedef struct law_inputs {
    thud_impact_options options[VARIED];
    thud_contact contact;
    thud_impact_state states[VARIED];
} law_inputs;

static double calibrate_work(void *context) {
    const law_inputs *inputs = context;
    double sum = 0.0;
    for (int i = 0; i < VARIED; i++) {
        double damping = 0.0;
        thud_calibrate(&inputs->options[i], &damping);
        sum += damping;
    }
    return sum;
}

static double solve_work(void *context) {
    const law_inputs *inputs = context;
    double sum = 0.0;
    for (int i = 0; i < VARIED; i++) {
        thud_impact impact = {0};
        thud_impact_solve(&inputs->options[i], &impact);
        sum += impact.restitution;
    }
    return sum;
}

static double force_work(void *context) {
    const law_inputs *inputs = context;
    double sum = 0.0;
    for (int i = 0; i < VARIED; i++) {
        sum += thud_contact_force(&inputs->contact, inputs->states[i].penetration, inputs->states[i].velocity);
    }
    return sum;
}

/* elastic laws return 1 and nothing else: they are solved with that; their inputs vary in speed */
static void make_options(const thud_law *law, law_inputs *inputs) {
    for (int i = 0; i < VARIED; i++) {
        thud_impact_options *options = &inputs->options[i];
        *options = thud_impact_options_default(law);
        options->speed = 1.0 + 0.1 * i;
        options->restitution = 0.3 + 0.4 * i / (VARIED - 1);
        if (thud_impact_check(options, NULL) != THUD_OK) options->restitution = 1.0;
    }
}

/* non-smooth laws have no contact force */
static bool make_contact(law_inputs *inputs) {
    const thud_impact_options *options = &inputs->options[VARIED / 2];
    return thud_impact_sample(options, VARIED, inputs->states) == THUD_OK &&
           thud_contact_init(&inputs->contact, options) == THUD_OK &&
           thud_contact_begin(&inputs->contact, options->speed) == THUD_OK;
}

static void print_cost(timing_work *work, law_inputs *inputs, bool possible) {
    if (!possible) {
        printf(" %12s", "-");
        return;
    }
    timing_task task = {.work = work, .context = inputs, .calls = VARIED};
    timing_run(&task, 1);
    printf(" %12.1f", 1e9 * task.seconds);
}

static void print_law_costs(const thud_law *law) {
    law_inputs inputs;
    make_options(law, &inputs);
    double damping;
    thud_impact impact;
    printf("%-22s", law->name);
    print_cost(calibrate_work, &inputs, thud_calibrate(&inputs.options[0], &damping) == THUD_OK);
    print_cost(solve_work, &inputs, thud_impact_solve(&inputs.options[0], &impact) == THUD_OK);
    print_cost(force_work, &inputs, make_contact(&inputs));
    putchar('\n');
    fflush(stdout);
}

/* all contests, or those whose name has the word in it */
static bool is_wanted(const contest *entry, const char *word) { return !word || strstr(entry->what, word); }

static void print_all_costs(void) {
    printf("\nCost of each call, ns\n%-22s %12s %12s %12s\n", "law", "calibrate", "solve", "force");
    for (size_t i = 0; i < thud_law_count(); i++) print_law_costs(thud_law_at(i));
}

int main(int count, char **words) {
    static contest_outcome outcomes[CONTESTS];
    const char *word = count > 1 ? words[1] : NULL;
    puts("Setting up a solver is not counted. Equations: time, (d, d') over t; regular, d = z^2, dt = 2z ds.\n");
    for (int i = 0; i < CONTESTS; i++) {
        if (!is_wanted(&contests[i], word)) continue;
        if (!contest_run(&contests[i], &outcomes[i])) {
            fprintf(stderr, "bench_impact: %s failed\n", contests[i].what);
            return EXIT_FAILURE;
        }
        print_outcome(&contests[i], &outcomes[i]);
        fflush(stdout);
    }
    if (!word) {
        print_summary(outcomes);
        print_all_costs();
    }
    printf("\nchecksum %.17g\n", timing_checksum());
    return EXIT_SUCCESS;
}
