/* The contact element inside a simulator of the caller's: calibrated, clamped, without memory of trial steps. */
#include <thud/calibrate.h>
#include <thud/contact.h>

#include "suite.h"

static thud_impact_options options_of(const char *name, thud_separation separation) {
    thud_impact_options o = thud_impact_options_default(thud_law_find(name));
    o.restitution = 0.4;
    o.damping = THUD_DAMPING_EXACT;
    o.separation = separation;
    o.stiffness = 2e6;
    o.mass = 3;
    return o;
}

/* a plain fixed-step simulator: classical Runge–Kutta of fourth order, with the element as its only force */
static double simulate(thud_contact *contact, double speed, double mass, double step) {
    double x = 0, v = speed;
    ck_assert_int_eq(thud_contact_begin(contact, speed), THUD_OK);
    do {
        double a1 = -thud_contact_force(contact, x, v) / mass;
        double x2 = x + step / 2 * v, v2 = v + step / 2 * a1, a2 = -thud_contact_force(contact, x2, v2) / mass;
        double x3 = x + step / 2 * v2, v3 = v + step / 2 * a2, a3 = -thud_contact_force(contact, x3, v3) / mass;
        double x4 = x + step * v3, v4 = v + step * a3, a4 = -thud_contact_force(contact, x4, v4) / mass;
        x += step / 6 * (v + 2 * v2 + 2 * v3 + v4);
        v += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    } while (thud_contact_accept(contact, x, v));
    return -v / speed;
}

/* the restitution asked for comes out to the error of the simulator, at every speed, and falls with its step */
START_TEST(calibrates_at_each_impact) {
    static const char *const laws[] = {"flores",        "tsuji",           "jankowski-2006", "poursina-nikravesh",
                                       "kuwabara-kono", "valles-reinhorn", "kelvin-voigt"};
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (double speed = 0.01; speed < 20; speed *= 10) {
            thud_impact_options o = options_of(laws[_i], (thud_separation)separation);
            thud_contact contact;
            ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
            o.speed = speed;
            thud_impact hit;
            ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
            double coarse = fabs(simulate(&contact, speed, o.mass, hit.contact_time / 500) / 0.4 - 1);
            double fine = fabs(simulate(&contact, speed, o.mass, hit.contact_time / 50000) / 0.4 - 1);
            ck_assert_double_lt(coarse, 1e-2);
            ck_assert_double_lt(fine, 2e-4); /* first order: the end is met within a step */
            ck_assert(!contact.active);
        }
}
END_TEST

START_TEST(trial_steps_leave_no_trace) {
    thud_impact_options o = options_of("jankowski-2006", THUD_SEPARATION_DEFAULT);
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_double_eq(thud_contact_force(&contact, 1, 1), 0); /* not begun */
    ck_assert_int_eq(thud_contact_begin(&contact, 0.7), THUD_OK);
    double before = thud_contact_force(&contact, 1e-3, 0.5);
    ck_assert_double_eq(thud_contact_force(&contact, -1, -1), 0);
    ck_assert_double_eq(thud_contact_force(&contact, 0, 0.7), 0);
    ck_assert_double_gt(thud_contact_force(&contact, 1e3, -5), 0);
    ck_assert_double_eq(thud_contact_force(&contact, 1e-3, 0.5), before);
    /* the damper acts in approach only */
    assert_relative(thud_contact_force(&contact, 1e-3, -0.5), 2e6 * pow(1e-3, 1.5), 1e-15);
    ck_assert_double_gt(before, 2e6 * pow(1e-3, 1.5));
}
END_TEST

START_TEST(zero_force_is_clamped) {
    thud_contact pulls, clamped;
    thud_impact_options o = options_of("kelvin-voigt", THUD_SEPARATION_RETURN);
    ck_assert_int_eq(thud_contact_init(&pulls, &o), THUD_OK);
    o.separation = THUD_SEPARATION_ZERO_FORCE;
    ck_assert_int_eq(thud_contact_init(&clamped, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&pulls, 1), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&clamped, 1), THUD_OK);
    ck_assert_double_lt(thud_contact_force(&pulls, 1e-9, -1), 0);
    ck_assert_double_eq(thud_contact_force(&clamped, 1e-9, -1), 0);
    ck_assert(thud_contact_accept(&pulls, 1e-9, -1));
    ck_assert(!thud_contact_accept(&clamped, 1e-9, -1));
}
END_TEST

