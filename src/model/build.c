/*
 * Makes a checked model ready to run: computes once what follows from its parts.
 *
 *     damper of a link      c = 2ζ√(k m), k the elastic stiffness, m = m₁m₂/(m₁ + m₂), the ground infinitely heavy
 *     contact of bodies     the same effective mass; the law's own separation where none was asked for
 */
#include <math.h>

#include "base/environment.h"
#include "link/hysteresis.h"
#include "model/check.h"
#include "model/damping.h"
#include "model/duration.h"
#include "model/geometry.h"
#include "model/model.h"

/* the first error of several */
typedef struct first {
    thud_error *error; /* may be NULL */
    bool found;
} first;

static void keep_first(void *context, const thud_problem *problem) {
    first *f = context;
    if (!f->found && f->error) *f->error = problem->error;
    f->found = true;
}

static void derive_links(thud_model *model) {
    for (size_t i = 0; i < model->link_count; i++) {
        thud_model_link *link = &model->links[i];
        const thud_link *given = &link->given;
        const double mass = thud_model_pair_mass(model, link->left, link->right);
        /* square roots first: the product may overflow */
        link->damping = given->damping_ratio > 0 ? 2 * given->damping_ratio * sqrt(given->stiffness) * sqrt(mass)
                                                 : given->damping;
    }
}

static void derive_contact(thud_model *model, size_t index) {
    thud_model_contact *contact = &model->contacts[index];
    contact->effective_mass = thud_model_effective_mass(model, contact);
    contact->given.separation = thud_law_separation(contact->given.law, contact->given.separation);
}

size_t thud_model_watched_links(const thud_model *model) {
    for (size_t i = 0; i < model->link_count; i++)
        if (model->links[i].named || !thud_link_is_linear(&model->links[i].given)) return model->link_count;
    return 0;
}

void thud_model_derive(thud_model *model) {
    for (size_t i = 0; i < model->matrices_count; i++) thud_model_matrices_derive(&model->matrices[i]);
    derive_links(model);
    for (size_t i = 0; i < model->contact_count; i++) derive_contact(model, i);
}

thud_status thud_model_build(thud_model *model, thud_error *error) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    if (model->built) return THUD_OK;
    first f = {.error = error};
    const thud_status status = thud_check_model(model, keep_first, &f);
    if (status != THUD_OK) return f.found ? status : thud_error_status(error, status);
    return thud_model_make_ready(model, error);
}

thud_status thud_model_make_ready(thud_model *model, thud_error *error) {
    thud_model_derive(model);
    model->built = true;
    const thud_status damped = thud_model_settle_damping(model, error);
    thud_status settled = damped;
    if (settled == THUD_OK) settled = thud_model_settle_duration(model);
    if (settled == THUD_OK) settled = thud_model_find_odd(model);
    if (settled == THUD_OK) return THUD_OK;
    model->built = false;
    return damped != THUD_OK ? damped : thud_error_status(error, settled);
}

thud_status thud_run_options_check(const thud_run_options *options, const thud_model *model, thud_error *error) {
    if (!options || !model) return thud_error_status(error, THUD_ERROR_ARGUMENT);
    thud_model with_options = *model; /* its parts are only read */
    with_options.run = *options;
    first f = {.error = error};
    thud_check check = {.model = &with_options, .report = keep_first, .context = &f};
    thud_check_run(&check);
    for (size_t i = 0; i < model->link_count; i++) thud_check_link_solver(&check, i);
    for (size_t i = 0; i < model->contact_count; i++) thud_check_contact_solver(&check, i);
    return f.found ? THUD_ERROR_ARGUMENT : THUD_OK;
}

thud_status thud_model_replace_contact(thud_model *model, size_t index, const thud_gap_contact *contact,
                                       thud_error *error) {
    first f = {.error = error};
    thud_check check = {.model = model, .report = keep_first, .context = &f};
    const thud_gap_contact before = model->contacts[index].given;
    model->contacts[index].given = *contact;
    thud_check_contact(&check, index);
    if (check.problem_count == 0) {
        derive_contact(model, index);
        return THUD_OK;
    }
    model->contacts[index].given = before;
    return THUD_ERROR_ARGUMENT;
}
