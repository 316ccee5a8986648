/*
 * Links that are not linear by CVODE alone, against closed forms: what the check of runs rests on must be right by
 * itself.
 */
#include <math.h>
#include <string.h>

#include <thud/verify.h>

#include "model/model.h"
#include "suite.h"
#include "verify/run.h"

static const double pi = 3.14159265358979323846;

typedef struct oscillator {
    double mass, displacement, velocity, gravity;
    thud_link link;
} oscillator;

/* places at 0, 1/4, … of the duration, and the largest |x|, |ẋ| */
typedef struct course {
    double x[5], most, fastest;
} course;

static course follow(const oscillator *o, double duration, double peak) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", o->mass);
    thud_model_set_start(model, body, o->displacement, o->velocity);
    thud_model_add_link(model, THUD_GROUND, body, &o->link);
    thud_model_set_gravity(model, o->gravity);
    thud_model_set_duration(model, duration);
    model->built = true; /* of what a run would need, nothing is asked here */
    thud_model_derive(model);
    course c = {0};
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {peak, peak};
    ck_assert_int_eq(thud_verify_model_init(&v, model), THUD_OK);
    thud_status status = thud_verify_cvode(&v, peaks, 4, c.x, &verification);
    ck_assert_msg(status == THUD_OK, "%s", verification.error.text);
    c.most = v.peak[0];
    c.fastest = v.peak[1];
    thud_verify_model_free(&v);
    thud_model_free(model);
    return c;
}

static thud_link link_of(thud_hysteresis_model model, double stiffness) {
    thud_link link = {.stiffness = stiffness, .hysteresis = thud_hysteresis_default(model)};
    return link;
}

/* set out with v, yields at d_y; to d = d_y + (m v²/2 − k d_y²/2)/F_y, and from there a swing of amplitude d_y
 * about d − d_y, without end. CVODE's error, 1e-13 a step, over some hundred steps and two events: 1e-10 */
START_TEST(elastic_perfectly_plastic) {
    double m = 2, k = 50, y = 0.1, v = 2, w = sqrt(k / m);
    oscillator o = {.mass = m, .velocity = v, .link = link_of(THUD_HYSTERESIS_BILINEAR, k)};
    o.link.hysteresis.yield = k * y;
    o.link.hysteresis.hardening = 0;
    double most = y + (m * v * v - k * y * y) / (2 * k * y);
    double to_yield = asin(w * y / v) / w, speed = sqrt(v * v - w * w * y * y), yields = speed / (k * y / m);
    double turn = to_yield + yields, duration = turn + 12 * pi / w;
    course c = follow(&o, duration, most);
    ck_assert_double_eq_tol(c.most, most, 1e-10);
    for (int i = 0; i <= 4; i++) {
        double t = i * duration / 4;
        if (t > turn) ck_assert_double_eq_tol(c.x[i], most - y + y * cos(w * (t - turn)), 1e-9);
    }
}
END_TEST

/* with hardening α: a cycle from d to −d has the loop 4 F_y (d − d_y)(1 − α); here the first turn, by energy:
 * m v²/2 = k d_y²/2 + F_y (d − d_y) + α k (d − d_y)²/2 */
START_TEST(hardening) {
    double m = 2, k = 50, y = 0.1, v = 2, a = 0.2;
    oscillator o = {.mass = m, .velocity = -v, .link = link_of(THUD_HYSTERESIS_BILINEAR, k)};
    o.link.hysteresis.yield = k * y;
    o.link.hysteresis.hardening = a;
    double energy = 0.5 * m * v * v - 0.5 * k * y * y, force = k * y, soft = a * k;
    double beyond = (-force + sqrt(force * force + 2 * soft * energy)) / soft;
    course c = follow(&o, 1, 1);
    ck_assert_double_eq_tol(c.most, y + beyond, 1e-10);
}
END_TEST

