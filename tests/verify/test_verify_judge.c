/*
 * What the comparison allows, number by number: a run of thud's beside CVODE's, with one number of its summary
 * changed by a little more than both leave uncertain. Unchanged nothing is noted; changed, that number is.
 */
#include "simulate/scene.h"
#include "verify/run.h"

enum { MOST = 6 }; /* bodies */

typedef struct pair {
    scene *s;
    thud_verify_model v;
    thud_verification verification;
    thud_body_summary bodies[MOST];
    thud_contact_summary contacts[MOST];
    thud_link_summary links[MOST];
} pair;

static pair *pair_open(scene *s) {
    static pair p;
    double peaks[2 * MOST], x[5 * MOST];
    p = (pair){.s = s};
    scene_run(s);
    const thud_summary *sum = s->summary;
    memcpy(p.bodies, sum->bodies, sum->body_count * sizeof *p.bodies);
    memcpy(p.contacts, sum->contacts, sum->contact_count * sizeof *p.contacts);
    if (sum->link_count > 0) memcpy(p.links, sum->links, sum->link_count * sizeof *p.links);
    for (size_t i = 0; i < sum->body_count; i++) {
        /* of bodies at rest, more than rounding of what holds them comes to */
        peaks[i] = fmax(sum->bodies[i].max_displacement, 1e-6);
        peaks[sum->body_count + i] = fmax(sum->bodies[i].max_velocity, 1e-6);
    }
    ck_assert_int_eq(thud_verify_model_init(&p.v, s->model, NULL), THUD_OK);
    thud_status status = thud_verify_cvode(&p.v, peaks, 4, x, &p.verification);
    ck_assert_msg(status == THUD_OK, "%s", p.verification.error.text);
    return &p;
}

static void pair_close(pair *p) {
    thud_verify_model_free(&p->v);
    scene_close(p->s);
}

/* how many numbers differ, by a course that is the same; the first is left in the verification */
static size_t judge(pair *p) {
    p->verification.difference_count = 0;
    const thud_summary *sum = p->s->summary;
    const thud_verify_results run = {.bodies = p->bodies,
                                     .contacts = p->contacts,
                                     .links = sum->link_count > 0 ? p->links : NULL,
                                     .energy = sum->energy};
    thud_verify_judge(&p->v, &run, 0, NULL, &p->verification);
    return p->verification.difference_count;
}

static void assert_agrees(pair *p) {
    const thud_verify_difference *d = &p->verification.different[0];
    ck_assert_msg(judge(p) == 0, "%s of %zu: %.15g, CVODE %.15g, allowed %.3g", d->key, d->index, d->run, d->cvode,
                  d->allowed);
}

/* one number, changed either way, is the only one that is noted */
static void assert_noted(pair *p, double *number, double by, const char *key, size_t index) {
    const double is = *number;
    for (int side = -1; side <= 1; side += 2) {
        *number = is + side * by;
        const size_t count = judge(p);
        const thud_verify_difference *d = &p->verification.different[0];
        ck_assert_msg(count == 1, "%s of %zu off by %g: %zu noted", key, index, side * by, count);
        ck_assert_str_eq(d->key, key);
        ck_assert_uint_eq(d->index, index);
    }
    *number = is;
}

static thud_signal sine(double amplitude, double frequency, double phase) {
    return (thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = frequency, .phase = phase};
}

/*
 * Bodies on a table that throws them up, one of them held by a spring and one without a bounce: at rest and in
 * flight by turns. 1.1e-7 of numbers is allowed, beside what the instant of rest makes of forces and accelerations
 * that change by a share of 10/s: 2 · 1.1e-7 · 2 V/(a (1 − e)), 1e-7 s, in all 1e-6; and of times four ends of 1e-7
 * s.
 */
START_TEST(rest_and_flight) {
    scene *s = scene_open(3);
    const double restitution[] = {0.3, 0.2, 0};
    for (size_t i = 0; i < 3; i++) {
        thud_body a = scene_body(s, 1 + (double)i, 0, 0);
        if (i == 1) scene_spring(s, THUD_BODY_GROUND, a, 30, 0.5);
        scene_touch(s, a, THUD_BODY_GROUND, scene_contact("newton", 0, restitution[i], 0));
    }
    thud_signal shake = sine(15, 1.5, 0);
    thud_model_set_gravity(s->model, 9.81);
    thud_model_set_ground(s->model, &shake);
    scene_build(s);
    pair *p = pair_open(s);
    assert_agrees(p);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_gt(p->contacts[i].stick_time, 0.5);
        ck_assert_uint_ge(p->contacts[i].impacts, 3);
        assert_noted(p, &p->contacts[i].max_force, 3e-6 * p->contacts[i].max_force, "resting_force", i);
        assert_noted(p, &p->contacts[i].stick_time, 2e-6, "stick_time", i);
        assert_noted(p, &p->bodies[i].max_acceleration, 3e-6 * p->bodies[i].max_acceleration, "max_acceleration",
                     i);
    }
    pair_close(p);
}
END_TEST

