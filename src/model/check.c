/*
 * What is wrong with a model: all of it, part by part. Names, contacts and loads have files of their own.
 */
#include "model/check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const thud_check_part WHOLE = {THUD_PART_MODEL, 0};
static const double LARGEST = 1e100, SMALLEST = 1e-100;

static const char *end_name(const thud_model *model, thud_body body) {
    if (body == THUD_GROUND) return "ground";
    return thud_check_is_body(model, body, false) ? model->bodies[body].name : "?";
}

/* "body 'deck': " */
static void name_part(const thud_model *model, thud_check_part p, char *text, size_t size) {
    switch (p.part) {
    case THUD_PART_MODEL: *text = '\0'; break;
    case THUD_PART_BODY: snprintf(text, size, "body '%.60s': ", model->bodies[p.index].name); break;
    case THUD_PART_LINK:
        snprintf(text, size, "link %zu ('%.40s' to '%.40s'): ", p.index + 1,
                 end_name(model, model->links[p.index].left), end_name(model, model->links[p.index].right));
        break;
    case THUD_PART_CONTACT: snprintf(text, size, "contact '%.60s': ", model->contacts[p.index].name); break;
    case THUD_PART_ROD: snprintf(text, size, "rod '%.60s': ", model->rods[p.index].name); break;
    case THUD_PART_GROUND: snprintf(text, size, "ground motion: "); break;
    case THUD_PART_FORCE: snprintf(text, size, "force %zu: ", p.index + 1); break;
    }
}

/* names are the user's and may hold anything; the text is one line */
static void make_one_line(char *text) {
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
}

void thud_check_say(thud_check *check, thud_check_part part, const char *key, const char *format, ...) {
    check->problem_count++;
    if (!check->report) return;
    thud_problem problem = {.part = part.part, .index = part.index, .key = key};
    name_part(check->model, part, problem.text, sizeof problem.text);
    const size_t used = strlen(problem.text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem.text + used, sizeof problem.text - used, format, arguments);
    va_end(arguments);
    make_one_line(problem.text);
    check->report(check->context, &problem);
}

/* a key may be a path (sine.amplitude); its last word is what is meant */
void thud_check_blame(thud_check *check, thud_check_part part, const char *key, double value, const char *reason) {
    const char *dot = strrchr(key, '.');
    const char *word = dot ? dot + 1 : key;
    if (isnan(value)) thud_check_say(check, part, key, "%s is missing or not a number", word);
    else thud_check_say(check, part, key, "%s (%.6g given) %s", word, value, reason);
}

bool thud_check_number(thud_check *check, thud_check_part part, const char *key, double value) {
    if (fabs(value) <= LARGEST) return true;
    thud_check_blame(check, part, key, value, "must lie between -1e100 and 1e100");
    return false;
}

bool thud_check_positive(thud_check *check, thud_check_part part, const char *key, double value) {
    if (value >= SMALLEST && value <= LARGEST) return true;
    thud_check_blame(check, part, key, value, value > 0 ? "must lie between 1e-100 and 1e100" : "must be positive");
    return false;
}

bool thud_check_not_negative(thud_check *check, thud_check_part part, const char *key, double value) {
    if (value >= 0 && value <= LARGEST) return true;
    thud_check_blame(check, part, key, value, value > 0 ? "must be at most 1e100" : "must be zero or positive");
    return false;
}

bool thud_check_is_body(const thud_model *model, thud_body body, bool ground_too) {
    if (body == THUD_GROUND) return ground_too;
    return body >= 0 && (size_t)body < model->body_count;
}

static void check_bodies(thud_check *check) {
    for (size_t i = 0; i < check->model->body_count; i++) {
        const thud_model_body *body = &check->model->bodies[i];
        const thud_check_part part = {THUD_PART_BODY, i};
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
    }
}

