/* Derivatives with closed forms, and the run's own bits. */
#include "follow.h"

/*
 * A ball that falls through h and bounces n times with e under g. It lands with u = √(2gh + v²) at t₁ = (u − v)/g,
 * the k-th impact is at tₖ = t₁ + 2u/g Σ eⁱ, i from 1 to k − 1, and after n of them
 *
 *     ẋ = −eⁿ u + g (T − tₙ),   x = h − eⁿ u (T − tₙ) + g (T − tₙ)²/2.
 */
typedef struct ball {
    double h, g, e, v, end;
    int n;
} ball;

typedef struct landing {
    double time, x, speed;
} landing;

static landing land(const ball *b) {
    const double u = sqrt(2 * b->g * b->h + b->v * b->v);
    double t = (u - b->v) / b->g, w = b->e * u;
    for (int k = 1; k < b->n; k++, w *= b->e) t += 2 * w / b->g;
    const double left = b->end - t;
    return (landing){t, b->h - w * left + b->g * left * left / 2, -w + b->g * left};
}

/* the same, differentiated by hand: by h, g, e, v */
static landing land_by(const ball *b, int parameter) {
    const double u = sqrt(2 * b->g * b->h + b->v * b->v);
    const double u_by[] = {b->g / u, b->h / u, 0, b->v / u}, g_by[] = {0, 1, 0, 0}, v_by[] = {0, 0, 0, 1},
                 e_by[] = {0, 0, 1, 0}, h_by[] = {1, 0, 0, 0};
    const double du = u_by[parameter], dg = g_by[parameter], de = e_by[parameter], dv = v_by[parameter];
    double t = (u - b->v) / b->g, dt = (du - dv) / b->g - t * dg / b->g, w = b->e * u, dw = de * u + b->e * du;
    for (int k = 1; k < b->n; k++) {
        t += 2 * w / b->g;
        dt += 2 * dw / b->g - 2 * w * dg / (b->g * b->g);
        dw = dw * b->e + w * de;
        w *= b->e;
    }
    const double left = b->end - t;
    return (landing){dt, h_by[parameter] - dw * left + w * dt + dg * left * left / 2 - b->g * left * dt,
                     -dw + dg * left - b->g * dt};
}

START_TEST(bouncing_ball) {
    static const char *const paths[] = {"contacts.floor.gap", "gravity", "contacts.floor.restitution",
                                        "bodies.ball.velocity"};
    const ball b = {.h = 1, .g = 9.81, .e = 0.7, .v = 0.3, .end = 2, .n = 4};
    followed f = follow("bodies: {ball: {mass: 2, velocity: 0.3}}\n"
                        "gravity: 9.81\nduration: 2\n"
                        "contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, "
                        "restitution: 0.7}]\n",
                        paths, 4);
    const thud_summary *s = thud_simulation_summary(f.simulation);
    ck_assert_uint_eq(s->impacts, 4);
    assert_close(s->bodies[0].final_displacement, land(&b).x, 1);
    for (int i = 0; i < 4; i++) {
        const landing expected = land_by(&b, i);
        thud_impact_derivatives last;
        ck_assert(thud_derivatives_impact(f.d, 3, &last));
        assert_close(last.time_by[i], expected.time, 10);
        assert_close(by(&f, "bodies.ball.final_displacement", (size_t)i), expected.x, 10);
        assert_close(by(&f, "bodies.ball.final_velocity", (size_t)i), expected.speed, 100);
    }
    /* what is lost in impacts, ½ m u² (1 − e²ⁿ) */
    const double u = sqrt(2 * b.g * b.h + b.v * b.v);
    assert_close(by(&f, "energy.impact", 2), -u * u * 8 * pow(b.e, 7), 100);
    assert_close(by(&f, "energy.impact", 0), 2 * b.g * (1 - pow(b.e, 8)), 100);
    end(&f);
}
END_TEST

/* two equal balls that meet without loss pass their velocities on: (1, 0, 1, 0), where simulators of others return
 * what depends on their time step */
