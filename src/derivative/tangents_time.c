/* How the time of an event moves with the parameters: t′ = −h′/ḣ, h′ at a fixed time. */
#include <math.h>
#include <string.h>

#include "derivative/tangents.h"

enum { W = THUD_TANGENTS_WIDTH };

/* of the largest velocity, and acceleration: an event that comes more slowly has no time that could move */
#define STANDING 1e-10

static const char *name_of(const thud_tangents *f, size_t contact) { return f->sim->model->contacts[contact].name; }

static void by_level(thud_tangents *f, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    const bool grazes = fabs(c->rate[0]) <= STANDING * f->scale_v;
    for (size_t j = 0; j < f->m; j++) {
        f->event_by[j] = -c->depth_by[j * W] / c->rate[0];
        if (grazes) thud_tangents_break(f, j, "contact '%s' grazes at %.9g s", name_of(f, contact), f->time);
    }
}

static void by_top(thud_tangents *f, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    for (size_t j = 0; j < f->m; j++) f->event_by[j] = (c->top_by[j] - c->depth_by[j * W]) / c->rate[0];
}

static void by_rate(thud_tangents *f, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    const double rise = thud_tangents_along(c, f->vs + f->points);
    for (size_t j = 0; j < f->m; j++) f->event_by[j] = -c->rate_by[j * W] / rise;
}

/* a force, or what it would be, that is zero */
static void by_force(thud_tangents *f, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    for (size_t j = 0; j < f->m; j++) f->event_by[j] = -c->force_by[j * W] / c->force[1];
}

static void by_reaction(thud_tangents *f, size_t contact) {
    for (size_t i = 0; i < f->held_count; i++) {
        if (f->held[i] != contact) continue;
        const double *force = f->reaction + i;
        for (size_t j = 0; j < f->m; j++)
            f->event_by[j] = -force[(j + 1) * W * f->contact_count] / force[f->contact_count];
    }
}

/* a released contact acts again: what its force would be is that of one that acts */
static void look_as_if(thud_tangents *f, const thud_simulation *sim, size_t contact) {
    const thud_body_contact *t = &sim->contacts.list[contact];
    thud_tangents_contact *c = &f->contacts[contact];
    c->acts = true;
    c->k = t->branch.k, c->c = t->branch.c, c->n = t->branch.n, c->p = t->branch.p, c->offset = t->branch.offset;
    thud_tangents_look(f);
    c->acts = false;
}

bool thud_tangents_is_at_once(const thud_tangents *f, const thud_event *event) {
    return event->at == 0 && f->event_time == f->time && event->kind != THUD_EVENT_CLOSE;
}

void thud_tangents_find_time(thud_tangents *f, const thud_simulation *sim, const thud_event *event) {
    const thud_tangents_contact *c = &f->contacts[event->contact];
    if (thud_tangents_is_at_once(f, event)) return; /* that of the event before */
    memset(f->event_by, 0, f->m * sizeof *f->event_by);
    switch (event->kind) {
    case THUD_EVENT_CLOSE: by_level(f, event->contact); break;
    case THUD_EVENT_TURN: by_rate(f, event->contact); break;
    case THUD_EVENT_RELOAD: by_top(f, event->contact); break;
    case THUD_EVENT_OPEN: by_level(f, event->contact); break;
    case THUD_EVENT_RELEASE:
    case THUD_EVENT_PULL:
        if (c->held) by_reaction(f, event->contact);
        else if (sim->contacts.list[event->contact].phase == THUD_PHASE_RELEASED) by_force(f, event->contact);
        else if (c->bilinear) by_force(f, event->contact);
        else by_level(f, event->contact);
        break;
    case THUD_EVENT_RESUME:
        look_as_if(f, sim, event->contact);
        by_force(f, event->contact);
        thud_tangents_look(f);
        break;
    default: break;
    }
}
