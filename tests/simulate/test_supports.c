/*
 * Supports against what they must come to: a structure that is shaken through one beside the same on the ground,
 * sums of linear responses, closed forms of a pushed and a thrown body, and the energy balance of random
 * models.
 */
#include "simulate/on_supports.h"

static void watch(scene *s, thud_watch_kind kind, thud_body left, thud_body right) {
    thud_model_add_watch(s->model, NULL, &(thud_watch){.kind = kind, .left = {left}, .right = {right}});
}

/* ---- one support in the place of the ground ---- */

/* two bodies that yield, one that strikes the other, and a rigid stop, all on one base */
static void add_structure(scene *s, unsigned seed, thud_body base) {
    dice d = dice_of(seed);
    thud_body low = scene_body(s, roll(&d, 1, 3), 0, 0), high = scene_body(s, roll(&d, 1, 3), 0, 0);
    thud_hysteresis yields = {THUD_HYSTERESIS_BILINEAR, .yield = roll(&d, 2, 6), .hardening = 0.1};
    scene_link(s, base, low, &(thud_link){.stiffness = 300, .damping = 0.5, .hysteresis = yields, .name = "low"});
    scene_spring(s, low, high, roll(&d, 100, 200), 0.3);
    scene_touch(s, high, base, scene_contact("newton", roll(&d, 0.02, 0.05), 0.6, 0));
    scene_touch(s, low, high, scene_contact("flores", 0.02, 0.7, 1e5));
}

/* in coordinates of the support nothing else is left: the same history, with impacts and yielding, to what rounding
 * of some hundred steps comes to after a dozen impacts, each of which may make ten of one; and a run in coordinates
 * of a ground that is at rest has the support's displacement, ten times that of the structure, on top of it */
START_TEST(other_base) {
    size_t impacts = 0;
    for (unsigned seed = 1; seed <= 20; seed++) {
        dice d = dice_of(1000 + seed);
        thud_motion *motion = record(&d, 120, 0.03, 8);
        scene *plain = scene_open(4), *moved = scene_open(4);
        thud_signal shake = samples(motion);
        add_structure(plain, seed, THUD_BODY_GROUND);
        thud_model_set_ground(plain->model, &shake);
        thud_body wall = support(moved, "wall", (thud_support){.acceleration = shake});
        add_structure(moved, seed, wall);
        for (thud_body i = 0; i < 2; i++) {
            watch(moved, THUD_WATCH_DISPLACEMENT, wall, i);
            watch(moved, THUD_WATCH_VELOCITY, wall, i);
        }
        scene_run(plain);
        scene_run(moved);
        ck_assert_uint_eq(plain->summary->impacts, moved->summary->impacts);
        impacts += plain->summary->impacts;
        for (size_t i = 0; i < 2; i++) {
            const thud_body_summary *b = &plain->summary->bodies[i];
            const thud_watch_summary *w = &moved->summary->watches[2 * i];
            ck_assert_double_le(fabs(w[0].final - b->final_displacement), 1e-10 * b->max_displacement);
            ck_assert_double_le(fabs(w[0].max - b->max_displacement), 1e-10 * b->max_displacement);
            ck_assert_double_le(fabs(w[1].final - b->final_velocity), 1e-10 * b->max_velocity);
            assert_relative(moved->summary->bodies[i].max_acceleration, b->max_acceleration, 1e-9);
        }
        double hardest = 0;
        for (size_t i = 0; i < plain->count; i++) hardest = fmax(hardest, plain->entries[i].impulse);
        for (size_t i = 0; i < plain->count; i++) {
            assert_relative(moved->entries[i].time, plain->entries[i].time, 1e-10);
            ck_assert_double_le(fabs(moved->entries[i].impulse - plain->entries[i].impulse), 1e-10 * hardest);
        }
        assert_relative(moved->summary->links[0].energy, plain->summary->links[0].energy, 1e-9);
        ck_assert_double_le(fabs(moved->summary->energy.residual), 1e-10);
        scene_close(plain);
        scene_close(moved);
        thud_motion_free(motion);
    }
    ck_assert_uint_ge(impacts, 100);
}
END_TEST

