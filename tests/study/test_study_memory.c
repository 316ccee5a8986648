#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Studies without memory: every request of the reader, of a worker and of a fit fails once, one after another. Each
 * ends with THUD_ERROR_MEMORY, or was not needed; what it came to then is the same as without a failure. Under the
 * sanitizer nothing is lost.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <thud/study.h>

#include "study/study_text.h"
#include "suite.h"

static size_t asked, fails_at; /* fails_at 0: never */

static bool fails(void) { return ++asked == fails_at; }

/* the linker brings these in place of the real ones */
#define REPLACE(type, name, parameters, arguments)                                                                 \
    type __real_##name parameters;                                                                                 \
    type __wrap_##name parameters;                                                                                 \
    type __wrap_##name parameters { return fails() ? NULL : __real_##name arguments; }

REPLACE(void *, malloc, (size_t a), (a))
REPLACE(void *, calloc, (size_t a, size_t b), (a, b))
REPLACE(void *, realloc, (void *a, size_t b), (a, b))
REPLACE(char *, strdup, (const char *a), (a))
REPLACE(char *, strndup, (const char *a, size_t b), (a, b))

/* ---- a study of everything that there is ---- */

static char folder[64], path[96];

static const char SCENARIO[] =
    "bodies: {a: {mass: 1}, b: {mass: 2}}\n"
    "links: [{left: ground, right: a, stiffness: 100}]\n"
    "contacts:\n"
    "  - {name: c, left: a, right: b, gap: 1 mm, model: flores, restitution: 0.5, stiffness: 1e6}\n"
    "watch: {way: {right: a}}\n"
    "ground: {record: rec1.csv}\n"
    "duration: 0.02\n";
static const char STUDY[] =
    "title: Everything\n"
    "scenario: scenario.yaml\n"
    "vary:\n"
    "  gap: {path: contacts.*.gap, values: [1 mm, 2 mm], labels: [near, far]}\n"
    "  e: {path: contacts.0.restitution, from: 0.2, to: 0.8, count: 2}\n"
    "  k: {path: contacts.c.stiffness, from: 1e6, to: 1e7, count: 2, spacing: log}\n"
    "  m: {path: bodies.b.mass, samples: {distribution: discrete, values: [1, 2], weights: [3, 1]},\n"
    "      count: 2, sampling: lhs}\n"
    "  w: {samples: {distribution: lognormal, median: 1, dispersion: 0.2}, count: 2, sampling: lhs}\n"
    "  u: {samples: {distribution: discrete, values: [5, 6, 7]}, count: 2}\n"
    "  rec: {path: ground.record, files: 'rec*.csv'}\n"
    "  d: {path: links.0.stiffness, value: m * 100 + sqrt(w)}\n"
    "  f: {path: bodies.a.mass, value: 1 + (d + u) / 1000}\n"
    "zip: [[gap, e], [u, m]]\n"
    "collect: {hard: {quantity: contacts.*.max_force, above: 1 N}, slow: {quantity: bodies.a.max_velocity, below: "
    "1}}\n"
    "keep: [impacts, bodies.*.max_velocity, watch.way.max]\n"
    "histories: all\n";

static void set_up(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-memory-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/study.yaml", folder);
    write_study_file(folder, "scenario.yaml", SCENARIO);
    write_study_file(folder, "study.yaml", STUDY);
    for (int i = 1; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "rec%d.csv", i);
        write_study_file(folder, name,
                         i == 1 ? "t [s],a [g]\n0,0\n0.01,1\n0.02,0\n" : "t [s],a [g]\n0,0\n0.01,2\n0.02,0\n");
    }
}

static void tear_down(void) {
    static const char *const names[] = {"scenario.yaml", "study.yaml", "rec1.csv", "rec2.csv"};
    char name[96];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        ck_assert_int_eq(unlink(name), 0);
    }
    ck_assert_int_eq(rmdir(folder), 0);
}

/* ---- what is tried ---- */

/* a number that differs when anything of it does */
typedef struct attempt {
    uint64_t sum;
    bool speechless; /* something was said without a word */
    size_t said;
} attempt;

static void hear(void *context, const thud_error *message) {
    attempt *a = context;
    a->said++;
    if (message->text[0] == '\0') a->speechless = true;
}

static thud_status read_one(attempt *a, thud_study **study) {
    const thud_status status = thud_study_read(path, hear, a, study);
    if (status != THUD_OK) return status;
    a->sum = thud_study_hash(*study);
    for (size_t i = 0; i < thud_study_case_count(*study); i++)
        a->sum = a->sum * 31 + thud_study_case_hash(*study, i);
    return status;
}

static thud_status read_study_only(attempt *a) {
    thud_study *study = NULL;
    const thud_status status = read_one(a, &study);
    thud_study_free(study);
    return status;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* three cases by one worker, from the first to the last */
static thud_status run_cases(attempt *a) {
    thud_study *study = NULL;
    thud_worker *worker = NULL;
    const size_t armed = fails_at;
    fails_at = 0;
    thud_status status = read_one(a, &study);
    fails_at = armed;
    asked = 0;
    if (status == THUD_OK) status = thud_worker_create(study, &worker);
    const size_t cases = thud_study_case_count(study);
    for (size_t i = 0; i < 3 && status == THUD_OK; i++) {
        thud_case_result result;
        const size_t which = i * (cases - 1) / 2;
        status = thud_worker_run(worker, which, NULL, &result);
        if (status == THUD_OK) status = result.error.status;
        for (size_t k = 0; status == THUD_OK && k < thud_study_result_count(study); k++)
            a->sum = a->sum * 31 + bits_of(result.values[k]);
    }
    thud_worker_free(worker);
    thud_study_free(study);
    return status;
}

static const struct {
    const char *name;
    thud_status (*act)(attempt *);
} ACTS[] = {{"reading", read_study_only}, {"running", run_cases}};

START_TEST(every_request_may_fail) {
    attempt whole = {0};
    fails_at = asked = 0;
    ck_assert_int_eq(ACTS[_i].act(&whole), THUD_OK);
    ck_assert_uint_eq(whole.said, 0);
    const size_t count = asked;
    size_t failed = 0;
    for (size_t n = 1; n <= count; n++) {
        attempt a = {0};
        asked = 0;
        fails_at = n;
        const thud_status status = ACTS[_i].act(&a);
        fails_at = 0;
        ck_assert_msg(status == THUD_ERROR_MEMORY || status == THUD_OK, "%s, request %zu of %zu: status %d",
                      ACTS[_i].name, n, count, status);
        ck_assert_msg(status == THUD_ERROR_MEMORY || a.sum == whole.sum, "%s, request %zu of %zu: other results",
                      ACTS[_i].name, n, count);
        ck_assert_msg(!a.speechless, "%s, request %zu of %zu: not a word", ACTS[_i].name, n, count);
        failed += status != THUD_OK;
    }
    printf("%s: %zu requests, %zu of them needed\n", ACTS[_i].name, count, failed);
    ck_assert_uint_gt(failed, count / 2); /* hardly anything is asked for in vain */
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("studies without memory");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_request_may_fail, 0, sizeof ACTS / sizeof ACTS[0]);
    return run_suite("studies without memory", tests);
}
