#define _XOPEN_SOURCE 700 /* clock_gettime */

/*
 * A device beside the library: bench_device [DEVICE [GAPS [ES [LANES]]]]. A bridge deck between its abutments, all
 * pairs of GAPS gaps and ES restitutions, two neighbours of one storey and two of ten, which yield, too; cases a
 * second of the kernels, with the copies to the device and back and without them, and of one core and of all cores
 * of this machine in the same run, with the largest difference of some cases. On a device that is the cores
 * themselves (pocl), also what a core does by the kernels in the place of the library. LANES: threads of a case of
 * several bodies, where the device's choice is not wanted. What the copies take is the time of a batch whose runs
 * have no length.
 */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <thud/thud.h>

#include "device/opencl.h"

enum { SAMPLES = 40, STOREYS = 10, CORES = 256 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* s of all cores that this process has had */
static double of_cores(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "bench_device: %s\n", what);
    exit(EXIT_FAILURE);
}

/* a narrow-banded record of 20 s that builds up and dies away */
static thud_motion *make_record(double strength) {
    thud_motion *record = thud_motion_create(2001, 0.01);
    if (!record) fail("no memory");
    for (size_t i = 0; i < record->count; i++) {
        double t = 0.01 * (double)i, sum = 0;
        double envelope = t < 3 ? t / 3 : t < 12 ? 1 : exp(-(t - 12) / 3);
        for (int k = 1; k <= 25; k++) sum += sin(2 * 3.14159265358979 * 0.4 * k * t + k * k * 1.7);
        record->acceleration[i] = strength * envelope * sum;
    }
    return record;
}

static void finish_model(thud_model *model, double strength, double tolerance) {
    thud_motion *record = make_record(strength);
    thud_error error;
    thud_model_set_ground(model, &(thud_signal){.kind = THUD_SIGNAL_SAMPLES, .samples = record, .scale = 1});
    thud_model_set_duration(model, 20);
    thud_model_set_tolerance(model, tolerance);
    if (thud_model_build(model, &error) != THUD_OK) fail(error.text);
    thud_motion_free(record);
}

typedef thud_model *make_model(const thud_law *law, double gap, double e, double tolerance);

static thud_model *make_bridge(const thud_law *law, double gap, double e, double tolerance) {
    thud_model *model = thud_model_create();
    thud_body_id deck = thud_model_add_body(model, "deck", 1.2e6);
    thud_model_add_link(model, THUD_GROUND, deck, &(thud_link){.stiffness = 5e7, .damping_ratio = 0.05});
    for (int i = 0; i < 2; i++) {
        thud_gap_contact c = thud_gap_contact_default(law);
        c.gap = gap;
        c.restitution = e;
        if (law->structure->kind != THUD_FORCE_IMPULSIVE) c.stiffness = law->exponent_default == 1 ? 5e8 : 5e9;
        thud_model_add_contact(model, i == 0 ? "east" : "west", i == 0 ? deck : THUD_GROUND,
                               i == 0 ? THUD_GROUND : deck, &c);
    }
    finish_model(model, 0.55, tolerance);
    return model;
}

/* two neighbours of one storey each */
static thud_model *make_pair(const thud_law *law, double gap, double e, double tolerance) {
    thud_model *model = thud_model_create();
    thud_body_id roof[2];
    for (int b = 0; b < 2; b++) {
        thud_link link = {.stiffness = (b == 0 ? 3 : 6) * 1e7, .damping_ratio = 0.05};
        roof[b] = thud_model_add_body(model, NULL, 6e5);
        thud_model_add_link(model, THUD_GROUND, roof[b], &link);
    }
    thud_gap_contact c = thud_gap_contact_default(law);
    c.gap = gap;
    c.restitution = e;
    c.stiffness = 2e9;
    thud_model_add_contact(model, NULL, roof[0], roof[1], &c);
    finish_model(model, 0.4, tolerance);
    return model;
}

