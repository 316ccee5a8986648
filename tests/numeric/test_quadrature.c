/* Integrals with an integrable singularity at the left end, against closed forms. */
#include "numeric/integral/quadrature.h"

#include "suite.h"

static double power(double x, const void *context) { return pow(x, *(const double *)context); }

static double cosine_over_power(double x, const void *context) { return pow(x, *(const double *)context) * cos(x); }

static double constant(double x, const void *context) {
    (void)x;
    return *(const double *)context;
}

/* ∫₀^b x^s dx = b^(s+1)/(s+1); s = −2/3 is the strongest singularity that a contact of n ≤ 2 has */
START_TEST(powers) {
    double exponents[] = {-2.0 / 3, -0.6, -0.5, -1.0 / 3, 0, 0.5, 3, 10}, lengths[] = {1e-9, 0.7, 1, 40, 1e9};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 5; j++) {
            double s = exponents[i], b = lengths[j];
            assert_relative(thud_integrate(power, &s, b), pow(b, s + 1) / (s + 1), 4e-15);
        }
}
END_TEST

/* ∫₀² x^(−1/2) cos x dx = 2√2 Σ (−4)ᵏ/((2k)! (4k+1)), the power series integrated term by term */
START_TEST(singular_cosine) {
    double s = -0.5, sum = 0, term = 1;
    for (int k = 0; k < 20; k++) {
        sum += term / (4 * k + 1);
        term *= -4.0 / ((2 * k + 1) * (2 * k + 2));
    }
    assert_relative(thud_integrate(cosine_over_power, &s, 2), 2 * sqrt(2) * sum, 4e-15);
}
END_TEST

START_TEST(trivial) {
    double zero = 0, one = 1;
    ck_assert_double_eq(thud_integrate(constant, &zero, 3), 0);
    ck_assert_double_eq(thud_integrate(constant, &one, 0), 0);
    assert_relative(thud_integrate(constant, &one, 3), 3, 4e-15);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("quadrature");
    tcase_add_test(tests, powers);
    tcase_add_test(tests, singular_cosine);
    tcase_add_test(tests, trivial);
    return run_suite("quadrature", tests);
}