/* supports that move as the ground does, by themselves or because nothing else is said, are the ground: its
 * accelerations are taken away to zero, and not to rounding */
START_TEST(as_the_ground) {
    for (unsigned seed = 1; seed <= 10; seed++) {
        dice d = dice_of(2000 + seed);
        thud_motion *motion = record(&d, 120, 0.03, 8);
        thud_signal shake = samples(motion);
        scene *s[3];
        for (int i = 0; i < 3; i++) {
            s[i] = scene_open(4);
            thud_body wall = THUD_BODY_GROUND;
            if (i == 1) wall = support(s[i], "wall", (thud_support){0});
            if (i == 2) wall = support(s[i], "wall", (thud_support){.acceleration = shake});
            add_structure(s[i], seed, wall);
            thud_model_set_ground(s[i]->model, &shake);
            scene_run(s[i]);
            ck_assert_uint_eq(s[i]->summary->impacts, s[0]->summary->impacts);
            for (size_t j = 0; j < 2; j++) {
                /* other sums of the same terms: rounding, by ten for each of some impacts */
                const thud_body_summary *a = &s[0]->summary->bodies[j], *b = &s[i]->summary->bodies[j];
                ck_assert_double_le(fabs(a->final_displacement - b->final_displacement),
                                    1e-11 * a->max_displacement);
            }
            assert_relative(s[i]->summary->energy.input, s[0]->summary->energy.input, 1e-11);
        }
        for (int i = 0; i < 3; i++) scene_close(s[i]);
        thud_motion_free(motion);
    }
}
END_TEST

/* ---- several ---- */

/* three bodies in a row between two supports, linear; of which the factors say how much each moves */
static scene *row(const thud_motion *motion, const thud_motion *other, const double factor[3]) {
    scene *s = scene_open(5);
    thud_signal signals[3] = {samples(motion), samples(motion), samples(other)};
    for (int i = 0; i < 3; i++) signals[i].scale = factor[i];
    thud_body left = support(s, "left", (thud_support){.acceleration = signals[1], .delay = 0.1234567}),
              right = support(s, "right", (thud_support){.acceleration = signals[2]});
    for (int i = 0; i < 3; i++) scene_body(s, 1 + 0.3 * i, 0, 0);
    scene_spring(s, left, 0, 150, 0.4);
    scene_spring(s, 0, 1, 210, 0.3);
    scene_spring(s, 1, 2, 170, 0.2);
    scene_spring(s, 2, right, 190, 0.5);
    scene_spring(s, THUD_BODY_GROUND, 1, 40, 0.1);
    thud_model_set_ground(s->model, &signals[0]);
    scene_run(s);
    return s;
}

START_TEST(superposition) {
    static const double factors[4][3] = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    dice d = dice_of(7);
    thud_motion *motion = record(&d, 100, 0.02, 5), *other = record(&d, 40, 0.0371, 5);
    scene *s[4];
    for (int i = 0; i < 4; i++) s[i] = row(motion, other, factors[i]);
    for (size_t j = 0; j < 3; j++) {
        double sum = 0, speed = 0, size = 0;
        for (int i = 1; i < 4; i++) {
            sum += s[i]->summary->bodies[j].final_displacement;
            speed += s[i]->summary->bodies[j].final_velocity;
            size += s[i]->summary->bodies[j].max_displacement;
        }
        /* four runs of some hundred steps, each with a few roundings of the largest displacement there is */
        ck_assert_double_le(fabs(s[0]->summary->bodies[j].final_displacement - sum), 1e-12 * size);
        ck_assert_double_le(fabs(s[0]->summary->bodies[j].final_velocity - speed), 20 * 1e-12 * size); /* ω < 20 */
    }
    for (int i = 0; i < 4; i++) scene_close(s[i]);
    thud_motion_free(motion);
    thud_motion_free(other);
}
END_TEST

