/*
 * Restitution that depends on the approach speed: every impact of every law returns e of the speed at which its gap
 * closed; slower approaches than the threshold have that of the threshold. The curves are evaluated here by
 * formulas of the test's own.
 */
#include "laws.h"
#include "numeric/random.h"
#include "simulate/scene.h"
#include "system/row.h"

static double roll(thud_random *r, double low, double high) { return low + (high - low) * thud_random_uniform(r); }

/* through two to sixteen points from 1e-3 m/s on, or a power */
static thud_restitution_curve random_curve(thud_random *r) {
    thud_restitution_curve c = {.kind = THUD_RESTITUTION_POWER};
    bool power = thud_random_uniform(r) < 0.5;
    c.a = roll(r, 0.05, 0.4);
    c.b = roll(r, 0.1, 0.6);
    c.least = roll(r, 0.05, 0.3);
    if (power) return c;
    c = (thud_restitution_curve){.kind = THUD_RESTITUTION_POINTS, .count = 2 + (size_t)(14.999 * roll(r, 0, 1))};
    double v = 2e-3;
    for (size_t i = 0; i < c.count; i++) {
        c.speed[i] = v;
        c.restitution[i] = roll(r, 0.2, 0.95);
        v *= pow(10, roll(r, 0.05, 0.6));
    }
    return c;
}

/* Lagrange's form between two points */
static double expected(const thud_restitution_curve *c, double v) {
    if (c->kind == THUD_RESTITUTION_POWER) {
        double e = 1 - c->a * exp2(c->b * log2(v));
        return e < c->least ? c->least : e;
    }
    if (v <= c->speed[0]) return c->restitution[0];
    if (v >= c->speed[c->count - 1]) return c->restitution[c->count - 1];
    size_t i = 0;
    while (c->speed[i + 1] < v) i++;
    double p = log10(c->speed[i]), q = log10(c->speed[i + 1]), x = log10(v);
    return c->restitution[i] * (x - q) / (p - q) + c->restitution[i + 1] * (x - p) / (q - p);
}

/*
 * A ball that falls from h: speeds v, e(v) v, …; flights of 2 v⁺/g; once slower than the threshold e is constant,
 * and the rest of the time is 2 w/(g (1 − e)). Rounding: some operations of 1e-16 in each of up to a few hundred
 * impacts, and of the place, 1e-16 h, which is 1e-16 g h/v of a speed v.
 */
START_TEST(bouncing_ball_in_closed_form) {
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    double h = roll(&random, 0.05, 3), g = roll(&random, 1, 20), threshold = 1e-3;
    thud_restitution_curve curve = random_curve(&random);
    thud_gap_contact floor = scene_contact(_i % 2 == 0 ? "newton" : "poisson", h, NAN, 0);
    floor.restitution = 1;
    floor.restitution_curve = curve;
    double v = sqrt(2 * g * h), t = v / g, time[SCENE_ENTRIES], speed[SCENE_ENTRIES];
    size_t count = 0;
    for (; v > threshold && count < SCENE_ENTRIES; count++) {
        time[count] = t;
        speed[count] = v;
        v *= expected(&curve, v);
        t += 2 * v / g;
    }
    ck_assert_uint_lt(count, SCENE_ENTRIES);
    double e = expected(&curve, threshold), rest = t + 2 * e * v / (g * (1 - e)), duration = rest * 1.1;
    scene *s = scene_open(duration);
    scene_touch(s, scene_body(s, roll(&random, 0.1, 10), 0, 0), THUD_BODY_GROUND, floor);
    thud_model_set_gravity(s->model, g);
    scene_run(s);
    ck_assert_uint_eq(s->summary->impacts, count);
    for (size_t i = 0; i < count; i++) {
        double lost = 1e-15 * (double)(i + 1) * (g * h / speed[i] + speed[i]);
        ck_assert_double_eq_tol(s->entries[i].time, time[i], 1e-14 * (double)(i + 1) * t + lost / g);
        ck_assert_double_eq_tol(s->entries[i].approach_speed, speed[i], lost);
        ck_assert_double_eq_tol(s->entries[i].restitution, expected(&curve, speed[i]), 1e-9);
    }
    /* the limit: g and 1 − e as above, and the last bounces that are summed up, whose speed is known to `lost` */
    double lost = 1e-13 * g * h / threshold / (g * (1 - e));
    ck_assert_double_eq_tol(s->summary->contacts[0].stick_time, duration - rest, 1e-9 * duration + lost);
    scene_close(s);
}
END_TEST

/* every law but elastic ones: to and fro between two stops, ever slower, without a load. Free impacts return e to
 * the tolerance of contact phases; 1e-9 is promised */
