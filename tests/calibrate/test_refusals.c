/*
 * What the core refuses, and that what it does not refuse makes sense: wrong arguments one at a time, and impacts
 * of any size that a double can hold.
 */
#include <stdio.h>

#include <thud/calibrate.h>
#include <thud/contact.h>
#include <thud/impact.h>

#include "law/parameter.h"
#include "law/relation.h"
#include "numeric/random.h"
#include "laws.h"
#include "suite.h"

/* ---- stiffness ---- */

/* steel on steel: E* = E/(2 (1 − ν²)), R = R/2; rounding of ten operations */
START_TEST(stiffness_of_two_spheres) {
    double k;
    ck_assert_int_eq(thud_stiffness_spheres(210e9, 0.3, 0.02, 210e9, 0.3, 0.02, &k), THUD_OK);
    assert_relative(k, 4.0 / 3 * 210e9 / (2 * 0.91) * sqrt(0.01), 2e-15);
    ck_assert_int_eq(thud_stiffness_face(30e9, 0.2, 30e9, 0.2, 0.5, 0.4, &k), THUD_OK);
    assert_relative(k, 2 * 30e9 / (2 * 0.96) * 0.5 / (acos(-1) * 0.4), 2e-15);
}
END_TEST

START_TEST(bad_materials) {
    static const double wrong[6][5] = {{0, -1, NAN, -INFINITY, -0.0}, {-1, 0.51, NAN, -2, INFINITY},
                                       {0, -1, NAN, -0.0, -INFINITY}, {0, -1, NAN, -INFINITY, -0.0},
                                       {-1, 0.51, NAN, -2, INFINITY}, {0, -1, NAN, -0.0, -INFINITY}};
    double k = 7;
    for (int which = 0; which < 6; which++)
        for (int i = 0; i < 5; i++) {
            double a[6] = {1e9, 0.3, 0.01, 2e9, 0.5, 0.02};
            a[which] = wrong[which][i];
            ck_assert_int_eq(thud_stiffness_spheres(a[0], a[1], a[2], a[3], a[4], a[5], &k), THUD_ERROR_ARGUMENT);
            /* faces have area and radius where spheres have their radii */
            ck_assert_int_eq(thud_stiffness_face(a[0], a[1], a[3], a[4], a[2], a[5], &k), THUD_ERROR_ARGUMENT);
        }
    ck_assert_int_eq(thud_stiffness_spheres(1, 0, 1, 1, 0, 1, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_face(1, 0, 1, 0, 1, 1, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_spheres(1, 0, INFINITY, 1, 0, INFINITY, &k), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_spheres(1e308, 0.5, 1e300, 1e308, 0.5, 1e300, &k), THUD_ERROR_OVERFLOW);
    ck_assert_int_eq(thud_stiffness_face(1e-300, 0, 1e-300, 0, 1e-300, 1, &k), THUD_ERROR_OVERFLOW);
    ck_assert_double_eq(k, 7); /* written on success only */
}
END_TEST

/* ---- laws ---- */

START_TEST(parameters_of_laws) {
    thud_parameter parameter;
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        const thud_force_kind kind = law->structure->kind;
        size_t count = 0;
        while (thud_law_parameter(law, count, &parameter)) count++;
        /* mass and speed always; e unless elastic, k and n unless impulsive, c with a damper */
        size_t expected = 2;
        expected += law->structure->extra_count;
        if (kind != THUD_FORCE_ELASTIC) expected += 1;
        if (kind != THUD_FORCE_IMPULSIVE) expected += 2;
        if (kind == THUD_FORCE_VISCOUS || kind == THUD_FORCE_GENERAL) expected += 1;
        ck_assert_uint_eq(count, expected);
    }
    ck_assert(!thud_law_parameter(NULL, 0, &parameter));
    ck_assert(!thud_law_parameter(thud_law_at(0), 0, NULL));
}
END_TEST

/* a law with an exponent that no relation is known for is refused, not calibrated by another's */
START_TEST(unknown_relation) {
    thud_law law = *thud_law_find("kuwabara-kono");
    double chi = 7;
    law.exponent_min = 1.2;
    law.exponent_max = 1.8;
    ck_assert_int_eq(thud_law_scaled_damping(&law, 0.5, 1.3, THUD_SEPARATION_DEFAULT, THUD_DAMPING_EXACT, &chi),
                     THUD_ERROR_UNREACHABLE);
    ck_assert_double_eq(chi, 7);
    ck_assert_str_eq(thud_exponent_limits(&law).range, "as in the source");
    ck_assert_double_eq(thud_exponent_limits(&law).least, 1.2);
}
END_TEST

START_TEST(no_damper_no_loss) {
    double loss = 7;
    ck_assert_double_eq(thud_hunt_crossley_restitution(0, &loss), 1);
    ck_assert_double_eq(loss, 0);
    ck_assert_double_eq(thud_hunt_crossley_damping(1), 0);
    for (int which = 0; which < 3; which++) {
        ck_assert_double_eq(thud_half_power_ratio((thud_half_power_case)which, 1), 0);
        ck_assert_double_eq(thud_half_power_log_restitution((thud_half_power_case)which, 0), 0);
    }
    ck_assert(isnan(thud_half_power_ratio((thud_half_power_case)9, 0.5)));
    ck_assert(isnan(thud_half_power_log_restitution((thud_half_power_case)9, 0.5)));
}
END_TEST

/* ---- calibration and the contact element ---- */

START_TEST(bad_calibrations) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_calibration calibration = {.damping = 7};
    double c = 7;
    o.restitution = 0.5;
    ck_assert_int_eq(thud_calibrate(&o, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_calibrate_compare(&o, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_calibrate(NULL, &c), THUD_ERROR_ARGUMENT);
    o.restitution = 1.5;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_calibrate_compare(&o, &calibration), THUD_ERROR_ARGUMENT);
    o = thud_impact_options_default(thud_law_find("newton"));
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_ERROR_ARGUMENT);
    o = thud_impact_options_default(thud_law_find("hertz"));
    o.restitution = 0.5;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_ERROR_UNREACHABLE);
    ck_assert_double_eq(c, 7);
    ck_assert_double_eq(calibration.damping, 7);
}
END_TEST

