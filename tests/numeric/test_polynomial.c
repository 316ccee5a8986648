/*
 * Roots and extremes of polynomials: products of known factors, functions with known zeros, and random polynomials
 * against a fine sampling.
 */
#include "numeric/series/polynomial.h"

#include "numeric/random.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

/* Π (x − r) over the roots, times `factor` */
static void product(const double *roots, int count, double factor, double *c) {
    c[0] = factor;
    for (int i = 0; i < count; i++) {
        c[i + 1] = c[i];
        for (int k = i; k > 0; k--) c[k] = c[k - 1] - roots[i] * c[k];
        c[0] *= -roots[i];
    }
}

static double first_root_of(const double *roots, int count, double h) {
    double c[THUD_POLYNOMIAL_MAX_DEGREE + 1];
    product(roots, count, -3, c);
    return thud_polynomial_first_root(c, count, h);
}

#define FIRST_ROOT(h, ...)                                                                                         \
    first_root_of((double[]){__VA_ARGS__}, (int)(sizeof(double[]){__VA_ARGS__} / sizeof(double)), h)

START_TEST(values) {
    double c[] = {5, -3, 0, 2}; /* 5 − 3x + 2x³ */
    ck_assert_double_eq(thud_polynomial_value(c, 3, 2), 15);
    ck_assert_double_eq(thud_polynomial_slope(c, 3, 2), 21);
    ck_assert_double_eq(thud_polynomial_value(c, 0, 2), 5);
    ck_assert_double_eq(thud_polynomial_slope(c, 0, 2), 0);
    ck_assert(thud_polynomial_keeps_sign(c, 3, 0.9)); /* 2.7 + 1.458 < 5 */
    ck_assert(!thud_polynomial_keeps_sign(c, 3, 1));  /* 3 + 2 = 5 */
    ck_assert(thud_polynomial_keeps_sign(c, 0, 1e9));
    /* 1 + h + h² + … + h^n, of any length, against the sum of the series at 2: 2^(n+1) − 1 */
    double ones[THUD_POLYNOMIAL_MAX_DEGREE + 1];
    for (int n = 1; n <= THUD_POLYNOMIAL_MAX_DEGREE; n++) {
        for (int k = 1; k <= n; k++) ones[k] = k % 2 ? -1 : 1;
        double limit = pow(2, n + 1) - 2;
        ones[0] = -limit * (1 + 1e-13);
        ck_assert(thud_polynomial_keeps_sign(ones, n, 2));
        ones[0] = limit;
        ck_assert(!thud_polynomial_keeps_sign(ones, n, 2));
    }
}
END_TEST

/* coefficients that are whole numbers, so that only the place of the root is rounded */
START_TEST(whole_factors) {
    ck_assert_double_eq(FIRST_ROOT(10, 1), 1);
    assert_relative(FIRST_ROOT(10, 3, 1, 2), 1, 1e-15);
    assert_relative(FIRST_ROOT(10, 7, -1, -2, 9), 7, 1e-15);
    assert_relative(FIRST_ROOT(10, 1, 2, 3, 4, 5, 6, 7), 1, 1e-13); /* Wilkinson's: the condition number is 40 */
    ck_assert(isinf(FIRST_ROOT(0.99, 3, 1, 2)));
    ck_assert(isinf(FIRST_ROOT(10, -1, -2)));
    ck_assert(isinf(FIRST_ROOT(10, 11, 12, 13)));
}
END_TEST

/* a touch is no change of sign; what follows it still counts */
START_TEST(double_roots) {
    ck_assert(isinf(FIRST_ROOT(10, 3, 3)));
    ck_assert(isinf(FIRST_ROOT(1, 0.3, 0.3)));
    ck_assert(isinf(FIRST_ROOT(1, 0.5, 0.5, 0.7, 0.7)));
    ck_assert(isinf(FIRST_ROOT(1, 0.3, 0.3, -1, 0.7, 0.7, 0.9, 0.9)));
    assert_relative(FIRST_ROOT(1, 0.3, 0.3, 0.5), 0.5, 1e-14); /* 0.5 is where the interval is halved */
    assert_relative(FIRST_ROOT(1, 0.3, 0.3, 0.8), 0.8, 1e-14);
    assert_relative(FIRST_ROOT(1, 0.5, 0.5, 0.25, 0.75), 0.25, 1e-14);
    assert_relative(FIRST_ROOT(1, 0.5, 0.3), 0.3, 1e-15);
    assert_relative(FIRST_ROOT(1, 0.5, 0.75), 0.5, 1e-15);
    /* a triple root changes the sign; coefficients rounded to 1e-16 fix it to the cube root of that */
    assert_relative(FIRST_ROOT(1, 0.3, 0.3, 0.3), 0.3, 1e-4);
    assert_relative(FIRST_ROOT(1, 0.5, 0.5, 0.5), 0.5, 1e-4);
}
END_TEST

