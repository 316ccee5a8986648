/* A folder for a store, with the double of a study that is put into it; needs _XOPEN_SOURCE 700. */
#ifndef THUD_TESTS_STUDY_STORE_FOLDER_H
#define THUD_TESTS_STUDY_STORE_FOLDER_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "double.h"
#include "study/store/store.h"
#include "study/store/store_read.h"

/* cases of a chunk; 0: the store has rows */
#ifndef STORE_CHUNK
#define STORE_CHUNK 0
#endif

static char folder[64], path[96];
static thud_error note;
static char aside[512];

static inline void set_up(void) {
    /* in memory where that can be had: hundreds of stores wait for the disk otherwise */
    snprintf(folder, sizeof folder, "%s/thud-store-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/results.db", folder);
}

static inline void tidy(void) {
    static const char *const names[] = {"results.db",       "results.db-wal", "results.db-shm", "results-1.db",
                                        "results-1.db-wal", "results-2.db",   "other"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        unlink(name);
    }
    ck_assert_int_eq(rmdir(folder), 0); /* nothing else was left there */
}

static inline thud_status try_store(const thud_study *study, thud_study_mode mode, thud_store **store) {
    thud_study_options options = thud_study_options_default(folder);
    options.mode = mode;
    options.layout = STORE_CHUNK > 0 ? THUD_STUDY_LAYOUT_COLUMNS : THUD_STUDY_LAYOUT_ROWS;
    options.chunk = STORE_CHUNK;
    note.text[0] = '\0';
    return thud_store_open(study, &options, aside, &note, store);
}

static inline thud_store *open_store(const thud_study *study, thud_study_mode mode) {
    thud_store *store = NULL;
    thud_status status = try_store(study, mode, &store);
    ck_assert_msg(status == THUD_OK, "%s", note.text);
    return store;
}

static inline void refuse(const thud_study *study, thud_study_mode mode, thud_status expected,
                          const char *because) {
    thud_store *store = NULL;
    ck_assert_int_eq(try_store(study, mode, &store), expected);
    ck_assert_msg(strstr(note.text, because), "'%s' does not say '%s'", note.text, because);
}

/* the cases from `first` on, as a worker gives them */
static inline void add_cases(thud_store *store, const thud_study *study, size_t first, size_t end) {
    thud_worker *worker = NULL;
    ck_assert_int_eq(thud_worker_create(study, &worker), THUD_OK);
    for (size_t i = first; i < end; i++) {
        thud_case_result result;
        ck_assert_int_eq(thud_worker_run(worker, i, NULL, &result), THUD_OK);
        ck_assert_msg(thud_store_add(store, &result) == THUD_OK, "%s", note.text);
    }
    thud_worker_free(worker);
}

/* what waits for its chunk has waited long enough */
static inline void wait_long(thud_store *store) {
    ck_assert_msg(thud_store_look_after(store, 1e9) == THUD_OK, "%s", note.text);
}

static inline void fill(const thud_study *study, size_t first, size_t end) {
    thud_store *store = open_store(study, THUD_STUDY_CONTINUE);
    add_cases(store, study, first, end);
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
}

/* how many cases need no run */
static inline size_t loaded(thud_store *store, const thud_study *study, thud_store_found *found) {
    thud_queue queue;
    ck_assert(thud_queue_init(&queue, study));
    ck_assert_msg(thud_store_load(store, &queue, found) == THUD_OK, "%s", note.text);
    size_t done = queue.total - queue.left;
    thud_queue_clear(&queue);
    return done;
}

static inline size_t count_in(const thud_study *study, thud_study_mode mode, size_t *failed) {
    thud_store *store = open_store(study, mode);
    thud_store_found found;
    size_t done = loaded(store, study, &found);
    ck_assert_uint_eq(found.damaged, 0);
    *failed = found.failed;
    ck_assert_int_eq(thud_store_close(store), THUD_OK);
    return done;
}

/* ---- files ---- */

static inline char *read_file(const char *name, size_t *size) {
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static inline void write_file(const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static inline void check_unchanged(const char *bytes, size_t size) {
    size_t now;
    char *there = read_file(path, &now);
    ck_assert_uint_eq(now, size);
    ck_assert_int_eq(memcmp(there, bytes, size), 0);
    free(there);
}

/* bytes of a generator that is always the same */
static inline unsigned next_random(unsigned *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

#endif
