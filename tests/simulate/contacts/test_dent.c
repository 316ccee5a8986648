/*
 * Permanent indentation: two stiffnesses whose dent stays. With δ the largest depth so far from the first face,
 * k₂ = k₁/e² and E = k₁²δ²/(2k₂) what the dent can store, an impact with m u²/2 ≤ E is elastic, and a faster one
 * goes to k₁ δ'² = m u² + k₁ δ² (1 − e²) and returns with w² = e² k₁ δ'²/m. The face is then δ'(1 − e²) deeper than
 * the first one.
 */
#include "numeric/random.h"
#include "simulate/scene.h"
#include "system/row.h"

static const double PI = 3.14159265358979323846;

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

static thud_gap_contact dented(double gap, double e, double stiffness) {
    thud_gap_contact c = scene_contact("valles-reinhorn", gap, e, stiffness);
    c.indentation = THUD_INDENTATION_PERMANENT;
    return c;
}

/*
 * A ball with speed v strikes the wall and comes back with e v; another one of the same mass, with the speed u,
 * meets it and sends it to the wall again, as fast as that one was (newton, e = 1). The third and last contact is
 * theirs.
 */
START_TEST(struck_again) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double m = roll(&random, 0.5, 5), k = pow(10, roll(&random, 4, 7)), e = roll(&random, 0.2, 0.95);
    double v = roll(&random, 0.5, 3), u = v * e * roll(&random, 0.3, 3), gap = 0.1;
    double omega = sqrt(k / m), depth = v / omega, set = depth * (1 - e * e);
    /* the second ball starts so far behind that they meet on the first one's way back, half way */
    double back = gap / v + PI / (2 * omega) * (1 + e) + 0.5 * gap / (e * v);
    double place = gap + set - 0.5 * gap, start = fmin(place - u * back, 0) - 0.01;
    scene *s = scene_open(10);
    thud_body first = scene_body(s, m, 0, v), second = scene_body(s, m, start, u);
    scene_touch(s, first, THUD_BODY_GROUND, dented(gap, e, k));
    thud_gap_contact knock = scene_contact("newton", 0.01, 1, 0);
    scene_touch(s, second, first, knock);
    scene_run(s);
    ck_assert_uint_ge(s->count, 3);
    bool plastic = u > e * v;
    double deeper = plastic ? sqrt(u * u + v * v * (1 - e * e)) / omega : depth;
    double w = plastic ? e * deeper * omega : u;
    const thud_impact_entry *one = &s->entries[0], *meet = &s->entries[1], *two = &s->entries[2];
    ck_assert_uint_eq(meet->contact, 1);
    /* free impacts in closed form: rounding of some ten operations, and of places, 1e-16 of 0.1 m and of the way of
     * the second ball, some metres, over the depths */
    double place_error = 1e-14 + 1e-15 * fabs(start) / depth, lost = 1e-12 + place_error;
    assert_relative(one->restitution, e, lost);
    assert_relative(one->max_penetration, depth, lost);
    assert_relative(one->separation_penetration, set, lost);
    assert_relative(one->duration, PI / (2 * omega) * (1 + e), lost);
    assert_relative(two->approach_speed, u, lost);
    assert_relative(two->restitution, w / u, lost);
    /* from the face that it finds */
    double found = plastic ? deeper - set : u / (omega / e);
    assert_relative(two->max_penetration, found, 10 * lost * deeper / found);
    double stays = deeper * (1 - e * e);
    ck_assert_double_eq_tol(two->separation_penetration, stays - set, 1e-11 * deeper + lost * deeper);
    assert_relative(s->summary->contacts[0].indentation, stays, lost);
    /* what is lost, by the two impacts that end before the balls part for good: plastic work alone */
    double energy = 0.5 * m * (v * v * (1 - e * e) + u * u - w * w);
    ck_assert_double_eq_tol(one->energy_lost + two->energy_lost, energy, lost * 0.5 * m * (v * v + u * u));
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    /* it begins where the first one has left the face: as far from where they met as that was */
    double way = e * v * (meet->time - one->time - one->duration);
    ck_assert_double_eq_tol(u * (two->time - meet->time), way, 1e-11);
    scene_close(s);
}
END_TEST

/* a ball under gravity: the first impact makes the dent; back at the face with e v, and from then on every impact
 * goes to the same force: elastic. In every run anew */
START_TEST(bounces_on_its_dent) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double m = roll(&random, 0.5, 5), k = pow(10, roll(&random, 4, 6)), e = roll(&random, 0.3, 0.9);
    double g = roll(&random, 1, 20), h = roll(&random, 0.05, 0.5), v = sqrt(2 * g * h);
    double omega = sqrt(k / m), at_rest = g / (omega * omega), depth = at_rest + hypot(v / omega, at_rest);
    scene *s = scene_open(v / g + 20.5 * 2 * e * v / g);
    scene_touch(s, scene_body(s, m, 0, 0), THUD_BODY_GROUND, dented(h, e, k));
    thud_model_set_gravity(s->model, g);
    for (int again = 0; again < 2; again++) {
        scene_run(s);
        ck_assert_uint_ge(s->count, 15);
        /* rounding of the place, 1e-16 (h + depth), is 1e-16 g h/v of a speed, in each of twenty bounces */
        double lost = 1e-12 * (1 + g * h / (v * v * e * e)) + 1e-14 * h / depth;
        assert_relative(s->entries[0].restitution, e, lost);
        for (size_t i = 1; i < s->count; i++) {
            assert_relative(s->entries[i].approach_speed, e * v, lost);
            if (s->entries[i].ended) assert_relative(s->entries[i].restitution, 1, lost);
        }
        assert_relative(s->summary->contacts[0].indentation, depth * (1 - e * e), lost);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    }
    scene_close(s);
}
END_TEST

