/* Restitution from times and heights of a ball that bounces as it should. */
#include <string.h>

#include <thud/identify.h>

#include "identify/bounces/bounces.h"
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
        int refuted = 0;
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            double times[COUNT];
            thud_random random = thud_random_seed(seed);
            bounce(1.2, 0.73, 0, COUNT, times);
            for (int i = 0; i < COUNT; i++) times[i] += 0.002 * thud_random_normal(&random);
            thud_bounce_options o = thud_bounce_options_default();
            o.error = given ? 0.002 : 0;
            thud_bounces *b;
            ck_assert_int_eq(thud_identify_bounces(times, COUNT, &o, &b, NULL), THUD_OK);
            refuted += b->constant_refuted;
            ck_assert(b->constant_refuted == isnan(b->restitution.error));
            if (b->constant_refuted) b->restitution.error = sqrt(claimed / (double)seed); /* as the others */
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
        /* one true constant in a hundred is refuted: of 400 more than 12 with a probability of 2e-4, none with 0.02
         */
        ck_assert_int_gt(refuted, 0);
        ck_assert_int_le(refuted, 12);
    }
}
END_TEST

/* e = 1 − a v^b, followed from bounce to bounce; heights instead of times where times is NULL */
static void bounce_by_speed(double height, double a, double b, size_t count, double *times, double *heights) {
    double t = sqrt(2 * height / G), speed = sqrt(2 * G * height);
    for (size_t i = 0; i < count; i++) {
        if (times) times[i] = t;
        if (heights) heights[i] = speed * speed / (2 * G);
        speed *= 1 - a * pow(speed, b);
        t += 2 * speed / G;
    }
}

/* the law is found again from times with and without the drop, and from heights, and the constant is refuted; the
 * readings carry rounding of 1e-16, which the shortest flight, a tenth of all, and b multiply by some hundred */
START_TEST(law_of_a_sequence) {
    for (int kind = 0; kind < 3; kind++) {
        double readings[COUNT];
        thud_bounce_options o = thud_bounce_options_default();
        thud_bounces *b;
        bounce_by_speed(0.4, 0.18, 0.72, COUNT, kind < 2 ? readings : NULL, kind < 2 ? NULL : readings);
        o.drop = kind == 1 ? 0.4 : 0;
        ck_assert_int_eq(kind < 2 ? thud_identify_bounces(readings, COUNT, &o, &b, NULL)
                                  : thud_identify_heights(readings, COUNT, &o, &b, NULL),
                         THUD_OK);
        ck_assert(b->has_law && b->constant_refuted && isnan(b->restitution.error));
        assert_relative(b->law.a.value, 0.18, 1e-9);
        assert_relative(b->law.b.value, 0.72, 1e-9);
        thud_bounces_free(b);
    }
}
END_TEST

/* times with an error: a and b within their errors, of 400 trials in the mean square as a χ² of 400 is, 7 % to one
 * standard deviation; with the scatter, of 4 degrees of freedom, the mean square of Student's t is 4/2. The error
 * of a single e is that of three times, not of the scatter about a constant */
START_TEST(law_of_noisy_times) {
    for (int given = 0; given < 2; given++) {
        double a = 0, b = 0, each = 0;
        for (uint64_t seed = 1; seed <= TRIALS; seed++) {
            double times[COUNT];
            thud_random random = thud_random_seed(seed);
            bounce_by_speed(0.4, 0.18, 0.72, COUNT, times, NULL);
            for (int i = 0; i < COUNT; i++) times[i] += 2e-4 * thud_random_normal(&random);
            thud_bounce_options o = thud_bounce_options_default();
            o.error = given ? 2e-4 : 0;
            thud_bounces *found;
            ck_assert_int_eq(thud_identify_bounces(times, COUNT, &o, &found, NULL), THUD_OK);
            ck_assert(found->has_law && found->constant_refuted);
            a += pow((found->law.a.value - 0.18) / found->law.a.error, 2) / TRIALS;
            b += pow((found->law.b.value - 0.72) / found->law.b.error, 2) / TRIALS;
            each += pow(found->bounces[0].error, 2) / TRIALS;
            thud_bounces_free(found);
        }
        /* Student's t with 4 has no fourth moment: its mean square over 400 trials is known to a factor */
        ck_assert_double_eq_tol(log(a), given ? 0 : log(2), given ? 0.25 : 0.7);
        ck_assert_double_eq_tol(log(b), given ? 0 : log(2), given ? 0.25 : 0.7);
        /* the first flight takes 0.33 s: 2e-4/0.33 √(1 + 1.72² + 0.72²) = 1.3e-3 */
        ck_assert_double_eq_tol(sqrt(each), 1.3e-3, 0.2e-3);
    }
}
END_TEST

