/*
 * Gaps that never close: how near their bodies come. Closed forms; gaps of as much just close, or just do not; the
 * same by every stepper.
 */
#include <check.h>
#include <math.h>

#include "simulate/dice.h"
#include "simulate/scene.h"
#include "simulate/state.h"
#include "simulate/propagator.h"

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
    ck_assert_double_nan(s->summary->contacts[2].closest_approach); /* it has a gap, which says more */
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
START_TEST(by_every_stepper) {
    thud_motion *motion = thud_motion_create(150, 0.02);
    size_t impacts = 0;
    for (unsigned seed = 1; seed <= 150; seed++) {
        scene *s = random_row(seed, motion, INFINITY, true);
        scene_run(s);
        const double closest = s->summary->contacts[0].closest_approach;
        impacts += s->summary->impacts;
        const size_t count = s->summary->impacts;
        s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1;
        scene_run(s);
        /* compliant contacts are solved to the tolerance, 1e-9, and errors grow by a few from impact to impact:
         * those with few */
        if (count == s->summary->impacts && count < 8)
            ck_assert_double_le(fabs(s->summary->contacts[0].closest_approach - closest), 1e-7 * closest);
        scene_close(s);
    }
    ck_assert_uint_gt(impacts, 300);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("approach");
    tcase_add_test(tests, two_oscillators);
    tcase_add_test(tests, a_gap_of_as_much);
    tcase_add_test(tests, by_every_stepper);
    return run_suite("approach", tests);
}
