/*
 * Files that lost something on the way: cut off at every byte, or with another count in their header. A motion
 * comes of them only when all its samples are there; what the last digits of the last number were nobody can tell.
 */
#include <stdio.h>
#include <string.h>

#include <thud/motion.h>

#include "suite.h"

/* files of one channel read, and what tells its count: the text, and how it reads with one more and one fewer */
static const struct {
    const char *file, *count, *more, *fewer;
} files[] = {
    {"west2.at2", "NPTS=     12", "NPTS=     13", "NPTS=     11"},
    {"esm.asc", "NDATA: 12", "NDATA: 13", "NDATA: 11"},
    {"cosmos.v2", NULL, NULL, NULL},
    {"cosmos.v0", "12 raw accel", "13 raw accel", "11 raw accel"},
    {"csmip.v2", "12 points of accel", "13 points of accel", NULL},
    {"geonet.v2a", NULL, NULL, NULL},
    {"smc.smc", NULL, NULL, NULL},
    {"pairs.v1", "NO. OF POINTS =     12", "NO. OF POINTS =     13", "NO. OF POINTS =     11"},
    {"usc.v1", "NO. OF POINTS =     12", "NO. OF POINTS =     13", "NO. OF POINTS =     11"},
    {"usc.v2", "12 POINTS OF ACC", "13 POINTS OF ACC", NULL}, /* velocities follow, whatever stands between */
    {"bhrc.v1", "NO. OF POINTS =     12", "NO. OF POINTS =     13", "NO. OF POINTS =     11"},
    {"unam.txt", "/12/12/12", "/13/13/13", "/11/11/11"},
    {"nsmn.txt", "NUMBER OF DATA          : 12", "NUMBER OF DATA          : 13", "NUMBER OF DATA          : 11"},
};

enum { FILES = sizeof files / sizeof files[0], LARGEST = 20000 };

static size_t load(const char *file, char *text) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", THUD_TEST_FILES, file);
    FILE *stream = fopen(path, "rb");
    ck_assert_ptr_nonnull(stream);
    const size_t size = fread(text, 1, LARGEST, stream);
    fclose(stream);
    ck_assert_uint_lt(size, LARGEST);
    text[size] = '\0';
    return size;
}

static thud_motion *parse(const char *text, size_t size, const char *format, thud_motion_info *info) {
    thud_motion *motion = NULL;
    (void)thud_motion_parse(text, size, &(thud_motion_options){.format = format}, &motion, info);
    return motion;
}

START_TEST(cut_off) {
    static char text[LARGEST];
    thud_motion_info info;
    const size_t size = load(files[_i].file, text);
    thud_motion *whole = parse(text, size, NULL, &info);
    ck_assert_msg(whole != NULL, "%s: %s", files[_i].file, info.error.text);
    const char *format = info.format;
    for (size_t cut = 0; cut < size; cut++) {
        /* a copy of exactly that size, so that the sanitizer sees a step too far */
        char *copy = malloc(cut + (cut == 0));
        memcpy(copy, text, cut);
        thud_motion *motion = parse(copy, cut, format, &info);
        free(copy);
        if (!motion) {
            ck_assert_msg(info.error.line > 0 && info.error.column > 0 && *info.error.text, "%s cut at %zu",
                          files[_i].file, cut);
            continue;
        }
        ck_assert_msg(motion->count == whole->count, "%s cut at %zu: %zu samples", files[_i].file, cut,
                      motion->count);
        for (size_t i = 0; i + 1 < whole->count && info.offset == 0; i++)
            ck_assert_msg(motion->acceleration[i] == whole->acceleration[i], "%s cut at %zu: sample %zu",
                          files[_i].file, cut, i);
        thud_motion_free(motion);
    }
    thud_motion_free(whole);
}
END_TEST

static thud_motion *read_with(const char *text, const char *old, const char *new, thud_motion_info *info) {
    static char changed[LARGEST];
    const char *at = strstr(text, old);
    ck_assert_ptr_nonnull(at);
    ck_assert_uint_eq(strlen(old), strlen(new));
    snprintf(changed, sizeof changed, "%s", text);
    memcpy(changed + (at - text), new, strlen(new));
    return parse(changed, strlen(changed), NULL, info);
}

START_TEST(wrong_counts) {
    static char text[LARGEST];
    thud_motion_info info;
    if (!files[_i].count) return;
    (void)load(files[_i].file, text);
    ck_assert_msg(read_with(text, files[_i].count, files[_i].more, &info) == NULL, "%s: 13 of 12", files[_i].file);
    ck_assert_msg(strstr(info.error.text, "12") || strstr(info.error.text, "13"), "%s", info.error.text);
    if (!files[_i].fewer) return;
    thud_motion *motion = read_with(text, files[_i].count, files[_i].fewer, &info);
    ck_assert_msg(motion != NULL, "%s: %s", files[_i].file, info.error.text);
    ck_assert_msg(info.warning_count >= 1, "%s: 11 of 12 without a word", files[_i].file);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("damaged");
    tcase_add_loop_test(tests, cut_off, 0, FILES);
    tcase_add_loop_test(tests, wrong_counts, 0, FILES);
    return run_suite("damaged", tests);
}
