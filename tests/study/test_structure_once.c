/*
 * What belongs to a structure is found once for all cases in which contacts and the ground alone change: calls of
 * the eigenvalue solver of the whole program are counted by the linker's --wrap. The results are those of a worker
 * that has run nothing else, to the bit.
 */
#include "numeric/matrix/symmetric.h"
#include "study_text.h"
#include "suite.h"

#define FOLDER "study-structure-once"

static size_t eigenproblems;

bool __real_thud_symmetric_eigen(double *a, size_t order, double *values);
bool __wrap_thud_symmetric_eigen(double *a, size_t order, double *values);

bool __wrap_thud_symmetric_eigen(double *a, size_t order, double *values) {
    eigenproblems++;
    return __real_thud_symmetric_eigen(a, order, values);
}

static const char SCENARIO[] = "bodies: {first: {mass: 2e5}, second: {mass: 2e5}, third: {mass: 1e5}}\n"
                               "links:\n"
                               "  - {left: ground, right: first, stiffness: 6e7}\n"
                               "  - {left: first, right: second, stiffness: 5e7}\n"
                               "  - {left: second, right: third, stiffness: 4e7}\n"
                               "contacts:\n"
                               "  - {name: wall, left: third, right: ground, gap: 30 mm, model: flores, "
                               "stiffness: 5e8, restitution: 0.6}\n"
                               "damping: {ratio: 0.05}\n"
                               "ground: {noise: {rms: 0.15 g, high: 5, seed: 1}, scale: 1}\n"
                               "duration: 3\n";

static const char STUDY[] = "scenario: scenario.yaml\n"
                            "modes: 2\n"
                            "vary:\n"
                            "  gap: {path: contacts.wall.gap, values: [10 mm, 20 mm, 30 mm]}\n"
                            "  e: {path: contacts.wall.restitution, values: [0.4, 0.8]}\n"
                            "  seed: {path: ground.noise.seed, values: [1, 2]}\n"
                            "  scale: {path: ground.scale, values: [0.5, 1, 1.5]}\n";

static const char MASSES[] = "scenario: scenario.yaml\n"
                             "modes: 2\n"
                             "vary:\n"
                             "  mass: {path: bodies.third.mass, values: [1e5, 2e5, 3e5]}\n"
                             "  scale: {path: ground.scale, values: [0.5, 1.5]}\n";

static void run_into(thud_worker *worker, size_t index, size_t width, double *to) {
    thud_case_result result;
    ck_assert_int_eq(thud_worker_run(worker, index, NULL, &result), THUD_OK);
    ck_assert_msg(result.error.status == THUD_OK, "case %zu: %s", index, result.error.text);
    memcpy(to, result.values, width * sizeof *to);
}

/* the eigenproblems of a study in the order of its cases, and those of its first case alone; all cases as by
 * workers of their own */
static size_t count(const char *text, size_t *of_first) {
    thud_study *study = good_study(FOLDER, SCENARIO, text);
    const size_t cases = thud_study_case_count(study), width = thud_study_result_count(study);
    double *fresh = calloc(cases * width, sizeof *fresh), *again = calloc(width, sizeof *again);
    thud_worker *worker;
    for (size_t i = 0; i < cases; i++) {
        eigenproblems = 0;
        ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
        run_into(worker, i, width, fresh + i * width);
        thud_worker_free(worker);
        *of_first = eigenproblems;
    }
    eigenproblems = 0;
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (size_t k = 0; k < cases; k++) {
        const size_t i = thud_study_case_at(study, k);
        run_into(worker, i, width, again);
        ck_assert_msg(memcmp(again, fresh + i * width, width * sizeof *again) == 0, "case %zu differs", i);
    }
    thud_worker_free(worker);
    thud_study_free(study);
    free(fresh);
    free(again);
    return eigenproblems;
}

/* 36 cases; then a mass that changes twice */
START_TEST(once_for_a_structure) {
    size_t one;
    ck_assert_uint_eq(count(STUDY, &one), one);
    ck_assert_uint_ge(one, 2); /* damping, and the columns of modes */
    ck_assert_uint_eq(count(MASSES, &one), 3 * one);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("structure once");
    tcase_add_test(tests, once_for_a_structure);
    return run_suite("structure_once", tests);
}
