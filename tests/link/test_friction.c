/*
 * Coulomb friction against closed forms: decay by 4F/k a cycle and the stop in the dead zone, a block on a shaking
 * floor, links side by side and in a row, a slider that an impact sets in motion or a stop holds, and points of
 * bodies that friction joins.
 */
#include "simulate/dice.h"
#include "simulate/scene.h"

#define PI 3.14159265358979323846

static thud_link friction(double stiffness, double force) {
    return (thud_link){.stiffness = stiffness, .hysteresis = {THUD_HYSTERESIS_FRICTION, .force = force}};
}

/*
 * Between turns a half cosine about ∓F/k: from x₀ the turns are at x₀ − 2F/k, x₀ − 4F/k, … by magnitude, each π/ω
 * after the one before, and it rests at the first within ±F/k.
 */
START_TEST(decay) {
    double m = 3, k = 200, f = 1.7, omega = sqrt(k / m), y = f / k;
    for (int i = 0; i < 6; i++) {
        double start = (3.3 + 3.7 * i) * y; /* 1 to 11 half cycles */
        int halves = 0;
        double x = start;
        for (; fabs(x) > y; halves++) x -= copysign(2 * y, x);
        x = (halves % 2 ? -1 : 1) * (start - 2 * y * halves);
        for (int end = 0; end < 2; end++) {
            /* a little before it rests, where it is (x_before) on its way, and long after */
            double before = halves - 0.25, duration = (end ? halves + 3 : before) * PI / omega;
            scene *s = scene_open(duration);
            thud_body body = scene_body(s, m, start, 0);
            thud_link link = friction(k, f);
            scene_link(s, i % 2 ? body : THUD_BODY_GROUND, i % 2 ? THUD_BODY_GROUND : body, &link);
            scene_run(s);
            const thud_link_summary *l = &s->summary->links[0];
            /* a rounding or two of the start for every half cycle */
            double rounding = 1e-14 * start;
            if (end) {
                ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x), rounding);
                ck_assert(s->summary->bodies[0].final_velocity == 0);
                double way = halves * (2 * start - 2 * y * (double)halves); /* Σ 2(start − y(2j + 1)) */
                ck_assert_double_le(fabs(l->plastic_deformation - way), (double)(halves + 1) * rounding);
                ck_assert_double_le(fabs(l->energy - f * way), f * (double)(halves + 1) * rounding);
                ck_assert_uint_eq(s->summary->solver.events, (size_t)halves); /* it turns */
            } else {
                /* in the last half cycle, three quarters of the way: centre ± F/k, amplitude |from| − F/k */
                double from = (halves % 2 ? 1 : -1) * (start - 2 * y * (halves - 1)), centre = copysign(y, from);
                double at = centre + (from - centre) * cos(0.75 * PI);
                ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - at), 10 * rounding);
            }
            ck_assert_double_le(fabs(s->summary->energy.residual), 1e-14);
            scene_close(s);
        }
    }
}
END_TEST

/*
 * A block on a floor with a(t) = A sin ωt, μg < A: it slips from sin ωt₁ = μg/A, with relative velocity
 * v = (A/ω)(cos ωt − cos ωt₁) + μg (t − t₁) (signs as of the floor's acceleration, x = −∫∫), until that is zero
 * again.
 */
