/*
 * The n-th request for memory fails, for every n in turn, or up to sixty of them: what was measured is then not
 * identified, and says why. What is handed out is filled with rubbish first, so that nothing is taken for zero that
 * is not.
 */
#include <string.h>

#include <thud/identify.h>
#include <thud/impact.h>

#include "base/error.h"
#include "numeric/random.h"
#include "suite.h"

static size_t asked, fails_at; /* fails_at 0: never */

static bool fails(void) { return ++asked == fails_at; }

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size) {
    void *block = fails() ? NULL : __real_malloc(size);
    return block ? memset(block, 0xA5, size) : NULL;
}
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *block, size_t size) { return fails() ? NULL : __real_realloc(block, size); }

/* ---- what is tried ---- */

enum { SAMPLES = 120 };
static double times[SAMPLES], forces[SAMPLES], swing[SAMPLES];

/* an impact of li-darby with e = 0.6 in the middle of a rest, and an oscillator that is left alone */
static void measure(void) {
    thud_impact_options o = thud_impact_options_default(thud_law_find("flores"));
    thud_impact_state states[61];
    o.restitution = 0.6;
    o.stiffness = 1e6;
    ck_assert_int_eq(thud_impact_sample(&o, 61, states), THUD_OK);
    const double step = states[1].time;
    for (int i = 0; i < SAMPLES; i++) {
        const int at = i - 30;
        times[i] = i * step;
        forces[i] = (at > 0 && at < 60 ? states[at].force : 0) + 1e-3 * sin(7 * i);
        swing[i] = exp(-i / 100.0) * cos(i / 4.0);
    }
}

static thud_status fit(thud_error *error) {
    thud_force_record *record = NULL;
    thud_force_fit found;
    thud_status status = thud_force_record_create(times, forces, SAMPLES, &record, error);
    if (status != THUD_OK) return status;
    thud_force_options o = thud_force_options_default(thud_law_find("flores"), 1);
    status = thud_identify_force(record, 0, &o, &found, error);
    thud_force_record_free(record);
    return status;
}

/* a law with a cusp, whose exponent is fitted too, in so many samples with noise that they are taken in means:
 * every search there is, and the posterior */
static thud_status fit_long(thud_error *error) {
    enum { LONG = 900 };
    static double at[LONG], force[LONG];
    thud_impact_options o = thud_impact_options_default(thud_law_find("tsuji"));
    static thud_impact_state states[501];
    thud_random random = thud_random_seed(1);
    o.restitution = 0.6;
    o.stiffness = 1e6;
    o.damping = THUD_DAMPING_EXACT;
    if (thud_impact_sample(&o, 501, states) != THUD_OK) return THUD_ERROR_ARGUMENT;
    for (int i = 0; i < LONG; i++) {
        at[i] = i * states[1].time;
        force[i] = (i > 200 && i < 700 ? states[i - 200].force : 0) + 5 * thud_random_normal(&random);
    }
    thud_force_record *record = NULL;
    thud_force_fit found;
    thud_status status = thud_force_record_create(at, force, LONG, &record, error);
    if (status != THUD_OK) return status;
    thud_force_options how = thud_force_options_default(o.law, 1);
    status = thud_identify_force(record, 0, &how, &found, error);
    thud_force_record_free(record);
    return status;
}

static thud_status rank(thud_error *error) {
    thud_force_record *record = NULL;
    static thud_ranking ranking;
    thud_status status = thud_force_record_create(times, forces, SAMPLES, &record, error);
    if (status != THUD_OK) return status;
    thud_force_options o = thud_force_options_default(NULL, 1);
    o.exponent = 1.5;
    status = thud_identify_rank(record, 0, &o, &ranking, error);
    thud_force_record_free(record);
    return status;
}

/* the force and the penetration of a fit; both tell by their status alone */
static thud_status predict(thud_error *error) {
    static thud_force_fit found;
    static double again[SAMPLES];
    if (found.samples == 0) {
        thud_force_options o = thud_force_options_default(thud_law_find("flores"), 1);
        thud_force_record *record = NULL;
        ck_assert_int_eq(thud_force_record_create(times, forces, SAMPLES, &record, NULL), THUD_OK);
        ck_assert_int_eq(thud_identify_force(record, 0, &o, &found, NULL), THUD_OK);
        thud_force_record_free(record);
        asked = 0;
    }
    thud_force_impact impact = {.first = 0, .last = SAMPLES};
    const thud_force_record record = {
        .time = times, .force = forces, .count = SAMPLES, .impacts = &impact, .impact_count = 1};
    thud_estimate ratio;
    thud_status status = thud_force_predict(&found, times, SAMPLES, again);
    if (status == THUD_OK) status = thud_force_penetration_ratio(&record, 0, forces, &found, &ratio);
    return status == THUD_OK ? status : thud_error_status(error, status);
}

