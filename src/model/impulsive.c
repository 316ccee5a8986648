/*
 * Contacts whose impacts are impulses (newton, poisson): the velocity jumps, and neither the force nor the
 * acceleration at that instant is a finite number.
 */
#include "model/impulsive.h"

#include "law/family.h"
#include "model/model.h"

bool thud_contact_is_impulsive(const thud_gap_contact *contact) {
    return contact->law->structure->kind == THUD_FORCE_IMPULSIVE;
}

bool thud_model_is_impulsive(const thud_model *model, size_t contact) {
    return contact < model->contact_count && thud_contact_is_impulsive(&model->contacts[contact].given);
}

/* whether a rod of the contact hangs on a body */
static bool hangs_on(const thud_model *model, const thud_model_contact *contact, thud_body body) {
    if (contact->of_tip) return model->rods[contact->tip].on == body;
    return contact->of_rods && (model->rods[contact->left].on == body || model->rods[contact->right].on == body);
}

bool thud_model_contact_strikes(const thud_model *model, size_t index, size_t coordinate) {
    const thud_model_contact *contact = &model->contacts[index];
    thud_body body = (thud_body)coordinate;
    if (coordinate >= model->body_count) {
        const int rod = (int)(coordinate - model->body_count);
        if (contact->of_rods && (contact->left == rod || contact->right == rod)) return true;
        if (contact->of_tip && contact->tip == rod) return true;
        body = model->rods[rod].on; /* an impact on the body also shakes the rod that hangs on it */
        if (body < 0) return false;
    }
    if (hangs_on(model, contact, body)) return true;
    if (contact->row.terms) return thud_model_row_strikes(model, &contact->row, body);
    return !contact->of_rods && (contact->left == body || contact->right == body);
}

size_t thud_model_impulsive_at(const thud_model *model, size_t coordinate, size_t from) {
    size_t i = from;
    for (; i < model->contact_count; i++) {
        if (thud_model_is_impulsive(model, i) && thud_model_contact_strikes(model, i, coordinate)) break;
    }
    return i;
}
