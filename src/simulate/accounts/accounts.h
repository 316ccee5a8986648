/*
 * The accounts of a run: energy in and out, impulses, true peaks, samples.
 */
#ifndef THUD_SIMULATE_ACCOUNTS_H
#define THUD_SIMULATE_ACCOUNTS_H

#include "contact/ledger.h"
#include "contact/samples.h"
#include "simulate/contacts/body_contact.h"

enum { THUD_GAUSS_LIMIT = 17 };

/* J, so far. */
typedef struct thud_energy_account {
    double input, dissipated, hysteresis, impact;
    double largest_stored;
} thud_energy_account;

/* A part of a signal that is watched: a factor of a displacement, a velocity, a relative acceleration, or the force
 * of a link that is not linear. */
typedef enum thud_term_kind {
    THUD_TERM_DISPLACEMENT,
    THUD_TERM_VELOCITY,
    THUD_TERM_ACCELERATION,
    THUD_TERM_LINK,
} thud_term_kind;

typedef struct thud_watch_term {
    thud_term_kind of;
    int part; /* a body, or a link */
    double factor;
} thud_watch_term;

typedef struct thud_watched {
    size_t first, count; /* of its terms */
    bool of_ground;      /* and the acceleration of the ground */
} thud_watched;

typedef struct thud_watches {
    size_t count, term_count;
    thud_watched *list;
    thud_watch_term *terms;
    thud_watch_summary *results;
    double *sample; /* [count] */
} thud_watches;

typedef struct thud_accounts {
    thud_watches watches;
    thud_energy_account energy;
    thud_ledger ledger;
    const thud_observer *observer;
    struct {
        double node[THUD_GAUSS_LIMIT], weight[THUD_GAUSS_LIMIT];
    } gauss[THUD_GAUSS_LIMIT + 1]; /* by number of nodes, on [0, 1] */
    thud_samples samples;
    double *sample_x, *sample_v, *sample_a; /* [n] */
    double *tops;         /* [4 n] work space: the peaks so far side by side, and what is beyond them */
    double *node_v;       /* [4 n] m/s: at points that energy is summed over */
    double *sample_force; /* N by contact; all zero between samples */
    double *sample_deformation, *sample_link_force; /* m, N by link */
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_summary summary;
} thud_accounts;

/* Of the expanded step from its start to σ, whose end is known. The state is still that of the start. */
void thud_account_energy(thud_simulation *simulation, double sigma);
void thud_account_peaks(thud_simulation *simulation, double sigma);

/* The largest energy stored, which a residual of the balance is measured by: in the present state. */
void thud_account_stored(thud_simulation *simulation);

/* σᵏ for k up to `order`, and a peak raised to the largest |c| of a power series between 0 and that σ. */
void thud_peak_powers(double sigma, int order, double *power);
void thud_peak_raise(double *peak, const double *coefficients, int order, const double *power);

/* ... and to its largest value, with the sign. */
void thud_peak_raise_maximum(double *maximum, const double *coefficients, int order, const double *power);

/* How many terms the signals of a model have at most; the signals, once the structure is there: false without
 * memory. */
size_t thud_watch_terms(const thud_model *model);
bool thud_watch_prepare(thud_simulation *simulation);
void thud_watch_reset(thud_watches *watches);

/* Peaks of the expanded step to σ, whose powers are given; and the values at σ, in watches.sample, where the
 * links of the sample are known. */
void thud_watch_account(thud_simulation *simulation, double sigma, const double *power);
const double *thud_watch_sample(thud_simulation *simulation, double sigma);

/* How near the bodies of contacts come: from the start on; where the coordinates are x; when a contact closes, and
 * with the penetration of an impact that is over; and in the expanded step, whose powers of σ are given: all
 * contacts, or one. */
void thud_approach_start(thud_simulation *simulation);
void thud_approach_take(thud_simulation *simulation, const double *x);
void thud_approach_enter(thud_simulation *simulation, const thud_body_contact *contact, double penetration);
void thud_approach_account(thud_simulation *simulation, const double *power);
void thud_approach_follow(thud_simulation *simulation, const thud_body_contact *contact, const double *power);

/* The sample of the expanded step at σ. The forces are to be zero again before the next one. */
thud_sample thud_account_sample(thud_simulation *simulation, double time, double sigma, bool event);

/* Hands the samples that fall into the step up to σ to the observer; `event`: also the instant of σ itself. */
void thud_account_samples(thud_simulation *simulation, double sigma, bool event);

/*
 * For steps that are no series: what an observer wants to see between the present state and `until`, from series of
 * its own. No event lies in between, and one contact acts at most. The run stays where it is: what is looked at
 * changes nothing.
 */
void thud_account_aside(thud_simulation *simulation, double until);

/* Whether there is anything to be seen up to `until`: a sample, or the way of a link or of a contact
 * in force. */
bool thud_account_watched(const thud_simulation *simulation, double until);

#endif
