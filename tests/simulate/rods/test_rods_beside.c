/*
 * Bodies and pendulum rods in one model, by closed forms: what a tip that strikes does, a rod that hangs on a body
 * that nothing holds, the ground that shakes a pivot.
 *
 * A uniform rod has I = m L²/3 about its pivot; at its tip it is as heavy as m/3 where the face that it meets is
 * across its way, as it is when it hangs straight down.
 */
#include "simulate/dice.h"
#include "simulate/scene.h"

static const double pi = 3.14159265358979323846, gravity = 9.81;

/* of a swing to and fro up to an angle: 2π/ω over the mean of arithmetic and geometric means of 1 and cos(θ/2), ω²
 * = m g (L/2)/I */
static double period_of(double length, double angle) {
    double mean = 1, geometric = cos(angle / 2);
    for (int i = 0; i < 8; i++) {
        double next = (mean + geometric) / 2;
        geometric = sqrt(mean * geometric);
        mean = next;
    }
    return 2 * pi / mean / sqrt(1.5 * gravity / length);
}

/* rad/s, at the bottom: I ω²/2 = m g (L/2) (1 − cos θ) */
static double speed_at_bottom(double length, double angle) {
    return sqrt(6 * gravity / length) * fabs(sin(angle / 2));
}

static thud_rod_id hang(scene *s, double mass, double length, double angle) {
    thud_model_set_gravity(s->model, gravity);
    return thud_model_add_rod(s->model, NULL,
                              &(thud_rod){.pivot_x = 3, .length = length, .mass = mass, .angle = angle});
}

static void strike(scene *s, thud_rod_id tip, double from, thud_body_id body, thud_gap_contact contact) {
    thud_model_add_tip_contact(s->model, NULL, tip, from < 0 ? THUD_TIP_LEFT : THUD_TIP_RIGHT, body, &contact);
}

static thud_body_id id_of(thud_body body) { return (thud_body_id){body}; }

/*
 * From rest at an angle to the bottom, where it strikes a body: J = (1 + e) ω L μ, 1/μ = L²/I + 1/M. From either
 * side; a body, or a point of two. Times of swings to 1e-12 a step, some tens of steps; impulses follow from the
 * speed.
 */
START_TEST(tip_strikes_a_body) {
    dice d = dice_of(1);
    for (int n = 0; n < 120; n++) {
        static const char *const laws[] = {"newton", "poisson"};
        double m = spread(&d, 0.1, 10), length = spread(&d, 0.3, 3), angle = (n % 2 ? 1 : -1) * roll(&d, 0.2, 2.5);
        double e = roll(&d, 0, 1), mass[2] = {spread(&d, 0.1, 10), spread(&d, 0.1, 10)}, w = roll(&d, 0.2, 0.8);
        bool point = n % 3 == 0;
        double factor[2] = {point ? w : 1, point ? 1 - w : 0}, quarter = period_of(length, angle) / 4;
        scene *s = scene_open(1.01 * quarter);
        for (int k = 0; k < 2; k++) scene_body(s, mass[k], 0, 0);
        thud_body_id ends[2] = {id_of(0), id_of(1)},
                     body = point ? thud_model_add_point(s->model, 2, ends, factor) : ends[0];
        strike(s, hang(s, m, length, angle), angle, body, scene_contact(laws[n / 2 % 2], 0, e, 0));
        scene_run(s);
        double omega = speed_at_bottom(length, angle), way = angle < 0 ? 1 : -1;
        double inverse = 3 / m + factor[0] * factor[0] / mass[0] + factor[1] * factor[1] / mass[1];
        double impulse = (1 + e) * omega * length / inverse;
        ck_assert_uint_eq(s->count, 1);
        assert_relative(s->entries[0].time, quarter, 1e-11);
        assert_relative(s->entries[0].approach_speed, omega * length, 1e-11);
        assert_relative(s->entries[0].impulse, impulse, 1e-11);
        assert_relative(s->summary->energy.impact, (1 - e * e) * pow(omega * length, 2) / inverse / 2, 1e-10);
        for (int k = 0; k < 2; k++)
            ck_assert_double_eq_tol(s->summary->bodies[k].final_velocity, way * factor[k] * impulse / mass[k],
                                    1e-11 * impulse / mass[k]);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-11);
        scene_close(s);
    }
}
END_TEST

/* the same with forces: near the bottom the way of a tip is straight to θ²/2, and e comes out as it is asked for
 * but for gravity, which takes m g/2 θ of the force, and that; with a stiffness of 1e9 θ is 1e-4 */
