/*
 * Reading and enumerating studies.
 */
#include "study/store/roles.h"
#include "study_text.h"
#include "suite.h"

#define FOLDER "study-test"
#define SCENARIO                                                                                                   \
    "bodies: {deck: {mass: 1000}, mate: {mass: 500, displacement: 1}}\n"                                           \
    "links:\n"                                                                                                     \
    "  - {left: ground, right: deck, stiffness: 1e6, damping_ratio: 0.05}\n"                                       \
    "  - {left: ground, right: mate, stiffness: 2e6}\n"                                                            \
    "contacts:\n"                                                                                                  \
    "  - {name: east, left: deck, right: mate, gap: 10 mm, model: newton, restitution: 0.6}\n"                     \
    "  - {left: ground, right: deck, gap: 20 mm, model: flores, stiffness: 1e8, restitution: 0.6}\n"               \
    "ground: {sine: {amplitude: 0.1 g, frequency: 2}}\n"                                                           \
    "duration: 1\n"
#define STUDY(vary) "scenario: scenario.yaml\nvary:\n" vary

/* the first axis is slowest; derived ones come last */
START_TEST(crossed) {
    thud_study *s = good_study(FOLDER, SCENARIO,
                               STUDY("  k: {path: links.0.stiffness, value: n * 2e5}\n"
                                     "  n: {values: [6, 9, 12], labels: [six, nine, twelve]}\n"
                                     "  gap: {path: contacts.*.gap, values: [10 mm, .inf]}\n"));
    ck_assert_uint_eq(thud_study_case_count(s), 6);
    ck_assert_uint_eq(thud_study_axis_count(s), 3);
    ck_assert_str_eq(thud_study_axis_name(s, 2), "k");
    /* a derived axis has as many values as there are cases */
    const size_t lengths[] = {3, 2, 6};
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(thud_study_axis_length(s, i), lengths[i]);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_double_eq(number_at(s, i, 0), 6 + 3 * (double)(i / 2));
        ck_assert_double_eq(number_at(s, i, 1), i % 2 ? INFINITY : 0.01);
        ck_assert_double_eq(number_at(s, i, 2), number_at(s, i, 0) * 2e5);
        ck_assert_uint_eq(thud_study_axis_position(s, i, 0), i / 2);
    }
    thud_axis_value value;
    ck_assert_int_eq(thud_study_value(s, 3, 0, &value), THUD_OK);
    ck_assert_str_eq(value.label, "nine");
    ck_assert_int_eq(thud_study_value(s, 0, 1, &value), THUD_OK);
    ck_assert_str_eq(value.text, "0.01");
    ck_assert_ptr_null(value.label);
    ck_assert_int_eq(thud_study_value(s, 6, 0, &value), THUD_ERROR_ARGUMENT);
    /* the same without writing */
    ck_assert_double_eq(thud_study_number(s, 5, 2), 12 * 2e5);
    ck_assert(isnan(thud_study_number(s, 6, 0)) && isnan(thud_study_number(s, 0, 3)));
    ck_assert_str_eq(thud_study_label(s, 5, 0), "twelve");
    ck_assert(!thud_study_label(s, 0, 1) && !thud_study_label(s, 0, 2) && !thud_study_label(s, 6, 0));
    /* from the root on, wherever it was read from */
    ck_assert_int_eq(thud_study_path(s)[0], '/');
    ck_assert_ptr_nonnull(strstr(thud_study_path(s), ".yaml"));
    thud_study_free(s);
}
END_TEST

/* what changes the structure is slowest in the order of running, and every case has its turn once */
START_TEST(order_of_running) {
    thud_study *s = good_study(FOLDER, SCENARIO,
                               STUDY("  gap: {path: contacts.*.gap, values: [1, 2, 3]}\n"
                                     "  mass: {path: bodies.deck.mass, values: [100, 200]}\n"
                                     "  e: {path: contacts.east.restitution, values: [0.1, 0.2]}\n"));
    bool seen[12] = {0};
    int changes = 0;
    for (size_t i = 0; i < 12; i++) {
        const size_t at = thud_study_case_at(s, i);
        ck_assert(at < 12 && !seen[at]);
        seen[at] = true;
        if (i > 0) changes += number_at(s, at, 1) != number_at(s, thud_study_case_at(s, i - 1), 1);
    }
    ck_assert_int_eq(changes, 1);
    thud_study_free(s);
}
END_TEST