/* derivatives of the force by central differences, away from the kinks */
START_TEST(tangents) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        thud_impact_options o = thud_impact_options_default(law);
        o.restitution = 0.6;
        o.damping = THUD_DAMPING_PUBLISHED; /* elastic laws have no exact one for it */
        thud_contact contact;
        /* no force, or one that does not follow from δ and δ̇ */
        if (law->structure->kind == THUD_FORCE_IMPULSIVE || law->structure->relaxes) {
            ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
            continue;
        }
        ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
        ck_assert_int_eq(thud_contact_begin(&contact, 1.3), THUD_OK);
        for (double rate = -0.4; rate < 1; rate += 0.6) {
            double x = 0.8, h = 1e-6, stiffness, damping;
            thud_contact_tangent(&contact, x, rate, &stiffness, &damping);
            double dx =
                (thud_contact_force(&contact, x + h, rate) - thud_contact_force(&contact, x - h, rate)) / (2 * h);
            double dv =
                (thud_contact_force(&contact, x, rate + h) - thud_contact_force(&contact, x, rate - h)) / (2 * h);
            if (law->structure->kind == THUD_FORCE_BILINEAR && rate < 0) continue; /* a kink at the top reached */
            ck_assert_double_eq_tol(stiffness, dx, 1e-8 * (1 + fabs(dx)));
            ck_assert_double_eq_tol(damping, dv, 1e-8 * (1 + fabs(dv)));
        }
    }
}
END_TEST

/* the bilinear element remembers how far it was loaded, from accepted steps alone, and unloads along k₂ */
START_TEST(residual_penetration) {
    thud_impact_options o = options_of("valles-reinhorn", THUD_SEPARATION_DEFAULT);
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert(thud_contact_accept(&contact, 0.01, 0.5));
    double k2 = 2e6 / 0.16;
    assert_relative(thud_contact_force(&contact, 0.009, -0.1), 2e6 * 0.01 - k2 * 0.001, 1e-14);
    ck_assert_double_eq(thud_contact_force(&contact, 0.01 * (1 - 0.16) * 0.99, -0.1), 0);
    /* at the top itself it goes on along k₁ when it is loaded, and back along k₂ */
    double along, damping;
    thud_contact_tangent(&contact, 0.01, 0.1, &along, &damping);
    ck_assert_double_eq(along, 2e6);
    thud_contact_tangent(&contact, 0.01, -0.1, &along, &damping);
    assert_relative(along, k2, 1e-14);
}
END_TEST

/* a damping that is given is taken as it is, at every speed: there is no scaled one */
START_TEST(given_damping) {
    thud_impact_options o = options_of("flores", THUD_SEPARATION_DEFAULT);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 321;
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_double_eq(contact.scaled_damping, 0);
    for (double speed = 0.1; speed < 100; speed *= 7) {
        ck_assert_int_eq(thud_contact_begin(&contact, speed), THUD_OK);
        ck_assert_double_eq(contact.damping, 321);
    }
}
END_TEST

