/*
 * From step to step and from event to event: the table of propagators, and the loop that asks them.
 */
#include "simulate/propagator.h"

#include "simulate/contacts/transition.h"
#include "simulate/modal/modal.h"
#include "simulate/progress.h"

enum { PROGRESS_STEPS = 4096 };

#define THUD_PROPAGATOR_ROW(name_) &thud_propagator_##name_,
const thud_propagator *const thud_propagators[THUD_PROPAGATOR_COUNT] = {THUD_PROPAGATORS(THUD_PROPAGATOR_ROW)};

/* ---- their memory ---- */

void thud_propagators_free(thud_simulation *sim) {
    thud_propagation *all = &sim->propagation;
    for (size_t i = 0; i < all->count; i++)
        if (all->table[i]->free) all->table[i]->free(all->memory[i]);
    *all = (thud_propagation){0};
}

thud_status thud_propagators_use(thud_simulation *sim, const thud_propagator *const *table, size_t count) {
    thud_propagation *all = &sim->propagation;
    thud_propagators_free(sim);
    if (count > THUD_PROPAGATORS_MOST) return THUD_ERROR_ARGUMENT;
    all->table = table;
    for (; all->count < count; all->count++) {
        const thud_propagator *p = table[all->count];
        const thud_status status = p->create ? p->create(sim, &all->memory[all->count]) : THUD_OK;
        if (status != THUD_OK) return status;
    }
    return THUD_OK;
}

void thud_propagators_restart(thud_simulation *sim) {
    const thud_propagation *all = &sim->propagation;
    thud_modal_forget(sim->structure.modal);
    for (size_t i = 0; i < all->count; i++)
        if (all->table[i]->restart && all->memory[i]) all->table[i]->restart(all->memory[i]);
}

void thud_propagators_settle(thud_simulation *sim) {
    const thud_propagation *all = &sim->propagation;
    for (size_t i = 0; i < all->count; i++)
        if (all->table[i]->settle && all->memory[i]) all->table[i]->settle(sim, all->memory[i]);
}

/* ---- the loop ---- */

/* `reported`: the steps that there were when it was last done */
static void report_progress(thud_simulation *sim, size_t *reported) {
    const thud_observer *o = sim->accounts.observer;
    const size_t steps = sim->accounts.summary.solver.steps;
    if (!o || !o->progress || steps / PROGRESS_STEPS == *reported / PROGRESS_STEPS) return;
    *reported = steps;
    if (!o->progress(o->context, sim->motion.time)) sim->accounts.ledger.stopped = true;
}

/* those that fit the run; inputs are for the last, the series, alone */
static size_t choose(const thud_simulation *sim, size_t *chosen) {
    const thud_propagation *all = &sim->propagation;
    size_t count = 0;
    for (size_t i = sim->loads.driven ? all->count - 1 : 0; i < all->count; i++)
        if (!(all->without >> i & 1) && all->table[i]->fits(sim, all->memory[i])) chosen[count++] = i;
    return count;
}

bool thud_propagators_start(thud_simulation *sim) {
    return thud_propagator_moreau.fits(sim, NULL) || thud_transition_start(sim);
}

void thud_propagators_follow(thud_simulation *sim) {
    thud_progress progress = {.begun = sim->accounts.summary.solver.steps, .since = sim->motion.time};
    const thud_propagation *all = &sim->propagation;
    size_t chosen[THUD_PROPAGATORS_MOST], count = choose(sim, chosen), reported = progress.begun;
    while (!thud_propagators_are_done(sim)) {
        thud_step_result result = THUD_STEP_PASSES;
        thud_event event;
        double before = sim->motion.time;
        for (size_t i = 0; i < count && result == THUD_STEP_PASSES && !thud_propagators_are_done(sim); i++) {
            before = sim->motion.time;
            result = all->table[chosen[i]]->advance(sim, all->memory[chosen[i]], &event);
        }
        if (result != THUD_STEP_TAKEN) return;
        if (event.kind != THUD_EVENT_NONE && !thud_transition_apply(sim, &event)) return;
        if (event.kind != THUD_EVENT_NONE && sim->follower)
            sim->follower->event(sim->follower->context, sim, &event);
        sim->accounts.summary.solver.steps++;
        report_progress(sim, &reported);
        if (!thud_progress_check(sim, &progress, &event, before)) return;
    }
}
