/*
 * Nothing is allocated while a simulation runs: malloc, calloc, realloc and free of the whole program are counted
 * by the linker's --wrap, from the first step to the last.
 */
#include "laws.h"
#include "simulate/scene.h"

static size_t calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

void *__wrap_malloc(size_t size) {
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    calls++;
    return __real_realloc(memory, size);
}

void __wrap_free(void *memory) {
    calls++;
    __real_free(memory);
}

static bool keep_sample(void *context, const thud_sample *sample) {
    (void)sample;
    ++*(size_t *)context;
    return true;
}

/* once a run in steps has begun */
static void check_steps(scene *s) {
    static char bytes[200000];
    thud_sample now;
    ck_assert_int_eq(thud_simulation_start(s->simulation, NULL), THUD_OK);
    const size_t before = calls;
    for (int i = 1; i <= 20; i++) {
        thud_simulation_set_force(s->simulation, (thud_body_id){i % 2}, i, THUD_INPUT_RAMPED);
        ck_assert_int_eq(thud_simulation_advance(s->simulation, 0.1 * i), THUD_OK);
        ck_assert_int_eq(thud_simulation_state(s->simulation, &now), THUD_OK);
        const size_t size = thud_simulation_save_size(s->simulation);
        ck_assert_uint_le(size, sizeof bytes);
        ck_assert_int_eq(thud_simulation_save(s->simulation, bytes, size), THUD_OK);
        ck_assert_int_eq(thud_simulation_restore(s->simulation, bytes, size), THUD_OK);
    }
    ck_assert_uint_eq(calls - before, 0);
}

/* runs it and looks; twice, since the second run starts from another state of the memory */
static void check_quiet(scene *s) {
    thud_model_set_output(s->model, 0.01, true);
    size_t before_building = calls;
    scene_build(s);
    ck_assert_uint_gt(calls, before_building); /* the counter counts */
    for (int run = 0; run < 2; run++) {
        size_t samples = 0, before = calls;
        thud_observer observer = {.context = &samples, .sample = keep_sample};
        thud_status status = thud_simulation_run(s->simulation, &observer);
        size_t made = calls - before;
        ck_assert_msg(status == THUD_OK, "%s", s->summary->error.text);
        ck_assert_uint_eq(made, 0);
        ck_assert_uint_gt(samples, 10);
        ck_assert_uint_gt(s->summary->solver.steps, 1);
    }
    check_steps(s);
    scene_close(s);
}

static void shake(scene *s) {
    thud_motion *record = thud_motion_create(300, 0.01);
    for (size_t i = 0; i < record->count; i++)
        record->acceleration[i] = 8 * sin(0.37 * (double)i) * cos(0.05 * (double)i);
    thud_model_set_ground(s->model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_motion_free(record);
}

START_TEST(test_free_flight) {
    scene *s = scene_open(2);
    thud_body a = scene_body(s, 1, 0.1, 0), b = scene_body(s, 2, 0, 1);
    scene_spring(s, THUD_BODY_GROUND, a, 100, 1);
    scene_spring(s, a, b, 300, 0);
    check_quiet(s);
}
END_TEST

START_TEST(test_contacts) {
    for (size_t i = 0; i < thud_law_count(); i++) {
        const thud_law *law = thud_law_at(i);
        bool impulsive = law->structure->kind == THUD_FORCE_IMPULSIVE;
        if (is_general(law)) continue; /* run as a system, which allocates before its first step */
        scene *s = scene_open(2);
        thud_body a = scene_body(s, 1, 0, 2), b = scene_body(s, 2, 0, 0);
        double e = law->structure->kind == THUD_FORCE_ELASTIC ? 1 : 0.6;
        scene_touch(s, a, b, scene_contact(law->name, 0.01, e, impulsive ? 0 : 1e5));
        scene_touch(s, b, THUD_BODY_GROUND, scene_contact(law->name, 0.2, e, impulsive ? 0 : 1e5));
        scene_touch(s, THUD_BODY_GROUND, a, scene_contact(law->name, 0.2, e, impulsive ? 0 : 1e5));
        check_quiet(s);
    }
}
END_TEST

START_TEST(test_record) {
    for (int contacts = 0; contacts < 2; contacts++)
        for (int bodies = 1; bodies <= 3; bodies++) {
            scene *s = scene_open(3);
            for (int i = 0; i < bodies; i++) {
                thud_body body = scene_body(s, 1 + i, 0, 0);
                scene_spring(s, THUD_BODY_GROUND, body, 200 + 100 * i, i);
                if (contacts) scene_touch(s, body, THUD_BODY_GROUND, scene_contact("flores", 0.01, 0.6, 1e6));
            }
            shake(s);
            check_quiet(s);
        }
}
END_TEST

START_TEST(test_sticking_and_chain) {
    scene *s = scene_open(3);
    thud_model_set_gravity(s->model, 9.81);
    for (int i = 0; i < 6; i++) {
        thud_body body = scene_body(s, 1 + 0.3 * i, 0, 0);
        scene_touch(s, body, i == 0 ? THUD_BODY_GROUND : body - 1,
                    scene_contact(i % 2 ? "poisson" : "newton", 0.1, 0.4, 0));
    }
    shake(s);
    check_quiet(s);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("allocation");
    tcase_add_test(tests, test_free_flight);
    tcase_add_test(tests, test_contacts);
    tcase_add_test(tests, test_record);
    tcase_add_test(tests, test_sticking_and_chain);
    return run_suite("allocation", tests);
}
