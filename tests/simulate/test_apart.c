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

/* one body on a spring without a dashpot */
static thud_model *oscillator(double period, double mass) {
    thud_model *model = thud_model_create();
    const thud_body_id body = thud_model_add_body(model, NULL, mass);
    const double frequency = 2 * PI / period;
    thud_model_add_link(model, THUD_GROUND, body, &(thud_link){.stiffness = mass * frequency * frequency});
    thud_model_set_duration(model, 4);
    return model;
}

/* damping of the structure as a whole is that of both: a ratio for every mode, or C = a M + b K, of which one body
 * has the ratio (a/ω + b ω)/2 */
START_TEST(damping_of_the_whole) {
    for (unsigned seed = 1; seed <= 20; seed++) {
        dice d = dice_of(seed);
        const bool modal = seed % 2;
        const double ratio = roll(&d, 0.02, 0.1), mass = roll(&d, 0.1, 0.5), stiffness = roll(&d, 1e-4, 3e-3);
        thud_gap_options o = thud_gap_options_default();
        thud_gap_side *const sides[] = {&o.a, &o.b};
        thud_model *models[2];
        for (int k = 0; k < 2; k++) {
            sides[k]->period = roll(&d, 0.2, 0.8);
            const double w = 2 * PI / sides[k]->period;
            sides[k]->damping = modal ? ratio : (mass / w + stiffness * w) / 2;
            models[k] = oscillator(sides[k]->period, roll(&d, 1, 3));
            if (modal) thud_model_set_modal_damping(models[k], ratio);
            else thud_model_set_rayleigh_damping(models[k], mass, stiffness);
            ck_assert_int_eq(thud_model_build(models[k], NULL), THUD_OK);
        }
        thud_motion *motion = record(&d);
        thud_gap_record exact;
        thud_apart pair;
        ck_assert_int_eq(thud_gap_by_record(&o, motion, &exact, NULL), THUD_OK);
        ck_assert_int_eq(thud_apart_find(models[0], models[1], motion, &pair, NULL), THUD_OK);
        const double largest = fmax(exact.a_towards_b, exact.b_towards_a); /* as above */
        ck_assert_double_eq_tol(pair.a_left, exact.a_towards_b, 1e-11 * largest);
        ck_assert_double_eq_tol(pair.b_left, exact.b_towards_a, 1e-11 * largest);
        thud_motion_free(motion);
        for (int k = 0; k < 2; k++) thud_model_free(models[k]);
    }
}
END_TEST

/* forces and contacts go with their model: a force m·a(t) on one body holds it still, and a stop that is out of
 * reach changes nothing, so that the two come as near as the other one moves */
START_TEST(forces_and_contacts) {
    for (unsigned seed = 1; seed <= 20; seed++) {
        dice d = dice_of(seed);
        const double mass = roll(&d, 1, 3), damping = 1e-9, period = roll(&d, 0.2, 0.8);
        thud_model *still = oscillator(roll(&d, 0.2, 0.8), mass), *moves = oscillator(period, 2);
        thud_motion *motion = record(&d);
        const thud_gap_contact stop = scene_contact("newton", 1e3, 0.5, 0);
        const thud_signal push = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = mass};
        thud_model_add_force(still, (thud_body_id){0}, &push);
        thud_model_add_contact(moves, "far", (thud_body_id){0}, THUD_GROUND, &stop);
        ck_assert_int_eq(thud_model_build(still, NULL), THUD_OK);
        ck_assert_int_eq(thud_model_build(moves, NULL), THUD_OK);
        thud_apart pair;
        thud_response response;
        ck_assert_int_eq(thud_apart_find(still, moves, motion, &pair, NULL), THUD_OK);
        ck_assert_int_eq(thud_motion_spectrum(motion, &period, 1, &damping, 1, &response), THUD_OK);
        /* a ratio of 1e-9 over 20 cycles takes 2π·20·1e-9 of the peak */
        assert_relative(fmax(pair.a_left, pair.b_left), response.displacement, 2e-7);
        thud_motion_free(motion);
        thud_model_free(still);
        thud_model_free(moves);
    }
}
END_TEST

/* two floors that strike a stop with the point between them, or with nothing */
static thud_model *frame(bool strikes) {
    thud_model *model = thud_model_create();
    thud_body_id below = THUD_GROUND;
    for (int i = 0; i < 2; i++) {
        const thud_body_id floor = thud_model_add_body(model, NULL, 2 - i);
        thud_model_add_link(model, below, floor, &(thud_link){.stiffness = 300, .damping = 1});
        below = floor;
    }
    const thud_body_id middle = thud_model_add_point(model, 2, (thud_body_id[]){{0}, {1}}, (double[]){0.4, 0.6});
    const thud_gap_contact stop = scene_contact("newton", strikes ? 0.004 : 1e3, 0.5, 0);
    thud_model_add_contact(model, "stop", middle, THUD_GROUND, &stop);
    thud_model_set_duration(model, 4);
    return model;
}