/* c = χ k/v: above the largest double, and below the least */
START_TEST(damping_that_is_no_double) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_calibration calibration;
    double c = 7;
    o.restitution = 1e-300;
    o.stiffness = 1e100;
    o.speed = 1e-100;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_ERROR_OVERFLOW);
    ck_assert_int_eq(thud_calibrate_compare(&o, &calibration), THUD_ERROR_OVERFLOW);
    /* the rule of zhao-liu goes with 1/e², the exact damping with 1/e */
    o = thud_impact_options_default(thud_law_find("zhao-liu"));
    o.restitution = 1e-160;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    calibration.damping = 7;
    ck_assert_int_eq(thud_calibrate_compare(&o, &calibration), THUD_ERROR_OVERFLOW);
    ck_assert_double_eq(calibration.damping, 7);
    /* half power: c = χ √(k m), which gets small but never nothing */
    o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    o.restitution = 1 - 1e-15;
    o.stiffness = o.mass = 1e-100;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    assert_relative(c, 1e-100 * 1e-15 * 2 / acos(-1), 0.2); /* χ = 2 (1 − e)/π; 1 − e of a double has one digit */
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&contact, 1e-100), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&contact, 1e-101), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_begin(NULL, 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_init(NULL, &o), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_init(&contact, NULL), THUD_ERROR_ARGUMENT);
    o = thud_impact_options_default(thud_law_find("hertz"));
    o.restitution = 0.5;
    o.damping = THUD_DAMPING_EXACT;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_UNREACHABLE);
    o = thud_impact_options_default(thud_law_find("flores"));
    o.restitution = 1e-310; /* χ = 1/e */
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_OVERFLOW);
    o = thud_impact_options_default(thud_law_find("flores"));
    o.exponent = 3;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(a_contact_that_is_over) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_contact contact;
    o.restitution = 0.5;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert(!thud_contact_accept(&contact, 0.1, 1)); /* not begun */
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert(thud_contact_accept(&contact, 0, 1));   /* it begins */
    ck_assert(thud_contact_accept(&contact, 0, 0));   /* at rest at the edge */
    ck_assert(!thud_contact_accept(&contact, 0, -1)); /* it parts */
    ck_assert(!thud_contact_accept(&contact, 0.1, 1));
    ck_assert_double_eq(thud_contact_force(&contact, 0.1, 1), 0);
    double stiffness = 7, damping = 7;
    thud_contact_tangent(&contact, 0.1, 1, &stiffness, &damping);
    ck_assert_double_eq(stiffness, 0);
    ck_assert_double_eq(damping, 0);
}
END_TEST

