/*
 * Links: their ends, spring and dashpot, and the parameters of their hysteresis.
 */
#include <math.h>
#include <stdio.h>

#include "link/hysteresis.h"
#include "model/check.h"

static void check_ends(thud_check *check, thud_check_part part, const thud_model_link *link) {
    const bool left = thud_check_is_body(check->model, link->left, true);
    const bool right = thud_check_is_body(check->model, link->right, true);
    if (!left) thud_check_error(check, part, "left", "its left end is not a body");
    if (!right) thud_check_error(check, part, "right", "its right end is not a body");
    if (left && right && link->left == link->right)
        thud_check_error(check, part, "right", "it connects '%.60s' to itself",
                         thud_check_end_name(check->model, link->left));
    else if (left && right && link->left < 0 && link->right < 0)
        thud_check_error(check, part, "right", "the motions of both ends are prescribed; name a body");
}

static void check_ratio(thud_check *check, thud_check_part part, const thud_link *given) {
    if (given->damping > 0)
        thud_check_error(check, part, "damping_ratio", "give damping or damping_ratio, not both");
    else if (given->stiffness == 0)
        thud_check_error(check, part, "damping_ratio", "a damping_ratio needs a stiffness");
    else if (given->stiffness < 0)
        thud_check_error(check, part, "damping_ratio", "a damping_ratio needs a stiffness above zero");
    else if (given->damping_exponent != 1)
        thud_check_error(check, part, "damping_ratio", "a damping_ratio is for damping_exponent 1");
}

static void check_dashpot(thud_check *check, thud_check_part part, const thud_link *given) {
    const bool linear = given->hysteresis.model == THUD_HYSTERESIS_NONE;
    const bool stiffness = linear ? thud_check_number(check, part, "stiffness", given->stiffness)
                                  : thud_check_not_negative(check, part, "stiffness", given->stiffness);
    const bool damping = thud_check_not_negative(check, part, "damping", given->damping);
    const bool ratio = thud_check_not_negative(check, part, "damping_ratio", given->damping_ratio);
    if (!(given->damping_exponent > 0 && given->damping_exponent <= 2))
        thud_check_bad_value(check, part, "damping_exponent", given->damping_exponent,
                             "must be above 0 and at most 2");
    if (stiffness && damping && ratio && given->damping_ratio > 0) check_ratio(check, part, given);
}

/* height and weight of a storey */
static void check_storey(thud_check *check, thud_check_part part, const thud_link *given) {
    const bool height = thud_check_not_negative(check, part, "height", given->height);
    const bool weight = thud_check_not_negative(check, part, "weight", given->weight);
    if (height && weight && given->weight > 0 && given->height == 0)
        thud_check_error(check, part, "weight", "a weight needs the height of its storey");
}

static const char *const KEYS[THUD_HYSTERESIS_PARAMETERS] = {
    "hysteresis.yield", "hysteresis.hardening", "hysteresis.exponent", "hysteresis.beta",
    "hysteresis.force", "hysteresis.unloading", "hysteresis.energy",   "hysteresis.strength",
    "hysteresis.ratio", "hysteresis.gap",       "hysteresis.slack",
};

static void check_parameter(thud_check *check, thud_check_part part, size_t number, double value) {
    const char *key = KEYS[number];
    switch (thud_hysteresis_parameters[number].range) {
    case THUD_RANGE_POSITIVE: thud_check_positive(check, part, key, value); break;
    case THUD_RANGE_NOT_NEGATIVE: thud_check_not_negative(check, part, key, value); break;
    case THUD_RANGE_SHARE:
        if (!(value >= 0 && value <= 1)) thud_check_bad_value(check, part, key, value, "must lie between 0 and 1");
        break;
    case THUD_RANGE_BELOW_ONE:
        if (!(value >= 0 && value < 1))
            thud_check_bad_value(check, part, key, value, "must be 0 or more and below 1");
        break;
    case THUD_RANGE_ONE_OR_MORE:
        if (!(value >= 1 && value <= 100))
            thud_check_bad_value(check, part, key, value, "must lie between 1 and 100");
        break;
    }
}

static void check_hysteresis(thud_check *check, thud_check_part part, const thud_link *given) {
    const thud_hysteresis *h = &given->hysteresis;
    if (!thud_hysteresis_is_model(h->model)) {
        thud_check_error(check, part, "hysteresis.model", "the model of its hysteresis does not exist");
        return;
    }
    const char *model = thud_hysteresis_name(h->model);
    for (size_t i = 0; i < THUD_HYSTERESIS_PARAMETERS; i++) {
        const double value = thud_hysteresis_get(h, i);
        if (thud_hysteresis_takes(h->model, i)) check_parameter(check, part, i, value);
        else if (value != 0)
            thud_check_error(check, part, KEYS[i], "%s takes no %s", model ? model : "a linear link",
                             thud_hysteresis_parameters[i].key);
    }
    if (thud_hysteresis_needs_stiffness(h->model) && given->stiffness == 0)
        thud_check_error(check, part, "stiffness", "%s needs a stiffness", model);
}

/* time stepping uses the structure as it is at the start of a step */
void thud_check_link_solver(thud_check *check, size_t index) {
    const thud_link *given = &check->model->links[index].given;
    if (check->model->run.solver == THUD_SOLVER_MOREAU && !thud_link_is_linear(given))
        thud_check_error(check, (thud_check_part){THUD_PART_LINK, index},
                         given->hysteresis.model == THUD_HYSTERESIS_NONE ? "damping_exponent" : "hysteresis.model",
                         "solver moreau supports linear links only");
}

/* the solver of systems supports only links with linear branches */
static void check_in_system(thud_check *check, thud_check_part part, const thud_link *given, const char *cause) {
    const thud_hysteresis_model model = given->hysteresis.model;
    if (given->damping_exponent != 1)
        thud_check_error(check, part, "damping_exponent", "with %s dashpots must be linear", cause);
    if (model == THUD_HYSTERESIS_BOUC_WEN || model == THUD_HYSTERESIS_FRICTION ||
        model == THUD_HYSTERESIS_HYPERBOLIC)
        thud_check_error(
            check, part, "hysteresis.model",
            "with %s there is no %s; bilinear, clough, flag, tension-only and compression-only are supported",
            cause, thud_hysteresis_name(model));
}

void thud_check_links(thud_check *check) {
    const char *cause = thud_model_system_cause(check->model);
    for (size_t i = 0; i < check->model->link_count; i++) {
        const thud_model_link *link = &check->model->links[i];
        const thud_check_part part = {THUD_PART_LINK, i};
        check_ends(check, part, link);
        check_dashpot(check, part, &link->given);
        check_storey(check, part, &link->given);
        check_hysteresis(check, part, &link->given);
        thud_check_link_solver(check, i);
        if (cause) check_in_system(check, part, &link->given, cause);
    }
}
