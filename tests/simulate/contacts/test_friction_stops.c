/*
 * Rigid stops beside friction: a contact stays closed where friction takes over what it held, and impacts that
 * follow each other ever faster come to an end, whatever their restitution.
 */
#include <thud/verify.h>

#include "simulate/dice.h"
#include "simulate/scene.h"

static const double PI = 3.14159265358979323846;

static units units_of(dice *d) { return spread_units(d, (units){1e-4, 1e-2, 1e-4}, (units){1e2, 10, 1e7}); }

static void slide(scene *s, thud_body left, thud_body right, double force) {
    thud_link link = {.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_FRICTION)};
    link.hysteresis.force = force;
    scene_link(s, left, right, &link);
}

static void touch_turned(scene *s, bool turned, thud_body left, thud_body right, thud_gap_contact contact) {
    scene_touch(s, turned ? right : left, turned ? left : right, contact);
}

/* ---- closed at rest ---- */

/*
 * A force F sin(ωt + φ) presses a body to a stop, or to another body, with friction f between the two. What the
 * contact and the friction hold together is a share c of the force: all of it at a stop, m₂/(m₁ + m₂) of it between
 * bodies. The contact has a reaction while c F sin > f, the friction holds all down to −f, and there they part.
 */
START_TEST(friction_takes_over) {
    for (unsigned seed = 0; seed < 200; seed++) {
        dice d = dice_of(seed);
        units u = units_of(&d);
        bool pair = choose(&d, 2), turned = choose(&d, 2);
        double side = turned ? -1 : 1, first = u.mass, second = u.mass * spread(&d, 0.3, 3);
        double share = pair ? second / (first + second) : 1, force = u.mass * u.length / (u.time * u.time);
        double grip = share * force * roll(&d, 0.1, 0.9), phase = roll(&d, 0.1, 2), omega = 2 * PI / u.time;
        double parts = (PI + asin(grip / (share * force)) - phase) / omega;
        scene *s = scene_open(parts + 1e-3 * u.time);
        thud_body a = scene_body(s, first, 0, 0), b = pair ? scene_body(s, second, 0, 0) : THUD_BODY_GROUND;
        bool other_way = choose(&d, 2);
        slide(s, other_way ? b : a, other_way ? a : b, grip);
        const char *law = choose(&d, 2) ? "newton" : "poisson";
        touch_turned(s, turned, a, b, scene_contact(law, 0, roll(&d, 0, 0.9), 0));
        scene_force(
            s, a,
            &(thud_signal){
                .kind = THUD_SIGNAL_SINE, .amplitude = side * force, .frequency = 1 / u.time, .phase = phase});
        scene_run(s);
        /* the instant of an event, to the rounding of times and of a reaction whose slope there is not below
         * cos(asin 0.9) = 0.4 of the force: ten times 1e-13, by which it counts as more than rounding */
        assert_relative(s->summary->contacts[0].stick_time, parts, 1e-12);
        scene_close(s);
    }
}
END_TEST

static thud_gap_contact random_stop(dice *d, double gap, double speed, bool curve) {
    static const double CONSTANT[] = {0, 0.3, 0.7, 0.95};
    const char *law = choose(d, 3) ? "newton" : "poisson";
    thud_gap_contact c = scene_contact(law, gap, CONSTANT[choose(d, 4)], 0);
    if (!curve) return c;
    thud_restitution_curve e = {.kind = THUD_RESTITUTION_POWER, .b = roll(d, 0.2, 0.8)};
    e.a = roll(d, 0.01, 0.3) / pow(speed, e.b);
    e.least = roll(d, 0.1, 0.5);
    c.restitution_curve = e;
    return c;
}

/* one body, or two, shaken and pressed, with stops, springs and frictions between all of them */
static scene *random_model(unsigned seed, bool curve) {
    dice d = dice_of(seed);
    units u = units_of(&d);
    double v = u.length / u.time, force = u.mass * v / u.time, stiff = u.mass / (u.time * u.time);
    scene *s = scene_open(u.time * roll(&d, 5, 15));
    double start = choose(&d, 2) ? 0 : v * roll(&d, -1, 1);
    thud_body ground = THUD_BODY_GROUND, a = scene_body(s, u.mass, 0, start), b = ground;
    if (choose(&d, 2)) {
        double mass = u.mass * spread(&d, 0.3, 3);
        b = scene_body(s, mass, 0, v * roll(&d, -1, 1));
    }
    for (thud_body body = 0; body <= (b < 0 ? a : b); body++) {
        double stiffness = stiff * spread(&d, 0.3, 5);
        scene_spring(s, ground, body, stiffness, u.mass / u.time * roll(&d, 0, 0.3));
    }
    slide(s, a, b, force * spread(&d, 0.1, 2));
    double gap = choose(&d, 2) ? 0 : u.length * spread(&d, 0.01, 0.5), wide = u.length * spread(&d, 0.01, 0.5);
    bool turned = choose(&d, 2);
    touch_turned(s, turned, a, b, random_stop(&d, gap, v, curve));
    if (choose(&d, 2)) scene_touch(s, ground, a, random_stop(&d, wide, v, curve));
    thud_signal shake = {.kind = THUD_SIGNAL_SINE}, push = {.kind = THUD_SIGNAL_STEP, .start = u.time};
    shake.amplitude = force / u.mass * roll(&d, 0.2, 3);
    shake.frequency = roll(&d, 0.05, 0.4) / u.time;
    shake.phase = roll(&d, 0, 6);
    push.amplitude = force * roll(&d, -2, 2);
    thud_model_set_ground(s->model, &shake);
    if (choose(&d, 2)) scene_force(s, a, &push);
    thud_model_set_impact_threshold(s->model, choose(&d, 2) ? 0 : 1e-3 * v);
    return s;
}