/* Coulomb: from rest at x₀ each half swing ends 2F/k nearer, until it is within F/k of the middle */
START_TEST(coulomb) {
    double m = 2, k = 50, force = 4, start = 1, w = sqrt(k / m), half = pi / w, dead = force / k;
    oscillator o = {.mass = m, .displacement = start, .link = link_of(THUD_HYSTERESIS_FRICTION, k)};
    o.link.hysteresis.force = force;
    int swings = (int)ceil((start / dead - 1) / 2); /* 1, 0.84, … */
    double end = (swings % 2 == 0 ? 1 : -1) * (start - 2 * dead * swings);
    course c = follow(&o, 8 * half, start);
    for (int i = 0; i <= 4; i++) { /* after 0, 2, 4, 6, 8 half swings */
        int done = 2 * i < swings ? 2 * i : swings;
        ck_assert_double_eq_tol(c.x[i], done < swings ? start - 2 * dead * done : end, 1e-9);
    }
    ck_assert_int_lt(swings, 8);
}
END_TEST

/* held: a load below the friction moves nothing; above it, x = (g − F/m) t²/2 */
START_TEST(sticks_and_slips) {
    oscillator o = {.mass = 2, .gravity = 3, .link = link_of(THUD_HYSTERESIS_FRICTION, 0)};
    o.link.hysteresis.force = 6.5;
    course c = follow(&o, 2, 1);
    ck_assert_double_le(c.most, 1e-14 * 3 * 2 * 2); /* reactions are solved to 1e-14: of g, for t²/2 and more */
    o.link.hysteresis.force = 5;
    c = follow(&o, 2, 1);
    for (int i = 0; i <= 4; i++) ck_assert_double_eq_tol(c.x[i], 0.25 * (i * 0.5) * (i * 0.5), 1e-11);
}
END_TEST

/* a force that comes at once, and goes beyond the friction at once: from 0.5 s on with (f − F)/m */
START_TEST(pushed_off) {
    thud_model *model = thud_model_create();
    thud_body_id body = thud_model_add_body(model, "body", 2);
    thud_link link = link_of(THUD_HYSTERESIS_FRICTION, 0);
    link.hysteresis.force = 5;
    thud_model_add_link(model, THUD_GROUND, body, &link);
    thud_model_add_force(model, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 8, .start = 0.5});
    thud_model_set_duration(model, 2);
    model->built = true;
    thud_model_derive(model);
    thud_verify_model v;
    thud_verification verification = {0};
    double peaks[2] = {1, 1}, x[5];
    ck_assert_int_eq(thud_verify_model_init(&v, model), THUD_OK);
    ck_assert_int_eq(thud_verify_cvode(&v, peaks, 4, x, &verification), THUD_OK);
    for (int i = 0; i <= 4; i++) {
        double t = fmax(0.5 * i - 0.5, 0);
        ck_assert_double_eq_tol(x[i], 0.75 * t * t, 1e-11);
    }
    thud_verify_model_free(&v);
    thud_model_free(model);
}
END_TEST

/* thrown up from a cable: half a swing on the cable, and a flight of 2 v/g between. The time of one round is known
 */
START_TEST(one_sided) {
    double m = 2, k = 800, g = 10, slack = 0.2, v = 1.5, w = sqrt(k / m);
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? 1 : -1;
        oscillator o = {
            .mass = m,
            .displacement = sign * slack,
            .velocity = sign * v,
            .gravity = sign * g,
            .link = link_of(side == 0 ? THUD_HYSTERESIS_TENSION_ONLY : THUD_HYSTERESIS_COMPRESSION_ONLY, k)};
        o.link.hysteresis.slack = slack;
        double rest = g / (w * w), most = slack + rest + hypot(rest, v / w);
        double on = 2 * (pi - atan2(v / w, rest)) / w, off = 2 * v / g; /* about the rest below the edge */
        course c = follow(&o, 4 * (on + off), most);
        ck_assert_double_eq_tol(c.most, most, 1e-10);
        for (int i = 0; i <= 4; i++) ck_assert_double_eq_tol(c.x[i], sign * slack, 1e-9);
    }
}
END_TEST

/* first loading: z = d_y (1 − e^(−d/d_y)) for n = 1, d_y tanh(d/d_y) for n = 2, whatever β; α = 0: m v²/2 = ∫ k z
 * dd */