/* points of several bodies go with their model, whichever of the two it is: beside a body that m·a(t) holds still
 * the floors come as near as their largest displacements when they are alone */
START_TEST(points) {
    dice d = dice_of(7);
    thud_motion *motion = record(&d);
    thud_model *still = oscillator(0.4, 1.5);
    const thud_signal push = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1.5};
    thud_model_add_force(still, (thud_body_id){0}, &push);
    ck_assert_int_eq(thud_model_build(still, NULL), THUD_OK);
    double largest[2];
    for (int strikes = 0; strikes < 2; strikes++) {
        scene *alone = scene_open(4);
        thud_model_free(alone->model);
        alone->model = frame(strikes);
        thud_model *model = frame(strikes);
        ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
        thud_model_set_ground(alone->model,
                              &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
        scene_run(alone);
        ck_assert_int_eq(alone->summary->impacts > 2, strikes);
        largest[strikes] = alone->summary->bodies[0].max_displacement;
        thud_apart pair;
        /* rounding of other steps, 1e-15 of the peak, of which each of some ten impacts makes a few times more */
        ck_assert_int_eq(thud_apart_find(model, still, motion, &pair, NULL), THUD_OK);
        assert_relative(fmax(pair.a_left, pair.b_left), largest[strikes], 1e-9);
        ck_assert_int_eq(thud_apart_find(still, model, motion, &pair, NULL), THUD_OK);
        assert_relative(fmax(pair.a_left, pair.b_left), largest[strikes], 1e-9);
        thud_model_free(model);
        scene_close(alone);
    }
    ck_assert_double_gt(fabs(largest[1] - largest[0]), 0.01 * largest[0]); /* the stop makes a difference */
    thud_motion_free(motion);
    thud_model_free(still);
}
END_TEST

/* a run of both that fails, with the words for it or without */
START_TEST(run_that_fails) {
    thud_model *crowd = thud_model_create(), *other = oscillator(0.5, 1);
    const thud_body_id body = thud_model_add_body(crowd, NULL, 1);
    const thud_gap_contact stop = scene_contact("newton", 0, 0.5, 0);
    for (int i = 0; i < 300; i++) thud_model_add_contact(crowd, NULL, body, THUD_GROUND, &stop);
    thud_model_set_duration(crowd, 1);
    thud_motion *motion = thud_motion_create(10, 0.01);
    ck_assert_int_eq(thud_model_build(crowd, NULL), THUD_OK);
    ck_assert_int_eq(thud_model_build(other, NULL), THUD_OK);
    thud_error error = {0};
    thud_apart pair;
    ck_assert_int_eq(thud_apart_find(crowd, other, motion, &pair, &error), THUD_ERROR_STEPS);
    ck_assert_str_eq(error.text, "at 0 s: too many contacts stick at once");
    ck_assert_int_eq(thud_apart_find(other, crowd, motion, &pair, NULL), THUD_ERROR_STEPS);
    thud_motion_free(motion);
    thud_model_free(crowd);
    thud_model_free(other);
}
END_TEST

enum { ALONE, STRIKES_BODY, STRIKES_ROD };

/* a mass with a pendulum on it that may strike the mass, or a rod beside it */
static thud_model *hung(int what) {
    thud_model *model = oscillator(0.7, 2);
    const thud_rod_id ball = thud_model_add_rod(model, "ball", &(thud_rod){.length = 0.5, .mass = 0.6});
    const thud_rod far = {.length = 1.5, .mass = 1, .pivot_x = 0.02, .pivot_y = 0.5};
    const thud_rod_id other = thud_model_add_rod(model, "other", &far);
    thud_model_hang_rod(model, ball, (thud_body_id){0});
    const thud_gap_contact c = scene_contact("kelvin-voigt", 0.005, 0.5, 1e4);
    if (what == STRIKES_BODY) thud_model_add_tip_contact(model, NULL, ball, THUD_TIP_RIGHT, (thud_body_id){0}, &c);
    if (what == STRIKES_ROD) thud_model_add_rod_contact(model, NULL, ball, other, &c);
    thud_model_set_gravity(model, 9.81);
    return model;
}

