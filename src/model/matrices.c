/* Structures given by matrices: a copy of the input, and M⁻¹ if M is full. */
#include "model/matrices.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "numeric/matrix/cholesky.h"

const thud_model_matrices *thud_model_matrices_of(const thud_model *model, int body) {
    for (size_t i = 0; i < model->matrices_count; i++) {
        const thud_model_matrices *m = &model->matrices[i];
        if (body >= (int)m->first && body < (int)(m->first + m->count)) return m;
    }
    return NULL;
}

const thud_model_matrices *thud_model_full_mass_of(const thud_model *model, int body) {
    const thud_model_matrices *m = thud_model_matrices_of(model, body);
    return m && m->is_full ? m : NULL;
}

bool thud_model_has_full_mass(const thud_model *model) {
    for (size_t i = 0; i < model->matrices_count; i++)
        if (model->matrices[i].is_full) return true;
    return false;
}

double thud_model_mass_between(const thud_model *model, int a, int b) {
    const thud_model_matrices *m = thud_model_full_mass_of(model, a);
    if (!m) return a == b ? model->bodies[a].mass : 0;
    if (m != thud_model_full_mass_of(model, b)) return 0;
    return m->mass[((size_t)a - m->first) * m->count + ((size_t)b - m->first)];
}

double thud_model_reply(const thud_model *model, int a, int b) {
    const thud_model_matrices *m = thud_model_full_mass_of(model, a);
    if (!m) return a == b ? 1 / model->bodies[a].mass : 0;
    if (m != thud_model_full_mass_of(model, b)) return 0;
    return m->inverse[((size_t)a - m->first) * m->count + ((size_t)b - m->first)];
}

static bool is_diagonal(const double *matrix, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i != j && matrix[i * n + j] != 0) return false;
    return true;
}

/* one block: M, K, C, M⁻¹ with work space of the same size, influence and load */
static bool lay_out(thud_model_matrices *m, bool damped) {
    const size_t square = m->count * m->count;
    m->block = calloc(5 * square + 2 * m->count, sizeof *m->block);
    if (!m->block) return false;
    m->mass = m->block;
    m->stiffness = m->mass + square;
    m->damping = damped ? m->stiffness + square : NULL;
    m->inverse = m->stiffness + 2 * square;
    m->influence = m->inverse + 2 * square;
    m->load = m->influence + m->count;
    return true;
}

/* makes matrices that are symmetric to the digits of a file exactly symmetric; the check sees both halves as
   given */
bool thud_model_matrices_take(thud_model_matrices *m, const thud_matrices *given) {
    const size_t square = m->count * m->count;
    if (!lay_out(m, given->damping != NULL)) return false;
    memcpy(m->mass, given->mass, square * sizeof *m->mass);
    memcpy(m->stiffness, given->stiffness, square * sizeof *m->stiffness);
    if (m->damping) memcpy(m->damping, given->damping, square * sizeof *m->damping);
    for (size_t i = 0; i < m->count; i++) m->influence[i] = given->influence ? given->influence[i] : 1;
    m->is_full = !is_diagonal(m->mass, m->count);
    return true;
}

static void make_symmetric(double *matrix, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            matrix[i * n + j] = matrix[j * n + i] = 0.5 * (matrix[i * n + j] + matrix[j * n + i]);
}

void thud_model_matrices_derive(thud_model_matrices *m) {
    const size_t n = m->count;
    make_symmetric(m->mass, n);
    make_symmetric(m->stiffness, n);
    if (m->damping) make_symmetric(m->damping, n);
    for (size_t i = 0; i < n; i++) {
        m->load[i] = 0;
        for (size_t j = 0; j < n; j++) m->load[i] += m->mass[i * n + j] * m->influence[j];
    }
    if (!m->is_full) return;
    double *work = m->inverse + n * n;
    memcpy(work, m->mass, n * n * sizeof *work);
    (void)thud_cholesky_invert(work, n, m->inverse); /* it has been checked */
}

thud_model_matrices thud_model_matrices_copy(const thud_model_matrices *from) {
    thud_model_matrices to = *from;
    if (lay_out(&to, from->damping != NULL))
        memcpy(to.block, from->block, (5 * from->count * from->count + 2 * from->count) * sizeof *to.block);
    return to;
}
