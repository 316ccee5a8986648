/*
 * Supports by CVODE: its own equations of them alone against a closed form, and random structures on them by both.
 */
#include <thud/verify.h>

#include "simulate/on_supports.h"
#include "verify/run.h"

/* an oscillator on a support that swings, d = (A/ν²)(1 − cos νt), with the ground at rest: from
 * ẍ + ω²x = ω²d, x = A/ν² (1 − cos ωt) − A/ν² ω²/(ω² − ν²) (cos νt − cos ωt) */
enum { MODELS = 10 };

START_TEST(alone) {
    double m = 1.3, k = 90, omega = sqrt(k / m), nu = 2 * PI * 0.9, amplitude = 2, end = 3, x[5];
    thud_model *model = thud_model_create();
    thud_signal swing = {.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 0.9, .phase = PI / 2};
    thud_body_id body = thud_model_add_body(model, "body", m),
                 pier = thud_model_add_support(model, "pier", &(thud_support){.acceleration = swing, .delay = 0.4});
    thud_model_add_link(model, pier, body, &(thud_link){.stiffness = k});
    thud_model_set_duration(model, end);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[4] = {0.2, 0.2, 1, 1};
    ck_assert_int_eq(thud_verify_model_init(&v, model), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
    for (int i = 0; i <= 4; i++) {
        double t = fmax(end * i / 4 - 0.4, 0), size = amplitude / (nu * nu);
        double is = size * (1 - cos(omega * t)) -
                    size * omega * omega / (omega * omega - nu * nu) * (cos(nu * t) - cos(omega * t));
        /* CVODE's error, 1e-13 a step, over some hundred steps */
        ck_assert_double_le(fabs(x[i] - is), 1e-10 * size);
    }
    thud_verify_model_free(&v);
    thud_model_free(model);
}
END_TEST

/* yielding, slackening and impacts together, and friction, by both. Of chaotic models both follow the same course
 * for as long as it can be followed, and the verification says so by itself: it agrees */
START_TEST(both) {
    dice d = dice_of(5);
    thud_motion *motions[2] = {record(&d, 150, 0.02, 6), record(&d, 90, 0.0313, 6)};
    size_t close = 0, impacts = 0;
    for (unsigned seed = 1; seed <= MODELS; seed++) {
        scene *s = random_model(seed, seed > MODELS / 2, (const thud_motion *const *)motions);
        thud_verification v;
        /* friction by itself: a contact at the same support turns where it sticks, and CVODE's rounding of both
         * rates may take one for the other */
        for (size_t i = 0; seed > MODELS / 2 && i < s->model->contact_count; i++)
            s->model->contacts[i].given.gap = INFINITY;
        scene_build(s);
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, v.error.text);
        ck_assert_msg(v.agrees, "seed %u: %s off by %.2g", seed,
                      v.difference_count > 0 ? v.different[0].key : "course", v.max_difference);
        close += v.max_difference <= 1e-6;
        impacts += v.impacts;
        scene_close(s);
    }
    ck_assert_uint_ge(close, MODELS - MODELS / 8);
    ck_assert_uint_ge(impacts, MODELS / 2);
    thud_motion_free(motions[0]);
    thud_motion_free(motions[1]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_supports");
    tcase_add_test(tests, alone);
    tcase_add_test(tests, both);
    return run_suite("verify_supports", tests);
}
