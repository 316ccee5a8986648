/*
 * Links whose force is no straight line, against closed forms: Bouc–Wen along its skeleton and around its loop,
 * backfill out and back, dashpots with an exponent. A body so heavy that the link does not show moves at one speed,
 * or as a sine.
 */
#include "simulate/scene.h"
#include "simulate/state.h"

#define PI 3.14159265358979323846

/* what the link, of some 100 N, does to 1e9 kg in a few seconds: 1e-6 of its way at most, and the same of energies;
 * the force at the end is found from where the body really is */
static const double HEAVY = 1e9, UNMOVED = 1e-6;

static scene *heavy(double speed, double duration, const thud_link *link) {
    scene *s = scene_open(duration);
    thud_body body = scene_body(s, HEAVY, 0, speed);
    scene_link(s, THUD_BODY_GROUND, body, link);
    return s;
}

/* as a sine of 1 Hz */
static scene *swinging(double amplitude, double duration, const thud_link *link) {
    double omega = 2 * PI;
    scene *s = heavy(amplitude * omega, duration, link);
    scene_spring(s, THUD_BODY_GROUND, 0, HEAVY * omega * omega, 0);
    return s;
}

/* z = d_y (1 − exp(−d/d_y)) for n = 1, d_y tanh(d/d_y) for n = 2; others where ∫du/(1 − uⁿ) = d/d_y, by Simpson's
 * rule */
static double skeleton(double n, double s) {
    if (n == 1) return -expm1(-s);
    if (n == 2) return tanh(s);
    double low = 0, high = 1 - 1e-15;
    for (int i = 0; i < 100; i++) {
        double u = 0.5 * (low + high), sum = 0;
        enum { PARTS = 4000 };
        for (int j = 0; j <= PARTS; j++)
            sum += (j == 0 || j == PARTS ? 1 : j % 2 ? 4 : 2) / (1 - pow(u * j / PARTS, n));
        if (u / PARTS / 3 * sum < s) low = u;
        else high = u;
    }
    return low;
}

START_TEST(bouc_wen_skeleton) {
    double exponents[] = {1, 2, 3, 1.5, 5}, k = 1000, yield = 20, y = yield / k;
    for (int i = 0; i < 5; i++)
        for (int side = -1; side <= 1; side += 2) {
            thud_hysteresis h = {.model = THUD_HYSTERESIS_BOUC_WEN,
                                 .yield = yield,
                                 .hardening = 0.1,
                                 .exponent = exponents[i],
                                 .beta = 0.3};
            scene *s = heavy(side * 0.03, 0.8, &(thud_link){.stiffness = k, .hysteresis = h});
            scene_run(s);
            double d = fabs(s->summary->bodies[0].final_displacement), z = y * skeleton(exponents[i], d / y);
            /* Simpson's rule where it is used leaves 1e-9 at u = 0.9 */
            double most = exponents[i] <= 2 ? 1e-9 : 1e-7;
            assert_relative(s->summary->links[0].max_force, 0.1 * k * d + 0.9 * k * z, most);
            assert_relative(fabs(s->summary->links[0].residual_deformation), 0.9 * (d - z), most * 10);
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
            scene_close(s);
        }
}
END_TEST

/*
 * n = 1, β = ½: back from the top z_m it unloads with slope 1, and loads the other way along the skeleton; the
 * steady loop has z_m = d_y (1 − exp(−(2D − z_m)/d_y)), and its area is 2(1 − α)k (d_y L − d_y z_m − z_m²/2), L =
 * 2D − z_m.
 */
START_TEST(bouc_wen_loop) {
    double k = 1000, yield = 20, y = yield / k, amplitude = 0.05, alpha = 0.2, top = y;
    for (int i = 0; i < 200; i++) top = y * -expm1(-(2 * amplitude - top) / y);
    double way = 2 * amplitude - top, area = 2 * (1 - alpha) * k * (y * way - y * top - 0.5 * top * top);
    double energy[2];
    for (int i = 0; i < 2; i++) {
        thud_hysteresis h = {
            .model = THUD_HYSTERESIS_BOUC_WEN, .yield = yield, .hardening = alpha, .exponent = 1, .beta = 0.5};
        scene *s = swinging(amplitude, i ? 9.25 : 6.25, &(thud_link){.stiffness = k, .hysteresis = h});
        scene_run(s);
        energy[i] = s->summary->links[0].energy;
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        scene_close(s);
    }
    assert_relative(energy[1] - energy[0], 3 * area, UNMOVED);
}
END_TEST

