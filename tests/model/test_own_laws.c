/*
 * Laws that a scenario brings along: one that is written as a law of the catalogue runs like it, and what is wrong
 * with one is said where it stands.
 */
#include <string.h>

#include <thud/scenario.h>
#include <thud/simulate.h>

#include "suite.h"

static const char scenario[] =
    "bodies: {ball: {mass: 0.5, velocity: 2}}\n"
    "laws:\n"
    "  mine: {%s}\n"
    "contacts:\n"
    "  - {left: ball, right: ground, gap: 0.01, model: %s, stiffness: 1e6, restitution: 0.6,\n"
    "     damping: %s}\n"
    "  - {left: ground, right: ball, gap: 0.01, model: %s, stiffness: 1e6, restitution: 0.6,\n"
    "     damping: %s}\n"
    "gravity: 9.81\n"
    "ground: {sine: {amplitude: 20, frequency: 15}}\n"
    "duration: 0.1\n";

typedef struct outcome {
    double place, speed, deepest, force;
    size_t impacts;
} outcome;

static void report(void *context, const thud_error *error) {
    char *text = context;
    if (error->status != THUD_OK && !*text)
        snprintf(text, 300, "%zu:%zu %.200s", error->line, error->column, error->text);
}

static thud_model *read(const char *law, const char *model, const char *damping, char *said) {
    char text[2000];
    thud_model *read = NULL;
    *said = '\0';
    snprintf(text, sizeof text, scenario, law, model, damping, model, damping);
    thud_status status = thud_scenario_parse(text, strlen(text), "", report, said, &read);
    return status == THUD_OK ? read : NULL;
}

static outcome run(const char *law, const char *model, const char *damping) {
    char said[300];
    thud_simulation *sim = NULL;
    thud_model *m = read(law, model, damping, said);
    ck_assert_msg(m != NULL, "%s", said);
    ck_assert_int_eq(thud_simulation_create(m, &sim), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(sim, NULL), THUD_OK);
    const thud_summary *s = thud_simulation_summary(sim);
    outcome o = {s->bodies[0].final_displacement, s->bodies[0].final_velocity, s->contacts[0].max_penetration,
                 s->contacts[0].max_force, s->impacts};
    thud_simulation_free(sim);
    thud_model_free(m);
    return o;
}

/* a law of the scenario's own is run as a system and that of the catalogue by series: both to the tolerance of a
 * run, 1e-9, over three impacts */
static void assert_alike(outcome a, outcome b) {
    ck_assert_uint_eq(a.impacts, b.impacts);
    assert_relative(a.speed, b.speed, 1e-8);
    ck_assert_double_eq_tol(a.place, b.place, 1e-8 * 0.015); /* of the 15 mm that it goes to either side */
    assert_relative(a.deepest, b.deepest, 1e-8);
    assert_relative(a.force, b.force, 1e-8);
}

START_TEST(as_those_of_the_catalogue) {
    assert_alike(run("spring: 1.5, rule: \"8*(1-e)/(5*e)\"", "mine", "published"), run("", "flores", "published"));
    assert_alike(run("spring: 1.5, rule: \"8*(1-e)/(5*e)\"", "mine", "exact"), run("", "flores", "exact"));
    assert_alike(run("spring: 1.5, drag: 0.5, separation: return", "mine", "exact"),
                 run("", "kuwabara-kono", "exact"));
    assert_alike(run("force: \"k*depth^n + c*depth^n*rate\"", "mine", "exact"), run("", "flores", "exact"));
    assert_alike(run("force: \"k*depth^n + max(0-k*depth^n, min(c*rate, k*depth^n))\"", "mine", "exact"),
                 run("", "elastogap", "exact"));
}
END_TEST

typedef struct speeds {
    size_t count;
    thud_impact_entry entries[16];
} speeds;

static bool keep(void *context, const thud_impact_entry *entry) {
    speeds *s = context;
    if (s->count < 16) s->entries[s->count++] = *entry;
    return true;
}

/* Stiffness and restitution by speed: e and the contact time of each impact are those of a linear spring and
 * dashpot with k = 1e6 √(v/2) and e between its points, T = π √(m/k)/√(1 − ζ²) with ζ = −ln e/√(π² + ln² e) */
START_TEST(stiffness_by_speed) {
    static const char text[] = "bodies: {ball: {mass: 0.5, velocity: 2}}\n"
                               "laws: {mine: {force: \"k*(speed/2)^0.5*depth + c*rate\", separation: return}}\n"
                               "contacts:\n"
                               "  - {left: ball, right: ground, gap: 0.01, model: mine, stiffness: 1e6, "
                               "restitution: {at: [[0.5, 0.8], [2, 0.5]]}}\n"
                               "  - {left: ground, right: ball, gap: 0.01, model: mine, stiffness: 1e6, "
                               "restitution: {at: [[0.5, 0.8], [2, 0.5]]}}\n"
                               "duration: 0.2\n";
    char said[300] = "";
    thud_model *m = NULL;
    thud_simulation *sim = NULL;
    speeds seen = {0};
    thud_observer observer = {.context = &seen, .impact = keep};
    ck_assert_msg(thud_scenario_parse(text, strlen(text), "", report, said, &m) == THUD_OK, "%s", said);
    ck_assert_int_eq(thud_simulation_create(m, &sim), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(sim, &observer), THUD_OK);
    ck_assert_uint_ge(seen.count, 4);
    for (size_t i = 0; i < seen.count; i++) {
        const thud_impact_entry *hit = &seen.entries[i];
        const double v = hit->approach_speed, part = fmin(fmax(log(v / 0.5) / log(4), 0), 1), e = 0.8 - 0.3 * part;
        const double rate = -log(e), turn = acos(-1), zeta = rate / sqrt(turn * turn + rate * rate);
        if (!hit->ended) continue;
        assert_relative(hit->restitution, e, 1e-8); /* the tolerance of a run */
        assert_relative(hit->duration, turn * sqrt(0.5e-6 / sqrt(v / 2)) / sqrt(1 - zeta * zeta), 1e-7);
    }
    thud_simulation_free(sim);
    thud_model_free(m);
}
END_TEST

START_TEST(what_is_wrong) {
    static const char *const wrong[][2] = {
        {"force: \"k*tnah(depth)*c\"", "3:17 force, character 3: unknown function 'tnah'; did you mean 'tanh'?"},
        {"force: \"k*depth*x\"",
         "3:17 force, character 9: unknown name 'x'; a force has depth, rate, speed, e, k, c and n"},
        {"rule: \"1-depth\"", "3:16 rule, character 3: unknown name 'depth'; a rule has e and n"},
        {"force: \"k*depth\"", "3:17 force has no c, so there is nothing to calibrate"},
        {"force: \"c*log(depth)\"", "3:17 force is not a number where all its variables are 1"},
        {"force: \"c*depth\", drag: 1", "3:34 drag is for a law without a force function"},
        {"force: \"min(c)\"", "3:17 force, character 6: min takes two numbers with a comma between them"},
        {"spring: 11", "3:18 spring must lie between 0.5 and 10"},
        {"drag: -1", "3:16 drag must lie between 0 and 10"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char said[300];
        ck_assert_ptr_null(read(wrong[i][0], "mine", "exact", said));
        ck_assert_str_eq(said, wrong[i][1]);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("own laws");
    tcase_add_test(tests, as_those_of_the_catalogue);
    tcase_add_test(tests, stiffness_by_speed);
    tcase_add_test(tests, what_is_wrong);
    return run_suite("own laws", tests);
}
