/*
 * Checks a model and reports all errors, part by part. Names, links, contacts and loads have their own files.
 */
#include "model/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "model/duration.h"
#include "model/eigen.h"

static const thud_check_part WHOLE = {THUD_PART_MODEL, 0};
static const double LARGEST = 1e100, SMALLEST = 1e-100;

const char *thud_check_end_name(const thud_model *model, thud_body body) {
    if (body == THUD_BODY_GROUND) return "ground";
    if (!thud_check_is_body(model, body, true)) return "?";
    return body < 0 ? model->supports[thud_support_index(body)].name : model->bodies[body].name;
}

/* "body 'deck': " */
static void name_part(const thud_model *model, thud_check_part p, char *text, size_t size) {
    switch (p.part) {
    case THUD_PART_MODEL: *text = '\0'; break;
    case THUD_PART_BODY: snprintf(text, size, "body '%.60s': ", model->bodies[p.index].name); break;
    case THUD_PART_LINK:
        snprintf(text, size, "link %zu ('%.40s' to '%.40s'): ", p.index + 1,
                 thud_check_end_name(model, model->links[p.index].left),
                 thud_check_end_name(model, model->links[p.index].right));
        break;
    case THUD_PART_CONTACT: snprintf(text, size, "contact '%.60s': ", model->contacts[p.index].name); break;
    case THUD_PART_ROD: snprintf(text, size, "rod '%.60s': ", model->rods[p.index].name); break;
    case THUD_PART_GROUND: snprintf(text, size, "ground motion: "); break;
    case THUD_PART_SUPPORT: snprintf(text, size, "support '%.60s': ", model->supports[p.index].name); break;
    case THUD_PART_FORCE: snprintf(text, size, "force %zu: ", p.index + 1); break;
    case THUD_PART_MATRICES: snprintf(text, size, "structure %zu: ", p.index + 1); break;
    case THUD_PART_WATCH: snprintf(text, size, "watch '%.60s': ", model->watches[p.index].name); break;
    }
}

/* names may contain line breaks; the text must be one line */
static void make_one_line(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
}

static void report_problem(thud_check *check, thud_check_part part, const char *key, double value,
                           const char *format, va_list arguments) {
    check->problem_count++;
    if (!check->report) return;
    thud_problem problem = {.part = part.part, .index = part.index};
    char *text = problem.error.text;
    problem.error.status = THUD_ERROR_ARGUMENT;
    problem.error.subject = key;
    problem.error.value = value;
    name_part(check->model, part, text, sizeof problem.error.text);
    const size_t used = strlen(text);
    thud_print_list(text + used, sizeof problem.error.text - used, format, arguments);
    make_one_line(text);
    check->report(check->context, &problem);
}

void thud_check_error(thud_check *check, thud_check_part part, const char *key, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    report_problem(check, part, key, NAN, format, arguments);
    va_end(arguments);
}

/* a key may be a path (sine.amplitude); its last word names the value */
void thud_check_bad_value(thud_check *check, thud_check_part part, const char *key, double value,
                          const char *reason) {
    const char *dot = strrchr(key, '.');
    const char *word = dot ? dot + 1 : key;
    if (isnan(value)) thud_check_error(check, part, key, "%s is missing or not a number", word);
    else thud_check_error(check, part, key, "%s (%.6g given) %s", word, value, reason);
}

const char *thud_check_ratio_reason(double ratio) {
    return ratio > 1 ? "must be 0 or more and below 1; a percentage needs its sign, as in 5 %"
                     : "must be 0 or more and below 1";
}

bool thud_check_number(thud_check *check, thud_check_part part, const char *key, double value) {
    if (fabs(value) <= LARGEST) return true;
    thud_check_bad_value(check, part, key, value, "must lie between -1e100 and 1e100");
    return false;
}

bool thud_check_positive(thud_check *check, thud_check_part part, const char *key, double value) {
    if (value >= SMALLEST && value <= LARGEST) return true;
    thud_check_bad_value(check, part, key, value,
                         value > 0 ? "must lie between 1e-100 and 1e100" : "must be positive");
    return false;
}

bool thud_check_not_negative(thud_check *check, thud_check_part part, const char *key, double value) {
    if (value >= 0 && value <= LARGEST) return true;
    thud_check_bad_value(check, part, key, value, value > 0 ? "must be at most 1e100" : "must be zero or positive");
    return false;
}

