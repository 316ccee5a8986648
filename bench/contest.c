/* Finds the settings that serve each side best, then times both side by side. */
#include "contest.h"

#include <math.h>

#include <thud/calibrate.h>
#include <thud/impact.h>

#include "rival_law.h"
#include "timing.h"

enum { INPUTS = 8, ANSWERS = 2 };

/* more accurate ones than the first few that are accurate enough are dearer, but not always: luck plays a part */
enum { ENOUGH_ACCURATE = 3 };

/* A contest made ready: inputs, and the right answers (e and contact time, or χ). */
typedef struct inputs {
    const contest *entry;
    thud_impact_options options[INPUTS];
    rival_problem problems[INPUTS];
    double reference[INPUTS][ANSWERS];
} inputs;

static size_t answer_count(const inputs *in) { return in->entry->task == CONTEST_IMPACT ? 2 : 1; }

static double restitution_of_input(int i) { return 0.3 + 0.4 * i / (INPUTS - 1); }

static bool thud_answers(const inputs *in, int i, double answers[ANSWERS]) {
    if (in->entry->task == CONTEST_CALIBRATION) {
        return thud_calibrate(&in->options[i], &answers[0]) == THUD_OK;
    }
    thud_impact impact;
    if (thud_impact_solve(&in->options[i], &impact) != THUD_OK) return false;
    answers[0] = impact.restitution;
    answers[1] = impact.contact_time;
    return true;
}

static bool rival_answers(const inputs *in, rival *solver, const contest_settings *settings, int i,
                          double answers[ANSWERS]) {
    const rival_problem *problem = &in->problems[i];
    if (in->entry->task == CONTEST_CALIBRATION) {
        return rival_calibrate(solver, problem, restitution_of_input(i), settings->tolerance,
                               settings->chi_tolerance, &answers[0]);
    }
    rival_result result;
    if (!rival_impact(solver, problem, settings->tolerance, &result)) return false;
    answers[0] = result.restitution;
    answers[1] = result.contact_time;
    return true;
}

static double error_of_answers(const inputs *in, int i, const double answers[ANSWERS]) {
    double worst = 0.0;
    for (size_t k = 0; k < answer_count(in); k++) {
        worst = fmax(worst, fabs(answers[k] / in->reference[i][k] - 1.0));
    }
    return worst;
}

static double error_of_thud(const inputs *in) {
    double worst = 0.0;
    for (int i = 0; i < INPUTS; i++) {
        double answers[ANSWERS];
        if (!thud_answers(in, i, answers)) return INFINITY;
        worst = fmax(worst, error_of_answers(in, i, answers));
    }
    return worst;
}

/* INFINITY as soon as one input is not accurate enough */
static double error_of_rival(const inputs *in, rival *solver, const contest_settings *settings) {
    double worst = 0.0;
    for (int i = 0; i < INPUTS; i++) {
        double answers[ANSWERS];
        if (!rival_answers(in, solver, settings, i, answers)) return INFINITY;
        worst = fmax(worst, error_of_answers(in, i, answers));
        if (worst > in->entry->target) return INFINITY;
    }
    return worst;
}

static double thud_work(void *context) {
    const inputs *in = context;
    double sum = 0.0;
    for (int i = 0; i < INPUTS; i++) {
        double answers[ANSWERS] = {0.0};
        thud_answers(in, i, answers);
        sum += answers[0];
    }
    return sum;
}

typedef struct rival_context {
    const inputs *in;
    rival *solver;
    const contest_settings *settings;
} rival_context;

static double rival_work(void *context) {
    const rival_context *with = context;
    double sum = 0.0;
    for (int i = 0; i < INPUTS; i++) {
        double answers[ANSWERS] = {0.0};
        rival_answers(with->in, with->solver, with->settings, i, answers);
        sum += answers[0];
    }
    return sum;
}

/* seconds per call, good enough to choose by */
static double rough_seconds(rival_context *with) {
    double least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double begin = timing_now();
        rival_work(with);
        least = fmin(least, timing_now() - begin);
    }
    return least / INPUTS;
}

/* keeps the settings if they are accurate enough and the cheapest so far; says whether they are accurate */
static bool try_settings(const inputs *in, rival *solver, const contest_settings *settings, contest_rival *best) {
    double begin = timing_now();
    double error = error_of_rival(in, solver, settings);
    double once = (timing_now() - begin) / INPUTS;
    if (!isfinite(error)) return false;
    if (once > 1.5 * best->seconds) return true; /* no closer look needed */
    rival_context with = {in, solver, settings};
    double seconds = rough_seconds(&with);
    if (seconds < best->seconds) *best = (contest_rival){*settings, seconds, error};
    return true;
}

/* Brent's method from tight to loose, as far as that is accurate; says whether any of it is */
static bool scan_chi_tolerances(const inputs *in, rival *solver, contest_settings settings, contest_rival *best) {
    static const double chi_tolerances[] = {1e-8, 1e-5, 1e-4, 1e-3};
    size_t count = in->entry->task == CONTEST_CALIBRATION ? sizeof chi_tolerances / sizeof *chi_tolerances : 1;
    size_t accurate = 0;
    while (accurate < count) {
        settings.chi_tolerance = chi_tolerances[accurate];
        if (!try_settings(in, solver, &settings, best)) break;
        accurate++;
    }
    return accurate > 0;
}

/* the integrator from loose to tight, until some are accurate enough */
static void scan_tolerances(const inputs *in, rival *solver, contest_settings settings, contest_rival *best) {
    int accurate = 0;
    for (int quarter = 8; quarter <= 54 && accurate < ENOUGH_ACCURATE; quarter++) {
        settings.tolerance = pow(10.0, -0.25 * quarter);
        if (scan_chi_tolerances(in, solver, settings, best)) accurate++;
    }
}