/* two shear buildings, the second stiffer, that meet at every floor; `yield`: m, at which their storeys do */
static thud_model *make_rows(const thud_law *law, double gap, double e, double tolerance, double yield) {
    thud_model *model = thud_model_create();
    thud_body_id floor[2][STOREYS];
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < STOREYS; i++) {
            thud_link link = {.stiffness = (b == 0 ? 3 : 6) * 1e8, .damping_ratio = 0.05};
            if (yield < INFINITY) {
                link.hysteresis = thud_hysteresis_default(THUD_HYSTERESIS_BILINEAR);
                link.hysteresis.yield = yield * link.stiffness;
                link.hysteresis.hardening = 0.05;
            }
            floor[b][i] = thud_model_add_body(model, NULL, 3e5);
            thud_model_add_link(model, i == 0 ? THUD_GROUND : floor[b][i - 1], floor[b][i], &link);
        }
    for (int i = 0; i < STOREYS; i++) {
        thud_gap_contact c = thud_gap_contact_default(law);
        c.gap = gap;
        c.restitution = e;
        c.stiffness = 2e9;
        thud_model_add_contact(model, NULL, floor[0][i], floor[1][i], &c);
    }
    finish_model(model, 0.4, tolerance);
    return model;
}

static thud_model *make_buildings(const thud_law *law, double gap, double e, double tolerance) {
    return make_rows(law, gap, e, tolerance, INFINITY);
}

static thud_model *make_yielding(const thud_law *law, double gap, double e, double tolerance) {
    return make_rows(law, gap, e, tolerance, 0.003);
}

typedef struct contest {
    const char *name, *law;
    make_model *make;
    size_t gaps, es;
    double tolerance;  /* of the kernels */
    int numbers_first; /* where the numbers of the contacts begin */
    int lanes, again;  /* threads of a case; how often a core runs one */
} contest;

static double gap_of(const contest *c, size_t i) { return 0.02 + 0.04 * (double)i / (double)(c->gaps - 1); }
static double e_of(const contest *c, size_t i) { return 0.4 + 0.4 * (double)i / (double)(c->es - 1); }

/* every case is the first but for gaps and χ, which are put in their places */
static thud_batch_arrays *pack(const contest *c, const thud_model *first, const thud_case_shape *shape) {
    size_t cases = c->gaps * c->es, rows = thud_shape_case_numbers(shape);
    const thud_law *law = thud_law_find(c->law);
    const bool impulsive = law->structure->kind == THUD_FORCE_IMPULSIVE;
    thud_batch_arrays *a = NULL;
    if (thud_batch_arrays_create(shape, cases, &a) != THUD_OK || thud_batch_put(a, 0, first) != THUD_OK)
        fail("no memory");
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 1; i < cases; i++) a->numbers[r * cases + i] = a->numbers[r * cases];
    for (size_t r = 0; r < (size_t)shape->contacts; r++)
        for (size_t i = 1; i < cases; i++) a->flags[r * cases + i] = a->flags[r * cases];
    for (size_t i = 1; i < cases; i++) a->choices[cases + i] = a->choices[cases];
    for (size_t e = 0; e < c->es; e++) {
        double chi = e_of(c, e);
        if (!impulsive && thud_law_scaled_damping(law, chi, law->exponent_default, THUD_SEPARATION_DEFAULT,
                                                  THUD_DAMPING_EXACT, &chi) != THUD_OK)
            fail("no damping");
        for (size_t g = 0; g < c->gaps; g++)
            for (int k = 0; k < shape->contacts; k++) {
                double *numbers = a->numbers + (size_t)(c->numbers_first + 6 * k) * cases + g * c->es + e;
                numbers[0] = gap_of(c, g);
                numbers[2 * cases] = chi;
            }
    }
    return a;
}

