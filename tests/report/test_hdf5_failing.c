#define _XOPEN_SOURCE 700 /* mkdtemp, fsync, strdup */

/*
 * Everything that the writers of HDF5 files ask HDF5, the system or the memory for fails once, one call after
 * another: each says that it failed and why, and leaves no file behind; without a failure both are whole.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <thud/sweep.h>

#include "report/hdf5/library.h"
#include "report/run/files.h"
#include "report/study/export.h"
#include "study/double.h"
#include "suite.h"

static size_t calls, fails_at; /* fails_at 0: none does */

static bool fails(void) { return fails_at > 0 && ++calls == fails_at; }

/* the linker brings these in place of the real ones */
#define REPLACE(type, name, parameters, arguments, failure)                                                        \
    type __real_##name parameters;                                                                                 \
    type __wrap_##name parameters;                                                                                 \
    type __wrap_##name parameters { return fails() ? (failure) : __real_##name arguments; }

/* and these stand in the table of HDF5's functions */
static thud_hdf5_library real;
#define STAND_IN(type, name, parameters, arguments, failure)                                                       \
    static type stand_in_##name parameters { return fails() ? (failure) : real.name arguments; }

STAND_IN(hid_t, H5Acreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f), (a, b, c, d, e, f), -1)
STAND_IN(herr_t, H5Awrite, (hid_t a, hid_t b, const void *c), (a, b, c), -1)
STAND_IN(hid_t, H5Dcreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e, hid_t f, hid_t g),
         (a, b, c, d, e, f, g), -1)
STAND_IN(hid_t, H5Dget_space, (hid_t a), (a), -1)
STAND_IN(herr_t, H5Dset_extent, (hid_t a, const hsize_t *b), (a, b), -1)
STAND_IN(herr_t, H5Dwrite, (hid_t a, hid_t b, hid_t c, hid_t d, hid_t e, const void *f), (a, b, c, d, e, f), -1)
STAND_IN(hid_t, H5Fcreate, (const char *a, unsigned b, hid_t c, hid_t d), (a, b, c, d), -1)
STAND_IN(hid_t, H5Gcreate2, (hid_t a, const char *b, hid_t c, hid_t d, hid_t e), (a, b, c, d, e), -1)
STAND_IN(hid_t, H5Pcreate, (hid_t a), (a), -1)
STAND_IN(herr_t, H5Pset_chunk, (hid_t a, int b, const hsize_t *c), (a, b, c), -1)
STAND_IN(hid_t, H5Screate, (H5S_class_t a), (a), -1)
STAND_IN(hid_t, H5Screate_simple, (int a, const hsize_t *b, const hsize_t *c), (a, b, c), -1)
STAND_IN(herr_t, H5Sselect_hyperslab,
         (hid_t a, H5S_seloper_t b, const hsize_t *c, const hsize_t *d, const hsize_t *e, const hsize_t *f),
         (a, b, c, d, e, f), -1)
STAND_IN(hid_t, H5Tcopy, (hid_t a), (a), -1)
STAND_IN(hid_t, H5Tcreate, (H5T_class_t a, size_t b), (a, b), -1)
STAND_IN(herr_t, H5Tinsert, (hid_t a, const char *b, size_t c, hid_t d), (a, b, c, d), -1)
STAND_IN(herr_t, H5Tset_cset, (hid_t a, H5T_cset_t b), (a, b), -1)
STAND_IN(herr_t, H5Tset_size, (hid_t a, size_t b), (a, b), -1)
REPLACE(int, fsync, (int a), (a), (errno = EIO, -1))
REPLACE(int, rename, (const char *a, const char *b), (a, b), (errno = EACCES, -1))
REPLACE(void *, malloc, (size_t a), (a), (errno = ENOMEM, NULL))
REPLACE(void *, calloc, (size_t a, size_t b), (a, b), (errno = ENOMEM, NULL))
REPLACE(char *, strdup, (const char *a), (a), (errno = ENOMEM, NULL))

/* what is closed is closed, whatever came of the bytes */
STAND_IN(herr_t, H5Dclose, (hid_t a), (a), (real.H5Dclose(a), -1))
STAND_IN(herr_t, H5Fclose, (hid_t a), (a), (real.H5Fclose(a), -1))

