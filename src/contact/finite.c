/*
 * Looks at every number that a run hands out for a NaN or an infinity, and writes down where the first one is.
 */
#include "contact/finite.h"

#include <math.h>
#include <stdio.h>

#include "base/print.h"
#include "contact/run_quantity.h"
#include "model/model.h"

/* A number and what it is called. */
typedef struct named {
    const char *what;
    double value;
} named;

/* keeps the first of the list that is not finite; `place` says where they are from */
static bool check(const named *list, size_t count, thud_fault place, thud_fault *fault) {
    for (size_t i = 0; i < count; i++) {
        if (isfinite(list[i].value)) continue;
        place.what = list[i].what;
        place.value = list[i].value;
        if (!fault->what) *fault = place;
        return false;
    }
    return true;
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* a number that there need not be: NAN then */
static double unless(bool missing, double value) { return missing && isnan(value) ? 0 : value; }

/* the largest force of an impact without duration, the damping of a law without a damper, the restitution without
 * an approach, and the separation of an impact that the end of the run leaves unfinished are missing */
bool thud_finite_entry(const thud_impact_entry *e, thud_fault *fault) {
    const named list[] = {
        {"time", e->time},
        {"approach_speed", e->approach_speed},
        {"separation_speed", unless(!e->ended, e->separation_speed)},
        {"restitution", unless(true, e->restitution)},
        {"duration", e->duration},
        {"max_force", unless(e->duration == 0, e->max_force)},
        {"max_penetration", e->max_penetration},
        {"separation_penetration", unless(!e->ended, e->separation_penetration)},
        {"impulse", e->impulse},
        {"energy_lost", e->energy_lost},
        {"damping", unless(true, e->damping)},
    };
    const thud_fault place = {.time = e->time, .part = THUD_FAULT_OF_CONTACT, .index = e->contact};
    return check(list, COUNT(list), place, fault);
}

bool thud_finite_sample(const thud_sample *s, size_t bodies, size_t contacts, thud_fault *fault) {
    thud_fault place = {.time = s->time, .part = THUD_FAULT_OF_BODY};
    for (size_t i = place.index = 0; i < bodies; place.index = ++i) {
        const named list[] = {{"displacement", s->displacement[i]},
                              {"velocity", s->velocity[i]},
                              {"acceleration", s->acceleration[i]}};
        if (!check(list, COUNT(list), place, fault)) return false;
    }
    place.part = THUD_FAULT_OF_CONTACT;
    for (size_t i = place.index = 0; i < contacts; place.index = ++i)
        if (!check(&(named){"force", s->force[i]}, 1, place, fault)) return false;
    return true;
}

bool thud_finite_contact_sample(const thud_contact_sample *s, thud_fault *fault) {
    const named list[] = {{"penetration", s->penetration}, {"velocity", s->velocity}, {"force", s->force}};
    const thud_fault place = {.time = s->time, .part = THUD_FAULT_OF_CONTACT, .index = s->contact};
    return check(list, COUNT(list), place, fault);
}

bool thud_finite_link_sample(const thud_link_sample *s, thud_fault *fault) {
    const named list[] = {{"deformation", s->deformation}, {"force", s->force}};
    const thud_fault place = {.time = s->time, .part = THUD_FAULT_OF_LINK, .index = s->link};
    return check(list, COUNT(list), place, fault);
}

/* the quantities of all bodies, contacts or links; counts always are finite */
static bool check_parts(thud_run_quantities results, const void *parts, size_t count, size_t size, thud_fault place,
                        thud_fault *fault) {
    for (; place.index < count; place.index++)
        for (size_t i = 0; i < results.count; i++) {
            const thud_run_quantity *quantity = &results.list[i];
            const named result = {quantity->name,
                                  thud_run_quantity_value(quantity, (const char *)parts + place.index * size)};
            if (quantity->of_endless && isnan(result.value)) continue;
            if (!check(&result, 1, place, fault)) return false;
        }
    return true;
}

bool thud_finite_summary(const thud_summary *s, bool with_energy, thud_fault *fault) {
    const thud_fault place = {.time = s->duration}, body = {.time = s->duration, .part = THUD_FAULT_OF_BODY},
                     contact = {.time = s->duration, .part = THUD_FAULT_OF_CONTACT},
                     link = {.time = s->duration, .part = THUD_FAULT_OF_LINK};
    if (!check(&(named){"duration", s->duration}, 1, place, fault) ||
        !check_parts(thud_quantities_of_body, s->bodies, s->body_count, sizeof *s->bodies, body, fault) ||
        !check_parts(thud_quantities_of_contact, s->contacts, s->contact_count, sizeof *s->contacts, contact,
                     fault) ||
        !check_parts(thud_quantities_of_link, s->links, s->link_count, sizeof *s->links, link, fault))
        return false;
    for (size_t i = 0; i < s->watch_count; i++) {
        const thud_watch_summary *w = &s->watches[i];
        const named watch[] = {{"watch.max", w->max}, {"watch.final", w->final}};
        if (!check(watch, COUNT(watch), place, fault)) return false;
    }
    const thud_energy_summary *e = &s->energy;
    const named energy[] = {
        {"energy.impact", e->impact}, {"energy.input", e->input},       {"energy.dissipated", e->dissipated},
        {"energy.stored", e->stored}, {"energy.residual", e->residual}, {"energy.hysteresis", e->hysteresis},
    };
    return check(energy, with_energy ? COUNT(energy) : 1, place, fault);
}

void thud_fault_say(const thud_fault *f, const thud_model *model, char *text, size_t size) {
    static const char *const parts[] = {"", "body", "contact", "link"};
    const char *part = parts[f->part], *name = NULL;
    char number[32];
    if (f->part == THUD_FAULT_OF_RUN) {
        thud_print(text, size, "at %.9g s: %s is %g", f->time, f->what, f->value);
        return;
    }
    snprintf(number, sizeof number, "%zu", f->index);
    if (model && f->part == THUD_FAULT_OF_CONTACT) {
        name = model->contacts[f->index].name;
    } else if (model && f->part == THUD_FAULT_OF_LINK) {
        name = model->links[f->index].name;
    } else if (model && f->index >= model->body_count) {
        part = "rod";
        name = model->rods[f->index - model->body_count].name;
    } else if (model) {
        name = model->bodies[f->index].name;
    }
    thud_print(text, size, "at %.9g s, %s '%.120s': %s is %g", f->time, part, name ? name : number, f->what,
               f->value);
}
