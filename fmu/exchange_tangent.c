/*
 * Directional derivatives of model exchange: the equations of motion, linearised at the present state. Matrices are
 * constant; contacts have the tangents ∂F/∂δ and ∂F/∂δ̇ of their forces.
 */
#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "fmu/instance.h"

/* A direction in states and inputs, and the derivatives of the accelerations along it. */
typedef struct direction {
    const fmu_exchange *e;
    double *x, *v, *push, *rate; /* [n] each */
    double ground;
} direction;

/* ---- contacts ---- */

static double between(const direction *d, size_t contact, const double *of) {
    const thud_model_contact *c = &d->e->model->contacts[contact];
    return (c->left >= 0 ? of[c->left] : 0) - (c->right >= 0 ? of[c->right] : 0);
}

static double force_slope(const direction *d, size_t contact) {
    const thud_model_contact *c = &d->e->model->contacts[contact];
    const double depth = between(d, contact, d->e->state) - c->given.gap,
                 speed = between(d, contact, d->e->state + d->e->n);
    double stiffness, damping;
    thud_contact_tangent(&d->e->contacts[contact], depth, speed, &stiffness, &damping);
    return stiffness * between(d, contact, d->x) + damping * between(d, contact, d->v);
}

static double indicator_slope(const direction *d, size_t indicator) {
    const size_t i = indicator / FMU_INDICATORS;
    const thud_contact *c = &d->e->contacts[i];
    switch (indicator % FMU_INDICATORS) {
    case 0: return isfinite(d->e->model->contacts[i].given.gap) ? -between(d, i, d->x) : 0;
    case 1: return fmu_exchange_pull_slope(d->e, i, between(d, i, d->x), between(d, i, d->v));
    default: return c->active ? between(d, i, d->v) : 0;
    }
}

/* ---- the motion ---- */

static void differentiate(direction *d) {
    const fmu_exchange *e = d->e;
    const size_t n = e->n;
    for (size_t i = 0; i < n; i++) {
        d->rate[i] = d->push[i] - e->mass[i] * d->ground;
        for (size_t j = 0; j < n; j++)
            d->rate[i] -= e->stiffness[i * n + j] * d->x[j] + e->damping[i * n + j] * d->v[j];
    }
    for (size_t i = 0; i < e->model->contact_count; i++) {
        const thud_model_contact *c = &e->model->contacts[i];
        const double slope = force_slope(d, i);
        if (c->left >= 0) d->rate[c->left] -= slope;
        if (c->right >= 0) d->rate[c->right] += slope;
    }
    for (size_t i = 0; i < n; i++) d->rate[i] /= e->mass[i];
}

/* where the share of a known lies; NULL where nothing is differentiated by it */
static double *place_of(direction *d, const fmu_variable *v) {
    if (v->kind == FMU_FORCE) return &d->push[v->index];
    if (v->kind == FMU_GROUND) return &d->ground;
    if (!v->state) return NULL;
    return v->kind == FMU_DISPLACEMENT ? &d->x[v->index] : &d->v[v->index];
}

static double slope_of(const direction *d, const fmu_variable *v) {
    switch (v->kind) {
    case FMU_DISPLACEMENT: return d->x[v->index];
    case FMU_VELOCITY: return d->v[v->index];
    case FMU_RATE: return d->rate[v->index];
    case FMU_ACCELERATION: return d->rate[v->index] + d->ground;
    case FMU_CONTACT_FORCE: return force_slope(d, v->index);
    default: return indicator_slope(d, v->index);
    }
}

static fmu_status check(fmu_instance *i, const uint32_t *references, size_t count, bool known, direction *d) {
    for (size_t k = 0; k < count; k++) {
        if (references[k] >= i->variables.count)
            return fmu_say(i, FMU_ERROR, "no variable has the value reference %lu", (unsigned long)references[k]);
        const fmu_variable *v = &i->variables.list[references[k]];
        if (known && !place_of(d, v))
            return fmu_say(i, FMU_ERROR, "'%.300s' is neither a state nor an input", v->name);
        if (!known && v->kind < FMU_DISPLACEMENT)
            return fmu_say(i, FMU_ERROR, "'%.300s' is not computed and has no derivatives", v->name);
    }
    return FMU_OK;
}

static fmu_status follow(fmu_instance *i, const fmu_question *q, direction *d) {
    fmu_status status = check(i, q->knowns, q->known_count, true, d);
    if (status == FMU_OK) status = check(i, q->unknowns, q->unknown_count, false, d);
    if (status != FMU_OK) return status;
    for (size_t k = 0; k < q->known_count; k++) {
        if (!isfinite(q->seed[k])) return fmu_say(i, FMU_ERROR, "the seed is not a finite number");
        *place_of(d, &i->variables.list[q->knowns[k]]) += q->seed[k];
    }
    differentiate(d);
    for (size_t k = 0; k < q->unknown_count; k++) {
        q->sensitivity[k] = slope_of(d, &i->variables.list[q->unknowns[k]]);
        if (!isfinite(q->sensitivity[k]))
            return fmu_say(i, FMU_DISCARD, "a derivative is not finite at this state");
    }
    return FMU_OK;
}

fmu_status fmu_directional_derivative(fmu_instance *i, const fmu_question *q) {
    THUD_PLAIN_ENVIRONMENT;
    if (!i->exchange) return fmu_say(i, FMU_ERROR, "an FMU for co-simulation does not support it");
    if (!(i->phase & (FMU_EVENTS | FMU_CONTINUOUS)))
        return fmu_say(i, FMU_ERROR, "derivatives exist in event mode and in continuous-time mode");
    if ((q->unknown_count > 0 && (!q->unknowns || !q->sensitivity)) ||
        (q->known_count > 0 && (!q->knowns || !q->seed)))
        return fmu_say(i, FMU_ERROR, "a list is NULL");
    const size_t n = i->exchange->n;
    double *block = calloc(4 * n + 1, sizeof *block);
    if (!block) return fmu_say(i, FMU_ERROR, "there is not enough memory");
    direction d = {i->exchange, block, block + n, block + 2 * n, block + 3 * n, 0};
    const fmu_status status = follow(i, q, &d);
    free(block);
    return status;
}
