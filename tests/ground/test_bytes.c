#define _XOPEN_SOURCE 700 /* mkdtemp, mkfifo, setenv, symlink */

/*
 * Files as bytes: what is no file is refused at once, what is too large before it is read, and nothing blocks; a
 * test that waits for a pipe is killed after its ten seconds.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <thud/identify.h>
#include <thud/motion.h>
#include <thud/scenario.h>
#include <thud/study.h>

#include "ground/bytes.h"
#include "suite.h"

static char folder[40], name[80];

static const char *in_folder(const char *file) {
    snprintf(name, sizeof name, "%s/%s", folder, file);
    return name;
}

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/thud-bytes-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(mkfifo(in_folder("pipe"), 0600), 0);
    ck_assert_int_eq(symlink("pipe", in_folder("link")), 0);
    const int descriptor = open(in_folder("ten"), O_WRONLY | O_CREAT, 0600);
    ck_assert_int_eq(write(descriptor, "0123456789", 10), 10);
    close(descriptor);
}

static void remove_folder(void) {
    static const char *const files[] = {"pipe", "link", "ten", "hole", "socket"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) remove(in_folder(files[i]));
    rmdir(folder);
    unsetenv(THUD_BYTES_LIMIT_NAME);
}

static thud_status load(const char *path, thud_error *error, size_t *size) {
    thud_bytes bytes = {0};
    const thud_status status = thud_bytes_load(path, &bytes, error);
    *size = bytes.size;
    free(bytes.data);
    return status;
}

static void refuse(const char *path, const char *words) {
    thud_error error;
    size_t size;
    ck_assert_int_eq(load(path, &error, &size), THUD_ERROR_FILE);
    ck_assert_int_eq(error.status, THUD_ERROR_FILE);
    ck_assert_str_eq(error.file, path);
    ck_assert_msg(strstr(error.text, words) != NULL, "%s: %s", path, error.text);
    ck_assert_uint_eq(size, 0);
}

START_TEST(no_files) {
    refuse("/dev/zero", "it is a device");
    refuse("/dev/urandom", "it is a device");
    refuse("/dev/stdin/", "ot a directory");
    refuse("/", "it is a directory");
    refuse("/no/such/file", "No such file");
    refuse(in_folder("pipe"), "it is a pipe");
    refuse(in_folder("link"), "it is a pipe");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", in_folder("socket"));
    const int socket_descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(socket_descriptor, (struct sockaddr *)&address, sizeof address), 0);
    refuse(address.sun_path, "it is not a file");
    close(socket_descriptor);
}
END_TEST

/* every reader of files that people name */
START_TEST(readers) {
    const char *const paths[] = {"/dev/zero", "/dev/urandom", folder, NULL};
    for (size_t i = 0; i < 4; i++) {
        const char *path = paths[i] ? paths[i] : in_folder("pipe");
        thud_motion *motion = NULL;
        thud_motion_info info;
        thud_model *model = NULL;
        thud_study *study = NULL;
        thud_measurement *measurement = NULL;
        thud_error error;
        ck_assert_int_eq(thud_motion_read(path, NULL, &motion, &info), THUD_ERROR_FILE);
        ck_assert_int_eq(thud_scenario_read(path, NULL, NULL, &model), THUD_ERROR_FILE);
        ck_assert_int_eq(thud_study_read(path, NULL, NULL, &study), THUD_ERROR_FILE);
        ck_assert_int_eq(thud_measurement_read(path, THUD_MEASUREMENT_ANY, &measurement, &error), THUD_ERROR_FILE);
    }
}
END_TEST

/* and those that a scenario names: records and tables of forces */
START_TEST(named_in_scenarios) {
    static const char *const kinds[] = {"ground: {record: \"%s\"}", "forces: [{on: a, file: \"%s\"}]"};
    const char *const paths[] = {"/dev/zero", "/dev/urandom", "/dev/stdin", "-", in_folder("pipe")};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 5; j++) {
            char text[300];
            int used = snprintf(text, sizeof text, "bodies: {a: {mass: 1}}\nduration: 1\n");
            used += snprintf(text + used, sizeof text - (size_t)used, kinds[i], paths[j]);
            thud_model *model = NULL;
            ck_assert_int_eq(thud_scenario_parse(text, (size_t)used, "/nowhere", NULL, NULL, &model),
                             THUD_ERROR_ARGUMENT);
        }
}
END_TEST

