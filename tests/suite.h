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

/* ---- what cannot be tested here ---- */

/* CTest shows a test that ends with this as skipped, and `make test` prints the lines "skipped: …" of its output */
enum { SKIPPED = 77 };

/* test cases that were left out */
static int cases_left_out;

/* A test case that lacks what it needs is not added to its suite but named here, with the reason. */
static inline void leave_out(const char *test, const char *reason) {
    printf("skipped: %s: %s\n", test, reason);
    cases_left_out++;
}

/* The folder with tables and records that the project does not contain; NULL where THUD_SHARED names none. */
static inline const char *shared_folder(void) { return getenv("THUD_SHARED"); }

/* The path of a file of that folder. The next call writes over it. */
static inline const char *shared_file(const char *name) {
    static char shared_path[4096];
    snprintf(shared_path, sizeof shared_path, "%s/%s", shared_folder(), name);
    return shared_path;
}

/* Whether that file is there; where it is not, the test case is left out. */
static inline bool has_shared(const char *test, const char *name) {
    FILE *opened = shared_folder() ? fopen(shared_file(name), "rb") : NULL;
    char reason[5000];
    if (opened) return fclose(opened) == 0;
    if (shared_folder()) snprintf(reason, sizeof reason, "cannot read %s", shared_file(name));
    else snprintf(reason, sizeof reason, "THUD_SHARED names no folder with %s", name);
    leave_out(test, reason);
    return false;
}

/* ---- main ---- */

/* as a host with windows does; tests/tools/in-comma-locale names one whose decimal point is a comma. What strerror says
 * stays English: tests know it by heart. */
static inline bool set_locale(void) {
    const char *name = getenv("THUD_TEST_LOCALE");
    if (!name) return true;
    return setlocale(LC_ALL, name) && *localeconv()->decimal_point == ',' && setlocale(LC_MESSAGES, "C");
}

/*
 * A suite in which nothing was tested has failed, unless all of it was left out. CTest has the only limit of time
 * (tests/CMakeLists.txt): that of Check, 4 s a test, would depend on the machine.
 */
static inline int run_suite(const char *name, TCase *tests) {
    if (!set_locale()) {
        printf("skipped: there is no locale %s\n", getenv("THUD_TEST_LOCALE"));
        return SKIPPED;
    }
    Suite *suite = suite_create(name);
    tcase_set_timeout(tests, 0);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    const bool failed = srunner_ntests_failed(runner) > 0 || srunner_ntests_run(runner) + cases_left_out == 0;
    srunner_free(runner);
    if (failed) return EXIT_FAILURE;
    return cases_left_out > 0 ? SKIPPED : EXIT_SUCCESS;
}

#endif