START_TEST(free_impacts_of_every_law) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind == THUD_FORCE_ELASTIC || is_general(law)) return;
    for (unsigned seed = 0; seed < 4; seed++) {
        thud_random random = thud_random_seed(100 * (uint64_t)_i + seed);
        thud_restitution_curve curve = random_curve(&random);
        bool impulsive = law->structure->kind == THUD_FORCE_IMPULSIVE;
        thud_gap_contact stop = scene_contact(law->name, 0.3, 1, impulsive ? 0 : pow(10, roll(&random, 4, 7)));
        stop.restitution_curve = curve;
        if (seed % 2 == 1 && law->structure->kind == THUD_FORCE_VISCOUS)
            stop.separation = seed == 1 ? THUD_SEPARATION_RETURN : THUD_SEPARATION_ZERO_FORCE;
        scene *s = scene_open(20);
        thud_body ball = scene_body(s, roll(&random, 0.5, 5), 0, roll(&random, 1, 8));
        scene_touch(s, ball, THUD_BODY_GROUND, stop);
        scene_touch(s, THUD_BODY_GROUND, ball, stop);
        scene_run(s);
        ck_assert_uint_ge(s->count, 2);
        for (size_t i = 0; i < s->count; i++) {
            if (!s->entries[i].ended) continue;
            double e = expected(&curve, s->entries[i].approach_speed);
            ck_assert_msg(fabs(s->entries[i].restitution - e) <= 1e-9, "%s, seed %u, row %zu: %.12g, not %.12g",
                          law->name, seed, i, s->entries[i].restitution, e);
        }
        scene_close(s);
    }
}
END_TEST

/* two stiffnesses under a load: on the set that is left, too, the impact has the restitution of its own speed */
static size_t impacts_on_set(uint64_t seed) {
    thud_random random = thud_random_seed(seed);
    thud_restitution_curve curve = random_curve(&random);
    thud_gap_contact floor = scene_contact("valles-reinhorn", 0.05, 1, pow(10, roll(&random, 4, 5)));
    floor.restitution_curve = curve;
    scene *s = scene_open(2);
    scene_touch(s, scene_body(s, roll(&random, 1, 5), 0, 0), THUD_BODY_GROUND, floor);
    thud_model_set_gravity(s->model, 9.81);
    scene_run(s);
    size_t on_set = 0;
    for (size_t i = 0; i < s->count; i++) {
        const thud_impact_entry *p = &s->entries[i];
        if (!p->ended) continue;
        on_set += i > 0 && p->separation_penetration > s->entries[i - 1].separation_penetration;
        /* rounding of the place, 1e-16 of 0.05 m, in a speed: 1e-16 g h/v, at both ends */
        double lost = 1e-12 * 9.81 * 0.1 / (p->approach_speed * p->approach_speed);
        ck_assert_double_eq_tol(p->restitution, expected(&curve, p->approach_speed), 1e-12 + lost);
    }
    ck_assert_double_le(fabs(s->summary->energy.residual), 1e-12);
    scene_close(s);
    return on_set;
}

START_TEST(impacts_on_a_set) {
    size_t on_set = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) on_set += impacts_on_set(seed);
    ck_assert_uint_ge(on_set, 20);
}
END_TEST

/* the same ball as a system of C functions, which has its own integrator, with tolerance 1e-9 a step */
START_TEST(as_a_system) {
    static const char *const laws[] = {"newton", "flores", "valles-reinhorn", "kelvin-voigt"};
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    thud_restitution_curve curve = random_curve(&random);
    const char *law = laws[_i % 4];
    double k = strcmp(law, "newton") == 0 ? 0 : 1e5;
    thud_gap_contact wall = scene_contact(law, 0, 1, k);
    wall.restitution_curve = curve;
    row r = {.count = 1, .mass = {2}, .gravity = 9.81};
    thud_system system = row_system(&r, &wall);
    thud_system_options options = options_for(0.8);
    outcome o = {0};
    double q = -0.2, v = 0;
    solve(&o, &system, &options, &q, &v);
    ck_assert_int_eq(o.status, THUD_OK);
    scene *s = scene_open(0.8);
    scene_touch(s, scene_body(s, 2, -0.2, 0), THUD_BODY_GROUND, wall);
    thud_model_set_gravity(s->model, 9.81);
    scene_run(s);
    ck_assert_uint_eq(o.summary.impacts, s->summary->impacts);
    ck_assert_double_eq_tol(q, s->summary->bodies[0].final_displacement, 1e-6 * 0.2);
    for (size_t i = 0; i < s->count && i < ENTRY_LIMIT; i++)
        ck_assert_double_eq_tol(o.record.entries[i].approach_speed, s->entries[i].approach_speed, 1e-6);
    scene_close(s);
}
END_TEST

