/*
 * The numbers for other simulators: they return what was asked for as the steps vanish, and the usual formulas
 * return what was found for them elsewhere.
 */
#include <stdio.h>
#include <string.h>

#include <thud/engine.h>

#include "base/print.h"
#include "engine/numbers.h"
#include "engine/recipe.h"
#include "engine/relation.h"
#include "suite.h"

enum { MODEL_LIMIT = 64 };

/* every model of every simulator, by number; NULL past the last */
static const thud_engine_model *model_at(int number, const thud_engine **engine) {
    for (size_t i = 0; i < thud_engine_count(); i++) {
        *engine = thud_engine_at(i);
        if (number < (int)(*engine)->model_count) return &(*engine)->models[number];
        number -= (int)(*engine)->model_count;
    }
    return NULL;
}

static thud_engine_options ask(const thud_engine *engine, const thud_engine_model *model, double e) {
    thud_engine_options o = thud_engine_options_default(engine);
    o.model = model;
    o.restitution = e;
    o.mass1 = 0.7;
    o.mass2 = 2.1;
    o.speed = 1.7;
    o.radius = 0.03;
    if (!isnan(thud_engine_exponent(model))) o.duration = 0.02;
    return o;
}

static thud_engine_options ask_for(const char *simulator, const char *model, double e) {
    const thud_engine *engine = thud_engine_find(simulator);
    ck_assert_ptr_nonnull(engine);
    const thud_engine_model *found = thud_engine_model_find(engine, model);
    ck_assert_msg(found, "%s has no model %s", simulator, model);
    return ask(engine, found, e);
}

static double usual(const char *simulator, const char *model, double e) {
    thud_engine_options o = ask_for(simulator, model, e);
    thud_engine_answer answer;
    ck_assert_int_eq(thud_engine_solve(&o, &answer), THUD_OK);
    return answer.restitution_usual;
}

/* the emulation knows nothing of the relations that the numbers come from: what it returns goes to e as 1/N. The
 * largest error over all models is that of the implicit ones, e ln(e_0)/… = 4.5/N of an undamped bounce */
START_TEST(small_steps_return_what_was_asked) {
    static const double asked[] = {0.14, 0.4, 0.72, 0.99};
    const thud_engine *engine;
    const thud_engine_model *model = model_at(_i, &engine);
    if (!model) return;
    int reached = 0;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        thud_engine_options o = ask(engine, model, asked[i]);
        thud_engine_answer a;
        thud_status status = thud_engine_solve(&o, &a);
        if (status == THUD_ERROR_UNREACHABLE) continue;
        ck_assert_int_eq(status, THUD_OK);
        reached++;
        ck_assert_double_eq_tol(a.restitution, asked[i], 1e-6); /* 1e-7 where the motion is integrated */
        if (isnan(a.contact_time)) continue;
        assert_relative(a.contact_time, 0.02, 2e-3); /* a grid of 4000 where it is integrated; else exact */
        for (int steps = 500; steps <= 8000; steps *= 16) {
            double e;
            a.step = a.contact_time / (steps + 0.37);
            ck_assert_int_eq(thud_engine_emulate(&o, &a, 0.3 * a.step * o.speed, &e), THUD_OK);
            ck_assert_msg(fabs(e - asked[i]) <= 5.0 / steps, "%s %s, e = %g: %.6f at 1/%d", engine->name,
                          model->name, asked[i], e, steps);
        }
    }
    ck_assert_int_ge(reached, 2);
}
END_TEST

/* numbers chosen for a step return e at it: the mean is what the search ends on, to its own discontinuities, which
 * are as large as one phase of sixteen, 1/16 of the spread */
START_TEST(numbers_for_a_step) {
    const thud_engine *engine;
    const thud_engine_model *model = model_at(_i, &engine);
    if (!model || isnan(thud_engine_exponent(model))) return;
    if (strcmp(model->name, "ImpactMaterial") == 0 || strcmp(engine->name, "rocky") == 0) return; /* no damper */
    for (double asked = 0.2; asked < 0.95; asked += 0.5) {
        thud_engine_options o = ask(engine, model, asked);
        thud_engine_answer a;
        o.for_step = true;
        thud_status status = thud_engine_solve(&o, &a);
        if (status == THUD_ERROR_UNREACHABLE) continue;
        ck_assert_int_eq(status, THUD_OK);
        double jump = (a.step_highest - a.step_lowest) / 16;
        ck_assert_msg(fabs(a.restitution_step - asked) <= 1e-6 + jump, "%s %s, e = %g: %.6f", engine->name,
                      model->name, asked, a.restitution_step);
    }
}
END_TEST

