/* Restitution from times and heights of a ball that bounces as it should. */
#include <string.h>

#include <thud/identify.h>

#include "numeric/random.h"
#include "suite.h"

enum { COUNT = 8, TRIALS = 400 };

static const double G = 9.80665;

/* touches of a ball dropped from a height at t = 0 */
static void bounce(double height, double e, double contact_time, size_t count, double *times) {
    double t = sqrt(2 * height / G), speed = sqrt(2 * G * height);
    for (size_t i = 0; i < count; i++) {
        times[i] = t;
        speed *= e;
        t += contact_time + 2 * speed / G;
    }
}

START_TEST(exact_times) {
    double times[COUNT];
    bounce(1.2, 0.73, 0.004, COUNT, times);
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *b;
    o.contact_time = 0.004;
    ck_assert_int_eq(thud_identify_bounces(times, COUNT, &o, &b, NULL), THUD_OK);
    ck_assert_uint_eq(b->count, COUNT - 2);
    /* the times carry rounding of 1e-16 against flights of 0.1 s */
    assert_relative(b->restitution.value, 0.73, 1e-13);
    for (size_t i = 0; i < b->count; i++) {
        assert_relative(b->bounces[i].restitution, 0.73, 1e-12);
        assert_relative(b->bounces[i].speed, sqrt(2 * G * 1.2) * pow(0.73, (double)i + 1), 1e-12);
    }
    /* e = 1 − a v⁰ */
    ck_assert(b->has_law);
    assert_relative(b->law.a.value, 0.27, 1e-9);
    ck_assert_double_eq_tol(b->law.b.value, 0, 1e-9);
    thud_bounces_free(b);

    o.drop = 1.2;
    ck_assert_int_eq(thud_identify_bounces(times, 2, &o, &b, NULL), THUD_OK);
    ck_assert_uint_eq(b->count, 1);
    assert_relative(b->bounces[0].restitution, 0.73, 1e-12);
    ck_assert(isnan(b->bounces[0].error)); /* nothing tells */
    thud_bounces_free(b);
}
END_TEST

/* errors of the times from their scatter, and given: 400 trials know a spread to 3.5 % */
START_TEST(noisy_times) {
    for (int given = 0; given < 2; given++) {
        double sum = 0, squares = 0, claimed = 0, each = 0, each_claimed = 0;
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            double times[COUNT];
            thud_random random = thud_random_seed(seed);
            bounce(1.2, 0.73, 0, COUNT, times);
            for (int i = 0; i < COUNT; i++) times[i] += 0.002 * thud_random_normal(&random);
            thud_bounce_options o = thud_bounce_options_default();
            o.error = given ? 0.002 : 0;
            thud_bounces *b;
            ck_assert_int_eq(thud_identify_bounces(times, COUNT, &o, &b, NULL), THUD_OK);
            double off = b->restitution.value - 0.73;
            sum += off;
            squares += off * off;
            claimed += b->restitution.error * b->restitution.error;
            each += pow(b->bounces[1].restitution - 0.73, 2);
            each_claimed += b->bounces[1].error * b->bounces[1].error;
            thud_bounces_free(b);
        }
        ck_assert_double_eq_tol(sum / TRIALS, 0, 3 * sqrt(squares) / TRIALS);
        ck_assert_double_eq_tol(sqrt(claimed / squares), 1, 0.12);
        ck_assert_double_eq_tol(sqrt(each_claimed / each), 1, 0.12);
    }
}
END_TEST

START_TEST(speed_dependence) {
    /* viscoelastic spheres lose about v^(1/5) */
    double drops[20], rebounds[20];
    for (int i = 0; i < 20; i++) {
        drops[i] = 0.02 * pow(1.3, i);
        double e = 1 - 0.17 * pow(sqrt(2 * G * drops[i]), 0.2);
        rebounds[i] = drops[i] * e * e;
    }
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *b;
    ck_assert_int_eq(thud_identify_drops(drops, rebounds, 20, &o, &b, NULL), THUD_OK);
    ck_assert(b->has_law);
    assert_relative(b->law.a.value, 0.17, 1e-9);
    assert_relative(b->law.b.value, 0.2, 1e-9);
    ck_assert_double_lt(b->law.residual, 1e-12);
    thud_bounces_free(b);
}
END_TEST