START_TEST(bouc_wen_skeleton) {
    double m = 2, k = 50, y = 0.1, most = 0.35;
    for (int n = 1; n <= 2; n++) {
        double u = most / y, work = k * y * (n == 1 ? most - y * (1 - exp(-u)) : y * log(cosh(u)));
        oscillator o = {.mass = m, .velocity = sqrt(2 * work / m), .link = link_of(THUD_HYSTERESIS_BOUC_WEN, k)};
        o.link.hysteresis.yield = k * y;
        o.link.hysteresis.hardening = 0;
        o.link.hysteresis.exponent = n;
        o.link.hysteresis.beta = 0.5 + 0.3 * n;
        course c = follow(&o, 1, most);
        ck_assert_double_eq_tol(c.most, most, 1e-10);
    }
}
END_TEST

/* fluid dampers: m v̇ = −c v². v = v₀/(1 + c v₀ t/m); and m v̇ = −c √v, which comes to rest at 2 m √v₀/c */
START_TEST(damper_exponents) {
    double m = 2, c = 3, v = 4;
    oscillator o = {.mass = m, .velocity = v, .link = {.damping = c, .damping_exponent = 2}};
    course square = follow(&o, 2, 4);
    for (int i = 0; i <= 4; i++) {
        double t = 0.5 * i;
        ck_assert_double_eq_tol(square.x[i], m / c * log1p(c * v * t / m), 1e-10);
    }
    o.link.damping_exponent = 0.5;
    double stop = 2 * m * sqrt(v) / c, way = 2 * m * v * sqrt(v) / (3 * c);
    course root = follow(&o, 2 * stop, 4);
    ck_assert_double_eq_tol(root.x[1], way * (1 - 0.125), 1e-9);
    for (int i = 2; i <= 4; i++) ck_assert_double_eq_tol(root.x[i], way, 1e-9);
}
END_TEST

/* backfill: against it with v, by ∫ F dx = X/ρ − ln(1 + k ρ X)/(k ρ²), ρ = R_f/strength; back with F²/(2k) alone;
 * then free */
START_TEST(backfill) {
    double m = 2, k = 400, strength = 30, ratio = 0.8, gap = 0.05, rho = ratio / strength, most = 0.2;
    double work = most / rho - log1p(k * rho * most) / (k * rho * rho), v = sqrt(2 * work / m);
    double force = most / (1 / k + rho * most), back = force / sqrt(k * m);
    oscillator o = {.mass = m, .velocity = -v, .link = link_of(THUD_HYSTERESIS_HYPERBOLIC, k)};
    o.link.hysteresis.strength = strength;
    o.link.hysteresis.ratio = ratio;
    o.link.hysteresis.gap = gap;
    course c = follow(&o, 4, 1);
    ck_assert_double_eq_tol((c.x[4] - c.x[3]), back, 1e-9);
    ck_assert_double_eq_tol(c.fastest, v, 1e-12);
}
END_TEST

/* set out at d on the first loading: the first way back shows which z it had. From rest at d, α = 0, n = 1, β =
 * 1/2: while z > 0 and falls, ż = ḋ, so that it swings about d − z to z = 0, half of its way: v² = k z²/m */
START_TEST(bouc_wen_from_a_deformation) {
    double m = 2, k = 50, y = 0.1, d = 0.25, z = y * (1 - exp(-d / y)), w = sqrt(k / m);
    oscillator o = {.mass = m, .displacement = d, .link = link_of(THUD_HYSTERESIS_BOUC_WEN, k)};
    o.link.hysteresis.yield = k * y;
    o.link.hysteresis.hardening = 0;
    o.link.hysteresis.exponent = 1;
    o.link.hysteresis.beta = 0.5;
    course c = follow(&o, pi / (2 * w), d);
    for (int i = 0; i <= 4; i++) ck_assert_double_eq_tol(c.x[i], d - z + z * cos(i * pi / 8), 1e-10);
}
END_TEST

/*
 * Clough, α = 0, γ = 0: to d = d_y + (m v²/2 − k d_y²/2)/F_y; back with k to zero force at d − d_y, with all of the
 * energy k d_y²/2 that it has left; on along the line to the yield point of the other side, (−d_y, −F_y), of
 * stiffness F_y/d: it stores that at an amplitude of √(k d_y²/(F_y/d)) beyond d − d_y, where it turns for the
 * second time.
 */
