/*
 * Ask for e, get e: the exact damping, then integration of the equation of motion, which shares nothing with the
 * relation or table that the damping came from.
 */
#include <stdio.h>

#include <thud/calibrate.h>

#include "suite.h"

static const double RESTITUTION[] = {1e-4, 2e-4, 1e-3, 0.01, 0.05, 0.1,  0.2,  0.3,   0.4,
                                     0.5,  0.6,  0.7,  0.8,  0.9,  0.97, 0.99, 0.999, 0.9999};
static const double EXPONENT[] = {1, 1.1, 1.25, 1.5, 1.75, 2};
enum { RESTITUTIONS = sizeof RESTITUTION / sizeof *RESTITUTION, EXPONENTS = sizeof EXPONENT / sizeof *EXPONENT };

START_TEST(integration_returns_what_was_asked) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind != THUD_FORCE_VISCOUS) return;
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (int i = 0; i < RESTITUTIONS * EXPONENTS; i++) {
            thud_impact_options o = thud_impact_options_default(law);
            o.restitution = RESTITUTION[i % RESTITUTIONS];
            o.exponent = EXPONENT[i / RESTITUTIONS];
            o.separation = (thud_separation)separation;
            if (o.exponent < law->exponent_min || o.exponent > law->exponent_max) continue;
            ck_assert_int_eq(thud_calibrate(&o, &o.damping_value), THUD_OK);
            o.damping = THUD_DAMPING_GIVEN;
            thud_impact hit;
            ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
            assert_relative(hit.restitution, o.restitution, 1e-11);
            /* energy balance (Poursina & Nikravesh eq 12): integrated work of the force against kinetic energy */
            double e = hit.restitution;
            ck_assert_double_eq_tol(hit.energy_lost, (1 - e) * (1 + e) / 2, 1e-11);
        }
}
END_TEST

/* between the nodes of the tables too: a net of n and e that has nothing to do with theirs */
START_TEST(tables_between_their_nodes) {
    static const char *const laws[] = {"poursina-nikravesh", "kuwabara-kono"};
    const thud_law *law = thud_law_find(laws[_i]);
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (double n = law->exponent_min; n <= law->exponent_max; n += 0.0137)
            for (double loss = 0.001; loss < 9.2; loss *= 1.31) {
                thud_impact_options o = thud_impact_options_default(law);
                o.exponent = n;
                o.restitution = exp(-loss);
                o.separation = (thud_separation)separation;
                o.damping = THUD_DAMPING_EXACT;
                thud_impact hit;
                ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
                assert_relative(hit.restitution, o.restitution, 1e-11);
            }
}
END_TEST

/* far below what the grid covers */
START_TEST(very_small_restitution) {
    static const char *const laws[] = {"kelvin-voigt", "tsuji",         "jankowski-2006",
                                       "flores",       "kuwabara-kono", "poursina-nikravesh"};
    for (int i = 0; i < 6; i++)
        for (double e = 1e-5; e > 1e-13; e /= 100) {
            thud_impact_options o = thud_impact_options_default(thud_law_find(laws[i]));
            o.restitution = e;
            o.damping = THUD_DAMPING_EXACT;
            o.separation = THUD_SEPARATION_ZERO_FORCE;
            thud_impact hit;
            ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
            assert_relative(hit.restitution, e, 1e-11);
        }
}
END_TEST

/* smaller still, as long as χ = e^(−1/(n+1)) stays below the 1e20 that the integrator takes; n = 1 has a closed
 * form */
START_TEST(absurdly_small_restitution) {
    for (double n = 1; n <= 2; n += 0.13)
        for (double e = 1e-14; e > 1e-41; e /= 1e6) {
            thud_impact_options o = thud_impact_options_default(thud_law_find("poursina-nikravesh"));
            o.exponent = n;
            o.restitution = e;
            o.damping = THUD_DAMPING_EXACT;
            thud_impact hit;
            ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
            assert_relative(hit.restitution, e, 1e-12);
        }
}
END_TEST

/* nothing to damp at e = 1, and no minus sign before that */
START_TEST(elastic_limit) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        if (law->structure->kind != THUD_FORCE_VISCOUS) continue;
        for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++) {
            thud_impact_options o = thud_impact_options_default(law);
            o.separation = (thud_separation)separation;
            double damping;
            ck_assert_int_eq(thud_calibrate(&o, &damping), THUD_OK);
            ck_assert(damping == 0 && !signbit(damping));
        }
    }
}
END_TEST

/* Kuwabara–Kono: c belongs to the material, so restitution depends on speed; 1 − e grows like v^(1/5) for small
 * loss */
START_TEST(speed_dependence) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("kuwabara-kono"));
    o.restitution = 0.999;
    ck_assert_int_eq(thud_calibrate(&o, &o.damping_value), THUD_OK);
    o.damping = THUD_DAMPING_GIVEN;
    thud_impact slow, fast;
    o.speed = 1e-3;
    ck_assert_int_eq(thud_impact_solve(&o, &slow), THUD_OK);
    o.speed = 1;
    ck_assert_int_eq(thud_impact_solve(&o, &fast), THUD_OK);
    assert_relative(fast.restitution, 0.999, 1e-12);
    /* the next term of the series is of the order of the loss itself */
    assert_relative((1 - slow.restitution) / (1 - fast.restitution), pow(1e-3, 0.2), 2e-3);
}
END_TEST

