/*
 * Contacts that come to rest, by CVODE: when they do is known to what it says, and what thud's own solver takes to
 * its limit it follows, alone, in company with elastic stops, and beside bodies that are jammed.
 */
#include "numeric/random.h"
#include "simulate/scene.h"
#include "verify/run.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SHARE = 5 }; /* one of so many random models */
#else
enum { SHARE = 1 };
#endif

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

/*
 * A ball from h, with e: at rest from √(2h/g) (1 + e)/(1 − e) on. CVODE alone: what it says that it does not know
 * of the time covers the difference, beside 1e-11 of the course, which is what some thousand steps of 1e-13 leave,
 * times its lever; and it is no more than the time that bounces of 1e-10 of the height still take.
 */
START_TEST(limit_of_bounces) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double e = roll(&random, 0.05, 0.95), g = roll(&random, 1, 20), h = roll(&random, 0.1, 2);
    double fall = sqrt(2 * h / g), limit = fall * (1 + e) / (1 - e), duration = 1.2 * limit, x[5];
    scene *s = scene_open(duration);
    scene_touch(s, scene_body(s, 1, 0, 0), THUD_BODY_GROUND, scene_contact("newton", h, e, 0));
    thud_model_set_gravity(s->model, g);
    scene_build(s);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {h, sqrt(2 * g * h)};
    ck_assert_int_eq(thud_verify_model_init(&v, s->model, NULL), THUD_OK);
    thud_status status = thud_verify_cvode(&v, peaks, 4, x, &verification);
    ck_assert_msg(status == THUD_OK, "%s", verification.error.text);
    const thud_verify_contact *c = &v.contacts[0];
    double off = fabs(c->stick_time - (duration - limit)), last = 2 * sqrt(2e-10 * h / g) / (1 - e);
    ck_assert_msg(off <= c->stick_doubt + 1e-11 * c->stick_lever, "off by %g, of %g and %g", off, c->stick_doubt,
                  1e-11 * c->stick_lever);
    ck_assert_double_le(c->stick_doubt, last);
    /* 2 V/(g (1 − e)) for the bounces, and the fall, h/V */
    assert_relative(c->stick_lever, 2 * sqrt(2 * g * h) / (g * (1 - e)) + h / sqrt(2 * g * h), 1e-6);
    thud_verify_model_free(&v);
    scene_close(s);
}
END_TEST

/* pressed by the ground to and fro: lifts where its acceleration has come to −g, at the same instant in each
 * period; what is not known of the end goes with g/|ȧ| */
START_TEST(end_of_rest) {
    double g = 9.81, amplitude = 15, omega = 2 * 3.14159265358979323846 * 1.5, first = asin(g / amplitude) / omega;
    scene *s = scene_open(1.5 * first);
    scene_touch(s, scene_body(s, 1, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0, 0.3, 0));
    thud_model_set_gravity(s->model, g);
    thud_model_set_ground(s->model,
                          &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 1.5});
    scene_build(s);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {0.1, 1}, x[5];
    ck_assert_int_eq(thud_verify_model_init(&v, s->model, NULL), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
    ck_assert_double_eq_tol(v.contacts[0].stick_time, first, 1e-12);
    double slope = amplitude * omega * cos(omega * first);
    ck_assert_double_ge(v.contacts[0].stick_lever, g / slope);
    ck_assert_double_le(v.contacts[0].stick_lever, 4 * (g + amplitude) / slope);
    thud_verify_model_free(&v);
    scene_close(s);
}
END_TEST

static void check_agreement(scene *s, const char *what, unsigned seed) {
    scene_build(s);
    thud_verification v;
    thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) printf("not verified: %s\n", v.error.text); /* built without SUNDIALS */
    else {
        ck_assert_msg(status == THUD_OK, "%s %u: %s", what, seed, v.error.text);
        const thud_verify_difference *d = &v.different[0];
        ck_assert_msg(v.agrees, "%s %u: %zu differences, %s %.12g, CVODE %.12g, allowed %.3g", what, seed,
                      v.difference_count, d->key, d->run, d->cvode, d->allowed);
    }
    scene_close(s);
}

/* a body on a table that is shaken: CVODE must not step over the instants at which it lifts, and flights are no
 * doubt of times at rest, nor is the rounding of speeds at rest one of forces */
START_TEST(shaken_table) {
    scene *s = scene_open(3);
    scene_touch(s, scene_body(s, 2, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0, 0.3, 0));
    thud_model_set_gravity(s->model, 9.81);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 15, .frequency = 1.5});
    ck_assert_int_eq(thud_model_build(s->model, NULL), THUD_OK);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {0.1, 2}, x[5];
    ck_assert_int_eq(thud_verify_model_init(&v, s->model, NULL), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
    ck_assert_double_eq(v.contacts[0].fastest, 0);
    /* four times at rest, each with bounces of 1e-10 of the motion before it: 1e-5 s */
    ck_assert_double_le(v.contacts[0].stick_doubt, 4e-5);
    thud_verify_model_free(&v);
    check_agreement(s, "table", 0);
}
END_TEST

