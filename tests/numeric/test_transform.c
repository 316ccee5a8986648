/*
 * The transform of real numbers against its definition in long double, in lengths of every kind of factor; and what
 * follows from the definition where the sum is too long.
 *
 * How exact: in a transform of passes, each rounding adds to the mean square alike, so that the error relative to
 * the root mean square of the result grows as √log₂ n (W. M. Gentleman & G. Sande, AFIPS 29 (1966) 563–578). Each
 * of the log₂ n halvings rounds a product with a root, itself rounded, and a sum: about 0.6 u √log₂ n, with u =
 * 2⁻⁵³; one u is allowed for each √log₂ n. With another prime factor than 2, 3 and 5 there are two transforms of
 * the convolution's length, a filter that was itself transformed, and two products with the chirp: each adds its
 * mean square, and twice as much is allowed.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "numeric/random.h"
#include "numeric/transform/real.h"
#include "suite.h"

static const long double PI = 3.14159265358979323846264338327950288L;

typedef struct transformed {
    size_t count;
    double *x, *real, *imaginary, *memory;
    thud_real_transform plan;
} transformed;

static transformed transform_create(size_t count) {
    transformed t = {.count = count,
                     .x = calloc(count, sizeof(double)),
                     .real = calloc(count / 2 + 1, sizeof(double)),
                     .imaginary = calloc(count / 2 + 1, sizeof(double)),
                     .memory = malloc(thud_real_transform_room(count) * sizeof(double))};
    ck_assert(t.x && t.real && t.imaginary && t.memory);
    thud_real_transform_init(&t.plan, count, t.memory);
    return t;
}

static void transform_free(transformed *t) {
    free(t->x);
    free(t->real);
    free(t->imaginary);
    free(t->memory);
}

static void fill(transformed *t, uint64_t seed) {
    thud_random random = thud_random_seed(seed);
    for (size_t i = 0; i < t->count; i++) t->x[i] = thud_random_normal(&random);
}

static bool is_smooth(size_t count) {
    static const size_t factors[] = {2, 3, 5};
    for (size_t i = 0; i < 3; i++)
        while (count % factors[i] == 0) count /= factors[i];
    return count == 1;
}

static double allowed(size_t count) {
    const double inner = (double)(count % 2 == 0 && count > 2 ? count / 2 : count);
    return (is_smooth(count) ? 1 : 2) * (1 + sqrt(log2(inner + 1))) * DBL_EPSILON / 2;
}

/* relative, of the root mean square, to the sum in long double */
static double error_of(const transformed *t) {
    const size_t n = t->count;
    long double *cosine = malloc(n * sizeof *cosine), *sine = malloc(n * sizeof *sine), off = 0, size = 0;
    ck_assert(cosine && sine);
    for (size_t i = 0; i < n; i++) {
        cosine[i] = cosl(2 * PI * (long double)i / (long double)n);
        sine[i] = sinl(2 * PI * (long double)i / (long double)n);
    }
    for (size_t k = 0; k <= n / 2; k++) {
        long double re = 0, im = 0;
        for (size_t j = 0, at = 0; j < n; j++, at = (at + k) % n) {
            re += t->x[j] * cosine[at];
            im -= t->x[j] * sine[at];
        }
        off += (t->real[k] - re) * (t->real[k] - re) + (t->imaginary[k] - im) * (t->imaginary[k] - im);
        size += re * re + im * im;
    }
    free(cosine);
    free(sine);
    return (double)sqrtl(off / size);
}

/* every length up to 130: all ways in which factors follow each other, all primes */
START_TEST(short_lengths) {
    for (size_t count = 1; count <= 130; count++) {
        transformed t = transform_create(count);
        fill(&t, count);
        thud_real_transform_run(&t.plan, t.x, t.real, t.imaginary);
        const double error = error_of(&t);
        ck_assert_msg(error <= allowed(count), "%zu: %.3g, not %.3g", count, error, allowed(count));
        transform_free(&t);
    }
}
END_TEST

/* powers of each radix, products of all, primes and twice primes */
static const size_t LENGTHS[] = {256,  512,  1000, 1024, 1536, 2000, 2048, 2187, 2500,
                                 3125, 4096, 3600, 251,  502,  1009, 1226, 2017, 2401};

