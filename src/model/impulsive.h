/*
 * Contacts whose impacts are impulses (newton, poisson): the velocity jumps, and neither the force nor the
 * acceleration at that instant is a finite number. What a run measures of them holds between impacts: reactions at
 * rest, accelerations without the jumps.
 */
#ifndef THUD_MODEL_IMPULSIVE_H
#define THUD_MODEL_IMPULSIVE_H

#include <thud/model.h>

bool thud_contact_is_impulsive(const thud_gap_contact *contact);

bool thud_model_is_impulsive(const thud_model *model, size_t contact);

/* Whether an impulse of a contact changes the velocity of a coordinate (bodies, then rods). */
bool thud_model_contact_strikes(const thud_model *model, size_t contact, size_t coordinate);

/* The next contact from `from` on that strikes a coordinate (bodies, then rods) with impulses; the number of
 * contacts when there is none. */
size_t thud_model_impulsive_at(const thud_model *model, size_t coordinate, size_t from);

#endif