START_TEST(usual_formulas_return_what_they_are_known_to) {
    /* flores and its clamped linear cousin: reference numbers of ten digits, by closed form and by DOP853 */
    assert_relative(usual("opensees", "Hertzdamp", 0.5), 0.4704447793, 1e-9);
    assert_relative(usual("mbdyn", "flores", 0.3), 0.2562079067, 1e-9);
    assert_relative(usual("mbdyn", "hunt-crossley", 0.65), 0.7389953195, 1e-9);
    assert_relative(usual("mbdyn", "lankarani-nikravesh", 0.75), 0.8199338015, 1e-9);
    assert_relative(usual("opensees", "JankowskiImpact", 0.5), 0.4945877970, 1e-9);
    assert_relative(usual("chrono", "hooke", 0.25), 0.3607626595, 1e-9);
    assert_relative(usual("sap2000", "gap", 0.75), 0.7626486526, 1e-9);
    assert_relative(usual("chrono", "hertz", 0.5), 0.5502831696, 1e-9); /* the same map of ζ */
    assert_relative(usual("lammps", "hooke/mass_velocity", 0.3), 0.3, 1e-12);
    /* LAMMPS as Debian 12 has it, a sphere of 0.1 m on a wall, 1 m/s, a step of 1e-6 s: three digits of a run */
    ck_assert_double_eq_tol(usual("lammps", "hertz/tsuji-before-2026", 0.9), 0.928, 1e-3);
    ck_assert_double_eq_tol(usual("lammps", "hertz/tsuji-before-2026", 0.5), 0.616, 1e-3);
    ck_assert_double_eq_tol(usual("lammps", "hertz/tsuji-before-2026", 0.2), 0.343, 1e-3);
    /* Tsuji's fit is good to 0.002, that of Thornton et al. to 0.0004 */
    ck_assert_double_eq_tol(usual("lammps", "hertz/tsuji", 0.4), 0.4, 2e-3);
    ck_assert_double_eq_tol(usual("yade", "mindlin", 0.6), 0.6, 4e-4);
    /* e² and half of a fifth of the speed: the mean of a penetration from nothing to one step */
    ck_assert_double_eq_tol(usual("bullet", "restitution", 0.5), 0.35, 1e-12);
    ck_assert(isnan(usual("lammps", "hertz/velocity", 0.5)));
}
END_TEST

/* the gap of SAP2000 stands in series with the spring of the contact: a thousand times as stiff, it leaves 1/(1 +
 * 1/1000) of the stiffness */
START_TEST(sap2000_has_a_stiff_gap) {
    thud_engine_options o = ask_for("sap2000", "gap", 0.6);
    thud_engine_answer a;
    ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
    ck_assert_uint_eq(a.value_count, 3);
    ck_assert_str_eq(a.values[0].name, "k");
    ck_assert_str_eq(a.values[1].name, "c");
    ck_assert_str_eq(a.values[2].name, "k_gap");
    ck_assert_double_eq(a.values[0].value, a.stiffness);
    ck_assert_double_eq(a.values[1].value, a.damping);
    const double both = 1 / (1 / a.values[0].value + 1 / a.values[2].value);
    assert_relative(both / a.stiffness, 1 / 1.001, 1e-15); /* a few roundings */
}
END_TEST

/* two quarters of oscillations, with k on the way in and k/e² on the way out, whatever the speed */
START_TEST(rocky_by_hand) {
    thud_engine_options o = ask_for("rocky", "hysteretic-linear-spring", 0.4);
    thud_engine_answer a, faster;
    ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
    const double k = pow(acos(-1) / 2 * 1.4 / 0.02, 2) * a.mass;
    assert_relative(a.stiffness, k, 1e-14); /* some roundings each */
    assert_relative(a.damping, k / 0.16, 1e-14);
    assert_relative(a.max_penetration, 1.7 * sqrt(a.mass / k), 1e-14);
    ck_assert_str_eq(a.values[0].name, "restitution");
    ck_assert_double_eq(a.values[0].value, 0.4);
    assert_relative(a.values[1].value, k, 1e-14);
    o.speed *= 10;
    ck_assert_int_eq(thud_engine_solve(&o, &faster), THUD_OK);
    assert_relative(faster.stiffness, k, 1e-14);
    ck_assert_double_eq(faster.restitution, a.restitution);
}
END_TEST

/* a wall has no mass in YADE, and its formula takes another body of the same: ζ falls by √2 */
START_TEST(yade_takes_a_wall_for_a_body) {
    thud_engine_options o = ask_for("yade", "viscel", 0.5);
    thud_engine_answer pair, wall;
    ck_assert_int_eq(thud_engine_solve(&o, &pair), THUD_OK);
    o.mass2 = INFINITY;
    ck_assert_int_eq(thud_engine_solve(&o, &wall), THUD_OK);
    assert_relative(pair.restitution_usual, 0.5502831696, 1e-9);
    double zeta = -log(0.5) / hypot(acos(-1), log(0.5)) / sqrt(2);
    assert_relative(wall.restitution_usual, exp(-2 * zeta * acos(zeta) / sqrt(1 - zeta * zeta)), 1e-12);
}
END_TEST

