/*
 * A contact element for somebody else's simulator: allocation-free, one struct of state per contact.
 *
 *     thud_contact_init(&contact, &options);              once, checks the options
 *     thud_contact_begin(&contact, approach_speed);       when the gap closes; scales the damping to it
 *     f = thud_contact_force(&contact, delta, delta_dot); at every evaluation, trial steps included
 *     thud_contact_accept(&contact, delta, delta_dot);    after every accepted step; false when the contact is over
 *
 * Force and tangent only read: a trial step, however wild, leaves no trace. The contact that they and accept are
 * given is there and has been through init. What is no number stays none: force and tangent of a NaN are NaN, and
 * once a step that is not finite has been accepted they are NaN until the next impact begins, and
 * thud_contact_state() says THUD_ERROR_FINITE.
 */
#ifndef THUD_CONTACT_H
#define THUD_CONTACT_H

#include <stdbool.h>

#include <thud/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_contact {
    thud_impact_options options; /* as given; speed is that of the impact under way */
    double exponent_p;
    double scaled_damping;      /* χ of the options, which no speed changes: found once, by init */
    double damping;             /* c of the impact under way, N·s/m^(p+1) */
    double unloading_stiffness; /* k₂ of bilinear laws, N/m */
    double max_penetration;     /* reached so far in this impact, m */
    bool permanent;             /* bilinear laws: the dent stays from impact to impact; false after init */
    bool active;
    bool lost; /* a step that is not finite was accepted */
} thud_contact;

/* Says which option is wrong for a contact element and why, in `error` (may be NULL): its subject is the member's
 * name, as in "stiffness". The speed is not looked at. THUD_OK: init takes them. */
THUD_API thud_status thud_contact_check(const thud_impact_options *options, thud_error *error);

/* Copies the options, whose speed is not needed, and calibrates; other options take another init. Not for
 * non-smooth laws. After an error thud_contact_check says which option it is. */
THUD_API thud_status thud_contact_init(thud_contact *contact, const thud_impact_options *options);

/*
 * Starts an impact at this approach speed, m/s, from 1e-100 to 1e100: the one at gap closure, not one step later.
 * With a restitution_speed in the options c does not depend on it, and it may be 0: bodies that touch at rest.
 * After an error no impact is under way, not even the one before: the force is zero until an impact begins.
 */
THUD_API thud_status thud_contact_begin(thud_contact *contact, double approach_speed);

/* The same for a restitution of its own, in (0, 1]: e may depend on the speed (thud_restitution_at in
 * <thud/law.h>). It is calibrated for it, and so are impacts after it that begin without one. */
THUD_API thud_status thud_contact_begin_with(thud_contact *contact, double approach_speed, double restitution);

/* Contact force, N, at a penetration, m, and its rate, m/s. Zero when no impact is under way or δ ≤ 0. */
THUD_API double thud_contact_force(const thud_contact *contact, double penetration, double rate);

/* ∂F/∂δ, N/m, and ∂F/∂δ̇, N·s/m, of the same force. */
THUD_API void thud_contact_tangent(const thud_contact *contact, double penetration, double rate, double *stiffness,
                                   double *damping);

/* Takes an accepted step; returns whether the bodies are still in contact. False where it is not finite: that
 * impact is lost, and thud_contact_state() says so. */
THUD_API bool thud_contact_accept(thud_contact *contact, double penetration, double rate);

/* THUD_OK; THUD_ERROR_FINITE after a step that was not finite, until the next impact begins. */
THUD_API thud_status thud_contact_state(const thud_contact *contact);

#ifdef __cplusplus
}
#endif
#endif
