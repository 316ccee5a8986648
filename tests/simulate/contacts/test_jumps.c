/*
 * A compliant contact whose speed jumps while it is closed, since a body in it is struck by another without
 * duration: the laws that know approach from recovery, and those that let go at zero force, must notice at once.
 * Against a closed form and CVODE. And two contacts at δ = 0 in the same instant, one opening and one closing.
 */
#include <thud/verify.h>

#include "simulate/scene.h"

static const double MASS = 1, SPEED = 0.4, HAMMER = 5, PACE = 2;

/* a body that enters a wall at once, and a hammer that strikes it at `time`, when it has come to x */
static scene *struck(thud_gap_contact wall, double x, double time, bool inwards) {
    scene *s = scene_open(0.12);
    thud_body body = scene_body(s, MASS, 0, SPEED);
    thud_body hammer = scene_body(s, HAMMER, 0, inwards ? PACE : -PACE);
    scene_touch(s, body, THUD_BODY_GROUND, wall);
    if (inwards) scene_touch(s, hammer, body, scene_contact("newton", PACE * time - x, 0, 0));
    else scene_touch(s, body, hammer, scene_contact("newton", x + PACE * time, 0, 0));
    thud_model_set_tolerance(s->model, 1e-11);
    return s;
}

/*
 * mahmoud-jankowski, pulled out of its approach: x = v₀/ω_d e^(−ζωt) sin ω_d t until the hammer comes, momentum
 * then, and a spring without its damper after, ½ m v² = ½ m u² + ½ k x².
 */
START_TEST(pulled_out_of_approach) {
    const double k = 2e4, c = 60, time = 0.004;
    thud_gap_contact wall = scene_contact("mahmoud-jankowski", 0, 1, k);
    wall.damping = THUD_DAMPING_GIVEN;
    wall.damping_value = c;
    const double a = c / (2 * MASS), w = sqrt(k / MASS - a * a), decay = exp(-a * time);
    const double x = SPEED / w * decay * sin(w * time);
    const double v = SPEED * decay * (cos(w * time) - a / w * sin(w * time));
    const double u = (MASS * v - HAMMER * PACE) / (MASS + HAMMER);
    scene *s = struck(wall, x, time, false);
    scene_run(s);
    ck_assert_uint_eq(s->count, 2);
    for (size_t i = 0; i < 2; i++) {
        const thud_impact_entry *e = &s->entries[i];
        if (e->contact == 1) assert_relative(e->time, time, 1e-11);
        else assert_relative(e->separation_speed, sqrt(u * u + k * x * x / MASS), 1e-11);
    }
    scene_close(s);
}
END_TEST

static const char *const LAWS[] = {"kelvin-voigt", "mahmoud-jankowski",  "valles-reinhorn", "jankowski-2006",
                                   "tsuji",        "poursina-nikravesh", "flores"};
enum { LAW_COUNT = sizeof LAWS / sizeof LAWS[0], TIMES = 5 };

/* how far the body is at a time, without the hammer */
static double place_at(thud_gap_contact wall, double time, double *duration) {
    scene *s = scene_open(time);
    scene_touch(s, scene_body(s, MASS, 0, SPEED), THUD_BODY_GROUND, wall);
    thud_model_set_tolerance(s->model, 1e-13);
    scene_run(s);
    const double x = s->summary->bodies[0].final_displacement;
    if (duration) *duration = s->entries[0].duration;
    scene_close(s);
    return x;
}

/* early and late in approach and recovery, and while it is let go; CVODE's own error is 1e-10 or so */
START_TEST(struck_at_any_time) {
    static const double shares[TIMES] = {0.2, 0.45, 0.7, 0.9, 1.1};
    const char *law = LAWS[_i / (2 * TIMES)];
    const bool inwards = _i % 2 == 0;
    thud_gap_contact wall = scene_contact(law, 0, 0.4, thud_law_find(law)->exponent_default == 1 ? 2e4 : 1e6);
    wall.damping = THUD_DAMPING_EXACT;
    wall.separation = THUD_SEPARATION_ZERO_FORCE;
    double duration;
    place_at(wall, 0.1, &duration);
    const double time = shares[_i / 2 % TIMES] * duration, x = place_at(wall, time, NULL);
    scene *s = struck(wall, x, time, inwards);
    scene_run(s);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_msg(v.max_difference <= 1e-8, "%s, %s at %g: off by %g", law, inwards ? "pushed" : "pulled",
                  time / duration, v.max_difference);
    ck_assert_uint_eq(v.impacts, v.run_impacts);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
    scene_close(s);
}
END_TEST