START_TEST(two_balls) {
    static const char *const initial[] = {"initial"};
    followed f = follow("bodies: {a: {mass: 1, displacement: 0, velocity: 1}, b: {mass: 1, displacement: 1}}\n"
                        "duration: 2\n"
                        "contacts: [{name: ab, left: a, right: b, gap: 0, model: newton, restitution: 1}]\n",
                        initial, 1);
    ck_assert_uint_eq(thud_derivatives_parameter_count(f.d), 4);
    ck_assert_str_eq(thud_derivatives_parameter_name(f.d, 2), "bodies.a.velocity");
    /* after it b goes on where a would be */
    const double of_b[] = {1, 0, 2, 0}, of_a[] = {0, 1, 0, 2}, of_speed[] = {0, 0, 1, 0};
    for (size_t i = 0; i < 4; i++) {
        assert_close(by(&f, "bodies.b.final_displacement", i), of_b[i], 1);
        assert_close(by(&f, "bodies.a.final_displacement", i), of_a[i], 1);
        assert_close(by(&f, "bodies.b.final_velocity", i), of_speed[i], 1);
    }
    end(&f);
}
END_TEST

/*
 * An oscillator that sets out at v from its place of rest and meets a stop at x = gap: sin ωt₁ = gap ω/v, and from
 * there on x = gap cos ω(t − t₁) − e v₁/ω sin ω(t − t₁), v₁ = √(v² − ω² gap²).
 */
START_TEST(oscillator_with_a_stop) {
    static const char *const paths[] = {"contacts.stop.gap", "contacts.stop.restitution", "links.0.stiffness"};
    followed f = follow("bodies: {a: {mass: 2, velocity: 1.5}}\n"
                        "links: [{left: ground, right: a, stiffness: 300}]\nduration: 0.3\n"
                        "contacts: [{name: stop, left: a, right: ground, gap: 0.08, model: newton, "
                        "restitution: 0.6}]\n",
                        paths, 3);
    const double m = 2, k = 300, v = 1.5, gap = 0.08, e = 0.6, end_time = 0.3, w = sqrt(k / m);
    const double v1 = sqrt(v * v - w * w * gap * gap), t1 = asin(gap * w / v) / w, left = end_time - t1;
    const double c = cos(w * left), s = sin(w * left);
    const double t1_by_gap = 1 / v1, v1_by_gap = -w * w * gap / v1;
    /* by ω: t₁ and v₁ move, and the angle */
    const double t1_by_w = gap / (w * v1) - t1 / w, v1_by_w = -w * gap * gap / v1;
    const double x_by_angle = -gap * s - e * v1 / w * c;
    assert_close(by(&f, "bodies.a.final_displacement", 0), c - e * v1_by_gap / w * s - x_by_angle * w * t1_by_gap,
                 10);
    assert_close(by(&f, "bodies.a.final_displacement", 1), -v1 / w * s, 1);
    const double by_w = -e * (v1_by_w / w - v1 / (w * w)) * s + x_by_angle * (left - w * t1_by_w);
    assert_close(by(&f, "bodies.a.final_displacement", 2), by_w * w / (2 * k), 1e-2);
    thud_impact_derivatives hit;
    ck_assert(thud_derivatives_impact(f.d, 0, &hit));
    assert_close(hit.time_by[0], t1_by_gap, 1);
    assert_close(hit.approach_speed_by[0], v1_by_gap, 10);
    end(&f);
}
END_TEST

/* a ball that bounces until it rests: at (u + 2eu/(1 − e))/g, to 1e-14 of the time of the run, from where it stays
 */
START_TEST(accumulation) {
    static const char *const paths[] = {"contacts.floor.restitution", "contacts.floor.gap"};
    followed f = follow("bodies: {ball: {mass: 2}}\ngravity: 9.81\nduration: 3\n"
                        "contacts: [{name: floor, left: ball, right: ground, gap: 0.1, model: newton, "
                        "restitution: 0.6}]\n",
                        paths, 2);
    const double g = 9.81, e = 0.6, h = 0.1, u = sqrt(2 * g * h);
    assert_relative(thud_simulation_summary(f.simulation)->contacts[0].stick_time, 3 - u / g * (1 + e) / (1 - e),
                    1e-12);
    /* the impacts that are followed one by one leave rounding of some 30 flights */
    assert_relative(by(&f, "contacts.floor.stick_time", 0), -2 * u / (g * (1 - e) * (1 - e)), 1e-11);
    assert_relative(by(&f, "contacts.floor.stick_time", 1), -(1 + e) / (1 - e) / u, 1e-11);
    assert_close(by(&f, "bodies.ball.final_displacement", 0), 0, 1);
    assert_close(by(&f, "bodies.ball.final_displacement", 1), 1, 1);
    assert_close(by(&f, "contacts.floor.resting_force", 1), 0, 1);
    end(&f);
}
END_TEST

/*
 * A ball that falls onto a floor without bouncing, and rests until the ground falls faster than it would: the
 * ground moves as −A sin(2πf t), towards the ball, so that it lifts off where A sin = −g.
 */