/* a delay of n samples is a record with n zeros before it; the ground's own, and one of the support */
START_TEST(delay) {
    enum { LATE = 13, COUNT = 90 };
    dice d = dice_of(11);
    thud_motion *motion = record(&d, COUNT, 0.02, 5), *later = thud_motion_create(COUNT + LATE, 0.02);
    motion->acceleration[0] = 0; /* or the zeros would lead up to it */
    for (size_t i = 0; i < COUNT + LATE; i++)
        later->acceleration[i] = i < LATE ? 0 : motion->acceleration[i - LATE];
    double x[3];
    for (int i = 0; i < 3; i++) {
        scene *s = scene_open(3);
        thud_signal first = samples(motion), second = samples(later);
        thud_support given = {.delay = LATE * 0.02};
        if (i == 1) given.acceleration = first;
        if (i == 2) given = (thud_support){.acceleration = second};
        thud_body pier = support(s, "pier", given), body = scene_body(s, 2, 0, 0);
        scene_spring(s, THUD_BODY_GROUND, body, 100, 0.1);
        scene_link(s, pier, body,
                   &(thud_link){.stiffness = 90, .hysteresis = {.model = THUD_HYSTERESIS_TENSION_ONLY}});
        thud_model_set_ground(s->model, &first);
        scene_run(s);
        x[i] = s->summary->bodies[0].final_displacement;
        /* the same breaks to rounding of their times */
        ck_assert_double_le(fabs(x[i] - x[0]), 1e-12 * s->summary->bodies[0].max_displacement);
        scene_close(s);
    }
    thud_motion_free(motion);
    thud_motion_free(later);
}
END_TEST

/* from its delay on a support accelerates by a: x_s = aτ²/2, and an oscillator on it x_s − (a/ω²)(1 − cos ωτ); a
 * sine that arrives late likewise, x_s = (A/ν)(τ cos φ − (sin(ντ + φ) − sin φ)/ν), where nothing swings: a link
 * that is a dashpot alone, and a body as light as to follow, is not needed to see it */
START_TEST(arrives_late) {
    double a = 1.7, k = 130, m = 2, omega = sqrt(k / m), late = 0.377, end = 3, tau = end - late;
    scene *s = scene_open(end);
    thud_signal step = {.kind = THUD_SIGNAL_STEP, .amplitude = a, .start = 0.3};
    thud_body pier = support(s, "pier", (thud_support){.acceleration = step, .delay = late - 0.3});
    double nu = 2 * PI * 1.3, phase = 0.4, amplitude = 2.1;
    thud_signal sine = {.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 1.3, .phase = phase};
    thud_body wall = support(
        s, "wall", (thud_support){.acceleration = sine, .delay = late, .displacement = 0.01, .velocity = 0.02});
    thud_body body = scene_body(s, m, 0, 0);
    scene_spring(s, pier, body, k, 0);
    scene_touch(s, body, wall, scene_contact("newton", 1e3, 0.5, 0));
    watch(s, THUD_WATCH_DISPLACEMENT, THUD_BODY_GROUND, wall);
    scene_run(s);
    double x = a * tau * tau / 2 - a / (omega * omega) * (1 - cos(omega * tau));
    /* two dozen steps, each with some roundings of what there is: 6 m at the end */
    ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x), 1e-13 * x);
    double swing =
        0.01 + 0.02 * end + amplitude / nu * (tau * cos(phase) - (sin(nu * tau + phase) - sin(phase)) / nu);
    ck_assert_double_le(fabs(s->summary->watches[0].final - swing), 1e-13 * fabs(swing));
    /* what was put in is what is there: of motion and in the spring */
    double v = a * tau - a / omega * sin(omega * tau), stretch = a / (omega * omega) * (1 - cos(omega * tau));
    assert_relative(s->summary->energy.input, 0.5 * m * v * v + 0.5 * k * stretch * stretch, 1e-12);
    scene_close(s);
}
END_TEST