/* two roots 1e-9 apart, in the middle of the interval: between them p is 1e-19 of its terms, so they are one touch;
 * three are one crossing. Next to 0 the terms are as small as p and the roots are two. */
START_TEST(clusters) {
    ck_assert(isinf(FIRST_ROOT(1, 0.3, 0.3 + 1e-9)));
    ck_assert(isinf(FIRST_ROOT(1, 0.5, 0.5 + 1e-9)));
    assert_relative(FIRST_ROOT(1, 0.3, 0.3 + 1e-9, 0.3 + 2e-9), 0.3, 1e-4);
    assert_relative(FIRST_ROOT(1, 0.3, 0.3 + 1e-9, 0.6), 0.6, 1e-14);
    assert_relative(FIRST_ROOT(1, 1e-9, 2e-9), 1e-9, 1e-14);
    assert_relative(FIRST_ROOT(1, 2e-9, 1e-9, 0.5, 0.25), 1e-9, 1e-14);
    assert_relative(FIRST_ROOT(1, 1e-20, 0.5, 0.25), 1e-20, 1e-14);
    assert_relative(FIRST_ROOT(1, 1e-20, 1e-10, 0.25), 1e-20, 1e-14);
    /* 1e-4 apart, p is 2.5e-9 of its terms: seen, to eps over that slope */
    assert_relative(FIRST_ROOT(1, 0.3, 0.3001), 0.3, 1e-11);
}
END_TEST

/* T(n)(2x − 1): zeros at (1 + cos((2i − 1)π/2n))/2, extremes of 1 everywhere; shifted to 0 … 1, the coefficients
 * are whole numbers as large as (1 + √2)^(2n), which times eps is what the values at the far end lose */
static void chebyshev(int n, double *c) {
    double before[41] = {1}, last[41] = {-1, 2};
    for (int m = 2; m <= n; m++)
        for (int k = m; k >= 0; k--) {
            double next = 2 * ((k ? 2 * last[k - 1] : 0) - last[k]) - before[k];
            before[k] = next;
            if (k == 0)
                for (int j = 0; j <= m; j++) {
                    double kept = last[j];
                    last[j] = before[j];
                    before[j] = kept;
                }
        }
    for (int k = 0; k <= n; k++) c[k] = last[k];
}

START_TEST(chebyshev_polynomials) {
    for (int n = 2; n <= 16; n++) {
        double c[41], where;
        chebyshev(n, c);
        ck_assert_double_eq(fabs(c[0]), 1);
        double first = (1 - cos(PI / (2 * n))) / 2, error = 1e-16 * pow(1 + sqrt(2), 2 * n);
        assert_relative(thud_polynomial_first_root(c, n, 1), first, 1e-12); /* 1 − cos loses three digits */
        ck_assert(isinf(thud_polynomial_first_root(c, n, first * 0.999)));
        ck_assert_double_eq_tol(thud_polynomial_peak(c, n, 1, NULL), 1, 1e-15 + error);
        ck_assert_double_eq_tol(thud_polynomial_maximum(c, n, 1, &where), 1, 1e-15 + error);
        /* up to just past its first inner extreme, which is −1 or 1 where the cosine is */
        double h = (1 - cos(1.2 * PI / n)) / 2, sign = c[0];
        for (int k = 0; k <= n; k++) c[k] *= -sign;
        assert_relative(thud_polynomial_maximum(c, n, h, &where), 1, 1e-12);
        assert_relative(where, (1 - cos(PI / n)) / 2, 1e-11);
    }
}
END_TEST

/* exp(x/2) sin(x + φ) = Σ Im(e^iφ (1/2 + i)ᵏ) xᵏ/k!: zeros at mπ − φ. With 35 terms the rest is below 1e-15 up
 * to 4. */
