/*
 * (e, Tc) to (k, c) and back: an impact is solved, its restitution and contact time are taken as measured, and the
 * stiffness and damping that it was solved with must come out again.
 */
#include <thud/identify.h>

#include "laws.h"
#include "suite.h"

static const double RESTITUTION[] = {0.05, 0.2, 0.35, 0.5, 0.61, 0.75, 0.9, 0.99, 1};
static const double EXPONENT[] = {1, 1.3, 1.5, 2};
enum { RESTITUTIONS = sizeof RESTITUTION / sizeof *RESTITUTION, EXPONENTS = sizeof EXPONENT / sizeof *EXPONENT };

START_TEST(round_trip) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind == THUD_FORCE_IMPULSIVE || is_general(law)) return;
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (int i = 0; i < RESTITUTIONS * EXPONENTS; i++) {
            thud_impact_options o = thud_impact_options_default(law);
            o.restitution = RESTITUTION[i % RESTITUTIONS];
            o.exponent = EXPONENT[i / RESTITUTIONS];
            if (o.exponent < law->exponent_min || o.exponent > law->exponent_max) continue;
            if (law->structure->kind == THUD_FORCE_ELASTIC && o.restitution < 1) continue;
            o.separation = (thud_separation)separation;
            o.stiffness = 3e7;
            o.mass = 12;
            o.speed = 0.35;
            o.damping = THUD_DAMPING_EXACT;
            thud_impact hit;
            ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);

            thud_contact_measurement m = thud_contact_measurement_default(law);
            m.restitution = hit.restitution;
            m.contact_time = hit.contact_time;
            m.mass = o.mass;
            m.speed = o.speed;
            m.exponent = o.exponent;
            m.separation = o.separation;
            if (m.restitution > 1) m.restitution = 1; /* by a last bit */
            thud_contact_parameters p;
            ck_assert_int_eq(thud_identify_contact(&m, &p, NULL), THUD_OK);
            assert_relative(p.stiffness, o.stiffness, 1e-9);
            bool bilinear = law->structure->kind == THUD_FORCE_BILINEAR;
            double damping = bilinear ? hit.unloading_stiffness : hit.damping;
            /* next to e = 1 the damping is as small as 1 − e, which carries the rounding of e */
            ck_assert_double_eq_tol(p.damping, damping, 1e-9 * damping + 1e-12 * sqrt(o.stiffness * o.mass));
        }
}
END_TEST

/* sensitivities of every law against difference quotients of the exact answer */
START_TEST(sensitivities) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind == THUD_FORCE_IMPULSIVE || law->structure->kind == THUD_FORCE_ELASTIC) return;
    if (is_general(law)) return;
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (double e = 0.15; e < 0.99; e += 0.31) {
            thud_contact_measurement m = thud_contact_measurement_default(law), low, high;
            m.restitution = e;
            m.contact_time = 0.003;
            m.mass = 2;
            m.speed = 0.7;
            m.separation = (thud_separation)separation;
            low = high = m;
            double step = 1e-4 * (1 - e); /* error of order step²; rounding 1e-11/step of the tables */
            low.restitution -= step;
            high.restitution += step;
            thud_contact_parameters p, less, more;
            ck_assert_int_eq(thud_identify_contact(&m, &p, NULL), THUD_OK);
            ck_assert_int_eq(thud_identify_contact(&low, &less, NULL), THUD_OK);
            ck_assert_int_eq(thud_identify_contact(&high, &more, NULL), THUD_OK);
            double k = (more.stiffness - less.stiffness) / (2 * step) * e / p.stiffness;
            double c = (more.damping - less.damping) / (2 * step) * e / p.damping;
            ck_assert_double_eq_tol(p.stiffness_sensitivity.to_restitution, k, 1e-5 + 1e-5 * fabs(k));
            ck_assert_double_eq_tol(p.damping_sensitivity.to_restitution, c, 1e-5 + 1e-5 * fabs(c));
            double n = m.exponent, pw = thud_law_damper_exponent(law, n);
            ck_assert_double_eq_tol(p.stiffness_sensitivity.to_contact_time, -(n + 1), 1e-12);
            double through = law->structure->kind == THUD_FORCE_BILINEAR ? 2 : pw + 1;
            ck_assert_double_eq_tol(p.damping_sensitivity.to_contact_time, -through, 1e-12);
        }
}
END_TEST

