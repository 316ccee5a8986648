/*
 * The check by CVODE: right by itself, against closed forms, and in agreement with thud's own solvers for every
 * kind of model. Where it is told of a run that is less accurate, it must say so.
 */
#include <thud/verify.h>

#include <math.h>
#include <string.h>

#include "model/model.h"
#include "suite.h"
#include "verify/run.h"

static const double pi = 3.14159265358979323846;

static thud_gap_contact contact_of(const char *law, double gap, double e, double stiffness) {
    thud_gap_contact c = thud_gap_contact_default(thud_law_find(law));
    c.gap = gap;
    c.restitution = e;
    if (stiffness > 0) c.stiffness = stiffness;
    return c;
}

static void build(thud_model *model, double duration) {
    thud_error problem;
    thud_model_set_duration(model, duration);
    ck_assert_msg(thud_model_build(model, &problem) == THUD_OK, "%s", problem.text);
}

/* CVODE alone: displacements at 0, 1/4, … of the duration */
static thud_verification alone(const thud_model *model, double peak, double *displacement) {
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[8];
    for (int i = 0; i < 8; i++) peaks[i] = peak;
    ck_assert_int_eq(thud_verify_model_init(&v, model), THUD_OK);
    ck_assert_msg(thud_verify_cvode(&v, peaks, 4, displacement, &verification) == THUD_OK, "%s",
                  verification.error.text);
    thud_verify_model_free(&v);
    return verification;
}

/* a damped oscillator under a step of force at a third of the time; CVODE's own error at 1e-13 a step grows to
 * 1e-10 */
START_TEST(oscillator_in_closed_form) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", 2);
    thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = 50, .damping = 1});
    thud_model_set_start(model, body, 0.3, 0);
    thud_model_add_force(model, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 4, .start = 1});
    build(model, 4);
    double x[5];
    alone(model, 0.3, x);
    double a = 0.25, w = sqrt(25 - a * a);
    for (int i = 0; i <= 4; i++) {
        double t = i, late = fmax(t - 1, 0);
        double start = 0.3 * exp(-a * t) * (cos(w * t) + a / w * sin(w * t));
        double step = 0.08 * (1 - exp(-a * late) * (cos(w * late) + a / w * sin(w * late)));
        ck_assert_double_eq_tol(x[i], start + step, 1e-10);
    }
    thud_model_free(model);
}
END_TEST

/* from 1 m with e = 1/2: impacts at t₀(1, 2, 5/2, 11/4, …), rest from 3 t₀ on */
START_TEST(bouncing_ball_in_closed_form) {
    thud_model *model = thud_model_create();
    thud_body_id ball = thud_model_add_body(model, "ball", 2);
    thud_gap_contact floor = contact_of(_i == 0 ? "newton" : "poisson", 1, 0.5, 0);
    thud_model_add_contact(model, "floor", ball, THUD_GROUND, &floor);
    thud_model_set_gravity(model, 10);
    double fall = sqrt(0.2);
    build(model, 6 * fall);
    double x[5];
    thud_verification verification = alone(model, 1, x);
    /* at 1.5 t₀ it is at the top of the first bounce, a quarter up; at 3 t₀ the sum of all bounces ends */
    ck_assert_double_eq_tol(x[1], 0.75, 1e-10);
    for (int i = 2; i <= 4; i++) ck_assert_double_eq_tol(x[i], 1, 1e-11);
    /* √20 m/s is halved twelve times before it is less than 1 mm/s */
    ck_assert_uint_eq(verification.impacts, 13);
    thud_model_free(model);
}
END_TEST

static thud_model *two_pendulums(const char *law, thud_damping damping, double tolerance) {
    thud_model *model = thud_model_create();
    thud_rod_id rod1 = thud_model_add_rod(model, "rod1", &(thud_rod){.length = 6, .mass = 1, .angle = pi / 12});
    thud_rod_id rod2 =
        thud_model_add_rod(model, "rod2", &(thud_rod){.pivot_x = -2, .length = 4, .mass = 0.2, .angle = -pi / 2});
    thud_gap_contact contact = contact_of(law, 0, 0.3, strcmp(law, "newton") == 0 ? 0 : 1e8);
    contact.damping = damping;
    thud_model_add_rod_contact(model, "contact", rod2, rod1, &contact);
    thud_model_set_gravity(model, 9.81);
    thud_model_set_tolerance(model, tolerance);
    build(model, 8);
    return model;
}

