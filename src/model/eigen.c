/* Groups of bodies that springs hold together, and the eigenproblem of each. */
#include "model/eigen.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

void thud_eigen_free(thud_eigen *e) {
    free(e->group);
    free(e->tied);
    free(e->member);
    free(e->vector);
    free(e->square);
    *e = (thud_eigen){0};
}

static size_t root_of(size_t *group, size_t body) {
    while (group[body] != body) body = group[body] = group[group[body]];
    return body;
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
    for (size_t i = 0; i < n; i++) group[i] = root_of(group, i);
}

/* which groups hang on the ground */
static void find_tied(const thud_model *model, thud_eigen *e) {
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
        .group = malloc(n * sizeof *e->group + 1),
        .tied = calloc(n + 1, sizeof *e->tied),
        .member = malloc(n * sizeof *e->member + 1),
        .vector = malloc(n * n * sizeof *e->vector + 1),
        .square = malloc(n * sizeof *e->square + 1),
    };
    if (!e->group || !e->tied || !e->member || !e->vector || !e->square) return false;
    thud_eigen_groups(model, e->group);
    find_tied(model, e);
    return true;
}

/* the mode of an untied group in which all bodies move alike: the first, but where a stiffness below zero brings in
 * others before it */
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

thud_status thud_eigen_solve(thud_eigen *e, size_t first, const double *mass, const double *stiffness) {
    e->count = 0;
    for (size_t i = first; i < e->n; i++) {
        if (e->group[i] == first) e->member[e->count++] = i;
    }
    for (size_t i = 0; i < e->count; i++) {
        for (size_t j = 0; j < e->count; j++) {
            size_t a = e->member[i], b = e->member[j];
            e->vector[i * e->count + j] = stiffness[a * e->n + b] / sqrt(mass[a] * mass[b]);
        }
    }
    lapack_int size = (lapack_int)e->count;
    /* symmetric: rows and columns may change places; in this order the j-th eigenvector is row j */
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', size, e->vector, size, e->square) != 0)
        return THUD_ERROR_ACCURACY;
    e->free_one = SIZE_MAX;
    if (e->tied[first]) return THUD_OK;
    e->free_one = find_free(e, mass);
    e->square[e->free_one] = 0;
    return THUD_OK;
}

void thud_matrix_add_link(double *matrix, size_t n, thud_body left, thud_body right, double value) {
    size_t i = (size_t)left, j = (size_t)right;
    if (left >= 0) matrix[i * n + i] += value;
    if (right >= 0) matrix[j * n + j] += value;
    if (left < 0 || right < 0) return;
    matrix[i * n + j] -= value;
    matrix[j * n + i] -= value;
}

void thud_eigen_matrices(const thud_model *model, double *mass, double *stiffness) {
    size_t n = model->body_count;
    memset(stiffness, 0, n * n * sizeof *stiffness);
    for (size_t i = 0; i < n; i++) mass[i] = model->bodies[i].mass;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        thud_matrix_add_link(stiffness, n, link->left, link->right, thud_model_link_stiffness(link));
    }
}
