/*
 * A small file of every format, made by hand: all hold the same twelve samples, or multiples of them, where nothing
 * else is said.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "suite.h"

#define G 9.80665

/* in g */
static const double pulse[] = {0, 0.0125, -0.025, 0.1, -0.3, 0.25, -0.15, 0.05, 0.025, -0.0125, 0.006, 0};
enum { PULSE = sizeof pulse / sizeof pulse[0] };

typedef struct expectation {
    const char *file;
    thud_motion_options options;
    const char *format, *unit, *channel, *title, *station;
    double step;      /* 0 for times of their own */
    double factor;    /* m/s² per number of the pulse; 0: compared elsewhere */
    double tolerance; /* m/s²: a little more than half a unit in the last digit of the file */
    double header_peak;
    size_t count, warnings;
} expectation;

static const expectation files[] = {
    {"west2.at2",
     {0},
     "at2",
     "g",
     "",
     "Nowhere, 1/2/2003, Station With a Name, 90",
     "",
     0.01,
     G,
     1e-15,
     NAN,
     12,
     0},
    {"west1.at2",
     {0},
     "at2",
     "g",
     "",
     "NOWHERE 01/02/03, STATION WITH A NAME, 090 (A NOTE)",
     "",
     0.01,
     G,
     1e-15,
     NAN,
     12,
     0},
    {"six_lines.at2", {0}, "at2", "g", "", "A title", "", 0.01, G, 1e-15, NAN, 12, 0},
    {"knet.EW", {0}, "knet", "gal", "E-W", "2003/01/02 03:04:00", "NOW001", 0.125, 0, 0, 0.2, 16, 0},
    {"esm.asc", {0}, "esm", "cm/s^2", "HNE", "NOWHERE", "NOW1", 0.01, G, 6e-9, 0.3 * G, 12, 0},
    {"cosmos.v2",
     {0},
     "cosmos",
     "cm/s^2",
     "340 deg",
     "Record of Nowhere Earthquake of Thu Jan 02, 2003 03:04 UTC",
     "XX-NOW1 Town Hall, Nowhere",
     0.01,
     G,
     6e-8,
     0.3 * G,
     12,
     0},
    {"cosmos.v2", {.channel = "up"}, "cosmos", "cm/s^2", "Up", NULL, NULL, 0.01, G / 2, 6e-8, 0.15 * G, 12, 0},
    {"smc.smc",
     {0},
     "smc",
     "cm/s^2",
     "360",
     "2003 1 2 0304 Nowhere",
     "Town Hall, Nowhere",
     0.01,
     G,
     6e-5,
     0.3 * G,
     12,
     0},
    {"pairs.smc", {0}, "smc", "cm/s^2", "360", NULL, NULL, 0, 0, 0, 0.3 * G, 11, 1},
    {"csmip.v2",
     {0},
     "csmip",
     "cm/s^2",
     "360 Deg",
     "Nowhere Earthquake",
     "Station No. 00001 35.908N, 120.458W SMA-1 s/n 1",
     0.01,
     G,
     6e-8,
     0.3 * G,
     12,
     0},
    {"csmip.v2", {.channel = "2"}, "csmip", "cm/s^2", "Up", NULL, NULL, 0.01, G / 2, 6e-6, 0.15 * G, 12, 0},
    {"csmip.v2", {.channel = "360"}, "csmip", "cm/s^2", "360 Deg", NULL, NULL, 0.01, G, 6e-8, 0.3 * G, 12, 0},
    {"geonet.v2a",
     {0},
     "geonet",
     "mm/s^2",
     "N28W",
     "5 km south-west of Nowhere",
     "Town Hall Nowhere",
     0.02,
     0,
     0,
     123.4567,
     12,
     0},
    {"geonet.v2a", {.channel = "2"}, "geonet", "mm/s^2", "Up", NULL, NULL, 0.02, 0, 0, 12.3457, 12, 0},
    {"cwb.dat", {0}, "cwb", "gal", "U", "2003/01/02-03:04:00", "NOW", 0.02, 0.1, 6e-6, 0.03, 12, 0},
    {"cwb.dat", {.channel = "e"}, "cwb", "gal", "E", NULL, NULL, 0.02, 10, 6e-6, 3, 12, 0},
    {"pairs.v1",
     {0},
     "csmip",
     "g/10",
     "90 DEG",
     "JANUARY 2, 2003 03:04 UTC",
     "STATION NO. 00001 35.908N, 120.458W SMA-1 S/N 1",
     0.01,
     G,
     1e-15,
     0.3 * G,
     12,
     0},
    /* times from 100 s on touch what stands before them; a thousandth of g/10 is the last digit */
    {"pairs.v1", {.channel = "EW"}, "csmip", "g/10", "EW", NULL, NULL, 0.01, G / 2, 6e-4, 0.15 * G, 12, 0},
    {"usc.v1",
     {0},
     "usc",
     "g/10",
     "S05W",
     "NOWHERE EARTHQUAKE",
     "STATION USC# 0001 34 06 52N, 118 22 47W",
     0.01,
     G,
     1e-15,
     NAN,
     12,
     0},
    {"usc.v2",
     {0},
     "usc",
     "cm/s^2",
     "S05W",
     "NOWHERE EARTHQUAKE",
     "STATION USC# 0001 34 06 52N, 118 22 47W",
     0.01,
     G,
     6e-6,
     0.3 * G,
     12,
     0},
    {"bhrc.v1", {0}, "bhrc", "g/10", "L1", "2003/01/02 03:04:00", "Nowhere", 0.01, G, 1e-15, NAN, 12, 0},
    {"bhrc.v1", {.channel = "V1"}, "bhrc", "g/10", "V1", NULL, NULL, 0.01, G / 2, 1e-15, NAN, 12, 0},
    {"unam.txt", {0}, "unam", "gal", "V", "2003/01/02", "CASA DE LA VILLA", 0.01, G, 6e-7, 0.3 * G, 12, 0},
    {"unam.txt", {.channel = "N00E"}, "unam", "gal", "N00E", NULL, NULL, 0.01, 2 * G, 6e-7, 0.6 * G, 12, 0},
    {"nsmn.txt",
     {0},
     "nsmn",
     "gal",
     "N-S",
     "2003/01/02 03:04:00 (GMT)",
     "NOWHERE TOWN HALL",
     0.01,
     G,
     6e-9,
     0.3 * G,
     12,
     0},
    {"nsmn.txt", {.channel = "2"}, "nsmn", "gal", "E-W", NULL, NULL, 0.01, 2 * G, 6e-9, 0.6 * G, 12, 0},
    {"cosmos.v0", {0}, "cosmos", "g", "90 Deg", NULL, "XX-NOW1 Town Hall, Nowhere", 0.01, 0, 0, NAN, 12, 0},
    {"header.csv", {0}, "two-column", "g", "a", "Nowhere, 2 January 2003", "", 0.01, G, 1e-15, NAN, 12, 0},
    {"several.txt", {0}, "two-column", "cm/s^2", "Acceleration EW", "", "", 0.01, G, 6e-9, NAN, 12, 0},
    {"several.txt",
     {.channel = "acceleration ns"},
     "two-column",
     "cm/s^2",
     "Acceleration NS",
     "",
     "",
     0.01,
     2 * G,
     6e-9,
     NAN,
     12,
     0},
    {"uneven.txt", {0}, "two-column", "m/s^2", "", NULL, "", 0, 1, 1e-15, NAN, 12, 0},
    {"german.csv", {0}, "two-column", "mm/s^2", "a", "", "", 1.0 / 128, 1e-3, 1e-15, NAN, 12, 0},
    {"values.txt", {0}, "one-column", "g", "", "", "", 0.01, G, 1e-15, NAN, 12, 0},
    /* what is asked for goes before what the file says, with a warning where the two differ */
    {"west2.at2", {.unit = "gal"}, "at2", "gal", "", NULL, NULL, 0.01, 0.01, 1e-15, NAN, 12, 1},
    {"west2.at2", {.unit = "g"}, "at2", "g", "", NULL, NULL, 0.01, G, 1e-15, NAN, 12, 0},
    {"west2.at2", {.unit = "0.5 g"}, "at2", "0.5 g", "", NULL, NULL, 0.01, G / 2, 1e-15, NAN, 12, 1},
    {"west2.at2", {.step = 0.02}, "at2", "g", "", NULL, NULL, 0.02, G, 1e-15, NAN, 12, 1},
    {"uneven.txt", {.step = 0.02}, "two-column", "m/s^2", "", NULL, NULL, 0.02, 1, 1e-15, NAN, 12, 1},
    {"header.csv", {.step = 0.01}, "two-column", "g", "a", NULL, NULL, 0.01, G, 1e-15, NAN, 12, 0},
    {"header.csv",
     {.format = "one-column", .step = 0.01, .channel = "2"},
     "one-column",
     "g",
     "a",
     NULL,
     NULL,
     0.01,
     G,
     1e-15,
     NAN,
     12,
     0},
};

