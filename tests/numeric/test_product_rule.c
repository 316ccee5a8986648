/* Integrals beside (u (1−u))^s from one expansion, against closed forms. */
#include "numeric/series/product_rule.h"

#include "suite.h"

static double one(double u, const void *context) {
    (void)u, (void)context;
    return 1;
}

static double line(double u, const void *context) {
    (void)context;
    return 1 - 2 * u;
}

/* 25 values resolve it, 13 do not */
static double over_pole(double u, const void *context) { return 1 / (*(const double *)context + u); }

static double step(double u, const void *context) {
    (void)context;
    return u < 0.3 ? 1 : 2;
}

/* s = −1/2: du/√(u(1−u)) is the angle θ with u = sin²(θ/2); the sums of some ten rounded terms */
START_TEST(angles) {
    thud_product_rule rule;
    ck_assert(thud_product_rule_expand(one, NULL, -0.5, &rule));
    ck_assert_int_eq(rule.degree, 12);
    double places[] = {0, 1e-12, 0.01, 0.1, 0.25, 0.26, 0.5, 0.6, 0.74, 0.76, 0.9, 0.999999, 1};
    for (int i = 0; i < 13; i++) {
        double u = places[i], angle = u < 0.5 ? 2 * asin(sqrt(u)) : acos(-1) - 2 * asin(sqrt(1 - u));
        assert_relative(thud_product_rule_integral(&rule, u), angle, 4e-15);
    }
}
END_TEST

/* ∫ (u(1−u))^s (1−2u) du = (u(1−u))^(s+1)/(s+1) for every s; s = −2/3 is the strongest that a contact of n ≤ 2 has
 */
START_TEST(derivative_of_the_weight) {
    double exponents[] = {-2.0 / 3, -0.6, -0.5, -1.0 / 3, -0.2, 0};
    for (int i = 0; i < 6; i++) {
        double s = exponents[i];
        thud_product_rule rule;
        ck_assert(thud_product_rule_expand(line, NULL, s, &rule));
        for (double u = 0.05; u < 1; u += 0.05)
            assert_relative(thud_product_rule_integral(&rule, u), pow(u * (1 - u), s + 1) / (s + 1), 1e-14);
        /* up to the end it is 0, beside a part of size 1 */
        ck_assert_double_le(fabs(thud_product_rule_integral(&rule, 1)), 2e-15);
    }
}
END_TEST

/*
 * ∫ du/((c+u) √(u(1−u))) = 2 atan(√(u(c+1)/(c(1−u))))/√(c(c+1)). The pole at u = −c is at x = −1 − 2c: with c = 1
 * the coefficients fall by 5.8 each, and 25 values are enough; with c = 0.2 by 2.4, and 49 are.
 */
START_TEST(poles) {
    struct {
        double c;
        int degree;
    } cases[] = {{1, 24}, {0.2, 48}};
    for (int i = 0; i < 2; i++) {
        double c = cases[i].c;
        thud_product_rule rule;
        ck_assert(thud_product_rule_expand(over_pole, &c, -0.5, &rule));
        ck_assert_int_eq(rule.degree, cases[i].degree);
        for (double u = 0.05; u < 1; u += 0.05) {
            double expected = 2 * atan(sqrt(u * (c + 1) / (c * (1 - u)))) / sqrt(c * (c + 1));
            assert_relative(thud_product_rule_integral(&rule, u), expected, 4e-15);
        }
    }
}
END_TEST

START_TEST(not_resolved) {
    thud_product_rule rule;
    double near = 1e-3;
    ck_assert(!thud_product_rule_expand(step, NULL, -0.5, &rule));
    ck_assert(!thud_product_rule_expand(over_pole, &near, -0.5, &rule));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("product_rule");
    tcase_add_test(tests, angles);
    tcase_add_test(tests, derivative_of_the_weight);
    tcase_add_test(tests, poles);
    tcase_add_test(tests, not_resolved);
    return run_suite("product_rule", tests);
}