START_TEST(shaken_floor) {
    double m = 5, amplitude = 4, limit = 2.5, omega = 2 * PI * 1.5, t1 = asin(limit / amplitude) / omega;
    double low = t1 + 1e-3, high = t1 + PI / omega; /* the end of the slip, by halving */
    for (int i = 0; i < 200; i++) {
        double t = 0.5 * (low + high),
               v = amplitude / omega * (cos(omega * t) - cos(omega * t1)) + limit * (t - t1);
        if (v < 0) low = t;
        else high = t;
    }
    double t2 = low, slide = amplitude / (omega * omega) * (sin(omega * t2) - sin(omega * t1)) -
                             amplitude / omega * cos(omega * t1) * (t2 - t1) + 0.5 * limit * (t2 - t1) * (t2 - t1);
    /* it sticks at t2 if the floor asks for less than the limit there; here it does not slip back before t1 + π/ω
     */
    ck_assert(fabs(amplitude * sin(omega * t2)) < limit && t2 < t1 + PI / omega);
    double ends[] = {0.999 * t1, t2 + 0.5 * (t1 + PI / omega - t2), 0};
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(ends[i]);
        thud_body body = scene_body(s, m, 0, 0);
        thud_link link = friction(0, m * limit);
        scene_link(s, THUD_BODY_GROUND, body, &link);
        thud_model_set_ground(s->model,
                              &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = amplitude, .frequency = 1.5});
        scene_run(s);
        double x = s->summary->bodies[0].final_displacement;
        if (i == 0) ck_assert(x == 0);
        /* the slip begins at (1 + 1e-13) of the limit, and v grows from zero there; roundings of some terms */
        else ck_assert_double_le(fabs(x - slide), 1e-13 * fabs(slide));
        ck_assert(s->summary->bodies[0].final_velocity == 0);
        /* what holds it is m a, up to the limit */
        assert_relative(s->summary->links[0].max_force, i == 0 ? m * amplitude * sin(omega * ends[0]) : m * limit,
                        2e-13);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
        scene_close(s);
    }
}
END_TEST

/* two links side by side hold as much as both, in either direction, and slide together */
START_TEST(side_by_side) {
    for (int order = 0; order < 2; order++)
        for (int load = 0; load < 4; load++) {
            double force[] = {29.9, 30.1, -29.9, -30.1};
            scene *s = scene_open(2);
            thud_body body = scene_body(s, 2, 0, 0);
            thud_link weak = friction(0, 10), strong = friction(0, 20);
            scene_link(s, THUD_BODY_GROUND, body, order ? &strong : &weak);
            scene_link(s, body, THUD_BODY_GROUND, order ? &weak : &strong); /* the other way round */
            /* to one side first, so that one of them has given way there */
            thud_signal first = {.kind = THUD_SIGNAL_STEP, .amplitude = 25};
            thud_signal then = {.kind = THUD_SIGNAL_STEP, .amplitude = force[load] - 25, .start = 1};
            scene_force(s, body, &first);
            scene_force(s, body, &then);
            scene_run(s);
            double x = load % 2 ? copysign(0.5 * 0.1 / 2, force[load]) : 0; /* ½ (F − 30)/m t² */
            ck_assert_double_le(fabs(s->summary->bodies[0].final_displacement - x), 1e-11);
            scene_close(s);
        }
}
END_TEST

/* three bodies in a row that friction alone holds together, pulled at the last: they move as one as long as each
 * link has less to hold than it can; the force of each is that of the masses beyond it */
START_TEST(in_a_row) {
    double pull = 12, mass[] = {1, 2, 3};
    for (int weakest = 0; weakest < 3; weakest++) {
        scene *s = scene_open(0.5);
        for (int i = 0; i < 3; i++) scene_body(s, mass[i], 0.01 * i, 0);
        for (int i = 0; i < 2; i++) {
            /* link 0 has to hold mass 0, link 1 masses 0 and 1: 12/6 = 2 m/s² each */
            double need = i == 0 ? 2 : 6;
            thud_link link = friction(0, need * (weakest == i ? 0.9 : 1.1));
            scene_link(s, i, i + 1, &link);
        }
        scene_force(s, 2, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = pull});
        scene_run(s);
        double a[3] = {2, 2, 2};
        if (weakest == 0) a[0] = 1.8, a[1] = a[2] = (12 - 1.8) / 5;
        if (weakest == 1) a[0] = a[1] = 5.4 / 3, a[2] = (12 - 5.4) / 3;
        for (int i = 0; i < 3; i++)
            assert_relative(s->summary->bodies[i].final_displacement, 0.01 * i + 0.5 * a[i] * 0.25, 1e-13);
        for (int i = 0; i < 2; i++)
            assert_relative(s->summary->links[i].max_force, i == 0 ? a[0] : a[0] + 2 * a[1], 1e-13);
        scene_close(s);
    }
}
END_TEST

