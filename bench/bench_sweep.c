#define _XOPEN_SOURCE 700 /* mkdtemp, fork, clock_gettime */

/*
 * What storing and scheduling cost: a study of 10,000 cases of a bridge deck against a plain loop over the same
 * simulation, in the same run; two threads against one; and the memory of large studies.
 *
 * Costs are seconds of the processor, which other work on the machine disturbs little; what two threads gain is
 * wall time, and needs two cores that nobody else uses. So two processes that know nothing of each other run the
 * same study too, each into a store of its own: what they gain is all that the machine has to give. Nothing here is
 * a test: times are printed, never judged.
 */
#include <limits.h>
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

enum { GAPS = 100, ES = 100, ROUNDS = 5 };
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

static void remove_store(const char *directory) {
    static const char *const names[] = {"results.db", "results.db-wal", "results.db-shm"};
    char path[160];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        unlink(path);
    }
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
static size_t sweep(const thud_study *study, size_t jobs, thud_study_layout layout, const char *directory) {
    thud_study_options options = thud_study_options_default(directory);
    thud_study_summary summary;
    options.jobs = jobs;
    options.layout = layout;
    if (thud_study_run(study, &options, &summary) != THUD_OK) fail(summary.error.text);
    remove_store(directory);
    return summary.progress.failed;
}

/* all cases in each of two processes */
static void sweep_twice(const thud_study *study) {
    pid_t children[2];
    for (size_t i = 0; i < 2; i++) {
        children[i] = fork();
        if (children[i] < 0) fail("cannot fork");
        if (children[i] > 0) continue;
        const char *own = in_folder(i == 0 ? "first" : "second", 0);
        sweep(study, 1, THUD_STUDY_LAYOUT_ROWS, own);
        rmdir(own);
        _exit(0);
    }
    for (size_t i = 0; i < 2; i++) {
        int ended = 0;
        if (waitpid(children[i], &ended, 0) != children[i] || ended != 0) fail("a process of its own fails");
    }
}

/* ---- all of them in turn ---- */

typedef enum contender { PLAIN, ONE, COLUMNS, TWO, APART, CONTENDERS } contender;

typedef struct contest {
    thud_model *model;
    thud_simulation *simulation;
    thud_study *study;
    double processor[CONTENDERS], wall[CONTENDERS]; /* s: the round that was disturbed least */
    double sum;
    size_t failed;
    long sleeps; /* of the threads of TWO, in the round with the fewest */
} contest;

static void run(contest *c, contender who) {
    switch (who) {
    case PLAIN: c->sum += run_plainly(c->simulation, c->model); break;
    case ONE: c->failed = sweep(c->study, 1, THUD_STUDY_LAYOUT_ROWS, folder); break;
    case COLUMNS: c->failed = sweep(c->study, 1, THUD_STUDY_LAYOUT_COLUMNS, folder); break;
    case TWO: c->failed = sweep(c->study, 2, THUD_STUDY_LAYOUT_ROWS, folder); break;
    case APART: sweep_twice(c->study); break;
    case CONTENDERS: break;
    }
}

/* how often a thread of this process had to wait for something other than a core */
static long sleeps_now(void) {
    struct rusage used;
    return getrusage(RUSAGE_SELF, &used) == 0 ? used.ru_nvcsw : 0;
}

static double lesser(double a, double b) { return a < b ? a : b; }

/* rounds of all in turn, so that a change in the speed of the machine meets all of them */
static void run_rounds(contest *c) {
    for (int who = 0; who < CONTENDERS; who++) c->processor[who] = c->wall[who] = 1e30;
    c->sleeps = LONG_MAX;
    for (int round = 0; round < ROUNDS; round++)
        for (int who = 0; who < CONTENDERS; who++) {
            double begin = timing_now(), wall_begin = wall_now();
            long sleeps = sleeps_now();
            run(c, (contender)who);
            sleeps = sleeps_now() - sleeps;
            if (who == TWO && sleeps < c->sleeps) c->sleeps = sleeps;
            c->processor[who] = lesser(c->processor[who], timing_now() - begin);
            c->wall[who] = lesser(c->wall[who], wall_now() - wall_begin);
        }
}

static void print(const char *name, double seconds, double wall) {
    printf("  %-22s %8.1f us of a core a case, %8.0f cases a second\n", name, 1e6 * seconds / (GAPS * ES),
           GAPS * ES / wall);
}

static void print_contest(const contest *c) {
    const double *processor = c->processor, *wall = c->wall;
    printf("bridge deck, %d cases of gap and restitution, tolerance 1e-6; %zu of them fail\n", GAPS * ES,
           c->failed);
    print("plain loop", processor[PLAIN], wall[PLAIN]);
    print("thud sweep --jobs 1", processor[ONE], wall[ONE]);
    print("thud sweep --jobs 2", processor[TWO], wall[TWO]);
    printf("  storing and scheduling    %+5.1f %%   (wanted: 10 at most)\n",
           100 * (processor[ONE] / processor[PLAIN] - 1));
    printf("  the same, by columns      %+5.1f %%\n", 100 * (processor[COLUMNS] / processor[PLAIN] - 1));
    printf("  the same, two threads     %+5.1f %%\n", 100 * (processor[TWO] / processor[PLAIN] - 1));
    printf("  two threads against one   %5.2f     (wanted: 1.9; %.2f by what they cost, were two cores free)\n",
           wall[ONE] / wall[TWO], 2 * processor[ONE] / processor[TWO]);
    printf("  two processes against one %5.2f     (what the machine had to give meanwhile)\n",
           2 * wall[ONE] / wall[APART]);
    printf("  threads waiting           %5ld     times: the one that writes, for results and for the disk\n",
           c->sleeps);
    printf("  checksum %.17g\n", c->sum);
    fflush(stdout);
}

static void compare(void) {
    contest c = {0};
    if (thud_scenario_read(in_folder("bridge.yaml", 0), NULL, NULL, &c.model) != THUD_OK ||
        thud_simulation_create(c.model, &c.simulation) != THUD_OK)
        fail("cannot read the scenario");
    c.study = read_study("bridge.yaml", GAPS, ES);
    run_rounds(&c);
    print_contest(&c);
    thud_study_free(c.study);
    thud_simulation_free(c.simulation);
    thud_model_free(c.model);
}

/* ---- memory ---- */

/* in a process of its own, which has only this in its memory */
static double peak_memory(size_t gaps, size_t es) {
    pid_t child = fork();
    if (child < 0) fail("cannot fork");
    if (child == 0) {
        sweep(read_study("ball.yaml", gaps, es), 2, THUD_STUDY_LAYOUT_AUTO, folder);
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
