/*
 * Cases in a worker: what a case gives depends on the case alone; the bridge of Chanda et al. row by row.
 */
#include "numeric/random.h"
#include "study_text.h"
#include "suite.h"

#define FOLDER "study-worker"

/* contacts of several kinds, a record that varies, masses, links, laws and derived values */
static const char SCENARIO[] =
    "bodies: {deck: {mass: 1.25e6}, pier: {mass: 4e5}}\n"
    "links:\n"
    "  - {left: ground, right: deck, stiffness: 1.3e7, damping_ratio: 0.05}\n"
    "  - {left: ground, right: pier, stiffness: 4e7, damping_ratio: 0.05}\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 30 mm, model: newton, restitution: 0.6}\n"
    "  - {name: joint, left: pier, right: deck, gap: 20 mm, model: flores, stiffness: 5e9, restitution: 0.6}\n"
    "ground: {noise: {rms: 0.15 g, high: 5, seed: 1}, scale: 1}\n"
    "duration: 4\n";

static const char STUDY[] = "scenario: scenario.yaml\n"
                            "vary:\n"
                            "  gap: {path: contacts.*.gap, values: [10 mm, 30 mm]}\n"
                            "  e: {path: contacts.*.restitution, values: [0.4, 0.8]}\n"
                            "  law: {path: contacts.joint.model, values: [flores, gonthier]}\n"
                            "  n: {values: [1, 2]}\n"
                            "  k: {path: links.0.stiffness, value: n * 7e6}\n"
                            "  c: {path: contacts.joint.stiffness, value: n * 2e9}\n"
                            "  seed: {path: ground.noise.seed, values: [1, 2]}\n"
                            "  scale: {path: ground.scale, from: 0.5, to: 1.5, count: 2}\n"
                            "collect: {hit: {quantity: contacts.*.impacts, above: 3}}\n";

static void run_into(thud_worker *worker, const thud_study *study, size_t index, double *to) {
    thud_case_result result;
    ck_assert_int_eq(thud_worker_run(worker, index, NULL, &result), THUD_OK);
    ck_assert_msg(result.error.status == THUD_OK, "case %zu: %s", index, result.error.text);
    memcpy(to, result.values, thud_study_result_count(study) * sizeof *to);
}

/* the same bits from a fresh worker for each case, and from one worker in a random order, twice */
START_TEST(any_order) {
    thud_study *study = good_study(FOLDER, SCENARIO, STUDY);
    const size_t cases = thud_study_case_count(study), width = thud_study_result_count(study);
    ck_assert_uint_eq(cases, 64);
    double *fresh = calloc(cases * width, sizeof *fresh), *again = calloc(width, sizeof *again);
    thud_worker *worker;
    for (size_t i = 0; i < cases; i++) {
        ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
        run_into(worker, study, i, fresh + i * width);
        thud_worker_free(worker);
    }
    thud_random random = thud_random_seed(9);
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (int i = 0; i < 400; i++) {
        const size_t index = (size_t)(thud_random_bits(&random) % cases);
        run_into(worker, study, index, again);
        ck_assert_msg(memcmp(again, fresh + index * width, width * sizeof *again) == 0, "case %zu differs", index);
    }
    for (size_t i = 0; i < cases; i++) {
        run_into(worker, study, thud_study_case_at(study, i), again);
        ck_assert(memcmp(again, fresh + thud_study_case_at(study, i) * width, width * sizeof *again) == 0);
    }
    /* the cases do differ, and the threshold is met by some */
    double hits = 0;
    for (size_t i = 0; i < cases; i++) hits += fresh[i * width + width - 1];
    ck_assert(hits > 0 && hits < (double)cases);
    thud_worker_free(worker);
    thud_study_free(study);
    free(fresh);
    free(again);
}
END_TEST

