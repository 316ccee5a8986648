/*
 * The Fourier sum against its definition, and what follows from it.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "numeric/fourier.h"
#include "numeric/random.h"
#include "suite.h"

static const double PI = 3.14159265358979323846;

enum { MOST = 256 };

START_TEST(sizes) {
    ck_assert_uint_eq(thud_fourier_size(0), 1);
    ck_assert_uint_eq(thud_fourier_size(1), 1);
    ck_assert_uint_eq(thud_fourier_size(2), 2);
    ck_assert_uint_eq(thud_fourier_size(3), 4);
    ck_assert_uint_eq(thud_fourier_size(4096), 4096);
    ck_assert_uint_eq(thud_fourier_size(4097), 8192);
}
END_TEST

/* every size against the double sum; each has errors of some units in the last place of the sum of magnitudes */
START_TEST(definition) {
    size_t count = (size_t)1 << _i;
    thud_random random = thud_random_seed(5);
    double real[MOST], imaginary[MOST], x[MOST], y[MOST];
    for (size_t i = 0; i < count; i++) {
        real[i] = x[i] = thud_random_normal(&random);
        imaginary[i] = y[i] = thud_random_normal(&random);
    }
    thud_fourier_sum(real, imaginary, count);
    for (size_t j = 0; j < count; j++) {
        double a = 0, b = 0;
        for (size_t k = 0; k < count; k++) {
            double angle = 2 * PI * (double)(j * k % count) / (double)count;
            a += x[k] * cos(angle) - y[k] * sin(angle);
            b += x[k] * sin(angle) + y[k] * cos(angle);
        }
        ck_assert_double_eq_tol(real[j], a, 16 * DBL_EPSILON * (double)count);
        ck_assert_double_eq_tol(imaginary[j], b, 16 * DBL_EPSILON * (double)count);
    }
}
END_TEST

/* twice the transform is the original, backwards and times its size */
START_TEST(twice) {
    enum { COUNT = 1024 };
    thud_random random = thud_random_seed(6);
    double real[COUNT], imaginary[COUNT] = {0}, x[COUNT];
    for (int i = 0; i < COUNT; i++) real[i] = x[i] = thud_random_normal(&random);
    thud_fourier_sum(real, imaginary, COUNT);
    thud_fourier_sum(real, imaginary, COUNT);
    for (int i = 0; i < COUNT; i++) {
        ck_assert_double_eq_tol(real[i] / COUNT, x[(COUNT - i) % COUNT], 1e-14);
        ck_assert_double_eq_tol(imaginary[i] / COUNT, 0, 1e-14);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fourier");
    tcase_add_test(tests, sizes);
    tcase_add_loop_test(tests, definition, 0, 9);
    tcase_add_test(tests, twice);
    return run_suite("fourier", tests);
}
