/* Structures of scenarios, whose matrices are in files: what is read, and what is said about what is not. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/model.h"
#include "model/scenario/matrix_file.h"
#include "model/scenario_text.h"
#include "suite.h"

/* ---- files by themselves ---- */

/* a copy of exactly that size, so that the sanitizer sees a step too far */
static thud_status parse(const char *text, size_t order, double **matrix, thud_error *error) {
    const size_t size = strlen(text);
    char *copy = malloc(size + (size == 0));
    memcpy(copy, text, size);
    const thud_status status = thud_matrix_parse(copy, size, order, matrix, error);
    free(copy);
    return status;
}

#define COORDINATE "%%MatrixMarket matrix coordinate real "
#define ARRAY "%%MatrixMarket matrix array real "

/* (2 −1; −1 3), however it is written */
static const char *const GOOD[] = {
    COORDINATE "general\n2 2 4\n1 1 2\n1 2 -1\n2 1 -1\n2 2 3\n",
    COORDINATE "symmetric\n% a comment\n\n2 2 3\n1 1 2.0\n2 1 -1e0\n% another\n2 2 3D0\n",
    "%%matrixmarket MATRIX Coordinate Integer Symmetric\r\n2 2 3\r\n1 1 2\r\n2 1 -1\r\n2 2 3\r\n",
    ARRAY "general\n2 2\n2\n-1\n-1\n3\n",
    ARRAY "symmetric\n2 2\n2\n-1\n3",
    "2, -1\n-1, 3\n",
    "# N/m\n2;-1\n\n-1;3",
    "  2\t-1 \n -1   3 \n\n",
};

START_TEST(good_files) {
    double *a = NULL;
    thud_error error;
    ck_assert_msg(parse(GOOD[_i], 2, &a, &error) == THUD_OK, "%s", error.text);
    ck_assert(a[0] == 2 && a[1] == -1 && a[2] == -1 && a[3] == 3);
    free(a);
}
END_TEST

START_TEST(sparse_file) {
    double *a = NULL;
    ck_assert_int_eq(parse(COORDINATE "symmetric\n3 3 1\n3 1 5\n", 3, &a, NULL), THUD_OK);
    for (int i = 0; i < 9; i++) ck_assert_double_eq(a[i], i == 2 || i == 6 ? 5 : 0);
    free(a);
}
END_TEST

static const struct {
    const char *text;
    size_t line, column;
    const char *says;
} BAD[] = {
    {"", 1, 1, "the file has 0 rows, but there are 2 names"},
    {"1, 2\n", 1, 5, "the file has 1 rows, but there are 2 names"},
    {"1, 2\n3, 4, 5\n", 2, 1, "this row has 3 numbers, but there are 2 names"},
    {"1, 2\n3\n", 2, 1, "this row has 1 number, but there are 2 names"},
    {"1, 2\n3, 4\n5, 6\n", 0, 0, "the file has 3 rows, but there are 2 names"},
    {"1, 2\n3, nan\n", 2, 4, "the entry is not a finite number"},
    {"1, 2\n3, 1e999\n", 2, 4, "the entry is too large for a double"},
    {"1, 2\n3, four\n", 2, 4, "the entry is not a number"},
    {"1, 2\n3, 4x\n", 2, 4, "the entry is not a number"},
    {COORDINATE "general\n2 2 4\n1 1 2\n1 2 -1\n", 4, 7, "the file ends after 2 of 4 entries"},
    {COORDINATE "general\n2 2 1\n1 1 2\n2 2 1\n", 4, 1, "there are more entries than the file says at its start"},
    {COORDINATE "general\n2 2 9\n", 2, 5, "the number of entries must be a whole number up to 4"},
    {COORDINATE "general\n3 3 1\n1 1 1\n", 2, 1, "the matrix has 3 rows and 3 columns, but there are 2 names"},
    {COORDINATE "general\n2 3 1\n1 1 1\n", 2, 1, "the matrix has 2 rows and 3 columns, but there are 2 names"},
    {COORDINATE "general\n1000000000 1000000000 1\n", 2, 1,
     "the matrix has 1000000000 rows and 1000000000 columns, but there are 2 names"},
    {COORDINATE "general\n2 2 1\n3 1 1\n", 3, 1, "the row must be a whole number up to 2"},
    {COORDINATE "general\n2 2 1\n0 1 1\n", 3, 1, "rows and columns count from 1"},
    {COORDINATE "general\n2 2 1\n1 1.5 1\n", 3, 3, "the column must be a whole number up to 2"},
    {COORDINATE "general\n2 2 1\n1 1\n", 3, 4, "the entry is missing here"},
    {COORDINATE "general\n2 2 1\n1 1 1 1\n", 3, 7, "unexpected text at the end of this line"},
    {COORDINATE "general\n2 2 2\n1 1 1\n1 1 2\n", 4, 1, "row 1, column 1 is given twice in the file"},
    {COORDINATE "symmetric\n2 2 1\n1 2 1\n", 3, 1,
     "an entry above the diagonal of a symmetric matrix, which may only have entries below"},
    {COORDINATE "skew-symmetric\n2 2 0\n", 1, 39, "expected general or symmetric"},
    {"%%MatrixMarket matrix coordinate complex general\n", 1, 34, "the numbers must be real"},
    {"%%MatrixMarket matrix coordinate pattern general\n", 1, 34, "the numbers must be real"},
    {"%%MatrixMarket matrix sparse real general\n", 1, 23, "expected coordinate or array"},
    {"%%MatrixMarket vector coordinate real general\n", 1, 1, "only Matrix Market files with a matrix can be read"},
    {"%%MatrixMarket\n", 1, 1, "only Matrix Market files with a matrix can be read"},
    {COORDINATE "general\n", 0, 0, "the file ends before the size of the matrix"},
    {ARRAY "general\n2 2\n1\n2\n3\n", 0, 0, "the file ends after 3 of 4 entries"},
    {ARRAY "symmetric\n2 2\n1\n2\n3\n4\n", 6, 1, "there are more entries than the file says at its start"},
    {"PK\003\004", 1, 1, "not a matrix: the file is a zip archive; unpack it first"},
};

