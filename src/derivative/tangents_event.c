/*
 * What an event does to the tangents.
 *
 * An event is where h(x, ẋ, t; p) = 0. Its time moves by dt = −dh/ḣ, dh at a fixed time. At the moving instant the
 * tangents are dx + ẋ⁻ dt, dẋ + ẍ⁻ dt; the event acts on those; back at a fixed time they are less by ẋ⁺ dt and ẍ⁺
 * dt.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/pressed.h"
#include "derivative/tangents.h"

enum { W = THUD_TANGENTS_WIDTH };

/* of the largest displacement: how far the run and the flow may be from each other at an event */
#define NEAR 1e-6
static const char *name_of(const thud_tangents *f, size_t contact) { return f->sim->model->contacts[contact].name; }

/* ---- order ---- */

/* two contacts that act on each other in one instant: which comes first changes what follows, unless they stay
 * together */
static void check_order(thud_tangents *f, const thud_event *event, const double *before_by) {
    const double *reply = f->contacts[event->contact].reply;
    const bool other = f->event_contact != SIZE_MAX && f->event_contact != event->contact;
    const bool joined = other && thud_tangents_along(&f->contacts[f->event_contact], reply) != 0;
    if (!other || !joined) return;
    const double apart = f->time - f->event_time, same = 4 * 0x1p-52 * f->time;
    for (size_t j = 0; j < f->m; j++) {
        const double nearer = before_by[j] - f->event_by[j], size = fabs(before_by[j]) + fabs(f->event_by[j]);
        if (!(fabs(nearer) > 1e-9 * size)) continue;
        if (apart <= same && !thud_tangents_is_at_once(f, event))
            thud_tangents_break(f, j, "contacts '%s' and '%s' meet at the same instant, %.9g s",
                                name_of(f, f->event_contact), name_of(f, event->contact), f->time);
        else if (apart > same)
            thud_tangents_limit(f, j, apart / nearer, "events of '%s' and '%s' at %.6g s change places",
                                name_of(f, f->event_contact), name_of(f, event->contact), f->time);
    }
}

/* ---- the ledger ---- */

/* an impact that gets slower grazes in the end */
static void limit_by_speed(thud_tangents *f, size_t contact, double speed, const double *speed_by) {
    for (size_t j = 0; j < f->m; j++)
        thud_tangents_limit(f, j, speed / speed_by[j], "the impact of '%s' at %.6g s becomes a graze",
                            name_of(f, contact), f->time);
}

static void enter(thud_tangents *f, size_t contact, double time, double speed, const double *time_by,
                  const double *speed_by) {
    if (!(speed > f->sim->accounts.ledger.threshold)) return;
    if (f->impact_count == f->impact_room) {
        const size_t room = f->impact_room ? 2 * f->impact_room : 16;
        thud_tangents_impact *larger = realloc(f->impacts, room * sizeof *larger);
        if (!larger) {
            thud_tangents_lose(f, "there is not enough memory for the impacts");
            return;
        }
        f->impacts = larger;
        f->impact_room = room;
    }
    double *by = calloc(2 * f->m + 1, sizeof *by);
    if (!by) {
        thud_tangents_lose(f, "there is not enough memory for the impacts");
        return;
    }
    memcpy(by, time_by, f->m * sizeof *by);
    memcpy(by + f->m, speed_by, f->m * sizeof *by);
    f->impacts[f->impact_count++] = (thud_tangents_impact){contact, time, speed, by};
}

/* a compliant one is entered when it is over */
static void enter_ended(thud_tangents *f, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    enter(f, contact, c->began, c->began_with, c->began_by, c->began_with_by);
}

/* ---- contacts ---- */

/* the speed of an approach, and its derivatives at the moving instant; a slower one than the threshold has that of
 * the threshold for the law */
