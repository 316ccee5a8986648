/*
 * Structures given by matrices: numbers, symmetric to the digits of a file, M positive definite, C positive
 * semi-definite. The stability of K depends on all links and is checked in check_stability.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/check.h"
#include "numeric/matrix/symmetric.h"

/* relative to the largest entry: asymmetry left by printing nine digits, twice; and relative to a pivot: its
 * rounding error */
static const double ALIKE = 1e-9, DEFINITE = 1e-12;

static const char *name_of(const thud_check *check, const thud_model_matrices *m, size_t i) {
    return check->model->bodies[m->first + i].name;
}

static bool check_numbers(thud_check *check, thud_check_part part, const char *key, const double *values,
                          size_t rows, size_t columns) {
    for (size_t i = 0; i < rows * columns; i++)
        if (!(fabs(values[i]) <= 1e100)) {
            thud_check_error(check, part, key, "%s: row %zu, column %zu: must lie between -1e100 and 1e100", key,
                             i / columns + 1, i % columns + 1);
            return false;
        }
    return true;
}

static bool check_symmetric(thud_check *check, thud_check_part part, const char *key, const double *a, size_t n) {
    double largest = 0;
    for (size_t i = 0; i < n * n; i++) largest = fmax(largest, fabs(a[i]));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            if (fabs(a[i * n + j] - a[j * n + i]) <= ALIKE * largest) continue;
            thud_check_error(check, part, key,
                             "%s is not symmetric: row %zu, column %zu has %.9g, row %zu, column %zu has %.9g", key,
                             i + 1, j + 1, a[i * n + j], j + 1, i + 1, a[j * n + i]);
            return false;
        }
    return true;
}

/* the row at which the factorisation A = L Lᵀ fails; n if it succeeds */
static size_t find_pivot(double *a, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const double whole = a[i * n + i];
        double rest = whole;
        for (size_t j = 0; j < i; j++) {
            double sum = a[i * n + j];
            for (size_t k = 0; k < j; k++) sum -= a[i * n + k] * a[j * n + k];
            a[i * n + j] = sum / a[j * n + j];
            rest -= a[i * n + j] * a[i * n + j];
        }
        if (!(rest > DEFINITE * whole)) return i;
        a[i * n + i] = sqrt(rest);
    }
    return n;
}

static void check_mass(thud_check *check, thud_check_part part, const thud_model_matrices *m, double *work) {
    const size_t n = m->count;
    for (size_t i = 0; i < n; i++)
        if (!(m->mass[i * n + i] >= 1e-100)) {
            thud_check_error(check, part, "mass",
                             "mass: '%.60s' has %.6g on the diagonal and needs a mass; condense it",
                             name_of(check, m, i), m->mass[i * n + i]);
            return;
        }
    memcpy(work, m->mass, n * n * sizeof *work);
    const size_t at = find_pivot(work, n);
    if (at < n)
        thud_check_error(
            check, part, "mass",
            "mass is not positive definite: with '%.60s', the rows up to %zu have a motion without mass",
            name_of(check, m, at), at + 1);
}

static void check_damping(thud_check *check, thud_check_part part, const thud_model_matrices *m, double *work) {
    const size_t n = m->count;
    double *values = work + n * n;
    memcpy(work, m->damping, n * n * sizeof *work);
    if (!thud_symmetric_values(work, n, values)) return;
    const double largest = fmax(fabs(values[0]), fabs(values[n - 1]));
    if (values[0] < -ALIKE * largest)
        thud_check_error(
            check, part, "damping",
            "damping is not positive semi-definite: it has the eigenvalue %.6g N·s/m, which feeds energy",
            values[0]);
}

static void check_one(thud_check *check, size_t index) {
    const thud_model_matrices *m = &check->model->matrices[index];
    const thud_check_part part = {THUD_PART_MATRICES, index};
    const size_t n = m->count;
    double *work = malloc((n * n + 3 * n) * sizeof *work);
    if (!work) {
        check->out_of_memory = true;
        return;
    }
    check_numbers(check, part, "influence", m->influence, 1, n);
    const bool mass = check_numbers(check, part, "mass", m->mass, n, n);
    if (mass && check_symmetric(check, part, "mass", m->mass, n)) check_mass(check, part, m, work);
    if (check_numbers(check, part, "stiffness", m->stiffness, n, n))
        check_symmetric(check, part, "stiffness", m->stiffness, n);
    if (m->damping && check_numbers(check, part, "damping", m->damping, n, n) &&
        check_symmetric(check, part, "damping", m->damping, n))
        check_damping(check, part, m, work);
    free(work);
}

void thud_check_matrices(thud_check *check) {
    if (check->model->matrices_of_nothing)
        thud_check_error(check, (thud_check_part){THUD_PART_MODEL, 0}, NULL,
                         "a structure needs 1 to %d degrees of freedom, a mass and a stiffness",
                         THUD_MATRICES_MOST);
    for (size_t i = 0; i < check->model->matrices_count; i++) check_one(check, i);
}
