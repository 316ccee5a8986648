/*
 * The inside of thud_system_run: one run of a system given by callbacks.
 *
 * The state y that the Runge–Kutta method carries is q, q̇, the work of the power and of its positive part, and for
 * each contact the impulse and the work of its force: impulses and energies are integrated with the motion.
 */
#ifndef THUD_SYSTEM_RUN_H
#define THUD_SYSTEM_RUN_H

#include <thud/contact.h>
#include <thud/system.h>

#include "contact/ledger.h"
#include "contact/phase.h"
#include "contact/pressed.h"
#include "contact/samples.h"
#include "numeric/integral/runge_kutta.h"

/* Signals of a system: numbers that follow from its state and its accelerations. Their peaks are found, and samples
 * have them. */
typedef struct thud_system_view {
    size_t count;
    /* [count] signals at a state whose accelerations are known */
    void (*evaluate)(void *context, double time, const double *q, const double *rate, const double *acceleration,
                     double *signals);
    /* puts signals into a sample, which has the accelerations of the coordinates themselves */
    void (*complete)(void *context, const double *signals, thud_sample *sample);
    /* an instant inside a step, several in each; NULL: nobody looks */
    void (*show)(void *context, double time, const double *signals, thud_ledger *ledger);
    /* when the run is over: what they came to, as results */
    void (*conclude)(void *context, const struct thud_system_view *view, const double *q, thud_summary *summary);
    double *highest, *lowest, *final; /* [count] what they came to */
} thud_system_view;

/* Shares that count as small, as nothing that shows, and as the finest that is asked for. */
static const double THUD_SYSTEM_SMALL = 1e-3, THUD_SYSTEM_NOTHING = 1e-9, THUD_SYSTEM_FINE = 1e-12;

enum { THUD_SYSTEM_LOOKS = 8 }; /* parts of a step between which events are looked for */

typedef struct thud_system_look {
    double depth, rate, force; /* m, m/s, N */
} thud_system_look;

typedef struct thud_system_contact {
    const thud_gap_contact *given;
    thud_force_kind kind;
    bool zero_force, approach_only;
    thud_contact element; /* calibrates; the force of the branch under way is computed here, smooth past its end */
    thud_phase phase;
    bool approaching;     /* while active: the penetration grows; or bilinear laws load. Otherwise recovery */
    bool released;        /* by the event that is handled: not to be held again at the same instant */
    double top;           /* m, largest penetration of this impact that has been turned at */
    double base;          /* m, the set that loading of a bilinear law began on */
    bool permanent;       /* bilinear: the dent stays */
    double dent;          /* m, where the face is by now; depths are beyond it */
    double length;        /* m, (m v²/k)^(1/(n+1)) of this impact, what its error is measured by */
    thud_pressed pressed; /* its speed is what it was calibrated for */
    double stored_start;  /* J, in the contact when the run began with it closed */
    double stick_since;   /* s */
    thud_impact_entry entry;
    double depth, rate, force; /* m, m/s, N at the state looked at last */
    double *gradient;          /* [dof], likewise */
    thud_system_look looks[THUD_SYSTEM_LOOKS + 1];
} thud_system_contact;

typedef struct thud_system_run {
    const thud_system *system;
    const thud_system_options *options;
    const thud_system_view *view; /* NULL: no signals */
    thud_ledger ledger;
    thud_body_summary *bodies;
    thud_summary *summary;
    size_t dof, contact_count;
    thud_runge_kutta method;
    thud_system_contact *contacts;
    double t, h;
    double free_step; /* s, the last one without a contact in force */
    double stop;      /* s, where the step under way must end: a break of the forces or the end */
    double accuracy;  /* relative, of one step */
    thud_samples samples;
    size_t steps, events, idle; /* idle: events since time went on */
    double energy_start, energy_peak;
    double impact_energy; /* J, lost in contacts */
    double input_extra;   /* J, in contacts that were closed at the start */
    size_t sticking;      /* how many contacts */
    bool failed;          /* a callback gave no number */
    const char *cause;    /* which */
    /* work space, all in one block */
    double *y;          /* state */
    double *scale;      /* of the error, per component */
    double *look;       /* a state inside the step */
    double *slope;      /* and its derivative */
    double *mass;       /* [dof × dof], its factor */
    double *nudged;     /* [dof], and a gradient there */
    double *response;   /* [contact × dof], M⁻¹g of those that stick or strike */
    double *delassus;   /* [contact × contact], gᵀM⁻¹g */
    double *drive;      /* [contact] */
    double *impulse;    /* [contact] */
    double *compressed; /* [contact] */
    double *force;      /* [contact], for samples */
    size_t *chosen;     /* [contact] */
    double *switches;   /* [switch × (looks + 1)] */
    double *switch_now; /* [switch], at the state looked at last */
    double *lcp_work;
    double *seen;   /* [(2 contacts + signal) × (looks + 1)] */
    double *signal; /* [signal] at one state */
} thud_system_run_state;

/* The next `count` numbers of a block; NULL while it is only counted. */
static inline double *thud_system_carve(double *block, size_t *used, size_t count) {
    *used += count;
    return block ? block + *used - count : NULL;
}