START_TEST(zipped) {
    thud_study *s = good_study(FOLDER, SCENARIO,
                               STUDY("  a: {path: links.0.stiffness, values: [1, 2, 3]}\n"
                                     "  b: {path: contacts.*.gap, values: [1, 2]}\n"
                                     "  c: {path: links.1.stiffness, values: [4, 5, 6]}\n") "zip: [a, c]\n");
    ck_assert_uint_eq(thud_study_case_count(s), 6);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_double_eq(number_at(s, i, 0), 1 + (double)(i / 2));
        ck_assert_double_eq(number_at(s, i, 2), 4 + (double)(i / 2));
        ck_assert_double_eq(number_at(s, i, 1), 1 + (double)(i % 2));
    }
    thud_study_free(s);
}
END_TEST

/* the ends to the bit; equal differences and ratios between them, to the rounding of a few operations */
START_TEST(ranges) {
    thud_study *s =
        good_study(FOLDER, SCENARIO,
                   STUDY("  b: {path: links.0.stiffness, from: 1e3 N/m, to: 1 kN/mm, count: 4, spacing: log}\n"
                         "  a: {path: contacts.*.gap, from: 10 mm, to: 0.05 m, count: 5}\n"));
    ck_assert_uint_eq(thud_study_case_count(s), 20);
    ck_assert_double_eq(number_at(s, 0, 1), 0.01);
    ck_assert_double_eq(number_at(s, 4, 1), 0.05);
    ck_assert_double_eq(number_at(s, 0, 0), 1e3);
    ck_assert_double_eq(number_at(s, 19, 0), 1e6);
    for (size_t i = 0; i < 5; i++) assert_relative(number_at(s, i, 1), 0.01 * (double)(i + 1), 4e-16);
    for (size_t i = 0; i < 4; i++) assert_relative(number_at(s, 5 * i, 0), pow(10, 3 + (double)i), 1e-15);
    thud_study_free(s);
}
END_TEST

/* samples of one seed and name are the same in any study; two axes of one hypercube go together */
START_TEST(hypercube) {
    thud_study *s =
        good_study(FOLDER, SCENARIO,
                   STUDY("  a: {path: contacts.*.gap, samples: {distribution: uniform, low: 10 mm, high: 0.03 m}, "
                         "sampling: lhs, count: 50, seed: 3}\n"
                         "  b: {path: links.0.stiffness, samples: {distribution: lognormal, median: 1e6, "
                         "dispersion: 0.2}, sampling: lhs, count: 50, seed: 3}\n"));
    ck_assert_uint_eq(thud_study_case_count(s), 50);
    bool seen[50] = {0};
    for (size_t i = 0; i < 50; i++) {
        const size_t stratum = (size_t)((number_at(s, i, 0) - 0.01) / 0.02 * 50);
        ck_assert(stratum < 50 && !seen[stratum]);
        seen[stratum] = true;
    }
    thud_study *again =
        good_study(FOLDER, SCENARIO,
                   STUDY("  e: {path: contacts.east.restitution, values: [0.1, 0.2]}\n"
                         "  a: {path: contacts.*.gap, samples: {distribution: uniform, low: 0.01 m, high: "
                         "30 mm}, sampling: lhs, count: 50, seed: 3}\n"));
    for (size_t i = 0; i < 50; i++) ck_assert_double_eq(number_at(s, i, 0), number_at(again, i, 1));
    thud_study_free(s);
    thud_study_free(again);
}
END_TEST

