/*
 * Links that stick. The bodies that they join move as one: their acceleration is that of all forces on all of their
 * masses, or none where one of them is the ground. What each link has to hold follows from the outside in: a body
 * that one sticking link joins to the rest is held by that link alone,
 *
 *     f = ±m (what it would do − what it does),
 *
 * and what it takes is passed on to the body at the other end. Beside a full mass matrix a force on one body moves
 * others, and the reactions are found together: link_reactions.c. Which of them hold is decided in link_settle.c.
 */
#include <math.h>

#include "simulate/links/link_ends.h"
#include "simulate/links/links.h"
#include "simulate/state.h"

bool thud_model_link_may_stick(const thud_model_link *l) {
    return l->given.hysteresis.model == THUD_HYSTERESIS_FRICTION || thud_damper_grips(l);
}

bool thud_link_may_stick(const thud_body_link *l) { return thud_link_is_friction(l) || l->grips; }

bool thud_link_sticks(const thud_body_link *l) {
    return thud_link_is_friction(l) ? l->branch.holds > 0 : l->grips && l->zone == 0;
}

double thud_link_grip(const thud_body_link *l) {
    return (thud_link_is_friction(l) ? l->given->hysteresis.force : 0) + thud_damper_grip(l);
}

int thud_link_slide(const thud_body_link *l) {
    if (thud_link_is_friction(l)) return l->branch.direction;
    return l->zone > 0 ? 1 : l->zone < 0 ? -1 : 0;
}

thud_body thud_links_group(const thud_simulation *sim, thud_body body) {
    return body < 0 || sim->links.stuck_count == 0 ? body : sim->links.group[body];
}

double thud_links_inverse_mass(const thud_simulation *sim, thud_body body) {
    return sim->links.stuck_count == 0 ? sim->structure.inverse_mass[body] : 1 / sim->links.group_mass[body];
}

static thud_body first_of(const thud_links *links, thud_body body) {
    while (body >= 0 && links->group[body] != body) body = links->group[body];
    return body;
}

/* whether the motion of a group that begins with this body is given */
static bool is_given(const thud_simulation *sim, thud_body first) {
    return first < 0 || thud_supports_have(&sim->supports, first);
}

/* joins two groups, the first with what is given; false where they are one already, or both are given */
static bool join(thud_simulation *sim, thud_body a, thud_body b) {
    thud_links *links = &sim->links;
    a = first_of(links, a);
    b = first_of(links, b);
    if (a == b || (is_given(sim, a) && is_given(sim, b))) return false;
    if (is_given(sim, b) || (b < a && !is_given(sim, a))) links->group[a] = b;
    else links->group[b] = a;
    return true;
}

/* the number of links on the list from `from` on that end at a body, and the last of them */
static size_t links_at(const thud_links *links, size_t from, thud_body body, size_t *last) {
    size_t count = 0;
    for (size_t i = from; i < links->stuck_count; i++) {
        const thud_body_link *l = &links->list[links->stuck[i]];
        if (l->left != body && l->right != body) continue;
        *last = i;
        count++;
    }
    return count;
}

/* from the outside in: at each step one of the links that are left has an end without others */
static void sort_by_leaves(thud_simulation *sim) {
    thud_links *links = &sim->links;
    for (size_t i = 0; i < links->stuck_count; i++) {
        size_t found = i, last = 0;
        thud_body leaf = THUD_BODY_GROUND;
        for (size_t j = i; j < links->stuck_count && leaf < 0; j++) {
            const thud_body_link *l = &links->list[links->stuck[j]];
            if (!is_given(sim, l->left) && links_at(links, i, l->left, &last) == 1) leaf = l->left;
            else if (!is_given(sim, l->right) && links_at(links, i, l->right, &last) == 1) leaf = l->right;
            found = j;
        }
        size_t number = links->stuck[found];
        links->stuck[found] = links->stuck[i];
        links->stuck[i] = number;
        links->leaf[i] = leaf;
    }
}

bool thud_links_group_up(thud_simulation *sim) {
    thud_links *links = &sim->links;
    for (size_t i = 0; i < sim->structure.n; i++) {
        links->group[i] = (thud_body)i;
        links->group_mass[i] = 0;
    }
    links->stuck_count = 0;
    for (size_t i = 0; i < links->acting_count; i++) {
        const thud_body_link *l = &links->list[links->acting[i]];
        if (l->holding && join(sim, l->left, l->right)) links->stuck[links->stuck_count++] = links->acting[i];
    }
    for (size_t i = 0; i < sim->structure.n; i++) {
        thud_body first = first_of(links, (thud_body)i);
        links->group[i] = first;
        if (first >= 0) links->group_mass[first] += is_given(sim, first) ? INFINITY : sim->structure.mass[i];
    }
    sort_by_leaves(sim);
    return !links->rows || thud_links_factor(sim);
}

void thud_links_join(const thud_simulation *sim, const double *each, double *a) {
    const thud_links *links = &sim->links;
    double *sum = links->rest;
    if (links->rows) {
        thud_links_react(sim, each, a, links->reaction);
        return;
    }
    for (size_t i = 0; i < sim->structure.n; i++) sum[i] = 0;
    for (size_t i = 0; i < sim->structure.n; i++)
        if (links->group[i] >= 0) sum[links->group[i]] += sim->structure.mass[i] * each[i];
    for (size_t i = 0; i < sim->structure.n; i++) {
        thud_body first = links->group[i];
        bool alone = first == (thud_body)i && links->group_mass[i] == sim->structure.mass[i];
        if (alone) a[i] = each[i];
        else if (is_given(sim, first)) a[i] = first < 0 ? 0 : each[first];
        else a[i] = sum[first] / links->group_mass[first];
    }
}

void thud_links_hold(thud_simulation *sim, int k, const double *each, const double *a) {
    thud_links *links = &sim->links;
    double *rest = links->rest;
    for (size_t i = 0; i < links->acting_count; i++) links->list[links->acting[i]].hold[k] = 0;
    if (links->rows) {
        thud_links_react(sim, each, rest, links->reaction);
        for (size_t i = 0; i < links->stuck_count; i++)
            links->list[links->stuck[i]].hold[k] = -links->reaction[i]; /* a tension is what pulls */
        return;
    }
    for (size_t i = 0; i < sim->structure.n; i++) rest[i] = sim->structure.mass[i] * (each[i] - a[i]);
    for (size_t i = 0; i < links->stuck_count; i++) {
        thud_body_link *l = &links->list[links->stuck[i]];
        thud_body leaf = links->leaf[i], other = leaf == l->right ? l->left : l->right;
        l->hold[k] = leaf == l->right ? rest[leaf] : -rest[leaf];
        if (other >= 0) rest[other] += rest[leaf];
    }
}