/* an impact has no patience with friction: the struck body slides from there, v²/(2f/m), and stops */
START_TEST(struck) {
    static const char *const laws[] = {"newton", "kelvin-voigt"};
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(3);
        thud_body slider = scene_body(s, 2, 0, 0), ball = scene_body(s, 1, -0.1, 3);
        thud_link link = friction(0, 4);
        scene_link(s, THUD_BODY_GROUND, slider, &link);
        scene_touch(s, ball, slider, scene_contact(laws[i], 0, 0.5, i ? 1e9 : 0));
        scene_run(s);
        /* 1·3·(1 + e)/3 = 1.5 m/s; the stiff contact lasts π√(m/k) ≈ 8e-5 s, in which friction takes 2 m/s² of it
         */
        assert_relative(s->summary->bodies[slider].final_displacement, 1.5 * 1.5 / (2 * 2), i ? 1e-3 : 1e-13);
        ck_assert(s->summary->bodies[slider].final_velocity == 0);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        scene_close(s);
    }
}
END_TEST

/* a slider that a force drives against a stop: it bounces, friction to and fro, and rests there; the stop bears
 * what the force is beyond the friction, and nothing goes on for ever */
START_TEST(against_a_stop) {
    double loads[] = {9, 5, 4.1};
    for (int i = 0; i < 3; i++) {
        scene *s = scene_open(4);
        thud_body slider = scene_body(s, 2, 0, 0);
        thud_link link = friction(0, 4);
        scene_link(s, THUD_BODY_GROUND, slider, &link);
        scene_touch(s, slider, THUD_BODY_GROUND, scene_contact("newton", 0.02, 0.6, 0));
        scene_force(s, slider, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = loads[i]});
        scene_run(s);
        /* after an impact it leaves with w under (F + f)/m and comes back under (F − f)/m: w √((F − f)/(F + f)) e
         */
        assert_relative(s->summary->bodies[slider].final_displacement, 0.02, 1e-13);
        ck_assert_double_le(fabs(s->summary->bodies[slider].final_velocity), 1e-15);
        ck_assert_uint_ge(s->summary->impacts, 2);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
        scene_close(s);
    }
}
END_TEST

/* the same with a stop that loses nothing: it leaves with w, for w m/(F + f), and comes back with w r,
 * r² = (F − f)/(F + f), for w r m/(F − f); all bounces are over after the sum of that series */
START_TEST(against_an_elastic_stop) {
    static const char *const laws[] = {"newton", "poisson"};
    const double m = 2, f = 4, gap = 0.02, loads[] = {9, 5, 4.1}, end = 9;
    for (int i = 0; i < 6; i++) {
        const double push = loads[i % 3], in = (push - f) / m, out = (push + f) / m, r = sqrt(in / out);
        scene *s = scene_open(end);
        thud_body slider = scene_body(s, m, 0, 0);
        thud_link link = friction(0, f);
        scene_link(s, THUD_BODY_GROUND, slider, &link);
        scene_touch(s, slider, THUD_BODY_GROUND, scene_contact(laws[i / 3], gap, 1, 0));
        scene_force(s, slider, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = push});
        scene_run(s);
        const double speed = sqrt(2 * in * gap), rest = speed / in + speed * (1 / out + r / in) / (1 - r);
        assert_relative(s->entries[1].approach_speed, speed * r, 1e-12);
        /* it rests when its flight is as long as rounding, 1e-15 of its place and as much of the gap; what it had
         * left by then is as long as the rest of the series */
        const double slow = sqrt(2 * in * 2e-15 * gap), left = slow * (1 / out + r / in) / (1 - r);
        ck_assert_double_le(fabs(end - rest - s->summary->contacts[0].stick_time), left);
        assert_relative(s->summary->bodies[slider].final_displacement, gap, 1e-13);
        assert_relative(s->summary->energy.hysteresis, push * gap, 1e-12);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
        scene_close(s);
    }
}
END_TEST

/* a body at rest on a rough floor, struck by another without loss: u = 2 M v/(M + m), and slides as far as
 * m u²/2 lasts against the friction */