/* both solvers keep 1e-12 or better a step; three impacts magnify that by less than a thousand */
START_TEST(rods) {
    static const struct {
        const char *law;
        thud_damping damping;
    } rows[] = {{"newton", THUD_DAMPING_PUBLISHED},
                {"poursina-nikravesh", THUD_DAMPING_PUBLISHED},
                {"poursina-nikravesh", THUD_DAMPING_EXACT},
                {"flores", THUD_DAMPING_PUBLISHED}};
    thud_model *model = two_pendulums(rows[_i].law, rows[_i].damping, 1e-9);
    thud_verification verification;
    double differences[2];
    ck_assert_int_eq(thud_verify(model, NULL, NULL, differences, &verification), THUD_OK);
    ck_assert_uint_eq(verification.impacts, 3);
    ck_assert_uint_eq(verification.run_impacts, 3);
    ck_assert_double_le(verification.max_difference, 1e-9);
    ck_assert_double_le(fmax(differences[0], differences[1]), verification.max_difference);
    ck_assert_double_eq(verification.agreed_until, 8);
    thud_model_free(model);
}
END_TEST

/* a run with a tolerance of 1e-3 is found out: its impacts are off by more than the agreement */
START_TEST(a_rough_run_is_found_out) {
    thud_model *model = two_pendulums("flores", THUD_DAMPING_PUBLISHED, 1e-3);
    thud_verification verification;
    ck_assert_int_eq(thud_verify(model, NULL, NULL, NULL, &verification), THUD_OK);
    ck_assert_double_gt(verification.max_difference, THUD_VERIFY_AGREEMENT);
    ck_assert_double_lt(verification.agreed_until, 8);
    ck_assert_double_gt(verification.agreed_until, 0.5);
    thud_model_free(model);
}
END_TEST

static const char *const laws[] = {"linear",        "hertz",           "kelvin-voigt",       "tsuji",
                                   "hunt-crossley", "kuwabara-kono",   "jankowski-2006",     "mahmoud-jankowski",
                                   "flores",        "valles-reinhorn", "poursina-nikravesh", "newton",
                                   "poisson"};

/* two oscillators side by side on shaken ground, a dozen impacts: "to 1e-6 of the peak", issue 4 */
START_TEST(every_law) {
    thud_model *model = thud_model_create();
    thud_body_id a = thud_model_add_body(model, "a", 1000), b = thud_model_add_body(model, "b", 700);
    thud_model_add_link(model, THUD_GROUND, a, &(thud_link){.stiffness = 4e4, .damping_ratio = 0.03});
    thud_model_add_link(model, THUD_GROUND, b, &(thud_link){.stiffness = 9e4, .damping_ratio = 0.05});
    bool rigid = strcmp(laws[_i], "newton") == 0 || strcmp(laws[_i], "poisson") == 0;
    thud_gap_contact contact = contact_of(laws[_i], 0.01, _i < 2 ? 1 : 0.55, rigid ? 0 : 1e7);
    thud_model_add_contact(model, "gap", a, b, &contact);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 2, .frequency = 1.1});
    build(model, 6);
    thud_verification verification;
    ck_assert_msg(thud_verify(model, NULL, NULL, NULL, &verification) == THUD_OK, "%s", verification.error.text);
    ck_assert_uint_ge(verification.impacts, 8);
    ck_assert_uint_eq(verification.impacts, verification.run_impacts);
    ck_assert_msg(verification.max_difference <= 1e-6, "%.2g", verification.max_difference);
    thud_model_free(model);
}
END_TEST