START_TEST(tip_strikes_with_a_force) {
    static const char *const laws[] = {"flores", "hunt-crossley", "kelvin-voigt", "mahmoud-jankowski",
                                       "valles-reinhorn"};
    dice d = dice_of(2);
    for (int n = 0; n < 25; n++) {
        double m = spread(&d, 0.5, 5), mass = spread(&d, 0.5, 5), angle = roll(&d, -1.5, -0.5),
               e = roll(&d, 0.3, 0.9);
        scene *s = scene_open(0.26 * period_of(1, angle));
        scene_body(s, mass, 0, 0);
        thud_gap_contact c = scene_contact(laws[n % 5], 0, e, 1e9);
        strike(s, hang(s, m, 1, angle), angle, id_of(0), c);
        scene_run(s);
        double omega = speed_at_bottom(1, angle), impulse = (1 + e) * omega / (3 / m + 1 / mass);
        ck_assert_uint_eq(s->count, 1);
        ck_assert(s->entries[0].ended && s->entries[0].max_force > 0);
        assert_relative(s->entries[0].impulse, impulse, 1e-5);
        assert_relative(s->summary->bodies[0].final_velocity * mass, impulse, 1e-5);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        scene_close(s);
    }
}
END_TEST

/* a rod that strikes an upright wall at the bottom: ω is e times what it was, and so is sin(θ/2) of the next swing,
 * which takes half a period of that amplitude. The impacts are six; their instants add up */
START_TEST(tip_bounces_off_a_wall) {
    const double length = 1.3, e = 0.8;
    scene *s = scene_open(6);
    strike(s, hang(s, 2, length, -1.2), -1, THUD_GROUND, scene_contact("newton", 0, e, 0));
    scene_run(s);
    ck_assert_uint_ge(s->count, 6);
    double angle = 1.2, time = period_of(length, angle) / 4;
    for (size_t i = 0; i < 6; i++) {
        assert_relative(s->entries[i].time, time, 1e-10);
        assert_relative(s->entries[i].approach_speed, speed_at_bottom(length, angle) * length, 1e-10);
        angle = 2 * asin(e * sin(angle / 2));
        time += period_of(length, angle) / 2;
    }
    scene_close(s);
}
END_TEST

/* bodies as heavy as the tip: the rod gives the first all that it has, and that the next; between them e = 1 */
START_TEST(equal_ones_hand_it_on) {
    const double length = 2, angle = -0.9, third = 0.7, gap = 0.01;
    double quarter = period_of(length, angle) / 4, speed = speed_at_bottom(length, angle) * length;
    scene *s = scene_open(quarter + 2 * gap / speed);
    scene_body(s, third, 0, 0);
    scene_body(s, third, 0, 0);
    strike(s, hang(s, 3 * third, length, angle), angle, id_of(0), scene_contact("newton", 0, 1, 0));
    scene_touch(s, 0, 1, scene_contact("newton", gap, 1, 0));
    scene_run(s);
    ck_assert_uint_eq(s->summary->impacts, 2);
    assert_relative(s->entries[1].time, quarter + gap / speed, 1e-11);
    assert_relative(s->summary->bodies[1].final_velocity, speed, 1e-11);
    ck_assert_double_eq_tol(s->summary->bodies[0].final_velocity, 0, 1e-11 * speed);
    ck_assert_double_eq_tol(s->summary->bodies[2].final_velocity, 0, 1e-11 * speed);
    scene_close(s);
}
END_TEST

/*
 * A rod on a body that nothing holds: the middle of both stays where it is, (M + m) x = −(m L/2) (sin θ − sin θ₀),
 * and at the bottom (I − (m L/2)²/(M + m)) θ̇²/2 = m g (L/2) (1 − cos θ₀). Ten swings, of up to a thousand steps in
 * all, each of which leaves out 1e-12.
 */
