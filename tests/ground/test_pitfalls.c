/*
 * Files as they are in the wild, and files that lie: what is read all the same, what is warned of, and what is an
 * error at which place.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <thud/motion.h>

#include "suite.h"

static thud_status parse(const char *text, thud_motion_options options, thud_motion **motion,
                         thud_motion_info *info) {
    /* a copy of exactly that size, so that the sanitizer sees a step too far */
    const size_t size = strlen(text);
    char *copy = malloc(size + (size == 0));
    memcpy(copy, text, size);
    *motion = NULL;
    const thud_status status = thud_motion_parse(copy, size, &options, motion, info);
    free(copy);
    return status;
}

#define AT2(header, data) "Title\nACCELERATION TIME SERIES IN UNITS OF G\n" header "\n" data
#define CSMIP(line, data) "Corrected accelerogram\nUncorrected accelerogram data\n" line "\n" data "\n/& end\n"
#define COSMOS(line, data)                                                                                         \
    "Corrected acceleration (Format v01.20 with 13 text lines)\n" line "\n" data "End-of-data\n"
#define FOUR "0.1 -0.2 0.3 -0.4"

static const struct {
    const char *text;
    thud_motion_options options;
    size_t count;
    double step;
    double first, last; /* m/s² */
    size_t warnings;
} good[] = {
    /* the line with the count */
    {AT2("NPTS= 4, DT= .01 SEC", FOUR), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS=4,DT=.01 SEC,", FOUR "\n"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("npts= 4, dt= 1.0E-2", FOUR "\n"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("  4  .0100  NPTS, DT", FOUR "\n"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS, DT: 4, .01", FOUR "\n"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"NPTS= 4, DT= .01 SEC\n" FOUR, {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"1\n2\n3\n4\n5\n6\nNPTS= 4, DT= .01 SEC\n" FOUR, {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"ACCELERATION IN UNITS OF CM/SEC/SEC\nNPTS= 4, DT= .01 SEC\n" FOUR, {0}, 4, 0.01, 0.001, -0.004, 0},
    /* line ends */
    {AT2("NPTS= 4, DT= .01 SEC\r", "0.1 -0.2\r\n0.3 -0.4\r\n"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"Title\rNPTS= 4, DT= .01 SEC\r0.1 -0.2\r0.3 -0.4\r", {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"Title\r\r\nNPTS= 4, DT= .01 SEC\r\r\n0.1 -0.2\r\r\n0.3 -0.4\r\r\n", {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {"\xEF\xBB\xBFNPTS= 4, DT= .01 SEC\n" FOUR, {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS= 4, DT= .01 SEC", FOUR "\n\x1a"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    /* Fortran's numbers */
    {AT2("NPTS= 4, DT= .01 SEC", "0.1-0.2 0.3-0.4"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS= 4, DT= .01 SEC", "1.0D-01-2.0D-01 3.0D-01-4.0D-01"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 1.234-103 0.3 -0.4"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    {AT2("NPTS= 4, DT= .01 SEC", ".1,-.2,.3,-.4,"), {0}, 4, 0.01, 0.980665, -3.92266, 0},
    /* more than the header says */
    {AT2("NPTS= 4, DT= .01 SEC", FOUR " 0.5 0.6"), {0}, 4, 0.01, 0.980665, -3.92266, 1},
    {AT2("NPTS= 4, DT= .01 SEC", FOUR "\nthe end"), {0}, 4, 0.01, 0.980665, -3.92266, 1},
    /* CSMIP: samples a second, and columns that are full */
    {CSMIP("3 Accelerogram points at 200 pts/sec in units of g .      Format: (3f9.6)",
           "  .000010-9.123456 1.000000"),
     {0},
     3,
     0.005,
     9.80665e-5,
     9.80665,
     0},
    {CSMIP("3 points of accel data equally spaced at .01 sec, in cm/sec2. (3f4.2)", "1.251.501.75"),
     {0},
     3,
     0.01,
     0.0125,
     0.0175,
     0},
    {CSMIP("4 points of accel data equally spaced at .01 sec, in cm/sec2. (4f1.0)", "1234"),
     {0},
     4,
     0.01,
     0.01,
     0.04,
     0},
    {CSMIP("2 points of accel data equally spaced at .01 sec, in cm/sec2.", "1 2\n3"), {0}, 2, 0.01, 0.01, 0.02, 1},
    {CSMIP("2 points of accel data equally spaced at .01 sec, in cm/sec2. (2f4.2)", "1.25000 1.75000"),
     {0},
     2,
     0.01,
     0.0125,
     0.0175,
     0},
    {CSMIP("2 points of accel data equally spaced at .01 sec, in cm/sec2. (2i4)", "12345678"),
     {0},
     2,
     0.01,
     12.34,
     56.78,
     0},
    /* counts of a recorder, when somebody knows what one is worth: the offset goes */
    {COSMOS("3 raw accel. pts, units= counts(50),Format=(1I8)", "101\n102\n100\n"),
     {.unit = "2 gal", .step = 1},
     3,
     1,
     0,
     -0.02,
     0},
    /* columns */
    {"0 1\n0.5 2\n1 3\n", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"0;1\n0.5;2\n1;3", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"0\t1\n0.5\t2\n1\t3", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"0, 1,\n0.5, 2,\n1, 3,", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"0,0 1,5\n0,5 2,5\n1,0 3,5\n", {.unit = "m/s^2"}, 3, 0.5, 1.5, 3.5, 0},
    {"% comment\n\n0 1 # one\n! comment\n0.5 2\n// comment\n\n1 3\n\n", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"# time(s)  acc(g)\n0 1\n0.5 2\n", {0}, 2, 0.5, 9.80665, 19.6133, 0},
    {"t,a\n0,1\n0.5,2\n", {.unit = "m/s^2"}, 2, 0.5, 1, 2, 0},
    {"a [m/s^2], t [s]\n1, 0\n2, 0.5\n", {0}, 2, 0.5, 1, 2, 0},
    {"time [ms];a [m/s2]\n0;1\n500;2\n", {0}, 2, 0.5, 1, 2, 0},
    {"5 1\n5.5 2\n6 3\n", {.unit = "m/s^2"}, 3, 0.5, 1, 3, 0},
    {"1\n2\n3\n", {.unit = "m/s^2", .step = 0.5}, 3, 0.5, 1, 3, 0},
    {"# dt: 0.5\n# units = gal\n1\n2\n", {0}, 2, 0.5, 0.01, 0.02, 0},
    {"a [gal]\n1\n2\n", {.step = 0.5}, 2, 0.5, 0.01, 0.02, 0},
    {"1 2 3\n4 5\n", {.format = "lines", .unit = "m/s^2", .step = 0.5}, 5, 0.5, 1, 5, 0},
    {"1 2\n*** End Data ***\n", {.format = "lines", .unit = "m/s^2", .step = 0.5}, 2, 0.5, 1, 2, 0},
    {"1\n2\n*** END DATA ***\n\n", {.unit = "m/s^2", .step = 0.5}, 2, 0.5, 1, 2, 0},
    {"0 1\n.5 2\n/& end of data\n9 9\n", {.unit = "m/s^2"}, 2, 0.5, 1, 2, 1},
    /* five in a row, the first of which goes up and down: one series, with a remark; the second column of
     * two-column otherwise */
    {"1 2 3 4 5\n-6 7 8 9 1\n1 2\n", {.unit = "m/s^2", .step = 0.5}, 12, 0.5, 1, 2, 1},
    {"1 2 3 4 5\n6 7 8 9 1\n", {.unit = "m/s^2"}, 2, 5, 2, 7, 0},
};

START_TEST(read_all_the_same) {
    thud_motion *motion;
    thud_motion_info info;
    const thud_status status = parse(good[_i].text, good[_i].options, &motion, &info);
    ck_assert_msg(status == THUD_OK, "%s\n%zu:%zu: %s", good[_i].text, info.error.line, info.error.column,
                  info.error.text);
    ck_assert_uint_eq(motion->count, good[_i].count);
    ck_assert_double_eq(motion->step, good[_i].step);
    /* a number below 4 and the factor of its unit: a rounding or two */
    ck_assert_double_eq_tol(motion->acceleration[0], good[_i].first, 1e-15);
    ck_assert_double_eq_tol(motion->acceleration[motion->count - 1], good[_i].last, 1e-15);
    ck_assert_uint_eq(info.warning_count, good[_i].warnings);
    thud_motion_free(motion);
}
END_TEST

#define KNET(scale)                                                                                                \
    "Origin Time       x\n2\n3\n4\n5\n6\n7\n8\n9\n10\nSampling Freq(Hz) 2Hz\nDuration Time(s)  2\nDir.           " \
    "   E-W\n"                                                                                                     \
    "Scale Factor      " scale "\nMax. Acc. (gal)   1\n16\n17\n"

#define ESM(line) "EVENT_NAME: X\nSAMPLING_INTERVAL_S: 0.01\nNDATA: 3\nSTREAM: HNE\n" line "1\n2\n3\n"

static const struct {
    const char *text;
    thud_motion_options options;
    size_t line, column; /* 0 for an option */
    const char *says;
} bad[] = {
    {"", {0}, 1, 1, "empty"},
    {"\xEF\xBB\xBF", {0}, 1, 1, "empty"},
    {"\xFF\xFEN", {0}, 1, 1, "UTF-16"},
    {"nothing to see\nhere\n", {0}, 1, 1, "known format"},
    /* numbers */
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 -0.2\n0.3  *****"), {0}, 5, 6, "asterisks"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 nan 0.3 0.4"), {0}, 4, 5, "'nan'"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 -Inf 0.3 0.4"), {0}, 4, 5, "'Inf'"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 1e999 0.3 0.4"), {0}, 4, 5, "too large"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 0.2x 0.3 0.4"), {0}, 4, 5, "found text that begins like a number"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 0.2.3 0.3 0.4"), {0}, 4, 5, "expected a number"},
    {AT2("NPTS= 4, DT= .01 SEC", "0.1 1e308 0.3 0.4"), {.unit = "10 km/s^2"}, 4, 1, "sample 2"},
    /* counts and steps */
    {AT2("NPTS= 5, DT= .01 SEC", FOUR), {0}, 4, 18, "ends after 4 samples; its header says 5"},
    {AT2("NPTS= 5, DT= .01 SEC", FOUR "\nthe end"), {0}, 5, 1, "sample 5 of the header's 5, found text"},
    {AT2("NPTS= 99999999999, DT= .01 SEC", FOUR), {0}, 4, 18, "99999999999"},
    {AT2("NPTS= 1e300, DT= .01 SEC", FOUR), {0}, 3, 5, "number of samples"},
    {AT2("NPTS= 1, DT= .01 SEC", FOUR), {0}, 3, 5, "at least 2"},
    {AT2("NPTS= -4, DT= .01 SEC", FOUR), {0}, 3, 5, "at least 2"},
    {AT2("NPTS= 4.5, DT= .01 SEC", FOUR), {0}, 3, 5, "number of samples"},
    {AT2("NPTS= , DT= SEC", FOUR), {0}, 3, 5, "number of samples"},
    {AT2("NPTS= 4, DT= 0 SEC", FOUR), {0}, 3, 12, "above 0"},
    {AT2("NPTS= 4, DT= -.01 SEC", FOUR), {0}, 3, 12, "above 0"},
    {AT2("NPTS= 4, DT= 1e308 SEC", FOUR), {0}, 4, 1, "implausible"},
    {AT2("NPTS= 4, DT= ", FOUR), {0}, 3, 12, "above 0"},
    {"VELOCITY TIME SERIES IN UNITS OF CM/S\nNPTS= 4, DT= .01 SEC\n" FOUR, {0}, 1, 1, "velocities"},
    {"DISPLACEMENT TIME SERIES IN UNITS OF CM\nNPTS= 4, DT= .01 SEC\n" FOUR, {0}, 1, 1, "displacements"},
    /* K-NET */
    {KNET("2000(gal)/8000") "1 2 3", {0}, 18, 6, "ends after 3 samples; its header says 4"},
    {KNET("2000(gal)") "1 2 3 4", {0}, 14, 19, "scale factor"},
    {KNET("2000(mi)/8000") "1 2 3 4", {0}, 14, 19, "scale factor"},
    {KNET("2000(gal)/0") "1 2 3 4", {0}, 14, 19, "scale factor"},
    {KNET("2000(gal)/8000") "1 2 3 4", {.channel = "N-S"}, 1, 1, "'N-S'; there is 1 (E-W)"},
    /* the others */
    {COSMOS("3 raw accel. pts, units= counts(50),Format=(1I8)", "1\n2\n3\n"),
     {0},
     2,
     25,
     "without its sensitivity"},
    {COSMOS("3 velocity pts, units=cm/sec(05),Format=(1F8.3)", "1\n2\n3\n"),
     {0},
     2,
     1,
     "does not hold accelerations"},
    {COSMOS("3 acceleration pts, units=cm/sec2(04),Format=(1F8.3)", "1\n2\n3\n"), {0}, 3, 1, "step"},
    {COSMOS("4 acceleration pts, units=cm/sec2(04),Format=(1F8.3)", "1\n2\n3\n"), {0}, 6, 1, "found text"},
    {COSMOS("nothing", ""), {0}, 3, 12, "unit of the data"},
    {CSMIP("4 points of accel data equally spaced at .01 sec, in cm/sec2.", "1 2 3"), {0}, 5, 1, "found text"},
    {CSMIP("3 points of accel data equally spaced at .01 sec", "1 2 3"), {0}, 4, 1, "unit"},
    {CSMIP("3 points of accel data equally spaced at 0 sec, in g", "1 2 3"), {0}, 3, 42, "above 0"},
    {CSMIP("3 points of something", "1 2 3"), {0}, 1, 1, "no line such as"},
    {ESM("DATA_TYPE: VELOCITY\n"), {0}, 5, 12, "does not hold accelerations"},
    {ESM("UNITS: cm/s\n"), {0}, 5, 8, "unit of acceleration"},
    {ESM(""), {0}, 5, 1, "unit"},
    /* columns */
    {"0 1\n0.5 2\n0.5 3\n", {.unit = "g"}, 3, 1, "not later than 0.5"},
    {"0 1\n0.5 2\n  0.25 3\n", {.unit = "g"}, 3, 3, "not later than 0.5"},
    {"0 1\n0.5\n1 3\n", {.unit = "g"}, 2, 4, "1 numbers in this row, 2 in the first"},
    {"0 1\n0.5 2 3\n1 3\n", {.unit = "g"}, 2, 7, "more than the 2 numbers"},
    {"0 1\n0.5 two\n", {.unit = "g"}, 2, 5, "found text"},
    {"0 1\n0.5 2\n", {0}, 1, 1, "unit"},
    {"t [s], a [kg]\n0, 1\n0.5, 2\n", {0}, 2, 1, "unit"},
    {"t [furlong], a [g]\n0, 1\n0.5, 2\n", {0}, 1, 4, "s or ms"},
    {"0 1\n", {.unit = "g"}, 1, 4, "1 samples"},
    {"1\n2\n3\n", {.unit = "g"}, 1, 1, "step"},
    {"1\n2\n3\n", {.step = 0.1}, 1, 1, "unit"},
    {"0 1 2\n1 2 3\n", {.unit = "g", .channel = "3"}, 1, 1, "there are 1, 2"},
    {"t, x, y\n0, 1, 2\n1, 2, 3\n", {.unit = "g", .channel = "z"}, 1, 1, "there are 1 (x), 2 (y)"},
    /* components are never taken for one series, and a series that lost numbers is none */
    {"1 2 3\n4 5 6\n", {.unit = "g", .step = 0.1, .format = "one-column"}, 1, 1, "3 numbers in a row"},
    {"a b c\n1 2 3\n4 5 6\n", {.unit = "g", .step = 0.1, .format = "one-column"}, 2, 1, "3 numbers in a row"},
    {"1\n2\n3 4\n5\n", {.unit = "g", .step = 0.1, .format = "one-column"}, 3, 3, "more than the 1 numbers"},
    {"1 2 3\n4 5\n6 7 8\n", {.unit = "g", .step = 0.1, .format = "lines"}, 2, 1, "fewer numbers than the 3"},
    {"1 2 3\n4 5 6 7\n", {.unit = "g", .step = 0.1, .format = "lines"}, 2, 7, "more than the 3 numbers"},
    /* what is no text is called so */
    {"\x1f\x8b\x08 and more", {0}, 1, 1, "compressed by gzip"},
    {"PK\x03\x04 and more", {.format = "at2"}, 1, 1, "a zip archive"},
    {"\x01\x02\x03 1 2 3\n", {0}, 1, 1, "the file is binary"},
    {"-1e20 1\n1 2\n2 3\n3 4\n", {.unit = "g"}, 1, 1, "distinguished"},
    {"-1e308 1\n1e308 2\n", {.unit = "g"}, 1, 1, "times"},
    /* options */
    {FOUR, {.unit = "kg", .step = 0.1, .format = "lines"}, 0, 0, "unit 'kg'"},
    {FOUR, {.unit = "frobs", .step = 0.1, .format = "lines"}, 0, 0, "unit 'frobs'"},
    {FOUR, {.unit = "0 g", .step = 0.1, .format = "lines"}, 0, 0, "unit '0 g'"},
    {FOUR, {.unit = "", .step = 0.1, .format = "lines"}, 0, 0, "unit ''"},
    {FOUR, {.unit = "g", .step = -1, .format = "lines"}, 0, 0, "dt '-1'"},
    {FOUR, {.unit = "g", .step = INFINITY, .format = "lines"}, 0, 0, "dt 'inf'"},
    {FOUR, {.format = "at3"}, 0, 0, "expected at2"},
    {FOUR, {.format = "frobnicate"}, 0, 0, "at2, knet"},
    /* a format that is asked for, and is not there */
    {FOUR, {.format = "at2"}, 1, 1, "NPTS"},
    {FOUR, {.format = "knet"}, 1, 18, "header"},
    {FOUR, {.format = "esm"}, 1, 1, "expected"},
    {FOUR, {.format = "cosmos"}, 1, 1, "no channel"},
    {FOUR, {.format = "smc"}, 1, 18, "header"},
    {FOUR, {.format = "geonet"}, 1, 1, "no channel"},
    {FOUR, {.format = "csmip"}, 1, 1, "no line such as"},
    {FOUR, {.format = "cwb"}, 1, 1, "DataSequence"},
};

START_TEST(error_at_a_place) {
    thud_motion *motion;
    thud_motion_info info;
    const thud_status status = parse(bad[_i].text, bad[_i].options, &motion, &info);
    ck_assert_ptr_null(motion);
    ck_assert_msg(status == (bad[_i].line ? THUD_ERROR_SYNTAX : THUD_ERROR_ARGUMENT), "status %d for\n%s",
                  (int)status, bad[_i].text);
    ck_assert_msg(strstr(info.error.text, bad[_i].says), "\"%s\" does not say \"%s\"", info.error.text,
                  bad[_i].says);
    ck_assert_msg(info.error.line == bad[_i].line && info.error.column == bad[_i].column,
                  "\"%s\" at %zu:%zu, not %zu:%zu", info.error.text, info.error.line, info.error.column,
                  bad[_i].line, bad[_i].column);
}
END_TEST

/* zero bytes in the data are an error, filled up behind them they are not */
START_TEST(zero_bytes) {
    thud_motion *motion = NULL;
    thud_motion_info info;
    const char within[] = "NPTS= 4, DT= .01\n0.1 \0 0.3 0.4", behind[] = "NPTS= 4, DT= .01\n" FOUR "\n\0\0\0\0\n";
    ck_assert_int_eq(thud_motion_parse(within, sizeof within, NULL, &motion, &info), THUD_ERROR_SYNTAX);
    ck_assert_uint_eq(info.error.line, 2);
    ck_assert_uint_eq(info.error.column, 5);
    ck_assert_ptr_nonnull(strstr(info.error.text, "a control character"));
    ck_assert_int_eq(thud_motion_parse(behind, sizeof behind, NULL, &motion, &info), THUD_OK);
    ck_assert_uint_eq(info.warning_count, 0);
    thud_motion_free(motion);
}
END_TEST

/* a peak in the header that the data do not have */
START_TEST(wrong_peak) {
    thud_motion *motion;
    thud_motion_info info;
    ck_assert_int_eq(parse(KNET("2000(gal)/1000") "1 2 3 4", (thud_motion_options){0}, &motion, &info), THUD_OK);
    ck_assert_uint_eq(info.warning_count, 1);
    ck_assert_uint_eq(info.warnings[0].line, 15);
    ck_assert_uint_eq(info.warnings[0].column, 19);
    ck_assert_str_eq(info.warnings[0].text, "the largest acceleration is 3 gal; the header says 1");
    thud_motion_free(motion);
}
END_TEST

/* ten million bytes without a line end: nothing is quadratic, and titles are cut */
START_TEST(long_lines) {
    enum { LENGTH = 10000000 };
    char *text = malloc(LENGTH + 100);
    thud_motion *motion = NULL;
    thud_motion_info info;
    static const char end[] = "\nNPTS= 4, DT= .01\n" FOUR;
    static const char fillers[] = {'x', ' ', '9', ',', '\r', '-', '*', '.', '['};
    for (size_t i = 0; i < sizeof fillers; i++) {
        memset(text, fillers[i], LENGTH);
        memcpy(text + LENGTH, end, sizeof end);
        (void)thud_motion_parse(text, LENGTH + sizeof end - 1, NULL, &motion, &info);
        thud_motion_free(motion);
        motion = NULL;
        ck_assert_uint_lt(strlen(info.title), sizeof info.title);
    }
    /* a million numbers in one line */
    memcpy(text, "NPTS= 1000000, DT= .01\n", 23);
    for (size_t i = 0; i < 1000000; i++) memcpy(text + 23 + 4 * i, "0.1 ", 4);
    ck_assert_int_eq(thud_motion_parse(text, 23 + 4000000, NULL, &motion, &info), THUD_OK);
    ck_assert_uint_eq(motion->count, 1000000);
    thud_motion_free(motion);
    free(text);
}
END_TEST

START_TEST(arguments) {
    thud_motion *motion = NULL;
    thud_motion_info info;
    ck_assert_int_eq(thud_motion_parse(NULL, 5, NULL, &motion, &info), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_parse("", 0, NULL, NULL, &info), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_parse(NULL, 0, NULL, &motion, NULL), THUD_ERROR_SYNTAX);
    ck_assert_int_eq(thud_motion_read(NULL, NULL, &motion, &info), THUD_ERROR_ARGUMENT);
    ck_assert_int_eq(thud_motion_read("/", NULL, &motion, &info), THUD_ERROR_FILE);
    ck_assert_int_eq(thud_motion_read("/no/such/file", NULL, &motion, NULL), THUD_ERROR_FILE);
    ck_assert_ptr_null(motion);
}
END_TEST

START_TEST(formats_have_names) {
    size_t count = 0;
    for (; thud_motion_format_name(count); count++) ck_assert_ptr_nonnull(thud_motion_format_description(count));
    ck_assert_uint_eq(count, 17);
    ck_assert_ptr_null(thud_motion_format_description(count));
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("pitfalls");
    tcase_add_loop_test(tests, read_all_the_same, 0, (int)(sizeof good / sizeof good[0]));
    tcase_add_loop_test(tests, error_at_a_place, 0, (int)(sizeof bad / sizeof bad[0]));
    tcase_add_test(tests, zero_bytes);
    tcase_add_test(tests, wrong_peak);
    tcase_add_test(tests, long_lines);
    tcase_add_test(tests, arguments);
    tcase_add_test(tests, formats_have_names);
    return run_suite("pitfalls", tests);
}
