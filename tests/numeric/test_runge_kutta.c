/* The method of order 8 on a problem with a known solution: order of the step and of the interpolation. */
#include "numeric/integral/runge_kutta.h"

#include <math.h>

#include "suite.h"

/* y = (sin t, cos t, exp(sin t)): nonlinear in the third */
static bool slope(void *context, double t, const double *y, double *s) {
    (void)t;
    if (context && *(int *)context) return false;
    s[0] = y[1];
    s[1] = -y[0];
    s[2] = y[2] * y[1];
    return true;
}

/* the largest error of `steps` equal steps from 0 to 2: at their ends, or within */
static double error_of(size_t steps, bool within) {
    thud_runge_kutta method;
    double work[3 * 64], y[3] = {0, 1, 1}, z[3], worst = 0, h = 2.0 / (double)steps;
    ck_assert_uint_le(thud_runge_kutta_work(3), sizeof work / sizeof *work);
    thud_runge_kutta_init(&method, 3, slope, NULL, work);
    ck_assert(thud_runge_kutta_begin(&method, 0, y));
    for (size_t i = 0; i < steps; i++) {
        double t = (double)i * h;
        ck_assert(thud_runge_kutta_try(&method, t, h, y) && thud_runge_kutta_close(&method));
        if (within) {
            ck_assert(thud_runge_kutta_interpolate(&method));
            thud_runge_kutta_value(&method, 0.37, z);
            worst = fmax(worst, fabs(z[2] - exp(sin(t + 0.37 * h))));
        }
        thud_runge_kutta_advance(&method, y);
        if (!within) worst = fmax(worst, fabs(y[2] - exp(sin(t + h))));
    }
    return worst;
}

/* 8 steps leave about 1e-10, 16 about 1e-12: above rounding, and far enough from the first terms */
START_TEST(order_of_the_step) {
    double order = log2(error_of(8, false) / error_of(16, false));
    ck_assert_msg(fabs(order - 8) < 0.3, "order %.2f", order);
}
END_TEST

/* the value inside has the error of the interpolation, h⁸ for one step of order 7, beside that of the steps before
 */
START_TEST(order_of_the_interpolation) {
    double order = log2(error_of(4, true) / error_of(8, true));
    ck_assert_msg(order > 7.5 && order < 8.8, "order %.2f", order);
}
END_TEST

START_TEST(derivatives_of_the_interpolation) {
    thud_runge_kutta method;
    double work[3 * 64], y[3] = {0, 1, 1}, h = 0.1;
    thud_runge_kutta_init(&method, 3, slope, NULL, work);
    ck_assert(thud_runge_kutta_begin(&method, 0, y) && thud_runge_kutta_try(&method, 0, h, y));
    ck_assert(thud_runge_kutta_close(&method) && thud_runge_kutta_interpolate(&method));
    double t = 0.6 * h;
    /* (hᵏ/8!)·O(1) is lost with each derivative: 0.1⁸/40320 = 2e-13, and less than two digits each time */
    const double exact[] = {sin(t), cos(t) * h, -sin(t) * h * h, -cos(t) * h * h * h};
    for (int order = 0; order < 4; order++)
        ck_assert_double_eq_tol(thud_runge_kutta_component(&method, 0, 0.6, order), exact[order],
                                1e-14 * pow(40, order));
    /* both ends are met exactly but for rounding */
    ck_assert_double_eq(thud_runge_kutta_component(&method, 2, 0, 0), 1);
    ck_assert_double_eq_tol(thud_runge_kutta_component(&method, 2, 1, 0), method.end[2], 1e-15);
    ck_assert_double_eq_tol(thud_runge_kutta_component(&method, 0, 1, 1), h * cos(h), 1e-14);
}
END_TEST

/* the estimate as another implementation of the method has it (SciPy 1.10, DOP853, scale 1); three digits are left
 * of sums that cancel to 1e-12 of their terms. It is no bound: at h = 0.4 the error is ten times larger. */
START_TEST(error_estimate) {
    static const struct {
        double h, estimate;
    } expected[] = {{0.2, 1.3151810677e-12}, {0.4, 4.2470733160e-11}, {0.8, 1.4143189498e-07}};
    thud_runge_kutta method;
    double work[3 * 64], y[3] = {0, 1, 1};
    const double scale[3] = {1, 1, 1};
    thud_runge_kutta_init(&method, 3, slope, NULL, work);
    ck_assert(thud_runge_kutta_begin(&method, 0, y));
    for (size_t i = 0; i < 3; i++) {
        ck_assert(thud_runge_kutta_try(&method, 0, expected[i].h, y));
        assert_relative(thud_runge_kutta_error(&method, scale, 0, 0, 0), expected[i].estimate, 1e-3);
    }
    ck_assert_double_eq(thud_runge_kutta_error(&method, scale, 1e30, 0, 1) > 1, 1);
    ck_assert_double_eq(thud_runge_kutta_factor(INFINITY), 0.2);
    ck_assert_double_eq(thud_runge_kutta_factor(NAN), 0.2);
    ck_assert_double_eq(thud_runge_kutta_factor(0), 6);
}
END_TEST

START_TEST(a_derivative_without_value) {
    thud_runge_kutta method;
    double work[3 * 64], y[3] = {0, 1, 1};
    int refuse = 0;
    thud_runge_kutta_init(&method, 3, slope, &refuse, work);
    ck_assert(thud_runge_kutta_begin(&method, 0, y) && thud_runge_kutta_try(&method, 0, 0.1, y));
    refuse = 1;
    ck_assert(!thud_runge_kutta_close(&method) && !thud_runge_kutta_interpolate(&method));
    ck_assert(!thud_runge_kutta_try(&method, 0, 0.1, y) && !thud_runge_kutta_begin(&method, 0, y));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("runge_kutta");
    tcase_add_test(tests, order_of_the_step);
    tcase_add_test(tests, order_of_the_interpolation);
    tcase_add_test(tests, derivatives_of_the_interpolation);
    tcase_add_test(tests, error_estimate);
    tcase_add_test(tests, a_derivative_without_value);
    return run_suite("runge_kutta", tests);
}
