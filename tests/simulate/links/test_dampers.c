/*
 * Orifice dampers, F = c |ḋ|^α sign ḋ with 1 < α ≤ 2, and rigid stops that take all of the speed: the rate of the
 * dashpot is zero in the instant of the impact, and may stay there.
 */
#include <thud/verify.h>

#include "simulate/dice.h"
#include "simulate/scene.h"

static units units_of(dice *d) { return spread_units(d, (units){1e-4, 1e-3, 1e-6}, (units){1e3, 1e2, 1e8}); }

/*
 * A body without a spring, α = 2. With ℓ = m/c it comes to the first stop at t = (ℓ/v)(exp(gap/ℓ) − 1), rests there
 * until a force f pulls it, and goes
 *
 *     x = ℓ ln cosh(t √(f c)/m),  ẋ = √(f/c) tanh(t √(f c)/m)
 *
 * to the other stop, against which the force holds it. The ends of the dashpot, and the sides, are taken in turn.
 */
START_TEST(between_two_stops) {
    for (unsigned seed = 0; seed < 200; seed++) {
        dice d = dice_of(seed);
        units u = units_of(&d);
        double side = choose(&d, 2) ? 1 : -1, m = u.mass, c = u.mass / u.length * roll(&d, 0.2, 3);
        double v = u.length / u.time * roll(&d, 0.3, 1),
               f = u.mass * u.length / (u.time * u.time) * roll(&d, 0.3, 3);
        double near = u.length * roll(&d, 0.1, 1), far = u.length * roll(&d, 0.1, 1), scale = m / c;
        double strikes = scale / v * (exp(near / scale) - 1), pulled = strikes + u.time * roll(&d, 0.1, 1);
        double speed = v * exp(-near / scale), ratio = acosh(exp((near + far) / scale));
        double arrives = pulled + m / sqrt(f * c) * ratio, last = sqrt(f / c) * tanh(ratio);
        double rest = u.time * roll(&d, 0.1, 1);

        scene *s = scene_open(arrives + rest);
        thud_body body = scene_body(s, m, 0, side * v), ground = THUD_BODY_GROUND;
        bool turned = choose(&d, 2);
        scene_link(s, turned ? body : ground, turned ? ground : body,
                   &(thud_link){.damping = c, .damping_exponent = 2});
        scene_touch(s, side > 0 ? body : ground, side > 0 ? ground : body, scene_contact("newton", near, 0, 0));
        scene_touch(s, side > 0 ? ground : body, side > 0 ? body : ground, scene_contact("newton", far, 0, 0));
        scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = -side * f, .start = pulled});
        thud_model_set_impact_threshold(s->model, 1e-6 * v);
        scene_run(s);
        ck_assert_uint_eq(s->count, 2);
        /* the default tolerance, 1e-9, is that of the speeds and times of the dashpot */
        assert_relative(s->entries[0].time, strikes, 1e-9);
        assert_relative(s->entries[0].approach_speed, speed, 1e-9);
        assert_relative(s->entries[1].time, arrives, 1e-9);
        assert_relative(s->entries[1].approach_speed, last, 1e-9);
        ck_assert_double_eq(s->entries[0].separation_speed, 0);
        ck_assert_double_eq(s->entries[1].separation_speed, 0);
        assert_relative(s->summary->contacts[0].stick_time, pulled - strikes, 1e-9 * arrives / (pulled - strikes));
        assert_relative(s->summary->contacts[1].stick_time, rest, 1e-9 * arrives / rest);
        assert_relative(s->summary->contacts[1].max_force, f, 1e-12); /* one division and one sum */
        assert_relative(s->summary->bodies[body].final_displacement, -side * far, 4e-15); /* the end of a series */
        scene_close(s);
    }
}
END_TEST

/* one body between stops, or two and a joint, with dashpots and springs beside them, against CVODE */
static scene *random_model(dice *d, bool joint) {
    units u = units_of(d);
    double v = u.length / u.time, force = u.mass * v / u.time, e = choose(d, 4) ? 0 : 0.3;
    scene *s = scene_open(u.time * roll(d, 5, 15));
    thud_body ground = THUD_BODY_GROUND, one = scene_body(s, u.mass, 0, v * roll(d, -1, 1)), other = ground;
    if (joint) {
        double mass = u.mass * spread(d, 0.2, 5);
        other = scene_body(s, mass, 0, v * roll(d, -1, 1));
    }
    for (thud_body body = 0; body <= (joint ? 1 : 0); body++) {
        double stiffness = force / u.length * roll(d, 0.5, 2);
        scene_spring(s, ground, body, stiffness, force / v * roll(d, 0, 0.3));
    }
    for (int i = 0, count = 1 + choose(d, 2); i < count; i++) {
        double alpha = choose(d, 2) ? 2 : roll(d, 1.2, 2), damping = force / pow(v, alpha) * spread(d, 1e-2, 3);
        bool turned = choose(d, 2);
        scene_link(s, turned ? one : other, turned ? other : one,
                   &(thud_link){.damping = damping, .damping_exponent = alpha});
    }
    scene_touch(s, one, other, scene_contact("newton", u.length * roll(d, 0.1, 0.6), e, 0));
    if (choose(d, 2)) scene_touch(s, ground, one, scene_contact("poisson", u.length * roll(d, 0.1, 0.6), 0, 0));
    thud_signal shake = {.kind = THUD_SIGNAL_SINE};
    shake.amplitude = force / u.mass * roll(d, 0.5, 3);
    shake.frequency = roll(d, 0.05, 0.4) / u.time;
    thud_model_set_ground(s->model, &shake);
    thud_model_set_impact_threshold(s->model, 1e-3 * v);
    return s;
}

START_TEST(random_stops) {
    for (unsigned seed = 0; seed < 60; seed++) {
        dice d = dice_of(seed);
        scene *s = random_model(&d, seed % 2);
        scene_run(s);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, v.error.text);
        ck_assert_msg(v.agrees && v.difference_count == 0, "seed %u: %s is %g, of CVODE %g", seed,
                      v.different[0].key, v.different[0].run, v.different[0].cvode);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("dampers");
    tcase_add_test(tests, between_two_stops);
    tcase_add_test(tests, random_stops);
    return run_suite("dampers", tests);
}
