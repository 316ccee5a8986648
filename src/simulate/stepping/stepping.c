/*
 * Runs in steps of the caller: begun, advanced to one instant after the other, looked at, kept as bytes and gone on
 * with. A step of the solver ends where an advance does, as it does where a load breaks.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/environment.h"
#include "base/error.h"
#include "base/hash.h"
#include "model/model.h"
#include "simulate/contacts/transition.h"
#include "simulate/prepare.h"
#include "simulate/propagator.h"
#include "simulate/series/series.h"
#include "simulate/stepping/saved.h"

/* ---- what is shown ---- */

static void copy(void *to, const void *from, size_t count, size_t size) {
    if (count > 0) memcpy(to, from, count * size);
}

/* sums up, keeps what came out, and puts the state back that was summed up */
static thud_status show(thud_simulation *sim) {
    thud_accounts *a = &sim->accounts;
    thud_stepping *s = &sim->stepping;
    const thud_ledger kept = a->ledger;
    thud_saved_write(sim, s->kept);
    a->ledger.observer = NULL; /* it is told of impacts when they are over */
    const thud_status status = thud_simulation_conclude(sim);
    copy(s->bodies, a->bodies, sim->structure.n, sizeof *s->bodies);
    copy(s->contacts, a->contacts, sim->contacts.count, sizeof *s->contacts);
    copy(s->links, sim->links.results, sim->links.count, sizeof *s->links);
    copy(s->watches, a->watches.results, a->watches.count, sizeof *s->watches);
    a->summary.bodies = s->bodies;
    a->summary.supports = s->bodies + sim->model->body_count;
    a->summary.contacts = s->contacts;
    a->summary.links = s->links;
    a->summary.watches = s->watches;
    thud_saved_read(sim, s->kept, thud_saved_size(sim));
    a->ledger = kept;
    return status;
}

/* how a call has gone: nothing goes on from most failures */
static thud_status conclude(thud_simulation *sim) {
    const thud_status status = show(sim);
    const bool goes_on = status == THUD_OK || status == THUD_ERROR_STOPPED || status == THUD_ERROR_BALANCE;
    sim->stepping.failed = goes_on ? THUD_OK : status;
    return status;
}

/* ---- start and advance ---- */

thud_status thud_simulation_start(thud_simulation *sim, const thud_observer *observer) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim) return THUD_ERROR_ARGUMENT;
    const char *why = sim->as_system ? "models with rods, or with a law of a kind of its own, have no runs in steps"
                      : sim->options.solver != THUD_SOLVER_EVENTS
                          ? "the solver moreau has no runs in steps of others"
                          : NULL;
    if (why) return thud_error_set(&sim->accounts.summary.error, THUD_ERROR_ARGUMENT, "%s", why);
    thud_stepping *s = &sim->stepping;
    if (!s->kept) s->kept = malloc(thud_saved_most(sim));
    if (!s->kept) return THUD_ERROR_MEMORY;
    thud_simulation_reset(sim, observer);
    s->under_way = true;
    thud_propagators_start(sim);
    return conclude(sim);
}

thud_status thud_simulation_advance(thud_simulation *sim, double until) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim || !sim->stepping.under_way || !isfinite(until) || until < sim->motion.time)
        return THUD_ERROR_ARGUMENT;
    if (sim->stepping.failed != THUD_OK) return sim->stepping.failed;
    const double start = thud_clock();
    thud_summary *summary = &sim->accounts.summary;
    summary->error = (thud_error){0};
    sim->motion.failure = THUD_OK;
    sim->accounts.ledger.stopped = false;
    if (until > sim->motion.time) {
        thud_saved_refresh(sim);
        sim->motion.end = until;
        thud_loads_ramp(&sim->loads, sim->motion.time, until);
        /* an input may set out motions that were at rest against each other */
        const bool bridged = sim->loads.driven && sim->links.bridged;
        if (!bridged || thud_transition_settle(sim)) thud_propagators_follow(sim);
        thud_loads_rest(&sim->loads, sim->motion.time);
        thud_propagators_settle(sim); /* what it leaves for later is no state */
    }
    const thud_status status = conclude(sim);
    summary->solver.wall_seconds += thud_clock() - start;
    return status;
}

/* ---- inputs ---- */

static bool may_drive(const thud_simulation *sim, double value, thud_input_kind kind) {
    return sim && sim->stepping.under_way && isfinite(value) &&
           (kind == THUD_INPUT_HELD || kind == THUD_INPUT_RAMPED);
}

