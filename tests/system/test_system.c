/* Systems given by callbacks: impacts of every compliant law against thud_impact_solve, which integrates one impact
 * in another frame by another method or knows it in closed form; contacts under load; samples, peaks, loads that
 * jump. */
#include <thud/impact.h>

#include "suite.h"
#include "system/row.h"

/* ---- one impact ---- */

static const struct {
    const char *law;
    double e;
} laws[] = {
    {"linear", 1},
    {"hertz", 1},
    {"kelvin-voigt", 0.6},
    {"tsuji", 0.6},
    {"hunt-crossley", 0.6},
    {"gonthier", 0.6},
    {"flores", 0.2},
    {"kuwabara-kono", 0.6},
    {"jankowski-2006", 0.6},
    {"mahmoud-jankowski", 0.6},
    {"poursina-nikravesh", 0.6},
    {"valles-reinhorn", 0.6},
};

/* without loads the impact is that of the two bodies alone: everything the ledger says, to 1e-8 (the default
 * tolerance is 1e-9, of which a step may use a thousandth) */
START_TEST(one_impact) {
    row r = {.count = 2, .mass = {2, 5}};
    thud_gap_contact contacts[2] = {contact_of(laws[_i].law, laws[_i].e, 1e8), contact_of("newton", 1, 0)};
    thud_system system = row_system(&r, contacts);
    thud_system_options options = options_for(0.08);
    double q[2] = {-1.1, -1}, v[2] = {1.7, 0.2};
    outcome o = {0};
    solve(&o, &system, &options, q, v);
    ck_assert_int_eq(o.status, THUD_OK);

    thud_impact_options alone = thud_impact_options_default(contacts[0].law);
    alone.restitution = laws[_i].e;
    alone.stiffness = 1e8;
    alone.mass = thud_effective_mass(2, 5);
    alone.speed = 1.5;
    thud_impact impact;
    ck_assert_int_eq(thud_impact_solve(&alone, &impact), THUD_OK);

    ck_assert_uint_eq(o.record.count, 1);
    const thud_impact_entry *entry = &o.record.entries[0];
    ck_assert(entry->ended);
    assert_relative(entry->time, 0.1 / 1.5, 1e-14);
    assert_relative(entry->approach_speed, 1.5, 1e-14);
    assert_relative(entry->restitution, impact.restitution, 1e-8);
    assert_relative(entry->duration, impact.contact_time, 1e-8);
    assert_relative(entry->max_force, impact.max_force, 1e-8);
    assert_relative(entry->max_penetration, impact.max_penetration, 1e-8);
    ck_assert_double_eq_tol(entry->separation_penetration, impact.separation_penetration,
                            1e-8 * impact.max_penetration);
    assert_relative(entry->impulse, impact.impulse, 1e-8);
    ck_assert_double_eq_tol(entry->energy_lost, impact.energy_lost, 1e-8 * alone.mass * 1.5 * 1.5 / 2);
    assert_relative(o.bodies[0].max_acceleration, impact.max_force / 2, 1e-8);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-11);
    assert_relative(2 * v[0] + 5 * v[1], 2 * 1.7 + 5 * 0.2, 1e-11); /* momentum */
}
END_TEST

/* with a tolerance a thousand times tighter the error falls: what is left is not the method's */
START_TEST(tolerance_is_met) {
    thud_impact impact;
    thud_impact_options alone = thud_impact_options_default(thud_law_find("flores"));
    alone.restitution = 0.6;
    alone.stiffness = 1e8;
    alone.mass = 2;
    alone.speed = 1.5;
    ck_assert_int_eq(thud_impact_solve(&alone, &impact), THUD_OK);
    const double tolerances[] = {1e-6, 1e-9, 1e-11};
    for (size_t i = 0; i < 3; i++) {
        row r = {.count = 1, .mass = {2}};
        thud_gap_contact contact = contact_of("flores", 0.6, 1e8);
        thud_system system = row_system(&r, &contact);
        thud_system_options options = options_for(0.2);
        options.tolerance = tolerances[i];
        double q = -0.1, v = 1.5;
        outcome o = {0};
        solve(&o, &system, &options, &q, &v);
        ck_assert_int_eq(o.status, THUD_OK);
        double error = fabs(o.record.entries[0].restitution / impact.restitution - 1);
        ck_assert_msg(error <= tolerances[i], "%g at a tolerance of %g", error, tolerances[i]);
    }
}
END_TEST

/* the energy books notice a law that does not fit its energy: a force that depends on the sign of the motion */
static void false_forces(void *context, double t, const double *q, const double *v, double *f) {
    row_forces(context, t, q, v, f);
    f[0] *= v[0] > 0 ? 1 : 0.999;
}

