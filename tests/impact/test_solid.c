/*
 * The standard linear solid against its power series, step by step in numbers of 80 bits, where the library takes
 * the roots of its polynomial or the exponential of its matrix.
 */
#include <string.h>

#include <thud/calibrate.h>
#include <thud/contact.h>
#include <thud/impact.h>
#include <thud/model.h>
#include <thud/system.h>

#include "suite.h"

typedef struct state {
    long double depth, rate, inner;
} state;

/* δ″ = −δ − q, q′ = r δ′ − q/τ: each coefficient of the series from the one before */
static state step(state s, long double r, long double relaxation, long double h) {
    state term = s, sum = s;
    for (int k = 1; k < 40; k++) {
        state next = {term.rate * h / k, -(term.depth + term.inner) * h / k,
                      (r * term.rate - relaxation * term.inner) * h / k};
        term = next;
        sum = (state){sum.depth + term.depth, sum.rate + term.rate, sum.inner + term.inner};
    }
    return sum;
}

typedef struct outcome {
    long double restitution, deepest, time, set;
} outcome;

static outcome impact_of(long double r, long double chi) {
    const long double relaxation = r / chi, h = fminl(0.01L, 0.5L / relaxation);
    state s = {0, 1, 0};
    outcome o = {0, 0, 0, 0};
    for (int half = 0; half < 2; half++) { /* to the turn, and to where the force is zero */
        state next = step(s, r, relaxation, h);
        while (half == 0 ? next.rate > 0 : next.depth + next.inner > 0) {
            s = next;
            o.time += h;
            next = step(s, r, relaxation, h);
        }
        long double low = 0, high = h;
        for (int i = 0; i < 70; i++) {
            long double middle = (low + high) / 2;
            next = step(s, r, relaxation, middle);
            if (half == 0 ? next.rate > 0 : next.depth + next.inner > 0) low = middle;
            else high = middle;
        }
        s = step(s, r, relaxation, low);
        o.time += low;
        if (half == 0) o.deepest = s.depth;
    }
    o.restitution = -s.rate;
    o.set = s.depth;
    return o;
}

static thud_impact_options options_of(double arm) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("zener"));
    o.extra[0] = arm;
    return o;
}

/* ten squarings of numbers with 1e-16 each, at worst; the roots have less */
static const double SOLVED = 1e-12, CALIBRATED = 1e-11;

START_TEST(as_its_series) {
    static const double arms[] = {0.05, 1, 7.9, 30, 100};
    for (int i = 0; i < 5; i++) {
        thud_impact_options o = options_of(arms[i]);
        o.damping = THUD_DAMPING_GIVEN;
        for (double chi = 2e-4; chi < 300; chi *= 3) {
            thud_impact hit;
            if (arms[i] / chi > 2e5) continue; /* the series takes too many steps */
            o.damping_value = chi;
            const outcome right = impact_of(arms[i], chi);
            ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
            ck_assert_double_eq_tol(hit.restitution, (double)right.restitution, SOLVED);
            ck_assert_double_eq_tol(hit.max_penetration, (double)right.deepest, SOLVED);
            ck_assert_double_eq_tol(hit.separation_penetration, (double)right.set, SOLVED);
            ck_assert_double_eq_tol(hit.contact_time, (double)right.time, 100 * SOLVED);
        }
    }
}
END_TEST

/* c → 0 leaves the spring alone, c → ∞ both */
START_TEST(elastic_at_both_ends) {
    thud_impact_options o = options_of(3);
    o.damping = THUD_DAMPING_GIVEN;
    static const double damping[] = {0, 1e-13, 1e13};
    for (int i = 0; i < 3; i++) {
        thud_impact hit;
        o.damping_value = damping[i];
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, 1, 1e-12);
        assert_relative(hit.max_penetration, i < 2 ? 1 : 0.5, 1e-12); /* 1/√(1 + r) */
        assert_relative(hit.contact_time, acos(-1) / (i < 2 ? 1 : 2), 1e-12);
        assert_relative(hit.max_force, i < 2 ? 1 : 2, 1e-12);
    }
}
END_TEST

/* the smaller of two c, and none below the least e, which the law's page has */
START_TEST(calibrated) {
    static const struct { double arm, least; } known[] = {{1, 0.677}, {10, 0.209}, {100, 0.035}};
    for (int i = 0; i < 3; i++) {
        thud_impact_options o = options_of(known[i].arm);
        for (double e = 0.01; e < 1; e += 0.0327) {
            double c;
            o.restitution = e;
            if (fabs(e - known[i].least) < 1e-3) continue;
            thud_status status = thud_calibrate(&o, &c);
            ck_assert_int_eq(status, e < known[i].least ? THUD_ERROR_UNREACHABLE : THUD_OK);
            if (status != THUD_OK) continue;
            ck_assert_double_eq_tol((double)impact_of(known[i].arm, c).restitution, e, CALIBRATED);
            ck_assert_double_gt((double)impact_of(known[i].arm, 0.8 * c).restitution, e);
        }
    }
    /* near one, where the roots are taken: the loss goes with χ and is −2 ln e/π of a dashpot alone */
    thud_impact_options o = options_of(10);
    double c;
    o.restitution = 1 - 1e-6;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    assert_relative(c, 2e-6 / acos(-1), 1e-5);
    o.restitution = 1;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    ck_assert_double_eq(c, 0);
    /* in SI: c goes with √(k m) */
    o.restitution = 0.5;
    double unit;
    ck_assert_int_eq(thud_calibrate(&o, &unit), THUD_OK);
    o.stiffness = 4e6;
    o.mass = 9;
    o.speed = 7;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    assert_relative(c, 6e3 * unit, 1e-11);
}
END_TEST

START_TEST(sampled) {
    thud_impact_options o = options_of(20);
    o.restitution = 0.6;
    thud_impact_state states[2001];
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
    ck_assert_int_eq(thud_impact_sample(&o, 2001, states), THUD_OK);
    ck_assert(states[0].force == 0 && states[0].penetration == 0 && states[0].velocity == 1);
    ck_assert_double_eq_tol(states[2000].force, 0, SOLVED);
    ck_assert_double_eq_tol(states[2000].velocity, -0.6, CALIBRATED);
    double impulse = 0;
    for (int i = 0; i < 2000; i++) { /* the trapezoidal rule, with h²/12 of the change of F′: 1e-7 · 30 */
        impulse += (states[i].force + states[i + 1].force) / 2 * (states[i + 1].time - states[i].time);
        ck_assert_double_le(states[i].force, hit.max_force);
    }
    ck_assert_double_eq_tol(impulse, hit.impulse, 1e-5);
}
END_TEST

START_TEST(single_impacts_alone) {
    thud_impact_options o = options_of(10);
    o.restitution = 0.5;
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &o), THUD_ERROR_ARGUMENT);
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("zener"));
    stop.stiffness = 1e6;
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", 0.5);
    thud_model_add_contact(model, "stop", body, THUD_GROUND, &stop);
    thud_model_set_duration(model, 0.1);
    thud_error error;
    ck_assert_int_ne(thud_model_build(model, &error), THUD_OK);
    ck_assert_ptr_nonnull(strstr(error.text, "choose kelvin-voigt"));
    thud_model_free(model);
    o.extra[0] = 101;
    ck_assert_int_eq(thud_impact_check(&o, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("solid");
    tcase_add_test(tests, as_its_series);
    tcase_add_test(tests, elastic_at_both_ends);
    tcase_add_test(tests, calibrated);
    tcase_add_test(tests, sampled);
    tcase_add_test(tests, single_impacts_alone);
    return run_suite("solid", tests);
}
