/* The catalogue: every promised name, complete rows, and rules that behave at the ends of their range. */
#include <string.h>

#include <thud/law.h>

#include "suite.h"

#define REFUSES(call) ck_assert_int_eq((call), THUD_ERROR_ARGUMENT)

static const char *const NAMES[] = {
    "linear",
    "hertz",
    "kelvin-voigt",
    "anagnostopoulos",
    "tsuji",
    "hunt-crossley",
    "hu-guo",
    "lankarani-nikravesh",
    "flores",
    "ye",
    "gonthier",
    "khatiwada",
    "gonthier-approximate",
    "herbert-mcwhannell",
    "lee-wang",
    "zhiying-qishao",
    "kuwabara-kono",
    "jankowski-2005",
    "jankowski-2006",
    "mahmoud-jankowski",
    "zhao-liu",
    "li-darby",
    "poursina-nikravesh",
    "valles-reinhorn",
    "adams-impact",
    "thornton-2013",
    "carvalho-martins",
    "pant-wijeyewickrema",
    "ye-modified",
    "simscape",
    "elastogap",
    "zener",
    "fractional",
    "thornton-1997",
    "dmt",
    "jkr",
    "luo-nahon",
    "newton",
    "poisson",
    "stronge",
};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

START_TEST(all_names_and_no_other) {
    ck_assert_uint_eq(thud_law_count(), NAME_COUNT);
    for (size_t i = 0; i < NAME_COUNT; i++) {
        const thud_law *law = thud_law_find(NAMES[i]);
        ck_assert_ptr_nonnull(law);
        ck_assert_str_eq(law->name, NAMES[i]);
    }
    ck_assert_ptr_null(thud_law_at(NAME_COUNT));
    ck_assert_ptr_null(thud_law_find("flore"));
    ck_assert_ptr_null(thud_law_find(""));
    ck_assert_ptr_null(thud_law_find(NULL));
    for (size_t i = 0; thud_law_alias_at(i); i++) { /* names of laws that are there, and of no other */
        const thud_law_alias *alias = thud_law_alias_at(i);
        ck_assert(alias->whose && thud_law_find(alias->name) == thud_law_find(alias->law));
        for (size_t k = 0; k < NAME_COUNT; k++) ck_assert_str_ne(alias->name, NAMES[k]);
    }
    ck_assert_ptr_eq(thud_law_find("walton-braun"), thud_law_find("valles-reinhorn"));
    ck_assert_ptr_null(thud_law_alias_at(1000));
    ck_assert_str_eq(thud_law_nearest("floress"), "flores");
    ck_assert_str_eq(thud_law_nearest("walton-brown"), "walton-braun");
    ck_assert_ptr_null(thud_law_nearest("xyzzy-plugh"));
    ck_assert_ptr_null(thud_law_nearest(NULL));
}
END_TEST

START_TEST(complete_rows) {
    const thud_law *law = thud_law_at((size_t)_i);
    ck_assert(law->label && law->structure->family && law->title && law->source && law->validity &&
              law->structure->equation && law->structure->name);
    ck_assert(law->structure->exact_return && law->structure->exact_zero_force);
    ck_assert_int_eq(law->rule != NULL, thud_law_has_rule(law));
    ck_assert(law->separation == THUD_SEPARATION_RETURN || law->separation == THUD_SEPARATION_ZERO_FORCE);
    ck_assert(1 <= law->exponent_min && law->exponent_min <= law->exponent_default);
    ck_assert(law->exponent_default <= law->exponent_max && law->exponent_max <= 3);

    thud_parameter p;
    size_t count = 0;
    while (thud_law_parameter(law, count, &p)) {
        ck_assert(p.name && p.symbol && p.unit && *p.range && p.meaning);
        count++;
    }
    ck_assert_uint_ge(count, 3);
    ck_assert_uint_le(count, 6 + law->structure->extra_count);
}
END_TEST

/* every published rule is elastic at e = 1 (Tsuji's fit leaves 4e-4, as published) and stronger for smaller e */
START_TEST(rules_fall_with_restitution) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind != THUD_FORCE_VISCOUS) return;
    for (int source = THUD_DAMPING_PUBLISHED; source <= THUD_DAMPING_EXACT; source++)
        for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++) {
            double before = INFINITY, chi = 0;
            for (double e = 1.0 / 1024; e <= 1; e += 1.0 / 1024) {
                thud_status status = thud_law_scaled_damping(
                    law, e, law->exponent_default, (thud_separation)separation, (thud_damping)source, &chi);
                ck_assert_int_eq(status, THUD_OK);
                ck_assert_double_lt(chi, before);
                before = chi;
            }
            bool fitted = strcmp(law->name, "tsuji") == 0 && source == THUD_DAMPING_PUBLISHED;
            ck_assert_double_le(chi, fitted ? 5e-4 : 0);
        }
}
END_TEST

