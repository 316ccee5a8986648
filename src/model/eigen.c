/* Groups of bodies connected by springs, and the eigenproblem of each. */
#include "model/eigen.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/eigen_memo.h"
#include "numeric/matrix/cholesky.h"
#include "numeric/matrix/symmetric.h"

void thud_eigen_free(thud_eigen *e) {
    free(e->group);
    free(e->tied);
    free(e->member);
    free(e->vector);
    free(e->square);
    free(e->given);
    free(e->momentum);
    *e = (thud_eigen){0};
}

static size_t root_of(size_t *group, size_t body) {
    while (group[body] != body) body = group[body] = group[group[body]];
    return body;
}

/* bodies between which a matrix has an entry */
static void join_matrices(const thud_model_matrices *m, size_t *group) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < i; j++) {
            if (m->stiffness[i * m->count + j] == 0 && m->mass[i * m->count + j] == 0) continue;
            size_t a = root_of(group, m->first + i), b = root_of(group, m->first + j);
            group[a > b ? a : b] = a > b ? b : a;
        }
}

void thud_eigen_groups(const thud_model *model, size_t *group) {
    size_t n = model->body_count;
    for (size_t i = 0; i < n; i++) group[i] = i;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        if (thud_model_link_stiffness(link) == 0 || link->left < 0 || link->right < 0) continue;
        size_t a = root_of(group, (size_t)link->left), b = root_of(group, (size_t)link->right);
        group[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t k = 0; k < model->matrices_count; k++) join_matrices(&model->matrices[k], group);
    for (size_t i = 0; i < n; i++) group[i] = root_of(group, i);
}

/* which groups hang on the ground */
static void find_tied(const thud_model *model, thud_eigen *e) {
    for (size_t k = 0; k < model->matrices_count; k++)
        for (size_t i = 0; i < model->matrices[k].count; i++)
            e->given[e->group[model->matrices[k].first + i]] = true;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        if (thud_model_link_stiffness(link) == 0 || (link->left < 0) == (link->right < 0)) continue;
        e->tied[e->group[link->left < 0 ? link->right : link->left]] = true;
    }
}

bool thud_eigen_init(thud_eigen *e, const thud_model *model) {
    size_t n = model->body_count;
    *e = (thud_eigen){
        .n = n,
        .model = model,
        .given = calloc(n + 1, sizeof *e->given),
        .momentum = malloc((model->matrices_count > 0 ? n * n : 0) * sizeof *e->momentum + 1),
        .group = malloc(n * sizeof *e->group + 1),
        .tied = calloc(n + 1, sizeof *e->tied),
        .member = malloc(n * sizeof *e->member + 1),
        .vector = malloc(n * n * sizeof *e->vector + 1),
        .square = malloc(3 * n * sizeof *e->square + 1),
    };
    if (!e->given || !e->momentum || !e->group || !e->tied || !e->member || !e->vector || !e->square) return false;
    thud_eigen_groups(model, e->group);
    find_tied(model, e);
    return true;
}

/* the rigid-body mode of an untied group: the first, unless negative stiffnesses put others before it */
static size_t find_free(const thud_eigen *e, const double *mass) {
    double largest = fmax(fabs(e->square[0]), fabs(e->square[e->count - 1])), most = -1;
    size_t found = 0;
    if (e->square[0] >= -8 * (double)e->count * DBL_EPSILON * largest) return 0;
    for (size_t j = 0; j < e->count; j++) {
        double share = 0;
        for (size_t i = 0; i < e->count; i++) share += sqrt(mass[e->member[i]]) * e->vector[j * e->count + i];
        if (fabs(share) > most) {
            most = fabs(share);
            found = j;
        }
    }
    return found;
}

/* L y = b, in place; `only` where L is diagonal */
static void forward(const double *l, size_t n, bool only, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i && !only; k++) b[i] -= l[i * n + k] * b[k];
        b[i] /= l[i * n + i];
    }
}

/* Lᵀ x = b, in place */
static void backward(const double *l, size_t n, bool only, double *b) {
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n && !only; k++) b[i] -= l[k * n + i] * b[k];
        b[i] /= l[i * n + i];
    }
}

static void transpose(double *a, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const double held = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = held;
        }
}

static double mass_between(const thud_eigen *e, size_t i, size_t j) {
    return thud_model_mass_between(e->model, (int)e->member[i], (int)e->member[j]);
}

