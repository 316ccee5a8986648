/*
 * The n-th request for memory fails, for every n in turn: once, or with all after it. Reading a scenario, building
 * its model, solving it and asking CVODE must then end with THUD_ERROR_MEMORY, and, under the sanitizer, without a
 * leak. The linker puts the failing allocators in the place of the library's (tests/CMakeLists.txt); what other
 * libraries ask for themselves does not fail, but for the events that libyaml makes.
 */
#include <stdio.h>
#include <string.h>

#include <thud/thud.h>
#include <yaml.h>

#include "simulate/apart.h"
#include "suite.h"

static size_t asked, fails_at; /* fails_at 0: never */
static bool goes_on;

static bool fails(void) {
    asked++;
    return fails_at > 0 && (goes_on ? asked >= fails_at : asked == fails_at);
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
FILE *__real_open_memstream(char **text, size_t *size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
FILE *__wrap_open_memstream(char **text, size_t *size);
int __real_yaml_parser_initialize(yaml_parser_t *events);
int __wrap_yaml_parser_initialize(yaml_parser_t *events);
int __real_yaml_parser_parse(yaml_parser_t *events, yaml_event_t *event);
int __wrap_yaml_parser_parse(yaml_parser_t *events, yaml_event_t *event);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return fails() ? NULL : __real_realloc(block, size); }
char *__wrap_strdup(const char *text) { return fails() ? NULL : __real_strdup(text); }
char *__wrap_strndup(const char *text, size_t size) { return fails() ? NULL : __real_strndup(text, size); }
FILE *__wrap_open_memstream(char **text, size_t *size) {
    return fails() ? NULL : __real_open_memstream(text, size);
}

int __wrap_yaml_parser_initialize(yaml_parser_t *events) {
    return fails() ? 0 : __real_yaml_parser_initialize(events);
}
int __wrap_yaml_parser_parse(yaml_parser_t *events, yaml_event_t *event) {
    if (!fails()) return __real_yaml_parser_parse(events, event);
    events->error = YAML_MEMORY_ERROR;
    return 0;
}

/* ---- what is tried ---- */

/* Check asks for memory too: nothing is asserted before an attempt is over */
static void say(void *context, const thud_error *message) {
    if (message->text[0] == '\0') *(bool *)context = true;
}

static bool keep_sample(void *context, const thud_sample *sample) {
    (void)context;
    return isfinite(sample->displacement[0]);
}

static thud_status solve(const thud_model *model) {
    thud_simulation *simulation = NULL;
    thud_observer observer = {.sample = keep_sample};
    thud_status status = thud_simulation_create(model, &simulation);
    if (status == THUD_OK) status = thud_simulation_run(simulation, &observer);
    thud_simulation_free(simulation);
    return status;
}

static thud_status read_and_solve(const char *text, bool verify) {
    thud_model *model = NULL;
    bool speechless = false;
    thud_status status = thud_scenario_parse(text, strlen(text), "", say, &speechless, &model);
    if (status == THUD_OK) status = solve(model);
    thud_verification verification;
    if (status == THUD_OK && verify) status = thud_verify(model, NULL, NULL, NULL, &verification);
    thud_model_free(model);
    return speechless ? THUD_ERROR_PROGRESS : status;
}

/* with all the memory it wants: the status it has to have, and the number of requests */
static size_t count_requests(const char *text, bool verify, thud_status expected) {
    asked = fails_at = 0;
    thud_status status = read_and_solve(text, verify);
    size_t count = asked;
    ck_assert_int_eq(status, expected);
    return count;
}

static void check_scenario(const char *text, bool verify, thud_status expected) {
    size_t count = count_requests(text, verify, expected);
    ck_assert_uint_gt(count, 10);
    for (int mode = 0; mode < 2; mode++)
        for (size_t n = 1; n <= count; n++) {
            asked = 0;
            fails_at = n;
            goes_on = mode == 1;
            thud_status status = read_and_solve(text, verify);
            fails_at = 0;
            ck_assert_msg(status == THUD_ERROR_MEMORY, "request %zu of %zu fails%s: %s", n, count,
                          goes_on ? ", as do all after it" : "", thud_status_text(status));
        }
}

START_TEST(test_bodies) {
    check_scenario("title: two decks\n"
                   "bodies:\n"
                   "  deck: {mass: 1e3, velocity: 1}\n"
                   "  second: {mass: 2e3, displacement: 1 mm}\n"
                   "links:\n"
                   "  - {left: ground, right: deck, stiffness: 1e5}\n"
                   "  - {left: deck, right: second, stiffness: 1e5}\n"
                   "contacts:\n"
                   "  - {name: east, left: second, right: ground, gap: 5 mm, model: newton, restitution: 0.6}\n"
                   "  - {name: west, left: ground, right: deck, gap: 5 mm, model: flores, stiffness: 5e7,\n"
                   "     restitution: 0.6, damping: exact, separation: zero-force}\n"
                   "damping: {ratio: 0.05}\n"
                   "ground: {noise: {rms: 1, low: 0.5, high: 10, seed: 1}}\n"
                   "forces:\n"
                   "  - {on: deck, sine: {amplitude: 1e3, frequency: 2}}\n"
                   "duration: 0.2\n"
                   "output: {interval: 0.01}\n",
                   true, THUD_OK);
}
END_TEST

START_TEST(test_generated_motion) {
    check_scenario("bodies: {a: {mass: 1}, b: {mass: 2}}\n"
                   "links: [{left: ground, right: a, stiffness: 100}, {left: ground, right: b, stiffness: 50}]\n"
                   "contacts: [{left: a, right: b, gap: 1 mm, model: poisson, restitution: 0.5}]\n"
                   "ground: {generate: {spectrum: ec8-1, soil: B, pga: 0.1 g, duration: 4, seed: 1}}\n"
                   "duration: 0.2\n",
                   false, THUD_OK);
}
END_TEST

START_TEST(test_rods) {
    check_scenario("rods:\n"
                   "  one: {pivot: [0, 0], length: 3, mass: 1, angle: 0.1}\n"
                   "  two: {pivot: [-2, 0], length: 2, mass: 1, angle: 1}\n"
                   "contacts:\n"
                   "  - {tip: two, rod: one, model: flores, stiffness: 1e6, restitution: 0.5}\n"
                   "gravity: 9.81\n"
                   "duration: 0.2\n",
                   true, THUD_OK);
}
END_TEST

/* buildings, repeated parts, links of every kind that keeps a state, signals that are watched */
START_TEST(test_building) {
    check_scenario(
        "storeys:\n"
        "  a: {count: 2, mass: 3 t, period: 0.4 s, height: 3 m, weight: 30 kN, damping_ratio: 5 %, yield: 9 kN}\n"
        "  b: {mass: [2 t, 2 t], stiffness: 5e5, yield: 2 kN, hardening: 0.1, height: 3, damping_ratio: 3 %}\n"
        "bodies: {box: {mass: 1 t}, end: {mass: 1 t}}\n"
        "links:\n"
        "  - {left: ground, right: box, hysteresis: {model: friction, force: 500}}\n"
        "  - {left: b2, right: box, stiffness: 1e5, hysteresis: {model: bouc-wen, yield: 1e3}}\n"
        "  - {left: ground, right: box, stiffness: 1e4, damping: 10, damping_exponent: 0.5}\n"
        "  - {name: pair, left: ground, right: end, stiffness: 1e4, damping: 10}\n"
        "contacts:\n"
        "  - {name: floor#, left: a#, right: b#, gap: 2 mm, model: newton, restitution: {a: 0.2, b: 0.2}, repeat: "
        "2}\n"
        "watch:\n"
        "  drift: {of: drift, link: b-1}\n"
        "  pull: {of: link-force, link: pair}\n"
        "  way: {right: b2, left: a2}\n"
        "ground: {sine: {amplitude: 3, frequency: 2}}\n"
        "duration: 0.1\n"
        "output: {interval: 0.01}\n",
        true, THUD_OK);
}
END_TEST

START_TEST(test_moreau) {
    check_scenario("bodies: {ball: {mass: 1}}\n"
                   "contacts: [{left: ball, right: ground, gap: 0.1, model: newton, restitution: 0.5}]\n"
                   "gravity: 9.81\n"
                   "solver: moreau\n"
                   "step: 1e-3\n"
                   "duration: 0.2\n",
                   false, THUD_OK);
}
END_TEST

/* names that are nearly right are looked up among all there are */
START_TEST(test_bad_scenario) {
    const char *text = "bodys: {a: {mass: 1, masses: 2}}\n"
                       "bodies: {a: {mass: -1}, a: {mas: 2}}\n"
                       "contacts: [{left: A, right: grond, gap: 1 km, model: newtn, restitution: 2}]\n"
                       "duration: never\n";
    size_t count = count_requests(text, false, THUD_ERROR_ARGUMENT);
    for (int mode = 0; mode < 2; mode++)
        for (size_t n = 1; n <= count; n++) {
            asked = 0;
            fails_at = n;
            goes_on = mode == 1;
            thud_status status = read_and_solve(text, false);
            fails_at = 0;
            /* a message that is lost for want of memory is no scenario that is right */
            ck_assert_msg(status == THUD_ERROR_MEMORY || status == THUD_ERROR_ARGUMENT, "request %zu: %s", n,
                          thud_status_text(status));
        }
}
END_TEST

/* two floors, of links or of matrices, and a stop at the point between them */
static thud_model *frame(bool by_matrices) {
    thud_model *model = thud_model_create();
    if (by_matrices)
        thud_model_add_matrices(model, &(thud_matrices){.count = 2,
                                                        .mass = (double[]){2, 0, 0, 2},
                                                        .stiffness = (double[]){900, -400, -400, 400}});
    for (int i = 0; !by_matrices && i < 2; i++) {
        const thud_body_id below = {i - 1}, floor = thud_model_add_body(model, NULL, 1);
        thud_model_add_link(model, i == 0 ? THUD_GROUND : below, floor, &(thud_link){.stiffness = 300});
    }
    const thud_body_id middle = thud_model_add_point(model, 2, (thud_body_id[]){{0}, {1}}, (double[]){0.5, 0.5});
    thud_gap_contact stop = thud_gap_contact_default(thud_law_find("newton"));
    stop.gap = 0.01;
    stop.restitution = 0.5;
    thud_model_add_contact(model, "stop", middle, THUD_GROUND, &stop);
    thud_model_set_duration(model, 0.1);
    ck_assert_int_eq(thud_model_build(model, NULL), THUD_OK);
    return model;
}

/* two scenarios in one motion: the copies of names and points fail like all the rest */
START_TEST(test_beside_each_other) {
    double samples[8] = {0, 1, -2, 3, 0, -1, 2, 0};
    const thud_motion motion = {.count = 8, .step = 0.01, .acceleration = samples};
    thud_model *a = frame(true), *b = frame(false);
    thud_apart pairs[2];
    thud_error error;
    asked = fails_at = 0;
    thud_status status = thud_apart_find(a, b, &motion, pairs, &error);
    size_t count = asked;
    ck_assert_int_eq(status, THUD_OK);
    ck_assert_uint_gt(count, 20);
    for (int mode = 0; mode < 2; mode++)
        for (size_t n = 1; n <= count; n++) {
            asked = 0;
            fails_at = n;
            goes_on = mode == 1;
            status = thud_apart_find(a, b, &motion, pairs, mode ? NULL : &error);
            fails_at = 0;
            ck_assert_msg(status == THUD_ERROR_MEMORY, "request %zu of %zu: %s", n, count,
                          thud_status_text(status));
            if (mode == 0) ck_assert_str_eq(error.text, thud_status_text(THUD_ERROR_MEMORY));
        }
    thud_model_free(a);
    thud_model_free(b);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("out_of_memory");
    tcase_add_test(tests, test_bodies);
    tcase_add_test(tests, test_generated_motion);
    tcase_add_test(tests, test_rods);
    tcase_add_test(tests, test_building);
    tcase_add_test(tests, test_moreau);
    tcase_add_test(tests, test_bad_scenario);
    tcase_add_test(tests, test_beside_each_other);
    return run_suite("out_of_memory", tests);
}
