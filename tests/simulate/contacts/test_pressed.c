/*
 * Contacts that close at no speed since an impact presses them: Newton's cradle and rows of buildings without gaps,
 * as the limit of gaps that go to zero, against an integration of their own; and a constant c.
 */
#include <math.h>

#include "simulate/scene.h"
#include "simulate/state.h"

enum { MOST = 5 };
static const double STIFFNESS = 1.31e10, RESTITUTION = 0.95, SPEED = 0.35, MASS = 0.1;

/* χ of Hunt–Crossley's force, (1 + e) χ = ln((1 + χ)/(1 − χ e)), by bisection between zero and the pole at 1/e */
static double scaled_damping(double e) {
    double low = 1e-3, high = (1 - 1e-12) / e;
    for (int i = 0; i < 200; i++) {
        const double x = (low + high) / 2;
        if (log1p(x) - log1p(-x * e) < (1 + e) * x) low = x;
        else high = x;
    }
    return (low + high) / 2;
}

/* ---- a row, integrated by the classical Runge–Kutta method, with a c of each contact that is given ---- */

typedef struct row {
    int count;
    double mass[MOST], hold[MOST]; /* kg; N/m to the ground */
    double damping[MOST - 1];      /* c */
    double y[2 * MOST];            /* places, then speeds */
} row;

static void slope_of(const row *r, const double *y, double *slope) {
    for (int i = 0; i < r->count; i++) {
        slope[i] = y[r->count + i];
        slope[r->count + i] = -r->hold[i] * y[i] / r->mass[i];
    }
    for (int i = 0; i + 1 < r->count; i++) {
        const double depth = y[i] - y[i + 1], rate = y[r->count + i] - y[r->count + i + 1];
        const double force = depth > 0 ? depth * sqrt(depth) * (STIFFNESS + r->damping[i] * rate) : 0;
        slope[r->count + i] -= force / r->mass[i];
        slope[r->count + i + 1] += force / r->mass[i + 1];
    }
}

static void integrate(row *r, double duration, int steps) {
    const double h = duration / steps;
    const int n = 2 * r->count;
    for (int step = 0; step < steps; step++) {
        double a[2 * MOST], b[2 * MOST], c[2 * MOST], d[2 * MOST], at[2 * MOST];
        slope_of(r, r->y, a);
        for (int i = 0; i < n; i++) at[i] = r->y[i] + h / 2 * a[i];
        slope_of(r, at, b);
        for (int i = 0; i < n; i++) at[i] = r->y[i] + h / 2 * b[i];
        slope_of(r, at, c);
        for (int i = 0; i < n; i++) at[i] = r->y[i] + h * c[i];
        slope_of(r, at, d);
        for (int i = 0; i < n; i++) r->y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    }
}

/* ---- the cradle ---- */

/* long enough for all five to part: 15 times the time of one contact */
static const double WHOLE = 1.5e-3;

/* the first touches at the start, the others are a gap apart; all of it goes along with `drift` */
static scene *cradle(double gap, double drift, double restitution_speed) {
    scene *s = scene_open(WHOLE);
    for (int i = 0; i < MOST; i++) scene_body(s, MASS, 0, drift + (i == 0 ? SPEED : 0));
    for (int i = 0; i + 1 < MOST; i++) {
        thud_gap_contact c = scene_contact("gonthier", i == 0 ? 0 : gap, RESTITUTION, STIFFNESS);
        c.restitution_speed = restitution_speed;
        scene_touch(s, i, i + 1, c);
    }
    scene_run(s);
    return s;
}

/* of impacts one after the other, each body is struck with (1 + e)/2 of the speed before */
static double led_to(int contact) { return SPEED * pow((1 + RESTITUTION) / 2, contact); }

static row cradle_by_itself(void) {
    row r = {.count = MOST};
    for (int i = 0; i < MOST; i++) r.mass[i] = MASS;
    for (int i = 0; i + 1 < MOST; i++) r.damping[i] = scaled_damping(RESTITUTION) * STIFFNESS / led_to(i);
    r.y[MOST] = SPEED;
    return r;
}

static double miss_of(const scene *s, const row *r) {
    double most = 0;
    for (int i = 0; i < r->count; i++)
        most = fmax(most, fabs(s->summary->bodies[i].final_velocity - r->y[r->count + i]));
    return most / SPEED;
}

