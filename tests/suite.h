/* What every Check test of the project needs: a main around its test cases, and a relative comparison. */
#ifndef THUD_TESTS_SUITE_H
#define THUD_TESTS_SUITE_H

#include <check.h>
#include <math.h>
#include <stdlib.h>

/* |actual/expected − 1| ≤ tolerance; says what was compared */
#define assert_relative(actual, expected, tolerance)                                                               \
    do {                                                                                                           \
        double actual_ = (actual), expected_ = (expected);                                                         \
        double error_ = actual_ == expected_ ? 0 : fabs(actual_ / expected_ - 1);                                  \
        ck_assert_msg(error_ <= (tolerance), "%s = %.17g, expected %.17g, off by %.2g", #actual, actual_,          \
                      expected_, error_);                                                                          \
    } while (0)

static inline int run_suite(const char *name, TCase *tests) {
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
