/*
 * Stiffness below zero: storeys that carry a weight and lean on it. Closed forms of one storey, the same motion by
 * every stepper, and the energy balance, with and without impacts.
 */
#include <check.h>
#include <float.h>
#include <math.h>

#include <thud/modes.h>

#include "simulate/dice.h"
#include "simulate/scene.h"
#include "simulate/state.h"
#include "simulate/propagator.h"

#define PI 3.14159265358979323846

/* x = x₀ cos ωt, ω² = (k − W/h)/m, by a weight, on a link that might yield as well, or by a spring below zero */
START_TEST(free_vibration) {
    const double mass = 2e5, stiffness = 5e7, weight = 6e7, height = 3, omega = sqrt((5e7 - 2e7) / 2e5);
    for (int way = 0; way < 3; way++) {
        scene *s = scene_open(7.3);
        thud_body b = scene_body(s, mass, 0.01, 0);
        thud_link link = {.stiffness = stiffness, .weight = weight, .height = height};
        if (way == 1) link.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_BILINEAR, .yield = 1e9, .hardening = 0.1};
        if (way == 2) {
            scene_spring(s, THUD_BODY_GROUND, b, stiffness, 0);
            scene_spring(s, THUD_BODY_GROUND, b, -weight / height, 0);
        } else scene_link(s, THUD_BODY_GROUND, b, &link);
        scene_run(s);
        /* ωt of 90 rad, off by a few roundings of ω: 90 · 4 u */
        ck_assert_double_eq_tol(s->summary->bodies[0].final_displacement, 0.01 * cos(omega * 7.3),
                                0.01 * 400 * DBL_EPSILON);
        ck_assert_double_eq_tol(s->summary->energy.stored, 0.5 * 3e7 * 1e-4,
                                1e-12 * 1.5e3); /* of two that cancel */
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        scene_close(s);
    }
}
END_TEST

/* a chain whose storeys lose up to 70 % of their stiffness, under a record, with or without a neighbour to strike
 */
static void random_chain(scene *s, dice *d, bool classical, bool strikes, thud_motion *motion) {
    const int n = 1 + choose(d, 5);
    thud_body below = THUD_BODY_GROUND;
    for (int i = 0; i < n; i++) {
        const double mass = roll(d, 1e5, 3e5), stiffness = roll(d, 1e8, 3e8), height = roll(d, 2.5, 5);
        thud_body body = scene_body(s, mass, 0, 0);
        const double lost = roll(d, 0, 0.7);
        scene_link(s, below, body,
                   &(thud_link){.stiffness = stiffness,
                                .damping = classical ? 0 : roll(d, 1e5, 1e6),
                                .height = height,
                                .weight = lost * stiffness * height});
        if (choose(d, 3) == 0) scene_spring(s, THUD_BODY_GROUND, body, -0.02 * stiffness / (n * n), 0);
        if (strikes)
            scene_touch(s, body, THUD_BODY_GROUND, scene_contact("kelvin-voigt", 5e-3 * (i + 1), 0.6, 2e9));
        below = body;
    }
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(d, -2, 2);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    if (classical) thud_model_set_modal_damping(s->model, 0.05);
}

/* by the fast steppers and by the series alone */
START_TEST(steppers_agree) {
    thud_motion *motion = thud_motion_create(200, 0.01);
    int tried = 0;
    for (unsigned seed = 1; tried < 100; seed++) {
        dice d = dice_of(seed);
        scene *s = scene_open(2.5);
        random_chain(s, &d, seed % 2, false, motion);
        thud_error error;
        if (thud_model_build(s->model, &error) != THUD_OK) { /* too much was taken */
            ck_assert_msg(strstr(error.text, "unstable from the start"), "%s", error.text);
            scene_close(s);
            continue;
        }
        tried++;
        scene_build(s);
        ck_assert_int_eq(thud_simulation_run(s->simulation, NULL), THUD_OK);
        const size_t n = s->summary->body_count;
        thud_body_summary by_all[8];
        memcpy(by_all, s->summary->bodies, n * sizeof by_all[0]);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1; /* all but the last, the series */
        ck_assert_int_eq(thud_simulation_run(s->simulation, NULL), THUD_OK);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        for (size_t i = 0; i < n; i++) {
            const double peak = by_all[i].max_displacement;
            /* some 1000 steps with a rounding of 4 u of what the stiffest spring makes of them, up to 30 times the
             * softest mode: 1e-10 leaves a factor of ten */
            ck_assert_double_eq_tol(s->summary->bodies[i].final_displacement, by_all[i].final_displacement,
                                    1e-10 * peak);
            ck_assert_double_eq_tol(s->summary->bodies[i].max_displacement, peak, 1e-10 * peak);
        }
        scene_close(s);
    }
    thud_motion_free(motion);
}
END_TEST

/* with impacts every joule is accounted for, to what the tolerance of contact phases leaves */
START_TEST(energy_with_impacts) {
    thud_motion *motion = thud_motion_create(200, 0.01);
    size_t impacts = 0;
    int tried = 0;
    for (unsigned seed = 1000; tried < 100; seed++) {
        dice d = dice_of(seed);
        scene *s = scene_open(2.5);
        random_chain(s, &d, seed % 2, true, motion);
        if (thud_model_build(s->model, NULL) == THUD_OK) {
            tried++;
            scene_build(s);
            ck_assert_int_eq(thud_simulation_run(s->simulation, NULL), THUD_OK);
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
            impacts += s->summary->impacts;
        }
        scene_close(s);
    }
    ck_assert_uint_gt(impacts, 100);
    thud_motion_free(motion);
}
END_TEST

/* a storey that carries more than it can is refused; one that is free and pushed apart, too */
START_TEST(unstable) {
    for (int k = 0; k < 2; k++) {
        scene *s = scene_open(1);
        thud_body a = scene_body(s, 1, 0, 0), b = scene_body(s, 2, 0, 0), c = scene_body(s, 1, 0, 0);
        scene_spring(s, a, b, 100, 0);
        scene_spring(s, b, c, k ? -1 : -60, 0);
        /* 2 and −1 in a row are 1/(1/2 − 1) = −2 */
        if (k) scene_spring(s, THUD_BODY_GROUND, c, 2, 0);
        thud_error error;
        ck_assert_int_eq(thud_model_build(s->model, &error), THUD_ERROR_ARGUMENT);
        ck_assert_msg(strstr(error.text, "unstable from the start"), "%s", error.text);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("leaning");
    tcase_add_test(tests, free_vibration);
    tcase_add_test(tests, steppers_agree);
    tcase_add_test(tests, energy_with_impacts);
    tcase_add_test(tests, unstable);
    return run_suite("leaning", tests);
}
