/*
 * Several contacts in one impact: Newton's cradle by the complementarity problems of Newton and Poisson, and by
 * Hertz contacts, where the outcome is another one.
 *
 * Five equal balls touch, the first comes with v. Newton's law for all contacts at once, u⁺ + e u⁻ ≥ 0 ⟂ P ≥ 0,
 * with u⁻ = (−v, 0, 0, 0): all P are positive, so u⁺ = (e v, 0, 0, 0). Momentum then leaves the first ball with v(1
 * − 4e)/5 and the others together with v(1 + e)/5: −0.6 v and +0.4 v for e = 1. Energy is kept, momentum too, but
 * no cradle does that: real impacts run through the row one after the other.
 */
#include "numeric/integral/runge_kutta.h"
#include "simulate/scene.h"

enum { BALLS = 5 };
static const double MASS = 0.3, V = 1.7, RADIUS_GAP = 0;

static scene *cradle(const thud_gap_contact *contact, double duration) {
    scene *s = scene_open(duration);
    for (int i = 0; i < BALLS; i++) scene_body(s, MASS, i == 0 ? -0.1 : 0, i == 0 ? V : 0);
    for (int i = 0; i + 1 < BALLS; i++) scene_touch(s, i, i + 1, *contact);
    return s;
}

static double momentum_of(const scene *s) {
    double sum = 0;
    for (size_t i = 0; i < s->summary->body_count; i++) sum += MASS * s->summary->bodies[i].final_velocity;
    return sum;
}

START_TEST(test_newton_cradle) {
    const double restitutions[] = {0, 0.25, 0.5, 0.8, 1};
    double e = restitutions[_i];
    thud_gap_contact contact = scene_contact("newton", RADIUS_GAP, e, 0);
    scene *s = cradle(&contact, 0.2);
    scene_run(s);
    /* a handful of operations on numbers of the size of v */
    ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity - V * (1 - 4 * e) / 5), 1e-14 * V);
    for (int i = 1; i < BALLS; i++)
        ck_assert_double_le(fabs(s->summary->bodies[i].final_velocity - V * (1 + e) / 5), 1e-14 * V);
    assert_relative(momentum_of(s), MASS * V, 1e-14);
    double first = V * (1 - 4 * e) / 5, rest = V * (1 + e) / 5;
    double after = 0.5 * MASS * (first * first + 4 * rest * rest), before = 0.5 * MASS * V * V;
    ck_assert_double_le(fabs(s->summary->energy.impact - (before - after)), 1e-14 * before);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-14);
    scene_close(s);
}
END_TEST

/*
 * Poisson: compression brings all to v/5, with impulses 0.8, 0.6, 0.4, 0.2 of m v. Restitution gives each contact e
 * times its own again, which for equal balls and e = 1 is velocities −0.6, 0.4, 0.4, 0.4, 0.4: all u⁺ ≥ 0, no more
 * is needed. So in this row the two laws agree; with two balls that come they do not part where momentum forbids
 * it.
 */
START_TEST(test_poisson_cradle) {
    double e = 0.7;
    thud_gap_contact contact = scene_contact("poisson", RADIUS_GAP, e, 0);
    scene *s = cradle(&contact, 0.2);
    scene_run(s);
    for (int i = 0; i + 1 < BALLS; i++)
        assert_relative(s->summary->contacts[i].impulse, (1 + e) * MASS * V * (0.8 - 0.2 * i), 1e-14);
    assert_relative(momentum_of(s), MASS * V, 1e-14);
    scene_close(s);
}
END_TEST

/*
 * Three balls, the last two of which touch, and a second contact that gives back more than the first. Compression
 * leaves all with v/3, by impulses 2/3 and 1/3 of m v. By Poisson these grow to (1 + e₁) 2/3 and (1 + e₂)/3, with
 * no more needed: both contacts part, the first with (4(1 + e₁) − (1 + e₂))/3 − 1 of v, which is less than e₁. By
 * Newton it would part with e₁, and the second would not. Where the second is Newton's with no restitution that
 * counts, it is pressed on by the first.
 */
