/*
 * Rest: which interfaces that are closed without speed stay so. An interface is a rigid contact, which pushes, or a
 * link that can stick, which pushes and pulls up to its grip. With z what pushes its ends apart and w the
 * acceleration at which they part, one complementarity problem decides for all of them together,
 *
 *     w = W z + q,  W = G M⁻¹ Gᵀ,  0 ≤ z of contacts,  |z| ≤ f₀ of links
 *
 * (numeric/matrix/box_lcp.h). The accelerations are those of least constraint: there is one set of them, though
 * links side by side or in a loop may share what they hold in many ways.
 */
#ifndef THUD_SIMULATE_REST_H
#define THUD_SIMULATE_REST_H

#include <thud/model.h>

#include "numeric/matrix/box_lcp.h"
#include "simulate/contacts/body_contact.h"

/* A pivot of W below this share of its diagonal says that the others do the work already: W is known to u of its
 * terms, and a body may be a hundred thousand times as heavy as the next. */
#define THUD_REST_DEPENDENT 1e-10

typedef struct thud_rest {
    size_t limit; /* as many interfaces may be at rest at once */

    /* while it is decided */
    thud_box_lcp box;
    size_t *number;         /* [limit] of the links that are at rest, and of the contacts after them */
    size_t links, contacts; /* how many these are */
    bool *parts;            /* [limit] */
    double *size;           /* [bodies] m/s², the terms of their accelerations */

    /* those that hold: a reaction keeps their ends together in every order of the series */
    size_t count, contact_count; /* the contacts come first */
    size_t *holder;              /* [limit] their numbers */
    double *factor;              /* [limit²] of their W: lower triangle, rows of `limit` */
    double *force;               /* [limit] N, work space */
    thud_body *group;            /* [bodies] the first of those that move as one; THUD_BODY_GROUND: the ground does,
                                  * a support: that does */
} thud_rest;

/* Decides. False where no way is left: too many are at rest, or no reactions are found. */
bool thud_rest_settle(thud_simulation *simulation);

/* Takes what rounding has left of the speeds of those that hold out of the motion. */
void thud_rest_stop(thud_simulation *simulation);

/* From the flags of those that hold, as a saved state has them: their factor and groups. */
void thud_rest_factor(thud_simulation *simulation);

/* The reactions in the k-th coefficients of accelerations, which keep ends together; and how large they are, m/s².
 */
void thud_rest_react(thud_simulation *simulation, int k);
double thud_rest_largest(const thud_simulation *simulation, int k);

/* Adds the sizes of reactions to those of the terms that accelerations are the sum of, m/s². */
void thud_rest_widen(const thud_simulation *simulation, double *size);

/* The first σ up to `limit` at which a reaction is beyond its bound; `beyond` is by how much, as a series. It has
 * to be so by more than it changes from one instant of the clock to the next: loads go by the clock, and one that
 * gave way within an instant would be taken back in the next series. */
double thud_rest_gives_way(const thud_simulation *simulation, double *beyond, double limit);

/* Whether a reaction of the expansion pulls, or supports leave the bodies of a contact that sticks, or close in on
 * them: then loads have jumped, and it is time to settle. */
bool thud_rest_is_over(const thud_simulation *simulation);

/* m/s²: what rounding may make of the acceleration at which a contact closes. */
double thud_rest_noise(const thud_simulation *simulation, const thud_body_contact *contact);

/* Before an event: contacts in force between bodies that have moved as one have no rate, whatever rounding says. */
void thud_rest_note_rates(thud_simulation *simulation);

/* Whether a contact is at rest: it is closed without speed. */
bool thud_rest_has(const thud_body_contact *contact);

/* Whether those that hold leave the bodies of another contact no speed towards each other, nor apart; and whether
 * the contacts among them do, since links are no help against an impact. */
bool thud_rest_keeps(const thud_simulation *simulation, const thud_body_contact *contact);
bool thud_rest_holds(const thud_simulation *simulation, const thud_body_contact *contact);

/* Whether those that hold join all ends of a contact; factors of points cancel but for rounding, of 0.4 + 0.6 − 1,
 * say. Its series are rounding then: it neither turns, nor loads, nor opens. */
bool thud_rest_joins(const thud_simulation *simulation, const thud_body_contact *contact);

/* Takes the time of the sticking phase that ends now, and enters it into the ledger. */
void thud_rest_end(thud_simulation *simulation, thud_body_contact *contact);

#endif
