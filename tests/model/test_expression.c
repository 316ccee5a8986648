/*
 * Arithmetic of derived axes: precedence and associativity against values worked out by hand, faults with their
 * places.
 */
#include <stdio.h>
#include <string.h>

#include "model/expression.h"
#include "suite.h"

static size_t look_up(void *context, const char *name, thud_expression_fault *fault) {
    static const char *const names[] = {"a", "b", "mass_ratio"};
    (void)context;
    for (size_t i = 0; i < 3; i++)
        if (strcmp(names[i], name) == 0) return i;
    snprintf(fault->text, sizeof fault->text, "no '%s'", name);
    return SIZE_MAX;
}

static const double VALUES[] = {3, 4, 0.5};

/* all exact in binary, or one rounding of the C library */
static const struct {
    const char *text;
    double value;
} RIGHT[] = {
    {"1 + 2 * 3", 7},
    {"(1 + 2) * 3", 9},
    {"8 - 3 - 2", 3},
    {"16 / 4 / 2", 2},
    {"2 ^ 3 ^ 2", 512},
    {"-2 ^ 2", -4},
    {"2 ^ -1", 0.5},
    {"--3", 3},
    {"+a", 3},
    {"a*b", 12},
    {"sqrt(a ^ 2 + b ^ 2)", 5},
    {"mass_ratio * 1e3", 500},
    {".5 + 1.", 1.5},
    {"exp(0) + log(1)", 1},
    {"min(3, 1+1) * max(abs(0-4), 1)", 8},
    {"tanh(0) + min(1, max(2, 3))", 1},
    {"2 * pi", 6.28318530717958647693},
    {"1/(a - 3)", INFINITY},
};

START_TEST(values) {
    thud_expression *e;
    thud_expression_fault fault;
    ck_assert_msg(thud_expression_parse(RIGHT[_i].text, look_up, NULL, &e, &fault) == THUD_OK, "%s: %s",
                  RIGHT[_i].text, fault.text);
    const double value = thud_expression_value(e, VALUES);
    ck_assert_msg(value == RIGHT[_i].value, "%s = %.17g", RIGHT[_i].text, value);
    thud_expression_free(e);
}
END_TEST

static const struct {
    const char *text;
    size_t at;
    const char *why;
} WRONG[] = {
    {"", 0, "the expression ends too early"},
    {"a *", 3, "the expression ends too early"},
    {"a b", 2, "expected an operator: + - * / ^"},
    {"2 * (a + 1", 4, "this parenthesis is not closed"},
    {"sqrt(a", 4, "this parenthesis is not closed"},
    {"a + c", 4, "no 'c'"},
    {"a + sqr(2)", 4, "unknown function 'sqr'; did you mean 'sqrt'?"},
    {"sine(2)", 0, "unknown function 'sine'; there are sqrt, exp, log, tanh, abs, min and max"},
    {"a + * b", 4, "expected a number, a name or a parenthesis"},
    {"10mm", 2, "a unit cannot stand here; write the number in SI units"},
    {"1e999", 0, "expected a number"},
    {"a)", 1, "expected an operator: + - * / ^"},
    {"a; b", 1, "expected an operator: + - * / ^"},
};

START_TEST(faults) {
    thud_expression *e = NULL;
    thud_expression_fault fault;
    ck_assert_int_eq(thud_expression_parse(WRONG[_i].text, look_up, NULL, &e, &fault), THUD_ERROR_SYNTAX);
    ck_assert_ptr_null(e);
    ck_assert_str_eq(fault.text, WRONG[_i].why);
    ck_assert_uint_eq(fault.at, WRONG[_i].at);
}
END_TEST

/* neither the stack of the machine nor that of the expression overflows */
START_TEST(too_much) {
    static char text[20001];
    thud_expression *e;
    thud_expression_fault fault;
    memset(text, '(', 20000);
    ck_assert_int_eq(thud_expression_parse(text, look_up, NULL, &e, &fault), THUD_ERROR_SYNTAX);
    memset(text, '-', 20000);
    ck_assert_int_eq(thud_expression_parse(text, look_up, NULL, &e, &fault), THUD_ERROR_SYNTAX);
    for (size_t i = 0; i < 10000; i++) memcpy(text + 2 * i, "1+", 2);
    ck_assert_int_eq(thud_expression_parse(text, look_up, NULL, &e, &fault), THUD_ERROR_SYNTAX);
    ck_assert_str_eq(fault.text, "the expression is too long");
}
END_TEST

START_TEST(uses) {
    thud_expression *e;
    thud_expression_fault fault;
    ck_assert_int_eq(thud_expression_parse("a + 2 * a", look_up, NULL, &e, &fault), THUD_OK);
    ck_assert(thud_expression_uses(e, 0) && !thud_expression_uses(e, 1));
    thud_expression_free(e);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("expression");
    tcase_add_loop_test(tests, values, 0, sizeof RIGHT / sizeof RIGHT[0]);
    tcase_add_loop_test(tests, faults, 0, sizeof WRONG / sizeof WRONG[0]);
    tcase_add_test(tests, too_much);
    tcase_add_test(tests, uses);
    return run_suite("expression", tests);
}