START_TEST(limit) {
    thud_error error;
    size_t size;
    ck_assert_int_eq(load(in_folder("ten"), &error, &size), THUD_OK);
    ck_assert_uint_eq(size, 10);
    setenv(THUD_BYTES_LIMIT_NAME, "10", 1);
    ck_assert_int_eq(load(in_folder("ten"), &error, &size), THUD_OK);
    setenv(THUD_BYTES_LIMIT_NAME, "9", 1);
    refuse(in_folder("ten"), "it is larger than 9 bytes");
    setenv(THUD_BYTES_LIMIT_NAME, "nine", 1);
    refuse(in_folder("ten"), "THUD_MAX_FILE is not a size");
    unsetenv(THUD_BYTES_LIMIT_NAME);
    /* a hole of a terabyte: told by its size, none of it read */
    const int descriptor = open(in_folder("hole"), O_WRONLY | O_CREAT, 0600);
    if (ftruncate(descriptor, (off_t)1 << 40) == 0) refuse(in_folder("hole"), "it is larger than 1073741824 bytes");
    close(descriptor);
    /* a file that says it is empty, and is not: read up to its end or the limit */
    setenv(THUD_BYTES_LIMIT_NAME, "5", 1);
    char path[] = "/proc/self/cmdline";
    if (access(path, R_OK) == 0) {
        ck_assert_int_eq(load(path, &error, &size), THUD_ERROR_FILE);
        ck_assert_ptr_nonnull(strstr(error.text, "larger than 5 bytes"));
    }
}
END_TEST

/* standard input may be a pipe, and has the limit too */
START_TEST(standard_input) {
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(write(ends[1], "0123456789", 10), 10);
    close(ends[1]);
    ck_assert_int_ge(dup2(ends[0], STDIN_FILENO), 0);
    thud_bytes bytes = {0};
    ck_assert_int_eq(thud_bytes_load_or_input("-", &bytes, NULL), THUD_OK);
    ck_assert_uint_eq(bytes.size, 10);
    ck_assert_int_eq(memcmp(bytes.data, "0123456789", 10), 0);
    free(bytes.data);
    const int zeros = open("/dev/zero", O_RDONLY);
    ck_assert_int_ge(dup2(zeros, STDIN_FILENO), 0);
    setenv(THUD_BYTES_LIMIT_NAME, "1M", 1);
    bytes = (thud_bytes){0};
    ck_assert_int_eq(thud_bytes_load_or_input("/dev/stdin", &bytes, NULL), THUD_ERROR_FILE);
    ck_assert_uint_le(bytes.capacity, 4 << 20); /* twice the limit, and what was read at once */
    free(bytes.data);
}
END_TEST

START_TEST(sizes) {
    static const struct {
        const char *text;
        size_t size; /* 0: none */
    } cases[] = {{"1", 1},
                 {"64k", 65536},
                 {"3M", 3145728},
                 {"4G", 4294967296},
                 {"0", 0},
                 {"", 0},
                 {"k", 0},
                 {"1K", 0},
                 {"1kB", 0},
                 {"-1", 0},
                 {"1.5", 0},
                 {" 1", 0},
                 {"1e9", 0},
                 {"99999999999999999999", 0},
                 {"999999999999999999G", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = 0;
        ck_assert_msg(thud_bytes_read_size(cases[i].text, &size) == (cases[i].size > 0), "%s", cases[i].text);
        ck_assert_uint_eq(size, cases[i].size);
    }
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("bytes");
    tcase_add_checked_fixture(tests, make_folder, remove_folder);
    tcase_add_test(tests, no_files);
    tcase_add_test(tests, readers);
    tcase_add_test(tests, named_in_scenarios);
    tcase_add_test(tests, limit);
    tcase_add_test(tests, standard_input);
    tcase_add_test(tests, sizes);
    return run_suite("bytes", tests);
}
