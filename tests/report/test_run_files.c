/* The files of a run, read back: CSV as text, HDF5 through its own library. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <hdf5.h>

#include "report/run/files.h"

#include "suite.h"

enum { ROWS = 2500 }; /* more than two blocks of the HDF5 file and a part of one */

static char folder[64];

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

/* everything was renamed or removed: the folder holds only what the test knows of */
static void remove_folder(void) { ck_assert_int_eq(rmdir(folder), 0); }

static const char *path_of(const char *name) {
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* names that need care in both formats; one rod beside two bodies, a signal that is watched, a link with a name */
static thud_model *model_of(void) {
    thud_model *model = thud_model_create();
    thud_body_id one = thud_model_add_body(model, "one, \"two\"", 1), other = thud_model_add_body(model, "a/b", 1);
    thud_model_add_rod(model, "rod", &(thud_rod){.length = 1, .mass = 1});
    thud_gap_contact contact = thud_gap_contact_default(thud_law_find("newton"));
    thud_model_add_contact(model, "knock", one, other, &contact);
    thud_model_add_link(model, one, other, &(thud_link){.stiffness = 1, .name = "p/q"});
    thud_model_add_watch(model, "pull, hard", &(thud_watch){.kind = THUD_WATCH_LINK_FORCE});
    thud_model_set_gravity(model, 9.81);
    thud_model_set_duration(model, 1);
    thud_model_set_title(model, "Two bodies and a rod");
    return model;
}

/* numbers that differ in every column and row, and are no short decimals */
static double number(int row, int column) { return sin(1 + row + 0.1 * column) * pow(10, column - 3); }

/* force: of the contact, of the signal, deformation and force of the link */
static void fill(thud_sample *sample, double values[][3], double force[4], int row) {
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) values[k][i] = number(row, 1 + 3 * i + k);
    for (int i = 0; i < 4; i++) force[i] = number(row, 10 + i);
    *sample =
        (thud_sample){0.001 * row, values[0], values[1], values[2], force, false, force + 1, force + 2, force + 3};
}

static thud_impact_entry entry_of(int row) {
    return (thud_impact_entry){.contact = 0,
                               .time = number(row, 0),
                               .approach_speed = number(row, 1),
                               .separation_speed = number(row, 2),
                               .restitution = number(row, 3),
                               .duration = 0,
                               .max_force = NAN,
                               .max_penetration = NAN,
                               .separation_penetration = NAN,
                               .impulse = number(row, 4),
                               .energy_lost = number(row, 5),
                               .damping = NAN,
                               .ended = true};
}

START_TEST(history_csv) {
    thud_model *model = model_of();
    thud_history_file file;
    thud_error failure;
    make_folder();
    ck_assert(thud_history_open(&file, path_of("history.csv"), model, &failure));
    for (int row = 0; row < 3; row++) {
        thud_sample sample;
        double values[3][3], force[4];
        fill(&sample, values, force, row);
        ck_assert(thud_history_add(&file, &sample));
    }
    ck_assert_int_ne(access(path_of("history.csv"), F_OK), 0); /* not before it is whole */
    ck_assert(thud_history_commit(&file, &failure));
    FILE *stream = fopen(path_of("history.csv"), "r");
    char line[1024];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
    ck_assert_str_eq(line,
                     "t [s],\"one, \"\"two\"\" displacement [m]\",\"one, \"\"two\"\" velocity [m/s]\","
                     "\"one, \"\"two\"\" acceleration [m/s²]\",a/b displacement [m],a/b velocity [m/s],"
                     "a/b acceleration [m/s²],rod angle [rad],rod angular velocity [rad/s],"
                     "rod angular acceleration [rad/s²],knock force [N],\"pull, hard [N]\",p/q deformation [m],"
                     "p/q link force [N]\n");
    for (int row = 0; row < 3; row++) {
        ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
        char *at = line;
        ck_assert_double_eq(strtod(at, &at), 0.001 * row);
        for (int column = 1; column <= 13; column++) ck_assert_double_eq(strtod(at + 1, &at), number(row, column));
        ck_assert_str_eq(at, "\n");
    }
    ck_assert_ptr_null(fgets(line, sizeof line, stream));
    fclose(stream);
    unlink(path_of("history.csv"));
    remove_folder();
    thud_model_free(model);
}
END_TEST

START_TEST(ledger_csv) {
    thud_model *model = model_of();
    thud_ledger_file file;
    thud_error failure;
    make_folder();
    ck_assert(thud_ledger_open(&file, path_of("impacts.csv"), model, &failure));
    thud_impact_entry entry = entry_of(1);
    ck_assert(thud_ledger_add(&file, &entry));
    ck_assert(thud_ledger_commit(&file, &failure));
    FILE *stream = fopen(path_of("impacts.csv"), "r");
    char line[1024], expected[1024];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
    ck_assert_str_eq(line,
                     "number,t [s],contact,approach speed [m/s],separation speed [m/s],restitution,duration [s],"
                     "max force [N],max penetration [m],separation penetration [m],impulse [N·s],energy lost [J],"
                     "damping [N·s/m^(p+1)]\n");
    ck_assert_ptr_nonnull(fgets(line, sizeof line, stream));
    double back[6];
    ck_assert_int_eq(sscanf(line, "1,%lf,knock,%lf,%lf,%lf,0,,,,%lf,%lf,%1000[^~]", &back[0], &back[1], &back[2],
                            &back[3], &back[4], &back[5], expected),
                     7);
    ck_assert_str_eq(expected, "\n"); /* nothing stands where a number is undefined */
    for (int i = 0; i < 6; i++) ck_assert_double_eq(back[i], number(1, i));
    fclose(stream);
    unlink(path_of("impacts.csv"));
    remove_folder();
    thud_model_free(model);
}
END_TEST