/* tables of Student's distribution, both sides, to their digits */
START_TEST(student) {
    static const struct {
        double t;
        size_t freedom;
        double tail;
    } table[] = {{12.706205, 1, 0.05}, {4.302653, 2, 0.05}, {5.840909, 3, 0.01},  {2.776445, 4, 0.05},
                 {4.032143, 5, 0.01},  {2.306004, 8, 0.05}, {2.085963, 20, 0.05}, {0, 7, 1}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        ck_assert_double_eq_tol(thud_student_tail(table[i].t, table[i].freedom), table[i].tail, 1e-7);
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

/* with the drop known, t = t₀ + (1 + 2(e + … + eⁱ)) √(2h/g): e has the error that the derivatives by t₀ and e say,
 * and all but the first bounce that of three times */
START_TEST(known_drop) {
    double times[COUNT], unit = 2 * sqrt(2 * 1.2 / G), aa = COUNT, ab = 0, bb = 0;
    bounce(1.2, 0.73, 0, COUNT, times);
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *b;
    o.drop = 1.2;
    o.error = 1e-3;
    ck_assert_int_eq(thud_identify_bounces(times, COUNT, &o, &b, NULL), THUD_OK);
    ck_assert_uint_eq(b->count, COUNT - 1);
    assert_relative(b->restitution.value, 0.73, 1e-12);
    for (int i = 0; i < COUNT; i++) {
        double slope = 0;
        for (int k = 1; k <= i; k++) slope += unit * k * pow(0.73, k - 1);
        ab += slope;
        bb += slope * slope;
    }
    assert_relative(b->restitution.error, 1e-3 * sqrt(aa / (aa * bb - ab * ab)), 1e-9); /* where it has converged */
    assert_relative(b->bounces[0].error, 1e-3 / unit * sqrt(2), 1e-12);
    assert_relative(b->bounces[1].error, 1e-3 / (unit * 0.73) * sqrt(1 + 1.73 * 1.73 + 0.73 * 0.73), 1e-11);
    thud_bounces_free(b);
    /* two times and no scatter: the one e is what they say, with the error that is given */
    ck_assert_int_eq(thud_identify_bounces(times, 2, &o, &b, NULL), THUD_OK);
    assert_relative(b->restitution.value, 0.73, 1e-12);
    assert_relative(b->restitution.error, 1e-3 / unit * sqrt(2), 1e-12);
    thud_bounces_free(b);
}
END_TEST

/* no law of the speed from speeds that are the same, from losses of none, or from two */
START_TEST(no_speed_dependence) {
    static const struct {
        double drops[4], rebounds[4];
        size_t count;
    } trials[] = {
        {{1, 1, 1.01, 1}, {0.5, 0.49, 0.5, 0.51}, 4}, {{1, 2, 3, 4}, {0.5, 1, 3, 2}, 4}, {{1, 2}, {0.5, 0.9}, 2}};
    thud_bounce_options o = thud_bounce_options_default();
    for (int k = 0; k < 3; k++) {
        thud_bounces *b;
        ck_assert_int_eq(thud_identify_drops(trials[k].drops, trials[k].rebounds, trials[k].count, &o, &b, NULL),
                         THUD_OK);
        double mean = 0;
        for (size_t i = 0; i < trials[k].count; i++)
            mean += sqrt(trials[k].rebounds[i] / trials[k].drops[i]) / (double)trials[k].count;
        assert_relative(b->restitution.value, mean, 1e-14);
        ck_assert(!b->has_law);
        thud_bounces_free(b);
    }
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
    refuse_times((double[]){-INFINITY, 0, 1}, 3, o, "not later");
    refuse_times((double[]){0, 0.5, INFINITY}, 3, o, "not later");
    refuse_times(good, 1, o, "1 time: at least 3 are needed, for two flights");
    o.drop = 1;
    refuse_times(good, 1, o, "1 time: at least 2 are needed after a drop of known height");
    o.drop = INFINITY;
    refuse_times(good, 3, o, "drop inf: expected zero or more");
    o = thud_bounce_options_default();
    o.gravity = INFINITY;
    refuse_times(good, 3, o, "gravity inf: expected a number above zero");
    o = thud_bounce_options_default();
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
    ck_assert_int_eq(thud_identify_heights((double[]){1, INFINITY}, 2, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "height inf m in place 2: expected a number above zero");
    ck_assert_int_eq(thud_identify_heights((double[]){1}, 1, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "1 height: a drop and a rebound are needed");
    ck_assert_int_eq(thud_identify_heights((double[]){1}, 0, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "0 heights: a drop and a rebound are needed");
    ck_assert_int_eq(thud_identify_drops((double[]){1}, (double[]){1}, 0, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "no drop to look at");
    ck_assert_int_eq(thud_identify_drops((double[]){1}, (double[]){0}, 1, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "height 0 m in place 1: expected a number above zero");
    ck_assert_int_eq(thud_identify_drops((double[]){1}, (double[]){2}, 1, &o, &b, &error), THUD_ERROR_ARGUMENT);
    ck_assert_ptr_null(b);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("bounces");
    tcase_add_test(tests, exact_times);
    tcase_add_test(tests, noisy_times);
    tcase_add_test(tests, law_of_a_sequence);
    tcase_add_test(tests, law_of_noisy_times);
    tcase_add_test(tests, student);
    tcase_add_test(tests, speed_dependence);
    tcase_add_test(tests, speed_dependence_with_scatter);
    tcase_add_test(tests, heights);
    tcase_add_test(tests, known_drop);
    tcase_add_test(tests, no_speed_dependence);
    tcase_add_test(tests, bad_numbers);
    return run_suite("identify_bounces", tests);
}
