/*
 * What docs/engines.md says of defects in other simulators, as far as a calculation can show it.
 */
#include <thud/engine.h>

#include "engine/numbers.h"
#include "suite.h"

/* stress and tangent of OpenSees' Hertzdamp and JankowskiImpact at a strain inside the gap, which is at zero */
static const double K = 2e8, XI = 3e8, MASS = 5;

static double hertzdamp_stress(double strain, double rate) { return -(K - XI * rate) * pow(-strain, 1.5); }
static double hertzdamp_tangent(double strain, double rate) { return -1.5 * (K - XI * rate) * sqrt(-strain); }

static double jankowski_stress(double strain, double rate) {
    return -(K * pow(-strain, 1.5) - 2 * 0.3 * sqrt(K * sqrt(-strain) * MASS) * rate);
}
static double jankowski_tangent(double strain, double rate) {
    return -(1.5 * K * sqrt(-strain) - 0.5 * 0.3 * sqrt(K * pow(-strain, -1.5) * MASS) * rate);
}

/* central differences with a step of 1e-5 of the strain: 1e-9 from the third derivative, 1e-11 from rounding */
START_TEST(tangents_have_the_wrong_sign) {
    for (double strain = -1e-3; strain < -1e-5; strain /= 3) {
        double rate = -0.2, h = -1e-5 * strain;
        double slope = (hertzdamp_stress(strain + h, rate) - hertzdamp_stress(strain - h, rate)) / (2 * h);
        assert_relative(hertzdamp_tangent(strain, rate), -slope, 1e-8);
        slope = (jankowski_stress(strain + h, rate) - jankowski_stress(strain - h, rate)) / (2 * h);
        assert_relative(jankowski_tangent(strain, rate), -slope, 1e-8);
    }
}
END_TEST

/* a linear force in a Newmark step with h = m = 1: residual (4 + q) u, divided by 4 ± q */
static int iterations(double q, double sign) {
    double error = 1;
    int count = 0;
    while (fabs(error) > 1e-10 && count < 1000) {
        error -= (4 + q) * error / (4 + sign * q);
        count++;
    }
    return count;
}

START_TEST(newton_with_that_tangent) {
    ck_assert_int_eq(iterations(1, 1), 1);
    ck_assert_int_eq(iterations(1, -1), 57); /* (2/3)^57 < 1e-10 */
    ck_assert_int_lt(iterations(1.33, -1), 1000 + 1);
    ck_assert_int_eq(iterations(1.34, -1), 1000); /* q > 4/3: it grows */
}
END_TEST

static double returned(const char *simulator, const char *model, double e, double steps) {
    thud_engine_options o = thud_engine_options_default(thud_engine_find(simulator));
    o.model = thud_engine_model_find(o.engine, model);
    o.restitution = e;
    o.duration = 1;
    o.step = 1 / steps;
    thud_engine_answer a;
    ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
    return a.restitution_step;
}

/* one force, one integrator; OpenSees takes the speed of the first step inside, MBDyn that before it */
START_TEST(the_speed_of_a_step_late) {
    double late = returned("opensees", "Hertzdamp", 0.2, 8), before = returned("mbdyn", "flores", 0.2, 8);
    ck_assert_double_eq_tol(before - late, 0.044, 5e-4); /* as the page has it, to its digits */
}
END_TEST

/* from half a millimetre before the gap to half a millimetre inside: the increment counts whole */
START_TEST(the_open_gap_counts) {
    thud_engine_numbers a = {.form = THUD_FORM_TWO_SLOPES, .stiffness = 1e6, .damping = 1e5, .yield = 1};
    thud_engine_memory memory = {.penetration = -0.5e-3};
    assert_relative(thud_engine_force(&a, &memory, 0.5e-3, 1), 1e6 * 1e-3, 1e-12);
}
END_TEST

/* F = s xⁿ (K + D ẋ), x = s ε: the derivative as it is and as it is coded, for s = −1 */
START_TEST(mbdyn_derivative) {
    double s = -1, d = 5e8, strain = -1e-3, rate = -0.2, h = 1e-9, x = s * strain, speed = s * rate;
    double above = s * pow(s * (strain + h), 1.5) * (K + d * speed);
    double below = s * pow(s * (strain - h), 1.5) * (K + d * speed);
    double slope = (above - below) / (2 * h), coded = s * sqrt(x) * (1.5 * K + d * 1.5);
    assert_relative(slope, 1.5 * sqrt(x) * (K + d * speed), 1e-6); /* cancellation of 1e-6 of the force */
    ck_assert(slope > 0 && coded < 0);
}
END_TEST

/* Bullet 3.24, run: a sphere of 0.1 m at 1 m/s against a static plane, e = 0.5, steps of 1 ms, split impulse */
START_TEST(bullet_acts_before_a_plane_is_touched) {
    static const double gap[] = {0.05, 0.2, 0.35, 0.5, 0.8, 1.1, 1.7}, run[] = {0.45, 0.3, 0.15, 0, 0, 0, 0};
    thud_engine_numbers a = {.form = THUD_FORM_JUMP,
                             .stepper = THUD_STEPPER_JUMP,
                             .mass = 1,
                             .speed = 1,
                             .damping = 0.5,
                             .reach = 0.002};
    for (size_t i = 0; i < sizeof gap / sizeof gap[0]; i++)
        ck_assert_double_eq_tol(thud_engine_step_through(&a, 1e-3, gap[i] * 1e-3), run[i], 1e-6);
    a.reach = 0; /* setContactProcessingThreshold(0) */
    for (size_t i = 0; i < sizeof gap / sizeof gap[0]; i++)
        ck_assert_double_eq_tol(thud_engine_step_through(&a, 1e-3, gap[i] * 1e-3), 0.5, 1e-12);
}
END_TEST

/* the default impedance of MuJoCo, by how deep the contact is beside its width of a millimetre */
START_TEST(mujoco_default_impedance) {
    double least = 1, most = 0;
    for (double depth = 1e-5; depth < 0.1; depth *= 1.5) {
        thud_engine_options o = thud_engine_options_default(thud_engine_find("mujoco"));
        o.restitution = 0.5;
        o.overlap = depth;
        thud_engine_answer a;
        ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
        least = fmin(least, a.restitution_usual);
        most = fmax(most, a.restitution_usual);
    }
    ck_assert_double_eq_tol(least, 0.5503, 1e-4); /* four digits on the page */
    ck_assert_double_eq_tol(most, 0.5542, 1e-4);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("defects");
    tcase_add_test(tests, tangents_have_the_wrong_sign);
    tcase_add_test(tests, newton_with_that_tangent);
    tcase_add_test(tests, the_speed_of_a_step_late);
    tcase_add_test(tests, the_open_gap_counts);
    tcase_add_test(tests, mbdyn_derivative);
    tcase_add_test(tests, bullet_acts_before_a_plane_is_touched);
    tcase_add_test(tests, mujoco_default_impedance);
    return run_suite("defects", tests);
}