START_TEST(rest_and_release) {
    static const char *const paths[] = {"ground.sine.amplitude", "gravity"};
    followed f = follow("bodies: {ball: {mass: 2}}\ngravity: 9.81\nduration: 0.9\n"
                        "ground: {sine: {amplitude: 14, frequency: 0.8, phase: 3.141592653589793}}\n"
                        "contacts: [{name: floor, left: ball, right: ground, gap: 0, model: newton, "
                        "restitution: 0}]\n",
                        paths, 2);
    /* ẍ = g + A sin 2πft: at rest while that presses, released where it is zero, and in flight from then on */
    const double a = 14, g = 9.81, w = 2 * acos(-1) * 0.8, t0 = (acos(-1) + asin(g / a)) / w, end_time = 0.9,
                 left = end_time - t0;
    /* ẋ(T) = g (T − t₀) − A/ω (cos ωT − cos ωt₀): t₀ moves and does not matter, since ẍ is zero there */
    const double v_by_a = -(cos(w * end_time) - cos(w * t0)) / w;
    ck_assert_uint_eq(thud_simulation_summary(f.simulation)->impacts, 0);
    ck_assert_msg(*reason(&f, "bodies.ball.final_velocity", 0) == 0, "%s",
                  reason(&f, "bodies.ball.final_velocity", 0));
    assert_close(by(&f, "bodies.ball.final_velocity", 0), v_by_a, 1);
    assert_close(by(&f, "bodies.ball.final_velocity", 1), left, 1);
    /* the time at rest ends at t₀: dt₀/dA = −sin/(Aω cos), dt₀/dg = −1/(Aω cos) */
    assert_close(by(&f, "contacts.floor.stick_time", 0), -sin(w * t0) / (a * w * cos(w * t0)), 1);
    assert_close(by(&f, "contacts.floor.stick_time", 1), -1 / (a * w * cos(w * t0)), 1);
    end(&f);
}
END_TEST

/* one impact of a law with n = p: what it returns is e, whatever k and m; so does the derivative */
START_TEST(calibrated_impact) {
    static const char *const paths[] = {"contacts.w.restitution", "contacts.w.stiffness", "bodies.b.mass",
                                        "bodies.b.velocity"};
    static const char *const laws[] = {"hunt-crossley", "kelvin-voigt",       "tsuji",          "jankowski-2005",
                                       "kuwabara-kono", "poursina-nikravesh", "valles-reinhorn"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char text[400];
        snprintf(text, sizeof text,
                 "bodies: {b: {mass: 1.3, velocity: 1}}\nduration: 0.2\ntolerance: 1e-14\n"
                 "contacts: [{name: w, left: b, right: ground, gap: 0.03, model: %s, stiffness: 5e4, "
                 "restitution: 0.7}]\n",
                 laws[i]);
        followed f = follow(text, paths, 4);
        ck_assert_uint_eq(thud_simulation_summary(f.simulation)->impacts, 1);
        /* ẋ = −e v. Next to δ = 0 damping with p < 1 leaves 1e-10: see tangents_step.c */
        const double exact = 1e-9;
        ck_assert_msg(fabs(by(&f, "bodies.b.final_velocity", 0) + 1) < exact, "%s: %.17g", laws[i],
                      by(&f, "bodies.b.final_velocity", 0));
        ck_assert_msg(fabs(by(&f, "bodies.b.final_velocity", 1)) < exact / 5e4, "%s", laws[i]);
        ck_assert_msg(fabs(by(&f, "bodies.b.final_velocity", 2)) < exact, "%s", laws[i]);
        ck_assert_msg(fabs(by(&f, "bodies.b.final_velocity", 3) + 0.7) < exact, "%s", laws[i]);
        /* and the energy that is lost is ½ m v² (1 − e²) */
        ck_assert_msg(fabs(by(&f, "contacts.w.energy_lost", 0) + 1.3 * 0.7) < exact, "%s", laws[i]);
        end(&f);
    }
}
END_TEST

/*
 * An elastic–plastic oscillator that is thrown with v: it yields under F at F/k and stops at F/2k + m v²/2F, comes
 * back elastic, and has lost what its set is wide times F, m v²/2 − F²/2k.
 */
