/*
 * Systems with internal state that is committed at events: an oscillator that yields, as C functions, against its
 * closed form and against a link of bodies; struck by a stop while it yields.
 */
#include "numeric/random.h"
#include "simulate/scene.h"
#include "system/row.h"

static const double PI = 3.14159265358979323846;

/* F = αkd + (1 − α)kz, z = d − set within ±d_y; gravity along +x */
typedef struct yielding {
    double mass, stiffness, yield, hardening, gravity, damping;
    int mode; /* 0: elastic; 1, −1: it yields that way */
    double set;
    size_t commits;
} yielding;

static double way(const yielding *s) { return s->yield / s->stiffness; }

static double force_of(const yielding *s, double d) {
    double z = s->mode == 0 ? d - s->set : s->mode * way(s);
    return s->stiffness * (s->hardening * d + (1 - s->hardening) * z);
}

static void mass_of(void *context, const double *q, double *m) {
    (void)q;
    m[0] = ((const yielding *)context)->mass;
}

static void forces_of(void *context, double t, const double *q, const double *v, double *f) {
    const yielding *s = context;
    (void)t;
    f[0] = s->mass * s->gravity - force_of(s, q[0]) - s->damping * v[0];
}

static double stop_of(void *context, size_t i, const double *q, double *gradient) {
    (void)context, (void)i;
    gradient[0] = 1;
    return q[0] - 0.2;
}

static void switches_of(void *context, double t, const double *q, const double *v, double *values) {
    const yielding *s = context;
    (void)t;
    double z = q[0] - s->set;
    values[0] = s->mode == 0 ? z - way(s) : -s->mode * v[0];
    values[1] = s->mode == 0 ? -z - way(s) : -1;
}

static void commit_to(void *context, size_t index, double t, const double *q, const double *v) {
    yielding *s = context;
    (void)t, (void)v;
    s->commits++;
    if (s->mode == 0) {
        s->mode = index == 0 ? 1 : -1;
    } else {
        s->set = q[0] - s->mode * way(s);
        s->mode = 0;
    }
}

/* stored is what it would return; what it yields by takes power out */
static double energy_of(void *context, double t, const double *q, const double *v) {
    const yielding *s = context;
    (void)t;
    double z = s->mode == 0 ? q[0] - s->set : s->mode * way(s), a = s->hardening;
    return 0.5 * s->mass * v[0] * v[0] + 0.5 * s->stiffness * (a * q[0] * q[0] + (1 - a) * z * z) -
           s->mass * s->gravity * q[0];
}

static double power_of(void *context, double t, const double *q, const double *v) {
    const yielding *s = context;
    (void)t, (void)q;
    return -fabs(s->mode * v[0]) * (1 - s->hardening) * s->yield - s->damping * v[0] * v[0];
}

static thud_system system_of(yielding *s) {
    return (thud_system){.context = s,
                         .dof = 1,
                         .mass = mass_of,
                         .forces = forces_of,
                         .switch_count = 2,
                         .switches = switches_of,
                         .commit = commit_to,
                         .energy = energy_of,
                         .power = power_of};
}

/* elastic–perfectly plastic, set out with v: d = d_y + (m v²/2 − k d_y²/2)/F_y, and from there a swing of amplitude
 * d_y about d − d_y without end. The tolerance of a step is 1e-9, of which it uses a thousandth, in some hundred
 * steps */
START_TEST(swings_about_its_set) {
    yielding s = {.mass = 2, .stiffness = 50, .yield = 5};
    double y = way(&s), v = 2, w = 5, q = 0, most = y + (2 * v * v - 50 * y * y) / (2 * 5);
    double to_yield = asin(w * y / v) / w, turn = to_yield + sqrt(v * v - w * w * y * y) / 2.5;
    thud_system system = system_of(&s);
    thud_system_options options = options_for(turn + 10.25 * 2 * PI / w);
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert_double_eq_tol(o.bodies[0].max_displacement, most, 1e-9);
    ck_assert_double_eq_tol(q, most - y, 1e-8);
    ck_assert_double_eq_tol(s.set, most - y, 1e-9);
    /* yielding, turning, and a yield limit that it comes back to twice a swing, to rounding, and may touch */
    ck_assert_uint_ge(s.commits, 2);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-8);
}
END_TEST

