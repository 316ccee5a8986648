/*
 * Links are summed into K and C. Modal damping: C = M Φ diag(2ζω) Φᵀ M with ΦᵀMΦ = 1, from the eigenvectors of
 * M^(−1/2) K M^(−1/2) = V diag(ω²) Vᵀ, so that C = M^(1/2) V diag(2ζω) Vᵀ M^(1/2).
 *
 * Each group of bodies that springs hold together is taken by itself. A soft group beside a stiff one keeps its
 * digits, and a group that no spring ties to the ground has exactly one free mode, whose frequency is set to zero:
 * its computed square is rounding, and the root of that would be a damping that is not there.
 */
#include "simulate/structure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "model/model.h"

/* adds a link of this value between two bodies to a matrix */
static void add_link(double *matrix, size_t n, thud_body left, thud_body right, double value) {
    size_t i = (size_t)left, j = (size_t)right;
    if (left >= 0) matrix[i * n + i] += value;
    if (right >= 0) matrix[j * n + j] += value;
    if (left < 0 || right < 0) return;
    matrix[i * n + j] -= value;
    matrix[j * n + i] -= value;
}

/* work space of the eigenproblem of one group */
typedef struct modes {
    size_t *group;  /* [n], group that a body is in: the first of its bodies */
    bool *tied;     /* [n], by group: a spring goes to the ground */
    size_t *member; /* [n], bodies of the group under way */
    double *vector; /* [n × n] */
    double *square; /* [n], ω² */
} modes;

static void modes_free(modes *m) {
    free(m->group);
    free(m->tied);
    free(m->member);
    free(m->vector);
    free(m->square);
}

static bool modes_init(modes *m, size_t n) {
    *m = (modes){
        .group = malloc(n * sizeof *m->group),
        .tied = calloc(n, sizeof *m->tied),
        .member = malloc(n * sizeof *m->member),
        .vector = malloc(n * n * sizeof *m->vector),
        .square = malloc(n * sizeof *m->square),
    };
    if (m->group && m->tied && m->member && m->vector && m->square) return true;
    modes_free(m);
    return false;
}

static size_t root_of(size_t *group, size_t body) {
    while (group[body] != body) body = group[body] = group[group[body]];
    return body;
}

/* which bodies hang together by springs, and which groups hang on the ground */
static void find_groups(const thud_model *model, modes *m) {
    size_t n = model->body_count;
    for (size_t i = 0; i < n; i++) m->group[i] = i;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        if (!(link->given.stiffness > 0) || link->left < 0 || link->right < 0) continue;
        size_t a = root_of(m->group, (size_t)link->left), b = root_of(m->group, (size_t)link->right);
        m->group[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < n; i++) m->group[i] = root_of(m->group, i);
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        if (!(link->given.stiffness > 0) || (link->left < 0) == (link->right < 0)) continue;
        m->tied[m->group[link->left < 0 ? link->right : link->left]] = true;
    }
}

/* the damping of one group, written into the rows and columns of its bodies */
static thud_status damp_group(const modes *m, size_t count, bool tied, double ratio, size_t n, const double *mass,
                              const double *stiffness, double *damping) {
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            size_t a = m->member[i], b = m->member[j];
            m->vector[i * count + j] = stiffness[a * n + b] / sqrt(mass[a] * mass[b]);
        }
    }
    lapack_int size = (lapack_int)count;
    /* symmetric: rows and columns may change places; in this order the j-th eigenvector is row j */
    if (LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', size, m->vector, size, m->square) != 0)
        return THUD_ERROR_ACCURACY;
    if (!tied) m->square[0] = 0;
    for (size_t k = 0; k < count; k++) m->square[k] = 2 * ratio * sqrt(fmax(m->square[k], 0));
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j <= i; j++) {
            size_t a = m->member[i], b = m->member[j];
            double sum = 0;
            for (size_t k = 0; k < count; k++)
                sum += m->vector[k * count + i] * m->square[k] * m->vector[k * count + j];
            damping[a * n + b] = damping[b * n + a] = sum * sqrt(mass[a] * mass[b]);
        }
    }
    return THUD_OK;
}

static thud_status damp_modes(const thud_model *model, const double *mass, const double *stiffness,
                              double *damping) {
    size_t n = model->body_count;
    modes m;
    if (!modes_init(&m, n)) return THUD_ERROR_MEMORY;
    find_groups(model, &m);
    thud_status status = THUD_OK;
    for (size_t first = 0; first < n && status == THUD_OK; first++) {
        if (m.group[first] != first) continue;
        size_t count = 0;
        for (size_t i = first; i < n; i++) {
            if (m.group[i] == first) m.member[count++] = i;
        }
        status = damp_group(&m, count, m.tied[first], model->modal_ratio, n, mass, stiffness, damping);
    }
    modes_free(&m);
    return status;
}

thud_status thud_structure_matrices(const thud_model *model, double *mass, double *stiffness, double *damping) {
    if (!model || !mass || !stiffness || !damping) return THUD_ERROR_ARGUMENT;
    size_t n = model->body_count;
    memset(stiffness, 0, n * n * sizeof *stiffness);
    memset(damping, 0, n * n * sizeof *damping);
    for (size_t i = 0; i < n; i++) mass[i] = model->bodies[i].mass;
    bool by_links = model->damping == THUD_STRUCTURE_DAMPING_LINKS;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        add_link(stiffness, n, link->left, link->right, link->given.stiffness);
        if (by_links) add_link(damping, n, link->left, link->right, link->damping);
    }
    if (model->damping == THUD_STRUCTURE_DAMPING_MODAL && n > 0) return damp_modes(model, mass, stiffness, damping);
    if (model->damping == THUD_STRUCTURE_DAMPING_RAYLEIGH) {
        for (size_t i = 0; i < n * n; i++) damping[i] = model->rayleigh_stiffness * stiffness[i];
        for (size_t i = 0; i < n; i++) damping[i * n + i] += model->rayleigh_mass * mass[i];
    }
    return THUD_OK;
}