START_TEST(elastic_plastic_oscillator) {
    static const char *const paths[] = {"links.0.hysteresis.yield", "links.0.stiffness", "bodies.a.velocity"};
    followed f = follow("bodies: {a: {mass: 2, velocity: 1.5}}\nduration: 0.3\n"
                        "links: [{name: column, left: ground, right: a, stiffness: 300, "
                        "hysteresis: {model: bilinear, yield: 12, hardening: 0}}]\n",
                        paths, 3);
    const double m = 2, k = 300, v = 1.5, yield = 12, most = yield / (2 * k) + m * v * v / (2 * yield);
    assert_close(thud_simulation_summary(f.simulation)->links[0].max_deformation, most, 1);
    const double by_yield = 1 / (2 * k) - m * v * v / (2 * yield * yield), by_k = -yield / (2 * k * k),
                 by_v = m * v / yield;
    assert_close(by(&f, "links.column.max_deformation", 0), by_yield, 1);
    assert_close(by(&f, "links.column.max_deformation", 1), by_k, 1e-3);
    assert_close(by(&f, "links.column.max_deformation", 2), by_v, 1);
    assert_close(by(&f, "bodies.a.max_displacement", 2), by_v, 1);
    assert_close(by(&f, "links.column.residual_deformation", 0), by_yield - 1 / k, 1);
    assert_close(by(&f, "links.column.residual_deformation", 1), by_k + yield / (k * k), 1e-3);
    assert_close(by(&f, "links.column.plastic_deformation", 2), by_v, 1);
    assert_close(by(&f, "links.column.energy", 0), -yield / k, 1);
    assert_close(by(&f, "links.column.energy", 1), yield * yield / (2 * k * k), 1e-2);
    assert_close(by(&f, "energy.hysteresis", 2), m * v, 10);
    /* (F/2k + m v²/2F)/(F/k) */
    assert_close(by(&f, "links.column.ductility", 0), -m * v * v * k / (yield * yield * yield), 10);
    assert_close(by(&f, "links.column.max_force", 0), 1, 1);
    end(&f);
}
END_TEST

/* what is watched: the spring's force k x and the drift x/h of an oscillator, whose first peak is v/ω */
START_TEST(watched_signals) {
    static const char *const paths[] = {"links.0.stiffness", "links.0.height"};
    followed f = follow("bodies: {a: {mass: 2, velocity: 1.5}}\nduration: 0.3\n"
                        "links: [{name: column, left: ground, right: a, stiffness: 300, height: 3}]\n"
                        "watch:\n  force: {of: link-force, link: column}\n  drift: {of: drift, link: column}\n"
                        "  base: {of: base-shear, right: a}\n",
                        paths, 2);
    const double m = 2, k = 300, v = 1.5, h = 3;
    /* v √(km), v √(m/k)/h */
    assert_close(by(&f, "watch.force.max", 0), v * sqrt(m / k) / 2, 1);
    assert_close(by(&f, "watch.base.highest", 0), v * sqrt(m / k) / 2, 1);
    assert_close(by(&f, "links.column.max_force", 0), v * sqrt(m / k) / 2, 1);
    assert_close(by(&f, "watch.drift.highest", 0), -v * sqrt(m / k) / (2 * k * h), 1e-2);
    assert_close(by(&f, "watch.drift.highest", 1), -v * sqrt(m / k) / (h * h), 1);
    end(&f);
}
END_TEST

/* ---- the run ---- */

