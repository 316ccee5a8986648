#define _XOPEN_SOURCE 700 /* mkdtemp, fork, clock_gettime */

/*
 * What storing and scheduling cost: a study of 10,000 cases of a bridge deck against a plain loop over the same
 * simulation, in the same run; two threads against one; and the memory of large studies.
 *
 * Costs are seconds of the processor, which other work on the machine disturbs little; what two threads gain is
 * wall time, and needs two cores that nobody else uses. Nothing here is a test: times are printed, never judged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <thud/thud.h>

#include "model/model.h"
#include "timing.h"

enum { GAPS = 100, ES = 100, ROUNDS = 3 };
static const double GAP_FROM = 0.02, GAP_TO = 0.06, E_FROM = 0.4, E_TO = 0.8;

static const char BRIDGE[] =
    "bodies: {deck: {mass: 1.2e6}}\n"
    "links: [{left: ground, right: deck, stiffness: 5e7, damping_ratio: 0.05}]\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 0.03, model: gonthier, stiffness: 5e9, restitution: 0.6}\n"
    "  - {name: west, left: ground, right: deck, gap: 0.03, model: gonthier, stiffness: 5e9, restitution: 0.6}\n"
    "ground: {generate: {spectrum: ec8-1, soil: B, pga: 0.3 g, duration: 20, seed: 2}}\n"
    "duration: 20\n"
    "tolerance: 1e-6\n";

static const char BALL[] =
    "bodies: {ball: {mass: 1}}\n"
    "gravity: 9.81\n"
    "duration: 1\n"
    "contacts: [{name: floor, left: ball, right: ground, gap: 1, model: newton, restitution: 0.5}]\n";

static char folder[64];

static double wall_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "bench_sweep: %s\n", what);
    exit(EXIT_FAILURE);
}

/* the path of a file in the folder; good until the next call with the same slot */
static const char *in_folder(const char *name, int slot) {
    static char paths[2][128];
    snprintf(paths[slot], sizeof paths[slot], "%s/%s", folder, name);
    return paths[slot];
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name, 0), "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) fail("cannot write its files");
}

static thud_study *read_study(const char *scenario, size_t gaps, size_t es) {
    char text[512];
    thud_study *study = NULL;
    snprintf(text, sizeof text,
             "scenario: %s\nvary:\n"
             "  gap: {path: contacts.*.gap, from: %.17g, to: %.17g, count: %zu}\n"
             "  e: {path: contacts.*.restitution, from: %.17g, to: %.17g, count: %zu}\n",
             scenario, GAP_FROM, GAP_TO, gaps, E_FROM, E_TO, es);
    write_file("study.yaml", text);
    if (thud_study_read(in_folder("study.yaml", 0), NULL, NULL, &study) != THUD_OK) fail("cannot read the study");
    return study;
}

static void remove_store(void) {
    unlink(in_folder("results.db", 0));
    unlink(in_folder("results.db-wal", 0));
    unlink(in_folder("results.db-shm", 0));
}

/* ---- the plain loop ---- */

static double step(double from, double to, size_t i, size_t count) {
    return from + (to - from) * (double)i / (double)(count - 1);
}

static double run_plainly(thud_simulation *simulation, const thud_model *model) {
    double sum = 0;
    for (size_t i = 0; i < GAPS * ES; i++) {
        for (size_t k = 0; k < 2; k++) {
            thud_gap_contact contact = model->contacts[k].given;
            contact.gap = step(GAP_FROM, GAP_TO, i / ES, GAPS);
            contact.restitution = step(E_FROM, E_TO, i % ES, ES);
            if (thud_simulation_set_contact(simulation, k, &contact) != THUD_OK) fail("a contact is refused");
        }
        thud_status status = thud_simulation_run(simulation, NULL); /* a case that fails is a result too */
        sum += (double)thud_simulation_summary(simulation)->impacts + (double)status;
    }
    return sum;
}

/* ---- sweeps ---- */

