#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Any bytes as the store of a study, or any statements over a good one, with its checksums computed again: readers
 * and sweeps end, memory stays whole, what is read has the types that it should have, and what a sweep accepts can
 * be read afterwards. An input that begins with S is statements over a store of rows, with C over one of chunks.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <thud/sweep.h>

#include "../tests/study/reseal.h"
#include "study/store/store.h"
#include "study/store/store_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char BALL[] =
    "bodies: {ball: {mass: 1}}\ngravity: 9.81\nduration: 1\ncontacts: [{name: floor, left: ball, "
    "right: ground, gap: 1, model: newton, restitution: 0.5}]\n";
static const char STUDY[] = "title: Balls\nscenario: ball.yaml\nvary:\n"
                            "  gap: {path: contacts.0.gap, values: [0.5, 1, .inf], labels: [low, high, never]}\n"
                            "  model: {path: contacts.0.model, values: [newton, poisson]}\n"
                            "collect: {often: {quantity: impacts, above: 1}}\n";

static char folder[64], path[96];
static thud_study *study;
/* the stores of all cases, in rows and in chunks */
static struct {
    char *bytes;
    size_t size;
    sqlite3 *mirror;
} good[2];

static void demand(int condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "fuzz_store: %s\n", what);
    abort();
}

static void write_file(const char *name, const void *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    demand(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "cannot write");
}

static void write_text(const char *name, const char *text) {
    char at[128];
    snprintf(at, sizeof at, "%s/%s", folder, name);
    write_file(at, text, strlen(text));
}

/* ---- statements ---- */

static int stop(void *context) { return --*(int *)context <= 0; }

static int allow(void *context, int action, const char *a, const char *b, const char *c, const char *d) {
    (void)context, (void)a, (void)b, (void)c, (void)d;
    return action == SQLITE_ATTACH ? SQLITE_DENY : SQLITE_OK; /* of files elsewhere */
}

/* what SQLite cannot read changes nothing, and most mutations are of that kind */
static bool says_something(int which, const char *statements) {
    sqlite3_stmt *first = NULL;
    const bool good_words =
        sqlite3_prepare_v2(good[which].mirror, statements, -1, &first, NULL) == SQLITE_OK && first;
    sqlite3_finalize(first);
    return good_words;
}

/* a connection to a copy in memory, which tells statements from what only looks like them */
static void open_mirror(int which) {
    const size_t size = good[which].size;
    unsigned char *copy = sqlite3_malloc64(size);
    demand(copy != NULL, "memory");
    memcpy(copy, good[which].bytes, size);
    copy[18] = copy[19] = 1; /* in memory there is no write-ahead log */
    demand(sqlite3_open(":memory:", &good[which].mirror) == SQLITE_OK &&
               sqlite3_deserialize(good[which].mirror, "main", copy, (sqlite3_int64)size, (sqlite3_int64)size,
                                   SQLITE_DESERIALIZE_FREEONCLOSE) == SQLITE_OK,
           "no mirror");
    sqlite3_set_authorizer(good[which].mirror, allow, NULL);
    demand(says_something(which, "SELECT * FROM cases"), "the mirror is blind");
}

/* rows, or chunks of four cases */
static void make_good(int which) {
    thud_study_summary summary;
    thud_study_options options = thud_study_options_default(folder);
    options.mode = THUD_STUDY_RESTART;
    options.layout = which == 0 ? THUD_STUDY_LAYOUT_ROWS : THUD_STUDY_LAYOUT_COLUMNS;
    options.chunk = 4;
    demand(thud_study_run(study, &options, &summary) == THUD_OK, summary.error.text);
    if (*summary.aside) unlink(summary.aside);
    FILE *file = fopen(path, "rb");
    demand(file && fseek(file, 0, SEEK_END) == 0, "no store");
    good[which].size = (size_t)ftell(file);
    good[which].bytes = malloc(good[which].size);
    rewind(file);
    demand(good[which].bytes && fread(good[which].bytes, 1, good[which].size, file) == good[which].size,
           "no store");
    fclose(file);
    open_mirror(which);
}