START_TEST(test_poisson_of_unlike_contacts) {
    const double first = 0.3, second = 0.6;
    for (int mixed = 0; mixed < 2; mixed++) {
        scene *s = scene_open(0.2);
        for (int i = 0; i < 3; i++) scene_body(s, MASS, i == 0 ? -0.1 : 0, i == 0 ? V : 0);
        scene_touch(s, 0, 1, scene_contact("poisson", 0, first, 0));
        scene_touch(s, 1, 2, scene_contact(mixed ? "newton" : "poisson", 0, second, 0));
        scene_run(s);
        /* Newton's contact was at rest, e₂ of which is none: P₂ grows from 1/3 until it stays closed, P₁/2 */
        const double p1 = (1 + first) * 2 / 3, p2 = mixed ? p1 / 2 : (1 + second) / 3;
        assert_relative(s->summary->contacts[0].impulse, p1 * MASS * V, 1e-14);
        assert_relative(s->summary->contacts[1].impulse, p2 * MASS * V, 1e-14);
        assert_relative(s->summary->bodies[0].final_velocity, (1 - p1) * V, 1e-14);
        assert_relative(s->summary->bodies[1].final_velocity, (p1 - p2) * V, 1e-14);
        assert_relative(s->summary->bodies[2].final_velocity, p2 * V, 1e-14);
        scene_close(s);
    }
}
END_TEST

/* where they differ: a plastic contact behind an elastic one. By Newton u⁺ = (e₁ v, 0); by Poisson the second
 * contact has no restitution of its own either, but the first gives back e₁ of its compression, so that the last
 * ball is pressed on: P₁ = (1 + e₁)·2/3, P₂ ≥ 1/3, and contact 2 must not close: P₂ = max(1/3, P₁/2) of m v. */
START_TEST(test_newton_and_poisson_differ) {
    for (int law = 0; law < 2; law++) {
        const char *name = law == 0 ? "newton" : "poisson";
        scene *s = scene_open(0.2);
        for (int i = 0; i < 3; i++) scene_body(s, MASS, i == 0 ? -0.1 : 0, i == 0 ? V : 0);
        scene_touch(s, 0, 1, scene_contact(name, 0, 0.5, 0));
        scene_touch(s, 1, 2, scene_contact(name, 0, 0, 0));
        scene_run(s);
        /* Newton: v₂ = v₃, v₂ − v₁ = v/2, sum v: v₁ = 0, v₂ = v₃ = v/2.
         * Poisson: P₁ = 1.5 · 2/3 = 1: v₁ = 0; P₂ = 1/2: v₂ = v₃ = v/2: the same again */
        ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity), 1e-14 * V);
        assert_relative(s->summary->bodies[1].final_velocity, V / 2, 1e-14);
        assert_relative(s->summary->bodies[2].final_velocity, V / 2, 1e-14);
        scene_close(s);

        /* the other way round: elastic behind plastic. Newton: u⁺ = 0 in both, all go with v/3. Poisson: the second
         * contact gives back half of its 1/3 m v: P₂ = 1/2, P₁ = 2/3 and no more needed: v₁ = 1/3, v₂ = 1/6, v₃ =
         * 1/2; the first contact would close, so P₁ grows until v₁ = v₂ = 1/4 */
        s = scene_open(0.2);
        for (int i = 0; i < 3; i++) scene_body(s, MASS, i == 0 ? -0.1 : 0, i == 0 ? V : 0);
        scene_touch(s, 0, 1, scene_contact(name, 0, 0, 0));
        scene_touch(s, 1, 2, scene_contact(name, 0, 0.5, 0));
        scene_run(s);
        double first = law == 0 ? V / 3 : V / 4, last = law == 0 ? V / 3 : V / 2;
        assert_relative(s->summary->bodies[0].final_velocity, first, 1e-14);
        assert_relative(s->summary->bodies[1].final_velocity, first, 1e-14);
        assert_relative(s->summary->bodies[2].final_velocity, last, 1e-14);
        scene_close(s);
    }
}
END_TEST

