/*
 * From step to step and from event to event: the table of steppers, and the loop that asks them.
 */
#include "simulate/stepper.h"

#include "simulate/contacts/transition.h"
#include "simulate/progress.h"

enum { PROGRESS_STEPS = 4096 };

const thud_stepper *const thud_steppers[THUD_STEPPER_COUNT] = {
    &thud_stepper_moreau,         &thud_stepper_record,
    &thud_stepper_record_of_one,  &thud_stepper_contact_along_record,
    &thud_stepper_contact_of_one, &thud_stepper_flight_of_one,
    &thud_stepper_series,
};

static bool is_over(const thud_simulation *sim) {
    return !(sim->motion.time < sim->motion.end) || sim->accounts.ledger.stopped;
}

static void report_progress(thud_simulation *sim) {
    const thud_observer *o = sim->accounts.observer;
    if (!o || !o->progress || sim->accounts.summary.solver.steps % PROGRESS_STEPS != 0) return;
    if (!o->progress(o->context, sim->motion.time)) sim->accounts.ledger.stopped = true;
}

/* those that fit the model; inputs are for the general series alone */
static size_t choose(const thud_simulation *sim, const thud_stepper **chosen) {
    size_t count = 0;
    for (size_t i = 0; i < THUD_STEPPER_COUNT; i++) {
        if (sim->loads.driven && thud_steppers[i] != &thud_stepper_series) continue;
        if (!(sim->without >> i & 1) && thud_steppers[i]->fits(sim)) chosen[count++] = thud_steppers[i];
    }
    return count;
}

bool thud_steppers_start(thud_simulation *sim) {
    return thud_stepper_moreau.fits(sim) || thud_transition_start(sim);
}

void thud_steppers_follow(thud_simulation *sim) {
    thud_progress progress = {.begun = sim->accounts.summary.solver.steps, .since = sim->motion.time};
    const thud_stepper *chosen[THUD_STEPPER_COUNT];
    size_t count = choose(sim, chosen);
    while (!is_over(sim)) {
        thud_step_result result = THUD_STEP_PASSES;
        thud_event event;
        double before = sim->motion.time;
        for (size_t i = 0; i < count && result == THUD_STEP_PASSES && !is_over(sim); i++) {
            before = sim->motion.time;
            result = chosen[i]->advance(sim, &event);
        }
        if (result != THUD_STEP_TAKEN) return;
        if (event.kind != THUD_EVENT_NONE && !thud_transition_apply(sim, &event)) return;
        sim->accounts.summary.solver.steps++;
        report_progress(sim);
        if (!thud_progress_check(sim, &progress, &event, before)) return;
    }
}