static void note_start(thud_tangents *f, const thud_simulation *sim, size_t contact, const double *v_by) {
    thud_tangents_contact *c = &f->contacts[contact];
    const thud_body_contact *t = &sim->contacts.list[contact];
    const double speed = c->rate[0], slow = thud_press_threshold(sim->accounts.ledger.threshold);
    double *law_by = f->instants;
    c->began = f->time;
    c->began_with = speed;
    for (size_t j = 0; j < f->m; j++) {
        c->began_by[j] = f->event_by[j];
        c->began_with_by[j] = thud_tangents_along(c, v_by + j * f->points);
        law_by[j] = speed < slow ? 0 : c->began_with_by[j];
    }
    limit_by_speed(f, contact, speed, c->began_with_by);
    const double used = t->pressed.speed;
    if (fabs(used - fmax(speed, slow)) > 1e-9 * used && thud_tangents_minds_speed(&t->given))
        thud_tangents_lose(f, "the damping of contact '%s' is that of an impact that presses it, at %.9g s",
                           name_of(f, contact), f->time);
    else if (!thud_tangents_calibrate(f, contact, used, law_by))
        thud_tangents_lose(f, "the damping of contact '%s' has no derivative at %.9g s", name_of(f, contact),
                           f->time);
}

/* the derivatives of a branch that begins */
static void take_branch(thud_tangents *f, const thud_simulation *sim, const thud_event *event) {
    thud_tangents_contact *c = &f->contacts[event->contact];
    const thud_body_contact *t = &sim->contacts.list[event->contact];
    for (size_t j = 0; j < f->m; j++) {
        const double stiffness_by = thud_tangents_contact_by(f, j, event->contact)[THUD_OF_STIFFNESS];
        const double depth_by = c->depth_by[j * W] + c->rate[0] * f->event_by[j];
        if (c->bilinear && event->kind == THUD_EVENT_TURN) {
            /* k₂ (δ − offset⁺) = k (δ − offset) at the top */
            const double k2 = t->branch.k, share = c->k / k2, stretch = c->depth[0] - c->offset;
            const double share_by = (c->k_by[j] - share * c->unloading_by[j]) / k2;
            c->offset_by[j] = depth_by - share * (depth_by - c->offset_by[j]) - share_by * stretch;
            c->top_by[j] = depth_by;
            c->k_by[j] = c->unloading_by[j];
        } else if (event->kind == THUD_EVENT_CLOSE || event->kind == THUD_EVENT_RELOAD) {
            c->k_by[j] = stiffness_by;
            c->offset_by[j] = 0;
        }
        c->c_by[j] = t->branch.c == 0 && t->element.damping != 0 ? 0 : c->full_c_by[j];
        if (c->bilinear) c->c_by[j] = 0;
    }
}

/* what has yielded before is left on the branch of an impact before: it is not followed */
static bool is_on_a_set(const thud_body_contact *t) { return t->bilinear && t->base != 0; }

/* J, in its spring */
static void add_potential(thud_tangents *f, size_t contact, double sign, double *stored_by) {
    thud_tangents_contact *c = &f->contacts[contact];
    const double d = fmax(c->depth[0] - c->offset, 0), energy = pow(d, c->n + 1) / (c->n + 1),
                 force = c->k * pow(d, c->n);
    c->loss += sign * c->k * energy;
    for (size_t j = 0; j < f->m; j++) {
        const double depth_by = c->depth_by[j * W] + c->rate[0] * f->event_by[j];
        const double by = c->k_by[j] * energy + force * (depth_by - c->offset_by[j]);
        c->loss_by[j] += sign * by;
        if (stored_by) stored_by[j] += by;
    }
}

/* ---- contacts that are held ---- */

static void end_hold(thud_tangents *f, size_t contact, double until, const double *until_by) {
    thud_tangents_contact *c = &f->contacts[contact];
    c->stick_time += fmax(until - c->since, 0);
    for (size_t j = 0; j < f->m; j++) c->stick_time_by[j] += (until_by ? until_by[j] : 0) - c->since_by[j];
}

/* from the instant at which its bounces are over: 2w/(q (1 − e)) later, with w and q as they are now */
static void begin_hold(thud_tangents *f, const thud_simulation *sim, size_t contact, bool alone) {
    thud_tangents_contact *c = &f->contacts[contact];
    const thud_body_contact *t = &sim->contacts.list[contact];
    const double later = t->stick_start - f->time;
    const double w = -c->rate[0], q = thud_tangents_along(c, f->vs + f->points);
    c->since = t->stick_start;
    c->stick_unknown = c->stick_unknown || (later > 0 && !alone);
    for (size_t j = 0; j < f->m; j++) {
        c->since_by[j] = f->event_by[j];
        if (!(later > 0) || !alone) continue;
        double e_by;
        const double e = thud_tangents_restitution(f, contact, 0, j, 0, &e_by);
        const double w_by = -(c->rate_by[j * W] + thud_tangents_along(c, f->vs + f->points) * f->event_by[j]),
                     q_by = thud_tangents_along(c, f->vs_by + j * W * f->points + f->points);
        c->since_by[j] += later * (w_by / w - q_by / q + e_by / (1 - e));
    }
}

