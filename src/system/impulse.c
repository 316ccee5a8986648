/*
 * newton and poisson: which contacts take part in an impact, what its impulses do, and which contacts stay closed.
 *
 * q̇⁺ = q̇⁻ − M⁻¹ G Λ, so that the rates of penetration change by −W Λ, W = GᵀM⁻¹G; contact/impulses.c finds Λ. Which
 * closed contacts stay so is a linear complementarity problem as well: λ ≥ 0, complementary to −δ̈ ≥ 0.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/impulses.h"
#include "numeric/matrix/lcp.h"
#include "system/run.h"

/* a closed gap, to the rounding of the numbers that it is made of */
static bool is_closed(const thud_system_run_state *run, const thud_system_contact *contact) {
    if (contact->kind != THUD_FORCE_IMPULSIVE) return false;
    if (contact->phase == THUD_PHASE_STICKING) return true;
    return contact->depth >= -64 * DBL_EPSILON * thud_system_size(run, contact);
}

static const thud_gap_contact *given(const void *context, size_t index) {
    const thud_system_run_state *run = context;
    return run->contacts[run->chosen[index]].given;
}

/* finds the impulses of the chosen contacts; `drive` has the speeds before */
static bool find_impulses(thud_system_run_state *run, size_t count) {
    for (size_t j = 0; j < count; j++) run->drive[j] = -run->contacts[run->chosen[j]].rate;
    return thud_impulses_find(&(thud_impulses){
        .count = count,
        .coupling = run->delassus,
        .before = run->drive,
        .impulse = run->impulse,
        .bound = run->compressed,
        .added = run->force,
        .work = run->lcp_work,
        .slow = run->options->impact_threshold,
        .given = given,
        .context = run,
    });
}

/* m/s: the terms that a rate is the sum of */
static double speeds_of(const thud_system_run_state *run, const thud_system_contact *contact) {
    double sum = 0;
    for (size_t j = 0; j < run->dof; j++) sum += fabs(contact->gradient[j] * run->y[run->dof + j]);
    return sum;
}

/* m/s: rounding may leave this of a rate that is zero, by some operations on the velocities in it */
static double resting_rate(const thud_system_run_state *run) {
    double fastest = 0;
    for (size_t i = 0; i < run->contact_count; i++) fastest = fmax(fastest, speeds_of(run, &run->contacts[i]));
    return 64 * DBL_EPSILON * fastest;
}

/* m/s²: what closes a contact; what decides for staying where that is nothing; what is more than nothing */
typedef struct {
    double closing, trace, least;
} load;

/* the load by the accelerations in `slope`. Its trace is their rounding, and that of differences of gradients over
 * parts of a step */
static load load_of(thud_system_run_state *run, size_t index) {
    const thud_system_contact *contact = &run->contacts[index];
    const double *acceleration = run->slope + run->dof;
    double closing = thud_system_bend(run, index, run->y), largest = 0, size = DBL_MIN;
    for (size_t k = 0; k < run->dof; k++) largest = fmax(largest, fabs(acceleration[k]));
    for (size_t k = 0; k < run->dof; k++) {
        closing += contact->gradient[k] * acceleration[k];
        size += fabs(contact->gradient[k]) * largest;
    }
    const double bend = run->h > 0 ? 256 * DBL_EPSILON * speeds_of(run, contact) / run->h : 0;
    return (load){closing, THUD_SYSTEM_FINE * size + bend, THUD_SYSTEM_NOTHING * size};
}

/* one that parts has an impact of its own if this one drives it back; together they might gain energy. So has one
 * that an impact without a bounce has stopped and a load opens, by less than shows */
static bool parts(thud_system_run_state *run, size_t index, double still) {
    const thud_system_contact *contact = &run->contacts[index];
    if (contact->phase == THUD_PHASE_STICKING || contact->rate > still) return false;
    if (contact->rate < -still) return true;
    if (!thud_system_slope(run, run->t, run->y, run->slope)) return false;
    thud_system_look_at(run, run->y);
    load l = load_of(run, index);
    return l.closing < -l.least;
}