static void check_series(hid_t file, const char *name, int column, const char *unit) {
    static double values[ROWS];
    hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
    ck_assert_msg(set >= 0, "no %s", name);
    hid_t space = H5Dget_space(set);
    ck_assert_int_eq(H5Sget_simple_extent_npoints(space), ROWS);
    ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    for (int row = 0; row < ROWS; row++)
        ck_assert_double_eq(values[row], column == 0 ? 0.001 * row : number(row, column));
    char text[32] = "";
    hid_t attribute = H5Aopen(set, "unit", H5P_DEFAULT), type = H5Aget_type(attribute);
    ck_assert_int_ge(H5Aread(attribute, type, text), 0);
    ck_assert_str_eq(text, unit);
    H5Tclose(type);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Dclose(set);
}

/* one field of the table by its name, as a program that knows nothing else would read it */
static void check_field(hid_t table, const char *field, int rows, int column) {
    double *values = calloc((size_t)rows, sizeof *values);
    hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(double));
    H5Tinsert(type, field, 0, H5T_NATIVE_DOUBLE);
    ck_assert_int_ge(H5Dread(table, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    for (int row = 0; row < rows; row++)
        if (column >= 0) ck_assert_double_eq(values[row], number(row, column));
        else ck_assert_double_nan(values[row]);
    H5Tclose(type);
    free(values);
}

START_TEST(history_hdf5) {
    enum { IMPACTS = 300 };
    thud_model *model = model_of();
    thud_error failure;
    make_folder();
    thud_history_hdf5 *file = thud_history_hdf5_open(path_of("history.h5"), model, &failure);
    ck_assert_msg(file != NULL, "%s", failure.text);
    for (int row = 0; row < ROWS; row++) {
        thud_sample sample;
        double values[3][3], force[4];
        fill(&sample, values, force, row);
        ck_assert(thud_history_hdf5_add_sample(file, &sample));
    }
    for (int row = 0; row < IMPACTS; row++) {
        thud_impact_entry entry = entry_of(row);
        ck_assert(thud_history_hdf5_add_impact(file, &entry));
    }
    ck_assert_int_ne(access(path_of("history.h5"), F_OK), 0);
    ck_assert(thud_history_hdf5_commit(file, &failure));
    hid_t back = H5Fopen(path_of("history.h5"), H5F_ACC_RDONLY, H5P_DEFAULT);
    ck_assert(back >= 0);
    check_series(back, "/time", 0, "s");
    check_series(back, "/bodies/one, \"two\"/displacement", 1, "m");
    check_series(back, "/bodies/one, \"two\"/velocity", 2, "m/s");
    check_series(back, "/bodies/a|b/acceleration", 6, "m/s²");
    check_series(back, "/rods/rod/angle", 7, "rad");
    check_series(back, "/rods/rod/angular_acceleration", 9, "rad/s²");
    check_series(back, "/contacts/knock/force", 10, "N");
    check_series(back, "/watch/pull, hard/value", 11, "N");
    check_series(back, "/links/p|q/deformation", 12, "m");
    check_series(back, "/links/p|q/force", 13, "N");
    hid_t table = H5Dopen2(back, "/impacts", H5P_DEFAULT);
    ck_assert(table >= 0);
    check_field(table, "t", IMPACTS, 0);
    check_field(table, "energy_lost", IMPACTS, 5);
    check_field(table, "max_force", IMPACTS, -1);
    H5Dclose(table);
    H5Fclose(back);
    unlink(path_of("history.h5"));
    remove_folder();
    thud_model_free(model);
}
END_TEST

START_TEST(abandoned_files_leave_nothing) {
    thud_model *model = model_of();
    thud_history_file history;
    thud_ledger_file ledger;
    thud_error failure;
    make_folder();
    ck_assert(thud_history_open(&history, path_of("history.csv"), model, &failure));
    ck_assert(thud_ledger_open(&ledger, path_of("impacts.csv"), model, &failure));
    thud_history_hdf5 *hdf5 = thud_history_hdf5_open(path_of("history.h5"), model, &failure);
    ck_assert_ptr_nonnull(hdf5);
    thud_history_abort(&history);
    thud_ledger_abort(&ledger);
    thud_history_hdf5_abort(hdf5);
    remove_folder();
    thud_model_free(model);
}
END_TEST

/* one sentence, and not a word from HDF5 itself on stderr */
START_TEST(no_place_to_write) {
    thud_model *model = model_of();
    thud_history_file history;
    thud_error failure = {.text = ""};
    ck_assert(!thud_history_open(&history, "/nowhere/history.csv", model, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "/nowhere/history.csv"));
    failure.text[0] = '\0';
    ck_assert_ptr_null(thud_history_hdf5_open("/nowhere/history.h5", model, &failure));
    ck_assert_ptr_nonnull(strstr(failure.text, "/nowhere/history.h5"));
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("run files");
    tcase_add_test(tests, history_csv);
    tcase_add_test(tests, ledger_csv);
    tcase_add_test(tests, history_hdf5);
    tcase_add_test(tests, abandoned_files_leave_nothing);
    tcase_add_test(tests, no_place_to_write);
    return run_suite("run_files", tests);
}