static thud_status descend(thud_error *error) {
    static const double heights[] = {1, 0.5, 0.26, 0.12};
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces = NULL;
    const thud_status status = thud_identify_heights(heights, 4, &o, &bounces, error);
    if (status == THUD_OK) thud_bounces_free(bounces);
    return status;
}

static thud_status bounce(thud_error *error) {
    static const double at[] = {0, 0.6, 1.1, 1.5, 1.85};
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces = NULL;
    const thud_status status = thud_identify_bounces(at, 5, &o, &bounces, error);
    if (status == THUD_OK) thud_bounces_free(bounces);
    return status;
}

static thud_status drop(thud_error *error) {
    static const double drops[] = {1, 0.8, 0.6}, rebounds[] = {0.5, 0.41, 0.3};
    thud_bounce_options o = thud_bounce_options_default();
    thud_bounces *bounces = NULL;
    const thud_status status = thud_identify_drops(drops, rebounds, 3, &o, &bounces, error);
    if (status == THUD_OK) thud_bounces_free(bounces);
    return status;
}

static thud_status vibrate(thud_error *error) {
    thud_motion motion = {.step = 0.01, .count = SAMPLES, .acceleration = swing};
    thud_vibration found;
    return thud_identify_vibration(&motion, &found, error);
}

static thud_status resonate(thud_error *error) {
    static double frequency[60], real[60], imaginary[60];
    for (int i = 0; i < 60; i++) {
        frequency[i] = 3.5 + i * 0.02;
        const double w = 2 * acos(-1) * frequency[i], a = 865 - 1.35 * w * w, b = 1.092 * w;
        real[i] = a / (a * a + b * b);
        imaginary[i] = -b / (a * a + b * b);
    }
    const thud_transfer transfer = {.frequency = frequency, .real = real, .imaginary = imaginary, .count = 60};
    thud_resonance found;
    return thud_identify_transfer(&transfer, &found, error);
}

static thud_status parse(thud_error *error) {
    static const char text[] = "t [s],F [N]\n0,0\n0.001,0.1\n0.002,5\n0.003,9\n0.004,4\n0.005,0\n";
    thud_measurement *m = NULL;
    thud_error own = {0};
    const thud_status status =
        thud_measurement_parse(text, sizeof text - 1, THUD_MEASUREMENT_ANY, &m, error ? error : &own);
    if (status == THUD_OK) thud_measurement_free(m);
    return status;
}

static const struct {
    const char *name;
    thud_status (*act)(thud_error *);
} ACTS[] = {{"a fit", fit},       {"a long record", fit_long}, {"a ranking", rank},
            {"a force", predict}, {"bounces", bounce},         {"drops", drop},
            {"heights", descend}, {"a vibration", vibrate},    {"a resonance", resonate},
            {"a file", parse}};
enum { ACT_COUNT = sizeof ACTS / sizeof ACTS[0], MOST_TRIED = 60 };

START_TEST(every_request_may_fail) {
    measure();
    thud_error error = {0};
    fails_at = 0;
    asked = 0;
    thud_status status = ACTS[_i].act(&error);
    const size_t count = asked;
    ck_assert_msg(status == THUD_OK, "%s: status %d: %s", ACTS[_i].name, status, error.text);
    for (size_t n = 1; n <= count; n += count / MOST_TRIED + 1) {
        error = (thud_error){0};
        asked = 0;
        fails_at = n;
        status = ACTS[_i].act(n % 2 ? &error : NULL);
        fails_at = 0;
        ck_assert_msg(status == THUD_ERROR_MEMORY, "%s, request %zu of %zu: status %d", ACTS[_i].name, n, count,
                      status);
        ck_assert_msg(n % 2 == 0 || *error.text, "%s, request %zu of %zu: not a word", ACTS[_i].name, n, count);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("memory");
    tcase_add_loop_test(tests, every_request_may_fail, 0, ACT_COUNT);
    return run_suite("memory of identification", tests);
}