START_TEST(rod_on_a_free_body) {
    dice d = dice_of(3);
    for (int n = 0; n < 40; n++) {
        double m = spread(&d, 0.1, 10), mass = spread(&d, 0.1, 10), length = spread(&d, 0.3, 3);
        double angle = roll(&d, 0.2, 2.8), arm = m * length / 2;
        scene *s = scene_open(10 * period_of(length, 1));
        scene_body(s, mass, 0, 0);
        thud_model_hang_rod(s->model, hang(s, m, length, angle), id_of(0));
        scene_run(s);
        double inertia = m * length * length / 3 - arm * arm / (mass + m);
        double turn = sqrt(2 * arm * gravity * (1 - cos(angle)) / inertia);
        const thud_body_summary *body = &s->summary->bodies[0], *rod = &s->summary->bodies[1];
        assert_relative(rod->max_velocity, turn, 1e-9);
        assert_relative(rod->max_displacement, angle, 1e-9);
        /* beyond a quarter turn the pivot is farthest where the rod lies level */
        double farthest = angle < pi / 2 ? 2 * sin(angle) : sin(angle) + 1;
        assert_relative(body->max_displacement, arm * farthest / (mass + m), 1e-9);
        double now = -arm * (sin(rod->final_displacement) - sin(angle)) / (mass + m);
        ck_assert_double_eq_tol(body->final_displacement, now, 1e-9 * body->max_displacement);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-11);
        scene_close(s);
    }
}
END_TEST

/* its tip strikes the body that it hangs on: the impulse is inside the two, whose momentum stays zero; e of the
 * speed of the tip relative to the body */
START_TEST(rod_strikes_what_it_hangs_on) {
    const double m = 2, mass = 5, length = 0.8, angle = -1, e = 0.6, arm = m * length / 2;
    scene *s = scene_open(0.3 * period_of(length, angle));
    scene_body(s, mass, 0, 0);
    thud_rod_id rod = hang(s, m, length, angle);
    thud_model_hang_rod(s->model, rod, id_of(0));
    strike(s, rod, angle, id_of(0), scene_contact("newton", 0, e, 0));
    scene_run(s);
    double turn = sqrt(2 * arm * gravity * (1 - cos(angle)) / (m * length * length / 3 - arm * arm / (mass + m)));
    ck_assert_uint_eq(s->count, 1);
    assert_relative(s->entries[0].approach_speed, turn * length, 1e-11);
    assert_relative(s->entries[0].separation_speed, e * turn * length, 1e-10);
    const thud_body_summary *body = &s->summary->bodies[0], *after = &s->summary->bodies[1];
    double momentum =
        (mass + m) * body->final_velocity + arm * cos(after->final_displacement) * after->final_velocity;
    ck_assert_double_eq_tol(momentum, 0, 1e-11 * arm * turn);
    scene_close(s);
}
END_TEST

/* a ground that is accelerated evenly tilts what is down by atan(a/g): from the upright the rod swings to twice
 * that, and back; with a body as pivot that the same ground pushes, and nothing else holds, it stays as it hangs */
START_TEST(ground_shakes_pivots) {
    const double a = 3, length = 0.9;
    thud_motion *motion = thud_motion_create(2, 20);
    motion->acceleration[0] = motion->acceleration[1] = a;
    const thud_signal ground = {.kind = THUD_SIGNAL_SAMPLES, .samples = motion, .scale = 1};
    scene *s = scene_open(10);
    hang(s, 1.5, length, 0);
    thud_model_set_ground(s->model, &ground);
    scene_run(s);
    assert_relative(s->summary->bodies[0].max_displacement, 2 * atan(a / gravity), 1e-11);
    double pull = hypot(a, gravity);
    assert_relative(s->summary->bodies[0].max_velocity, sqrt(6 * pull / length) * sin(atan(a / gravity) / 2),
                    1e-11);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-11);
    scene_close(s);

    s = scene_open(2);
    scene_body(s, 4, 0, 0);
    thud_model_hang_rod(s->model, hang(s, 1.5, length, 0), id_of(0));
    thud_model_set_ground(s->model, &ground);
    scene_run(s);
    assert_relative(s->summary->bodies[0].final_displacement, -a * 2 * 2 / 2, 1e-12);
    ck_assert_double_eq_tol(s->summary->bodies[1].max_displacement, 0, 1e-12);
    ck_assert_double_eq_tol(s->summary->bodies[0].max_acceleration, 0, 1e-12); /* absolute */
    scene_close(s);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("rods_beside");
    tcase_add_test(tests, tip_strikes_a_body);
    tcase_add_test(tests, tip_strikes_with_a_force);
    tcase_add_test(tests, tip_bounces_off_a_wall);
    tcase_add_test(tests, equal_ones_hand_it_on);
    tcase_add_test(tests, rod_on_a_free_body);
    tcase_add_test(tests, rod_strikes_what_it_hangs_on);
    tcase_add_test(tests, ground_shakes_pivots);
    return run_suite("rods_beside", tests);
}