/* two stiffnesses: what was unloaded and is loaded again follows the unloading line up to where it left, then the
 * spring */
START_TEST(loaded_again) {
    size_t which = 0;
    while (thud_law_at(which)->structure->kind != THUD_FORCE_BILINEAR) which++;
    thud_impact_options o = thud_impact_options_default(thud_law_at(which));
    thud_contact contact;
    o.restitution = 0.5; /* k₂ = 4 k₁ */
    o.stiffness = 100;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert(thud_contact_accept(&contact, 0.1, 1));
    ck_assert_double_eq_tol(thud_contact_force(&contact, 0.09, 1), 10 - 400 * 0.01, 1e-13);
    ck_assert_double_eq_tol(thud_contact_force(&contact, 0.09, -1), 10 - 400 * 0.01, 1e-13);
    ck_assert_double_eq_tol(thud_contact_force(&contact, 0.2, 1), 20, 1e-13);
    ck_assert_double_eq(thud_contact_force(&contact, 0.07, 1), 0); /* what stays is 0.075 */
}
END_TEST

/* ---- impacts of any size ---- */

static double any_size(thud_random *random) { return pow(10, 200 * thud_random_uniform(random) - 100); }

static thud_impact_options any_impact(thud_random *random) {
    const thud_law *law;
    do law = thud_law_at(thud_random_bits(random) % thud_law_count());
    while (is_general(law)); /* of any size in impact/test_general.c, where e is one that those reach */
    thud_impact_options o = thud_impact_options_default(law);
    const double u = thud_random_uniform(random);
    o.restitution = thud_random_bits(random) % 2 ? pow(10, -40 * u * u * u) : 1 - pow(10, -16 * u);
    o.exponent = o.law->exponent_min + (o.law->exponent_max - o.law->exponent_min) * thud_random_uniform(random);
    if (o.law->structure->kind == THUD_FORCE_IMPULSIVE) o.exponent = o.law->exponent_default;
    o.stiffness = any_size(random);
    o.mass = any_size(random);
    o.speed = any_size(random);
    o.separation = (thud_separation)(thud_random_bits(random) % 3);
    o.damping = (thud_damping)(thud_random_bits(random) % 3);
    o.damping_value = thud_random_bits(random) % 8 ? any_size(random) : 0;
    o.tolerance = pow(10, -15 + 12 * thud_random_uniform(random) * thud_random_uniform(random));
    return o;
}

static bool may_be(thud_status status) {
    return status == THUD_ERROR_OVERFLOW || status == THUD_ERROR_ACCURACY || status == THUD_ERROR_UNREACHABLE ||
           status == THUD_ERROR_ARGUMENT || status == THUD_ERROR_STEPS;
}