/* the force begins as δ^1.5, where a step h of the method leaves h^2.5, some 1e-8 with 3000 of them in a contact */
START_TEST(a_cradle_without_gaps) {
    row r = cradle_by_itself();
    integrate(&r, WHOLE, 60000);
    scene *s = cradle(0, 0, 0);
    ck_assert_double_le(miss_of(s, &r), 1e-7);
    /* the last ball goes, with what four impacts of e = 0.95 leave of the speed, 0.904, or more */
    ck_assert_double_ge(s->summary->bodies[MOST - 1].final_velocity, led_to(4));
    for (int i = 0; i + 1 < MOST; i++)
        ck_assert_double_eq_tol(s->simulation->contacts.list[i].pressed.speed, led_to(i), 1e-12);
    scene_close(s);
}
END_TEST

/* gaps that go to zero: what differs is how far the balls have gone, which is of the order of the gap */
START_TEST(gaps_go_to_zero) {
    row r = cradle_by_itself();
    integrate(&r, WHOLE, 60000);
    double before = 0;
    for (int i = 0; i < 5; i++) {
        scene *s = cradle(1.6e-8 * pow(0.25, i), 0, 0);
        const double miss = miss_of(s, &r), order = log(before / miss) / log(4);
        /* the next order of the gap is a hundredth of it here; half a per cent of the last miss is that of r */
        if (i > 0) ck_assert_msg(order > 0.95 && order < 1.05, "order %g at %d, off by %g", order, i, miss);
        before = miss;
        scene_close(s);
    }
}
END_TEST

/* one family from no gap to gaps so wide that the impacts come one by one */
START_TEST(the_family_has_no_jumps) {
    double before = NAN;
    for (double gap = 1e-12; gap < 3e-5; gap *= 1.5) {
        scene *s = cradle(gap, 0, 0);
        const double last = s->summary->bodies[MOST - 1].final_velocity / SPEED;
        ck_assert_msg(last > 0.9 && last < 0.93, "gap %g: %g", gap, last);
        /* it goes from 0.922 to 0.904 within a factor of ten: 1.5 is a sixth of that */
        if (!isnan(before)) ck_assert_double_le(fabs(last - before), 0.006);
        before = last;
        scene_close(s);
    }
    ck_assert_double_eq_tol(before, led_to(4) / SPEED, 1e-9); /* one after the other */
}
END_TEST

/* places that grow to 5 mm have rounding of 1e-18 m, in penetrations of 1e-5 m: 1e-13 of each force, and as much of
 * the speeds of 0.35 m/s in each of some hundred steps; and a hundred times that */
START_TEST(in_a_frame_that_moves) {
    scene *s = cradle(0, 0, 0), *other = cradle(0, 3, 0);
    for (int i = 0; i < MOST; i++)
        ck_assert_double_eq_tol(other->summary->bodies[i].final_velocity - 3, s->summary->bodies[i].final_velocity,
                                1e-9);
    scene_close(s);
    scene_close(other);
}
END_TEST

START_TEST(a_note_names_them) {
    scene *s = cradle(0, 0, 0);
    ck_assert_uint_eq(s->summary->notes.count, 1);
    const char *note = s->summary->notes.text[0];
    ck_assert_msg(strstr(note, "contacts 'contact1', 'contact2', 'contact3' began more slowly than "
                               "impact_threshold, 1.0000 mm/s, pressed by an impact"),
                  "%s", note);
    scene_close(s);
}
END_TEST

/* c = χ k/v with the speed that is given, whatever the approach: nothing depends on the threshold, and no note */
START_TEST(a_constant_of_the_material) {
    row r = cradle_by_itself();
    for (int i = 0; i + 1 < MOST; i++) r.damping[i] = scaled_damping(RESTITUTION) * STIFFNESS / 0.2;
    integrate(&r, WHOLE, 60000);
    scene *s = cradle(0, 0, 0.2);
    ck_assert_double_le(miss_of(s, &r), 1e-7);
    ck_assert_uint_eq(s->summary->notes.count, 0);
    for (int i = 0; i + 1 < MOST; i++)
        ck_assert_double_eq_tol(s->simulation->contacts.list[i].element.damping / r.damping[i], 1, 1e-12);
    scene_close(s);
}
END_TEST

/* ---- others ---- */