/* the closed form against the motion, on both sides of ζ = 1, where corners cost 1e-6 */
START_TEST(bounded_damper) {
    static const double zeta[] = {0.01, 0.2, 0.5, 0.9, 1, 1.3, 4};
    for (size_t i = 0; i < sizeof zeta / sizeof zeta[0]; i++) {
        thud_engine_numbers a = {
            .form = THUD_FORM_BOUNDED, .mass = 1, .speed = 1, .n = 1, .stiffness = 1, .damping = 2 * zeta[i]};
        ck_assert_double_eq_tol(thud_engine_continuous(&a, NULL, NULL), thud_engine_bounded_restitution(zeta[i]),
                                1e-6);
    }
    /* no damper, and one so large that the force is 2kδ one way and nothing the other: e → 1/(2√2 ζ) */
    ck_assert_double_eq_tol(thud_engine_bounded_restitution(1e-12), 1, 1e-11);
    assert_relative(thud_engine_bounded_restitution(1e5), 1 / (2 * sqrt(2) * 1e5), 1e-4);
}
END_TEST

/* energy of the loop by areas: k₁ = 4, k₂ = 1, δ_y = 0.1, v and m such that δ_max = 1 */
START_TEST(two_slopes_by_hand) {
    double work = 0.5 * 0.1 * 0.4 + 0.5 * (0.4 + 1.3) * 0.9, lost = 0.3 * 0.9;
    ck_assert_double_eq_tol(thud_engine_two_slopes_restitution(4, 1, 0.1, 2 * work, 1), sqrt(1 - lost / work),
                            1e-15);
    ck_assert_double_eq(thud_engine_two_slopes_restitution(4, 1, 10, 1, 1), 1);
    for (double e = 0.02; e < 1; e += 0.07) {
        double share, ratio;
        thud_engine_two_slopes_calibrate(e, &share, &ratio);
        ck_assert(share > 0 && share <= 0.1 && ratio >= 0 && ratio <= 1);
        double total = share - share * share / 2 + ratio * (1 - share) * (1 - share) / 2;
        ck_assert_double_eq_tol(thud_engine_two_slopes_restitution(1, ratio, share, 2 * total, 1), e, 1e-12);
    }
}
END_TEST

/* a template whose every name is filled: no brace is left, and every value is in it or in a comment */
START_TEST(lines_are_complete) {
    const thud_engine *engine;
    const thud_engine_model *model = model_at(_i, &engine);
    if (!model) return;
    thud_engine_options o = ask(engine, model, 0.8);
    thud_engine_answer a;
    ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
    ck_assert_msg(!strpbrk(a.lines, "{}"), "%s", a.lines);
    ck_assert_int_gt((int)a.value_count, 0);
    for (size_t i = 0; i < a.value_count; i++) {
        char number[32];
        thud_print(number, sizeof number, "%.9g", a.values[i].value);
        if (strcmp(a.values[i].name, "d0") == 0 || strcmp(a.values[i].name, "dt") == 0) continue;
        ck_assert_msg(strstr(a.lines, number), "%s %s: %s = %s is not in\n%s", engine->name, model->name,
                      a.values[i].name, number, a.lines);
    }
    ck_assert_str_ne(model->force, "");
    ck_assert_str_ne(model->source, "");
    ck_assert_str_ne(model->validity, "");
}
END_TEST

/* k, the contact time and the penetration are three ways to say the same */
START_TEST(stiffness_duration_overlap) {
    const thud_engine *engine;
    const thud_engine_model *model = model_at(_i, &engine);
    if (!model || isnan(thud_engine_exponent(model))) return;
    thud_engine_options o = ask(engine, model, 0.8);
    thud_engine_answer by_time, by_depth, by_stiffness;
    ck_assert_int_eq(thud_engine_solve(&o, &by_time), THUD_OK);
    o.duration = NAN;
    o.overlap = by_time.max_penetration;
    ck_assert_int_eq(thud_engine_solve(&o, &by_depth), THUD_OK);
    o.overlap = NAN;
    o.stiffness = by_time.stiffness;
    ck_assert_int_eq(thud_engine_solve(&o, &by_stiffness), THUD_OK);
    /* powers and their inverses: rounding, by the exponent n + 1 */
    assert_relative(by_depth.stiffness, by_time.stiffness, 1e-12);
    assert_relative(by_depth.damping, by_time.damping, 1e-12);
    assert_relative(by_stiffness.damping, by_time.damping, 1e-12);
    assert_relative(by_stiffness.contact_time, by_time.contact_time, 1e-12);
}
END_TEST

