/* Force histories and bounces as one: against linear propagation of errors with the closed form of the linear law.
 */
#include <math.h>

#include <thud/identify.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

/* a fit with the relative errors of k and c, and their correlation */
static thud_force_fit fit_of(const char *law, double k, double c, double n, double error, double correlation) {
    thud_force_fit fit = {.law = thud_law_find(law),
                          .separation = THUD_SEPARATION_RETURN,
                          .mass = 2,
                          .stiffness = {k, k * error},
                          .damping = {c, c * error},
                          .exponent = {n, 0}};
    fit.covariance[0][0] = error * error;
    fit.covariance[1][1] = c * c * error * error;
    fit.covariance[0][1] = fit.covariance[1][0] = correlation * c * error * error;
    return fit;
}

/* the linear law with separation at zero penetration: e = exp(−π ζ/√(1 − ζ²)), ζ = c/(2 √(k m)), at every speed */
START_TEST(linear_theory) {
    enum { BOUNCES = 3 };
    const double k = 1e6, zeta = 0.2, c = 2 * zeta * sqrt(2 * k), size = 1e-5, rho = 0.3, error = 2e-5;
    const double e = exp(-PI * zeta / sqrt(1 - zeta * zeta)), slope = -PI * e / pow(1 - zeta * zeta, 1.5);
    const thud_force_fit fit = fit_of("kelvin-voigt", k, c, 1, size, rho);
    thud_bounce list[BOUNCES];
    for (int i = 0; i < BOUNCES; i++) list[i] = (thud_bounce){0.1 * (i + 1), e + 3e-5, error};
    const thud_bounces bounces = {.count = BOUNCES, .bounces = list};
    thud_force_fit found;
    double mismatch;
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, &mismatch, NULL), THUD_OK);
    /* by ln k and ln c the restitution has the gradient (−, +) ζ de/dζ (1/2, 1) */
    const double g[2] = {-0.5 * zeta * slope, zeta * slope}, cc = size * size;
    const double cg[2] = {cc * (g[0] + rho * g[1]), cc * (rho * g[0] + g[1])}, own = g[0] * cg[0] + g[1] * cg[1];
    const double one = error * error / BOUNCES, gain = 3e-5 / (own + one);
    /* second order in steps of 1e-5 */
    assert_relative(log(found.stiffness.value / k), cg[0] * gain, 3e-4);
    assert_relative(log(found.damping.value / c), cg[1] * gain, 3e-4);
    assert_relative(found.covariance[0][0], cc - cg[0] * cg[0] / (own + one), 3e-4);
    assert_relative(found.covariance[0][1], c * (rho * cc - cg[0] * cg[1] / (own + one)), 3e-4);
    assert_relative(found.damping.error, c * sqrt(cc - cg[1] * cg[1] / (own + one)), 3e-4);
    assert_relative(mismatch, 3e-5 * 3e-5 / (own + one) / BOUNCES, 3e-4);
    ck_assert(isnan(found.restitution.value) && found.exponent.value == 1 && found.exponent.error == 0);
    assert_relative(found.correlation,
                    found.covariance[0][1] / sqrt(found.covariance[0][0] * found.covariance[1][1]), 1e-12);
}
END_TEST

/* a constant c of a Hertzian contact: e of Hunt and Crossley depends on c v/k alone, so that exact bounces give c/k
 */
START_TEST(constant_damping) {
    enum { BOUNCES = 4 };
    const double k = 2e6, c = 6e5;
    thud_bounce list[BOUNCES];
    for (int i = 0; i < BOUNCES; i++) {
        thud_impact hit;
        thud_impact_options o = thud_impact_options_default(thud_law_find("hunt-crossley"));
        o.stiffness = k, o.mass = 2, o.speed = 0.4 * (i + 1);
        o.damping = THUD_DAMPING_GIVEN, o.damping_value = c;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        list[i] = (thud_bounce){o.speed, hit.restitution, 1e-7};
    }
    ck_assert_double_lt(list[3].restitution, list[0].restitution - 0.1);
    const thud_bounces bounces = {.count = BOUNCES, .bounces = list};
    const thud_force_fit fit = fit_of("hunt-crossley", 1.08 * k, 0.93 * c, 1.5, 0.1, -0.2);
    thud_force_fit found;
    double mismatch;
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, &mismatch, NULL), THUD_OK);
    /* errors of e of 1e-7 over the least slope by ln c, about 0.1 */
    assert_relative(found.damping.value / found.stiffness.value, c / k, 3e-6);
    /* force histories are two standard errors off along c/k, and bounces none */
    ck_assert_double_lt(mismatch, 1);
    ck_assert_double_gt(found.correlation, 0.99999);
    ck_assert_double_lt(found.stiffness.error / found.stiffness.value, 0.1);
    /* bounces of another c do not go with the force */
    const thud_force_fit other = fit_of("hunt-crossley", k, 0.5 * c, 1.5, 0.01, 0);
    ck_assert_int_eq(thud_force_join(&other, &bounces, &found, &mismatch, NULL), THUD_OK);
    ck_assert_double_gt(mismatch, 100);
}
END_TEST

START_TEST(refused) {
    thud_bounce list[] = {{1, 0.5, 0.01}};
    thud_bounces bounces = {.count = 1, .bounces = list};
    thud_force_fit fit = fit_of("kelvin-voigt", 1e6, 100, 1, 0.01, 0), found = {0};
    double mismatch = 7;
    thud_error error;
    ck_assert_int_eq(thud_force_join(NULL, &bounces, &found, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_force_join(&fit, NULL, &found, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_force_join(&fit, &bounces, NULL, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, NULL, &error), THUD_ERROR_ARGUMENT);
    list[0].error = NAN;
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the bounces have no errors: give the error of a reading");
    list[0].error = 0.01;
    fit.covariance[1][1] = fit.covariance[0][1] = fit.covariance[1][0] = 0;
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "the fit of the force has no damping");
    fit.law = thud_law_find("hertz");
    ck_assert_int_eq(thud_force_join(&fit, &bounces, &found, &mismatch, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "hertz has no damper that bounces could determine");
    ck_assert(mismatch == 7 && !found.law);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("join");
    tcase_add_test(tests, linear_theory);
    tcase_add_test(tests, constant_damping);
    tcase_add_test(tests, refused);
    return run_suite("join", tests);
}