/* where the parts of y begin */
static inline size_t thud_system_work_at(const thud_system_run_state *run) { return 2 * run->dof; }
static inline size_t thud_system_impulse_at(const thud_system_run_state *run, size_t contact) {
    return 2 * run->dof + 2 + 2 * contact;
}

/* ---- motion.c ---- */

/* y′, a thud_derivative; leaves depth, rate, gradient and force of the contacts in force. */
bool thud_system_slope(void *run, double t, const double *y, double *slope);

/* Forces may jump at a break: up to there they are those from before. */
double thud_system_near_side(const thud_system_run_state *run, double t);

/* A run fails where a number is none, with the cause. */
bool thud_system_all_finite(thud_system_run_state *run, const double *values, size_t count, const char *cause);
bool thud_system_is_known(thud_system_run_state *run, const thud_system_contact *contact);

/* m: the numbers that a penetration is made of, the largest so far. */
double thud_system_size(const thud_system_run_state *run, const thud_system_contact *contact);

/* Depth, rate and gradient of every contact at a state. */
void thud_system_look_at(thud_system_run_state *run, const double *y);

/* M(q) and its factor; false when it is not positive definite. */
bool thud_system_factor_mass(thud_system_run_state *run, const double *q);

/* response = M⁻¹g and delassus = gᵀM⁻¹g of the chosen contacts, gradients and mass being those looked at last. */
void thud_system_respond(thud_system_run_state *run, size_t count);

/* Takes what they do to velocities or accelerations out: Σ response · push, a push for each of them. */
void thud_system_push(const thud_system_run_state *run, size_t count, const double *push, double *values);

/* gᵀM⁻¹g of two contacts, likewise. */
double thud_system_coupling(thud_system_run_state *run, size_t index, size_t other);

/* ġᵀq̇ of a contact. */
double thud_system_bend(thud_system_run_state *run, size_t index, const double *y);

/* Brings the contacts that stick back to δ = 0 and δ̇ = 0; false when the mass fails. */
bool thud_system_project(thud_system_run_state *run);

/* ---- contact.c ---- */

/* What contact/pressed.h asks of these contacts. */
thud_pressing thud_system_pressing(thud_system_run_state *run);

double thud_system_force(const thud_system_contact *contact, double depth, double rate);

/* N/m, of the spring at a depth. */
double thud_system_steepness(const thud_system_contact *contact, double depth);

/* A smooth function with the sign of the force before it is cut off at zero. */
double thud_system_pull(const thud_system_contact *contact, double depth, double rate);

/* J, in the spring of a contact in force, on its present branch. */
double thud_system_stored(const thud_system_contact *contact, double depth);

/* s, for contacts that have been looked at: a general law may push again on the last part of the way out, where its
 * damper has set out, and no step may pass over that: it leaves a fifth of the depth, down to what no force comes
 * from. INFINITY: of any length. */
double thud_system_longest_step(const thud_system_run_state *run);

static inline bool thud_system_in_force(const thud_system_contact *c) { return c->phase == THUD_PHASE_ACTIVE; }
static inline bool thud_system_has_force(const thud_system_contact *c) {
    return c->phase == THUD_PHASE_ACTIVE || c->phase == THUD_PHASE_STICKING;
}

/* What each event does. The contacts must have been looked at. */
thud_status thud_system_begin_contact(thud_system_run_state *run, size_t index);
void thud_system_turn_contact(thud_system_run_state *run, size_t index);
thud_status thud_system_resume_contact(thud_system_run_state *run, size_t index);
void thud_system_release_contact(thud_system_run_state *run, size_t index);
void thud_system_open_contact(thud_system_run_state *run, size_t index);
void thud_system_enter_rest(thud_system_run_state *run); /* those that are not over at the end of the run */

/* ---- events.c ---- */

/* Looks at the step inside; false when it is too long for the gaps to be followed. */
bool thud_system_survey(thud_system_run_state *run);

/* The first event of the step that was surveyed. */
thud_event thud_system_first_event(thud_system_run_state *run);

/* Steps from the start of the step to the event itself: run->t and run->y are those of the event afterwards. */
bool thud_system_step_to(thud_system_run_state *run, const thud_event *event);

/* ---- impulse.c ---- */

/* Velocities jump at the contacts that are closed now. */
thud_status thud_system_strike(thud_system_run_state *run);

/* Which of the closed newton and poisson contacts stay closed. */
thud_status thud_system_settle(thud_system_run_state *run);
void thud_system_end_sticking(thud_system_run_state *run, size_t index);

/* ---- run.c ---- */

/* thud_system_run with the names of a model, whose bodies, rods and contacts are those of the system (NULL:
 * numbers), and with signals (NULL: none). */
thud_status thud_system_run_model(const thud_model *model, const thud_system *system,
                                  const thud_system_options *options, const thud_system_view *view, double *q,
                                  double *rate, thud_body_summary *bodies, thud_contact_summary *contacts,
                                  const thud_observer *observer, thud_summary *summary);

/* ---- watch.c ---- */

/* Peaks, largest forces and samples of the step up to x. */
void thud_system_watch(thud_system_run_state *run, double x);

/* Peaks of the state at run->t, where something begins anew; and at the end. */
void thud_system_watch_start(thud_system_run_state *run);
void thud_system_watch_end(thud_system_run_state *run);

void thud_system_sample(thud_system_run_state *run, double time, const double *y, bool event);

#endif
