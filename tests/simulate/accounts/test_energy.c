/*
 * The books: what goes in is dissipated, lost in contacts or stored. Where a law is tampered with they must not
 * close. Resting, pressed and crowded contacts, where energies are lost and found again.
 */
#include <thud/verify.h>

#include "laws.h"
#include "simulate/scene.h"
#include "simulate/state.h"

static const double G = 9.81;

/* a body on a spring that strikes a stop again and again */
static scene *oscillator_with_stop(const char *law, double e) {
    scene *s = scene_open(3);
    thud_body body = scene_body(s, 2, 0, 1.5);
    scene_spring(s, THUD_BODY_GROUND, body, 300, 0.5);
    const bool rigid = thud_law_find(law)->structure->kind == THUD_FORCE_IMPULSIVE;
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact(law, 0.03, e, rigid ? 0 : 1e6));
    return s;
}

START_TEST(test_books_close) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        double e = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : 0.6;
        if (is_for_single_impacts(law)) continue;
        scene *s = oscillator_with_stop(law->name, e);
        scene_run(s);
        const thud_energy_summary *energy = &s->summary->energy;
        ck_assert_uint_ge(s->count, 4);
        /* by hand from what is reported */
        double scale = fmax(energy->input, energy->stored);
        double residual = (energy->input - energy->dissipated - energy->impact - energy->stored) / scale;
        ck_assert_double_le(fabs(residual), 1e-10);
        ck_assert_double_le(fabs(energy->residual), 1e-10);
        /* the ledger and the contact's sum tell the same story; impacts below the threshold are in the sum alone */
        double lost = 0;
        for (size_t k = 0; k < s->count; k++) lost += s->entries[k].energy_lost;
        ck_assert_double_le(fabs(s->summary->contacts[0].energy_lost - energy->impact), 1e-12 * energy->input);
        ck_assert_double_le(fabs(lost - energy->impact), 1e-5 * energy->input);
        scene_close(s);
    }
}
END_TEST

/* at the first impact the law's spring becomes harder than its potential believes, or its damper is not booked */
static bool harden(void *context, const thud_sample *sample) {
    thud_simulation *sim = context;
    (void)sample;
    thud_body_contact *t = &sim->contacts.list[0];
    if (t->phase == THUD_PHASE_ACTIVE && t->approaching) t->branch.k = t->given.stiffness * (1 + 1e-6);
    else if (t->phase == THUD_PHASE_ACTIVE) t->branch.k = t->given.stiffness;
    return true;
}

/*
 * A wrong law: the force in recovery, after the turning point, is that of a spring harder by one part in a million.
 * Such a law makes energy, and nothing books it.
 */
START_TEST(test_wrong_law_is_found) {
    scene *s = oscillator_with_stop("jankowski-2006", 0.6);
    thud_model_set_output(s->model, 0, true); /* at every event, before it is applied */
    scene_build(s);
    thud_observer observer = {.context = s->simulation, .sample = harden};
    ck_assert_int_eq(thud_simulation_run(s->simulation, &observer), THUD_ERROR_BALANCE);
    ck_assert_ptr_nonnull(strstr(s->summary->error.text, "energy balance does not close"));
    ck_assert_double_eq(s->summary->duration, 3); /* it is complete, and all of it can be looked at */
    /* the energy in the spring is some of all there is, so a millionth of it shows a hundred times over the limit
     */
    ck_assert_double_gt(fabs(s->summary->energy.residual), 1e-8);
    scene_close(s);

    /* the same run without tampering */
    s = oscillator_with_stop("jankowski-2006", 0.6);
    scene_run(s);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
    scene_close(s);
}
END_TEST

/* ---- resting ---- */

/* A ball laid on a compliant floor comes to rest at (m g/k)^(1/n), if its law is damped at small speeds at all. */
static double rest(const char *law, thud_separation separation, double e, double duration) {
    double m = 2, k = 1e5;
    scene *s = scene_open(duration);
    thud_body ball = scene_body(s, m, 0, 0);
    thud_gap_contact c = scene_contact(law, 0.01, e, k);
    if (c.law->structure->kind == THUD_FORCE_VISCOUS) c.separation = separation;
    scene_touch(s, ball, THUD_BODY_GROUND, c);
    thud_model_set_gravity(s->model, G);
    scene_run(s);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
    double depth = s->summary->bodies[0].final_displacement - 0.01, still = pow(m * G / k, 1 / c.exponent);
    scene_close(s);
    return depth / still;
}