/* laid on a face that has not been struck, a body swings about its rest on the line of the first swing */
START_TEST(laid_down) {
    double m = 2, k = 1e4, e = 0.5, g = 9.81, rest = m * g / k;
    scene *s = scene_open(5);
    scene_touch(s, scene_body(s, m, 0, 0), THUD_BODY_GROUND, dented(0, e, k));
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    /* 2 m g/k deep at first, as any spring; back along k₂ it comes to k₁ δ/k₂ less that twice the way to its rest
     * there: F = 2 m g at the top, m g ± m g: to zero force and no further */
    assert_relative(s->summary->contacts[0].max_penetration, 2 * rest, 1e-12);
    double depth = s->summary->bodies[0].final_displacement;
    ck_assert_double_ge(depth, 2 * rest * (1 - e * e) - 1e-12);
    ck_assert_double_le(depth, 2 * rest + 1e-12);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
}
END_TEST

/* several bodies in a row, each contact with a dent, under a sine of the ground; against CVODE, which has branches
 * of its own, and as a system of C functions */
static scene *row_of_dents(unsigned seed, double duration) {
    thud_random random = thud_random_seed(seed);
    scene *s = scene_open(duration);
    for (int i = 0; i < 3; i++) {
        scene_body(s, roll(&random, 1, 3), 0, roll(&random, -1, 1));
        scene_spring(s, THUD_BODY_GROUND, i, roll(&random, 50, 300), 1);
    }
    for (int i = 0; i < 3; i++)
        scene_touch(s, i, i < 2 ? i + 1 : THUD_BODY_GROUND,
                    dented(0.03, roll(&random, 0.3, 0.9), pow(10, roll(&random, 3.5, 5))));
    thud_model_set_ground(
        s->model, &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = 3, .frequency = roll(&random, 1, 2)});
    return s;
}

START_TEST(verified) {
    scene *s = row_of_dents((unsigned)_i + 1, 1);
    scene_build(s);
    thud_verification v;
    thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) printf("not verified: %s\n", v.error.text); /* built without SUNDIALS */
    else {
        ck_assert_msg(status == THUD_OK, "%s", v.error.text);
        ck_assert(v.agrees);
        ck_assert_double_le(v.max_difference, 1e-6); /* what "agrees" means */
    }
    scene_run(s);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-11);
    ck_assert_double_gt(s->summary->contacts[2].indentation, 0);
    scene_close(s);
}
END_TEST

START_TEST(as_a_system) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double e = roll(&random, 0.3, 0.9), g = 9.81, h = 0.2;
    row r = {.count = 1, .mass = {2}, .gravity = g};
    thud_gap_contact wall = dented(0, e, 1e5);
    thud_system system = row_system(&r, &wall);
    thud_system_options options = options_for(0.9);
    outcome o = {0};
    double q = -h, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    scene *s = scene_open(0.9);
    scene_touch(s, scene_body(s, 2, -h, 0), THUD_BODY_GROUND, wall);
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    /* it keeps its tolerance of 1e-9 in every step of some hundred */
    ck_assert_uint_eq(o.summary.impacts, s->summary->impacts);
    ck_assert_double_eq_tol(q, s->summary->bodies[0].final_displacement, 1e-6 * h);
    ck_assert_double_eq_tol(o.contacts[0].indentation, s->summary->contacts[0].indentation, 1e-6 * h);
    ck_assert_double_le(fabs(o.summary.energy.residual), 1e-7);
    scene_close(s);
}
END_TEST

/* a body on a spring and a dashpot that a force presses to a stop on either side, in all units: some runs end in
 * contact, in the first impact or after some, on the way in or back */
static scene *pressed(unsigned seed) {
    thud_random random = thud_random_seed(seed);
    double length = pow(10, roll(&random, -4, 2)), time = pow(10, roll(&random, -3, 2)),
           mass = pow(10, roll(&random, -5, 7)), force = mass * length / (time * time);
    scene *s = scene_open(time * roll(&random, 0.5, 8));
    thud_body body = scene_body(s, mass, 0, length / time * roll(&random, -1, 1));
    double side = roll(&random, 0, 1) < 0.5 ? 1 : -1, spring = force / length * roll(&random, 0.1, 1),
           damping = mass / time * pow(10, roll(&random, -2, 0.5)), gap = length * roll(&random, 0, 0.5),
           e = roll(&random, 0.2, 0.95), stiffness = force / length * pow(10, roll(&random, 1, 3));
    scene_spring(s, THUD_BODY_GROUND, body, spring, damping);
    scene_touch(s, side > 0 ? body : THUD_BODY_GROUND, side > 0 ? THUD_BODY_GROUND : body,
                dented(gap, e, stiffness));
    scene_force(s, body,
                &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = side * force * roll(&random, 0.3, 3)});
    thud_model_set_impact_threshold(s->model, 0);
    return s;
}

