/* newton and poisson in systems given by callbacks: bounces against the geometric series, rest, several at once. */
#include "numeric/random.h"
#include "suite.h"
#include "system/row.h"

/* ---- newton, poisson, rest ---- */

static const double restitutions[] = {0.1, 0.5, 0.9, 0.99};

/* dropped from 1 m: impacts at t₀(1 + 2e(1 + e + …)), then rest from t₀(1 + e)/(1 − e). Penetrations are
 * differences of numbers of the size of 1 m and speeds fall below 1e-6 m/s: 1e-10 s is what rounding leaves of the
 * last bounces */
START_TEST(bouncing_ball) {
    double e = restitutions[_i], g = 9.81, fall = sqrt(2 / g), rest = fall * (1 + e) / (1 - e);
    row r = {.count = 1, .mass = {3}, .gravity = g};
    thud_gap_contact contact = contact_of(_i % 2 ? "poisson" : "newton", e, 0);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(rest + 1);
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    double time = fall, speed = g * fall;
    size_t counted = (size_t)ceil(log(1e-3 / speed) / log(e)); /* those faster than the threshold */
    ck_assert_uint_eq(o.record.count, counted);
    for (size_t j = 0; j < counted && j < ENTRY_LIMIT; j++) {
        ck_assert_double_eq_tol(o.record.entries[j].time, time, 1e-12 * (1 + (double)j));
        assert_relative(o.record.entries[j].approach_speed, speed, 1e-9);
        time += 2 * e * speed / g;
        speed *= e;
    }
    ck_assert_double_eq_tol(o.contacts[0].stick_time, 1, 1e-12 + 1e-13 * rest / (1 - e));
    assert_relative(o.contacts[0].max_force, 3 * g, 1e-12);   /* of resting */
    assert_relative(o.contacts[0].energy_lost, 3 * g, 1e-11); /* the sum of a thousand */
    /* at rest before and after: the contact has given what gravity has; 1 µm/s would be 1e-8 of it */
    assert_relative(o.contacts[0].impulse, 3 * g * (rest + 1), 1e-11);
    ck_assert_double_eq_tol(q, 0, 1e-15);
    ck_assert_double_eq_tol(v, 0, 1e-15);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-11);
}
END_TEST

/* plastic: rests at once, and leaves when the load turns: a = g cos ωt lifts from ωt = π/2 on, and
 * x = −(g/ω²)(…): v = g/ω (sin ωt − 1), q = g/ω² (−cos ωt + π/2 − ωt) */
static void turning_forces(void *context, double t, const double *q, const double *v, double *f) {
    const row *r = context;
    (void)q, (void)v;
    f[0] = r->mass[0] * r->gravity * cos(3 * t);
}

START_TEST(rests_until_lifted) {
    row r = {.count = 1, .mass = {2}, .gravity = 7};
    thud_gap_contact contact = contact_of("newton", 0, 0);
    thud_system system = row_system(&r, &contact);
    system.forces = turning_forces;
    system.energy = NULL;
    thud_system_options options = options_for(1);
    double q = 0, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    double lifted = 2 * atan(1) / 3;
    ck_assert_double_eq_tol(o.contacts[0].stick_time, lifted, 1e-12);
    assert_relative(o.contacts[0].impulse, 2 * 7.0 / 3, 1e-11); /* ∫ m g cos 3t */
    assert_relative(q, 7.0 / 9 * (-cos(3.0) + 3 * lifted - 3), 1e-11);
    assert_relative(v, 7.0 / 3 * (sin(3.0) - 1), 1e-11);
    ck_assert(isnan(o.summary.energy.residual));
}
END_TEST

/*
 * Three equal balls touching, struck by a fourth with speed 1, e = 1. All gaps are closed at once, so that one LCP
 * decides. newton: contact 0 must part with speed 1, the others must not approach: Λ = (3/2, 1, 1/2)·, by hand from
 * W = tridiag(−1, 2, −1): W Λ = (2, 0, 0), v = (−1/2, 1/2, 1/2, 1/2). poisson: the compression W Λc = (1, 0, 0)
 * gives Λc = (3/4, 1/2, 1/4), twice that is the same here. The wall is far.
 */
START_TEST(balls_in_a_row) {
    row r = {.count = 5, .mass = {1, 1, 1, 1, 1}};
    thud_gap_contact contacts[5];
    for (int i = 0; i < 5; i++) contacts[i] = contact_of(_i == 0 ? "newton" : "poisson", 1, 0);
    thud_system system = row_system(&r, contacts);
    thud_system_options options = options_for(1);
    double q[5] = {-10.5, -10, -10, -10, -2}, v[5] = {1, 0, 0, 0, 0};
    outcome o = {0};
    solve(&o, &system, &options, q, v);
    ck_assert_int_eq(o.status, THUD_OK);
    const double after[5] = {-0.5, 0.5, 0.5, 0.5, 0};
    for (int i = 0; i < 5; i++) ck_assert_double_eq_tol(v[i], after[i], 1e-14);
    ck_assert_uint_eq(o.record.count, 1); /* the others did not approach */
    assert_relative(o.record.entries[0].time, 0.5, 1e-14);
    assert_relative(o.record.entries[0].impulse, 1.5, 1e-14);
    assert_relative(o.contacts[1].impulse, 1, 1e-14);
    assert_relative(o.contacts[2].impulse, 0.5, 1e-14);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-14);
}
END_TEST