START_TEST(the_run_keeps_its_bits) {
    static const char *const paths[] = {"contacts.ab.gap", "bodies.a.mass"};
    const char *text =
        "bodies: {a: {mass: 2, velocity: 1}, b: {mass: 1, displacement: 0.2}}\n"
        "links: [{left: ground, right: a, stiffness: 300}, {left: ground, right: b, stiffness: 700}]\n"
        "ground: {noise: {rms: 2, low: 0.5, high: 6, duration: 3, seed: 3}}\nduration: 3\n"
        "contacts: [{name: ab, left: a, right: b, gap: 0.05, model: flores, stiffness: 1e5, "
        "restitution: 0.6}]\n";
    followed f = follow(text, paths, 2);
    thud_summary with = *thud_simulation_summary(f.simulation);
    const thud_body_summary a = with.bodies[0];
    const thud_contact_summary contact = with.contacts[0];
    ck_assert_int_eq(thud_simulation_run(f.simulation, NULL), THUD_OK); /* not followed */
    const thud_summary *without = thud_simulation_summary(f.simulation);
    ck_assert_int_eq(memcmp(&a, &without->bodies[0], sizeof a), 0);
    ck_assert_int_eq(memcmp(&contact, &without->contacts[0], sizeof contact), 0);
    ck_assert_uint_eq(with.solver.steps, without->solver.steps);
    /* and another run that is followed has the same derivatives */
    const double first = by(&f, "bodies.a.max_displacement", 0);
    ck_assert_int_eq(thud_derivatives_follow(f.d, f.simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(f.simulation, NULL), THUD_OK);
    ck_assert(by(&f, "bodies.a.max_displacement", 0) == first);
    end(&f);
}
END_TEST

static thud_status build_ball(void *context, double change, thud_model **model) {
    thud_model *m = thud_model_create();
    thud_error error;
    const thud_body_id body = thud_model_add_body(m, "ball", 1);
    thud_gap_contact floor = thud_gap_contact_default(thud_law_find("newton"));
    floor.gap = 1;
    floor.restitution = *(const double *)context + change;
    thud_model_add_contact(m, "floor", body, THUD_GROUND, &floor);
    thud_model_set_gravity(m, 10);
    thud_model_set_duration(m, 1);
    const thud_status status = thud_model_build(m, &error);
    if (status == THUD_OK) *model = m;
    else thud_model_free(m);
    return status;
}

/* models of C functions; an e of 1 has neighbours below alone */
START_TEST(models_of_functions) {
    double e = 1;
    thud_model *model = NULL;
    thud_simulation *simulation = NULL;
    thud_derivatives *d = NULL;
    ck_assert_int_eq(build_ball(&e, 0, &model), THUD_OK);
    const thud_model_parameter parameter = {"e", e, build_ball, &e};
    ck_assert_int_eq(thud_derivatives_create(model, &parameter, 1, &d, NULL), THUD_OK);
    ck_assert_str_eq(thud_derivatives_parameter_name(d, 0), "e");
    ck_assert_uint_eq(thud_derivatives_quantity_count(d), 0);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_derivatives_follow(d, simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    /* it lands with u = √20 at u/10, and rises from there with e u */
    const double u = sqrt(20), left = 1 - u / 10;
    assert_close(thud_derivatives_value(d, thud_derivatives_find(d, "bodies.ball.final_displacement"), 0),
                 -u * left, 10);
    /* another gap is another model */
    thud_gap_contact other;
    ck_assert_int_eq(thud_model_contact_parameters(model, 0, &other), THUD_OK);
    other.gap = 0.5;
    ck_assert_int_eq(thud_simulation_set_contact(simulation, 0, &other), THUD_OK);
    ck_assert_int_eq(thud_derivatives_follow(d, simulation), THUD_ERROR_MISMATCH);
    thud_derivatives_free(d);
    thud_simulation_free(simulation);
    thud_model_free(model);
}
END_TEST

/* a text with other values at its paths: those of a text in which they stand */
START_TEST(other_values) {
    static const char *const paths[] = {"contacts.floor.gap", "contacts.floor.restitution"};
    static const double values[] = {0.7, 0.4};
    const char *of = "bodies: {ball: {mass: 2}}\ngravity: 9.81\nduration: 1\n"
                     "contacts: [{name: floor, left: ball, right: ground, gap: %g, model: newton, "
                     "restitution: %g}]\n";
    char text[300], written[300];
    snprintf(text, sizeof text, of, 1.0, 0.5);
    snprintf(written, sizeof written, of, values[0], values[1]);
    followed there = follow(written, paths, 2), f = {0};
    ck_assert_int_eq(
        thud_derivatives_of_text(text, strlen(text), NULL, paths, values, 2, NULL, NULL, &f.model, &f.d), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(f.model, &f.simulation), THUD_OK);
    ck_assert_int_eq(thud_derivatives_follow(f.d, f.simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(f.simulation, NULL), THUD_OK);
    for (size_t i = 0; i < 2; i++) {
        ck_assert(thud_derivatives_parameter_value(f.d, i) == values[i]);
        ck_assert(by(&f, "bodies.ball.final_velocity", i) == by(&there, "bodies.ball.final_velocity", i));
    }
    end(&there);
    end(&f);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("derivatives");
    tcase_add_test(tests, bouncing_ball);
    tcase_add_test(tests, two_balls);
    tcase_add_test(tests, oscillator_with_a_stop);
    tcase_add_test(tests, accumulation);
    tcase_add_test(tests, rest_and_release);
    tcase_add_test(tests, calibrated_impact);
    tcase_add_test(tests, elastic_plastic_oscillator);
    tcase_add_test(tests, watched_signals);
    tcase_add_test(tests, the_run_keeps_its_bits);
    tcase_add_test(tests, models_of_functions);
    tcase_add_test(tests, other_values);
    return run_suite("derivatives", tests);
}
