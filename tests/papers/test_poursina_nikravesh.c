/* M. Poursina & P. E. Nikravesh 2020: optimal damping of the Hertz spring with linear damper. */
#include <stdint.h>

#include <thud/calibrate.h>

#include "suite.h"

static thud_impact_options frame(double n, double e) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("poursina-nikravesh"));
    o.exponent = n;
    o.restitution = e;
    return o;
}

static const double EXPONENT[] = {1, 1.25, 1.5, 1.75, 2}, RESTITUTION[] = {0.01, 0.1, 0.3, 0.5, 0.7, 0.9};

/* exact c for k = m = v = 1, separation at zero force; computed elsewhere with DOP853 at 1e-13 */
static const double EXACT[5][6] = {
    {9.613883603559, 2.4863757020276, 0.99447878939859, 0.51055127529731, 0.24442949557545, 0.06853040825246},
    {7.42469472830, 2.1628644694584, 0.908899583165, 0.475236032711, 0.229307473869, 0.0642479381638},
    {6.03997634603, 1.9386168128077, 0.84970450581858, 0.45173351472510, 0.219678243109, 0.0615574636310},
    {5.10257660086, 1.775170480185, 0.80680274054124, 0.43541713946604, 0.21336097559043, 0.059842131935},
    {4.4343270608172, 1.6513721502338, 0.77459594583318, 0.42374663182831, 0.20916055897300, 0.058755784078913},
};

START_TEST(exact_damping) {
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 6; j++) {
            thud_impact_options o = frame(EXPONENT[i], RESTITUTION[j]);
            double c;
            ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
            /* twelve figures are given */
            assert_relative(c, EXACT[i][j], 1e-11);
        }
}
END_TEST

/* eqs 52 and 57 are eq 49 at n = 3/2 and 1 with rounded figures: 1.95 and −0.3, 1.4181 and −0.44 */
START_TEST(special_cases) {
    const thud_law *law = thud_law_find("poursina-nikravesh");
    for (double e = 0.1; e < 1; e += 0.1) {
        /* half a unit of the last figure of 1.95 and 0.30, and of 1.4181 and 0.44 */
        double growth = -log(e) * pow(e, -0.3) / (pow(e, -0.3) - 1);
        assert_relative(law->scaled_damping(e, 1.5), 1.95 * (pow(e, -0.3) - 1), 0.005 / 1.95 + 0.005 * growth);
        growth = -log(e) * pow(e, -0.44) / (pow(e, -0.44) - 1);
        assert_relative(law->scaled_damping(e, 1), 1.4181 * (pow(e, -0.44) - 1), 0.00005 / 1.4181 + 0.005 * growth);
    }
}
END_TEST

/* Butcher & Segalman 2000, eq 55 with the exponent of its second branch corrected to ξ/√(ξ²−1) */
static double butcher_segalman(double xi) {
    if (xi == 1) return exp(-2);
    double root = sqrt(fabs(1 - xi * xi));
    if (xi < 1) return exp(-xi / root * atan2(2 * xi * root, 2 * xi * xi - 1));
    return pow((xi - root) / (xi + root), xi / root);
}

START_TEST(kelvin_voigt_clamped) {
    for (double xi = 0.015; xi < 5; xi += 0.03) { /* not so near to 1 that the formula above cancels */
        thud_impact_options o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = 2 * xi;
        o.separation = THUD_SEPARATION_ZERO_FORCE;
        thud_impact hit;
        ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
        assert_relative(hit.restitution, butcher_segalman(xi), 1e-12);
        o.law = thud_law_find("poursina-nikravesh"); /* the same at n = 1 */
        o.exponent = 1;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        assert_relative(hit.restitution, butcher_segalman(xi), 1e-12);
    }
    /* at ξ = 1.2 the print gives 0.3485; the differential equation gives 0.10521 */
    ck_assert_double_eq_tol(butcher_segalman(1.2), 0.10521, 5e-6);
}
END_TEST

/* eq 51: at separation the spring balances the damper, k δⁿ = c e v */
START_TEST(separation_penetration) {
    for (double e = 0.05; e < 1; e += 0.05) {
        thud_impact_options o = frame(1.6, e);
        o.damping = THUD_DAMPING_EXACT;
        thud_impact hit;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        assert_relative(pow(hit.separation_penetration, 1.6), hit.damping * hit.restitution, 1e-12);
    }
}
END_TEST

/* numbers in [0, 1) from a seed: splitmix64 */
static double random_number(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)((z ^ z >> 31) >> 11) * 0x1p-53;
}

static double log_uniform(uint64_t *state, double low, double high) {
    return low * pow(high / low, random_number(state));
}

/* section 5.1: 300 random systems; e is drawn too, half of the draws evenly and half in its logarithm */
START_TEST(random_systems) {
    uint64_t seed = 2020;
    for (int i = 0; i < 300; i++) {
        thud_impact_options o = frame(1 + random_number(&seed), 0.5);
        o.mass = log_uniform(&seed, 1e-5, 1e2);
        o.stiffness = log_uniform(&seed, 1e5, 1e10);
        o.speed = log_uniform(&seed, 1e-3, 1e2);
        o.restitution = i % 2 ? 1e-4 + (1 - 1e-4) * random_number(&seed) : log_uniform(&seed, 1e-4, 1);
        ck_assert_int_eq(thud_calibrate(&o, &o.damping_value), THUD_OK);
        o.damping = THUD_DAMPING_GIVEN;
        thud_impact hit;
        ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
        assert_relative(hit.restitution, o.restitution, 1e-10);
    }
}
END_TEST

static double published_error(double n, double e) {
    thud_impact_options o = frame(n, e);
    thud_calibration c;
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), THUD_OK);
    return c.error_published;
}

/* Figs 8 and 9: the closed form is off by up to 3.4e-3 for e ≥ 0.1, most at n = 1, e = 0.65, and by 55 to 235 % at
 * 1e-4 */
START_TEST(error_of_the_closed_form) {
    double worst = 0, worst_n = 0, worst_e = 0;
    for (int i = 0; i <= 20; i++)
        for (int j = 10; j <= 100; j++) {
            double n = 1 + i / 20.0, e = j / 100.0, error = fabs(published_error(n, e));
            if (error <= worst) continue;
            worst = error;
            worst_n = n;
            worst_e = e;
        }
    ck_assert_double_eq_tol(worst, 3.4e-3, 5e-5);
    ck_assert_double_eq(worst_n, 1);
    ck_assert_double_eq_tol(worst_e, 0.65, 0.011);
    double least = INFINITY, most = 0;
    for (int i = 0; i <= 100; i++) {
        double relative = fabs(published_error(1 + i / 100.0, 1e-4)) / 1e-4;
        least = fmin(least, relative);
        most = fmax(most, relative);
    }
    ck_assert_double_eq_tol(least, 0.55, 0.01);
    ck_assert_double_eq_tol(most, 2.35, 0.01);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("poursina-nikravesh");
    tcase_add_test(tests, exact_damping);
    tcase_add_test(tests, special_cases);
    tcase_add_test(tests, kelvin_voigt_clamped);
    tcase_add_test(tests, separation_penetration);
    tcase_add_test(tests, random_systems);
    tcase_add_test(tests, error_of_the_closed_form);
    return run_suite("Poursina and Nikravesh 2020", tests);
}