/* buildings side by side, the first of which comes: 300 t, 500 t and 400 t on springs of a second */
START_TEST(buildings_without_gaps) {
    row r = {.count = 3, .mass = {3e5, 5e5, 4e5}, .y = {0, 0, 0, SPEED}};
    const double duration = 0.1, e = 0.6, chi = scaled_damping(e);
    const double second = SPEED * (1 + e) * r.mass[0] / (r.mass[0] + r.mass[1]);
    scene *s = scene_open(duration);
    for (int i = 0; i < 3; i++) {
        r.hold[i] = r.mass[i] * 39.5;
        scene_body(s, r.mass[i], 0, r.y[3 + i]);
        scene_spring(s, THUD_BODY_GROUND, i, r.hold[i], 0);
    }
    for (int i = 0; i < 2; i++) {
        scene_touch(s, i, i + 1, scene_contact("gonthier", 0, e, STIFFNESS));
        r.damping[i] = chi * STIFFNESS / (i == 0 ? SPEED : second);
    }
    scene_run(s);
    integrate(&r, duration, 200000);
    ck_assert_double_eq_tol(s->simulation->contacts.list[1].pressed.speed, second, 1e-12);
    ck_assert_double_le(miss_of(s, &r), 1e-7);
    scene_close(s);
}
END_TEST

/* nothing comes: a ball is laid on the ground, and has the c of the threshold; the note says so */
START_TEST(nothing_presses) {
    scene *s = scene_open(0.01);
    scene_body(s, MASS, 0, 0);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("gonthier", 0, RESTITUTION, STIFFNESS));
    thud_model_set_gravity(s->model, 9.81);
    scene_run(s);
    ck_assert_double_eq_tol(s->simulation->contacts.list[0].pressed.speed, 1e-3, 1e-18);
    ck_assert_uint_eq(s->summary->notes.count, 1);
    ck_assert_ptr_nonnull(strstr(s->summary->notes.text[0], "no impact pressed"));
    scene_close(s);
}
END_TEST

/* one that rests closed has the c of the threshold until its neighbour is struck: then that of the impact */
START_TEST(at_rest_until_it_is_struck) {
    scene *s = scene_open(0.2);
    scene_body(s, MASS, -0.02, SPEED);
    scene_body(s, MASS, 0, 0);
    scene_touch(s, 0, 1, scene_contact("gonthier", 0, RESTITUTION, STIFFNESS));
    scene_touch(s, 1, THUD_BODY_GROUND, scene_contact("gonthier", 0, RESTITUTION, STIFFNESS));
    scene_force(s, 1, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 0.5, .start = 0});
    thud_model_set_duration(s->model, 0.0573); /* it comes after 0.02/0.35 s, and 0.1 ms */
    scene_run(s);
    /* against the ground the effective mass is that of the ball, which gets (1 + e)/2 of the speed; beside it the
     * force presses, with some 1e-3 of that speed in so short a time */
    ck_assert_double_eq_tol(s->simulation->contacts.list[1].pressed.speed / led_to(1), 1, 5e-3);
    scene_close(s);
}
END_TEST

/* what is slow by itself has no other c for an impact elsewhere */
START_TEST(an_impact_elsewhere) {
    scene *s = scene_open(0.01);
    for (int i = 0; i < 4; i++) scene_body(s, MASS, 0, i == 0 ? SPEED : i == 2 ? 5e-4 : 0);
    scene_touch(s, 0, 1, scene_contact("gonthier", 0, RESTITUTION, STIFFNESS));
    scene_touch(s, 2, 3, scene_contact("gonthier", 0, RESTITUTION, STIFFNESS));
    scene_run(s);
    ck_assert_double_eq_tol(s->simulation->contacts.list[1].pressed.speed, 1e-3, 1e-18);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("pressed");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, a_cradle_without_gaps);
    tcase_add_test(tests, gaps_go_to_zero);
    tcase_add_test(tests, the_family_has_no_jumps);
    tcase_add_test(tests, in_a_frame_that_moves);
    tcase_add_test(tests, a_note_names_them);
    tcase_add_test(tests, a_constant_of_the_material);
    tcase_add_test(tests, buildings_without_gaps);
    tcase_add_test(tests, nothing_presses);
    tcase_add_test(tests, at_rest_until_it_is_struck);
    tcase_add_test(tests, an_impact_elsewhere);
    return run_suite("pressed", tests);
}
