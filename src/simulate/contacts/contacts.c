/*
 * Contacts join the list of those that are not open, and leave it.
 */
#include "simulate/contacts/contacts.h"

#include <math.h>
#include <string.h>

bool thud_contacts_add(thud_contacts *c, thud_body_contact *t) {
    if (t->series) return true;
    for (size_t i = 0; i < c->closed_limit; i++) {
        if (c->pool_used[i]) continue;
        c->pool_used[i] = true;
        t->series = &c->pool[i];
        c->closed[c->closed_count++] = t->number;
        return true;
    }
    return false;
}

static void open_again(thud_body_contact *t) {
    t->series = NULL;
    t->phase = THUD_PHASE_OPEN;
    t->enter_at = t->stick_start = 0;
    t->leaving = t->holding = false;
    thud_interface_clear(t);
    t->calm_energy = 0;
    t->rehearsals = 0;
}

void thud_contacts_remove(thud_contacts *c, thud_body_contact *t) {
    size_t i = 0;
    while (i < c->closed_count && c->closed[i] != t->number) i++;
    if (i < c->closed_count) {
        /* the others keep their order, so that sums do not depend on what has been */
        for (size_t j = i + 1; j < c->closed_count; j++) c->closed[j - 1] = c->closed[j];
        c->closed_count--;
    }
    if (t->series) c->pool_used[t->series - c->pool] = false;
    open_again(t);
}

void thud_contacts_reset(thud_contacts *c) {
    c->closed_count = 0;
    c->known = c->followed = false;
    c->instant = c->crowd = (thud_impact_count){0};
    memset(c->pool_used, 0, c->closed_limit * sizeof *c->pool_used);
    for (size_t i = 0; i < c->count; i++) {
        open_again(&c->list[i]);
        c->list[i].given.gap = c->given[i].gap; /* as it was before the first dent */
        c->list[i].top = c->list[i].base = 0;
        c->list[i].closed_with = INFINITY;
        c->list[i].pressed = (thud_pressed){0};
    }
}
