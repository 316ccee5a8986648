/*
 * Every status has a text of its own, and a number that is no status has one too.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <thud/status.h>

#include "suite.h"

START_TEST(every_status_has_its_own_text) {
    for (int i = 0; i < THUD_STATUS_COUNT; i++) {
        const char *text = thud_status_text((thud_status)i);
        ck_assert_ptr_nonnull(text);
        ck_assert_uint_gt(strlen(text), 0);
        for (int j = 0; j < i; j++) ck_assert_str_ne(text, thud_status_text((thud_status)j));
    }
}
END_TEST

START_TEST(texts_belong_to_their_codes) {
    ck_assert_int_eq(THUD_OK, 0); /* so that `if (status)` reads well */
    ck_assert_str_eq(thud_status_text(THUD_OK), "done");
    ck_assert_str_eq(thud_status_text(THUD_ERROR_DIMENSION), "the unit measures something else");
    ck_assert_str_eq(thud_status_text(THUD_ERROR_STEPS), "the impact needs more steps than allowed");
}
END_TEST

START_TEST(numbers_that_are_no_status) {
    static const int strange[] = {THUD_STATUS_COUNT, THUD_STATUS_COUNT + 1, -1, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++)
        ck_assert_str_eq(thud_status_text((thud_status)strange[i]), "an unknown status");
}
END_TEST

/* three numbers with points between them, nothing else */
START_TEST(version_is_three_numbers) {
    const char *at = thud_version();
    for (int part = 0; part < 3; part++) {
        char *end;
        const long number = strtol(at, &end, 10);
        ck_assert_ptr_ne(end, at);
        ck_assert_int_ge(number, 0);
        ck_assert_int_eq(*end, part < 2 ? '.' : '\0');
        at = end + 1;
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("status");
    tcase_add_test(tests, every_status_has_its_own_text);
    tcase_add_test(tests, texts_belong_to_their_codes);
    tcase_add_test(tests, numbers_that_are_no_status);
    tcase_add_test(tests, version_is_three_numbers);
    return run_suite("status", tests);
}
