/*
 * A contact while the model moves: its parameters, whether it is closed, and the impact under way.
 */
#ifndef THUD_SIMULATE_BODY_CONTACT_H
#define THUD_SIMULATE_BODY_CONTACT_H

#include <stdbool.h>

#include <thud/contact.h>

#include <thud/model.h>
#include <thud/simulate.h>

#include "contact/phase.h"
#include "contact/pressed.h"
#include "law/force.h"
#include "model/model.h"
#include "numeric/series/power_series.h"
#include "simulate/contacts/interface.h"

struct thud_contact_series;
struct thud_contact_row;

/* The powers of z that a contact needs. */
typedef struct thud_root_powers {
    thud_power_plan plan;
    int spring, drag, pace; /* numbers of z^(q n), z^(q p), z^(q−1) */
} thud_root_powers;

typedef struct thud_body_contact {
    /* for the whole run */
    size_t number;
    thud_body left, right;
    const struct thud_contact_row *row; /* NULL: left minus right; see contact_row.h */
    thud_gap_contact given;
    thud_contact element;  /* calibrates compliant laws when the gap closes */
    double effective_mass; /* kg */
    bool impulsive, bilinear, linear, approach_only, ends_at_return;
    bool permanent; /* bilinear: the gap keeps the dent */
    bool may_pull;  /* p = n, to end at zero force: at δ = 0, unless others part the bodies faster than k/c */
    int root;       /* q: δ^(1/q) is regular; 0 when no small q makes it so */
    thud_root_powers powers; /* of z, where there is such a q */

    /* the present state */
    thud_phase phase;
    bool pulls_off;                /* how the impact under way ends: at zero force though the law ends at return */
    bool approaching;              /* of the law: the damper of approach-only laws acts, bilinear laws load */
    thud_interface state;          /* δ and δ̇, where more is known of them than coordinates tell */
    double enter_at;               /* m: the contact acts from this penetration on */
    double closed_at, closed_with; /* s and m/s: when δ was zero, and its rate, on the way to enter_at; of rigid
                                    * ones without loss the rate alone */
    bool leaving;       /* open again at enter_at, and that was for the impact before: see thud_body_contact_skin */
    thud_branch branch; /* under way; its powers are those of the whole run */
    double top;         /* m: the penetration at which bilinear unloading began */
    double base;        /* m: the set of the impact before, on which bilinear loading began; 0 from a gap */
    bool holding;       /* it sticks, by a reaction of its own */
    double slack;       /* N: a reaction of a stuck contact that is above −slack is zero, or rounding */

    /* of those that are about to accumulate together */
    double calm_since, calm_energy; /* s, J; 0: not calm */
    size_t rehearsals; /* impacts since its gap was last wide, that may have been the last but a limit */

    /* the impact under way */
    thud_impact_entry entry;
    thud_pressed pressed; /* its speed is what a compliant one is calibrated for */
    double stick_start;
    struct thud_contact_series *series; /* NULL while open */
} thud_body_contact;

/* Takes over the parameters; they have been checked. */
thud_status thud_body_contact_init(thud_body_contact *contact, size_t number, thud_body left, thud_body right,
                                   const thud_gap_contact *given, double effective_mass);

/* Finds the damping for an impact at this approach speed, m/s, and the restitution of that speed.
 * THUD_ERROR_UNREACHABLE where that is zero. */
thud_status thud_body_contact_calibrate(thud_body_contact *contact, double speed);

/* The law's damping for an impact at this approach speed, m/s, that is calibrated for the speed `pressed` has. */
thud_status thud_body_contact_begin(thud_body_contact *contact, double time, double speed);

/* J stored in the contact's spring at a penetration. */
double thud_body_contact_potential(const thud_body_contact *contact, double depth);

/* Its damping at a penetration as a multiple of the critical one, of the stiffness there. */
double thud_body_contact_damping_ratio(const thud_body_contact *contact, double depth);

/* The penetration, m, below which the law's force changes nothing that a tolerance can see; at the speed that
 * matters and the acceleration of the approach. */
double thud_body_contact_skin(const thud_body_contact *contact, double speed, double acceleration,
                              double tolerance);

/* Whether it is surely below a depth; cheaper than the skin itself. */
bool thud_body_contact_skin_is_below(const thud_body_contact *contact, double speed, double acceleration,
                                     double tolerance, double depth);

#endif
