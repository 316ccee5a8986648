/*
 * The accounts of a run: energy in and out, impulses, true peaks, samples.
 */
#ifndef THUD_SIMULATE_ACCOUNTS_H
#define THUD_SIMULATE_ACCOUNTS_H

#include "contact/ledger.h"
#include "contact/samples.h"

enum { THUD_GAUSS_LIMIT = 17 };

/* J, so far. */
typedef struct thud_energy_account {
    double input, dissipated, hysteresis, impact;
    double largest_stored;
} thud_energy_account;

typedef struct thud_accounts {
    thud_energy_account energy;
    thud_ledger ledger;
    const thud_observer *observer;
    struct {
        double node[THUD_GAUSS_LIMIT], weight[THUD_GAUSS_LIMIT];
    } gauss[THUD_GAUSS_LIMIT + 1]; /* by number of nodes, on [0, 1] */
    thud_samples samples;
    double *sample_x, *sample_v, *sample_a; /* [n] */
    double *sample_force;                   /* N by contact; all zero between samples */
    thud_body_summary *bodies;
    thud_contact_summary *contacts;
    thud_summary summary;
} thud_accounts;

/* Of the expanded step from its start to σ. The state is still that of the start. */
void thud_account_energy(thud_simulation *simulation, double sigma);
void thud_account_peaks(thud_simulation *simulation, double sigma);

/* σᵏ for k up to `order`, and a peak raised to the largest |c| of a power series between 0 and that σ. */
void thud_peak_powers(double sigma, int order, double *power);
void thud_peak_raise(double *peak, const double *coefficients, int order, const double *power);

/* Hands the samples that fall into the step up to σ to the observer; `event`: also the instant of σ itself. */
void thud_account_samples(thud_simulation *simulation, double sigma, bool event);

/*
 * For steps that are no series: what an observer wants to see between the present state and `until`, from series of
 * its own. No event lies in between, and one contact acts at most. The run stays where it is: what is looked at
 * changes nothing.
 */
void thud_account_aside(thud_simulation *simulation, double until);

/* Whether there is anything to be seen up to `until`: a sample, or the way of a contact in force. */
bool thud_account_watched(const thud_accounts *accounts, double until, bool in_contact);

#endif
