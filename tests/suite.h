/* What every Check test of the project needs: a main around its test cases, and a relative comparison. */
#ifndef THUD_TESTS_SUITE_H
#define THUD_TESTS_SUITE_H

#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Check writes the place of every assertion that holds into a file; in loops of a million that takes longer than
 * what is tested. Those that fail tell their place all the same. */
#define _mark_point(file, line) ((void)0)

/* |actual/expected − 1| ≤ tolerance; says what was compared */
#define assert_relative(actual, expected, tolerance)                                                               \
    do {                                                                                                           \
        double actual_ = (actual), expected_ = (expected);                                                         \
        double error_ = actual_ == expected_ ? 0 : fabs(actual_ / expected_ - 1);                                  \
        ck_assert_msg(error_ <= (tolerance), "%s = %.17g, expected %.17g, off by %.2g", #actual, actual_,          \
                      expected_, error_);                                                                          \
    } while (0)

/* CTest shows a test that ends with this as skipped */
enum { SKIPPED = 77 };

/* a file of the folder `shared` beside the project is not there: the line says so, and the test is skipped */
static inline int skip_without(const char *file_name) {
    printf("skipped: there is no %s\n", file_name);
    return SKIPPED;
}

static inline bool is_readable(const char *file_name) {
    FILE *file = fopen(file_name, "rb");
    if (file) fclose(file);
    return file;
}

/* as a host with windows does; tests/tools/in-comma-locale names one whose decimal point is a comma. What strerror says
 * stays English: tests know it by heart. */
static inline bool set_locale(void) {
    const char *name = getenv("THUD_TEST_LOCALE");
    if (!name) return true;
    return setlocale(LC_ALL, name) && *localeconv()->decimal_point == ',' && setlocale(LC_MESSAGES, "C");
}

/* a suite in which nothing was tested has failed */
static inline int run_suite(const char *name, TCase *tests) {
    if (!set_locale()) {
        printf("skipped: there is no locale %s\n", getenv("THUD_TEST_LOCALE"));
        return SKIPPED;
    }
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    bool good = srunner_ntests_run(runner) > 0 && srunner_ntests_failed(runner) == 0;
    srunner_free(runner);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
