/* Shapes of forces against closed forms, and those that cannot be followed. */
#include "identify/force/model.h"
#include "identify/force/table.h"
#include "laws.h"
#include "suite.h"

enum { COUNT = 40 };

static void spread(double end, double times[COUNT]) {
    for (int i = 0; i < COUNT; i++) times[i] = end * (i + 0.5) / COUNT;
}

/*
 * A linear damper of χ > 2 lets nothing come back: with a, b = (χ ∓ √(χ² − 4))/2 it is δ = (e^(−as) − e^(−bs))/(b −
 * a), f = δ + χ δ′, and df/ds = δ′ − χ f. It is followed until a hundredth of the largest δ is left.
 */
START_TEST(overdamped) {
    static const double chis[] = {2.2, 3, 6, 20, 45};
    double times[COUNT], forces[COUNT], slopes[COUNT];
    thud_shape_facts facts;
    thud_shape shape = {thud_law_find("kelvin-voigt"), THUD_SEPARATION_RETURN, 1, chis[_i], 1e-12, 0, 0};
    double chi = shape.damper, root = sqrt(chi * chi - 4), a = (chi - root) / 2, b = (chi + root) / 2;
    ck_assert_int_eq(thud_shape_sample(&shape, NULL, 0, NULL, NULL, &facts), THUD_OK);
    double turn = log(b / a) / (b - a), deepest = (exp(-a * turn) - exp(-b * turn)) / (b - a);
    /* tolerance 1e-12 of a walk whose unit is 1 */
    assert_relative(facts.approach_time, turn, 1e-9);
    double left = (exp(-a * facts.contact_time) - exp(-b * facts.contact_time)) / (b - a);
    ck_assert_double_le(left, 0.01 * deepest * (1 + 1e-9));
    spread(facts.contact_time, times);
    ck_assert_int_eq(thud_shape_sample(&shape, times, COUNT, forces, slopes, &facts), THUD_OK);
    for (int i = 0; i < COUNT; i++) {
        double p = exp(-a * times[i]), q = exp(-b * times[i]), depth = (p - q) / (b - a);
        double velocity = (b * q - a * p) / (b - a), force = depth + chi * velocity;
        ck_assert_double_eq_tol(forces[i], force, 1e-8 * chi); /* f begins with χ; sums that cancel to 1/χ² of it */
        ck_assert_double_eq_tol(slopes[i], velocity - chi * force, 1e-8 * chi * chi);
    }
}
END_TEST

/* no damper, n = 1: a sine; and below zero the mirror image of what is above, 2 f(0) − f(−damper), in stretches of
 * 256 */
START_TEST(mirror_image) {
    enum { MANY = 600 };
    double times[MANY], below[MANY], above[MANY], slopes[2][MANY];
    thud_shape_facts facts[2];
    thud_shape shape = {thud_law_find("flores"), THUD_SEPARATION_RETURN, 1, -0.3, 1e-12, 0, 0};
    for (int i = 0; i < MANY; i++) times[i] = 3.2 * (i - 20) / MANY;
    ck_assert_int_eq(thud_shape_sample(&shape, times, MANY, below, slopes[0], &facts[0]), THUD_OK);
    shape.damper = 0.3;
    ck_assert_int_eq(thud_shape_sample(&shape, times, MANY, above, slopes[1], &facts[1]), THUD_OK);
    const double pi = acos(-1);
    for (int i = 0; i < MANY; i++) {
        bool touches = times[i] > 0 && times[i] < pi;
        /* dense output of the walk, 1e-12, and where it ends next to zero */
        ck_assert_double_eq_tol(below[i] + above[i], touches ? 2 * sin(times[i]) : 0, 1e-9);
        ck_assert_double_eq_tol(slopes[0][i] + slopes[1][i], touches ? 2 * cos(times[i]) : 0, 1e-8);
    }
    assert_relative(facts[0].contact_time + facts[1].contact_time, 2 * pi, 1e-10);
    assert_relative(facts[0].approach_time + facts[1].approach_time, pi, 1e-10);
    assert_relative(facts[0].restitution + facts[1].restitution, 2, 1e-10);
    /* the same without samples */
    shape.damper = -0.3;
    ck_assert_int_eq(thud_shape_solve(&shape, &facts[1]), THUD_OK);
    assert_relative(facts[1].contact_time, facts[0].contact_time, 1e-12);
}
END_TEST

/* every law has a damper for every restitution that a fit asks for, and it returns that */
START_TEST(chosen_dampers) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind == THUD_FORCE_IMPULSIVE || law->structure->kind == THUD_FORCE_ELASTIC) return;
    if (is_general(law)) return;
    for (int rule = THUD_SEPARATION_RETURN; rule <= THUD_SEPARATION_ZERO_FORCE; rule++)
        for (double e = 1e-4; e <= 1; e *= 1.3)
            for (int k = 0; k <= 2; k++) {
                double n = law->exponent_min + (law->exponent_max - law->exponent_min) * k / 2;
                thud_shape shape = {law, (thud_separation)rule, n, 0, 1e-9, 0, 0};
                thud_shape_facts facts;
                ck_assert(thud_shape_choose_damper(&shape, e));
                ck_assert_int_eq(thud_shape_sample(&shape, NULL, 0, NULL, NULL, &facts), THUD_OK);
                /* the walk is good to its tolerance, of the velocity with which it began, and the tables of laws
                 * without a closed relation to 1e-10 */
                ck_assert_double_eq_tol(facts.restitution, e, 1e-7);
            }
}
END_TEST

/* what is no number has no shape, and nothing that rests on it is taken for one */
START_TEST(no_number) {
    thud_shape shape = {thud_law_find("tsuji"), THUD_SEPARATION_RETURN, 1.5, NAN, 1e-9, 0, 0};
    thud_fit_model model = {.shape = shape, .free_damper = true, .free_exponent = true, .step = 1e-5};
    thud_model_values values = {.damper = NAN, .n = 1.5};
    thud_fit_duration duration;
    thud_shape_facts facts;
    thud_shape_table table;
    thud_shape_ends ends;
    double times[COUNT], forces[COUNT];
    spread(3, times);
    ck_assert_int_ne(thud_shape_sample(&shape, times, COUNT, forces, NULL, &facts), THUD_OK);
    ck_assert_int_ne(thud_shape_solve(&shape, &facts), THUD_OK);
    ck_assert_int_ne(thud_shape_tabulate(&shape, THUD_TABLE_FEW, &table), THUD_OK);
    ck_assert_int_ne(thud_shape_find_ends(&shape, 3, &ends), THUD_OK);
    ck_assert_int_ne(thud_fit_measure_duration(&model, &values, &duration), THUD_OK);
    ck_assert(!thud_shape_choose_damper(&shape, 1.5));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("shape");
    tcase_add_loop_test(tests, overdamped, 0, 5);
    tcase_add_test(tests, mirror_image);
    tcase_add_loop_test(tests, chosen_dampers, 0, (int)thud_law_count());
    tcase_add_test(tests, no_number);
    return run_suite("identify_shape", tests);
}
