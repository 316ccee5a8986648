/*
 * Dents that stay. A law with two stiffnesses whose indentation is permanent leaves the face where its unloading
 * line has ended: the gap is wider by that from then on, and penetrations count from there. The next impact runs
 * along the unloading line, which is elastic, up to the force at which it began, and on along the first line from
 * there.
 */
#ifndef THUD_SIMULATE_DENT_H
#define THUD_SIMULATE_DENT_H

#include "simulate/state.h"

/* When the force of its contact has come to zero: moves the face. */
void thud_dent_keep(thud_simulation *simulation, thud_body_contact *contact);

/* When a run ends with the contact in force: what has yielded by then counts. */
void thud_dent_end(thud_simulation *simulation, const thud_body_contact *contact);

#endif
