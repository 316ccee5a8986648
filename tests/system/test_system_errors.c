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

/* one thing wrong at a time: parts that are missing, options out of range, contacts that cannot be */
START_TEST(each_argument) {
    static const thud_gap_contact none = {0};
    row r = {.count = 1, .mass = {1}};
    const thud_gap_contact contact = contact_of("newton", 0.5, 0);
    const thud_system whole = row_system(&r, &contact);
    const thud_system_options good = options_for(0.1);
    outcome o = {0};
    double q, v;
    thud_system s[8];
    for (int i = 0; i < 8; i++) s[i] = whole;
    s[0].dof = 0;
    s[1].mass = NULL;
    s[2].forces = NULL;
    s[3].contacts = NULL;
    s[4].penetration = NULL;
    s[5].switch_count = 1; /* without functions for them */
    s[6].contacts = &none; /* without a law */
    for (int i = 0; i < 8; i++) {
        q = -1, v = 0;
        solve(&o, &s[i], &good, &q, &v);
        ck_assert_msg(o.status == (i < 7 ? THUD_ERROR_ARGUMENT : THUD_OK), "system %d: %d", i, o.status);
    }
    thud_system_options p[9];
    for (int i = 0; i < 9; i++) p[i] = good;
    p[0].duration = NAN;
    p[1].duration = INFINITY;
    p[2].tolerance = 0.1;
    p[3].tolerance = NAN;
    p[4].impact_threshold = -1;
    p[5].impact_threshold = INFINITY;
    p[6].output_interval = -1;
    p[7].output_interval = NAN;
    for (int i = 0; i < 9; i++) {
        q = -1, v = 0;
        solve(&o, &whole, &p[i], &q, &v);
        ck_assert_msg(o.status == (i < 8 ? THUD_ERROR_ARGUMENT : THUD_OK), "options %d: %d", i, o.status);
    }
    double *const none_of[] = {NULL, &q, &q, &q};
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(thud_system_run(&whole, &good, i == 0 ? NULL : none_of[1], i == 1 ? NULL : &v,
                                         i == 2 ? NULL : o.bodies, i == 3 ? NULL : o.contacts, NULL, &o.summary),
                         THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_system_run(&whole, NULL, &q, &v, o.bodies, o.contacts, NULL, &o.summary),
                     THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_system_run(&whole, &good, &q, &v, o.bodies, o.contacts, NULL, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(each_contact) {
    row r = {.count = 1, .mass = {1}, .gravity = 1};
    const thud_restitution_curve power = {.kind = THUD_RESTITUTION_POWER, .a = 0.1, .b = 0.2, .least = 0.1};
    thud_gap_contact c[8] = {
        contact_of("flores", 0.5, 1e6), contact_of("hertz", 1, 1e6),  contact_of("luo-nahon", 1, 1e6),
        contact_of("newton", -0.1, 0),  contact_of("newton", NAN, 0), contact_of("flores", 0.5, -1),
        contact_of("newton", 0.5, 0),   contact_of("newton", 0.5, 0),
    };
    c[0].indentation = THUD_INDENTATION_PERMANENT; /* of two stiffnesses alone */
    c[1].restitution_curve = power;                /* e = 1 always */
    c[2].restitution_curve = power;
    c[2].indentation = THUD_INDENTATION_PERMANENT;
    c[6].restitution_curve = (thud_restitution_curve){.kind = THUD_RESTITUTION_POINTS}; /* without points */
    c[7].restitution_curve = power;
    const thud_system_options options = options_for(0.1);
    for (int i = 0; i < 8; i++) {
        const thud_system system = row_system(&r, &c[i]);
        double q = -1, v = 0;
        outcome o = {0};
        solve(&o, &system, &options, &q, &v);
        ck_assert_msg(o.status == (i < 7 ? THUD_ERROR_ARGUMENT : THUD_OK), "contact %d: %d", i, o.status);
        ck_assert_msg(i == 7 || strstr(o.summary.error.text, "the parameters of a contact are wrong"),
                      "contact %d: %s", i, o.summary.error.text);
    }
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

/* ---- callbacks that give no number from an instant on ---- */

typedef enum callback {
    MASS,
    FORCES,
    PENETRATION,
    GRADIENT,
    NEXT_BREAK,
    ENERGY,
    POWER,
    TAKEN,
    SWITCHES,
    CALLBACKS
} callback;

typedef struct broken {
    row row;
    callback which;
    bool is; /* by now */
} broken;

static bool breaks(const broken *b, callback which) { return b->is && b->which == which; }

static void broken_mass(void *context, const double *q, double *m) {
    const broken *b = context;
    row_mass(context, q, m);
    if (breaks(b, MASS)) m[0] = NAN;
}

static void broken_forces(void *context, double t, const double *q, const double *v, double *f) {
    broken *b = context;
    b->is = b->is || t > 0.3;
    row_forces(context, t, q, v, f);
    if (breaks(b, FORCES)) f[0] = NAN;
}

static double broken_depth(void *context, size_t i, const double *q, double *g) {
    const double depth = row_depth(context, i, q, g);
    if (breaks(context, GRADIENT)) g[0] = NAN;
    return breaks(context, PENETRATION) ? NAN : depth;
}

static double broken_break(void *context, double t) { return breaks(context, NEXT_BREAK) ? NAN : t + 0.1; }

static double broken_energy(void *context, double t, const double *q, const double *v) {
    return breaks(context, ENERGY) ? NAN : row_energy(context, t, q, v);
}

static double broken_power(void *context, double t, const double *q, const double *v) {
    (void)t, (void)q, (void)v;
    return breaks(context, POWER) ? NAN : 0;
}

static double broken_taken(void *context, double t, const double *q, const double *v) {
    (void)t, (void)q, (void)v;
    return breaks(context, TAKEN) ? NAN : 0;
}

static void broken_switches(void *context, double t, const double *q, const double *v, double *values) {
    (void)t, (void)q, (void)v;
    values[0] = breaks(context, SWITCHES) ? NAN : -1;
}

static void commit_nothing(void *context, size_t index, double t, const double *q, const double *v) {
    (void)context, (void)index, (void)t, (void)q, (void)v;
}

/* no run goes on to its end on a NaN of any of them, in flight and in a contact alike, and none is well */
START_TEST(callbacks_that_give_no_number) {
    for (int touches = 0; touches < 2; touches++)
        for (int which = 0; which <= CALLBACKS; which++) {
            const thud_gap_contact contact = contact_of("flores", 0.5, touches ? 10 : 1e6);
            broken b = {.row = {.count = 1, .mass = {1}}, .which = (callback)which};
            thud_system system = row_system(&b.row, &contact);
            system.context = &b;
            system.mass = broken_mass;
            system.forces = broken_forces;
            system.penetration = broken_depth;
            system.next_break = broken_break;
            system.energy = broken_energy;
            system.power = broken_power;
            system.damping_power = broken_taken;
            system.switch_count = 1;
            system.switches = broken_switches;
            system.commit = commit_nothing;
            double q = touches ? -0.1 : -5, v = 1;
            const thud_system_options options = options_for(0.5);
            outcome o = {0};
            solve(&o, &system, &options, &q, &v);
            ck_assert_msg((o.status == THUD_OK) == (which == CALLBACKS), "callback %d: %s", which,
                          o.summary.error.text);
            if (which == CALLBACKS) continue;
            ck_assert_msg(o.status == THUD_ERROR_ARGUMENT || o.status == THUD_ERROR_FINITE, "callback %d: %d",
                          which, o.status);
            ck_assert_uint_gt(strlen(o.summary.error.text), 0);
        }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("system_errors");
    tcase_add_test(tests, callbacks_that_give_no_number);
    tcase_add_test(tests, bad_arguments);
    tcase_add_test(tests, each_argument);
    tcase_add_test(tests, each_contact);
    tcase_add_test(tests, forces_that_are_no_numbers);
    tcase_add_test(tests, limits);
    return run_suite("system_errors", tests);
}
