/*
 * The bouncing ball, whose impacts accumulate, and what follows: rest on the floor with its reaction.
 *
 * A ball falls from h under g: it strikes at t₁ = √(2h/g) with v = √(2gh). The k-th impact, k = 0, 1 …, comes with
 * v eᵏ at t₁ + 2v/g · e(1 − eᵏ)/(1 − e), and all are over at t₁ + 2v e/(g(1 − e)).
 */
#include "simulate/scene.h"

static const double G = 9.81, H = 0.7, MASS = 2.5;
static const double RESTITUTIONS[] = {0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99};
enum { RESTITUTION_COUNT = sizeof RESTITUTIONS / sizeof *RESTITUTIONS };

static scene *ball_on_floor(const char *law, double e, double duration) {
    scene *s = scene_open(duration);
    thud_body ball = scene_body(s, MASS, 0, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact(law, H, e, 0));
    thud_model_set_gravity(s->model, G);
    return s;
}

static double end_of_bouncing(double e) {
    double v = sqrt(2 * G * H);
    return sqrt(2 * H / G) + 2 * v * e / (G * (1 - e));
}

/* Each of k flights adds rounding of its own to time and speed, some ten operations with the eps of the whole:
 * k·1e-15 of the sum at most. The longest series has some 900 impacts that count; 1e-12 is what has been promised.
 */
static void check_bouncing(const char *law, double e) {
    double v = sqrt(2 * G * H), t1 = sqrt(2 * H / G), end = end_of_bouncing(e);
    scene *s = ball_on_floor(law, e, end + 1);
    scene_run(s);

    size_t count = 0; /* impacts faster than the threshold, 1e-3 m/s */
    while (v * pow(e, (double)count) > 1e-3) count++;
    ck_assert_uint_eq(s->count, count);
    ck_assert_uint_eq(s->summary->impacts, count);
    ck_assert_uint_eq(s->summary->contacts[0].impacts, count);
    for (size_t k = 0; k < count; k++) {
        const thud_impact_entry *entry = &s->entries[k];
        double speed = v * pow(e, (double)k);
        double time = t1 + 2 * v / G * e * (1 - pow(e, (double)k)) / (1 - e);
        assert_relative(entry->time, time, 1e-12);
        assert_relative(entry->approach_speed, speed, 1e-12);
        assert_relative(entry->separation_speed, e * speed, 1e-12);
        assert_relative(entry->restitution, e, 1e-13);
        assert_relative(entry->impulse, MASS * (1 + e) * speed, 1e-12);
        assert_relative(entry->energy_lost, 0.5 * MASS * (1 - e * e) * speed * speed, 1e-12);
        ck_assert(entry->duration == 0);
    }

    /* from the accumulation on it rests: 1 s of it */
    const thud_contact_summary *floor = &s->summary->contacts[0];
    ck_assert_double_le(fabs(floor->stick_time - 1), 1e-12 * end);
    ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - H), 1e-14 * H);
    ck_assert(s->summary->bodies[0].final_velocity == 0);
    assert_relative(floor->max_force, MASS * G, 1e-14);
    /* all that gravity has put in is lost, and all the momentum of the whole time goes through the floor */
    assert_relative(s->summary->energy.input, MASS * G * H, 1e-13);
    assert_relative(s->summary->energy.impact, MASS * G * H, 1e-12);
    assert_relative(floor->energy_lost, MASS * G * H, 1e-12);
    assert_relative(floor->impulse, MASS * G * (end + 1), 1e-12);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
    scene_close(s);
}

START_TEST(test_newton) { check_bouncing("newton", RESTITUTIONS[_i]); }
END_TEST

START_TEST(test_poisson) { check_bouncing("poisson", RESTITUTIONS[_i]); }
END_TEST

START_TEST(test_plastic) {
    scene *s = ball_on_floor("newton", 0, 1);
    scene_run(s);
    ck_assert_uint_eq(s->count, 1);
    double fall = sqrt(2 * H / G);
    assert_relative(s->entries[0].energy_lost, MASS * G * H, 1e-14);
    assert_relative(s->summary->contacts[0].stick_time, 1 - fall, 1e-13);
    ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity), 1e-15); /* what m · (1/m) leaves */
    scene_close(s);
}
END_TEST

