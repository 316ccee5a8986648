/*
 * Signals that are watched: closed forms, against the peaks of bodies and against dense histories; runs with them
 * are what they are without.
 */
#include <check.h>
#include <float.h>
#include <math.h>

#include "device/pack.h"
#include "simulate/dice.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846

static void watch(scene *s, const char *name, thud_watch_kind kind, int left, int right, size_t link) {
    thud_model_add_watch(s->model, name, &(thud_watch){kind, {left}, {right}, link});
}

/* x₁ = cos ωt and x₂ = 2 cos 2ωt: x₂ − x₁ is highest at t = 0 with 1 and lowest where its slope is zero */
START_TEST(two_oscillators) {
    const double omega = 3;
    scene *s = scene_open(2 * PI / omega);
    thud_body a = scene_body(s, 1, 1, 0), b = scene_body(s, 1, 2, 0);
    scene_spring(s, THUD_BODY_GROUND, a, omega * omega, 0);
    scene_spring(s, THUD_BODY_GROUND, b, 4 * omega * omega, 0);
    watch(s, "apart", THUD_WATCH_DISPLACEMENT, a, b, 0);
    watch(s, "rate", THUD_WATCH_VELOCITY, THUD_BODY_GROUND, a, 0);
    watch(s, "bend", THUD_WATCH_ACCELERATION, THUD_BODY_GROUND, a, 0);
    watch(s, "force", THUD_WATCH_LINK_FORCE, 0, 0, 1);
    watch(s, "base", THUD_WATCH_BASE_SHEAR, 0, b, 0);
    scene_run(s);
    const thud_watch_summary *w = s->summary->watches;
    ck_assert_uint_eq(s->summary->watch_count, 5);
    /* 2 cos 2θ − cos θ = 4c² − c − 2: lowest at c = 1/8 with −33/16, highest at c = −1 with 3; each of the sums of
     * some 30 terms is off by a few roundings: 1e-14 */
    ck_assert_double_eq_tol(w[0].lowest, -33.0 / 16, 1e-14);
    ck_assert_double_eq_tol(w[0].highest, 3, 1e-14);
    ck_assert_double_eq_tol(w[0].max, 3, 1e-14);
    ck_assert_double_eq_tol(w[0].final, 1, 1e-13);
    ck_assert_double_eq_tol(w[1].max, omega, 1e-14);
    ck_assert_double_eq_tol(w[2].lowest, -omega * omega, 1e-13);
    ck_assert_double_eq_tol(w[3].highest, 8 * omega * omega, 1e-12);
    ck_assert_double_eq_tol(w[4].max, 8 * omega * omega, 1e-12); /* of its own structure alone */
    scene_close(s);
}
END_TEST

/* a row of bodies with impacts, under a sine and a record */
static void random_row(scene *s, dice *d, thud_motion *motion, bool watched) {
    const int n = 2 + choose(d, 4);
    thud_body before = THUD_BODY_GROUND;
    for (int i = 0; i < n; i++) {
        thud_body body = scene_body(s, roll(d, 1, 3), 0, 0);
        scene_spring(s, before, body, roll(d, 100, 400), roll(d, 0, 2));
        before = body;
    }
    scene_touch(s, before, THUD_BODY_GROUND, scene_contact(choose(d, 2) ? "newton" : "kelvin-voigt", 0.02, 0.6, 0));
    s->model->contacts[0].given.stiffness = 1e5;
    if (s->model->contacts[0].given.law == thud_law_find("newton")) s->model->contacts[0].given.stiffness = NAN;
    for (size_t i = 0; i < motion->count; i++) motion->acceleration[i] = roll(d, -3, 3);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1});
    if (!watched) return;
    watch(s, "top", THUD_WATCH_DISPLACEMENT, THUD_BODY_GROUND, n - 1, 0);
    watch(s, "storey", THUD_WATCH_DISPLACEMENT, n - 2, n - 1, 0);
    watch(s, "speed", THUD_WATCH_VELOCITY, THUD_BODY_GROUND, n - 1, 0);
    watch(s, "ground", THUD_WATCH_GROUND, 0, 0, 0);
    watch(s, "base", THUD_WATCH_BASE_SHEAR, 0, 0, 0);
    watch(s, "link", THUD_WATCH_LINK_FORCE, 0, 0, 0);
}

typedef struct seen {
    double storey, base; /* largest of the samples */
    size_t count;
} seen;