/* a free body over one turn of the ground: what is put in is taken back, and what is left of both is rounding. It
 * must be measured by what the body had meanwhile, m (a/ω)²/2, not by itself. */
START_TEST(test_all_taken_back) {
    scene *s = scene_open(1);
    scene_body(s, 1, 0, 0);
    thud_model_set_ground(
        s->model,
        &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 2, .frequency = 1, .phase = 1.57079632679489662});
    scene_run(s);
    ck_assert_double_le(fabs(s->summary->energy.input), 1e-15);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13); /* rounding of a few steps */
    scene_close(s);
}
END_TEST

START_TEST(test_rests_where_the_spring_bears_it) {
    const thud_separation separations[] = {THUD_SEPARATION_RETURN, THUD_SEPARATION_ZERO_FORCE};
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        if (law->structure->kind == THUD_FORCE_IMPULSIVE || is_for_single_impacts(law)) continue;
        bool both = law->structure->kind == THUD_FORCE_VISCOUS && !law->structure->approach_only;
        for (int j = 0; j < (law->structure->kind == THUD_FORCE_VISCOUS ? 2 : 1); j++) {
            double e = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : 0.4;
            double place = rest(law->name, separations[j], e, 5);
            /* a damper in both phases brings it to rest; in approach only, or without one, it keeps swinging a bit
             */
            if (both)
                ck_assert_msg(fabs(place - 1) <= 1e-3, "%s: rests at %.9g of the static penetration", law->name,
                              place);
        }
    }
}
END_TEST

/* laid down without speed and without a gap: it sinks, swings by the static penetration, and all is booked */
START_TEST(test_laid_down) {
    const char *laws[] = {"linear",         "hertz",          "flores", "tsuji", "poursina-nikravesh",
                          "jankowski-2006", "valles-reinhorn"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        double m = 2, k = 1e5;
        scene *s = scene_open(1);
        thud_body ball = scene_body(s, m, 0, 0);
        thud_gap_contact c = scene_contact(laws[i], 0, i < 2 ? 1 : 0.5, k);
        scene_touch(s, ball, THUD_BODY_GROUND, c);
        thud_model_set_gravity(s->model, G);
        scene_run(s);
        double still = pow(m * G / k, 1 / c.exponent);
        /* an undamped one turns where m g δ = k δ^(n+1)/(n+1) */
        double deepest = still * pow(c.exponent + 1, 1 / c.exponent);
        /* thirty swings of some ten steps, each within a twentieth of the tolerance, of the energy that swings; the
         * residual is relative to what is there at events and at the end, which may be any part of that */
        const thud_energy_summary *energy = &s->summary->energy;
        double left = energy->input - energy->dissipated - energy->impact - energy->stored;
        ck_assert_double_le(fabs(left), 2e-9 * m * G * deepest);
        if (i < 2) assert_relative(s->summary->contacts[0].max_penetration, deepest, 1e-8);
        ck_assert_double_le(s->summary->contacts[0].max_penetration, deepest * (1 + 1e-8));
        scene_close(s);
    }
}
END_TEST

/* ---- several at once, against CVODE ---- */

/* the second opinion has a tolerance of 1e-13 a step, which some hundred steps and the spread of two or three
 * impacts make 1e-10; one that took another branch would be off by 1e-3 */
static void check_verified(scene *s, const char *first, const char *second) {
    scene_run(s);
    ck_assert_msg(fabs(s->summary->energy.residual) <= 1e-10, "%s, %s: residual %.2g", first, second,
                  s->summary->energy.residual);
    thud_verification v;
    ck_assert_int_eq(thud_verify(s->model, NULL, NULL, NULL, &v), THUD_OK);
    ck_assert_str_eq(v.error.text, "");
    ck_assert_msg(v.max_difference <= 1e-8, "%s, %s: off by %.2g from %.6g s on", first, second, v.max_difference,
                  v.agreed_until);
    ck_assert_msg(v.impacts == v.run_impacts, "%s, %s: %zu impacts by CVODE, %zu by thud", first, second, v.impacts,
                  v.run_impacts);
    scene_close(s);
}

static thud_gap_contact some_contact(const thud_law *law, thud_separation separation, double e, double stiffness) {
    thud_force_kind kind = law->structure->kind;
    double k = kind == THUD_FORCE_IMPULSIVE ? 0 : stiffness;
    thud_gap_contact c = scene_contact(law->name, 0.1, kind == THUD_FORCE_ELASTIC ? 1 : e, k);
    if (kind == THUD_FORCE_VISCOUS) c.separation = separation;
    return c;
}

