/*
 * Stability of structures with a negative stiffness: K of each must be positive, or positive semi-definite if it
 * is free. An error names the unstable mode by the bodies that move most in it.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "model/check.h"
#include "model/eigen.h"
#include "numeric/matrix/cholesky.h"

/* the bodies of a mode, by amplitude; cut off at the end of the buffer */
static void describe_mode(const thud_model *model, const thud_eigen *e, const double *mass, size_t mode, char *text,
                          size_t size) {
    enum { MOST = 4 };
    const double *vector = e->vector + mode * e->count;
    size_t used = 0, shown = 0, last = e->count;
    double scale = 0, below = INFINITY;
    for (size_t i = 0; i < e->count; i++) {
        const double entry = vector[i] / sqrt(mass[e->member[i]]);
        if (fabs(entry) > fabs(scale)) scale = entry;
    }
    text[0] = '\0';
    for (; shown < MOST && shown < e->count; shown++) {
        size_t best = e->count;
        double largest = -1;
        for (size_t i = 0; i < e->count; i++) {
            const double entry = fabs(vector[i] / sqrt(mass[e->member[i]]));
            const bool left = entry < below || (entry == below && i > last);
            if (left && entry > largest) {
                largest = entry;
                best = i;
            }
        }
        if (best == e->count || used >= size) break;
        below = largest;
        last = best;
        const double entry = vector[best] / sqrt(mass[e->member[best]]) / scale;
        used += (size_t)thud_print(text + used, size - used, "%s%.40s %.3g", shown ? ", " : "",
                                   model->bodies[e->member[best]].name, entry);
    }
    if (shown < e->count && used < size) snprintf(text + used, size - used, ", …");
}

/* the first link of a group that pushes its ends apart */
static size_t find_link(const thud_model *model, const thud_eigen *e, size_t group) {
    for (size_t l = 0; l < model->link_count; l++) {
        const thud_model_link *link = &model->links[l];
        const thud_body body = link->left >= 0 ? link->left : link->right;
        if (body >= 0 && e->group[body] == group && thud_model_link_stiffness(link) < 0) return l;
    }
    return model->link_count;
}

/* the structure by matrices that is in the group */
static size_t find_matrices(const thud_model *model, const thud_eigen *e, size_t group) {
    for (size_t k = 0; k < model->matrices_count; k++)
        for (size_t i = 0; i < model->matrices[k].count; i++)
            if (e->group[model->matrices[k].first + i] == group) return k;
    return 0;
}

static void judge(thud_check *check, const thud_eigen *e, size_t group, const double *mass) {
    double largest = 0;
    size_t worst = 0;
    for (size_t j = 0; j < e->count; j++) {
        largest = fmax(largest, fabs(e->square[j]));
        if (e->square[j] < e->square[worst]) worst = j;
    }
    /* rounding of zero: the eigenvalues are accurate to n u times the largest */
    if (e->square[worst] >= -8 * (double)e->count * DBL_EPSILON * largest) return;
    char shape[240];
    const size_t link = find_link(check->model, e, group);
    const bool of_link = link < check->model->link_count;
    const thud_check_part part = {of_link ? THUD_PART_LINK : THUD_PART_MATRICES,
                                  of_link ? link : find_matrices(check->model, e, group)};
    describe_mode(check->model, e, mass, worst, shape, sizeof shape);
    thud_check_error(check, part, of_link && check->model->links[link].given.weight > 0 ? "weight" : "stiffness",
                     "the structure is unstable from the start: it grows e-fold every %.4g s in a mode with %s",
                     1 / sqrt(-e->square[worst]), shape);
}

static bool is_needed(const thud_model *model) {
    if (model->matrices_count > 0) return true;
    for (size_t l = 0; l < model->link_count; l++)
        if (thud_model_link_stiffness(&model->links[l]) < 0) return true;
    return false;
}

/* whether K of a group is positive definite: then it needs no modes */
static bool stands(thud_eigen *e, size_t first, const double *stiffness) {
    e->count = 0;
    for (size_t i = first; i < e->n; i++)
        if (e->group[i] == first) e->member[e->count++] = i;
    for (size_t i = 0; i < e->count; i++)
        for (size_t j = 0; j <= i; j++) e->vector[i * e->count + j] = stiffness[e->member[i] * e->n + e->member[j]];
    return thud_cholesky_factor(e->vector, e->count);
}

void thud_check_stability(thud_check *check) {
    const thud_model *model = check->model;
    const size_t n = model->body_count;
    if (!is_needed(model)) return;
    thud_eigen e;
    double *mass = malloc(n * sizeof *mass), *stiffness = malloc(n * n * sizeof *stiffness);
    if (!thud_eigen_init(&e, model) || !mass || !stiffness) check->out_of_memory = true;
    else {
        thud_eigen_matrices(model, mass, stiffness);
        for (size_t first = 0; first < n; first++)
            if (e.group[first] == first && !stands(&e, first, stiffness) &&
                thud_eigen_solve(&e, first, mass, stiffness) == THUD_OK)
                judge(check, &e, first, mass);
    }
    thud_eigen_free(&e);
    free(mass);
    free(stiffness);
}
