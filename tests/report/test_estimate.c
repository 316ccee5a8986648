/* Values with their errors as text: what is written by hand, and for any of them that the text is true. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/random.h"
#include "report/text/format.h"

#include "suite.h"

static const struct {
    double value, error;
    const char *unit, *text;
} BY_HAND[] = {
    {356.1, 270, "N/m", "356 ± 270 N/m"},
    {356.1, 273, "", "356 ± 270"},
    {1645.94, 131, "N/m", "1.65 ± 0.13 kN/m"},
    {14e-6, 10e-6, "m", "14 ± 10 µm"},
    {4.0286701, 3.7e-6, "Hz", "4.0286701 ± 0.0000037 Hz"},
    {0.5999, 2.2e-5, "", "0.599900 ± 0.000022"},
    {0.6, 0.0996, "", "0.60 ± 0.10"},            /* rounding the error takes it to the next place */
    {9.96, 0.995, "m", "9.96 ± 0.99 m"},         /* 0.995 is a little less in binary */
    {-0.001, 0.2, "", "0.00 ± 0.20"},            /* no -0.00 */
    {1e-6, 2e-3, "m", "0.0 ± 2.0 mm"},           /* the prefix of the larger of the two */
    {1.2e-7, 1.4e-8, "", "(1.20 ± 0.14)e-7"},    /* no unit, no prefix */
    {3e20, 2e19, "N/m", "(3.00 ± 0.20)e8 TN/m"}, /* beyond the last prefix */
    {2, 1.2e-12, "", "2.000000000 ± 1.2e-12"},   /* rounding of data without noise */
    {999999.9, 12000, "N", "1.000 ± 0.012 MN"},
    {2.5, 0, "m", "2.5000 m"}, /* without an error a quantity */
    {2.5, NAN, "", "2.5000"},
    {2.5, INFINITY, "m", "2.5000 ± ∞ m"},
};

START_TEST(by_hand) {
    const char *text = thud_format_estimate(BY_HAND[_i].value, BY_HAND[_i].error, BY_HAND[_i].unit).text;
    ck_assert_str_eq(text, BY_HAND[_i].text);
}
END_TEST

/*
 * Read back, the error is the one that was given within half a unit of its second digit, 5 % of 1.0, and the value
 * within half a unit of the last place of the error, which is at most 5 % of it; where the places in front of the
 * point stay the value is nearer still. Both within the rounding of two products, far below.
 */
START_TEST(true_to_numbers) {
    thud_random random = thud_random_seed(12);
    for (int i = 0; i < 20000; i++) {
        double value = pow(10, 16 * thud_random_uniform(&random) - 8) * (i % 2 ? 1 : -1);
        double error = fabs(value) * pow(10, 9 * thud_random_uniform(&random) - 7);
        thud_text text = thud_format_estimate(value, error, "");
        const char *at = text.text + (text.text[0] == '(');
        char *end;
        double shown = strtod(at, &end), known = 0, power = 1;
        if (strncmp(end, " ± ", strlen(" ± ")) != 0) ck_abort_msg("%g, %g: '%s'", value, error, text.text);
        known = strtod(end + strlen(" ± "), &end);
        if (*end == ')') power = pow(10, strtod(end + 2, &end));
        if (*end != '\0' || strlen(text.text) > 40) ck_abort_msg("%g, %g: '%s'", value, error, text.text);
        if (!(fabs(known * power - error) <= 0.0501 * error && fabs(shown * power - value) <= 0.0501 * error))
            ck_abort_msg("%.12g, %.12g: '%s'", value, error, text.text);
    }
}
END_TEST

START_TEST(exponents) {
    ck_assert_str_eq(thud_format_stiffness_unit(thud_round_exponent(1.49873, 0.01)).text, "N/m^1.5");
    ck_assert_str_eq(thud_format_stiffness_unit(thud_round_exponent(1.43219, 0.01)).text, "N/m^1.43");
    ck_assert_str_eq(thud_format_stiffness_unit(thud_round_exponent(1.00004, 1e-3)).text, "N/m");
    ck_assert_str_eq(thud_format_damping_unit(thud_round_exponent(1.49873, 0.01)).text, "N·s/m^2.5");
    ck_assert_str_eq(thud_format_stiffness_unit(thud_round_exponent(1.4375, 0)).text, "N/m^1.4375"); /* given */
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("estimate");
    tcase_add_loop_test(tests, by_hand, 0, sizeof BY_HAND / sizeof BY_HAND[0]);
    tcase_add_test(tests, true_to_numbers);
    tcase_add_test(tests, exponents);
    return run_suite("estimate", tests);
}
