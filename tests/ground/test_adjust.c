/*
 * The least change that meets demands: exactly where it must, softly where it may, nowhere outside the envelope.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/generate/adjust.h"
#include "ground/generate/sampling.h"
#include "numeric/random.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

enum { COUNT = 1200, DEMANDS = 3 };

static const double STEP = 0.01, SHORTEST = 0.05, LONGEST = 2;

/* a motion with an envelope that is zero in the last 2 s, and demands with random weights */
typedef struct scene {
    double envelope[COUNT], before[COUNT], after[COUNT];
    double kept[DEMANDS][COUNT], weights[DEMANDS][COUNT]; /* the second are overwritten */
    thud_demand demands[DEMANDS];
    thud_adjuster *adjuster;
} scene;

static void scene_start(scene *s) {
    thud_random random = thud_random_seed(3);
    thud_envelope envelope = thud_envelope_make(10);
    for (size_t i = 0; i < COUNT; i++) {
        s->envelope[i] = thud_envelope_value(&envelope, STEP * (double)i);
        s->before[i] = s->after[i] = thud_random_normal(&random);
    }
    for (size_t k = 0; k < DEMANDS; k++) {
        for (size_t i = 0; i < COUNT; i++) s->kept[k][i] = s->weights[k][i] = thud_random_normal(&random);
        s->demands[k] = (thud_demand){.weights = s->weights[k], .length = COUNT - 100 * k, .wanted = 1 + (double)k};
    }
    s->adjuster = thud_adjuster_create(s->envelope, COUNT, STEP, SHORTEST, LONGEST, DEMANDS);
    ck_assert_ptr_nonnull(s->adjuster);
}

static double achieved(const scene *s, size_t demand) {
    double sum = 0;
    for (size_t i = 0; i < s->demands[demand].length; i++) sum += s->kept[demand][i] * (s->after[i] - s->before[i]);
    return sum;
}

static scene s; /* too large for the stack of a test */

/* sums of a thousand products of size one: 1e-12 is rounding */
START_TEST(exact_demands) {
    scene_start(&s);
    for (size_t k = 0; k < DEMANDS; k++) s.demands[k].exact = true;
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, DEMANDS, 0.1, s.after));
    for (size_t k = 0; k < DEMANDS; k++) ck_assert_double_eq_tol(achieved(&s, k), s.demands[k].wanted, 1e-11);
    thud_adjuster_free(s.adjuster);
}
END_TEST

/* one soft demand alone is missed by softness/(1 + softness) of it */
START_TEST(soft_demands) {
    scene_start(&s);
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, 1, 0.25, s.after));
    ck_assert_double_eq_tol(achieved(&s, 0), 0.8, 1e-12);
    thud_adjuster_free(s.adjuster);
}
END_TEST

START_TEST(within_the_envelope) {
    scene_start(&s);
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, DEMANDS, 0.1, s.after));
    for (size_t i = 0; i < COUNT; i++)
        if (s.envelope[i] == 0) ck_assert(s.after[i] == s.before[i]);
    ck_assert(s.envelope[0] == 0 && s.envelope[1000] == 0 && s.envelope[999] > 0);
    thud_adjuster_free(s.adjuster);
}
END_TEST

/* two demands for the same sum, of which the exact one prevails */
START_TEST(contradiction) {
    scene_start(&s);
    memcpy(s.weights[1], s.weights[0], sizeof s.weights[0]);
    s.demands[0].exact = true;
    s.demands[1].length = COUNT;
    s.demands[1].wanted = -1;
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, 2, 0.1, s.after));
    ck_assert_double_eq_tol(achieved(&s, 0), 1, 1e-9);
    thud_adjuster_free(s.adjuster);
}
END_TEST

/* a demand that no change can meet: all its samples lie where the envelope is zero */
START_TEST(out_of_reach) {
    scene_start(&s);
    for (size_t i = 0; i < 1000; i++) s.weights[0][i] = 0;
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, 1, 0.1, s.after));
    ck_assert_int_eq(memcmp(s.after, s.before, sizeof s.after), 0);
    thud_adjuster_free(s.adjuster);
}
END_TEST

/* magnitude of the change at a period */
static double amplitude(double period) {
    double a = 0, b = 0;
    for (size_t i = 0; i < COUNT; i++) {
        double angle = 2 * PI * STEP * (double)i / period, change = s.after[i] - s.before[i];
        a += change * cos(angle);
        b += change * sin(angle);
    }
    return hypot(a, b);
}

/* a demand on one sample has all periods in it, the change only those of the band, 0.05 s to 1.25·2 s: at half and
 * twice these the filter, which counts twice, has let through 1/65 */
START_TEST(within_the_band) {
    scene_start(&s);
    memset(s.weights[0], 0, sizeof s.weights[0]);
    s.weights[0][500] = 1;
    ck_assert(thud_adjuster_apply(s.adjuster, s.demands, 1, 0.1, s.after));
    double inside = amplitude(0.4);
    ck_assert_double_eq_tol(amplitude(0.2) / inside, 1, 0.02);
    ck_assert_double_eq_tol(amplitude(1) / inside, 1, 0.02);
    ck_assert_double_lt(amplitude(0.025) / inside, 1.0 / 65);
    ck_assert_double_lt(amplitude(5) / inside, 1.0 / 65 + 0.01);
    thud_adjuster_free(s.adjuster);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("adjust");
    tcase_add_test(tests, exact_demands);
    tcase_add_test(tests, soft_demands);
    tcase_add_test(tests, within_the_envelope);
    tcase_add_test(tests, contradiction);
    tcase_add_test(tests, out_of_reach);
    tcase_add_test(tests, within_the_band);
    return run_suite("adjust", tests);
}
