/* Gauss–Legendre quadrature: the tabulated rule, and exactness up to the degree that was promised, and no further.
 */
#include "numeric/integral/quadrature.h"

#include "suite.h"

/* n = 5 on [−1, 1], Abramowitz & Stegun, table 25.4; from their closed forms: x² = (5 ∓ 2√(10/7))/9,
 * w = (322 ± 13√70)/900, and 0 with 128/225 */
START_TEST(five_nodes) {
    double node[5], weight[5];
    static const double x[] = {0.538469310105683, 0.906179845938664}, w[] = {0.478628670499366, 0.236926885056189};
    thud_gauss_legendre(5, node, weight);
    for (int i = 0; i < 2; i++) { /* fifteen decimals are printed, and halved here */
        ck_assert_double_eq_tol(node[3 + i], (1 + x[i]) / 2, 3e-16);
        ck_assert_double_eq_tol(node[1 - i], (1 - x[i]) / 2, 3e-16);
        ck_assert_double_eq_tol(weight[3 + i], w[i] / 2, 3e-16);
        ck_assert_double_eq_tol(weight[1 - i], w[i] / 2, 3e-16);
    }
    assert_relative(node[0], (1 - sqrt(5 + 2 * sqrt(10.0 / 7)) / 3) / 2, 2e-15); /* the root is near 3 */
    assert_relative(weight[0], (322 - 13 * sqrt(70)) / 1800, 1e-15);
    ck_assert_double_eq(node[2], 0.5);
    assert_relative(weight[2], 64.0 / 225, 2e-16);
}
END_TEST

START_TEST(few_nodes) {
    double node[2], weight[2];
    thud_gauss_legendre(1, node, weight);
    ck_assert_double_eq(node[0], 0.5);
    ck_assert_double_eq(weight[0], 1);
    thud_gauss_legendre(2, node, weight);
    assert_relative(node[0], (1 - 1 / sqrt(3)) / 2, 1e-15);
    assert_relative(node[1], (1 + 1 / sqrt(3)) / 2, 1e-15);
    assert_relative(weight[0], 0.5, 1e-15);
}
END_TEST

static double integral_of_power(int n, const double *node, const double *weight, int power) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double term = weight[i];
        for (int k = 0; k < power; k++) term *= node[i];
        sum += term;
    }
    return sum;
}

/* ∫ x^k dx = 1/(k+1) up to k = 2n − 1; at 2n the rule falls short by (n!)⁴/((2n+1) ((2n)!)²) */
START_TEST(exactness) {
    double node[THUD_GAUSS_MAX_NODES], weight[THUD_GAUSS_MAX_NODES], shortfall = 1;
    for (int n = 1; n <= THUD_GAUSS_MAX_NODES; n++) {
        thud_gauss_legendre(n, node, weight);
        for (int k = 0; k < 2 * n; k++)
            ck_assert_double_eq_tol(integral_of_power(n, node, weight, k), 1.0 / (k + 1), 1e-15);
        for (int i = 0; i < n; i++) ck_assert(weight[i] > 0 && node[i] > (i ? node[i - 1] : 0) && node[i] < 1);

        shortfall *= n / (4.0 * n - 2) * (n / (4.0 * n - 2)); /* (n!)⁴/((2n)!)² */
        if (n > 5) continue;                                  /* then below 1e-7, and rounding is seen */
        double missing = 1.0 / (2 * n + 1) - integral_of_power(n, node, weight, 2 * n);
        assert_relative(missing, shortfall / (2 * n + 1), 1e-8);
    }
}
END_TEST

/* nodes next to 0 keep their digits: ∫ 1/(x + a) dx, n = 64, against ln(1 + 1/a) */
START_TEST(nearly_singular) {
    double node[64], weight[64], sum = 0;
    thud_gauss_legendre(64, node, weight);
    for (int i = 0; i < 64; i++) sum += weight[i] / (node[i] + 0.1);
    assert_relative(sum, log(11), 1e-15);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("gauss");
    tcase_add_test(tests, five_nodes);
    tcase_add_test(tests, few_nodes);
    tcase_add_test(tests, exactness);
    tcase_add_test(tests, nearly_singular);
    return run_suite("gauss", tests);
}
