/*
 * The face of a contact is moved to the end of its unloading line, and all that is measured from it with it.
 */
#include "simulate/contacts/dent.h"

#include <math.h>

/* m: where it would have no force any more, going back from a depth */
static double yielded_by(const thud_body_contact *t, double depth) {
    if (!t->approaching) return t->branch.offset;
    return thud_branch_unloading(t->branch.k, t->element.unloading_stiffness, depth, t->branch.offset).offset;
}

void thud_dent_end(thud_simulation *sim, const thud_body_contact *t) {
    if (!t->permanent) return;
    sim->accounts.contacts[t->number].indentation += fmax(yielded_by(t, thud_simulation_depth(sim, t)), 0);
}

void thud_dent_keep(thud_simulation *sim, thud_body_contact *t) {
    double deeper = t->approaching ? 0 : t->branch.offset;
    if (!(deeper > 0)) return;
    t->given.gap += deeper;
    t->top -= deeper;
    t->base -= deeper;
    t->branch.offset = 0;
    sim->accounts.contacts[t->number].indentation += deeper;
}