START_TEST(clough) {
    double m = 2, k = 50, y = 0.1, v = 1, force = k * y, most = y + (m * v * v - k * y * y) / (2 * force);
    oscillator o = {.mass = m, .velocity = v, .link = link_of(THUD_HYSTERESIS_CLOUGH, k)};
    o.link.hysteresis.yield = force;
    o.link.hysteresis.hardening = 0;
    o.link.hysteresis.unloading = 0;
    double w = sqrt(k / m), soft = force / (most - y + y), slow = sqrt(soft / m), way = sqrt(k * y * y / soft);
    double to_yield = asin(w * y / v) / w, to_turn = sqrt(v * v - w * w * y * y) / (force / m);
    double at_turn = to_yield + to_turn, at_zero = at_turn + pi / (2 * w), second = at_zero + pi / (2 * slow);
    course c = follow(&o, second, most);
    ck_assert_double_eq_tol(c.most, most, 1e-10);
    ck_assert_double_eq_tol(c.x[4], most - y - way, 1e-10);
    /* from the second turn it unloads with the stiffness k that its untouched side has, and is back at zero force a
     * quarter of that later, and (soft·way)/k nearer */
    c = follow(&o, second + pi / (2 * w), most);
    ck_assert_double_eq_tol(c.x[4], most - y - way + soft * way / k, 1e-9);
}
END_TEST

/*
 * Flag, α = 0: thrown from zero with v, to d = d_y + (m v²/2 − k d_y²/2)/F_y; back it loses β F_y to the lower
 * line, and returns to zero with m w²/2 = m v²/2 − β F_y (d − d_y). And so on the other side; after each swing less
 * by its loop
 */
START_TEST(flag) {
    double m = 2, k = 50, y = 0.1, v = 1.5, beta = 0.6, force = k * y, energy = 0.5 * m * v * v;
    oscillator o = {.mass = m, .velocity = v, .link = link_of(THUD_HYSTERESIS_FLAG, k)};
    o.link.hysteresis.yield = force;
    o.link.hysteresis.hardening = 0;
    o.link.hysteresis.energy = beta;
    double first = y + (energy - 0.5 * k * y * y) / force;
    course c = follow(&o, 3, first);
    ck_assert_double_eq_tol(c.most, first, 1e-10);
    /* the loop is a parallelogram: β F_y high, first − d_y long; started there at rest it has what is left */
    double left = energy - beta * force * (first - y), second = y + (left - 0.5 * k * y * y) / force;
    o.velocity = 0;
    o.displacement = -first;
    double r = (1 - beta) * y, w = sqrt(k / m), down = acos(r / y) / w, speed = w * sqrt(y * y - r * r);
    /* z has come from d_y to r; then from there to d = r under a constant force; through the core to d_y on the
     * other side; and on along the flat line to the turn */
    double pull = (1 - beta) * force / m, way = first - y;
    double core = sqrt(speed * speed + 2 * pull * way), to_core = (core - speed) / pull;
    double inside = 2 * atan2(r * w, core) / w, whole = sqrt(core * core + w * w * r * r),
           to_yield = (asin(w * y / whole) - asin(w * r / whole)) / w;
    double at_yield = sqrt(whole * whole - w * w * y * y), to_turn = at_yield / (force / m);
    c = follow(&o, down + to_core + inside + to_yield + to_turn, first);
    ck_assert_double_eq_tol(c.x[4], second, 1e-9);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("links");
    tcase_add_test(tests, elastic_perfectly_plastic);
    tcase_add_test(tests, hardening);
    tcase_add_test(tests, coulomb);
    tcase_add_test(tests, sticks_and_slips);
    tcase_add_test(tests, pushed_off);
    tcase_add_test(tests, one_sided);
    tcase_add_test(tests, bouc_wen_skeleton);
    tcase_add_test(tests, damper_exponents);
    tcase_add_test(tests, backfill);
    tcase_add_test(tests, bouc_wen_from_a_deformation);
    tcase_add_test(tests, clough);
    tcase_add_test(tests, flag);
    return run_suite("links by CVODE", tests);
}
