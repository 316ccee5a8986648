/* Quantities as people read them: what is rounding beside other numbers is 0. */
#include "base/format.h"

#include <math.h>

#include "suite.h"

#define FORMATS(value, unit, scale, expected)                                                                      \
    ck_assert_str_eq(thud_format_beside(value, unit, scale).text, expected)

/* 6.2204e-18 J of 6.1313 mJ, as equal masses at e = 1 leave it; by itself it is a number like others */
START_TEST(rounding_is_zero) {
    FORMATS(6.2204e-18, "J", 6.1313e-3, "0 J");
    FORMATS(-1.6312e-21, "m", 0.16, "0 m");
    FORMATS(-1e-18, "", 0.01, "0");
    FORMATS(6.2204e-18, "J", 0, "6.2204e-6 pJ");
    FORMATS(0.0, "N", 0, "0 N");
    FORMATS(5.6e-33, "m", 0, "0 m"); /* of a body at rest, where nothing else is in metres */
}
END_TEST

/* what is small and known stays: a ten-billionth is rounding, ten times that is not; NaN and infinity are
 * themselves */
START_TEST(small_numbers_stay) {
    FORMATS(1e-10, "m", 1, "0 m");
    FORMATS(1e-9, "m", 1, "1.0000 nm");
    FORMATS(1e-9, "m", -1, "1.0000 nm");
    FORMATS(0.5e-3, "m", 1e6, "500.00 µm");
    FORMATS((double)NAN, "m", 1, "undefined m");
    FORMATS((double)INFINITY, "m", 1, "∞ m");
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("format");
    tcase_add_test(tests, rounding_is_zero);
    tcase_add_test(tests, small_numbers_stay);
    return run_suite("format", tests);
}