/*
 * From next to no height, beside a motion of 0.1 m: an error of s times that, nearer or further, comes to the whole
 * fall and more, but not to more time than 2 √(2 s · 0.1/g), s = 10 · 1e-9 + 1e6 · 1e-13 at least; relative to the
 * speed of the impact, 4e-6 m/s, it would be 2.3e4 s.
 */
START_TEST(arrival_at_next_to_no_speed) {
    const double g = 9.81, e = 0.3, size = 0.1, speed = 1;
    scene *s = scene_open(0.5);
    scene_touch(s, scene_body(s, 1, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 1e-12, e, 0));
    thud_model_set_gravity(s->model, g);
    scene_build(s);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {size, speed}, x[5], share = 1.1e-7;
    ck_assert_int_eq(thud_verify_model_init(&v, s->model, NULL), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
    double lever = 2 * sqrt(2 * size / (g * share)) + 2 * speed / (g * (1 - e)),
           rest = 0.5 - sqrt(2e-12 / g) * (1 + e) / (1 - e);
    assert_relative(v.contacts[0].stick_lever, lever, 1e-6);
    ck_assert_double_eq_tol(v.contacts[0].stick_time, rest, share * lever + v.contacts[0].stick_doubt);
    thud_verify_model_free(&v);
    scene_close(s);
}
END_TEST

/* thrown up by a table, and caught without a bounce: nothing is doubtful about when, however long it flew */
START_TEST(caught_without_a_bounce) {
    for (unsigned seed = 0; seed < 20; seed++) {
        thud_random random = thud_random_seed(seed + 5001);
        scene *s = scene_open(2);
        scene_touch(s, scene_body(s, 2, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0, 0, 0));
        thud_model_set_gravity(s->model, 9.81);
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE,
                                                       .amplitude = roll(&random, 12, 30),
                                                       .frequency = roll(&random, 1, 3)});
        scene_build(s);
        thud_verify_model v;
        thud_verification verification = {0};
        double peaks[2] = {0.1, 2}, x[5];
        ck_assert_int_eq(thud_verify_model_init(&v, s->model, NULL), THUD_OK);
        ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
        ck_assert_double_gt(v.contacts[0].stick_time, 0);
        ck_assert_double_le(v.contacts[0].stick_doubt, 1e-14 * 2); /* rounding of instants */
        thud_verify_model_free(&v);
        scene_close(s);
    }
}
END_TEST

/* thrown up by a table without end, from rest on it: the courses part, and a hair of the contact shows that the
 * model does that, which a share of its gap, none, would not; nor would the gap where the body first rests longer
 */
START_TEST(chaos_from_a_gap_of_zero) {
    scene *s = scene_open(60);
    scene_touch(s, scene_body(s, 1, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0, _i ? 0.95 : 0.9, 0));
    thud_model_set_gravity(s->model, 9.81);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 40, .frequency = 2 + _i});
    scene_build(s);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_double_gt(v.max_difference, 0.1);
    ck_assert_double_gt(v.agreed_until, 5);
    ck_assert_msg(v.agrees, "%s, apart by %.2g", v.different[0].key, v.max_difference);
    scene_close(s);
}
END_TEST

/* a body at a spring, pressed on a table that is shaken, at random: at rest, in flight and in low bounces; its
 * largest acceleration may be where rest begins, on either side */
START_TEST(pressed_on_a_table) {
    for (unsigned seed = 0; seed < 100; seed += SHARE) {
        thud_random random = thud_random_seed(seed + 3001);
        scene *s = scene_open(roll(&random, 0.5, 1.5));
        thud_body a = scene_body(s, roll(&random, 0.5, 3), 0, roll(&random, -0.3, 0.3));
        if (seed % 3) scene_spring(s, THUD_BODY_GROUND, a, roll(&random, 10, 300), roll(&random, 0, 2));
        double e = seed % 7 == 0 ? 0 : roll(&random, 0.02, 0.8), gap = seed % 2 ? 0 : roll(&random, 0, 0.02);
        scene_touch(s, a, THUD_BODY_GROUND, scene_contact(seed % 5 ? "newton" : "poisson", gap, e, 0));
        thud_model_set_gravity(s->model, roll(&random, 2, 12));
        thud_signal shake = {
            .kind = THUD_SIGNAL_SINE, .amplitude = roll(&random, 2, 15), .frequency = roll(&random, 1, 4)};
        thud_model_set_ground(s->model, &shake);
        check_agreement(s, "pressed", seed);
    }
}
END_TEST

