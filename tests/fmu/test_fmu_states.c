/*
 * States of FMUs: kept, restored and written as bytes, to the bit; instances beside each other; resets; and
 * unloading in any order. What has the same inputs has the same bits, so that nothing here has a tolerance.
 */
#include <string.h>

#include "fmu/importer.h"
#include "fmu/scenarios.h"
#include "suite.h"

enum { STEPS = 60, SEEN = 5 };
static const double STEP = 0.02;

/* a pushed ball: variables that go with all of the state */
static const char *const NAMES[SEEN] = {"bodies.ball.displacement", "bodies.ball.velocity", "contacts.floor.force",
                                        "energy.impact", "contacts.floor.stick_time"};

static fmu *load(int version) {
    return fmu_load(
        &(fmu_recipe){"ball", BALL, version, "forces.ball", "contacts.*,bodies.*", "contacts.floor.gap", false});
}

static double push(int step) { return 8 * sin(0.4 * step); }

static void go_3(fmu *f, fmi3Instance i, int from, int to) {
    for (int k = from; k < to; k++) {
        fmu_set_3(f, i, "forces.ball", push(k));
        fmu_step_3(f, i, STEP * k, STEP);
    }
}

static void go_2(fmu *f, fmi2Component c, int from, int to) {
    for (int k = from; k < to; k++) {
        fmu_set_2(f, c, "forces.ball", push(k));
        fmu_step_2(f, c, STEP * k, STEP);
    }
}

static void look_3(fmu *f, fmi3Instance i, double seen[SEEN]) {
    for (int k = 0; k < SEEN; k++) seen[k] = fmu_get_3(f, i, NAMES[k]);
}

static void look_2(fmu *f, fmi2Component c, double seen[SEEN]) {
    for (int k = 0; k < SEEN; k++) seen[k] = fmu_get_2(f, c, NAMES[k]);
}

#define same_bits(a, b) ck_assert_mem_eq(a, b, SEEN * sizeof(double))

/* ---- kept and restored ---- */

START_TEST(test_state_3) {
    fmu *f = load(3);
    fmi3Instance i = fmu_begin_3(f);
    double there[SEEN], end[SEEN], again[SEEN];
    fmi3FMUState state = NULL;
    go_3(f, i, 0, STEPS / 2);
    ck_assert_int_eq(f->fmi3GetFMUState(i, &state), fmi3OK);
    look_3(f, i, there);
    go_3(f, i, STEPS / 2, STEPS);
    look_3(f, i, end);
    ck_assert_mem_ne(there, end, sizeof end);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(f->fmi3SetFMUState(i, state), fmi3OK);
        ck_assert(fmu_get_3(f, i, "time") == STEP * (STEPS / 2 - 1) + STEP);
        ck_assert(fmu_get_3(f, i, "forces.ball") == push(STEPS / 2 - 1));
        look_3(f, i, again);
        same_bits(again, there);
        go_3(f, i, STEPS / 2, STEPS);
        look_3(f, i, again);
        same_bits(again, end);
    }
    /* the same place is used again */
    ck_assert_int_eq(f->fmi3GetFMUState(i, &state), fmi3OK);
    ck_assert_int_eq(f->fmi3FreeFMUState(i, &state), fmi3OK);
    ck_assert_ptr_null(state);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

START_TEST(test_state_2) {
    fmu *f = load(2);
    fmi2Component c = fmu_begin_2(f);
    double end[SEEN], again[SEEN];
    fmi2FMUstate state = NULL;
    go_2(f, c, 0, STEPS / 2);
    ck_assert_int_eq(f->fmi2GetFMUstate(c, &state), fmi2OK);
    go_2(f, c, STEPS / 2, STEPS);
    look_2(f, c, end);
    ck_assert_int_eq(f->fmi2SetFMUstate(c, state), fmi2OK);
    go_2(f, c, STEPS / 2, STEPS);
    look_2(f, c, again);
    same_bits(again, end);
    ck_assert_int_eq(f->fmi2FreeFMUstate(c, &state), fmi2OK);
    f->fmi2FreeInstance(c);
    fmu_unload(f);
}
END_TEST