/* out along x/(1/k + R_f x/S), back along k to the set; again, and further; then away, without tension */
START_TEST(backfill) {
    double k = 2e4, strength = 300, ratio = 0.8, gap = 0.01, a = 1 / k, b = ratio / strength;
    thud_link link = {.stiffness = k, .hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_HYPERBOLIC)};
    link.hysteresis.strength = strength;
    link.hysteresis.ratio = ratio;
    link.hysteresis.gap = gap;
    double top = 0.05, x = top - gap, force = x / (a + b * x), t = b * x / a;
    double work = a / (b * b) * (t - log1p(t)), set = x - force / k;
    for (int end = 0; end < 3; end++) { /* at the top; back at zero; after more cycles of the same size */
        double duration = end == 0 ? 0.75 : end == 1 ? 1 : 3.5;
        scene *s = swinging(top, duration, &link);
        scene_run(s);
        const thud_link_summary *l = &s->summary->links[0];
        assert_relative(l->max_force, force, UNMOVED);
        assert_relative(l->energy, work - 0.5 * force * force / k, 20 * UNMOVED);
        assert_relative(-l->residual_deformation, set, 20 * UNMOVED);
        assert_relative(l->max_deformation, top, UNMOVED);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        scene_close(s);
    }
}
END_TEST

/* a body that only its dashpot slows down: v^(1−α) = v₀^(1−α) − (1 − α) c t/m, and for α < 1 it stops */
START_TEST(dashpot) {
    double exponents[] = {0.3, 0.5, 0.8, 1.5, 2}, m = 2, c = 3, v0 = 1.7;
    for (int i = 0; i < 5; i++) {
        double alpha = exponents[i], t = 0.4;
        scene *s = scene_open(t);
        scene_body(s, m, 0, i % 2 ? -v0 : v0);
        scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.damping = c, .damping_exponent = alpha});
        scene_run(s);
        double v = pow(pow(v0, 1 - alpha) - (1 - alpha) * c / m * t, 1 / (1 - alpha));
        assert_relative(fabs(s->summary->bodies[0].final_velocity), v, 1e-10); /* tolerance 1e-9 */
        assert_relative(s->summary->energy.dissipated, 0.5 * m * (v0 * v0 - v * v), 1e-10);
        assert_relative(s->summary->links[0].max_force, c * pow(v0, alpha), 1e-12);
        scene_close(s);
    }
    for (int i = 0; i < 3; i++) {
        double alpha = exponents[i], stop = pow(v0, 1 - alpha) / ((1 - alpha) * c / m);
        scene *s = scene_open(2 * stop);
        scene_body(s, m, 0, v0);
        scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.damping = c, .damping_exponent = alpha});
        scene_run(s);
        double way = m / c * pow(v0, 2 - alpha) / (2 - alpha); /* ∫v dt = (m/c) ∫ v^(1−α) dv */
        assert_relative(s->summary->bodies[0].final_displacement, way, 1e-8);
        ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity), 1e-6);
        scene_close(s);
    }
}
END_TEST

/* from rest, whatever counts as an impact: a constant force F brings it to the speed at which c v^α = F, and
 * nothing depends on the threshold */
START_TEST(dashpot_from_rest) {
    double exponents[] = {0.05, 0.1, 0.3, 0.5, 0.8, 1.5, 2}, thresholds[] = {0, 1e-3}, m = 2, c = 3, force = 5;
    for (int i = 0; i < 7; i++) {
        double alpha = exponents[i], limit = pow(force / c, 1 / alpha), way[2];
        for (int k = 0; k < 2; k++) {
            scene *s = scene_open(40 * m * limit / (alpha * force)); /* forty times what a difference decays in */
            scene_body(s, m, 0, 0);
            scene_force(s, 0, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = force});
            scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.damping = c, .damping_exponent = alpha});
            thud_model_set_impact_threshold(s->model, thresholds[k]);
            scene_run(s);
            /* tolerance 1e-9 */
            assert_relative(s->summary->bodies[0].final_velocity, limit, 1e-9);
            assert_relative(s->summary->links[0].max_force, force, 1e-9);
            way[k] = s->summary->bodies[0].final_displacement;
            scene_close(s);
        }
        assert_relative(way[0], way[1], 1e-9);
    }
}
END_TEST