/* how many cases failed */
static size_t sweep(const thud_study *study, size_t jobs) {
    thud_study_options options = thud_study_options_default(folder);
    thud_study_summary summary;
    options.jobs = jobs;
    if (thud_study_run(study, &options, &summary) != THUD_OK) fail(summary.message);
    remove_store();
    return summary.progress.failed;
}

typedef struct cost {
    double processor[ROUNDS], wall[ROUNDS]; /* s */
} cost;

/* the round that was disturbed least */
static double least(const double *list) {
    double out = list[0];
    for (int i = 1; i < ROUNDS; i++) out = list[i] < out ? list[i] : out;
    return out;
}

static void print(const char *name, double seconds, double wall) {
    printf("  %-22s %8.1f us of a core a case, %8.0f cases a second\n", name, 1e6 * seconds / (GAPS * ES),
           GAPS * ES / wall);
}

/* rounds of all three in turn, so that a change in the speed of the machine meets all of them */
static void compare(void) {
    thud_model *model = NULL;
    thud_simulation *simulation = NULL;
    cost costs[3];
    double sum = 0, processor[3], wall[3];
    size_t failed = 0;
    if (thud_scenario_read(in_folder("bridge.yaml", 0), NULL, NULL, &model) != THUD_OK ||
        thud_simulation_create(model, &simulation) != THUD_OK)
        fail("cannot read the scenario");
    thud_study *study = read_study("bridge.yaml", GAPS, ES);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t who = 0; who < 3; who++) {
            double begin = timing_now(), wall_begin = wall_now();
            if (who == 0) sum += run_plainly(simulation, model);
            else failed = sweep(study, who);
            costs[who].processor[round] = timing_now() - begin;
            costs[who].wall[round] = wall_now() - wall_begin;
        }
    for (size_t who = 0; who < 3; who++) {
        processor[who] = least(costs[who].processor);
        wall[who] = least(costs[who].wall);
    }
    printf("bridge deck, %d cases of gap and restitution, tolerance 1e-6; %zu of them fail\n", GAPS * ES, failed);
    print("plain loop", processor[0], wall[0]);
    print("thud sweep --jobs 1", processor[1], wall[1]);
    print("thud sweep --jobs 2", processor[2], wall[2]);
    printf("  storing and scheduling  %+5.1f %%     (wanted: 10 at most)\n",
           100 * (processor[1] / processor[0] - 1));
    printf("  the same, two threads   %+5.1f %%\n", 100 * (processor[2] / processor[0] - 1));
    printf("  two threads against one %6.2f       (wanted: 1.9; %.2f by what they cost, were two cores free)\n",
           wall[1] / wall[2], 2 * processor[1] / processor[2]);
    printf("  checksum %.17g\n", sum);
    fflush(stdout);
    thud_study_free(study);
    thud_simulation_free(simulation);
    thud_model_free(model);
}

/* ---- memory ---- */

/* in a process of its own, which has only this in its memory */
static double peak_memory(size_t gaps, size_t es) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) fail("cannot fork");
    if (child == 0) {
        sweep(read_study("ball.yaml", gaps, es), 2);
        _exit(0);
    }
    int ended = 0;
    struct rusage used;
    if (waitpid(child, &ended, 0) != child || ended != 0 || getrusage(RUSAGE_CHILDREN, &used) != 0)
        fail("a study in a process of its own fails");
    return (double)used.ru_maxrss / 1024;
}

int main(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-bench-XXXXXX");
    if (!mkdtemp(folder)) fail("no folder for its files");
    write_file("bridge.yaml", BRIDGE);
    write_file("ball.yaml", BALL);
    /* first: a child inherits what its parent has touched */
    double small = peak_memory(10, 100), large = peak_memory(1000, 100);
    compare();
    printf("memory: %.0f MB for 1,000 cases, %.0f MB for 100,000 (wanted: 200 at most)\n", small, large);
    const char *names[] = {"bridge.yaml", "ball.yaml", "study.yaml"};
    for (size_t i = 0; i < 3; i++) unlink(in_folder(names[i], 0));
    rmdir(folder);
    return EXIT_SUCCESS;
}
