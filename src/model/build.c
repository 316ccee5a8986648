/*
 * A checked model, made ready to run: what follows from its parts is computed once.
 *
 *     damper of a link      c = 2ζ√(k m), m = m₁m₂/(m₁ + m₂), the ground infinitely heavy
 *     contact of bodies     the same effective mass; the law's own separation where none was asked for
 */
#include <math.h>
#include <string.h>

#include "model/check.h"
#include "model/geometry.h"
#include "model/model.h"

typedef struct first {
    thud_problem *problem; /* may be NULL */
    bool found;
} first;

static void keep_first(void *context, const thud_problem *problem) {
    first *f = context;
    if (!f->found && f->problem) *f->problem = *problem;
    f->found = true;
}

static void derive_links(thud_model *model) {
    for (size_t i = 0; i < model->link_count; i++) {
        thud_model_link *link = &model->links[i];
        const thud_link *given = &link->given;
        const double mass = thud_model_pair_mass(model, link->left, link->right);
        /* roots first: the product may be larger than a double */
        link->damping = given->damping_ratio > 0 ? 2 * given->damping_ratio * sqrt(given->stiffness) * sqrt(mass)
                                                 : given->damping;
    }
}

static void derive_contact(thud_model *model, size_t index) {
    thud_model_contact *contact = &model->contacts[index];
    contact->effective_mass = thud_model_effective_mass(model, contact);
    contact->given.separation = thud_law_separation(contact->given.law, contact->given.separation);
}

void thud_model_derive(thud_model *model) {
    derive_links(model);
    for (size_t i = 0; i < model->contact_count; i++) derive_contact(model, i);
}

thud_status thud_model_build(thud_model *model, thud_problem *problem) {
    if (!model) return THUD_ERROR_ARGUMENT;
    if (model->built) return THUD_OK;
    first f = {.problem = problem};
    const thud_status status = thud_model_check(model, keep_first, &f);
    if (status != THUD_OK) {
        if (!f.found && problem) {
            *problem = (thud_problem){.part = THUD_PART_MODEL};
            memcpy(problem->text, "out of memory", sizeof "out of memory");
        }
        return status;
    }
    thud_model_derive(model);
    model->built = true;
    return THUD_OK;
}

thud_status thud_model_replace_contact(thud_model *model, size_t index, const thud_gap_contact *contact,
                                       thud_problem *problem) {
    first f = {.problem = problem};
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
