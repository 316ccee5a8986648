/* The numbers of a summary, one after the other, each with its derivatives. */
#include "derivative/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "contact/run_quantity.h"
#include "model/impulsive.h"

/* relative: a peak of the summary and one of the flow that agree to this are the same */
#define SAME_PEAK 1e-6

void thud_result_list_free(thud_result_list *r) {
    for (size_t i = 0; i < r->count; i++) {
        free(r->list[i].name);
        free(r->list[i].by);
    }
    free(r->list);
    *r = (thud_result_list){0};
}

static thud_result *add(thud_result_list *r, size_t m, const char *part, const char *name,
                        const thud_run_quantity *q, double value) {
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 32;
        thud_result *larger = realloc(r->list, room * sizeof *larger);
        if (!larger) {
            r->out_of_memory = true;
            return NULL;
        }
        r->list = larger;
        r->room = room;
    }
    const size_t size = strlen(part) + strlen(name) + strlen(q->name) + 3;
    thud_result *result = &r->list[r->count];
    *result =
        (thud_result){.name = malloc(size), .by = calloc(m + 1, sizeof(double)), .unit = q->unit, .value = value};
    r->count++;
    if (!result->name || !result->by) {
        r->out_of_memory = true;
        return NULL;
    }
    thud_print(result->name, size, "%s%s%s%s%s", part, *part ? "." : "", name, *name ? "." : "", q->name);
    for (size_t j = 0; j < m; j++) result->by[j] = NAN;
    return result;
}

static void take(thud_result *result, const thud_tangents *f, const double *by) {
    for (size_t j = 0; j < f->m; j++) result->by[j] = by[j];
}

/* the flow has the same peak as the run */
static void take_peak(thud_result *result, const thud_tangents *f, const thud_tangents_peak *peak) {
    const double value = result->value;
    if (*f->lost && !(value <= peak->value * (1 + SAME_PEAK))) return;
    if (value == 0 && !(peak->value > 0)) {
        for (size_t j = 0; j < f->m; j++) result->by[j] = *f->parameters[j].reason ? NAN : 0;
        if (peak->value == -INFINITY) return; /* it never came to that, and does not next to here */
        result->reason = "the value is zero, from which magnitudes grow in both directions";
        for (size_t j = 0; j < f->m; j++) result->by[j] = NAN;
        return;
    }
    if (!(fabs(value - peak->value) <= SAME_PEAK * fabs(value))) {
        result->reason = "the peak of the run is not where the tangents are";
        return;
    }
    take(result, f, peak->by);
    for (size_t j = 0; j < f->m; j++)
        if (isnan(peak->by[j]) && !*f->parameters[j].reason)
            result->reason = "the peak is reached at more than one place";
}

static bool is(const thud_run_quantity *q, const char *name) { return strcmp(q->name, name) == 0; }

/* ---- parts ---- */

static void add_bodies(thud_result_list *r, const thud_tangents *f, const thud_summary *s) {
    const thud_run_quantities all = thud_quantities_of_body;
    for (size_t i = 0; i < s->body_count; i++) {
        const char *name = thud_model_body_name(f->sim->model, i);
        for (size_t k = 0; name && k < all.count; k++) {
            const thud_run_quantity *q = &all.list[k];
            thud_result *result = add(r, f->m, "bodies", name, q, thud_run_quantity_value(q, &s->bodies[i]));
            if (!result) return;
            if (i >= f->bodies) continue;
            if (is(q, "max_displacement")) take_peak(result, f, &f->peaks[3 * i]);
            if (is(q, "max_velocity")) take_peak(result, f, &f->peaks[3 * i + 1]);
            if (is(q, "max_acceleration")) take_peak(result, f, &f->peaks[3 * i + 2]);
            for (size_t j = 0; j < f->m && f->ended; j++) {
                if (is(q, "final_displacement")) result->by[j] = f->x_by[j * f->points + i];
                if (is(q, "final_velocity")) result->by[j] = f->v_by[j * f->points + i];
            }
        }
    }
}

static void add_contact(thud_result *result, const thud_tangents *f, const thud_run_quantity *q, size_t contact) {
    const thud_tangents_contact *c = &f->contacts[contact];
    if (is(q, "impacts")) result->reason = "it is a count";
    else if (is(q, "max_force")) take_peak(result, f, &c->force_peak);
    else if (is(q, "max_penetration")) take_peak(result, f, &c->depth_peak);
    else if (is(q, "resting_force")) take_peak(result, f, &c->reaction_peak);
    else if (is(q, "closest_approach")) take_peak(result, f, &c->approach_peak);
    else if (is(q, "indentation")) result->reason = "derivatives of indentations are not known yet";
    else if (f->ended && is(q, "impulse")) take(result, f, c->impulse_by);
    else if (f->ended && is(q, "energy_lost")) take(result, f, c->loss_by);
    else if (f->ended && is(q, "stick_time")) {
        take(result, f, c->stick_time_by);
        if (!c->stick_unknown) return;
        for (size_t j = 0; j < f->m; j++) result->by[j] = NAN;
        result->reason = "several contacts came to rest together";
    }
}