START_TEST(damper_exponents) {
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("flores"), 1.5), 1.5);
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("tsuji"), 1.5), 0.25);
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("jankowski-2006"), 2), 0.5);
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("poursina-nikravesh"), 1.7), 0);
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("kuwabara-kono"), 1.5), 0.5);
    ck_assert_double_eq(thud_law_damper_exponent(thud_law_find("kelvin-voigt"), 1), 0);
    ck_assert(isnan(thud_law_damper_exponent(thud_law_find("hertz"), 1.5)));
    ck_assert(isnan(thud_law_damper_exponent(thud_law_find("newton"), 1)));
}
END_TEST

/* N·s/m^(p+1), or one over a length; none without a c */
START_TEST(damping_dimensions) {
    thud_dimension d = {9, 9, 9, 9};
    ck_assert(thud_law_damping_dimension(thud_law_find("flores"), 1.5, &d));
    ck_assert(d.mass == 1 && d.length == -1.5 && d.time == -1 && d.angle == 0);
    ck_assert(thud_law_damping_dimension(thud_law_find("jkr"), 1.5, &d));
    ck_assert(d.mass == 1 && d.length == -0.5 && d.time == -1);
    ck_assert(thud_law_damping_dimension(thud_law_find("thornton-1997"), 1.5, &d));
    ck_assert(d.mass == 0 && d.length == -1 && d.time == 0);
    ck_assert(isnan(thud_law_damper_exponent(thud_law_find("thornton-1997"), 1.5)));
    ck_assert(!thud_law_damping_dimension(thud_law_find("hertz"), 1.5, &d));
    ck_assert(!thud_law_damping_dimension(thud_law_find("newton"), 1, &d));
}
END_TEST

/* steel, E* = 210 GPa/1.82 */
START_TEST(cylinders) {
    double k = 0, n = 0, depth = 0;
    /* by hand from the paper's formula: D = 0.05 mm, Y = 1.51 (ln 50)^(-0.151) = 1.22891, n = Y 0.05^(-0.005)
     * = 1.24746 */
    ck_assert_int_eq(thud_stiffness_cylinders(210e9, 0.3, 9.95e-3, 210e9, 0.3, -10e-3, 0.01, &k, &n), THUD_OK);
    ck_assert_double_eq_tol(n, 1.2475, 5e-5);
    const double modulus = 210e3 / 1.82, millimetres = pow(1e-3, n); /* N/mm², and k from N/m^n to N/mm^n */
    assert_relative(k * millimetres, (0.965 * 0.05 + 0.0965) / 0.05 * modulus * 10, 1e-9);
    /* the wider half of the range, where n is 0.0151 D + 1.151 but for D^(-0.005): 1.1661 at 1 mm */
    ck_assert_int_eq(thud_stiffness_cylinders(210e9, 0.3, 9e-3, 210e9, 0.3, -10e-3, 0.01, &k, &n), THUD_OK);
    ck_assert_double_eq_tol(n, 1.1661, 1e-9);
    /* outside; with D = 20 mm the two models differ by some per cent, as their papers show */
    ck_assert_int_eq(thud_stiffness_cylinders(210e9, 0.3, 0.01, 210e9, 0.3, 0.01, 0.01, &k, &n), THUD_OK);
    ck_assert_double_eq(n, 1.094);
    ck_assert_int_eq(thud_cylinders_penetration(210e9, 0.3, 0.01, 210e9, 0.3, 0.01, 0.01, 1000, &depth), THUD_OK);
    assert_relative(k * pow(depth, n), 1000, 0.1);
    /* Johnson's, from the half width a of his book: d = P/(pi E*) [ln(4 R1/a) + ln(4 R2/a) - 1], a² = 4 P R/(pi E*)
     */
    const double pi = 3.14159265358979323846, load = 1000 / 0.01,
                 width = sqrt(4 * load * 0.005 / (pi * modulus * 1e6));
    assert_relative(depth, load / (pi * modulus * 1e6) * (2 * log(0.04 / width) - 1), 1e-12);
    /* what is none of two cylinders: a pin as wide as its hole, a hole too wide, and a force beyond the logarithm
     */
    REFUSES(thud_stiffness_cylinders(210e9, 0.3, 0.01, 210e9, 0.3, -0.01, 0.01, &k, &n));
    REFUSES(thud_stiffness_cylinders(210e9, 0.3, 0.01, 210e9, 0.3, -0.03, 0.01, &k, &n));
    REFUSES(thud_stiffness_cylinders(210e9, 0.3, 0.01, 210e9, 0.3, INFINITY, 0.01, &k, &n));
    REFUSES(thud_stiffness_cylinders(210e9, 0.3, 0.01, 210e9, 0.3, 0.01, 0, &k, &n));
    REFUSES(thud_cylinders_penetration(210e9, 0.3, 0.01, 210e9, 0.3, 0.01, 0.01, 0, &depth));
    REFUSES(thud_cylinders_penetration(210e9, 0.3, 0.01, 210e9, 0.3, 0.01, 0.01, 1e9, &depth));
}
END_TEST

