/*
 * Annual rates from a hazard curve and a fragility curve: Cornell's closed form where one power law holds,
 * quadrature where the table has corners, and what comes from beyond its ends.
 */
#include <string.h>

#include "numeric/constant.h"
#include "study/hazard.h"
#include "suite.h"

/* H(θ) exp(k²β²/2), with the table far beyond the curve, just around it, and all on one side */
START_TEST(power_law) {
    static const double ends[][2] = {{1e-6, 1e6}, {0.2, 0.5}, {5, 7}, {0.001, 0.002}};
    for (int i = 0; i < 4; i++)
        for (double k = 0.5; k < 5; k += 1.5) {
            double x[2] = {ends[i][0], ends[i][1]}, rates[2] = {2e-4 * pow(x[0], -k), 2e-4 * pow(x[1], -k)};
            const thud_hazard h = {2, x, rates};
            const thud_fragility f = {.median = 0.3, .dispersion = 0.6};
            const thud_hazard_rate r = thud_hazard_of(&h, &f);
            assert_relative(r.rate, 2e-4 * pow(0.3, -k) * exp(k * k * 0.36 / 2), 1e-12);
            const double share = 0.5 * erfc(-(log(x[0] / 0.3) / 0.6 + k * 0.6) / sqrt(2)),
                         rest = 0.5 * erfc((log(x[1] / 0.3) / 0.6 + k * 0.6) / sqrt(2));
            ck_assert_double_eq_tol(r.below, share, 1e-12);
            ck_assert_double_eq_tol(r.above, rest, 1e-12);
            if (i == 0) assert_relative(r.likely, 0.3 * exp(-k * 0.36), 1e-12);
        }
}
END_TEST

/* a table with corners, against the trapezoidal rule in ln x over 12 deviations: the integrand has corners, so that
 * the error is that of the step squared, 1e-8 */
START_TEST(corners) {
    double x[] = {0.05, 0.1, 0.3, 0.8, 2}, rates[] = {0.05, 0.02, 2e-3, 1e-4, 2e-6};
    const thud_hazard h = {5, x, rates};
    const thud_fragility f = {.median = 0.4, .dispersion = 0.45};
    enum { N = 400000 };
    double sum = 0, most = 0, likely = 0;
    for (int j = 0; j <= N; j++) {
        const double z = -12 + 24.0 * j / N, at = f.median * exp(z * f.dispersion);
        int i = 0;
        while (i < 3 && at > x[i + 1]) i++;
        const double k = -log(rates[i + 1] / rates[i]) / log(x[i + 1] / x[i]);
        const double part = rates[i] * pow(at / x[i], -k) * exp(-z * z / 2) / sqrt(2 * THUD_PI);
        sum += part * 24 / N;
        if (part > most) most = part, likely = at;
    }
    const thud_hazard_rate r = thud_hazard_of(&h, &f);
    assert_relative(r.rate, sum, 1e-7);
    assert_relative(r.likely, likely, 1e-4); /* the step in ln x is 3e-5 */
    ck_assert(r.below > 0 && r.below < 1e-2 && r.above > 0 && r.above < 1e-2);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("hazard");
    tcase_add_test(tests, power_law);
    tcase_add_test(tests, corners);
    return run_suite("hazard", tests);
}