/* a scale that the scenario does not have is put there; files are sorted and known by their content */
START_TEST(records) {
    static const char scenario[] = "bodies: {a: {mass: 1}}\nduration: 1\nground: {record: x.csv, unit: m/s^2}\n";
    write_study_file(FOLDER, "x.csv", "0 0\n0.1 1\n0.2 0\n");
    write_study_file(FOLDER, "r2.csv", "0 0\n0.1 2\n0.2 0\n");
    write_study_file(FOLDER, "r1.csv", "0 0\n0.1 3\n0.2 0\n");
    static const char study[] = STUDY("  r: {path: ground.record, files: \"r[12].csv\"}\n"
                                      "  s: {path: ground.scale, values: [1, 2]}\n");
    thud_study *s = good_study(FOLDER, scenario, study);
    thud_axis_value value;
    ck_assert_uint_eq(thud_study_case_count(s), 4);
    ck_assert(thud_study_axis_is_text(s, 0) && !thud_study_axis_is_text(s, 1));
    ck_assert_int_eq(thud_study_value(s, 0, 0, &value), THUD_OK);
    ck_assert_str_eq(value.text, "r1.csv");
    ck_assert(isnan(value.number));
    const uint64_t all = thud_study_hash(s), one = thud_study_case_hash(s, 0), two = thud_study_case_hash(s, 2),
                   frame = thud_study_hash_without_values(s);
    ck_assert(one != two);
    thud_study_free(s);
    /* another record */
    write_study_file(FOLDER, "r1.csv", "0 0\n0.1 3.5\n0.2 0\n");
    s = good_study(FOLDER, scenario, study);
    ck_assert(thud_study_hash(s) != all && thud_study_case_hash(s, 0) != one);
    ck_assert(thud_study_case_hash(s, 2) == two && thud_study_hash_without_values(s) == frame);
    thud_study_free(s);
    /* the record of the scenario itself */
    write_study_file(FOLDER, "x.csv", "0 0\n0.1 1.5\n0.2 0\n");
    s = good_study(FOLDER, scenario, study);
    ck_assert(thud_study_hash_without_values(s) != frame);
    thud_study_free(s);
}
END_TEST

/* comments, the title and how pages draw it change nothing; a value of the scenario, an axis and a threshold do */
START_TEST(hashes) {
    static const char vary[] = STUDY("  e: {path: contacts.east.restitution, values: [0.1, 0.2]}\n");
    thud_study *a = good_study(FOLDER, SCENARIO, vary);
    const uint64_t hash = thud_study_hash(a), frame = thud_study_hash_without_values(a),
                   second = thud_study_case_hash(a, 1);
    thud_study_free(a);
    a = good_study(FOLDER, "# remark\ntitle: x\ndraw: {deck: {kind: deck, width: 60 m}}\n" SCENARIO,
                   STUDY("  e: {path: contacts.east.restitution, values: [0.1, 20 %]} # remark\n"));
    ck_assert(thud_study_hash(a) == hash);
    thud_study_free(a);
    a = good_study(FOLDER, SCENARIO, STUDY("  e: {path: contacts.east.restitution, values: [0.3, 0.1, 0.2]}\n"));
    ck_assert(thud_study_hash(a) != hash && thud_study_hash_without_values(a) == frame);
    ck_assert(thud_study_case_hash(a, 2) == second);
    thud_study_free(a);
    a = good_study(FOLDER, SCENARIO "tolerance: 1e-8\n", vary);
    ck_assert(thud_study_hash_without_values(a) != frame);
    thud_study_free(a);
    a = good_study(
        FOLDER, SCENARIO,
        STUDY("  e: {path: contacts.east.restitution, values: [0.1, 0.2]}\n") "collect: {hit: {quantity: impacts, "
                                                                              "above: 0}}\n");
    ck_assert(thud_study_hash_without_values(a) != frame);
    thud_study_free(a);
}
END_TEST

