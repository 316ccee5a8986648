/* The course of an impact: ends, equation of motion, energy, and the same states as closed forms give. */
#include <thud/impact.h>

#include "laws.h"
#include "suite.h"

enum { COUNT = 2001 };
static thud_impact_state states[COUNT];

/* under the sanitizers fewer exponents: every branch is there all the same */
#if defined(__SANITIZE_ADDRESS__)
static const double EXPONENT_STEP = 0.5;
#else
static const double EXPONENT_STEP = 0.1;
#endif

static thud_impact_options options_of(const thud_law *law, double n, thud_separation separation) {
    thud_impact_options o = thud_impact_options_default(law);
    o.restitution = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : 0.35;
    o.damping = THUD_DAMPING_EXACT;
    o.exponent = n;
    o.separation = separation;
    return o;
}

/*
 * ∫ F dδ = ∫ F v dt by Simpson's rule between two samples well inside: near contact the force goes with a broken
 * power of time, which costs the rule its order, and at the turn Jankowski's damper drops out.
 */
enum { FIRST = 100, LAST = COUNT - 101 };

static double work_inside(void) {
    double h = states[1].time - states[0].time, sum = 0;
    for (int i = FIRST; i < LAST; i += 2)
        sum += states[i].force * states[i].velocity + 4 * states[i + 1].force * states[i + 1].velocity +
               states[i + 2].force * states[i + 2].velocity;
    return sum * h / 3;
}

static void check_course(const thud_impact_options *o) {
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(o, &hit), THUD_OK);
    ck_assert_int_eq(thud_impact_sample(o, COUNT, states), THUD_OK);

    /* from contact to separation */
    ck_assert_double_eq(states[0].time, 0);
    ck_assert_double_eq(states[0].penetration, 0);
    ck_assert_double_eq(states[0].velocity, 1);
    const thud_impact_state *end = &states[COUNT - 1];
    assert_relative(end->time, hit.contact_time, 1e-12);
    assert_relative(-end->velocity, hit.restitution, 1e-11);
    ck_assert_double_eq_tol(end->penetration, hit.separation_penetration, 1e-11);

    /* there a linear damper still pulls with c v, unless it lets go first; all others have let go */
    bool linear = hit.exponent_p == 0 && !is_general(o->law) && !o->law->structure->approach_only;
    bool pulls = linear && hit.separation_penetration == 0;
    ck_assert_double_eq_tol(end->force, pulls ? hit.damping * end->velocity : 0, 1e-12);

    double deepest = 0, strongest = 0, h = states[1].time;
    bool even = true, bounded = true;
    for (int i = 0; i < COUNT; i++) {
        deepest = fmax(deepest, states[i].penetration);
        strongest = fmax(strongest, states[i].force);
        even = even && fabs(states[i].time - i * h) <= 1e-12;
        bounded = bounded && states[i].force >= hit.min_force - 1e-11;
    }
    ck_assert(even && bounded);
    /* sampled peaks lie under the true ones by h²/8 of the curvature, here at most some 1e-6; after a start with a
       jump, by a whole step */
    ck_assert_double_le(deepest, hit.max_penetration * (1 + 1e-12));
    assert_relative(deepest, hit.max_penetration, 1e-5);
    ck_assert_double_le(strongest, hit.max_force * (1 + 1e-12));
    /* a peak at a corner of a force lies above by a part of a step */
    assert_relative(strongest, hit.max_force, is_general(o->law) ? 1e-3 : 1e-4);

    /*
     * Energy balance: the kinetic energy lost is the work of the contact force. Simpson's error is some 1e-9, but
     * 1e-6 where the slope of the force jumps, as it does at the turn of two stiffnesses
     * and at the corners of general laws.
     */
    double v1 = states[FIRST].velocity, v2 = states[LAST].velocity;
    bool corners = o->law->structure->kind == THUD_FORCE_BILINEAR || is_general(o->law);
    double rule = corners ? 2e-6 : 2e-8;
    ck_assert_double_eq_tol(work_inside(), (v1 * v1 - v2 * v2) / 2, rule);
}

START_TEST(every_compliant_law) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (law->structure->kind == THUD_FORCE_IMPULSIVE) {
        thud_impact_options o = options_of(law, 1, THUD_SEPARATION_RETURN);
        ck_assert_int_eq(thud_impact_sample(&o, 2, states), THUD_ERROR_ARGUMENT);
        return;
    }
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (double n = law->exponent_min; n <= law->exponent_max; n += EXPONENT_STEP) {
            thud_impact_options o = options_of(law, n, (thud_separation)separation);
            if (law->structure->adheres && separation == THUD_SEPARATION_ZERO_FORCE)
                ck_assert_int_eq(thud_impact_sample(&o, 2, states), THUD_ERROR_ARGUMENT);
            else check_course(&o);
        }
}
END_TEST