/* what is kept are the same bits, in the order of all results, and thresholds are of any of them */
START_TEST(kept_results) {
    static const char *const names[] = {"impacts", "contacts.east.max_force", "contacts.joint.max_force"};
    char text[2000];
    snprintf(text, sizeof text, "%s%s", STUDY, "keep: [contacts.*.max_force, impacts]\n");
    thud_study *all = good_study(FOLDER, SCENARIO, STUDY), *some = good_study(FOLDER, SCENARIO, text);
    const size_t width = thud_study_result_count(all);
    size_t at[4];
    ck_assert_uint_eq(thud_study_result_count(some), 4);
    for (size_t i = 0; i < 4; i++) {
        const char *name = i < 3 ? names[i] : thud_study_result_name(all, width - 1);
        ck_assert_str_eq(thud_study_result_name(some, i), name);
        for (at[i] = 0; strcmp(thud_study_result_name(all, at[i]), name) != 0;) at[i]++;
        ck_assert_str_eq(thud_study_result_unit(some, i), thud_study_result_unit(all, at[i]));
    }
    ck_assert_ptr_null(thud_study_result_name(some, 4));
    /* another store */
    ck_assert_uint_ne(thud_study_hash_without_values(all), thud_study_hash_without_values(some));
    thud_worker *of_all, *of_some;
    double *values = calloc(width, sizeof *values), few[4];
    ck_assert_int_eq(thud_worker_create(all, &of_all), THUD_OK);
    ck_assert_int_eq(thud_worker_create(some, &of_some), THUD_OK);
    for (size_t i = 0; i < thud_study_case_count(all); i++) {
        run_into(of_all, all, i, values);
        run_into(of_some, some, i, few);
        for (size_t k = 0; k < 4; k++) ck_assert_int_eq(memcmp(&few[k], &values[at[k]], sizeof few[k]), 0);
    }
    thud_worker_free(of_all);
    thud_worker_free(of_some);
    thud_study_free(all);
    thud_study_free(some);
    free(values);
}
END_TEST

/* the same as the scenario with the values written into it, to the bit */
START_TEST(as_written) {
    thud_study *study = good_study(FOLDER, SCENARIO, STUDY);
    static const char by_hand[] =
        "bodies: {deck: {mass: 1.25e6}, pier: {mass: 4e5}}\n"
        "links:\n"
        "  - {left: ground, right: deck, stiffness: 14e6, damping_ratio: 0.05}\n"
        "  - {left: ground, right: pier, stiffness: 4e7, damping_ratio: 0.05}\n"
        "contacts:\n"
        "  - {name: east, left: deck, right: ground, gap: 30 mm, model: newton, restitution: 0.8}\n"
        "  - {name: joint, left: pier, right: deck, gap: 30 mm, model: gonthier, stiffness: 4e9, restitution: "
        "0.8}\n"
        "ground: {noise: {rms: 0.15 g, high: 5, seed: 2}, scale: 1.5}\n"
        "duration: 4\n";
    thud_model *model;
    thud_simulation *simulation;
    ck_assert_int_eq(thud_scenario_parse(by_hand, strlen(by_hand), NULL, NULL, NULL, &model), THUD_OK);
    ck_assert_int_eq(thud_simulation_create(model, &simulation), THUD_OK);
    ck_assert_int_eq(thud_simulation_run(simulation, NULL), THUD_OK);
    const thud_summary *summary = thud_simulation_summary(simulation);
    thud_worker *worker;
    thud_case_result result;
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    ck_assert_int_eq(thud_worker_run(worker, 0, NULL, &result), THUD_OK);
    ck_assert_int_eq(thud_worker_run(worker, 63, NULL, &result), THUD_OK);
    ck_assert_double_eq(result.values[0], 4);
    ck_assert_double_eq(result.values[1], (double)summary->impacts);
    ck_assert_double_eq(result.values[2], summary->bodies[0].max_displacement);
    ck_assert_double_eq(result.values[8], summary->bodies[1].max_velocity);
    ck_assert_double_eq(result.values[12], (double)summary->contacts[0].impacts);
    ck_assert_double_eq(result.values[22], summary->contacts[1].max_force);
    ck_assert_double_eq(result.values[30], summary->energy.input);
    ck_assert_str_eq(thud_model_body_name(thud_worker_model(worker), 1), "pier");
    ck_assert_int_eq(thud_worker_run(worker, 64, NULL, &result), THUD_ERROR_ARGUMENT);
    thud_worker_free(worker);
    thud_simulation_free(simulation);
    thud_model_free(model);
    thud_study_free(study);
}
END_TEST

/* ---- the bridge ---- */

