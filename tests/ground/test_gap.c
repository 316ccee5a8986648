/*
 * Distances between structures: the rules by hand, the record against a walk in tiny steps.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/gap.h>
#include <thud/generate.h>

#include "suite.h"

static const double PI = 3.14159265358979323846;

static thud_gap_options structures(double ta, double za, double tb, double zb) {
    thud_gap_options out = thud_gap_options_default();
    out.a = (thud_gap_side){ta, za};
    out.b = (thud_gap_side){tb, zb};
    return out;
}

/*
 * T = 0.5 s and 0.9 s, both 5 %: r = 1.8, ρ = 8·0.05·0.14·1.8^1.5/(2.24² + 0.07632 + 0.0648) = 0.0262153.
 * Displacements 3 and 4: 7, 5, 0.7·5, 4.5/1.25·5, √(25 − 24ρ).
 */
START_TEST(by_hand) {
    thud_gap_options o = structures(0.5, 0.05, 0.9, 0.05);
    thud_gap_rules rules;
    ck_assert_int_eq(thud_gap_by_rules(&o, 3, 4, &rules, NULL), THUD_OK);
    const double rho = 0.4 * 0.14 * pow(1.8, 1.5) / 5.15872;
    ck_assert_double_eq_tol(rules.correlation, rho, 1e-15);
    ck_assert_double_eq_tol(rules.correlation, 0.0262153, 1e-7);
    ck_assert_double_eq(rules.absolute, 7);
    ck_assert_double_eq(rules.srss, 5);
    ck_assert_double_eq(rules.ec8, 5);
    ck_assert_double_eq(rules.asce7, 5);
    ck_assert_double_eq_tol(rules.double_difference, sqrt(25 - 24 * rho), 1e-14);
    o.level_floors = true;
    o.amplification = 4.5;
    o.importance = 1.25;
    ck_assert_int_eq(thud_gap_by_rules(&o, 3, 4, &rules, NULL), THUD_OK);
    ck_assert_double_eq(rules.ec8, 3.5);
    ck_assert_double_eq_tol(rules.asce7, 18, 1e-14);
}
END_TEST

/* two dampings: T = 1 s at 2 % and 1.5 s at 10 %; 8√0.002·(0.1 + 0.03)·1.5^1.5/(1.5625 + 0.039 + 0.0936) */
START_TEST(two_dampings) {
    thud_gap_side a = {1, 0.02}, b = {1.5, 0.1};
    const double rho = 8 * sqrt(0.002) * 0.13 * pow(1.5, 1.5) / (1.5625 + 0.039 + 0.0936);
    ck_assert_double_eq_tol(thud_gap_correlation(a, b), rho, 1e-14);
    ck_assert_double_eq_tol(thud_gap_correlation(b, a), rho, 1e-14); /* it does not matter which is called A */
}
END_TEST

/* equal structures move together; far apart in period, they know nothing of each other */
START_TEST(limits) {
    thud_gap_options o = structures(0.7, 0.03, 0.7, 0.03);
    thud_gap_rules rules;
    ck_assert_int_eq(thud_gap_by_rules(&o, 0.1, 0.1, &rules, NULL), THUD_OK);
    ck_assert_double_eq_tol(rules.correlation, 1, 1e-15);
    ck_assert_double_eq_tol(rules.double_difference, 0, 1e-8); /* the root of one rounding of ρ */
    o = structures(0.1, 0.05, 10, 0.05);
    ck_assert_int_eq(thud_gap_by_rules(&o, 3, 4, &rules, NULL), THUD_OK);
    ck_assert_double_eq_tol(rules.double_difference, rules.srss, 1e-3);
    ck_assert_double_lt(rules.double_difference, rules.srss);
}
END_TEST

static thud_motion *quake(void) {
    thud_filtered_options o = thud_filtered_options_default();
    thud_motion *motion;
    o.sampling = (thud_sampling){.duration = 10, .step = 0.02};
    ck_assert_int_eq(thud_generate_filtered(&o, &motion, NULL), THUD_OK);
    return motion;
}

/* u, v under the acceleration of the motion, and none after it, by the classical Runge–Kutta method */
typedef struct walker {
    double omega, zeta, u, v;
} walker;

static void rates(const walker *w, double a, double *u, double *v) {
    *u = w->v;
    *v = -a - 2 * w->zeta * w->omega * w->v - w->omega * w->omega * w->u;
}

static void walk(walker *w, const double a[3], double h) {
    double u[4], v[4];
    walker at = *w;
    for (int k = 0; k < 4; k++) {
        rates(&at, a[(k + 1) / 2], &u[k], &v[k]);
        double part = k < 2 ? h / 2 : h;
        at.u = w->u + part * u[k];
        at.v = w->v + part * v[k];
    }
    w->u += h / 6 * (u[0] + 2 * u[1] + 2 * u[2] + u[3]);
    w->v += h / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]);
}

/* the largest difference in both directions, a sample every 1/64 of a step, for so long */
static void watch(const thud_gap_options *o, const thud_motion *motion, double until, double largest[2]) {
    enum { PARTS = 64 };
    walker a = {2 * PI / o->a.period, o->a.damping, 0, 0}, b = {2 * PI / o->b.period, o->b.damping, 0, 0};
    largest[0] = largest[1] = 0;
    const double h = motion->step / PARTS;
    for (size_t i = 0; (double)i * motion->step < until; i++) {
        double from = i < motion->count ? motion->acceleration[i] : 0;
        double to = i + 1 < motion->count ? motion->acceleration[i + 1] : 0;
        for (int k = 0; k < PARTS; k++) {
            double ground[3];
            for (int n = 0; n < 3; n++) ground[n] = from + (to - from) * (k + 0.5 * n) / PARTS;
            walk(&a, ground, h);
            walk(&b, ground, h);
            largest[0] = fmax(largest[0], a.u - b.u);
            largest[1] = fmax(largest[1], b.u - a.u);
        }
    }
}