/* what a dashpot of a small exponent holds creeps at v = (F/c)^(1/α), or not at all where that is below the core. A
 * difference decays in m v/(α F): where it creeps, over some thousand such times at most */
START_TEST(dashpot_holds) {
    double exponents[] = {0.01, 0.1, 0.2, 0.35, 0.6, 0.9}, m = 2, c = 3;
    for (int i = 0; i < 6; i++)
        for (double share = 0.1; share < 0.99; share += 0.2) {
            double alpha = exponents[i], speed = pow(share, 1 / alpha);
            /* the tolerance, 1e-9, times (1 + α)/α, of the threshold 1e-3, or of the speed itself */
            double core = 1e-9 * (1 + alpha) / alpha * fmax(1e-3, speed);
            double duration = speed < core ? 30 : fmin(30, 3000 * m * speed / (alpha * share * c));
            scene *s = scene_open(duration);
            scene_body(s, m, 0, speed);
            scene_force(s, 0, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = share * c});
            scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.damping = c, .damping_exponent = alpha});
            scene_run(s);
            const thud_body_summary *body = &s->summary->bodies[0];
            ck_assert_double_le(fabs(body->final_velocity - speed), core);
            ck_assert_double_le(fabs(body->final_displacement - speed * duration), core * duration);
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
            ck_assert_uint_le(s->summary->solver.steps, 3000);
            scene_close(s);
        }
}
END_TEST

/* stopped by the dashpot alone, however strong, it stays where it is: ∫v dt = (m/c) ∫ v^(1−α) dv */
START_TEST(dashpot_stops) {
    double exponents[] = {0.01, 0.1, 0.3, 0.7}, strengths[] = {3, 3e4, 3e8}, m = 2, v0 = 1.7;
    for (int i = 0; i < 12; i++) {
        double alpha = exponents[i % 4], c = strengths[i / 4];
        scene *s = scene_open(10);
        scene_body(s, m, 0, v0);
        scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.damping = c, .damping_exponent = alpha});
        scene_run(s);
        ck_assert_int_eq(s->status, THUD_OK);
        /* of the way, below the core of 1e-9 (1 + α)/α of the speed, less than its square is wrong */
        assert_relative(s->summary->bodies[0].final_displacement, m / c * pow(v0, 2 - alpha) / (2 - alpha), 1e-10);
        ck_assert_double_eq(s->summary->bodies[0].final_velocity, 0);
        assert_relative(s->summary->energy.dissipated, 0.5 * m * v0 * v0, 1e-12);
        scene_close(s);
    }
}
END_TEST

/* pulled aside it has no force in the first instant, whatever holds afterwards */
START_TEST(dashpot_first_instant) {
    for (int i = 0; i < 2; i++) {
        double d = i ? 0.1 : 1e-4; /* it moves, and it sticks */
        scene *s = scene_open(2);
        scene_body(s, 2, d, 0);
        scene_link(s, THUD_BODY_GROUND, 0, &(thud_link){.stiffness = 300, .damping = 5, .damping_exponent = 0.1});
        scene_run(s);
        assert_relative(s->summary->bodies[0].max_acceleration, 150 * d, 1e-12);
        assert_relative(s->summary->links[0].max_force, 300 * d, 1e-12);
        scene_close(s);
    }
}
END_TEST