/* Kelvin–Voigt: δ = e^(−ζt) sin(ηt)/η, sample by sample */
START_TEST(damped_sine) {
    thud_impact_options o = options_of(thud_law_find("kelvin-voigt"), 1, THUD_SEPARATION_RETURN);
    ck_assert_int_eq(thud_impact_sample(&o, COUNT, states), THUD_OK);
    double loss = -log(0.35), pi = acos(-1), zeta = loss / sqrt(pi * pi + loss * loss), eta = sqrt(1 - zeta * zeta);
    for (int i = 0; i < COUNT; i++) {
        double t = states[i].time, decay = exp(-zeta * t), sine = sin(eta * t) / eta;
        ck_assert_double_eq_tol(states[i].penetration, decay * sine, 1e-14);
        ck_assert_double_eq_tol(states[i].velocity, decay * (cos(eta * t) - zeta * sine), 1e-14);
    }
}
END_TEST

/* the last state is the one the impact ends with, as its closed form has it */
static void assert_ends(const thud_impact_options *o, size_t count) {
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(o, &hit), THUD_OK);
    ck_assert_int_eq(thud_impact_sample(o, count, states), THUD_OK);
    assert_relative(states[count - 1].time, hit.contact_time, 1e-11);
    assert_relative(-states[count - 1].velocity, hit.restitution, 1e-11);
    for (size_t i = 1; i < count; i++) ck_assert_double_gt(states[i].time, states[i - 1].time);
}

/*
 * A step that begins just before δ = 0 sees nothing but powers with wide gaps between them; one that took the gap
 * for the end of the series went through the return and came out deep inside. The first two restitutions did.
 */
START_TEST(not_past_the_return) {
    thud_impact_options o = options_of(thud_law_find("flores"), 1.75, THUD_SEPARATION_DEFAULT);
    double unlucky[] = {0.25083559267604005, 0.13755298112705694};
    for (int i = 0; i < 2; i++) {
        o.restitution = unlucky[i];
        thud_impact hit;
        ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_OK);
        assert_relative(hit.restitution, unlucky[i], 1e-11);
        assert_ends(&o, 6);
    }
    for (int n = 0; n < 5; n++)
        for (double e = 0.1; e < 1; e += 0.00137) {
            o.exponent = 1 + n / 4.0;
            o.restitution = e;
            assert_ends(&o, 6);
        }
}
END_TEST

/* overdamped Kelvin–Voigt, most of it in strides along the slow way: δ = (e^(−at) − e^(−bt))/(b − a), ab = 1 */
START_TEST(creeping_back) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    o.damping = THUD_DAMPING_GIVEN;
    for (double damping = 3; damping < 1e9; damping *= 5.1) {
        o.damping_value = damping;
        double b = damping / 2 + sqrt(damping * damping / 4 - 1), a = 1 / b;
        ck_assert_int_eq(thud_impact_sample(&o, COUNT, states), THUD_OK);
        for (int i = 1; i < COUNT; i++) {
            double t = states[i].time, slow = exp(-a * t), fast = exp(-b * t);
            assert_relative(states[i].penetration, (slow - fast) / (b - a), 1e-13);
            /* the two parts cancel at the turn */
            ck_assert_double_eq_tol(states[i].velocity, (b * fast - a * slow) / (b - a),
                                    2e-14 * (b * fast + a * slow) / (b - a));
        }
        double left = states[COUNT - 1].penetration * damping; /* of 1/χ, the deepest but for χ^(−2) ln χ */
        if (damping > 100) ck_assert(left > 1.0 / 41 && left < 1.0 / 20);
    }
}
END_TEST

