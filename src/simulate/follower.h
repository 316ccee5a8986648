/*
 * Who follows a run from event to event beside it, and changes nothing: the derivatives. All functions must be
 * there.
 */
#ifndef THUD_SIMULATE_FOLLOWER_H
#define THUD_SIMULATE_FOLLOWER_H

#include "contact/phase.h"

typedef struct thud_simulation thud_simulation;

typedef struct thud_follower {
    void *context;
    /* the state is that of the start; then contacts that are closed there have been struck */
    void (*start)(void *context, const thud_simulation *simulation);
    void (*begin)(void *context, const thud_simulation *simulation);
    /* an event was applied; NULL: between events, which contacts are at rest was decided anew */
    void (*event)(void *context, const thud_simulation *simulation, const thud_event *event);
    /* the run is over, and summed up */
    void (*end)(void *context, const thud_simulation *simulation);
} thud_follower;

#endif