/* a curved constraint: a bead thrown along the inside of a circle, e = 0, slides round it without gravity at
 * constant speed with the reaction m v²/R; δ = r − R, and the multiplier needs the curvature of δ */
static void bead_mass(void *context, const double *q, double *m) {
    (void)context, (void)q;
    m[0] = m[3] = 2;
    m[1] = m[2] = 0;
}

static void no_forces(void *context, double t, const double *q, const double *v, double *f) {
    (void)context, (void)t, (void)q, (void)v;
    f[0] = f[1] = 0;
}

static double bead_depth(void *context, size_t i, const double *q, double *g) {
    (void)context, (void)i;
    double radius = hypot(q[0], q[1]);
    g[0] = q[0] / radius;
    g[1] = q[1] / radius;
    return radius - 1.5;
}

START_TEST(slides_round_a_circle) {
    thud_gap_contact contact = contact_of("newton", 0, 0);
    thud_system system = {.dof = 2,
                          .contact_count = 1,
                          .contacts = &contact,
                          .mass = bead_mass,
                          .forces = no_forces,
                          .penetration = bead_depth};
    thud_system_options options = options_for(4);
    double q[2] = {1.5, 0}, v[2] = {0, 3};
    outcome o = {0};
    solve(&o, &system, &options, q, v);
    ck_assert_int_eq(o.status, THUD_OK);
    /* ω = 2; the reaction comes from differences of gradients, good to 1e-11 or so */
    ck_assert_double_eq_tol(q[0], 1.5 * cos(8), 1e-9);
    ck_assert_double_eq_tol(q[1], 1.5 * sin(8), 1e-9);
    assert_relative(o.contacts[0].max_force, 2 * 9 / 1.5, 1e-9);
    assert_relative(o.contacts[0].stick_time, 4, 1e-15);
}
END_TEST

/*
 * A light body between a heavy one and a wall: impacts that accumulate together, pressed by gravity or by nothing,
 * one of them perhaps without loss. All momentum goes through the contacts, all energy is lost. What rests does so
 * from 1e-6 m/s on: stuck together for 1e-6/(g(1 − e)) too long or too short, and no further than (1e-6 m/s)²/g
 * from where it should be.
 */
START_TEST(squeezed) {
    thud_random random = thud_random_seed(17);
    for (int k = 0; k < 60; k++) {
        bool falls = k % 3 > 0;
        row r = {.count = 2, .mass = {1, exp(-4 * thud_random_uniform(&random))}};
        double e[2], gap[2], v[2] = {0.2 + thud_random_uniform(&random), 0}, start = v[0];
        if (falls) r.gravity = 1 + 9 * thud_random_uniform(&random);
        for (int i = 0; i < 2; i++) {
            e[i] = (falls ? 0.8 : 0.15) * thud_random_uniform(&random) + 0.02;
            gap[i] = 0.001 + 0.02 * thud_random_uniform(&random);
        }
        if (falls && k % 4 == 0) e[1] = 1;
        thud_gap_contact contacts[] = {contact_of("newton", e[0], 0), contact_of("newton", e[1], 0)};
        thud_system system = row_system(&r, contacts);
        thud_system_options options = options_for(3);
        options.step_limit = 20000;
        double q[2] = {-gap[0] - gap[1], -gap[1]};
        outcome o = {0};
        solve(&o, &system, &options, q, v);
        ck_assert_msg(o.status == THUD_OK,
                      "mass %.17g, e %.17g and %.17g, gaps %.17g and %.17g, from %.17g m/s, g %.17g: %s", r.mass[1],
                      e[0], e[1], gap[0], gap[1], start, r.gravity, o.summary.error.text);
        ck_assert_double_le(fabs(o.summary.energy.residual), 1e-9);
        /* where nothing presses, they are one body once they part with 1e-6 m/s, and leave the wall with some 1e-6
         * m/s: m in 3 s, and N·s of 1 kg */
        double trace = 3e-5;
        ck_assert_double_le(fabs(q[0]), falls ? 1e-11 : trace);
        ck_assert_double_le(fabs(q[1]), falls ? 1e-11 : trace);
        double through = start + 3 * r.gravity;
        ck_assert_double_le(fabs(o.contacts[0].impulse - through), trace);
        ck_assert_double_le(fabs(o.contacts[1].impulse - through - 3 * r.mass[1] * r.gravity), trace);
        if (falls) ck_assert_double_ge(o.contacts[0].stick_time, 0.5);
        if (falls && e[1] < 1) ck_assert_double_ge(o.contacts[1].stick_time, 0.5);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("system_rigid");
    tcase_add_loop_test(tests, bouncing_ball, 0, sizeof restitutions / sizeof *restitutions);
    tcase_add_test(tests, rests_until_lifted);
    tcase_add_loop_test(tests, balls_in_a_row, 0, 2);
    tcase_add_test(tests, slides_round_a_circle);
    tcase_add_test(tests, squeezed);
    return run_suite("system_rigid", tests);
}
