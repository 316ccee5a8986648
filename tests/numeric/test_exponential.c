/*
 * The exponential of a matrix against closed forms. Rounding may cost eps times the norm of the matrix, since that
 * is what a last bit of its numbers does to the answer; each tolerance says which norm it has in mind.
 */
#include "numeric/matrix/exponential.h"

#include "numeric/random.h"
#include "suite.h"

enum { MOST = 12 };

static bool exponential(size_t n, const double *a, double *e) {
    double *work = malloc((thud_matrix_exponential_work(n) + 1) * sizeof *work);
    bool done = thud_matrix_exponential(n, a, e, work);
    free(work);
    return done;
}

static void assert_exponential(size_t n, const double *a, const double *expected, double tolerance) {
    double e[MOST * MOST];
    ck_assert(exponential(n, a, e));
    for (size_t i = 0; i < n * n; i++) {
        if (expected[i] == 0) ck_assert_double_eq(e[i], 0);
        else assert_relative(e[i], expected[i], tolerance);
    }
}

/* an angle up to 100; the parts are compared with 1, what is left of them near a zero is not known better */
START_TEST(rotation) {
    for (double angle = 1e-9; angle < 100; angle *= 1.37) {
        double e[4];
        ck_assert(exponential(2, (double[]){0, -angle, angle, 0}, e));
        double tolerance = 4e-16 * fmax(angle, 2);
        ck_assert_double_eq_tol(e[0], cos(angle), tolerance);
        ck_assert_double_eq_tol(e[1], -sin(angle), tolerance);
        ck_assert_double_eq_tol(e[2], sin(angle), tolerance);
        ck_assert_double_eq_tol(e[3], cos(angle), tolerance);
        if (angle < 1) assert_relative(e[2], sin(angle), 1e-15);
    }
}
END_TEST

/* a series that ends: 1 + N + N²/2 + N³/6, with numbers of very different size */
START_TEST(nilpotent) {
    double a[] = {0, 2, 1e6, 5, 0, 0, 3, 1e-6, 0, 0, 0, 7, 0, 0, 0, 0};
    double expected[] = {1, 2, 1e6 + 3, 5 + 1e-6 + 3.5e6 + 7, 0, 1, 3, 1e-6 + 10.5, 0, 0, 1, 7, 0, 0, 0, 1};
    assert_exponential(4, a, expected, 1e-15);
}
END_TEST

START_TEST(diagonal) {
    double a[25] = {0}, expected[25] = {0}, d[] = {-30, -1, 0, 1e-8, 20};
    for (int i = 0; i < 5; i++) {
        a[6 * i] = d[i];
        expected[6 * i] = exp(d[i]);
    }
    assert_exponential(5, a, expected, 1e-14); /* 30 eps */
    assert_exponential(1, &(double){-1e-3}, &(double){exp(-1e-3)}, 1e-15);
    assert_exponential(1, &(double){-700}, &(double){exp(-700)}, 4e-13); /* 700 eps, from 8 squarings */
}
END_TEST

/* a defective matrix: exp(λ) tᵏ/k! beside the diagonal */
START_TEST(jordan_block) {
    enum { N = 5 };
    for (double lambda = -20; lambda <= 20; lambda += 2.5) {
        double a[N * N] = {0}, expected[N * N] = {0}, t = 3;
        for (int i = 0; i < N; i++) {
            a[i * N + i] = lambda;
            if (i + 1 < N) a[i * N + i + 1] = t;
            double term = exp(lambda);
            for (int j = i; j < N; j++, term *= t / (j - i)) expected[i * N + j] = term;
        }
        assert_exponential(N, a, expected, 1e-13); /* 23 eps, times a few for the squarings */
    }
}
END_TEST

