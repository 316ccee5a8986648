/* One impact: closed form against integration, units, separation rules, energy, corners, bad input. */
#include <string.h>

#include <thud/impact.h>

#include "laws.h"
#include "suite.h"

static thud_impact_options frame(const char *name, double e, double n, thud_separation separation) {
    thud_impact_options o = thud_impact_options_default(thud_law_find(name));
    o.restitution = e;
    o.exponent = n;
    o.separation = separation;
    o.damping = THUD_DAMPING_EXACT;
    return o;
}

static thud_impact solved(const thud_impact_options *o) {
    thud_impact hit;
    ck_assert_int_eq(thud_impact_solve(o, &hit), THUD_OK);
    return hit;
}

static thud_impact integrated(const thud_impact_options *o) {
    thud_impact hit;
    ck_assert_int_eq(thud_impact_integrate(o, &hit), THUD_OK);
    return hit;
}

/*
 * The closed forms share no line with the integrator, but for the relation that gives the damping. Both are good to
 * some 1e-14; contact times of closed forms come from a quadrature good to 1e-14, pull forces are compared with the
 * push.
 */
static void assert_same_impact(const thud_impact *a, const thud_impact *b) {
    assert_relative(a->restitution, b->restitution, 1e-12);
    assert_relative(a->contact_time, b->contact_time, 1e-12);
    assert_relative(a->approach_time, b->approach_time, 1e-12);
    assert_relative(a->max_penetration, b->max_penetration, 1e-12);
    assert_relative(a->max_force, b->max_force, 1e-12);
    assert_relative(a->impulse, b->impulse, 1e-12);
    ck_assert_double_eq_tol(a->energy_lost, b->energy_lost, 1e-13);
    ck_assert_double_eq_tol(a->min_force, b->min_force, 1e-11 * b->max_force);
    ck_assert_double_eq_tol(a->separation_penetration, b->separation_penetration, 1e-12 * b->max_penetration);
}

START_TEST(closed_form_agrees_with_integration) {
    static const char *const laws[] = {"kelvin-voigt", "tsuji", "jankowski-2006", "mahmoud-jankowski", "flores"};
    const thud_law *law = thud_law_find(laws[_i]);
    for (int separation = THUD_SEPARATION_RETURN; separation <= THUD_SEPARATION_ZERO_FORCE; separation++)
        for (double n = law->exponent_min; n <= law->exponent_max; n += 0.125)
            for (double e = 0.01; e < 1; e += 0.0733) {
                thud_impact_options o = frame(laws[_i], e, n, (thud_separation)separation);
                thud_impact closed = solved(&o), open = integrated(&o);
                assert_same_impact(&open, &closed);
            }
}
END_TEST

/* Hertz: T = 2 (n+1)^(1/(n+1)) … ∫; the classical numbers for n = 1 and 3/2 */
START_TEST(elastic_impacts) {
    thud_impact_options o = frame("hertz", 1, 1.5, THUD_SEPARATION_DEFAULT);
    thud_impact hit = solved(&o);
    assert_relative(hit.contact_time, 3.218065459719043, 1e-14);
    assert_relative(hit.max_penetration, pow(1.25, 0.4), 1e-15);
    assert_relative(hit.max_force, pow(1.25, 0.6), 1e-15);
    ck_assert_double_eq(hit.restitution, 1);
    ck_assert_double_eq(hit.energy_lost, 0);
    o.law = thud_law_find("linear");
    o.exponent = 1;
    hit = solved(&o);
    assert_relative(hit.contact_time, acos(-1), 1e-15);
    assert_relative(hit.max_force, 1, 1e-15);
    /* an elastic law does not care which restitution is asked, published damping being its own */
    o.restitution = 0.3;
    o.damping = THUD_DAMPING_PUBLISHED;
    ck_assert_double_eq(solved(&o).restitution, 1);
}
END_TEST

/* overdamped Kelvin–Voigt never parts at δ = 0; clamped, it does (values of the frame of Chanda et al.) */
START_TEST(overdamped) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("kelvin-voigt"));
    o.damping = THUD_DAMPING_GIVEN;
    o.damping_value = 2 * 1.386294361119891;
    thud_impact closed = solved(&o), open = integrated(&o);
    ck_assert_double_eq(closed.restitution, 0);
    ck_assert(isinf(closed.contact_time) && isinf(open.contact_time));
    ck_assert_double_eq(closed.energy_lost, 0.5);
    assert_relative(closed.min_force, open.min_force, 1e-12);
    assert_relative(closed.max_force, o.damping_value, 1e-15);
    o.separation = THUD_SEPARATION_ZERO_FORCE;
    closed = solved(&o);
    assert_relative(closed.restitution, 0.08518387994189742, 1e-12);
    assert_relative(closed.contact_time, 1.77663787337213, 1e-12);

    /* the same for a Hertz spring, whose critical damping for n = 3/2 lies between 1.127 and 1.129 */
    o = thud_impact_options_default(thud_law_find("poursina-nikravesh"));
    o.damping = THUD_DAMPING_GIVEN;
    o.separation = THUD_SEPARATION_RETURN;
    o.damping_value = 1.127;
    ck_assert_double_gt(solved(&o).restitution, 0);
    o.damping_value = 1.129;
    ck_assert_double_eq(solved(&o).restitution, 0);
    ck_assert(isinf(solved(&o).contact_time));
}
END_TEST