/*
 * Two balls drive into one between them, with V and V/2, and other restitutions. Compression leaves W P = (V, V/2),
 * W = (2 −1; −1 2)/m. With t = R₂/R₁, R (W R) = e² P V gives R₁² (2 − t) = b₁ and R₁² (2 t² − t) = b₂, so that 2 t²
 * − t = (2 − t) b₂/b₁. Each contact loses 1 − e² of its work, ½ P times the speed of approach.
 */
START_TEST(test_stronge_of_unlike_contacts) {
    const double e[] = {0.8, 0.3}, speed[] = {V, V / 2};
    scene *s = scene_open(0.2);
    for (int i = 0; i < 3; i++) scene_body(s, MASS, 0, i == 0 ? V : i == 1 ? 0 : -V / 2);
    for (int i = 0; i < 2; i++) scene_touch(s, i, i + 1, scene_contact("stronge", 0, e[i], 0));
    scene_run(s);
    const double p[] = {MASS * V * 2.5 / 3, MASS * V * 2 / 3};
    double b[2], lost = 0;
    for (int i = 0; i < 2; i++) {
        b[i] = MASS * e[i] * e[i] * p[i] * speed[i];
        lost += (1 - e[i] * e[i]) * p[i] * speed[i] / 2;
    }
    const double q = b[1] / b[0], t = ((1 - q) + sqrt((1 - q) * (1 - q) + 16 * q)) / 4;
    const double r[] = {sqrt(b[0] / (2 - t)), t * sqrt(b[0] / (2 - t))};
    for (int i = 0; i < 2; i++) assert_relative(s->summary->contacts[i].impulse, p[i] + r[i], 1e-14);
    assert_relative(s->summary->bodies[0].final_velocity, V - (p[0] + r[0]) / MASS, 1e-13);
    assert_relative(s->summary->bodies[2].final_velocity, (p[1] + r[1]) / MASS - V / 2, 1e-13);
    assert_relative(s->summary->energy.impact, lost, 1e-13);
    scene_close(s);
}
END_TEST

/* where all approach, one e gives back e of each impulse, as Poisson's does; what was at rest gives back nothing,
 * and parts as Newton's does */
START_TEST(test_stronge_beside_the_others) {
    for (int resting = 0; resting < 2; resting++) {
        static const char *const names[2][2] = {{"stronge", "poisson"}, {"stronge", "newton"}};
        double final[2][4];
        for (int law = 0; law < 2; law++) {
            scene *s = scene_open(0.2);
            for (int i = 0; i < 4; i++)
                scene_body(s, MASS * (1 + i), resting && i == 0 ? -0.1 : 0,
                           resting ? (i == 0 ? V : 0) : -V * i * i);
            for (int i = 0; i < 3; i++) scene_touch(s, i, i + 1, scene_contact(names[resting][law], 0, 0.6, 0));
            scene_run(s);
            for (int i = 0; i < 4; i++) final[law][i] = s->summary->bodies[i].final_velocity;
            scene_close(s);
        }
        /* sweeps end where nothing changes any more, by some ε times the rate at which they converge */
        for (int i = 0; i < 4; i++) ck_assert_double_eq_tol(final[0][i], final[1][i], 1e-13 * V);
    }
}
END_TEST

/* gaps between the balls: impacts one after the other, and with e = 1 the first balls stop dead */
START_TEST(test_cradle_with_gaps) {
    thud_gap_contact contact = scene_contact("newton", 0.001, 1, 0);
    scene *s = cradle(&contact, 0.2);
    scene_run(s);
    ck_assert_uint_eq(s->count, 4);
    for (int i = 0; i + 1 < BALLS; i++) ck_assert_double_le(fabs(s->summary->bodies[i].final_velocity), 1e-14 * V);
    assert_relative(s->summary->bodies[BALLS - 1].final_velocity, V, 1e-14);
    scene_close(s);
}
END_TEST

/* ---- Hertz ---- */

static const double K = 1e7;

