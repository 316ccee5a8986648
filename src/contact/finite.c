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

/* zero times anything finite is zero: one comparison for all of them, since nearly always all is well */
static bool all_finite(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += 0 * values[i];
    return sum == 0;
}

/* what there is not is NAN: the largest force of an impact without duration, the damping of a law without a damper,
 * the restitution without an approach, and the separation of an impact that the end of the run leaves unfinished */
bool thud_finite_entry(const thud_impact_entry *e, thud_fault *fault) {
    const double zero = 0 * e->time + 0 * e->approach_speed + 0 * e->duration + 0 * e->max_penetration +
                        0 * e->impulse + 0 * e->energy_lost;
    const double speed = isnan(e->separation_speed) && !e->ended ? 0 : e->separation_speed;
    const double depth = isnan(e->separation_penetration) && !e->ended ? 0 : e->separation_penetration;
    const double force = isnan(e->max_force) && e->duration == 0 ? 0 : e->max_force;
    const double damping = isnan(e->damping) ? 0 : e->damping, ratio = isnan(e->restitution) ? 0 : e->restitution;
    if (zero + 0 * speed + 0 * depth + 0 * force + 0 * damping + 0 * ratio == 0) return true;
    const named list[] = {
        {"time", e->time},
        {"approach_speed", e->approach_speed},
        {"separation_speed", speed},
        {"restitution", ratio},
        {"duration", e->duration},
        {"max_force", force},
        {"max_penetration", e->max_penetration},
        {"separation_penetration", depth},
        {"impulse", e->impulse},
        {"energy_lost", e->energy_lost},
        {"damping", damping},
    };
    const thud_fault place = {.time = e->time, .part = THUD_FAULT_OF_CONTACT, .index = e->contact};
    return check(list, COUNT(list), place, fault);
}

bool thud_finite_sample(const thud_sample *s, size_t bodies, size_t contacts, thud_fault *fault) {
    if (all_finite(s->displacement, bodies) && all_finite(s->velocity, bodies) &&
        all_finite(s->acceleration, bodies) && all_finite(s->force, contacts))
        return true;
    thud_fault place = {.time = s->time, .part = THUD_FAULT_OF_BODY};
    for (size_t i = 0; i < bodies; i++) {
        place.index = i;
        const named list[] = {{"displacement", s->displacement[i]},
                              {"velocity", s->velocity[i]},
                              {"acceleration", s->acceleration[i]}};
        if (!check(list, COUNT(list), place, fault)) return false;
    }
    place.part = THUD_FAULT_OF_CONTACT;
    for (size_t i = 0; i < contacts; i++) {
        place.index = i;
        if (!check(&(named){"force", s->force[i]}, 1, place, fault)) return false;
    }
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

bool thud_finite_history(const double *displacement, size_t rows, size_t bodies, double interval,
                         thud_fault *fault) {
    for (size_t i = 0; i < rows * bodies; i++) {
        thud_fault place = {.part = THUD_FAULT_OF_BODY, .index = i % bodies};
        place.time = (double)(i / bodies) * interval;
        if (!check(&(named){"displacement", displacement[i]}, 1, place, fault)) return false;
    }
    return true;
}

/* the first quantity of a part that is not finite; counts always are */
static bool check_results(thud_run_quantities results, const void *part, thud_fault place, thud_fault *fault) {
    for (size_t i = 0; i < results.count; i++) {
        const named result = {results.list[i].name, thud_run_quantity_value(&results.list[i], part)};
        if (results.list[i].of_endless && isnan(result.value)) continue;
        if (!check(&result, 1, place, fault)) return false;
    }
    return true;
}

bool thud_finite_summary(const thud_summary *summary, bool with_energy, thud_fault *fault) {
    thud_fault place = {.time = summary->duration};
    if (!check(&(named){"duration", summary->duration}, 1, place, fault)) return false;
    place.part = THUD_FAULT_OF_BODY;
    for (size_t i = 0; i < summary->body_count; i++) {
        place.index = i;
        if (!check_results(thud_quantities_of_body, &summary->bodies[i], place, fault)) return false;
    }
    place.part = THUD_FAULT_OF_CONTACT;
    for (size_t i = 0; i < summary->contact_count; i++) {
        place.index = i;
        if (!check_results(thud_quantities_of_contact, &summary->contacts[i], place, fault)) return false;
    }
    place.part = THUD_FAULT_OF_LINK;
    for (size_t i = 0; i < summary->link_count; i++) {
        place.index = i;
        if (!check_results(thud_quantities_of_link, &summary->links[i], place, fault)) return false;
    }
    place = (thud_fault){.time = summary->duration};
    for (size_t i = 0; i < summary->watch_count; i++) {
        const thud_watch_summary *w = &summary->watches[i];
        const named watch[] = {{"watch.max", w->max}, {"watch.final", w->final}};
        if (!check(watch, COUNT(watch), place, fault)) return false;
    }
    const thud_energy_summary *e = &summary->energy;
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
