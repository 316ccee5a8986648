/* Systems given by callbacks: what can go wrong. */
#include "suite.h"
#include "system/row.h"

/* ---- what can go wrong ---- */

START_TEST(bad_arguments) {
    row r = {.count = 1, .mass = {1}};
    thud_gap_contact contact = contact_of("newton", 0.5, 0);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(1);
    double q = -1, v = 0;
    outcome o = {0};
    thud_system_options bad = options;
    bad.duration = -1;
    solve(&o, &system, &bad, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    bad = options;
    bad.tolerance = 0;
    solve(&o, &system, &bad, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_system_run(NULL, &options, &q, &v, o.bodies, o.contacts, NULL, &o.summary),
                     THUD_ERROR_ARGUMENT);
    contact.restitution = 1.5;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "contact"));
    contact.restitution = 0.5;
    q = 0.1; /* newton cannot begin overlapped */
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "overlaps"));
    q = -1;
    r.mass[0] = -1;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "mass matrix"));
    /* no time at all is a run like any other */
    r.mass[0] = 1;
    options.duration = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert_double_eq(q, -1);
}
END_TEST

START_TEST(forces_that_are_no_numbers) {
    row r = {.count = 1, .mass = {1}, .gravity = 1, .broken_after = 0.25};
    thud_gap_contact contact = contact_of("newton", 0.5, 0);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(1);
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "the forces are not numbers at t = 0.25"));
    /* what it had: all the way to where they end */
    assert_relative(o.summary.duration, 0.25, 1e-9);
    ck_assert_double_eq_tol(q, -1 + 0.25 * 0.25 / 2, 1e-9);
}
END_TEST

START_TEST(limits) {
    row r = {.count = 1, .mass = {1}, .gravity = 1};
    thud_gap_contact contact = contact_of("newton", 1, 0); /* bounces for ever */
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(1e9);
    options.step_limit = 1000;
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_PROGRESS);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "the limit of steps is reached at t = "));
    ck_assert_uint_gt(o.summary.impacts, 10);
    ck_assert_double_gt(o.summary.duration, 10);
    /* the caller's own stop */
    outcome again = {.record.stop_after = 3};
    q = -1, v = 0;
    solve(&again, &system, &options, &q, &v);
    ck_assert_int_eq(again.status, THUD_ERROR_STOPPED);
    ck_assert_uint_eq(again.record.count, 3);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("system_errors");
    tcase_add_test(tests, bad_arguments);
    tcase_add_test(tests, forces_that_are_no_numbers);
    tcase_add_test(tests, limits);
    return run_suite("system_errors", tests);
}