START_TEST(bad_input) {
    thud_impact_options o = options_of("flores", THUD_SEPARATION_DEFAULT);
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    double wrong[] = {0, -1, NAN, INFINITY, 1e101, 1e-101};
    for (int i = 0; i < 6; i++) {
        /* an impact under way does not go on in the place of one that cannot begin */
        ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
        ck_assert(contact.active);
        ck_assert_int_eq(thud_contact_begin(&contact, wrong[i]), THUD_ERROR_ARGUMENT);
        ck_assert(!contact.active);
        ck_assert_double_eq(thud_contact_force(&contact, 1e-3, 1), 0);
    }
    o.mass = -1;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_init(NULL, &o), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_init(&contact, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

/* an element that was never initialised, or whose law has no force, begins nothing */
START_TEST(elements_without_a_force) {
    thud_impact_options o = options_of("flores", THUD_SEPARATION_DEFAULT);
    thud_contact contact = {.active = true};
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_ERROR_ARGUMENT);
    ck_assert(!contact.active);
    contact.active = true;
    ck_assert_int_eq(thud_contact_begin_with(&contact, 1, 0.5), THUD_ERROR_ARGUMENT);
    ck_assert(!contact.active);
    ck_assert_int_eq(thud_contact_begin_with(NULL, 1, 0.5), THUD_ERROR_ARGUMENT);
    o.law = NULL;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
    o.law = thud_law_find("newton");
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
    contact.options.law = o.law;
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_ERROR_ARGUMENT);
}
END_TEST

/* another restitution at each impact: that of an element made for it; a damping that is given stays as it is */
START_TEST(another_restitution) {
    thud_impact_options o = options_of("flores", THUD_SEPARATION_DEFAULT), other = o;
    thud_contact contact, expected;
    other.restitution = 0.8;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_init(&expected, &other), THUD_OK);
    ck_assert_int_eq(thud_contact_begin(&expected, 0.7), THUD_OK);
    ck_assert_int_eq(thud_contact_begin_with(&contact, 0.7, 0.8), THUD_OK);
    ck_assert_double_eq(contact.damping, expected.damping);
    /* one that no damping returns leaves the element as it was, without an impact */
    ck_assert_int_ne(thud_contact_begin_with(&contact, 0.7, 0), THUD_OK);
    ck_assert(!contact.active);
    ck_assert_double_eq(contact.options.restitution, 0.8);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 123;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    ck_assert_int_eq(thud_contact_begin_with(&contact, 0.7, 0.8), THUD_OK);
    ck_assert_double_eq(contact.damping, 123);
}
END_TEST

