#define _XOPEN_SOURCE 700 /* mkdtemp, clock_gettime */

/*
 * What storing costs by itself: rows of results that are there already, into a store of rows and into one of
 * columns, in turn, as a sweep would add and commit them, and read again. Bytes a case, rows a second by the wall
 * clock and by the processor; what deflating the columns would save, and cost. Nothing here is a test: times are
 * printed, never judged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <thud/thud.h>

#ifdef THUD_HAVE_ZLIB
#include <sqlite3.h>
#include <zlib.h>
#endif

#include "study/store/store.h"
#include "study/store/store_read.h"
#include "timing.h"

enum { ROWS = 400000, KNOWN = 1024, ROUNDS = 3, COMMIT = 1000 };

static const char BRIDGE[] =
    "bodies: {deck: {mass: 1.2e6}}\n"
    "links: [{left: ground, right: deck, stiffness: 5e7, damping_ratio: 0.05}]\n"
    "contacts:\n"
    "  - {name: east, left: deck, right: ground, gap: 0.03, model: gonthier, stiffness: 5e9, restitution: 0.6}\n"
    "  - {name: west, left: ground, right: deck, gap: 0.03, model: gonthier, stiffness: 5e9, restitution: 0.6}\n"
    "ground: {generate: {spectrum: ec8-1, soil: B, pga: 0.3 g, duration: 20, seed: 2}}\n"
    "duration: 20\n"
    "tolerance: 1e-6\n";

static char folder[64], path[96];

static void fail(const char *what) {
    fprintf(stderr, "bench_store: %s\n", what);
    exit(EXIT_FAILURE);
}

static double wall_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void write_file(const char *name, const char *text) {
    char at[128];
    snprintf(at, sizeof at, "%s/%s", folder, name);
    FILE *file = fopen(at, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) fail("cannot write its files");
}

static thud_study *read_study(const char *more) {
    char text[512], at[128];
    thud_study *study = NULL;
    snprintf(text, sizeof text,
             "scenario: bridge.yaml\nvary:\n"
             "  gap: {path: contacts.*.gap, from: 0.02, to: 0.06, count: %d}\n"
             "  e: {path: contacts.*.restitution, from: 0.4, to: 0.8, count: 500}\n%s",
             ROWS / 500, more);
    write_file("study.yaml", text);
    snprintf(at, sizeof at, "%s/study.yaml", folder);
    if (thud_study_read(at, NULL, NULL, &study) != THUD_OK) fail("cannot read the study");
    return study;
}

/* results of some cases of the study, from all over it; the others have theirs, but for the last digits */
static double *known_results(const thud_study *study) {
    const size_t width = thud_study_result_count(study);
    double *values = calloc(KNOWN * width, sizeof *values);
    thud_worker *worker = NULL;
    thud_case_result result;
    if (!values || thud_worker_create(study, &worker) != THUD_OK) fail("no memory");
    for (size_t i = 0; i < KNOWN; i++) {
        if (thud_worker_run(worker, i * (ROWS / KNOWN), NULL, &result) != THUD_OK) fail("a case fails");
        memcpy(values + i * width, result.values, width * sizeof *values);
    }
    thud_worker_free(worker);
    return values;
}

/* whole numbers stay whole */
static void vary(const double *known, size_t width, size_t number, double *values) {
    for (size_t i = 0; i < width; i++) {
        const double value = known[number % KNOWN * width + i];
        values[i] = value == (double)(long long)value ? value : value * (1 + 1e-9 * (double)number);
    }
}

static void remove_store(void) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    char at[128];
    for (int i = 0; i < 3; i++) {
        snprintf(at, sizeof at, "%s%s", path, endings[i]);
        unlink(at);
    }
}

/* as thud_study_run does: commits when a thousand rows are there */
static void store_all(const thud_study *study, thud_study_layout layout, const double *known) {
    const size_t width = thud_study_result_count(study);
    thud_study_options options = thud_study_options_default(folder);
    thud_store *store = NULL;
    thud_error note;
    char aside[512];
    double *values = calloc(width, sizeof *values);
    options.layout = layout;
    if (!values || thud_store_open(study, &options, aside, &note, &store) != THUD_OK) fail(note.text);
    for (size_t i = 0; i < ROWS; i++) {
        vary(known, width, i, values);
        const thud_case_result result = {
            .case_index = i, .values = values, .wall_seconds = 1e-4, .executor = "threads"};
        if (thud_store_add(store, &result) != THUD_OK) fail(note.text);
        if (thud_store_pending(store) >= COMMIT && thud_store_commit(store) != THUD_OK) fail(note.text);
    }
    if (thud_store_close(store) != THUD_OK) fail(note.text);
    free(values);
}

static double read_all(void) {
    thud_results *results = NULL;
    thud_results_row row;
    thud_error note;
    bool found = true;
    double sum = 0;
    if (thud_results_open(folder, &note, &results) != THUD_OK) fail(note.text);
    const size_t count = thud_results_columns(results)->count;
    while (thud_results_next(results, &row, &found) == THUD_OK && found)
        for (size_t i = 0; i < count; i++) sum += thud_results_number(results, i);
    thud_results_close(results);
    return sum;
}