/* the row as it is: x, v of five balls, kδ^1.5 between neighbours */
static bool row(void *context, double t, const double *y, double *rate) {
    (void)context;
    (void)t;
    for (int i = 0; i < BALLS; i++) {
        rate[i] = y[BALLS + i];
        rate[BALLS + i] = 0;
    }
    for (int i = 0; i + 1 < BALLS; i++) {
        double depth = y[i] - y[i + 1], force = depth > 0 ? K * depth * sqrt(depth) : 0;
        rate[BALLS + i] -= force / MASS;
        rate[BALLS + i + 1] += force / MASS;
    }
    return true;
}

/* By Dormand–Prince steps of 1e-7 s, a few thousandths of the contact: the kinks of δ^1.5, where a ball arrives or
 * leaves, cost the step to the power 2.5, which is 1e-9 of the whole. */
static void solve_row(double *y) {
    double *work = calloc(thud_runge_kutta_work(2 * BALLS), sizeof *work);
    thud_runge_kutta method;
    thud_runge_kutta_init(&method, 2 * BALLS, row, NULL, work);
    ck_assert(thud_runge_kutta_begin(&method, 0, y));
    for (int i = 0; i < 100000; i++) { /* 10 ms; all have parted after 6 */
        ck_assert(thud_runge_kutta_try(&method, i * 1e-7, 1e-7, y) && thud_runge_kutta_close(&method));
        thud_runge_kutta_advance(&method, y);
    }
    free(work);
}

START_TEST(test_hertz_cradle) {
    thud_gap_contact contact = scene_contact("hertz", RADIUS_GAP, 1, K);
    scene *s = cradle(&contact, 0.2);
    scene_run(s);
    double y[2 * BALLS] = {[BALLS] = V};
    solve_row(y);
    for (int i = 0; i < BALLS; i++)
        ck_assert_msg(fabs(s->summary->bodies[i].final_velocity - y[BALLS + i]) <= 1e-8 * V,
                      "ball %d leaves with %.12g v, by Dormand and Prince %.12g v", i,
                      s->summary->bodies[i].final_velocity / V, y[BALLS + i] / V);
    assert_relative(momentum_of(s), MASS * V, 1e-14);
    /* what everybody sees: almost all goes to the last ball */
    double last = s->summary->bodies[BALLS - 1].final_velocity / V;
    ck_assert_double_gt(last, 0.98);
    ck_assert_double_lt(last, 0.99);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
    scene_close(s);
}
END_TEST

/*
 * Three that touch: the first strikes the second, which runs into the third, which moves away but slowly and is ten
 * times as heavy, and comes back to the first. Three impacts at one instant, one after the other, each between two:
 * 1, 0, 0.1 m/s, then 0, 1, 0.1, then 0, −7/11, 2.9/11, then −7/11, 0, 2.9/11. A contact that takes part in the
 * next one's impact while it parts would change the energy, 0.55 J.
 */
START_TEST(test_one_after_the_other) {
    const char *laws[] = {"newton", "poisson"};
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(0.1);
        thud_body a = scene_body(s, 1, 0, 1), b = scene_body(s, 1, 0, 0), c = scene_body(s, 10, 0, 0.1);
        scene_touch(s, a, b, scene_contact(laws[i], 0, 1, 0));
        scene_touch(s, b, c, scene_contact(laws[i], 0, 1, 0));
        scene_run(s);
        /* some ten operations on numbers below 1 */
        ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity + 7.0 / 11), 2e-15);
        ck_assert_double_le(fabs(s->summary->bodies[1].final_velocity), 2e-15);
        ck_assert_double_le(fabs(s->summary->bodies[2].final_velocity - 2.9 / 11), 2e-15);
        ck_assert_uint_eq(s->summary->impacts, 3);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("impulse");
    tcase_add_loop_test(tests, test_newton_cradle, 0, 5);
    tcase_add_test(tests, test_poisson_cradle);
    tcase_add_test(tests, test_poisson_of_unlike_contacts);
    tcase_add_test(tests, test_stronge_of_unlike_contacts);
    tcase_add_test(tests, test_stronge_beside_the_others);
    tcase_add_test(tests, test_newton_and_poisson_differ);
    tcase_add_test(tests, test_cradle_with_gaps);
    tcase_add_test(tests, test_hertz_cradle);
    tcase_add_test(tests, test_one_after_the_other);
    return run_suite("impulse", tests);
}