/* a fixed stop is an infinite mass, and the effective mass that of the other body */
START_TEST(fixed_stop) {
    thud_contact_measurement m = thud_contact_measurement_default(thud_law_find("li-darby"));
    m.restitution = 0.61;
    m.contact_time = 0.025;
    m.mass = thud_effective_mass(INFINITY, 0.11);
    thud_contact_parameters p;
    ck_assert_int_eq(thud_identify_contact(&m, &p, NULL), THUD_OK);
    assert_relative(p.damping, -2 * 0.11 * log(0.61) / 0.025, 1e-14);
}
END_TEST

static thud_error refused(thud_contact_measurement m) {
    thud_contact_parameters p = {.stiffness = 7};
    thud_error error = {0};
    ck_assert_int_ne(thud_identify_contact(&m, &p, &error), THUD_OK);
    ck_assert_str_ne(error.text, "");
    ck_assert(p.stiffness == 7); /* outputs stay */
    return error;
}

START_TEST(bad_input) {
    thud_contact_measurement good = thud_contact_measurement_default(thud_law_find("li-darby")), m;
    good.restitution = 0.5;
    good.contact_time = 0.01;
    good.mass = 1;
    static const double wrong[] = {0, -0.1, 1.0001, NAN, INFINITY};
    for (int i = 0; i < 5; i++) {
        m = good;
        m.restitution = wrong[i];
        ck_assert_str_eq(refused(m).subject, "restitution");
        if (wrong[i] > 1 && wrong[i] < 2) continue; /* such a time, mass or speed is fine */
        m = good;
        m.contact_time = wrong[i];
        ck_assert_str_eq(refused(m).subject, "contact time");
        m = good;
        m.mass = wrong[i];
        ck_assert_str_eq(refused(m).subject, "mass");
        m = good;
        m.restitution_error = wrong[i];
        if (wrong[i] != 0) refused(m);
        m = good;
        m.law = thud_law_find("flores");
        m.exponent = 1.5;
        m.speed = wrong[i];
        ck_assert_str_eq(refused(m).subject, "speed");
    }
    m = good;
    m.law = thud_law_find("hertz");
    m.exponent = 1.5;
    m.speed = 1;
    ck_assert_str_eq(refused(m).subject, "restitution"); /* an elastic law returns 1 */
    m = good;
    m.law = thud_law_find("newton");
    ck_assert_str_eq(refused(m).subject, "law");
    m = good;
    m.exponent = 1.5;
    ck_assert_ptr_nonnull(refused(m).subject);
}
END_TEST

/* what k or c come to beyond the range of numbers is said, and a restitution that no contact ends with */
START_TEST(beyond_numbers) {
    thud_contact_measurement m = thud_contact_measurement_default(thud_law_find("li-darby"));
    ck_assert(isnan(thud_contact_measurement_default(NULL).exponent));
    m.restitution = 0.5;
    m.mass = 1e100;
    m.contact_time = 1e-100; /* k = m (τ/Tc)² = 1e301 */
    ck_assert_int_eq(refused(m).status, THUD_ERROR_OVERFLOW);
    m.mass = 1e-100;
    m.contact_time = 1e100; /* and 1e-299 */
    ck_assert_int_eq(refused(m).status, THUD_ERROR_OVERFLOW);
    m.mass = 1;
    m.contact_time = 0.01;
    m.contact_time_error = -1;
    ck_assert_str_eq(refused(m).subject, "error of the contact time");
    m.contact_time_error = INFINITY;
    ck_assert_str_eq(refused(m).subject, "error of the contact time");
    m.contact_time_error = 0;
    m.restitution_error = INFINITY;
    ck_assert_str_eq(refused(m).subject, "error of the restitution");
    m.restitution_error = 0;
    m.law = NULL;
    ck_assert_str_eq(refused(m).subject, "law");
    /* n = 1, and a damper that does not depend on the depth: the speed is no matter; one that does asks for it */
    m.law = thud_law_find("kelvin-voigt");
    thud_contact_parameters p;
    ck_assert_int_eq(thud_identify_contact(&m, &p, NULL), THUD_OK);
    m.law = thud_law_find("flores");
    m.exponent = 1;
    ck_assert_str_eq(refused(m).subject, "speed");
    m.speed = 1e-100;
    m.mass = 1e100; /* c = χ m/v^… = 1e200 and more */
    m.contact_time = 1e-50;
    ck_assert_int_eq(refused(m).status, THUD_ERROR_OVERFLOW);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("contact");
    tcase_add_loop_test(tests, round_trip, 0, (int)thud_law_count());
    tcase_add_loop_test(tests, sensitivities, 0, (int)thud_law_count());
    tcase_add_test(tests, fixed_stop);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, beyond_numbers);
    return run_suite("identify_contact", tests);
}