thud_status thud_system_strike(thud_system_run_state *run) {
    size_t count = 0;
    thud_system_look_at(run, run->y);
    double still = resting_rate(run);
    for (size_t i = 0; i < run->contact_count; i++) {
        thud_system_contact *contact = &run->contacts[i];
        bool sticks = contact->phase == THUD_PHASE_STICKING;
        if (!is_closed(run, contact) || parts(run, i, still)) continue;
        /* it is at rest: a trace of parting here and of approach there, left by rounding, has no solution */
        if (sticks || fabs(contact->rate) <= still) contact->rate = 0;
        run->chosen[count++] = i;
    }
    if (count == 0) return THUD_OK;
    if (!thud_system_factor_mass(run, run->y)) return THUD_ERROR_ARGUMENT;
    thud_system_respond(run, count);
    if (!find_impulses(run, count)) {
        run->cause = "the impulses of contacts that close together cannot be found";
        return THUD_ERROR_ACCURACY;
    }
    thud_system_push(run, count, run->impulse, run->y + run->dof);
    thud_system_look_at(run, run->y);
    for (size_t j = 0; j < count; j++) {
        size_t i = run->chosen[j];
        if (run->impulse[j] > 0) {
            thud_impact_entry entry =
                thud_impulses_entry(i, run->t, run->drive[j], -run->contacts[i].rate, run->impulse[j]);
            run->impact_energy += entry.energy_lost;
            thud_ledger_enter(&run->ledger, &entry);
        }
        /* poisson gives back what others put into a contact at rest */
        if (run->contacts[i].phase == THUD_PHASE_STICKING && run->contacts[i].rate < -still)
            thud_system_end_sticking(run, i);
    }
    return THUD_OK;
}

void thud_system_end_sticking(thud_system_run_state *run, size_t index) {
    thud_system_contact *contact = &run->contacts[index];
    thud_contact_summary *sum = &run->ledger.contacts[index];
    double *impulse = &run->y[thud_system_impulse_at(run, index)];
    sum->stick_time += fmax(run->t - contact->stick_since, 0);
    sum->impulse += *impulse;
    *impulse = 0;
    contact->phase = THUD_PHASE_OPEN;
    contact->released = true;
    run->sticking--;
}

/* e of impacts that are about to end: that of the threshold, below which it does not change */
static double slow_restitution(const thud_system_run_state *run, const thud_system_contact *contact) {
    double threshold = run->options->impact_threshold;
    return thud_gap_contact_restitution(contact->given, fmax(fabs(contact->rate), threshold));
}

/* the contact stays closed from now on; the impacts that would follow take the speed that it still leaves with */
static void hold_on(thud_system_run_state *run, size_t index, double speed, double closing) {
    thud_system_contact *contact = &run->contacts[index];
    double e = slow_restitution(run, contact);
    bool sums_up = closing > 0 && e < 1;
    contact->phase = THUD_PHASE_STICKING;
    contact->stick_since = run->t + (sums_up ? thud_accumulation_time(speed, closing, e) : 0);
    run->y[thud_system_impulse_at(run, index)] = 0;
    run->sticking++;
}

/* stops the contacts that stick: the impulses of that, and what they cost, are those of impacts that would follow
 */
static thud_status stop_sticking(thud_system_run_state *run) {
    if (!thud_system_project(run)) return THUD_ERROR_ARGUMENT;
    for (size_t j = 0; j < run->sticking; j++) {
        const size_t i = run->chosen[j];
        const double lost = run->drive[j] * run->contacts[i].rate / 2; /* at the rate before */
        run->y[thud_system_impulse_at(run, i)] += run->drive[j];
        run->impact_energy += lost;
        run->ledger.contacts[i].energy_lost += lost;
    }
    return THUD_OK;
}

