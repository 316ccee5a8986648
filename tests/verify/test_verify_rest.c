/*
 * Contacts that come to rest, by CVODE: what thud's own solver takes to its limit it follows, alone, in company
 * with elastic stops, and beside bodies that are jammed.
 */
#include "numeric/random.h"
#include "simulate/scene.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SHARE = 5 }; /* one of so many random models */
#else
enum { SHARE = 1 };
#endif

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

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

/* a body on a table that is shaken: CVODE must not step over the instants at which it lifts, with a bounce or
 * caught without one */
START_TEST(shaken_table) {
    for (unsigned seed = 0; seed < 20; seed++) {
        thud_random random = thud_random_seed(seed + 5001);
        scene *s = scene_open(2);
        scene_touch(s, scene_body(s, 2, 0, 0), THUD_BODY_GROUND, scene_contact("newton", 0, seed % 2 ? 0.3 : 0, 0));
        thud_model_set_gravity(s->model, 9.81);
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE,
                                                       .amplitude = roll(&random, 12, 30),
                                                       .frequency = roll(&random, 1, 3)});
        check_agreement(s, "table", seed);
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
    ck_assert_double_eq(v.compared_until, v.agreed_until);
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

/* held by friction: CVODE's reactions leave rounding of the loads, and what rests gets that */
START_TEST(held_at_rest) {
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
        check_agreement(s, "held", seed);
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

/* Rows of buildings with narrow gaps, whose impacts lose much: dozens of them come at one instant, and how many is
 * the solver's own */
START_TEST(rows_that_close_at_once) {
    for (unsigned seed = 0; seed < 12; seed += SHARE) {
        thud_random random = thud_random_seed(seed + 7001);
        scene *s = scene_open(4);
        for (int i = 0; i < 8; i++) {
            scene_body(s, roll(&random, 1, 3), 0, 0);
            scene_spring(s, THUD_BODY_GROUND, i, roll(&random, 40, 400), roll(&random, 0.5, 2));
            if (i > 0) scene_touch(s, i - 1, i, scene_contact("newton", 0.002, 0.1, 0));
        }
        const thud_signal shake = {.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = roll(&random, 0.8, 2)};
        thud_model_set_ground(s->model, &shake);
        check_agreement(s, "row", seed);
    }
}
END_TEST

/*
 * A row of four buildings that closes in a collapse of some eighty impacts, each of which decides by gaps of 1e-18
 * m which is the next: coordinates in double precision do not tell, and CVODE's run goes another way. By numbers of
 * 113 bits, a Taylor series of degree 34 from event to event, and rest below 1e-15 m/s, the final displacements are
 * those here; what CVODE makes of it is not judged from that instant on.
 */
START_TEST(order_that_cvode_does_not_see) {
    static const double place[] = {0.005336, 0.003535, 0.001766, -0.000219}, speed[] = {0.170, 0.186, 0.061, 0.073},
                        stiffness[] = {27380500, 6597130, 12306200, 57056300},
                        end[] = {0.0035378630002069165, 0.010685988824196272, 0.0086859888241962724,
                                 0.0066859888241962715};
    scene *s = scene_open(0.2);
    for (int i = 0; i < 4; i++) {
        const thud_link column = {.stiffness = stiffness[i], .damping_ratio = 0.05};
        scene_link(s, THUD_BODY_GROUND, scene_body(s, 200e3, place[i], speed[i]), &column);
        if (i > 0) scene_touch(s, i - 1, i, scene_contact("poisson", 0.002, 0.1, 0));
    }
    thud_model_set_gravity(s->model, -0.008);
    scene_run(s);
    for (int i = 0; i < 4; i++) /* what some hundred events leave of 0.01 m in double precision */
        ck_assert_double_eq_tol(s->summary->bodies[i].final_displacement, end[i], 1e-15);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_double_gt(v.max_difference, 1e-5);
    ck_assert_double_eq_tol(v.crowded_at, 0.005905538847842, 1e-6);
    ck_assert_double_lt(v.compared_until, v.crowded_at);
    ck_assert_double_gt(v.compared_until, v.crowded_at - 0.0002);
    ck_assert_msg(v.agrees, "%s", v.different[0].key);
    scene_close(s);
}
END_TEST

/* A contact of a row is about to come to rest, and is at rest to CVODE some low bounces early, as an impact nearby
 * passes through another one at rest: it strikes once more, or it does not. */
START_TEST(struck_just_after_rest) {
    static const double mass[] = {1.466, 2.682, 1.958, 2.761, 2.065, 2.055, 2.958, 2.81},
                        stiffness[] = {379.662, 155.558, 287.329, 213.147, 141.594, 282.251, 65.478, 188.957},
                        gap[] = {0, 0.005, 0.002, 0, 0.005, 0.005, 0.005, 0.005};
    scene *s = scene_open(2.7);
    for (int i = 0; i < 8; i++) {
        const thud_link column = {.stiffness = stiffness[i], .damping_ratio = 0.05};
        scene_link(s, THUD_BODY_GROUND, scene_body(s, mass[i], 0, 0), &column);
        if (i > 0) scene_touch(s, i - 1, i, scene_contact("newton", gap[i], 0.6, 0));
    }
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = 1.311});
    scene_build(s);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_double_gt(v.max_difference, 1e-6);
    ck_assert_double_eq_tol(v.crowded_at, 2.545, 1e-3);
    ck_assert_msg(v.agrees, "%s", v.different[0].key);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rest");
    tcase_add_test(tests, struck_at_the_end);
    tcase_add_test(tests, shaken_table);
    tcase_add_loop_test(tests, chaos_from_a_gap_of_zero, 0, 2);
    tcase_add_test(tests, pressed_on_a_table);
    tcase_add_test(tests, without_a_bounce);
    tcase_add_test(tests, without_a_bounce_beside_a_rod);
    tcase_add_test(tests, elastic_squeeze);
    tcase_add_test(tests, jammed_bodies);
    tcase_add_test(tests, rows_that_close_at_once);
    tcase_add_test(tests, order_that_cvode_does_not_see);
    tcase_add_test(tests, struck_just_after_rest);
    tcase_add_test(tests, loads_that_jump);
    tcase_add_test(tests, held_at_rest);
    return run_suite("rest by CVODE", tests);
}
