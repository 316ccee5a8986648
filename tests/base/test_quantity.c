/*
 * Quantities with units: what is read, to the last bit, and what is refused, and why.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/quantity.h>

#include "suite.h"

/* mass, length, time, angle */
static const thud_dimension none = {0, 0, 0, 0};
static const thud_dimension mass = {1, 0, 0, 0};
static const thud_dimension length = {0, 1, 0, 0};
static const thud_dimension duration = {0, 0, 1, 0};
static const thud_dimension angle = {0, 0, 0, 1};
static const thud_dimension speed = {0, 1, -1, 0};
static const thud_dimension turning = {0, 0, -1, 1};
static const thud_dimension acceleration = {0, 1, -2, 0};
static const thud_dimension force = {1, 1, -2, 0};
static const thud_dimension pressure = {1, -1, -2, 0};
static const thud_dimension area = {0, 2, 0, 0};
static const thud_dimension frequency = {0, 0, -1, 0};
static const thud_dimension stiffness = {1, 0, -2, 0};
static const thud_dimension hertz = {1, -0.5, -2, 0}; /* N/m^1.5 */
static const thud_dimension damping = {1, 0, -1, 0};
static const thud_dimension hunt = {1, -1.5, -1, 0}; /* N·s/m^2.5 */
static const thud_dimension density = {1, -3, 0, 0};
static const thud_dimension energy = {1, 2, -2, 0};
static const thud_dimension power = {1, 2, -3, 0};

typedef struct reading {
    const char *text;
    const thud_dimension *want;
    double value;
} reading;

/*
 * Equal to the last bit: number and unit are ratios of whole numbers that a double holds, so that one division,
 * which rounds as the compiler rounds the literal, is the only inexact step.
 */
static const reading exact[] = {
    /* bare numbers are in SI, whatever is wanted */
    {"0", &length, 0},
    {"30", &length, 30},
    {"-1.5", &force, -1.5},
    {"+2.", &none, 2},
    {".5", &none, 0.5},
    {"5e9", &hertz, 5e9},
    {"1.25E+6", &mass, 1.25e6},
    {"1e-3", &duration, 1e-3},
    {"0.1", &none, 0.1},
    {" \t7 \t", &mass, 7},
    {"0e999", &none, 0},
    {"000123", &none, 123},
    /* the ends of the range */
    {"1.7976931348623157e308", &none, DBL_MAX},
    {"2.2250738585072014e-308", &none, DBL_MIN},
    {"4.9406564584124654e-324", &none, 4.9406564584124654e-324},
    /* SI, with and without prefixes */
    {"30mm", &length, 0.03},
    {"30 mm", &length, 0.03},
    {"3 cm", &length, 0.03},
    {"7 mm", &length, 0.007},
    {"3 dm", &length, 0.3},
    {"2 km", &length, 2000},
    {"5 um", &length, 5e-6},
    {"5 \xC2\xB5m", &length, 5e-6}, /* U+00B5, micro sign */
    {"5 \xCE\xBCm", &length, 5e-6}, /* U+03BC, Greek mu */
    {"3 nm", &length, 3e-9},
    {"20 s", &duration, 20},
    {"12 ms", &duration, 0.012},
    {"2 min", &duration, 120},
    {"3 h", &duration, 10800},
    {"350 kg", &mass, 350},
    {"20 t", &mass, 20000},
    {"15kN", &force, 15000},
    {"2 MN", &force, 2e6},
    {"9 mN", &force, 0.009},
    {"210 GPa", &pressure, 210e9},
    {"30 MPa", &pressure, 30e6},
    {"3 kJ", &energy, 3000},
    {"3 N m", &energy, 3},
    {"2 TW", &power, 2e12},
    {"2 kHz", &frequency, 2000},
    {"-30 mm", &length, -0.03},
    {"0 mm", &length, 0},
    /* plain ratios */
    {"5%", &none, 0.05},
    {"5 %", &none, 0.05},
    {"1 mm/m", &none, 0.001},
    /* products, quotients and powers in every spelling */
    {"15 kN/mm", &stiffness, 15e6},
    {"15 kN / mm", &stiffness, 15e6},
    {"15 kN mm^-1", &stiffness, 15e6},
    {"15 N*s/m", &damping, 15},
    {"15 N s / m", &damping, 15},
    {"15 N\xC2\xB7s/m", &damping, 15}, /* U+00B7, middle dot */
    {"15 N/m*s", &damping, 15},        /* the slash holds for m alone */
    {"15 N/m/m", &pressure, 15},
    {"3 m/s^2", &acceleration, 3},
    {"3 m/s\xC2\xB2", &acceleration, 3}, /* U+00B2 */
    {"3 m/s/s", &acceleration, 3},
    {"3 kg*m/s^2", &force, 3},
    {"5 N/mm^2", &pressure, 5e6},
    {"4 cm^2", &area, 4e-4},
    {"8 cm\xC2\xB3/m", &area, 8e-6}, /* U+00B3 */
    {"2e9N/m^1.5", &hertz, 2e9},
    {"2e10 N*s/m^2.5", &hunt, 2e10},
    {"5 /s", &frequency, 5},
    {"5/s", &frequency, 5},
    {"36 km/h", &speed, 10},
    {"90 km/min/s", &acceleration, 1500},
    {"3 rad/s", &turning, 3},
    {"6 m^0*s", &duration, 6},
    {"6 s^+1", &duration, 6},
    /* US units, from their definitions in SI */
    {"1 in", &length, 0.0254},
    {"10 ft", &length, 3.048},
    {"1 lbm", &mass, 0.45359237},
    {"1 lbf", &force, 4.4482216152605},
    {"1 kip", &force, 4448.2216152605},
    /* gravity */
    {"1 g", &acceleration, 9.80665},
    {"100 gal", &acceleration, 1},
    {"35 Gal", &acceleration, 0.35},
};