/* By CVODE, whose contacts are closed or not by equations of its own. A run has some ten encounters, and no more
 * than some hundred impacts in each before they are carried to their limit, with two events to one. */
START_TEST(verified) {
    for (unsigned seed = 0; seed < 40; seed++) {
        scene *s = random_model(seed, _i);
        scene_run(s);
        ck_assert_msg(s->summary->solver.events < 10000, "seed %u: %zu events", seed, s->summary->solver.events);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        ck_assert_msg(status == THUD_OK, "seed %u: %s", seed, v.error.text);
        ck_assert_msg(v.agrees, "seed %u: %s is %.9g, of CVODE %.9g", seed, v.different[0].key, v.different[0].run,
                      v.different[0].cvode);
        scene_close(s);
    }
}
END_TEST

/* Two bodies come to rest at a stop together, while the friction between them turns with their bounces. What the
 * stop bears then is what presses both: largest where the ground is fastest, without any of the friction. */
START_TEST(bears_what_presses) {
    scene *s = random_model(3, true);
    const thud_model *m = s->model;
    ck_assert_uint_eq(m->body_count, 2);
    scene_run(s);
    double gap = m->contacts[1].given.gap, press = -m->forces[0].signal.amplitude;
    press += (m->bodies[0].mass + m->bodies[1].mass) * m->ground.amplitude;
    press -= (m->links[0].given.stiffness + m->links[1].given.stiffness) * gap;
    assert_relative(s->summary->contacts[1].max_force, press, 1e-13); /* of series some ten terms long */
    scene_close(s);
}
END_TEST

/* ---- chatter ---- */

typedef struct chatter {
    double load, friction; /* m/s² */
    thud_gap_contact stop;
    double slow; /* m/s: e is that of this speed below it */
} chatter;

/* from rest at a height: between two impacts the flight up is slowed by load and friction, the one down is driven
 * by load − friction; s until all are over, and how many are faster than `slow` */
static double follow(const chatter *c, double height, size_t *impacts) {
    long double out = (long double)c->load + c->friction, back = (long double)c->load - c->friction;
    long double v = sqrtl(2 * back * height), time = v / back, first = v;
    for (*impacts = 0; v > 1e-25L * first; v *= sqrtl(back / out)) {
        *impacts += v > c->slow;
        v *= thud_restitution_at(&c->stop.restitution_curve, c->stop.restitution, fmax((double)v, c->slow));
        time += v / out + v / sqrtl(out * back);
    }
    return (double)time;
}

/* under a constant load, e constant or growing to 1 as impacts get slower; all impacts counted, or the fast ones */
START_TEST(chatter_ends) {
    for (unsigned seed = 0; seed < 200; seed++) {
        dice d = dice_of(seed);
        units u = units_of(&d);
        double side = choose(&d, 2) ? 1 : -1, height = u.length, load = u.length / (u.time * u.time);
        chatter c = {.load = load, .friction = load * spread(&d, 0.02, 0.9)};
        double speed = sqrt(2 * (c.load - c.friction) * height);
        c.stop = random_stop(&d, height, speed, seed % 4 != 0);
        if (seed % 4 == 0) c.stop.restitution = roll(&d, 0.9, 0.999);
        c.slow = seed % 3 ? 1e-3 * speed : 0;
        size_t impacts;
        double over = follow(&c, height, &impacts), rest = u.time;
        scene *s = scene_open(over + rest);
        thud_body body = scene_body(s, u.mass, 0, 0), ground = THUD_BODY_GROUND;
        slide(s, ground, body, u.mass * c.friction);
        touch_turned(s, side < 0, body, ground, c.stop);
        scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = side * u.mass * load});
        thud_model_set_impact_threshold(s->model, c.slow);
        scene_run(s);
        if (c.slow > 0) ck_assert_uint_eq(s->summary->contacts[0].impacts, impacts);
        /* coordinates place the top of a flight, where friction turns, to 1e-16 of the height: a hundredth of those
         * that rise by 1e-14 of it, the lowest that are not tracked, which take 3e-7 of the time. Each is off by
         * 3e-9, either way, and a hundred of them by ten times that */
        ck_assert_double_eq_tol(s->summary->contacts[0].stick_time, rest, 3e-8 * (over + rest));
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("friction and stops");
    tcase_add_test(tests, friction_takes_over);
    tcase_add_loop_test(tests, verified, 0, 2);
    tcase_add_test(tests, bears_what_presses);
    tcase_add_test(tests, chatter_ends);
    return run_suite("friction and stops", tests);
}