START_TEST(struck_without_loss) {
    static const char *const laws[] = {"newton", "poisson"};
    const double m = 2, hammer = 1, v = 1.5, f = 3, u = 2 * hammer * v / (m + hammer);
    for (int i = 0; i < 2; i++) {
        scene *s = scene_open(2);
        thud_body slider = scene_body(s, m, 0, 0), striker = scene_body(s, hammer, 0, v);
        thud_link link = friction(0, f);
        scene_link(s, THUD_BODY_GROUND, slider, &link);
        scene_touch(s, striker, slider, scene_contact(laws[i], 0.01, 1, 0));
        scene_run(s);
        assert_relative(s->summary->bodies[slider].final_displacement, m * u * u / 2 / f, 1e-14);
        ck_assert_double_le(fabs(s->summary->bodies[slider].final_velocity), 1e-15);
        assert_relative(s->summary->energy.hysteresis, m * u * u / 2, 1e-14);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-14);
        scene_close(s);
    }
}
END_TEST

/*
 * Two bodies under their weight, with friction between them, whose point w₁x₁ + w₂x₂ rests on a rigid stop. Where
 * the friction holds, both are at rest: λ = (m₁ + m₂) g/(w₁ + w₂), and it has w₁λ − m₁g to hold. Where that is more
 * than it can, it slips with f towards that side: w₁a₁ + w₂a₂ = 0 of mᵢaᵢ = mᵢg − wᵢλ ± f gives λ.
 */
START_TEST(point_of_two) {
    int counts[2] = {0, 0};
    for (unsigned seed = 1; seed <= 150; seed++) {
        dice d = dice_of(seed);
        const double g = 9.81, end = 0.7, m[2] = {roll(&d, 1, 3), roll(&d, 1, 3)};
        const double w[2] = {roll(&d, 0.2, 1.2), roll(&d, 0.2, 1.2)}, sides[2] = {1, -1};
        double lambda = (m[0] + m[1]) * g / (w[0] + w[1]), need = w[0] * lambda - m[0] * g, a[2] = {0, 0};
        if (fabs(need) < 0.5) continue;
        const bool slips = seed % 2;
        double f = need * (slips ? roll(&d, 0.2, 0.95) : 1);
        const double limit = slips ? fabs(f) : fabs(need) * roll(&d, 1.05, 2);
        if (slips) {
            double pull = 0, inverse = 0;
            for (int i = 0; i < 2; i++) {
                pull += w[i] * (g + sides[i] * f / m[i]);
                inverse += w[i] * w[i] / m[i];
            }
            lambda = pull / inverse;
            for (int i = 0; i < 2; i++) a[i] = g - w[i] * lambda / m[i] + sides[i] * f / m[i];
        }
        scene *s = scene_open(end);
        for (int i = 0; i < 2; i++) scene_body(s, m[i], 0, 0);
        thud_link link = friction(0, limit);
        scene_link(s, 0, 1, &link);
        thud_gap_contact stop = scene_contact("newton", 0, 0.5, 0);
        const thud_body_id point = thud_model_add_point(s->model, 2, (thud_body_id[]){{0}, {1}}, w);
        thud_model_add_contact(s->model, "stop", point, THUD_GROUND, &stop);
        thud_model_set_gravity(s->model, g);
        scene_run(s);
        /* a few roundings of g for each; a slip begins at (1 + 1e-13) of the limit */
        for (int i = 0; i < 2; i++)
            ck_assert_double_eq_tol(s->summary->bodies[i].final_displacement, 0.5 * a[i] * end * end, 1e-12);
        assert_relative(s->summary->contacts[0].max_force, lambda, 1e-12);
        assert_relative(s->summary->links[0].max_force, fabs(f), 1e-12);
        ck_assert_double_eq_tol(s->summary->contacts[0].stick_time, end, 1e-15);
        const double slid = 0.5 * fabs(a[1] - a[0]) * end * end;
        ck_assert_double_eq_tol(s->summary->energy.hysteresis, limit * slid, 1e-11);
        /* what goes in is a difference: rounding of the work on either body, or of its weight over 1e-16 m at rest
         */
        const thud_energy_summary *e = &s->summary->energy;
        const double works = 0.5 * (m[0] * fabs(a[0]) + m[1] * fabs(a[1])) * g * end * end;
        ck_assert_double_le(fabs(e->input - e->hysteresis - e->impact - e->stored), 1e-13 * works + 1e-14);
        counts[slips]++;
        scene_close(s);
    }
    ck_assert_int_ge(counts[0], 50);
    ck_assert_int_ge(counts[1], 50);
}
END_TEST