static thud_model *standing(const thud_motion *motion, bool with_rod) {
    thud_model *still = oscillator(0.4, 1.5);
    const thud_signal push = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1.5};
    thud_model_add_force(still, (thud_body_id){0}, &push);
    const thud_rod far = {.length = 1, .mass = 1, .pivot_x = 9, .angle = 0.2};
    if (with_rod) thud_model_add_rod(still, "far", &far);
    if (with_rod) thud_model_set_gravity(still, 9.81);
    ck_assert_int_eq(thud_model_build(still, NULL), THUD_OK);
    return still;
}

/* beside a body that a force keeps still, the gap is how far the mass goes by itself. The other may have a rod of
 * its own, which nothing strikes */
START_TEST(rods) {
    dice d = dice_of(9);
    thud_motion *motion = record(&d);
    double largest[3];
    for (int i = 0; i < 6; i++) {
        const int what = i % 3;
        thud_model *still = standing(motion, i >= 3), *model = hung(what);
        scene *alone = scene_open(4);
        thud_model_free(alone->model);
        alone->model = hung(what);
        ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
        thud_model_set_ground(alone->model,
                              &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
        scene_run(alone);
        ck_assert_int_eq(alone->summary->impacts > 0, what != ALONE);
        largest[what] = alone->summary->bodies[0].max_displacement;
        thud_apart pair;
        /* other steps of the same tolerance, 1e-9, and a few impacts that magnify what they leave */
        ck_assert_int_eq(thud_apart_find(model, still, motion, &pair, NULL), THUD_OK);
        assert_relative(fmax(pair.a_left, pair.b_left), largest[what], 1e-7);
        ck_assert_int_eq(thud_apart_find(still, model, motion, &pair, NULL), THUD_OK);
        assert_relative(fmax(pair.a_left, pair.b_left), largest[what], 1e-7);
        thud_model_free(model);
        thud_model_free(still);
        scene_close(alone);
    }
    for (int what = 1; what < 3; what++) /* the impacts make a difference */
        ck_assert_double_gt(fabs(largest[what] - largest[ALONE]), 1e-3 * largest[ALONE]);
    thud_motion_free(motion);
}
END_TEST

/* what cannot be put side by side, with the words for it */
START_TEST(not_side_by_side) {
    static const char *const words[] = {"rods",    "rods",    "gravity",  "damping",  "damping",
                                        "damping", "damping", "supports", "supports", "gravity"};
    for (int i = 0; i < 10; i++) {
        thud_model *models[] = {oscillator(0.5, 1), oscillator(0.6, 1)};
        if (i < 2) {
            thud_model_free(models[i]);
            models[i] = thud_model_create();
            thud_model_add_rod(models[i], "rod", &(thud_rod){.length = 1, .mass = 1});
            thud_model_set_duration(models[i], 1);
        }
        if (i == 2) thud_model_set_gravity(models[0], 9.81);
        if (i == 3) thud_model_set_modal_damping(models[0], 0.05);
        if (i == 9) {
            thud_model_add_rod(models[1], "rod", &(thud_rod){.length = 1, .mass = 1});
            for (int k = 0; k < 2; k++) thud_model_set_gravity(models[k], 9.81);
        }
        if (i == 7 || i == 8) {
            const thud_support moved = {.velocity = 1};
            const thud_body_id plate = thud_model_add_support(models[i - 7], NULL, &moved);
            thud_model_add_link(models[i - 7], plate, (thud_body_id){0}, &(thud_link){.stiffness = 1});
        }
        for (int k = 0; i > 3 && k < 2; k++) {
            if (i == 4) thud_model_set_modal_damping(models[k], k ? 0.05 : 0.06);
            if (i == 5) thud_model_set_rayleigh_damping(models[k], k ? 0.1 : 0.2, 1e-3);
            if (i == 6) thud_model_set_rayleigh_damping(models[k], 0.1, k ? 1e-3 : 2e-3);
        }
        thud_error error = {0};
        thud_apart pair;
        thud_motion *motion = thud_motion_create(10, 0.01);
        for (int k = 0; k < 2; k++) ck_assert_int_eq(thud_model_build(models[k], NULL), THUD_OK);
        ck_assert_int_eq(thud_apart_find(models[0], models[1], motion, &pair, &error), THUD_ERROR_ARGUMENT);
        ck_assert_msg(strncmp(error.text, words[i], strlen(words[i])) == 0, "%d: %s", i, error.text);
        thud_motion_free(motion);
        for (int k = 0; k < 2; k++) thud_model_free(models[k]);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("apart");
    tcase_add_test(tests, two_oscillators);
    tcase_add_test(tests, just_open);
    tcase_add_test(tests, damping_of_the_whole);
    tcase_add_test(tests, forces_and_contacts);
    tcase_add_test(tests, points);
    tcase_add_test(tests, rods);
    tcase_add_test(tests, run_that_fails);
    tcase_add_test(tests, not_side_by_side);
    return run_suite("apart", tests);
}
