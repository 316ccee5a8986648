/*
 * Structures whose impacts have no closed form: against an integration in numbers of 80 bits, whose forces are written
 * down here a second time.
 */
#include <string.h>

#include <thud/calibrate.h>
#include <thud/impact.h>
#include <thud/model.h>
#include <thud/simulate.h>

#include "impact/general_reference.h"
#include "suite.h"

typedef struct numbers {
    long double n, c, d;
} numbers;

/* the documented cubic: STEP(x, x0, h0, x1, h1) = h0 + (h1 − h0) Δ² (3 − 2Δ), Δ = (x − x0)/(x1 − x0) */
static long double step(long double x, long double x0, long double h0, long double x1, long double h1) {
    if (x <= x0) return h0;
    if (x >= x1) return h1;
    long double delta = (x - x0) / (x1 - x0);
    return h0 + (h1 - h0) * delta * delta * (3 - 2 * delta);
}

static long double adams(const void *context, long double depth, long double rate) {
    const numbers *a = context;
    return powl(depth, a->n) + step(depth, 0, 0, a->d, a->c) * rate;
}

static long double at_transition(const void *context, long double depth, long double rate) {
    (void)rate;
    return depth - ((const numbers *)context)->d;
}

static long double smooth(const void *context, long double depth, long double rate) {
    const numbers *a = context;
    return step(depth, 0, 0, a->d, 1) * (powl(depth, a->n) + a->c * rate);
}

static long double bounded(const void *context, long double depth, long double rate) {
    const numbers *a = context;
    long double spring = powl(depth, a->n), damper = a->c * rate;
    return spring + (damper > spring ? spring : damper < -spring ? -spring : damper);
}

static long double at_bound(const void *context, long double depth, long double rate) {
    const numbers *a = context;
    return powl(depth, a->n) - fabsl(a->c * rate);
}

static const struct {
    const char *law;
    reference_function *force, *corner;
    double n, d;
} CASES[] = {
    {"adams-impact", adams, at_transition, 1.5, 1e-4}, {"adams-impact", adams, at_transition, 1.5, 0.1},
    {"adams-impact", adams, at_transition, 2.2, 0.3},  {"adams-impact", adams, at_transition, 1, 0.02},
    {"adams-impact", adams, at_transition, 1.5, 3},    {"simscape", smooth, at_transition, 1, 1e-3},
    {"simscape", smooth, at_transition, 1, 0.4},       {"elastogap", bounded, at_bound, 1, 0},
    {"elastogap", bounded, at_bound, 1.5, 0},
};
enum { CASE_COUNT = sizeof CASES / sizeof *CASES };

static thud_impact_options options_of(int index) {
    const thud_law *law = thud_law_find(CASES[index].law);
    ck_assert_ptr_nonnull(law);
    thud_impact_options o = thud_impact_options_default(law);
    o.exponent = CASES[index].n;
    if (law->structure->extra_count > 0) o.extra[0] = CASES[index].d;
    return o;
}

static double reference_of(int index, const thud_impact_options *o, double c, long double *deepest) {
    numbers a = {o->exponent, c, CASES[index].d};
    reference r = {&a, CASES[index].force, {CASES[index].corner, NULL},
                   thud_law_separation(o->law, o->separation) == THUD_SEPARATION_ZERO_FORCE, 0};
    return (double)reference_impact(&r, deepest);
}

/* rounding of some hundred steps, each good to 1e-15 */
static const double SOLVED = 1e-12;

START_TEST(impacts_as_integrated_elsewhere) {
    thud_impact_options o = options_of(_i);
    o.damping = THUD_DAMPING_GIVEN;
    for (double c = 0.05; c < 10; c *= 4) {
        thud_impact hit;
        long double deepest = 0;
        o.damping_value = c;
        double expected = reference_of(_i, &o, c, &deepest);
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, expected, SOLVED);
        ck_assert_double_eq_tol(hit.max_penetration, (double)deepest, SOLVED);
    }
}
END_TEST

/* what exact damping promises */
static const double CALIBRATED = 1e-11;

START_TEST(exact_damping_returns_what_is_asked) {
    thud_impact_options o = options_of(_i);
    static const double asked[] = {0.02, 0.3, 0.5, 0.8, 0.99, 0.999999};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        double c;
        o.restitution = asked[i];
        ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
        double returned = reference_of(_i, &o, c, NULL);
        ck_assert_double_eq_tol(returned, asked[i], CALIBRATED);
    }
}
END_TEST

/* the four numbers of the dialog from "e = 0.5 at 1 m/s", and what they return at other speeds: c_max stays, and the
 * frame changes with the speed, so that d and c do in it */
