/*
 * Random numbers: the published algorithms to the bit, and the distributions that they are turned into.
 */
#include <math.h>
#include <stdlib.h>

#include "numeric/random.h"
#include "suite.h"

/* splitmix64 from 0, as its authors' code prints it; the state of the generator that is seeded with 0 */
START_TEST(seeding) {
    thud_random random = thud_random_seed(0);
    ck_assert_uint_eq(random.state[0], 0xe220a8397b1dcdaf);
    ck_assert_uint_eq(random.state[1], 0x6e789e6aa1b965f4);
    ck_assert_uint_eq(random.state[2], 0x06c45d188009454f);
    ck_assert_uint_eq(random.state[3], 0xf88bb8a8724c81ec);
}
END_TEST

/* xoshiro256++ from the state 1, 2, 3, 4, as its authors' code prints it */
START_TEST(stream) {
    static const uint64_t expected[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    thud_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        ck_assert_uint_eq(thud_random_bits(&random), expected[i]);
}
END_TEST

START_TEST(same_seed_same_stream) {
    thud_random a = thud_random_seed(42), b = thud_random_seed(42), other = thud_random_seed(43);
    int same = 0;
    for (int i = 0; i < 1000; i++) {
        double x = thud_random_normal(&a), y = thud_random_normal(&b), z = thud_random_normal(&other);
        ck_assert(x == y);
        same += x == z;
    }
    ck_assert_int_eq(same, 0);
}
END_TEST

enum { DRAWS = 200000 };

/* the first moments and a histogram; 5 standard deviations of each are allowed */
START_TEST(uniform_numbers) {
    thud_random random = thud_random_seed(1);
    double sum = 0, squares = 0, least = 1, most = 0;
    int bins[16] = {0};
    for (int i = 0; i < DRAWS; i++) {
        double x = thud_random_uniform(&random);
        least = fmin(least, x);
        most = fmax(most, x);
        sum += x;
        squares += x * x;
        bins[(int)(16 * x)]++;
    }
    ck_assert(least >= 0 && most < 1);
    ck_assert_double_eq_tol(sum / DRAWS, 0.5, 5 * sqrt(1.0 / 12 / DRAWS));
    ck_assert_double_eq_tol(squares / DRAWS, 1.0 / 3, 5 * sqrt(4.0 / 45 / DRAWS));
    for (int i = 0; i < 16; i++) ck_assert_double_eq_tol(bins[i], DRAWS / 16.0, 5 * sqrt(DRAWS / 16.0 * 15 / 16));
}
END_TEST

/* moments 0, 1, 0, 3, whose estimates have the variances 1, 2, 15, 96 over the number; and one tail */
START_TEST(normal_numbers) {
    thud_random random = thud_random_seed(2);
    double moments[5] = {0}, beyond = 0;
    for (int i = 0; i < DRAWS; i++) {
        double x = thud_random_normal(&random), power = 1;
        for (int k = 0; k < 5; k++, power *= x) moments[k] += power / DRAWS;
        beyond += x > 2;
    }
    ck_assert_double_eq_tol(moments[1], 0, 5 * sqrt(1.0 / DRAWS));
    ck_assert_double_eq_tol(moments[2], 1, 5 * sqrt(2.0 / DRAWS));
    ck_assert_double_eq_tol(moments[3], 0, 5 * sqrt(15.0 / DRAWS));
    ck_assert_double_eq_tol(moments[4], 3, 5 * sqrt(96.0 / DRAWS));
    ck_assert_double_eq_tol(beyond / DRAWS, erfc(sqrt(2)) / 2, 5 * sqrt(0.0228 / DRAWS));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("random");
    tcase_add_test(tests, seeding);
    tcase_add_test(tests, stream);
    tcase_add_test(tests, same_seed_same_stream);
    tcase_add_test(tests, uniform_numbers);
    tcase_add_test(tests, normal_numbers);
    return run_suite("random", tests);
}