/* with scatter: the sum of squares is least, so that what is left is at right angles to what a and b change */
START_TEST(speed_dependence_with_scatter) {
    double drops[20], rebounds[20], by_a = 0, by_b = 0, size = 0, squares = 0;
    for (int i = 0; i < 20; i++) {
        drops[i] = 0.02 * pow(1.3, i);
        double e = 1 - 0.17 * pow(sqrt(2 * G * drops[i]), 0.2) + (i % 3 - 1) * 0.01;
        rebounds[i] = drops[i] * e * e;
    }
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *b;
    ck_assert_int_eq(thud_identify_drops(drops, rebounds, 20, &o, &b, NULL), THUD_OK);
    ck_assert(b->has_law);
    for (size_t i = 0; i < 20; i++) {
        double v = b->bounces[i].speed, loss = b->law.a.value * pow(v, b->law.b.value);
        double rest = 1 - loss - b->bounces[i].restitution;
        by_a += loss * rest;
        by_b += loss * log(v) * rest;
        size += fabs(loss * rest);
        squares += rest * rest;
    }
    /* the search ends where the gradient is 1e-10 of that */
    ck_assert_double_le(fabs(by_a), 1e-6 * size);
    ck_assert_double_le(fabs(by_b), 1e-6 * size);
    assert_relative(b->law.residual, sqrt(squares / 20), 1e-12);
    ck_assert_double_gt(b->law.residual, 0.004);
    thud_bounces_free(b);
}
END_TEST

START_TEST(heights) {
    double values[] = {1, 0.49, 0.2401, 0.117649};
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *b;
    ck_assert_int_eq(thud_identify_heights(values, 4, &o, &b, NULL), THUD_OK);
    assert_relative(b->restitution.value, 0.7, 1e-12);
    assert_relative(b->bounces[2].speed, sqrt(2 * G * 0.2401), 1e-14);
    thud_bounces_free(b);
    /* one rebound with an error that is given: e = √(h₁/h₀) by differentiation */
    o.error = 0.01;
    ck_assert_int_eq(thud_identify_heights(values, 2, &o, &b, NULL), THUD_OK);
    assert_relative(b->restitution.error, 0.35 * 0.01 * hypot(1, 1 / 0.49), 1e-12);
    thud_bounces_free(b);
    /* several: of hᵢ = h e²ⁱ by ln h and ln e, that is hᵢ and 2i hᵢ, the inverse of the sums of products */
    double aa = 0, ab = 0, bb = 0;
    for (int i = 0; i < 4; i++) {
        aa += values[i] * values[i];
        ab += 2 * i * values[i] * values[i];
        bb += 4 * i * i * values[i] * values[i];
    }
    ck_assert_int_eq(thud_identify_heights(values, 4, &o, &b, NULL), THUD_OK);
    assert_relative(b->restitution.error, 0.7 * 0.01 * sqrt(aa / (aa * bb - ab * ab)),
                    1e-9); /* where it has converged */
    thud_bounces_free(b);
}
END_TEST

static void refuse_times(const double *times, size_t count, thud_bounce_options o, const char *words) {
    thud_bounces *b = NULL;
    thud_error error = {0};
    ck_assert_int_eq(thud_identify_bounces(times, count, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_msg(!b && strstr(error.text, words), "'%s' does not say '%s'", error.text, words);
}

START_TEST(bad_numbers) {
    thud_bounce_options o = thud_bounce_options_default();
    const double growing[] = {0, 0.4, 0.9}, back[] = {0, 0.4, 0.3}, good[] = {0, 0.5, 0.9};
    refuse_times(growing, 3, o, "restitution 1.2500 above 1 at bounce 2");
    refuse_times(back, 3, o, "not later");
    refuse_times(good, 2, o, "at least 3");
    refuse_times((double[]){0, NAN, 1}, 3, o, "not later");
    o.contact_time = 0.45;
    refuse_times(good, 3, o, "contact time");
    o = thud_bounce_options_default();
    o.gravity = 0;
    refuse_times(good, 3, o, "gravity");
    o = thud_bounce_options_default();
    o.error = -1;
    refuse_times(good, 3, o, "standard error");

    o = thud_bounce_options_default();
    thud_bounces *b = NULL;
    thud_error error;
    ck_assert_int_eq(thud_identify_heights((double[]){1, 1.1}, 2, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "above 1"));
    ck_assert_int_eq(thud_identify_heights((double[]){1, 0}, 2, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_identify_heights((double[]){1}, 1, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_identify_drops((double[]){1}, (double[]){2}, 1, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(b);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("bounces");
    tcase_add_test(tests, exact_times);
    tcase_add_test(tests, noisy_times);
    tcase_add_test(tests, speed_dependence);
    tcase_add_test(tests, speed_dependence_with_scatter);
    tcase_add_test(tests, heights);
    tcase_add_test(tests, bad_numbers);
    return run_suite("identify_bounces", tests);
}