/* bytes of one instance, which ends, go on in another; with another parameter too */
START_TEST(test_bytes_3) {
    fmu *f = load(3);
    fmi3Instance one = fmu_make_3(f, false, false);
    double end[SEEN], again[SEEN];
    fmi3FMUState state = NULL;
    size_t size;
    fmu_set_3(f, one, "contacts.floor.gap", 0.3);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(one, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(one), fmi3OK);
    go_3(f, one, 0, STEPS / 2);
    ck_assert_int_eq(f->fmi3GetFMUState(one, &state), fmi3OK);
    ck_assert_int_eq(f->fmi3SerializedFMUStateSize(one, state, &size), fmi3OK);
    fmi3Byte *bytes = malloc(size);
    ck_assert_int_eq(f->fmi3SerializeFMUState(one, state, bytes, size - 1), fmi3Error);
    ck_assert_int_eq(f->fmi3SerializeFMUState(one, state, bytes, size), fmi3OK);
    ck_assert_int_eq(f->fmi3FreeFMUState(one, &state), fmi3OK);
    go_3(f, one, STEPS / 2, STEPS);
    look_3(f, one, end);
    f->fmi3FreeInstance(one);

    /* into an instance that has not begun yet */
    fmi3Instance two = fmu_make_3(f, false, false);
    ck_assert_int_eq(f->fmi3DeserializeFMUState(two, bytes, size, &state), fmi3OK);
    ck_assert_int_eq(f->fmi3SetFMUState(two, state), fmi3OK);
    ck_assert(fmu_get_3(f, two, "contacts.floor.gap") == 0.3);
    go_3(f, two, STEPS / 2, STEPS);
    look_3(f, two, again);
    same_bits(again, end);
    ck_assert_int_eq(f->fmi3FreeFMUState(two, &state), fmi3OK);

    /* each byte that is damaged is seen */
    fmu_errors = 0;
    for (size_t k = 0; k < size; k++) {
        bytes[k] ^= 0x10;
        ck_assert_int_eq(f->fmi3DeserializeFMUState(two, bytes, size, &state), fmi3Error);
        bytes[k] ^= 0x10;
    }
    ck_assert_int_eq(f->fmi3DeserializeFMUState(two, bytes, size - 1, &state), fmi3Error);
    ck_assert_int_eq(f->fmi3DeserializeFMUState(two, bytes, 3, &state), fmi3Error);
    ck_assert_int_eq(fmu_errors, (int)size + 2);
    ck_assert_ptr_null(state);
    free(bytes);
    f->fmi3FreeInstance(two);
    fmu_unload(f);
}
END_TEST

START_TEST(test_bytes_2) {
    fmu *f = load(2);
    fmi2Component one = fmu_begin_2(f), two = fmu_begin_2(f);
    double end[SEEN], again[SEEN];
    fmi2FMUstate state = NULL, other = NULL;
    size_t size;
    go_2(f, one, 0, STEPS / 2);
    ck_assert_int_eq(f->fmi2GetFMUstate(one, &state), fmi2OK);
    ck_assert_int_eq(f->fmi2SerializedFMUstateSize(one, state, &size), fmi2OK);
    fmi2Byte *bytes = malloc(size);
    ck_assert_int_eq(f->fmi2SerializeFMUstate(one, state, bytes, size), fmi2OK);
    ck_assert_int_eq(f->fmi2DeSerializeFMUstate(two, bytes, size, &other), fmi2OK);
    ck_assert_int_eq(f->fmi2SetFMUstate(two, other), fmi2OK);
    go_2(f, one, STEPS / 2, STEPS);
    go_2(f, two, STEPS / 2, STEPS);
    look_2(f, one, end);
    look_2(f, two, again);
    same_bits(again, end);
    ck_assert_int_eq(f->fmi2FreeFMUstate(one, &other), fmi2OK);
    ck_assert_int_eq(f->fmi2FreeFMUstate(two, &state), fmi2OK);
    free(bytes);
    f->fmi2FreeInstance(one);
    f->fmi2FreeInstance(two);
    fmu_unload(f);
}
END_TEST

/* a pending derivative of an input is a part of the state; and a state with other parameters makes another model of
 * an instance that runs */
START_TEST(test_all_of_the_state) {
    fmu *f = load(2);
    const fmi2ValueReference gap = fmu_reference(f, "contacts.floor.gap"), input = fmu_reference(f, "forces.ball");
    const double wide = 0.2, slope = 40;
    const int first = 1;
    fmi2Component one = fmu_make_2(f), two = fmu_begin_2(f);
    double end[SEEN], again[SEEN];
    fmi2FMUstate state = NULL;
    ck_assert_int_eq(f->fmi2SetReal(one, &gap, 1, &wide), fmi2OK);
    ck_assert_int_eq(f->fmi2EnterInitializationMode(one), fmi2OK);
    ck_assert_int_eq(f->fmi2ExitInitializationMode(one), fmi2OK);
    go_2(f, two, 0, 4);
    go_2(f, one, 0, 6);
    ck_assert_int_eq(f->fmi2SetRealInputDerivatives(one, &input, 1, &first, &slope), fmi2OK);
    ck_assert_int_eq(f->fmi2GetFMUstate(one, &state), fmi2OK);
    ck_assert_int_eq(f->fmi2SetFMUstate(two, state), fmi2OK);
    for (int k = 6; k < STEPS; k++) {
        fmu_step_2(f, one, STEP * k, STEP);
        fmu_step_2(f, two, STEP * k, STEP);
    }
    ck_assert(fmu_get_2(f, two, "forces.ball") == push(5) + slope * STEP);
    look_2(f, one, end);
    look_2(f, two, again);
    same_bits(again, end);
    ck_assert_int_eq(f->fmi2FreeFMUstate(one, &state), fmi2OK);
    f->fmi2FreeInstance(one);
    f->fmi2FreeInstance(two);
    fmu_unload(f);
}
END_TEST

