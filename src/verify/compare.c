/*
 * What both solvers came to, number by number: peaks, states at the end, counts and the energy balance. Two numbers
 * differ where they are further apart than `tolerance` times their size, and than ten times the range over copies
 * of the run whose inputs are varied by as little as solvers leave out.
 *
 * Not judged are reactions of rigid contacts and frictions that push the same body, and accelerations of bodies
 * between such contacts where they come to rest: how they share what there is to hold, and which of them comes to
 * rest first, each solver decides in its own way. Nor are counts of rigid contacts that were struck together with
 * others in one instant. What is smaller than an agreement of what the loads of a model could do is made of their
 * rounding.
 */
#include <math.h>
#include <string.h>

#include <thud/spread.h>

#include "contact/run_quantity.h"
#include "verify/run.h"

static const double NOT_JUDGED = -1, ERRORS = 10;

/* Where rigid contacts come to rest, accelerations and reactions jump, and may be largest at that instant. CVODE
 * takes bounces for over some microseconds early, in which loads change by a hundred thousandth and more. */
static const double JUMPS = 100;

typedef struct comparison {
    const thud_verify_scale *scale;
    thud_verification *out;
    thud_verify_part part;
    size_t index;
    bool rigid; /* a contact without a law */
} comparison;

static void note(const comparison *c, const char *key, double run, double cvode, double allowed) {
    thud_verification *out = c->out;
    if (c->rigid && strcmp(key, "max_force") == 0) key = "resting_force";
    if (out->difference_count < THUD_VERIFY_DIFFERENCES)
        out->different[out->difference_count] =
            (thud_verify_difference){c->part, c->index, key, run, cvode, allowed};
    out->difference_count++;
}

/* the quantities of a part, in the order of their table; `sizes` are what they are compared with */
static void walk(const comparison *c, thud_run_quantities table, const void *run, const void *cvode,
                 const double *sizes, const thud_range *ranges) {
    for (size_t i = 0; i < table.ranges; i++) {
        const thud_run_quantity *q = &table.list[i];
        const double a = thud_run_quantity_value(q, run), b = thud_run_quantity_value(q, cvode),
                     apart = fabs(a - b);
        if (sizes[i] == NOT_JUDGED) continue;
        double allowed = c->scale->tolerance * sizes[i];
        if (ranges) allowed = fmax(allowed, ERRORS * (ranges[i].highest - ranges[i].lowest));
        if (!(apart <= allowed)) note(c, q->name, a, b, allowed); /* what is no number differs from everything */
        if (!q->is_count && sizes[i] > 0 && c->part != THUD_VERIFY_ENERGY)
            c->out->peak_difference = fmax(c->out->peak_difference, isfinite(apart) ? apart / sizes[i] : INFINITY);
    }
}

static bool is_rigid(const thud_verify_contact *c) { return c->impulsive && c->given.gap < INFINITY; }
static bool creeps(const thud_verify_link *l) { return l->damping > 0 && l->exponent < 1; }

/* whether another rigid contact or friction pushes what a row does, or a dashpot that creeps under a load at rest
 */
static bool has_partner(const thud_verify_model *v, const thud_verify_row *row, bool also_creeping) {
    for (size_t i = 0; i < v->contact_count; i++) {
        const thud_verify_contact *c = &v->contacts[i];
        if (is_rigid(c) && &c->row != row && thud_verify_coupling(v, &c->row, row) != 0) return true;
    }
    for (size_t i = 0; i < v->link_count; i++) {
        const thud_verify_link *l = &v->links[i];
        const bool holds = thud_verify_is_friction(l) || (also_creeping && creeps(l));
        if (holds && &l->row != row && thud_verify_coupling(v, &l->row, row) != 0) return true;
    }
    return false;
}

static bool is_shared(const thud_verify_model *v, const thud_verify_contact *c) {
    return is_rigid(c) && v->rested && has_partner(v, &c->row, true);
}

static void compare_coordinate(comparison *c, const thud_verify_model *v, const thud_verify_results *run, size_t i,
                               const thud_spread *spread) {
    const thud_body_summary *a = &run->bodies[i], *b = &v->results.bodies[i];
    const double place = c->scale->peaks[i], speed = c->scale->peaks[v->n + i],
                 acceleration = fmax(fmax(a->max_acceleration, b->max_acceleration),
                                     THUD_VERIFY_AGREEMENT * c->scale->strongest),
                 jumps = v->rested ? JUMPS : 1;
    double sizes[] = {place, speed, jumps * acceleration, place, speed};
    for (size_t k = 0; k < v->contact_count; k++)
        if (v->contacts[k].row.gradient[i] != 0 && is_shared(v, &v->contacts[k])) sizes[2] = NOT_JUDGED;
    c->part = i < v->shown ? THUD_VERIFY_BODY : THUD_VERIFY_SUPPORT;
    c->index = i < v->shown ? i : i - v->shown;
    walk(c, thud_quantities_of_body, a, b, sizes,
         spread && i < spread->body_count ? &spread->bodies[i].max_displacement : NULL);
}

