/*
 * The fractional damper against the power series of its motion in numbers of 80 bits,
 *     1/(s² + χ s^α + 1) = Σ (−1)^k Σ C(k, j) χ^j s^(αj − 2k − 2),   s^(−a) ↔ t^(a−1)/Γ(a),
 * where the library sums exponentials.
 */
#include <thud/calibrate.h>
#include <thud/impact.h>

#include "suite.h"

enum { TERMS = 90 };

/* the n-th derivative of δ */
static long double series(long double order, long double chi, long double t, int n) {
    long double sum = 0, sign = 1;
    for (int k = 0; k < TERMS; k++, sign = -sign) {
        long double row = 0, binomial = 1;
        for (int j = 0; j <= k; j++) {
            const long double power = 2 * k + 1 - order * j - n;
            /* a power below zero is that of the first term alone, whose derivatives end */
            if (power > -1) row += binomial * expl(j * logl(chi) + power * logl(t) - lgammal(power + 1));
            binomial *= (long double)(k - j) / (j + 1);
        }
        sum += sign * row;
        if (fabsl(row) < 1e-22L && k > 5) break;
    }
    return sum;
}

typedef struct outcome {
    long double restitution, deepest, approach, time, set;
} outcome;

/* in steps, and then in halves */
static long double zero_of(long double order, long double chi, long double from, int n, long double sign) {
    const long double step = 0.05L;
    long double low = from, high;
    while (sign * series(order, chi, low + step, n) > 0) low += step;
    high = low + step;
    for (int i = 0; i < 64; i++) {
        const long double middle = (low + high) / 2;
        if (sign * series(order, chi, middle, n) > 0) low = middle;
        else high = middle;
    }
    return low;
}

static outcome impact_of(long double order, long double chi) {
    outcome o;
    o.approach = zero_of(order, chi, 0, 1, 1);
    o.time = zero_of(order, chi, o.approach, 2, -1);
    o.deepest = series(order, chi, o.approach, 0);
    o.restitution = -series(order, chi, o.time, 1);
    o.set = series(order, chi, o.time, 0);
    return o;
}

static thud_impact_options options_of(double order) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("fractional"));
    o.extra[0] = order;
    return o;
}

/* some 1200 exponentials of 1e-16 each at worst; the series cancels thousands times 1e-19 */
static const double SOLVED = 1e-13, CALIBRATED = 1e-11;

START_TEST(as_its_series) {
    static const double orders[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    thud_impact_options o = options_of(orders[_i]);
    o.damping = THUD_DAMPING_GIVEN;
    for (double chi = 1e-6; chi < 5; chi *= 4) {
        thud_impact hit;
        o.damping_value = pow(chi, 1 / orders[_i]);
        const outcome right = impact_of(orders[_i], powl(o.damping_value, orders[_i]));
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, (double)right.restitution, SOLVED);
        ck_assert_double_eq_tol(hit.max_penetration, (double)right.deepest, SOLVED);
        ck_assert_double_eq_tol(hit.approach_time, (double)right.approach, 10 * SOLVED);
        ck_assert_double_eq_tol(hit.contact_time, (double)right.time, 10 * SOLVED);
        ck_assert_double_eq_tol(hit.separation_penetration, (double)right.set, 10 * SOLVED);
    }
}
END_TEST

/* τ → 0 leaves the spring alone; with order → 1 the force is Kelvin and Voigt's, whose e with separation at F = 0
 * is e^{−2ζ acos ζ/√(1−ζ²)}, and the difference goes with 1 − α */
START_TEST(at_its_ends) {
    thud_impact_options o = options_of(0.3);
    thud_impact hit;
    o.damping = THUD_DAMPING_GIVEN;
    for (int i = 0; i < 2; i++) {
        o.damping_value = i * 1e-60;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, 1, SOLVED);
        assert_relative(hit.max_penetration, 1, SOLVED);
        assert_relative(hit.max_force, 1, SOLVED);
        assert_relative(hit.contact_time, acos(-1), SOLVED);
    }
    const double zeta = 0.2, dashpot = exp(-2 * zeta * acos(zeta) / sqrt(1 - zeta * zeta));
    double miss[2];
    for (int i = 0; i < 2; i++) {
        o.extra[0] = 0.8 + 0.1 * i;
        o.damping_value = pow(2 * zeta, 1 / o.extra[0]);
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        miss[i] = hit.restitution - dashpot;
    }
    ck_assert(miss[1] > 0 && miss[0] > 1.7 * miss[1] && miss[0] < 2.5 * miss[1]);
}
END_TEST

