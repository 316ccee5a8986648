#define _XOPEN_SOURCE 700 /* pthread_self */

/*
 * The executor for devices with a device that declines, has little memory, fails, disappears or cannot be opened:
 * every case is handed over once, by the calling thread, with the bits of the cores. Where OpenCL has a device, its
 * results are the same bits whatever the batches.
 */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>

#include <thud/device.h>

#include "study/run/device_lanes.h"
#include "study/run/executor_device.h"
#include "study_text.h"
#include "suite.h"

#define FOLDER "study-device"
static const char SCENARIO[] =
    "bodies: {deck: {mass: 1.2e6}, pier: {mass: 4e5}}\n"
    "links:\n"
    "  - {left: ground, right: deck, stiffness: 5e7, damping_ratio: 0.05}\n"
    "  - {left: ground, right: pier, stiffness: 4e7, damping_ratio: 0.05}\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 10 mm, model: gonthier, stiffness: 5e9, restitution: 0.6}\n"
    "  - {name: joint, left: pier, right: deck, gap: 20 mm, model: flores, stiffness: 5e9, restitution: 0.6}\n"
    "ground: {sine: {amplitude: 3, frequency: 1.1}}\n"
    "duration: 1\n";

/* masses, of which one is not possible, two tolerances and exponents of which one is not for devices: batches of
 * several shapes */
static const char STUDY[] = "scenario: scenario.yaml\n"
                            "vary:\n"
                            "  gap: {path: contacts.east.gap, from: 5 mm, to: 20 mm, count: 12}\n"
                            "  m: {values: [1, 2]}\n"
                            "  q: {values: [1, 2]}\n"
                            "  mass: {path: bodies.deck.mass, value: (3.5 - m * q) * 1e6}\n"
                            "  tolerance: {path: tolerance, values: [1e-8, 1e-7]}\n"
                            "  n: {path: contacts.east.exponent, values: [1.5, 1.37, 1.25]}\n"
                            "keep: [impacts, bodies.deck.max_displacement, contacts.*.max_force]\n";

/* ---- a device that is none ---- */

typedef struct behaviour {
    const char *name;
    size_t memory;    /* cases that it has memory for; 0: any number */
    size_t fail_from; /* the batch, from 1, that fails; 0: none */
    size_t fail_to;   /* the last one */
    bool never_opens;
    bool gives_up; /* the executor, in the end */
} behaviour;

static const behaviour BEHAVIOURS[] = {
    {.name = "declines"},
    {.name = "has memory for 30", .memory = 30},
    {.name = "has no memory", .memory = 1, .gives_up = true},
    {.name = "fails once", .fail_from = 2, .fail_to = 2},
    {.name = "disappears", .fail_from = 2, .fail_to = SIZE_MAX, .gives_up = true},
    {.name = "disappears at once", .fail_from = 1, .fail_to = SIZE_MAX, .gives_up = true},
    {.name = "cannot be opened", .never_opens = true, .gives_up = true},
};
enum { BEHAVIOUR_COUNT = sizeof BEHAVIOURS / sizeof BEHAVIOURS[0] };

static const behaviour *now;
static atomic_size_t batches, open_lanes, largest;

static thud_status fake_open(size_t index, const thud_case_shape *shape, thud_device **device, thud_error *error) {
    (void)index, (void)shape;
    *device = NULL;
    if (now->never_opens) {
        error->status = THUD_ERROR_UNSUPPORTED;
        snprintf(error->text, sizeof error->text, "no such device");
        return THUD_ERROR_UNSUPPORTED;
    }
    *device = malloc(1);
    atomic_fetch_add(&open_lanes, 1);
    return *device ? THUD_OK : THUD_ERROR_MEMORY;
}

static thud_status fake_share(thud_device *of, thud_device **device, thud_error *error) {
    ck_assert_ptr_nonnull(of);
    return fake_open(0, NULL, device, error);
}

static void fake_close(thud_device *device) {
    if (device) atomic_fetch_sub(&open_lanes, 1);
    free(device);
}

/* what it does run is as if it had declined */
static thud_status fake_run(thud_device *device, thud_batch_arrays *arrays, size_t cases, double tolerance,
                            thud_error *error) {
    const size_t number = atomic_fetch_add(&batches, 1) + 1;
    (void)tolerance;
    if (!device || cases > arrays->cases) return THUD_ERROR_ARGUMENT;
    if (now->memory > 0 && cases > now->memory) return THUD_ERROR_MEMORY;
    if (now->fail_from > 0 && number >= now->fail_from && number <= now->fail_to) {
        error->status = THUD_ERROR_ACCURACY;
        snprintf(error->text, sizeof error->text, "the device has failed");
        return THUD_ERROR_ACCURACY;
    }
    for (size_t before = atomic_load(&largest); cases > before;)
        if (atomic_compare_exchange_weak(&largest, &before, cases)) break;
    memset(arrays->results, 0, thud_shape_result_numbers(&arrays->shape) * arrays->cases * sizeof *arrays->results);
    return THUD_OK;
}

