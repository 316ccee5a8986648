#include "simulate/ledger.h"

#include <math.h>

void thud_ledger_book(thud_ledger *ledger, const thud_impact_entry *entry) {
    thud_contact_summary *sum = &ledger->contacts[entry->contact];
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