static void damped_sine(double phase, int degree, double *c) {
    double re = cos(phase), im = sin(phase);
    for (int k = 0; k <= degree; k++) {
        c[k] = im;
        double next = (0.5 * re - im) / (k + 1);
        im = (re + 0.5 * im) / (k + 1);
        re = next;
    }
}

START_TEST(taylor_of_damped_sine) {
    double c[41], where;
    for (double phase = 0.01; phase < 3.1; phase += 0.01) {
        damped_sine(phase, 40, c);
        double root = thud_polynomial_first_root(c, 40, 4);
        ck_assert_double_eq_tol(root, PI - phase, 4e-15);
        assert_relative(thud_polynomial_first_root(c, 40, PI - phase + 1e-9), PI - phase, 2e-13);
        ck_assert(isinf(thud_polynomial_first_root(c, 40, PI - phase - 1e-9)));

        /* the slope is zero where tan(x + φ) = −2; the maximum there */
        double top = PI - atan(2) - phase;
        if (top < 0) continue;
        assert_relative(thud_polynomial_maximum(c, 40, PI - phase, &where), exp(top / 2) * sin(top + phase), 1e-15);
        ck_assert_double_eq_tol(where, top, 1e-13);
    }
    /* departs from a zero: the next one is π later */
    damped_sine(0, 40, c);
    ck_assert_double_eq_tol(thud_polynomial_first_root(c, 40, 4), PI, 4e-15);
}
END_TEST

START_TEST(departure) {
    double a = 1e-12, b = 3;
    ck_assert_double_eq(thud_polynomial_first_root((double[]){0, -a, b}, 2, 1), a / b);
    ck_assert_double_eq(thud_polynomial_first_root((double[]){0, 0, -a, b}, 3, 1), a / b);
    ck_assert(isinf(thud_polynomial_first_root((double[]){0, a, b}, 2, 1)));
    ck_assert(isinf(thud_polynomial_first_root((double[]){0, 0, -b}, 2, 1)));
    ck_assert(isinf(thud_polynomial_first_root((double[]){0, 0, 0}, 2, 1)));
    /* x (x − 1e-12)(x − 0.5) departs, comes back at once, and leaves for good */
    double c[4];
    product((double[]){0, 1e-12, 0.5}, 3, 1, c);
    assert_relative(thud_polynomial_first_root(c, 3, 1), 1e-12, 1e-15);
    /* the same, followed from between the roots */
    product((double[]){-0.5e-12, 0.5 - 0.5e-12}, 2, 1, c);
    assert_relative(thud_polynomial_first_root(c, 2, 1), 0.5, 1e-11);
}
END_TEST

/* a root at h itself counts where p goes on to the other side, by what is left of it in whole numbers */
START_TEST(at_the_end) {
    ck_assert_double_eq(FIRST_ROOT(1, 1), 1);
    ck_assert_double_eq(FIRST_ROOT(1, 1, 2, -3), 1);
    ck_assert_double_eq(FIRST_ROOT(4, 4, 8, -3, -2, 16), 4);
    ck_assert_double_eq(FIRST_ROOT(4, 4, 1, 1), 4);
    ck_assert(isinf(FIRST_ROOT(4, 4, 4)));
    ck_assert(isinf(FIRST_ROOT(4, 4, 4, 5)));
    assert_relative(FIRST_ROOT(4, 4, 2), 2, 1e-15);
    assert_relative(FIRST_ROOT(4, 4, 2, 1), 1, 1e-15);
    ck_assert(isinf(FIRST_ROOT(nextafter(1, 0), 1)));
}
END_TEST

START_TEST(not_finite) {
    ck_assert(isnan(thud_polynomial_first_root((double[]){1, NAN, 1}, 2, 1)));
    ck_assert(isnan(thud_polynomial_first_root((double[]){1, 1, NAN}, 2, 1)));
    ck_assert(isnan(thud_polynomial_first_root((double[]){NAN, 1, 1}, 2, 1)));
    ck_assert(isnan(thud_polynomial_first_root((double[]){1, -INFINITY}, 1, 1)));
    ck_assert(isnan(thud_polynomial_first_root((double[]){1, -1}, 1, NAN)));
    ck_assert(isnan(thud_polynomial_first_root((double[]){1, -1}, 1, INFINITY)));
    ck_assert(isnan(thud_polynomial_peak((double[]){1, NAN}, 1, 1, NULL)));
    ck_assert(isnan(thud_polynomial_peak((double[]){NAN, 1}, 1, 1, NULL)));
    ck_assert(isinf(thud_polynomial_first_root((double[]){1, -1}, 1, 0)));
}
END_TEST