/* a stop that sends it back while it yields: at once it is elastic. With and without a jump of the velocity */
START_TEST(struck_while_it_yields) {
    static const char *const laws[] = {"newton", "flores"};
    yielding s = {.mass = 2, .stiffness = 50, .yield = 2, .hardening = 0.1, .damping = 0.3};
    thud_gap_contact stop = contact_of(laws[_i], 0.7, _i == 0 ? 0 : 1e5);
    double q = 0, v = 2;
    thud_system system = system_of(&s);
    system.contacts = &stop;
    system.contact_count = 1;
    system.penetration = stop_of;
    thud_system_options options = options_for(2);
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert_uint_ge(o.summary.impacts, 1);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-8);
}
END_TEST

/* the same as a body with a link that yields, whose pieces are exact: every number to what the tolerance leaves,
 * 1e-9 a step, magnified by some impacts */
START_TEST(as_a_link_of_bodies) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double u[6];
    for (int i = 0; i < 6; i++) u[i] = thud_random_uniform(&random);
    yielding s = {.mass = 1 + u[0],
                  .stiffness = 30 + 60 * u[1],
                  .yield = 1 + 4 * u[2],
                  .hardening = 0.3 * u[3],
                  .damping = 0.5 * u[4],
                  .gravity = 4 * u[5]};
    const char *law = _i % 2 == 0 ? "newton" : "flores";
    double e = 0.5 + 0.4 * u[1], k = _i % 2 == 0 ? 0 : 1e5;
    thud_gap_contact stop = scene_contact(law, 0.2, e, k);
    thud_link link = {.stiffness = s.stiffness,
                      .damping = s.damping,
                      .hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR)};
    link.hysteresis.yield = s.yield;
    link.hysteresis.hardening = s.hardening;
    scene *bodies = scene_open(2);
    scene_link(bodies, THUD_BODY_GROUND, scene_body(bodies, s.mass, 0, 2), &link);
    scene_touch(bodies, 0, THUD_BODY_GROUND, stop);
    thud_model_set_gravity(bodies->model, s.gravity);
    scene_run(bodies);

    double q = 0, v = 2;
    thud_system system = system_of(&s);
    system.contacts = &stop;
    system.contact_count = 1;
    system.penetration = stop_of;
    thud_system_options options = options_for(2);
    outcome o = {0};
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    const thud_body_summary *b = &bodies->summary->bodies[0];
    ck_assert_uint_eq(o.summary.impacts, bodies->summary->impacts);
    ck_assert_double_eq_tol(q, b->final_displacement, 1e-7 * b->max_displacement);
    ck_assert_double_eq_tol(v, b->final_velocity, 1e-7 * b->max_velocity);
    ck_assert_double_eq_tol(o.bodies[0].max_displacement, b->max_displacement, 1e-7 * b->max_displacement);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-8);
    ck_assert_uint_ge(s.commits, 1);
    scene_close(bodies);
}
END_TEST

/* what is wrong is told */
static void no_number(void *context, double t, const double *q, const double *v, double *values) {
    (void)context, (void)q, (void)v;
    values[0] = t > 0.5 ? NAN : -1;
    values[1] = -1;
}

START_TEST(refused) {
    yielding s = {.mass = 2, .stiffness = 50, .yield = 5};
    thud_system system = system_of(&s);
    thud_system_options options = options_for(1);
    outcome o = {0};
    double q = 0, v = 1;
    system.commit = NULL;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_ERROR_ARGUMENT);
    system = system_of(&s);
    system.switches = no_number;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_ne(o.status, THUD_OK);
    ck_assert_ptr_nonnull(strstr(o.summary.error.text, "a switch is not a number"));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("switches");
    tcase_add_test(tests, swings_about_its_set);
    tcase_add_loop_test(tests, struck_while_it_yields, 0, 2);
    tcase_add_loop_test(tests, as_a_link_of_bodies, 0, 20);
    tcase_add_test(tests, refused);
    return run_suite("systems with internal state", tests);
}