static bool see(void *context, const thud_sample *sample) {
    seen *all = context;
    ck_assert_ptr_nonnull(sample->watch);
    all->storey = fmax(all->storey, fabs(sample->watch[1]));
    all->base = fmax(all->base, fabs(sample->watch[4]));
    /* the signal is what the state says, the same series summed in another order: its terms, some 30, are as large
     * as what moves in a step, below 0.1 m here: 16 u of that */
    const size_t top = all->count; /* bodies */
    const double x = sample->displacement[top - 1], below = sample->displacement[top - 2];
    ck_assert_double_eq_tol(sample->watch[0], x, 1.6 * DBL_EPSILON);
    ck_assert_double_eq_tol(sample->watch[1], x - below, 3.2 * DBL_EPSILON);
    return true;
}

START_TEST(random_rows) {
    thud_motion *motion = thud_motion_create(150, 0.02);
    for (unsigned seed = 1; seed <= 100; seed++) {
        dice d = dice_of(seed), again = dice_of(seed);
        scene *s = scene_open(3), *plain = scene_open(3);
        random_row(s, &d, motion, true);
        thud_model_set_output(s->model, 1e-3, false);
        seen all = {.count = s->model->body_count};
        scene_build(s);
        ck_assert_int_eq(thud_simulation_run(s->simulation, &(thud_observer){.context = &all, .sample = see}),
                         THUD_OK);
        const thud_watch_summary *w = s->summary->watches;
        const thud_body_summary *top = &s->summary->bodies[all.count - 1];
        /* the same series, the same search */
        ck_assert_double_eq_tol(w[0].max, top->max_displacement, 1.6 * DBL_EPSILON);
        ck_assert_double_eq_tol(w[2].max, top->max_velocity, 1e-15 * top->max_velocity);
        ck_assert_double_eq_tol(w[0].final, top->final_displacement, 1e-15);
        ck_assert_double_eq_tol(w[5].max, w[4].max, 1e-12 * w[4].max); /* one link to the ground */
        /* samples every 1 ms: between two of them less than a⋅dt²/8 is missed, 1e-7 of some 50 m/s² and 1e-2 m */
        ck_assert_double_ge(w[1].max, all.storey * (1 - 1e-14));
        ck_assert_double_le(w[1].max, all.storey + 200 * 1e-6 / 8);
        ck_assert_double_ge(w[4].max, all.base * (1 - 1e-14));
        double largest = 0;
        for (size_t i = 0; i < motion->count; i++) largest = fmax(largest, fabs(motion->acceleration[i]));
        ck_assert_double_eq_tol(w[3].max, largest, 4 * DBL_EPSILON * largest); /* straight between samples */
        /* and without them the run is the same, but by other steppers: up to the first impact in 1e-10 */
        random_row(plain, &again, motion, false);
        scene_run(plain);
        if (plain->summary->impacts == 0)
            ck_assert_double_eq_tol(plain->summary->bodies[0].max_displacement,
                                    s->summary->bodies[0].max_displacement,
                                    1e-10 * s->summary->bodies[0].max_displacement);
        scene_close(s);
        scene_close(plain);
    }
    thud_motion_free(motion);
}
END_TEST

/* devices have no signals: such cases are for the processor */
START_TEST(not_on_devices) {
    for (int watched = 0; watched < 2; watched++) {
        scene *s = scene_open(1);
        thud_body a = scene_body(s, 1, 0.1, 0);
        scene_spring(s, THUD_BODY_GROUND, a, 1, 0);
        if (watched) watch(s, "x", THUD_WATCH_DISPLACEMENT, THUD_BODY_GROUND, a, 0);
        scene_build(s);
        const char *reason = NULL;
        ck_assert_int_eq(thud_device_covers(s->model, &reason), !watched);
        if (watched) ck_assert_str_eq(reason, "signals are watched");
        scene_close(s);
    }
}
END_TEST

START_TEST(refused) {
    scene *s = scene_open(1);
    thud_body a = scene_body(s, 1, 0, 0);
    scene_spring(s, THUD_BODY_GROUND, a, 1, 0);
    watch(s, "x", THUD_WATCH_DISPLACEMENT, 0, 7, 0);
    watch(s, "x", THUD_WATCH_LINK_FORCE, 0, 0, 3);
    watch(s, "y", THUD_WATCH_BASE_SHEAR, 0, THUD_BODY_GROUND, 0);
    thud_model_add_watch(s->model, "z", NULL);
    thud_error error;
    ck_assert_int_eq(thud_model_build(s->model, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.text, "watch 'x': the name is already in use");
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("watch");
    tcase_add_test(tests, two_oscillators);
    tcase_add_test(tests, random_rows);
    tcase_add_test(tests, not_on_devices);
    tcase_add_test(tests, refused);
    return run_suite("watch", tests);
}
