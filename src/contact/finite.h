/*
 * A result in which a number is not finite is no result: what a run hands out is looked at, and the first NaN or
 * infinity is kept with its place.
 */
#ifndef THUD_CONTACT_FINITE_H
#define THUD_CONTACT_FINITE_H

#include <thud/simulate.h>

/* The first number that is not finite. */
typedef struct thud_fault {
    const char *what; /* its key in the files; NULL: there is none */
    double value;
    double time; /* s */
    enum { THUD_FAULT_OF_RUN, THUD_FAULT_OF_BODY, THUD_FAULT_OF_CONTACT, THUD_FAULT_OF_LINK } part;
    size_t index; /* of the body (rods after the bodies) or the contact */
} thud_fault;

/* Each is true when all is finite that has to be; if not, the fault is set unless there was one before. */
bool thud_finite_entry(const thud_impact_entry *entry, thud_fault *fault);
bool thud_finite_sample(const thud_sample *sample, size_t bodies, size_t contacts, thud_fault *fault);
bool thud_finite_contact_sample(const thud_contact_sample *sample, thud_fault *fault);
bool thud_finite_link_sample(const thud_link_sample *sample, thud_fault *fault);

/* `with_energy`: energy is known; without, all but that of impacts is NAN. */
bool thud_finite_summary(const thud_summary *summary, bool with_energy, thud_fault *fault);

/* "at 0.3 s, body 'deck': final_velocity is nan"; by number where `model` is NULL. */
void thud_fault_say(const thud_fault *fault, const thud_model *model, char *text, size_t size);

#endif