static const thud_device_driver FAKE = {fake_open, fake_share, fake_run, fake_close};

/* ---- what comes of it ---- */

typedef struct table {
    size_t cases, width;
    atomic_size_t kept; /* counted by the caller, asked for by all */
    double *values;     /* [cases][width] */
    int *status;        /* [cases]; −1: not there */
    const char **executor;
    size_t stop_after, refuse_after;
    pthread_t caller;
} table;

static table new_table(const thud_study *study) {
    table t = {
        .cases = thud_study_case_count(study), .width = thud_study_result_count(study), .caller = pthread_self()};
    t.values = calloc(t.cases * t.width, sizeof *t.values);
    t.status = calloc(t.cases, sizeof *t.status);
    t.executor = calloc(t.cases, sizeof *t.executor);
    for (size_t i = 0; i < t.cases; i++) t.status[i] = -1;
    return t;
}

static void free_table(table *t) {
    free(t->values);
    free(t->status);
    free(t->executor);
}

static bool keep(void *context, const thud_case_result *result) {
    table *t = context;
    ck_assert(pthread_equal(pthread_self(), t->caller));
    ck_assert_msg(t->status[result->case_index] == -1, "case %zu came twice", result->case_index);
    if (t->refuse_after > 0 && t->kept >= t->refuse_after) return false;
    t->status[result->case_index] = (int)result->error.status;
    t->executor[result->case_index] =
        result->executor && strncmp(result->executor, "threads", 7) == 0 ? "threads" : "";
    memcpy(t->values + result->case_index * t->width, result->values, t->width * sizeof *t->values);
    t->kept++;
    return true;
}

static bool tick(void *context) { return context != NULL; }

static bool stopped(void *context) {
    const table *t = context;
    return t->stop_after > 0 && t->kept >= t->stop_after;
}

static thud_status run(const thud_study *study, const thud_executor *executor, size_t jobs, table *t) {
    thud_queue queue;
    ck_assert(thud_queue_init(&queue, study));
    thud_work work = {.study = study,
                      .jobs = jobs,
                      .queue = &queue,
                      .context = t,
                      .keep = keep,
                      .tick = tick,
                      .stopped = stopped};
    const thud_status status = executor->run(executor, &work);
    thud_queue_clear(&queue);
    return status;
}

static void begin(const behaviour *behaves) {
    now = behaves;
    atomic_store(&batches, 0);
    atomic_store(&open_lanes, 0);
    atomic_store(&largest, 0);
}

START_TEST(whatever_the_device_does) {
    static const size_t jobs[] = {1, 3};
    thud_study *study = good_study(FOLDER, SCENARIO, STUDY);
    table cores = new_table(study);
    const behaviour *behaves = &BEHAVIOURS[_i];
    ck_assert_int_eq(run(study, &thud_executor_serial, 1, &cores), THUD_OK);
    for (size_t j = 0; j < 2; j++) {
        thud_device_tally tally;
        thud_device_executor device = thud_device_executor_on(0, &tally);
        table t = new_table(study);
        device.driver = &FAKE;
        device.batch = jobs[j] == 1 ? 288 : 150;
        begin(behaves);
        ck_assert_int_eq(run(study, &device.executor, jobs[j], &t), THUD_OK);
        ck_assert_uint_eq(t.kept, t.cases);
        ck_assert_int_eq(memcmp(t.status, cores.status, t.cases * sizeof *t.status), 0);
        for (size_t i = 0; i < t.cases * t.width; i++)
            ck_assert(memcmp(&t.values[i], &cores.values[i], sizeof *t.values) == 0 || isnan(cores.values[i]));
        ck_assert_uint_eq(tally.on_device, 0);
        ck_assert_str_eq(tally.reason, "an exponent is no multiple of a quarter");
        ck_assert_msg((tally.error.status != THUD_OK) == (behaves->gives_up || behaves->fail_from > 0), "%s: %s",
                      behaves->name, tally.error.text);
        if (behaves->memory > 0 && !behaves->gives_up) ck_assert_uint_le(tally.batch, behaves->memory);
        if (behaves->memory > 0) ck_assert_uint_le(atomic_load(&largest), behaves->memory);
        ck_assert_uint_eq(atomic_load(&open_lanes), 0);
        free_table(&t);
    }
    free_table(&cores);
    thud_study_free(study);
}
END_TEST