START_TEST(columns) {
    thud_study *s = good_study(
        FOLDER, SCENARIO,
        STUDY("  e: {path: contacts.east.restitution, values: [0.1, 0.2]}\n") "collect: {hit: {quantity: "
                                                                              "contacts.*.impacts, above: "
                                                                              "0}}\nhistories: [1]\n");
    static const char *const names[] = {"duration", "impacts", "bodies.deck.max_displacement"};
    const size_t count = thud_study_result_count(s);
    ck_assert_uint_eq(count, 2 + 2 * 5 + 2 * 9 + 6 + 3 + 1);
    for (size_t i = 0; i < 3; i++) ck_assert_str_eq(thud_study_result_name(s, i), names[i]);
    ck_assert_str_eq(thud_study_result_unit(s, 2), "m");
    ck_assert_str_eq(thud_study_result_name(s, 12), "contacts.east.impacts");
    ck_assert_str_eq(thud_study_result_name(s, 18), "contacts.east.resting_force");
    ck_assert_str_eq(thud_study_result_name(s, 19), "contacts.east.indentation");
    ck_assert_str_eq(thud_study_result_name(s, 20), "contacts.east.closest_approach");
    ck_assert_str_eq(thud_study_result_name(s, 21), "contacts.contact-2.impacts");
    ck_assert_str_eq(thud_study_result_name(s, count - 1), "hit");
    ck_assert_ptr_null(thud_study_result_name(s, count));
    ck_assert(!thud_study_wants_history(s, 0) && thud_study_wants_history(s, 1));
    thud_study_free(s);
}
END_TEST

/* what nature chooses is not of the design, nor what is zipped with it; what leads to the strength of a load is an
 * intensity; thresholds say what they mean */
START_TEST(roles) {
    static const char scenario[] = "bodies: {deck: {mass: 1000}, mate: {mass: 500, displacement: 1}}\n"
                                   "links: [{left: ground, right: deck, stiffness: 1e6}]\n"
                                   "contacts: [{name: east, left: deck, right: mate, gap: 10 mm, model: flores, "
                                   "stiffness: 1e8, restitution: 0.6}]\n"
                                   "ground: {noise: {rms: 1, high: 5, seed: 2}}\n"
                                   "duration: 1\n";
    thud_study *s = good_study(
        FOLDER, scenario,
        STUDY("  gap: {path: contacts.*.gap, values: [10 mm, 20 mm]}\n"
              "  model: {path: contacts.east.model, values: [flores, newton]}\n"
              "  seed: {path: ground.noise.seed, values: [1, 2]}\n"
              "  rms: {path: ground.noise.rms, values: [1, 2]}\n"
              "  with: {path: bodies.deck.mass, values: [1000, 2000]}\n"
              "  k: {path: links.0.stiffness, samples: {distribution: uniform, low: 1e6, high: 2e6}, count: 3}\n"
              "  pga: {values: [1, 2]}\n"
              "  half: {path: duration, value: pga / 2}\n") "zip: [seed, with]\ncollect: {fast: {quantity: "
                                                            "bodies.*.max_velocity, above: 300 mm/s}}\n");
    static const struct {
        thud_role_kind kind;
        bool strength;
        const char *about;
    } wanted[] = {{THUD_ROLE_DESIGN, false, "contacts.*.gap"},
                  {THUD_ROLE_DESIGN, false, "contacts.east.model"},
                  {THUD_ROLE_RECORD, false, "ground.noise.seed"},
                  {THUD_ROLE_DESIGN, true, "ground.noise.rms"},
                  {THUD_ROLE_RECORD, false, "bodies.deck.mass"},
                  {THUD_ROLE_RANDOM, false, "links.0.stiffness"},
                  {THUD_ROLE_DESIGN, true, ""},
                  {THUD_ROLE_DERIVED, false, "pga / 2"}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        const thud_role role = thud_study_axis_role(s, i);
        ck_assert_int_eq(thud_study_axis_is_design(s, i), wanted[i].kind == THUD_ROLE_DESIGN);
        ck_assert_msg(role.kind == wanted[i].kind && role.strength == wanted[i].strength &&
                          strcmp(role.about, wanted[i].about) == 0,
                      "%s: %s %d '%s'", thud_study_axis_name(s, i), thud_role_name(role.kind), role.strength,
                      role.about);
    }
    ck_assert_uint_eq(thud_study_axis_role(s, 2).group, thud_study_axis_role(s, 4).group);
    ck_assert_uint_ne(thud_study_axis_role(s, 2).group, thud_study_axis_role(s, 3).group);
    const thud_role fast = thud_study_result_role(s, thud_study_result_count(s) - 1);
    ck_assert_int_eq(fast.kind, THUD_ROLE_THRESHOLD);
    ck_assert_str_eq(fast.about, "bodies.*.max_velocity > 0.3 m/s");
    /* of impulsive contacts there is no largest force, and accelerations are those between impacts */
    ck_assert_str_eq(thud_study_result_role(s, 13).about, "none of newton: impulsive");
    ck_assert_str_eq(thud_study_result_role(s, 4).about,
                     "between impacts; those of the newton contact east are impulsive");
    ck_assert_str_eq(thud_study_result_role(s, 3).about, "");
    thud_study_free(s);
}
END_TEST

