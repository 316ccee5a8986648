/* A copy of a model with slightly varied inputs, as if they had been measured again. */
#include "model/vary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/geometry.h"

typedef struct variation {
    double precision;
    thud_random *random;
} variation;

static double vary(const variation *v, double value) {
    return value * (1 + v->precision * (2 * thud_random_uniform(v->random) - 1));
}

static void *copy_of(const void *array, size_t count, size_t size) {
    void *copy = malloc(count * size + 1);
    if (copy && count > 0) memcpy(copy, array, count * size);
    return copy;
}

static bool copy_parts(const thud_model *model, thud_model *copy) {
    copy->bodies = copy_of(model->bodies, model->body_count, sizeof *model->bodies);
    copy->supports = copy_of(model->supports, model->support_count, sizeof *model->supports);
    copy->links = copy_of(model->links, model->link_count, sizeof *model->links);
    copy->contacts = copy_of(model->contacts, model->contact_count, sizeof *model->contacts);
    copy->rods = copy_of(model->rods, model->rod_count, sizeof *model->rods);
    copy->forces = copy_of(model->forces, model->force_count, sizeof *model->forces);
    copy->matrices = copy_of(model->matrices, model->matrices_count, sizeof *model->matrices);
    bool matrices = copy->matrices != NULL;
    for (size_t i = 0; i < model->matrices_count && copy->matrices; i++) {
        copy->matrices[i] = thud_model_matrices_copy(&model->matrices[i]);
        matrices = matrices && copy->matrices[i].block;
    }
    return matrices && copy->bodies && copy->supports && copy->links && copy->contacts && copy->rods &&
           copy->forces;
}

static void vary_signal(const variation *v, thud_signal *signal) {
    const double factor = vary(v, 1);
    signal->scale *= factor;
    signal->amplitude *= factor;
}

/* a curve varies as a whole: its points by one factor, the losses of a power law likewise */
static void vary_restitution(const variation *v, thud_gap_contact *given) {
    thud_restitution_curve *curve = &given->restitution_curve;
    const double factor = vary(v, 1);
    given->restitution = fmin(1, given->restitution * factor);
    curve->a *= factor;
    for (size_t i = 0; i < curve->count; i++) curve->restitution[i] = fmin(1, curve->restitution[i] * factor);
}

/* a contact that touches a stop at the start can only get a larger gap */
static void vary_contact(const variation *v, thud_model *copy, thud_model_contact *contact) {
    thud_gap_contact *given = &contact->given;
    given->gap = vary(v, given->gap);
    given->stiffness = vary(v, given->stiffness);
    vary_restitution(v, given);
    if (given->restitution_speed > 0) given->restitution_speed = vary(v, given->restitution_speed);
    if (given->damping == THUD_DAMPING_GIVEN) given->damping_value = vary(v, given->damping_value);
    if (given->law->structure->kind == THUD_FORCE_ELASTIC) given->restitution = 1;
    contact->effective_mass = thud_model_effective_mass(copy, contact);
    const double overlap = thud_model_penetration(copy, contact);
    if (overlap > 0) given->gap += overlap;
}

/* unused parameters are zero, and stay zero */
static void vary_hysteresis(const variation *v, thud_hysteresis *h) {
    double *const strengths[] = {&h->yield, &h->force, &h->strength, &h->gap, &h->slack};
    for (size_t i = 0; i < sizeof strengths / sizeof strengths[0]; i++)
        if (*strengths[i] != 0) *strengths[i] = vary(v, *strengths[i]);
}

/* a matrix varies as a whole: its ratios between its degrees of freedom stay */
static void vary_matrices(const variation *v, thud_model *copy, thud_model_matrices *m) {
    const double mass = vary(v, 1), stiffness = vary(v, 1), damping = vary(v, 1);
    for (size_t i = 0; i < m->count * m->count; i++) {
        m->mass[i] *= mass;
        m->stiffness[i] *= stiffness;
        if (m->damping) m->damping[i] *= damping;
    }
    for (size_t i = 0; i < m->count; i++) copy->bodies[m->first + i].mass = m->mass[i * m->count + i];
}

static void vary_parts(const variation *v, thud_model *copy) {
    for (size_t i = 0; i < copy->body_count; i++)
        if (!thud_model_matrices_of(copy, (thud_body)i)) copy->bodies[i].mass = vary(v, copy->bodies[i].mass);
    for (size_t i = 0; i < copy->matrices_count; i++) vary_matrices(v, copy, &copy->matrices[i]);
    for (size_t i = 0; i < copy->rod_count; i++) copy->rods[i].given.mass = vary(v, copy->rods[i].given.mass);
    for (size_t i = 0; i < copy->link_count; i++) {
        thud_model_link *link = &copy->links[i];
        link->given.stiffness = vary(v, link->given.stiffness);
        link->given.damping = vary(v, link->given.damping);
        link->given.damping_ratio = vary(v, link->given.damping_ratio);
        vary_hysteresis(v, &link->given.hysteresis);
    }
    thud_model_derive(copy);
    for (size_t i = 0; i < copy->contact_count; i++) vary_contact(v, copy, &copy->contacts[i]);
    vary_signal(v, &copy->ground);
    for (size_t i = 0; i < copy->support_count; i++) {
        vary_signal(v, &copy->supports[i].given.acceleration);
        copy->supports[i].given.delay = vary(v, copy->supports[i].given.delay);
    }
    for (size_t i = 0; i < copy->force_count; i++) vary_signal(v, &copy->forces[i].signal);
}

thud_model *thud_model_vary(const thud_model *model, double precision, thud_random *random) {
    thud_model *copy = malloc(sizeof *copy);
    if (!copy) return NULL;
    *copy = *model;
    if (!copy_parts(model, copy)) {
        thud_model_vary_free(copy);
        return NULL;
    }
    vary_parts(&(variation){precision, random}, copy);
    return copy;
}

void thud_model_vary_free(thud_model *copy) {
    if (!copy) return;
    for (size_t i = 0; i < copy->matrices_count && copy->matrices; i++) free(copy->matrices[i].block);
    free(copy->matrices);
    free(copy->bodies);
    free(copy->supports);
    free(copy->links);
    free(copy->contacts);
    free(copy->rods);
    free(copy->forces);
    free(copy);
}
