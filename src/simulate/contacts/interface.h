/*
 * The state of a contact's gap. Far from zero, coordinates tell the penetration δ and its rate δ̇. Next to zero they
 * do not: a difference of coordinates is off by their rounding, and which of several gaps closes first, or whether
 * one that was brought to rest has set out again, is decided far below that. So an event writes what it establishes
 * into the contact (δ = 0 at closure, δ̇ = 0 at rest), and both go on from there by the contact's own series.
 */
#ifndef THUD_SIMULATE_INTERFACE_H
#define THUD_SIMULATE_INTERFACE_H

#include <stdbool.h>

typedef struct thud_simulation thud_simulation;
struct thud_body_contact;
struct thud_direction;

/* A number that is known better than coordinates tell it. */
typedef struct thud_known {
    bool own;
    double value;
    double size; /* the terms that it has been the sum of since it was set: rounding is relative to them */
} thud_known;

typedef struct thud_interface {
    thud_known depth, rate; /* m, m/s */
    bool level;             /* at this instant δ̈ is zero, too: a reaction has just come to zero */
    bool force_is_zero;     /* at this instant: released at zero force, or taken up again */
    bool followed;          /* depth and rate go on from step to step; otherwise they are those of this instant */
    double until;           /* m: the gap from which on coordinates tell as much */
} thud_interface;

/* δ, δ̇ and, from the accelerations in the first coefficients of the series, δ̈. */
double thud_simulation_depth(const thud_simulation *simulation, const struct thud_body_contact *contact);
double thud_simulation_rate(const thud_simulation *simulation, const struct thud_body_contact *contact);
double thud_simulation_closing(const thud_simulation *simulation, const struct thud_body_contact *contact);

/* m: the lengths that go with a contact, its gap and how far its bodies have come. */
double thud_interface_length(const thud_simulation *simulation, const struct thud_body_contact *contact);

/* m/s: the speeds of what it acts between together, each by its share, the largest that they have had. */
double thud_interface_fastest(const thud_simulation *simulation, struct thud_direction direction);

/* What an event establishes: δ is where the contact acts from, at a rate that coordinates tell; at rest there; or
 * the rate alone is zero. */
void thud_interface_close(thud_simulation *simulation, struct thud_body_contact *contact);
void thud_interface_rest(thud_simulation *simulation, struct thud_body_contact *contact);
void thud_interface_turn(thud_simulation *simulation, struct thud_body_contact *contact);

/* Nothing is known of it beyond its coordinates. */
void thud_interface_clear(struct thud_body_contact *contact);

/* ---- is it zero? ---- */

/* δ is exactly where the contact acts from: an event at this instant has said so. */
bool thud_interface_begins(const struct thud_body_contact *contact);

/* So is δ, and δ̇ is zero. */
bool thud_interface_rests(const struct thud_body_contact *contact);

/* m: what rounding may make of a penetration that coordinates tell; and of one that is followed. */
double thud_interface_rounding(const thud_simulation *simulation, const struct thud_body_contact *contact);
double thud_interface_place(const thud_simulation *simulation, const struct thud_body_contact *contact);

/* The gap is closed, to what its state says of it; to what coordinates tell. */
bool thud_interface_is_closed(const thud_simulation *simulation, const struct thud_body_contact *contact);
bool thud_interface_is_out_of_sight(const thud_simulation *simulation, const struct thud_body_contact *contact);

/* m/s: rates below this are rest, of a contact and of a link. */
double thud_interface_stillness(const thud_simulation *simulation, struct thud_direction direction);

/* ---- opposite to each other ---- */

/* Of two contacts between the same bodies, on opposite sides and without clearance, the penetration of the one is
 * the gap of the other, δ_a = −δ_b, at every instant: the one cannot close while the other is closed, and begins in
 * the very instant in which the other ends. Two rigid ones are not meant; their impacts are solved together. */
bool thud_interface_is_opposite(const struct thud_body_contact *a, const struct thud_body_contact *b);

/* Whether an open contact cannot close since one opposite to it is closed. */
bool thud_interface_is_kept_open(const thud_simulation *simulation, const struct thud_body_contact *contact);

/* Open contacts take the state of those opposite to them. */
void thud_interfaces_share(thud_simulation *simulation);

/* ---- from instant to instant ---- */

/* From now on the state of an open contact is followed; after an impact, where another contact that shares a body
 * is near or sticks, together with those. */
void thud_interface_follow(thud_simulation *simulation, struct thud_body_contact *contact);
void thud_interface_follow_group(thud_simulation *simulation, struct thud_body_contact *contact);

/* The coefficients of δ along the present expansion. */
void thud_interface_series(const thud_simulation *simulation, const struct thud_body_contact *contact,
                           double *depth);

/* Along the present expansion to σ, where the coordinates are by now. */
void thud_interfaces_move(thud_simulation *simulation, double sigma);

/* After a step that has gone by coordinates alone. */
void thud_interfaces_forget(thud_simulation *simulation);

/* An impulse of a contact, N·s, which pushes its bodies apart: their velocities, the rest of contacts that share a
 * body, which ends, and the work of a support. */
void thud_interfaces_strike(thud_simulation *simulation, const struct thud_body_contact *contact, double impulse);

/* The same for what rounding has left of the speed of one that sticks, which changes nothing that is known. */
void thud_interfaces_hold(thud_simulation *simulation, const struct thud_body_contact *contact, double impulse);

#endif