/* numbers of any size: x is scaled, p is scaled, the root goes along */
START_TEST(scales) {
    double roots[] = {0.7, 0.3, 0.6, -2}, c[5];
    for (int e = -60; e <= 60; e += 10) {
        double unit = pow(10, e);
        product(roots, 4, pow(10, -e), c);
        for (int k = 0; k <= 4; k++) c[k] *= pow(unit, -k);
        assert_relative(thud_polynomial_first_root(c, 4, unit), 0.3 * unit, 1e-14);
    }
    double tiny[] = {1e-300, -4e-300, 3e-300}; /* 1/3 and 1: products of such coefficients are zero */
    assert_relative(thud_polynomial_first_root(tiny, 2, 0.9), 1.0 / 3, 1e-15);
}
END_TEST

enum { SAMPLES = 4000 };

/* what a sampling in steps of h/4000 sees: the first change of sign that is beyond rounding, the largest value */
START_TEST(random_polynomials) {
    thud_random random = thud_random_seed(4);
    int roots = 0, none = 0;
    for (int round = 0; round < 3000; round++) {
        int degree = 1 + round % 30;
        double c[41], h = 1 + thud_random_uniform(&random), seen = INFINITY, peak = 0, top = -INFINITY;
        for (int k = 0; k <= degree; k++) c[k] = thud_random_normal(&random) * pow(2, -k) * (k ? 3 : 1);
        for (int i = 0; i <= SAMPLES; i++) {
            double x = h * i / SAMPLES, value = thud_polynomial_value(c, degree, x);
            peak = fmax(peak, fabs(value));
            top = fmax(top, value);
            if (isinf(seen) && value * c[0] < 0 && fabs(value) > 1e-13) seen = x;
        }
        double root = thud_polynomial_first_root(c, degree, h), step = h / SAMPLES;
        if (isinf(root)) ck_assert(isinf(seen));
        else { /* a change of sign, with the slope to match; not later than the sampling sees it */
            double beside = 1e-9 * h, fore = thud_polynomial_value(c, degree, root - beside);
            double aft = thud_polynomial_value(c, degree, root + beside);
            ck_assert(fore * c[0] > 0 && aft * c[0] < 0);
            ck_assert(root > 0 && root <= seen);
            roots++;
        }
        none += isinf(root);

        /* a sampling misses the top by p″ step²/8 at most */
        double bend = 0, where;
        for (int k = 2; k <= degree; k++) bend += k * (k - 1) * fabs(c[k]) * pow(h, k - 2);
        double miss = bend * step * step / 8, rounding = 1e-13;
        double found = thud_polynomial_peak(c, degree, h, &where);
        ck_assert(found >= peak - rounding && found <= peak + miss + rounding);
        ck_assert_double_eq(found, fabs(thud_polynomial_value(c, degree, where)));
        found = thud_polynomial_maximum(c, degree, h, &where);
        ck_assert(found >= top - rounding && found <= top + miss + rounding);
        ck_assert_double_eq(found, thud_polynomial_value(c, degree, where));
    }
    ck_assert(roots > 500 && none > 500); /* both happen often enough to mean something */
}
END_TEST

/* random roots, of which the smallest above 0 is known; those of the pairs that are complex must not disturb */
START_TEST(random_factors) {
    thud_random random = thud_random_seed(5);
    for (int round = 0; round < 5000; round++) {
        double root[8], c[41] = {0}, first = INFINITY, second = INFINITY;
        int count = 1 + round % 8;
        for (int i = 0; i < count; i++) {
            root[i] = 3 * thud_random_uniform(&random) - 1;
            if (root[i] <= 0) continue;
            second = fmin(second, fmax(first, root[i]));
            first = fmin(first, root[i]);
        }
        product(root, count, 1, c);
        for (int pair = 0; pair < 3; pair++, count += 2) { /* times (x − u)² + v² */
            double u = thud_random_uniform(&random), v = 0.1 + thud_random_uniform(&random);
            for (int k = count + 2; k >= 0; k--)
                c[k] = (u * u + v * v) * c[k] - (k > 0 ? 2 * u * c[k - 1] : 0) + (k > 1 ? c[k - 2] : 0);
        }
        double h = 1.5;
        if (second - first < 1e-3 || fabs(first - h) < 1e-6) continue; /* not sharp */
        if (first > h) {
            ck_assert(isinf(thud_polynomial_first_root(c, count, h)));
            continue;
        }
        /* the rounding of the terms over the slope */
        double terms = 0;
        for (int k = 0; k <= count; k++) terms += fabs(c[k]) * pow(first, k);
        double error = 20 * 2.2e-16 * terms / fabs(thud_polynomial_slope(c, count, first)) + 1e-15;
        if (error < 1e-4) ck_assert_double_eq_tol(thud_polynomial_first_root(c, count, h), first, error);
    }
}
END_TEST