/* seconds of a batch, and what the cores had to do for it */
static double run(thud_device *device, thud_batch_arrays *a, double tolerance, double *on_cores) {
    thud_error error;
    double best = INFINITY;
    *on_cores = INFINITY;
    for (int round = 0; round < 2; round++) {
        double start = now(), begun = of_cores();
        if (thud_device_run(device, a, a->cases, tolerance, &error) != THUD_OK) fail(error.text);
        best = fmin(best, now() - start);
        *on_cores = fmin(*on_cores, of_cores() - begun);
    }
    return best;
}

static double off(double value, double of) { return fabs(value - of) / fabs(of); }

/* some cases by the library, spread over all: seconds a case, and the largest difference of peaks */
static double compare(const contest *c, const thud_batch_arrays *a, double *seconds, size_t *counts) {
    thud_body_summary bodies[THUD_DEVICE_BODIES];
    thud_contact_summary contacts[THUD_DEVICE_CONTACTS];
    thud_link_summary links[THUD_DEVICE_LINKS];
    thud_summary summary;
    double worst = 0;
    *seconds = 0;
    *counts = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
        size_t g = (7 * k + 3) * c->gaps / (7 * SAMPLES + 3), e = (k * 29 % SAMPLES) * c->es / SAMPLES;
        thud_model *model = c->make(thud_law_find(c->law), gap_of(c, g), e_of(c, e), 10 * c->tolerance);
        thud_simulation *simulation = NULL;
        if (thud_simulation_create(model, &simulation) != THUD_OK) fail("no memory");
        double start = of_cores();
        if (thud_simulation_run(simulation, NULL) != THUD_OK) fail("the library fails");
        *seconds += (of_cores() - start) / SAMPLES;
        const thud_summary *of = thud_simulation_summary(simulation);
        bool done = thud_batch_take(a, g * c->es + e, 1, &summary, bodies, contacts, links);
        if (!done || summary.impacts != of->impacts) ++*counts;
        else
            for (size_t i = 0; i < of->body_count; i++)
                worst = fmax(worst, off(bodies[i].max_displacement, of->bodies[i].max_displacement));
        thud_simulation_free(simulation);
        thud_model_free(model);
    }
    return worst;
}

/* ---- all cores ---- */

enum { CASES_OF_CORE = 24 };

static void *run_core(void *of) {
    const contest *c = of;
    for (size_t k = 0; k < CASES_OF_CORE; k++) {
        size_t g = k * c->gaps / CASES_OF_CORE, e = (k * 7 % CASES_OF_CORE) * c->es / CASES_OF_CORE;
        thud_model *model = c->make(thud_law_find(c->law), gap_of(c, g), e_of(c, e), 10 * c->tolerance);
        thud_simulation *simulation = NULL;
        if (thud_simulation_create(model, &simulation) != THUD_OK) fail("no memory");
        for (int again = 0; again < c->again; again++)
            if (thud_simulation_run(simulation, NULL) != THUD_OK) fail("the library fails");
        thud_simulation_free(simulation);
        thud_model_free(model);
    }
    return NULL;
}

/* cases a second of all cores together */
static double rate_of_cores(contest *c, size_t cores) {
    pthread_t threads[CORES];
    double start = now();
    for (size_t i = 0; i < cores; i++)
        if (pthread_create(&threads[i], NULL, run_core, c) != 0) fail("no thread");
    for (size_t i = 0; i < cores; i++) pthread_join(threads[i], NULL);
    return (double)(cores * CASES_OF_CORE) * c->again / (now() - start);
}