/* a parameter that has none ends all sums */
static void spoil(thud_result *result, const thud_tangents *f) {
    for (size_t j = 0; j < f->m; j++)
        if (*f->parameters[j].reason && isnan(f->parameters[j].valid_for)) result->by[j] = NAN;
}

static void add_contacts(thud_result_list *r, const thud_tangents *f, const thud_summary *s) {
    const thud_run_quantities all = thud_quantities_of_contact;
    for (size_t i = 0; i < s->contact_count; i++) {
        const bool impulsive = thud_model_is_impulsive(f->sim->model, i);
        for (size_t k = 0; k < all.count; k++) {
            const thud_run_quantity *q = &all.list[k];
            const double value = thud_contact_quantity_value(q, &s->contacts[i], impulsive);
            if (!isfinite(value)) continue; /* the contact has none */
            thud_result *result = add(r, f->m, "contacts", thud_model_contact_name(f->sim->model, i), q, value);
            if (!result) return;
            if (f->contact_count > 0) add_contact(result, f, q, i);
            if (!is(q, "max_force") && !is(q, "max_penetration") && !is(q, "resting_force") &&
                !is(q, "closest_approach"))
                spoil(result, f);
        }
    }
}

/* the largest magnitude is that of the higher of its two peaks */
static void add_watch(thud_result *result, const thud_tangents *f, const thud_run_quantity *q, size_t watch) {
    const thud_tangents_watch *w = &f->watches[watch];
    const thud_tangents_peak *larger = w->lowest.value > w->highest.value ? &w->lowest : &w->highest;
    if (w->count == 0) {
        result->reason = "derivatives of the ground's signal, and of a base of matrices, are not known yet";
    } else if (is(q, "final")) {
        if (f->ended) take(result, f, w->final_by);
    } else if (is(q, "lowest")) {
        result->value = -result->value;
        take_peak(result, f, &w->lowest);
        result->value = -result->value;
        for (size_t j = 0; j < f->m; j++) result->by[j] = -result->by[j];
    } else {
        take_peak(result, f, is(q, "highest") ? &w->highest : larger);
    }
}

static void add_watches(thud_result_list *r, const thud_tangents *f, const thud_summary *s) {
    for (size_t i = 0; i < s->watch_count; i++) {
        const thud_run_quantities all = thud_quantities_of_watch(f->sim->model->watches[i].given.kind);
        for (size_t k = 0; k < all.count; k++) {
            const thud_run_quantity *q = &all.list[k];
            thud_result *result = add(r, f->m, "watch", thud_model_watch_name(f->sim->model, i), q,
                                      thud_run_quantity_value(q, &s->watches[i]));
            if (!result) return;
            if (i < f->watch_count) add_watch(result, f, q, i);
            if (is(q, "final")) spoil(result, f);
        }
    }
}

/* ---- links ---- */

/* the largest deformation over that at which it yields, F_y/k */
static void take_ductility(thud_result *result, const thud_tangents *f, size_t link) {
    const double *numbers = f->numbers + f->layout->link + link * THUD_LINK_NUMBERS;
    const thud_tangents_peak *peak = &f->links[link].deformation_peak;
    for (size_t j = 0; j < f->m; j++) {
        const double *by = thud_tangents_link_by(f, j, link);
        const bool yields = numbers[THUD_OF_YIELD] > 0;
        result->by[j] = yields ? result->value * (peak->by[j] / peak->value +
                                                  by[THUD_OF_LINK_STIFFNESS] / numbers[THUD_OF_LINK_STIFFNESS] -
                                                  by[THUD_OF_YIELD] / numbers[THUD_OF_YIELD])
                               : 0;
    }
}

/* (1 − α) of the way on branches that yield */
static void take_way(thud_result *result, const thud_tangents *f, size_t link) {
    const thud_tangents_link *l = &f->links[link];
    const double hardening = f->numbers[f->layout->link + link * THUD_LINK_NUMBERS + THUD_OF_HARDENING];
    for (size_t j = 0; j < f->m; j++)
        result->by[j] =
            (1 - hardening) * l->way_by[j] - thud_tangents_link_by(f, j, link)[THUD_OF_HARDENING] * l->way;
}

