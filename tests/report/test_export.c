#define _XOPEN_SOURCE 700 /* mkdtemp */

/*
 * Tables of a study, CSV and HDF5, read back without thud's readers: names, texts and every bit of the numbers.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include <thud/sweep.h>

#include "report/study/export.h"
#include "study/double.h"
#include "suite.h"

enum { CASES = 6 * 500 }; /* more than two blocks of 1024 rows, and not a whole number of them */

static char folder[64], path[96];
static thud_study study;

static const char *in_folder(const char *name) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void set_up(void) {
    thud_study_summary summary;
    snprintf(folder, sizeof folder, "/tmp/thud-export-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    study = double_study();
    study.es = 500;
    study.fail_every = 9;
    thud_study_options options = thud_study_options_default(folder);
    ck_assert_msg(thud_study_run(&study, &options, &summary) == THUD_OK, "%s", summary.error.text);
}

static void tidy(void) {
    unlink(in_folder("results.db"));
    unlink(in_folder("table"));
    ck_assert_int_eq(rmdir(folder), 0); /* no temporary file is left */
}

/* a case that is stored as ok and has an infinity or a NAN is not */
static const char *expected_status(size_t i) {
    if (double_fails(&study, i)) return "accuracy";
    for (size_t k = 0; k < DOUBLE_RESULTS; k++)
        if (!isfinite(double_result(&study, i, k))) return "finite";
    return "ok";
}

static void export_by(bool (*export)(thud_results *, const thud_error *, const char *, bool, thud_error *),
                      bool times) {
    thud_results *results = NULL;
    thud_error note;
    thud_error failure;
    ck_assert_msg(thud_results_open(folder, &note, &results) == THUD_OK, "%s", note.text);
    ck_assert_msg(export(results, &note, in_folder("table"), times, &failure), "%s", failure.text);
    size_t doubtful = 0;
    for (size_t i = 0; i < CASES; i++) doubtful += strcmp(expected_status(i), "finite") == 0;
    ck_assert_uint_gt(doubtful, 0);
    ck_assert_uint_eq(strtoul(failure.text, NULL, 10), doubtful);
    /* case 0 has −0, ∞, −∞ and NAN in this order */
    ck_assert_ptr_nonnull(strstr(failure.text, "case 0 first, 'bodies.a.max'"));
    thud_results_close(results);
}

/* by strtod, which is exact; the sign of zero is the only bit that CSV loses */
START_TEST(csv_reads_back) {
    char line[4096];
    export_by(thud_export_csv, true);
    FILE *file = fopen(in_folder("table"), "r");
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
    ck_assert_str_eq(line, "case,status,e,e label,record,status,reason,wall_seconds [s],executor,bodies.A.max [m],"
                           "bodies.a.max,case,rowid,\"say \"\"x\"\"\",e,a/b,a|b,energy\n");
    for (size_t i = 0; i < CASES; i++) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, file));
        ck_assert_uint_eq(strtoul(line, NULL, 10), i);
        ck_assert(double_fails(&study, i) == (strstr(line, ",accuracy,\"case ") != NULL));
        ck_assert((strcmp(expected_status(i), "finite") == 0) == (strstr(line, ",finite,a number ") != NULL));
        /* the results are the last cells, and have no quotes */
        char *cell = line + strlen(line);
        for (size_t k = DOUBLE_RESULTS; k-- > 0;) {
            *cell = '\0';
            cell = strrchr(line, ',');
            double expected = double_result(&study, i, k);
            if (isnan(expected)) ck_assert(cell[1] == '\0' || cell[1] == '\n');
            else ck_assert(strtod(cell + 1, NULL) == expected);
        }
        *cell = '\0';
        static const char before[] = ",0.25,serial"; /* the cells before the results */
        ck_assert_str_eq(cell - (sizeof before - 1), before);
    }
    ck_assert_ptr_null(fgets(line, sizeof line, file));
    fclose(file);
}
END_TEST

static hid_t open_set(hid_t file, const char *name) {
    hsize_t rows = 0;
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "no set %s", name);
    hid_t space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_dims(space, &rows, NULL), 1);
    ck_assert_uint_eq(rows, CASES);
    H5Sclose(space);
    return set;
}

static void check_numbers(hid_t file, const char *name, size_t result) {
    static double values[CASES];
    hid_t set = open_set(file, name);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    for (size_t i = 0; i < CASES; i++) {
        double expected = double_result(&study, i, result);
        ck_assert((isnan(expected) && isnan(values[i])) || memcmp(&expected, &values[i], sizeof expected) == 0);
    }
    H5Dclose(set);
}

static void check_texts(hid_t file, const char *name, const char *(*expected)(size_t)) {
    static char *texts[CASES];
    hid_t set = open_set(file, name), type = H5Dget_type(set), space = H5Dget_space(set);
    ck_assert_int_ge(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts), 0);
    for (size_t i = 0; i < CASES; i++) ck_assert_str_eq(texts[i], expected(i));
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, texts);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(set);
}

static const char *expected_record(size_t i) {
    static thud_axis_value value;
    thud_study_value(&study, i, 2, &value);
    return value.text;
}

/* names with a slash are written with a bar, and with a number where that is taken */
START_TEST(hdf5_reads_back) {
    export_by(thud_export_hdf5, false);
    hid_t file = H5Fopen(in_folder("table"), H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert_int_ge(file, 0);
    check_numbers(file, "/results/bodies.A.max", 0);
    check_numbers(file, "/results/bodies.a.max", 1);
    check_numbers(file, "/results/rowid", 3);
    check_numbers(file, "/results/a|b", 6);
    check_numbers(file, "/results/a|b_2", 7);
    check_numbers(file, "/results/energy", 8);
    check_texts(file, "/status", expected_status);
    check_texts(file, "/axes/record", expected_record);
    ck_assert_int_eq(H5Lexists(file, "/wall_seconds", H5P_DEFAULT), 0);
    H5Fclose(file);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("export");
    tcase_add_checked_fixture(tests, set_up, tidy);
    tcase_add_test(tests, csv_reads_back);
    tcase_add_test(tests, hdf5_reads_back);
    return run_suite("export", tests);
}