/* a third body arrives while two others touch: a law of every kind with every other, both ways round */
START_TEST(test_third_body) {
    const char *laws[] = {"hertz",          "flores", "kelvin-voigt",  "poursina-nikravesh",
                          "jankowski-2006", "tsuji",  "kuwabara-kono", "valles-reinhorn",
                          "newton"};
    enum { COUNT = sizeof laws / sizeof *laws };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++) {
            const thud_law *first = thud_law_find(laws[i]), *second = thud_law_find(laws[j]);
            scene *s = scene_open(0.5);
            thud_body a = scene_body(s, 1, 0, 2), b = scene_body(s, 3, 0, 0), c = scene_body(s, 2, 0, -1.99);
            scene_touch(s, a, b, some_contact(first, THUD_SEPARATION_DEFAULT, 0.6, 1e4));
            scene_touch(s, b, c, some_contact(second, THUD_SEPARATION_DEFAULT, 0.6, 2e4));
            check_verified(s, first->name, second->name);
        }
}
END_TEST

/*
 * A light body between two heavy ones is thrown to and fro by impacts on one side while the contact on the other is
 * closed: its rate jumps past zero, and with it the branch of laws that have two, and the force of a damper past
 * zero.
 */
START_TEST(test_struck_while_in_contact) {
    const char *blows[] = {"newton", "poisson"};
    const thud_separation separations[] = {THUD_SEPARATION_RETURN, THUD_SEPARATION_ZERO_FORCE};
    for (size_t i = 0; i < thud_law_count(); i++)
        for (int j = 0; j < 2; j++)
            for (int heavy = 0; heavy < 3; heavy++) {
                const thud_law *law = thud_law_at(i), *blow = thud_law_find(blows[j]);
                if (law->structure->kind == THUD_FORCE_IMPULSIVE || is_for_single_impacts(law)) continue;
                if (law->structure->adheres && separations[j] == THUD_SEPARATION_ZERO_FORCE) continue;
                const double masses[] = {6.42, 1.8, 4.96}, light[] = {1.44, 0.207, 0.241};
                const double stiffnesses[] = {7.5e3, 5.5e5, 1.55e6};
                scene *s = scene_open(0.5);
                thud_body a = scene_body(s, masses[heavy], 0, 2), b = scene_body(s, light[heavy], 0, 0);
                thud_body c = scene_body(s, 5, 0, -1.9);
                scene_touch(s, a, b, some_contact(law, separations[j], 0.5, stiffnesses[heavy]));
                scene_touch(s, b, c, some_contact(blow, THUD_SEPARATION_DEFAULT, 0.7, 0));
                check_verified(s, law->name, blow->name);
            }
}
END_TEST

/* both contacts close at the same instant, to the bit */
START_TEST(test_at_the_same_instant) {
    const char *laws[] = {"hertz", "flores", "kelvin-voigt", "poursina-nikravesh", "jankowski-2006", "tsuji"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        scene *s = scene_open(0.3);
        thud_body a = scene_body(s, 1, 0, 1), b = scene_body(s, 1, 0, 0), c = scene_body(s, 1, 0, -1);
        thud_gap_contact contact = scene_contact(laws[i], 0.125, i == 0 ? 1 : 0.6, 1e4);
        scene_touch(s, a, b, contact);
        scene_touch(s, b, c, contact);
        scene_run(s);
        /* by symmetry the middle one stays where it is, and the others mirror each other */
        ck_assert_double_le(fabs(s->summary->bodies[1].final_velocity), 1e-9);
        ck_assert_double_le(fabs(s->summary->bodies[0].final_velocity + s->summary->bodies[2].final_velocity),
                            1e-9);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        scene_close(s);
    }
}
END_TEST