/*
 * A body that falls on another without a bounce, which bounces on a table or, by poisson, gives back nothing while
 * others do: impacts of both follow each other faster than CVODE can tell apart, and one that stops the bodies but
 * for rounding holds them from then on, or is over where a load opens it. thud follows them one by one as
 * long as they are counted, and where they are not, slower than 0.5 m/s in every other model, takes all that are
 * left to their limit at once.
 */
static scene *fall_without_a_bounce(unsigned seed) {
    thud_random random = thud_random_seed(seed + 4001);
    scene *s = scene_open(roll(&random, 0.3, 1));
    thud_body a = scene_body(s, roll(&random, 0.5, 3), 0, roll(&random, -0.5, 0.5)),
              b = scene_body(s, roll(&random, 0.5, 3), 0, roll(&random, -0.5, 0.5));
    if (seed % 3) scene_spring(s, THUD_BODY_GROUND, a, roll(&random, 20, 300), roll(&random, 0, 2));
    if (seed % 2) scene_spring(s, a, b, roll(&random, 20, 300), 0);
    const char *law = seed % 5 ? "newton" : "poisson";
    double e = roll(&random, 0.05, 0.6), low = roll(&random, 0, 0.03), high = roll(&random, 0, 0.02);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact(law, low, e, 0));
    scene_touch(s, b, a, scene_contact(law, high, seed % 4 ? 0 : roll(&random, 0.3, 0.9), 0));
    thud_model_set_gravity(s->model, roll(&random, 2, 12));
    thud_signal shake = {
        .kind = THUD_SIGNAL_SINE, .amplitude = roll(&random, 2, 12), .frequency = roll(&random, 1, 3)};
    thud_model_set_ground(s->model, &shake);
    return s;
}

START_TEST(without_a_bounce) {
    for (unsigned seed = 0; seed < 120; seed += SHARE) {
        scene *s = fall_without_a_bounce(seed);
        if (seed / 2 % 2) thud_model_set_impact_threshold(s->model, 0.5);
        check_agreement(s, "without a bounce", seed);
    }
}
END_TEST

/* the same where a rod swings far away: then the bodies, too, are a system with a mass matrix, and have no weight
 */
START_TEST(without_a_bounce_beside_a_rod) {
    for (unsigned seed = 0; seed < 40; seed += SHARE) {
        scene *s = fall_without_a_bounce(seed);
        thud_rod rod = {.pivot_x = 50, .length = 1, .mass = 1, .angle = 0.1};
        thud_model_add_rod(s->model, "rod", &rod);
        check_agreement(s, "beside a rod", seed);
    }
}
END_TEST

/* a light body between a heavy one and an elastic stop, pressed together */
START_TEST(elastic_squeeze) {
    for (unsigned seed = 0; seed < 100; seed++) {
        thud_random random = thud_random_seed(seed + 1);
        scene *s = scene_open(roll(&random, 0.3, 1));
        double m = roll(&random, 0.1, 1), e = roll(&random, 0.2, 0.9), gravity = roll(&random, 0.5, 10);
        double ratio = roll(&random, 2, 60), speed = roll(&random, 0, 0.5);
        double gap = roll(&random, 0.005, 0.03), narrow = roll(&random, 0, 2e-3);
        thud_body a = scene_body(s, m * ratio, 0, speed), b = scene_body(s, m, 0, 0);
        scene_touch(s, a, b, scene_contact(seed % 3 == 0 ? "poisson" : "newton", gap, e, 0));
        scene_touch(s, b, THUD_BODY_GROUND, scene_contact("newton", narrow, 1, 0));
        thud_model_set_gravity(s->model, gravity);
        check_agreement(s, "squeeze", seed);
    }
}
END_TEST

/* a body without clearance between two stops, struck by another; a ball that has nothing to do with either */
START_TEST(jammed_bodies) {
    for (unsigned seed = 0; seed < 40; seed++) {
        thud_random random = thud_random_seed(seed + 1001);
        scene *s = scene_open(1.2);
        thud_body jam = scene_body(s, roll(&random, 5, 50), 0, 0),
                  hammer = scene_body(s, roll(&random, 0.5, 3), 0, -roll(&random, 0.3, 1)),
                  ball = scene_body(s, 1, 0, 0);
        scene_spring(s, THUD_BODY_GROUND, hammer, roll(&random, 50, 300), 0);
        double low = roll(&random, 0.05, 0.95), high = roll(&random, 0.05, 0.95);
        scene_touch(s, THUD_BODY_GROUND, jam, scene_contact("newton", 0, low, 0));
        scene_touch(s, jam, THUD_BODY_GROUND, scene_contact("newton", 0, high, 0));
        scene_touch(s, jam, hammer, scene_contact("newton", 0.02, roll(&random, 0.1, 0.9), 0));
        scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", 0.5, 0.5, 0));
        thud_model_set_gravity(s->model, 9.81);
        thud_signal shake = {
            .kind = THUD_SIGNAL_SINE, .amplitude = roll(&random, 2, 8), .frequency = roll(&random, 1, 3)};
        thud_model_set_ground(s->model, &shake);
        check_agreement(s, "jam", seed);
    }
}
END_TEST

