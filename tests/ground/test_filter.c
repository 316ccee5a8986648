/*
 * The filter against its own formula: after two passes the gain is |H|² = 1/(1 + S²ⁿ), with S = tan(πf)/tan(πfc)
 * for a low-pass, and nothing is shifted in time.
 */
#include <math.h>
#include <stdlib.h>

#include <thud/motion.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

enum { RATE = 100 }; /* Hz */

typedef struct filter_case {
    double low, high; /* Hz */
    size_t order;
} filter_case;

static const filter_case cases[] = {
    {0, 25, 4}, {0, 5, 1},    {0, 5, 7}, {0, 12, 16}, {0, 49, 3}, {0.5, INFINITY, 2}, {3, INFINITY, 5},
    {1, 20, 4}, {0.5, 25, 4}, {2, 3, 3}, {9, 10, 2},  {2, 40, 8}, {30, 45, 1},        {1, 30, 5},
};
enum { CASES = sizeof cases / sizeof cases[0] };

static double warped(double frequency) { return tan(PI * frequency / RATE); }

static double formula(const filter_case *c, double frequency) {
    double omega = warped(frequency), s;
    if (c->low == 0) s = omega / warped(c->high);
    else if (isinf(c->high)) s = warped(c->low) / omega;
    else s = (omega * omega - warped(c->low) * warped(c->high)) / ((warped(c->high) - warped(c->low)) * omega);
    return 1 / (1 + pow(s * s, (double)c->order));
}

/* a motion that has to be freed, filtered */
static void filter(thud_motion *motion, const filter_case *c) {
    thud_filter_options options = {.low = c->low, .high = c->high, .order = c->order};
    thud_error error;
    ck_assert_int_eq(thud_motion_filter(motion, &options, &error), THUD_OK);
}

/* the gain for a sine in the middle of the motion, and what comes out with the phase of a cosine */
typedef struct gain {
    double sine, cosine;
} gain;

/* over 20 s there is a whole number of cycles of each multiple of 0.05 Hz, so that the fit is exact */
static gain measure(const filter_case *c, double frequency) {
    enum { COUNT = 24000, FROM = 11000, LENGTH = 2000 };
    thud_motion *motion = thud_motion_create(COUNT, 1.0 / RATE);
    for (size_t i = 0; i < COUNT; i++)
        motion->acceleration[i] = sin(2 * PI * frequency * thud_motion_time(motion, i));
    filter(motion, c);
    gain out = {0, 0};
    for (size_t i = FROM; i < FROM + LENGTH; i++) {
        double angle = 2 * PI * frequency * thud_motion_time(motion, i);
        out.sine += motion->acceleration[i] * sin(angle) * 2 / LENGTH;
        out.cosine += motion->acceleration[i] * cos(angle) * 2 / LENGTH;
    }
    thud_motion_free(motion);
    return out;
}

/* two minutes from the ends nothing is left of transients; the sums are good to 1e-13, the sections to less */
static const double ROUNDING = 1e-10;

START_TEST(gain_and_phase) {
    static const double frequencies[] = {0.05, 0.5, 1, 2, 2.5, 5, 9.5, 12, 20, 25, 40, 49};
    const filter_case *c = &cases[_i];
    for (size_t k = 0; k < sizeof frequencies / sizeof frequencies[0]; k++) {
        double f = frequencies[k], expected = formula(c, f);
        gain got = measure(c, f);
        ck_assert_msg(fabs(got.sine - expected) < ROUNDING,
                      "%g to %g Hz, order %zu: gain at %g Hz is %.15g, not %.15g", c->low, c->high, c->order, f,
                      got.sine, expected);
        ck_assert_msg(fabs(got.cosine) < ROUNDING, "%g to %g Hz, order %zu: phase at %g Hz: %.3g", c->low, c->high,
                      c->order, f, got.cosine);
    }
}
END_TEST

/* half the amplitude at a corner whatever the order: −3 dB in each pass, −6 dB in both */
START_TEST(half_at_the_corners) {
    const filter_case *c = &cases[_i];
    if (c->low > 0) ck_assert_double_eq_tol(measure(c, c->low).sine, 0.5, ROUNDING);
    if (c->high < INFINITY) ck_assert_double_eq_tol(measure(c, c->high).sine, 0.5, ROUNDING);
}
END_TEST

/* what a pulse becomes has no earlier and later */
START_TEST(pulse_stays_symmetric) {
    enum { HALF = 6000 };
    thud_motion *motion = thud_motion_create(2 * HALF + 1, 1.0 / RATE);
    motion->acceleration[HALF] = 1;
    filter(motion, &cases[_i]);
    ck_assert_double_gt(motion->acceleration[HALF], 1e-4);
    for (size_t i = 1; i <= HALF; i++)
        ck_assert_double_eq_tol(motion->acceleration[HALF - i], motion->acceleration[HALF + i], 1e-10);
    thud_motion_free(motion);
}
END_TEST

