/*
 * Contacts whose impacts are impulses (newton, poisson): the velocity jumps, and force and acceleration are
 * infinite at that instant. Results of such contacts hold between impacts: reactions at rest, accelerations
 * without the jumps.
 */
#ifndef THUD_MODEL_IMPULSIVE_H
#define THUD_MODEL_IMPULSIVE_H

#include <thud/model.h>

bool thud_contact_is_impulsive(const thud_gap_contact *contact);

bool thud_model_is_impulsive(const thud_model *model, size_t contact);

/* Whether an impulse of a contact changes the velocity of a coordinate (bodies, then rods). */
bool thud_model_contact_strikes(const thud_model *model, size_t contact, size_t coordinate);

/* The next contact from `from` on that acts on a coordinate (bodies, then rods) with impulses; the number of
 * contacts if there is none. */
size_t thud_model_impulsive_at(const thud_model *model, size_t coordinate, size_t from);

#endif
