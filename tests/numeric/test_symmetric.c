/*
 * Eigenvalues and eigenvectors against closed forms, and against what they are defined by.
 *
 * The method is stable backwards: what it returns belongs exactly to a matrix whose distance is some n u times the
 * largest eigenvalue (J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, 3.45 and 8.58); what is measured
 * grows more slowly, about as √n u. Eight √n u are allowed, for each eigenvalue and each entry of V Vᵀ − 1 and A V
 * − V Λ.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/matrix/symmetric.h"
#include "numeric/random.h"
#include "suite.h"

enum { MOST = 220 };

static const double PI = 3.14159265358979323846;

static double allowed(size_t n) { return 8 * sqrt((double)n) * DBL_EPSILON / 2; }

/* V Vᵀ = 1, A = Vᵀ Λ V and Λ ascending; the largest error over the largest value */
static void check(const double *a, size_t n, const double *v, const double *values) {
    double largest = fmax(fabs(values[0]), fabs(values[n - 1]));
    for (size_t i = 0; i < n; i++) {
        if (i > 0) ck_assert_double_ge(values[i], values[i - 1]);
        for (size_t j = 0; j <= i; j++) {
            long double product = 0;
            for (size_t k = 0; k < n; k++) product += (long double)v[i * n + k] * v[j * n + k];
            ck_assert_double_eq_tol((double)product, i == j, allowed(n));
        }
        for (size_t r = 0; r < n; r++) {
            long double product = 0;
            for (size_t k = 0; k < n; k++)
                product += (long double)(r >= k ? a[r * n + k] : a[k * n + r]) * v[i * n + k];
            ck_assert_double_eq_tol((double)(product - (long double)values[i] * v[i * n + r]), 0,
                                    allowed(n) * largest);
        }
    }
}

static void solve_and_check(const double *a, size_t n, double *values) {
    static double v[MOST * MOST], alone[3 * MOST];
    memcpy(v, a, n * n * sizeof *v);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) v[i * n + k] = NAN; /* is not read */
    ck_assert(thud_symmetric_eigen(v, n, values));
    check(a, n, v, values);
    /* without vectors the values are the same to the bit: the same rotations */
    memcpy(v, a, n * n * sizeof *v);
    ck_assert(thud_symmetric_values(v, n, alone));
    ck_assert_mem_eq(alone, values, n * sizeof *values);
}

/* −1, 2, −1: ω² = 2 − 2 cos(kπ/(n+1)) */
START_TEST(chain) {
    static double a[MOST * MOST], values[3 * MOST];
    const size_t n = (size_t[]){1, 2, 3, 7, 40, 200}[_i];
    memset(a, 0, sizeof a);
    for (size_t i = 0; i < n; i++) a[i * n + i] = 2;
    for (size_t i = 1; i < n; i++) a[i * n + i - 1] = -1;
    solve_and_check(a, n, values);
    for (size_t k = 0; k < n; k++)
        ck_assert_double_eq_tol(values[k], 4 * pow(sin(PI * (double)(k + 1) / (double)(2 * n + 2)), 2),
                                4 * allowed(n));
}
END_TEST

/* full, of every size up to 40, and some that are large */
START_TEST(full) {
    static double a[MOST * MOST], values[3 * MOST];
    const size_t n = _i < 40 ? (size_t)_i + 1 : 110 * (size_t)(_i - 39);
    thud_random random = thud_random_seed((uint64_t)n);
    for (size_t i = 0; i < n * n; i++) a[i] = thud_random_normal(&random);
    solve_and_check(a, n, values);
}
END_TEST

/* rank one, with n − 1 eigenvalues of zero, and u uᵀ with the value |u|² */
START_TEST(rank_one) {
    static double a[50 * 50], values[150];
    double u[50], square = 0;
    for (size_t i = 0; i < 50; i++) u[i] = sin((double)i + 1), square += u[i] * u[i];
    for (size_t i = 0; i < 50; i++)
        for (size_t k = 0; k < 50; k++) a[i * 50 + k] = u[i] * u[k];
    solve_and_check(a, 50, values);
    ck_assert_double_eq_tol(values[49], square, allowed(50) * square);
    for (size_t i = 0; i < 49; i++) ck_assert_double_eq_tol(values[i], 0, allowed(50) * square);
}
END_TEST