/* (28b) of the ledger: from the face that an impact finds it goes as deep as the entry says, and what counts is the
 * deepest point so far. Both rounded once in each of some ten impacts, in units of the largest depth; the place of
 * the face is a coordinate, 1e-16 of the gap */
START_TEST(what_has_yielded_by_the_end) {
    size_t in_contact = 0, after_some = 0;
    for (unsigned seed = 0; seed < 400; seed++) {
        scene *s = pressed(seed);
        scene_run(s);
        const thud_gap_contact *c = &s->model->contacts[0].given;
        double deepest = 0, face = 0, keeps = 1 - c->restitution * c->restitution;
        for (size_t i = 0; i < s->count; i++) {
            deepest = fmax(deepest, face + s->entries[i].max_penetration);
            face = keeps * deepest;
        }
        ck_assert_double_eq_tol(s->summary->contacts[0].indentation, face, 1e-12 * (deepest + c->gap));
        bool ends = s->count > 0 && !s->entries[s->count - 1].ended;
        in_contact += ends;
        after_some += ends && s->count > 1;
        scene_close(s);
    }
    ck_assert_uint_gt(in_contact, 100);
    ck_assert_uint_gt(after_some, 50);
}
END_TEST

/* the second opinion says it of itself: its equations give what was found above, to its own 1e-6 */
START_TEST(verified_in_contact) {
    for (unsigned seed = 0; seed < 20; seed++) {
        scene *s = pressed(seed);
        scene_build(s);
        thud_verification v;
        thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
        if (status == THUD_ERROR_UNSUPPORTED) printf("not verified: %s\n", v.error.text); /* without SUNDIALS */
        else ck_assert_msg(status == THUD_OK && v.agrees, "seed %u: %s", seed, v.error.text);
        scene_close(s);
    }
}
END_TEST

/* a ball that falls on a wall, as a system of C functions; the run ends in the first impact, whose motion is a sine
 */
START_TEST(system_in_contact) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double e = roll(&random, 0.3, 0.9), g = 9.81, h = 0.2, m = 2, k = 1e5, u = sqrt(2 * g * h);
    double omega = sqrt(k / m), rest = g / (omega * omega), most = hypot(u / omega, rest);
    double turns = (PI - atan2(u / omega, rest)) / omega, back = PI / 2 / omega * e * roll(&random, 0, 0.9);
    double in = _i % 2 ? turns : turns * roll(&random, 0.1, 0.9), lag = atan2(rest, u / omega);
    double depth = _i % 2 ? rest + most : rest + most * sin(omega * in - lag);
    row r = {.count = 1, .mass = {m}, .gravity = g};
    thud_gap_contact wall = dented(0, e, k);
    thud_system system = row_system(&r, &wall);
    thud_system_options options = options_for(u / g + in + (_i % 2 ? back : 0));
    outcome o = {0};
    double q = -h, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    ck_assert(!o.record.entries[0].ended);
    /* Runge–Kutta at 1e-9 a step, some hundred of them */
    assert_relative(o.contacts[0].indentation, depth * (1 - e * e), 1e-6);
}
END_TEST

/* the element: a second impact finds no force before the dent, and the line of the first one's return behind it */
START_TEST(element_remembers) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("valles-reinhorn"));
    options.restitution = 0.5;
    options.stiffness = 100;
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &options), THUD_OK);
    contact.permanent = true;
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert_double_eq(thud_contact_force(&contact, 0.01, 1), 1);
    ck_assert(thud_contact_accept(&contact, 0.01, 1e-9));
    ck_assert(!thud_contact_accept(&contact, 0.005, -1)); /* past 0.0075: over */
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    ck_assert_double_eq(thud_contact_force(&contact, 0.005, 1), 0);
    assert_relative(thud_contact_force(&contact, 0.009, 1), 400 * 0.0015, 1e-13);
    ck_assert_double_eq(thud_contact_force(&contact, 0.02, 1), 2);
    contact.permanent = false;
    ck_assert_int_eq(thud_contact_begin(&contact, 1), THUD_OK);
    assert_relative(thud_contact_force(&contact, 0.005, 1), 0.5, 1e-15);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("dent");
    tcase_add_loop_test(tests, struck_again, 0, 120);
    tcase_add_loop_test(tests, bounces_on_its_dent, 0, 40);
    tcase_add_test(tests, laid_down);
    tcase_add_loop_test(tests, verified, 0, 6);
    tcase_add_loop_test(tests, as_a_system, 0, 6);
    tcase_add_test(tests, what_has_yielded_by_the_end);
    tcase_add_test(tests, verified_in_contact);
    tcase_add_loop_test(tests, system_in_contact, 0, 10);
    tcase_add_test(tests, element_remembers);
    return run_suite("permanent indentation", tests);
}