static void note_held(thud_tangents *f, const thud_simulation *sim) {
    size_t newly = 0;
    for (size_t i = 0; i < f->contact_count; i++) newly += sim->contacts.list[i].holding && !f->contacts[i].held;
    for (size_t i = 0; i < f->contact_count; i++) {
        const bool stands = sim->contacts.list[i].phase == THUD_PHASE_STICKING;
        const thud_tangents_contact *c = &f->contacts[i];
        if (stands && !c->held) begin_hold(f, sim, i, newly == 1);
        if (!stands && c->held) end_hold(f, i, f->time, f->event_by);
    }
}

/* ---- an event ---- */

/* fixed time to moving instant, sign 1, and back, −1, with the velocities and accelerations of the expansion */
static void move_tangents(thud_tangents *f, double sign) {
    const size_t n = f->points;
    for (size_t j = 0; j < f->m; j++) {
        const double by = sign * f->event_by[j];
        if (by == 0) continue;
        for (size_t i = 0; i < n; i++) {
            f->x_by[j * n + i] += by * f->vs[i];
            f->v_by[j * n + i] += by * f->vs[n + i];
        }
    }
}

static bool has_left(const thud_tangents *f, const thud_simulation *sim) {
    /* at rest there are no displacements, but what the accelerations that hold each other would lead to */
    double pull = fabs(f->gravity);
    for (size_t i = 0; i < f->points; i++) pull = fmax(pull, fabs(f->as[i]));
    const double room = NEAR * f->scale_x + 1e-10 * pull * f->time * f->time;
    for (size_t i = 0; i < f->points; i++)
        if (!(fabs(f->x[i] - sim->motion.x[i]) <= room)) return true;
    return false;
}

/* whether impulses have been booked since the event before */
static bool velocities_jump(const thud_tangents *f, const thud_simulation *sim) {
    for (size_t i = 0; i < f->points; i++)
        if (fabs(f->v[i] - sim->motion.v[i]) > 1e-9 * f->scale_v) return true;
    for (size_t i = 0; i < f->contact_count; i++)
        if (f->contacts[i].impulsive && f->contacts[i].booked != sim->accounts.contacts[i].impulse) return true;
    return false;
}

static void note_booked(thud_tangents *f, const thud_simulation *sim) {
    for (size_t i = 0; i < f->contact_count; i++) f->contacts[i].booked = sim->accounts.contacts[i].impulse;
}

/* integrals over time end, or begin with sign −1, at an instant that moves */
static void move_ends(thud_tangents *f, double sign) {
    const size_t n = f->points;
    double *pull = f->before, power = 0;
    memset(pull, 0, n * sizeof *pull);
    thud_sparse_add(&f->damping, 1, f->vs, pull);
    for (size_t i = 0; i < n; i++) power += f->vs[i] * pull[i];
    for (size_t j = 0; j < f->m; j++) {
        const double by = sign * f->event_by[j];
        if (by == 0) continue;
        f->dissipated_by[j] += by * power;
        for (size_t i = 0; i < f->contact_count; i++) {
            thud_tangents_contact *c = &f->contacts[i];
            if (!c->acts) continue;
            c->impulse_by[j] += by * c->force[0];
            c->loss_by[j] += by * c->force[0] * c->rate[0];
        }
        for (size_t i = 0; i < f->link_count; i++)
            f->links[i].work_by[j] += by * f->links[i].pull[0] * f->links[i].rate[0];
        for (size_t i = 0; i < f->held_count; i++) f->contacts[f->held[i]].impulse_by[j] += by * f->reaction[i];
    }
}

/* dampings that others have changed */
static bool is_pressed(const thud_tangents *f, const thud_simulation *sim, size_t but) {
    for (size_t i = 0; i < f->contact_count; i++) {
        const thud_tangents_contact *c = &f->contacts[i];
        if (i == but || !c->acts || sim->contacts.list[i].phase != THUD_PHASE_ACTIVE) continue;
        if (c->c != sim->contacts.list[i].branch.c || c->k != sim->contacts.list[i].branch.k) return true;
    }
    return false;
}