START_TEST(stops_and_refusals) {
    thud_study *study = good_study(FOLDER, SCENARIO, STUDY);
    for (size_t jobs = 1; jobs < 4; jobs++)
        for (int refuses = 0; refuses < 2; refuses++) {
            thud_device_tally tally;
            thud_device_executor device = thud_device_executor_on(0, &tally);
            table t = new_table(study);
            device.driver = &FAKE;
            device.batch = 50;
            if (refuses) t.refuse_after = 10;
            else t.stop_after = 10;
            begin(&BEHAVIOURS[0]);
            ck_assert_int_eq(run(study, &device.executor, jobs, &t), THUD_ERROR_STOPPED);
            ck_assert_uint_ge(t.kept, 10);
            if (refuses) ck_assert_uint_eq(t.kept, 10);
            ck_assert_uint_eq(atomic_load(&open_lanes), 0);
            free_table(&t);
        }
    thud_study_free(study);
}
END_TEST

/* ---- when kernels on the cores pay ---- */

static const struct {
    const char *law, *ground;
    int gaps; /* and as many restitutions */
    size_t jobs;
    bool wins;
} CHOICES[] = {
    {"newton, gap: 1", "", 200, 2, true},
    {"newton, gap: 1", "", 200, 3, false}, /* 20,000 cases for each job */
    {"kelvin-voigt, gap: 1, stiffness: 1e6", "", 200, 2, true},
    {"valles-reinhorn, gap: 1, stiffness: 1e6", "", 200, 2, true},
    {"flores, gap: 1, stiffness: 1e6", "", 200, 2, false},
    {"kelvin-voigt, gap: 1, stiffness: 1e6", "ground: {sine: {amplitude: 3, frequency: 1.1}}\n", 200, 2, false},
};

START_TEST(kernels_on_the_cores) {
    char scenario[400], text[400];
    snprintf(scenario, sizeof scenario,
             "bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\n%s"
             "contacts: [{name: floor, left: ball, right: ground, model: %s, restitution: 0.5}]\n",
             CHOICES[_i].ground, CHOICES[_i].law);
    snprintf(text, sizeof text,
             "scenario: scenario.yaml\nvary:\n"
             "  gap: {path: contacts.0.gap, from: 0.1, to: 2, count: %d}\n"
             "  e: {path: contacts.0.restitution, from: 0.2, to: 0.6, count: %d}\n",
             CHOICES[_i].gaps, CHOICES[_i].gaps);
    thud_study *study = good_study(FOLDER, scenario, text);
    ck_assert_int_eq(thud_device_wins_on_cores(study, CHOICES[_i].jobs), CHOICES[_i].wins);
    ck_assert_int_eq(thud_study_add_spread(study), THUD_OK);
    ck_assert(!thud_device_wins_on_cores(study, CHOICES[_i].jobs));
    thud_study_free(study);
}
END_TEST

/* the same device gives the same bits in batches of any size, by any number of threads, and after running out of
 * memory */
START_TEST(batches_do_not_matter) {
    static const struct { size_t batch, jobs; } ways[] = {{1000, 1}, {70, 2}};
    thud_study *study = good_study(FOLDER, SCENARIO, STUDY);
    table tables[2];
    for (size_t j = 0; j < 2; j++) {
        thud_device_tally tally;
        thud_device_executor device = thud_device_executor_on(0, &tally);
        device.batch = ways[j].batch;
        tables[j] = new_table(study);
        ck_assert_int_eq(run(study, &device.executor, ways[j].jobs, &tables[j]), THUD_OK);
        ck_assert_uint_eq(tables[j].kept, tables[j].cases);
        /* three masses of four are possible, and two exponents of three are for devices */
        ck_assert_uint_eq(tally.on_device, tables[j].cases / 2);
        ck_assert_int_eq(memcmp(tables[j].values, tables[0].values,
                                tables[0].cases * tables[0].width * sizeof *tables[0].values),
                         0);
    }
    for (size_t j = 0; j < 2; j++) free_table(&tables[j]);
    thud_study_free(study);
}
END_TEST

/* with the argument `device`, what needs one; not forked, for drivers have threads of their own */
int main(int argc, char **argv) {
    TCase *tests = tcase_create("executor for devices");
    thud_device_info info;
    if (argc > 1 && strcmp(argv[1], "device") == 0) {
        if (thud_device_at(0, &info) != THUD_OK || !info.has_doubles)
            leave_out("batches_do_not_matter", "there is no OpenCL device with doubles");
        else tcase_add_test(tests, batches_do_not_matter);
        return run_suite("batches of a device", tests);
    }
    tcase_add_loop_test(tests, whatever_the_device_does, 0, BEHAVIOUR_COUNT);
    tcase_add_test(tests, stops_and_refusals);
    tcase_add_loop_test(tests, kernels_on_the_cores, 0, sizeof CHOICES / sizeof CHOICES[0]);
    return run_suite("executor for devices", tests);
}
