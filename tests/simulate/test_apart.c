/*
 * Two scenarios in one ground motion: against the exact relative displacement of two oscillators, which is computed
 * by other means, and against contacts that close just at that gap.
 */
#include <check.h>
#include <math.h>

#include <thud/gap.h>

#include "simulate/apart.h"
#include "simulate/dice.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846

static thud_model *chain(dice *d, int n, double *period, double *ratio) {
    thud_model *model = thud_model_create();
    thud_body_id below = THUD_GROUND;
    for (int i = 0; i < n; i++) {
        const double mass = roll(d, 1e5, 3e5), stiffness = roll(d, 3e7, 3e8);
        *period = 2 * PI * sqrt(mass / stiffness);
        *ratio = roll(d, 0.02, 0.1);
        const thud_body_id floor = thud_model_add_body(model, NULL, mass);
        thud_model_add_link(model, below, floor, &(thud_link){.stiffness = stiffness, .damping_ratio = *ratio});
        below = floor;
    }
    thud_model_set_duration(model, 4);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

static thud_motion *record(dice *d) {
    thud_motion *motion = thud_motion_create(300, 0.01);
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(d, -3, 3);
    return motion;
}

START_TEST(two_oscillators) {
    for (unsigned seed = 1; seed <= 50; seed++) {
        dice d = dice_of(seed);
        thud_gap_options o = thud_gap_options_default();
        thud_model *a = chain(&d, 1, &o.a.period, &o.a.damping), *b = chain(&d, 1, &o.b.period, &o.b.damping);
        thud_motion *motion = record(&d);
        thud_gap_record exact;
        thud_apart pair;
        ck_assert_int_eq(thud_gap_by_record(&o, motion, &exact, NULL), THUD_OK);
        ck_assert_int_eq(thud_apart_find(a, b, motion, &pair, NULL), THUD_OK);
        const double largest = fmax(exact.a_towards_b, exact.b_towards_a);
        /* some 400 steps of either, each right to a few u of the largest displacement, ten times the difference at
         * most */
        ck_assert_double_eq_tol(pair.a_left, exact.a_towards_b, 1e-11 * largest);
        ck_assert_double_eq_tol(pair.b_left, exact.b_towards_a, 1e-11 * largest);
        thud_motion_free(motion);
        thud_model_free(a);
        thud_model_free(b);
    }
}
END_TEST

/* side by side, a gap a little larger stays open and one a little smaller closes, at every floor */
START_TEST(just_open) {
    for (unsigned seed = 1; seed <= 20; seed++) {
        dice d = dice_of(seed);
        double unused;
        const int n = 1 + choose(&d, 4), m = 1 + choose(&d, 4);
        thud_model *a = chain(&d, n, &unused, &unused), *b = chain(&d, m, &unused, &unused);
        thud_motion *motion = record(&d);
        thud_apart pairs[5];
        ck_assert_int_eq(thud_apart_find(a, b, motion, pairs, NULL), THUD_OK);
        const size_t count = thud_apart_count(a, b);
        for (size_t floor = 0; floor < count; floor++)
            for (int closes = 0; closes < 2; closes++) {
                scene *s = scene_open(4);
                for (int k = 0; k < 2; k++) {
                    const thud_model *one = k ? b : a;
                    const int by = k ? n : 0;
                    for (size_t i = 0; i < one->body_count; i++) scene_body(s, one->bodies[i].mass, 0, 0);
                    for (size_t i = 0; i < one->link_count; i++) {
                        thud_link link = one->links[i].given;
                        link.name = NULL;
                        const int left = one->links[i].left, right = one->links[i].right;
                        scene_link(s, left < 0 ? left : left + by, right + by, &link);
                    }
                }
                thud_model_set_ground(s->model,
                                      &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
                s->model->run.impact_threshold = 0;
                scene_touch(s, (int)floor, n + (int)floor,
                            scene_contact("newton", pairs[floor].a_left * (closes ? 1 - 1e-8 : 1 + 1e-8), 0.5, 0));
                scene_run(s);
                ck_assert_int_eq(s->summary->impacts > 0, closes);
                scene_close(s);
            }
        thud_motion_free(motion);
        thud_model_free(a);
        thud_model_free(b);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("apart");
    tcase_add_test(tests, two_oscillators);
    tcase_add_test(tests, just_open);
    return run_suite("apart", tests);
}