START_TEST(test_elastic) {
    /* every flight takes 2v/g, and a hundred of them lose nothing */
    double v = sqrt(2 * G * H), t1 = sqrt(2 * H / G);
    scene *s = ball_on_floor("newton", 1, t1 + 99.5 * 2 * v / G);
    scene_run(s);
    ck_assert_uint_eq(s->count, 100);
    for (size_t k = 0; k < s->count; k++) {
        assert_relative(s->entries[k].time, t1 + (double)k * 2 * v / G, 1e-13);
        assert_relative(s->entries[k].approach_speed, v, 1e-13);
    }
    ck_assert(s->summary->contacts[0].stick_time == 0);
    ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement), 1e-12 * H); /* at the top again */
    scene_close(s);
}
END_TEST

/* Every impact is counted when the threshold is zero; where lengths end, so do the impacts. */
START_TEST(test_threshold_of_zero) {
    double e = 0.5;
    scene *s = ball_on_floor("newton", e, end_of_bouncing(e) + 1);
    thud_model_set_impact_threshold(s->model, 0);
    scene_run(s);
    /* heights of 1e-14 H are reached after ln(1e-7)/ln e = 23 impacts, speeds of 1e-9 v after 30 */
    ck_assert_uint_ge(s->count, 23);
    ck_assert_uint_le(s->count, 31);
    ck_assert_double_le(fabs(s->summary->contacts[0].stick_time - 1), 1e-12);
    scene_close(s);
}
END_TEST

/* A force lifts the ball when it exceeds the weight: a step, from the instant of the step on. */
START_TEST(test_lifted_by_a_step) {
    scene *s = scene_open(2);
    thud_body ball = scene_body(s, MASS, H, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", H, 0.5, 0));
    thud_model_set_gravity(s->model, G);
    scene_force(s, ball, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = -2 * MASS * G, .start = 1.25});
    scene_run(s);
    assert_relative(s->summary->contacts[0].stick_time, 1.25, 1e-14);
    assert_relative(s->summary->bodies[0].final_displacement, H - 0.5 * G * 0.75 * 0.75, 1e-14);
    ck_assert_uint_eq(s->count, 0);
    scene_close(s);
}
END_TEST

/*
 * On a floor that shakes, a_g = A sin ωt, the ball has λ = m(g − a_g) and lifts off when a_g = g, at
 * t = asin(g/A)/ω. Until then no body moves: the series of the reaction must be right by itself. From there on it
 * flies: relative to the floor −x = height, ẍ = g − A sin ωt.
 */
START_TEST(test_lifted_by_a_sine) {
    double amplitude = 1.5 * G, omega = 2 * 3.14159265358979323846 * 3, lift = asin(G / amplitude) / omega;
    double end = lift + 0.05;
    scene *s = scene_open(end);
    thud_body ball = scene_body(s, MASS, 0, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", 0, 0.5, 0));
    thud_model_set_gravity(s->model, G);
    thud_model_set_ground(s->model,
                          &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 3});
    scene_run(s);
    /* a reaction must pull by 1e-13 of the weight and the like before it is more than rounding */
    assert_relative(s->summary->contacts[0].stick_time, lift, 1e-12);
    assert_relative(s->summary->contacts[0].max_force, MASS * G, 1e-14);
    double flight = end - lift, cosine = cos(omega * lift), sine = sin(omega * lift);
    double x = 0.5 * G * flight * flight - amplitude / omega * cosine * flight +
               amplitude / (omega * omega) * (sin(omega * end) - sine);
    assert_relative(s->summary->bodies[0].final_displacement, x,
                    1e-11); /* terms ten thousand times as large cancel */
    scene_close(s);
}
END_TEST

/* The same with a record whose last sample lets go: a triangle of acceleration that ends above g never comes back
 * below it before it is over, and then the ball falls again. */
START_TEST(test_released_along_a_record) {
    thud_motion *record = thud_motion_create(3, 0.1);
    record->acceleration[2] = 2 * G; /* 0, 0, 2g: g is passed halfway between the last two */
    scene *s = scene_open(0.2);
    thud_body ball = scene_body(s, MASS, 0, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("poisson", 0, 0.5, 0));
    thud_model_set_gravity(s->model, G);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
    scene_run(s);
    assert_relative(s->summary->contacts[0].stick_time, 0.15, 1e-12); /* as above */
    double flight = 0.05, slope = 2 * G / 0.1;                        /* ẍ = −slope τ from the release on */
    assert_relative(s->summary->bodies[0].final_displacement, -slope * flight * flight * flight / 6, 1e-12);
    scene_close(s);
}
END_TEST

