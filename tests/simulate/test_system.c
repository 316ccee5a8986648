/*
 * Systems given by callbacks: motion without contact, impacts of every compliant law against thud_impact_solve,
 * which integrates one impact in another frame by another method or knows it in closed form, bouncing with newton
 * against the geometric series, contacts together, and everything that can go wrong.
 */
#include <thud/system.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <thud/impact.h>

#include "suite.h"

enum { ENTRY_LIMIT = 64, DOF_LIMIT = 5 };

/* bodies in a row on one axis with a constant acceleration; body i strikes body i + 1, the last a wall at 0 */
typedef struct row {
    size_t count;
    double mass[DOF_LIMIT], gravity;
    double broken_after; /* s: forces are no numbers from then on; 0: never */
} row;

static void row_mass(void *context, const double *q, double *m) {
    const row *r = context;
    (void)q;
    for (size_t i = 0; i < r->count * r->count; i++) m[i] = 0;
    for (size_t i = 0; i < r->count; i++) m[i * r->count + i] = r->mass[i];
}

static void row_forces(void *context, double t, const double *q, const double *v, double *f) {
    const row *r = context;
    (void)q, (void)v;
    for (size_t i = 0; i < r->count; i++)
        f[i] = r->broken_after > 0 && t > r->broken_after ? NAN : r->mass[i] * r->gravity;
}

static double row_depth(void *context, size_t i, const double *q, double *g) {
    const row *r = context;
    for (size_t j = 0; j < r->count; j++) g[j] = 0;
    g[i] = 1;
    if (i + 1 == r->count) return q[i];
    g[i + 1] = -1;
    return q[i] - q[i + 1];
}

static double row_energy(void *context, double t, const double *q, const double *v) {
    const row *r = context;
    double sum = 0;
    (void)t;
    for (size_t i = 0; i < r->count; i++) sum += r->mass[i] * (v[i] * v[i] / 2 - r->gravity * q[i]);
    return sum;
}

static thud_system row_system(row *r, const thud_gap_contact *contacts) {
    return (thud_system){.context = r,
                         .dof = r->count,
                         .contact_count = r->count,
                         .contacts = contacts,
                         .mass = row_mass,
                         .forces = row_forces,
                         .penetration = row_depth,
                         .energy = row_energy};
}

typedef struct record {
    size_t count, samples, stop_after;
    thud_impact_entry entries[ENTRY_LIMIT];
    double time[ENTRY_LIMIT], position[ENTRY_LIMIT], acceleration[ENTRY_LIMIT], force[ENTRY_LIMIT];
} record;

static bool keep(void *context, const thud_impact_entry *entry) {
    record *r = context;
    if (r->count < ENTRY_LIMIT) r->entries[r->count] = *entry;
    r->count++;
    return r->stop_after == 0 || r->count < r->stop_after;
}

static bool keep_sample(void *context, const thud_sample *sample) {
    record *r = context;
    if (r->samples < ENTRY_LIMIT) {
        r->time[r->samples] = sample->time;
        r->position[r->samples] = sample->displacement[0];
        r->acceleration[r->samples] = sample->acceleration[0];
        r->force[r->samples] = sample->force[0];
    }
    r->samples++;
    return true;
}

typedef struct outcome {
    thud_status status;
    thud_body_summary bodies[DOF_LIMIT];
    thud_contact_summary contacts[DOF_LIMIT];
    thud_summary summary;
    record record;
} outcome;

static thud_gap_contact contact_of(const char *law, double e, double stiffness) {
    thud_gap_contact c = thud_gap_contact_default(thud_law_find(law));
    c.restitution = e;
    if (stiffness > 0) c.stiffness = stiffness;
    return c;
}

static void solve(outcome *o, const thud_system *system, const thud_system_options *options, double *q, double *v) {
    thud_observer observer = {.context = &o->record, .impact = keep, .sample = keep_sample};
    o->status = thud_system_run(system, options, q, v, o->bodies, o->contacts, &observer, &o->summary);
}

static thud_system_options options_for(double duration) {
    thud_system_options options = thud_system_options_default();
    options.duration = duration;
    return options;
}

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
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-13);
    system.forces = false_forces;
    q = -1, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_double_gt(fabs(o.summary.energy.residual), 1e-5);
}
END_TEST

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

/* a spinning arm without forces: only the gap limits the step. δ = sin θ − 0.999 is above zero for 0.09 rad of a
 * turn */
static double arm_depth(void *context, size_t i, const double *q, double *g) {
    (void)context, (void)i;
    g[0] = cos(q[0]);
    return sin(q[0]) - 0.999;
}

static void arm_forces(void *context, double t, const double *q, const double *v, double *f) {
    (void)context, (void)t, (void)q, (void)v;
    f[0] = 0;
}

START_TEST(short_touches_are_not_missed) {
    thud_gap_contact contact = contact_of("newton", 1, 0);
    thud_system system = {.dof = 1,
                          .contact_count = 1,
                          .contacts = &contact,
                          .mass = unit_mass,
                          .forces = arm_forces,
                          .penetration = arm_depth};
    thud_system_options options = options_for(100);
    double q = 0, v = 1;
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    /* to and fro between asin 0.999 and π − asin 0.999 − 2π, once every 2π − 2(π/2 − asin 0.999)… rad at 1 rad/s */
    double first = asin(0.999), way = 2 * 3.14159265358979323846 - 2 * (2 * atan(1) - first);
    ck_assert_uint_eq(o.record.count, 1 + (size_t)((100 - first) / way));
    for (size_t j = 0; j < o.record.count; j++)
        assert_relative(o.record.entries[j].time, first + (double)j * way, 1e-12);
}
END_TEST

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
    ck_assert_ptr_nonnull(strstr(o.summary.stop, "contact"));
    contact.restitution = 0.5;
    q = 0.1; /* newton cannot begin overlapped */
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.stop, "overlaps"));
    q = -1;
    r.mass[0] = -1;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(o.summary.stop, "mass matrix"));
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
    ck_assert_ptr_nonnull(strstr(o.summary.stop, "the forces are not numbers at t = 0.25"));
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
    ck_assert_ptr_nonnull(strstr(o.summary.stop, "the limit of steps is reached at t = "));
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
    TCase *tests = tcase_create("system");
    tcase_add_loop_test(tests, one_impact, 0, sizeof laws / sizeof *laws);
    tcase_add_test(tests, tolerance_is_met);
    tcase_add_test(tests, books_notice_what_is_wrong);
    tcase_add_loop_test(tests, bouncing_ball, 0, sizeof restitutions / sizeof *restitutions);
    tcase_add_test(tests, rests_until_lifted);
    tcase_add_loop_test(tests, balls_in_a_row, 0, 2);
    tcase_add_test(tests, slides_round_a_circle);
    tcase_add_test(tests, comes_to_rest_on_a_spring);
    tcase_add_test(tests, force_resumes);
    tcase_add_test(tests, samples_and_peaks);
    tcase_add_test(tests, forces_that_jump);
    tcase_add_test(tests, short_touches_are_not_missed);
    tcase_add_test(tests, bad_arguments);
    tcase_add_test(tests, forces_that_are_no_numbers);
    tcase_add_test(tests, limits);
    return run_suite("system", tests);
}