/* let go with a dent left, and driven back into the wall before the gap has opened: it is no hole */
START_TEST(taken_up_by_a_strike) {
    thud_gap_contact wall = scene_contact("kelvin-voigt", 0, 0.3, 2e4);
    wall.damping = THUD_DAMPING_EXACT;
    wall.separation = THUD_SEPARATION_ZERO_FORCE;
    double duration;
    place_at(wall, 0.1, &duration);
    const double time = 1.1 * duration, x = place_at(wall, time, NULL);
    ck_assert_double_gt(x, 0);
    scene *s = struck(wall, x, time, true);
    scene_run(s);
    ck_assert_uint_eq(s->summary->contacts[0].impacts, 2);
    /* what comes from the left must go back there */
    ck_assert_double_lt(s->summary->bodies[0].final_velocity, 0);
    scene_close(s);
}
END_TEST

/* between two buffers without room: where one lets go the other takes over, both at δ = 0 */
START_TEST(from_one_buffer_into_the_other) {
    scene *s = scene_open(0.6);
    thud_body body = scene_body(s, 2.3, 0, 0.18);
    scene_touch(s, THUD_BODY_GROUND, body, scene_contact("lankarani-nikravesh", 0, 0.6, 1e5));
    thud_gap_contact right = scene_contact("poursina-nikravesh", 0, 0.9, 1e5);
    right.damping = THUD_DAMPING_EXACT;
    scene_touch(s, body, THUD_BODY_GROUND, right);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 1.59, .frequency = 3.67});
    thud_model_set_tolerance(s->model, 1e-12);
    scene_run(s);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_double_le(v.max_difference, 1e-8);
    ck_assert_uint_eq(v.impacts, v.run_impacts);
    scene_close(s);
}
END_TEST

/* a body that leans on a wall at rest, struck by a light hammer at the very start, which springs back: for the wall
 * it is one impact at u = (1 + e) M v/(M + m), from that instant on, as of a body that starts with u; the same
 * steps */
START_TEST(struck_from_rest) {
    const double light = 0.2, e = 0.5, u = (1 + e) * light * PACE / (light + MASS);
    for (size_t i = 0; i < LAW_COUNT; i++) {
        scene *alone = scene_open(0.12), *s = scene_open(0.12);
        const thud_gap_contact wall = scene_contact(LAWS[i], 0, 0.7, 2e4);
        scene_touch(alone, scene_body(alone, MASS, 0, u), THUD_BODY_GROUND, wall);
        thud_body body = scene_body(s, MASS, 0, 0), hammer = scene_body(s, light, 0, PACE);
        scene_touch(s, body, THUD_BODY_GROUND, wall);
        scene_touch(s, hammer, body, scene_contact("newton", 0, e, 0));
        scene_run(alone);
        scene_run(s);
        ck_assert_uint_eq(alone->count, 1);
        ck_assert_uint_eq(s->count, 2);
        const thud_impact_entry *right = &alone->entries[0], *struck_one = &s->entries[1];
        ck_assert_double_eq(struck_one->time, 0);
        assert_relative(struck_one->approach_speed, u, 1e-15);
        /* a hundredth of the tolerance, 1e-9, in each of some ten steps */
        assert_relative(struck_one->separation_speed, right->separation_speed, 1e-10);
        assert_relative(struck_one->duration, right->duration, 1e-10);
        ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-10, "%s: residual %g", LAWS[i],
                      s->summary->energy.residual);
        scene_close(alone);
        scene_close(s);
    }
}
END_TEST

/* two springs at one place part from a body together, though one event is before the other: what is left of the
 * force of the second, rounding or none at all, must not become a pull. It leaves as fast as it came */
START_TEST(two_springs_at_one_place) {
    for (int i = 0; i < 200; i++) {
        scene *s = scene_open(0.1);
        thud_body body = scene_body(s, 1 + 0.01 * i, 0, 0.1 + 0.003 * i);
        scene_touch(s, body, THUD_BODY_GROUND, scene_contact("kelvin-voigt", 0, 1, 1e4));
        scene_touch(s, body, THUD_BODY_GROUND, scene_contact("valles-reinhorn", 0, 1, 1e4));
        scene_run(s);
        ck_assert_uint_eq(s->count, 2);
        /* a few steps of a linear motion, some hundred roundings */
        for (size_t j = 0; j < 2; j++) assert_relative(s->entries[j].restitution, 1, 1e-13);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("jumps");
    tcase_add_test(tests, pulled_out_of_approach);
    tcase_add_loop_test(tests, struck_at_any_time, 0, LAW_COUNT * TIMES * 2);
    tcase_add_test(tests, taken_up_by_a_strike);
    tcase_add_test(tests, from_one_buffer_into_the_other);
    tcase_add_test(tests, struck_from_rest);
    tcase_add_test(tests, two_springs_at_one_place);
    return run_suite("jumps", tests);
}