START_TEST(adams_at_other_speeds) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("adams-impact"));
    o.restitution = 0.5;
    o.stiffness = 1e8;
    o.extra[0] = 5e-5;
    double c;
    ck_assert_int_eq(thud_calibrate(&o, &c), THUD_OK);
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = c;
    double least = 1, most = 0;
    for (double speed = 0.01; speed < 11; speed *= pow(10, 0.5)) {
        long double length = powl(speed * speed / 1e8L, 0.4L);
        numbers a = {1.5L, c * length / speed, 5e-5L / length};
        reference r = {&a, adams, {at_transition, NULL}, true, 0};
        thud_impact hit;
        o.speed = speed;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, (double)reference_impact(&r, NULL), SOLVED);
        least = fmin(least, hit.restitution);
        most = fmax(most, hit.restitution);
    }
    /* far from a constant, and not even monotonic */
    ck_assert_double_lt(least, 0.42);
    ck_assert_double_gt(most, 0.86);
}
END_TEST

/* an impact by itself in a run is the impact that is solved alone, and each one of a run returns e anew */
START_TEST(in_a_run) {
    const thud_law *law = thud_law_find(CASES[_i].law);
    thud_gap_contact stop = thud_gap_contact_default(law);
    stop.gap = 0.01;
    stop.stiffness = 1e6;
    stop.exponent = CASES[_i].n;
    stop.restitution = 0.6;
    if (law->structure->extra_count > 0) stop.extra[0] = 1e-3;
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", 0.5);
    thud_model_set_start(model, body, 0, 2);
    thud_model_add_contact(model, "right", body, THUD_GROUND, &stop);
    thud_model_add_contact(model, "left", THUD_GROUND, body, &stop);
    thud_model_set_duration(model, 0.2);
    thud_simulation *run = NULL;
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(model, &run), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(run, NULL), THUD_OK);
    const thud_summary *s = thud_simulation_summary(run);
    thud_impact_options o = thud_impact_options_default(law);
    thud_impact hit;
    o.restitution = 0.6;
    o.stiffness = 1e6;
    o.exponent = stop.exponent;
    o.extra[0] = stop.extra[0];
    o.mass = 0.5;
    o.speed = 2;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
    ck_assert_uint_ge(s->impacts, 2);
    /* the tolerance of a run, 1e-9 */
    assert_relative(fabs(s->bodies[0].final_velocity), 2 * pow(0.6, (double)s->impacts), 1e-8);
    assert_relative(s->contacts[0].max_penetration, hit.max_penetration, 1e-8);
    ck_assert_double_le(fabs(s->energy.residual), 1e-9);
    thud_simulation_free(run);
    thud_model_free(model);
}
END_TEST

/* of any size: in the frame it is one impact, as long as the transition goes with the length */
START_TEST(sizes) {
    thud_impact_options unit = options_of(_i);
    thud_impact expected, hit;
    unit.restitution = 0.4;
    ck_assert_int_eq(thud_impact_solve(&unit, &expected), THUD_OK);
    for (int c = 0; c < 27; c++) {
        static const double scale[] = {1e-12, 1, 1e9};
        thud_impact_options o = unit;
        o.stiffness = scale[c % 3];
        o.mass = scale[c / 3 % 3];
        o.speed = scale[c / 9];
        double length = pow(o.mass * o.speed * o.speed / o.stiffness, 1 / (o.exponent + 1));
        o.extra[0] *= length;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_double_eq_tol(hit.restitution, 0.4, CALIBRATED);
        /* c is found where e is right to 1e-13 or so, and peaks follow it */
        assert_relative(hit.max_penetration, expected.max_penetration * length, 1e-11);
        assert_relative(hit.contact_time, expected.contact_time * length / o.speed, 1e-11);
    }
}
END_TEST

/* a simulation is prepared for the one way of running or the other: who changes a law across makes a new one */
START_TEST(set_contact) {
    static const char *const laws[] = {"flores", "elastogap", "adams-impact"};
    for (int i = 0; i < 3; i++) {
        thud_gap_contact stop = thud_gap_contact_default(thud_law_find(laws[i]));
        stop.gap = 0.01;
        stop.stiffness = 1e6;
        stop.restitution = 0.6;
        thud_model *model = thud_model_create();
        thud_body_id body = thud_model_add_body(model, "body", 0.5);
        thud_model_set_start(model, body, 0, 2);
        thud_model_add_contact(model, "stop", body, THUD_GROUND, &stop);
        thud_model_set_duration(model, 0.02);
        thud_simulation *run = NULL;
        ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
        ck_assert_int_eq(thud_simulation_create(model, &run), THUD_OK);
        stop.law = thud_law_find("adams-impact");
        stop.extra[0] = 1e-3;
        ck_assert_int_eq(thud_simulation_set_contact(run, 0, &stop), i == 0 ? THUD_ERROR_ARGUMENT : THUD_OK);
        ck_assert_int_eq(thud_simulation_run(run, NULL), THUD_OK);
        thud_simulation_free(run);
        thud_model_free(model);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("general structures");
    tcase_add_loop_test(tests, impacts_as_integrated_elsewhere, 0, CASE_COUNT);
    tcase_add_loop_test(tests, exact_damping_returns_what_is_asked, 0, CASE_COUNT);
    tcase_add_loop_test(tests, sizes, 0, CASE_COUNT);
    tcase_add_test(tests, set_contact);
    tcase_add_test(tests, adams_at_other_speeds);
    tcase_add_loop_test(tests, in_a_run, 0, CASE_COUNT);
    return run_suite("general structures", tests);
}
