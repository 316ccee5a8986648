/*
 * What is wrong with a study, each with its place; and all at once.
 */
#include "study_text.h"
#include "suite.h"

#define FOLDER "study-errors"
#define SCENARIO                                                                                                   \
    "bodies: {deck: {mass: 1000}}\n"                                                                               \
    "links: [{left: ground, right: deck, stiffness: 1e6}]\n"                                                       \
    "contacts:\n"                                                                                                  \
    "  - {name: east, left: deck, right: ground, gap: 10 mm, model: flores, stiffness: 1e8, restitution: 0.6}\n"   \
    "duration: 1\n"
#define VARY "scenario: scenario.yaml\nvary:\n"
#define GAP "  gap: {path: contacts.*.gap, values: [1, 2]}\n"

static const struct {
    const char *study, *said;
} WRONG[] = {
    {"# nothing\n", "study.yaml:1:1 the file is empty\n"},
    {"vary: {a: {values: [1]}}\n", "study.yaml:1:1 scenario is missing\n"},
    {"scenario: nowhere.yaml\nvary: {a: {values: [1]}}\n",
     "study.yaml:1:11 cannot read 'study-errors/nowhere.yaml': No such file or directory\n"},
    {"scenario: scenario.yaml\n", "study.yaml:1:1 vary is missing\n"},
    {"scenario: scenario.yaml\nvary: {}\n", "study.yaml:2:7 nothing varies\n"},
    {VARY "  a: {path: contacts.west.gap, values: [1]}\n",
     "study.yaml:3:22 nothing in contacts is called 'west'; the first is 'east'\n"},
    {VARY "  a: {path: contacts.est.gap, values: [1]}\n",
     "study.yaml:3:22 nothing in contacts is called 'est'; did you mean 'east'?\n"},
    {VARY "  a: {path: links.1.stiffness, values: [1]}\n",
     "study.yaml:3:19 no item '1' in links: there is 1, numbered from 0\n"},
    {VARY "  a: {path: 'links.0.stifness', values: [1]}\n",
     "study.yaml:3:22 no key 'stifness' in links; did you mean 'stiffness'?\n"},
    {VARY "  a: {path: ground.scale, values: [1]}\n", "study.yaml:3:13 the scenario has no ground\n"},
    {VARY "  a: {path: bodies.deck, values: [1]}\n",
     "study.yaml:3:20 the path 'bodies.deck' ends too early: bodies.deck is a map\n"},
    {VARY "  a: {path: contacts.east.name, values: [1]}\n",
     "study.yaml:3:27 a name cannot vary: results are named after it\n"},
    {VARY "  a: {path: duration.x, values: [1]}\n",
     "study.yaml:3:22 duration is one value, and the path continues after it\n"},
    {VARY "  a: {path: duration, values: []}\n", "study.yaml:3:31 values: the list is empty\n"},
    {VARY "  a: {path: duration}\n", "study.yaml:3:3 values, from, samples, files or value is missing\n"},
    {VARY "  a: {path: duration, values: [1], from: 3}\n", "study.yaml:3:42 values and from exclude each other\n"},
    {VARY "  a: {path: duration, values: [1, 10 mm]}\n", "study.yaml:3:35 '10 mm': expected a time, as in 20 s\n"},
    {VARY "  a: {path: duration, from: 1, to: 2}\n", "study.yaml:3:3 count is missing\n"},
    {VARY "  a: {path: duration, from: 1, count: 3}\n", "study.yaml:3:3 to is missing\n"},
    {VARY "  a: {path: duration, from: 0, to: 2, count: 3, spacing: log}\n",
     "study.yaml:3:29 a range with log spacing must be positive\n"},
    {VARY "  a: {path: duration, values: [1, 2], labels: [x]}\n", "study.yaml:3:47 1 labels for 2 values\n"},
    {VARY "  a: {path: duration, values: [1], seed: 3}\n", "study.yaml:3:42 seed does not apply to values\n"},
    {VARY "  a: {path: duration, files: x*}\n",
     "study.yaml:3:30 files need the path of a file, as in ground.record\n"},
    {VARY "  a: {path: contacts.east.model, from: 1, to: 2, count: 2}\n",
     "study.yaml:3:40 contacts.east.model takes words; list them in values\n"},
    {VARY "  a: {path: duration, samples: {distribution: gauss}, count: 3}\n",
     "study.yaml:3:47 distribution 'gauss': expected uniform, normal, lognormal, discrete, "
     "gamma, weibull, gumbel, beta, triangular or empirical\n"},
    {VARY "  a: {path: duration, samples: {distribution: normal, mean: 3, deviation: -1}, count: 3}\n",
     "study.yaml:3:75 deviation (-1 given) must be positive\n"},
    {VARY "  a: {path: duration, samples: {distribution: uniform, low: 3, high: 1}, count: 3}\n",
     "study.yaml:3:70 high must be above low\n"},
    {VARY "  a: {path: duration, samples: {distribution: uniform, low: 3, high: 4, mean: 1}, count: 3}\n",
     "study.yaml:3:79 a uniform distribution has no mean\n"},
    {VARY "  a: {values: [1, 2]}\n", "study.yaml:3:3 'a' has no path, and nothing is derived from it\n"},
    {VARY "  a: {path: duration, value: 2 *}\n", "study.yaml:3:33 value: the expression ends too early\n"},
    {VARY GAP "  a: {path: duration, value: 2 * gab}\n",
     "study.yaml:4:34 value: no axis is called 'gab'; did you mean 'gap'?\n"},
    {VARY GAP "  a: {path: duration, value: 2 * b}\n  b: {value: gap}\n",
     "study.yaml:4:34 value: 'b' is derived too, and must come before\n"},
    {VARY GAP "  a: {path: duration, value: a}\n", "study.yaml:4:30 value: 'a' cannot be derived from itself\n"},
    {VARY GAP "  gap: {path: duration, values: [1]}\n", "study.yaml:4:3 'gap' is defined twice\n"},
    {VARY GAP "  a: {path: contacts.east.gap, values: [1]}\n",
     "study.yaml:4:13 'a' sets the same value as 'gap'\n"},
    {VARY "  impacts: {path: duration, values: [1]}\n",
     "study.yaml:3:3 'impacts' is already a result; choose another name\n"},
    {VARY GAP "  a: {path: duration, values: [1]}\nzip: [gap, a]\n",
     "study.yaml:5:12 'gap' has 2 values and 'a' has 1; they cannot be paired\n"},
    {VARY GAP "keep: impacts\n",
     "study.yaml:4:7 keep: expected a list of results, as in [impacts, contacts.*.max_force]\n"},
    {VARY GAP "keep: [impacts, [duration]]\n",
     "study.yaml:4:7 keep: expected a list of results, as in [impacts, contacts.*.max_force]\n"},
    {VARY GAP "keep: [duration, impact]\n",
     "study.yaml:4:18 no result is called 'impact'; did you mean 'impacts'?\n"},
    {VARY GAP "keep: [rods.*.max_angle]\n", "study.yaml:4:8 no result is called 'rods.*.max_angle'; there are "
                                            "impacts, contacts.NAME.max_force and others\n"},
    {VARY GAP "collect: {c: {quantity: deck.max_displacment, above: 1}}\n",
     "study.yaml:4:25 no result is called 'deck.max_displacment'; there are bodies.deck.max_displacement, "
     "bodies.deck.max_velocity, bodies.deck.max_acceleration, bodies.deck.final_displacement\n"},
    {VARY GAP "keep: []\n", "study.yaml:4:7 no results to keep and no thresholds: nothing would be stored\n"},
    {VARY GAP "kep: [impacts]\n", "study.yaml:4:1 unknown key 'kep' in a study; did you mean 'keep'?\n"},
    {VARY GAP "zip: [gap, b]\n", "study.yaml:4:12 no axis is called 'b'\n"},
    {VARY GAP "zip: 3\n", "study.yaml:4:6 zip: expected a list of axes, as in [a, b], or several such lists\n"},
    {VARY GAP "histories: [0, 2]\n", "study.yaml:4:16 expected the number of a case, from 0 to 1\n"},
    {VARY GAP "collect: {hit: {quantity: impact, above: 1}}\n",
     "study.yaml:4:27 no result is called 'impact'; did you mean 'impacts'?\n"},
    {VARY GAP "collect: {hit: {quantity: impacts}}\n", "study.yaml:4:11 above or below is missing\n"},
    {VARY GAP "collect: {hit: {quantity: contacts.east.max_force, above: 3 m}}\n",
     "study.yaml:4:59 above '3 m': expected a force, as in 15 kN\n"},
    /* 0.01 m, 0.01 m/s or 0.01 N: one limit is for one unit, with and without a unit of its own */
    {VARY GAP "collect: {hit: {quantity: bodies.*.max_*, above: 0.01}}\n",
     "study.yaml:4:27 'bodies.*.max_*' covers results of different units: 'bodies.deck.max_displacement' [m] and "
     "'bodies.deck.max_velocity' [m/s]; a limit needs one unit\n"},
    {VARY GAP "collect: {hit: {quantity: contacts.*.*, above: 1 kN}}\n",
     "study.yaml:4:27 'contacts.*.*' covers results of different units: 'contacts.east.impacts' [1] and "
     "'contacts.east.max_force' [N]; a limit needs one unit\n"},
    /* an impulse has no finite force, and what it strikes no finite acceleration; an axis may bring it in */
    {VARY
     "  a: {path: contacts.east.model, values: [flores, newton]}\ncollect: {hit: {quantity: contacts.*.max_force, "
     "above: 3}}\n",
     "study.yaml:4:27 'contacts.east.max_force' has no finite value: impacts of a newton contact are impulses; use "
     "contacts.east.impulse, or a compliant model\n"},
    {VARY
     "  a: {path: contacts.east.model, values: [poisson]}\ncollect: {hit: {quantity: bodies.*.max_acceleration, "
     "above: 3}}\n",
     "study.yaml:4:27 'bodies.deck.max_acceleration' has no finite value: impacts of the poisson contact 'east' "
     "are impulses; use a velocity, or a compliant model\n"},
    {VARY GAP "colect: {}\n", "study.yaml:4:1 unknown key 'colect' in a study; did you mean 'collect'?\n"},
    /* values that the scenario refuses, before anything runs */
    {VARY "  a: {path: links.0.stiffness, values: [1, -3]}\n",
     "study.yaml:3:44 a: link 1 ('ground' to 'deck'): the structure is unstable from the start: it grows "
     "e-fold every 18.26 s in a mode with deck 1\n"},
    {VARY "  a: {path: contacts.east.restitution, from: 0.5, to: 1.5, count: 3}\n",
     "study.yaml:3:3 a: contact 'east': flores: restitution (1.5 given) must be above 0 and at most 1\n"},
    {VARY "  a: {path: contacts.east.model, values: [flores, flore]}\n",
     "study.yaml:3:51 a: unknown model 'flore'; did you mean 'flores'?\n"},
    {VARY GAP "  a: {path: bodies.deck.mass, value: 1 - gap}\n",
     "study.yaml:4:38 a: body 'deck': mass (0 given) must be positive\n"},
};

