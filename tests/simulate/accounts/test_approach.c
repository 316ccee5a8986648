/*
 * How near the bodies of contacts come. Closed forms; gaps of as much just close, or just do not; the same by every
 * stepper, for gaps that never close, for finite ones and for those that are struck.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "simulate/dice.h"
#include "simulate/propagator.h"
#include "simulate/scene.h"
#include "simulate/state.h"

#define PI 3.14159265358979323846

/* x₁ = cos ωt and x₂ = 2 cos 2ωt: x₁ − x₂ = 2 + c − 4c² with c = cos ωt, largest at c = 1/8 with 33/16 */
START_TEST(two_oscillators) {
    const double omega = 3;
    scene *s = scene_open(2 * PI / omega);
    thud_body a = scene_body(s, 1, 1, 0), b = scene_body(s, 1, 2, 0);
    scene_spring(s, THUD_BODY_GROUND, a, omega * omega, 0);
    scene_spring(s, THUD_BODY_GROUND, b, 4 * omega * omega, 0);
    scene_touch(s, a, b, scene_contact("newton", INFINITY, 0.5, 0));
    scene_touch(s, b, a, scene_contact("hertz", INFINITY, 1, 1e5));
    scene_touch(s, a, b, scene_contact("newton", 5, 0.5, 0));
    scene_run(s);
    /* each of the sums of some 30 terms is off by a few roundings: 1e-14 */
    ck_assert_double_eq_tol(s->summary->contacts[0].closest_approach, 33.0 / 16, 1e-14);
    ck_assert_double_eq_tol(s->summary->contacts[1].closest_approach, 3, 1e-14);
    ck_assert_double_eq_tol(s->summary->contacts[2].closest_approach, 33.0 / 16, 1e-14); /* and a finite gap */
    scene_close(s);
}
END_TEST

/* a row under a record, with one more contact that may be struck */
static scene *random_row(unsigned seed, thud_motion *motion, double gap, bool struck) {
    dice d = dice_of(seed);
    scene *s = scene_open(3);
    const int n = 1 + choose(&d, 4);
    thud_body before = THUD_BODY_GROUND;
    for (int i = 0; i < n; i++) {
        thud_body body = scene_body(s, roll(&d, 1, 3), 0, 0);
        scene_spring(s, before, body, roll(&d, 100, 400), roll(&d, 0, 2));
        before = body;
    }
    const int left = choose(&d, n + 1) - 1, right = n - 1;
    scene_touch(s, left == right ? THUD_BODY_GROUND : left, right, scene_contact("newton", gap, 0.5, 0));
    /* the ones of Hertz's kind have a stepper of their own where there is one body */
    const double wall = struck ? roll(&d, 0.005, 0.03) : 10;
    thud_gap_contact other = scene_contact(choose(&d, 2) ? "hunt-crossley" : "newton", wall, 0.6, 0);
    if (other.law != thud_law_find("newton")) other.stiffness = 1e5;
    scene_touch(s, before, THUD_BODY_GROUND, other);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(&d, -3, 3);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    if (!struck) s->model->run.impact_threshold = 0;
    return s;
}

START_TEST(a_gap_of_as_much) {
    thud_motion *motion = thud_motion_create(150, 0.02);
    for (unsigned seed = 1; seed <= 150; seed++) {
        scene *s = random_row(seed, motion, INFINITY, false);
        scene_run(s);
        const double closest = s->summary->contacts[0].closest_approach;
        ck_assert_double_gt(closest, 0);
        scene_close(s);
        /* a gap that is wide enough changes nothing but where steps end: rounding of some thousand of them */
        s = random_row(seed, motion, 2 * closest, false);
        scene_run(s);
        ck_assert_double_eq_tol(s->summary->contacts[0].closest_approach, closest, 1e-12 * closest);
        scene_close(s);
        /* displacements of some 0.1 m are known to 1e-14 or so, and bodies that graze each other are found from
         * 1e-12 on (docs/run.md): 1e-9 of a gap is far beyond both */
        for (int side = -1; side <= 1; side += 2) {
            s = random_row(seed, motion, closest * (1 + side * 1e-9), false);
            scene_run(s);
            ck_assert_msg((s->summary->contacts[0].impacts > 0) == (side < 0), "%u: %zu impacts with %g of it",
                          seed, s->summary->contacts[0].impacts, 1 + side * 1e-9);
            scene_close(s);
        }
    }
    thud_motion_free(motion);
}
END_TEST

/* steppers along records against the general series, with impacts of another contact */
static size_t compare_steppers(unsigned seed, thud_motion *motion, double gap) {
    scene *s = random_row(seed, motion, gap, true);
    scene_run(s);
    double closest[2];
    for (size_t i = 0; i < 2; i++) closest[i] = s->summary->contacts[i].closest_approach;
    const size_t count = s->summary->impacts;
    s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1;
    scene_run(s);
    /* compliant contacts are solved to the tolerance, 1e-9, and errors grow by a few from impact to impact: those
     * with few. A body that never got away from its place has a closest approach of rounding. */
    for (size_t i = 0; i < 2 && count == s->summary->impacts && count < 8; i++)
        ck_assert_msg(fabs(s->summary->contacts[i].closest_approach - closest[i]) <=
                          1e-7 * fabs(closest[i]) + 1e-15,
                      "%u: contact %zu by %g", seed, i, s->summary->contacts[i].closest_approach - closest[i]);
    scene_close(s);
    return count;
}