START_TEST(reads_to_the_last_bit) {
    const reading *c = &exact[_i];
    double value = NAN;
    thud_error error;
    const thud_status status = thud_quantity_parse(c->text, *c->want, &value, &error);
    ck_assert_msg(status == THUD_OK, "\"%s\" was refused: %s", c->text, status == THUD_OK ? "" : error.text);
    ck_assert_msg(value == c->value, "\"%s\" gave %.17g, not %.17g", c->text, value, c->value);
}
END_TEST

/* here the number, the factor or a power is rounded as well, each to half a unit in the last place: 4 of them cover
 * it */
static const reading rounded[] = {
    {"0.35 g", &acceleration, 3.4323275},
    {"0.35 kN/mm", &stiffness, 350000},
    {"12 deg", &angle, 0.20943951023931953},
    {"12\xC2\xB0", &angle, 0.20943951023931953}, /* U+00B0 */
    {"180 deg/s", &turning, 3.1415926535897932},
    {"1 psi", &pressure, 6894.7572931683613}, /* 4.4482216152605/0.0254² */
    {"1 ksi", &pressure, 6894757.2931683613},
    {"1 kip/in", &stiffness, 175126.83524647636}, /* 4448.2216152605/0.0254 */
    {"1 lbf/in^2", &pressure, 6894.7572931683613},
    {"1 N/mm^1.5", &hertz, 31622.776601683793},  /* 1000^1.5 */
    {"1 kN/cm^1.5", &hertz, 1e6},                /* 1e3 · 100^1.5 */
    {"2 mm^0.5*mm^0.5", &length, 0.002},         /* powers add up */
    {"1 N*s/mm^2.5", &hunt, 31622776.601683793}, /* 1000^2.5 */
    {"1 kg/ft^3", &density, 35.314666721488591}, /* 0.3048⁻³ */
};

START_TEST(reads_to_rounding) {
    const reading *c = &rounded[_i];
    double value = NAN;
    thud_error error;
    const thud_status status = thud_quantity_parse(c->text, *c->want, &value, &error);
    ck_assert_msg(status == THUD_OK, "\"%s\" was refused: %s", c->text, status == THUD_OK ? "" : error.text);
    /* a power, a product and a quotient, each rounded; pow to one unit in the last place */
    ck_assert_double_eq_tol(value, c->value, 4 * DBL_EPSILON * fabs(c->value));
}
END_TEST