static void put_in(void) {
    thud_error failure;
    ck_assert_msg(thud_hdf5_open(&failure), "%s", failure.text);
    real = thud_h5;
    thud_h5.H5Acreate2 = stand_in_H5Acreate2;
    thud_h5.H5Awrite = stand_in_H5Awrite;
    thud_h5.H5Dcreate2 = stand_in_H5Dcreate2;
    thud_h5.H5Dget_space = stand_in_H5Dget_space;
    thud_h5.H5Dset_extent = stand_in_H5Dset_extent;
    thud_h5.H5Dwrite = stand_in_H5Dwrite;
    thud_h5.H5Fcreate = stand_in_H5Fcreate;
    thud_h5.H5Gcreate2 = stand_in_H5Gcreate2;
    thud_h5.H5Pcreate = stand_in_H5Pcreate;
    thud_h5.H5Pset_chunk = stand_in_H5Pset_chunk;
    thud_h5.H5Screate = stand_in_H5Screate;
    thud_h5.H5Screate_simple = stand_in_H5Screate_simple;
    thud_h5.H5Sselect_hyperslab = stand_in_H5Sselect_hyperslab;
    thud_h5.H5Tcopy = stand_in_H5Tcopy;
    thud_h5.H5Tcreate = stand_in_H5Tcreate;
    thud_h5.H5Tinsert = stand_in_H5Tinsert;
    thud_h5.H5Tset_cset = stand_in_H5Tset_cset;
    thud_h5.H5Tset_size = stand_in_H5Tset_size;
    thud_h5.H5Dclose = stand_in_H5Dclose;
    thud_h5.H5Fclose = stand_in_H5Fclose;
}

/* ---- what is tried ---- */

static char folder[64], path[96];
static thud_model *model;
static thud_study study;

/* two bodies, a rod and a contact; more samples and impacts than one block holds */
static bool write_history(thud_error *failure) {
    enum { ROWS = 1100 };
    static double zeros[3], force;
    thud_history_hdf5 *file = thud_history_hdf5_open(path, model, failure);
    bool good = file != NULL;
    for (int i = 0; good && i < ROWS; i++) {
        const thud_sample sample = {0.001 * i, zeros, zeros, zeros, &force, false, NULL, NULL, NULL};
        const thud_impact_entry entry = {.contact = 0, .time = 0.001 * i, .ended = true};
        good = thud_history_hdf5_add_sample(file, &sample) && thud_history_hdf5_add_impact(file, &entry);
    }
    /* who is refused a row asks for the reason by committing */
    return file ? thud_history_hdf5_commit(file, failure) && good : false;
}

static bool write_table(thud_error *failure) {
    thud_results *results = NULL;
    thud_error note;
    const size_t armed = fails_at;
    fails_at = 0; /* stores that fail have a test of their own */
    ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s", note.text);
    fails_at = armed;
    const bool good = thud_export_hdf5(results, &note, path, true, failure);
    fails_at = 0;
    thud_results_close(results);
    return good;
}

static void set_up(void) {
    put_in();
    thud_study_summary summary;
    /* in memory where that can be had: hundreds of files wait for the disk otherwise */
    snprintf(folder, sizeof folder, "%s/thud-hdf5-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.h5", folder);
    model = thud_model_create();
    const thud_body_id one = thud_model_add_body(model, "one", 1), other = thud_model_add_body(model, "a/b", 1);
    const thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    thud_model_add_rod(model, "rod", &(thud_rod){.length = 1, .mass = 1});
    thud_model_add_contact(model, "knock", one, other, &contact);
    study = double_study();
    study.fail_every = 9;
    const thud_study_options options = thud_study_options_default(folder);
    ck_assert_msg(thud_study_run(&study, &options, &summary) == THUD_OK, "%s", summary.error.text);
}

/* nothing but the store was left there */
static void tear_down(void) {
    char store[96];
    snprintf(store, sizeof store, "%s/results.db", folder);
    ck_assert_int_eq(unlink(store), 0);
    ck_assert_int_eq(rmdir(folder), 0);
    thud_model_free(model);
}

static const struct {
    const char *name;
    bool (*write)(thud_error *);
    size_t least; /* calls that there are: sets, attributes and blocks with about ten each */
} WRITERS[] = {{"a history", write_history, 200}, {"a table", write_table, 200}};

START_TEST(every_call_may_fail) {
    size_t number = 1;
    for (;; number++) {
        thud_error failure = {0};
        calls = 0;
        fails_at = number;
        const bool good = WRITERS[_i].write(&failure);
        fails_at = 0;
        if (calls < number) {
            ck_assert_msg(good, "%s: %s", WRITERS[_i].name, failure.text);
            break;
        }
        ck_assert_msg(!good, "%s, call %zu fails, and nobody says so", WRITERS[_i].name, number);
        ck_assert_msg(*failure.text, "%s, call %zu: not a word", WRITERS[_i].name, number);
        ck_assert_msg(access(path, F_OK) != 0, "%s, call %zu: a file is there", WRITERS[_i].name, number);
    }
    ck_assert_uint_gt(number, WRITERS[_i].least);
    ck_assert_int_gt(H5Fis_hdf5(path), 0);
    ck_assert_int_eq(unlink(path), 0);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("HDF5 that fails");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, every_call_may_fail, 0, sizeof WRITERS / sizeof WRITERS[0]);
    return run_suite("HDF5 that fails", tests);
}