START_TEST(errors) {
    study_said said;
    thud_study *study;
    ck_assert_int_ne(read_study(FOLDER, SCENARIO, WRONG[_i].study, &said, &study), THUD_OK);
    ck_assert_msg(strcmp(said.text, WRONG[_i].said) == 0, "%s\nsaid %sexpected %s", WRONG[_i].study, said.text,
                  WRONG[_i].said);
}
END_TEST

/* two axes whose combination alone is impossible: one case fails, and the study is none the worse */
START_TEST(left_to_the_cases) {
    static const char scenario[] =
        "bodies: {a: {mass: 1}}\ncontacts: [{left: a, right: ground, gap: 1, model: newton, "
        "restitution: 1}]\nduration: 0.1\n";
    thud_study *study = good_study(FOLDER, scenario,
                                   VARY "  x: {path: bodies.a.displacement, values: [0.5, 0.05]}\n"
                                        "  gap: {path: contacts.0.gap, values: [0.1, 1]}\n");
    thud_worker *worker;
    thud_case_result result;
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(thud_worker_run(worker, i, NULL, &result), THUD_OK);
        ck_assert_int_eq(result.error.status, i == 0 ? THUD_ERROR_ARGUMENT : THUD_OK);
        ck_assert_str_eq(result.error.text,
                         i == 0 ? "contact 'contact-1': the bodies overlap by 0.4 m at the start" : "");
        ck_assert_int_eq(isnan(result.values[0]), i == 0);
    }
    thud_worker_free(worker);
    thud_study_free(study);
}
END_TEST

