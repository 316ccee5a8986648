/*
 * Links that stick beside a full mass matrix: a force on one degree of freedom moves others, and what holds them is
 * found for all at once. With G ẍ the accelerations at which their ends come nearer,
 *
 *     W λ = G ẍ,  W = G M⁻¹ Gᵀ,  ẍ − M⁻¹Gᵀ λ,
 *
 * and the bodies of a group have one acceleration to the bit. W is as small as there are links that stick, however
 * many degrees of freedom there are.
 */
#include <string.h>

#include "numeric/matrix/cholesky.h"
#include "simulate/contacts/impulse.h"
#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

size_t thud_links_reply_terms(const thud_model *model) {
    size_t terms = 0;
    for (size_t i = 0; i < model->link_count; i++)
        if (thud_model_link_may_stick(&model->links[i]))
            terms += thud_contact_reply_terms(model, model->links[i].left) +
                     thud_contact_reply_terms(model, model->links[i].right);
    return terms;
}

void thud_links_prepare_rows(thud_simulation *sim) {
    thud_links *links = &sim->links;
    struct thud_contact_row *row = links->rows;
    thud_row_term *terms = links->row_terms, *reply = links->replies;
    for (size_t i = 0; row && i < links->count; i++) {
        thud_body_link *l = &links->list[i];
        size_t count = 0;
        if (!thud_model_link_may_stick(&sim->model->links[i])) continue;
        if (l->left >= 0) terms[count++] = (thud_row_term){l->left, 1};
        if (l->right >= 0) terms[count++] = (thud_row_term){l->right, -1};
        thud_contact_row_take(sim, terms, count, reply, row);
        terms += count;
        reply += row->reply_count;
        l->row = row++;
    }
}

static thud_pair pair_of(const thud_links *links, size_t i) {
    return thud_link_pair(&links->list[links->stuck[i]]);
}

bool thud_links_factor(thud_simulation *sim) {
    const thud_links *links = &sim->links;
    const size_t m = links->stuck_count;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            links->stuck_factor[i * m + j] = thud_pair_coupling(sim, pair_of(links, i), pair_of(links, j));
    return thud_cholesky_factor(links->stuck_factor, m);
}

/* the second time what rounding has left */
void thud_links_react(const thud_simulation *sim, const double *each, double *a, double *reaction) {
    const thud_links *links = &sim->links;
    const size_t m = links->stuck_count, n = sim->structure.n;
    double *y = links->stuck_work;
    if (a != each) memcpy(a, each, n * sizeof *a);
    for (size_t i = 0; i < m; i++) reaction[i] = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < m; i++) {
            const struct thud_contact_row *row = links->list[links->stuck[i]].row;
            y[i] = thud_row_sum(row->terms, row->count, a);
        }
        thud_cholesky_back(links->stuck_factor, m, y);
        for (size_t i = 0; i < m; i++) {
            const struct thud_contact_row *row = links->list[links->stuck[i]].row;
            for (size_t k = 0; k < row->reply_count; k++) a[row->reply[k].body] -= y[i] * row->reply[k].factor;
            reaction[i] += y[i];
        }
    }
    for (size_t i = 0; i < n; i++) a[i] = links->group[i] < 0 ? 0 : a[links->group[i]];
}
