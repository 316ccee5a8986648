/*
 * What rounding makes of accelerations, and of the rate of a link from rest. An acceleration is a sum whose terms
 * may cancel: what is left of them is off by roundings of the terms, not of itself. The coefficients after it
 * follow from coefficients that are off by that, and are off by no more than if all terms had the same sign:
 *
 *     |v|ₖ₊₁ = |a|ₖ/(k + 1),  |x|ₖ₊₁ = |v|ₖ/(k + 1),  |a|ₖ from |x|ₖ and |v|ₖ by the sizes of all forces,
 *
 * in time; by another clock with its pace, dt/dσ, as in series.c. Each order adds its own roundings to those of the
 * orders before it.
 */
#include <math.h>

#include "simulate/contacts/impulse.h"
#include "simulate/links/links.h"
#include "simulate/matrices.h"
#include "simulate/series/series_bodies.h"
#include "simulate/state.h"

enum { WIDTH = THUD_SERIES_WIDTH };

static void add(const thud_simulation *sim, thud_body body, double force, double *size) {
    if (body >= 0) size[body] += fabs(force) * sim->structure.inverse_mass[body];
}

static void add_springs(const thud_simulation *sim, const double *x, const double *v, double *size) {
    for (size_t i = 0; i < sim->structure.spring_count; i++) {
        const thud_spring *s = &sim->structure.springs[i];
        double way = fabs(thud_coordinate(x, s->left)) + fabs(thud_coordinate(x, s->right)),
               speed = fabs(thud_coordinate(v, s->left)) + fabs(thud_coordinate(v, s->right)),
               force = fabs(s->stiffness) * way + s->damping * speed;
        add(sim, s->left, force, size);
        add(sim, s->right, force, size);
    }
}

/* of links whose force is no straight line, or that have a dashpot which is not linear */
static void add_shaped(const thud_simulation *sim, int k, const double *x, double *size) {
    for (size_t i = 0; i < sim->links.shaped_count; i++) {
        const thud_body_link *l = &sim->links.list[sim->links.shaped[i]];
        double way = fabs(thud_coordinate(x, l->left)) + fabs(thud_coordinate(x, l->right)),
               force = fabs(l->branch.stiffness) * way + (k == 0 ? fabs(l->branch.offset) : 0);
        if (l->model->raise) force += fabs(l->series.force[k]);
        if (l->damper > 0) force += fabs(l->damper_force[k]);
        add(sim, l->left, force, size);
        add(sim, l->right, force, size);
    }
}

static void add_damping_matrix(const thud_simulation *sim, const double *v, double *size) {
    const size_t n = sim->structure.n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            size[i] += fabs(sim->structure.damping_matrix[i * n + j] * v[j]) * sim->structure.inverse_mass[i];
}

static void add_contacts(const thud_simulation *sim, int k, double *size) {
    for (size_t i = 0; i < sim->contacts.closed_count; i++) {
        const thud_body_contact *t = &sim->contacts.list[sim->contacts.closed[i]];
        if (t->phase != THUD_PHASE_ACTIVE) continue;
        /* off by its slope times what coordinates are off, a quarter of THUD_LINKS_ROUNDING */
        const thud_branch *b = &t->branch;
        double force = fabs(t->series->force[k]), depth = fmax(t->series->depth[0] - b->offset, 0);
        if (k == 0) force += 0.25 * b->k * b->n * pow(depth, b->n - 1) * thud_interface_length(sim, t);
        for (size_t j = 0; j < thud_contact_ends(t); j++)
            add(sim, thud_contact_end(t, j), thud_contact_share(t, j) * force, size);
    }
}

void thud_links_size(const thud_simulation *sim, int k, const double *x, const double *v, double *size) {
    const size_t n = sim->structure.n;
    const double common = (k == 0 ? fabs(sim->structure.gravity) : 0) + fabs(sim->motion.series.ground[k]),
                 *a = sim->motion.series.a + (size_t)k * n;
    const bool given = sim->structure.influence; /* forces first where a mass matrix is full */
    for (size_t i = 0; i < n; i++)
        size[i] =
            (given ? 0 : common + fabs(a[i])) + (k == 0 && sim->links.count > 0 ? fabs(sim->links.push[i]) : 0);
    add_springs(sim, x, v, size);
    add_shaped(sim, k, x, size);
    if (sim->structure.damping_matrix) add_damping_matrix(sim, v, size);
    for (size_t i = 0; i < sim->loads.push_count; i++)
        add(sim, sim->loads.pushes[i].body, sim->loads.pushes[i].series[k], size);
    add_contacts(sim, k, size);
    if (given) thud_matrices_widen(sim, common, x, v, size);
    for (size_t i = 0; i < n && given; i++) size[i] += fabs(a[i]);
    thud_rest_widen(sim, size);
}

void thud_links_clear_rounding(const thud_simulation *sim, const thud_body_link *l, double *rate) {
    const thud_series *s = &sim->motion.series;
    const size_t n = sim->structure.n;
    double *x = sim->links.sizes, *v = x + n * WIDTH, *a = v + n * WIDTH, pace[WIDTH];
    for (size_t i = 0; i < n; i++) {
        x[i] = fabs(sim->motion.x[i]);
        v[i] = fabs(sim->motion.v[i]);
    }
    for (int k = 0; k < s->order; k++) {
        const size_t here = (size_t)k * n, next = here + n;
        pace[k] = s->in_time ? k == 0 : fabs(s->pace[k]);
        thud_links_size(sim, k, x + here, v + here, a + here);
        thud_series_products(pace, v, n, k, THUD_RECIPROCAL[k + 1], x + next);
        thud_series_products(pace, a, n, k, THUD_RECIPROCAL[k + 1], v + next);
        double size = thud_coordinate(v + next, l->left) + thud_coordinate(v + next, l->right);
        if (fabs(rate[k + 1]) > (k + 1) * THUD_LINKS_ROUNDING * size) return;
        rate[k + 1] = 0;
    }
}