START_TEST(by_every_stepper) {
    static const double gaps[] = {INFINITY, 0.5, 0.02};
    thud_motion *motion = thud_motion_create(150, 0.02);
    size_t impacts = 0;
    for (unsigned seed = 1; seed <= 150; seed++)
        for (size_t i = 0; i < 3; i++) impacts += compare_steppers(seed, motion, gaps[i]);
    ck_assert_uint_gt(impacts, 900);
    thud_motion_free(motion);
}
END_TEST

/* contacts that are struck: where they are rigid it is the gap; otherwise the bodies go further by as much as the
 * contact gives way, and the largest displacement of a single body says as much */
START_TEST(of_those_struck) {
    thud_motion *motion = thud_motion_create(150, 0.02);
    size_t rigid = 0, soft = 0;
    for (unsigned seed = 1; seed <= 60; seed++) {
        scene *s = random_row(seed, motion, INFINITY, true);
        scene_run(s);
        const thud_contact_summary *c = &s->summary->contacts[1];
        const double gap = s->model->contacts[1].given.gap;
        if (c->impacts > 0) {
            const bool is_rigid = s->model->contacts[1].given.law == thud_law_find("newton");
            rigid += is_rigid;
            soft += !is_rigid;
            ck_assert_double_eq(c->closest_approach, gap + c->max_penetration);
            ck_assert((c->closest_approach == gap) == is_rigid);
        } else ck_assert_double_lt(c->closest_approach, gap);
        scene_close(s);
    }
    ck_assert(rigid > 5 && soft > 5);
    thud_motion_free(motion);
}
END_TEST

/* a body without a load in flight: x = sin t between stops at 2 above and 1/2 below, the second rigid */
START_TEST(of_one_body) {
    scene *s = scene_open(3 * PI);
    thud_body a = scene_body(s, 1, 0, 1);
    scene_spring(s, THUD_BODY_GROUND, a, 1, 0);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact("hertz", 2, 1, 1e5));
    scene_touch(s, THUD_BODY_GROUND, a, scene_contact("newton", 0.5, 0.5, 0));
    scene_run(s);
    ck_assert_double_eq_tol(s->summary->contacts[0].closest_approach, 1, 1e-14);
    ck_assert_double_eq(s->summary->contacts[1].closest_approach, 0.5);
    scene_close(s);
}
END_TEST

/* an endless gap opposite a soft stop of the same two bodies: half periods in contact with a stop of Hertz's kind,
 * as if the other contact were not there */
START_TEST(endless_opposite_a_stop) {
    scene *s[2];
    for (int k = 0; k < 2; k++) {
        s[k] = scene_open(3);
        const thud_body a = scene_body(s[k], 1, 0, 0.5);
        scene_spring(s[k], THUD_BODY_GROUND, a, 100, 0);
        scene_touch(s[k], a, THUD_BODY_GROUND, scene_contact("hertz", 0.01, 1, 1e5));
        if (k == 1) scene_touch(s[k], THUD_BODY_GROUND, a, scene_contact("newton", INFINITY, 0.5, 0));
        scene_run(s[k]);
    }
    ck_assert_uint_eq(s[1]->summary->impacts, s[0]->summary->impacts);
    ck_assert_double_eq(s[1]->summary->contacts[1].impulse, 0);
    ck_assert_double_eq(s[1]->summary->contacts[1].stick_time, 0);
    /* the largest −x: an elastic stop leaves ½ k x² = ½ m v², x = 0.05 */
    ck_assert_double_eq_tol(s[1]->summary->contacts[1].closest_approach, 0.05, 1e-9);
    for (int k = 0; k < 2; k++) scene_close(s[k]);
}
END_TEST

/* a stop beyond the one that is struck: the body comes nearest to it at its deepest in the first; by itself and
 * along a record, where one body has steps of its own, next to rigid and to soft stops */
static void try_beyond_a_stop(const char *law, const char *beyond, bool shaken) {
    scene *s = scene_open(3);
    const thud_body a = scene_body(s, 1, 0, 0.5);
    scene_spring(s, THUD_BODY_GROUND, a, 100, 1);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact(law, 0.01, strcmp(law, "hertz") == 0 ? 1 : 0.6, 1e5));
    scene_touch(
        s, a, THUD_BODY_GROUND,
        scene_contact(beyond, 0.1, strcmp(beyond, "hertz") == 0 ? 1 : 0.5, strcmp(beyond, "hertz") == 0 ? 1e5 : 0));
    thud_motion *motion = thud_motion_create(300, 0.01);
    dice d = dice_of(7);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(&d, -8, 8);
    if (shaken)
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    scene_run(s);
    const thud_contact_summary *c = s->summary->contacts;
    ck_assert(c[0].impacts > 0 && c[0].max_penetration > 1e-3 && c[1].impacts == 0);
    ck_assert_double_eq_tol(c[1].closest_approach, 0.01 + c[0].max_penetration, 1e-12);
    thud_motion_free(motion);
    scene_close(s);
}

START_TEST(beyond_a_stop) {
    static const char *const LAWS[] = {"hertz", "gonthier", "hunt-crossley"};
    for (size_t i = 0; i < 3; i++)
        for (int shaken = 0; shaken < 2; shaken++) {
            try_beyond_a_stop(LAWS[i], "newton", shaken);
            try_beyond_a_stop(LAWS[i], "hertz", shaken);
        }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("approach");
    tcase_add_test(tests, two_oscillators);
    tcase_add_test(tests, a_gap_of_as_much);
    tcase_add_test(tests, by_every_stepper);
    tcase_add_test(tests, of_those_struck);
    tcase_add_test(tests, of_one_body);
    tcase_add_test(tests, endless_opposite_a_stop);
    tcase_add_test(tests, beyond_a_stop);
    return run_suite("approach", tests);
}