static void check_impact(const thud_impact_options *o, const thud_impact *hit, const char *how) {
    const double energy = o->mass * o->speed * o->speed / 2, e = hit->restitution;
    /* of an impact that loses nothing, e is one within what was asked for */
    ck_assert_msg(e >= 0 && e <= 1 + o->tolerance, "%s, %s: 1 - e = %g, tolerance %g", o->law->name, how, 1 - e,
                  o->tolerance);
    if (o->law->structure->kind == THUD_FORCE_IMPULSIVE) return;
    ck_assert_msg(hit->max_penetration > 0 && hit->max_force > 0 && hit->contact_time > 0 && hit->min_force <= 0 &&
                      hit->separation_penetration >= 0,
                  "%s, %s: depth %g, force %g to %g, %g s", o->law->name, how, hit->max_penetration, hit->min_force,
                  hit->max_force, hit->contact_time);
    ck_assert(hit->approach_time <= hit->contact_time);
    /* 1 − e² of an e near one has the rounding of e: that much of the energy, beside the tolerance */
    ck_assert_msg(fabs(hit->energy_lost - energy * (1 - e) * (1 + e)) <= energy * (4e-16 + 30 * o->tolerance),
                  "%s, %s: lost %g of %g at e = %.17g", o->law->name, how, hit->energy_lost, energy, e);
}

START_TEST(impacts_of_any_size) {
    thud_random random = thud_random_seed(20260716);
    size_t solved = 0, refused = 0, sampled = 0;
    for (int i = 0; i < 6000; i++) {
        const thud_impact_options o = any_impact(&random);
        thud_impact hit;
        thud_impact_state states[5];
        thud_status status = thud_impact_solve(&o, &hit);
        ck_assert_msg(status == THUD_OK || may_be(status), "%s: status %d", o.law->name, status);
        if (status == THUD_OK) check_impact(&o, &hit, "solved");
        solved += status == THUD_OK;
        refused += status != THUD_OK;
        const thud_status curve = thud_impact_sample(&o, 5, states);
        ck_assert_msg(curve == THUD_OK || may_be(curve), "%s: status %d of the curve", o.law->name, curve);
        if (curve == THUD_OK) {
            sampled++;
            ck_assert_int_eq(status, THUD_OK);
            ck_assert_double_eq(states[0].time, 0);
            /* solved by a closed form, perhaps, and sampled by steps; what does not come back never ends */
            if (hit.restitution > 0) assert_relative(states[4].time, hit.contact_time, 1e-6 + 10 * o.tolerance);
            for (int j = 0; j < 5; j++) ck_assert(isfinite(states[j].force) && isfinite(states[j].penetration));
        }
        if (i % 10 == 0 && thud_impact_integrate(&o, &hit) == THUD_OK) check_impact(&o, &hit, "integrated");
    }
    /* of every kind enough, so that the test is one */
    ck_assert_msg(solved > 1000 && refused > 500 && sampled > 1000, "%zu solved, %zu refused, %zu sampled", solved,
                  refused, sampled);
}
END_TEST

START_TEST(impacts_that_cannot_be) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_impact hit = {.restitution = 7};
    thud_impact_state states[3];
    ck_assert(isnan(thud_impact_options_default(NULL).exponent));
    ck_assert_int_eq(thud_impact_solve(&o, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_integrate(&o, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_sample(&o, 3, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_sample(&o, 1, states), THUD_ERROR_ARGUMENT);
    o.law = NULL;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_sample(&o, 3, states), THUD_ERROR_ARGUMENT);
    o = thud_impact_options_default(thud_law_find("newton"));
    ck_assert_int_eq(thud_impact_sample(&o, 3, states), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_ERROR_ARGUMENT);
    /* χ = c v/k = 1e400 */
    o = thud_impact_options_default(thud_law_find("flores"));
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 1e300;
    o.speed = 1e50;
    o.stiffness = 1e-50;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_ERROR_OVERFLOW);
    ck_assert_double_eq(hit.restitution, 7);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("refusals");
    tcase_add_test(tests, stiffness_of_two_spheres);
    tcase_add_test(tests, bad_materials);
    tcase_add_test(tests, parameters_of_laws);
    tcase_add_test(tests, unknown_relation);
    tcase_add_test(tests, no_damper_no_loss);
    tcase_add_test(tests, bad_calibrations);
    tcase_add_test(tests, damping_that_is_no_double);
    tcase_add_test(tests, a_contact_that_is_over);
    tcase_add_test(tests, loaded_again);
    tcase_add_test(tests, impacts_of_any_size);
    tcase_add_test(tests, impacts_that_cannot_be);
    return run_suite("refusals", tests);
}