/* e without the spring, δ″ + D^α δ = 0: δ′ is Mittag-Leffler's function Σ (−1)^k t^((2−α)k)/Γ((2−α)k + 1) */
static double without_spring(long double order) {
    long double before = 1;
    for (long double t = 1e-3L;; t += 1e-3L) { /* to the least of δ′, where F = 0 */
        long double sum = 0, sign = 1;
        for (int k = 0; k < 200; k++, sign = -sign) {
            const long double power = (2 - order) * k, term = expl(power * logl(t) - lgammal(power + 1));
            sum += sign * term;
            if (term < 1e-20L && power > t) break;
        }
        if (sum > before) return (double)-before;
        before = sum;
    }
}

/* no τ returns less than without the spring; the law's page has these three */
START_TEST(calibrated) {
    static const struct { double order, least; } known[] = {{0.1, 0.8208}, {0.5, 0.3002}, {0.9, 0.0279}};
    for (int i = 0; i < 3; i++) {
        ck_assert_double_eq_tol(without_spring(known[i].order), known[i].least, 5e-5);
        thud_impact_options o = options_of(known[i].order);
        for (double e = 0.97; e > fmax(known[i].least - 0.1, 0); e -= 0.0717) {
            double tau;
            o.restitution = e;
            thud_status status = thud_calibrate(&o, &tau);
            ck_assert_int_eq(status, e < known[i].least ? THUD_ERROR_UNREACHABLE : THUD_OK);
            if (status != THUD_OK) continue;
            const long double chi = powl(tau, known[i].order);
            if (chi > 8) continue; /* the series cancels too much */
            ck_assert_double_eq_tol((double)impact_of(known[i].order, chi).restitution, e, CALIBRATED);
        }
    }
    thud_impact_options o = options_of(0.5);
    double unit, tau;
    o.restitution = 1;
    ck_assert_int_eq(thud_calibrate(&o, &tau), THUD_OK);
    ck_assert_double_eq(tau, 0);
    /* in SI τ goes with √(m/k), at every speed */
    o.restitution = 0.8;
    ck_assert_int_eq(thud_calibrate(&o, &unit), THUD_OK);
    o.stiffness = 4e6;
    o.mass = 9;
    o.speed = 7;
    ck_assert_int_eq(thud_calibrate(&o, &tau), THUD_OK);
    assert_relative(tau, 1.5e-3 * unit, 1e-10); /* e within 1e-13 or so, by dτ/de */
}
END_TEST

START_TEST(sampled) {
    enum { COUNT = 401 };
    thud_impact_options o = options_of(0.5);
    thud_impact_state states[COUNT];
    thud_impact hit;
    double tau;
    o.restitution = 0.7;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
    ck_assert_int_eq(thud_calibrate(&o, &tau), THUD_OK);
    ck_assert_int_eq(thud_impact_sample(&o, COUNT, states), THUD_OK);
    ck_assert(states[0].force == 0 && states[0].penetration == 0 && states[0].velocity == 1);
    for (int i = 1; i < COUNT; i += 20) {
        const long double chi = sqrtl(tau), t = states[i].time;
        ck_assert_double_eq_tol(states[i].penetration, (double)series(0.5L, chi, t, 0), SOLVED);
        ck_assert_double_eq_tol(states[i].velocity, (double)series(0.5L, chi, t, 1), SOLVED);
        ck_assert_double_eq_tol(states[i].force, -(double)series(0.5L, chi, t, 2), SOLVED);
        ck_assert_double_le(states[i].force, hit.max_force);
    }
    ck_assert_double_eq_tol(states[COUNT - 1].force, 0, SOLVED);
    ck_assert_double_eq_tol(states[COUNT - 1].velocity, -0.7, CALIBRATED);
}
END_TEST

/* a damper that leaves nothing of the spring takes more terms than there is room for, and says so */
START_TEST(largest_damper) {
    for (int i = 0; i < 2; i++) {
        thud_impact_options o = options_of(0.9);
        thud_impact hit;
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = pow(i == 0 ? 1e5 : 1e9, 1 / 0.9);
        ck_assert_int_eq(thud_impact_solve(&o, &hit), i == 0 ? THUD_OK : THUD_ERROR_ACCURACY);
        if (i == 0) ck_assert_double_eq_tol(hit.restitution, 0.0279, 1e-4);
    }
}
END_TEST

START_TEST(range_of_the_order) {
    static const double outside[] = {0.09, 0.91, 0, -1, 1, NAN};
    for (int i = 0; i < 6; i++) {
        thud_impact_options o = options_of(outside[i]);
        ck_assert_int_eq(thud_impact_check(&o, NULL), THUD_ERROR_ARGUMENT);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fractional");
    tcase_add_loop_test(tests, as_its_series, 0, 5);
    tcase_add_test(tests, at_its_ends);
    tcase_add_test(tests, calibrated);
    tcase_add_test(tests, sampled);
    tcase_add_test(tests, largest_damper);
    tcase_add_test(tests, range_of_the_order);
    return run_suite("fractional", tests);
}