START_TEST(books_notice_what_is_wrong) {
    row r = {.count = 1, .mass = {1}, .gravity = 10};
    thud_gap_contact contact = contact_of("newton", 0.5, 0);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(1.5);
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    /* parabolas between impacts, which the method follows to rounding */
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-13);
    system.forces = false_forces;
    q = -1, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_double_gt(fabs(o.summary.energy.residual), 1e-5);
}
END_TEST

/* ---- compliant contacts under load ---- */

/* a ball laid on a Hertz floor with damping comes to rest at k δ^1.5 = m g, still in contact */
START_TEST(comes_to_rest_on_a_spring) {
    row r = {.count = 1, .mass = {2}, .gravity = 9.81};
    thud_gap_contact contact = contact_of("gonthier", 0.3, 1e5);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(20);
    double q = -0.001, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    /* the Hunt–Crossley damper fades with the motion, so it comes to rest slowly: 1e-3 of the depth */
    ck_assert_double_eq_tol(q, pow(2 * 9.81 / 1e5, 2.0 / 3), 1e-3 * q);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-10);
    ck_assert_double_gt(o.summary.energy.stored, -2 * 9.81 * q); /* the spring's part is in it */
}
END_TEST

/*
 * Released while penetrated, and caught again: kelvin-voigt, zero-force, pressed by a steady load. Between release
 * and the return of the force the ball flies freely; the law cut off at zero, F = max(0, kδ + cδ̇), is all there is,
 * so the ball ends at mg/k. Without resuming it would fall for ever.
 */
START_TEST(force_resumes) {
    row r = {.count = 1, .mass = {1}, .gravity = 9.81};
    thud_gap_contact contact = contact_of("kelvin-voigt", 0.02, 1e4);
    contact.separation = THUD_SEPARATION_ZERO_FORCE;
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(3);
    double q = -0.02, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    assert_relative(q, 9.81 / 1e4, 1e-9);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-11);
}
END_TEST

/* ---- samples, peaks, loads with corners ---- */

START_TEST(samples_and_peaks) {
    row r = {.count = 1, .mass = {1}, .gravity = 8};
    thud_gap_contact contact = contact_of("newton", 0.5, 0);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(0.9);
    options.output_interval = 0.125;
    options.output_events = true;
    double q = -1, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    /* falls until 0.5 s, then q = −2(t − 0.5) + 4(t − 0.5)²; eight samples and one event */
    ck_assert_uint_eq(o.record.samples, 9);
    size_t event = 0;
    for (size_t i = 0; i < 9; i++) {
        double t = o.record.time[i], late = fmax(t - 0.5, 0),
               exact = t <= 0.5 ? -1 + 4 * t * t : -2 * late + 4 * late * late;
        ck_assert_double_eq_tol(o.record.position[i], exact, 1e-14);
        assert_relative(o.record.acceleration[i], 8, 1e-14);
        if (t == 0.5) event++;
    }
    ck_assert_uint_ge(event, 1);
    assert_relative(o.bodies[0].max_velocity, 4, 1e-14);
    assert_relative(o.bodies[0].max_displacement, 1, 1e-15);
    assert_relative(o.bodies[0].max_acceleration, 8, 1e-15);
}
END_TEST

/* an oscillator under a force that jumps: 0 before 0.3 s, 1 N until 0.8 s, then 0; and the power of that force */
static const double corners[] = {0.3, 0.8};

static double jump(double t) { return t >= corners[0] && t < corners[1] ? 1 : 0; }

static void spring_forces(void *context, double t, const double *q, const double *v, double *f) {
    (void)context, (void)v;
    f[0] = jump(t) - 25 * q[0];
}

static double spring_energy(void *context, double t, const double *q, const double *v) {
    (void)context, (void)t;
    return (v[0] * v[0] + 25 * q[0] * q[0]) / 2;
}

static double spring_power(void *context, double t, const double *q, const double *v) {
    (void)context, (void)q;
    return jump(t) * v[0];
}

static double next_corner(void *context, double t) {
    (void)context;
    return t < corners[0] ? corners[0] : t < corners[1] ? corners[1] : INFINITY;
}

static void unit_mass(void *context, const double *q, double *m) {
    (void)context, (void)q;
    m[0] = 1;
}

START_TEST(forces_that_jump) {
    thud_system system = {.dof = 1,
                          .mass = unit_mass,
                          .forces = spring_forces,
                          .energy = spring_energy,
                          .power = spring_power,
                          .next_break = next_corner};
    thud_system_options options = options_for(2);
    double q = 0, v = 0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    /* two steps by superposition; 1e-12 a step, a dozen steps */
    ck_assert_double_eq_tol(q, (cos(5 * 1.2) - cos(5 * 1.7)) / 25, 1e-12);
    ck_assert_double_eq_tol(v, (sin(5 * 1.7) - sin(5 * 1.2)) / 5, 1e-11);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-12);
    assert_relative(o.summary.energy.stored, spring_energy(NULL, 2, &q, &v), 1e-15);
    /* the largest velocity lies between corners: sin(5(t − 0.3))/5 at its first maximum */
    double largest = 1.0 / 5;
    ck_assert_double_ge(o.bodies[0].max_velocity, largest - 1e-12);
}
END_TEST