static void add_link(thud_result *result, const thud_tangents *f, const thud_run_quantity *q, size_t link) {
    const thud_tangents_link *l = &f->links[link];
    if (is(q, "max_force")) take_peak(result, f, &l->force_peak);
    else if (is(q, "max_deformation")) take_peak(result, f, &l->deformation_peak);
    else if (is(q, "ductility")) take_ductility(result, f, link);
    else if (is(q, "mechanism")) result->reason = "derivatives of mechanisms are not known yet";
    else if (f->ended && is(q, "energy")) take(result, f, l->loss_by);
    else if (f->ended && is(q, "residual_deformation")) take(result, f, l->residual_by);
    else if (f->ended && is(q, "plastic_deformation")) take_way(result, f, link);
}

static void add_links(thud_result_list *r, const thud_tangents *f, const thud_summary *s) {
    const thud_run_quantities all = thud_quantities_of_link;
    for (size_t i = 0; i < s->link_count; i++)
        for (size_t k = 0; k < all.count; k++) {
            const thud_run_quantity *q = &all.list[k];
            thud_result *result = add(r, f->m, "links", thud_model_link_name(f->sim->model, i), q,
                                      thud_run_quantity_value(q, &s->links[i]));
            if (!result) return;
            if (i < f->link_count) add_link(result, f, q, i);
            if (!is(q, "max_force") && !is(q, "max_deformation")) spoil(result, f);
        }
}

/* ---- the balance ---- */

/* ½ ẋᵀMẋ + ½ xᵀKx and what contacts have */
static double stored_by(const thud_tangents *f, size_t j) {
    const size_t n = f->points;
    const thud_tangents_parameter *p = &f->parameters[j];
    double *pull = f->work, *own = f->work + n, sum = f->potential_by[j];
    memset(f->work, 0, 2 * n * sizeof *pull);
    thud_sparse_add(&f->mass, 1, f->v, pull);
    thud_sparse_add(&p->mass, 0.5, f->v, own);
    for (size_t i = 0; i < n; i++) sum += pull[i] * f->v_by[j * n + i] + own[i] * f->v[i];
    memset(f->work, 0, 2 * n * sizeof *pull);
    thud_sparse_add(&f->stiffness, 1, f->x, pull);
    thud_sparse_add(&p->stiffness, 0.5, f->x, own);
    for (size_t i = 0; i < n; i++) sum += pull[i] * f->x_by[j * n + i] + own[i] * f->x[i];
    for (size_t i = 0; i < f->link_count; i++) sum += f->links[i].stored_by[j];
    return sum;
}

static void add_energy(thud_result_list *r, const thud_tangents *f, const thud_summary *s) {
    const thud_run_quantities all = thud_quantities_of_energy;
    for (size_t k = 0; k < all.count; k++) {
        const thud_run_quantity *q = &all.list[k];
        if (is(q, "residual")) continue; /* rounding */
        thud_result *result = add(r, f->m, "energy", "", q, thud_run_quantity_value(q, &s->energy));
        if (!result) return;
        for (size_t j = 0; j < f->m && f->ended; j++) {
            double lost = 0;
            const double stored = stored_by(f, j);
            for (size_t i = 0; i < f->contact_count; i++) lost += f->contacts[i].loss_by[j];
            /* the balance closes: what was put in is what there is of it */
            double yielded = 0;
            for (size_t i = 0; i < f->link_count; i++) yielded += f->links[i].loss_by[j];
            if (is(q, "input")) result->by[j] = stored + f->dissipated_by[j] + lost + yielded;
            if (is(q, "dissipated")) result->by[j] = f->dissipated_by[j];
            if (is(q, "impact")) result->by[j] = lost;
            if (is(q, "stored")) result->by[j] = stored;
            if (is(q, "hysteresis")) result->by[j] = yielded;
        }
        spoil(result, f);
    }
}

bool thud_result_list_take(thud_result_list *r, const thud_tangents *f) {
    const thud_summary *s = &f->sim->accounts.summary;
    const thud_run_quantity *duration = &thud_quantities_of_run.list[0];
    thud_result *result = add(r, f->m, "", "", duration, s->duration);
    for (size_t j = 0; result && j < f->m; j++)
        result->by[j] = f->ended || !*f->parameters[j].reason ? f->parameters[j].by[f->layout->duration] : NAN;
    add_bodies(r, f, s);
    add_contacts(r, f, s);
    add_links(r, f, s);
    add_watches(r, f, s);
    add_energy(r, f, s);
    return !r->out_of_memory;
}