/* ---- impacts with what moves ---- */

/* a ball under gravity above a table that swings, d = (A/ν²)(1 − cos νt): between impacts a parabola, at them
 * v⁺ = w − e (v⁻ − w). Instants by halving, from a scan that is fine beside the swings */
START_TEST(ball_on_table) {
    double g = 9.81, e = 0.8, nu = 2 * PI * 2, amplitude = 6, gap = 0.3, end = 1.6;
    scene *s = scene_open(end);
    thud_signal swing = {.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 2, .phase = PI / 2};
    thud_body table = support(s, "table", (thud_support){.acceleration = swing}), ball = scene_body(s, 0.3, 0, 0);
    scene_touch(s, ball, table, scene_contact("newton", gap, e, 0));
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    double t0 = 0, x0 = 0, v0 = 0;
    size_t count = 0;
    for (;;) {
        double low = t0 + 1e-6, high = low;
        double depth = -1;
        while (depth < 0 && high < end) {
            low = high;
            high += 1e-4;
            double tau = high - t0;
            depth = x0 + v0 * tau + 0.5 * g * tau * tau - amplitude / (nu * nu) * (1 - cos(nu * high)) - gap;
        }
        if (!(high < end)) break;
        for (int i = 0; i < 100; i++) {
            double t = 0.5 * (low + high), tau = t - t0;
            depth = x0 + v0 * tau + 0.5 * g * tau * tau - amplitude / (nu * nu) * (1 - cos(nu * t)) - gap;
            if (depth < 0) low = t;
            else high = t;
        }
        double v = v0 + g * (low - t0), w = amplitude / nu * sin(nu * low);
        ck_assert_uint_lt(count, s->count);
        /* of the root of a parabola: rounding of 0.5 m over some m/s */
        ck_assert_double_le(fabs(s->entries[count].time - low), 1e-13);
        ck_assert_double_le(fabs(s->entries[count].approach_speed - (v - w)), 1e-12);
        assert_relative(s->entries[count].impulse, 0.3 * (1 + e) * s->entries[count].approach_speed, 1e-15);
        x0 = x0 + v0 * (low - t0) + 0.5 * g * (low - t0) * (low - t0);
        v0 = w - e * (v - w);
        t0 = low;
        count++;
    }
    ck_assert_uint_ge(count, 4);
    ck_assert_uint_eq(s->count, count);
    double tau = end - t0;
    assert_relative(s->summary->bodies[0].final_displacement, x0 + v0 * tau + 0.5 * g * tau * tau, 1e-12);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
    scene_close(s);
}
END_TEST

/* at constant velocity a support is at rest for those that move with it: the same impacts by every law, and the
 * same forces of links, to the tolerance of contacts */