/* newton and poisson: those of one impact, in the order of the ledger */
static void strike(thud_tangents *f, const thud_simulation *sim, size_t contact) {
    const double speed = f->contacts[contact].rate[0];
    for (size_t j = 0; j < f->m; j++)
        f->instants[j] = thud_tangents_along(&f->contacts[contact], f->v_by + j * f->points);
    if (!thud_tangents_strike(f, sim, contact, false)) {
        thud_tangents_lose(f, "the impact of '%s' at %.9g s is one of several contacts, which is not followed",
                           name_of(f, contact), f->time);
        return;
    }
    limit_by_speed(f, contact, speed, f->instants);
    enter(f, contact, f->time, speed, f->event_by, f->instants);
}

static void act(thud_tangents *f, const thud_simulation *sim, const thud_event *event) {
    const size_t contact = event->contact;
    thud_tangents_contact *c = &f->contacts[contact];
    const thud_body_contact *t = &sim->contacts.list[contact];
    const bool acts = t->phase == THUD_PHASE_ACTIVE;
    if (event->kind == THUD_EVENT_CLOSE && c->impulsive) {
        if (velocities_jump(f, sim)) strike(f, sim, contact);
        return;
    }
    if (event->kind == THUD_EVENT_CLOSE) {
        if (c->skin == 0) note_start(f, sim, contact, f->v_by);
        if (acts) take_branch(f, sim, event);
        else if (velocities_jump(f, sim) && !thud_tangents_strike(f, sim, contact, true))
            thud_tangents_lose(f, "contact '%s' comes to rest at %.9g s", name_of(f, contact), f->time);
    } else if (event->kind == THUD_EVENT_TURN || event->kind == THUD_EVENT_RELOAD) {
        take_branch(f, sim, event);
    } else if (event->kind == THUD_EVENT_RESUME) {
        c->began = f->time;
        c->began_with = fmax(c->rate[0], 0);
        for (size_t j = 0; j < f->m; j++) {
            c->began_by[j] = f->event_by[j];
            c->began_with_by[j] = thud_tangents_along(c, f->v_by + j * f->points);
        }
        add_potential(f, contact, -1, NULL);
    } else if (c->acts && !acts) {
        enter_ended(f, contact);
    }
    if (is_on_a_set(t))
        thud_tangents_lose(f, "contact '%s' is struck again before it has opened, at %.9g s", name_of(f, contact),
                           f->time);
}

/* between events: accumulations that are carried to their limit, and reactions that end */
static void settle(thud_tangents *f, const thud_simulation *sim) {
    if (f->event_time != f->time) memset(f->event_by, 0, f->m * sizeof *f->event_by);
    move_ends(f, 1);
    move_tangents(f, 1);
    note_held(f, sim);
    if (velocities_jump(f, sim) && !thud_tangents_strike(f, sim, SIZE_MAX, true))
        thud_tangents_lose(f, "contacts come to rest together at %.9g s", f->time);
}

void thud_tangents_event(void *context, const thud_simulation *sim, const thud_event *event) {
    thud_tangents *f = context;
    const size_t n = f->points;
    if (*f->lost) return;
    const bool of_link = event && thud_event_is_of_link(event);
    size_t ends = SIZE_MAX;
    if (event && !of_link && f->contacts[event->contact].acts &&
        sim->contacts.list[event->contact].phase == THUD_PHASE_OPEN)
        ends = event->contact;
    thud_tangents_advance(f, sim->motion.time, ends);
    if (*f->lost) return;
    if (has_left(f, sim)) {
        thud_tangents_lose(f, "the tangents have lost the run at %.9g s", f->time);
        return;
    }
    thud_tangents_look(f);
    if (of_link) {
        thud_tangents_link_event(f, sim, event);
        thud_tangents_peaks_of_event(f);
        move_ends(f, 1);
        move_tangents(f, 1);
        note_held(f, sim);
    } else if (event) {
        double *before = f->instants + f->m;
        memcpy(before, f->event_by, f->m * sizeof *before);
        thud_tangents_find_time(f, sim, event);
        check_order(f, event, before);
        thud_tangents_peaks_of_event(f);
        move_ends(f, 1);
        move_tangents(f, 1);
        note_held(f, sim);
        act(f, sim, event);
        f->event_contact = event->contact;
        f->event_time = f->time;
        if (is_pressed(f, sim, event->contact))
            thud_tangents_lose(f, "an impact presses another contact at %.9g s", f->time);
    } else {
        thud_tangents_peaks_of_event(f);
        settle(f, sim);
    }
    if (*f->lost) return;
    if (!thud_tangents_take_modes(f, sim)) {
        thud_tangents_lose(f, "links hold at %.9g s", f->time);
        return;
    }
    memcpy(f->x, sim->motion.x, n * sizeof *f->x);
    memcpy(f->v, sim->motion.v, n * sizeof *f->v);
    note_booked(f, sim);
    thud_tangents_look(f);
    move_ends(f, -1);
    move_tangents(f, -1);
    thud_tangents_hold(f, false);
    if (event && !of_link && event->kind == THUD_EVENT_CLOSE && f->contacts[event->contact].impulsive &&
        !f->contacts[event->contact].held)
        thud_tangents_own(f, event->contact, thud_tangents_along(&f->contacts[event->contact], f->v));
    thud_tangents_look(f);
    thud_tangents_peaks_of_event(f);
}

