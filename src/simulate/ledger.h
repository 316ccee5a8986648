/*
 * The ledger: every impact is entered once, when it is over or when the run is.
 */
#ifndef THUD_SIMULATE_LEDGER_H
#define THUD_SIMULATE_LEDGER_H

#include <thud/simulate.h>

typedef struct thud_ledger {
    const thud_observer *observer;  /* may be NULL */
    double threshold;               /* m/s: slower approaches are not counted as impacts */
    thud_contact_summary *contacts; /* [contact] of the run */
    size_t impacts;                 /* counted */
    bool stopped;                   /* the observer asked for it */
} thud_ledger;

/* Adds the entry to the sums of its contact; counts it and tells the observer when it was fast enough. */
void thud_ledger_book(thud_ledger *ledger, const thud_impact_entry *entry);

#endif