/* pressed by a load: the contact lets go at zero force, the load brings it back before the gap has opened */
START_TEST(test_taken_up_again) {
    const char *laws[] = {"poursina-nikravesh", "tsuji", "kelvin-voigt", "kuwabara-kono"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (double press = 50; press <= 5000; press *= 10) {
            scene *s = scene_open(0.2);
            thud_body ball = scene_body(s, 1, 0, 1);
            thud_gap_contact c = scene_contact(laws[i], 0.01, 0.2, 1e5);
            c.separation = THUD_SEPARATION_ZERO_FORCE;
            c.damping = THUD_DAMPING_EXACT;
            scene_touch(s, ball, THUD_BODY_GROUND, c);
            thud_signal push = {.kind = THUD_SIGNAL_STEP, .amplitude = press};
            scene_force(s, ball, &push);
            check_verified(s, laws[i], "a load");
        }
}
END_TEST

/* slow, slower, and next to nothing: a contact of kδ^1.5 lasts longer the slower it is, as v^(−1/5): 2 s at 1e-9
 * m/s */
START_TEST(test_slow_approach) {
    const char *laws[] = {"hertz", "flores", "poursina-nikravesh", "tsuji", "jankowski-2006", "valles-reinhorn"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (double speed = 1e-2; speed > 1e-9; speed /= 10) {
            scene *s = scene_open(100);
            thud_body body = scene_body(s, 1, 0, speed);
            scene_touch(s, body, THUD_BODY_GROUND, scene_contact(laws[i], 0.1 * speed, i == 0 ? 1 : 0.6, 1e5));
            scene_run(s);
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-9);
            /* it comes back, with no more than it had; a calibration at the floor's speed still has its damper
             * right way */
            double back = -s->summary->bodies[0].final_velocity / speed;
            ck_assert_msg(back > 0 && back <= 1 + 1e-9, "%s at %g m/s comes back with %g of it", laws[i], speed,
                          back);
            assert_relative(s->summary->contacts[0].impulse, speed * (1 + back), 1e-8);
            scene_close(s);
        }
}
END_TEST

/* a swing that reaches a stop exactly, or fails to by one part in 1e10, or passes it by as much */
START_TEST(test_grazing) {
    for (int law = 0; law < 3; law++)
        for (int side = -1; side <= 1; side++) {
            const char *names[] = {"newton", "hertz", "flores"};
            scene *s = scene_open(10);
            thud_body body = scene_body(s, 1, 0, 1);
            scene_spring(s, THUD_BODY_GROUND, body, 25, 0);
            scene_touch(
                s, body, THUD_BODY_GROUND,
                scene_contact(names[law], 0.2 * (1 + side * 1e-10), law == 1 ? 1 : 0.5, law == 0 ? 0 : 1e6));
            scene_run(s);
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
            assert_relative(s->summary->bodies[0].max_displacement, 0.2, 1e-9);
            if (side > 0) ck_assert(s->summary->contacts[0].impulse == 0);
            scene_close(s);
        }
}
END_TEST

/* The largest energy of a run, by which its residual is measured, at events: with a stop that returns all, under a
 * load in beats. At an impact the body is at the stop, with the speed that the ledger has. A body beside it, at
 * rest, leaves the run to the steppers of many. */
START_TEST(test_largest_stored) {
    const double mass = 2, stiffness = 300, gap = 0.02;
    scene *s = scene_open(20);
    thud_body body = scene_body(s, mass, 0, 0);
    scene_body(s, 1, 1, 0);
    scene_spring(s, THUD_BODY_GROUND, body, stiffness, 0);
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", gap, 1, 0));
    scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 20, .frequency = 2.9});
    scene_run(s);
    double largest = 0, first = 0, last = 0;
    ck_assert_uint_ge(s->count, 30);
    for (size_t i = 0; i < s->count; i++) {
        double speed = s->entries[i].approach_speed;
        last = 0.5 * mass * speed * speed + 0.5 * stiffness * gap * gap;
        if (i == 0) first = last;
        largest = fmax(largest, last);
    }
    ck_assert_double_gt(largest, 1.1 * fmax(first, last)); /* neither the first nor the last would do */
    assert_relative(s->simulation->accounts.energy.largest_stored, largest, 1e-12); /* a few hundred steps */
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("energy");
    tcase_add_test(tests, test_books_close);
    tcase_add_test(tests, test_wrong_law_is_found);
    tcase_add_test(tests, test_all_taken_back);
    tcase_add_test(tests, test_rests_where_the_spring_bears_it);
    tcase_add_test(tests, test_laid_down);
    tcase_add_test(tests, test_third_body);
    tcase_add_test(tests, test_struck_while_in_contact);
    tcase_add_test(tests, test_at_the_same_instant);
    tcase_add_test(tests, test_taken_up_again);
    tcase_add_test(tests, test_slow_approach);
    tcase_add_test(tests, test_grazing);
    tcase_add_test(tests, test_largest_stored);
    return run_suite("energy", tests);
}
