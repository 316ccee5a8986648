/*
 * The ways to move a simulation on, each a row of a table, tried in order. A propagator owns what it needs beyond
 * the state of the simulation: its memory is made when a simulation is, and goes with it.
 *
 * A new one is a file with its `const thud_propagator` and a name in the list below, before the series, which take
 * what is left; tests/simulate/test_steppers.c compares every row with these.
 *
 * A propagator moves the present state on, with energy, peaks, samples and counts of what lies between, and stops
 * where an event happens. The loop applies that event, in one place for all.
 */
#ifndef THUD_SIMULATE_PROPAGATOR_H
#define THUD_SIMULATE_PROPAGATOR_H

#include "simulate/state.h"

typedef enum thud_step_result {
    THUD_STEP_PASSES, /* as far as it could go, if at all; the next one goes on from here */
    THUD_STEP_TAKEN,  /* one step, with its event, which may be THUD_EVENT_NONE */
    THUD_STEP_ENDS,   /* the run is over: it has failed, or the propagator has gone all the way */
} thud_step_result;

/* All but the name, `fits` and `advance` may be NULL. */
typedef struct thud_propagator {
    const char *name;

    /* What it needs for a model, taken over already: NULL in *memory where it has nothing to do with such a one. */
    thud_status (*create)(const thud_simulation *simulation, void **memory);
    void (*free)(void *memory);

    /* Forgets the steps before, when a run starts or goes on from a state. */
    void (*restart)(void *memory);

    /* Whether the run is one for it; asked when it starts. */
    bool (*fits)(const thud_simulation *simulation, const void *memory);
    thud_step_result (*advance)(thud_simulation *simulation, void *memory, thud_event *event);

    /* Enters what it has left for the end of a run. */
    void (*settle)(thud_simulation *simulation, void *memory);
} thud_propagator;

#define THUD_PROPAGATORS(row) row(moreau) row(modal) row(record) row(clusters) row(one_body) row(series)

#define THUD_PROPAGATOR_ROW(name_) extern const thud_propagator thud_propagator_##name_;
THUD_PROPAGATORS(THUD_PROPAGATOR_ROW)
#undef THUD_PROPAGATOR_ROW

#define THUD_PROPAGATOR_ROW(name_) +1
enum { THUD_PROPAGATOR_COUNT = 0 THUD_PROPAGATORS(THUD_PROPAGATOR_ROW) };
#undef THUD_PROPAGATOR_ROW
extern const thud_propagator *const thud_propagators[THUD_PROPAGATOR_COUNT];

/* Gives a simulation that is prepared a table of propagators, and these their memory. Those it had go. */
thud_status thud_propagators_use(thud_simulation *simulation, const thud_propagator *const *table, size_t count);
void thud_propagators_free(thud_simulation *simulation);

/* For all of them. */
void thud_propagators_restart(thud_simulation *simulation);
void thud_propagators_settle(thud_simulation *simulation);

/* What happens at the start, in contacts that are closed there: false when the run has failed. */
bool thud_propagators_start(thud_simulation *simulation);

/* From the present state to motion.end, or to a failure. */
void thud_propagators_follow(thud_simulation *simulation);

/* Whether a run that others move on is over: at its end, or stopped. */
static inline bool thud_propagators_are_done(const thud_simulation *sim) {
    return !(sim->motion.time < sim->motion.end) || sim->accounts.ledger.stopped;
}

#endif
