/*
 * The largest response with its instant, and the weights that make it up, against the response spectrum.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "ground/spectrum/oscillator.h"
#include "numeric/random.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

/* noise that begins with zero and ends in silence, so that no peak comes after the last sample */
static thud_motion *noise(void) {
    thud_motion *motion = thud_motion_create(3000, 0.01);
    thud_random random = thud_random_seed(11);
    for (size_t i = 1; i < 2000; i++) motion->acceleration[i] = thud_random_normal(&random);
    return motion;
}

static const double periods[] = {0.04, 0.05, 0.083, 0.2, 0.5, 1.3, 4, 12};

/* the peaks of white noise are as sharp as they come: after three of Newton's steps 1e-6 is left at T = 4 steps */
START_TEST(as_in_the_spectrum) {
    const double damping = 0.05;
    thud_motion *motion = noise();
    thud_response response;
    ck_assert_int_eq(thud_motion_spectrum(motion, &periods[_i], 1, &damping, 1, &response), THUD_OK);
    thud_oscillator oscillator = thud_oscillator_make(2 * PI / periods[_i], damping);
    thud_summit summit = thud_summit_find(&oscillator, motion->acceleration, motion->count, motion->step);
    ck_assert_double_eq_tol(fabs(summit.u) / response.displacement, 1, 1e-6);
    ck_assert(summit.time > 0 && summit.time < 29.99);
    thud_motion_free(motion);
}
END_TEST

/* the sum over samples is the summit itself; the recurrence for the weights loses few digits on its way */
START_TEST(weights_make_it_up) {
    thud_motion *motion = noise();
    double *weights = malloc(motion->count * sizeof *weights), sum = 0;
    thud_oscillator oscillator = thud_oscillator_make(2 * PI / periods[_i], 0.05);
    thud_summit summit = thud_summit_find(&oscillator, motion->acceleration, motion->count, motion->step);
    size_t count = thud_summit_weights(&oscillator, summit.time, motion->step, weights);
    ck_assert(count <= motion->count);
    for (size_t i = 0; i < count; i++) sum += weights[i] * motion->acceleration[i];
    ck_assert_double_eq_tol(sum / summit.u, 1, 1e-6);
    free(weights);
    thud_motion_free(motion);
}
END_TEST

START_TEST(ground_at_rest) {
    const double nothing[100] = {0};
    thud_oscillator oscillator = thud_oscillator_make(10, 0.05);
    thud_summit summit = thud_summit_find(&oscillator, nothing, 100, 0.01);
    ck_assert(summit.u == 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("summit");
    tcase_add_loop_test(tests, as_in_the_spectrum, 0, (int)(sizeof periods / sizeof periods[0]));
    tcase_add_loop_test(tests, weights_make_it_up, 0, (int)(sizeof periods / sizeof periods[0]));
    tcase_add_test(tests, ground_at_rest);
    return run_suite("summit", tests);
}