/* an interval that ends in the last bits of a root, also of a double one: who finds the other sign at the end must
 * be given a root before it */
START_TEST(ends_in_the_last_bits) {
    thud_random random = thud_random_seed(6);
    int beyond = 0;
    for (int round = 0; round < 2000; round++) {
        double root[12], c[13];
        int count = 1 + round % 12;
        for (int i = 0; i < count; i++) root[i] = 3 * thud_random_uniform(&random) - 1;
        if (round % 3 == 0) root[0] = root[count - 1];
        product(root, count, 1, c);
        double h = fabs(root[0]) * (1 - 4e-16);
        for (int ulp = 0; ulp < 8; ulp++, h = nextafter(h, 9)) {
            if (thud_polynomial_value(c, count, h) * c[0] >= 0) continue;
            ck_assert(thud_polynomial_first_root(c, count, h) <= h);
            beyond++;
        }
    }
    ck_assert(beyond > 1000);
}
END_TEST

/* of degree 8 through nine values of it: its coefficients, to the rounding of differences of numbers of the size of
 * 10
 */
START_TEST(through_values) {
    const double c[9] = {-0.3, 2, -5, 0.7, 3, -1, 0.25, 4, -2};
    double seen[9], found[9];
    for (int j = 0; j < 9; j++) seen[j] = thud_polynomial_value(c, 8, j / 8.0);
    thud_polynomial_through(seen, 9, found);
    ck_assert_double_eq(found[0], seen[0]);
    for (int k = 0; k < 9; k++) ck_assert_double_eq_tol(found[k], c[k], 1e-9);
    for (int j = 0; j < 9; j++) ck_assert_double_eq_tol(thud_polynomial_value(found, 8, j / 8.0), seen[j], 1e-13);
}
END_TEST

/* (x − 0.2)(x − 0.5)(x − 0.9): all three, the first two, and those up to 0.6; none of a number that is none */
START_TEST(all_roots) {
    const double c[4] = {-0.09, 0.73, -1.6, 1}, broken[2] = {NAN, 1};
    double root[4];
    ck_assert_int_eq(thud_polynomial_roots(c, 3, 1, root, 4), 3);
    ck_assert_double_eq_tol(root[0], 0.2, 1e-15);
    ck_assert_double_eq_tol(root[1], 0.5, 1e-14);
    ck_assert_double_eq_tol(root[2], 0.9, 1e-14);
    ck_assert_int_eq(thud_polynomial_roots(c, 3, 1, root, 2), 2);
    ck_assert_int_eq(thud_polynomial_roots(c, 3, 0.6, root, 4), 2);
    ck_assert_int_eq(thud_polynomial_roots(broken, 1, 1, root, 4), -1);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("polynomial");
    tcase_add_test(tests, values);
    tcase_add_test(tests, whole_factors);
    tcase_add_test(tests, double_roots);
    tcase_add_test(tests, clusters);
    tcase_add_test(tests, chebyshev_polynomials);
    tcase_add_test(tests, taylor_of_damped_sine);
    tcase_add_test(tests, departure);
    tcase_add_test(tests, at_the_end);
    tcase_add_test(tests, not_finite);
    tcase_add_test(tests, scales);
    tcase_add_test(tests, random_polynomials);
    tcase_add_test(tests, random_factors);
    tcase_add_test(tests, ends_in_the_last_bits);
    tcase_add_test(tests, through_values);
    tcase_add_test(tests, all_roots);
    return run_suite("polynomial", tests);
}
