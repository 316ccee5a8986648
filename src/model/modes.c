/*
 * Modes from eigenvectors v of M^(−1/2) K M^(−1/2): φ = M^(−1/2) v, ΦᵀMΦ = 1, so that the participating mass
 * (φᵀMι)²/(φᵀMφ) is the square of Σ √mᵢ vᵢ.
 */
#include <thud/modes.h>

#include <math.h>
#include <stdlib.h>

#include "base/environment.h"
#include "model/eigen.h"

static const double TWO_PI = 6.28318530717958647692;

/* one block: the list after the head, then shapes and masses */
static thud_modes *allocate(size_t n) {
    thud_modes *modes = calloc(1, sizeof *modes);
    thud_model_mode *list = calloc(n + 1, sizeof *list);
    double *numbers = calloc(n * n + n + 1, sizeof *numbers);
    if (modes && list && numbers) {
        modes->list = list;
        modes->masses = numbers;
        modes->body_count = n;
        return modes;
    }
    free(modes);
    free(list);
    free(numbers);
    return NULL;
}

void thud_modes_free(thud_modes *modes) {
    if (!modes) return;
    free(modes->list);
    free(modes->masses);
    free(modes);
}

/* the influence of the ground's motion on the i-th member of the group */
static double influence_of(const thud_eigen *e, size_t i) {
    const thud_model_matrices *m = thud_model_matrices_of(e->model, (int)e->member[i]);
    return m ? m->influence[e->member[i] - m->first] : 1;
}

/* ιᵀMι of the group */
static double mass_of(const thud_eigen *e, const double *mass) {
    double sum = 0;
    for (size_t i = 0; i < e->count; i++) {
        const thud_model_matrices *m = thud_model_matrices_of(e->model, (int)e->member[i]);
        sum += m ? m->load[e->member[i] - m->first] * influence_of(e, i) : mass[e->member[i]];
    }
    return sum;
}

/* ---- damping ---- */

static double moved_by(const double *shape, thud_body end) { return end < 0 ? 0 : shape[end]; }

/* φᵀAφ of a matrix of a structure */
static double product_of(const thud_model_matrices *m, const double *matrix, const double *shape) {
    double sum = 0;
    for (size_t i = 0; i < m->count; i++)
        for (size_t j = 0; j < m->count; j++)
            sum += shape[m->first + i] * matrix[i * m->count + j] * shape[m->first + j];
    return sum;
}

/* φᵀCφ of dashpots, or φᵀKφ of springs without the weights that lean on them */
static double sum_links(const thud_model *model, bool dashpots, const double *shape) {
    double sum = 0;
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        const double way = moved_by(shape, link->right) - moved_by(shape, link->left);
        if (!dashpots) sum += link->given.stiffness * way * way;
        else if (link->given.damping_exponent == 1) sum += link->damping * way * way;
    }
    for (size_t k = 0; k < model->matrices_count; k++) {
        const thud_model_matrices *m = &model->matrices[k];
        const double *matrix = dashpots ? m->damping : m->stiffness;
        if (matrix) sum += product_of(m, matrix, shape);
    }
    return sum;
}

/* the modal ratio of a structure, from one of its bodies */
static double given_ratio(const thud_model *model, const double *shape) {
    if (!isnan(model->modal_ratio)) return model->modal_ratio;
    for (size_t i = 0; i < model->body_count; i++)
        if (shape[i] != 0 && !isnan(model->bodies[i].damping_ratio)) return model->bodies[i].damping_ratio;
    return 0;
}

/* `mass` is φᵀMφ */
static double damping_ratio(const thud_model *model, const double *shape, double square, double mass) {
    if (!(square > 0)) return NAN;
    const double critical = 2 * sqrt(square) * mass;
    switch (model->damping) {
    case THUD_STRUCTURE_DAMPING_MODAL: return given_ratio(model, shape);
    case THUD_STRUCTURE_DAMPING_RAYLEIGH:
        return (model->rayleigh_mass * mass + model->rayleigh_stiffness * sum_links(model, false, shape)) /
               critical;
    case THUD_STRUCTURE_DAMPING_LINKS: break;
    }
    return sum_links(model, true, shape) / critical;
}

static thud_model_mode make_mode(const thud_eigen *e, size_t j, const double *mass, double *shape) {
    const double *vector = e->vector + j * e->count;
    double share = 0, largest = 0;
    for (size_t i = 0; i < e->count; i++) {
        const double root = sqrt(mass[e->member[i]]), entry = vector[i] / root;
        share += e->given[e->group[e->member[i]]] ? e->momentum[j * e->count + i] * influence_of(e, i)
                                                  : root * vector[i];
        if (fabs(entry) > fabs(largest)) largest = entry;
        shape[e->member[i]] = entry;
    }
    for (size_t i = 0; i < e->count; i++) shape[e->member[i]] /= largest;
    const double square = e->square[j];
    return (thud_model_mode){
        .square = square,
        .period = square > 0    ? TWO_PI / sqrt(square)
                  : square == 0 ? INFINITY
                                : NAN,
        .damping_ratio = damping_ratio(e->model, shape, square, 1 / (largest * largest)),
        .is_free = j == e->free_one || (square == 0 && e->given[e->group[e->member[0]]]),
        .participating_mass = share * share,
        .shape = shape,
    };
}

static void add_group(thud_modes *modes, const thud_eigen *e, const double *mass) {
    thud_model_mode *list = modes->list;
    double *masses = modes->masses, *shapes = masses + modes->body_count;
    const size_t structure = modes->structure_count++;
    masses[structure] = mass_of(e, mass);
    for (size_t j = 0; j < e->count; j++) {
        list[modes->count] = make_mode(e, j, mass, shapes + modes->count * modes->body_count);
        list[modes->count++].structure = structure;
    }
}

static thud_status find(const thud_model *model, thud_eigen *e, double *mass, double *stiffness,
                        thud_modes *modes) {
    thud_eigen_matrices(model, mass, stiffness);
    for (size_t first = 0; first < e->n; first++) {
        if (e->group[first] != first) continue;
        const thud_status status = thud_eigen_solve(e, first, mass, stiffness);
        if (status != THUD_OK) return status;
        if (e->count > 1 || e->tied[first] || e->given[first]) add_group(modes, e, mass);
    }
    return THUD_OK;
}

thud_status thud_model_modes(const thud_model *model, thud_modes **modes) {
    THUD_PLAIN_ENVIRONMENT;
    if (!model || !model->built || !modes) return THUD_ERROR_ARGUMENT;
    const size_t n = model->body_count;
    thud_eigen e;
    double *mass = malloc(n * sizeof *mass + 1), *stiffness = malloc(n * n * sizeof *stiffness + 1);
    thud_modes *found = allocate(n);
    thud_status status = thud_eigen_init(&e, model) && mass && stiffness && found ? THUD_OK : THUD_ERROR_MEMORY;
    if (status == THUD_OK) status = find(model, &e, mass, stiffness, found);
    if (status == THUD_OK) *modes = found;
    else thud_modes_free(found);
    thud_eigen_free(&e);
    free(mass);
    free(stiffness);
    return status;
}
