/* Least squares by themselves: a line with its covariance in closed form, and problems that have no answer. */
#include <string.h>

#include "identify/least_squares.h"
#include "suite.h"

enum { COUNT = 6 };

/* residuals of y = x₀ u + x₁ w, row by row */
typedef struct plane {
    double u[COUNT], w[COUNT], y[COUNT];
    bool exists, finite;
} plane;

static bool of_plane(const double *x, void *context, double *residuals, double *jacobian) {
    const plane *p = context;
    for (int i = 0; i < COUNT; i++) {
        if (residuals) residuals[i] = p->finite ? x[0] * p->u[i] + x[1] * p->w[i] - p->y[i] : INFINITY;
        if (jacobian) jacobian[2 * i] = p->u[i], jacobian[2 * i + 1] = p->w[i];
    }
    return p->exists;
}

static thud_status solve(plane *p, thud_solution *solution) {
    thud_least_squares problem = {of_plane, p, COUNT, 0, 2, 1e-12, 0};
    return thud_least_squares_solve(&problem, (double[]){0, 0}, solution);
}

/* y = a + b t at t = 0 … 5, with ±1 by turns: sums by hand, Σt = 15, Σt² = 55, Σ(−1)ⁱ = 0, Σ(−1)ⁱt = −3 */
START_TEST(line) {
    plane p = {.exists = true, .finite = true};
    thud_solution s;
    for (int i = 0; i < COUNT; i++) p.u[i] = 1, p.w[i] = i, p.y[i] = 2 + 3 * i + (i % 2 ? -1 : 1);
    ck_assert_int_eq(solve(&p, &s), THUD_OK);
    ck_assert(s.converged);
    const double det = 6 * 55 - 15 * 15, b = (6 * -3) / det, a = -b * 15 / 6, sum = 6 - (6 * 9) / det;
    /* the last step was 1e-12 of the whole or less; the sum changes by its square, and the rest not at all: some
     * ten operations of numbers of size one */
    assert_relative(s.x[0], 2 + a, 1e-11);
    assert_relative(s.x[1], 3 + b, 1e-11);
    assert_relative(s.sum, sum, 1e-13);
    assert_relative(s.inverse[0][0], 55 / det, 1e-13);
    assert_relative(s.inverse[0][1], -15 / det, 1e-13);
    assert_relative(s.inverse[1][0], -15 / det, 1e-13);
    assert_relative(s.inverse[1][1], 6 / det, 1e-13);
    assert_relative(s.covariance[1][1], sum / 4 * 6 / det, 1e-13);
}
END_TEST

/* columns u and u + εw, with u and w orthogonal and of equal length: that the other is unknown makes the variance
 * of each 1 + 1/ε² times as large. It is known up to 1e13 */
START_TEST(columns_alike) {
    thud_solution s;
    static const double apart[] = {1e-3, 1e-7, 0};
    for (int k = 0; k < 3; k++) {
        plane p = {.exists = true, .finite = true};
        for (int i = 0; i < COUNT; i++) {
            p.u[i] = 1;
            p.w[i] = 1 + (i % 2 ? -apart[k] : apart[k]);
            p.y[i] = i;
        }
        ck_assert_int_eq(solve(&p, &s), k == 0 ? THUD_OK : THUD_ERROR_ACCURACY);
        /* 1/(1 − ρ²) of a matrix that is rounded to 1e-16 */
        if (k == 0) assert_relative(s.inverse[0][0] * COUNT, 1 + 1e6, 1e-9);
    }
}
END_TEST

START_TEST(no_model) {
    plane p = {.exists = false, .finite = true};
    thud_solution s;
    for (int i = 0; i < COUNT; i++) p.u[i] = 1, p.w[i] = i, p.y[i] = i * i;
    ck_assert_int_eq(solve(&p, &s), THUD_ERROR_ACCURACY);
    p = (plane){.exists = true, .finite = false};
    for (int i = 0; i < COUNT; i++) p.u[i] = 1, p.w[i] = i;
    ck_assert_int_eq(solve(&p, &s), THUD_ERROR_ACCURACY);
}
END_TEST

START_TEST(too_few_residuals) {
    plane p = {.exists = true, .finite = true};
    thud_solution s;
    const double start[THUD_LEAST_SQUARES_MOST + 1] = {0};
    thud_least_squares problem = {of_plane, &p, 2, 0, 2, 1e-12, 0};
    ck_assert_int_eq(thud_least_squares_solve(&problem, start, &s), THUD_ERROR_ARGUMENT);
    problem.count = COUNT;
    problem.idle = COUNT - 2;
    ck_assert_int_eq(thud_least_squares_solve(&problem, start, &s), THUD_ERROR_ARGUMENT);
    problem.idle = 0;
    problem.count = 100;
    problem.parameters = THUD_LEAST_SQUARES_MOST + 1;
    ck_assert_int_eq(thud_least_squares_solve(&problem, start, &s), THUD_ERROR_ARGUMENT);
}
END_TEST

/* 1/x has no least value: a step of Gauss and Newton's doubles x, and so it goes on */
static bool of_hyperbola(const double *x, void *context, double *residuals, double *jacobian) {
    (void)context;
    for (int i = 0; i < 2; i++) {
        if (residuals) residuals[i] = 1e6 / x[0];
        if (jacobian) jacobian[i] = -1e6 / (x[0] * x[0]);
    }
    return x[0] > 0;
}

START_TEST(no_end) {
    thud_solution s;
    thud_least_squares problem = {of_hyperbola, NULL, 2, 0, 1, 1e-12, 0};
    ck_assert_int_eq(thud_least_squares_solve(&problem, (double[]){1e-12}, &s), THUD_OK);
    ck_assert(!s.converged);
    ck_assert_double_gt(s.x[0], 1e-12);
    assert_relative(s.sum, 2e12 / (s.x[0] * s.x[0]), 1e-12);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("least_squares");
    tcase_add_test(tests, line);
    tcase_add_test(tests, columns_alike);
    tcase_add_test(tests, no_model);
    tcase_add_test(tests, too_few_residuals);
    tcase_add_test(tests, no_end);
    return run_suite("identify_least_squares", tests);
}
