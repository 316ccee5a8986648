/*
 * The phases of a contact and the events between them, for all engines.
 *
 *     open ──close──▶ active ──release──▶ open, or released where the gap is still closed
 *                       ▲  turn, reload      │
 *                       └──────resume────────┘ ──open──▶ open
 *     open ──close──▶ impact (newton, poisson) ──▶ open, or sticking where impacts accumulate ──release──▶ open
 */
#ifndef THUD_CONTACT_PHASE_H
#define THUD_CONTACT_PHASE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum thud_phase {
    THUD_PHASE_OPEN,     /* a gap, and no force */
    THUD_PHASE_ACTIVE,   /* compliant: the law acts */
    THUD_PHASE_RELEASED, /* compliant: without force, the gap has not opened yet */
    THUD_PHASE_STICKING, /* newton and poisson: held closed by a reaction */
} thud_phase;

typedef enum thud_event_kind {
    THUD_EVENT_NONE,
    THUD_EVENT_CLOSE,   /* an open gap has closed */
    THUD_EVENT_TURN,    /* approach has become recovery, or the other way, where the law makes a difference */
    THUD_EVENT_RELOAD,  /* a bilinear contact is back at the penetration where unloading began */
    THUD_EVENT_RELEASE, /* the law's separation rule is met, or a reaction has become zero */
    THUD_EVENT_PULL,    /* a law that ends at δ = 0 of itself would pull, since others part the bodies faster */
    THUD_EVENT_OPEN,    /* the gap has opened: of a released contact, or of one whose law acts up to there */
    THUD_EVENT_RESUME,  /* a released contact pushes again */
    THUD_EVENT_SWITCH,  /* of systems of C functions: internal state is committed; its number is that of the switch
                         */
    /* a link yields, turns, slips or slackens; in the order of thud_link_end */
    THUD_EVENT_LINK,
    THUD_EVENT_LINK_FALLS,
    THUD_EVENT_LINK_RISES,
    THUD_EVENT_LINK_TURNS,
    THUD_EVENT_LINK_SLOWS,
    THUD_EVENT_LINK_SPEEDS,
    THUD_EVENT_LINK_STOPS,
} thud_event_kind;

typedef struct thud_event {
    thud_event_kind kind;
    size_t contact; /* its number; that of the link where it is one of a link */
    double at;      /* in the step: σ of a series, or the part of a Runge–Kutta step */
} thud_event;

static inline bool thud_event_is_of_link(const thud_event *event) { return event->kind >= THUD_EVENT_LINK; }

#endif