/* a state from before the run: values alone */
START_TEST(test_state_before_the_run) {
    fmu *f = load(3);
    fmi3Instance i = fmu_make_3(f, false, false);
    fmi3FMUState state = NULL;
    double end[SEEN], again[SEEN];
    fmu_set_3(f, i, "contacts.floor.gap", 0.7);
    ck_assert_int_eq(f->fmi3GetFMUState(i, &state), fmi3OK);
    for (int k = 0; k < 2; k++) {
        ck_assert_int_eq(f->fmi3EnterInitializationMode(i, false, 0, 0, false, 0), fmi3OK);
        ck_assert_int_eq(f->fmi3ExitInitializationMode(i), fmi3OK);
        go_3(f, i, 0, STEPS);
        look_3(f, i, k == 0 ? end : again);
        ck_assert_int_eq(f->fmi3SetFMUState(i, state), fmi3OK);
        ck_assert(fmu_get_3(f, i, "contacts.floor.gap") == 0.7);
    }
    same_bits(again, end);
    ck_assert_int_eq(f->fmi3FreeFMUState(i, &state), fmi3OK);
    f->fmi3FreeInstance(i);
    fmu_unload(f);
}
END_TEST

/* ---- instances ---- */

/* two at once, step by step in turns, and one alone; then again after a reset */
START_TEST(test_two_and_reset_3) {
    fmu *f = load(3);
    fmi3Instance one = fmu_begin_3(f), two = fmu_make_3(f, false, false);
    double first[SEEN], second[SEEN], again[SEEN];
    fmu_set_3(f, two, "contacts.floor.gap", 0.4);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(two, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(two), fmi3OK);
    for (int k = 0; k < STEPS; k++) {
        go_3(f, one, k, k + 1);
        go_3(f, two, k, k + 1);
    }
    look_3(f, one, first);
    look_3(f, two, second);
    ck_assert_mem_ne(first, second, sizeof first);
    f->fmi3FreeInstance(one);
    ck_assert_int_eq(f->fmi3Reset(two), fmi3OK);
    ck_assert_int_eq(f->fmi3EnterInitializationMode(two, false, 0, 0, false, 0), fmi3OK);
    ck_assert_int_eq(f->fmi3ExitInitializationMode(two), fmi3OK);
    go_3(f, two, 0, STEPS);
    look_3(f, two, again);
    same_bits(again, first);
    f->fmi3FreeInstance(two);
    fmu_unload(f);
}
END_TEST

START_TEST(test_two_and_reset_2) {
    fmu *f = load(2);
    fmi2Component one = fmu_begin_2(f), two = fmu_begin_2(f);
    double first[SEEN], again[SEEN];
    go_2(f, two, 0, 7);
    for (int k = 0; k < STEPS; k++) go_2(f, one, k, k + 1);
    look_2(f, one, first);
    ck_assert_int_eq(f->fmi2Reset(two), fmi2OK);
    ck_assert_int_eq(f->fmi2SetupExperiment(two, fmi2False, 0, 0, fmi2True, 2), fmi2OK);
    ck_assert_int_eq(f->fmi2EnterInitializationMode(two), fmi2OK);
    ck_assert_int_eq(f->fmi2ExitInitializationMode(two), fmi2OK);
    go_2(f, two, 0, STEPS);
    look_2(f, two, again);
    same_bits(again, first);
    f->fmi2FreeInstance(two);
    f->fmi2FreeInstance(one);
    fmu_unload(f);
}
END_TEST

/* both versions at once, in each order of unloading; states outlive their instance */
START_TEST(test_unloading) {
    fmu *two = load(2), *three = load(3);
    fmi2Component c = fmu_begin_2(two);
    fmi3Instance i = fmu_begin_3(three), other = fmu_begin_3(three);
    fmi3FMUState state = NULL;
    go_2(two, c, 0, STEPS);
    go_3(three, i, 0, STEPS);
    double a[SEEN], b[SEEN];
    look_2(two, c, a);
    look_3(three, i, b);
    same_bits(a, b);
    ck_assert_int_eq(three->fmi3GetFMUState(i, &state), fmi3OK);
    three->fmi3FreeInstance(i);
    ck_assert_int_eq(three->fmi3SetFMUState(other, state), fmi3OK);
    ck_assert_int_eq(three->fmi3FreeFMUState(other, &state), fmi3OK);
    if (_i == 0) {
        two->fmi2FreeInstance(c);
        fmu_unload(two);
        go_3(three, other, STEPS, STEPS + 3);
    }
    three->fmi3FreeInstance(other);
    fmu_unload(three);
    if (_i == 1) {
        go_2(two, c, STEPS, STEPS + 3);
        two->fmi2FreeInstance(c);
        fmu_unload(two);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("fmu_states");
    tcase_add_test(tests, test_state_3);
    tcase_add_test(tests, test_state_2);
    tcase_add_test(tests, test_bytes_3);
    tcase_add_test(tests, test_bytes_2);
    tcase_add_test(tests, test_all_of_the_state);
    tcase_add_test(tests, test_state_before_the_run);
    tcase_add_test(tests, test_two_and_reset_3);
    tcase_add_test(tests, test_two_and_reset_2);
    tcase_add_loop_test(tests, test_unloading, 0, 2);
    return run_suite("fmu_states", tests);
}