/*
 * A point of one body that another one hangs on by friction, and of one that friction holds to the ground, on a
 * stop; beside them a body on a stop of its own. All are at rest, and each force follows from one body after the
 * other: m₁g in the link of the second, λ = (m₀ + m₁) g/w₀, and what is left of m₂g − w₂λ in that of the third.
 */
START_TEST(point_of_held_bodies) {
    for (unsigned seed = 1; seed <= 100; seed++) {
        dice d = dice_of(seed);
        const double g = 9.81, end = 0.5, w[2] = {roll(&d, 0.3, 1.2), roll(&d, 0.3, 1.2)};
        double m[4];
        scene *s = scene_open(end);
        for (int i = 0; i < 4; i++) scene_body(s, m[i] = roll(&d, 1, 3), 0, 0);
        const double lambda = (m[0] + m[1]) * g / w[0], of_third = m[2] * g - w[1] * lambda;
        thud_link hangs = friction(0, m[1] * g * roll(&d, 1.05, 2)),
                  held = friction(0, fabs(of_third) * roll(&d, 1.05, 2));
        scene_link(s, 0, 1, &hangs);
        scene_link(s, THUD_BODY_GROUND, 2, &held);
        thud_gap_contact stop = scene_contact("newton", 0, 0.5, 0);
        const thud_body_id point = thud_model_add_point(s->model, 2, (thud_body_id[]){{0}, {2}}, w);
        if (seed % 2) scene_touch(s, 3, THUD_BODY_GROUND, stop);
        thud_model_add_contact(s->model, "point", point, THUD_GROUND, &stop);
        if (seed % 2 == 0) scene_touch(s, 3, THUD_BODY_GROUND, stop);
        thud_model_set_gravity(s->model, g);
        scene_run(s);
        for (int i = 0; i < 4; i++) ck_assert_double_le(fabs(s->summary->bodies[i].final_displacement), 1e-14);
        /* a dozen roundings of forces of some 100 N */
        ck_assert_double_eq_tol(s->summary->links[0].max_force, m[1] * g, 1e-12);
        ck_assert_double_eq_tol(s->summary->links[1].max_force, fabs(of_third), 1e-12);
        ck_assert_double_eq_tol(s->summary->contacts[seed % 2].max_force, lambda, 1e-12);
        ck_assert_double_eq_tol(s->summary->contacts[1 - seed % 2].max_force, m[3] * g, 1e-12);
        ck_assert(s->summary->energy.hysteresis == 0);
        scene_close(s);
    }
}
END_TEST

/* a ball strikes a body that a force holds to a stop, while friction holds another one elsewhere: the stop gives
 * the ball's impulse back, (1 + e) m v, and neither of the two moves */
START_TEST(struck_on_a_stop) {
    const double end = 0.5, v = 3, e = 0.5, hit = 0.1 / v;
    scene *s = scene_open(end);
    thud_body body = scene_body(s, 2, 0, 0), held = scene_body(s, 3, 0, 0), ball = scene_body(s, 1, -0.1, v);
    thud_link link = friction(0, 10);
    scene_link(s, THUD_BODY_GROUND, held, &link);
    scene_touch(s, body, THUD_BODY_GROUND, scene_contact("newton", 0, e, 0));
    scene_touch(s, ball, body, scene_contact("newton", 0, e, 0));
    scene_force(s, body, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 6});
    scene_force(s, held, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = 7});
    scene_run(s);
    ck_assert_uint_eq(s->summary->contacts[1].impacts, 1);
    assert_relative(s->summary->contacts[1].impulse, (1 + e) * v, 1e-14);
    assert_relative(s->summary->contacts[0].impulse, (1 + e) * v + 6 * end, 1e-13);
    assert_relative(s->summary->bodies[ball].final_displacement, -e * v * (end - hit), 1e-13);
    for (thud_body i = body; i <= held; i++)
        ck_assert_double_le(fabs(s->summary->bodies[i].final_displacement), 1e-15);
    assert_relative(s->summary->links[0].max_force, 7, 1e-14);
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-13);
    scene_close(s);
}
END_TEST