START_TEST(largest_step_keeps_the_error) {
    thud_engine_options o = ask_for("lammps", "hertz/viscoelastic", 0.5);
    thud_engine_answer a, b;
    ck_assert_int_eq(thud_engine_solve(&o, &a), THUD_OK);
    o.step = a.largest_step;
    ck_assert_int_eq(thud_engine_solve(&o, &b), THUD_OK);
    ck_assert(fabs(b.step_lowest - 0.5) <= 1e-3 && fabs(b.step_highest - 0.5) <= 1e-3);
    o.step = 1.1 * a.largest_step;
    ck_assert_int_eq(thud_engine_solve(&o, &b), THUD_OK);
    ck_assert(fabs(b.step_lowest - 0.5) > 1e-3 || fabs(b.step_highest - 0.5) > 1e-3);
}
END_TEST

START_TEST(what_is_wrong_is_said) {
    thud_engine_options o = ask_for("yade", "viscel", 0.5);
    thud_error error;
    thud_engine_answer answer;
    ck_assert_int_eq(thud_engine_check(&o, &error), THUD_OK);
    struct {
        double *place, value;
        const char *subject;
    } wrong[] = {{&o.restitution, 0, "restitution"},
                 {&o.restitution, 1.1, "restitution"},
                 {&o.restitution, NAN, "restitution"},
                 {&o.mass1, -1, "mass1"},
                 {&o.mass2, 0, "mass2"},
                 {&o.speed, 0, "speed"},
                 {&o.speed, INFINITY, "speed"},
                 {&o.duration, NAN, "stiffness"},
                 {&o.duration, -1, "duration"},
                 {&o.stiffness, 1, "stiffness"},
                 {&o.step, 0, "step"},
                 {&o.error, 0, "error"},
                 {&o.radius, -1, "radius"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double kept = *wrong[i].place;
        *wrong[i].place = wrong[i].value;
        ck_assert_int_eq(thud_engine_check(&o, &error), THUD_ERROR_ARGUMENT);
        ck_assert_str_eq(error.subject, wrong[i].subject);
        ck_assert_int_eq(thud_engine_solve(&o, &answer), THUD_ERROR_ARGUMENT);
        *wrong[i].place = kept;
    }
    o.limited = true; /* this force never pulls: there is no switch */
    ck_assert_int_eq(thud_engine_check(&o, &error), THUD_ERROR_ARGUMENT);
    o = ask_for("bullet", "restitution", 0.5);
    o.stiffness = 1;
    ck_assert_int_eq(thud_engine_check(&o, NULL), THUD_ERROR_ARGUMENT);
    o = ask_for("liggghts", "hertz", 0.5);
    o.radius = NAN;
    ck_assert_int_eq(thud_engine_check(&o, &error), THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(error.subject, "radius");
    ck_assert_int_eq(thud_engine_check(NULL, NULL), THUD_ERROR_ARGUMENT);
}
END_TEST

START_TEST(names) {
    ck_assert_ptr_null(thud_engine_find("lamps"));
    ck_assert_ptr_null(thud_engine_find(NULL));
    ck_assert_str_eq(thud_engine_nearest("lamps"), "lammps");
    ck_assert_ptr_null(thud_engine_nearest("zzzzzz"));
    ck_assert_ptr_null(thud_engine_at(thud_engine_count()));
    const thud_engine *yade = thud_engine_find("yade");
    ck_assert_str_eq(thud_engine_model_nearest(yade, "mindlim"), "mindlin");
    ck_assert_ptr_null(thud_engine_model_find(yade, "hertz"));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("engine");
    tcase_add_loop_test(tests, small_steps_return_what_was_asked, 0, MODEL_LIMIT);
    tcase_add_loop_test(tests, numbers_for_a_step, 0, MODEL_LIMIT);
    tcase_add_test(tests, rocky_by_hand);
    tcase_add_test(tests, usual_formulas_return_what_they_are_known_to);
    tcase_add_test(tests, sap2000_has_a_stiff_gap);
    tcase_add_test(tests, yade_takes_a_wall_for_a_body);
    tcase_add_test(tests, bounded_damper);
    tcase_add_test(tests, two_slopes_by_hand);
    tcase_add_loop_test(tests, lines_are_complete, 0, MODEL_LIMIT);
    tcase_add_loop_test(tests, stiffness_duration_overlap, 0, MODEL_LIMIT);
    tcase_add_test(tests, largest_step_keeps_the_error);
    tcase_add_test(tests, what_is_wrong_is_said);
    tcase_add_test(tests, names);
    return run_suite("engine", tests);
}
