/*
 * Bodies that friction holds to supports, which carry them along, drag them and set out: against closed forms.
 */
#include "simulate/on_supports.h"

/* a mass on a spring and a belt: from rest it slips, x = (F/k)(1 − cos ωt), until it is as fast as the belt, goes
 * with it until the spring holds it, kx = F, and slips back */
START_TEST(on_a_belt) {
    double f = 3, k = 60, m = 1.5, omega = sqrt(k / m), speed = 0.2, y = f / k;
    double t1 = asin(speed / (y * omega)) / omega, x1 = y * (1 - cos(omega * t1)), t2 = t1 + (y - x1) / speed;
    double ends[3] = {0.5 * t1, 0.5 * (t1 + t2), t2 + 0.3 / omega};
    double x[3] = {y * (1 - cos(omega * ends[0])), x1 + speed * (ends[1] - t1), y + speed / omega * sin(0.3)};
    for (int i = 0; i < 3; i++) {
        scene *s = scene_open(ends[i]);
        thud_body belt = support(s, "belt", (thud_support){.velocity = speed}), body = scene_body(s, m, 0, 0);
        scene_spring(s, THUD_BODY_GROUND, body, k, 0);
        scene_link(s, belt, body, &(thud_link){.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = f}});
        scene_run(s);
        /* it slips at (1 + 1e-13) of the force; some roundings of what there is */
        ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x[i]), 1e-12 * y);
        /* the belt has put in F ẋ_belt: what was lost between, and what is stored */
        if (i == 0) assert_relative(s->summary->energy.input, f * speed * ends[0], 1e-12);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
        scene_close(s);
    }
}
END_TEST

/* a body that is held by the ground and by a plate, which sets out with a after a while: it goes with the plate if
 * the difference of the forces is enough for it, and with that difference if not; or stays where it is */
START_TEST(between) {
    static const double forces[4][3] = {{1, 5, 1}, {1, 2, 0.25}, {2, 1, 0}, {1, 5, 1}}; /* of ground, plate; ẍ/a */
    double m = 2, a = 2, end = 1.4;
    for (int turned = 0; turned < 2; turned++)
        for (int i = 0; i < 4; i++)
            for (int still = 0; still < 2; still++) {
                double late = still ? 0.5 : 0, tau = end - late;
                scene *s = scene_open(end);
                thud_signal step = {.kind = THUD_SIGNAL_STEP, .amplitude = turned ? -a : a, .start = late};
                thud_body plate = support(s, "plate", (thud_support){.acceleration = step}),
                          body = scene_body(s, m, 0, 0);
                thud_link ground = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = forces[i][0]}},
                          held = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = forces[i][1]}};
                if (i == 3) scene_link(s, body, plate, &held);
                scene_link(s, THUD_BODY_GROUND, body, &ground);
                if (i < 3) scene_link(s, plate, body, &held);
                scene_run(s);
                double x = (turned ? -1 : 1) * forces[i][2] * a * tau * tau / 2;
                ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x), 1e-12);
                double slid = fabs(x) * forces[i][0] + (a * tau * tau / 2 - fabs(x)) * forces[i][1];
                assert_relative(s->summary->energy.hysteresis, slid, 1e-11);
                ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
                scene_close(s);
            }
}
END_TEST

/* a body goes with its floor, which holds more than a belt does. The belt has swung once, to rest, v = (A/ω)(1 −
 * cos ωt), when the floor sets out the same way with more than A: from there on the belt slips back */
START_TEST(back_to_rest) {
    const double m = 2, f = 4, a = 0.75, amplitude = 0.5, frequency = 2, omega = 2 * PI * frequency;
    for (int i = 0; i < 100; i++) {
        const double sign = i % 2 ? -1 : 1, late = 1 / frequency, tau = 0.37, end = late + tau;
        scene *s = scene_open(end);
        thud_signal swing = {.kind = THUD_SIGNAL_SINE, .amplitude = sign * amplitude, .frequency = frequency},
                    step = {.kind = THUD_SIGNAL_STEP, .amplitude = sign * a, .start = late};
        thud_body belt = support(s, "belt", (thud_support){.acceleration = swing}),
                  floor = support(s, "floor", (thud_support){.acceleration = step}), body = scene_body(s, m, 0, 0);
        scene_link(s, belt, body, &(thud_link){.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = f}});
        scene_link(s, floor, body, &(thud_link){.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 2 * f}});
        const double shake = 1 + 0.05 * i, slow = PI;
        thud_signal ground = {.kind = THUD_SIGNAL_SINE, .amplitude = shake, .frequency = slow / (2 * PI)};
        thud_model_set_ground(s->model, &ground);
        scene_run(s);
        double moved = shake / slow * (end - sin(slow * end) / slow);
        double way = a * tau * tau / 2, back = amplitude / omega * (tau - sin(omega * tau) / omega),
               first = amplitude / omega * late;
        /* some roundings of what there is */
        ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - (sign * way - moved)), 1e-13);
        assert_relative(s->summary->energy.hysteresis, f * (first + way - back), 1e-12);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("belts");
    tcase_add_test(tests, on_a_belt);
    tcase_add_test(tests, between);
    tcase_add_test(tests, back_to_rest);
    return run_suite("friction on supports", tests);
}
