/*
 * What the rule of contact/pressed.h asks of these contacts: which speed a contact is calibrated for is a part of
 * its calibration, which verification shares with the run.
 */
#include "contact/pressed.h"

#include "verify/run.h"

static thud_pressed_contact look(void *context, size_t i) {
    thud_verify_contact *c = &((thud_verify_model *)context)->contacts[i];
    const bool acts = c->phase == THUD_VERIFY_CLOSED && c->branch != THUD_VERIFY_NO_FORCE;
    return (thud_pressed_contact){&c->pressed, &c->given, acts, c->rate, c->impulse - c->begun_with};
}

static double coupling(void *context, size_t i, size_t j) {
    const thud_verify_model *v = context;
    return thud_verify_coupling(v, &v->contacts[i].row, &v->contacts[j].row);
}

static thud_status calibrate(void *context, size_t i, double speed) {
    return thud_verify_calibrate(&((thud_verify_model *)context)->contacts[i], speed);
}

thud_pressing thud_verify_pressed(thud_verify_model *v) {
    return (thud_pressing){.engine = v,
                           .count = v->contact_count,
                           .threshold = thud_press_threshold(v->model->run.impact_threshold),
                           .contact = look,
                           .coupling = coupling,
                           .calibrate = calibrate};
}