/* of a sine: c ω^α D^(1+α) 2^(2+α) Γ(1 + α/2)²/Γ(2 + α) a cycle */
START_TEST(dashpot_loop) {
    double exponents[] = {0.2, 0.5, 1.3, 2}, c = 50, amplitude = 0.05;
    for (int i = 0; i < 4; i++) {
        double alpha = exponents[i], gamma = tgamma(1 + alpha / 2);
        double each = c * pow(2 * PI, alpha) * pow(amplitude, 1 + alpha) * pow(2, 2 + alpha) * gamma * gamma /
                      tgamma(2 + alpha);
        scene *s = swinging(amplitude, 4, &(thud_link){.damping = c, .damping_exponent = alpha});
        scene_run(s);
        assert_relative(s->summary->energy.dissipated, 4 * each, UNMOVED);
        scene_close(s);
    }
}
END_TEST

/* ---- the order: steps of a given order and length, as in test_order ---- */

typedef struct {
    const char *what;
    thud_link link;
    double duration, longest; /* s: longer steps do not follow it at all, shorter ones leave rounding */
} curve;

static const curve CURVES[] = {
    {"bouc-wen, n = 1",
     {.stiffness = 100,
      .hysteresis = {.model = THUD_HYSTERESIS_BOUC_WEN, .yield = 3, .hardening = 0.1, .exponent = 1, .beta = 0.3}},
     1.1,
     0.01},
    {"bouc-wen, n = 3",
     {.stiffness = 100,
      .hysteresis = {.model = THUD_HYSTERESIS_BOUC_WEN, .yield = 8, .hardening = 0.1, .exponent = 3, .beta = 0.3}},
     1.1,
     0.0046},
    {"backfill",
     {.stiffness = 100, .hysteresis = {.model = THUD_HYSTERESIS_HYPERBOLIC, .strength = 8, .ratio = 0.7}},
     0.2,
     0.04},
    /* up to where the body is still fast */
    {"dashpot, 0.7", {.damping = 2, .damping_exponent = 0.7}, 0.5, 0.16},
    {"dashpot, 1.5", {.damping = 2, .damping_exponent = 1.5}, 0.5, 0.08},
};
enum { CURVE_COUNT = sizeof CURVES / sizeof *CURVES };

static double end_of(const curve *c, int order, double step) {
    scene *s = scene_open(c->duration);
    scene_body(s, 1, 0, -1.3);
    scene_link(s, THUD_BODY_GROUND, 0, &c->link);
    thud_model_set_tolerance(s->model, 1e-13);
    scene_build(s);
    s->simulation->motion.probe_order = order;
    s->simulation->motion.probe_step = step;
    scene_try(s);
    ck_assert_msg(s->status == THUD_OK || s->status == THUD_ERROR_BALANCE, "%s", s->summary->error.text);
    double x = s->summary->bodies[0].final_displacement;
    scene_close(s);
    return x;
}

/* by least squares over steps from the longest to a quarter of it: where ends of branches cut steps, the error
 * varies */
START_TEST(observed_order) {
    enum { COUNT = 17 };
    const curve *c = &CURVES[_i];
    double exact = end_of(c, 0, 0);
    for (int order = 4; order <= 6; order += 2) {
        double sx = 0, sy = 0, sxx = 0, sxy = 0;
        for (int j = 0; j < COUNT; j++) {
            double step = c->longest * exp2(-j / 8.0), x = log(step), y = log(fabs(end_of(c, order, step) - exact));
            sx += x, sy += y, sxx += x * x, sxy += x * y;
        }
        double observed = (COUNT * sxy - sx * sy) / (COUNT * sxx - sx * sx);
        ck_assert_msg(fabs(observed - order) <= 0.3, "%s: order %.3f instead of %d", c->what, observed, order);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("smooth links");
    tcase_add_test(tests, bouc_wen_skeleton);
    tcase_add_test(tests, bouc_wen_loop);
    tcase_add_test(tests, backfill);
    tcase_add_test(tests, dashpot);
    tcase_add_test(tests, dashpot_from_rest);
    tcase_add_test(tests, dashpot_holds);
    tcase_add_test(tests, dashpot_stops);
    tcase_add_test(tests, dashpot_first_instant);
    tcase_add_test(tests, dashpot_loop);
    tcase_add_loop_test(tests, observed_order, 0, CURVE_COUNT);
    return run_suite("smooth links", tests);
}
