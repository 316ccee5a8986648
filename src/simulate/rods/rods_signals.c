/*
 * Signals of the state of a model with rods, one after the other,
 *     absolute accelerations of the bodies (and those of the rods),
 *     deformations of the links that results are asked of, then their forces,
 *     signals that are watched,
 *     x_left − x_right of contacts between bodies; all others have none.
 */
#include <math.h>

#include "simulate/rods/rods.h"

typedef struct places {
    size_t deformation, force, watch, approach, count;
} places;

static places places_of(const thud_rods *r) {
    const size_t links = r->sim->links.count, deformation = r->dof, force = deformation + links,
                 watch = force + links, approach = watch + r->sim->accounts.watches.count;
    return (places){deformation, force, watch, approach, approach + r->model->contact_count};
}

size_t thud_rods_signal_count(const thud_rods *r) { return places_of(r).count; }

static bool has_approach(const thud_rods *r, size_t contact) {
    return thud_contact_is_of_bodies(&r->model->contacts[contact]);
}

static double watched(const thud_rods *r, size_t index, const double *const *motion, const double *link_force,
                      double ground) {
    const thud_watches *w = &r->sim->accounts.watches;
    const thud_watched *signal = &w->list[index];
    double sum = signal->of_ground ? ground : 0;
    for (size_t i = 0; i < signal->count; i++) {
        const thud_watch_term *term = &w->terms[signal->first + i];
        sum += term->factor * (term->of == THUD_TERM_LINK ? link_force : motion[term->of])[term->part];
    }
    return sum;
}

static void evaluate(void *context, double time, const double *q, const double *rate, const double *acceleration,
                     double *signals) {
    const thud_rods *r = context;
    const places at = places_of(r);
    const double *const motion[] = {q, rate, acceleration}; /* as terms of signals count them */
    const double ground = thud_rods_load(&r->model->ground, time);
    for (size_t i = 0; i < r->dof; i++)
        signals[i] = acceleration[i] + (i < r->bodies ? r->influence[i] * ground : 0);
    thud_links_evaluate(r->sim, q, rate, signals + at.deformation, signals + at.force);
    for (size_t i = 0; i < r->sim->accounts.watches.count; i++)
        signals[at.watch + i] = watched(r, i, motion, signals + at.force, ground);
    for (size_t i = 0; i < r->model->contact_count; i++)
        signals[at.approach + i] = has_approach(r, i) ? thud_rods_way_of_bodies(r, i, q, NULL) : 0;
}

static void complete(void *context, const double *signals, thud_sample *sample) {
    const thud_rods *r = context;
    const places at = places_of(r);
    sample->acceleration = signals;
    if (r->sim->accounts.watches.count > 0) sample->watch = signals + at.watch;
    if (r->sim->links.count == 0) return;
    sample->deformation = signals + at.deformation;
    sample->link_force = signals + at.force;
}

static void show(void *context, double time, const double *signals, thud_ledger *ledger) {
    const thud_rods *r = context;
    const places at = places_of(r);
    if (!ledger->observer || !ledger->observer->link) return;
    for (size_t i = 0; i < r->sim->links.count; i++) {
        thud_link_sample sample = {
            .link = i, .time = time, .deformation = signals[at.deformation + i], .force = signals[at.force + i]};
        thud_ledger_show_link(ledger, &sample);
    }
}

static double largest(const thud_system_view *view, size_t signal) {
    return fmax(fabs(view->highest[signal]), fabs(view->lowest[signal]));
}

/* results of bodies, links, contacts between bodies and signals that are watched */
static void conclude(void *context, const thud_system_view *view, const double *q, thud_summary *summary) {
    thud_rods *r = context;
    thud_accounts *accounts = &r->sim->accounts;
    const places at = places_of(r);
    for (size_t i = 0; i < r->bodies; i++) accounts->bodies[i].max_acceleration = largest(view, i);
    for (size_t i = 0; i < r->sim->links.count; i++) {
        r->sim->links.results[i].max_force = largest(view, at.force + i);
        r->sim->links.results[i].max_deformation = largest(view, at.deformation + i);
    }
    thud_rods_end_links(r, q);
    for (size_t i = 0; i < accounts->watches.count; i++)
        accounts->watches.results[i] = (thud_watch_summary){.max = largest(view, at.watch + i),
                                                            .highest = view->highest[at.watch + i],
                                                            .lowest = view->lowest[at.watch + i],
                                                            .final = view->final[at.watch + i]};
    for (size_t i = 0; i < r->model->contact_count; i++)
        if (has_approach(r, i)) accounts->contacts[i].closest_approach = view->highest[at.approach + i];
    summary->link_count = r->sim->links.count;
    summary->links = r->sim->links.results;
    summary->watch_count = accounts->watches.count;
    summary->watches = accounts->watches.results;
}

void thud_rods_view(thud_rods *r, thud_system_view *view) {
    const size_t count = thud_rods_signal_count(r);
    *view = (thud_system_view){.count = count,
                               .evaluate = evaluate,
                               .complete = complete,
                               .show = show,
                               .conclude = conclude,
                               .highest = r->signals,
                               .lowest = r->signals + count,
                               .final = r->signals + 2 * count};
}