/* b to and fro between a, which rests on its stop, and the ground, by frictions: a loop of three, whose shares are
 * determined as long as b moves. With a load that it turns under without a stop, it always does; without one never
 */
static pair *loop_of_three(double load) {
    scene *s = scene_open(2);
    thud_body a = scene_body(s, 2, 0, 0), b = scene_body(s, 3, 0, 0);
    thud_link slides[] = {{.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 1.5}},
                          {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 1}}};
    scene_link(s, a, b, &slides[0]);
    scene_link(s, b, THUD_BODY_GROUND, &slides[1]);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact("newton", 0, 0.4, 0));
    thud_signal push = sine(load, 1, 3.14159265358979323846 / 2),
                rests = {.kind = THUD_SIGNAL_STEP, .amplitude = 5};
    scene_force(s, a, &rests);
    scene_force(s, b, &push);
    scene_build(s);
    return pair_open(s);
}

START_TEST(loops_that_move_are_compared) {
    pair *p = loop_of_three(30);
    assert_agrees(p);
    ck_assert_double_eq_tol(p->contacts[0].max_force, 5 + 1.5, 1e-6); /* the load, and what b pushes by */
    for (size_t i = 0; i < 2; i++) {
        ck_assert(!p->v.links[i].shared);
        assert_noted(p, &p->links[i].max_force, 1e-6 * p->links[i].max_force, "max_force", i);
    }
    assert_noted(p, &p->contacts[0].max_force, 1e-6 * p->contacts[0].max_force, "resting_force", 0);
    pair_close(p);
}
END_TEST

/* all at rest: contact and frictions may share 5 N in many ways, which a's acceleration, none, is not among */
START_TEST(loops_at_rest_are_not) {
    pair *p = loop_of_three(0);
    ck_assert(p->v.contacts[0].shared && p->v.links[0].shared && p->v.links[1].shared);
    p->contacts[0].max_force += 0.5;
    p->links[0].max_force += 0.5;
    assert_agrees(p);
    assert_noted(p, &p->bodies[0].max_acceleration, 1e-8, "max_acceleration", 0);
    pair_close(p);
}
END_TEST

/* a friction that has to do with no other, beside a stop of its body that is never reached */
START_TEST(stops_that_are_open_share_nothing) {
    scene *s = scene_open(2);
    thud_body a = scene_body(s, 2, 0.3, 0);
    thud_link slides = {.stiffness = 100, .hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 3}};
    scene_link(s, THUD_BODY_GROUND, a, &slides);
    scene_touch(s, a, THUD_BODY_GROUND, scene_contact("newton", 1, 0.4, 0));
    scene_build(s);
    pair *p = pair_open(s);
    assert_agrees(p);
    assert_noted(p, &p->links[0].max_force, 1e-6 * p->links[0].max_force, "max_force", 0);
    pair_close(p);
}
END_TEST

/* 10⁸ N hold a heavy body, and leave 1e-13 of 100 m/s² there; beside it a light one of a gram swings, which no
 * rounding of that comes to: 1e-13 of 10¹¹ m/s² would hide all of its motion */
START_TEST(rounding_stays_where_it_is) {
    scene *s = scene_open(2);
    thud_body heavy = scene_body(s, 1e6, 0, 0), light = scene_body(s, 1e-3, 1e-3, 0);
    thud_link slides = {.hysteresis = {THUD_HYSTERESIS_FRICTION, .force = 1e8}};
    thud_signal push = sine(5e7, 1, 0);
    scene_link(s, THUD_BODY_GROUND, heavy, &slides);
    scene_spring(s, THUD_BODY_GROUND, light, 0.1, 0);
    scene_force(s, heavy, &push);
    scene_build(s);
    pair *p = pair_open(s);
    assert_agrees(p);
    thud_body_summary *b = &p->bodies[light];
    assert_noted(p, &b->max_displacement, 1e-6 * b->max_displacement, "max_displacement", (size_t)light);
    assert_noted(p, &b->max_velocity, 1e-6 * b->max_velocity, "max_velocity", (size_t)light);
    assert_noted(p, &b->max_acceleration, 1e-6 * b->max_acceleration, "max_acceleration", (size_t)light);
    pair_close(p);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("verify_judge");
    tcase_add_test(tests, rest_and_flight);
    tcase_add_test(tests, loops_that_move_are_compared);
    tcase_add_test(tests, loops_at_rest_are_not);
    tcase_add_test(tests, stops_that_are_open_share_nothing);
    tcase_add_test(tests, rounding_stays_where_it_is);
    return run_suite("verify_judge", tests);
}
