/* One branch of a law against the formula written out, and its derivatives against differences of it. */
#include "law/force.h"

#include "suite.h"

static const double EXPONENTS[] = {1, 1.2, 1.5, 2};
static const double DAMPERS[] = {0, 0.25, 0.5, 1, 1.5};
enum { N = sizeof EXPONENTS / sizeof *EXPONENTS, P = sizeof DAMPERS / sizeof *DAMPERS };

/* x √x for x^1.5 and products: a few roundings */
static void check(const thud_branch *b, double depth, double rate) {
    double spring = b->k * pow(depth - b->offset, b->n), drag = b->c * pow(depth, b->p);
    double size = fabs(spring) + fabs(drag * rate), force = thud_branch_force(b, depth, rate);
    ck_assert_double_eq_tol(force, spring + drag * rate, 1e-15 * size);
    ck_assert(fabs(thud_branch_damper(b, depth) - drag) <= 1e-15 * drag);

    /* central differences over 1e-5 of the way to the singular point: 1e-10 of truncation, 1e-15/1e-5 of rounding
     */
    double h = 1e-5 * (depth - b->offset);
    double slope = (thud_branch_force(b, depth + h, rate) - thud_branch_force(b, depth - h, rate)) / (2 * h);
    ck_assert_double_eq_tol(thud_branch_stiffness(b, depth, rate), slope, 3e-10 * size / (depth - b->offset));
    double work = (thud_branch_potential(b, depth + h) - thud_branch_potential(b, depth - h)) / (2 * h);
    ck_assert_double_eq_tol(work, spring, 3e-10 * spring);
}

START_TEST(viscous) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < P; j++)
            for (double rate = -0.5; rate <= 0.5; rate += 0.25) {
                thud_branch b = {2e5, 3e3, EXPONENTS[i], DAMPERS[j], 0};
                check(&b, 0.013, rate);
                b.c = 0;
                check(&b, 0.013, rate);
            }
}
END_TEST

/* it meets the loading line at the top, and ends where k₁ of the force is k₂ of the way back */
START_TEST(unloading) {
    thud_branch b = thud_branch_unloading(1e5, 4e5, 0.02, 0.004);
    ck_assert_double_eq_tol(thud_branch_force(&b, 0.02, -1), 1e5 * 0.016, 1e-12);
    ck_assert_double_eq_tol(b.offset, 0.016, 1e-17);
    ck_assert_double_eq_tol(thud_branch_potential(&b, 0.02), 0.5 * 4e5 * 0.004 * 0.004, 1e-14);
    check(&b, 0.018, -0.3);
}
END_TEST

/* past the end of the branch: odd in δ − δ₀, and the damper as if from the other side */
START_TEST(continued) {
    thud_branch b = {2e5, 3e3, 1.5, 0.5, 0};
    ck_assert_double_eq(thud_branch_force(&b, -0.01, 0), -thud_branch_force(&b, 0.01, 0));
    ck_assert_double_eq(thud_branch_damper(&b, -0.01), thud_branch_damper(&b, 0.01));
    ck_assert_double_eq(thud_branch_potential(&b, -0.01), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("force");
    tcase_add_test(tests, viscous);
    tcase_add_test(tests, unloading);
    tcase_add_test(tests, continued);
    return run_suite("force", tests);
}