/* the walk misses a peak between its samples by (ωh)²/8, 1e-5 here at most */
START_TEST(record_against_a_walk) {
    static const double cases[][4] = {
        {0.5, 0.05, 0.9, 0.05}, {0.2, 0.02, 0.25, 0.08}, {1.4, 0.05, 0.3, 0.01}, {0.1, 0.05, 2.5, 0.05}};
    thud_gap_options o = structures(cases[_i][0], cases[_i][1], cases[_i][2], cases[_i][3]);
    thud_motion *motion = quake();
    thud_gap_record record;
    double largest[2];
    ck_assert_int_eq(thud_gap_by_record(&o, motion, &record, NULL), THUD_OK);
    watch(&o, motion, 20, largest);
    ck_assert_double_eq_tol(record.a_towards_b / largest[0], 1, 2e-5);
    ck_assert_double_eq_tol(record.b_towards_a / largest[1], 1, 2e-5);
    ck_assert_double_ge(record.a_towards_b, largest[0] * (1 - 1e-9));
    ck_assert(record.a_time > 0 && record.b_time > 0);
    thud_motion_free(motion);
}
END_TEST

/* after a short pulse, two lightly damped structures meet when one has fallen half a cycle behind */
START_TEST(peak_after_the_record) {
    thud_ricker_options pulse = {
        .sampling = {.duration = 4, .step = 0.02}, .amplitude = 1, .frequency = 1, .centre = 2};
    thud_gap_options o = structures(1, 0.001, 1.1, 0.001);
    thud_motion *motion;
    thud_gap_record record;
    double largest[2];
    ck_assert_int_eq(thud_generate_ricker(&pulse, &motion, NULL), THUD_OK);
    ck_assert_int_eq(thud_gap_by_record(&o, motion, &record, NULL), THUD_OK);
    watch(&o, motion, 60, largest);
    ck_assert_double_eq_tol(record.a_towards_b / largest[0], 1, 2e-5);
    ck_assert_double_eq_tol(record.b_towards_a / largest[1], 1, 2e-5);
    ck_assert(record.a_time > 5 && record.b_time > 5);
    thud_motion_free(motion);
}
END_TEST

/* equal structures never approach; next to a stiff one, 1/ω² of which is 2.5e-6 s², only the other moves */
START_TEST(record_limits) {
    thud_motion *motion = quake();
    thud_gap_options o = structures(0.6, 0.05, 0.6, 0.05);
    thud_gap_record record;
    ck_assert_int_eq(thud_gap_by_record(&o, motion, &record, NULL), THUD_OK);
    ck_assert(record.a_towards_b == 0 && record.b_towards_a == 0);
    o = structures(0.6, 0.05, 0.01, 0.05);
    thud_response alone;
    ck_assert_int_eq(thud_gap_by_record(&o, motion, &record, NULL), THUD_OK);
    ck_assert_int_eq(thud_motion_spectrum(motion, &o.a.period, 1, &o.a.damping, 1, &alone), THUD_OK);
    ck_assert_double_eq_tol(fmax(record.a_towards_b, record.b_towards_a), alone.displacement, 2 * 2.5e-6);
    thud_motion_free(motion);
}
END_TEST

static void refuses(thud_gap_options o, const char *subject) {
    thud_gap_rules rules;
    thud_error error;
    ck_assert_int_eq(thud_gap_by_rules(&o, 1, 1, &rules, &error), THUD_ERROR_ARGUMENT);
    ck_assert_msg(strcmp(error.subject, subject) == 0, "%s is blamed, not %s", error.subject, subject);
}

START_TEST(bad_options) {
    const double bad[] = {0, -1, NAN, INFINITY};
    const thud_gap_options good = structures(0.5, 0.05, 0.9, 0.05);
    thud_gap_rules rules;
    thud_gap_record record;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        refuses(structures(bad[i], 0.05, 1, 0.05), "period");
        refuses(structures(1, 0.05, bad[i], 0.05), "period");
        refuses(structures(1, bad[i], 1, 0.05), "damping");
        refuses(structures(1, 0.05, 1, bad[i]), "damping");
        thud_gap_options o = good;
        o.amplification = bad[i];
        refuses(o, "Cd");
        o = good;
        o.importance = bad[i];
        refuses(o, "Ie");
    }
    ck_assert_int_eq(thud_gap_by_rules(&good, -1, 1, &rules, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_gap_by_rules(&good, 1, NAN, &rules, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_gap_by_rules(NULL, 1, 1, &rules, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_gap_by_rules(&good, 1, 1, NULL, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_gap_by_record(&good, NULL, &record, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_gap_by_record(NULL, NULL, &record, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("gap");
    tcase_add_test(tests, by_hand);
    tcase_add_test(tests, two_dampings);
    tcase_add_test(tests, limits);
    tcase_add_loop_test(tests, record_against_a_walk, 0, 4);
    tcase_add_test(tests, peak_after_the_record);
    tcase_add_test(tests, record_limits);
    tcase_add_test(tests, bad_options);
    return run_suite("gap", tests);
}