/* a record whose samples are corners, modal damping, gravity, other parameters than the model's */
START_TEST(record_and_other_contacts) {
    thud_motion *motion = thud_motion_create(101, 0.02);
    for (size_t i = 0; i < motion->count; i++)
        motion->acceleration[i] = 6 * sin(0.4 * (double)i) * cos(0.07 * (double)i);
    thud_model *model = thud_model_create();
    thud_body_id low = thud_model_add_body(model, "low", 5), high = thud_model_add_body(model, "high", 3);
    thud_model_add_link(model, THUD_GROUND, low, &(thud_link){.stiffness = 3000});
    thud_model_add_link(model, low, high, &(thud_link){.stiffness = 1500});
    thud_model_set_modal_damping(model, 0.04);
    thud_model_set_gravity(model, 2);
    thud_gap_contact stop = contact_of("flores", 0.02, 0.5, 1e6), other = contact_of("flores", 0.05, 0.7, 1e6);
    thud_model_add_contact(model, "stop", high, THUD_GROUND, &stop);
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    build(model, 3);
    thud_verification first, second;
    ck_assert_int_eq(thud_verify(model, NULL, NULL, NULL, &first), THUD_OK);
    ck_assert_int_eq(thud_verify(model, NULL, &other, NULL, &second), THUD_OK);
    ck_assert_double_le(first.max_difference, 1e-6);
    ck_assert_double_le(second.max_difference, 1e-6);
    ck_assert_uint_gt(first.impacts, 2);
    ck_assert_uint_ne(first.impacts, second.impacts);
    thud_model_free(model);
    thud_motion_free(motion);
}
END_TEST

/* a step at 0.7 s and a record with a sample at 70 · 0.01 s, the next double after it: no step for CVODE between */
START_TEST(breaks_a_rounding_apart) {
    ck_assert_double_gt(70 * 0.01, 0.7);
    thud_motion *motion = thud_motion_create(200, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = sin(0.4 * (double)i);
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", 2);
    thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = 50, .damping = 1});
    thud_model_add_force(model, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 4, .start = 0.7});
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    build(model, 1.5);
    thud_verification verification;
    ck_assert_msg(thud_verify(model, NULL, NULL, NULL, &verification) == THUD_OK, "%s", verification.error.text);
    ck_assert_double_le(verification.max_difference, 1e-9); /* CVODE's own error at 1e-13 a step */
    thud_model_free(model);
    thud_motion_free(motion);
}
END_TEST

/* bodies that gravity holds against a stop while the ground shakes: what rounding leaves of rest is no difference
 */
START_TEST(at_rest) {
    thud_motion *motion = thud_motion_create(60, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = 0.3 * sin(0.7 * (double)i);
    for (int i = 0; i < 20; i++) {
        thud_model *model = thud_model_create();
        thud_body_id body = thud_model_add_body(model, "body", 0.05 + 0.01 * i);
        thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = 5.5 + i, .damping_ratio = 0.02});
        thud_gap_contact floor = contact_of("newton", 0, 0.7, 0);
        thud_model_add_contact(model, "floor", body, THUD_GROUND, &floor);
        thud_model_set_gravity(model, 9.81);
        thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
        build(model, 0.5);
        thud_verification verification;
        ck_assert_msg(thud_verify(model, NULL, NULL, NULL, &verification) == THUD_OK, "%s",
                      verification.error.text);
        ck_assert_uint_eq(verification.difference_count, 0);
        thud_model_free(model);
    }
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_arguments) {
    thud_verification verification;
    thud_model *model = thud_model_create();
    ck_assert_int_eq(thud_verify(NULL, NULL, NULL, NULL, &verification), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_verify(model, NULL, NULL, NULL, &verification), THUD_ERROR_ARGUMENT); /* not built */
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify");
    tcase_add_test(tests, oscillator_in_closed_form);
    tcase_add_loop_test(tests, bouncing_ball_in_closed_form, 0, 2);
    tcase_add_loop_test(tests, rods, 0, 4);
    tcase_add_test(tests, a_rough_run_is_found_out);
    tcase_add_loop_test(tests, every_law, 0, sizeof laws / sizeof *laws);
    tcase_add_test(tests, record_and_other_contacts);
    tcase_add_test(tests, breaks_a_rounding_apart);
    tcase_add_test(tests, at_rest);
    tcase_add_test(tests, bad_arguments);
    return run_suite("verify", tests);
}