START_TEST(all_at_once) {
    study_said said;
    thud_study *study;
    ck_assert_int_eq(read_study(FOLDER, SCENARIO,
                                VARY "  a: {path: contacts.est.gap, values: [1]}\n"
                                     "  b: {path: duration, values: [1 m]}\n"
                                     "zip: [a, c]\n",
                                &said, &study),
                     THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(said.text, "study.yaml:3:22 nothing in contacts is called 'est'; did you mean 'east'?\n"
                                "study.yaml:4:32 '1 m': expected a time, as in 20 s\n"
                                "study.yaml:5:10 no axis is called 'c'\n");
}
END_TEST

/* errors of the scenario come with its own name */
START_TEST(scenario_at_fault) {
    study_said said;
    thud_study *study;
    ck_assert_int_eq(read_study(FOLDER, "bodies: {a: {mass: -1}}\nduration: 1\n", VARY GAP, &said, &study),
                     THUD_ERROR_ARGUMENT);
    ck_assert_str_eq(said.text, "scenario.yaml:1:20 body 'a': mass (-1 given) must be positive\n");
}
END_TEST

/* for the test of the schemas: each text and what is said about it, with a zero behind each */
static void list_errors(void) {
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++)
        printf("%s%c%s%c", WRONG[i].study, '\0', WRONG[i].said, '\0');
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "list") == 0) {
        list_errors();
        return 0;
    }
    TCase *tests = tcase_create("study_errors");
    tcase_add_loop_test(tests, errors, 0, sizeof WRONG / sizeof WRONG[0]);
    tcase_add_test(tests, left_to_the_cases);
    tcase_add_test(tests, all_at_once);
    tcase_add_test(tests, scenario_at_fault);
    return run_suite("study_errors", tests);
}