/* what is no number stays none, and the element says so until another impact begins */
START_TEST(no_number_in_none_out) {
    static const double none[][2] = {{NAN, 1}, {1e-3, NAN}, {NAN, NAN}, {-NAN, 0}};
    static const double wild[][2] = {{NAN, 1}, {1e-3, NAN}, {INFINITY, 1}, {-INFINITY, -1}, {1e-3, INFINITY}};
    static const char *const laws[] = {"flores", "hertz", "valles-reinhorn", "jankowski-2006", "kelvin-voigt"};
    thud_impact_options o = options_of(laws[_i], THUD_SEPARATION_DEFAULT);
    if (_i == 1) o.restitution = 1;
    thud_contact contact;
    double k = 0, c = 0;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    for (int begun = 0; begun < 2; begun++) {
        for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
            ck_assert(isnan(thud_contact_force(&contact, none[i][0], none[i][1])));
            k = c = 0;
            thud_contact_tangent(&contact, none[i][0], none[i][1], &k, &c);
            ck_assert(isnan(k) && isnan(c));
        }
        ck_assert_int_eq(thud_contact_state(&contact), THUD_OK); /* trial steps leave no trace */
        ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    }
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
        ck_assert_int_eq(thud_contact_state(&contact), THUD_OK);
        ck_assert(thud_contact_accept(&contact, 1e-6, 1));
        ck_assert(!thud_contact_accept(&contact, wild[i][0], wild[i][1]));
        ck_assert_int_eq(thud_contact_state(&contact), THUD_ERROR_FINITE);
        /* not even at a state that is one: the motion is lost */
        ck_assert(isnan(thud_contact_force(&contact, 1e-3, 1)));
        thud_contact_tangent(&contact, 1e-3, 1, &k, &c);
        ck_assert(isnan(k) && isnan(c));
        ck_assert(!thud_contact_accept(&contact, 1e-3, 1));
    }
    ck_assert_int_eq(thud_contact_begin(&contact, NAN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_begin_with(&contact, NAN, o.restitution), THUD_ERROR_ARGUMENT);
    if (_i != 1) ck_assert_int_eq(thud_contact_begin_with(&contact, 1, NAN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert(thud_contact_force(&contact, 1e-3, 1) > 0);
    ck_assert_int_eq(thud_contact_state(NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

/* c of one speed for all, at rest too; and an impact at that speed returns e, a slower one more, a faster one less
 */
START_TEST(a_constant_damping) {
    thud_impact_options o = options_of("flores", THUD_SEPARATION_DEFAULT);
    o.speed = 0.3;
    double at = 0, before = 1;
    ck_assert_int_eq(thud_calibrate(&o, &at), THUD_OK);
    o.restitution_speed = 0.3;
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_OK);
    static const double speeds[] = {0, 1e-6, 0.03, 0.3, 3};
    for (int i = 0; i < 5; i++) {
        ck_assert_int_eq(thud_contact_begin(&contact, speeds[i]), THUD_OK);
        assert_relative(contact.damping, at, 1e-15);
        if (i < 2) continue;
        thud_impact hit;
        o.speed = speeds[i];
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        assert_relative(hit.damping, at, 1e-15);
        ck_assert_double_lt(hit.restitution, before);
        if (i == 3) assert_relative(hit.restitution, 0.4, 1e-14);
        before = hit.restitution;
    }
    ck_assert_int_eq(thud_contact_begin(&contact, -1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_contact_begin(&contact, NAN), THUD_ERROR_ARGUMENT);
    o.speed = 1;
    static const double wrong[] = {-1, NAN, INFINITY, 1e101};
    for (int i = 0; i < 4; i++) {
        o.restitution_speed = wrong[i];
        ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_calibrate(&o, &at), THUD_ERROR_ARGUMENT);
    }
}
END_TEST

/* init refuses what the check names */
START_TEST(check_names_the_option) {
    static const struct {
        const char *law, *subject, *text;
        double restitution, stiffness, mass, speed;
    } wrong[] = {
        {"hertz", "stiffness", "stiffness (-1 given) must be positive", 1, -1, 1, 1},
        {"flores", "restitution", "restitution (1.5 given) must be above 0 and at most 1", 1.5, 1, 1, 1},
        {"flores", "mass", "mass (0 given) must be positive", 0.5, 1, 0, 1},
        {"newton", "law", "law is impulsive and has no force; choose a compliant law", 0.5, 1, 1, 1},
        {"flores", "", "", 0.5, 1, 1, NAN}, /* the speed of an impact comes with begin */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        thud_impact_options o = thud_impact_options_default(thud_law_find(wrong[i].law));
        thud_contact contact;
        thud_error error = {.text = ""};
        o.restitution = wrong[i].restitution;
        o.stiffness = wrong[i].stiffness;
        o.mass = wrong[i].mass;
        o.speed = wrong[i].speed;
        const bool good = !*wrong[i].text;
        ck_assert_int_eq(thud_contact_check(&o, &error), good ? THUD_OK : THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_contact_init(&contact, &o), thud_contact_check(&o, NULL));
        if (good) continue;
        ck_assert_str_eq(error.subject, wrong[i].subject);
        ck_assert_str_eq(error.text, wrong[i].text);
    }
    thud_error error;
    ck_assert_int_eq(thud_contact_check(NULL, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "options are missing");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("contact");
    tcase_add_loop_test(tests, no_number_in_none_out, 0, 5);
    tcase_add_test(tests, check_names_the_option);
    tcase_add_test(tests, a_constant_damping);
    tcase_add_loop_test(tests, calibrates_at_each_impact, 0, 7);
    tcase_add_test(tests, trial_steps_leave_no_trace);
    tcase_add_test(tests, zero_force_is_clamped);
    tcase_add_test(tests, tangents);
    tcase_add_test(tests, residual_penetration);
    tcase_add_test(tests, given_damping);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, elements_without_a_force);
    tcase_add_test(tests, another_restitution);
    return run_suite("contact", tests);
}
