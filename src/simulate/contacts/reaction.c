/*
 * What interfaces at rest hold with: the factor of W = G M⁻¹ Gᵀ of those that hold, contacts and links together,
 * and the reactions W λ = G ẍ in every order of the series.
 */
#include <math.h>

#include "numeric/series/polynomial.h"
#include "simulate/contacts/impulse.h"
#include "simulate/contacts/rest.h"
#include "simulate/links/link_ends.h"
#include "simulate/state.h"

static thud_direction direction_of(const thud_simulation *sim, size_t i) {
    const thud_rest *r = &sim->rest;
    return i < r->contact_count ? thud_contact_direction(&sim->contacts.list[r->holder[i]])
                                : thud_link_direction(&sim->links.list[r->holder[i]]);
}

/* a row of the factor after the first `count`; its pivot */
static double find_row(const thud_simulation *sim, thud_direction own, size_t count, double *row) {
    const thud_rest *r = &sim->rest;
    double pivot = thud_direction_coupling(sim, own, own);
    for (size_t j = 0; j < count; j++) {
        const double *other = r->factor + j * r->limit;
        double sum = thud_direction_coupling(sim, own, direction_of(sim, j));
        for (size_t k = 0; k < j; k++) sum -= row[k] * other[k];
        row[j] = sum / other[j];
        pivot -= row[j] * row[j];
    }
    return pivot;
}

static void add_holder(thud_simulation *sim, size_t number) {
    thud_rest *r = &sim->rest;
    double *row = r->factor + r->count * r->limit;
    r->holder[r->count] = number;
    double pivot = find_row(sim, direction_of(sim, r->count), r->count, row);
    if (!(pivot > 0)) return; /* rounding: others hold it */
    row[r->count++] = sqrt(pivot);
}

/* ---- bodies that move as one ---- */

static thud_body first_of(const thud_rest *r, thud_body body) {
    while (body >= 0 && r->group[body] != body) body = r->group[body];
    return body;
}

/* whether the motion of a group that begins with this body is given */
static bool is_given(const thud_simulation *sim, thud_body first) {
    return first < 0 || thud_supports_have(&sim->supports, first);
}

static void join(thud_simulation *sim, thud_body a, thud_body b) {
    thud_rest *r = &sim->rest;
    a = first_of(r, a);
    b = first_of(r, b);
    if (a == b || (is_given(sim, a) && is_given(sim, b))) return;
    if (is_given(sim, b) || (b < a && !is_given(sim, a))) r->group[a] = b;
    else r->group[b] = a;
}

/* by one that holds; where a row says no more than that of two bodies, or of one and the ground */
static void join_ends(thud_simulation *sim, thud_direction p) {
    const thud_row_term *t = p.row ? p.row->terms : NULL;
    if (!p.row) join(sim, p.left, p.right);
    else if (p.row->count == 1) join(sim, t[0].body, THUD_BODY_GROUND);
    else if (p.row->count == 2 && t[0].factor == -t[1].factor) join(sim, t[0].body, t[1].body);
}

/* what rounding leaves between them */
static void unite(const thud_simulation *sim, double *a) {
    const thud_rest *r = &sim->rest;
    for (size_t i = 0; i < sim->structure.n; i++) a[i] = r->group[i] < 0 ? 0 : a[r->group[i]];
}

void thud_rest_factor(thud_simulation *sim) {
    thud_rest *r = &sim->rest;
    r->count = r->contact_count = 0;
    for (size_t c = 0; c < sim->contacts.count; c++) {
        if (!sim->contacts.list[c].holding) continue;
        r->contact_count++;
        add_holder(sim, c);
        r->contact_count = r->count;
    }
    for (size_t i = 0; i < sim->links.acting_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.acting[i]];
        if (!l->holding) continue;
        add_holder(sim, sim->links.acting[i]);
    }
    for (size_t i = 0; i < sim->structure.n; i++) r->group[i] = (thud_body)i;
    for (size_t i = 0; i < r->count; i++) join_ends(sim, direction_of(sim, i));
    for (size_t i = 0; i < sim->structure.n; i++) r->group[i] = first_of(r, (thud_body)i);
}

/* ---- reactions ---- */

/* W λ = G values */
static void find_forces(const thud_simulation *sim, const double *values) {
    const thud_rest *r = &sim->rest;
    double *y = r->force;
    for (size_t i = 0; i < r->count; i++) {
        const double *row = r->factor + i * r->limit;
        y[i] = thud_direction_along(direction_of(sim, i), values);
        for (size_t j = 0; j < i; j++) y[i] -= row[j] * y[j];
        y[i] /= row[i];
    }
    for (size_t i = r->count; i-- > 0;) {
        for (size_t j = i + 1; j < r->count; j++) y[i] -= r->factor[j * r->limit + i] * y[j];
        y[i] /= r->factor[i * (r->limit + 1)];
    }
}