START_TEST(bad_files) {
    double *a = NULL;
    thud_error error = {0};
    ck_assert_int_eq(parse(BAD[_i].text, 2, &a, &error), THUD_ERROR_SYNTAX);
    ck_assert_ptr_null(a);
    ck_assert_str_eq(error.text, BAD[_i].says);
    if (BAD[_i].line == 0) return;
    ck_assert_uint_eq(error.line, BAD[_i].line);
    ck_assert_uint_eq(error.column, BAD[_i].column);
}
END_TEST

/* every file cut off anywhere, and every byte of one another: an answer, and no step too far */
START_TEST(spoilt_files) {
    for (size_t f = 0; f < sizeof GOOD / sizeof GOOD[0]; f++) {
        const size_t size = strlen(GOOD[f]);
        char *text = malloc(size + 1);
        for (size_t cut = 0; cut <= size; cut++)
            for (int how = 0; how < 6; how++) {
                double *a = NULL;
                memcpy(text, GOOD[f], size + 1);
                if (how == 0) text[cut] = '\0';
                else if (cut < size) text[cut] = "%\n9-e"[how - 1];
                if (parse(text, 2, &a, NULL) == THUD_OK)
                    for (int i = 0; i < 4; i++) ck_assert(isfinite(a[i]));
                free(a);
            }
        free(text);
    }
}
END_TEST

/* ---- in a scenario ---- */

static char folder[] = "matrices-XXXXXX";

static void write_file(const char *name, const char *text) {
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static const char *const NAMES[] = {"m.mtx",       "k.csv",     "c.csv",    "short.csv",
                                    "crooked.csv", "empty.mtx", "loose.csv"};

static void write_files(void) {
    static const char *const texts[] = {COORDINATE "symmetric\n2 2 3\n1 1 2\n2 1 0.5\n2 2 2\n",
                                        "20,-10\n-10,20\n",
                                        "1,0\n0,1\n",
                                        "1,2\n",
                                        "2,1\n1.5,2\n",
                                        COORDINATE "symmetric\n2 2 0\n",
                                        "1,-2\n-2,1\n"};
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) write_file(NAMES[i], texts[i]);
    char path[200];
    snprintf(path, sizeof path, "%s/pipe", folder);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
}

static void remove_files(void) {
    char path[200];
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/pipe", folder);
    unlink(path);
    rmdir(folder);
}

static thud_status read_here(const char *text, said *s, thud_model **model) {
    return read_text_sized(text, strlen(text), folder, s, model);
}