/* an impact in SI is the one in the frame, scaled: L = (m v²/k)^(1/(n+1)) */
START_TEST(units) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        thud_force_kind kind = law->structure->kind;
        if (kind == THUD_FORCE_IMPULSIVE) continue;
        thud_impact_options o = thud_impact_options_default(law);
        o.restitution = 0.6;
        o.damping = THUD_DAMPING_PUBLISHED; /* elastic laws have no exact one for it */
        thud_impact unit = solved(&o);
        o.stiffness = 5e9;
        o.mass = 6e5;
        o.speed = 0.4;
        double n = o.exponent, length = pow(o.mass * o.speed * o.speed / o.stiffness, 1 / (n + 1));
        const thud_structure *s = law->structure; /* what some laws have is a length */
        if (s->extra_count > 0 && strcmp(s->extras[0].row.unit, "m") == 0) o.extra[0] *= length;
        thud_impact hit = solved(&o);
        assert_relative(hit.restitution, unit.restitution, 1e-13);
        assert_relative(hit.contact_time, unit.contact_time * length / o.speed, 1e-13);
        assert_relative(hit.max_penetration, unit.max_penetration * length, 1e-13);
        assert_relative(hit.max_force, unit.max_force * o.stiffness * pow(length, n), 1e-13);
        assert_relative(hit.impulse, unit.impulse * o.mass * o.speed, 1e-13);
        assert_relative(hit.energy_lost, unit.energy_lost * o.mass * o.speed * o.speed, 1e-13);
        /* given the same c as a number, the same impact */
        if (kind != THUD_FORCE_VISCOUS) continue;
        o.damping = THUD_DAMPING_GIVEN;
        o.damping_value = hit.damping;
        assert_relative(solved(&o).restitution, unit.restitution, 1e-12);
    }
}
END_TEST

/* Newton and Poisson: impulse m v (1+e), loss m v² (1−e²)/2, no duration */
START_TEST(rigid_bodies) {
    static const char *const laws[] = {"newton", "poisson"};
    thud_impact_options o = frame(laws[_i], 0.5, 1, THUD_SEPARATION_DEFAULT);
    o.mass = 3;
    o.speed = 2;
    thud_impact hit = solved(&o);
    ck_assert_double_eq(hit.restitution, 0.5);
    ck_assert_double_eq(hit.impulse, 9);
    ck_assert_double_eq(hit.energy_lost, 4.5);
    ck_assert_double_eq(hit.contact_time, 0);
    ck_assert(isinf(hit.max_force));
    ck_assert_int_eq(thud_impact_integrate(&o, &hit), THUD_ERROR_ARGUMENT);
}
END_TEST

/* coarser tolerances are honoured and not wasted: between a thousandth of what is allowed and all of it */
START_TEST(coarser_tolerances) {
    thud_impact_options o = frame("poursina-nikravesh", 0.5, 1.5, THUD_SEPARATION_DEFAULT);
    thud_impact exact = solved(&o);
    for (double tolerance = 1e-4; tolerance > 1e-13; tolerance /= 10) {
        o.tolerance = tolerance;
        thud_impact hit = solved(&o);
        double error =
            fmax(fabs(hit.restitution / exact.restitution - 1), fabs(hit.contact_time / exact.contact_time - 1));
        ck_assert_double_le(error, tolerance);
        ck_assert_double_ge(error, tolerance * 1e-3);
    }
}
END_TEST