static const char BRIDGE[] =
    "bodies: {deck: {mass: 1.25e6}}\n"
    "links: [{left: ground, right: deck, stiffness: 1.2867963e7, damping_ratio: 0.05}]\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 30 mm, model: newton, restitution: 0.6}\n"
    "  - {name: west, left: ground, right: deck, gap: 30 mm, model: newton, restitution: 0.6}\n"
    "duration: 20\n";

/* 12 E I/H³ of a column: 30 GPa, radius 0.4 m, height 15 m */
static const char CHANDA[] = "scenario: scenario.yaml\n"
                             "vary:\n"
                             "  gap: {path: contacts.*.gap, values: [0.01, 0.03, 0.05, .inf]}\n"
                             "  e: {path: contacts.*.restitution, values: [0.2, 0.4, 0.6, 0.8, 1.0]}\n"
                             "  columns: {values: [6, 9, 12]}\n"
                             "  stiffness: {path: links.0.stiffness, value: columns * 2144660.5848506321}\n";

/* the case of a row; -1 without one */
static long find_case(const thud_study *study, int columns, double gap, double e) {
    for (size_t i = 0; i < thud_study_case_count(study); i++)
        if (number_at(study, i, 0) == gap && number_at(study, i, 1) == e && number_at(study, i, 2) == columns)
            return (long)i;
    return -1;
}

static double value_named(const thud_study *study, const thud_case_result *result, const char *name) {
    for (size_t i = 0; i < thud_study_result_count(study); i++)
        if (strcmp(thud_study_result_name(study, i), name) == 0) return result->values[i];
    ck_abort_msg("there is no %s", name);
}

static void check_row(thud_worker *worker, const thud_study *study, const char *line, int *rows) {
    int columns;
    double gap, stick_time, displacement, velocity;
    char e[16];
    size_t impacts;
    if (strstr(line, "ILL") || sscanf(line, "%d,%lf,%15[^,],%zu,%*d,%lf,%lf,%lf", &columns, &gap, e, &impacts,
                                      &stick_time, &displacement, &velocity) != 7)
        return;
    const long index = find_case(study, columns, gap, e[0] == '-' ? 1 : strtod(e, NULL));
    ck_assert_int_ge(index, 0);
    thud_case_result result;
    ck_assert_int_eq(thud_worker_run(worker, (size_t)index, NULL, &result), THUD_OK);
    ck_assert_int_eq(result.error.status, THUD_OK);
    ck_assert_msg(result.values[1] == (double)impacts, "%s: %g impacts", line, result.values[1]);
    /* the table has 12 digits, and up to 80 impacts each multiply a rounding; the times are sums of that many */
    assert_relative(result.values[3], velocity, 1e-8);
    double sticks = value_named(study, &result, "contacts.east.stick_time") +
                    value_named(study, &result, "contacts.west.stick_time");
    ck_assert_double_eq_tol(sticks, stick_time, 1e-6);
    (*rows)++;
}

static const char TABLE[] = "reference/bridge.csv";

START_TEST(chanda) {
    FILE *table = fopen(shared_file(TABLE), "r");
    ck_assert_ptr_nonnull(table);
    char bridge[5000];
    snprintf(bridge, sizeof bridge, "%sground: {record: \"%s\", unit: m/s^2}\n", BRIDGE,
             shared_file("reference/ec8-type1-B-0.3g.csv"));
    thud_study *study = good_study(FOLDER, bridge, CHANDA);
    thud_worker *worker;
    ck_assert_uint_eq(thud_study_case_count(study), 60);
    ck_assert_str_eq(thud_study_result_name(study, 12), "contacts.east.stick_time");
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    char line[256];
    int rows = 0;
    while (fgets(line, sizeof line, table)) check_row(worker, study, line, &rows);
    ck_assert_int_eq(rows, 26); /* of 32; six are ill conditioned */
    fclose(table);
    thud_worker_free(worker);
    thud_study_free(study);
}
END_TEST

/* with the argument `shared`, the table of the shared folder */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("worker");
    if (argc > 1 && strcmp(argv[1], "shared") == 0) {
        if (has_shared("chanda", TABLE)) tcase_add_test(tests, chanda);
        return run_suite("study of Chanda, Banerjee and Das 2016", tests);
    }
    tcase_add_test(tests, any_order);
    tcase_add_test(tests, kept_results);
    tcase_add_test(tests, as_written);
    return run_suite("worker", tests);
}
