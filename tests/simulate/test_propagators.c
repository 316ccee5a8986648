/*
 * What a propagator is made of: one that is not in the table is put before it, owns its memory, and moves a run on
 * to the same bits. It does what the series do.
 */
#include "simulate/outcome.h"
#include "simulate/propagator.h"
#include "simulate/scene.h"

/* what it owns, and what has become of it */
typedef struct dummy {
    bool exists;
    size_t restarts, steps, ends;
} dummy;

static dummy only; /* one simulation at a time */

static thud_status create(const thud_simulation *sim, void **memory) {
    (void)sim;
    ck_assert(!only.exists);
    only = (dummy){.exists = true};
    *memory = &only;
    return THUD_OK;
}

static void discard(void *memory) {
    ck_assert_ptr_eq(memory, &only);
    ck_assert(only.exists);
    only.exists = false;
}

static void restart(void *memory) { ((dummy *)memory)->restarts++; }

static bool fits(const thud_simulation *sim, const void *memory) {
    (void)sim;
    ck_assert_ptr_eq(memory, &only);
    return true;
}

static thud_step_result advance(thud_simulation *sim, void *memory, thud_event *event) {
    ((dummy *)memory)->steps++;
    return thud_propagator_series.advance(sim, NULL, event);
}

static void settle(thud_simulation *sim, void *memory) {
    ck_assert(!(sim->motion.time < sim->motion.end));
    ((dummy *)memory)->ends++;
}

static const thud_propagator thud_propagator_dummy = {.name = "dummy",
                                                      .create = create,
                                                      .free = discard,
                                                      .restart = restart,
                                                      .fits = fits,
                                                      .advance = advance,
                                                      .settle = settle};

/* a body between two stops, let go: its impacts are those of the series */
static scene *open_scene(void) {
    scene *s = scene_open(2);
    scene_body(s, 2, 0, 1);
    scene_spring(s, THUD_BODY_GROUND, 0, 800, 0);
    scene_touch(s, 0, THUD_BODY_GROUND, scene_contact("hertz", 0.005, 1, 1e7));
    scene_touch(s, THUD_BODY_GROUND, 0, scene_contact("newton", 0.006, 0.7, 0));
    scene_build(s);
    return s;
}

START_TEST(one_more_before_the_table) {
    static const thud_propagator *const table[] = {&thud_propagator_dummy, &thud_propagator_series};
    scene *s = open_scene();
    s->simulation->propagation.without = (1u << (THUD_PROPAGATOR_COUNT - 1)) - 1; /* the series alone */
    outcome right = outcome_of(s);
    ck_assert_uint_gt(right.count, 0);

    ck_assert_int_eq(thud_propagators_use(s->simulation, table, 2), THUD_OK);
    ck_assert(only.exists);
    outcome other = outcome_of(s);
    ck_assert(outcome_is_same(&right, &other));
    ck_assert_uint_eq(only.steps, right.summary.solver.steps);
    ck_assert_uint_eq(only.restarts, 1);
    ck_assert_uint_eq(only.ends, 1);

    outcome_free(&right);
    outcome_free(&other);
    scene_close(s);
    ck_assert(!only.exists);
}
END_TEST

START_TEST(too_many) {
    const thud_propagator *table[THUD_PROPAGATORS_MOST + 1];
    scene *s = open_scene();
    for (size_t i = 0; i <= THUD_PROPAGATORS_MOST; i++) table[i] = &thud_propagator_series;
    ck_assert_int_eq(thud_propagators_use(s->simulation, table, THUD_PROPAGATORS_MOST + 1), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_propagators_use(s->simulation, table, THUD_PROPAGATORS_MOST), THUD_OK);
    scene_close(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("propagators");
    tcase_add_test(tests, one_more_before_the_table);
    tcase_add_test(tests, too_many);
    return run_suite("propagators", tests);
}