/* Davies 1949 by Thornton & Ning, eqs 10 and 11: v_y = 1.56 √(py⁵/(E*⁴ρ)) of a sphere on a plane, its digits */
START_TEST(yield) {
    const double modulus = 210e9 / 1.82, radius = 5e-3, density = 7800, pressure = 1.2e9;
    double depth = 0, k = 0;
    ck_assert_int_eq(thud_yield_penetration(210e9, 0.3, radius, 210e9, 0.3, INFINITY, pressure, &depth), THUD_OK);
    ck_assert_int_eq(thud_stiffness_spheres(210e9, 0.3, radius, 210e9, 0.3, INFINITY, &k), THUD_OK);
    const double mass = 4.0 / 3 * 3.14159265358979323846 * pow(radius, 3) * density;
    assert_relative(sqrt(0.8 * k * pow(depth, 2.5) / mass),
                    1.56 * sqrt(pow(pressure, 5) / (pow(modulus, 4) * density)), 3e-3);
    REFUSES(thud_yield_penetration(210e9, 0.3, radius, 210e9, 0.3, INFINITY, 0, &depth));
    REFUSES(thud_yield_penetration(210e9, 0.3, INFINITY, 210e9, 0.3, INFINITY, 1e9, &depth));
}
END_TEST

static thud_status exact(const char *name, double e, double n, thud_separation separation) {
    double chi = -7;
    thud_status status = thud_law_scaled_damping(thud_law_find(name), e, n, separation, THUD_DAMPING_EXACT, &chi);
    ck_assert_int_eq(status == THUD_OK, chi != -7); /* outputs only on success */
    return status;
}

