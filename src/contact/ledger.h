/*
 * The ledger: every impact is entered once, when it is over or when the run is.
 */
#ifndef THUD_CONTACT_LEDGER_H
#define THUD_CONTACT_LEDGER_H

#include "contact/finite.h"

typedef struct thud_ledger {
    const thud_observer *observer;  /* may be NULL */
    double threshold;               /* m/s: slower approaches are not counted as impacts */
    thud_contact_summary *contacts; /* [contact] of the run */
    size_t impacts;                 /* counted */
    bool stopped;                   /* the observer asked for it, or there is a fault */
    thud_fault fault;               /* what is not finite, as soon as something is */
} thud_ledger;

/* Adds the entry to the sums of its contact; counts it and hands it to the observer when it was fast enough. */
void thud_ledger_enter(thud_ledger *ledger, const thud_impact_entry *entry);

/* Hands a sample to the observer, which must want it; one that is not finite is a fault, and not handed over; none
 * is after a stop. */
void thud_ledger_show(thud_ledger *ledger, const thud_sample *sample, size_t bodies, size_t contacts);
void thud_ledger_show_contact(thud_ledger *ledger, const thud_contact_sample *sample);
void thud_ledger_show_link(thud_ledger *ledger, const thud_link_sample *sample);

#endif