/* a tension of links is what pulls */
static double *reaction_of(const thud_simulation *sim, size_t i, int k, double *sign) {
    const size_t number = sim->rest.holder[i];
    *sign = i < sim->rest.contact_count ? 1 : -1;
    return i < sim->rest.contact_count ? &sim->contacts.list[number].series->force[k]
                                       : &sim->links.list[number].hold[k];
}

/* the second time what rounding has left: bodies at rest would drift apart in the course of time */
void thud_rest_react(thud_simulation *sim, int k) {
    double *a = sim->motion.series.a + (size_t)k * sim->structure.n, sign;
    for (int round = 0; round < 2; round++) {
        find_forces(sim, a);
        for (size_t i = 0; i < sim->rest.count; i++) {
            double *reaction = reaction_of(sim, i, k, &sign), own = sim->rest.force[i];
            *reaction = (round == 0 ? 0 : *reaction) + sign * own;
            thud_direction_push(direction_of(sim, i), own, sim->structure.inverse_mass, a);
        }
    }
    unite(sim, a);
}

void thud_rest_widen(const thud_simulation *sim, double *size) {
    for (size_t i = 0; i < sim->rest.count; i++) {
        const thud_direction own = direction_of(sim, i);
        const double force = thud_direction_size(own, size) / thud_direction_coupling(sim, own, own);
        for (size_t k = 0; own.row && k < own.row->reply_count; k++)
            size[own.row->reply[k].body] += fabs(own.row->reply[k].factor) * force;
        if (!own.row && own.left >= 0) size[own.left] += force * sim->structure.inverse_mass[own.left];
        if (!own.row && own.right >= 0) size[own.right] += force * sim->structure.inverse_mass[own.right];
    }
}

double thud_rest_largest(const thud_simulation *sim, int k) {
    double largest = 0, sign;
    for (size_t i = 0; i < sim->rest.count; i++) {
        thud_direction own = direction_of(sim, i);
        largest =
            thud_larger(largest, fabs(*reaction_of(sim, i, k, &sign)) * thud_direction_coupling(sim, own, own));
    }
    return largest;
}

void thud_rest_stop(thud_simulation *sim) {
    find_forces(sim, sim->motion.v);
    for (size_t i = 0; i < sim->rest.contact_count; i++)
        thud_interfaces_hold(sim, &sim->contacts.list[sim->rest.holder[i]], sim->rest.force[i]);
    for (size_t i = sim->rest.contact_count; i < sim->rest.count; i++)
        thud_direction_push(direction_of(sim, i), sim->rest.force[i], sim->structure.inverse_mass, sim->motion.v);
    unite(sim, sim->motion.v);
}

double thud_rest_gives_way(const thud_simulation *sim, double *beyond, double limit) {
    const thud_series *s = &sim->motion.series;
    const double instant = 0x1p-52 * sim->motion.time; /* the next number is no further than that */
    if (s->time[1] > 0) beyond[0] -= fabs(beyond[1]) / s->time[1] * instant;
    int leading = 0;
    while (leading < s->order && beyond[leading] == 0) leading++;
    if (beyond[leading] >= 0) return beyond[leading] > 0 ? 0 : INFINITY;
    return thud_polynomial_first_root(beyond, s->order, limit);
}

/* ---- what they leave ---- */

static bool depends(const thud_simulation *sim, const thud_body_contact *t, size_t count) {
    const thud_direction own = thud_contact_direction(t);
    return count > 0 && !(find_row(sim, own, count, sim->rest.force) >
                          THUD_REST_DEPENDENT * thud_direction_coupling(sim, own, own));
}

bool thud_rest_keeps(const thud_simulation *sim, const thud_body_contact *t) {
    return depends(sim, t, sim->rest.count);
}

bool thud_rest_holds(const thud_simulation *sim, const thud_body_contact *t) {
    return depends(sim, t, sim->rest.contact_count);
}

bool thud_rest_joins(const thud_simulation *sim, const thud_body_contact *t) {
    const thud_rest *r = &sim->rest;
    if (r->count == 0) return false;
    const thud_body end = thud_contact_end(t, 0), group = end < 0 ? end : r->group[end];
    double sum = 0;
    for (size_t i = 0; i < thud_contact_ends(t); i++) {
        const thud_body other = thud_contact_end(t, i);
        if ((other < 0 ? other : r->group[other]) != group) return false;
        sum += thud_contact_factor(t, i);
    }
    return group < 0 || fabs(sum) <= 9 * 0x1p-53; /* of factors that add up to one */
}
