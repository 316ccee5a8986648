/*
 * What the rule of contact/pressed.h asks of contacts of bodies.
 */
#include "simulate/contacts/pressed.h"

#include "simulate/contacts/impulse.h"

static thud_body_contact *contact_of(void *engine, size_t i) {
    return &((thud_simulation *)engine)->contacts.list[i];
}

static thud_pressed_contact look(void *engine, size_t i) {
    thud_body_contact *t = contact_of(engine, i);
    const bool acts = t->phase == THUD_PHASE_ACTIVE;
    return (thud_pressed_contact){&t->pressed, &t->given, acts, acts ? thud_simulation_rate(engine, t) : 0,
                                  t->entry.impulse};
}

static double coupling(void *engine, size_t i, size_t j) {
    return thud_contact_coupling(engine, contact_of(engine, i), contact_of(engine, j));
}

static thud_status calibrate(void *engine, size_t i, double speed) {
    thud_body_contact *t = contact_of(engine, i);
    const thud_status status = thud_body_contact_calibrate(t, speed);
    if (status != THUD_OK) return status;
    if (t->approaching || !t->approach_only) t->branch.c = t->element.damping;
    t->entry.damping = t->element.damping;
    return THUD_OK;
}

thud_pressing thud_simulation_pressing(thud_simulation *sim) {
    return (thud_pressing){.engine = sim,
                           .count = sim->contacts.count,
                           .threshold = thud_press_threshold(sim->accounts.ledger.threshold),
                           .contact = look,
                           .coupling = coupling,
                           .calibrate = calibrate};
}