static void check_link(thud_check *check, size_t index) {
    const thud_model_link *link = &check->model->links[index];
    const thud_link *given = &link->given;
    const thud_check_part part = {THUD_PART_LINK, index};
    const bool left = thud_check_is_body(check->model, link->left, true);
    const bool right = thud_check_is_body(check->model, link->right, true);
    if (!left) thud_check_say(check, part, "left", "its left end is no body");
    if (!right) thud_check_say(check, part, "right", "its right end is no body");
    if (left && right && link->left == link->right)
        thud_check_say(check, part, "right", "it joins '%.60s' with itself", end_name(check->model, link->left));
    const bool stiffness = thud_check_not_negative(check, part, "stiffness", given->stiffness);
    const bool damping = thud_check_not_negative(check, part, "damping", given->damping);
    const bool ratio = thud_check_not_negative(check, part, "damping_ratio", given->damping_ratio);
    if (!stiffness || !damping || !ratio || given->damping_ratio == 0) return;
    if (given->damping > 0)
        thud_check_say(check, part, "damping_ratio", "damping and damping_ratio are two ways to say one thing");
    else if (given->stiffness == 0)
        thud_check_say(check, part, "damping_ratio", "a damping_ratio needs a stiffness");
}

static void check_damping(thud_check *check) {
    const thud_model *model = check->model;
    switch (model->damping) {
    case THUD_STRUCTURE_DAMPING_LINKS: return;
    case THUD_STRUCTURE_DAMPING_MODAL:
        if (!(model->modal_ratio >= 0 && model->modal_ratio < 1))
            thud_check_blame(check, WHOLE, "damping.ratio", model->modal_ratio, "must be 0 or more and below 1");
        break;
    case THUD_STRUCTURE_DAMPING_RAYLEIGH:
        thud_check_not_negative(check, WHOLE, "damping.rayleigh.mass", model->rayleigh_mass);
        thud_check_not_negative(check, WHOLE, "damping.rayleigh.stiffness", model->rayleigh_stiffness);
        break;
    }
    if (model->rod_count > 0) thud_check_say(check, WHOLE, "damping", "rods have no damping of this kind");
}

static void check_solver(thud_check *check) {
    const thud_model *model = check->model;
    if (model->solver == THUD_SOLVER_MOREAU) {
        thud_check_positive(check, WHOLE, "step", model->solver_step);
        if (model->rod_count > 0) thud_check_say(check, WHOLE, "solver", "solver moreau does not know rods");
    } else if (model->solver != THUD_SOLVER_EVENTS)
        thud_check_say(check, WHOLE, "solver", "solver must be events or moreau");
    else if (model->solver_step != 0)
        thud_check_say(check, WHOLE, "step", "a step is for solver moreau; events has none");
}

static void check_whole(thud_check *check) {
    const thud_model *model = check->model;
    if (model->body_count == 0 && model->rod_count == 0)
        thud_check_say(check, WHOLE, "bodies", "there are no bodies");
    if (model->body_count > 0 && model->rod_count > 0)
        thud_check_say(check, WHOLE, "rods", "rods and bodies cannot stand in one scenario");
    if (model->start_of_nothing) thud_check_say(check, WHOLE, NULL, "a start was set for a body that there is not");
    thud_check_not_negative(check, WHOLE, "duration", model->duration);
    thud_check_not_negative(check, WHOLE, "output.interval", model->output_interval);
    thud_check_not_negative(check, WHOLE, "impact_threshold", model->impact_threshold);
    if (!(model->precision >= 0 && model->precision <= 0.1))
        thud_check_blame(check, WHOLE, "precision", model->precision, "must lie between 0 and 0.1");
    if (!(model->tolerance >= 1e-15 && model->tolerance <= 1e-3))
        thud_check_blame(check, WHOLE, "tolerance", model->tolerance, "must lie between 1e-15 and 1e-3");
    check_solver(check);
    check_damping(check);
}

thud_status thud_model_check(const thud_model *model, void (*report)(void *context, const thud_problem *problem),
                             void *context) {
    if (!model) return THUD_ERROR_ARGUMENT;
    if (model->out_of_memory) return THUD_ERROR_MEMORY;
    thud_check check = {.model = model, .report = report, .context = context};
    check_whole(&check);
    thud_check_names(&check);
    check_bodies(&check);
    check_rods(&check);
    for (size_t i = 0; i < model->link_count; i++) check_link(&check, i);
    thud_check_contacts(&check);
    thud_check_loads(&check);
    if (check.out_of_memory) return THUD_ERROR_MEMORY;
    return check.problem_count == 0 ? THUD_OK : THUD_ERROR_ARGUMENT;
}
