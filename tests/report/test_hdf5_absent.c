/*
 * A machine without HDF5, or with another one: writers say which library they need, and leave nothing behind. The
 * linker puts dlopen and dlsym of the test in the place of the real ones.
 */
#include <string.h>
#include <unistd.h>

#include "report/hdf5/library.h"
#include "report/run/files.h"
#include "suite.h"

static bool is_there;
static int anything;

void *__wrap_dlopen(const char *file, int how);
void *__wrap_dlsym(void *handle, const char *name);

void *__wrap_dlopen(const char *file, int how) {
    (void)how;
    return is_there || !file ? &anything : NULL;
}
void *__wrap_dlsym(void *handle, const char *name) {
    (void)handle, (void)name;
    return NULL;
}

START_TEST(absent) {
    const char *expected[] = {"HDF5 files need the library libhdf5", "does not start, or is another HDF5"};
    char path[64];
    thud_model *model = thud_model_create();
    thud_model_add_body(model, "one", 1);
    snprintf(path, sizeof path, "/tmp/thud-absent-%ld.h5", (long)getpid());
    is_there = _i == 1;
    thud_error failure = {0};
    ck_assert_ptr_null(thud_history_hdf5_open(path, model, &failure));
    ck_assert_msg(strstr(failure.text, expected[_i]) != NULL, "%s", failure.text);
    ck_assert_int_ne(access(path, F_OK), 0);
    /* nothing is kept of what was not found */
    ck_assert(!thud_h5.H5Fcreate && !thud_h5.H5Aclose);
    thud_model_free(model);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("HDF5 absent");
    tcase_add_loop_test(tests, absent, 0, 2);
    return run_suite("HDF5 absent", tests);
}
