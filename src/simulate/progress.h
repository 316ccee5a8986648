/*
 * Whether a run gets anywhere. One that does not says where and why long before the limit of steps, which takes
 * minutes to reach. Three ways lead nowhere:
 *
 * Contacts that creep. Where a damper is many times critical, δ̇ decays with the rate c δᵖ/m to what the load
 * closes the contact with, and then follows it for as long as the spring takes: c δᵖ/(k n δⁿ⁻¹). A series
 * in time takes steps as short as the decay all the way, and the two times are (2 ζ)² apart, with
 *
 *     ζ = c δᵖ / (2 √(m k n δⁿ⁻¹)).
 *
 * Published rules come to such dampers: that of Zhao and Liu has ζ = 0.18/e², 2e7 at e = 1e-4, where a second takes
 * 1e8 steps.
 *
 * Impacts with e = 1. They never accumulate: where a load grows, or others take energy from the bodies, they get
 * smaller and more frequent without end, and their number up to t may grow like exp t; or they stay as small as
 * they are.
 *
 * A structure that swings by itself takes as many steps to the end as it took so far, which may be too many.
 */
#ifndef THUD_SIMULATE_PROGRESS_H
#define THUD_SIMULATE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "simulate/contacts/event.h"
#include "simulate/state.h"

typedef struct thud_progress {
    size_t begun;        /* steps that there were before the call */
    size_t idle;         /* steps in a row at one instant */
    double speed;        /* m/s: the largest after an impact among them */
    double speed_before; /* likewise, among as many before */
    size_t steps;        /* since it was last asked how long the rest will take */
    double since;        /* s: when that was */
    bool eventful;
    size_t lossless;                  /* impacts since then with e = 1 */
    const thud_body_contact *elastic; /* the last of them */
} thud_progress;

/* After every step, which began at `before`. False when the run has failed. */
bool thud_progress_check(thud_simulation *simulation, thud_progress *progress, const thud_event *event,
                         double before);

#endif
