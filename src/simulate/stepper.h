/*
 * The ways to step: each a row of a table, tried in order. A new one is a folder with its `thud_stepper` and a row
 * in stepper.c, before the general series, which take whatever is left; tests/simulate/test_steppers.c compares
 * every row with these.
 *
 * A stepper moves the present state on, with energy, peaks, samples and counts of what lies between, and stops
 * where an event happens: that is applied by the loop, in one place for all.
 */
#ifndef THUD_SIMULATE_STEPPER_H
#define THUD_SIMULATE_STEPPER_H

#include "simulate/state.h"

typedef enum thud_step_result {
    THUD_STEP_PASSES, /* as far as it could go, if at all; the next stepper goes on from here */
    THUD_STEP_TAKEN,  /* one step, with its event, which may be THUD_EVENT_NONE */
    THUD_STEP_ENDS,   /* the run is over: it has failed, or the stepper has gone all the way */
} thud_step_result;

typedef struct thud_stepper {
    const char *name;
    bool (*fits)(const thud_simulation *simulation); /* whether the model is one for it; asked when a run starts */
    thud_step_result (*advance)(thud_simulation *simulation, thud_event *event);
} thud_stepper;

enum { THUD_STEPPER_COUNT = 7 };
extern const thud_stepper *const thud_steppers[THUD_STEPPER_COUNT];

extern const thud_stepper thud_stepper_moreau, thud_stepper_record, thud_stepper_record_of_one,
    thud_stepper_contact_along_record, thud_stepper_contact_of_one, thud_stepper_flight_of_one, thud_stepper_series;

/* What happens at the start, in contacts that are closed there: false when the run has failed. */
bool thud_steppers_start(thud_simulation *simulation);

/* From the present state to motion.end, or to a failure. */
void thud_steppers_follow(thud_simulation *simulation);

/* The sample of the present state. What is expanded for it may settle contacts: whoever asks keeps the state. False
 * where the motion is too large for a double. */
bool thud_series_look(thud_simulation *simulation, thud_sample *now);

/* A run of no duration: samples and peaks of the start. */
void thud_series_show_start(thud_simulation *simulation);

#endif