START_TEST(infinity) {
    static const char *const plus[] = {"inf", ".inf", "+inf", "+.inf", ".Inf", ".INF", " inf ", "inf mm", ".inf m"};
    static const char *const minus[] = {"-inf", "-.inf", "-inf km"};
    double value;
    for (size_t i = 0; i < sizeof plus / sizeof plus[0]; i++) {
        value = 0;
        ck_assert_int_eq(thud_quantity_parse(plus[i], THUD_DIMENSION_LENGTH, &value, NULL), THUD_OK);
        ck_assert_double_eq(value, (double)INFINITY);
    }
    for (size_t i = 0; i < sizeof minus / sizeof minus[0]; i++) {
        value = 0;
        ck_assert_int_eq(thud_quantity_parse(minus[i], THUD_DIMENSION_LENGTH, &value, NULL), THUD_OK);
        ck_assert_double_eq(value, -(double)INFINITY);
    }
    ck_assert_int_eq(thud_quantity_parse("inf s", THUD_DIMENSION_LENGTH, &value, NULL), THUD_ERROR_DIMENSION);
}
END_TEST

typedef struct refusal {
    const char *text;
    const thud_dimension *want;
    thud_status status;
    const char *says; /* part of the reason */
} refusal;

static const refusal refused[] = {
    /* no number */
    {"", &length, THUD_ERROR_SYNTAX, "a number"},
    {"   ", &length, THUD_ERROR_SYNTAX, "a number"},
    {"mm", &length, THUD_ERROR_SYNTAX, "a number"},
    {".", &length, THUD_ERROR_SYNTAX, "a number"},
    {"-", &length, THUD_ERROR_SYNTAX, "a number"},
    {"+-1", &length, THUD_ERROR_SYNTAX, "a number"},
    {"e5", &length, THUD_ERROR_SYNTAX, "a number"},
    {"- 5", &length, THUD_ERROR_SYNTAX, "a number"},
    {"nan", &length, THUD_ERROR_SYNTAX, "a number"},
    {".nan", &length, THUD_ERROR_SYNTAX, "a number"},
    {"-NaN", &length, THUD_ERROR_SYNTAX, "a number"},
    {"nan(0x1)", &none, THUD_ERROR_SYNTAX, "a number"},
    {"infinity", &length, THUD_ERROR_SYNTAX, "a number"},
    {"infin", &length, THUD_ERROR_SYNTAX, "a number"},
    {"*****", &length, THUD_ERROR_SYNTAX, "a number"},
    /* numbers of other tribes */
    {"0x10", &none, THUD_ERROR_SYNTAX, "decimal"},
    {"0x1p3", &none, THUD_ERROR_SYNTAX, "decimal"},
    {"-0X1.8p1 m", &length, THUD_ERROR_SYNTAX, "decimal"},
    {"1,5", &none, THUD_ERROR_SYNTAX, "a decimal point"},
    {"1.2.3", &none, THUD_ERROR_SYNTAX, "one unit"},
    {"1 000", &none, THUD_ERROR_SYNTAX, "one unit"},
    {"0.123-0.456", &none, THUD_ERROR_SYNTAX, "one unit"},
    {"1.234-103", &none, THUD_ERROR_SYNTAX, "one unit"},
    {"1.0D-03", &none, THUD_ERROR_SYNTAX, "known unit"},
    {"5e", &none, THUD_ERROR_SYNTAX, "known unit"},
    {"5e+", &none, THUD_ERROR_SYNTAX, "known unit"},
    {"1e5.5", &none, THUD_ERROR_SYNTAX, "one unit"},
    /* out of the range of a double, before or after the unit */
    {"1e999", &none, THUD_ERROR_OVERFLOW, "1e308"},
    {"-1e999", &none, THUD_ERROR_OVERFLOW, "1e308"},
    {"1e-999", &none, THUD_ERROR_OVERFLOW, "1e308"},
    {"1e99999999999999999999", &none, THUD_ERROR_OVERFLOW, "1e308"},
    {"1e308 km", &length, THUD_ERROR_OVERFLOW, "SI"},
    {"1e-320 nm", &length, THUD_ERROR_OVERFLOW, "SI"},
    {"1 mm^200/m^199", &length, THUD_ERROR_OVERFLOW, "SI"},
    {"1 km^200/m^199", &length, THUD_ERROR_OVERFLOW, "SI"},
    {"0 km^200/m^199", &length, THUD_ERROR_OVERFLOW, "SI"},
    {"1 m/m^1e", &length, THUD_ERROR_SYNTAX, "between"},
    /* units that are none */
    {"5 x", &length, THUD_ERROR_SYNTAX, "as in mm"},
    {"5 KN", &force, THUD_ERROR_SYNTAX, "perhaps kN"},
    {"5 Mpa", &pressure, THUD_ERROR_SYNTAX, "perhaps MPa"},
    {"5 HZ", &frequency, THUD_ERROR_SYNTAX, "perhaps Hz"},
    {"5 kips", &force, THUD_ERROR_SYNTAX, "perhaps kip"},
    {"5 mmm", &length, THUD_ERROR_SYNTAX, "perhaps mm"},
    {"5 sec", &duration, THUD_ERROR_SYNTAX, "perhaps s"},
    {"5 lb", &mass, THUD_ERROR_SYNTAX, "lbm"},
    {"5 lbs", &force, THUD_ERROR_SYNTAX, "lbf"},
    {"5 mg", &mass, THUD_ERROR_SYNTAX, "known unit"},
    {"5 kt", &mass, THUD_ERROR_SYNTAX, "known unit"},
    {"5 mkm", &length, THUD_ERROR_SYNTAX, "perhaps mm"},
    {"5 k", &force, THUD_ERROR_SYNTAX, "known unit"},
    {"5 \xC2\xB5", &length, THUD_ERROR_SYNTAX, "known unit"},
    {"5 \xFF\xFE", &length, THUD_ERROR_SYNTAX, "known unit"},
    {"5 \xC2", &length, THUD_ERROR_SYNTAX, "known unit"},
    /* operators without something to work on, and other leftovers */
    {"5 m/", &length, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m*", &length, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m//s", &speed, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m*/s", &speed, THUD_ERROR_SYNTAX, "one unit"},
    {"5 *m", &length, THUD_ERROR_SYNTAX, "one unit"},
    {"5 /", &length, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m^", &length, THUD_ERROR_SYNTAX, "after ^"},
    {"5 m^x", &length, THUD_ERROR_SYNTAX, "after ^"},
    {"5 m^0x1", &length, THUD_ERROR_SYNTAX, "decimal"},
    {"5 ^2", &area, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m2", &area, THUD_ERROR_SYNTAX, "with ^"},
    {"5 m^2s", &area, THUD_ERROR_SYNTAX, "between"},
    {"5 N/(m*s)", &damping, THUD_ERROR_SYNTAX, "one unit"},
    {"5 m; rm", &length, THUD_ERROR_SYNTAX, "known unit"},
    {"5 mm 6", &length, THUD_ERROR_SYNTAX, "one unit"},
    /* a percent sign with anything beside it */
    {"50 % %", &none, THUD_ERROR_SYNTAX, "one %"},
    {"50%*%", &none, THUD_ERROR_SYNTAX, "one %"},
    {"50%^2", &none, THUD_ERROR_SYNTAX, "one %"},
    {"50 /%", &none, THUD_ERROR_SYNTAX, "one %"},
    {"5 % m", &length, THUD_ERROR_SYNTAX, "one %"},
    {"5 m %", &length, THUD_ERROR_SYNTAX, "one %"},
    /* units of something else: the reason names what is wanted */
    {"5 s", &length, THUD_ERROR_DIMENSION, "a length, as in 30mm"},
    {"5 s", &none, THUD_ERROR_DIMENSION, "a plain number"},
    {"5 g", &mass, THUD_ERROR_DIMENSION, "a mass"},
    {"5 mm", &duration, THUD_ERROR_DIMENSION, "a time"},
    {"5 %", &length, THUD_ERROR_DIMENSION, "a length"},
    {"5 N", &pressure, THUD_ERROR_DIMENSION, "a pressure"},
    {"5 Pa", &force, THUD_ERROR_DIMENSION, "a force"},
    {"5 N", &area, THUD_ERROR_DIMENSION, "an area"},
    {"5 g", &speed, THUD_ERROR_DIMENSION, "a speed"},
    {"5 m/s", &acceleration, THUD_ERROR_DIMENSION, "an acceleration"},
    {"5 rad/s", &frequency, THUD_ERROR_DIMENSION, "a frequency"},
    {"5 Hz", &turning, THUD_ERROR_DIMENSION, "an angular speed"},
    {"12 deg", &none, THUD_ERROR_DIMENSION, "a plain number"},
    {"5 %", &angle, THUD_ERROR_DIMENSION, "an angle"},
    {"5 N/m", &hertz, THUD_ERROR_DIMENSION, "where n = 1.5"},
    {"5 N/m^1.5", &stiffness, THUD_ERROR_DIMENSION, "a stiffness, as in 15 kN/mm"},
    {"5 N*s/m", &hunt, THUD_ERROR_DIMENSION, "where p = 1.5"},
    {"5 N/m", &damping, THUD_ERROR_DIMENSION, "a damping, as in 3 kN*s/m"},
    {"5 m", &power, THUD_ERROR_DIMENSION, "another kind"},
};

START_TEST(refuses_and_says_why) {
    const refusal *c = &refused[_i];
    double value = 42;
    thud_error error = {.subject = "unset"};
    const thud_status status = thud_quantity_parse(c->text, *c->want, &value, &error);
    ck_assert_msg(status == c->status, "\"%s\": %s", c->text, thud_status_text(status));
    ck_assert_int_eq(error.status, status);
    ck_assert_ptr_null(error.subject);
    ck_assert_str_ne(error.text, "");
    ck_assert_msg(strstr(error.text, c->says), "\"%s\" was refused with \"%s\"", c->text, error.text);
    ck_assert(isnan(error.value));
    ck_assert_double_eq(value, 42); /* outputs are written only on success */
    ck_assert_int_eq(thud_quantity_parse(c->text, *c->want, &value, NULL), status);
}
END_TEST

START_TEST(missing_arguments) {
    double value = 42;
    thud_error error;
    ck_assert_int_eq(thud_quantity_parse(NULL, THUD_DIMENSION_LENGTH, &value, &error), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(error.status, THUD_ERROR_ARGUMENT);
    ck_assert_double_eq(value, 42);
    ck_assert_int_eq(thud_quantity_parse("1 m", THUD_DIMENSION_LENGTH, NULL, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(success_leaves_the_error_alone) {
    double value;
    thud_error error = {.status = THUD_ERROR_STEPS, .subject = "mine", .value = 7};
    ck_assert_int_eq(thud_quantity_parse("1 m", THUD_DIMENSION_LENGTH, &value, &error), THUD_OK);
    ck_assert_int_eq(error.status, THUD_ERROR_STEPS);
    ck_assert_str_eq(error.subject, "mine");
}
END_TEST

/* dimensions of F = k δⁿ and F = c δᵖ δ̇ for broken exponents: 1.2 = n is not a double, and must not matter */
START_TEST(dimensions_of_power_laws) {
    double value;
    ck_assert_int_eq(thud_quantity_parse("3 N/m^1.2", thud_dimension_stiffness(1.2), &value, NULL), THUD_OK);
    ck_assert_double_eq(value, 3);
    ck_assert_int_eq(thud_quantity_parse("3 N*s/m^1.1", thud_dimension_damping((1.2 - 1) / 2), &value, NULL),
                     THUD_OK);
    ck_assert_double_eq(value, 3);
    ck_assert_int_eq(thud_quantity_parse("3 N/m^1.2001", thud_dimension_stiffness(1.2), &value, NULL),
                     THUD_ERROR_DIMENSION);
    ck_assert_int_eq(thud_quantity_parse("3 kN/mm", thud_dimension_stiffness(1), &value, NULL), THUD_OK);
    ck_assert_int_eq(thud_quantity_parse("3 kN*s/m", thud_dimension_damping(0), &value, NULL), THUD_OK);
}
END_TEST

START_TEST(named_dimensions) {
    const struct {
        const char *text;
        thud_dimension dimension;
    } named[] = {
        {"1 %", THUD_DIMENSION_NONE},
        {"1 kg", THUD_DIMENSION_MASS},
        {"1 m", THUD_DIMENSION_LENGTH},
        {"1 s", THUD_DIMENSION_TIME},
        {"1 rad", THUD_DIMENSION_ANGLE},
        {"1 m/s", THUD_DIMENSION_SPEED},
        {"1 m/s^2", THUD_DIMENSION_ACCELERATION},
        {"1 rad/s", THUD_DIMENSION_ANGULAR_SPEED},
        {"1 N", THUD_DIMENSION_FORCE},
        {"1 Pa", THUD_DIMENSION_PRESSURE},
        {"1 m^2", THUD_DIMENSION_AREA},
        {"1 Hz", THUD_DIMENSION_FREQUENCY},
    };
    const size_t count = sizeof named / sizeof named[0];
    /* each unit fits its own dimension and no other */
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            double value;
            const thud_status status = thud_quantity_parse(named[i].text, named[j].dimension, &value, NULL);
            ck_assert_msg(status == (i == j ? THUD_OK : THUD_ERROR_DIMENSION), "%s as %s", named[i].text,
                          named[j].text);
        }
    }
}
END_TEST

/* fills a megabyte with repetitions of `piece` after `head` */
static char *repeat(const char *head, const char *piece) {
    const size_t size = (size_t)1 << 20;
    char *text = calloc(size + 1, 1);
    ck_assert_ptr_nonnull(text);
    memcpy(text, head, strlen(head));
    const size_t step = strlen(piece);
    for (size_t at = strlen(head); at + step <= size; at += step) memcpy(text + at, piece, step);
    return text;
}

START_TEST(very_long_texts) {
    static const struct {
        const char *head;
        const char *piece;
        thud_status status;
    } cases[] = {
        {"", " ", THUD_ERROR_SYNTAX},        {"0", "0", THUD_OK},
        {"1", "0", THUD_ERROR_OVERFLOW},     {"0.", "0", THUD_OK},
        {"1e", "9", THUD_ERROR_OVERFLOW},    {"1 ", "m", THUD_ERROR_SYNTAX},
        {"1 m", " m", THUD_ERROR_DIMENSION}, {"1 m", "/s*s", THUD_OK},
        {"1 m^", "9", THUD_ERROR_OVERFLOW},  {"1 m^", "-", THUD_ERROR_SYNTAX},
        {"1 ", "\xC2", THUD_ERROR_SYNTAX},   {"1 m", "\xC2\xB2", THUD_ERROR_SYNTAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = repeat(cases[i].head, cases[i].piece);
        double value = 42;
        const thud_status status = thud_quantity_parse(text, THUD_DIMENSION_LENGTH, &value, NULL);
        free(text);
        ck_assert_msg(status == cases[i].status, "case %zu: %s", i, thud_status_text(status));
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("quantity");
    tcase_add_loop_test(tests, reads_to_the_last_bit, 0, (int)(sizeof exact / sizeof exact[0]));
    tcase_add_loop_test(tests, reads_to_rounding, 0, (int)(sizeof rounded / sizeof rounded[0]));
    tcase_add_test(tests, infinity);
    tcase_add_loop_test(tests, refuses_and_says_why, 0, (int)(sizeof refused / sizeof refused[0]));
    tcase_add_test(tests, missing_arguments);
    tcase_add_test(tests, success_leaves_the_error_alone);
    tcase_add_test(tests, dimensions_of_power_laws);
    tcase_add_test(tests, named_dimensions);
    tcase_add_test(tests, very_long_texts);
    return run_suite("quantity", tests);
}