START_TEST(galilei) {
    static const char *const laws[] = {"newton",          "flores",         "kelvin-voigt",
                                       "valles-reinhorn", "jankowski-2006", "hertz"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        double speed = 0.7, x[2], e = strcmp(laws[i], "hertz") == 0 ? 1 : 0.6;
        scene *s[2];
        for (int moving = 0; moving < 2; moving++) {
            double v = moving ? speed : 0, end = 3;
            s[moving] = scene_open(end);
            thud_body wall = support(s[moving], "wall", (thud_support){.velocity = v});
            thud_body left = scene_body(s[moving], 1.5, -0.2, 1 + v), right = scene_body(s[moving], 0.9, 0, v);
            thud_gap_contact c = scene_contact(laws[i], 0.1, e, i == 0 ? 0 : 1e4);
            scene_touch(s[moving], left, right, c);
            scene_touch(s[moving], right, wall, c);
            scene_link(s[moving], wall, right,
                       &(thud_link){.stiffness = 40,
                                    .damping = 0.2,
                                    .hysteresis = {THUD_HYSTERESIS_BILINEAR, .yield = 3, .hardening = 0.1}});
            scene_run(s[moving]);
            x[moving] = s[moving]->summary->bodies[1].final_displacement - v * end;
            ck_assert_double_le(fabs(s[moving]->summary->energy.residual), 1e-10);
        }
        ck_assert_uint_ge(s[0]->count, 3);
        ck_assert_uint_eq(s[0]->count, s[1]->count);
        ck_assert_double_le(fabs(x[1] - x[0]), 1e-9 * s[0]->summary->bodies[1].max_displacement);
        for (size_t j = 0; j < s[0]->count; j++) {
            assert_relative(s[1]->entries[j].time, s[0]->entries[j].time, 1e-9);
            assert_relative(s[1]->entries[j].approach_speed, s[0]->entries[j].approach_speed, 1e-8);
            if (i > 0) assert_relative(s[1]->entries[j].max_force, s[0]->entries[j].max_force, 1e-8);
        }
        scene_close(s[0]);
        scene_close(s[1]);
    }
}
END_TEST

/* a wall pushes a body that rests against it with a = A cos νt, and lets it fly on at A/ν once that is zero */
START_TEST(pushed) {
    double amplitude = 3, nu = 2 * PI * 0.8, m = 4, end = 0.5, leaves = PI / (2 * nu);
    scene *s = scene_open(end);
    thud_signal swing = {.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 0.8, .phase = PI / 2};
    thud_body wall = support(s, "wall", (thud_support){.acceleration = swing}), body = scene_body(s, m, 0, 0);
    scene_touch(s, wall, body, scene_contact("newton", 0, 0.4, 0));
    scene_run(s);
    double x = amplitude / (nu * nu) + amplitude / nu * (end - leaves);
    const thud_contact_summary *c = &s->summary->contacts[0];
    /* the force falls through zero at mAν: rounding of A, 1e-13 of it, is as much of 1/ν */
    ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x), 1e-12 * x);
    ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity - amplitude / nu), 1e-12 * amplitude / nu);
    ck_assert_double_le(fabs(c->stick_time - leaves), 1e-11 * leaves);
    assert_relative(c->max_force, m * amplitude, 1e-14);
    assert_relative(c->impulse, m * amplitude / nu, 1e-12);
    assert_relative(s->summary->energy.input, 0.5 * m * amplitude * amplitude / (nu * nu), 1e-12);
    ck_assert_uint_eq(s->count, 0);
    scene_close(s);
}
END_TEST

/* ---- the reference ---- */

/* an end after the ground and one of the supports have changed places */
static thud_body turn_about(thud_body end, thud_body with) {
    return end == with ? THUD_BODY_GROUND : end == THUD_BODY_GROUND ? with : end;
}

/* the same, seen from a support that begins at rest and at once: its motion is the ground's, and the ground a
 * support */
static scene *seen_from(const thud_model *m, size_t chosen) {
    scene *s = scene_open(m->run.duration);
    const thud_body with = THUD_FIRST_SUPPORT - (thud_body)chosen;
    const thud_signal still = {.kind = THUD_SIGNAL_STEP};
    const thud_signal *ground = m->ground.kind == THUD_SIGNAL_NONE ? &still : &m->ground;
    for (size_t i = 0; i < m->support_count; i++) {
        thud_support given = m->supports[i].given;
        if (i == chosen) given = (thud_support){0};
        if (given.acceleration.kind == THUD_SIGNAL_NONE) given.acceleration = *ground;
        support(s, NULL, given);
    }
    for (size_t i = 0; i < m->body_count; i++) scene_body(s, m->bodies[i].mass, 0, m->bodies[i].velocity);
    for (size_t i = 0; i < m->link_count; i++)
        scene_link(s, turn_about(m->links[i].left, with), turn_about(m->links[i].right, with), &m->links[i].given);
    for (size_t i = 0; i < m->contact_count; i++)
        scene_touch(s, turn_about(m->contacts[i].left, with), turn_about(m->contacts[i].right, with),
                    m->contacts[i].given);
    scene_touch(s, 0, with, scene_contact("newton", 1e3, 1, 0)); /* or nothing might end at it */
    thud_model_set_ground(s->model, &m->supports[chosen].given.acceleration);
    return s;
}