/* a spinning arm without forces: only the gap limits the step. δ = sin θ − 1 + ε is above zero for 2 √(2ε) rad of a
 * turn */
static const double heights[] = {1e-3, 1e-6, 1e-9};

static double arm_depth(void *context, size_t i, const double *q, double *g) {
    (void)i;
    g[0] = cos(q[0]);
    return sin(q[0]) - 1 + *(const double *)context;
}

static void arm_forces(void *context, double t, const double *q, const double *v, double *f) {
    (void)context, (void)t, (void)q, (void)v;
    f[0] = 0;
}

START_TEST(short_touches_are_not_missed) {
    double height = heights[_i];
    thud_gap_contact contact = contact_of("newton", 1, 0);
    thud_system system = {.context = &height,
                          .dof = 1,
                          .contact_count = 1,
                          .contacts = &contact,
                          .mass = unit_mass,
                          .forces = arm_forces,
                          .penetration = arm_depth};
    thud_system_options options = options_for(100);
    options.impact_threshold = 1e-9; /* slow ones count */
    double q = 0, v = 1;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    /* to and fro between asin(1 − ε) and π − asin(1 − ε) − 2π, once every 2π − 2(π/2 − asin(1 − ε))… rad at 1
     * rad/s; a rounding of sin θ is 1e-16/cos θ of the angle at each of them */
    double first = asin(1 - height), way = 2 * 3.14159265358979323846 - 2 * (2 * atan(1) - first);
    ck_assert_uint_eq(o.record.count, 1 + (size_t)((100 - first) / way));
    for (size_t j = 0; j < o.record.count; j++)
        assert_relative(o.record.entries[j].time, first + (double)j * way, 1e-12 + 4e-16 / sqrt(2 * height));
}
END_TEST

/* an approach-only damper under a load comes to rest and then turns with no rounding: ten times as long takes no
 * more than ten times as many steps. It would take a thousand times as many */
START_TEST(at_rest_nothing_turns) {
    thud_gap_contact contact = contact_of("jankowski-2006", 0.3, 1e5);
    size_t steps[2];
    for (size_t i = 0; i < 2; i++) {
        row r = {.count = 1, .mass = {2}, .gravity = 9.81};
        thud_system system = row_system(&r, &contact);
        thud_system_options options = options_for(i == 0 ? 5 : 50);
        double q = -0.01, v = 0;
        outcome o = {0};
        solve(&o, &system, &options, &q, &v);
        ck_assert_int_eq(o.status, THUD_OK);
        steps[i] = o.summary.solver.steps;
    }
    ck_assert_uint_le(steps[1], 10 * steps[0]);
}
END_TEST

/* a law of two stiffnesses that the run leaves a third of the way in: F = k δ, all of it in the spring, nothing
 * lost before it turns. A run that goes on until after the turn has lost (1 − k/k₂) of it */
START_TEST(left_while_it_loads) {
    const double k = 4e4, m = 1, v0 = 2, w = sqrt(k / m), e = 0.6;
    row r = {.count = 1, .mass = {m}};
    thud_gap_contact contact = contact_of("valles-reinhorn", e, k);
    thud_system system = row_system(&r, &contact);
    thud_system_options options = options_for(_i == 0 ? 1.0 / (2 * w) : 1.6 / w);
    double q = 0, v = v0;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert(!o.record.entries[0].ended);
    const double all = m * v0 * v0 / 2, lost = _i == 0 ? 0 : all * (1 - e * e);
    ck_assert_double_eq_tol(o.contacts[0].energy_lost, lost, 1e-10 * all);
    ck_assert_double_eq_tol(o.summary.energy.stored, all - lost, 1e-10 * all);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("system");
    tcase_add_loop_test(tests, one_impact, 0, sizeof laws / sizeof *laws);
    tcase_add_test(tests, tolerance_is_met);
    tcase_add_test(tests, books_notice_what_is_wrong);
    tcase_add_test(tests, comes_to_rest_on_a_spring);
    tcase_add_test(tests, force_resumes);
    tcase_add_test(tests, samples_and_peaks);
    tcase_add_test(tests, forces_that_jump);
    tcase_add_loop_test(tests, short_touches_are_not_missed, 0, sizeof heights / sizeof *heights);
    tcase_add_test(tests, at_rest_nothing_turns);
    tcase_add_loop_test(tests, left_while_it_loads, 0, 2);
    return run_suite("system", tests);
}