static void assert_text(const char *got, const char *expected) {
    if (expected) ck_assert_str_eq(got, expected);
}

START_TEST(file_of_a_format) {
    const expectation *e = &files[_i];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", THUD_TEST_FILES, e->file);
    thud_motion *motion;
    thud_motion_info info;
    const thud_status status = thud_motion_read(path, &e->options, &motion, &info);
    ck_assert_msg(status == THUD_OK, "%s:%zu:%zu: %s", e->file, info.error.line, info.error.column,
                  info.error.text);
    ck_assert_str_eq(info.format, e->format);
    ck_assert_str_eq(info.unit, e->unit);
    ck_assert_str_eq(info.channel, e->channel);
    assert_text(info.title, e->title);
    assert_text(info.station, e->station);
    ck_assert_uint_eq(info.warning_count, e->warnings);
    ck_assert_uint_eq(motion->count, e->count);
    ck_assert_double_eq(motion->step, e->step);
    ck_assert_int_eq(motion->time != NULL, e->step == 0);
    /* two decimals of gal, or more */
    if (isnan(e->header_peak)) ck_assert(isnan(info.header_peak));
    else ck_assert_double_eq_tol(info.header_peak, e->header_peak, 1e-4);
    for (size_t i = 0; i < PULSE && e->factor > 0; i++)
        ck_assert_double_eq_tol(motion->acceleration[i], pulse[i] * e->factor, e->tolerance);
    thud_motion_free(motion);
}
END_TEST