START_TEST(bad_input) {
    double values[] = {0, -0.5, 1.0000001, NAN, INFINITY};
    for (int i = 0; i < 5; i++)
        ck_assert_int_eq(exact("flores", values[i], 1.5, THUD_SEPARATION_RETURN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(exact("flores", 0.5, 0.99, THUD_SEPARATION_RETURN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(exact("flores", 0.5, 2.01, THUD_SEPARATION_RETURN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(exact("flores", 0.5, NAN, THUD_SEPARATION_RETURN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(exact("kelvin-voigt", 0.5, 1.5, THUD_SEPARATION_RETURN), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(exact("hertz", 0.5, 1.5, THUD_SEPARATION_RETURN), THUD_ERROR_UNREACHABLE);
    ck_assert_int_eq(exact("poursina-nikravesh", 4.9e-5, 1.5, THUD_SEPARATION_RETURN), THUD_ERROR_UNREACHABLE);
    ck_assert_int_eq(exact("poursina-nikravesh", 4.9e-5, 1, THUD_SEPARATION_RETURN), THUD_OK); /* Kelvin–Voigt */
    double chi;
    ck_assert_int_eq(thud_law_scaled_damping(NULL, 0.5, 1.5, 0, THUD_DAMPING_EXACT, &chi), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_law_scaled_damping(thud_law_find("ye"), 0.5, 1.5, 0, THUD_DAMPING_GIVEN, &chi),
                     THUD_ERROR_ARGUMENT);
}
END_TEST

/* a curve of restitution has speeds that ascend, and numbers that a restitution can be made of */
START_TEST(curves_of_restitution) {
    const thud_restitution_curve points = {
        .kind = THUD_RESTITUTION_POINTS, .count = 2, .speed = {1, 2}, .restitution = {0.9, 0.5}};
    const thud_restitution_curve power = {.kind = THUD_RESTITUTION_POWER, .a = 0.1, .b = 0.2, .least = 0.3};
    ck_assert_int_eq(thud_restitution_check(&points, NULL), THUD_OK);
    ck_assert_int_eq(thud_restitution_check(&power, NULL), THUD_OK);
    ck_assert_int_eq(thud_restitution_check(NULL, NULL), THUD_ERROR_ARGUMENT);
    const double speeds[] = {0, -1, NAN, 1e101, 1}, others[] = {-0.1, 1.1, NAN};
    for (int i = 0; i < 5; i++) {
        thud_restitution_curve c = points;
        c.speed[i == 4] = i == 4 ? 1 : speeds[i]; /* the last: twice the same */
        ck_assert_int_eq(thud_restitution_check(&c, NULL), THUD_ERROR_ARGUMENT);
    }
    for (int i = 0; i < 3; i++) {
        thud_restitution_curve c = points, d = power;
        c.restitution[1] = d.least = others[i];
        ck_assert_int_eq(thud_restitution_check(&c, NULL), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_restitution_check(&d, NULL), THUD_ERROR_ARGUMENT);
    }
    const double factors[] = {-1, NAN, 1e101}, exponents[] = {0, -1, NAN, 101};
    for (int i = 0; i < 4; i++) {
        thud_restitution_curve a = power, b = power, none = points;
        a.a = i < 3 ? factors[i] : -1;
        b.b = exponents[i];
        none.count = i % 2 == 0 ? 0 : THUD_RESTITUTION_MOST + 1;
        ck_assert_int_eq(thud_restitution_check(&a, NULL), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_restitution_check(&b, NULL), THUD_ERROR_ARGUMENT);
        ck_assert_int_eq(thud_restitution_check(&none, NULL), THUD_ERROR_ARGUMENT);
    }
    thud_restitution_curve edge = points;
    edge.restitution[0] = 1;
    edge.restitution[1] = 0;
    ck_assert_int_eq(thud_restitution_check(&edge, NULL), THUD_OK);
}
END_TEST

/* steel spheres of 20 mm: E* = 210e9/(2·0.91), R = 10 mm → k = 4/3 E* 0.1; a plane doubles R */
START_TEST(stiffness_of_spheres_and_faces) {
    double k, modulus = 210e9 / (2 * 0.91);
    ck_assert_int_eq(thud_stiffness_spheres(210e9, 0.3, 0.02, 210e9, 0.3, 0.02, &k), THUD_OK);
    assert_relative(k, 4.0 / 3 * modulus * 0.1, 1e-15);
    ck_assert_int_eq(thud_stiffness_spheres(210e9, 0.3, 0.01, 210e9, 0.3, INFINITY, &k), THUD_OK);
    assert_relative(k, 4.0 / 3 * modulus * 0.1, 1e-15);
    ck_assert_int_eq(thud_stiffness_face(210e9, 0.3, 210e9, 0.3, 0.04, 0.11, &k), THUD_OK);
    assert_relative(k, 2 * modulus * 0.04 / (acos(-1) * 0.11), 1e-15);

    ck_assert_int_eq(thud_stiffness_spheres(210e9, 0.3, INFINITY, 210e9, 0.3, INFINITY, &k), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_spheres(-1, 0.3, 1, 210e9, 0.3, 1, &k), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_spheres(1, 0.51, 1, 210e9, 0.3, 1, &k), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_spheres(1e308, 0.5, 1e300, 1e308, 0.5, 1e300, &k), THUD_ERROR_OVERFLOW);
    ck_assert_int_eq(thud_stiffness_face(1, 0.3, 1, 0.3, 0, 1, &k), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_stiffness_face(1, 0.3, 1, 0.3, 1, NAN, &k), THUD_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    int count = (int)thud_law_count();
    TCase *tests = tcase_create("catalogue");
    tcase_add_test(tests, all_names_and_no_other);
    tcase_add_loop_test(tests, complete_rows, 0, count);
    tcase_add_loop_test(tests, rules_fall_with_restitution, 0, count);
    tcase_add_test(tests, damper_exponents);
    tcase_add_test(tests, damping_dimensions);
    tcase_add_test(tests, cylinders);
    tcase_add_test(tests, yield);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, curves_of_restitution);
    tcase_add_test(tests, stiffness_of_spheres_and_faces);
    return run_suite("catalogue", tests);
}
