/*
 * A contact element for other simulators: it allocates nothing and needs one struct of state per contact.
 *
 *     thud_contact_init(&contact, &options);              once, checks the options
 *     thud_contact_begin(&contact, approach_speed);       when the gap closes; scales the damping to it
 *     f = thud_contact_force(&contact, delta, delta_dot); at every evaluation, trial steps included
 *     thud_contact_accept(&contact, delta, delta_dot);    after every accepted step; false when the contact is over
 *
 * The force and the tangent only read the contact, so trial steps have no side effects. Call thud_contact_init()
 * before anything else. A NaN passes through: force and tangent of a NaN are NaN. After an accepted step that is
 * not finite they are NaN until the next impact begins, and thud_contact_state() returns THUD_ERROR_FINITE.
 */
#ifndef THUD_CONTACT_H
#define THUD_CONTACT_H

#include <stdbool.h>

#include <thud/impact.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct thud_contact {
    thud_impact_options options; /* as given; speed is that of the current impact */
    double exponent_p;
    double scaled_damping;      /* χ by the options, independent of the speed; set by init */
    double damping;             /* c of the current impact, N·s/m^(p+1) */
    double unloading_stiffness; /* k₂ of bilinear laws, N/m */
    double max_penetration;     /* largest so far in this impact, m */
    bool permanent;             /* bilinear laws: the dent stays after the impact; false after init */
    bool active;
    bool lost; /* an accepted step was not finite */
} thud_contact;

/* Checks the options for a contact element. `error` (may be NULL) says which one is wrong and why; its subject is
 * the member's name, as in "stiffness". The speed is ignored. THUD_OK means that init accepts them. */
THUD_API thud_status thud_contact_check(const thud_impact_options *options, thud_error *error);

/* Copies the options and calibrates; the speed is not needed. Call it again when options change. Non-smooth laws
 * are refused. After an error, thud_contact_check() says which option is wrong. */
THUD_API thud_status thud_contact_init(thud_contact *contact, const thud_impact_options *options);

/*
 * Starts an impact at this approach speed, m/s, from 1e-100 to 1e100. Use the speed at gap closure, not that of
 * one step later. With a restitution_speed in the options c does not depend on the speed, which may then be 0 for
 * bodies that touch at rest. After an error no impact is active, and the force is zero until one begins.
 */
THUD_API thud_status thud_contact_begin(thud_contact *contact, double approach_speed);

/* Starts an impact with its own restitution, in (0, 1]; use it where e depends on the speed (thud_restitution_at
 * in <thud/law.h>). The new restitution also holds for later impacts that begin without one. */
THUD_API thud_status thud_contact_begin_with(thud_contact *contact, double approach_speed, double restitution);

/* Contact force, N, at a penetration, m, and its rate, m/s. It is zero when no impact is active or δ ≤ 0. */
THUD_API double thud_contact_force(const thud_contact *contact, double penetration, double rate);

/* The tangent of that force: ∂F/∂δ, N/m, and ∂F/∂δ̇, N·s/m. */
THUD_API void thud_contact_tangent(const thud_contact *contact, double penetration, double rate, double *stiffness,
                                   double *damping);

/* Accepts a step and returns whether the bodies are still in contact. It returns false for a step that is not
 * finite; the impact is then lost, and thud_contact_state() says so. */
THUD_API bool thud_contact_accept(thud_contact *contact, double penetration, double rate);

/* Returns THUD_OK, or THUD_ERROR_FINITE after a step that was not finite, until the next impact begins. */
THUD_API thud_status thud_contact_state(const thud_contact *contact);

#ifdef __cplusplus
}
#endif
#endif
