/*
 * A simulation from the inside: what is prepared once, and the state of the run.
 */
#ifndef THUD_SIMULATE_STATE_H
#define THUD_SIMULATE_STATE_H

#include <math.h>

#include <thud/simulate.h>

#include "simulate/accounts/accounts.h"
#include "simulate/contacts/contact_row.h"
#include "simulate/contacts/contacts.h"
#include "simulate/contacts/rest.h"
#include "simulate/follower.h"
#include "simulate/links/links.h"
#include "simulate/loads.h"
#include "simulate/motion.h"
#include "simulate/structure.h"
#include "simulate/supports.h"

/* Of a run in steps; see stepping/. */
typedef struct thud_stepping {
    bool under_way;     /* it has begun, and nothing has changed its parameters since */
    thud_status failed; /* what a call has come to that nothing goes on from */
    char *kept;         /* room for a state */
    /* what the summary shows: impacts that are under way are in it as if they were over */
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_link_summary *links;
    thud_watch_summary *watches;
} thud_stepping;

/* The propagators in use, and what each of them owns; see propagator.h. */
enum { THUD_PROPAGATORS_MOST = 8 };
typedef struct thud_propagation {
    const struct thud_propagator *const *table;
    size_t count;
    void *memory[THUD_PROPAGATORS_MOST];
    unsigned without; /* tests only: those that are left out, by bits of their row */
} thud_propagation;

struct thud_simulation {
    const thud_model *model;
    thud_run_options options;
    void *block; /* all arrays of the seven */
    thud_body_structure structure;
    thud_loads loads;
    thud_supports supports;
    thud_contacts contacts;
    thud_links links;
    thud_rest rest;
    thud_body_motion motion;
    thud_accounts accounts;
    thud_stepping stepping;
    thud_propagation propagation;
    const thud_follower *follower; /* NULL: none */
    bool as_system; /* prepared to be run by callbacks, see model.h */
};

/* the larger of two numbers that are numbers: fmax minds NAN and is not a single instruction */
static inline double thud_larger(double a, double b) { return a > b ? a : b; }

/* x, v or 0 for the ground. */
static inline double thud_coordinate(const double *values, thud_body body) { return body < 0 ? 0 : values[body]; }

/* A coefficient of a body's series, or 0 for the ground. */
static inline double thud_coefficient(const thud_simulation *sim, const double *series, thud_body body, int k) {
    return body < 0 ? 0 : series[(size_t)k * sim->structure.n + (size_t)body];
}

/* s: the first instant at which a load or the motion of a support breaks, or the end. */
static inline double thud_simulation_break(const thud_simulation *sim) {
    return thud_supports_until(&sim->supports, thud_loads_until(&sim->loads, sim->motion.end));
}

/* Whether a contact has never been closed: its closest approach is below its gap. */
static inline bool thud_approach_is_apart(const thud_simulation *sim, const thud_body_contact *t) {
    return sim->accounts.contacts[t->number].closest_approach < sim->contacts.given[t->number].gap;
}

/* J in the present state: of motion, in springs and in contacts. */
double thud_simulation_stored(const thud_simulation *simulation);

#endif