static bool is_in_field(contest_field field, rival_method method, rival_form form, double first_step) {
    if (method == RIVAL_ADAMS && first_step > 0) return false; /* it starts with order 1: long first steps fail */
    if (field == CONTEST_TUNED) return true;
    bool usual = method == RIVAL_ADAMS || method == RIVAL_DORMAND_PRINCE5;
    return usual && form == RIVAL_FORM_TIME && first_step == 0;
}

static bool find_best(const inputs *in, contest_field field, contest_rival *best) {
    static const double first_steps[] = {0.0, 0.05, 0.15}; /* 0: the solver's own choice */
    *best = (contest_rival){.seconds = INFINITY, .error = INFINITY};
    for (int i = 0; i < RIVAL_METHOD_COUNT * RIVAL_FORM_COUNT; i++) {
        rival_method method = (rival_method)(i / RIVAL_FORM_COUNT);
        rival_form form = (rival_form)(i % RIVAL_FORM_COUNT);
        rival *solver = rival_create(method, form);
        if (!solver) return false;
        for (size_t k = 0; k < sizeof first_steps / sizeof *first_steps; k++) {
            if (!is_in_field(field, method, form, first_steps[k])) continue;
            rival_first_step(solver, first_steps[k]);
            scan_tolerances(in, solver, (contest_settings){method, form, first_steps[k], 0, 0}, best);
        }
        rival_free(solver);
    }
    return true;
}

/* the loosest tolerance that is accurate enough; a calibration has but one accuracy */
static void choose_thud_tolerance(inputs *in) {
    if (in->entry->task == CONTEST_CALIBRATION) return;
    for (int quarter = 12; quarter <= 60; quarter++) {
        for (int i = 0; i < INPUTS; i++) in->options[i].tolerance = pow(10.0, -0.25 * quarter);
        if (error_of_thud(in) <= in->entry->target) return;
    }
}

static bool make_input(inputs *in, const thud_law *law, int i) {
    thud_impact_options *options = &in->options[i];
    *options = thud_impact_options_default(law);
    options->separation = in->entry->separation;
    options->restitution = restitution_of_input(i);
    if (thud_calibrate(options, &options->damping_value) != THUD_OK) return false;
    options->damping = THUD_DAMPING_GIVEN;
    in->problems[i] = rival_problem_of(options, options->damping_value);
    return true;
}

/* how far thud_impact_integrate is from the reference: from e and contact time, or from the e that χ stands for */
static double doubt_of_input(const inputs *in, int i) {
    thud_impact_options options = in->options[i];
    bool calibration = in->entry->task == CONTEST_CALIBRATION;
    if (calibration) options.damping_value = in->reference[i][0];
    thud_impact impact;
    if (thud_impact_integrate(&options, &impact) != THUD_OK) return INFINITY;
    if (calibration) return fabs(impact.restitution / options.restitution - 1.0);
    return error_of_answers(in, i, (double[ANSWERS]){impact.restitution, impact.contact_time});
}

static bool make_inputs(const contest *entry, inputs *in, double *doubt) {
    const contest_settings tightest = {RIVAL_DORMAND_PRINCE5, RIVAL_FORM_REGULAR, 0.0, 1e-14, 1e-13};
    const thud_law *law = thud_law_find(entry->law);
    rival *solver = rival_create(tightest.method, tightest.form);
    bool made = law && solver;
    in->entry = entry;
    *doubt = 0.0;
    for (int i = 0; made && i < INPUTS; i++) {
        made = make_input(in, law, i) && rival_answers(in, solver, &tightest, i, in->reference[i]);
        if (made) *doubt = fmax(*doubt, doubt_of_input(in, i));
    }
    rival_free(solver);
    return made;
}

/* thud and the best rivals, side by side */
static bool time_all(inputs *in, contest_outcome *outcome) {
    timing_task tasks[1 + CONTEST_FIELD_COUNT] = {{.work = thud_work, .context = in, .calls = INPUTS}};
    rival_context with[CONTEST_FIELD_COUNT] = {{0}};
    contest_rival *timed[CONTEST_FIELD_COUNT];
    size_t count = 0;
    bool made = true;
    for (contest_field field = 0; made && field < CONTEST_FIELD_COUNT; field++) {
        contest_rival *best = &outcome->rivals[field];
        if (!isfinite(best->seconds)) continue;
        with[count] =
            (rival_context){in, rival_create(best->settings.method, best->settings.form), &best->settings};
        made = with[count].solver;
        if (made) rival_first_step(with[count].solver, best->settings.first_step);
        timed[count] = best;
        tasks[1 + count] = (timing_task){.work = rival_work, .context = &with[count], .calls = INPUTS};
        count++;
    }
    if (made) {
        timing_run(tasks, 1 + count);
        outcome->thud_seconds = tasks[0].seconds;
        for (size_t i = 0; i < count; i++) timed[i]->seconds = tasks[1 + i].seconds;
    }
    for (size_t i = 0; i < count; i++) rival_free(with[i].solver);
    return made;
}

bool contest_run(const contest *entry, contest_outcome *outcome) {
    inputs in;
    if (!make_inputs(entry, &in, &outcome->doubt)) return false;
    for (contest_field field = 0; field < CONTEST_FIELD_COUNT; field++) {
        if (!find_best(&in, field, &outcome->rivals[field])) return false;
    }
    choose_thud_tolerance(&in);
    outcome->thud_error = error_of_thud(&in);
    return time_all(&in, outcome);
}
