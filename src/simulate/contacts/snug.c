/*
 * Pairs of contacts without clearance: found by sorting, and what is known of one taken over for the other.
 */
#include "simulate/contacts/snug.h"

#include <math.h>
#include <stdlib.h>

static thud_body lower(const thud_body_contact *t) { return t->left < t->right ? t->left : t->right; }
static thud_body higher(const thud_body_contact *t) { return t->left < t->right ? t->right : t->left; }

int thud_snug_side(const thud_body_contact *t) { return t->row ? t->row->terms[0].factor > 0 : t->left < t->right; }

/* rows that are the same, or the same turned round, are of one pair */
static int compare_rows(const thud_body_contact *s, const thud_body_contact *t) {
    const struct thud_contact_row *a = s->row, *b = t->row;
    if (a->count != b->count) return a->count < b->count ? -1 : 1;
    double turned = thud_snug_side(s) == thud_snug_side(t) ? 1 : -1;
    for (size_t i = 0; i < a->count; i++) {
        if (a->terms[i].body != b->terms[i].body) return a->terms[i].body < b->terms[i].body ? -1 : 1;
        double x = a->terms[i].factor, y = turned * b->terms[i].factor;
        if (x != y) return thud_snug_side(s) ? (x < y ? -1 : 1) : (x > y ? -1 : 1);
    }
    return 0;
}

static int compare_pairs(const thud_body_contact *s, const thud_body_contact *t) {
    if (!s->row != !t->row) return s->row ? 1 : -1;
    if (s->row) return compare_rows(s, t);
    if (lower(s) != lower(t)) return lower(s) < lower(t) ? -1 : 1;
    if (higher(s) != higher(t)) return higher(s) < higher(t) ? -1 : 1;
    return 0;
}

static bool is_of_same_pair(const thud_body_contact *a, const thud_body_contact *b) {
    return compare_pairs(a, b) == 0;
}

bool thud_snug_is_alike(const thud_body_contact *a, const thud_body_contact *b) {
    return is_of_same_pair(a, b) && thud_snug_side(a) == thud_snug_side(b);
}

static int compare(const void *a, const void *b) {
    const thud_body_contact *s = *(const thud_body_contact *const *)a, *t = *(const thud_body_contact *const *)b;
    int order = compare_pairs(s, t);
    if (order != 0) return order;
    return s->number < t->number ? -1 : s->number > t->number;
}

void thud_snug_sort(thud_simulation *sim) {
    for (size_t i = 0; i < sim->contacts.count; i++) sim->contacts.by_pair[i] = &sim->contacts.list[i];
    qsort(sim->contacts.by_pair, sim->contacts.count, sizeof *sim->contacts.by_pair, compare);
}

/* the contacts of one pair of bodies: only those with the smallest gaps can be without clearance, since more would
 * be an overlap */
static bool find_in_pair(thud_body_contact **contact, size_t count) {
    double gap[2] = {INFINITY, INFINITY};
    bool compliant = false;
    for (size_t i = 0; i < count; i++)
        gap[thud_snug_side(contact[i])] = fmin(gap[thud_snug_side(contact[i])], contact[i]->given.gap);
    if (!isfinite(gap[0] + gap[1])) return false; /* one of them never closes */
    /* each of the two may have been rounded once, and so may their sum */
    double rounding = 0x1p-52 * (fabs(gap[0]) + fabs(gap[1]));
    if (!(gap[0] + gap[1] <= rounding)) return false;
    for (size_t i = 0; i < count; i++) {
        contact[i]->snug = contact[i]->given.gap <= gap[thud_snug_side(contact[i])] + rounding;
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
    return a->snug && b->snug && thud_snug_side(a) != thud_snug_side(b) && !(a->impulsive && b->impulsive);
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
        if (!t->snug || !thud_interface_begins(t) || !may_share(t)) continue;
        for (size_t j = t->pair_from; j < t->pair_to; j++) {
            thud_body_contact *o = sim->contacts.by_pair[j];
            if (!are_opposite(t, o) || !may_share(o)) continue;
            if (thud_interface_rests(t)) thud_interface_rest(sim, o);
            else if (!thud_interface_begins(o)) thud_interface_close(sim, o);
            o->state.level = t->state.level;
        }
    }
}