/* a million cases, and a number for each */
START_TEST(a_million) {
    thud_study *s = good_study(FOLDER, SCENARIO,
                               STUDY("  a: {path: contacts.*.gap, from: 1, to: 2, count: 1000}\n"
                                     "  b: {path: links.0.stiffness, from: 1, to: 2, count: 1000}\n"));
    ck_assert_uint_eq(thud_study_case_count(s), 1000000);
    ck_assert_double_eq(number_at(s, 999999, 0), 2);
    ck_assert_double_eq(number_at(s, 999000, 1), 1);
    thud_study_free(s);
}
END_TEST

/* the examples: as many cases as they promise, and their first and last run */
START_TEST(examples) {
    static const struct {
        const char *file;
        size_t cases;
    } files[] = {{"chanda_study.yaml", 60}, {"damper_map.yaml", 210}, {"fragility.yaml", 1000}};
    char path[1000];
    study_said said = {""};
    thud_study *study;
    thud_worker *worker;
    thud_case_result result;
    snprintf(path, sizeof path, "%s/%s", THUD_EXAMPLES, files[_i].file);
    ck_assert_msg(thud_study_read(path, hear_study, &said, &study) == THUD_OK, "%s", said.text);
    ck_assert_uint_eq(thud_study_case_count(study), files[_i].cases);
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (int last = 0; last < 2; last++) {
        ck_assert_int_eq(thud_worker_run(worker, last ? files[_i].cases - 1 : 0, NULL, &result), THUD_OK);
        ck_assert_msg(result.error.status == THUD_OK, "%s", result.error.text);
    }
    thud_worker_free(worker);
    thud_study_free(study);
}
END_TEST

/* counts per level over the other axes; a case without a result is missing */
START_TEST(exceedance) {
    thud_study *s = good_study(FOLDER, SCENARIO,
                               STUDY("  a: {path: contacts.*.gap, values: [1, 2]}\n"
                                     "  x: {path: ground.sine.amplitude, from: 1, to: 3, count: 3}\n"));
    thud_exceedance *e;
    static const double exceeded[6] = {0, 1, 1, 0, 0, NAN};
    ck_assert_int_eq(thud_exceedance_create(s, 1, &e), THUD_OK);
    for (size_t i = 0; i < 6; i++) thud_exceedance_add(e, thud_study_axis_position(s, i, 1), exceeded[i]);
    static const size_t exceed[3] = {0, 1, 1}, total[3] = {2, 2, 1}, missing[3] = {0, 0, 1};
    ck_assert_uint_eq(e->count, 3);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_double_eq(e->levels[i], 1 + (double)i);
        ck_assert(e->exceed[i] == exceed[i] && e->total[i] == total[i] && e->missing[i] == missing[i]);
    }
    thud_exceedance_free(e);
    thud_study_free(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("study");
    tcase_add_test(tests, crossed);
    tcase_add_test(tests, order_of_running);
    tcase_add_test(tests, zipped);
    tcase_add_test(tests, ranges);
    tcase_add_test(tests, hypercube);
    tcase_add_test(tests, records);
    tcase_add_test(tests, hashes);
    tcase_add_test(tests, columns);
    tcase_add_test(tests, roles);
    tcase_add_test(tests, a_million);
    tcase_add_loop_test(tests, examples, 0, 3);
    tcase_add_test(tests, exceedance);
    return run_suite("study", tests);
}