/* (M φ)ᵢ */
static double momentum_of(const thud_eigen *e, size_t i, const double *mass, const double *phi) {
    const size_t body = e->member[i];
    const thud_model_matrices *full = thud_model_full_mass_of(e->model, (int)body);
    if (!full) return mass[body] * phi[i];
    const double *row = full->mass + (body - full->first) * full->count;
    double sum = 0;
    for (size_t j = 0; j < e->count; j++) {
        const size_t other = e->member[j] - full->first; /* past the count where it is before the first */
        if (other < full->count) sum += row[other] * phi[j];
    }
    return sum;
}

static bool is_diagonal(const double *a, size_t n) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (a[i * n + j] != 0) return false;
    return true;
}

/* K φ = ω² M φ by M = L Lᵀ: L⁻¹ K L⁻ᵀ v = ω² v, φ = L⁻ᵀ v. Values at rounding level are set to zero: there may be
 * any number of free modes */
static thud_status solve_given(thud_eigen *e, const double *mass, const double *stiffness) {
    const size_t count = e->count;
    double *a = e->vector, *l = e->momentum;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            a[i * count + j] = stiffness[e->member[i] * e->n + e->member[j]];
            l[i * count + j] = mass_between(e, i, j);
        }
    const bool only = is_diagonal(l, count);
    if (!thud_cholesky_factor(l, count)) return THUD_ERROR_ACCURACY;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count; i++) forward(l, count, only, a + i * count);
        transpose(a, count);
    }
    if (!thud_symmetric_eigen(a, count, e->square)) return THUD_ERROR_ACCURACY;
    for (size_t k = 0; k < count; k++) backward(l, count, only, a + k * count);
    const double largest = fmax(fabs(e->square[0]), fabs(e->square[count - 1]));
    for (size_t k = 0; k < count; k++) {
        double *phi = e->vector + k * count;
        for (size_t i = 0; i < count; i++) e->momentum[k * count + i] = momentum_of(e, i, mass, phi);
        for (size_t i = 0; i < count; i++) phi[i] *= sqrt(mass[e->member[i]]);
        if (fabs(e->square[k]) <= 8 * (double)count * DBL_EPSILON * largest) e->square[k] = 0;
    }
    e->free_one = SIZE_MAX;
    return THUD_OK;
}

static thud_status solve(thud_eigen *e, size_t first, const double *mass, const double *stiffness) {
    if (e->given[first]) return solve_given(e, mass, stiffness);
    for (size_t i = 0; i < e->count; i++) {
        for (size_t j = 0; j < e->count; j++) {
            size_t a = e->member[i], b = e->member[j];
            e->vector[i * e->count + j] = stiffness[a * e->n + b] / sqrt(mass[a] * mass[b]);
        }
    }
    if (!thud_symmetric_eigen(e->vector, e->count, e->square)) return THUD_ERROR_ACCURACY;
    e->free_one = SIZE_MAX;
    if (e->tied[first]) return THUD_OK;
    e->free_one = find_free(e, mass);
    e->square[e->free_one] = 0;
    return THUD_OK;
}

thud_status thud_eigen_solve(thud_eigen *e, size_t first, const double *mass, const double *stiffness) {
    thud_eigen_memo *memo = e->model->eigen_memo;
    e->count = 0;
    for (size_t i = first; i < e->n; i++) {
        if (e->group[i] == first) e->member[e->count++] = i;
    }
    if (memo && thud_eigen_memo_find(memo, e, mass, stiffness)) return THUD_OK;
    const thud_status status = solve(e, first, mass, stiffness);
    if (memo && status == THUD_OK) thud_eigen_memo_keep(memo, e);
    return status;
}

void thud_matrix_add_link(double *matrix, size_t n, thud_body left, thud_body right, double value) {
    size_t i = (size_t)left, j = (size_t)right;
    if (left >= 0) matrix[i * n + i] += value;
    if (right >= 0) matrix[j * n + j] += value;
    if (left < 0 || right < 0) return;
    matrix[i * n + j] -= value;
    matrix[j * n + i] -= value;
}

void thud_matrix_add_block(double *matrix, size_t n, const thud_model_matrices *m, const double *block,
                           double factor) {
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < m->count; j++)
            matrix[(m->first + i) * n + m->first + j] += factor * block[i * m->count + j];
}

void thud_eigen_matrices(const thud_model *model, double *mass, double *stiffness) {
    size_t n = model->body_count;
    memset(stiffness, 0, n * n * sizeof *stiffness);
    for (size_t i = 0; i < n; i++) mass[i] = model->bodies[i].mass;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        thud_matrix_add_link(stiffness, n, link->left, link->right, thud_model_link_stiffness(link));
    }
    for (size_t k = 0; k < model->matrices_count; k++)
        thud_matrix_add_block(stiffness, n, &model->matrices[k], model->matrices[k].stiffness, 1);
}