bool thud_check_is_body(const thud_model *model, thud_body body, bool ground_too) {
    if (body == THUD_BODY_GROUND) return ground_too;
    if (thud_body_is_support(body)) return ground_too && thud_support_index(body) < model->support_count;
    return body >= 0 && (size_t)body < model->body_count;
}

static void check_bodies(thud_check *check) {
    for (size_t i = 0; i < check->model->body_count; i++) {
        const thud_model_body *body = &check->model->bodies[i];
        const thud_check_part part = {THUD_PART_BODY, i};
        if (!thud_model_matrices_of(check->model, (thud_body)i))
            thud_check_positive(check, part, "mass", body->mass);
        thud_check_number(check, part, "displacement", body->displacement);
        thud_check_number(check, part, "velocity", body->velocity);
    }
}

static void check_rods(thud_check *check) {
    for (size_t i = 0; i < check->model->rod_count; i++) {
        const thud_rod *rod = &check->model->rods[i].given;
        const thud_check_part part = {THUD_PART_ROD, i};
        if (thud_check_number(check, part, "pivot", rod->pivot_x))
            thud_check_number(check, part, "pivot", rod->pivot_y);
        thud_check_positive(check, part, "length", rod->length);
        thud_check_positive(check, part, "mass", rod->mass);
        thud_check_number(check, part, "angle", rod->angle);
        thud_check_number(check, part, "angular_velocity", rod->angular_velocity);
        const thud_body on = check->model->rods[i].on;
        if (on != THUD_BODY_GROUND && !thud_check_is_body(check->model, on, false))
            thud_check_error(check, part, "on", "its pivot is not on a body");
    }
}

static bool has_ratio(const thud_model *model) {
    for (size_t i = 0; i < model->body_count && isnan(model->modal_ratio); i++)
        if (!isnan(model->bodies[i].damping_ratio)) return true;
    return false;
}

/* structures with modal ratios: at most one ratio for each, and no dashpots, which would have no effect */
static void check_ratios_of_bodies(thud_check *check) {
    const thud_model *model = check->model;
    size_t *group = malloc((model->body_count + 1) * sizeof *group);
    if (!group) {
        check->out_of_memory = true;
        return;
    }
    thud_eigen_groups(model, group);
    for (size_t i = 0; i < model->body_count; i++) {
        const double ratio = model->bodies[i].damping_ratio;
        const thud_check_part part = {THUD_PART_BODY, i};
        if (isnan(ratio)) continue;
        if (!(ratio >= 0 && ratio < 1))
            thud_check_bad_value(check, part, "damping_ratio", ratio, thud_check_ratio_reason(ratio));
        for (size_t k = 0; k < i; k++)
            if (group[k] == group[i] && !isnan(model->bodies[k].damping_ratio) &&
                model->bodies[k].damping_ratio != ratio) {
                thud_check_error(check, part, "damping_ratio",
                                 "links connect it to '%.60s', which has another ratio", model->bodies[k].name);
                break;
            }
    }
    for (size_t l = 0; l < model->link_count; l++)
        if (model->links[l].given.damping > 0 || model->links[l].given.damping_ratio > 0) {
            thud_check_error(check, (thud_check_part){THUD_PART_LINK, l}, "damping",
                             "a dashpot has no effect under the modal damping of a building; give every building "
                             "one of the two");
            break;
        }
    free(group);
}

static void check_rayleigh(thud_check *check) {
    const thud_model *model = check->model;
    thud_check_not_negative(check, WHOLE, "damping.rayleigh.mass", model->rayleigh_mass);
    thud_check_not_negative(check, WHOLE, "damping.rayleigh.stiffness", model->rayleigh_stiffness);
    if (model->rayleigh_ratio == 0) return;
    if (!(model->rayleigh_ratio > 0 && model->rayleigh_ratio < 1))
        thud_check_bad_value(check, WHOLE, "damping.rayleigh.ratio", model->rayleigh_ratio,
                             "must be above 0 and below 1");
    for (int i = 0; i < 2 && model->rayleigh_modes[0] == 0; i++)
        if (!(model->rayleigh_periods[i] > 0 && isfinite(model->rayleigh_periods[i])))
            thud_check_bad_value(check, WHOLE, "damping.rayleigh.periods", model->rayleigh_periods[i],
                                 "must be positive");
}

