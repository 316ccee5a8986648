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

size_t thud_model_impulsive_at(const thud_model *model, size_t coordinate, size_t from) {
    size_t i = from;
    for (; i < model->contact_count; i++) {
        const thud_model_contact *contact = &model->contacts[i];
        const size_t first = contact->of_rods ? model->body_count : 0;
        if (coordinate < first || !thud_contact_is_impulsive(&contact->given)) continue;
        const thud_body here = (thud_body)(coordinate - first);
        const bool is_rod = coordinate >= model->body_count;
        if (contact->row.terms && !is_rod && thud_model_row_strikes(model, &contact->row, here)) break;
        if (is_rod == contact->of_rods && (contact->left == here || contact->right == here)) break;
    }
    return i;
}