START_TEST(structure) {
    said s;
    thud_model *model;
    ck_assert_msg(
        read_here("duration: 1\nbodies: {b: {mass: 1}}\nstructure:\n  names: [a1, a2]\n  mass: m.mtx\n"
                  "  stiffness: k.csv\n  damping: c.csv\n  influence: [1, 0]\n  displacement: [1 mm, 2 mm]\n"
                  "  velocity: 3\nlinks: [{left: a1, right: b, stiffness: 5}]\n"
                  "contacts: [{left: {a1: 0.5, a2: 0.5}, right: b, gap: 1, model: newton, restitution: 1}]\n"
                  "forces: [{on: a2, step: {amplitude: 1}}]\n",
                  &s, &model) == THUD_OK,
        "%s", s.text);
    ck_assert_uint_eq(model->body_count, 3);
    ck_assert_str_eq(model->bodies[1].name, "a1");
    ck_assert_double_eq(model->bodies[2].displacement, 0.002);
    ck_assert_double_eq(model->bodies[2].velocity, 3);
    const thud_model_matrices *m = &model->matrices[0];
    ck_assert(m->is_full && m->first == 1 && m->count == 2);
    ck_assert(m->mass[1] == 0.5 && m->stiffness[2] == -10 && m->damping[3] == 1);
    ck_assert(m->load[0] == 2 && m->load[1] == 0.5); /* M (1, 0) */
    ck_assert_int_eq(model->links[0].left, 1);
    ck_assert_int_eq(model->forces[0].body, 2);
    thud_model_free(model);
}
END_TEST

START_TEST(two_structures) {
    said s;
    thud_model *model;
    ck_assert_msg(read_here("duration: 1\nstructure:\n  - {names: [a1, a2], mass: m.mtx, stiffness: k.csv}\n"
                            "  - {names: [b1, b2], mass: c.csv, stiffness: k.csv}\n"
                            "contacts: [{left: a2, right: b2, gap: 1, model: newton, restitution: 1}]\n",
                            &s, &model) == THUD_OK,
                  "%s", s.text);
    ck_assert(model->matrices_count == 2 && model->matrices[0].is_full && !model->matrices[1].is_full);
    /* 1/(M⁻¹)₂₂ = 2 − 0.5²/2 beside 1 kg */
    assert_relative(model->contacts[0].effective_mass, 1 / (1 / 1.875 + 1), 1e-15);
    thud_model_free(model);
}
END_TEST

#define HEAD "duration: 1\nstructure:\n  "
#define WHOLE HEAD "names: [a, b]\n  mass: m.mtx\n  stiffness: k.csv\n"

