/* Rows of contacts, and of links, whose ends are no two bodies, and what a push along them does. */
#include "simulate/contacts/contact_row.h"

#include "simulate/state.h"

size_t thud_contact_reply_terms(const thud_model *model, thud_body body) {
    const thud_model_matrices *full = thud_model_full_mass_of(model, body);
    return full ? full->count : 1;
}

size_t thud_contact_rows_count(const thud_model *model, size_t *terms) {
    size_t count = 0;
    *terms = 0;
    for (size_t i = 0; i < model->contact_count; i++) {
        if (!model->contacts[i].row.terms) continue;
        count++;
        for (size_t k = 0; k < model->contacts[i].row.count; k++)
            *terms += thud_contact_reply_terms(model, model->contacts[i].row.terms[k].body);
    }
    return count;
}

static void add_term(struct thud_contact_row *row, thud_row_term term) {
    for (size_t i = 0; i < row->reply_count; i++)
        if (row->reply[i].body == term.body) {
            row->reply[i].factor += term.factor;
            return;
        }
    row->reply[row->reply_count++] = term;
}

/* what a force on one body does to it, or to all that a full mass matrix joins it with */
static void add_reply(const thud_simulation *sim, struct thud_contact_row *row, thud_row_term term) {
    const thud_model_matrices *full = thud_model_full_mass_of(sim->model, term.body);
    if (!full) {
        add_term(row, (thud_row_term){term.body, term.factor * sim->structure.inverse_mass[term.body]});
        return;
    }
    const double *column = full->inverse + ((size_t)term.body - full->first) * full->count;
    for (size_t i = 0; i < full->count; i++)
        add_term(row, (thud_row_term){(thud_body)(full->first + i), term.factor * column[i]});
}

void thud_contact_row_take(const thud_simulation *sim, const thud_row_term *terms, size_t count,
                           thud_row_term *reply, struct thud_contact_row *row) {
    *row = (struct thud_contact_row){.terms = terms, .count = count, .reply = reply};
    for (size_t k = 0; k < count; k++) add_reply(sim, row, terms[k]);
}

void thud_contact_rows_prepare(thud_simulation *sim) {
    struct thud_contact_row *row = sim->contacts.rows;
    thud_row_term *reply = sim->contacts.replies, *terms = sim->contacts.row_terms;
    for (size_t i = 0; i < sim->contacts.count; i++) {
        const thud_row *given = &sim->model->contacts[i].row;
        if (!given->terms) continue;
        for (size_t k = 0; k < given->count; k++)
            terms[k] =
                (thud_row_term){thud_supports_body(&sim->supports, given->terms[k].body), given->terms[k].factor};
        thud_contact_row_take(sim, terms, given->count, reply, row);
        terms += given->count;
        reply += row->reply_count;
        sim->contacts.list[i].left = sim->contacts.list[i].right = THUD_NOTHING;
        sim->contacts.list[i].row = row++;
    }
}