/* x″ + 2ζω x′ + ω² x = 0 over the time h: units that differ by ω, 10 to 1e7 */
START_TEST(oscillator) {
    double ratios[] = {0, 0.05, 0.7};
    for (double omega = 10; omega < 2e7; omega *= 100)
        for (int i = 0; i < 3; i++)
            for (double turn = 0.01; turn < 60; turn *= 5) { /* ωh */
                double ratio = ratios[i], h = turn / omega, a[] = {0, h, -omega * turn, -2 * ratio * turn}, e[4];
                double damped = sqrt(1 - ratio * ratio), c = cos(damped * turn), s = sin(damped * turn) / damped;
                double decay = exp(-ratio * turn);
                ck_assert(exponential(2, a, e));
                /* in units of 1, 1/ω, ω and 1, of which the decay leaves as much */
                double tolerance = 2e-15 * fmax(turn, 1) * decay;
                ck_assert_double_eq_tol(e[0], decay * (c + ratio * s), tolerance);
                ck_assert_double_eq_tol(e[1] * omega, decay * s, tolerance);
                ck_assert_double_eq_tol(e[2] / omega, -decay * s, tolerance);
                ck_assert_double_eq_tol(e[3], decay * (c - ratio * s), tolerance);
            }
}
END_TEST

/* overdamped by far: exp(−t/τ) of the slow motion must survive the fast one, a million times faster */
START_TEST(stiff) {
    double fast = 1e6, slow = 1, h = 1, e[4];
    double a[] = {0, h, -fast * slow * h, -(fast + slow) * h};
    ck_assert(exponential(2, a, e));
    double gone = exp(-slow * h), expected[] = {fast / (fast - slow) * gone, gone / (fast - slow),
                                                -fast * slow / (fast - slow) * gone, -slow / (fast - slow) * gone};
    for (int i = 0; i < 4; i++)
        assert_relative(e[i], expected[i], 2.4e-10); /* each of 20 squarings may double eps */
}
END_TEST

/* R. C. Ward, SIAM J. Numer. Anal. 14 (1977) 600, test 2 of C. Moler & C. Van Loan: eigenvalues −1 and −17, vectors
 * (1, 2) and (3, 4); the norm is 113, the answer of size 1 */
START_TEST(not_normal) {
    double slow = exp(-1), fast = exp(-17), a[] = {-49, 24, -64, 31};
    double expected[] = {3 * fast - 2 * slow, 1.5 * (slow - fast), 4 * (fast - slow), 3 * slow - 2 * fast};
    assert_exponential(2, a, expected, 1e-13);
}
END_TEST

/* exp(A) exp(−A) = 1; the product of the sizes times eps is what may be left */
START_TEST(forth_and_back) {
    thud_random random = thud_random_seed(10);
    for (int round = 0; round < 60; round++) {
        size_t n = 1 + (size_t)round % MOST;
        double a[MOST * MOST], minus[MOST * MOST], e[MOST * MOST], inverse[MOST * MOST];
        for (size_t i = 0; i < n * n; i++) {
            a[i] = thud_random_normal(&random) / sqrt((double)n);
            minus[i] = -a[i];
        }
        ck_assert(exponential(n, a, e) && exponential(n, minus, inverse));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0, size = 0;
                for (size_t k = 0; k < n; k++) {
                    sum += e[i * n + k] * inverse[k * n + j];
                    size += fabs(e[i * n + k] * inverse[k * n + j]);
                }
                ck_assert_double_eq_tol(sum, i == j, 1e-14 * (size + 1));
            }
    }
}
END_TEST

START_TEST(edges) {
    double a[] = {0, 1, -1, 0}, e[4], zero[9] = {0}, one[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    assert_exponential(3, zero, one, 0);
    ck_assert(exponential(2, a, e) && exponential(2, a, a)); /* in place */
    for (int i = 0; i < 4; i++) ck_assert_double_eq(a[i], e[i]);
    ck_assert(thud_matrix_exponential(0, NULL, NULL, NULL));
    ck_assert(!exponential(1, &(double){800}, e)); /* beyond the largest number */
    ck_assert(exponential(1, &(double){-1e300}, e) && e[0] == 0);
    ck_assert(!exponential(1, &(double){NAN}, e));
    ck_assert(!exponential(2, (double[]){0, INFINITY, 0, 0}, e));
    ck_assert(!exponential(2, (double[]){0, 1, NAN, 0}, e));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("exponential");
    tcase_add_test(tests, rotation);
    tcase_add_test(tests, nilpotent);
    tcase_add_test(tests, diagonal);
    tcase_add_test(tests, jordan_block);
    tcase_add_test(tests, oscillator);
    tcase_add_test(tests, stiff);
    tcase_add_test(tests, not_normal);
    tcase_add_test(tests, forth_and_back);
    tcase_add_test(tests, edges);
    return run_suite("exponential", tests);
}
