/*
 * Symmetric systems: solutions that are known, and matrices that are refused.
 */
#include <math.h>
#include <stdlib.h>

#include "numeric/matrix/cholesky.h"
#include "numeric/random.h"
#include "suite.h"

/* 4x + 2y = 2, 2x + 5y = 9, by hand: x = −1/2, y = 2; the upper triangle is not looked at */
START_TEST(by_hand) {
    double a[] = {4, NAN, 2, 5}, b[] = {2, 9};
    ck_assert(thud_cholesky_solve(a, 2, b));
    ck_assert_double_eq_tol(b[0], -0.5, 1e-15);
    ck_assert_double_eq_tol(b[1], 2, 1e-15);
}
END_TEST

/* A = MᵀM + 1 with a random M, and b = A x for a known x; condition below 1e4, so that 1e-11 is kept */
START_TEST(random_system) {
    enum { ORDER = 60 };
    static double m[ORDER][ORDER], a[ORDER][ORDER];
    double x[ORDER], b[ORDER] = {0};
    thud_random random = thud_random_seed(9);
    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j < ORDER; j++) m[i][j] = thud_random_normal(&random);
    for (int i = 0; i < ORDER; i++) x[i] = thud_random_normal(&random);
    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j < ORDER; j++) {
            a[i][j] = i == j;
            for (int k = 0; k < ORDER; k++) a[i][j] += m[k][i] * m[k][j];
            b[i] += a[i][j] * x[j];
        }
    ck_assert(thud_cholesky_solve(&a[0][0], ORDER, b));
    for (int i = 0; i < ORDER; i++) ck_assert_double_eq_tol(b[i], x[i], 1e-11);
}
END_TEST

START_TEST(not_positive_definite) {
    double indefinite[] = {1, 0, 2, 1}, singular[] = {1, 0, 1, 1}, broken[] = {NAN, 0, 0, 1}, b[] = {1, 1};
    ck_assert(!thud_cholesky_solve(indefinite, 2, b));
    ck_assert(!thud_cholesky_solve(singular, 2, b));
    ck_assert(!thud_cholesky_solve(broken, 2, b));
    ck_assert(thud_cholesky_solve(NULL, 0, NULL));
}
END_TEST

/* the third row is the sum of the first two, and so is what it asks for; the fourth is nothing */
START_TEST(dependent_rows) {
    double a[] = {4, 0, 0, 0, 1, 3, 0, 0, 5, 4, 9, 0, 0, 0, 0, 0}, b[] = {1, 2, 3, 0};
    thud_cholesky_solve_part(a, 4, b);
    ck_assert_double_eq_tol(b[0], 1.0 / 11, 1e-15);
    ck_assert_double_eq_tol(b[1], 7.0 / 11, 1e-15);
    ck_assert(b[2] == 0 && b[3] == 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("cholesky");
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, random_system);
    tcase_add_test(tests, not_positive_definite);
    tcase_add_test(tests, dependent_rows);
    return run_suite("cholesky", tests);
}