/* equal on and beside the diagonal: k values of n − 1 and the others of −1 for each complete graph of n */
START_TEST(multiple) {
    static double a[60 * 60], values[180];
    for (size_t i = 0; i < 60; i++)
        for (size_t k = 0; k < 60; k++) a[i * 60 + k] = i != k && i / 20 == k / 20;
    solve_and_check(a, 60, values);
    for (size_t i = 0; i < 60; i++) ck_assert_double_eq_tol(values[i], i < 57 ? -1 : 19, allowed(60) * 19);
}
END_TEST

/* bodies that nothing connects: each vector has zeros, to the bit, in the places of the others */
START_TEST(apart) {
    double a[49] = {0}, values[21];
    thud_random random = thud_random_seed(9);
    for (size_t i = 0; i < 7; i++)
        for (size_t k = 0; k <= i; k++)
            if ((i < 3) == (k < 3)) a[i * 7 + k] = thud_random_normal(&random);
    ck_assert(thud_symmetric_eigen(a, 7, values));
    for (size_t j = 0; j < 7; j++) {
        double first = 0, second = 0;
        for (size_t i = 0; i < 7; i++) *(i < 3 ? &first : &second) += fabs(a[j * 7 + i]);
        ck_assert((first == 0) != (second == 0));
    }
}
END_TEST

/* numbers at the ends of their range, diagonal matrices, nothing, and what is none */
START_TEST(sizes) {
    double values[9], a[9] = {3e-300, 0, 0, 1e-300, 3e-300, 0, 0, 0, 5e-300};
    ck_assert(thud_symmetric_eigen(a, 3, values));
    ck_assert_double_eq_tol(values[0], 2e-300, 1e-315);
    ck_assert_double_eq_tol(values[1], 4e-300, 1e-315);
    ck_assert_double_eq_tol(values[2], 5e-300, 1e-315);
    double b[4] = {1e300, 0, 1e300, 1e300};
    ck_assert(thud_symmetric_eigen(b, 2, values));
    ck_assert_double_eq_tol(values[0], 0, 1e285);
    ck_assert_double_eq_tol(values[1], 2e300, 1e285);
    double none[9] = {0};
    ck_assert(thud_symmetric_eigen(none, 3, values));
    for (size_t i = 0; i < 9; i++) ck_assert(none[i] == (i % 4 == 0));
    ck_assert(values[0] == 0 && values[2] == 0);
    double diagonal[9] = {3, 0, 0, 0, 1, 0, 0, 0, 2};
    ck_assert(thud_symmetric_eigen(diagonal, 3, values));
    ck_assert(values[0] == 1 && values[1] == 2 && values[2] == 3 && fabs(diagonal[1]) == 1);
    ck_assert(thud_symmetric_eigen(NULL, 0, values));
    double bad[4] = {1, 0, NAN, 1};
    ck_assert(!thud_symmetric_eigen(bad, 2, values));
    double far[4] = {1, 0, 0, INFINITY};
    ck_assert(!thud_symmetric_eigen(far, 2, values));
}
END_TEST

/* stiffnesses that differ by ten orders: the soft values are right relative to the stiffness above them */
START_TEST(graded) {
    static const double stiffness[] = {1e10, 1e5, 1, 1e5, 1e10, 1};
    double a[36] = {0}, values[18];
    for (size_t i = 0; i < 6; i++) {
        a[i * 6 + i] += stiffness[i];
        if (i == 0) continue;
        a[(i - 1) * 6 + i - 1] += stiffness[i];
        a[i * 6 + i - 1] = -stiffness[i];
    }
    solve_and_check(a, 6, values);
    ck_assert_double_gt(values[0], 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("symmetric");
    tcase_add_loop_test(tests, chain, 0, 6);
    tcase_add_loop_test(tests, full, 0, 42);
    tcase_add_test(tests, rank_one);
    tcase_add_test(tests, multiple);
    tcase_add_test(tests, apart);
    tcase_add_test(tests, sizes);
    tcase_add_test(tests, graded);
    return run_suite("symmetric", tests);
}