static void check_damping(thud_check *check) {
    const thud_model *model = check->model;
    if (model->whole_and_body)
        thud_check_error(
            check, WHOLE, "damping",
            "a building has a damping ratio, and the scenario has another damping for all: give one of the two");
    switch (model->damping) {
    case THUD_STRUCTURE_DAMPING_LINKS: return;
    case THUD_STRUCTURE_DAMPING_MODAL:
        if (has_ratio(model) && !model->whole_and_body) check_ratios_of_bodies(check);
        else if (!(model->modal_ratio >= 0 && model->modal_ratio < 1) && !model->whole_and_body)
            thud_check_bad_value(check, WHOLE, "damping.ratio", model->modal_ratio,
                                 thud_check_ratio_reason(model->modal_ratio));
        break;
    case THUD_STRUCTURE_DAMPING_RAYLEIGH: check_rayleigh(check); break;
    }
    if (model->body_count == 0 && model->rod_count > 0)
        thud_check_error(check, WHOLE, "damping", "models with rods do not have this kind of damping");
}

static void check_solver(thud_check *check) {
    const thud_model *model = check->model;
    const thud_run_options *run = &model->run;
    if (run->solver == THUD_SOLVER_MOREAU) {
        thud_check_positive(check, WHOLE, "step", run->solver_step);
        if (model->rod_count > 0) thud_check_error(check, WHOLE, "solver", "solver moreau does not support rods");
        if (model->support_count > 0)
            thud_check_error(check, WHOLE, "solver", "solver moreau does not support supports");
    } else if (run->solver != THUD_SOLVER_EVENTS)
        thud_check_error(check, WHOLE, "solver", "solver must be events or moreau");
    else if (run->solver_step != 0)
        thud_check_error(check, WHOLE, "step", "a step is for solver moreau; events has none");
}

/* a missing duration is derived from the records when the model is built */
static void check_duration(thud_check *check) {
    const thud_model *model = check->model;
    const bool left_out = isnan(model->run.duration) && !model->built;
    if (!left_out) thud_check_not_negative(check, WHOLE, "duration", model->run.duration);
    else if (!(thud_model_record_end(model) > 0))
        thud_check_error(check, WHOLE, "duration", "duration is missing; without a record it has no default");
}

void thud_check_run(thud_check *check) {
    const thud_run_options *run = &check->model->run;
    check_duration(check);
    thud_check_not_negative(check, WHOLE, "output.interval", run->output_interval);
    thud_check_not_negative(check, WHOLE, "impact_threshold", run->impact_threshold);
    if (!(run->tolerance >= 1e-15 && run->tolerance <= 1e-3))
        thud_check_bad_value(check, WHOLE, "tolerance", run->tolerance, "must lie between 1e-15 and 1e-3");
    check_solver(check);
}

static void check_whole(thud_check *check) {
    const thud_model *model = check->model;
    if (model->body_count == 0 && model->rod_count == 0 && !model->matrices_of_nothing)
        thud_check_error(check, WHOLE, "bodies", "there are no bodies");
    if (model->start_of_nothing)
        thud_check_error(check, WHOLE, NULL, "a start was set for a body that does not exist");
    if (model->pivot_of_nothing)
        thud_check_error(check, WHOLE, NULL, "a pivot was set for a rod that does not exist");
    if (!(model->precision >= 0 && model->precision <= 0.1))
        thud_check_bad_value(check, WHOLE, "precision", model->precision, "must lie between 0 and 0.1");
    thud_check_run(check);
    check_damping(check);
}

thud_status thud_check_model(const thud_model *model, void (*report)(void *context, const thud_problem *problem),
                             void *context) {
    if (model->out_of_memory) return THUD_ERROR_MEMORY;
    thud_check check = {.model = model, .report = report, .context = context};
    check_whole(&check);
    thud_check_names(&check);
    check_bodies(&check);
    check_rods(&check);
    thud_check_matrices(&check);
    thud_check_links(&check);
    thud_check_contacts(&check);
    thud_check_loads(&check);
    thud_check_supports(&check);
    thud_check_watches(&check);
    if (check.problem_count == 0) thud_check_stability(&check);
    if (check.out_of_memory) return THUD_ERROR_MEMORY;
    return check.problem_count == 0 ? THUD_OK : THUD_ERROR_ARGUMENT;
}

/* the caller's function, which receives errors without their parts */
typedef struct listener {
    thud_error_report *report; /* may be NULL */
    void *context;
} listener;

static void pass_on(void *context, const thud_problem *problem) {
    const listener *l = context;
    if (l->report) l->report(l->context, &problem->error);
}

thud_status thud_model_check(const thud_model *model, thud_error_report *report, void *context) {
    listener l = {report, context};
    return model ? thud_check_model(model, pass_on, &l) : THUD_ERROR_ARGUMENT;
}
