/*
 * Pairs of contacts without clearance: found by sorting, and what is known of one taken over for the other.
 */
#include "simulate/contacts/snug.h"

#include <math.h>
#include <stdlib.h>

static thud_body lower(const thud_body_contact *t) { return t->left < t->right ? t->left : t->right; }
static thud_body higher(const thud_body_contact *t) { return t->left < t->right ? t->right : t->left; }

static bool is_of_same_pair(const thud_body_contact *a, const thud_body_contact *b) {
    return lower(a) == lower(b) && higher(a) == higher(b);
}

static int compare(const void *a, const void *b) {
    const thud_body_contact *s = *(const thud_body_contact *const *)a, *t = *(const thud_body_contact *const *)b;
    if (lower(s) != lower(t)) return lower(s) < lower(t) ? -1 : 1;
    if (higher(s) != higher(t)) return higher(s) < higher(t) ? -1 : 1;
    return s->number < t->number ? -1 : s->number > t->number;
}

void thud_snug_sort(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count; i++) sim->contacts.by_pair[i] = &sim->contacts.list[i];
    qsort(sim->contacts.by_pair, sim->contacts.count, sizeof *sim->contacts.by_pair, compare);
}

static int side_of(const thud_body_contact *t) { return t->left < t->right; }

/* the contacts of one pair of bodies: only those with the smallest gaps can be without clearance, since more would
 * be an overlap */
static bool find_in_pair(thud_body_contact **contact, size_t count) {
    double gap[2] = {INFINITY, INFINITY};
    bool compliant = false;
    for (size_t i = 0; i < count; i++)
        gap[side_of(contact[i])] = fmin(gap[side_of(contact[i])], contact[i]->given.gap);
    /* each of the two may have been rounded once, and so may their sum */
    double rounding = 0x1p-52 * (fabs(gap[0]) + fabs(gap[1]));
    if (!(gap[0] + gap[1] <= rounding)) return false;
    for (size_t i = 0; i < count; i++) {
        contact[i]->snug = contact[i]->given.gap <= gap[side_of(contact[i])] + rounding;
        compliant = compliant || (contact[i]->snug && !contact[i]->impulsive);
    }
    return compliant;
}

void thud_snug_find(thud_simulation *sim) {
    size_t count = sim->contacts.count;
    sim->contacts.is_snug = false;
    for (size_t i = 0; i < count; i++) sim->contacts.list[i].snug = false;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && is_of_same_pair(sim->contacts.by_pair[from], sim->contacts.by_pair[to]);)
            to++;
        for (size_t i = from; i < to; i++) {
            sim->contacts.by_pair[i]->pair_from = from;
            sim->contacts.by_pair[i]->pair_to = to;
        }
        if (to - from > 1 && find_in_pair(sim->contacts.by_pair + from, to - from)) sim->contacts.is_snug = true;
    }
}

static bool are_opposite(const thud_body_contact *a, const thud_body_contact *b) {
    return a->snug && b->snug && side_of(a) != side_of(b) && !(a->impulsive && b->impulsive);
}

bool thud_snug_holds_open(const thud_simulation *sim, const thud_body_contact *t) {
    for (size_t i = t->pair_from; i < t->pair_to; i++)
        if (are_opposite(t, sim->contacts.by_pair[i]) && sim->contacts.by_pair[i]->phase != THUD_PHASE_OPEN)
            return true;
    return false;
}

/* at δ = 0 for both: not where one acts from a penetration on */
static bool may_share(const thud_body_contact *t) { return t->phase == THUD_PHASE_OPEN && t->enter_at == 0; }

void thud_snug_share(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count && sim->contacts.is_snug; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        if (!t->snug || t->known_zeros == 0 || !may_share(t)) continue;
        for (size_t j = t->pair_from; j < t->pair_to; j++) {
            thud_body_contact *o = sim->contacts.by_pair[j];
            if (are_opposite(t, o) && may_share(o) && o->known_zeros < t->known_zeros)
                o->known_zeros = t->known_zeros;
        }
    }
}
