/*
 * thud against what an expert would write with SUNDIALS instead, at the same measured error and in the same run;
 * then what each call costs for every law. Nothing here is a test: times are printed, never judged.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static void print_rival(const contest_rival *best, double thud_seconds) {
    const contest_settings *settings = &best->settings;
    printf("  rival, %-7s equation ", rival_form_name(settings->form));
    if (!isfinite(best->seconds)) {
        puts("none is accurate enough");
        return;
    }
    printf("%9.2f us  error %.1e  ratio %7.0f  %s, tolerance %.1e\n", 1e6 * best->seconds, best->error,
           best->seconds / thud_seconds, rival_method_name(settings->method), settings->tolerance);
}

static void print_outcome(const contest *entry, const contest_outcome *outcome) {
    printf("%s (error at most %.0e)\n", entry->what, entry->target);
    printf("  thud                    %9.1f ns  error %.1e  (reference sure to %.1e)\n",
           1e9 * outcome->thud_seconds, outcome->thud_error, outcome->doubt);
    for (int form = 0; form < RIVAL_FORM_COUNT; form++) print_rival(&outcome->rivals[form], outcome->thud_seconds);
}

static void print_summary(const contest_outcome outcomes[CONTESTS]) {
    printf("\nSummary: the better rival of either equation against thud\n");
    printf("%-50s %9s %8s %9s %8s %8s  %s\n", "task", "thud ns", "error", "rival us", "error", "ratio", "rival");
    for (int i = 0; i < CONTESTS; i++) {
        const contest_outcome *outcome = &outcomes[i];
        const contest_rival *plain = &outcome->rivals[RIVAL_FORM_TIME];
        const contest_rival *regular = &outcome->rivals[RIVAL_FORM_REGULAR];
        const contest_rival *best = plain->seconds <= regular->seconds ? plain : regular;
        printf("%-50s %9.1f %8.1e %9.2f %8.1e %8.0f  %s, %s equation\n", contests[i].what,
               1e9 * outcome->thud_seconds, outcome->thud_error, 1e6 * best->seconds, best->error,
               best->seconds / outcome->thud_seconds, rival_method_name(best->settings.method),
               rival_form_name(best->settings.form));
    }
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

int main(void) {
    static contest_outcome outcomes[CONTESTS];
    printf(
        "Setting up a solver is not counted. Equations: time, (d, d') over t; regular, d = z^2, dt = 2z ds.\n\n");
    for (int i = 0; i < CONTESTS; i++) {
        if (!contest_run(&contests[i], &outcomes[i])) {
            fprintf(stderr, "bench_impact: %s failed\n", contests[i].what);
            return EXIT_FAILURE;
        }
        print_outcome(&contests[i], &outcomes[i]);
        fflush(stdout);
    }
    print_summary(outcomes);
    printf("\nCost of each call, ns\n%-22s %12s %12s %12s\n", "law", "calibrate", "solve", "force");
    for (size_t i = 0; i < thud_law_count(); i++) print_law_costs(thud_law_at(i));
    printf("\nchecksum %.17g\n", timing_checksum());
    return EXIT_SUCCESS;
}
