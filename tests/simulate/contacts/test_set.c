/*
 * Two stiffnesses (valles-reinhorn) leave a set. A ball that does not come out of it is struck on it, and the law
 * returns its restitution there, too, until the ball is slower than an impact: then it rests, on the line that it
 * has.
 *
 * Against a recursion in closed form, under a constant load g: an impact with speed v on a surface at b goes to the
 * depth d with m v²/2 + m g d = k d²/2 beyond it, leaves the surface at b + d(1 − e²) and comes back with e v, load
 * or no load.
 */
#include "numeric/random.h"
#include "simulate/scene.h"
#include "system/row.h"

static const double PI = 3.14159265358979323846;

enum { LIMIT = 200 };

typedef struct fall {
    double mass, stiffness, e, gravity, height;
} fall;

typedef struct course {
    size_t count;
    double time[LIMIT], speed[LIMIT]; /* of the impacts faster than the threshold */
    double end;                       /* s, of the last contact among them */
} course;

/* seconds in contact: the quarter of a swing up to the depth, under a load, and the one back */
static double contact_time(const fall *f, double speed) {
    double omega = sqrt(f->stiffness / f->mass), at_rest = f->gravity / (omega * omega);
    double up = (PI - atan2(speed / omega, at_rest)) / omega; /* from x = 0, about at_rest, to the largest x */
    double amplitude = hypot(speed / omega, at_rest), force = f->stiffness * (at_rest + amplitude);
    double omega_back = omega / f->e, rest_back = f->mass * f->gravity / (f->stiffness / (f->e * f->e));
    double from = force * f->e * f->e / f->stiffness - rest_back; /* about its own point of rest */
    return up + acos(fmax(-1, -rest_back / from)) / omega_back;
}

static course followed(const fall *f, double threshold) {
    course c = {0};
    double base = 0, speed = sqrt(2 * f->gravity * f->height), time = speed / f->gravity;
    while (speed >= threshold && c.count < LIMIT) {
        double omega = sqrt(f->stiffness / f->mass), at_rest = f->gravity / (omega * omega);
        double depth = at_rest + hypot(speed / omega, at_rest);
        c.time[c.count] = time;
        c.speed[c.count++] = speed;
        time = c.end = time + contact_time(f, speed);
        base += depth * (1 - f->e * f->e);
        double back = f->e * speed, square = back * back - 2 * f->gravity * base;
        if (square > 0) { /* out of the set: the surface is as it was when the gap has opened */
            time += 2 * back / f->gravity - (back - sqrt(square)) / f->gravity;
            base = 0;
            speed = sqrt(square);
        } else {
            time += 2 * back / f->gravity;
            speed = back;
        }
    }
    return c;
}

static fall random_fall(thud_random *random) {
    double u[5];
    for (int i = 0; i < 5; i++) u[i] = thud_random_uniform(random);
    return (fall){pow(10, -1 + 4 * u[0]), pow(10, 4 + 4 * u[1]), 0.2 + 0.7 * u[2], 1 + 19 * u[3],
                  0.01 + 0.5 * u[4]};
}

static scene *scene_of(const fall *f, double duration) {
    scene *s = scene_open(duration);
    thud_body ball = scene_body(s, f->mass, 0, 0);
    scene_touch(s, ball, THUD_BODY_GROUND, scene_contact("valles-reinhorn", f->height, f->e, f->stiffness));
    thud_model_set_gravity(s->model, f->gravity);
    return s;
}

START_TEST(every_impact_returns_e_and_the_last_one_rests) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    fall f = random_fall(&random);
    course c = followed(&f, 1e-3);
    double tail = 40 * sqrt(f.mass / f.stiffness);
    ck_assert_uint_lt(c.count, LIMIT);
    scene *s = scene_of(&f, c.end + tail);
    scene_run(s);
    /* a speed that is the threshold to rounding may count or not; the ledger has the unfinished contact, too */
    double last = c.speed[c.count - 1];
    if (last < 1.0001e-3) {
        scene_close(s);
        return;
    }
    ck_assert_msg(s->summary->impacts == c.count, "%zu impacts, not %zu", s->summary->impacts, c.count);
    for (size_t i = 0; i < c.count; i++) {
        /*
         * Rounding of the place of the ball, 1e-16 of the height, is 1e-16 √(g h)² /v of a speed v, and adds up
         * over the impacts; the same in time, over g. Those who nearly come out of the set do so by a root of
         * rounding.
         */
        double scale = f.gravity * (f.height + 0.1), lost = 1e-12 * scale / c.speed[i];
        ck_assert_double_eq_tol(s->entries[i].approach_speed, c.speed[i], lost + 1e-12 * c.speed[i]);
        ck_assert_double_eq_tol(s->entries[i].time, c.time[i], 1e-11 + 2 * (double)i * lost / f.gravity);
        ck_assert_double_eq_tol(s->entries[i].restitution, f.e, lost / c.speed[i] + 1e-12);
    }
    scene_close(s);
}
END_TEST

/* CVODE has its own branches of the law: the same impacts, and the same motion */
START_TEST(verified) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    fall f = random_fall(&random);
    f.stiffness = fmin(f.stiffness, 1e6 * f.mass); /* softer: CVODE takes its time */
    course c = followed(&f, 1e-3);
    scene *s = scene_of(&f, c.end);
    scene_build(s);
    thud_verification v;
    thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) printf("not verified: %s\n", v.error.text); /* built without SUNDIALS */
    else {
        ck_assert_msg(status == THUD_OK, "%s", v.error.text);
        ck_assert_uint_eq(v.impacts, v.run_impacts);
        ck_assert_double_le(v.max_difference, 1e-6); /* what "agrees" means */
    }
    scene_close(s);
}
END_TEST

/* the same ball as a system of C functions, with an integrator and branches of its own */
START_TEST(as_a_system) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    fall f = random_fall(&random);
    course c = followed(&f, 1e-3);
    row r = {.count = 1, .mass = {f.mass}, .gravity = f.gravity};
    thud_gap_contact wall = contact_of("valles-reinhorn", f.e, f.stiffness);
    thud_system system = row_system(&r, &wall);
    thud_system_options options = options_for(c.end);
    outcome o = {0};
    double q = -f.height, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    scene *s = scene_of(&f, c.end);
    scene_run(s);
    /* it keeps its tolerance of 1e-9 in every step of some thousand */
    double place = s->summary->bodies[0].final_displacement - f.height;
    ck_assert_double_eq_tol(q, place, 1e-6 * f.height);
    ck_assert_double_eq_tol(o.contacts[0].max_penetration, s->summary->contacts[0].max_penetration,
                            1e-6 * f.height);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("set");
    tcase_add_loop_test(tests, every_impact_returns_e_and_the_last_one_rests, 0, 120);
    tcase_add_loop_test(tests, verified, 0, 4);
    tcase_add_loop_test(tests, as_a_system, 0, 10);
    return run_suite("set of two stiffnesses", tests);
}