/* At rest on a stop, with a record that begins at zero: it leaves in the first instant, or is held from then on. */
START_TEST(test_taken_off_from_rest) {
    for (int side = -1; side <= 1; side += 2) {
        double slope = side * 3.0, step = 0.1;
        thud_motion *record = thud_motion_create(3, step);
        for (size_t i = 0; i < 3; i++) record->acceleration[i] = slope * step * (double)i;
        scene *s = scene_open(2 * step);
        thud_body ball = scene_body(s, MASS, 0, 0);
        scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("newton", 0, 0.5, 0));
        thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
        thud_motion_free(record);
        scene_run(s);
        const thud_contact_summary *stop = &s->summary->contacts[0];
        double time = 2 * step, way = slope * time * time * time / 6, force = -MASS * slope * time;
        ck_assert_uint_eq(s->count, 0);
        /* some ten operations */
        if (side > 0) assert_relative(s->summary->bodies[0].final_displacement, -way, 1e-14);
        else ck_assert_double_le(s->summary->bodies[0].max_displacement, 1e-16);
        if (side < 0) assert_relative(stop->max_force, force, 1e-14);
        ck_assert_double_le(fabs(stop->stick_time - (side < 0 ? time : 0)), 1e-14 * time);
        scene_close(s);
    }
}
END_TEST

/* Held between two stops without a gap: no load can move it, and the reactions share it by sign. */
START_TEST(test_between_two_stops) {
    scene *s = scene_open(1);
    thud_body body = scene_body(s, MASS, 0, 0);
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0, 0.3, 0));
    scene_touch(s, THUD_BODY_GROUND, body, scene_contact("newton", 0, 0.3, 0));
    scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 100, .frequency = 2});
    scene_run(s);
    const thud_body_summary *b = &s->summary->bodies[0];
    ck_assert_double_le(b->max_displacement, 1e-14);
    ck_assert_double_le(b->max_velocity, 1e-13);
    ck_assert_uint_eq(s->count, 0);
    assert_relative(s->summary->contacts[0].max_force, 100, 1e-9);
    assert_relative(s->summary->contacts[1].max_force, 100, 1e-9);
    scene_close(s);
}
END_TEST

/* A pile of three on the floor: each contact bears what lies above it. */
START_TEST(test_pile) {
    scene *s = scene_open(5);
    thud_body low = scene_body(s, 1, 0, 0), middle = scene_body(s, 2, 0, 0), top = scene_body(s, 4, 0, 0);
    scene_touch(s, low, THUD_BODY_GROUND, scene_contact("newton", 0.1, 0.5, 0));
    scene_touch(s, middle, low, scene_contact("poisson", 0.2, 0.3, 0));
    scene_touch(s, top, middle, scene_contact("newton", 0.05, 0.6, 0));
    thud_model_set_gravity(s->model, G);
    scene_run(s);
    for (size_t i = 0; i < 3; i++) ck_assert_double_le(fabs(s->summary->bodies[i].final_velocity), 1e-13);
    /* ends where the gaps add up, to the rounding of what chatter leaves out */
    assert_relative(s->summary->bodies[0].final_displacement, 0.1, 1e-13);
    assert_relative(s->summary->bodies[1].final_displacement, 0.3, 1e-13);
    assert_relative(s->summary->bodies[2].final_displacement, 0.35, 1e-13);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    for (size_t i = 0; i < 3; i++) ck_assert_double_gt(s->summary->contacts[i].stick_time, 1);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sticking");
    tcase_add_loop_test(tests, test_newton, 0, RESTITUTION_COUNT);
    tcase_add_loop_test(tests, test_poisson, 0, RESTITUTION_COUNT);
    tcase_add_test(tests, test_plastic);
    tcase_add_test(tests, test_elastic);
    tcase_add_test(tests, test_threshold_of_zero);
    tcase_add_test(tests, test_lifted_by_a_step);
    tcase_add_test(tests, test_lifted_by_a_sine);
    tcase_add_test(tests, test_released_along_a_record);
    tcase_add_test(tests, test_taken_off_from_rest);
    tcase_add_test(tests, test_between_two_stops);
    tcase_add_test(tests, test_pile);
    return run_suite("sticking", tests);
}