/* slow impacts cannot be told from rest by CVODE */
static bool is_counted(const thud_verify_model *v, const thud_verify_contact *c) {
    return !c->together &&
           (!c->impulsive || v->model->run.impact_threshold >= ERRORS * THUD_VERIFY_AGREEMENT * v->speed);
}

/* N: what its bodies could press a contact by, by the largest accelerations that they have, or by a given one */
static double weight_on(const thud_verify_model *v, const thud_verify_contact *c, double given) {
    const double coupling = thud_verify_coupling(v, &c->row, &c->row);
    double sum = given;
    for (size_t i = 0; i < v->n && given == 0; i++)
        sum += fabs(c->row.gradient[i]) * v->results.bodies[i].max_acceleration;
    return coupling > 0 ? sum / coupling : 0;
}

static void compare_contact(comparison *c, const thud_verify_model *v, const thud_verify_results *run, size_t i,
                            const thud_spread *spread) {
    const thud_contact_summary *a = &run->contacts[i], *b = &v->results.contacts[i];
    const thud_verify_contact *contact = &v->contacts[i];
    const double depth = fmax(fmax(a->max_penetration, b->max_penetration), THUD_VERIFY_AGREEMENT * v->size);
    const bool shared = is_shared(v, contact);
    double force =
        fmax(fmax(a->max_force, b->max_force), THUD_VERIFY_AGREEMENT * weight_on(v, contact, c->scale->strongest));
    if (contact->impulsive) force = JUMPS * fmax(force, weight_on(v, contact, 0));
    const double sizes[THUD_CONTACT_RANGES] = {is_counted(v, contact) ? 1 : NOT_JUDGED,
                                               shared ? NOT_JUDGED : force,
                                               depth,
                                               NOT_JUDGED,
                                               NOT_JUDGED,
                                               NOT_JUDGED};
    c->part = THUD_VERIFY_CONTACT;
    c->index = i;
    c->rigid = contact->impulsive;
    walk(c, thud_quantities_of_contact, a, b, sizes, spread ? &spread->contacts[i].impacts : NULL);
    c->rigid = false;
    c->out->undetermined += shared || contact->together;
}

static void compare_link(comparison *c, const thud_verify_model *v, const thud_verify_results *run, size_t i,
                         const thud_spread *spread) {
    const thud_link_summary *a = &run->links[i], *b = &v->results.links[i];
    const thud_verify_link *link = &v->links[i];
    const bool bears = thud_verify_is_friction(link),
               shared = (bears || creeps(link)) && has_partner(v, &link->row, bears);
    double ends = 0, mass = 0;
    for (size_t j = 0; j < v->n; j++) {
        if (link->row.gradient[j] == 0) continue;
        ends = fmax(ends, c->scale->peaks[j]);
        if (j < v->shown) mass += v->mass[j];
    }
    const double force = fmax(fmax(a->max_force, b->max_force), THUD_VERIFY_AGREEMENT * mass * c->scale->strongest),
                 deformation = fmax(fmax(a->max_deformation, b->max_deformation),
                                    THUD_VERIFY_SMALL * ends); /* a difference of two places, as certain as these */
    const double sizes[THUD_LINK_RANGES] = {
        shared ? NOT_JUDGED : force, deformation, NOT_JUDGED, NOT_JUDGED, NOT_JUDGED, NOT_JUDGED};
    c->part = THUD_VERIFY_LINK;
    c->index = i;
    walk(c, thud_quantities_of_link, a, b, sizes,
         spread && i < spread->link_count ? &spread->links[i].max_force : NULL);
    c->out->undetermined += shared;
}

/* all terms, relative to the largest energy that there is */
static void compare_energy(comparison *c, const thud_verify_model *v, const thud_verify_results *run,
                           const thud_spread *spread) {
    const thud_energy_summary *b = &v->results.energy;
    const double terms[] = {b->input,       b->dissipated,           b->impact, b->stored, b->hysteresis,
                            v->energy_size, c->scale->resting_energy};
    double size = 0;
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) size = fmax(size, fabs(terms[i]));
    const double sizes[THUD_ENERGY_RANGES] = {size, size, size, size, size};
    c->part = THUD_VERIFY_ENERGY;
    c->index = 0;
    walk(c, thud_quantities_of_energy, &run->energy, b, sizes, spread ? &spread->energy.input : NULL);
}

void thud_verify_compare(const thud_verify_model *v, const thud_verify_results *run, const thud_verify_scale *scale,
                         const thud_spread *spread, thud_verification *out) {
    comparison c = {.scale = scale, .out = out};
    out->undetermined = 0;
    for (size_t i = 0; i < v->n; i++) compare_coordinate(&c, v, run, i, spread);
    for (size_t i = 0; i < v->contact_count; i++) compare_contact(&c, v, run, i, spread);
    for (size_t i = 0; run->links && i < v->link_count; i++) compare_link(&c, v, run, i, spread);
    compare_energy(&c, v, run, spread);
}