/* two links that turn at one instant, because friction makes two of their ends one: what rounding does to the one
 * velocity must not set the other off again, a rounding of time later and without end. Three bodies that a record
 * of their own shakes; no event is at the same instant more than a few times, and the balance closes */
START_TEST(turn_together) {
    for (unsigned seed = 1; seed <= 150; seed++) {
        dice d = dice_of(seed);
        scene *s = scene_open(4);
        for (int i = 0; i < 3; i++) scene_body(s, roll(&d, 400, 2000), 0, 0);
        thud_link stuck = friction(roll(&d, 2e4, 8e4), roll(&d, 300, 600));
        thud_link yields = {.stiffness = roll(&d, 2e4, 8e4), .damping = roll(&d, 0, 300)},
                  bends = {.stiffness = 6e4};
        yields.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_BILINEAR, .yield = roll(&d, 200, 600)};
        bends.hysteresis = (thud_hysteresis){THUD_HYSTERESIS_BOUC_WEN, .yield = roll(&d, 150, 400),
                                             .hardening = 0.2, .exponent = 8, .beta = 0.9};
        scene_link(s, 0, 1, &stuck);
        scene_link(s, 1, 2, &yields);
        scene_link(s, 2, 0, &bends);
        for (int i = 0; i < 3; i++) scene_spring(s, THUD_BODY_GROUND, i, roll(&d, 3e3, 3e4), 0);
        thud_model_set_ground(
            s->model,
            &(thud_signal){.kind = THUD_SIGNAL_SINE, .amplitude = roll(&d, 1, 3), .frequency = roll(&d, 0.8, 2)});
        scene_build(s);
        ck_assert_msg(thud_simulation_run(s->simulation, NULL) == THUD_OK, "seed %u: %s", seed,
                      s->summary->error.text);
        ck_assert_msg(s->summary->solver.events < 2000, "seed %u: %zu events", seed,
                      (size_t)s->summary->solver.events);
        ck_assert_double_le(fabs(s->summary->energy.residual), 1e-10);
        scene_close(s);
    }
}
END_TEST

/* a row of bodies that friction makes one, the middle one as light as may be: all of them go with F/M, and what
 * each link holds is what the bodies beyond it take. The reactions are found by W, whose smallest pivot is the
 * share of masses: two rounds leave its square of them, and u */
START_TEST(light_between_heavy) {
    static const double SHARES[] = {1, 1e-3, 1e-6, 1e-9};
    for (size_t i = 0; i < 4; i++) {
        const double m = SHARES[i], pull = 3, whole = 2 + 2.5 + m;
        scene *s = scene_open(1);
        const thud_body one = scene_body(s, 2, 0, 0), light = scene_body(s, m, 0, 0),
                        two = scene_body(s, 2.5, 0, 0);
        const thud_link link = friction(0, 10);
        scene_link(s, one, light, &link);
        scene_link(s, light, two, &link);
        scene_force(s, two, &(thud_signal){.kind = THUD_SIGNAL_STEP, .amplitude = pull});
        scene_run(s);
        for (int j = 0; j < 3; j++)
            assert_relative(s->summary->bodies[j].final_displacement, 0.5 * pull / whole, 1e-13);
        assert_relative(s->summary->links[0].max_force, pull * 2 / whole, 1e-13);
        assert_relative(s->summary->links[1].max_force, pull * (2 + m) / whole, 1e-13);
        scene_close(s);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("friction");
    tcase_add_test(tests, decay);
    tcase_add_test(tests, shaken_floor);
    tcase_add_test(tests, side_by_side);
    tcase_add_test(tests, in_a_row);
    tcase_add_test(tests, struck);
    tcase_add_test(tests, against_a_stop);
    tcase_add_test(tests, against_an_elastic_stop);
    tcase_add_test(tests, struck_without_loss);
    tcase_add_test(tests, point_of_two);
    tcase_add_test(tests, point_of_held_bodies);
    tcase_add_test(tests, struck_on_a_stop);
    tcase_add_test(tests, turn_together);
    tcase_add_test(tests, light_between_heavy);
    return run_suite("friction", tests);
}