/* which of them displacements are relative to makes no difference to where things are: what is yielding,
 * slackening, striking, sticking and slipping. Contacts are solved to a hundredth of the tolerance, 1e-9, and each
 * impact may make ten of one */
START_TEST(reference) {
    dice d = dice_of(5);
    thud_motion *motions[2] = {record(&d, 150, 0.02, 6), record(&d, 90, 0.0313, 6)};
    size_t seen = 0, impacts = 0;
    for (unsigned seed = 1; seed <= 240; seed++) {
        scene *s = random_model(seed, seed > 120, (const thud_motion *const *)motions);
        const thud_model *m = s->model;
        size_t chosen = 0;
        for (; chosen < m->support_count; chosen++) {
            const thud_support *given = &m->supports[chosen].given;
            if (given->delay == 0 && given->velocity == 0 && given->acceleration.kind != THUD_SIGNAL_NONE) break;
        }
        if (chosen < m->support_count) {
            scene *other = seen_from(m, chosen);
            scene_run(s);
            scene_run(other);
            for (size_t i = 0; i < m->body_count; i++) {
                const thud_body_summary *b = &s->summary->bodies[i];
                double x = b->final_displacement - s->summary->supports[chosen].final_displacement;
                double miss = fabs(x - other->summary->bodies[i].final_displacement) / b->max_displacement;
                ck_assert_msg(miss <= 1e-7, "seed %u: off by %g", seed, miss);
            }
            ck_assert_uint_eq(s->summary->impacts, other->summary->impacts);
            impacts += s->summary->impacts;
            seen++;
            scene_close(other);
        }
        scene_close(s);
    }
    ck_assert_uint_ge(seen, 40);
    ck_assert_uint_ge(impacts, 200);
    thud_motion_free(motions[0]);
    thud_motion_free(motions[1]);
}
END_TEST

/* every joule that a support puts in, through springs, dashpots, friction that sticks or slips, contacts and
 * impulses: some thousand steps, a rounding of the largest energy each, and contacts to a hundredth of the
 * tolerance, 1e-9 */
START_TEST(energy) {
    dice d = dice_of(5);
    thud_motion *motions[2] = {record(&d, 150, 0.02, 6), record(&d, 90, 0.0313, 6)};
    size_t impacts = 0, yielding = 0;
    for (unsigned seed = 1; seed <= 300; seed++) {
        scene *s = random_model(seed, seed > 200, (const thud_motion *const *)motions);
        scene_try(s);
        ck_assert_msg(s->status == THUD_OK, "seed %u: %s: %s", seed, thud_status_text(s->status),
                      s->summary->error.text);
        ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-10, "seed %u: residual %g", seed,
                      s->summary->energy.residual);
        impacts += s->summary->impacts;
        yielding += s->summary->energy.hysteresis > 0;
        scene_close(s);
    }
    ck_assert_uint_ge(impacts, 1000);
    ck_assert_uint_ge(yielding, 150);
    thud_motion_free(motions[0]);
    thud_motion_free(motions[1]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("supports");
    tcase_add_test(tests, other_base);
    tcase_add_test(tests, as_the_ground);
    tcase_add_test(tests, superposition);
    tcase_add_test(tests, delay);
    tcase_add_test(tests, arrives_late);
    tcase_add_test(tests, ball_on_table);
    tcase_add_test(tests, galilei);
    tcase_add_test(tests, pushed);
    tcase_add_test(tests, reference);
    tcase_add_test(tests, energy);
    return run_suite("supports", tests);
}