static const struct {
    const char *text, *says;
} WRONG[] = {
    {HEAD "names: [a, b]\n  mass: m.mtx\n", "2:1 stiffness is missing\n"},
    {HEAD "mass: m.mtx\n  stiffness: k.csv\n", "2:1 names is missing\n"},
    {HEAD "names: []\n  mass: m.mtx\n  stiffness: k.csv\n",
     "3:10 names: expected a list of 1 to 1000 names, as in [a1, a2, a3]\n"},
    {HEAD "names: [a, a]\n  mass: m.mtx\n  stiffness: k.csv\n", "3:14 names: 'a' is already in use\n"},
    {"duration: 1\nbodies: {b: {mass: 1}}\nstructure: {names: [a, b], mass: m.mtx, stiffness: k.csv}\n",
     "3:24 names: 'b' is already in use\n"},
    {HEAD "names: [a, []]\n  mass: m.mtx\n  stiffness: k.csv\n", "3:14 names: expected a name here\n"},
    {HEAD "names: [a, ground]\n  mass: m.mtx\n  stiffness: k.csv\n", "3:14 names: the ground always exists; choose another name\n"},
    {HEAD "names: [a, b, c]\n  mass: c.csv\n  stiffness: k.csv\n",
     "1:1 this row has 2 numbers, but there are 3 names\n1:1 this row has 2 numbers, but there are 3 names\n"},
    {HEAD "names: [a, b]\n  mass: short.csv\n  stiffness: k.csv\n",
     "1:4 the file has 1 rows, but there are 2 names\n"},
    {HEAD "names: [a, b]\n  mass: nowhere.mtx\n  stiffness: k.csv\n", NULL},
    {HEAD "names: [a, b]\n  mass: pipe\n  stiffness: k.csv\n", NULL},
    {HEAD "names: [a, b]\n  mass: .\n  stiffness: k.csv\n", NULL},
    {HEAD "names: [a, b]\n  mass: crooked.csv\n  stiffness: k.csv\n",
     "4:9 structure 1: mass is not symmetric: row 2, column 1 has 1.5, row 1, column 2 has 1\n"},
    {HEAD "names: [a, b]\n  mass: empty.mtx\n  stiffness: k.csv\n",
     "4:9 structure 1: mass: 'a' has 0 on the diagonal and needs a mass; condense it\n"},
    {HEAD "names: [a, b]\n  mass: loose.csv\n  stiffness: k.csv\n",
     "4:9 structure 1: mass is not positive definite: with 'b', the rows up to 2 have a motion without mass\n"},
    {HEAD "names: [a, b]\n  mass: c.csv\n  stiffness: loose.csv\n",
     "5:14 structure 1: the structure is unstable from the start: it grows e-fold every 1 s in a mode with a 1, b "
     "1\n"},
    {WHOLE "  damping: loose.csv\n",
     "6:12 structure 1: damping is not positive semi-definite: it has the eigenvalue -1 "
     "N·s/m, which feeds energy\n"},
    {WHOLE "  influence: [1, 2, 3]\n", "6:14 influence: 3 values for 2 names\n"},
    {WHOLE "  influence: [1, many]\n", "6:18 influence 'many': expected a number, as in 0.5 or 30mm\n"},
    {WHOLE "  influence: {a: 1}\n", "6:14 influence: expected a number, or a list with one for each name\n"},
    {WHOLE "  velocity: [1 m, 2 m]\n", NULL},
    {WHOLE "  speed: 1\n", NULL},
    {WHOLE "contacts: [{left: a, right: c, gap: 1, model: newton, restitution: 1}]\n",
     "6:29 no body is called 'c'; there are a, b\n"},
    /* all in one go: a file that is none beside matrices that are wrong, and names that are known all the same */
    {HEAD "names: [a, b]\n  mass: short.csv\n  stiffness: crooked.csv\n  damping: loose.csv\n"
          "contacts: [{left: a, right: c, gap: 1, model: newton, restitution: 1}]\n",
     "1:4 the file has 1 rows, but there are 2 names\n"
     "5:14 structure 1: stiffness is not symmetric: row 2, column 1 has 1.5, row 1, column 2 has 1\n"
     "6:12 structure 1: damping is not positive semi-definite: it has the eigenvalue -1 "
     "N·s/m, which feeds energy\n"
     "7:29 no body is called 'c'; there are a, b\n"},
    {HEAD "names: [a, b]\n  mass: crooked.csv\n  stiffness: short.csv\n",
     "4:9 structure 1: mass is not symmetric: row 2, column 1 has 1.5, row 1, column 2 has 1\n"
     "1:4 the file has 1 rows, but there are 2 names\n"},
    {HEAD "names: [a, b]\n  stiffness: crooked.csv\n",
     "2:1 mass is missing\n"
     "4:14 structure 1: stiffness is not symmetric: row 2, column 1 has 1.5, row 1, column 2 has 1\n"},
    {WHOLE "  displacement: [1, left]\n  damping: loose.csv\n"
           "contacts: [{left: a, right: ground, gap: -1, model: newton, restitution: 1}]\n",
     "6:21 displacement 'left': expected a number, as in 0.5 or 30mm\n"
     "7:12 structure 1: damping is not positive semi-definite: it has the eigenvalue -1 "
     "N·s/m, which feeds energy\n"},
    {"duration: 1\nstructure:\n  - {names: [a, b], mass: m.mtx, stiffness: k.csv}\n"
     "  - {names: [c, d], mass: m.mtx, stiffness: crooked.csv, velocity: [1, left]}\n",
     "4:45 structure 2: stiffness is not symmetric: row 2, column 1 has 1.5, row 1, column 2 has 1\n"
     "4:72 velocity 'left': expected a number, as in 0.5 or 30mm\n"},
    {"duration: 1\nstructure: here\n", NULL},
    {"duration: 1\nstructure: [here]\n", NULL},
};

START_TEST(wrong) {
    said s;
    thud_model *model;
    ck_assert_int_eq(read_here(WRONG[_i].text, &s, &model), THUD_ERROR_ARGUMENT);
    if (WRONG[_i].says) ck_assert_str_eq(s.text, WRONG[_i].says);
    else ck_assert_msg(s.count == 1, "%s", s.text);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("matrix files");
    write_files();
    tcase_add_loop_test(tests, good_files, 0, (int)(sizeof GOOD / sizeof GOOD[0]));
    tcase_add_test(tests, sparse_file);
    tcase_add_loop_test(tests, bad_files, 0, (int)(sizeof BAD / sizeof BAD[0]));
    tcase_add_test(tests, spoilt_files);
    tcase_add_test(tests, structure);
    tcase_add_test(tests, two_structures);
    tcase_add_loop_test(tests, wrong, 0, (int)(sizeof WRONG / sizeof WRONG[0]));
    const int result = run_suite("matrix files", tests);
    remove_files();
    return result;
}
