/*
 * What happens first within a step: which contact closes, turns, lets go or comes loose, and when.
 */
#ifndef THUD_SIMULATE_EVENT_H
#define THUD_SIMULATE_EVENT_H

#include "simulate/simulation.h"

typedef enum thud_event_kind {
    THUD_EVENT_NONE,
    THUD_EVENT_CLOSE,   /* an open gap has closed */
    THUD_EVENT_TURN,    /* approach has become recovery, or the other way, where the law makes a difference */
    THUD_EVENT_RELOAD,  /* a bilinear contact is back at the penetration where unloading began */
    THUD_EVENT_RELEASE, /* the law's separation rule is met, or a reaction has become zero */
    THUD_EVENT_LET_GO,  /* a law that ends at δ = 0 of itself would pull, since others part the bodies faster */
    THUD_EVENT_REOPEN,  /* the gap of a detached contact has opened */
    THUD_EVENT_RESUME,  /* a detached contact pushes again */
} thud_event_kind;

typedef struct thud_event {
    thud_event_kind kind;
    size_t contact;
    double sigma; /* of the series, from 0 to its step */
} thud_event;

/* The first event of the expanded step; THUD_EVENT_NONE with the step's end when there is none. */
thud_event thud_event_first(const thud_simulation *simulation);

#endif