START_TEST(definition) {
    transformed t = transform_create(LENGTHS[_i]);
    fill(&t, 7);
    thud_real_transform_run(&t.plan, t.x, t.real, t.imaginary);
    const double error = error_of(&t);
    ck_assert_msg(error <= allowed(t.count), "%zu: %.3g, not %.3g", t.count, error, allowed(t.count));
    /* and rounding it is: an exact zero would mean that nothing was compared */
    ck_assert_double_gt(error, 0.05 * DBL_EPSILON);
    transform_free(&t);
}
END_TEST

/* an impulse at j has X(k) = exp(−2πi jk/n), to the roots' two units in the last place and one for each pass */
START_TEST(impulse) {
    static const size_t lengths[] = {1 << 18, 1000000, 65537};
    transformed t = transform_create(lengths[_i]);
    const size_t n = t.count, j = 12345;
    t.x[j] = 1;
    thud_real_transform_run(&t.plan, t.x, t.real, t.imaginary);
    for (size_t k = 0; k <= n / 2; k += 37) {
        const long double angle = 2 * PI * (long double)(j * k % n) / (long double)n;
        /* of a convolution the error is one of the whole, 4 u √17 of size 1 at 6 standard deviations */
        const double enough = is_smooth(n) ? 20 * DBL_EPSILON / 2 : 6 * 4 * sqrt(17) * DBL_EPSILON / 2;
        ck_assert_double_eq_tol(t.real[k], (double)cosl(angle), enough);
        ck_assert_double_eq_tol(t.imaginary[k], (double)-sinl(angle), enough);
    }
    transform_free(&t);
}
END_TEST

/* Parseval: Σx² = (X(0)² + 2 Σ|X(k)|² + X(n/2)²)/n, the errors of a million terms averaged away; 8 units */
START_TEST(energy) {
    static const size_t lengths[] = {1 << 20, 3 * 5 * 65536, 100003};
    transformed t = transform_create(lengths[_i]);
    fill(&t, 3);
    thud_real_transform_run(&t.plan, t.x, t.real, t.imaginary);
    long double in = 0, out = 0;
    for (size_t i = 0; i < t.count; i++) in += (long double)t.x[i] * t.x[i];
    for (size_t k = 0; k <= t.count / 2; k++) {
        const bool has_mirror = k > 0 && 2 * k < t.count;
        out += (has_mirror ? 2.0L : 1.0L) *
               ((long double)t.real[k] * t.real[k] + (long double)t.imaginary[k] * t.imaginary[k]);
    }
    ck_assert_double_eq_tol((double)(out / (long double)t.count / in), 1, 8 * DBL_EPSILON);
    transform_free(&t);
}
END_TEST

/* a plan used again comes to the same bits */
START_TEST(again) {
    static const size_t lengths[] = {960, 722};
    transformed t = transform_create(lengths[_i]);
    double before[481][2];
    fill(&t, 4);
    for (int run = 0; run < 3; run++) {
        thud_real_transform_run(&t.plan, t.x, t.real, t.imaginary);
        for (size_t k = 0; k <= t.count / 2; k++) {
            if (run > 0) ck_assert(before[k][0] == t.real[k] && before[k][1] == t.imaginary[k]);
            before[k][0] = t.real[k];
            before[k][1] = t.imaginary[k];
        }
    }
    transform_free(&t);
}
END_TEST

/* roots are exact where they can be, and mirror each other to the bit */
START_TEST(roots) {
    double c, s, d, e;
    thud_unit_root(2, 8, &c, &s);
    ck_assert(c == 0 && s == 1);
    thud_unit_root(9, 6, &c, &s);
    ck_assert(c == -1 && s == 0);
    thud_unit_root(21, 360, &c, &s);
    thud_unit_root(69, 360, &d, &e);
    ck_assert(c == e && s == d);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("transform");
    tcase_add_test(tests, short_lengths);
    tcase_add_loop_test(tests, definition, 0, sizeof LENGTHS / sizeof *LENGTHS);
    tcase_add_loop_test(tests, impulse, 0, 3);
    tcase_add_loop_test(tests, energy, 0, 3);
    tcase_add_loop_test(tests, again, 0, 2);
    tcase_add_test(tests, roots);
    return run_suite("transform", tests);
}