static void hold(contest *c, size_t index, bool is_gpu) {
    thud_error error;
    thud_device *device = NULL;
    thud_model *first = c->make(thud_law_find(c->law), 0.03, 0.6, 10 * c->tolerance);
    thud_case_shape shape = thud_shape_of(first);
    shape.lanes = c->lanes;
    thud_batch_arrays *a = pack(c, first, &shape);
    double start = now();
    if (thud_device_open(index, &shape, &device, &error) != THUD_OK) fail(error.text);
    double on_cores, none, core, opened = now() - start, whole = run(device, a, c->tolerance, &on_cores);
    size_t counts, declined = 0;
    double steps = 0;
    for (size_t i = 0; i < a->cases; i++) {
        declined += a->results[i] != 1;
        steps += a->results[7 * a->cases + i] / (double)a->cases;
    }
    double worst = compare(c, a, &core, &counts);
    for (size_t i = 0; i < a->cases; i++) a->numbers[i] = 1e-9; /* s: runs of no length */
    double copies = run(device, a, c->tolerance, &none), kernel = whole - copies;
    printf("%s, %s, %zu cases, tolerance %g; the compiler takes %.1f s\n", c->name, c->law, a->cases, c->tolerance,
           opened);
    printf("  kernel            %10.4g cases a second\n", (double)a->cases / kernel);
    printf("  with copies       %10.4g\n", (double)a->cases / whole);
    printf("  one core          %10.4g   (the kernel is %.0f cores)\n", 1 / core, core * (double)a->cases / kernel);
    if (!is_gpu) /* both by the time of cores that they take, which other programs do not change */
        printf("  a core by kernels %10.4g   (%.2f of the library on the same core)\n", (double)a->cases / on_cores,
               core * (double)a->cases / on_cores);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cores = cores < 1 ? 1 : cores > CORES ? CORES : cores;
    double together = rate_of_cores(c, (size_t)cores);
    printf("  %3ld cores         %10.4g   (the kernel is %.1f times as fast)\n", cores, together,
           (double)a->cases / kernel / together);
    printf("  steps a case      %10.0f\n", steps);
    printf("  left to cores     %10zu\n", declined);
    printf("  of %d cases, %zu with other counts of impacts; peaks of the others within %.1e\n", SAMPLES, counts,
           worst);
    fflush(stdout);
    thud_batch_arrays_free(a);
    thud_device_close(device);
    thud_model_free(first);
}

static size_t number_at(int count, char **texts, int at, size_t otherwise) {
    return at < count ? (size_t)strtoul(texts[at], NULL, 10) : otherwise;
}

int main(int count, char **texts) {
    size_t device = number_at(count, texts, 1, 0);
    thud_device_info info;
    if (thud_device_at(device, &info) != THUD_OK) {
        printf("bench_device: there is no device %zu\n", device);
        return EXIT_SUCCESS;
    }
    size_t gaps = number_at(count, texts, 2, info.is_gpu ? 2000 : 32), es = number_at(count, texts, 3, gaps);
    const int lanes = (int)number_at(count, texts, 4, 0);
    contest bridge = {"bridge deck", "gonthier", make_bridge, gaps, es, 1e-7, 9, 0, 100};
    contest pair = {"two neighbours", "gonthier", make_pair, (gaps + 3) / 4 + 1, (es + 3) / 4 + 1, 1e-7,
                    7 + 2 * 2,        lanes,      100};
    contest buildings = {"two rows of ten storeys",
                         "gonthier",
                         make_buildings,
                         (gaps + 15) / 16 + 1,
                         (es + 7) / 8 + 1,
                         1e-7,
                         7 + 2 * 2 * STOREYS,
                         lanes,
                         20};
    static const char *const others[] = {"kelvin-voigt", "tsuji", "jankowski-2005", "valles-reinhorn", "newton"};
    printf("%s\n", info.name);
    hold(&bridge, device, info.is_gpu);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        bridge.law = others[i];
        hold(&bridge, device, info.is_gpu);
    }
    hold(&pair, device, info.is_gpu);
    hold(&buildings, device, info.is_gpu);
    buildings.name = "the same, yielding";
    buildings.make = make_yielding;
    hold(&buildings, device, info.is_gpu);
    return EXIT_SUCCESS;
}
