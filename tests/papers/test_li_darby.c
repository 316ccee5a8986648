/*
 * K. Li & A. P. Darby, Struct. Control Health Monit. 16 (2009) 287–302: Table I, and the sensitivities of
 * section 5.
 *
 * The printed table does not follow from the printed e, Tc and masses: its values are 0.1 to 0.7 % higher, as for
 * an effective mass of 0.1023 kg instead of 0.101712. The exact values are those of c = −2 m ln e/Tc and k = m(π² +
 * ln² e)/Tc², computed with 50 digits.
 */
#include <stdio.h>

#include <thud/identify.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

static const struct {
    const char *buffer;
    double e, contact_time;
    double k, c;                 /* N/m, N·s/m, exact */
    double printed_k, printed_c; /* as printed; kN/m became N/m */
} TABLE[] = {
    {"sponge", 0.61, 0.025, 1645.939, 4.022082, 1650, 4.05},
    {"soft rubber", 0.44, 0.019, 2970.680, 8.789878, 2990, 8.80},
    {"hard rubber", 0.53, 0.004, 65303.60, 32.28747, 65700, 32.5},
    {"hard acrylic", 0.49, 0.003, 117291.0, 48.37099, 118000, 48.7},
    {"aluminium alloy", 0.46, 0.0003, 11835470, 526.5503, 11900000, 530},
};
enum { ROWS = sizeof TABLE / sizeof *TABLE };

static thud_contact_measurement measured(double e, double contact_time) {
    thud_contact_measurement m = thud_contact_measurement_default(thud_law_find("li-darby"));
    m.restitution = e;
    m.contact_time = contact_time;
    m.mass = thud_effective_mass(1.35, 0.11);
    return m;
}

static thud_contact_parameters identify(thud_contact_measurement m) {
    thud_contact_parameters p;
    ck_assert_int_eq(thud_identify_contact(&m, &p, NULL), THUD_OK);
    return p;
}

START_TEST(table_1) {
    for (int i = 0; i < ROWS; i++) {
        thud_contact_parameters p = identify(measured(TABLE[i].e, TABLE[i].contact_time));
        /* seven digits are given */
        assert_relative(p.stiffness, TABLE[i].k, 5e-7);
        assert_relative(p.damping, TABLE[i].c, 5e-7);
        /* the paper's own rounding and mass: at most 0.8 %, and never lower by more than its last digit */
        assert_relative(p.stiffness, TABLE[i].printed_k, 8e-3);
        assert_relative(p.damping, TABLE[i].printed_c, 8e-3);
        ck_assert(p.damping < TABLE[i].printed_c);
        printf("%-16s k %12.7g N/m, printed %8g   c %8.7g N s/m, printed %5g\n", TABLE[i].buffer, p.stiffness,
               TABLE[i].printed_k, p.damping, TABLE[i].printed_c);
    }
}
END_TEST

/* c does not change with the separation rule, k does; six and seven digits are given */
START_TEST(zero_force) {
    thud_contact_measurement aluminium = measured(0.46, 0.0003), sponge = measured(0.61, 0.025);
    aluminium.separation = sponge.separation = THUD_SEPARATION_ZERO_FORCE;
    assert_relative(identify(aluminium).stiffness, 8033.09e3, 1e-6);
    assert_relative(identify(sponge).stiffness, 1307.474, 5e-7);
    assert_relative(identify(aluminium).damping, 526.5503, 1e-7);
    assert_relative(identify(sponge).damping, 4.022082, 2e-7);
}
END_TEST

/* Δk/k = 2 ln e/(π² + ln² e) Δe/e − 2 ΔTc/Tc and Δc/c = (1/ln e) Δe/e − ΔTc/Tc, by differentiation of eqs 9 and 10
 */
START_TEST(section_5) {
    for (double e = 0.02; e < 1; e += 0.0173) {
        thud_contact_parameters p = identify(measured(e, 0.01));
        double log_e = log(e);
        ck_assert_double_eq_tol(p.stiffness_sensitivity.to_restitution, 2 * log_e / (PI * PI + log_e * log_e),
                                1e-10);
        ck_assert_double_eq_tol(p.stiffness_sensitivity.to_contact_time, -2, 1e-10);
        assert_relative(p.damping_sensitivity.to_restitution, 1 / log_e, 1e-10);
        ck_assert_double_eq_tol(p.damping_sensitivity.to_contact_time, -1, 1e-10);
    }
}
END_TEST

/* their example, without the approximation: e = 0.61, Tc = 25 ms, the one 15 % lower, the other 10 % longer */
START_TEST(exact_changes) {
    static const struct {
        double e, contact_time, k, c; /* relative changes, in percent to four places */
    } changes[] = {
        {0, 10, -17.3554, -9.0909},
        {-15, 0, 1.8497, 32.8788},
        {-15, 10, -15.8267, 20.7990},
    };
    thud_contact_parameters before = identify(measured(0.61, 0.025));
    for (int i = 0; i < 3; i++) {
        thud_contact_parameters after =
            identify(measured(0.61 * (1 + changes[i].e / 100), 0.025 * (1 + changes[i].contact_time / 100)));
        ck_assert_double_eq_tol(100 * (after.stiffness / before.stiffness - 1), changes[i].k, 5e-5);
        ck_assert_double_eq_tol(100 * (after.damping / before.damping - 1), changes[i].c, 5e-5);
    }
}
END_TEST

/* standard errors from the closed sensitivities */
START_TEST(errors) {
    thud_contact_measurement m = measured(0.61, 0.025);
    m.restitution_error = 0.02;
    m.contact_time_error = 0.001;
    thud_contact_parameters p = identify(m);
    double log_e = log(0.61), e = 0.02 / 0.61, time = 0.001 / 0.025;
    double k_e = 2 * log_e / (PI * PI + log_e * log_e) * e, k_t = -2 * time, c_e = e / log_e, c_t = -time;
    assert_relative(p.stiffness_error / p.stiffness, hypot(k_e, k_t), 1e-10);
    assert_relative(p.damping_error / p.damping, hypot(c_e, c_t), 1e-10);
    assert_relative(p.correlation, (k_e * c_e + k_t * c_t) / (hypot(k_e, k_t) * hypot(c_e, c_t)), 1e-10);
    m.restitution_error = m.contact_time_error = 0;
    ck_assert(isnan(identify(m).stiffness_error) && isnan(identify(m).correlation));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("paper");
    tcase_add_test(tests, table_1);
    tcase_add_test(tests, zero_force);
    tcase_add_test(tests, section_5);
    tcase_add_test(tests, exact_changes);
    tcase_add_test(tests, errors);
    return run_suite("li_darby", tests);
}
