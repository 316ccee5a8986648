/*
 * The direction of a contact: G with δ = G x − gap, one body minus the other, or a row of several; and what a push
 * along it does, M⁻¹Gᵀ.
 */
#ifndef THUD_SIMULATE_CONTACT_ROW_H
#define THUD_SIMULATE_CONTACT_ROW_H

#include <math.h>

#include "simulate/contacts/body_contact.h"

/* Of a contact whose ends are no two bodies, or of a link beside a full mass matrix. */
struct thud_contact_row {
    const thud_row_term *terms; /* G */
    size_t count;
    thud_row_term *reply; /* M⁻¹Gᵀ */
    size_t reply_count;
};

/* What a contact, or a link, acts between: G. */
typedef struct thud_direction {
    thud_body left, right;
    const struct thud_contact_row *row; /* NULL: left minus right */
} thud_direction;

static inline thud_direction thud_contact_direction(const thud_body_contact *t) {
    return (thud_direction){t->left, t->right, t->row};
}

/* G · values, of coordinates, velocities or a coefficient of their series. */
static inline double thud_direction_along(thud_direction p, const double *values) {
    if (p.row) return thud_row_sum(p.row->terms, p.row->count, values);
    return (p.left < 0 ? 0 : values[p.left]) - (p.right < 0 ? 0 : values[p.right]);
}
static inline double thud_contact_along(const thud_body_contact *t, const double *values) {
    return thud_direction_along(thud_contact_direction(t), values);
}

/* |G| · |values|: what it is the sum of. */
static inline double thud_direction_size(thud_direction p, const double *values) {
    if (!p.row) return (p.left < 0 ? 0 : fabs(values[p.left])) + (p.right < 0 ? 0 : fabs(values[p.right]));
    double sum = 0;
    for (size_t i = 0; i < p.row->count; i++) sum += fabs(p.row->terms[i].factor * values[p.row->terms[i].body]);
    return sum;
}
static inline double thud_contact_size(const thud_body_contact *t, const double *values) {
    return thud_direction_size(thud_contact_direction(t), values);
}

/* How near to closing a contact may be in a step: the larger of G · values at its ends, and a share of what the
 * bodies may be off straight lines, none of which is below zero. */
static inline double thud_contact_reach(const thud_body_contact *t, const double *from, const double *to,
                                        const double *off, double share) {
    const thud_body l = t->left, r = t->right;
    if (!t->row && l >= 0 && r >= 0) {
        double start = from[l] - from[r], end = to[l] - to[r];
        return (start > end ? start : end) + share * (off[l] + off[r]);
    }
    double start = thud_contact_along(t, from), end = thud_contact_along(t, to);
    return (start > end ? start : end) + share * thud_contact_size(t, off);
}

/* The bodies of it one by one: how many, the i-th, which may be the ground, its factor and |that|. */
static inline size_t thud_direction_ends(thud_direction p) { return p.row ? p.row->count : 2; }
static inline thud_body thud_direction_end(thud_direction p, size_t i) {
    return p.row ? p.row->terms[i].body : i == 0 ? p.left : p.right;
}
static inline double thud_direction_factor(thud_direction p, size_t i) {
    return p.row ? p.row->terms[i].factor : i == 0 ? 1 : -1;
}
static inline size_t thud_contact_ends(const thud_body_contact *t) {
    return thud_direction_ends(thud_contact_direction(t));
}
static inline thud_body thud_contact_end(const thud_body_contact *t, size_t i) {
    return thud_direction_end(thud_contact_direction(t), i);
}
static inline double thud_contact_factor(const thud_body_contact *t, size_t i) {
    return thud_direction_factor(thud_contact_direction(t), i);
}
static inline double thud_contact_share(const thud_body_contact *t, size_t i) {
    return fabs(thud_contact_factor(t, i));
}

/* Takes M⁻¹Gᵀ · impulse from velocities, or accelerations: the bodies are pushed apart. */
static inline void thud_row_push(const struct thud_contact_row *row, double impulse, double *v) {
    for (size_t i = 0; i < row->reply_count; i++) v[row->reply[i].body] -= impulse * row->reply[i].factor;
}
static inline void thud_direction_push(thud_direction p, double impulse, const double *inverse_mass, double *v) {
    if (p.row) {
        thud_row_push(p.row, impulse, v);
        return;
    }
    if (p.left >= 0) v[p.left] -= impulse * inverse_mass[p.left];
    if (p.right >= 0) v[p.right] += impulse * inverse_mass[p.right];
}

/* How many terms the reply of a body has at most: those that a full mass matrix joins it with. */
size_t thud_contact_reply_terms(const thud_model *model, thud_body body);

/* A row of these terms, once masses are there; `reply` has room for it. */
void thud_contact_row_take(const thud_simulation *simulation, const thud_row_term *terms, size_t count,
                           thud_row_term *reply, struct thud_contact_row *row);

/* How many contacts of a model have a row, and the terms of all their replies together. */
size_t thud_contact_rows_count(const thud_model *model, size_t *terms);

/* Gives the contacts of a simulation their rows, once they are there. */
void thud_contact_rows_prepare(thud_simulation *simulation);

#endif
