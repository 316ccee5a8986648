/* Structures given by matrices, in steps and in the energy balance. */
#include "simulate/matrices.h"

#include <math.h>

size_t thud_matrices_numbers(const thud_model *model) {
    size_t count = 0;
    for (size_t k = 0; k < model->matrices_count; k++) count += model->matrices[k].count * model->matrices[k].count;
    return count;
}

/* C of one: its own, or b K, and a M where that is full; a M of others is with that of bodies, modal damping in a
 * matrix of the whole model */
static void take_damping(const thud_model *model, const thud_model_matrices *m, double *damping) {
    for (size_t i = 0; i < m->count * m->count; i++) {
        if (model->damping == THUD_STRUCTURE_DAMPING_LINKS && m->damping) damping[i] = m->damping[i];
        if (model->damping != THUD_STRUCTURE_DAMPING_RAYLEIGH) continue;
        damping[i] = model->rayleigh_stiffness * m->stiffness[i];
        if (m->is_full) damping[i] += model->rayleigh_mass * m->mass[i];
    }
}

void thud_matrices_prepare(thud_simulation *sim) {
    thud_body_structure *s = &sim->structure;
    const thud_model *model = sim->model;
    double *damping = s->block_damping;
    if (model->matrices_count == 0) {
        s->load = s->mass;
        s->influence = NULL;
        return;
    }
    for (size_t i = 0; i < s->n; i++) {
        s->load[i] = s->mass[i];
        s->influence[i] = 1;
    }
    for (size_t k = 0; k < model->matrices_count; k++) {
        const thud_model_matrices *m = &model->matrices[k];
        for (size_t i = 0; i < m->count; i++) {
            s->load[m->first + i] = m->load[i];
            s->influence[m->first + i] = m->influence[i];
            if (m->is_full) s->inverse_mass[m->first + i] = 1;
        }
        take_damping(model, m, damping);
        damping += m->count * m->count;
    }
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* forces first, N, or accelerations where masses are their own; then M⁻¹ of all */
static void raise_one(const thud_simulation *sim, const thud_model_matrices *m, const double *damping,
                      const double *x, const double *v, double *a) {
    const size_t n = m->count;
    double *force = sim->structure.block_force;
    for (size_t i = 0; i < n; i++) {
        double pull = dot(m->stiffness + i * n, x, n) + dot(damping + i * n, v, n);
        force[i] = a[i] - sim->structure.inverse_mass[m->first + i] * pull;
    }
    for (size_t i = 0; i < n; i++) a[i] = m->is_full ? dot(m->inverse + i * n, force, n) : force[i];
}

void thud_matrices_raise(const thud_simulation *sim, double common, int k, double *a) {
    const size_t n = sim->structure.n, here = (size_t)k * n;
    const double *x = sim->motion.series.x + here, *v = sim->motion.series.v + here,
                 *damping = sim->structure.block_damping;
    for (size_t i = 0; i < sim->model->matrices_count; i++) {
        const thud_model_matrices *m = &sim->model->matrices[i];
        raise_one(sim, m, damping, x + m->first, v + m->first, a + m->first);
        damping += m->count * m->count;
    }
    for (size_t i = 0; i < sim->model->body_count; i++) a[i] += sim->structure.influence[i] * common;
}

static double dot_of_sizes(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += fabs(a[i] * b[i]);
    return sum;
}

void thud_matrices_widen(const thud_simulation *sim, double common, const double *x, const double *v,
                         double *size) {
    const double *damping = sim->structure.block_damping;
    double *force = sim->structure.block_force;
    for (size_t k = 0; k < sim->model->matrices_count; k++) {
        const thud_model_matrices *m = &sim->model->matrices[k];
        const double *way = x + m->first, *speed = v + m->first;
        const size_t n = m->count;
        for (size_t i = 0; i < n; i++) {
            double pull = dot_of_sizes(m->stiffness + i * n, way, n) + dot_of_sizes(damping + i * n, speed, n);
            force[i] = size[m->first + i] + sim->structure.inverse_mass[m->first + i] * pull;
        }
        for (size_t i = 0; i < n; i++)
            size[m->first + i] = m->is_full ? dot_of_sizes(m->inverse + i * n, force, n) : force[i];
        damping += n * n;
    }
    for (size_t i = 0; i < sim->structure.n; i++) size[i] += fabs(sim->structure.influence[i]) * common;
}

double thud_matrices_stored(const thud_simulation *sim) {
    double energy = 0;
    for (size_t k = 0; k < sim->model->matrices_count; k++) {
        const thud_model_matrices *m = &sim->model->matrices[k];
        const double *x = sim->motion.x + m->first, *v = sim->motion.v + m->first;
        for (size_t i = 0; i < m->count; i++) {
            energy += 0.5 * x[i] * dot(m->stiffness + i * m->count, x, m->count);
            if (!m->is_full) continue;
            double momentum = dot(m->mass + i * m->count, v, m->count);
            energy += 0.5 * v[i] * (momentum - m->mass[i * m->count + i] * v[i]); /* bodies have ½ m v² */
        }
    }
    return energy;
}

double thud_matrices_power(const thud_simulation *sim, const double *v) {
    const double *damping = sim->structure.block_damping;
    double power = 0;
    for (size_t k = 0; k < sim->model->matrices_count; k++) {
        const thud_model_matrices *m = &sim->model->matrices[k];
        for (size_t i = 0; i < m->count; i++)
            power += v[m->first + i] * dot(damping + i * m->count, v + m->first, m->count);
        damping += m->count * m->count;
    }
    return power;
}