/* all but closed, as far as positions are known, and all but at rest */
static bool is_calm(const thud_system_run_state *run, const thud_system_contact *contact, double slow) {
    if (contact->kind != THUD_FORCE_IMPULSIVE || contact->released) return false;
    return contact->phase == THUD_PHASE_STICKING ||
           (fabs(contact->rate) <= slow && contact->depth >= -run->accuracy * thud_system_size(run, contact));
}

/* whether another contact that moves the same coordinates is as calm; `loses`: and takes energy from them */
static bool has_company(const thud_system_run_state *run, size_t index, double slow, bool loses) {
    const thud_system_contact *contact = &run->contacts[index];
    for (size_t i = 0; i < run->contact_count; i++) {
        const thud_system_contact *other = &run->contacts[i];
        if (i == index || !is_calm(run, other, slow) || (loses && !(slow_restitution(run, other) < 1))) continue;
        for (size_t j = 0; j < run->dof; j++)
            if (contact->gradient[j] * other->gradient[j] != 0) return true;
    }
    return false;
}

/*
 * Closed, and neither coming nor going: contacts that may stay. Impacts of several that share coordinates
 * accumulate together, each while the others are not quite closed; those with e = 1 only then. One that is alone
 * and parts, however slowly, stays where a load closes it.
 */
static bool may_stay(thud_system_run_state *run, size_t index, double slow, double still) {
    const thud_system_contact *contact = &run->contacts[index];
    if (!is_calm(run, contact, slow)) return false;
    double e = slow_restitution(run, contact);
    bool loses = e < 1;
    if (contact->phase == THUD_PHASE_STICKING || has_company(run, index, slow, !loses)) return true;
    if (!is_closed(run, contact)) return false;
    if (fabs(contact->rate) <= (loses ? still : DBL_EPSILON * slow)) return true;
    load l = load_of(run, index);
    return l.closing > l.least && thud_accumulation_is_over(-contact->rate, l.closing, e, slow,
                                                            run->accuracy * thud_system_size(run, contact));
}

static size_t candidates(thud_system_run_state *run) {
    double threshold = run->options->impact_threshold,
           slow = THUD_SYSTEM_SMALL * (threshold > 0 ? threshold : THUD_SYSTEM_SMALL * THUD_SYSTEM_SMALL);
    double still = resting_rate(run);
    size_t count = 0;
    for (size_t i = 0; i < run->contact_count; i++)
        if (may_stay(run, i, slow, still)) run->chosen[count++] = i;
    return count;
}

thud_status thud_system_settle(thud_system_run_state *run) {
    bool any = false;
    for (size_t i = 0; i < run->contact_count; i++) any = any || run->contacts[i].kind == THUD_FORCE_IMPULSIVE;
    if (!any) return THUD_OK;

    /* accelerations as if nothing were held */
    size_t count, held = run->sticking;
    run->sticking = 0;
    bool good = thud_system_slope(run, run->t, run->y, run->slope);
    run->sticking = held;
    if (!good) return THUD_ERROR_ARGUMENT;
    thud_system_look_at(run, run->y);
    count = candidates(run);
    if (count == 0) return THUD_OK;
    thud_system_respond(run, count);
    for (size_t j = 0; j < count; j++) {
        load l = load_of(run, run->chosen[j]);
        run->drive[j] = -(l.closing + l.trace);
        run->compressed[j] = l.least;
    }
    if (!thud_lcp_solve(count, run->delassus, run->drive, run->impulse, run->lcp_work)) {
        run->cause = "the reactions of contacts that rest together cannot be found";
        return THUD_ERROR_ACCURACY;
    }
    for (size_t j = 0; j < count; j++) {
        size_t i = run->chosen[j];
        bool was = run->contacts[i].phase == THUD_PHASE_STICKING, stays = run->impulse[j] > 0 || run->drive[j] == 0;
        if (stays && !was)
            hold_on(run, i, fmax(-run->contacts[i].rate, 0),
                    fmax(run->impulse[j] * run->delassus[j * count + j] - run->compressed[j], 0));
        if (!stays && was) thud_system_end_sticking(run, i);
    }
    return stop_sticking(run);
}