/* pressed against a stop until a load that sets in at once pulls it off, or a friction beside it gives way: CVODE
 * has no zero there to find */
START_TEST(loads_that_jump) {
    for (unsigned seed = 0; seed < 40; seed++) {
        thud_random random = thud_random_seed(seed + 2001);
        scene *s = scene_open(1.5);
        thud_body a = scene_body(s, roll(&random, 0.5, 3), 0, 0);
        double press = roll(&random, 1, 5), pull = roll(&random, 1, 9);
        thud_signal on = {.kind = THUD_SIGNAL_STEP, .amplitude = press},
                    off = {.kind = THUD_SIGNAL_STEP, .amplitude = -press - pull, .start = roll(&random, 0.2, 0.6)};
        scene_spring(s, THUD_BODY_GROUND, a, roll(&random, 20, 200), 0);
        if (seed % 2) {
            thud_link slides = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = roll(&random, 0.5, 4)}};
            scene_link(s, THUD_BODY_GROUND, a, &slides);
        }
        scene_touch(s, a, THUD_BODY_GROUND, scene_contact("newton", 0, roll(&random, 0.1, 0.9), 0));
        scene_force(s, a, &on);
        scene_force(s, a, &off);
        check_agreement(s, "jump", seed);
    }
}
END_TEST

/* held by friction: CVODE's reactions leave rounding of the loads, and watches of what rests get that */
START_TEST(watched_at_rest) {
    for (unsigned seed = 0; seed < 20; seed++) {
        thud_random random = thud_random_seed(seed + 6001);
        scene *s = scene_open(roll(&random, 1, 3));
        thud_body held = scene_body(s, roll(&random, 1, 1000), 0, 0), free = scene_body(s, 1, 0, 0);
        double force = roll(&random, 100, 2000);
        scene_link(s, THUD_BODY_GROUND, held,
                   &(thud_link){.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = force}});
        scene_spring(s, held, free, 100, 0);
        scene_force(s, held,
                    &(thud_signal){.kind = THUD_SIGNAL_SINE,
                                   .amplitude = roll(&random, 0.1, 0.9) * force,
                                   .frequency = roll(&random, 1, 4)});
        thud_body_id place = {held};
        thud_model_add_watch(s->model, "place", &(thud_watch){.left = THUD_GROUND, .right = place});
        thud_model_add_watch(s->model, "speed",
                             &(thud_watch){.kind = THUD_WATCH_VELOCITY, .left = THUD_GROUND, .right = place});
        check_agreement(s, "watched", seed);
    }
}
END_TEST

/* a body that strikes at the very end: one solver may have the impact, and the other not; what it came with is no
 * doubt of what was before */
START_TEST(struck_at_the_end) {
    for (int rigid = 0; rigid < 2; rigid++) {
        scene *s = scene_open(0.01);
        thud_body a = scene_body(s, 1, 0, 1), b = scene_body(s, 2, 0, 0.3);
        scene_touch(s, a, THUD_BODY_GROUND, scene_contact(rigid ? "newton" : "flores", 0.01, 0.5, rigid ? 0 : 1e6));
        scene_touch(s, b, THUD_BODY_GROUND, scene_contact("newton", 0.5, 0.5, 0));
        check_agreement(s, rigid ? "rigid, at the end" : "at the end", 0);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rest");
    tcase_add_loop_test(tests, limit_of_bounces, 0, 100);
    tcase_add_test(tests, end_of_rest);
    tcase_add_test(tests, struck_at_the_end);
    tcase_add_test(tests, shaken_table);
    tcase_add_test(tests, arrival_at_next_to_no_speed);
    tcase_add_test(tests, caught_without_a_bounce);
    tcase_add_loop_test(tests, chaos_from_a_gap_of_zero, 0, 2);
    tcase_add_test(tests, pressed_on_a_table);
    tcase_add_test(tests, without_a_bounce);
    tcase_add_test(tests, without_a_bounce_beside_a_rod);
    tcase_add_test(tests, elastic_squeeze);
    tcase_add_test(tests, jammed_bodies);
    tcase_add_test(tests, loads_that_jump);
    tcase_add_test(tests, watched_at_rest);
    return run_suite("rest by CVODE", tests);
}