static thud_motion *read_file(const char *file, thud_motion_info *info) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", THUD_TEST_FILES, file);
    thud_motion *motion = NULL;
    ck_assert_int_eq(thud_motion_read(path, NULL, &motion, info), THUD_OK);
    return motion;
}

/* counts of a recorder with 0.5 µV a count, 1.25 V/g and a gain of 2, so that a count is 0.2e-6 g; its offset is
 * 1000 */
START_TEST(cosmos_counts) {
    thud_motion_info info;
    thud_motion *motion = read_file("cosmos.v0", &info);
    double mean = 0;
    for (size_t i = 0; i < PULSE; i++) mean += pulse[i] / PULSE;
    /* whole counts, so that only the twelve additions of the mean round: some 12 · 2⁻⁵³ · 1.5e6 counts · 2e-6 m/s²
     */
    ck_assert_double_eq_tol(info.offset, (mean + 1000 * 0.2e-6) * G, 1e-14);
    for (size_t i = 0; i < PULSE; i++)
        ck_assert_double_eq_tol(motion->acceleration[i], (pulse[i] - mean) * G, 1e-14);
    thud_motion_free(motion);
}
END_TEST

/* counts of the recorder: the mean is -100, and a count is 2000/8000 gal */
START_TEST(knet_counts) {
    static const double counts[] = {-100, -80,  -120, -60,  -160, -40,  -180, -20,
                                    -90,  -110, -95,  -105, -100, -100, -100, -140};
    thud_motion_info info;
    thud_motion *motion = read_file("knet.EW", &info);
    for (size_t i = 0; i < motion->count; i++)
        ck_assert_double_eq(motion->acceleration[i], (counts[i] + 100) * 2000 / (8000 * 100.0));
    ck_assert_double_eq(info.offset, -0.25);
    thud_motion_free(motion);
}
END_TEST

/* columns of eight that are full: -11026.2100123.4123456.7 */
START_TEST(geonet_full_columns) {
    static const double values[] = {0, 12.5, -11026.2, 100123.4, 123456.7, -5, 0.1, 0.2, 0.3, 0.4, 0.5, -0.5};
    thud_motion_info info;
    thud_motion *motion = read_file("geonet.v2a", &info);
    for (size_t i = 0; i < motion->count; i++) ck_assert_double_eq(motion->acceleration[i], values[i] / 1000);
    ck_assert_uint_eq(info.channel_count, 2);
    ck_assert_str_eq(info.channels[1], "Up");
    thud_motion_free(motion);
}
END_TEST

/* pairs of time and acceleration; a time that is there twice counts once */
START_TEST(smc_pairs) {
    static const double times[] = {0, 0.012, 0.018, 0.033, 0.041, 0.05, 0.066, 0.079, 0.09, 0.1, 0.115};
    thud_motion_info info;
    thud_motion *motion = read_file("pairs.smc", &info);
    for (size_t i = 0; i < motion->count; i++) ck_assert_double_eq(motion->time[i], times[i]);
    ck_assert_double_eq_tol(motion->acceleration[5], 0.25 * G, 6e-5);
    ck_assert_double_eq_tol(motion->acceleration[6], 0.05 * G, 6e-5);
    thud_motion_free(motion);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("formats");
    tcase_add_loop_test(tests, file_of_a_format, 0, (int)(sizeof files / sizeof files[0]));
    tcase_add_test(tests, knet_counts);
    tcase_add_test(tests, cosmos_counts);
    tcase_add_test(tests, geonet_full_columns);
    tcase_add_test(tests, smc_pairs);
    return run_suite("formats", tests);
}
