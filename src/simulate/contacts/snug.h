/*
 * Two stops without clearance: contacts between the same two bodies, on opposite sides, whose gaps add up to zero.
 *
 * The penetration of the one is the gap of the other, δ_a = −δ_b, at every instant. So the one cannot close while
 * the other is closed, and begins in the very instant in which the other ends: what is known to be zero of the one
 * is zero of the other, and nothing is left to rounding. Two rigid stops are not meant; their impacts are solved
 * together.
 */
#ifndef THUD_SIMULATE_SNUG_H
#define THUD_SIMULATE_SNUG_H

#include "simulate/state.h"

/* Sorts the contacts by pairs of bodies; once. */
void thud_snug_sort(thud_simulation *simulation);

/* On which of the two sides of its pair a contact is. */
int thud_snug_side(const thud_body_contact *contact);

/* Whether two are of one pair and on one side. */
bool thud_snug_is_alike(const thud_body_contact *a, const thud_body_contact *b);

/* Finds them; at the start of every run, since gaps may have changed. */
void thud_snug_find(thud_simulation *simulation);

/* Whether an open contact cannot close since one opposite to it is closed. */
bool thud_snug_holds_open(const thud_simulation *simulation, const thud_body_contact *contact);

/* Makes open contacts know what those opposite to them know. */
void thud_snug_share(thud_simulation *simulation);

#endif
