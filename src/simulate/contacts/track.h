/*
 * Gaps that are followed by themselves. As a difference of coordinates a gap is known to the rounding of these;
 * from an impact on, at which it is zero, it is known to the rounding of its own terms. That counts where several
 * contacts that share bodies are all but closed: which of them strikes next, and when, is decided far below the
 * rounding of coordinates.
 */
#ifndef THUD_SIMULATE_TRACK_H
#define THUD_SIMULATE_TRACK_H

#include "simulate/state.h"

/* After an impact of a contact: it is tracked when another one that shares a body with it is near or sticks, and so
 * are those that are near. */
void thud_track_begin(thud_simulation *simulation, thud_body_contact *contact);

/* From now on the gap of an open contact is tracked. */
void thud_track(thud_simulation *simulation, thud_body_contact *contact);

/* Along the present expansion to σ; what has come too far is tracked no more. */
void thud_track_move(thud_simulation *simulation, double sigma);

/* m: the lengths that go with a contact, its gap and how far its bodies have come. */
double thud_track_size(const thud_simulation *simulation, const thud_body_contact *contact);

#endif