typedef struct cost {
    double write_wall, write_core, read_core; /* s */
    double bytes;                             /* a case */
} cost;

static double lesser(double a, double b) { return a < b ? a : b; }

static void measure(const thud_study *study, thud_study_layout layout, const double *known, cost *c) {
    struct stat file;
    remove_store();
    double wall = wall_now(), core = timing_now();
    store_all(study, layout, known);
    c->write_wall = lesser(c->write_wall, wall_now() - wall);
    c->write_core = lesser(c->write_core, timing_now() - core);
    core = timing_now();
    const double sum = read_all();
    c->read_core = lesser(c->read_core, timing_now() - core);
    if (stat(path, &file) != 0 || sum == 0.5) fail("no store");
    c->bytes = (double)file.st_size / ROWS;
}

/* ---- deflating ---- */

#ifdef THUD_HAVE_ZLIB

/* bytes of one place together, as compressors want numbers */
static void shuffle(const unsigned char *from, size_t size, unsigned char *to) {
    const size_t numbers = (size - 1) / 8;
    to[0] = from[0];
    for (size_t i = 0; i < numbers; i++)
        for (size_t k = 0; k < 8; k++) to[1 + k * numbers + i] = from[1 + 8 * i + k];
    memcpy(to + 1 + 8 * numbers, from + 1 + 8 * numbers, size - 1 - 8 * numbers);
}

static void deflate_columns(int level) {
    sqlite3 *db = NULL;
    sqlite3_stmt *blobs = NULL;
    double before = 0, after = 0, seconds = 0;
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "SELECT data FROM blobs", -1, &blobs, NULL) != SQLITE_OK)
        fail("cannot look into the store");
    while (sqlite3_step(blobs) == SQLITE_ROW) {
        const size_t size = (size_t)sqlite3_column_bytes(blobs, 0);
        uLongf room = compressBound(size);
        unsigned char *mixed = malloc(size), *out = malloc(room);
        if (!mixed || !out) fail("no memory");
        const unsigned char *data = sqlite3_column_blob(blobs, 0);
        double begin = timing_now();
        if (data[0] == 'r') shuffle(data, size, mixed);
        else memcpy(mixed, data, size);
        if (compress2(out, &room, mixed, size, level) != Z_OK) fail("zlib");
        seconds += timing_now() - begin;
        before += (double)size;
        after += (double)(room < size ? room : size);
        free(mixed);
        free(out);
    }
    sqlite3_finalize(blobs);
    sqlite3_close(db);
    printf("  deflated, level %d         %6.1f bytes a case instead of %.1f, for %.2f us of a core\n", level,
           after / ROWS, before / ROWS, 1e6 * seconds / ROWS);
}

#endif

static void print(const char *name, const cost *c) {
    printf("  %-24s %8.1f bytes a case, %9.0f rows a second (%.2f us of a core), read %.2f us\n", name, c->bytes,
           ROWS / c->write_wall, 1e6 * c->write_core / ROWS, 1e6 * c->read_core / ROWS);
}

static void compare(const char *what, const char *more) {
    thud_study *study = read_study(more);
    double *known = known_results(study);
    cost rows = {1e30, 1e30, 1e30, 0}, columns = {1e30, 1e30, 1e30, 0};
    for (int round = 0; round < ROUNDS; round++) {
        measure(study, THUD_STUDY_LAYOUT_ROWS, known, &rows);
        measure(study, THUD_STUDY_LAYOUT_COLUMNS, known, &columns);
    }
    printf("%s: %d cases, %zu results each\n", what, ROWS, thud_study_result_count(study));
    print("rows", &rows);
    print("columns", &columns);
    printf("  columns against rows     %8.2f times the rows a second, %.2f times by the processor, %.2f of the "
           "bytes\n",
           rows.write_wall / columns.write_wall, rows.write_core / columns.write_core, columns.bytes / rows.bytes);
#ifdef THUD_HAVE_ZLIB
    deflate_columns(1);
    deflate_columns(6);
#endif
    fflush(stdout);
    free(known);
    thud_study_free(study);
    remove_store();
}

int main(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-bench-XXXXXX");
    if (!mkdtemp(folder)) fail("no folder for its files");
    snprintf(path, sizeof path, "%s/results.db", folder);
    write_file("bridge.yaml", BRIDGE);
    compare("all results", "");
    compare("three results", "keep: [impacts, bodies.deck.max_displacement, contacts.east.max_force]\n");
    const char *names[] = {"bridge.yaml", "study.yaml"};
    for (size_t i = 0; i < 2; i++) {
        char at[128];
        snprintf(at, sizeof at, "%s/%s", folder, names[i]);
        unlink(at);
    }
    rmdir(folder);
    return EXIT_SUCCESS;
}