/* the same for a power law: Kuwabara–Kono to its end, a linear damper until it is no more shown */
START_TEST(heavy_dampers) {
    static const char *const laws[] = {"kuwabara-kono", "poursina-nikravesh", "tsuji"};
    for (int i = 0; i < 3; i++)
        for (double damping = 20; damping < 1e20; damping *= 310) {
            thud_impact_options o = thud_impact_options_default(thud_law_find(laws[i]));
            o.separation = THUD_SEPARATION_RETURN;
            o.damping = THUD_DAMPING_GIVEN;
            o.damping_value = damping;
            if (i == 0) assert_ends(&o, COUNT);
            ck_assert_int_eq(thud_impact_sample(&o, COUNT, states), THUD_OK);
            /*
             * The creeping speed is the slope of the creeping penetration, but for the h²/6 of a central
             * difference; h is up to a seventh of the time in which the penetration falls to 1/e.
             */
            for (int k = COUNT / 4; k < COUNT / 2; k++) {
                double h = states[1].time, rise = states[k + 1].penetration - states[k - 1].penetration;
                assert_relative(states[k].velocity, rise / (2 * h), 4e-3);
            }
        }
    /* with p next to 0 and a singular contact */
    thud_impact_options o = thud_impact_options_default(thud_law_find("tsuji"));
    o.exponent = 1.1;
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 1e8;
    ck_assert_int_eq(thud_impact_sample(&o, 3, states), THUD_OK);
    for (int i = 0; i < 3; i++)
        ck_assert(isfinite(states[i].penetration) && isfinite(states[i].velocity) && isfinite(states[i].force));
    ck_assert(states[2].penetration > 0 && states[2].penetration < states[1].penetration);
}
END_TEST

/* many instants, found one from another, are those that few give */
START_TEST(many_points) {
    static const char *const laws[] = {"flores", "tsuji", "poursina-nikravesh", "kuwabara-kono"};
    enum { FEW = 11, MANY = 10 * 20000 + 1 };
    thud_impact_state few[FEW], *many = malloc(MANY * sizeof *many);
    for (int i = 0; i < 4; i++) {
        thud_impact_options o = options_of(thud_law_find(laws[i]), 1.5, THUD_SEPARATION_RETURN);
        ck_assert_int_eq(thud_impact_sample(&o, FEW, few), THUD_OK);
        ck_assert_int_eq(thud_impact_sample(&o, MANY, many), THUD_OK);
        for (int k = 0; k < FEW; k++) { /* times are rounded, and with them the states */
            ck_assert_double_eq_tol(many[k * 20000].penetration, few[k].penetration, 2e-15);
            ck_assert_double_eq_tol(many[k * 20000].velocity, few[k].velocity, 4e-15);
        }
        bool slower = true;
        for (int k = 1; k <= MANY / 2; k++) slower = slower && many[k].velocity <= many[k - 1].velocity + 1e-15;
        ck_assert(slower);
    }
    free(many);
}
END_TEST

/* what does not fit into a double is refused before anything is written */
START_TEST(overflow) {
    thud_impact_options o = options_of(thud_law_find("flores"), 1.5, THUD_SEPARATION_DEFAULT);
    o.stiffness = 1e-100;
    o.mass = o.speed = 1e100;
    thud_impact hit;
    states[0].time = states[1].force = 42;
    ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_ERROR_OVERFLOW);
    ck_assert_int_eq(thud_impact_sample(&o, 2, states), THUD_ERROR_OVERFLOW);
    ck_assert(states[0].time == 42 && states[1].force == 42);
}
END_TEST

/* an endless impact is shown until a twentieth of the penetration is left, not for ever */
START_TEST(endless) {
    static const char *const laws[] = {"kelvin-voigt", "poursina-nikravesh"};
    for (int i = 0; i < 2; i++) {
        thud_impact_options o = thud_impact_options_default(thud_law_find(laws[i]));
        o.separation = THUD_SEPARATION_RETURN;
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = 5;
        thud_impact hit;
        ck_assert_int_eq(thud_impact_solve(&o, &hit), THUD_OK);
        ck_assert_int_eq(thud_impact_sample(&o, COUNT, states), THUD_OK);
        double left = states[COUNT - 1].penetration / hit.max_penetration;
        ck_assert(left > 0 && left < 1.0 / 20);
        for (int k = 1; k < COUNT; k++) ck_assert_double_gt(states[k].time, states[k - 1].time);
    }
}
END_TEST

START_TEST(bad_counts) {
    thud_impact_options o = options_of(thud_law_find("flores"), 1.5, THUD_SEPARATION_DEFAULT);
    ck_assert_int_eq(thud_impact_sample(&o, 1, states), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_sample(&o, 0, states), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_sample(&o, 2, NULL), THUD_ERROR_ARGUMENT);
    o.law = thud_law_find("newton");
    o.exponent = 1;
    ck_assert_int_eq(thud_impact_sample(&o, 2, states), THUD_ERROR_ARGUMENT);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("sample");
    tcase_add_loop_test(tests, every_compliant_law, 0, (int)thud_law_count());
    tcase_add_test(tests, damped_sine);
    tcase_add_test(tests, not_past_the_return);
    tcase_add_test(tests, creeping_back);
    tcase_add_test(tests, heavy_dampers);
    tcase_add_test(tests, many_points);
    tcase_add_test(tests, overflow);
    tcase_add_test(tests, endless);
    tcase_add_test(tests, bad_counts);
    return run_suite("sample", tests);
}
