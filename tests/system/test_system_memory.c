/*
 * Nothing is allocated while a system moves: a run of many impacts asks for memory as often as one of none.
 * The linker puts the counters in the place of the allocators (tests/CMakeLists.txt).
 */
#include "suite.h"
#include "system/row.h"

static size_t calls;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) {
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    calls++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size) {
    calls++;
    return __real_realloc(block, size);
}

static size_t calls_of(const char *law, double duration, size_t *impacts) {
    row r = {.count = 2, .mass = {2, 3}, .gravity = 9.81};
    bool rigid = strcmp(law, "newton") == 0;
    thud_gap_contact contacts[2] = {contact_of(law, 0.7, rigid ? 0 : 1e7), contact_of(law, 0.9, rigid ? 0 : 1e7)};
    thud_system system = row_system(&r, contacts);
    thud_system_options options = options_for(duration);
    double q[2] = {-2, -1}, v[2] = {0, 0};
    outcome o = {0};
    calls = 0;
    solve(&o, &system, &options, q, v);
    ck_assert_int_eq(o.status, THUD_OK);
    *impacts = o.summary.impacts;
    return calls;
}

static const char *const laws[] = {"newton", "flores", "valles-reinhorn"};

START_TEST(nothing_is_allocated_while_it_moves) {
    size_t none, many;
    size_t still = calls_of(laws[_i], 0.01, &none), moving = calls_of(laws[_i], 3, &many);
    ck_assert_uint_eq(none, 0);
    ck_assert_uint_gt(many, 5);
    ck_assert_uint_gt(still, 0); /* the counters are in place */
    ck_assert_uint_eq(moving, still);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("system_memory");
    tcase_add_loop_test(tests, nothing_is_allocated_while_it_moves, 0, sizeof laws / sizeof *laws);
    return run_suite("system_memory", tests);
}