static void prepare(void) {
    char at[128];
    snprintf(folder, sizeof folder, "%s/thud-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(folder) != NULL, "no folder");
    snprintf(path, sizeof path, "%s/results.db", folder);
    write_text("ball.yaml", BALL);
    write_text("study.yaml", STUDY);
    snprintf(at, sizeof at, "%s/study.yaml", folder);
    demand(thud_study_read(at, NULL, NULL, &study) == THUD_OK, "no study");
    make_good(0);
    make_good(1);
}

static void remove_logs(void) {
    static const char *const endings[] = {"-wal", "-shm", "-journal"};
    char at[128];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        snprintf(at, sizeof at, "%s%s", path, endings[i]);
        unlink(at);
    }
}

static void alter(int which, const char *statements) {
    sqlite3 *db = NULL;
    int left = 100;
    write_file(path, good[which].bytes, good[which].size);
    demand(sqlite3_open(path, &db) == SQLITE_OK, "the good store does not open");
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 20);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_set_authorizer(db, allow, NULL);
    sqlite3_progress_handler(db, 1000, stop, &left);
    sqlite3_exec(db, statements, NULL, NULL, NULL);
    sqlite3_set_authorizer(db, NULL, NULL);
    reseal(db);
    sqlite3_close(db);
}

/* ---- readers ---- */

static void read_row(const thud_results *results, const thud_results_row *row, double *sum) {
    const thud_columns *columns = thud_results_columns(results);
    demand(row->case_index < thud_results_info(results)->total && row->status != NULL, "a row that is one");
    for (size_t i = 0; i < columns->count; i++) {
        const char *text = NULL;
        if (columns->list[i].kind == THUD_COLUMN_TEXT || columns->list[i].kind == THUD_COLUMN_LABEL)
            text = thud_results_text(results, i);
        else *sum += thud_results_number(results, i);
        if (text) *sum += (double)strlen(text);
    }
}

static thud_status read_all(void) {
    thud_results *results = NULL;
    thud_results_row row;
    thud_error note;
    thud_store_failures failures[3];
    size_t count, rows = 0;
    bool found = true;
    double sum = 0;
    thud_status status = thud_results_open(folder, &note, &results);
    if (status != THUD_OK) return status;
    while (status == THUD_OK && found) {
        status = thud_results_next(results, &row, &found);
        if (status != THUD_OK || !found) break;
        read_row(results, &row, &sum);
        rows++;
    }
    /* the columns of a chunk are compared with their checksums when they are read */
    if (status != THUD_OK) {
        demand(*note.text, "a reason");
        thud_results_close(results);
        return status;
    }
    demand(rows == thud_results_info(results)->done, "as many rows as were counted");
    demand(thud_results_failures(results, 3, failures, &count) == THUD_OK && count <= 3, "failures");
    thud_results_close(results);
    return THUD_OK;
}

static thud_status go_on(thud_study_mode mode) {
    char aside[512];
    thud_error note;
    thud_store *store = NULL;
    thud_store_found found;
    thud_queue queue;
    thud_study_options options = thud_study_options_default(folder);
    options.mode = mode;
    thud_status status = thud_store_open(study, &options, aside, &note, &store);
    if (status != THUD_OK) return status;
    demand(thud_queue_init(&queue, study), "memory");
    status = thud_store_load(store, &queue, &found);
    thud_queue_clear(&queue);
    const thud_status closed = thud_store_close(store);
    return status == THUD_OK ? closed : status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!study) prepare();
    if (size > 0 && (data[0] == 'S' || data[0] == 'C')) {
        const int which = data[0] == 'C';
        char *statements = malloc(size);
        demand(statements != NULL, "memory");
        memcpy(statements, data + 1, size - 1);
        statements[size - 1] = '\0';
        const bool worth_it = says_something(which, statements);
        if (worth_it) alter(which, statements);
        free(statements);
        if (!worth_it) return 0;
    } else {
        write_file(path, data, size);
    }
    (void)read_all();
    if (go_on(THUD_STUDY_EXTEND) == THUD_OK) demand(read_all() == THUD_OK, "what a sweep accepts can be read");
    remove_logs();
    return 0;
}