/* those that touch at the start and are held stay so where nothing parts them: a wider gap would let impacts follow
 * one another, and a narrower one is none */
static void check_held(thud_tangents *f) {
    for (size_t i = 0; i < f->held_count; i++) {
        const size_t contact = f->held[i];
        const thud_tangents_contact *c = &f->contacts[contact];
        for (size_t j = 0; j < f->m; j++) {
            const double off = thud_tangents_depth_by(f, j, contact),
                         rate = thud_tangents_along(c, f->v_by + j * f->points);
            if (off != 0 || rate != 0)
                thud_tangents_break(f, j, "contact '%s' touches at the start, and would not", name_of(f, contact));
        }
    }
}

/* contacts that are closed at the start are struck there; their gaps close at an instant that moves */
void thud_tangents_begin(void *context, const thud_simulation *sim) {
    thud_tangents *f = context;
    if (*f->lost) return;
    memset(f->event_by, 0, f->m * sizeof *f->event_by);
    thud_tangents_look(f);
    thud_tangents_peaks_of_event(f);
    size_t struck = SIZE_MAX, count = 0;
    for (size_t i = 0; i < f->contact_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[i];
        const bool impulse = t->impulsive && sim->accounts.contacts[i].impulse != 0;
        if (!impulse && t->phase != THUD_PHASE_ACTIVE) continue;
        struck = i;
        count++;
    }
    if (count == 1) {
        thud_tangents_event(f, sim, &(thud_event){.kind = THUD_EVENT_CLOSE, .contact = struck, .at = 0});
        return;
    }
    if (count > 1) {
        thud_tangents_lose(f, "several contacts are struck at the start");
        return;
    }
    if (!thud_tangents_take_modes(f, sim)) {
        thud_tangents_lose(f, "links hold at the start");
        return;
    }
    check_held(f);
    thud_tangents_look(f);
    thud_tangents_peaks_of_event(f);
}

void thud_tangents_end(void *context, const thud_simulation *sim) {
    thud_tangents *f = context;
    if (*f->lost) return;
    thud_tangents_advance(f, sim->motion.time, SIZE_MAX);
    if (*f->lost) return;
    if (has_left(f, sim)) {
        thud_tangents_lose(f, "the tangents have lost the run at %.9g s", f->time);
        return;
    }
    thud_tangents_look(f);
    for (size_t j = 0; j < f->m; j++) {
        const double by = f->parameters[j].by[f->layout->duration];
        if (f->event_contact != SIZE_MAX)
            thud_tangents_limit(f, j, (f->time - f->event_time) / (f->event_by[j] - by),
                                "the event of '%s' at %.6g s comes after the end", name_of(f, f->event_contact),
                                f->event_time);
        f->event_by[j] = by;
    }
    thud_tangents_peaks_of_event(f);
    move_ends(f, 1);
    thud_tangents_links_end(f);
    for (size_t i = 0; i < f->contact_count; i++) {
        if (f->contacts[i].held) end_hold(f, i, f->time, f->event_by);
        if (!f->contacts[i].acts) continue;
        add_potential(f, i, -1, f->potential_by);
        enter_ended(f, i);
    }
    move_tangents(f, 1);
    f->ended = true;
}