/* k, m, v over the corners of their range and e up to 1 − 1e-12: finite and right, judged by the scaled impact */
START_TEST(corners) {
    const thud_law *law = thud_law_at((size_t)_i);
    if (is_general(law)) return;
    double stiffness[] = {1e-12, 1, 1e18}, mass[] = {1e-12, 1, 1e12}, speed[] = {1e-12, 1, 1e6};
    double restitution[] = {1e-4, 0.5, 1 - 1e-12, 1};
    for (int c = 0; c < 3 * 3 * 3 * 4; c++) {
        thud_impact_options o = thud_impact_options_default(law);
        o.restitution = restitution[c % 4];
        bool viscous = law->structure->kind != THUD_FORCE_ELASTIC;
        o.damping = viscous ? THUD_DAMPING_EXACT : THUD_DAMPING_PUBLISHED;
        thud_impact unit = solved(&o);
        o.stiffness = stiffness[c / 4 % 3];
        o.mass = mass[c / 12 % 3];
        o.speed = speed[c / 36];
        thud_impact hit = solved(&o);
        assert_relative(hit.restitution, unit.restitution, 1e-12);
        assert_relative(hit.restitution, viscous ? o.restitution : 1, 1e-11);
        ck_assert(isfinite(hit.impulse) && isfinite(hit.energy_lost));
        if (law->structure->kind == THUD_FORCE_IMPULSIVE) continue;
        ck_assert(isfinite(hit.contact_time) && isfinite(hit.max_force) && isfinite(hit.damping));
        assert_relative(hit.max_force * hit.contact_time / hit.impulse,
                        unit.max_force * unit.contact_time / unit.impulse, 1e-12);
        /* the loss keeps its digits however near to elastic: 1 − e² is known from e to 2e-16/(1−e) */
        double known = 4e-16 / (1 - o.restitution) + 1e-11;
        if (viscous && o.restitution < 1)
            assert_relative(hit.energy_lost / (o.mass * o.speed * o.speed),
                            (1 - o.restitution) * (1 + o.restitution) / 2, known);
    }
}
END_TEST

static void assert_refused(thud_impact_options o, thud_status expected, const char *subject) {
    thud_impact hit = {.restitution = 42};
    thud_impact_state states[2] = {{42, 42, 42, 42}};
    thud_error error = {.subject = NULL};
    ck_assert_int_eq(thud_impact_check(&o, &error), expected);
    ck_assert_str_eq(error.subject, subject);
    ck_assert_str_ne(error.text, "");
    ck_assert_int_eq(thud_impact_solve(&o, &hit), expected);
    ck_assert_int_eq(thud_impact_integrate(&o, &hit), expected);
    ck_assert_int_eq(thud_impact_sample(&o, 2, states), expected);
    ck_assert_double_eq(hit.restitution, 42); /* nothing was written */
    ck_assert_double_eq(states[0].time, 42);
}

START_TEST(bad_input) {
    thud_impact_options good = frame("flores", 0.5, 1.5, THUD_SEPARATION_DEFAULT), o;
    double wrong[] = {0, -1, NAN, INFINITY, -INFINITY, 1e200};
    for (int i = 0; i < 6; i++) {
        o = good, o.restitution = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "restitution");
        o = good, o.stiffness = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "stiffness");
        o = good, o.mass = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "mass");
        o = good, o.speed = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "speed");
        o = good, o.exponent = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "exponent");
        o = good, o.tolerance = wrong[i];
        assert_refused(o, THUD_ERROR_ARGUMENT, "tolerance");
    }
    o = good, o.damping = THUD_DAMPING_GIVEN, o.damping_value = -1;
    assert_refused(o, THUD_ERROR_ARGUMENT, "damping");
    o.damping_value = NAN;
    assert_refused(o, THUD_ERROR_ARGUMENT, "damping");
    o = good, o.separation = (thud_separation)7;
    assert_refused(o, THUD_ERROR_ARGUMENT, "separation");
    o = good, o.law = NULL;
    assert_refused(o, THUD_ERROR_ARGUMENT, "law");
    assert_refused(frame("hertz", 0.5, 1.5, THUD_SEPARATION_DEFAULT), THUD_ERROR_UNREACHABLE, "restitution");
    assert_refused(frame("poursina-nikravesh", 1e-5, 1.5, THUD_SEPARATION_RETURN), THUD_ERROR_UNREACHABLE,
                   "restitution");
    ck_assert_int_eq(thud_impact_solve(&good, NULL), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_impact_solve(NULL, &(thud_impact){0}), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(effective_mass) {
    ck_assert_double_eq(thud_effective_mass(2, 2), 1);
    ck_assert_double_eq(thud_effective_mass(3, INFINITY), 3);
    assert_relative(thud_effective_mass(1.35, 0.11), 1.35 * 0.11 / 1.46, 1e-15);
}
END_TEST

int main(void) {
    int count = (int)thud_law_count();
    TCase *tests = tcase_create("impact");
    tcase_add_loop_test(tests, closed_form_agrees_with_integration, 0, 5);
    tcase_add_test(tests, elastic_impacts);
    tcase_add_test(tests, overdamped);
    tcase_add_test(tests, units);
    tcase_add_loop_test(tests, rigid_bodies, 0, 2);
    tcase_add_test(tests, coarser_tolerances);
    tcase_add_loop_test(tests, corners, 0, count);
    tcase_add_test(tests, bad_input);
    tcase_add_test(tests, effective_mass);
    return run_suite("impact", tests);
}