START_TEST(element_with_a_restitution_of_each_impact) {
    thud_impact_options options = thud_impact_options_default(thud_law_find("tsuji"));
    options.restitution = 0.9;
    options.stiffness = 1e6;
    options.mass = 2;
    thud_contact contact;
    ck_assert_int_eq(thud_contact_init(&contact, &options), THUD_OK);
    options.restitution = 0.4;
    options.speed = 3;
    double damping;
    ck_assert_int_eq(thud_calibrate(&options, &damping), THUD_OK);
    ck_assert_int_eq(thud_contact_begin_with(&contact, 3, 0.4), THUD_OK);
    ck_assert_double_eq(contact.damping, damping);
    ck_assert_int_eq(thud_contact_begin(&contact, 3), THUD_OK); /* still for 0.4 */
    ck_assert_double_eq(contact.damping, damping);
    ck_assert_int_ne(thud_contact_begin_with(&contact, 3, 0), THUD_OK);
    ck_assert(!contact.active);
    ck_assert_int_ne(thud_contact_begin_with(&contact, 3, NAN), THUD_OK);
    ck_assert_int_ne(thud_contact_begin_with(NULL, 3, 0.5), THUD_OK);
}
END_TEST

/* 1 − a v^b has come to zero, which no damper returns: the run says so, and where */
START_TEST(no_restitution_left) {
    thud_gap_contact stop = scene_contact("flores", 0.1, 1, 1e6);
    stop.restitution_curve = (thud_restitution_curve){.kind = THUD_RESTITUTION_POWER, .a = 0.5, .b = 1};
    for (int rigid = 0; rigid < 2; rigid++) {
        if (rigid) stop = scene_contact("newton", 0.1, 1, 0);
        stop.restitution_curve = (thud_restitution_curve){.kind = THUD_RESTITUTION_POWER, .a = 0.5, .b = 1};
        scene *s = scene_open(1);
        scene_touch(s, scene_body(s, 1, 0, 4), THUD_BODY_GROUND, stop);
        scene_try(s);
        if (rigid) { /* a plastic impact */
            ck_assert_int_eq(s->status, THUD_OK);
            ck_assert_double_eq(s->entries[0].restitution, 0);
        } else {
            ck_assert_int_eq(s->status, THUD_ERROR_UNREACHABLE);
            ck_assert_ptr_nonnull(strstr(s->summary->error.text,
                                         "contact 'contact0': its restitution is zero at an "
                                         "approach of 4 m/s"));
        }
        scene_close(s);
    }
}
END_TEST

/* CVODE evaluates the curve by itself, and follows the same course */
START_TEST(verified) {
    static const char *const laws[] = {"newton", "flores", "valles-reinhorn", "kelvin-voigt", "poisson"};
    thud_random random = thud_random_seed((uint64_t)_i + 1);
    const char *law = laws[_i % 5];
    bool rigid = strcmp(law, "newton") == 0 || strcmp(law, "poisson") == 0;
    scene *s = scene_open(2);
    thud_body a = scene_body(s, roll(&random, 1, 3), 0, 1), b = scene_body(s, roll(&random, 1, 3), 0, -1);
    scene_spring(s, THUD_BODY_GROUND, a, 30, 0.2);
    scene_spring(s, b, THUD_BODY_GROUND, 20, 0.1);
    thud_gap_contact c = scene_contact(law, 0.05, 1, rigid ? 0 : 1e4);
    c.restitution_curve = random_curve(&random);
    scene_touch(s, a, b, c);
    scene_build(s);
    thud_verification v;
    thud_status status = thud_verify(s->model, NULL, NULL, NULL, &v);
    if (status == THUD_ERROR_UNSUPPORTED) printf("not verified: %s\n", v.error.text); /* built without SUNDIALS */
    else {
        ck_assert_msg(status == THUD_OK, "%s", v.error.text);
        ck_assert(v.agrees);
        ck_assert_uint_gt(v.impacts, 0);
        ck_assert_double_le(v.max_difference, 1e-9); /* a few impacts, not chaotic: CVODE's 1e-13 in some steps */
    }
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("restitution");
    tcase_add_loop_test(tests, bouncing_ball_in_closed_form, 0, 120);
    tcase_add_loop_test(tests, free_impacts_of_every_law, 0, (int)thud_law_count());
    tcase_add_test(tests, impacts_on_a_set);
    tcase_add_loop_test(tests, as_a_system, 0, 8);
    tcase_add_test(tests, element_with_a_restitution_of_each_impact);
    tcase_add_test(tests, no_restitution_left);
    tcase_add_loop_test(tests, verified, 0, 10);
    return run_suite("restitution against speed", tests);
}