/* a constant has no ends: a low-pass leaves it alone from the first sample to the last, others take it away */
START_TEST(constant_has_no_transients) {
    const filter_case *c = &cases[_i];
    thud_motion *motion = thud_motion_create(300, 1.0 / RATE);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = 3;
    filter(motion, c);
    double expected = c->low > 0 ? 0 : 3;
    /* up to 16 sections of gain one, each with a rounding error that its memory keeps for some hundred samples */
    for (size_t i = 0; i < motion->count; i++) ck_assert_double_eq_tol(motion->acceleration[i], expected, 1e-10);
    thud_motion_free(motion);
}
END_TEST

/* neither has a straight line: its mirror image goes on straight, for as long as the filter remembers */
START_TEST(straight_line_has_no_transients) {
    const filter_case *c = &cases[_i];
    if (c->low > 0) return;
    thud_motion *motion = thud_motion_create(300, 1.0 / RATE);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = (double)i;
    filter(motion, c);
    /* 1e-9 of what the filter takes for a constant 600 at its beginning, times some for steep ones */
    for (size_t i = 0; i < motion->count; i++) ck_assert_double_eq_tol(motion->acceleration[i], (double)i, 1e-5);
    thud_motion_free(motion);
}
END_TEST

/*
 * With pads, a pulse through a high-pass ends at rest where it began; without them the motion that precedes it is
 * cut off, and what is left drifts.
 */
START_TEST(pads_let_it_end_at_rest) {
    enum { COUNT = 1000 };
    thud_filter_options options = {.low = 0.5, .high = 20, .order = 4, .pad = _i * 6};
    ck_assert_double_eq(thud_filter_pad(&options), 6);
    thud_motion *motion = thud_motion_create(COUNT, 1.0 / RATE);
    for (size_t i = 0; i < 60; i++) motion->acceleration[10 + i] = sin(2 * PI * (double)i / 60);
    ck_assert_int_eq(thud_motion_filter(motion, &options, NULL), THUD_OK);
    ck_assert_uint_eq(motion->count, COUNT + 2 * 600 * (size_t)_i);
    thud_intensity got;
    ck_assert_int_eq(thud_motion_intensity(motion, &got), THUD_OK);
    /* the slowest poles ring, and fall by exp(−2π·0.5·sin(π/8)·6) = 7e-4 over 6 s, from some ten times the pulse */
    static const double most[] = {1, 3e-2, 3e-4};
    ck_assert_double_le(fabs(got.final_displacement), most[_i] * got.pgd);
    if (_i == 0) ck_assert_double_gt(fabs(got.final_displacement), 0.5 * got.pgd);
    thud_motion_free(motion);
}
END_TEST

START_TEST(nothing_to_filter) {
    thud_motion *motion = thud_motion_create(10, 0.01);
    motion->acceleration[4] = 1;
    thud_filter_options all = thud_filter_options_default();
    ck_assert_int_eq(thud_motion_filter(motion, &all, NULL), THUD_OK);
    ck_assert_double_eq(motion->acceleration[4], 1);
    thud_motion_free(motion);
}
END_TEST

START_TEST(bad_input) {
    static const filter_case bad[] = {
        {0, 50, 4}, {0, 60, 4},  {50, INFINITY, 4}, {5, 5, 4}, {6, 5, 4},  {-1, 5, 4},
        {0, 0, 4},  {NAN, 5, 4}, {0, NAN, 4},       {0, 5, 0}, {0, 5, 17},
    };
    thud_motion *motion = thud_motion_create(10, 0.01);
    motion->acceleration[4] = 1;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        thud_filter_options options = {.low = bad[i].low, .high = bad[i].high, .order = bad[i].order};
        thud_error error = {.status = THUD_OK};
        ck_assert_int_eq(thud_motion_filter(motion, &options, &error), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(error.status, THUD_ERROR_ARGUMENT);
        ck_assert_str_ne(error.text, "");
    }
    thud_filter_options good = {.low = 1, .high = 20, .order = 4, .pad = -1};
    ck_assert_int_eq(thud_motion_filter(motion, &good, NULL), THUD_ERROR_ARGUMENT);
    good.pad = INFINITY;
    ck_assert_int_eq(thud_motion_filter(motion, &good, NULL), THUD_ERROR_ARGUMENT);
    good.pad = 0;
    motion->time = calloc(10, sizeof *motion->time);
    for (size_t i = 0; i < 10; i++) motion->time[i] = (double)i;
    ck_assert_int_eq(thud_motion_filter(motion, &good, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(motion->acceleration[4], 1);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("filter");
    tcase_add_loop_test(tests, gain_and_phase, 0, CASES);
    tcase_add_loop_test(tests, half_at_the_corners, 0, CASES);
    tcase_add_loop_test(tests, pulse_stays_symmetric, 0, CASES);
    tcase_add_loop_test(tests, constant_has_no_transients, 0, CASES);
    tcase_add_loop_test(tests, straight_line_has_no_transients, 0, CASES);
    tcase_add_loop_test(tests, pads_let_it_end_at_rest, 0, 3);
    tcase_add_test(tests, nothing_to_filter);
    tcase_add_test(tests, bad_input);
    return run_suite("filter", tests);
}