START_TEST(published_beside_exact) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    o.restitution = 0.5;
    o.stiffness = 5e9;
    o.mass = 6e5;
    o.speed = 0.4;
    thud_calibration c;
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), THUD_OK);
    assert_relative(c.damping_published, 2e10, 1e-15);
    assert_relative(c.damping, 1.432750533271375 * 5e9 / 0.4, 1e-14);
    assert_relative(c.restitution_published, 0.4704447793267395, 1e-13);
    assert_relative(c.error_published, 0.4704447793267395 - 0.5, 1e-12);

    /* a constant c of 0.2 m/s: twice as large, and both restitutions are those at 0.2 m/s */
    o.restitution_speed = 0.2;
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), THUD_OK);
    assert_relative(c.damping_published, 4e10, 1e-15);
    assert_relative(c.damping, 1.432750533271375 * 5e9 / 0.2, 1e-14);
    assert_relative(c.restitution_published, 0.4704447793267395, 1e-13);
    o.restitution_speed = 0;

    /* no rule, nothing published */
    o.law = thud_law_find("kelvin-voigt");
    o.exponent = 1;
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), THUD_OK);
    ck_assert(isnan(c.damping_published) && isnan(c.restitution_published) && isnan(c.error_published));

    /* k₂ = k₁/e² */
    o.law = thud_law_find("valles-reinhorn");
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), THUD_OK);
    assert_relative(c.damping, 2e10, 1e-15);
    ck_assert_double_eq(c.error_published, 0);
}
END_TEST

static void assert_refused(thud_impact_options o, thud_status expected) {
    double damping = 42;
    thud_calibration c = {.damping = 42};
    ck_assert_int_eq(thud_calibrate(&o, &damping), expected);
    ck_assert_int_eq(thud_calibrate_compare(&o, &c), expected);
    ck_assert_double_eq(damping, 42);
    ck_assert_double_eq(c.damping, 42);
}

START_TEST(bad_input) {
    thud_impact_options good = thud_impact_options_default(thud_law_find("tsuji")), o;
    double wrong[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++) {
        o = good, o.restitution = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.stiffness = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.mass = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.speed = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.exponent = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
    }
    /* the rules are those of an impact */
    double too_large[] = {1e101, 1e200, 1e-101, 1e-200};
    for (int i = 0; i < 4; i++) {
        o = good, o.stiffness = too_large[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.mass = too_large[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
        o = good, o.speed = too_large[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
    }
    o = good, o.separation = (thud_separation)99;
    assert_refused(o, THUD_ERROR_ARGUMENT);
    double tolerances[] = {NAN, 0, -1, 1e-16, 1};
    for (int i = 0; i < 5; i++) {
        o = good, o.tolerance = tolerances[i];
        assert_refused(o, THUD_ERROR_ARGUMENT);
    }
    double chi = 42;
    ck_assert_int_eq(thud_law_scaled_damping(good.law, 0.5, 1.5, (thud_separation)99, THUD_DAMPING_EXACT, &chi),
                     THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_law_scaled_damping(good.law, 0.5, 1.5, THUD_SEPARATION_RETURN, (thud_damping)99, &chi),
                     THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(chi, 42);
    o = good, o.law = thud_law_find("hertz"), o.restitution = 0.5;
    assert_refused(o, THUD_ERROR_UNREACHABLE);
    o = good, o.law = thud_law_find("newton"), o.exponent = 1;
    double damping;
    ck_assert_int_eq(thud_calibrate(&o, &damping), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_calibrate(NULL, &damping), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_calibrate(&good, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

/* what is said about an exponent is what the row of the catalogue has */
START_TEST(exponent_texts) {
    const thud_law *law = thud_law_at((size_t)_i);
    thud_impact_options o = thud_impact_options_default(law);
    char between[96], fixed[96];
    o.exponent = law->exponent_max + 0.5;
    snprintf(between, sizeof between, "exponent (%g given) must lie between %g and %g", o.exponent,
             law->exponent_min, law->exponent_max);
    snprintf(fixed, sizeof fixed, "exponent (%g given) is fixed at %g for this law", o.exponent, law->exponent_min);
    thud_error error;
    ck_assert_int_eq(thud_impact_check(&o, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.subject, "exponent");
    ck_assert_str_eq(error.text, law->exponent_min < law->exponent_max ? between : fixed);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("exact");
    tcase_add_loop_test(tests, integration_returns_what_was_asked, 0, (int)thud_law_count());
    tcase_add_loop_test(tests, tables_between_their_nodes, 0, 2);
    tcase_add_test(tests, very_small_restitution);
    tcase_add_test(tests, absurdly_small_restitution);
    tcase_add_test(tests, elastic_limit);
    tcase_add_test(tests, speed_dependence);
    tcase_add_test(tests, published_beside_exact);
    tcase_add_test(tests, bad_input);
    tcase_add_loop_test(tests, exponent_texts, 0, (int)thud_law_count());
    return run_suite("exact calibration", tests);
}