thud_status thud_simulation_set_force(thud_simulation *sim, thud_body_id body, double force, thud_input_kind kind) {
    THUD_PLAIN_ENVIRONMENT;
    if (!may_drive(sim, force, kind) || body.number < 0 || (size_t)body.number >= sim->model->body_count)
        return THUD_ERROR_ARGUMENT;
    thud_load *load = &thud_loads_push_of(&sim->loads, body.number)->load;
    thud_load_drive(&sim->loads, load, force, kind == THUD_INPUT_RAMPED, sim->motion.time);
    return THUD_OK;
}

thud_status thud_simulation_set_ground(thud_simulation *sim, double acceleration, thud_input_kind kind) {
    THUD_PLAIN_ENVIRONMENT;
    if (!may_drive(sim, acceleration, kind)) return THUD_ERROR_ARGUMENT;
    thud_load_drive(&sim->loads, &sim->loads.ground, acceleration, kind == THUD_INPUT_RAMPED, sim->motion.time);
    return THUD_OK;
}

/* ---- the state ---- */

thud_status thud_simulation_state(thud_simulation *sim, thud_sample *state) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim || !state || !sim->stepping.under_way) return THUD_ERROR_ARGUMENT;
    if (sim->stepping.failed != THUD_OK) return sim->stepping.failed;
    const thud_ledger kept = sim->accounts.ledger;
    const thud_error error = sim->accounts.summary.error;
    thud_saved_write(sim, sim->stepping.kept);
    thud_saved_refresh(sim);
    const thud_status status = thud_series_look(sim, state) ? THUD_OK : THUD_ERROR_OVERFLOW;
    thud_saved_read(sim, sim->stepping.kept, thud_saved_size(sim));
    sim->motion.failure = THUD_OK;
    sim->accounts.ledger = kept;
    sim->accounts.summary.error = error;
    return status;
}

/* ---- as bytes ---- */

enum { FORMAT = 1 };

typedef struct head {
    char word[8];
    uint64_t format, owner, size, check; /* bytes that follow, and their fingerprint */
} head;

static uint64_t check_of(const void *bytes, size_t size) {
    return thud_hash_finish(thud_hash_bytes(THUD_HASH_START, bytes, size));
}

size_t thud_simulation_save_size(thud_simulation *sim) {
    return sim && sim->stepping.under_way ? sizeof(head) + thud_saved_size(sim) : 0;
}

thud_status thud_simulation_save(thud_simulation *sim, void *bytes, size_t size) {
    THUD_PLAIN_ENVIRONMENT;
    if (!sim || !bytes || !sim->stepping.under_way || size != thud_simulation_save_size(sim))
        return THUD_ERROR_ARGUMENT;
    if (sim->stepping.failed != THUD_OK) return sim->stepping.failed;
    const size_t length = size - sizeof(head);
    thud_saved_write(sim, sim->stepping.kept);
    const head h = {"thudrun", FORMAT, thud_saved_owner(sim), length, check_of(sim->stepping.kept, length)};
    memcpy(bytes, &h, sizeof h);
    memcpy((char *)bytes + sizeof h, sim->stepping.kept, length);
    return THUD_OK;
}

thud_status thud_simulation_restore(thud_simulation *sim, const void *bytes, size_t size) {
    THUD_PLAIN_ENVIRONMENT;
    head h;
    if (!sim || !bytes || !sim->stepping.under_way) return THUD_ERROR_ARGUMENT;
    if (size < sizeof h) return THUD_ERROR_SYNTAX;
    memcpy(&h, bytes, sizeof h);
    const char *state = (const char *)bytes + sizeof h;
    const size_t length = size - sizeof h;
    if (memcmp(h.word, "thudrun", sizeof h.word) != 0 || h.size != length || h.check != check_of(state, length))
        return THUD_ERROR_SYNTAX;
    if (h.format != FORMAT || h.owner != thud_saved_owner(sim)) return THUD_ERROR_MISMATCH;
    if (!thud_saved_read(sim, state, length)) {
        sim->stepping.failed = THUD_ERROR_SYNTAX;
        return THUD_ERROR_SYNTAX;
    }
    thud_saved_refresh(sim);
    thud_samples_skip(&sim->accounts.samples, sim->motion.time);
    sim->motion.failure = THUD_OK;
    sim->accounts.ledger.stopped = false;
    sim->accounts.ledger.fault = (thud_fault){0};
    return conclude(sim);
}
