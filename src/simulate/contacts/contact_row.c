/* Rows of the contacts whose ends are no two bodies, and what a push along them does. */
#include "simulate/contacts/contact_row.h"

#include "simulate/state.h"

size_t thud_contact_rows_count(const thud_model *model, size_t *terms) {
    size_t count = 0;
    *terms = 0;
    for (size_t i = 0; i < model->contact_count; i++) {
        if (!model->contacts[i].row.terms) continue;
        count++;
        *terms += model->contacts[i].row.count;
    }
    return count;
}

void thud_contact_rows_prepare(thud_simulation *sim) {
    struct thud_contact_row *row = sim->contacts.rows;
    thud_row_term *reply = sim->contacts.replies;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_row *given = &sim->model->contacts[i].row;
        if (!given->terms) continue;
        *row = (struct thud_contact_row){.terms = given->terms, .count = given->count, .reply = reply};
        for (size_t k = 0; k < given->count; k++) {
            const thud_row_term term = given->terms[k];
            reply[row->reply_count++] =
                (thud_row_term){term.body, term.factor * sim->structure.inverse_mass[term.body]};
        }
        reply += row->reply_count;
        sim->contacts.list[i].left = sim->contacts.list[i].right = THUD_NOTHING;
        sim->contacts.list[i].row = row++;
    }
}
