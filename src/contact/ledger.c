/*
 * Entries summed up by contact and counted; entries and samples handed to the observer.
 */
#include "contact/ledger.h"

#include <math.h>

void thud_ledger_enter(thud_ledger *ledger, const thud_impact_entry *entry) {
    thud_contact_summary *sum = &ledger->contacts[entry->contact];
    if (!thud_finite_entry(entry, &ledger->fault)) ledger->stopped = true;
    sum->impulse += entry->impulse;
    sum->energy_lost += entry->energy_lost;
    sum->max_force = fmax(sum->max_force, entry->max_force);
    sum->max_penetration = fmax(sum->max_penetration, entry->max_penetration);
    if (!(entry->approach_speed > ledger->threshold)) return;
    sum->impacts++;
    ledger->impacts++;
    const thud_observer *observer = ledger->observer;
    if (observer && observer->impact && !observer->impact(observer->context, entry)) ledger->stopped = true;
}

void thud_ledger_show(thud_ledger *ledger, const thud_sample *sample, size_t bodies, size_t contacts) {
    const thud_observer *observer = ledger->observer;
    if (ledger->stopped) return;
    if (!thud_finite_sample(sample, bodies, contacts, &ledger->fault) ||
        !observer->sample(observer->context, sample))
        ledger->stopped = true;
}

void thud_ledger_show_contact(thud_ledger *ledger, const thud_contact_sample *sample) {
    const thud_observer *observer = ledger->observer;
    if (ledger->stopped) return;
    if (!thud_finite_contact_sample(sample, &ledger->fault) || !observer->contact(observer->context, sample))
        ledger->stopped = true;
}

void thud_ledger_show_link(thud_ledger *ledger, const thud_link_sample *sample) {
    const thud_observer *observer = ledger->observer;
    if (ledger->stopped) return;
    if (!thud_finite_link_sample(sample, &ledger->fault) || !observer->link(observer->context, sample))
        ledger->stopped = true;
}
